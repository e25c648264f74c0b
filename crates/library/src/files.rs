//! Files and folders: reading within limits, and finding lists.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::fault::{Fault, FaultKind};
use crate::{limits, lists};

/// The bytes of a file, or why they cannot be had. Never more than the limit is read, whatever the file says its
/// length is.
pub fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let file = File::open(path).map_err(|error| no_access(&error))?;
    let metadata = file.metadata().map_err(|error| no_access(&error))?;
    if metadata.is_dir() {
        return Err(Fault::new(FaultKind::NoAccess, "this is a folder, not a file"));
    }
    if metadata.len() > limits::FILE_BYTES {
        return Err(lists::too_large());
    }
    read_from(file, usize::try_from(metadata.len()).unwrap_or_default())
}

/// The bytes of what the command line names: a file, or standard input for `-`.
pub fn read_named(path: &Path) -> Result<Vec<u8>, Fault> {
    if path == Path::new("-") { read_from(io::stdin(), 0) } else { read(path) }
}

/// The bytes of a stream, such as standard input.
pub fn read_from(stream: impl Read, expected: usize) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::with_capacity(expected + 1);
    stream.take(limits::FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| no_access(&error))?;
    if bytes.len() as u64 > limits::FILE_BYTES {
        return Err(lists::too_large());
    }
    Ok(bytes)
}

/// An error of the system in our words, where we have better ones.
pub(crate) fn no_access(error: &io::Error) -> Fault {
    let message = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
        _ => format!("it cannot be read: {error}"),
    };
    Fault::new(FaultKind::NoAccess, message)
}

/// The paths in a folder that are wanted, sorted by name; none where there is no such folder.
pub(crate) fn in_folder(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| wanted(path)).collect();
    paths.sort();
    paths
}

/// A file that a folder was searched for, or a place in it that cannot be read.
pub type Found = Result<PathBuf, (PathBuf, Fault)>;

/// All files in a folder that may be lists, sorted by name, folder by folder. Links are followed; a folder that is
/// reached twice is searched once.
#[must_use]
pub fn search(folder: &Path) -> Vec<Found> {
    let mut found = Vec::new();
    search_into(folder, &mut HashSet::new(), &mut found);
    found
}

fn search_into(folder: &Path, seen: &mut HashSet<PathBuf>, found: &mut Vec<Found>) {
    let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    if !seen.insert(real) || found.len() >= limits::FILES {
        return;
    }
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return found.push(Err((folder.to_owned(), no_access(&error)))),
    };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let Ok(mut kind) = entry.file_type() else { continue };
        if kind.is_symlink() {
            // A broken link that bears a list's name is told, not passed over.
            match fs::metadata(&path) {
                Ok(metadata) => kind = metadata.file_type(),
                Err(error) if is_list_name(&path) => {
                    let fault = Fault { message: format!("a link that leads nowhere: {error}"), ..no_access(&error) };
                    found.push(Err((path, fault)));
                    continue;
                }
                Err(_) => continue,
            }
        }
        if kind.is_dir() {
            search_into(&path, seen, found);
        } else if kind.is_file() && is_list_name(&path) {
            found.push(Ok(path));
        }
    }
}

/// `*.yaml`, `*.yml` and `*.json`, in any case; names that begin with a point are hidden.
fn is_list_name(path: &Path) -> bool {
    let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    !hidden && matches!(extension.as_deref(), Some("yaml" | "yml" | "json"))
}
