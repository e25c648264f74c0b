//! The one door for files: reads them within limits, and finds lists in folders.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Debug;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::fault::{FaultKind, FileFault};
use crate::limits;

/// Where files are: on the disk, or in memory. Everything that judges reads files through this.
pub trait Files: Debug + Send + Sync {
    /// Reads the bytes of a file. Never reads more than `most` bytes, whatever length the file claims to have.
    fn read_up_to(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileFault>;

    /// The paths in a folder, sorted by name; none if there is no such folder.
    fn list(&self, folder: &Path) -> Vec<PathBuf>;

    /// What is at a path, at the end of links; none if there is nothing.
    fn kind(&self, path: &Path) -> Option<PathKind>;

    /// The one path of what is at a path, without links; none if there is nothing.
    fn real(&self, path: &Path) -> Option<PathBuf>;

    /// Everything in a folder and its subfolders, sorted by name folder by folder. Hidden names, which begin with a point,
    /// are skipped.
    fn search(&self, folder: &Path) -> Vec<FolderItem>;

    /// Reads the bytes of a file of up to [`limits::FILE_BYTES`].
    fn read(&self, path: &Path) -> Result<Vec<u8>, FileFault> {
        self.read_up_to(path, limits::FILE_BYTES)
    }

    /// Reads a file of a folder. A link that leads out of the folder is not followed: whoever made the folder chose where
    /// it leads, and did not choose what we may read.
    fn read_in(&self, folder: &Path, path: &Path) -> Result<Vec<u8>, FileFault> {
        if self.leads_out(folder, path) { Err(no_way_out()) } else { self.read(path) }
    }

    /// Whether links lead from a path out of the folder that it is in. The folder itself may be a link.
    fn leads_out(&self, folder: &Path, path: &Path) -> bool {
        self.real(folder).zip(self.real(path)).is_some_and(|(folder, path)| !path.starts_with(folder))
    }

    /// Whether there is a folder at a path.
    fn is_folder(&self, path: &Path) -> bool {
        self.kind(path) == Some(PathKind::Folder)
    }
}

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A pipe or a device, or a link that leads nowhere. Reading it reports what it is.
    Other,
}

/// A path in some files.
#[derive(Clone, Copy, Debug)]
pub struct FilesPath<'f> {
    /// The files.
    pub files: &'f Arc<dyn Files>,
    /// The path.
    pub path: &'f Path,
}

/// The files of the disk.
#[derive(Debug, Default)]
pub struct DiskFiles {
    /// The real paths of those that are opened once, however many read them.
    named: BTreeSet<PathBuf>,
    /// What was read of these, and how many bytes that are.
    kept: Mutex<(MemoryFiles, usize)>,
}

/// The files of the disk, none of which is kept.
pub static DISK: LazyLock<DiskFiles> = LazyLock::new(DiskFiles::default);

/// How many bytes are kept of files that are opened once. What is beyond them is opened again.
const KEPT: usize = 128 << 20;

impl DiskFiles {
    /// The files of the disk, of which these are opened once: those that a command line names.
    #[must_use]
    pub fn naming(paths: &[PathBuf]) -> Self {
        Self { named: paths.iter().filter_map(|path| DISK.real(path)).collect(), kept: Mutex::default() }
    }

    fn read_anew(path: &Path, most: u64) -> Result<Vec<u8>, FileFault> {
        let file = open(path)?;
        let length = file.metadata().map_err(|error| no_access(&error))?.len();
        if length > most {
            return Err(FileFault::larger_than(most));
        }
        read_from(file, usize::try_from(length).unwrap_or_default(), most)
    }
}

impl Files for DiskFiles {
    fn read_up_to(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileFault> {
        let named = Some(path).filter(|_| !self.named.is_empty()).and_then(|path| self.real(path));
        let Some(real) = named.filter(|real| self.named.contains(real)) else { return Self::read_anew(path, most) };
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept().0.kind(&real).is_some() {
            return kept().0.read_up_to(&real, most);
        }
        let bytes = Self::read_anew(path, most)?;
        let (files, size) = &mut *kept();
        if *size + bytes.len() <= KEPT && files.0.insert(real, bytes.clone().into()).is_none() {
            *size += bytes.len();
        }
        Ok(bytes)
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Some(PathKind::Folder),
            Ok(metadata) if metadata.is_file() => Some(PathKind::File),
            _ => fs::symlink_metadata(path).is_ok().then_some(PathKind::Other),
        }
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        fs::canonicalize(if path.as_os_str().is_empty() { Path::new(".") } else { path }).ok()
    }

    /// Links are followed within the folder; those that lead out of it are told. A folder that is reached twice is searched
    /// once.
    fn search(&self, folder: &Path) -> Vec<FolderItem> {
        let mut found = Vec::new();
        search_into(folder, folder, &mut HashSet::new(), &mut found);
        found
    }
}

/// Files in memory, by their paths. The folders are those that the paths name.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(BTreeMap<PathBuf, Cow<'static, [u8]>>);

impl MemoryFiles {
    /// One file.
    #[must_use]
    pub fn one(path: impl Into<PathBuf>, bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        [(path, bytes)].into_iter().collect()
    }

    /// The paths of the files in a folder and its subfolders, relative to the folder.
    fn inside<'f>(&'f self, folder: &'f Path) -> impl Iterator<Item = &'f Path> {
        let folder = plain(folder);
        let after = self.0.range::<Path, _>((Bound::Included(folder), Bound::Unbounded));
        after.map_while(move |(path, _)| path.strip_prefix(folder).ok())
    }
}

/// A path without a point before it.
fn plain(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}

impl<P: Into<PathBuf>, B: Into<Cow<'static, [u8]>>> FromIterator<(P, B)> for MemoryFiles {
    fn from_iter<I: IntoIterator<Item = (P, B)>>(files: I) -> Self {
        Self(files.into_iter().map(|(path, bytes)| (path.into(), bytes.into())).collect())
    }
}

impl Files for MemoryFiles {
    fn read_up_to(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileFault> {
        match self.0.get(plain(path)) {
            Some(bytes) if bytes.len() as u64 > most => Err(FileFault::larger_than(most)),
            Some(bytes) => Ok(bytes.to_vec()),
            None if self.is_folder(path) => Err(folder_for_file()),
            None => Err(no_access(&io::ErrorKind::NotFound.into())),
        }
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> =
            self.inside(folder).filter_map(|path| Some(folder.join(path.components().next()?))).collect();
        paths.dedup();
        paths
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        if self.0.contains_key(plain(path)) {
            return Some(PathKind::File);
        }
        self.inside(path).next().map(|_| PathKind::Folder)
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        self.kind(path).map(|_| plain(path).to_owned())
    }

    fn search(&self, folder: &Path) -> Vec<FolderItem> {
        let is_hidden = |path: &Path| path.iter().any(|step| step.to_string_lossy().starts_with('.'));
        let shown = self.inside(folder).filter(|path| !is_hidden(path));
        shown.map(|path| FolderItem::File(folder.join(path))).collect()
    }
}

/// The fault of a link that leads out of its folder.
#[must_use]
pub fn no_way_out() -> FileFault {
    let message = "a link that leads out of the folder, so it is not followed";
    FileFault::new(FaultKind::NoAccess, message).help("put what it leads to in its place, or name that")
}

/// The fault of a folder where a file is wanted.
fn folder_for_file() -> FileFault {
    FileFault::new(FaultKind::NoAccess, "this is a folder, not a file")
}

/// Reads the text of a small file of the program's own data.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(DISK.read(path))
}

/// The text of a small file of the program's own data.
pub(crate) fn text_of(read: Result<Vec<u8>, FileFault>) -> io::Result<String> {
    String::from_utf8(read.map_err(|fault| io::Error::other(fault.message))?).map_err(io::Error::other)
}

/// Opens a file for reading. Anything else, such as a pipe, is refused without waiting for it, even if it takes a
/// file's place at the last moment.
pub fn open(path: &Path) -> Result<File, FileFault> {
    let look = |metadata: io::Result<Metadata>| match metadata {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(metadata) => Err(no_file(metadata.file_type())),
        Err(error) => Err(no_access(&error)),
    };
    // Look before opening, because opening alone has an effect on some devices.
    look(fs::metadata(path))?;
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        use rustix::fs::OFlags;
        // `NONBLOCK` has no effect on files. Without it, opening a pipe would wait until somebody writes.
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    }
    let file = options.open(path).map_err(|error| no_access(&error))?;
    look(file.metadata())?;
    Ok(file)
}

/// The fault of something that is not a file.
fn no_file(kind: FileType) -> FileFault {
    if kind.is_dir() {
        return folder_for_file();
    }
    let what = match kind {
        #[cfg(unix)]
        kind if std::os::unix::fs::FileTypeExt::is_fifo(&kind) => "a pipe",
        #[cfg(unix)]
        kind if std::os::unix::fs::FileTypeExt::is_socket(&kind) => "a socket",
        _ => "a device",
    };
    FileFault::new(FaultKind::NoAccess, format!("this is {what}, not a file")).help("`-` reads standard input")
}

/// Reads what the command line names: a file, or standard input for `-`, of at most `most` bytes.
pub fn read_named(files: &dyn Files, path: &Path, most: u64) -> Result<Vec<u8>, FileFault> {
    if path == Path::new("-") { read_from(io::stdin(), 0, most) } else { files.read_up_to(path, most) }
}

/// Reads a stream, such as standard input, of at most `most` bytes.
pub fn read_from(stream: impl Read, expected: usize, most: u64) -> Result<Vec<u8>, FileFault> {
    let mut bytes = Vec::with_capacity(expected + 1);
    stream.take(most + 1).read_to_end(&mut bytes).map_err(|error| no_access(&error))?;
    if bytes.len() as u64 > most {
        return Err(FileFault::larger_than(most));
    }
    Ok(bytes)
}

/// An error of the system, in our own words if we have better ones.
pub(crate) fn no_access(error: &io::Error) -> FileFault {
    let message = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
        _ => format!("it cannot be read: {error}"),
    };
    FileFault::new(FaultKind::NoAccess, message)
}

/// Something that was found in a folder.
#[derive(Clone, Debug, PartialEq)]
pub enum FolderItem {
    /// A file.
    File(PathBuf),
    /// A folder, or something with the name of a list (`.yaml`, `.yml`, `.json`), that cannot be read.
    Faulty(PathBuf, FileFault),
    /// Something that is not a file, and what it is.
    Other(PathBuf, String),
}

fn search_into(whole: &Path, folder: &Path, seen: &mut HashSet<PathBuf>, found: &mut Vec<FolderItem>) {
    let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    if !seen.insert(real) {
        return;
    }
    if found.len() >= limits::FILES {
        let fault =
            FileFault::new(FaultKind::TooLarge, format!("not searched: there are over {} files", limits::FILES));
        return found.push(FolderItem::Faulty(folder.to_owned(), fault));
    }
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return found.push(FolderItem::Faulty(folder.to_owned(), no_access(&error))),
    };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let Ok(mut kind) = entry.file_type() else { continue };
        if kind.is_symlink() {
            // A broken link with a list's name is reported as a fault.
            match fs::metadata(&path) {
                Ok(_) if DISK.leads_out(whole, &path) => {
                    found.push(if is_list_name(&path) {
                        FolderItem::Faulty(path, no_way_out())
                    } else {
                        FolderItem::Other(path, no_way_out().message)
                    });
                    continue;
                }
                Ok(metadata) => kind = metadata.file_type(),
                Err(error) if is_list_name(&path) => {
                    let fault =
                        FileFault { message: format!("a link that leads nowhere: {error}"), ..no_access(&error) };
                    found.push(FolderItem::Faulty(path, fault));
                    continue;
                }
                Err(_) => {
                    found.push(FolderItem::Other(path, "a link that leads nowhere".to_owned()));
                    continue;
                }
            }
        }
        if kind.is_dir() {
            search_into(whole, &path, seen, found);
        } else if kind.is_file() {
            found.push(FolderItem::File(path));
        } else if is_list_name(&path) {
            found.push(FolderItem::Faulty(path, no_file(kind)));
        } else {
            found.push(FolderItem::Other(path, no_file(kind).message));
        }
    }
}

/// Whether a name ends in `.yaml`, `.yml` or `.json`, in upper or lower case: it should be a list file.
#[must_use]
pub fn is_list_name(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    matches!(extension.as_deref(), Some("yaml" | "yml" | "json"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    /// Files in memory say the same as the same files on the disk.
    #[test]
    fn memory_is_like_the_disk() {
        let names = ["a.yaml", "in/a-b.yaml", "in/a.yaml", "in/deep/c.yaml", "in/.hidden", "ina.yaml"];
        let memory: MemoryFiles = names.iter().map(|name| (*name, name.as_bytes())).collect();
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        for name in [".", "in", "./in", "in/deep", "in/a.yaml", "./a.yaml", "inn"] {
            let (path, real) = (Path::new(name), folder.path().join(name));
            let inside = |paths: Vec<PathBuf>| -> Vec<PathBuf> {
                let inside = paths.iter().map(|path| path.strip_prefix(folder.path()).unwrap_or(path));
                inside.map(|path| plain(path).to_owned()).collect()
            };
            assert_eq!(inside(memory.list(path)), inside(DISK.list(&real)), "{name}");
            assert_eq!(memory.kind(path), DISK.kind(&real), "{name}");
            assert_eq!(memory.read_up_to(path, 5), DISK.read_up_to(&real, 5), "{name}");
            assert_eq!(memory.read(path), DISK.read(&real), "{name}");
        }
        let found = memory.search(Path::new("in"));
        assert_eq!(
            found,
            paths(&["in/a-b.yaml", "in/a.yaml", "in/deep/c.yaml"])
                .into_iter()
                .map(FolderItem::File)
                .collect::<Vec<_>>()
        );
        assert!(memory.kind(Path::new("in/../a.yaml")).is_none(), "nothing leads out of a folder in memory");
    }

    #[test]
    fn what_is_named_is_opened_once() {
        let folder = tempfile::tempdir().unwrap();
        let (named, other) = (folder.path().join("named"), folder.path().join("other"));
        for path in [&named, &other] {
            fs::write(path, "before").unwrap();
        }
        let files = DiskFiles::naming(std::slice::from_ref(&named));
        for path in [&named, &other] {
            assert_eq!(files.read(path).unwrap(), b"before");
            fs::write(path, "after").unwrap();
        }
        assert_eq!(files.read(&named).unwrap(), b"before");
        assert_eq!(files.read_up_to(&named, 3).unwrap_err(), FileFault::larger_than(3));
        assert_eq!(files.read(&other).unwrap(), b"after");
    }
}
