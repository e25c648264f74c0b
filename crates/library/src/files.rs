//! Reads files within limits, and finds lists in folders.

use std::collections::HashSet;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::fault::{FaultKind, FileFault};
use crate::limits;

/// Reads the bytes of a file of up to [`limits::FILE_BYTES`].
pub fn read(path: &Path) -> Result<Vec<u8>, FileFault> {
    read_up_to(path, limits::FILE_BYTES)
}

/// Reads a file of a folder. A link that leads out of the folder is not followed: whoever made the folder chose where it
/// leads, and did not choose what we may read.
pub fn read_in(folder: &Path, path: &Path) -> Result<Vec<u8>, FileFault> {
    if leads_out(folder, path) { Err(no_way_out()) } else { read(path) }
}

/// Whether links lead from a path out of the folder that it is in. The folder itself may be a link.
#[must_use]
pub fn leads_out(folder: &Path, path: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let real = fs::canonicalize(folder).and_then(|folder| Ok((folder, fs::canonicalize(path)?)));
    real.is_ok_and(|(folder, path)| !path.starts_with(folder))
}

/// The fault of a link that leads out of its folder.
#[must_use]
pub fn no_way_out() -> FileFault {
    let message = "a link that leads out of the folder, so it is not followed";
    FileFault::new(FaultKind::NoAccess, message).help("put what it leads to in its place, or name that")
}

/// Reads the bytes of a file. Never reads more than `most` bytes, whatever length the file claims to have.
pub fn read_up_to(path: &Path, most: u64) -> Result<Vec<u8>, FileFault> {
    let file = open(path)?;
    let length = file.metadata().map_err(|error| no_access(&error))?.len();
    if length > most {
        return Err(FileFault::larger_than(most));
    }
    read_from(file, usize::try_from(length).unwrap_or_default(), most)
}

/// Reads the text of a small file of the program's own data.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read(path).map_err(|fault| io::Error::other(fault.message))?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Reads the text of a small file of a folder of the program's own data.
pub(crate) fn read_text_in(folder: &Path, path: &Path) -> io::Result<String> {
    if leads_out(folder, path) { Err(io::Error::other(no_way_out().message)) } else { read_text(path) }
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

/// Whether anything exists at a path, even a broken link. Opening it later reports what it is.
pub(crate) fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// The fault of something that is not a file.
fn no_file(kind: FileType) -> FileFault {
    let what = match kind {
        kind if kind.is_dir() => "a folder",
        #[cfg(unix)]
        kind if std::os::unix::fs::FileTypeExt::is_fifo(&kind) => "a pipe",
        #[cfg(unix)]
        kind if std::os::unix::fs::FileTypeExt::is_socket(&kind) => "a socket",
        _ => "a device",
    };
    let fault = FileFault::new(FaultKind::NoAccess, format!("this is {what}, not a file"));
    if kind.is_dir() { fault } else { fault.help("`-` reads standard input") }
}

/// Reads what the command line names: a file, or standard input for `-`, of at most `most` bytes.
pub fn read_named(path: &Path, most: u64) -> Result<Vec<u8>, FileFault> {
    if path == Path::new("-") { read_from(io::stdin(), 0, most) } else { read_up_to(path, most) }
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

/// The `wanted` paths in a folder, sorted by name; none if there is no such folder.
pub(crate) fn in_folder(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| wanted(path)).collect();
    paths.sort();
    paths
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

/// Everything in a folder and its subfolders, sorted by name folder by folder. Hidden names, which begin with a point,
/// are skipped. Links are followed within the folder; those that lead out of it are told. A folder that is reached twice is
/// searched once.
#[must_use]
pub fn search(folder: &Path) -> Vec<FolderItem> {
    let mut found = Vec::new();
    search_into(folder, folder, &mut HashSet::new(), &mut found);
    found
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
                Ok(_) if leads_out(whole, &path) => {
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
