//! Prints: saved where the person chooses, or shown by the system's program for them.

use std::path::{Path, PathBuf};

use data_encoding::BASE64;
use muster_app::Fault;
use tauri::AppHandle;

use crate::dialogs;

/// Saves a PDF, which is given in base 64; where, or nothing where the person cancels.
pub fn save(app: &AppHandle, name: &str, pdf: &str) -> Result<Option<PathBuf>, Fault> {
    let bytes = bytes(pdf)?;
    let Some(path) = dialogs::save_pdf(app, name) else { return Ok(None) };
    write(&path, &bytes)?;
    Ok(Some(path))
}

/// Shows a PDF from a folder that only this person may read, among what the system throws away one day: the program that
/// shows it may read it later than anybody here knows.
pub fn open(name: &str, pdf: &str) -> Result<(), Fault> {
    let folder = tempfile::Builder::new().prefix("muster-").tempdir();
    let folder = folder.map_err(|error| unwritable(&std::env::temp_dir(), &error))?.keep();
    // A list's name may hold anything, also the way to another folder.
    let path = folder.join(Path::new(name).file_name().unwrap_or("list.pdf".as_ref()));
    write(&path, &bytes(pdf)?)?;
    tauri_plugin_opener::open_path(&path, None::<&str>)
        .map_err(|error| Fault::new("no-program", format!("{} cannot be shown: {error}", path.display())))
}

fn bytes(pdf: &str) -> Result<Vec<u8>, Fault> {
    BASE64.decode(pdf.as_bytes()).map_err(|error| Fault::new("wrong-args", format!("this is no base 64: {error}")))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    std::fs::write(path, bytes).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Fault {
    Fault::new("no-access", format!("{} cannot be written: {error}", path.display()))
}
