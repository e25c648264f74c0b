//! Finds the answers that settle what a list leaves open.

use std::borrow::Cow;

use muster_engine::list::{ArmyList, OpenKind};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Severity};

use crate::change::ListChange;
use crate::mend::{Bounds, Mend, Mends, mend_of};
use crate::tries::{Reach, tries};

/// Finds answers to a finding that is undetermined because the list leaves something open. Each answer states one thing, such as
/// `Core type: Naval`, or which model is the Commodore, and settles the finding. The answer after which the list breaks the
/// fewest rules comes first. The player may have meant another, so the others follow.
#[must_use]
pub fn answers_of(ruleset: &Ruleset, list: &ArmyList, finding: &Finding, bounds: Bounds) -> Mends {
    let is_same = |other: &&Finding| other.rule == finding.rule;
    // Judged without `open`, the rule is broken. The changes that would mend it are the possible answers.
    let closed = closed(list);
    let errors = muster_engine::errors(ruleset, &closed);
    let broken = errors.iter().filter(is_same).min_by_key(|error| error.at != finding.at);
    let tried = broken.into_iter().flat_map(|error| tries(ruleset, &closed, error, Reach::Near));
    let is_answer = |change: &ListChange| list.open.iter().any(|kind| states(change, *kind));
    let mut changes: Vec<ListChange> = tried.map(|tried| tried.change).filter(is_answer).collect();
    let is_bounded = changes.len() > bounds.judged;
    changes.truncate(bounds.judged);
    let judged = changes.len();
    let findings = |list: &ArmyList| muster_engine::check(ruleset, list).findings;
    let is_left = |other: &&Finding| matches!(other.severity, Severity::Error | Severity::Undetermined);
    let left_of_rule = |all: &[Finding]| all.iter().filter(is_same).filter(is_left).count();
    let before = left_of_rule(&findings(list));
    let answer = |change: ListChange| {
        let after = change.apply(list)?;
        let all = findings(&after);
        let [errors, open] = [Severity::Error, Severity::Undetermined]
            .map(|severity| all.iter().filter(|other| other.severity == severity).count());
        // A change that makes an error of the finding answers nothing.
        (left_of_rule(&all) < before).then_some(((errors, open), change, after))
    };
    let mut answers: Vec<_> = changes.into_iter().filter_map(answer).collect();
    answers.sort_by_key(|(left, ..)| *left);
    answers.truncate(bounds.mends);
    let mends = answers.into_iter().map(|(_, change, after)| mend_of(ruleset, &[(change, list)], &after)).collect();
    Mends { mends, judged, is_bounded }
}

/// Removes `open` from a list. Then the list lacks what it does not state.
pub(crate) fn closed(list: &ArmyList) -> Cow<'_, ArmyList> {
    if list.open.is_empty() { Cow::Borrowed(list) } else { Cow::Owned(ArmyList { open: Vec::new(), ..list.clone() }) }
}

/// Puts `open` back into a mended list, without the kinds that a step states.
pub(crate) fn reopen(ruleset: &Ruleset, open: &[OpenKind], mend: &mut Mend) {
    let is_stated = |kind: &OpenKind| mend.steps.iter().any(|step| states(&step.change, *kind));
    mend.list.open = open.iter().copied().filter(|kind| !is_stated(kind)).collect();
    if !mend.list.open.is_empty() {
        mend.points = muster_engine::points(ruleset, &mend.list);
        mend.verdict = muster_engine::check(ruleset, &mend.list).verdict;
    }
}

/// Whether a change states something of a kind that a list may leave open.
fn states(change: &ListChange, kind: OpenKind) -> bool {
    match change {
        ListChange::State(id, _) => kind == OpenKind::Settings || kind.word() == id,
        ListChange::Name(..) => kind == OpenKind::Roles,
        ListChange::Take(_, _, instead) => instead.is_empty() && matches!(kind, OpenKind::Options | OpenKind::Marks),
        ListChange::Allocate(..) => kind == OpenKind::Allocations,
        ListChange::Draw(..) => kind == OpenKind::Decks,
        _ => false,
    }
}
