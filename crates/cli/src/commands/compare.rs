//! `muster compare`: says what changed between earlier lists and later versions of them.

use std::slice;

use anstream::StripStream;
use muster_library::shelf::Shelf;
use muster_submissions::{Intake, NewestGames, compare};

use super::handed_in::newest;
use super::json;
use crate::args::{CompareCommand, CompareFormat};
use crate::outcome::{CommandFailure, ExitOutcome};
use crate::output::comparison::{CompareOutput, people, table};
use crate::{events, file, terminal};

/// Judges both sides, pairs their lists and writes what differs.
pub(crate) fn run(args: &CompareCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let games = NewestGames::new(shelf);
    let keys = args.keys.open()?;
    let intake = Intake::new(&games).with_keys(keys.as_ref());
    let rules = events::versions(shelf, false);
    let (before, is_whole) = newest(&intake, &rules, slice::from_ref(&args.before));
    // The second folder has later lists, so the deadline must not leave any of them out.
    let (after, is_later_whole) = newest(&intake, &rules.without_deadline(), slice::from_ref(&args.after));
    let answer = CompareOutput::new(compare(shelf, &before, &after, args.late));
    match (&args.target.output, args.format) {
        (None, CompareFormat::Human) => people(&mut terminal::stdout(), &answer)?,
        (Some(_), CompareFormat::Human) => {
            let mut bytes = Vec::new();
            people(&mut StripStream::new(&mut bytes), &answer)?;
            file::put_out(&args.target, &bytes)?;
        }
        (_, CompareFormat::Json) => {
            let mut bytes = Vec::new();
            json(&mut bytes, &answer)?;
            file::put_out(&args.target, &bytes)?;
        }
        (_, CompareFormat::Csv) => file::put_out(&args.target, &table(&answer)?)?,
    }
    Ok(if is_whole && is_later_whole { ExitOutcome::Fine } else { ExitOutcome::Undecided })
}
