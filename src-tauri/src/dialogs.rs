//! The system's dialogs for files.

use std::path::PathBuf;

use tauri::AppHandle;
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder};

const ENDINGS: &[&str] = &["yaml", "yml", "json", "muster"];

/// Files to open; none where the person cancels.
pub fn open(app: &AppHandle) -> Option<Vec<PathBuf>> {
    if let Some(path) = answered() {
        return Some(vec![path]);
    }
    let picked = lists(app).blocking_pick_files()?;
    Some(picked.into_iter().filter_map(|file| file.into_path().ok()).collect())
}

/// Where to save; `name` is offered.
pub fn save(app: &AppHandle, name: &str) -> Option<PathBuf> {
    answered().or_else(|| lists(app).set_file_name(name).blocking_save_file()?.into_path().ok())
}

/// A folder.
pub fn folder(app: &AppHandle) -> Option<PathBuf> {
    answered().or_else(|| app.dialog().file().blocking_pick_folder()?.into_path().ok())
}

fn lists(app: &AppHandle) -> FileDialogBuilder<tauri::Wry> {
    app.dialog().file().add_filter("Army lists", ENDINGS)
}

/// What a test answers instead of a person: the drivers of web views cannot reach the system's dialogs. Not in releases.
fn answered() -> Option<PathBuf> {
    if cfg!(debug_assertions) { std::env::var_os("MUSTER_TEST_PICK").map(PathBuf::from) } else { None }
}
