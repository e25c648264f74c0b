//! `--units`: a club's units, added for one run.

use std::path::{Path, PathBuf};

use muster_app::own_units::{OwnUnits, in_turn, replaced, where_they_fit};
use muster_engine::catalogue::Catalogue;
use muster_engine::ready::Ruleset;
use muster_library::fault::{FaultKind, FileFault};
use muster_library::shelf::Shelf;

use crate::file::disk;
use crate::outcome::CommandComplaint;
use crate::terminal::{complain, inform};
use crate::text::counted;

/// At most this many faults of one file are printed.
const TOLD: usize = 200;

/// The shelf with the units of these files added to every game. A game that does not understand them is reported as
/// broken.
pub(crate) fn add(shelf: Shelf, paths: &[PathBuf]) -> Result<Shelf, CommandComplaint> {
    Ok(with(shelf, paths.iter().map(|path| open(path)).collect::<Result<_, _>>()?))
}

/// The same for files that are already read.
pub(crate) fn with(shelf: Shelf, held: Vec<OwnUnits>) -> Shelf {
    if held.is_empty() {
        return shelf;
    }
    shelf.with_units(move |ruleset| {
        in_turn(ruleset, &held, |file, ruleset| {
            let found = read(ruleset, file, None)?;
            tell_replaced(ruleset, &file.path, &found);
            Ok(found)
        })
    })
}

/// Names the units of the ruleset that the units of a file replace.
fn tell_replaced(ruleset: &Ruleset, path: &Path, found: &[Catalogue]) {
    let names = replaced(ruleset, found);
    if !names.is_empty() {
        let game = &ruleset.declarations().id;
        let units = counted(names.len(), "unit");
        inform(&format!("{} replaces {units} of {game}: {}", path.display(), names.join(", ")));
    }
}

/// The shelf with the units of these files added to the games that understand them. For commands that use many games.
pub(crate) fn add_where_they_fit(shelf: Shelf, paths: &[PathBuf]) -> Result<Shelf, CommandComplaint> {
    if paths.is_empty() {
        return Ok(shelf);
    }
    let held = paths.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    where_they_fit(shelf, held).map_err(|unfit| {
        tell(&unfit.path, &unfit.faults);
        CommandComplaint::new(format!("the units in {} fit no game", unfit.path.display()))
            .help(format!("{} understands most of them; correct the faults above", unfit.game))
    })
}

/// Reads a file of units.
pub(crate) fn open(path: &Path) -> Result<OwnUnits, CommandComplaint> {
    match disk().read(path) {
        Ok(bytes) => Ok(OwnUnits { path: path.to_owned(), bytes }),
        Err(fault) => {
            Err(CommandComplaint { message: format!("{}: {}", path.display(), fault.message), help: fault.help })
        }
    }
}

/// The catalogues of a file. Every fault is reported on standard error.
pub(crate) fn read(ruleset: &Ruleset, file: &OwnUnits, nation: Option<&str>) -> Result<Vec<Catalogue>, FileFault> {
    file.catalogues(ruleset, nation).map_err(|faults| {
        tell(&file.path, &faults);
        let message =
            format!("the units in {} cannot be used: {}", file.path.display(), counted(faults.len(), "fault"));
        FileFault::new(FaultKind::BrokenRuleset, message).at("/ruleset")
    })
}

fn tell(path: &Path, faults: &[String]) {
    for fault in faults.iter().take(TOLD) {
        complain(&CommandComplaint::new(format!("{}: {fault}", path.display())));
    }
    if faults.len() > TOLD {
        complain(&CommandComplaint::new(format!("{}: {} more", path.display(), faults.len() - TOLD)));
    }
}
