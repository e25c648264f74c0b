//! Files that commands write: whole or not at all, and never over an existing file without `--force`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use muster_exchange::unpack;
use muster_library::fault::FileFault;
use muster_library::files::{self, DiskFiles, Files};
use muster_library::saving;

use crate::args::{Inputs, Target};
use crate::outcome::{CommandComplaint, CommandFailure};
use crate::terminal::{self, SafeStream};

/// What the command line names to be read. Nothing is written there.
static INPUTS: OnceLock<Inputs> = OnceLock::new();

/// The files of the disk.
static DISK: LazyLock<Arc<dyn Files>> = LazyLock::new(|| {
    let named = INPUTS.get().map(|inputs| inputs.named.as_slice()).unwrap_or_default();
    Arc::new(DiskFiles::naming(named))
});

/// Notes what the command line names to be read.
pub(crate) fn keep(inputs: Inputs) {
    let _ = INPUTS.set(inputs);
}

/// The files of the disk. What the command line names is opened once.
pub(crate) fn disk() -> &'static Arc<dyn Files> {
    &DISK
}

/// Reads what the command line names: a file of any form, or standard input.
pub(crate) fn read_named(path: &Path) -> Result<Vec<u8>, FileFault> {
    files::read_named(&**disk(), path, unpack::BYTES)
}

/// Complains if a path is that of an input, by whatever name, or of a list in a folder of inputs: it would be lost, even
/// if only a link or another spelling leads to it.
fn spare_inputs(path: &Path) -> Result<(), CommandComplaint> {
    let Some((inputs, real)) = INPUTS.get().zip(path.canonicalize().ok()) else { return Ok(()) };
    let is_named = inputs.named.iter().any(|input| is_same(input, &real));
    let is_within = |folder: &PathBuf| folder.canonicalize().is_ok_and(|folder| real.starts_with(folder));
    if is_named || files::is_list_name(&real) && inputs.folders.iter().any(is_within) {
        let complaint = CommandComplaint::new(format!("{} is an input, so nothing is written there", path.display()));
        return Err(complaint.help("name another output"));
    }
    Ok(())
}

/// Whether a path leads to this file, as a link, by another spelling or as another name of the same file.
fn is_same(path: &Path, real: &Path) -> bool {
    #[cfg(unix)]
    let is_one = {
        use std::os::unix::fs::MetadataExt;
        let place =
            |path: &Path| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|it| (it.dev(), it.ino()));
        place(path).is_some_and(|one| place(real) == Some(one))
    };
    #[cfg(not(unix))]
    let is_one = false;
    is_one || path.canonicalize().is_ok_and(|path| path == real && path.is_file())
}

/// Writes to the output file of the command line, or to standard output without one.
pub(crate) fn put_out(target: &Target, contents: &[u8]) -> Result<(), CommandFailure> {
    if let Some(path) = &target.output {
        return Ok(write(path, contents, target.force)?);
    }
    let mut out = terminal::data();
    out.write_all(contents)?;
    Ok(out.flush()?)
}

/// Writes a file. If `path` is no ordinary file (a device, a pipe), `contents` go into it.
pub(crate) fn write(path: &Path, contents: &[u8], force: bool) -> Result<(), CommandComplaint> {
    spare_inputs(path)?;
    put(path, contents, force).map_err(|error| cannot(path, &error))
}

/// Writes a file that the system may run.
pub(crate) fn write_program(path: &Path, contents: &[u8], force: bool) -> Result<(), CommandComplaint> {
    spare_inputs(path)?;
    saving::save_program(path, contents, force).map_err(|error| cannot(path, &error))
}

/// Writes a new file that its owner alone can read.
pub(crate) fn write_secret(path: &Path, contents: &[u8]) -> Result<(), CommandComplaint> {
    saving::save_secret(path, contents).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            CommandComplaint::new(format!("{} is there already", path.display())).help("name another file")
        }
        _ => cannot(path, &error),
    })
}

fn cannot(path: &Path, error: &io::Error) -> CommandComplaint {
    match error.kind() {
        io::ErrorKind::AlreadyExists => {
            CommandComplaint::new(format!("{} is there already", path.display())).help("--force writes over it")
        }
        _ => CommandComplaint::new(format!("cannot write {}: {error}", path.display())),
    }
}

fn put(path: &Path, contents: &[u8], force: bool) -> io::Result<()> {
    match saving::other(path)? {
        Some(terminal) if terminal.is_terminal() => SafeStream::data(terminal).write_all(contents),
        Some(mut other) => other.write_all(contents),
        None => saving::save(path, contents, force),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::write;

    #[test]
    fn what_stands_in_the_way_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.yaml");
        write(&path, b"one", false).unwrap();
        let complaint = write(&path, b"two", false).unwrap_err();
        assert!(complaint.message.ends_with("list.yaml is there already"), "{}", complaint.message);
        let complaint = write(&folder.path().join("no/list.yaml"), b"", true).unwrap_err();
        assert!(complaint.message.contains("no/list.yaml: "), "{}", complaint.message);
        let complaint = write(folder.path(), b"", true).unwrap_err();
        assert!(complaint.message.starts_with("cannot write "), "{}", complaint.message);
    }
}
