//! Writes files: completely or not at all, and over an existing file only if told so.

use std::collections::HashSet;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use tempfile::NamedTempFile;

use crate::files::{self, DISK, Files};

/// The name of a temporary file begins with this. Six letters or digits and [`END`] follow.
pub(crate) const BEGIN: &str = ".muster-";
pub(crate) const END: &str = ".tmp";

/// Writes a file. If it exists already, replaces it if `over` is true, else fails with `AlreadyExists`.
///
/// The contents go to a temporary file in the same folder first. Once they are on the disk, that file is renamed in one
/// step: a full disk, a crash or a power cut leaves the old file or the new one. A file that is replaced keeps its
/// mode. A link stays a link: its target is written. Anything that exists and is not a file, such as a pipe, is
/// refused; [`other`] opens those.
pub fn save(path: &Path, contents: &[u8], over: bool) -> io::Result<()> {
    put(path, contents, over, None)
}

/// Writes a file as [`save`] does, and lets the system run it. No moment shows it without that.
pub fn save_program(path: &Path, contents: &[u8], over: bool) -> io::Result<()> {
    put(path, contents, over, mode(0o755))
}

/// Writes a new file as [`save`] does, which its owner alone can read. No moment shows it to others.
pub fn save_secret(path: &Path, contents: &[u8]) -> io::Result<()> {
    put(path, contents, false, mode(0o600))
}

/// The mode of a file, where the system has modes.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "other systems have none")]
fn mode(bits: u32) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(bits))
}

#[cfg(not(unix))]
fn mode(_: u32) -> Option<Permissions> {
    None
}

/// Writes a file with this mode, or else with that of the file that it replaces.
fn put(path: &Path, contents: &[u8], over: bool, mode: Option<Permissions>) -> io::Result<()> {
    let there = match path.metadata() {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => return Err(io::Error::other("what is there is no file")),
        Ok(_) if !over => return Err(io::ErrorKind::AlreadyExists.into()),
        Ok(there) => Some(there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let target = end_of_links(path)?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sweep_once(folder);
    let mut file = beside(folder)?;
    if let Some(mode) = mode.or_else(|| there.map(|there| there.permissions())) {
        file.as_file().set_permissions(mode)?;
    }
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    if cfg!(debug_assertions) && std::env::var_os("MUSTER_TEST_CRASH").is_some() {
        // The worst moment: the new file is written and the old one is still there.
        std::process::abort();
    }
    if over { file.persist(&target) } else { file.persist_noclobber(&target) }.map_err(|kept| kept.error)?;
    Ok(())
}

/// Opens an existing pipe or device for writing. None if the path is a file or folder, or does not exist. Fails at once
/// for a pipe that nobody reads.
pub fn other(path: &Path) -> io::Result<Option<File>> {
    let Some(kind) = path.metadata().ok().map(|there| there.file_type()) else { return Ok(None) };
    if kind.is_file() || kind.is_dir() {
        return Ok(None);
    }
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

        use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
        use rustix::io::Errno;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
        let file = options.open(path).map_err(|error| match Errno::from_io_error(&error) {
            Some(Errno::NXIO) if kind.is_fifo() => io::Error::other("nobody reads from this pipe"),
            _ => error,
        })?;
        // From here on, writing waits for slow readers.
        fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
        Ok(Some(file))
    }
    #[cfg(not(unix))]
    options.open(path).map(Some)
}

/// The file at the end of a chain of links, whether it exists or not.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    // As many links as the system follows.
    const LINKS: usize = 40;
    if let Ok(there) = path.canonicalize() {
        return Ok(there);
    }
    let mut end = path.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&end) else { return Ok(end) };
        end = end.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// Creates a temporary file in a folder and locks it. The lock shows that the process that writes it is still running.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(BEGIN).suffix(END);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The usual mode of new files, so that the user's umask applies.
        builder.permissions(Permissions::from_mode(0o666));
    }
    loop {
        let file = builder.tempfile_in(folder)?;
        // If the disk has no locks, `sweep` gets none either and removes nothing.
        let _ = file.as_file().lock();
        // Before it was locked, another run may have removed it as a leftover.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes what killed runs left in a folder, before this run writes its first file there.
fn sweep_once(folder: &Path) {
    static SWEPT: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    if SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(real) {
        sweep(folder);
    }
}

/// Removes temporary files that no process writes any more. A file that cannot be removed stays; it does no harm.
fn sweep(folder: &Path) {
    for path in DISK.list(folder).into_iter().filter(|path| is_ours(path)) {
        if let Ok(file) = files::open(&path)
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether a name is that of a temporary file or folder.
pub(crate) fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let middle = name.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END)).unwrap_or_default();
    middle.len() == 6 && middle.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use std::fs;
    use std::io::ErrorKind;

    use super::{beside, save, sweep};

    #[test]
    fn nothing_is_written_over_unless_told_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.yaml");
        save(&path, b"one", false).unwrap();
        assert_eq!(save(&path, b"two", false).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        save(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
        assert_eq!(save(folder.path(), b"", true).unwrap_err().kind(), ErrorKind::IsADirectory);
        assert_eq!(save(&folder.path().join("no/list.yaml"), b"", true).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn what_a_killed_run_left_is_taken_away_and_what_is_being_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".muster-aB3dE6.tmp");
        let other = folder.path().join(".muster-notes.tmp");
        fs::write(&left, "half").unwrap();
        fs::write(&other, "mine").unwrap();
        let writing = beside(folder.path()).unwrap();
        sweep(folder.path());
        assert!(!left.exists() && other.exists() && writing.path().exists());
        drop(writing);
        fs::write(&left, "half").unwrap();
        save(&folder.path().join("list.yaml"), b"", false).unwrap();
        assert!(!left.exists(), "saving sweeps");
    }

    #[cfg(unix)]
    #[test]
    fn modes_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("list.yaml"), folder.path().join("link.yaml"));
        symlink("list.yaml", &link).unwrap();
        save(&link, b"new", false).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new", "also what is not there yet is made at the end of a link");
        for mode in [0o640, 0o666, 0o600, 0o777] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            save(&link, b"newer", true).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        super::save_program(&link, b"newest", true).unwrap();
        super::save_program(&folder.path().join("hook"), b"new", false).unwrap();
        for name in ["list.yaml", "hook"] {
            assert_eq!(fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777, 0o755);
        }
        let round = folder.path().join("round.yaml");
        symlink("round.yaml", &round).unwrap();
        assert!(save(&round, b"", true).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn pipes_are_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("list.yaml");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(save(&pipe, b"", true).unwrap_err().to_string().contains("no file"));
        assert!(super::other(&pipe).unwrap_err().to_string().contains("nobody reads"));
    }
}
