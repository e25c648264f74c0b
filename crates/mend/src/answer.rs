//! Answers to what a list leaves open.

use std::borrow::Cow;

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Severity};

use crate::change::Change;
use crate::mend::{Bounds, Mends, mend_of};
use crate::tries::{Reach, tries};

/// The statements of which each settles a finding that is undetermined because the list leaves something open: `Core type:
/// Naval`, or which model is the Commodore. Those come first after which the list breaks the fewest rules; the others are
/// answers too, because the player knows what was meant.
#[must_use]
pub fn answers_of(ruleset: &Ruleset, list: &ArmyList, finding: &Finding, bounds: Bounds) -> Mends {
    let is_same = |other: &&Finding| other.rule == finding.rule;
    // Without what is open, the rule is broken, and what mends it is what was left open.
    let errors = muster_engine::errors(ruleset, &closed(list));
    let broken = errors.iter().filter(is_same).min_by_key(|error| error.at != finding.at);
    let tried = broken.into_iter().flat_map(|error| tries(ruleset, &closed(list), error, Reach::Near));
    let mut changes: Vec<Change> = tried.map(|tried| tried.change).filter(is_statement).collect();
    changes.truncate(bounds.judged);
    let judged = changes.len();
    let answer = |change: Change| {
        let after = change.apply(list)?;
        let report = muster_engine::check(ruleset, &after);
        let has = |severity| move |other: &&Finding| other.severity == severity;
        let is_settled =
            !report.findings.iter().filter(is_same).any(|other| {
                other.at == finding.at && matches!(other.severity, Severity::Undetermined | Severity::Error)
            });
        let [errors, open] = [Severity::Error, Severity::Undetermined]
            .map(|severity| report.findings.iter().filter(has(severity)).count());
        is_settled.then_some(((errors, open), change, after))
    };
    let mut answers: Vec<_> = changes.into_iter().filter_map(answer).collect();
    answers.sort_by_key(|(left, ..)| *left);
    answers.truncate(bounds.mends);
    let mends = answers.into_iter().map(|(_, change, after)| mend_of(ruleset, &[(change, list)], &after)).collect();
    Mends { mends, judged, is_bounded: false }
}

/// The list as if it stated everything that it leaves open, namely nothing.
pub(crate) fn closed(list: &ArmyList) -> Cow<'_, ArmyList> {
    if list.open.is_empty() { Cow::Borrowed(list) } else { Cow::Owned(ArmyList { open: Vec::new(), ..list.clone() }) }
}

/// Whether a change only states something that a list may leave open.
fn is_statement(change: &Change) -> bool {
    match change {
        Change::State(..) | Change::Name(..) => true,
        Change::Take(_, _, instead) => instead.is_empty(),
        _ => false,
    }
}
