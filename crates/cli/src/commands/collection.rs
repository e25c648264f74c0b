//! `muster collection`: a collection of the models that lists need, so that nobody must type it.

use muster_engine::list::RulesetName;
use muster_engine::needs::Need;
use muster_library::collection::{file_of, largest};
use muster_library::judge::{JudgedList, judge_in_full};
use muster_library::shelf::Shelf;
use muster_submissions::{Intake, NewestGames};

use super::handed_in;
use crate::args::CollectCommand;
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};

/// Writes a collection with the largest number of each model that any single list needs.
pub(crate) fn run(args: &CollectCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let games = NewestGames::new(shelf);
    let (lists, is_whole) = handed_in::lists(&Intake::new(&games), &args.paths);
    let mut ruleset: Option<RulesetName> = None;
    let mut nation: Option<String> = None;
    let mut needs: Vec<Vec<Need>> = Vec::new();
    for submission in &lists {
        let Some(list) = submission.list.as_deref() else { continue };
        let judged = judge_in_full(shelf, &submission.report.file, submission.beside(shelf), list, None);
        // A list without its ruleset is unreadable, so it is not among these.
        let Ok(JudgedList { ruleset: of, needs: theirs, .. }) = judged else { continue };
        let id = &of.declarations().id;
        match &ruleset {
            Some(first) if first.id() != id => {
                let message = format!("the lists are of several games: {} and {id}", first.id());
                return Err(CommandComplaint::new(message).help("a collection is of one game").into());
            }
            Some(_) => {}
            None => {
                // The nation of the first list is that of names without a nation.
                let version = Some(format!("^{}", of.declarations().version));
                ruleset = Some(RulesetName::Versioned { id: id.clone(), version });
                nation = list.nation.as_deref().and_then(|name| of.nation(name)).map(str::to_owned);
            }
        }
        needs.push(theirs);
    }
    let Some(ruleset) = ruleset else {
        return Err(CommandComplaint::new("there is no list to read".to_owned()).into());
    };
    let text = muster_exchange::collection::text(file_of(ruleset, nation.as_deref(), &largest(&needs)))
        .map_err(|error| CommandComplaint::new(format!("the collection cannot be written: {error}")))?;
    file::put_out(&args.target, text.as_bytes())?;
    Ok(if is_whole { ExitOutcome::Fine } else { ExitOutcome::Undecided })
}
