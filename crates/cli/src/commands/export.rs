//! `muster export`: a catalogue as a spreadsheet.

use std::path::Path;

use muster_engine::catalogue::Catalogue;
use muster_engine::list::RulesetName;
use muster_exchange::sheet;
use muster_library::catalogues::catalogues;
use muster_library::files;
use muster_library::shelf::Shelf;

use crate::args::{Export, To};
use crate::file;
use crate::outcome::{Complaint, Failure, Outcome};
use crate::terminal::remark;

/// Writes the sheet, and on standard error what a sheet has no place for.
pub fn run(args: &Export, shelf: &Shelf) -> Result<Outcome, Failure> {
    let To::Csv = args.to;
    let found = read(&args.file)?;
    let id = args.ruleset.as_deref().ok_or_else(|| {
        Complaint::new("what the traits of a catalogue are called depends on the game").help("name it with --ruleset")
    })?;
    let ruleset = shelf.ruleset(&RulesetName::Id(id.to_owned()), &["none of them"]).map_err(Complaint::from)?;
    let (text, lost) = sheet::write(ruleset.declarations(), &found);
    for line in &lost {
        remark(line);
    }
    file::put_out(&args.target, text.as_bytes())?;
    Ok(Outcome::Fine)
}

fn read(path: &Path) -> Result<Vec<Catalogue>, Complaint> {
    let told = |message: &str| Complaint::new(format!("{}: {message}", path.display()));
    let bytes = files::read(path).map_err(|fault| told(&fault.message))?;
    catalogues(&bytes).map_err(|faults| {
        let first = faults.first().map_or("it cannot be read", |fault| fault.message.as_str());
        told(first).help(format!("`muster lint {}` tells all", path.display()))
    })
}
