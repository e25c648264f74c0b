//! `muster import --all`: imports every catalogue of a ruleset again from a folder of community data.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use muster_importer::{NoticeKind, Reimport, reimport};
use muster_library::files::{DISK, Files};
use muster_library::shelf::Shelf;

use super::recipe;
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::table::{TableColumn, table};
use crate::terminal;
use crate::text::{counted, plain};

/// Imports every catalogue of a ruleset again.
pub(super) fn run(
    shelf: &Shelf,
    ruleset: &str,
    data: &Path,
    folder: &Path,
    force: bool,
) -> Result<ExitOutcome, CommandFailure> {
    let recipe = recipe(shelf, ruleset, folder)?;
    let made = reimport(&recipe, data).map_err(|error| CommandComplaint::new(error.to_string()))?;
    let changed: Vec<(PathBuf, &str)> = made
        .files
        .iter()
        .map(|(name, text)| (folder.join(name), text.as_str()))
        .filter(|(path, text)| DISK.read(path).ok().is_none_or(|there| there != text.as_bytes()))
        .collect();
    // Files of one import belong together, so either all are written or none.
    if let Some((path, _)) = changed.iter().find(|(path, _)| !force && path.exists()) {
        let there = changed.iter().filter(|(path, _)| path.exists()).count();
        let message = format!("{} is there already and would change", path.display());
        let message = if there > 1 { format!("{message}, as would {} more", there - 1) } else { message };
        return Err(CommandComplaint::new(message).help("--force writes over it").into());
    }
    for (path, text) in &changed {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)
                .map_err(|error| CommandComplaint::new(format!("cannot make {}: {error}", parent.display())))?;
        }
        file::write(path, text.as_bytes(), force)?;
    }
    tell(&made, changed.len())?;
    Ok(ExitOutcome::Fine)
}

/// Says what was made, and which notices need a look.
fn tell(made: &Reimport, changed: usize) -> Result<(), CommandFailure> {
    let mut out = terminal::stdout();
    let columns = [
        TableColumn::Words("catalogue"),
        TableColumn::Numbers("units"),
        TableColumn::Numbers("groups"),
        TableColumn::Numbers("attached"),
        TableColumn::Numbers("wings"),
    ];
    let rows = made.found.iter().map(|(name, found)| {
        let numbers = [found.units, found.groups, found.attached, found.wings];
        std::iter::once(name.clone()).chain(numbers.map(|number| number.to_string())).collect()
    });
    writeln!(out, "{}\n", table(&columns, rows, terminal::width()))?;
    for notice in made.notices.iter().filter(|notice| notice.needs_a_look()) {
        writeln!(out, "{}", plain(&notice.to_string()))?;
    }
    let count = |kind| made.notices.iter().filter(|notice| notice.kind == kind).count();
    writeln!(
        out,
        "{}, {changed} changed; {}, of which {} ignored and {} inferred on purpose",
        counted(made.files.len(), "file"),
        counted(made.notices.len(), "notice"),
        count(NoticeKind::Ignored),
        count(NoticeKind::Inferred),
    )?;
    out.flush()?;
    Ok(())
}
