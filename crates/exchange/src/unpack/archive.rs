//! Opens zip archives.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Read};

use muster_engine::plain::plain;
use zip::ZipArchive;
use zip::result::ZipError;

/// The largest ratio of unpacked to packed size. Catalogues and lists reach 30, zip bombs 1,000.
pub(crate) const RATIO: u64 = 200;
/// How the bytes of each file begin.
const FILE: &[u8] = b"PK\x03\x04";
/// So many bytes may be packed as closely as they like.
const SMALL: u64 = 64 << 10;

/// An open archive.
pub(crate) struct Archive<'b>(ZipArchive<Cursor<Cow<'b, [u8]>>>);

/// Why a file in an archive cannot be read.
pub(crate) enum Refusal {
    /// It is larger than allowed.
    TooLarge,
    /// What is wrong with it.
    Broken(String),
}

/// Something in an archive.
pub(super) struct ArchiveMember {
    pub index: usize,
    pub name: String,
    pub form: MemberForm,
}

/// What something in an archive is.
pub(super) enum MemberForm {
    File,
    /// A folder in which nothing is.
    Empty,
    /// A link to another file.
    Link,
}

impl<'b> Archive<'b> {
    /// Opens an archive, or says why it cannot be opened.
    pub(crate) fn open(bytes: &'b [u8]) -> Result<Self, String> {
        let archive = ZipArchive::new(Cursor::new(Cow::Borrowed(bytes)));
        archive.map(Self).map_err(|error| format!("an archive that cannot be opened: {error}"))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.index_for_name(name).is_some()
    }

    /// Everything in the archive, but folders in which something is: first what people put into it, then hidden files and
    /// those of the system.
    pub(super) fn members(&mut self) -> Vec<ArchiveMember> {
        let names = self.0.file_names_raw().map(|name| String::from_utf8_lossy(name).into_owned());
        let decoded = self.0.file_names().zip(names).map(|(name, raw)| name.map_or(raw, Cow::into_owned));
        let names: Vec<String> = decoded.collect();
        let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        let is_full = |folder: &str| {
            let next = sorted.partition_point(|name| *name <= folder);
            sorted.get(next).is_some_and(|name| name.starts_with(folder))
        };
        let full: Vec<bool> = names.iter().map(|name| name.ends_with(['/', '\\']) && is_full(name)).collect();
        let mut members = Vec::with_capacity(names.len());
        for (index, (name, is_full)) in names.into_iter().zip(full).enumerate() {
            let file = self.0.by_index_raw(index);
            let (is_link, is_empty) = file.map_or((false, false), |file| (file.is_symlink(), file.size() == 0));
            let is_folder = name.ends_with(['/', '\\']) && is_empty;
            let form = match () {
                () if is_folder && is_full => continue,
                () if is_folder => MemberForm::Empty,
                () if is_link => MemberForm::Link,
                () => MemberForm::File,
            };
            members.push(ArchiveMember { index, name, form });
        }
        members.sort_by_key(|member| !is_of_a_person(&member.name));
        members
    }

    /// Where in its bytes the archive begins.
    pub(super) fn begin(&self) -> usize {
        usize::try_from(self.0.offset()).unwrap_or(usize::MAX)
    }

    /// What an archive holds that is no file of its table, each with a name and what it is. The bytes are those of the archive,
    /// and those before it.
    pub(super) fn asides(&mut self, before: &[u8], bytes: &[u8]) -> Vec<(&'static str, String)> {
        let mut asides = Vec::new();
        if before.iter().any(|byte| *byte != 0) {
            asides.push(("bytes before the archive", "not read: no table of files names them".to_owned()));
        }
        let table = usize::try_from(self.0.central_directory_start()).unwrap_or(usize::MAX).min(bytes.len());
        // From where to where each file lies that the table names.
        let mut files: Vec<(usize, usize)> = Vec::with_capacity(self.0.len());
        for index in 0..self.0.len() {
            if let Ok(file) = self.0.by_index_raw(index)
                && let Some(data) = file.data_start()
            {
                let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
                files.push((place(file.header_start()), place(data.saturating_add(file.compressed_size()))));
            }
        }
        files.sort_unstable();
        let (mut at, mut is_gap) = (self.begin(), false);
        for (start, end) in files.into_iter().chain([(table, table)]) {
            is_gap |= bytes.get(at..start).is_some_and(|gap| gap.windows(FILE.len()).any(|bytes| bytes == FILE));
            at = at.max(end);
        }
        if is_gap {
            asides.push(("a file without a name", "not read: the table of files does not name it".to_owned()));
        }
        let comment = String::from_utf8_lossy(self.0.comment()).into_owned();
        if comment.contains(char::is_alphabetic) {
            let begin: String = comment.chars().take(60).collect();
            asides.push(("its comment", format!("not read: \u{201c}{}\u{201d}", plain(&begin))));
        }
        asides
    }

    /// The same archive, where files of one name have different names: `list.yaml`, `list (2).yaml`. The zip crate keeps
    /// only the last of them.
    pub(super) fn told_apart(&self, bytes: &[u8]) -> Result<Archive<'static>, String> {
        let broken = || "an archive with several files of one name, which cannot be told apart".to_owned();
        let begin = self.begin();
        let at = usize::try_from(self.0.central_directory_start()).map_err(|_| broken())?;
        let renamed = renamed(bytes, begin, at).ok_or_else(broken)?;
        ZipArchive::new(Cursor::new(Cow::Owned(renamed))).map(Archive).map_err(|_| broken())
    }

    /// Whether two files have one name. Only one of them would be read.
    pub(crate) fn has_doubles(&self) -> bool {
        self.0.has_duplicate_names()
    }

    /// The names of all files and folders. Those of folders end in `/`.
    pub(crate) fn names(&self) -> Vec<String> {
        self.0.file_names_raw().map(|name| String::from_utf8_lossy(name).into_owned()).collect()
    }

    /// A file by its name, of at most so many bytes.
    pub(crate) fn named(&mut self, name: &str, most: u64) -> Result<Vec<u8>, Refusal> {
        self.bytes(self.place(name)?, most)
    }

    /// The index of a file.
    pub(crate) fn place(&self, name: &str) -> Result<usize, Refusal> {
        self.0.index_for_name(name).ok_or_else(|| Refusal::Broken(format!("it lacks {name}")))
    }

    /// A file that somebody handed in, by its index, of at most so many bytes, and not packed more closely than lists are.
    pub(crate) fn read(&mut self, index: usize, most: u64) -> Result<Vec<u8>, Refusal> {
        let packed = self.0.by_index_raw(index).map_err(|error| Refusal::Broken(told(&error)))?.compressed_size();
        let plausible = plausible(packed);
        match self.bytes(index, most.min(plausible)) {
            Err(Refusal::TooLarge) if plausible < most => Err(Refusal::Broken(bomb())),
            read => read,
        }
    }

    /// A file by its index, of at most so many bytes. The size that the archive states may be false, so the bytes are
    /// counted.
    fn bytes(&mut self, index: usize, most: u64) -> Result<Vec<u8>, Refusal> {
        let file = self.0.by_index(index).map_err(|error| Refusal::Broken(told(&error)))?;
        let mut bytes = Vec::new();
        let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
        if bytes.len() as u64 > most {
            return Err(Refusal::TooLarge);
        }
        read.map_err(|error| Refusal::Broken(format!("a damaged file: {error}")))?;
        Ok(bytes)
    }
}

/// The most bytes that so many packed bytes may plausibly unpack to.
pub(super) fn plausible(packed: u64) -> u64 {
    packed.saturating_mul(RATIO).max(SMALL)
}

/// What a file is that unpacks to more.
pub(super) fn bomb() -> String {
    format!("a file that unpacks to more than {RATIO} times its size, as no list does")
}

fn told(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => "a file with a password".to_owned(),
        ZipError::CompressionMethodNotSupported(_) | ZipError::UnsupportedArchive(_) => {
            format!("a file packed in a way that Muster cannot read: {error}")
        }
        _ => format!("a damaged file: {error}"),
    }
}

/// The bytes of an archive whose table of files, at `at`, gives files of one name different names. None if the table is
/// damaged.
fn renamed(bytes: &[u8], begin: usize, at: usize) -> Option<Vec<u8>> {
    /// The beginning of an entry and its length without names.
    const ENTRY: (&[u8], usize) = (b"PK\x01\x02", 46);
    let mut made = bytes.get(begin..at)?.to_vec();
    let mut rest = bytes.get(at..)?;
    let taken: HashSet<&[u8]> = {
        let mut names = HashSet::new();
        let mut rest = rest;
        while rest.starts_with(ENTRY.0) {
            let (name, length) = name_of(rest, ENTRY.1)?;
            names.insert(name);
            rest = rest.get(length..)?;
        }
        names
    };
    let (mut seen, mut count): (HashMap<&[u8], usize>, u16) = (HashMap::new(), 0);
    while rest.starts_with(ENTRY.0) {
        let (name, length) = name_of(rest, ENTRY.1)?;
        let times = seen.entry(name).or_default();
        let mut new = name.to_vec();
        while *times > 0 && taken.contains(new.as_slice()) {
            *times += 1;
            new = numbered(name, *times);
        }
        *times = (*times).max(1);
        made.extend(&rest[..28]);
        made.extend(u16::try_from(new.len()).ok()?.to_le_bytes());
        made.extend(&rest[30..ENTRY.1]);
        made.extend(&new);
        // What stands behind the name: more about the file, and a comment.
        made.extend(rest.get(ENTRY.1 + name.len()..length)?);
        count = count.checked_add(1)?;
        rest = rest.get(length..)?;
    }
    let start = u32::try_from(at - begin).ok()?;
    let size = u32::try_from(made.len()).ok()?.checked_sub(start)?;
    made.extend(b"PK\x05\x06\0\0\0\0");
    made.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    made.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    made.extend([0, 0]);
    Some(made)
}

/// The name in the first entry of a table of files, and the length of the entry.
fn name_of(entry: &[u8], fixed: usize) -> Option<(&[u8], usize)> {
    let number = |place: usize| Some(usize::from(u16::from_le_bytes(entry.get(place..place + 2)?.try_into().ok()?)));
    let (name, extra, comment) = (number(28)?, number(30)?, number(32)?);
    Some((entry.get(fixed..fixed + name)?, fixed + name + extra + comment))
}

/// A name with a number before its ending, or before the sign of a folder.
pub(super) fn numbered(name: &[u8], number: usize) -> Vec<u8> {
    let is_step = |byte: &u8| matches!(byte, b'/' | b'\\');
    let (own, folder) = name.split_at(name.len() - usize::from(name.last().is_some_and(is_step)));
    let last = own.iter().rposition(is_step).map_or(0, |at| at + 1);
    let point = own[last..].iter().rposition(|byte| *byte == b'.').filter(|at| *at > 0 && folder.is_empty());
    let (stem, ending) = own.split_at(point.map_or(own.len(), |at| last + at));
    [stem, format!(" ({number})").as_bytes(), ending, folder].concat()
}

fn is_of_a_person(name: &str) -> bool {
    let mut steps = name.split(['/', '\\']).peekable();
    let last = steps.clone().next_back().unwrap_or_default();
    // macOS adds a hidden file for each file; Windows adds files with settings of the folder.
    let is_of_system = ["thumbs.db", "desktop.ini"].iter().any(|file| last.eq_ignore_ascii_case(file));
    let is_hidden = steps.any(|step| step == "__MACOSX" || step.starts_with('.') && !matches!(step, "." | ".."));
    !last.is_empty() && !is_of_system && !is_hidden
}
