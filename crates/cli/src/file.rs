//! Files that commands write: whole or not at all, and never over something that was there unless told so.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::args::Target;
use crate::outcome::{Complaint, Failure};
use crate::terminal;

/// Writes to where the command line says: a file, else standard output.
pub fn put_out(target: &Target, contents: &[u8]) -> Result<(), Failure> {
    if let Some(path) = &target.output {
        return Ok(write(path, contents, target.force)?);
    }
    let mut out = terminal::stdout();
    out.write_all(contents)?;
    Ok(out.flush()?)
}

/// Writes a file, or puts `contents` into what `path` names if that is no ordinary file (a device, a pipe).
///
/// The contents go to a new file beside it first and take its name in one step, so that a full disk or a broken run
/// loses nothing.
pub fn write(path: &Path, contents: &[u8], force: bool) -> Result<(), Complaint> {
    put(path, contents, force).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Complaint::new(format!("{} is there already", path.display())).help("--force writes over it")
        }
        _ => Complaint::new(format!("cannot write {}: {error}", path.display())),
    })
}

fn put(path: &Path, contents: &[u8], force: bool) -> io::Result<()> {
    // A link stays a link: what it points to is what gets written.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    match target.metadata() {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => {
            return std::fs::OpenOptions::new().write(true).open(&target)?.write_all(contents);
        }
        Ok(_) if !force => return Err(io::ErrorKind::AlreadyExists.into()),
        _ => {}
    }
    let folder =
        target.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(PathBuf::from("."), Path::to_owned);
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any file a program makes: the user's mask decides, or the file that was there.
        let mode = target.metadata().map_or(0o666, |there| there.permissions().mode() & 0o777);
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    let mut file = builder.prefix(".muster-").tempfile_in(folder)?;
    file.write_all(contents)?;
    if force { file.persist(&target) } else { file.persist_noclobber(&target) }.map_err(|kept| kept.error)?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::write;

    #[test]
    fn nothing_is_overwritten_without_force() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.yaml");
        write(&path, b"one", false).unwrap();
        let complaint = write(&path, b"two", false).unwrap_err();
        assert!(complaint.message.ends_with("list.yaml is there already"), "{}", complaint.message);
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        write(&path, b"two", true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let complaint = write(&folder.path().join("no/list.yaml"), b"", true).unwrap_err();
        assert!(complaint.message.contains("no/list.yaml: "), "{}", complaint.message);
        let complaint = write(folder.path(), b"", true).unwrap_err();
        assert!(complaint.message.starts_with("cannot write "), "{}", complaint.message);
    }
}
