//! The desktop app: shows the screens in a window. Each Tauri command has only a few lines. No other crate uses Tauri.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]
// Tauri hands commands their arguments by value.
#![allow(clippy::needless_pass_by_value)]

mod dialogs;
mod files;
mod own;
mod paper;

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use muster_app::{App, CallFault};
use muster_library::shelf::Shelf;
use tauri::ipc::{InvokeResponseBody, Response};
use tauri::{AppHandle, Context, DragDropEvent, Manager, RunEvent, State, WebviewEvent, WindowEvent};

use self::files::{AllowedFiles, TextFile};
use self::paper::Papers;

/// The calls of the screens, with the available rulesets. They are replaced when the person sets a folder of rulesets
/// or files of units.
struct Functions(RwLock<Arc<App>>);

fn main() {
    let given: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).filter(|path| path.is_file()).collect();
    let mut context: Context = tauri::generate_context!();
    for window in &mut context.config_mut().app.windows {
        // On Linux, files dropped on the window come with their paths. On other systems the window would then take
        // every drag, including drags of squadrons within the page. So there the page gets dropped files itself, as
        // copies.
        window.drag_drop_enabled = cfg!(target_os = "linux");
    }
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .manage(Functions(RwLock::new(Arc::new(App::new(Shelf::built_in())))))
        .manage(AllowedFiles::new(given))
        .manage(Papers::default())
        .on_window_event(|window, event| {
            if let WindowEvent::DragDrop(event) = event {
                dropped(&window.state::<AllowedFiles>(), event);
            }
        })
        .on_webview_event(|webview, event| {
            if let WebviewEvent::DragDrop(event) = event {
                dropped(&webview.state::<AllowedFiles>(), event);
            }
        })
        .invoke_handler(tauri::generate_handler![
            call,
            brought,
            pick_open,
            pick_save,
            pick_folder,
            pick_units,
            pick_brought,
            find_brought,
            read_brought,
            read_file,
            set_own,
            write_file,
            save_pdf,
            open_pdf
        ])
        .build(context);
    match built {
        Ok(app) => {
            if let Ok(folder) = app.path().app_data_dir() {
                app.state::<AllowedFiles>().remember_in(&folder);
            }
            app.run(|app, event| bring(app, &event));
        }
        Err(error) => {
            eprintln!("the window cannot be opened: {error}");
            std::process::exit(2);
        }
    }
}

/// Lets the screens use dropped files. The page learns of the drop itself, and asks for the files like for any other.
fn dropped(files: &AllowedFiles, event: &DragDropEvent) {
    if let DragDropEvent::Drop { paths, .. } = event {
        for path in paths {
            files.choose(path);
        }
    }
}

/// On a Mac, double-clicked files are not on the command line. The running app gets an event with them.
#[cfg(target_os = "macos")]
fn bring(app: &AppHandle, event: &RunEvent) {
    use tauri::Emitter;
    if let RunEvent::Opened { urls } = event {
        app.state::<AllowedFiles>().bring(urls.iter().filter_map(|url| url.to_file_path().ok()));
        // Screens that are not loaded yet ask for the files once they are.
        let _ = app.emit("brought", ());
    }
}

#[cfg(not(target_os = "macos"))]
fn bring(_: &AppHandle, _: &RunEvent) {}

/// Answers a call of the screens, as `muster serve` does for a browser. `args` is JSON, which the program alone parses.
#[tauri::command(async)]
fn call(
    functions: State<'_, Functions>,
    papers: State<'_, Papers>,
    name: &str,
    args: &str,
) -> Result<Response, CallFault> {
    let app = Arc::clone(&functions.0.read().unwrap_or_else(PoisonError::into_inner));
    let answer = muster_app::call(&app, name, args.as_bytes())?;
    if name == "print" || name == "print-many" {
        papers.keep(&answer);
    }
    // The answers are UTF-8.
    let json = String::from_utf8(answer).map_err(|error| CallFault::new("answer", error.to_string()))?;
    Ok(Response::new(InvokeResponseBody::Json(json)))
}

/// The files that the app was started with, or that the system brought since the last call.
#[tauri::command(async)]
fn brought(files: State<'_, AllowedFiles>) -> Vec<TextFile> {
    files.brought()
}

/// Lets the person choose files to open; none if they cancel.
#[tauri::command(async)]
fn pick_open(app: AppHandle, files: State<'_, AllowedFiles>) -> Result<Option<Vec<TextFile>>, CallFault> {
    let Some(paths) = dialogs::open(&app) else { return Ok(None) };
    paths.iter().map(|path| files.open(path)).collect::<Result<_, _>>().map(Some)
}

/// Lets the person choose where to save; none if they cancel.
#[tauri::command(async)]
fn pick_save(app: AppHandle, files: State<'_, AllowedFiles>, name: &str) -> Option<PathBuf> {
    dialogs::save(&app, name).inspect(|path| files.choose(path))
}

/// Lets the person choose a folder; none if they cancel.
#[tauri::command(async)]
fn pick_folder(app: AppHandle, files: State<'_, AllowedFiles>) -> Option<PathBuf> {
    dialogs::folder(&app).inspect(|path| files.choose(path))
}

/// Reads a list's file again, such as one of the recent ones; fails if nobody chose it.
#[tauri::command(async)]
fn read_file(files: State<'_, AllowedFiles>, path: PathBuf) -> Result<TextFile, CallFault> {
    files.read(&path)
}

/// Writes a list's file; fails with the code `changed` if it no longer matches `stamp`.
#[tauri::command(async)]
fn write_file(
    files: State<'_, AllowedFiles>,
    path: PathBuf,
    text: &str,
    packed: bool,
    stamp: Option<&str>,
) -> Result<files::WrittenFile, CallFault> {
    files.write(&path, text, packed, stamp)
}

/// Saves a print where the person chooses; returns none if they cancel.
#[tauri::command(async)]
fn save_pdf(app: AppHandle, papers: State<'_, Papers>, name: &str, pdf: &str) -> Result<Option<PathBuf>, CallFault> {
    paper::save(&app, name, &papers.own(pdf)?)
}

/// Opens a print in the system's program for PDFs.
#[tauri::command(async)]
fn open_pdf(papers: State<'_, Papers>, name: &str, pdf: &str) -> Result<(), CallFault> {
    paper::open(name, &papers.own(pdf)?)
}

/// Lets the person choose files of units; none if they cancel.
#[tauri::command(async)]
fn pick_units(app: AppHandle, files: State<'_, AllowedFiles>) -> Option<Vec<PathBuf>> {
    dialogs::units(&app).inspect(|paths| paths.iter().for_each(|path| files.choose(path)))
}

/// Lets the person choose files of any kind, or a folder; none if they cancel.
#[tauri::command(async)]
fn pick_brought(app: AppHandle, files: State<'_, AllowedFiles>, folder: bool) -> Option<Vec<PathBuf>> {
    let paths = if folder { dialogs::folder(&app).map(|path| vec![path]) } else { dialogs::any(&app) };
    paths.inspect(|paths| paths.iter().for_each(|path| files.choose(path)))
}

/// Everything at chosen paths, and in chosen folders.
#[tauri::command(async)]
fn find_brought(files: State<'_, AllowedFiles>, paths: Vec<PathBuf>) -> Result<Vec<files::ChosenFile>, CallFault> {
    files.find(&paths)
}

/// Reads a file of any kind that was chosen, or that lies in a chosen folder.
#[tauri::command(async)]
fn read_brought(files: State<'_, AllowedFiles>, path: PathBuf) -> Result<TextFile, CallFault> {
    files.read_within(&path)
}

/// Puts a folder of rulesets before the built-in ones and a club's units into the games that understand them. If any of
/// this cannot be used, nothing changes.
#[tauri::command(async)]
fn set_own(
    functions: State<'_, Functions>,
    files: State<'_, AllowedFiles>,
    rulesets: Option<PathBuf>,
    units: Vec<PathBuf>,
) -> Result<(), CallFault> {
    rulesets.iter().chain(&units).try_for_each(|path| files.is_chosen(path))?;
    let shelf = own::shelf(rulesets, &units)?;
    *functions.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(App::new(shelf));
    Ok(())
}
