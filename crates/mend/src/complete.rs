//! Looks for legal additions to a list.

use std::cmp::Reverse;

use muster_engine::effort;
use muster_engine::list::{ArmyList, ModelCount, Squadron};
use muster_engine::place::SquadronPlace;
use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use muster_engine::{Basis, ErrorTally};
use rayon::prelude::*;

use crate::change::ListChange;
use crate::excess::is_no_worse;
use crate::mend::{Bounds, Mend, mend_of};
use crate::numbers;
use crate::search::fix;
use crate::tries::growths;
use crate::units::units;

/// The most changes that fill a list.
const MOST: usize = 40;
/// The most numbers of models that are tried for one unit, beside the smallest.
const MOST_SIZES: u32 = 12;
/// A list that stays illegal however it is filled is first made legal: by one of so many mends, ...
const MENDS: usize = 3;
/// ... for which this part of all lists is judged at most.
const MENDING: usize = 4;

/// What may be added to a list.
#[derive(Clone, Debug)]
pub struct Additions {
    /// Each squadron that may be added by itself, the dearest first.
    pub single: Vec<Mend>,
    /// Squadrons one after the other, then models and options, until nothing more may be added; none if nothing may be.
    /// If that leaves the list illegal, it begins with what makes it legal, where that takes nothing away.
    pub full: Option<Mend>,
    /// How many lists were judged.
    pub judged: usize,
    /// The search stopped at its bound, so it may have missed some.
    pub is_bounded: bool,
}

/// Looks for squadrons, models and options for the points left: none of them breaks a rule, or breaks one more than
/// before. What has no known price, and what costs nothing, is left out.
///
/// `may_be` says whether a person can field a list. If it refuses a list, it must refuse every list that has more.
#[must_use]
pub fn complete(
    ruleset: &Ruleset,
    list: &ArmyList,
    bounds: Bounds,
    may_be: &(dyn Fn(&ArmyList) -> bool + Sync),
) -> Additions {
    additions_to(ruleset, list, bounds, may_be, true)
}

/// The same, but leaves `single` empty. It is faster, because the verdict of each single addition takes a whole check.
#[must_use]
pub fn fill(
    ruleset: &Ruleset,
    list: &ArmyList,
    bounds: Bounds,
    may_be: &(dyn Fn(&ArmyList) -> bool + Sync),
) -> Additions {
    additions_to(ruleset, list, bounds, may_be, false)
}

fn additions_to(
    ruleset: &Ruleset,
    list: &ArmyList,
    bounds: Bounds,
    may_be: &(dyn Fn(&ArmyList) -> bool + Sync),
    tells_single: bool,
) -> Additions {
    let mut start = list.clone();
    numbers::number(&mut start);
    let mut search = FillSearch { ruleset, may_be, most: bounds.judged, judged: 0, prices: Vec::new() };
    search.prices = additions(ruleset, &start).into_iter().map(|change| (change, None)).collect();
    let next = search.add(&start);
    let mut single: Vec<&FittingChange> = if tells_single { next.iter().collect() } else { Vec::new() };
    single.sort_by_key(|fitting| (fitting.errors, Reverse(fitting.gain)));
    let single = single.iter().map(|one| mend_of(ruleset, &[(one.change.clone(), &start)], &one.after)).collect();
    let mut full = search.fill(start, next);
    if full.as_ref().is_none_or(|full| full.verdict == Verdict::Illegal) {
        full = search.mend_and_fill(list).or(full);
    }
    let is_bounded = search.is_bounded() || full.as_ref().is_some_and(|full| full.steps.len() >= MOST);
    Additions { single, full, judged: search.judged, is_bounded }
}

/// A change that fits into the points left and breaks nothing.
struct FittingChange {
    change: ListChange,
    after: ArmyList,
    /// How many errors the list has with it.
    errors: usize,
    /// The points that it adds.
    gain: i64,
}

struct FillSearch<'s> {
    ruleset: &'s Ruleset,
    may_be: &'s (dyn Fn(&ArmyList) -> bool + Sync),
    /// How many lists may be judged, and how many were.
    most: usize,
    judged: usize,
    /// All additions, with their price once it is known.
    prices: Vec<(ListChange, Option<i64>)>,
}

impl FillSearch<'_> {
    /// Squadrons one after the other, then models and options, until nothing more may be added. `next` are the squadrons that
    /// may be added first.
    fn fill(&mut self, start: ArmyList, mut next: Vec<FittingChange>) -> Option<Mend> {
        let mut steps: Vec<(ListChange, ArmyList)> = Vec::new();
        let mut now = start;
        loop {
            if next.is_empty() {
                next = self.grow(&now);
            }
            let Some(FittingChange { change, after, .. }) = next.into_iter().next() else { break };
            steps.push((change, std::mem::replace(&mut now, after)));
            if self.is_bounded() || steps.len() >= MOST {
                break;
            }
            next = self.add(&now);
        }
        let steps: Vec<(ListChange, &ArmyList)> =
            steps.iter().map(|(change, before)| (change.clone(), before)).collect();
        (!steps.is_empty()).then(|| mend_of(self.ruleset, &steps, &now))
    }

    /// Makes the list legal by changes that take nothing away, and fills it then. None if no such changes are found.
    fn mend_and_fill(&mut self, list: &ArmyList) -> Option<Mend> {
        let bounds = Bounds { judged: self.most / MENDING, mends: MENDS };
        let found = fix(self.ruleset, list, bounds);
        self.judged += found.judged;
        let is_fine =
            |mend: &Mend| mend.steps.iter().all(|step| step.change.takes_nothing()) && (self.may_be)(&mend.list);
        let mended = found.mends.into_iter().find(is_fine)?;
        let mut start = mended.list.clone();
        numbers::number(&mut start);
        let next = self.add(&start);
        let Some(filled) = self.fill(start, next) else { return Some(mended) };
        Some(Mend { steps: mended.steps.into_iter().chain(filled.steps).collect(), ..filled })
    }

    fn is_bounded(&self) -> bool {
        self.judged >= self.most
    }

    /// The squadrons that fit, the best first: those that leave fewer errors, then the dearest. A unit that the list has
    /// already counts as less dear.
    fn add(&mut self, list: &ArmyList) -> Vec<FittingChange> {
        let left = self.left(list);
        let affordable: Vec<usize> = (0..self.prices.len())
            .filter(|place| self.prices[*place].1.zip(left).is_none_or(|(price, left)| (1..=left).contains(&price)))
            .collect();
        let changes = affordable.iter().map(|place| self.prices[*place].0.clone()).collect();
        let judged = self.judge(list, changes);
        let mut found = Vec::new();
        for (place, (gain, fitting)) in affordable.into_iter().zip(judged) {
            // An unknown price is tried no more, and neither is what may not be in the list.
            self.prices[place].1 = Some(gain.unwrap_or(0));
            found.extend(fitting);
        }
        let places = SquadronPlace::all(list);
        found.sort_by_cached_key(|fitting| {
            let ListChange::Add(_, new) = &fitting.change else { return (fitting.errors, Reverse(0)) };
            let is_same =
                |place: &&SquadronPlace| place.squadron(list).is_some_and(|squadron| squadron.unit == new.unit);
            let same = i64::try_from(places.iter().filter(is_same).count()).unwrap_or(i64::MAX).min(100);
            (fitting.errors, Reverse(fitting.gain.saturating_mul(400) / (4 + same)))
        });
        found
    }

    /// More models and options for the squadrons of the list that fit, the dearest first.
    fn grow(&mut self, list: &ArmyList) -> Vec<FittingChange> {
        let tried = self.judge(list, growths(self.ruleset, list));
        let mut found: Vec<FittingChange> = tried.into_iter().filter_map(|(_, fitting)| fitting).collect();
        found.sort_by_key(|fitting| (fitting.errors, Reverse(fitting.gain)));
        found
    }

    /// The points up to the maximum force value; none if they are not known.
    fn left(&self, list: &ArmyList) -> Option<i64> {
        let spent = muster_engine::points(self.ruleset, list)?;
        Some(i64::from(list.mfv?) - spent)
    }

    /// What each change costs, if it is known, and what comes of it if it fits.
    fn judge(&mut self, list: &ArmyList, mut changes: Vec<ListChange>) -> Vec<(Option<i64>, Option<FittingChange>)> {
        let before = muster_engine::tally(self.ruleset, list);
        let basis = Basis::new(self.ruleset, list);
        changes.truncate(self.most.saturating_sub(self.judged));
        self.judged += changes.len();
        let tried = |change: ListChange| {
            let Some(after) = change.apply(list).filter(|after| (self.may_be)(after)) else { return (None, None) };
            let ErrorTally { errors, undetermined, points } = basis.tally(&after);
            let gain = points.map(|points| points - before.points.unwrap_or(0));
            let is_within = list.mfv.zip(points).is_none_or(|(mfv, points)| points <= i64::from(mfv));
            let is_fine = is_within && undetermined <= before.undetermined && is_no_worse(&before.errors, &errors);
            let fitting = gain.filter(|gain| *gain > 0 && is_fine).map(|gain| FittingChange {
                change,
                after,
                errors: errors.len(),
                gain,
            });
            (gain, fitting)
        };
        let here = effort::here();
        changes.into_par_iter().map(|change| here.go_on(|| tried(change))).collect()
    }
}

/// Every unit in every group, in every number of models.
pub(crate) fn additions(ruleset: &Ruleset, list: &ArmyList) -> Vec<ListChange> {
    let groups = (0..list.groups.len()).map(Some);
    let outers: Vec<SquadronPlace> = if list.groups.is_empty() {
        vec![SquadronPlace::default()]
    } else {
        groups.map(SquadronPlace::of_group).collect()
    };
    let mut changes = Vec::new();
    for (unit, squadron) in units(ruleset, list) {
        let sizes: Vec<Option<ModelCount>> = match (&squadron.models, unit.squadron) {
            (Some(ModelCount::Count(least)), Some(range)) => {
                let most = range.max.unwrap_or(*least).min(least.saturating_add(MOST_SIZES));
                (*least..=most).map(|size| Some(ModelCount::Count(size))).collect()
            }
            (models, _) => vec![models.clone()],
        };
        for models in sizes {
            let squadron = Squadron { models, ..squadron.clone() };
            changes.extend(outers.iter().map(|outer| ListChange::Add(outer.clone(), Box::new(squadron.clone()))));
        }
    }
    changes
}
