//! Reads and writes the files of lists. A stamp protects what somebody else wrote in the meantime. Files are written in
//! one step.

use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use data_encoding::BASE64;
use muster_app::CallFault;
use muster_engine::short_digest;
use muster_library::files::{DISK, Files, FolderItem, no_way_out};
use muster_library::{limits, saving};
use serde::Serialize;

/// The most paths that are remembered; the oldest are forgotten first.
const REMEMBERED: usize = 1_000;

/// The largest file of any kind that is read, such as a mail with its attachments.
const BROUGHT_BYTES: u64 = 64 << 20;

/// The files and folders that the screens may use: those that a person chose, dropped, or started the app with, in this
/// session or an earlier one. If a page asks for any other file, it is refused, because no person chose it.
pub(crate) struct AllowedFiles {
    brought: Mutex<Vec<PathBuf>>,
    chosen: Mutex<ChosenPaths>,
}

#[derive(Default)]
struct ChosenPaths {
    /// The most recently chosen path is last.
    places: Vec<PathBuf>,
    /// The file in which they are stored.
    file: Option<PathBuf>,
}

/// A file as it was read.
#[derive(Debug, Serialize)]
pub(crate) struct TextFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its content.
    pub text: String,
    /// The content is in base 64, because it is not text.
    pub packed: bool,
    /// A digest of its content, to be passed back when the file is written over.
    pub stamp: String,
}

/// A file at a chosen path or in a chosen folder.
#[derive(Debug, Serialize)]
pub(crate) struct ChosenFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its name, with the chosen folder and those below it.
    pub name: String,
}

/// A file as it was written.
#[derive(Debug, Serialize)]
pub(crate) struct WrittenFile {
    /// The digest of its new content.
    pub stamp: String,
}

impl AllowedFiles {
    /// With the files that the app was started with.
    pub(crate) fn new(opened: Vec<PathBuf>) -> Self {
        Self { brought: Mutex::new(opened), chosen: Mutex::default() }
    }

    /// Stores chosen paths in this folder from now on, and loads those that are stored there.
    pub(crate) fn remember_in(&self, folder: &Path) {
        let file = folder.join("chosen.json");
        let kept = DISK.read(&file).ok().and_then(|bytes| serde_json::from_slice::<Vec<PathBuf>>(&bytes).ok());
        let mut chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        chosen.places.splice(..0, kept.unwrap_or_default());
        chosen.file = Some(file);
    }

    /// Adds files that the system opens with the app while it runs.
    #[cfg(target_os = "macos")]
    pub fn bring(&self, paths: impl IntoIterator<Item = PathBuf>) {
        self.brought.lock().unwrap_or_else(PoisonError::into_inner).extend(paths);
    }

    /// The files that were brought since the last call, without those that cannot be read.
    pub(crate) fn brought(&self) -> Vec<TextFile> {
        let paths = std::mem::take(&mut *self.brought.lock().unwrap_or_else(PoisonError::into_inner));
        paths.iter().filter_map(|path| self.open(path).ok()).collect()
    }

    /// Reads a list's file of at most 8 MB that a person chose just now.
    pub(crate) fn open(&self, path: &Path) -> Result<TextFile, CallFault> {
        self.choose(path);
        self.read(path)
    }

    /// Reads a list's file of at most 8 MB that was chosen before.
    pub(crate) fn read(&self, path: &Path) -> Result<TextFile, CallFault> {
        self.is_chosen(path)?;
        content(path, limits::FILE_BYTES)
    }

    /// The files at chosen paths and in chosen folders, in their order. Hidden ones are left out.
    pub(crate) fn find(&self, paths: &[PathBuf]) -> Result<Vec<ChosenFile>, CallFault> {
        let mut found = Vec::new();
        for path in paths {
            self.is_chosen(path)?;
            if !path.is_dir() {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                found.push(ChosenFile { path: path.clone(), name });
                continue;
            }
            let above = path.parent().unwrap_or(path);
            found.extend(DISK.search(path).into_iter().map(|found| {
                // What cannot be read says so when it is read.
                let (FolderItem::File(path) | FolderItem::Faulty(path, _) | FolderItem::Other(path, _)) = found;
                let name = path.strip_prefix(above).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                ChosenFile { path, name }
            }));
        }
        Ok(found)
    }

    /// Reads a file of any kind that was chosen, or that lies in a chosen folder.
    pub(crate) fn read_within(&self, path: &Path) -> Result<TextFile, CallFault> {
        let is_plain = path.components().all(|part| !matches!(part, Component::ParentDir));
        let mut places = path.ancestors().take_while(|_| is_plain);
        match places.find(|place| self.is_chosen(place).is_ok()) {
            Some(place) if place != path && DISK.leads_out(place, path) => return Err(no_way_out().into()),
            Some(_) => {}
            None => self.is_chosen(path)?,
        }
        content(path, BROUGHT_BYTES)
    }

    /// Lets the screens use a file or folder, now and after the next start.
    pub(crate) fn choose(&self, path: &Path) {
        let mut chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        if chosen.places.last().is_some_and(|last| last == path) {
            return;
        }
        chosen.places.retain(|place| place != path);
        chosen.places.push(path.to_owned());
        let old = chosen.places.len().saturating_sub(REMEMBERED);
        chosen.places.drain(..old);
        if let Some(file) = &chosen.file {
            // If this fails, the person has to choose the files again after the next start.
            let _ = keep(file, &chosen.places);
        }
    }

    /// Fails if nobody chose this file or folder.
    pub(crate) fn is_chosen(&self, path: &Path) -> Result<(), CallFault> {
        let chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        if chosen.places.iter().any(|place| place == path) {
            return Ok(());
        }
        Err(CallFault::new("no-access", format!("nobody chose {}", path.display())).help("open it again"))
    }

    /// Writes a file in one step: a crash at any moment leaves the old file or the new one. Fails with the code
    /// `changed` if the file no longer matches `stamp`, and with `gone` if it no longer exists. Without a stamp, it
    /// replaces whatever is there.
    /// Content that is `packed` is in base 64.
    pub(crate) fn write(
        &self,
        path: &Path,
        text: &str,
        packed: bool,
        stamp: Option<&str>,
    ) -> Result<WrittenFile, CallFault> {
        self.is_chosen(path)?;
        let bytes = if packed { unpacked(text)? } else { text.into() };
        if let Some(stamp) = stamp {
            if matches!(path.try_exists(), Ok(false)) {
                return Err(CallFault::new("gone", "the file is no longer there"));
            }
            if short_digest(&DISK.read(path)?) != stamp {
                return Err(CallFault::new("changed", "another program changed the file since it was opened"));
            }
        }
        saving::save(path, &bytes, true)
            .map_err(|error| CallFault::new("no-access", format!("the file cannot be written: {error}")))?;
        Ok(WrittenFile { stamp: short_digest(&bytes) })
    }
}

fn unpacked(text: &str) -> Result<Vec<u8>, CallFault> {
    let wrong = |error| CallFault::new("wrong-args", format!("this is not base 64: {error}"));
    BASE64.decode(text.as_bytes()).map_err(wrong)
}

fn content(path: &Path, most: u64) -> Result<TextFile, CallFault> {
    let bytes = DISK.read_up_to(path, most)?;
    let text = str::from_utf8(&bytes).ok().map(str::to_owned);
    let packed = text.is_none();
    let text = text.unwrap_or_else(|| BASE64.encode(&bytes));
    Ok(TextFile { path: path.to_owned(), stamp: short_digest(&bytes), text, packed })
}

fn keep(file: &Path, places: &[PathBuf]) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // A path that is not valid text cannot be stored. The others still are.
    let places: Vec<&str> = places.iter().filter_map(|place| place.to_str()).collect();
    saving::save(file, &serde_json::to_vec(&places)?, true)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use super::AllowedFiles;

    #[test]
    fn what_somebody_else_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.yaml");
        std::fs::write(&path, "muster: 1\n").unwrap();
        let files = AllowedFiles::new(vec![path.clone()]);
        let opened = files.brought().remove(0);
        let stamp = files.write(&path, "muster: 1\nname: A\n", false, Some(&opened.stamp)).unwrap().stamp;
        assert_eq!(files.write(&path, "mine", false, Some(&opened.stamp)).unwrap_err().code, "changed");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "muster: 1\nname: A\n");
        files.write(&path, "muster: 1\nname: B\n", false, Some(&stamp)).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(files.write(&path, "mine", false, Some(&stamp)).unwrap_err().code, "gone");
        files.write(&path, "anew", false, None).unwrap();
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "nothing is left beside the file");
    }

    #[test]
    fn nobody_chose_this_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.yaml");
        let files = AllowedFiles::new(Vec::new());
        assert_eq!(files.write(&path, "x", false, None).unwrap_err().code, "no-access");
        assert!(!path.exists());
        std::fs::write(&path, "muster: 1\n").unwrap();
        assert_eq!(files.read(&path).unwrap_err().code, "no-access");
        assert_eq!(
            files.write(&path, "x", false, None).unwrap_err().code,
            "no-access",
            "asking for it is not choosing it"
        );
        files.open(&path).unwrap();
        files.write(&path, "x", false, None).unwrap();
    }

    #[test]
    fn everything_in_a_chosen_folder_is_found_and_read() {
        let folder = tempfile::tempdir().unwrap();
        let chosen = folder.path().join("in");
        std::fs::create_dir_all(chosen.join("deep")).unwrap();
        for (name, bytes) in [("in/b.txt", &b"text"[..]), ("in/deep/a.jpg", b"\xff"), ("in/.c", b""), ("out.txt", b"")]
        {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        let files = AllowedFiles::new(Vec::new());
        assert_eq!(files.find(std::slice::from_ref(&chosen)).unwrap_err().code, "no-access");
        files.choose(&chosen);
        let found = files.find(std::slice::from_ref(&chosen)).unwrap();
        let names: Vec<&str> = found.iter().map(|found| found.name.as_str()).collect();
        assert_eq!(names, ["in/b.txt", "in/deep/a.jpg"]);
        assert_eq!(files.read_within(&found[0].path).unwrap().text, "text");
        assert!(files.read_within(&found[1].path).unwrap().packed);
        for outside in ["out.txt", "in/../out.txt"] {
            assert_eq!(files.read_within(&folder.path().join(outside)).unwrap_err().code, "no-access", "{outside}");
        }
        // Only a chosen file is written, and what is packed is unpacked.
        let path = chosen.join("b.zip");
        assert_eq!(files.write(&path, "/w==", true, None).unwrap_err().code, "no-access");
        files.choose(&path);
        files.write(&path, "/w==", true, None).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), [0xff]);
    }

    #[test]
    fn what_was_chosen_once_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let (home, path) = (folder.path().join("data"), folder.path().join("list.yaml"));
        std::fs::write(&path, "muster: 1\n").unwrap();
        let files = AllowedFiles::new(Vec::new());
        files.remember_in(&home);
        files.open(&path).unwrap();
        let files = AllowedFiles::new(Vec::new());
        assert!(files.read(&path).is_err());
        files.remember_in(&home);
        files.read(&path).unwrap();
        for number in 0..super::REMEMBERED {
            files.choose(&folder.path().join(number.to_string()));
        }
        assert!(files.read(&path).is_err(), "the oldest is forgotten");
        std::fs::write(home.join("chosen.json"), "{").unwrap();
        AllowedFiles::new(Vec::new()).remember_in(&home);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_a_list_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.yaml");
        let files = AllowedFiles::new(vec![path.clone()]);
        std::fs::write(&path, "muster: 1\n").unwrap();
        let stamp = files.brought().remove(0).stamp;
        std::fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(files.read(&path).unwrap_err().code, "no-access");
        for stamp in [None, Some(stamp.as_str())] {
            assert_eq!(files.write(&path, "new", false, stamp).unwrap_err().code, "no-access");
        }
    }
}
