//! Looks for the smallest changes that make a list legal.
//!
//! It begins with the list as it is, and always goes on with the list that looks nearest: the one whose changes are
//! small and that has few errors left. It takes one of its errors, tries the changes that may mend it, and judges each.
//! The engine alone decides what helps. A list without errors is a mend.

use std::cmp::Reverse;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, BinaryHeap, HashSet};
use std::hash::{Hash, Hasher};
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Severity, Verdict};
use rayon::prelude::*;

use crate::change::Change;
use crate::numbers;
use crate::place::Place;
use crate::tries::{Reach, tries};

/// How long to look.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How many lists to judge at most.
    pub judged: usize,
    /// How many mends to find at most.
    pub mends: usize,
}

impl Default for Bounds {
    /// 20,000 judged lists, 3 mends.
    fn default() -> Self {
        Self { judged: 20_000, mends: 3 }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Mends {
    /// The mends, the one that changes least first.
    pub mends: Vec<Mend>,
    /// How many lists were judged.
    pub judged: usize,
    /// The search stopped at its bound, so it may have missed some.
    pub is_bounded: bool,
}

/// Changes after which a list breaks no rule.
#[derive(Clone, Debug)]
pub struct Mend {
    /// The changes in their order, each with what it does in words.
    pub changes: Vec<(Change, String)>,
    /// The list with these changes.
    pub list: ArmyList,
    /// What it costs; none if not known.
    pub points: Option<i64>,
    /// Its verdict: legal, or undetermined if something about the list is not known.
    pub verdict: Verdict,
}

/// How many more points count like a change of weight 1.
const POINTS: u64 = 40;
/// How much an error counts that is still there: about as much as the change that mends it.
const ERROR: u64 = 4;
/// How many changes of one list are followed, the best first.
const FOLLOWED: usize = 16;
/// The most changes of a mend.
const MOST_CHANGES: usize = 12;
/// How many changes for one finding are judged before it is asked whether they are enough.
const AT_ONCE: usize = 128;
/// How many changes for one finding are judged, the smallest first, before the search goes on with those that help. In a
/// list of more than `USUAL` squadrons there are fewer, because each takes longer, but at least `AT_ONCE`.
const ENOUGH: usize = 768;
const USUAL: usize = 10;

/// Looks for mends of a list. There are none for a list without errors.
#[must_use]
pub fn fix(ruleset: &Ruleset, list: &ArmyList, bounds: Bounds) -> Mends {
    let mut start = list.clone();
    numbers::number(&mut start);
    let mut search = Search::new(ruleset, list, bounds);
    let errors = muster_engine::errors(ruleset, &start);
    let is_legal = errors.is_empty();
    let mut is_bounded = false;
    search.push(State { list: start, changes: None, weight: 0, errors, points: search.points });
    let (mut mends, mut known) = (Vec::new(), Vec::new());
    while let Some(state) = search.open.pop().filter(|_| !is_legal) {
        if state.state.errors.is_empty() {
            // Other ways to do the same, and more than is needed, are no news.
            let subjects = state.state.subjects();
            if known.iter().all(|other: &BTreeSet<String>| !other.is_subset(&subjects)) {
                known.push(subjects);
                mends.push(search.mend(&state.state));
            }
            if mends.len() >= bounds.mends {
                break;
            }
        } else if search.judged < bounds.judged {
            search.follow(&state.state);
        } else {
            is_bounded = true;
            break;
        }
    }
    // A stable sort: those whose verdict is certain come first.
    mends.sort_by_key(|mend| mend.verdict != Verdict::Legal);
    Mends { mends, judged: search.judged, is_bounded }
}

/// The changes of which each alone mends a finding and causes no other, the smallest first, those of different
/// kinds before others of the same. With them, if it may be waived, that it is waived.
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
    let mut start = list.clone();
    numbers::number(&mut start);
    let errors = muster_engine::errors(ruleset, &start);
    let mut search = Search::new(ruleset, list, bounds);
    let state = Arc::new(State { list: start, changes: None, weight: 0, errors, points: search.points });
    let undetermined = undetermined_of(ruleset, &state.list);
    let mut found: Vec<State> = Vec::new();
    let mut is_bounded = false;
    for reach in [Reach::Near, Reach::Far] {
        let mut changes = tries(ruleset, &state.list, finding, reach);
        if reach == Reach::Far {
            // The others were tried already.
            changes.retain(|change| matches!(change, Change::Swap(..)));
        } else if ruleset.rule(finding.rule.as_str()).is_some_and(|sourced| sourced.rule.waivable) {
            changes.push(Change::Waive(finding.rule.to_string()));
        }
        changes.sort_by_key(|change| change.weight(&state.list));
        for some in changes.chunks(AT_ONCE) {
            let least = some.first().map_or(0, |change| change.weight(&state.list));
            if found.iter().filter(|next| next.weight <= u64::from(least)).count() >= bounds.mends {
                break;
            }
            is_bounded = search.judged + some.len() > search.most;
            if is_bounded {
                break;
            }
            let before = excess_of(&state.errors, finding.rule.as_str());
            let is_less = |errors: &[Finding]| excess_of(errors, finding.rule.as_str()) < before;
            for mut next in search.judge(&state, some.to_vec(), is_less) {
                let left = list.mfv.zip(next.points).map(|(mfv, points)| i64::from(mfv) - points);
                let others = next.errors.extract_if(.., |error| error.rule != finding.rule && to_do(error, left));
                let others: Vec<Finding> = others.collect();
                // Nothing is wrong with an empty list, but nobody wants it.
                let is_some = !Place::all(&next.list).is_empty();
                if is_some && is_only_better(&state.errors, &next.errors, finding) {
                    let caused = others.iter().filter(|other| {
                        excess_of(&others, other.rule.as_str()) > excess_of(&state.errors, other.rule.as_str())
                    });
                    // What is only no longer known to be wrong is not mended.
                    let unknown = undetermined_of(ruleset, &next.list).saturating_sub(undetermined);
                    next.weight += ERROR * (caused.count() + unknown) as u64;
                    found.push(next);
                }
            }
        }
        if !found.is_empty() || is_bounded {
            break;
        }
    }
    // To waive a rule is the last way, because others must agree to it.
    let is_waived = |next: &State| matches!(next.changes, Some((Change::Waive(_), _)));
    found.sort_by_key(|next| (is_waived(next), next.weight));
    let mut known = HashSet::new();
    let (mut first, others): (Vec<State>, Vec<State>) = found.into_iter().partition(|next| known.insert(next.kind()));
    first.extend(others);
    first.truncate(bounds.mends);
    Mends { mends: first.iter().map(|next| search.mend(next)).collect(), judged: search.judged, is_bounded }
}

/// The known words to write for one that refers to nothing, the nearest first. What else is wrong then is not asked:
/// before, it could not be judged.
#[must_use]
pub fn spellings_of(ruleset: &Ruleset, list: &ArmyList, finding: &Finding, bounds: Bounds) -> Mends {
    let mut changes = tries(ruleset, list, finding, Reach::Near);
    changes.retain(|change| matches!(change, Change::Spell(..)));
    changes.truncate(bounds.judged);
    let judged = changes.len();
    let before = count_of(&muster_engine::check(ruleset, list).findings, finding.rule.as_str());
    let made = |change: Change| {
        let after = change.apply(list)?;
        let is_known = count_of(&muster_engine::check(ruleset, &after).findings, finding.rule.as_str()) < before;
        is_known.then(|| mend_of(ruleset, &[(change, list.clone())], &after))
    };
    let mends = changes.into_iter().filter_map(made).take(bounds.mends).collect();
    Mends { mends, judged, is_bounded: false }
}

/// How many findings of a list could not be decided.
fn undetermined_of(ruleset: &Ruleset, list: &ArmyList) -> usize {
    let findings = muster_engine::check(ruleset, list).findings;
    findings.iter().filter(|finding| finding.severity == Severity::Undetermined).count()
}

/// Whether a finding is gone, and no rule is broken more than before.
fn is_only_better(before: &[Finding], after: &[Finding], finding: &Finding) -> bool {
    let is_gone = excess_of(after, finding.rule.as_str()) < excess_of(before, finding.rule.as_str())
        && count_of(after, finding.rule.as_str()) < count_of(before, finding.rule.as_str());
    is_gone && is_no_worse(before, after)
}

/// Whether no rule is broken more than before.
pub(crate) fn is_no_worse(before: &[Finding], after: &[Finding]) -> bool {
    let rules: HashSet<&str> = after.iter().map(|finding| finding.rule.as_str()).collect();
    rules.into_iter().all(|rule| excess_of(after, rule) <= excess_of(before, rule))
}

fn count_of(findings: &[Finding], rule: &str) -> usize {
    findings.iter().filter(|finding| finding.rule.as_str() == rule).count()
}

/// How far a rule is broken: 1 for each finding, and the amounts beyond its limits.
fn excess_of(findings: &[Finding], rule: &str) -> u64 {
    let of_rule = findings.iter().filter(|finding| finding.rule.as_str() == rule);
    of_rule.fold(0, |sum, finding| sum.saturating_add(1).saturating_add(excess(finding)))
}

fn excess(finding: &Finding) -> u64 {
    let Some(measured) = finding.measured else { return 0 };
    let below = finding.min.filter(|min| measured < *min).map_or(0, |min| min.abs_diff(measured));
    let above = finding.max.filter(|max| measured > *max).map_or(0, |max| measured.abs_diff(max));
    below.max(above)
}

/// A changed list.
struct State {
    list: ArmyList,
    /// The change that made it, and the list before; none for the list as it was.
    changes: Option<(Change, Arc<State>)>,
    /// The sum of the weights of its changes, with the points.
    weight: u64,
    errors: Vec<Finding>,
    /// What the list costs; none if not known.
    points: Option<i64>,
}

impl State {
    fn depth(&self) -> usize {
        self.changes.as_ref().map_or(0, |(_, before)| before.depth() + 1)
    }

    /// The weight of its changes, without its points.
    fn own_weight(&self) -> u64 {
        let weight = |change: &Change, before: &Self| u64::from(change.weight(&before.list)) + before.own_weight();
        self.changes.as_ref().map_or(0, |(change, before)| weight(change, before))
    }

    /// What its last change does, and to what.
    fn kind(&self) -> Option<(Discriminant<Change>, String)> {
        self.changes.as_ref().map(|(change, before)| (discriminant(change), change.subject(&before.list)))
    }

    /// What its changes are done to.
    fn subjects(&self) -> BTreeSet<String> {
        let mut subjects = BTreeSet::new();
        let mut state = self;
        while let Some((change, before)) = &state.changes {
            subjects.insert(change.subject(&before.list));
            state = before;
        }
        subjects
    }
}

/// A list to go on with. The smallest comes first; of equal ones that which was made first.
struct Open {
    nearness: Reverse<(u64, usize)>,
    state: Arc<State>,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.nearness == other.nearness
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.nearness.cmp(&other.nearness)
    }
}

struct Search<'s> {
    ruleset: &'s Ruleset,
    /// What the list costs as it was.
    points: Option<i64>,
    /// How many lists may be judged, and how many were.
    most: usize,
    judged: usize,
    made: usize,
    seen: HashSet<u64>,
    open: BinaryHeap<Open>,
}

impl<'s> Search<'s> {
    fn new(ruleset: &'s Ruleset, list: &ArmyList, bounds: Bounds) -> Self {
        Self {
            ruleset,
            points: muster_engine::points(ruleset, list),
            most: bounds.judged,
            judged: 0,
            made: 0,
            seen: HashSet::new(),
            open: BinaryHeap::new(),
        }
    }

    fn push(&mut self, state: State) {
        let mut hasher = DefaultHasher::new();
        format!("{:?}", state.list).hash(&mut hasher);
        if self.seen.insert(hasher.finish()) {
            self.made += 1;
            let errors = u64::try_from(state.errors.len()).unwrap_or(u64::MAX);
            let nearness = Reverse((state.weight.saturating_add(errors.saturating_mul(ERROR)), self.made));
            self.open.push(Open { nearness, state: Arc::new(state) });
        }
    }

    /// Tries the changes that may mend an error of a list, and keeps the best.
    fn follow(&mut self, state: &Arc<State>) {
        if state.depth() >= MOST_CHANGES {
            return;
        }
        let Some(finding) = state.errors.first() else { return };
        let rule = finding.rule.as_str();
        let before = excess_of(&state.errors, rule);
        for reach in [Reach::Near, Reach::Far] {
            let is_wanted =
                |errors: &[Finding]| excess_of(errors, rule) < before && errors.len() <= state.errors.len() + 1;
            let mut changes = tries(self.ruleset, &state.list, finding, reach);
            changes.sort_by_key(|change| change.weight(&state.list));
            let mut found: Vec<State> = Vec::new();
            let mut is_enough = false;
            let squadrons = Place::all(&state.list).len().max(USUAL);
            for some in changes.chunks((ENOUGH * USUAL / squadrons).max(AT_ONCE)) {
                found.extend(self.judge(state, some.to_vec(), is_wanted));
                is_enough = found.iter().any(|next| next.errors.len() < state.errors.len());
                if is_enough {
                    break;
                }
            }
            found.sort_by_key(|next| (next.weight + ERROR * next.errors.len() as u64, excess_of(&next.errors, rule)));
            found.truncate(FOLLOWED);
            for next in found {
                self.push(next);
            }
            if is_enough {
                return;
            }
        }
    }

    /// The lists that these changes make, if their errors are wanted.
    fn judge(
        &mut self,
        state: &Arc<State>,
        mut changes: Vec<Change>,
        is_wanted: impl Fn(&[Finding]) -> bool + Sync,
    ) -> Vec<State> {
        changes.truncate(self.most.saturating_sub(self.judged));
        self.judged += changes.len();
        let next = |change: Change| {
            let list = change.apply(&state.list)?;
            let errors = muster_engine::errors(self.ruleset, &list);
            is_wanted(&errors).then_some(())?;
            let points = muster_engine::points(self.ruleset, &list);
            let moved = self.points.zip(points).map_or(0, |(before, after)| before.abs_diff(after)) / POINTS;
            let weight = state.own_weight() + u64::from(change.weight(&state.list)) + moved;
            Some(State { list, changes: Some((change, Arc::clone(state))), weight, errors, points })
        };
        changes.into_par_iter().filter_map(next).collect()
    }

    fn mend(&self, state: &State) -> Mend {
        let mut steps = Vec::new();
        let mut after = state;
        while let Some((change, before)) = &after.changes {
            steps.push((change.clone(), before.list.clone()));
            after = before;
        }
        steps.reverse();
        mend_of(self.ruleset, &steps, &state.list)
    }
}

/// A mend: changes, each with the list before it, and the list after all of them.
pub(crate) fn mend_of(ruleset: &Ruleset, steps: &[(Change, ArmyList)], after: &ArmyList) -> Mend {
    let changes = steps.iter().map(|(change, before)| (change.clone(), change.says(ruleset, before))).collect();
    let mut list = after.clone();
    numbers::unnumber(&mut list);
    let points = muster_engine::points(ruleset, &list);
    let verdict = muster_engine::check(ruleset, &list).verdict;
    Mend { changes, list, points, verdict }
}
