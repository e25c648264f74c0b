//! Files as they are in the editor, in place of those on the disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use muster_library::fault::FileFault;
use muster_library::files::{Files, FolderItem, PathKind};
use percent_encoding::percent_decode_str;

/// The files of the disk, with those that are open in the editor as they are there.
#[derive(Debug)]
pub struct Drafts {
    disk: Arc<dyn Files>,
    open: RwLock<BTreeMap<PathBuf, Vec<u8>>>,
}

impl Drafts {
    /// Begins without drafts: all files are as on the disk.
    #[must_use]
    pub fn new(disk: &Arc<dyn Files>) -> Self {
        Self { disk: Arc::clone(disk), open: RwLock::default() }
    }

    pub(super) fn keep(&self, uri: &str, text: &str) {
        let Some(path) = path_of(uri) else { return };
        self.open.write().unwrap_or_else(PoisonError::into_inner).insert(path, text.as_bytes().to_vec());
    }

    pub(super) fn forget(&self, uri: &str) {
        let Some(path) = path_of(uri) else { return };
        self.open.write().unwrap_or_else(PoisonError::into_inner).remove(&path);
    }

    fn drafts(&self) -> RwLockReadGuard<'_, BTreeMap<PathBuf, Vec<u8>>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Drafts {
    fn read_up_to(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileFault> {
        match self.drafts().get(path) {
            Some(draft) if draft.len() as u64 > most => Err(FileFault::too_large()),
            Some(draft) => Ok(draft.clone()),
            None => self.disk.read_up_to(path, most),
        }
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        self.disk.list(folder)
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        let on_disk = self.disk.kind(path);
        on_disk.or_else(|| self.drafts().contains_key(path).then_some(PathKind::File))
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        let on_disk = self.disk.real(path);
        on_disk.or_else(|| self.drafts().contains_key(path).then(|| path.to_owned()))
    }

    fn search(&self, folder: &Path) -> Vec<FolderItem> {
        self.disk.search(folder)
    }
}

/// The path that a `file:` address names.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let path = percent_decode_str(&path[path.find('/')?..]).decode_utf8().ok()?;
    // `/C:/lists` on Windows.
    let path = if cfg!(windows) { path.trim_start_matches('/') } else { &path };
    Some(PathBuf::from(path))
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::PathBuf;

    use super::path_of;

    #[test]
    fn addresses_name_paths() {
        assert_eq!(path_of("file:///a%20b/c.yaml"), Some(PathBuf::from("/a b/c.yaml")));
        assert_eq!(path_of("untitled:1"), None);
        assert_eq!(path_of("file://"), None);
    }
}
