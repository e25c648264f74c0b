//! The system's dialogs for files.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use tauri::AppHandle;
use tauri_plugin_dialog::DialogExt;

const ENDINGS: &[&str] = &["yaml", "yml", "json"];
const OTHERS: &[&str] =
    &["txt", "text", "md", "bbcode", "ros", "rosz", "csv", "tsv", "eml", "zip", "docx", "html", "htm", "pdf"];
const UNITS: &[&str] = &["csv", "yaml", "yml", "json"];

/// Asks for files to open; none if the person cancels.
pub(crate) fn open(app: &AppHandle) -> Option<Vec<PathBuf>> {
    if let Some(path) = answered() {
        return Some(vec![path]);
    }
    let all = [ENDINGS, OTHERS].concat();
    let picked = app.dialog().file().add_filter("Army lists", &all).blocking_pick_files()?;
    Some(picked.into_iter().filter_map(|file| file.into_path().ok()).collect())
}

/// Asks for files of any kind; none if the person cancels.
pub(crate) fn any(app: &AppHandle) -> Option<Vec<PathBuf>> {
    if let Some(path) = answered() {
        return Some(vec![path]);
    }
    let picked = app.dialog().file().blocking_pick_files()?;
    Some(picked.into_iter().filter_map(|file| file.into_path().ok()).collect())
}

/// Asks where to save a list, or a file with another ending; `name` is suggested.
pub(crate) fn save(app: &AppHandle, name: &str) -> Option<PathBuf> {
    match name.rsplit_once('.') {
        Some((_, ending)) if !ENDINGS.contains(&ending) => save_as(app, name, ending, &[ending]),
        _ => save_as(app, name, "Army lists", ENDINGS),
    }
}

/// Asks where to save a print; `name` is suggested.
pub(crate) fn save_pdf(app: &AppHandle, name: &str) -> Option<PathBuf> {
    save_as(app, name, "PDF", &["pdf"])
}

/// Asks for files of units; none if the person cancels.
pub(crate) fn units(app: &AppHandle) -> Option<Vec<PathBuf>> {
    if let Some(path) = answered() {
        return Some(vec![path]);
    }
    let picked = app.dialog().file().add_filter("Units", UNITS).blocking_pick_files()?;
    Some(picked.into_iter().filter_map(|file| file.into_path().ok()).collect())
}

/// Asks for a folder.
pub(crate) fn folder(app: &AppHandle) -> Option<PathBuf> {
    answered().or_else(|| app.dialog().file().blocking_pick_folder()?.into_path().ok())
}

fn save_as(app: &AppHandle, name: &str, what: &str, endings: &[&str]) -> Option<PathBuf> {
    answered().or_else(|| {
        let dialog = app.dialog().file().add_filter(what, endings);
        dialog.set_file_name(name).blocking_save_file()?.into_path().ok()
    })
}

/// A test's answer in place of a person's. Each dialog takes the next answer, and all further dialogs take the last
/// one. Tests need this because the drivers of web views cannot reach the system's dialogs. Not in releases.
fn answered() -> Option<PathBuf> {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    if !cfg!(debug_assertions) {
        return None;
    }
    let answers = std::env::var_os("MUSTER_TEST_PICK")?;
    let answers: Vec<PathBuf> = std::env::split_paths(&answers).collect();
    let asked = ASKED.fetch_add(1, Ordering::Relaxed);
    answers.get(asked).or(answers.last()).cloned()
}
