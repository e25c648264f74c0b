//! Folders for temporary files, which do not stay even if a run is killed.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

use crate::files;
use crate::saving::{BEGIN, END, is_ours};

/// The file in such a folder that the process which uses the folder has locked. Lists have no hidden names.
const LOCK: &str = ".lock";

/// A folder for temporary files, which only this person may read. It is removed when it is dropped, or by a later run if
/// this one is killed.
#[derive(Debug)]
pub struct Scratch {
    // Dropped first: some systems remove no folder in which a file is open.
    _lock: File,
    folder: TempDir,
}

impl Scratch {
    /// Makes a folder where the system keeps temporary files, and removes those that killed runs left there.
    pub fn new() -> io::Result<Self> {
        Self::within(&std::env::temp_dir())
    }

    fn within(place: &Path) -> io::Result<Self> {
        sweep(place);
        loop {
            let folder = tempfile::Builder::new().prefix(BEGIN).suffix(END).tempdir_in(place)?;
            let lock = match File::create_new(folder.path().join(LOCK)) {
                Ok(lock) => lock,
                // Another run has just removed the folder as a leftover.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            // If the disk has no locks, `sweep` gets none either and removes nothing.
            let _ = lock.lock();
            // Before it was locked, another run may have removed it as a leftover.
            if folder.path().join(LOCK).exists() {
                return Ok(Self { _lock: lock, folder });
            }
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        empty(self.path());
    }
}

/// Removes everything in a folder but its lock. If the run is killed meanwhile, the lock still tells later runs that the folder
/// is a leftover.
fn empty(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(|entry| entry.file_name() != LOCK) {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let _ = if is_folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
    }
}

/// Removes folders that no process uses any more. A folder that cannot be removed stays; other people's always do.
fn sweep(place: &Path) {
    for path in files::in_folder(place, |path| is_ours(path) && path.is_dir()) {
        let lock = path.join(LOCK);
        if !files::is_there(&lock) {
            // It was just made, or its run was killed at this very moment. Only an empty folder is removed.
            let _ = fs::remove_dir(&path);
        } else if let Ok(file) = files::open(&lock)
            && file.try_lock().is_ok()
        {
            empty(&path);
            let _ = fs::remove_dir_all(&path);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use std::fs;

    use super::{LOCK, Scratch, empty};

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_is_in_use_stays() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        for name in [".muster-aB3dE6.tmp", ".muster-notes.tmp", "muster-aB3dE6.tmp"] {
            fs::create_dir_all(at(name).join("lists")).unwrap();
            fs::write(at(name).join(LOCK), "").unwrap();
        }
        fs::create_dir(at(".muster-aB3dE7.tmp")).unwrap();
        // The lists of a person, who named the folder so.
        fs::create_dir_all(at(".muster-aB3dE8.tmp/lists")).unwrap();
        let used = Scratch::within(place.path()).unwrap();
        fs::write(used.path().join("list.yaml"), "muster: 1\n").unwrap();
        let other = Scratch::within(place.path()).unwrap();
        assert!(used.path().join("list.yaml").exists() && other.path() != used.path());
        for (name, stays) in [
            (".muster-aB3dE6.tmp", false),
            (".muster-aB3dE7.tmp", false),
            (".muster-aB3dE8.tmp", true),
            (".muster-notes.tmp", true),
            ("muster-aB3dE6.tmp", true),
        ] {
            assert_eq!(at(name).exists(), stays, "{name}");
        }
        fs::create_dir(used.path().join("units")).unwrap();
        fs::write(used.path().join("units/a.yaml"), "").unwrap();
        empty(used.path());
        let left: Vec<_> = fs::read_dir(used.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, [LOCK], "the lock goes last, so that a later run knows the folder");
        drop((used, other));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 3, "a run that ends removes its own");
    }
}
