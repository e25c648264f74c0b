//! Lists in files: read with a stamp, written in one step, and never over what somebody else wrote meanwhile.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use data_encoding::BASE64;
use muster_app::Fault;
use muster_engine::short_digest;
use serde::Serialize;
use tempfile::NamedTempFile;

/// The files that the screens may write: what a person chose, or what the app was started with.
pub struct Files {
    brought: Mutex<Vec<PathBuf>>,
    allowed: Mutex<HashSet<PathBuf>>,
}

/// A file as it was read.
#[derive(Debug, Serialize)]
pub struct TextFile {
    /// Where it is.
    pub path: PathBuf,
    /// What is in it; of an archive, its bytes in base 64.
    pub text: String,
    /// The state that it was in, to be given back with what is written over it.
    pub stamp: String,
}

/// A file as it was written.
#[derive(Debug, Serialize)]
pub struct Written {
    /// The state that it is in now.
    pub stamp: String,
}

impl Files {
    /// With the files that the app was started with.
    pub fn new(opened: Vec<PathBuf>) -> Self {
        Self { brought: Mutex::new(opened), allowed: Mutex::default() }
    }

    /// Adds files that the system brings to the app while it runs.
    #[cfg(target_os = "macos")]
    pub fn bring(&self, paths: impl IntoIterator<Item = PathBuf>) {
        self.brought.lock().unwrap_or_else(PoisonError::into_inner).extend(paths);
    }

    /// The files that were brought since this was last asked, as far as they can be read.
    pub fn brought(&self) -> Vec<TextFile> {
        let paths = std::mem::take(&mut *self.brought.lock().unwrap_or_else(PoisonError::into_inner));
        paths.iter().filter_map(|path| self.read(path).ok()).collect()
    }

    /// Reads a list's file of at most 8 MB.
    pub fn read(&self, path: &Path) -> Result<TextFile, Fault> {
        let bytes = muster_library::files::read_named(path)?;
        let text = match bytes.as_slice() {
            // Packed rosters: the calls take them in base 64.
            [b'P', b'K', 3, 4, ..] => BASE64.encode(&bytes),
            text => muster_library::lists::text(text)?.to_owned(),
        };
        self.allow(path);
        Ok(TextFile { path: path.to_owned(), stamp: short_digest(&bytes), text })
    }

    /// Lets the screens write a file.
    pub fn allow(&self, path: &Path) {
        self.allowed.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
    }

    /// Writes a file in one step: a crash at any moment leaves the old file or the new one. Fails with the code
    /// `changed` where the file is no longer as `stamp` says, and with `gone` where it is no longer there; without a
    /// stamp it is written over whatever is there.
    pub fn write(&self, path: &Path, text: &str, stamp: Option<&str>) -> Result<Written, Fault> {
        if !self.allowed.lock().unwrap_or_else(PoisonError::into_inner).contains(path) {
            return Err(Fault::new("no-access", "this file was not chosen by anybody"));
        }
        // A link stays a link; what it leads to is written.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Some(stamp) = stamp {
            let bytes = std::fs::read(&target).map_err(|error| {
                let code = if error.kind() == std::io::ErrorKind::NotFound { "gone" } else { "no-access" };
                Fault::new(code, format!("the file cannot be read again: {error}"))
            })?;
            if short_digest(&bytes) != stamp {
                return Err(Fault::new("changed", "the file was changed by somebody else since it was opened"));
            }
        }
        replace(&target, text)
            .map_err(|error| Fault::new("no-access", format!("the file cannot be written: {error}")))?;
        Ok(Written { stamp: short_digest(text.as_bytes()) })
    }
}

fn replace(target: &Path, text: &str) -> std::io::Result<()> {
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut beside = NamedTempFile::with_prefix_in(".muster-", folder)?;
    beside.write_all(text.as_bytes())?;
    beside.as_file().sync_all()?;
    if let Ok(old) = std::fs::metadata(target) {
        beside.as_file().set_permissions(old.permissions())?;
    }
    if cfg!(debug_assertions) && std::env::var_os("MUSTER_TEST_CRASH").is_some() {
        // The worst moment: the new file is written and the old one is still there.
        std::process::abort();
    }
    beside.persist(target)?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use super::Files;

    #[test]
    fn what_somebody_else_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.yaml");
        std::fs::write(&path, "muster: 1\n").unwrap();
        let files = Files::new(vec![path.clone()]);
        let opened = files.brought().remove(0);
        let stamp = files.write(&path, "muster: 1\nname: A\n", Some(&opened.stamp)).unwrap().stamp;
        assert_eq!(files.write(&path, "mine", Some(&opened.stamp)).unwrap_err().code, "changed");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "muster: 1\nname: A\n");
        files.write(&path, "muster: 1\nname: B\n", Some(&stamp)).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(files.write(&path, "mine", Some(&stamp)).unwrap_err().code, "gone");
        files.write(&path, "anew", None).unwrap();
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "nothing is left beside the file");
    }

    #[test]
    fn nobody_chose_this_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.yaml");
        let files = Files::new(Vec::new());
        assert_eq!(files.write(&path, "x", None).unwrap_err().code, "no-access");
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("list.yaml"), folder.path().join("link.yaml"));
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        let files = Files::new(Vec::new());
        let stamp = files.read(&link).unwrap().stamp;
        files.write(&link, "new", Some(&stamp)).unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
