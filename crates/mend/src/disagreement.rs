//! Looks for a list that one ruleset allows and another forbids, to show what a change of rules does.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use muster_engine::list::ArmyList;
use muster_engine::place::SquadronPlace;
use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use muster_engine::slots::kinds_for;
use muster_engine::{Basis, ErrorTally};

use crate::change::ListChange;
use crate::complete::{additions, fill};
use crate::mend::Bounds;
use crate::numbers;
use crate::tries::{growths, option_changes};
use crate::witness::begin;

/// The most squadrons that are added one after the other to one list.
const MOST_ADDED: usize = 16;
/// So many units that differ between the rulesets are tried in a list that is filled around them.
const FILLED: usize = 6;

/// To find the list that a search begins with, so many lists are judged at least. Most are found after some hundred.
const BEGUN: usize = 6_000;
/// So many groups are founded one after the other.
const MORE_GROUPS: usize = 3;
/// Which changes of a legal list a search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchExtent {
    /// The search adds squadrons and leaves squadrons out.
    Squadrons,
    /// The search changes options, roles, cards, attached squadrons and groups, and builds new lists around a unit. It takes longer.
    More,
}

/// What a search for a list on which two rulesets disagree found.
#[derive(Clone, Debug, Default)]
pub struct Disagreement {
    /// The list that was found, without a squadron that it could do without.
    pub list: Option<ArmyList>,
    /// How many lists that are legal under the one ruleset were judged under the other.
    pub judged: usize,
}

/// Looks for a list that is legal under `allows` and illegal under `forbids`. It begins with a legal list that has all of `start`,
/// and tries what may be added to it or left out, units of which `is_first` is true before others. `bounds` say how many lists
/// are tried. No list proves nothing: the search is bounded.
///
/// Where `is_mfv_free`, the list may state any maximum force value. `extent` says which changes it tries.
#[must_use]
pub fn disagreement(
    allows: &Ruleset,
    forbids: &Ruleset,
    start: &ArmyList,
    is_first: &dyn Fn(&str) -> bool,
    is_mfv_free: bool,
    extent: SearchExtent,
    bounds: Bounds,
) -> Disagreement {
    let mut search = Search::new(allows, forbids, is_mfv_free, bounds);
    let list = search.run(start, is_first, extent, bounds).map(|list| search.least(list));
    Disagreement { list, judged: search.judged }
}

/// A search for a list that parts two rulesets: one allows the list, and the other forbids it.
pub(crate) struct Search<'s> {
    pub allows: &'s Ruleset,
    forbids: &'s Ruleset,
    is_mfv_free: bool,
    /// How many lists were tried, and how many may be.
    pub tried: usize,
    most: usize,
    /// How many of them were legal, so that the other ruleset judged them.
    judged: usize,
}

impl<'s> Search<'s> {
    pub(crate) fn new(allows: &'s Ruleset, forbids: &'s Ruleset, is_mfv_free: bool, bounds: Bounds) -> Self {
        Self { allows, forbids, is_mfv_free, tried: 0, most: bounds.judged, judged: 0 }
    }

    fn run(
        &mut self,
        start: &ArmyList,
        is_first: &dyn Fn(&str) -> bool,
        extent: SearchExtent,
        bounds: Bounds,
    ) -> Option<ArmyList> {
        let mut begun = begin(self.allows, start, Bounds { judged: bounds.judged.max(BEGUN), ..bounds })?;
        numbers::number(&mut begun);
        let begun = self.with_few_points(begun);
        let (mut first, others): (Vec<ListChange>, Vec<ListChange>) =
            additions(self.allows, &begun).into_iter().partition(|change| unit(change).is_some_and(is_first));
        let differing = first.len();
        first.extend(others);
        if extent == SearchExtent::Squadrons {
            return self
                .parted(&begun)
                .or_else(|| self.one_more(&begun, first.clone()))
                .or_else(|| self.filled(&begun, &first[..differing], bounds))
                .or_else(|| self.rows(&begun, &first))
                .or_else(|| self.one_of_each(&begun, &first[..differing]))
                .or_else(|| self.mixed(&begun, &first));
        }
        first.truncate(differing);
        if first.is_empty() {
            first = self.dearest(&begun);
        }
        let first = first.as_slice();
        let grown = self.grown(&begun);
        self.other_units(&begun, first)
            .or_else(|| self.apart(|search| search.rows(&grown, first)))
            .or_else(|| self.apart(|search| search.varied_around(&begun, first, bounds)))
            .or_else(|| self.apart(|search| search.with_cards(&begun, is_first, bounds)))
            .or_else(|| self.apart(|search| search.attached(&begun, is_first)))
            .or_else(|| self.apart(|search| search.without(&begun, is_first, bounds)))
            .or_else(|| self.apart(|search| search.around(&begun, first, bounds)))
            .or_else(|| self.apart(|search| search.grouped(&begun, is_first, bounds)))
    }

    /// Each change of a list by itself.
    pub(crate) fn one_more(&mut self, list: &ArmyList, changes: Vec<ListChange>) -> Option<ArmyList> {
        let (allows, forbids) = (self.allows, self.forbids);
        let (here, there) = (Basis::new(allows, list), Basis::new(forbids, list));
        for change in changes {
            if self.is_over() {
                return None;
            }
            let Some(after) = change.apply(list) else { continue };
            self.tried += 1;
            let tally = here.tally(&after);
            if is_fine(&tally) {
                self.judged += 1;
                if self.may_part(&tally, &there.tally(&after))
                    && let Some(found) = self.parted(&after)
                {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The dearest squadrons that may be added to the list, one of each unit.
    fn dearest(&mut self, begun: &ArmyList) -> Vec<ListChange> {
        let basis = Basis::new(self.allows, begun);
        let mut priced: Vec<(i64, ListChange)> = Vec::new();
        for change in additions(self.allows, begun) {
            let Some(tally) = change.apply(begun).map(|after| basis.tally(&after)) else { continue };
            self.tried += 1;
            if let Some(points) = tally.points.filter(|_| is_fine(&tally)) {
                priced.push((points, change));
            }
        }
        priced.sort_by_key(|(points, _)| Reverse(*points));
        let changes: Vec<ListChange> = priced.into_iter().map(|(_, change)| change).collect();
        one_a_unit(&changes).take(FILLED).cloned().collect()
    }

    /// The legal lists that one of these changes makes, and the list itself.
    fn with_each(&mut self, begun: &ArmyList, first: &[ListChange]) -> Vec<ArmyList> {
        let units = one_a_unit(first).take(FILLED);
        let starts = units.filter_map(|change| change.apply(begun)).chain([begun.clone()]);
        starts.filter(|start| self.is_legal(start)).collect()
    }

    /// Changes the options and roles of several lists: with one of these units each, with as many models as fit, and filled up to the
    /// maximum force value.
    fn varied_around(&mut self, begun: &ArmyList, first: &[ListChange], bounds: Bounds) -> Option<ArmyList> {
        let some = Bounds { judged: bounds.judged / 4, ..bounds };
        let full = fill(self.allows, begun, some, &|_| true).full.map(|mend| mend.list);
        let starts = self.with_each(begun, first);
        let grown: Vec<ArmyList> = starts.iter().map(|start| self.grown(start)).collect();
        starts.iter().chain(&grown).chain(&full).find_map(|start| self.varied(start))
    }

    /// The list with few models in each squadron and cheap options, so that more squadrons have room in it.
    fn with_few_points(&mut self, list: ArmyList) -> ArmyList {
        // The smallest number of models of each squadron comes first.
        let mut few = self.resized(list, false, |now, size| size < now);
        let mut points = muster_engine::points(self.allows, &few);
        let is_exchange =
            |change: &ListChange| matches!(change, ListChange::Take(_, _, instead) if !instead.is_empty());
        for change in option_changes(self.allows, &few).into_iter().filter(is_exchange) {
            let Some(after) = change.apply(&few) else { continue };
            let tally = self.tally(&after);
            if is_fine(&tally) && tally.points.zip(points).is_some_and(|(after, now)| after < now) {
                (few, points) = (after, tally.points);
            }
        }
        few
    }

    /// The list with as many models in each squadron as it may have.
    fn grown(&mut self, list: &ArmyList) -> ArmyList {
        // A squadron may have more models once another squadron has grown. So each squadron grows twice.
        let once = self.resized(list.clone(), true, |now, size| size > now);
        self.resized(once, true, |now, size| size > now)
    }

    /// The list after each change of a squadron's size that `is_better` wants and that keeps the list legal. Tries the largest sizes
    /// first or last.
    fn resized(&mut self, list: ArmyList, is_largest_first: bool, is_better: impl Fn(u32, u32) -> bool) -> ArmyList {
        let mut sizes = growths(self.allows, &list);
        if is_largest_first {
            sizes.reverse();
        }
        let mut resized = list;
        for change in &sizes {
            let ListChange::Resize(place, size) = change else { continue };
            let models = place.squadron(&resized).and_then(numbers::stated_models);
            if models.is_some_and(|now| is_better(now, *size))
                && let Some(after) = change.apply(&resized).filter(|after| self.is_legal(after))
            {
                resized = after;
            }
        }
        resized
    }

    /// Fills a list with each of these units up to the maximum force value. Then adds to it and leaves out one thing at a time.
    fn filled(&mut self, begun: &ArmyList, first: &[ListChange], bounds: Bounds) -> Option<ArmyList> {
        for start in self.with_each(begun, first) {
            if self.is_over() {
                return None;
            }
            let more = growths(self.allows, &start);
            if let Some(found) = self.one_more(&start, more) {
                return Some(found);
            }
            let some = Bounds { judged: bounds.judged / 4, ..bounds };
            let Some(full) = fill(self.allows, &start, some, &|_| true).full else { continue };
            let mut full = full.list;
            numbers::number(&mut full);
            if is_fine(&self.tally(&full))
                && let Some(found) = self.parted(&full)
            {
                return Some(found);
            }
            let places = SquadronPlace::all(&full);
            let moved = places.iter().flat_map(|place| {
                let allocations = self.allows.declarations().allocations.keys();
                allocations.map(|id| ListChange::Allocate(place.clone(), Some(id.clone())))
            });
            let less = places.iter().cloned().map(ListChange::Drop);
            let changes = less.chain(moved).chain(growths(self.allows, &full)).collect();
            if let Some(found) = self.one_more(&full, changes) {
                return Some(found);
            }
        }
        None
    }

    /// Another search, with bounds of its own.
    fn apart(&mut self, search: impl FnOnce(&mut Self) -> Option<ArmyList>) -> Option<ArmyList> {
        let tried = std::mem::take(&mut self.tried);
        let found = search(self);
        self.tried += tried;
        found
    }

    /// Lists that are made anew around one of these units, because it has no room in the list that was begun, such as another
    /// leader.
    fn around(&mut self, begun: &ArmyList, first: &[ListChange], bounds: Bounds) -> Option<ArmyList> {
        let mut empty = begun.clone();
        empty.squadrons.clear();
        empty.groups.iter_mut().for_each(|group| group.squadrons.clear());
        for change in one_a_unit(first) {
            if self.is_over() {
                return None;
            }
            let Some(one) = change.apply(&empty) else { continue };
            let completed = self.completed(one, bounds);
            if let Some(found) = completed.iter().find_map(|whole| self.parted(whole)) {
                return Some(found);
            }
            let Some(whole) = completed.into_iter().next() else { continue };
            let whole = self.with_few_points(whole);
            let more = growths(self.allows, &whole);
            let mut others = additions(self.allows, &whole);
            others.retain(|other| first.iter().any(|change| unit(change) == unit(other)));
            if let Some(found) = self.one_more(&whole, more) {
                return Some(found);
            }
            let last = match self.chain(&whole, others.iter()) {
                ControlFlow::Break(found) => return Some(found),
                ControlFlow::Continue(last) => last,
            };
            if let Some(found) = self.varied(&last) {
                return Some(found);
            }
        }
        None
    }

    /// Leaves out one squadron of these units, then all of them, and completes the list with other units.
    fn without(&mut self, begun: &ArmyList, is_first: &dyn Fn(&str) -> bool, bounds: Bounds) -> Option<ArmyList> {
        let is_one = |place: &SquadronPlace| place.squadron(begun).is_some_and(|squadron| is_first(&squadron.unit));
        let mut places: Vec<SquadronPlace> = SquadronPlace::all(begun).into_iter().filter(is_one).collect();
        // The last first, so that the others keep their places.
        places.reverse();
        let less = |list: &ArmyList, place: &SquadronPlace| ListChange::Drop(place.clone()).apply(list);
        let none = places.iter().try_fold(begun.clone(), |list, place| less(&list, place))?;
        let one = places.iter().take(FILLED).filter_map(|place| Some((less(begun, place)?, false)));
        for (list, is_none) in one.chain((!places.is_empty()).then_some((none, true))) {
            if self.is_over() {
                return None;
            }
            let may = |change: &ListChange| unit(change).is_none_or(|unit| !(is_none && is_first(unit)));
            let completed = self.completed_with(list, bounds, &may);
            if let Some(found) = completed.iter().find_map(|whole| self.parted(whole)) {
                return Some(found);
            }
        }
        None
    }

    /// Lists with more groups, one after the other, each with what it must have, and filled.
    fn grouped(&mut self, begun: &ArmyList, is_first: &dyn Fn(&str) -> bool, bounds: Bounds) -> Option<ArmyList> {
        let nation = begun.nation.as_deref().and_then(|name| self.allows.nation(name));
        let kinds = kinds_for(self.allows, nation);
        let mut now = begun.clone();
        // Squadrons outside of groups would move into the first group.
        if now.groups.is_empty() {
            now.squadrons.clear();
        }
        let mut grouped = Vec::new();
        for _ in 0..MORE_GROUPS {
            let mut next = None;
            for kind in &kinds {
                if self.is_over() {
                    break;
                }
                let Some(founded) = ListChange::Found((*kind).clone()).apply(&now) else { continue };
                let completed = self.completed(founded, bounds);
                if let Some(found) = completed.iter().find_map(|whole| self.parted(whole)) {
                    return Some(found);
                }
                let Some(whole) = completed.into_iter().next() else { continue };
                let whole = self.with_few_points(whole);
                next.get_or_insert_with(|| whole.clone());
                grouped.push(whole);
            }
            let Some(next) = next else { break };
            now = next;
        }
        grouped.iter().find_map(|whole| {
            let mut first = additions(self.allows, whole);
            first.retain(|change| unit(change).is_some_and(is_first));
            self.apart(|search| {
                let found = search.one_of_each(whole, &first).or_else(|| search.filled(whole, &first, bounds));
                let found = found.or_else(|| search.rows(whole, &first));
                found.or_else(|| search.other_units(whole, &first))
            })
        })
    }

    /// Adds the same unit again and again. The smallest squadron of it is enough.
    fn rows(&mut self, begun: &ArmyList, first: &[ListChange]) -> Option<ArmyList> {
        one_a_unit(first).find_map(|change| self.chain(begun, std::iter::repeat_n(change, MOST_ADDED)).break_value())
    }

    /// Adds the smallest squadron of each of these units, one after the other.
    fn one_of_each(&mut self, begun: &ArmyList, first: &[ListChange]) -> Option<ArmyList> {
        self.chain(begun, one_a_unit(first)).break_value()
    }

    /// One unit after the other, from each unit on.
    fn mixed(&mut self, begun: &ArmyList, first: &[ListChange]) -> Option<ArmyList> {
        (0..first.len()).find_map(|from| {
            if self.is_over() {
                return None;
            }
            self.chain(begun, first[from..].iter().chain(&first[..from]).step_by(7).take(4 * MOST_ADDED)).break_value()
        })
    }

    /// Makes one change after the other, except those that make the list illegal. Returns the list that parts the rulesets, or else the
    /// last list.
    pub(crate) fn chain<'c>(
        &mut self,
        begun: &ArmyList,
        changes: impl Iterator<Item = &'c ListChange>,
    ) -> ControlFlow<ArmyList, ArmyList> {
        let (mut now, mut refused) = (begun.clone(), None);
        for change in changes {
            if self.is_over() {
                break;
            }
            // A list without room for a squadron has no room for a larger one of the same unit. An attached squadron may join another host.
            let unit = unit(change).filter(|_| !matches!(change, ListChange::Add(place, _) if place.is_squadron()));
            if unit.is_some() && refused == unit {
                continue;
            }
            let Some(after) = change.apply(&now) else { continue };
            let tally = self.tally(&after);
            if !is_fine(&tally) {
                refused = unit;
                continue;
            }
            if self.may_part(&tally, &muster_engine::tally(self.forbids, &after))
                && let Some(found) = self.parted(&after)
            {
                return ControlFlow::Break(found);
            }
            now = after;
        }
        ControlFlow::Continue(now)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.tried >= self.most
    }

    /// Whether the ruleset that allows calls a list legal.
    pub(crate) fn is_legal(&mut self, list: &ArmyList) -> bool {
        is_fine(&self.tally(list))
    }

    /// How the ruleset that allows judges a list.
    fn tally(&mut self, list: &ArmyList) -> ErrorTally {
        self.tried += 1;
        let tally = muster_engine::tally(self.allows, list);
        self.judged += usize::from(is_fine(&tally));
        tally
    }

    /// Whether a list that is fine under the one ruleset is wrong under the other, or costs something else there, so that another
    /// maximum force value may part the two.
    fn may_part(&self, here: &ErrorTally, there: &ErrorTally) -> bool {
        !there.errors.is_empty() || self.is_mfv_free && here.points != there.points
    }

    /// The list, perhaps for another force value, if one ruleset calls it legal and the other illegal.
    pub(crate) fn parted(&self, list: &ArmyList) -> Option<ArmyList> {
        let mut list = list.clone();
        numbers::unnumber(&mut list);
        list.each_squadron().next()?;
        let verdict = |ruleset: &Ruleset, list: &ArmyList| muster_engine::check(ruleset, list).verdict;
        let is_parted = |list: &ArmyList| {
            verdict(self.forbids, list) == Verdict::Illegal && verdict(self.allows, list) == Verdict::Legal
        };
        if is_parted(&list) {
            return Some(list);
        }
        self.at_least_mfv(&list).filter(is_parted)
    }

    /// The list for the smallest maximum force value at which it is legal: there, each point counts. None if it costs the same under
    /// both rulesets, or the force value is fixed.
    fn at_least_mfv(&self, list: &ArmyList) -> Option<ArmyList> {
        let spent = muster_engine::points(self.allows, list)?;
        if !self.is_mfv_free || muster_engine::points(self.forbids, list) == Some(spent) {
            return None;
        }
        let at = |mfv: u32| ArmyList { mfv: Some(mfv), ..list.clone() };
        let is_legal = |list: &ArmyList| is_fine(&muster_engine::tally(self.allows, list));
        let (mut illegal, mut legal) = (u32::try_from(spent).ok()?.saturating_sub(1), list.mfv?);
        while illegal.saturating_add(1) < legal {
            let middle = illegal.midpoint(legal);
            if is_legal(&at(middle)) {
                legal = middle;
            } else {
                illegal = middle;
            }
        }
        Some(at(legal))
    }

    /// The list without the squadrons that are not needed to part the rulesets.
    pub(crate) fn least(&self, list: ArmyList) -> ArmyList {
        let mut least = list;
        loop {
            let mut places = SquadronPlace::all(&least).into_iter().rev();
            let Some(smaller) = places.find_map(|place| self.parted(&ListChange::Drop(place).apply(&least)?)) else {
                return least;
            };
            least = smaller;
        }
    }
}

fn is_fine(tally: &ErrorTally) -> bool {
    tally.errors.is_empty() && tally.undetermined == 0
}

/// The first of these changes for each unit that they add.
pub(crate) fn one_a_unit(changes: &[ListChange]) -> impl Iterator<Item = &ListChange> {
    let mut seen = HashSet::new();
    changes.iter().filter(move |change| seen.insert(unit(change)))
}

/// The unit that a change adds.
pub(crate) fn unit(change: &ListChange) -> Option<&str> {
    match change {
        ListChange::Add(_, squadron) => Some(squadron.unit.as_str()),
        _ => None,
    }
}
