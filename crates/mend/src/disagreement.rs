//! Looks for a list that one ruleset allows and another forbids, to show what a change of rules does.

use muster_engine::list::ArmyList;
use muster_engine::place::SquadronPlace;
use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use muster_engine::slots::kinds_for;
use muster_engine::{Basis, ErrorTally};

use crate::change::ListChange;
use crate::complete::{additions, fill};
use crate::mend::{Bounds, Mend};
use crate::numbers;
use crate::search::fix;
use crate::tries::growths;
use crate::witness::begin;

/// The most squadrons that are added one after the other to one list.
const MOST_ADDED: usize = 16;
/// So many units that differ between the rulesets are tried in a list that is filled around them.
const FILLED: usize = 6;

/// To find the list that a search begins with, so many lists are judged at least. Most are found after some hundred.
const BEGUN: usize = 6_000;
/// So many groups are founded one after the other.
const MORE_GROUPS: usize = 3;
/// Of so many ways to make a list legal, the first that takes nothing away is followed.
const COMPLETED: usize = 6;

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
/// Where `is_mfv_free`, the list may state any maximum force value.
#[must_use]
pub fn disagreement(
    allows: &Ruleset,
    forbids: &Ruleset,
    start: &ArmyList,
    is_first: &dyn Fn(&str) -> bool,
    is_mfv_free: bool,
    bounds: Bounds,
) -> Disagreement {
    let mut search = Search { allows, forbids, is_mfv_free, tried: 0, most: bounds.judged, judged: 0 };
    let list = search.run(start, is_first, bounds).map(|list| search.least(list));
    Disagreement { list, judged: search.judged }
}

struct Search<'s> {
    allows: &'s Ruleset,
    forbids: &'s Ruleset,
    is_mfv_free: bool,
    /// How many lists were tried, and how many may be.
    tried: usize,
    most: usize,
    /// How many of them were legal, so that the other ruleset judged them.
    judged: usize,
}

impl Search<'_> {
    fn run(&mut self, start: &ArmyList, is_first: &dyn Fn(&str) -> bool, bounds: Bounds) -> Option<ArmyList> {
        let mut begun = begin(self.allows, start, Bounds { judged: bounds.judged.max(BEGUN), ..bounds })?;
        numbers::number(&mut begun);
        if let Some(found) = self.parted(&begun) {
            return Some(found);
        }
        let (mut first, others): (Vec<ListChange>, Vec<ListChange>) =
            additions(self.allows, &begun).into_iter().partition(|change| unit(change).is_some_and(is_first));
        let differing = first.len();
        first.extend(others);
        self.one_more(&begun, first.clone())
            .or_else(|| self.filled(&begun, &first[..differing], bounds))
            .or_else(|| self.rows(&begun, &first))
            .or_else(|| self.mixed(&begun, &first))
            .or_else(|| self.apart(|search| search.around(&begun, &first[..differing], bounds)))
            .or_else(|| self.apart(|search| search.grouped(&begun, is_first, bounds)))
    }

    /// Each change of a list by itself.
    fn one_more(&mut self, list: &ArmyList, changes: Vec<ListChange>) -> Option<ArmyList> {
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

    /// Lists with one of these units, filled up to the maximum force value, with all that may be taken out of them or added.
    fn filled(&mut self, begun: &ArmyList, first: &[ListChange], bounds: Bounds) -> Option<ArmyList> {
        let mut units: Vec<&ListChange> = Vec::new();
        for change in first {
            if units.iter().all(|known| unit(known) != unit(change)) && units.len() < FILLED {
                units.push(change);
            }
        }
        let starts: Vec<ArmyList> =
            units.into_iter().filter_map(|change| change.apply(begun)).chain([begun.clone()]).collect();
        for start in starts {
            if self.is_over() || !is_fine(&self.tally(&start)) {
                continue;
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
            let Some(mut whole) = change.apply(&empty).and_then(|list| self.completed(list, bounds)) else { continue };
            numbers::number(&mut whole);
            let more = growths(self.allows, &whole);
            let mut others = additions(self.allows, &whole);
            others.retain(|other| first.iter().any(|change| unit(change) == unit(other)));
            let found = self.parted(&whole).or_else(|| self.one_more(&whole, more));
            if let Some(found) = found.or_else(|| self.chain(&whole, others.iter())) {
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
        for _ in 0..MORE_GROUPS {
            let mut next = None;
            for kind in &kinds {
                if self.is_over() {
                    return None;
                }
                let founded = ListChange::Found((*kind).clone()).apply(&now);
                let Some(mut whole) = founded.and_then(|list| self.completed(list, bounds)) else { continue };
                numbers::number(&mut whole);
                let mut first = additions(self.allows, &whole);
                first.retain(|change| unit(change).is_some_and(is_first));
                if let Some(found) = self.parted(&whole).or_else(|| self.filled(&whole, &first, bounds)) {
                    return Some(found);
                }
                next.get_or_insert(whole);
            }
            now = next?;
        }
        None
    }

    /// The list with what makes it legal. None if nothing was found that takes nothing away.
    fn completed(&mut self, list: ArmyList, bounds: Bounds) -> Option<ArmyList> {
        if is_fine(&self.tally(&list)) {
            return Some(list);
        }
        let found = fix(self.allows, &list, Bounds { judged: bounds.judged / 2, mends: COMPLETED });
        self.tried += found.judged;
        let keeps_all = |mend: &Mend| mend.steps.iter().all(|step| step.change.takes_nothing());
        Some(found.mends.into_iter().find(keeps_all)?.list)
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
            if let Some(found) = self.chain(begun, std::iter::repeat_n(change, MOST_ADDED)) {
                return Some(found);
            }
        }
        None
    }

    /// One unit after the other, from each unit on.
    fn mixed(&mut self, begun: &ArmyList, first: &[ListChange]) -> Option<ArmyList> {
        (0..first.len()).find_map(|from| {
            if self.is_over() {
                return None;
            }
            self.chain(begun, first[from..].iter().chain(&first[..from]).step_by(7).take(4 * MOST_ADDED))
        })
    }

    /// Adds what may be added, one after the other, and leaves out what may not.
    fn chain<'c>(&mut self, begun: &ArmyList, changes: impl Iterator<Item = &'c ListChange>) -> Option<ArmyList> {
        let (mut now, mut refused) = (begun.clone(), None);
        for change in changes {
            if self.is_over() {
                return None;
            }
            if refused == Some(unit(change)) {
                continue;
            }
            let Some(after) = change.apply(&now) else { continue };
            let tally = self.tally(&after);
            if !is_fine(&tally) {
                refused = Some(unit(change));
                continue;
            }
            if self.may_part(&tally, &muster_engine::tally(self.forbids, &after))
                && let Some(found) = self.parted(&after)
            {
                return Some(found);
            }
            now = after;
        }
        None
    }

    fn is_over(&self) -> bool {
        self.tried >= self.most
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
    fn parted(&self, list: &ArmyList) -> Option<ArmyList> {
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

/// The unit that a change adds.
fn unit(change: &ListChange) -> Option<&str> {
    match change {
        ListChange::Add(_, squadron) => Some(squadron.unit.as_str()),
        _ => None,
    }
}
