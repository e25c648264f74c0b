//! `--units`: a club's units, from a catalogue or a spreadsheet, added for one run.

use std::path::{Path, PathBuf};

use muster_engine::catalogue::Catalogue;
use muster_engine::compiled::Ruleset;
use muster_exchange::sheet;
use muster_library::catalogues::catalogues;
use muster_library::fault::{Fault, FaultKind};
use muster_library::files;
use muster_library::shelf::Shelf;

use crate::outcome::Complaint;
use crate::terminal::complain;
use crate::text::counted;

/// The most faults of one file that are told.
const TOLD: usize = 200;

/// The shelf with the units of these files. What they hold is understood once it is known which game it is for.
pub fn add(shelf: Shelf, paths: &[PathBuf]) -> Result<Shelf, Complaint> {
    if paths.is_empty() {
        return Ok(shelf);
    }
    let mut held = Vec::with_capacity(paths.len());
    for path in paths {
        let bytes = files::read(path).map_err(|fault| Complaint {
            message: format!("{}: {}", path.display(), fault.message),
            help: fault.help,
        })?;
        held.push((path.clone(), bytes));
    }
    Ok(shelf.with_units(move |ruleset| {
        let found = held.iter().map(|(path, bytes)| read(ruleset, path, bytes, None));
        found.collect::<Result<Vec<_>, _>>().map(|found| found.concat())
    }))
}

/// The catalogues of a file; every fault of it is told on standard error.
pub fn read(ruleset: &Ruleset, path: &Path, bytes: &[u8], nation: Option<&str>) -> Result<Vec<Catalogue>, Fault> {
    let told = if is_sheet(path) {
        sheet::read(ruleset, bytes, nation).map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())
    } else {
        catalogues(bytes).map_err(|faults| faults.iter().map(place).collect())
    };
    let told = told.and_then(|catalogues| {
        let problems = catalogues.iter().flat_map(|catalogue| ruleset.problems_of(catalogue));
        let faults: Vec<String> = problems.map(|problem| format!("{}: {}", problem.item, problem.message)).collect();
        if faults.is_empty() { Ok(catalogues) } else { Err(faults) }
    });
    told.map_err(|faults| {
        for fault in faults.iter().take(TOLD) {
            complain(&Complaint::new(format!("{}: {fault}", path.display())));
        }
        if faults.len() > TOLD {
            complain(&Complaint::new(format!("{}: {} more", path.display(), faults.len() - TOLD)));
        }
        let number = counted(faults.len(), "fault");
        Fault::new(FaultKind::BrokenRuleset, format!("the units in {} cannot be used: {number}", path.display()))
            .at("/ruleset")
    })
}

/// Whether a file is a spreadsheet, by its name.
pub fn is_sheet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
}

fn place(fault: &Fault) -> String {
    match fault.place {
        Some(place) => format!("line {}, column {}: {}", place.line, place.column, fault.message),
        None => fault.message.clone(),
    }
}
