//! `muster compare`: lists and later versions of them.

use std::path::{Path, PathBuf};

use anstream::StripStream;
use muster_engine::report::Verdict;
use muster_library::files;
use muster_library::shelf::Shelf;
use muster_submissions::{Games, HandedIn, Intake, Submission, compare, judge_paths};

use super::{complain, json, passed_over};
use crate::args::{Compare, Comparison};
use crate::outcome::{Failure, Outcome};
use crate::output::comparison::{Answer, people, table};
use crate::{file, terminal};

/// Judges both sides, pairs their lists and tells what differs.
pub(crate) fn run(args: &Compare, shelf: &Shelf) -> Result<Outcome, Failure> {
    let games = Games::new(shelf);
    let intake = Intake::new(&games);
    let (before, is_whole) = lists(&intake, &args.before);
    let (after, is_later_whole) = lists(&intake, &args.after);
    let answer = Answer::new(compare(shelf, &before, &after));
    match (&args.target.output, args.format) {
        (None, Comparison::Human) => people(&mut terminal::stdout(), &answer)?,
        (Some(_), Comparison::Human) => {
            let mut bytes = Vec::new();
            people(&mut StripStream::new(&mut bytes), &answer)?;
            file::put_out(&args.target, &bytes)?;
        }
        (_, Comparison::Json) => {
            let mut bytes = Vec::new();
            json(&mut bytes, &answer)?;
            file::put_out(&args.target, &bytes)?;
        }
        (_, Comparison::Csv) => file::put_out(&args.target, &table(&answer)?)?,
    }
    Ok(if is_whole && is_later_whole { Outcome::Fine } else { Outcome::Undecided })
}

/// The lists in a file or folder, and whether everything in it could be read. What is no list is named on standard
/// error.
fn lists(intake: &Intake, path: &Path) -> (Vec<Submission>, bool) {
    let (mut all, mut is_whole) = (Vec::new(), true);
    judge_paths(intake, &[PathBuf::from(path)], |handed| match handed {
        HandedIn::Lists(lists) => {
            for list in lists {
                if list.report.verdict == Verdict::Unreadable && list.list.is_none() {
                    let bytes = if list.came.is_plain { files::read(Path::new(&list.came.file)).ok() } else { None };
                    complain(&list.report, &bytes.unwrap_or_default());
                    is_whole = false;
                } else {
                    all.push(list);
                }
            }
        }
        HandedIn::NoList { file, why, .. } => passed_over(&file, &why),
    });
    (all, is_whole)
}
