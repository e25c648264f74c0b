//! Changed lists, and how they are judged.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use muster_engine::effort;
use muster_engine::list::{ArmyList, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Severity};
use muster_engine::{Basis, ErrorTally};
use rayon::prelude::*;

use crate::change::ListChange;
use crate::mend::{Mend, mend_of};
use crate::numbers;

/// How many points that are moved count like a change of weight 1.
pub(crate) const POINTS: u64 = 40;
/// How much each change counts beside its weight: of two mends, that with fewer changes is plainer.
const CHANGE: u64 = 2 * POINTS;

/// A changed list.
pub(crate) struct ListState {
    pub list: ArmyList,
    /// The change that made it, and the list before; none for the list as it was.
    pub changes: Option<(ListChange, Arc<ListState>)>,
    /// The sum of the weights of its changes, `POINTS` for each 1, and of the points that each of them moves.
    pub weight: u64,
    /// Its errors, in numbers alone.
    pub errors: Vec<Finding>,
    /// How many findings could not be decided.
    pub undetermined: usize,
    /// What the list costs; none if not known.
    pub points: Option<i64>,
}

impl ListState {
    /// How many changes made it.
    pub(crate) fn depth(&self) -> usize {
        self.changes.as_ref().map_or(0, |(_, before)| before.depth() + 1)
    }

    pub(crate) fn has_no_squadrons(&self) -> bool {
        has_no_squadrons(&self.list)
    }

    /// What its last change does, and to what.
    pub(crate) fn kind(&self) -> Option<(Discriminant<ListChange>, String)> {
        self.changes.as_ref().map(|(change, before)| (discriminant(change), change.subject(&before.list)))
    }

    /// What its changes are done to.
    pub(crate) fn subjects(&self) -> BTreeSet<String> {
        self.steps().iter().map(|(change, before)| change.subject(before)).collect()
    }

    /// The units of squadrons that its changes left out.
    pub(crate) fn dropped(&self) -> Vec<&str> {
        let mut units = Vec::new();
        let mut state = self;
        while let Some((change, before)) = &state.changes {
            if let ListChange::Drop(place) | ListChange::Swap(place, _) = change
                && let Some(squadron) = place.squadron(&before.list)
            {
                units.push(squadron.unit.as_str());
            }
            state = before;
        }
        units
    }

    /// Its changes in their order, each with the list before it.
    pub(crate) fn steps(&self) -> Vec<(ListChange, &ArmyList)> {
        let mut steps = Vec::new();
        let mut state = self;
        while let Some((change, before)) = &state.changes {
            steps.push((change.clone(), &before.list));
            state = before;
        }
        steps.reverse();
        steps
    }

    /// The mend that these changes are.
    pub(crate) fn mend(&self, ruleset: &Ruleset) -> Mend {
        mend_of(ruleset, &self.steps(), &self.list)
    }

    /// The same for two lists that differ only in the order of their squadrons and cards.
    pub(crate) fn key(&self) -> u64 {
        let mut list = self.list.clone();
        numbers::unnumber(&mut list);
        list.decks.values_mut().for_each(|cards| cards.sort_by_cached_key(|card| format!("{card:?}")));
        let (squadrons, groups) = (std::mem::take(&mut list.squadrons), std::mem::take(&mut list.groups));
        let mut all = hash(&format!("{list:?}")).wrapping_add(of_all(&squadrons));
        for (number, group) in (1_u64..).zip(&groups) {
            let kind = hash(&format!("{number} {}", group.kind));
            all = all.wrapping_add(kind).wrapping_add(of_all(&group.squadrons).wrapping_mul(number | 1 << 32));
        }
        all
    }
}

fn has_no_squadrons(list: &ArmyList) -> bool {
    list.squadrons.is_empty() && list.groups.iter().all(|group| group.squadrons.is_empty())
}

fn of_all(squadrons: &[Squadron]) -> u64 {
    squadrons.iter().fold(0, |sum, squadron| sum.wrapping_add(hash(&format!("{squadron:?}"))))
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Judges changed lists, and counts them.
pub(crate) struct CountingJudge<'s> {
    pub ruleset: &'s Ruleset,
    /// A rule whose warnings count as errors.
    warning: Option<&'s str>,
    /// How many lists may be judged, and how many were.
    pub most: usize,
    pub judged: usize,
}

impl<'s> CountingJudge<'s> {
    /// Begins with a list as it is. `warning` is a rule whose warnings count as errors.
    pub(crate) fn begin(
        ruleset: &'s Ruleset,
        list: &ArmyList,
        warning: Option<&'s str>,
        most: usize,
    ) -> (Self, Arc<ListState>) {
        let judging = Self { ruleset, warning, most, judged: 0 };
        let mut list = list.clone();
        numbers::number(&mut list);
        let ErrorTally { errors, undetermined, points } = judging.tally(&list, muster_engine::tally(ruleset, &list));
        let start = ListState { list, changes: None, weight: 0, errors, undetermined, points };
        (judging, Arc::new(start))
    }

    /// The lists that these changes make, if their errors are wanted. Each change comes with its weight.
    pub(crate) fn judge(
        &mut self,
        state: &Arc<ListState>,
        mut changes: Vec<(ListChange, u32)>,
        is_wanted: impl Fn(&[Finding]) -> bool + Sync,
    ) -> Vec<ListState> {
        changes.truncate(self.most.saturating_sub(self.judged));
        self.judged += changes.len();
        let basis = Basis::new(self.ruleset, &state.list);
        let next = |(change, weight): (ListChange, u32)| {
            let list = change.apply(&state.list)?;
            // Nothing is wrong with an empty list, but nobody wants it.
            let is_nothing = has_no_squadrons(&list) && (list.groups.is_empty() || !state.has_no_squadrons());
            let was_nothing = state.has_no_squadrons() && state.list.groups.is_empty();
            (!is_nothing || was_nothing).then_some(())?;
            let ErrorTally { errors, undetermined, points } = self.tally(&list, basis.tally(&list));
            is_wanted(&errors).then_some(())?;
            // Points of what was only misspelt were meant before, too.
            let is_word = matches!(change, ListChange::Spell(..));
            let known = state.points.zip(points).filter(|_| !is_word);
            let moved = known.map_or(0, |(before, after)| before.abs_diff(after));
            let weight = state.weight + CHANGE + POINTS * u64::from(weight) + moved;
            let changes = Some((change, Arc::clone(state)));
            Some(ListState { list, changes, weight, errors, undetermined, points })
        };
        let here = effort::here();
        changes.into_par_iter().filter_map(|change| here.go_on(|| next(change))).collect()
    }

    /// The tally of a list, with the warnings that count as errors.
    fn tally(&self, list: &ArmyList, mut tally: ErrorTally) -> ErrorTally {
        if let Some(rule) = self.warning {
            let findings = muster_engine::check(self.ruleset, list).findings.into_iter();
            let is_it = |finding: &Finding| finding.severity == Severity::Warning && finding.rule.as_str() == rule;
            tally.errors.extend(findings.filter(is_it));
        }
        tally
    }
}
