//! Looks for the smallest changes that make a list legal.
//!
//! It begins with the list as it is, and always goes on with the list that looks nearest: the one whose changes are
//! small and that has little left to mend. It takes one of its errors, tries the changes that may mend it, and judges
//! each. The engine alone decides what helps. A list without errors is a mend.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use muster_engine::amount::KeyedAmount;
use muster_engine::list::ArmyList;
use muster_engine::place::SquadronPlace;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, FindingId, Remark, Verdict};
use muster_engine::slots::kinds_for;

use crate::answer::{closed, reopen};
use crate::change::ListChange;
use crate::excess::{count_of, excess_of};
use crate::likely::counts;
use crate::mend::{Bounds, Mend, Mends};
use crate::problem::warnings;
use crate::state::{CountingJudge, ListState, POINTS};
use crate::tries::{Reach, tries};

/// How much an error counts at least that is still there: about as much as the change that mends it.
const ERROR: u64 = 5 * POINTS;
/// How much larger than twice the first a mend may be.
const LARGER: u64 = 10 * POINTS;
/// After the first mend, so many times as many lists are judged as it took, and `MORE`.
const TIMES: usize = 3;
const MORE: usize = 1500;
/// The weight of what is left to mend, in halves of the weight of changes that are made. More than 2 leads straight to a mend,
/// but not always to the smallest.
const LEFT: u64 = 3;
/// How many more errors a list may have after a change and still be followed. With a setting stated, or with the first
/// squadron, rules apply that did not before.
const CAUSED: usize = 1;
const CAUSED_AT_FIRST: usize = 4;
/// The search tries to mend so many errors of one list.
const FINDINGS: usize = 4;
/// The search adds no group to a list that has so many, unless an error asks for one.
const MOST_GROUPS: usize = 3;
/// How many changes of one list are followed, the best first.
const FOLLOWED: usize = 16;
/// No more changes are tried for a finding once so many of them mend a seventh of it or more.
const FAR: usize = 6;
/// The most changes of a mend.
const MOST_CHANGES: usize = 20;
/// How many changes for one finding are judged before it is asked whether they are enough. Then twice as many, and so on.
const AT_ONCE: usize = 48;
/// How many more are judged with them that weigh the same as the last.
const MOST_ALIKE: usize = 400;

/// Looks for mends of a list. A list without errors has none. What the list leaves open counts as missing, so a mend states it
/// where a rule needs it.
#[must_use]
pub fn fix(ruleset: &Ruleset, list: &ArmyList, bounds: Bounds) -> Mends {
    fix_by(ruleset, list, bounds, &|_| true)
}

/// Looks for mends that make only changes for which `may` is true.
pub(crate) fn fix_by(ruleset: &Ruleset, list: &ArmyList, bounds: Bounds, may: &dyn Fn(&ListChange) -> bool) -> Mends {
    let (stated, list) = (list, &*closed(list));
    let (judging, start) = CountingJudge::begin(ruleset, list, None, bounds.judged);
    let mut search = MendSearch {
        judging,
        may,
        wanted: bounds.mends,
        made: 0,
        seen: HashSet::new(),
        open: BinaryHeap::new(),
        followed: VecDeque::new(),
        rates: HashMap::new(),
        helped: HashMap::new(),
    };
    let is_legal = start.errors.is_empty();
    let mut is_bounded = false;
    let mut most = bounds.judged;
    search.push(start);
    let (mut mends, mut known): (Vec<(u64, Mend)>, Vec<_>) = (Vec::new(), Vec::new());
    // Ways that bring a new warning are told only if there are no others.
    let mut warned = Vec::new();
    let warnings_before = warnings(ruleset, list);
    while let Some(state) = search.pop().filter(|_| !is_legal) {
        // What is much larger than the first mend is no news.
        let first = mends.iter().map(|(weight, _)| *weight).min();
        if first.is_some_and(|first| state.weight > first.saturating_mul(2).saturating_add(LARGER)) {
            continue;
        }
        if state.errors.is_empty() {
            // Other ways to do the same, and more than is needed, are no news either.
            let subjects = state.subjects();
            if known.iter().all(|other: &BTreeSet<String>| !other.is_subset(&subjects)) {
                if known.is_empty() && warned.is_empty() {
                    most = most.min(search.judging.judged * TIMES + MORE);
                }
                let mend = state.mend(ruleset);
                let is_spelling = mend.steps.iter().all(|step| matches!(step.change, ListChange::Spell(..)));
                if !is_spelling && warnings(ruleset, &mend.list) > warnings_before {
                    warned.push((state.weight, mend));
                } else {
                    known.push(subjects);
                    mends.push((state.weight, mend));
                }
            }
            if mends.len() >= bounds.mends {
                break;
            }
        } else if search.judging.judged < most {
            search.follow(&state);
        } else {
            is_bounded = search.judging.judged >= bounds.judged;
            break;
        }
    }
    if mends.is_empty() {
        mends = warned;
        mends.truncate(bounds.mends);
    }
    for (_, mend) in &mut mends {
        reopen(ruleset, &stated.open, mend);
    }
    // Those whose verdict is certain come first.
    mends.sort_by_key(|(weight, mend)| (mend.verdict != Verdict::Legal, *weight));
    let mends = mends.into_iter().map(|(_, mend)| mend).collect();
    Mends { mends, judged: search.judging.judged, is_bounded }
}

/// A list to go on with. The nearest comes first; of equal ones that with less left to mend, then that made first.
struct OpenList {
    nearness: Reverse<(u64, u64, usize)>,
    state: Arc<ListState>,
}

impl PartialEq for OpenList {
    fn eq(&self, other: &Self) -> bool {
        self.nearness == other.nearness
    }
}

impl Eq for OpenList {}

impl PartialOrd for OpenList {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenList {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.nearness.cmp(&other.nearness)
    }
}

struct MendSearch<'s> {
    judging: CountingJudge<'s>,
    /// Whether a mend may have a change.
    may: &'s dyn Fn(&ListChange) -> bool,
    /// How many mends are wanted.
    wanted: usize,
    made: usize,
    seen: HashSet<u64>,
    open: BinaryHeap<OpenList>,
    /// The lists whose first error the search tried to mend.
    followed: VecDeque<Arc<ListState>>,
    /// The cheapest that was found for each rule: the weight of a change, and how far it reduced the excess.
    rates: HashMap<String, (u64, u64)>,
    /// The units whose additions helped, for each rule. They are tried first when the rule is still broken.
    helped: HashMap<String, HashSet<String>>,
}

impl MendSearch<'_> {
    fn push(&mut self, state: Arc<ListState>) {
        if self.seen.insert(state.key()) {
            self.made += 1;
            let (near, left) = self.nearness(&state);
            self.open.push(OpenList { nearness: Reverse((near, left, self.made)), state });
        }
    }

    /// The nearest list. What was learned since it was pushed counts too.
    fn pop(&mut self) -> Option<Arc<ListState>> {
        if self.open.is_empty() {
            self.return_to_followed();
        }
        loop {
            let OpenList { nearness: Reverse((before, _, made)), state } = self.open.pop()?;
            let (near, left) = self.nearness(&state);
            let is_next = self.open.peek().is_none_or(|next| near <= next.nearness.0.0);
            if near <= before || is_next {
                return Some(state);
            }
            self.open.push(OpenList { nearness: Reverse((near, left, made)), state });
        }
    }

    /// The weight of its changes with what is left to mend, and what is left to mend.
    fn nearness(&self, state: &ListState) -> (u64, u64) {
        let rules: BTreeSet<&str> = state.errors.iter().map(|error| error.rule.as_str()).collect();
        let left = rules.into_iter().fold(0_u64, |sum, rule| {
            let least = ERROR * count_of(&state.errors, rule) as u64;
            let learned = self
                .rates
                .get(rule)
                .map_or(0, |(weight, reduced)| weight.saturating_mul(excess_of(&state.errors, rule)) / reduced.max(&1));
            sum.saturating_add(least.max(learned))
        });
        (state.weight.saturating_add(left.saturating_mul(LEFT) / 2), left)
    }

    /// Tries the changes that may mend the first error of a list, and keeps the best lists.
    fn follow(&mut self, state: &Arc<ListState>) {
        if state.depth() >= MOST_CHANGES {
            return;
        }
        if let Some(finding) = self.errors(state).first() {
            self.follow_finding(state, finding);
            self.followed.push_back(Arc::clone(state));
        }
    }

    /// Returns to the lists that were followed, until there is a list to go on with: tries to mend another of their errors first. A list
    /// has no bearer of a role before it has squadrons.
    fn return_to_followed(&mut self) {
        while let Some(state) = self.followed.pop_front().filter(|_| self.judging.judged < self.judging.most) {
            for finding in self.errors(&state).iter().take(FINDINGS).skip(1) {
                self.follow_finding(&state, finding);
                if !self.open.is_empty() {
                    return;
                }
            }
            self.add_group(&state);
            if !self.open.is_empty() {
                return;
            }
        }
    }

    /// The errors of a list, those first that the search mends first: a setting decides which rules apply, and squadrons and groups what
    /// is wrong with the list.
    fn errors(&self, state: &ListState) -> Vec<Finding> {
        let mut errors = muster_engine::errors(self.judging.ruleset, &state.list);
        errors.sort_by_key(|error| rank(self.judging.ruleset, error));
        errors
    }

    /// Adds a group of each kind, which may give room for squadrons.
    fn add_group(&mut self, state: &Arc<ListState>) {
        if state.list.groups.len() >= MOST_GROUPS {
            return;
        }
        let nation = state.list.nation.as_deref().and_then(|name| self.judging.ruleset.nation(name));
        let founded = kinds_for(self.judging.ruleset, nation).into_iter().map(|kind| {
            let change = ListChange::Found(kind.clone());
            let weight = change.weight(&state.list);
            (change, weight)
        });
        let most = state.errors.len() + CAUSED_AT_FIRST;
        for next in self.judging.judge(state, founded.collect(), |errors| errors.len() <= most) {
            self.push(Arc::new(next));
        }
    }

    /// Tries the changes that may mend one error of a list, and keeps the best lists.
    fn follow_finding(&mut self, state: &Arc<ListState>, finding: &Finding) {
        let rule = finding.rule.as_str();
        let before = excess_of(&state.errors, rule);
        let caused =
            if rank(self.judging.ruleset, finding) == 0 || state.has_no_squadrons() { CAUSED_AT_FIRST } else { CAUSED };
        let most = state.errors.len() + caused;
        // A list with an unknown word is not judged by rules, so a change that makes one mends nothing.
        let words = unknown_words(&state.errors);
        let is_wanted = |errors: &[Finding]| {
            errors.len() <= most && excess_of(errors, rule) < before && unknown_words(errors) <= words
        };
        let dropped = state.dropped();
        for reach in [Reach::Near, Reach::Far] {
            let mut changes = tries(self.judging.ruleset, &state.list, finding, reach);
            // What was left out before does not come back.
            changes.retain(|tried| match &tried.change {
                ListChange::Add(_, squadron) => !dropped.contains(&squadron.unit.as_str()),
                _ => true,
            });
            changes.retain(|tried| (self.may)(&tried.change));
            if let Some(helped) = self.helped.get(rule) {
                for tried in &mut changes {
                    if let ListChange::Add(_, squadron) = &tried.change {
                        tried.is_likely = helped.contains(&squadron.unit);
                    }
                }
                changes.sort_by_key(|tried| (!tried.is_likely, tried.weight));
            }
            let (mut found, mut doubtful): (Vec<ListState>, Vec<ListState>) = (Vec::new(), Vec::new());
            let (mut is_enough, mut is_better) = (false, false);
            let mut number = AT_ONCE;
            while !changes.is_empty() && !is_enough {
                // Of changes that weigh the same, none is left out because it comes later.
                let end = number.min(changes.len());
                let last = (changes[end - 1].is_likely, changes[end - 1].weight);
                let alike =
                    changes[end..].iter().take(MOST_ALIKE).take_while(|next| (next.is_likely, next.weight) == last);
                let end = end + alike.count();
                let some: Vec<(ListChange, u32)> =
                    changes.drain(..end).map(|tried| (tried.change, tried.weight)).collect();
                // What is only no longer known to be wrong is not mended.
                let judged = self.judging.judge(state, some, is_wanted).into_iter();
                let (known, unknown): (Vec<_>, Vec<_>) =
                    judged.partition(|next| next.undetermined <= state.undetermined);
                found.extend(known);
                doubtful.extend(unknown);
                let better = found.iter().filter(|next| next.errors.len() < state.errors.len());
                let far = found.iter().filter(|next| excess_of(&next.errors, rule) * 7 <= before * 6).count();
                is_enough = better.count() >= self.wanted || far >= FAR || self.judging.judged >= self.judging.most;
                is_better = is_better || far > 0;
                number *= 2;
                // What cannot move what is counted is tried only if nothing else helps.
                if !found.is_empty() && changes.first().is_some_and(|next| !next.is_likely) {
                    break;
                }
            }
            if found.is_empty() {
                found = doubtful;
            }
            self.learn(state, rule, &found);
            is_better = is_better || found.iter().any(|next| next.errors.len() < state.errors.len());
            let left = |next: &ListState| self.nearness(next).0;
            found.sort_by_cached_key(|next| (left(next), excess_of(&next.errors, rule)));
            found.truncate(FOLLOWED);
            for next in found {
                self.push(Arc::new(next));
            }
            if is_better {
                break;
            }
        }
    }

    /// Remembers what it takes to mend a rule, and which units helped.
    fn learn(&mut self, state: &ListState, rule: &str, found: &[ListState]) {
        let before = excess_of(&state.errors, rule);
        for next in found {
            let step = (next.weight - state.weight, before - excess_of(&next.errors, rule));
            let best = self.rates.entry(rule.to_owned()).or_insert(step);
            if u128::from(step.0) * u128::from(best.1) < u128::from(best.0) * u128::from(step.1) {
                *best = step;
            }
            if let Some((ListChange::Add(_, squadron), _)) = &next.changes {
                self.helped.entry(rule.to_owned()).or_default().insert(squadron.unit.clone());
            }
        }
    }
}

/// How many words of a list mean nothing there, such as squadrons that stand outside of groups.
fn unknown_words(errors: &[Finding]) -> usize {
    errors.iter().filter(|error| error.rule == FindingId::Remark(Remark::UnknownWord)).count()
}

/// 0 for a finding about a setting, 1 for one that asks for a group, 2 for one about a squadron, 3 for one about a group, 4 for one
/// about the list.
fn rank(ruleset: &Ruleset, finding: &Finding) -> u8 {
    if lacks_groups(ruleset, finding) {
        return 1;
    }
    match finding.at.as_slice() {
        [at, ..] if at.starts_with("/settings/") => 0,
        [_] if SquadronPlace::only(&finding.at).is_some() => 2,
        [at, ..] if SquadronPlace::parse(at).is_some_and(|place| place.group.is_some() && !place.is_squadron()) => 3,
        _ => 4,
    }
}

/// Whether a list has too few groups.
fn lacks_groups(ruleset: &Ruleset, finding: &Finding) -> bool {
    let is_below = finding.measured.zip(finding.min).is_some_and(|(measured, min)| measured < min);
    is_below && counts(ruleset, finding, |amount| matches!(amount, KeyedAmount::Groups(_)))
}
