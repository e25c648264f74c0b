//! Opens zip archives.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

/// The largest ratio of unpacked to packed size. Catalogues and lists reach 30, zip bombs 1,000.
pub(crate) const RATIO: u64 = 200;
/// So many bytes may be packed as closely as they like.
const SMALL: u64 = 64 << 10;

/// An open archive.
pub(crate) struct Archive<'b>(ZipArchive<Cursor<&'b [u8]>>);

/// Why a file in an archive cannot be read.
pub(crate) enum Refusal {
    /// It is larger than allowed.
    TooLarge,
    /// What is wrong with it.
    Broken(String),
}

impl<'b> Archive<'b> {
    /// Opens an archive, or says why it cannot be opened.
    pub(crate) fn open(bytes: &'b [u8]) -> Result<Self, String> {
        let archive = ZipArchive::new(Cursor::new(bytes));
        archive.map(Self).map_err(|error| format!("an archive that cannot be opened: {error}"))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.index_for_name(name).is_some()
    }

    /// The indices and names of the files that people put into it: no folders, hidden files or files of the system.
    pub(crate) fn files(&self) -> Vec<(usize, String)> {
        let names = self.0.file_names_raw().map(|name| String::from_utf8_lossy(name).into_owned());
        let decoded = self.0.file_names().zip(names).map(|(name, raw)| name.map_or(raw, Cow::into_owned));
        decoded.enumerate().filter(|(_, name)| is_of_a_person(name)).collect()
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

fn is_of_a_person(name: &str) -> bool {
    let mut steps = name.split(['/', '\\']).peekable();
    let last = steps.clone().next_back().unwrap_or_default();
    // macOS adds a hidden file for each file; Windows adds files with settings of the folder.
    let is_of_system = ["thumbs.db", "desktop.ini"].iter().any(|file| last.eq_ignore_ascii_case(file));
    let is_hidden = steps.any(|step| step == "__MACOSX" || step.starts_with('.') && !matches!(step, "." | ".."));
    !last.is_empty() && !is_of_system && !is_hidden
}
