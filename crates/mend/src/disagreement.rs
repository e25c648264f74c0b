//! Looks for a list that one ruleset allows and another forbids, to show what a change of rules does.

use std::cmp::Reverse;
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
use crate::search::fix_by;
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
/// A list that is judged to complete another counts as this part of one that is tried.
const COMPLETION: usize = 4;
/// So many ways to make a list legal are looked for.
const COMPLETED: usize = 6;

/// What a search for a list tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchExtent {
    /// Squadrons more and less.
    Squadrons,
    /// Other options, bearers of roles, cards, attached squadrons and groups, and lists that are made anew around a unit.
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
/// Where `is_mfv_free`, the list may state any maximum force value. `extent` says what is tried.
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
    let mut search = Search { allows, forbids, is_mfv_free, tried: 0, most: bounds.judged, judged: 0 };
    let list = search.run(start, is_first, extent, bounds).map(|list| search.least(list));
    Disagreement { list, judged: search.judged }
}

pub(crate) struct Search<'s> {
    pub allows: &'s Ruleset,
    forbids: &'s Ruleset,
    is_mfv_free: bool,
    /// How many lists were tried, and how many may be.
    tried: usize,
    most: usize,
    /// How many of them were legal, so that the other ruleset judged them.
    judged: usize,
}

impl Search<'_> {
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

    /// Of what may be added to a list, the dearest squadrons of different units.
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
        let mut dearest: Vec<ListChange> = Vec::new();
        for (_, change) in priced {
            if dearest.len() < FILLED && dearest.iter().all(|known| unit(known) != unit(&change)) {
                dearest.push(change);
            }
        }
        dearest
    }

    /// The list with one of these units each, and by itself.
    fn with_each(&mut self, begun: &ArmyList, first: &[ListChange]) -> Vec<ArmyList> {
        let mut units: Vec<&ListChange> = Vec::new();
        for change in first {
            if units.iter().all(|known| unit(known) != unit(change)) && units.len() < FILLED {
                units.push(change);
            }
        }
        let starts = units.into_iter().filter_map(|change| change.apply(begun)).chain([begun.clone()]);
        starts.filter(|start| self.is_legal(start)).collect()
    }

    /// Lists with one of these units, and filled ones, with other options and bearers of roles.
    fn varied_around(&mut self, begun: &ArmyList, first: &[ListChange], bounds: Bounds) -> Option<ArmyList> {
        let some = Bounds { judged: bounds.judged / 4, ..bounds };
        let full = fill(self.allows, begun, some, &|_| true).full.map(|mend| mend.list);
        let starts = self.with_each(begun, first);
        let grown: Vec<ArmyList> = starts.iter().map(|start| self.grown(start)).collect();
        starts.iter().chain(&grown).chain(&full).find_map(|start| self.varied(start))
    }

    /// The list with few models in each squadron and cheap options, so that most else has room in it.
    fn with_few_points(&mut self, list: ArmyList) -> ArmyList {
        let mut few = list;
        for change in growths(self.allows, &few.clone()) {
            let ListChange::Resize(place, size) = &change else { continue };
            // The smallest number of models of each squadron is first.
            let models = place.squadron(&few).and_then(numbers::stated_models);
            if models.is_some_and(|now| *size < now)
                && let Some(after) = change.apply(&few).filter(|after| self.is_legal(after))
            {
                few = after;
            }
        }
        let mut points = muster_engine::points(self.allows, &few);
        let exchanges = option_changes(self.allows, &few).into_iter();
        let is_exchange =
            |change: &ListChange| matches!(change, ListChange::Take(_, _, instead) if !instead.is_empty());
        for change in exchanges.filter(is_exchange) {
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
        let mut grown = list.clone();
        let mut sizes = growths(self.allows, list);
        sizes.retain(|change| matches!(change, ListChange::Resize(..)));
        // The largest number of models of each squadron is last. Some have room only when others have grown.
        for change in sizes.iter().rev().chain(sizes.iter().rev()) {
            let ListChange::Resize(place, size) = change else { continue };
            let models = |list: &ArmyList| place.squadron(list).and_then(numbers::stated_models);
            if models(&grown).is_some_and(|now| now < *size)
                && let Some(after) = change.apply(&grown).filter(|after| self.is_legal(after))
            {
                grown = after;
            }
        }
        grown
    }

    /// Lists with one of these units, filled up to the maximum force value, with all that may be taken out of them or added.
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
        let mut last = None;
        for change in first {
            if self.is_over() {
                return None;
            }
            if last == Some(unit(change)) {
                continue;
            }
            last = Some(unit(change));
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

    /// Lists in which other units stand in the place of these: of one of their squadrons, then of all.
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
            let completed = self.completed_with(list, bounds, &|unit| !(is_none && is_first(unit)));
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
        // What stands outside of groups would move into the first.
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
                found.or_else(|| search.rows(whole, &first))
            })
        })
    }

    /// The list with what makes it legal, in some ways that leave no unit and no card out.
    pub(crate) fn completed(&mut self, list: ArmyList, bounds: Bounds) -> Vec<ArmyList> {
        self.completed_with(list, bounds, &|_| true)
    }

    /// The same, where only these units may be added.
    fn completed_with(&mut self, list: ArmyList, bounds: Bounds, may_add: &dyn Fn(&str) -> bool) -> Vec<ArmyList> {
        let mut completed = if self.is_legal(&list) {
            vec![list]
        } else {
            let some = Bounds { judged: bounds.judged / 2, mends: COMPLETED };
            let may = |change: &ListChange| match change {
                ListChange::Drop(_) | ListChange::Disband(_) | ListChange::Swap(..) | ListChange::Discard(..) => false,
                change => unit(change).is_none_or(may_add),
            };
            let found = fix_by(self.allows, &list, some, &may);
            self.tried += found.judged / COMPLETION;
            let lists = found.mends.into_iter().map(|mend| mend.list);
            lists.filter(|completed| has_all(completed, &list)).collect()
        };
        completed.iter_mut().for_each(numbers::number);
        completed
    }

    /// The same unit again and again.
    fn rows(&mut self, begun: &ArmyList, first: &[ListChange]) -> Option<ArmyList> {
        let mut last = None;
        for change in first {
            // Of one unit, the smallest squadron is enough.
            if last == Some(unit(change)) {
                continue;
            }
            last = Some(unit(change));
            if let ControlFlow::Break(found) = self.chain(begun, std::iter::repeat_n(change, MOST_ADDED)) {
                return Some(found);
            }
        }
        None
    }

    /// The smallest squadron of each of these units, one after the other.
    fn one_of_each(&mut self, begun: &ArmyList, first: &[ListChange]) -> Option<ArmyList> {
        let mut last = None;
        let each = first.iter().filter(|change| last.replace(unit(change)) != Some(unit(change)));
        self.chain(begun, each).break_value()
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

    /// Adds what may be added, one after the other, and leaves out what may not. Breaks with the list that parts the rulesets, else goes
    /// on with the last.
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
            // Where a unit has no room, more of it has none. To what squadron it is attached matters, though.
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
    fn least(&self, list: ArmyList) -> ArmyList {
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

/// Whether a list has all units and cards that another has, each as often.
fn has_all(list: &ArmyList, other: &ArmyList) -> bool {
    let mut left = units_and_cards(list);
    units_and_cards(other).iter().all(|one| {
        let found = left.iter().position(|other| other == one);
        found.map(|place| left.swap_remove(place)).is_some()
    })
}

/// The units of the squadrons of a list, and its cards.
fn units_and_cards(list: &ArmyList) -> Vec<String> {
    let units = list.each_squadron().map(|squadron| squadron.unit.clone());
    units.chain(list.decks.values().flatten().map(|card| format!("{card:?}"))).collect()
}

/// The unit that a change adds.
pub(crate) fn unit(change: &ListChange) -> Option<&str> {
    match change {
        ListChange::Add(_, squadron) => Some(squadron.unit.as_str()),
        _ => None,
    }
}
