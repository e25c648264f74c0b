//! The desktop app: the screens in a window. Commands of a few lines each; nothing else knows Tauri.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]
// Tauri hands commands their arguments by value.
#![allow(clippy::needless_pass_by_value)]

mod dialogs;
mod files;

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use muster_app::{App, Fault};
use muster_library::shelf::Shelf;
use serde_json::Value;
use tauri::ipc::{InvokeResponseBody, Response};
use tauri::{AppHandle, State};

use self::files::{Files, TextFile};

/// The functions over the rulesets at hand, which change where another folder goes before the built-in ones.
struct Functions(RwLock<Arc<App>>);

fn main() {
    let given: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).filter(|path| path.is_file()).collect();
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .manage(Functions(RwLock::new(Arc::new(App::new(Shelf::built_in())))))
        .manage(Files::new(given))
        .invoke_handler(tauri::generate_handler![
            call,
            opened,
            pick_open,
            pick_save,
            pick_folder,
            read_file,
            set_rulesets,
            write_file
        ])
        .run(tauri::generate_context!());
    if let Err(error) = built {
        eprintln!("the window cannot be opened: {error}");
        std::process::exit(2);
    }
}

/// Asks the program, as a browser asks `muster serve`.
#[tauri::command(async)]
fn call(functions: State<'_, Functions>, name: &str, args: Value) -> Result<Response, Fault> {
    let app = Arc::clone(&functions.0.read().unwrap_or_else(PoisonError::into_inner));
    let answer = muster_app::call(&app, name, args.to_string().as_bytes())?;
    // The functions write UTF-8.
    let json = String::from_utf8(answer).map_err(|error| Fault::new("answer", error.to_string()))?;
    Ok(Response::new(InvokeResponseBody::Json(json)))
}

/// The files that the app was started with.
#[tauri::command(async)]
fn opened(files: State<'_, Files>) -> Vec<TextFile> {
    files.opened()
}

/// Lets the person choose files to open; nothing where they cancel.
#[tauri::command(async)]
fn pick_open(app: AppHandle, files: State<'_, Files>) -> Result<Option<Vec<TextFile>>, Fault> {
    let Some(paths) = dialogs::open(&app) else { return Ok(None) };
    paths.iter().map(|path| files.read(path)).collect::<Result<_, _>>().map(Some)
}

/// Lets the person choose where to save; nothing where they cancel.
#[tauri::command(async)]
fn pick_save(app: AppHandle, files: State<'_, Files>, name: &str) -> Option<PathBuf> {
    dialogs::save(&app, name).inspect(|path| files.allow(path))
}

/// Lets the person choose a folder; nothing where they cancel.
#[tauri::command(async)]
fn pick_folder(app: AppHandle) -> Option<PathBuf> {
    dialogs::folder(&app)
}

/// Reads a list's file again, such as one of the recent ones.
#[tauri::command(async)]
fn read_file(files: State<'_, Files>, path: PathBuf) -> Result<TextFile, Fault> {
    files.read(&path)
}

/// Writes a list's file; fails with the code `changed` where it is no longer as `stamp` says.
#[tauri::command(async)]
fn write_file(
    files: State<'_, Files>,
    path: PathBuf,
    text: &str,
    stamp: Option<&str>,
) -> Result<files::Written, Fault> {
    files.write(&path, text, stamp)
}

/// Puts a folder of rulesets before the built-in ones, or takes it away.
#[tauri::command(async)]
fn set_rulesets(functions: State<'_, Functions>, path: Option<PathBuf>) {
    let shelf = path.map_or_else(Shelf::built_in, |path| Shelf::with_folders(&[path]));
    *functions.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(App::new(shelf));
}
