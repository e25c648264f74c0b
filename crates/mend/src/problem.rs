//! Changes that mend one problem of a list.

use std::collections::HashSet;

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Severity};

use crate::change::ListChange;
use crate::excess::{count_of, excess, excess_of, is_only_better};
use crate::likely::LikelyTargets;
use crate::mend::{Bounds, Mends, mend_of};
use crate::state::{CountingJudge, ListState, POINTS};
use crate::tries::{ChangeAttempt, Reach, tries};

/// How many changes are judged before it is asked whether they are enough.
const AT_ONCE: usize = 48;
/// How much an error counts that a change causes.
const CAUSED: u64 = 4 * POINTS;
/// The ways to show are chosen from so many times as many.
const SHOWN_FROM: usize = 4;
/// How many of a hundred of what is too much or too little a change must move by the prices of the data.
const LEAST_SHARE: u64 = 50;

/// The changes of which each alone mends a finding and causes no other, the smallest first, those of different
/// kinds before others of the same. With them, if it may be waived, that it is waived. The finding is an error or a
/// warning.
///
/// A change may cause findings that are `to_do` or cannot be decided, but others come before it. `to_do` gets a finding,
/// and the points left up to the maximum force value if they are known. Small changes are judged first, and the search
/// ends as soon as no smaller ones can come.
pub fn mends_of(
    ruleset: &Ruleset,
    list: &ArmyList,
    finding: &Finding,
    to_do: impl Fn(&Finding, Option<i64>) -> bool,
    bounds: Bounds,
) -> Mends {
    let rule = finding.rule.as_str();
    let warning = (finding.severity == Severity::Warning).then_some(rule);
    let (mut judging, state) = CountingJudge::begin(ruleset, list, warning, bounds.judged);
    let before = excess_of(&state.errors, rule);
    let is_less = |errors: &[Finding]| excess_of(errors, rule) < before;
    let left = |points: Option<i64>| list.mfv.zip(points).map(|(mfv, points)| i64::from(mfv) - points);
    let is_to_do = to_do(finding, left(state.points));
    let mut found: Vec<ListState> = Vec::new();
    let mut is_bounded = false;
    for reach in [Reach::Near, Reach::Far] {
        let mut changes = tries(ruleset, &state.list, finding, reach);
        if reach == Reach::Far {
            // The others were tried already.
            changes.retain(|tried| matches!(tried.change, ListChange::Swap(..)));
        } else if ruleset.rule(rule).is_some_and(|sourced| sourced.rule.waivable) {
            let change = ListChange::Waive(rule.to_owned());
            changes.insert(0, ChangeAttempt { weight: change.weight(list), change, is_likely: true, share: None });
        }
        // What moves far too few points mends nothing by itself.
        changes.retain(|tried| tried.share.is_none_or(|share| share >= LEAST_SHARE));
        while !changes.is_empty() && !is_bounded && !is_enough(&found, &changes[0], bounds.mends) {
            let some: Vec<(ListChange, u32)> =
                changes.drain(..AT_ONCE.min(changes.len())).map(|tried| (tried.change, tried.weight)).collect();
            is_bounded = judging.judged + some.len() > judging.most;
            for mut next in judging.judge(&state, some, is_less) {
                let left = left(next.points);
                let others = next.errors.extract_if(.., |error| error.rule != finding.rule && to_do(error, left));
                let others: Vec<Finding> = others.collect();
                if is_only_better(&state.errors, &next.errors, finding) {
                    let caused = others.iter().filter(|other| {
                        excess_of(&others, other.rule.as_str()) > excess_of(&state.errors, other.rule.as_str())
                    });
                    let caused = caused.count();
                    // To do one thing does not undo another: an empty group that is needed is filled, not left out.
                    if is_to_do && caused > 0 && takes_away(&next) {
                        continue;
                    }
                    // What is only no longer known to be wrong is not mended.
                    let unknown = next.undetermined.saturating_sub(state.undetermined);
                    next.weight += CAUSED * (caused + unknown) as u64;
                    next.errors.extend(others);
                    found.push(next);
                }
            }
        }
        if !found.is_empty() || is_bounded {
            break;
        }
    }
    // To waive a rule is the last way, because others must agree to it. Of ways that change as much, the one that leaves the
    // least to do comes first: the core type of most squadrons.
    let left_over = |next: &ListState| next.errors.iter().map(excess).fold(0, u64::saturating_add);
    found.sort_by_cached_key(|next| (is_waived(next), next.weight, left_over(next)));
    // Of equal squadrons, it does not matter which is changed.
    let mut keys = HashSet::new();
    found.retain(|next| keys.insert(next.key()));
    let mut known = HashSet::new();
    let (mut first, others): (Vec<ListState>, Vec<ListState>) =
        found.into_iter().partition(|next| known.insert(next.kind()));
    first.extend(others);
    first.truncate(SHOWN_FROM * bounds.mends);
    // A way that brings a new warning is shown only if there is no other.
    let warned = warnings(ruleset, &state.list);
    let (mut good, others): (Vec<ListState>, Vec<ListState>) =
        first.into_iter().partition(|next| is_word(next) || warnings(ruleset, &next.list) <= warned);
    if good.iter().all(is_waived) {
        good.splice(0..0, others);
    }
    let mut first = good;
    first.truncate(bounds.mends);
    Mends { mends: first.iter().map(|next| next.mend(ruleset)).collect(), judged: judging.judged, is_bounded }
}

/// The roles that an error asks for and that no squadron of the list could be given.
#[must_use]
pub fn missing_roles(ruleset: &Ruleset, finding: &Finding) -> Vec<String> {
    if finding.at.iter().any(|at| at.ends_with("/roles")) {
        return Vec::new();
    }
    LikelyTargets::new(ruleset, finding).roles()
}

/// How many warnings a list has.
pub(crate) fn warnings(ruleset: &Ruleset, list: &ArmyList) -> usize {
    let findings = muster_engine::check(ruleset, list).findings;
    findings.iter().filter(|finding| finding.severity == Severity::Warning).count()
}

/// Whether the change takes something of the list away.
fn takes_away(state: &ListState) -> bool {
    state.changes.as_ref().is_some_and(|(change, _)| matches!(change, ListChange::Drop(_) | ListChange::Disband(_)))
}

/// Whether so many were found that no later change can come before them, or that a later one is unlikely to help at all.
fn is_enough(found: &[ListState], next: &ChangeAttempt, wanted: usize) -> bool {
    let found = || found.iter().filter(|found| !is_waived(found));
    let is_smaller = |found: &&ListState| found.weight <= POINTS * u64::from(next.weight + 2);
    found().filter(is_smaller).count() >= wanted || !next.is_likely && found().next().is_some()
}

/// Whether the change only waives a rule or writes a word otherwise. What it brings was there before.
fn is_word(state: &ListState) -> bool {
    is_waived(state) || matches!(state.changes, Some((ListChange::Spell(..), _)))
}

fn is_waived(state: &ListState) -> bool {
    matches!(state.changes, Some((ListChange::Waive(_), _)))
}

/// The known words to write for one that refers to nothing, the nearest first. What else is wrong then is not asked:
/// before, it could not be judged.
#[must_use]
pub fn spellings_of(ruleset: &Ruleset, list: &ArmyList, finding: &Finding, bounds: Bounds) -> Mends {
    let tried = tries(ruleset, list, finding, Reach::Near).into_iter().map(|tried| tried.change);
    let mut changes: Vec<ListChange> = tried.filter(|change| matches!(change, ListChange::Spell(..))).collect();
    changes.truncate(bounds.judged);
    let judged = changes.len();
    let before = count_of(&muster_engine::check(ruleset, list).findings, finding.rule.as_str());
    let made = |change: ListChange| {
        let after = change.apply(list)?;
        let is_known = count_of(&muster_engine::check(ruleset, &after).findings, finding.rule.as_str()) < before;
        is_known.then(|| mend_of(ruleset, &[(change, list)], &after))
    };
    let mends = changes.into_iter().filter_map(made).take(bounds.mends).collect();
    Mends { mends, judged, is_bounded: false }
}
