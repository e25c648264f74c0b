//! Prepares lists for a search of changes.

use muster_engine::list::ArmyList;
use muster_library::judge::{JudgedList, judge_in_full};
use muster_library::share::WHOLE;
use muster_library::shelf::Shelf;
use muster_submissions::Submission;

/// Judges a list, and returns it as the search for changes takes it. None if it cannot be judged.
pub(crate) fn to_change(shelf: &Shelf, submission: &Submission) -> Option<(JudgedList, ArmyList)> {
    let list = submission.list.as_deref()?;
    let judged = judge_in_full(shelf, &submission.report.file, submission.beside(shelf), list, None).ok()?;
    // A changed list is no part of the full list whose code it states.
    let mut list = list.clone();
    list.extra.shift_remove(WHOLE);
    Some((judged, list))
}
