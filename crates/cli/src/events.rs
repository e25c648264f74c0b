//! `--event`: event packs and house rules over the rulesets, for one run.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use muster_engine::report::Report;
use muster_library::files::Files;
use muster_library::lints::with_events;
use muster_library::shelf::Shelf;
use muster_submissions::VersionRules;

use crate::outcome::CommandComplaint;
use crate::output::{FileText, ReportPage, frames};
use crate::terminal;

/// The shelf with these overlays over its rulesets, and whether there are warnings on them. Prints what is wrong with
/// them. A fault of one of them stops the run: nothing is judged by half an event.
pub(crate) fn add(shelf: Shelf, paths: &[PathBuf]) -> Result<(Shelf, bool), CommandComplaint> {
    let shown: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    over(shelf, paths, &format!("--event: {}", shown.join(", ")))
}

/// The same for overlays that a complaint calls `named`.
pub(crate) fn over(shelf: Shelf, paths: &[PathBuf], named: &str) -> Result<(Shelf, bool), CommandComplaint> {
    if paths.is_empty() {
        return Ok((shelf, false));
    }
    let files = Arc::clone(shelf.files());
    match with_events(shelf, paths) {
        Ok((shelf, warnings)) => {
            tell(&*files, &warnings);
            Ok((shelf, !warnings.is_empty()))
        }
        Err(reports) => {
            tell(&*files, &reports);
            Err(CommandComplaint::new(format!("{named} cannot be used"))
                .help("correct the errors above; `muster lint` shows them too"))
        }
    }
}

/// What the events over these rulesets say of versions, now. With `apart`, every version is a list of its own.
pub(crate) fn versions(shelf: &Shelf, apart: bool) -> VersionRules<'_> {
    VersionRules::of(shelf).at(SystemTime::now()).apart(apart)
}

/// Prints findings with their lines on standard error.
fn tell(files: &dyn Files, reports: &[Report]) {
    let mut writer = terminal::stderr();
    for report in reports {
        let bytes = files.read(Path::new(&report.file)).unwrap_or_default();
        for frame in
            frames(terminal::width(), &ReportPage { report, list: None, file: &FileText::new(&bytes) }, |_| true)
        {
            // Errors are ignored: if standard error is closed, nothing can be reported.
            let _ = writeln!(writer, "{frame}\n");
        }
    }
}
