//! Files that commands write: whole or not at all, and never over an existing file without `--force`.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use muster_library::saving;

use crate::args::Target;
use crate::outcome::{Complaint, Failure};
use crate::terminal::{self, Shown};

/// Writes to the output file of the command line, or to standard output without one.
pub(crate) fn put_out(target: &Target, contents: &[u8]) -> Result<(), Failure> {
    if let Some(path) = &target.output {
        return Ok(write(path, contents, target.force)?);
    }
    let mut out = terminal::data();
    out.write_all(contents)?;
    Ok(out.flush()?)
}

/// Writes a file. If `path` is no ordinary file (a device, a pipe), `contents` go into it.
pub(crate) fn write(path: &Path, contents: &[u8], force: bool) -> Result<(), Complaint> {
    put(path, contents, force).map_err(|error| cannot(path, &error))
}

/// Writes a file that the system may run.
pub(crate) fn write_program(path: &Path, contents: &[u8], force: bool) -> Result<(), Complaint> {
    saving::save_program(path, contents, force).map_err(|error| cannot(path, &error))
}

fn cannot(path: &Path, error: &io::Error) -> Complaint {
    match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Complaint::new(format!("{} is there already", path.display())).help("--force writes over it")
        }
        _ => Complaint::new(format!("cannot write {}: {error}", path.display())),
    }
}

fn put(path: &Path, contents: &[u8], force: bool) -> io::Result<()> {
    match saving::other(path)? {
        Some(terminal) if terminal.is_terminal() => Shown::data(terminal).write_all(contents),
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
