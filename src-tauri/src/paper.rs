//! Saves prints (PDFs) where the person chooses, or opens them in the system's program for PDFs.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use data_encoding::BASE64;
use muster_app::{CallFault, PrintAnswer};

use muster_engine::short_digest;
use muster_library::saving;
use tauri::AppHandle;

use crate::dialogs;

/// How many of the last prints are remembered. That is enough, because a person saves or opens a print that was made
/// just now.
const KNOWN: usize = 64;

/// The digests of the prints that this program made. Nothing else is saved as a print or handed to another program.
#[derive(Default)]
pub(crate) struct Papers(Mutex<Vec<String>>);

impl Papers {
    /// Keeps the digest of what the calls `print` and `print-many` answered.
    pub(crate) fn keep(&self, answer: &[u8]) {
        let Ok(PrintAnswer { pdf }) = serde_json::from_slice(answer) else { return };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let old = (known.len() + 1).saturating_sub(KNOWN);
        known.drain(..old);
        known.push(short_digest(pdf.as_bytes()));
    }

    /// Decodes a print from base 64. Fails if this program did not make it.
    pub(crate) fn own(&self, pdf: &str) -> Result<Vec<u8>, CallFault> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.contains(&short_digest(pdf.as_bytes())) {
            return Err(CallFault::new("no-print", "this program did not make this print").help("print the list again"));
        }
        BASE64
            .decode(pdf.as_bytes())
            .map_err(|error| CallFault::new("wrong-args", format!("this is not base 64: {error}")))
    }
}

/// Saves a PDF. Returns its path, or none if the person cancels.
pub(crate) fn save(app: &AppHandle, name: &str, pdf: &[u8]) -> Result<Option<PathBuf>, CallFault> {
    let Some(path) = dialogs::save_pdf(app, name) else { return Ok(None) };
    write(&path, pdf)?;
    Ok(Some(path))
}

/// Opens a PDF from a temporary folder that only this person may read. The folder is not removed here, because the
/// program that shows the PDF may read it at any later time. The system removes old temporary folders.
pub(crate) fn open(name: &str, pdf: &[u8]) -> Result<(), CallFault> {
    let folder = tempfile::Builder::new().prefix("muster-").tempdir();
    let folder = folder.map_err(|error| unwritable(&std::env::temp_dir(), &error))?.keep();
    let path = folder.join(file_name(name));
    write(&path, pdf)?;
    open::that_detached(&path)
        .map_err(|error| CallFault::new("no-program", format!("{} cannot be shown: {error}", path.display())))
}

/// A safe file name for a print. A list's name may hold anything, even a path to another folder or the extension of a
/// program.
fn file_name(name: &str) -> PathBuf {
    let stem = Path::new(name).file_stem().filter(|stem| !stem.is_empty()).unwrap_or("list".as_ref());
    let mut file = stem.to_owned();
    file.push(".pdf");
    file.into()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CallFault> {
    saving::save(path, bytes, true).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> CallFault {
    CallFault::new("no-access", format!("{} cannot be written: {error}", path.display()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use super::{KNOWN, Papers, file_name};

    #[test]
    fn only_prints_of_this_program_are_taken() {
        let papers = Papers::default();
        assert_eq!(papers.own("JVBERi0=").unwrap_err().code, "no-print");
        papers.keep(br#"{"pdf": "JVBERi0="}"#);
        assert_eq!(papers.own("JVBERi0=").unwrap(), b"%PDF-");
        for number in 0..KNOWN {
            papers.keep(format!(r#"{{"pdf": "{number}"}}"#).as_bytes());
        }
        assert_eq!(papers.own("JVBERi0=").unwrap_err().code, "no-print", "the oldest is forgotten");
    }

    #[test]
    fn a_print_is_called_a_pdf_whatever_its_name() {
        for (name, file) in [
            ("Pond.pdf", "Pond.pdf"),
            ("../../etc/run.sh", "run.pdf"),
            ("x.desktop", "x.pdf"),
            ("", "list.pdf"),
            ("..", "list.pdf"),
            ("/", "list.pdf"),
        ] {
            assert_eq!(file_name(name).to_str(), Some(file), "{name}");
        }
    }
}
