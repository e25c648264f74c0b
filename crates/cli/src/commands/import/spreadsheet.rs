//! `muster import FILE.csv`: makes a catalogue from a spreadsheet. `--template` writes an empty spreadsheet.

use muster_app::own_units::whole_text;
use muster_engine::list::RulesetName;
use muster_exchange::spreadsheet;
use muster_library::shelf::Shelf;

use crate::args::ImportCommand;
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::own_units;
use crate::terminal::inform;
use crate::text::counted;

/// Makes a catalogue with one document per nation, or reports every faulty cell.
pub(super) fn run(args: &ImportCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let id = args.ruleset.as_deref().ok_or_else(|| {
        CommandComplaint::new("the columns of a spreadsheet depend on its game").help("name it with --ruleset")
    })?;
    let ruleset = shelf.ruleset(&RulesetName::Id(id.to_owned()), &[]).map_err(CommandComplaint::from)?;
    let text = if args.template {
        spreadsheet::template(ruleset.declarations())
    } else {
        let [path] = args.files.as_slice() else {
            return Err(CommandComplaint::new("only one spreadsheet can be imported at a time").into());
        };
        let file = own_units::open(path)?;
        let found = own_units::read(&ruleset, &file, args.nation.as_deref()).map_err(CommandComplaint::from)?;
        inform(&counted(found.iter().map(|catalogue| catalogue.units.len()).sum(), "unit"));
        whole_text(&ruleset, &found).map_err(|error| CommandComplaint::new(error.to_string()))?
    };
    file::put_out(&args.target, text.as_bytes())?;
    Ok(ExitOutcome::Fine)
}
