//! Finds the relations between squadrons: which squadron brings, pays for and carries which, and where each is
//! allocated.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons, model sets and models, and each bringer's root has gifts"
)]

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use indexmap::IndexMap;

use crate::force::gifts::{Gift, Gifts, bringing};
use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::ready::bits::Bits;
use crate::ready::matcher::{Match, Matcher};
use crate::ready::vocabulary::ANY;
use crate::shapes::catalogue::{FieldingWay, Unit};

/// The largest number of steps in a chain of bringers. A longer chain is a circle or hostile.
const BRINGERS: usize = 64;

impl<'a> Force<'a> {
    /// Finds which squadron brings and carries which. Then moves costs to those who pay, and gives squadrons their
    /// allocations.
    pub(super) fn relate(&mut self) {
        let carried = self.ruleset.vocabulary().bit("carried", ANY);
        let ids: HashMap<&str, usize> = self.ids().collect();
        for index in 0..self.entries.len() {
            let squadron = self.entries[index].squadron;
            let other = |id: &String| ids.get(id.as_str()).copied().filter(|other| *other != index);
            self.entries[index].bringer = squadron.brought_by.as_ref().and_then(other);
            let mut loads: Vec<usize> = squadron.carries.iter().filter_map(other).collect();
            loads.sort_unstable();
            loads.dedup();
            for load in &loads {
                let load = &mut self.entries[*load];
                load.carriers.push(index);
                load.has = load.has.union(&carried);
            }
            self.entries[index].carries = loads;
        }
        let gifts = self.gifts_by_root();
        self.divide(&gifts);
        self.bring(&gifts);
        let surplus = self.surplus(&gifts);
        for index in 0..self.entries.len() {
            self.charge(index);
        }
        for (root, price) in surplus {
            self.bill(root, price);
        }
        let unstated = self.unstated();
        for index in 0..self.entries.len() {
            let allocation = self.allocation(index, &unstated);
            if allocation != self.entries[index].allocation {
                self.allocate(index, allocation);
            }
        }
        if !self.open.is_empty() {
            self.widen_allocations();
        }
    }

    /// Gives the trait `divided` to brought squadrons if the player divides the brought models into squadrons.
    fn divide(&mut self, gifts: &Gifts<'a>) {
        let divided = self.ruleset.vocabulary().bit("divided", ANY);
        if divided == Bits::default() {
            return;
        }
        let units = |gifts: &Rc<[Gift<'a>]>| -> HashSet<&'a str> {
            gifts.iter().filter(|gift| gift.brings.divided).filter_map(|gift| gift.brings.unit.as_deref()).collect()
        };
        let by_root: HashMap<usize, HashSet<&str>> = gifts.iter().map(|(root, gifts)| (*root, units(gifts))).collect();
        for index in 0..self.entries.len() {
            let Some(bringer) = self.entries[index].bringer else { continue };
            let root = self.root(bringer);
            let units = &by_root[&root];
            let known = !self.may_bring_more(root);
            let entry = &mut self.entries[index];
            match entry.found {
                Some(found) if units.contains(found.unit.id.as_str()) => entry.has = entry.has.union(&divided),
                Some(_) if known => {}
                None if known && units.is_empty() => {}
                _ => entry.may_have = entry.may_have.union(&divided),
            }
        }
    }

    /// Finds whether each squadron is really brought by the squadron that it names.
    fn bring(&mut self, gifts: &Gifts<'a>) {
        let rules: Vec<&str> = bringing(self.ruleset).collect();
        for index in 0..self.entries.len() {
            let Some(bringer) = self.entries[index].bringer else { continue };
            let root = self.root(bringer);
            let gifts = &gifts[&root];
            let is_open = self.entries[bringer].found.is_none()
                || self.silent(bringer, gifts).next().is_some()
                || !self.open.is_empty() && self.may_bring_more(root);
            let least = if is_open { Match::Perhaps } else { Match::No };
            self.entries[index].brought = match self.entries[index].found {
                Some(found) if is_priceless(found.unit) => Match::Yes,
                Some(found) => {
                    let gifts = gifts.iter().filter(|gift| counts(&rules, gift));
                    gifts.map(|gift| gift.is_of(&found.unit.id)).fold(least, Match::max)
                }
                None => Match::Perhaps,
            };
        }
    }

    /// The cost of surplus models: models that are listed as brought, beyond the number that their bringers bring. Each
    /// cost comes with the root squadron of these bringers, which has to pay it. If prices differ, the cheapest models
    /// are the surplus.
    fn surplus(&self, gifts: &Gifts<'a>) -> Vec<(usize, NumberRange)> {
        let rules: Vec<&str> = bringing(self.ruleset).collect();
        let mut brought_groups: IndexMap<(usize, &str), Vec<usize>> = IndexMap::new();
        for (index, entry) in self.entries.iter().enumerate().filter(|(_, entry)| entry.brought == Match::Yes) {
            let (Some(bringer), Some(found)) = (entry.bringer, entry.found) else { continue };
            if !is_priceless(found.unit) {
                brought_groups.entry((self.root(bringer), &found.unit.id)).or_default().push(index);
            }
        }
        let price = |((root, unit), group): ((usize, &str), Vec<usize>)| {
            let of_unit = gifts[&root].iter().filter(|gift| counts(&rules, gift) && gift.is_of(unit) == Match::Yes);
            let free = of_unit.fold(0, |sum: u32, gift| sum.saturating_add(gift.models()));
            let listed = group.iter().fold(0, |sum: u32, index| sum.saturating_add(self.entries[*index].models));
            let mut left = listed.saturating_sub(free);
            let mut prices: Vec<(Option<i64>, u32)> =
                group.iter().map(|index| (self.price_each(*index), self.entries[*index].models)).collect();
            prices.sort_unstable();
            let mut sum = NumberRange::ZERO;
            for (each, models) in prices {
                let many = models.min(left);
                left -= many;
                sum = sum.plus(each.map_or(NumberRange::UNKNOWN, NumberRange::whole).times(many.into()));
            }
            // What is unknown of the root squadron may bring some of them too.
            (root, if self.may_bring_more(root) { sum.perhaps() } else { sum })
        };
        brought_groups.into_iter().map(price).filter(|(_, price)| *price != NumberRange::ZERO).collect()
    }

    /// The price of one model of a squadron without upgrades, on average; none if it is not known.
    fn price_each(&self, index: usize) -> Option<i64> {
        let entry = &self.entries[index];
        let mut sum: i64 = 0;
        for set in &self.sets[entry.sets.clone()] {
            sum = sum.saturating_add(set.points.certain()?.saturating_sub(set.upgrades.certain()?));
        }
        sum.checked_div(entry.models.into())
    }

    /// Makes a brought squadron cost nothing, and adds its upgrades to the cost of the squadron that brings it. Changes
    /// nothing for a squadron that nothing brings, whatever the list states.
    fn charge(&mut self, index: usize) {
        let is_brought = self.entries[index].brought;
        if is_brought == Match::No {
            return;
        }
        let mut bought = NumberRange::ZERO;
        let mut cost = NumberRange::ZERO;
        for set in &mut self.sets[self.entries[index].sets.clone()] {
            bought = bought.plus(set.upgrades);
            set.points = if is_brought == Match::Yes { NumberRange::ZERO } else { set.points.perhaps() };
            cost = cost.plus(set.points);
        }
        self.entries[index].cost = cost;
        // The cost of an unknown unit is unknown, options included.
        if self.entries[index].found.is_none() {
            return;
        }
        self.bill(index, bought);
    }

    /// Adds points to a squadron's cost. If the squadron is brought, its bringer pays instead.
    fn bill(&mut self, index: usize, points: NumberRange) {
        let mut payer = index;
        let mut is_paid = Match::Yes;
        // Bringers that bring each other in a circle pay nothing.
        for _ in 0..BRINGERS {
            let entry = &self.entries[payer];
            let Some(bringer) = entry.bringer.filter(|_| entry.brought != Match::No) else { break };
            is_paid = is_paid.min(entry.brought);
            payer = bringer;
        }
        let payer = &mut self.entries[payer];
        if payer.brought != Match::No {
            return;
        }
        let points = if is_paid == Match::Perhaps { points.perhaps() } else { points };
        payer.cost = payer.cost.plus(points);
        if let Some(set) = self.sets.get_mut(payer.sets.start) {
            set.points = set.points.plus(points);
        }
    }

    /// The allocations that rules in use give to squadrons that state none. Each comes with a matcher for these
    /// squadrons.
    fn unstated(&self) -> Vec<(&'a str, &'a Matcher)> {
        let ruleset = self.ruleset;
        let in_use = ruleset.allocates().iter().filter(|(rule, ..)| self.agreed.uses(&ruleset.rules()[*rule].rule));
        let allocations = &ruleset.declarations().allocations;
        let named = |place: usize| allocations.get_index(place).map_or("", |(id, _)| id.as_str());
        in_use.map(|(_, place, filter)| (named(*place), filter)).collect()
    }

    /// The allocation of a squadron: the one it states, else that of its parent or bringer, else the one that a rule
    /// gives, else the first.
    fn allocation(&self, mut index: usize, unstated: &[(&'a str, &'a Matcher)]) -> &'a str {
        // Bringers that bring each other in a circle get the first allocation.
        for _ in 0..BRINGERS {
            let entry = &self.entries[index];
            match entry.parent.or(entry.bringer) {
                Some(other) if entry.squadron.allocation.is_none() => index = other,
                _ if entry.squadron.allocation.is_some() => return entry.allocation,
                _ => {
                    let put = unstated.iter().find(|(_, filter)| self.test_entry(index, filter) == Match::Yes);
                    return put.map_or(entry.allocation, |(allocation, _)| allocation);
                }
            }
        }
        self.ruleset.declarations().allocations.keys().next().map_or("", String::as_str)
    }

    /// Gives each squadron whose allocation is left open all allocations as traits that it may have.
    fn widen_allocations(&mut self) {
        let all = self.ruleset.vocabulary().all("allocation");
        let widen = |has: &mut Bits, may_have: &mut Bits| {
            *has = has.without(&all);
            *may_have = may_have.union(&all);
        };
        for index in (0..self.entries.len()).filter(|index| self.leaves_allocation_open(*index)).collect::<Vec<_>>() {
            let bearers = self.bearers_of(index..index + 1);
            let entry = &mut self.entries[index];
            widen(&mut entry.has, &mut entry.may_have);
            self.sets[entry.sets.clone()].iter_mut().for_each(|set| widen(&mut set.has, &mut set.may_have));
            self.bearers[bearers].iter_mut().for_each(|bearer| widen(&mut bearer.has, &mut bearer.may_have));
        }
    }

    /// Changes the allocation of a squadron, and its traits that come from it.
    fn allocate(&mut self, index: usize, allocation: &'a str) {
        let vocabulary = self.ruleset.vocabulary();
        let (all, own) = (vocabulary.all("allocation"), vocabulary.bits("allocation", [allocation]));
        let bearers = self.bearers_of(index..index + 1);
        let entry = &mut self.entries[index];
        entry.allocation = allocation;
        entry.has = entry.has.without(&all).union(&own);
        for set in &mut self.sets[entry.sets.clone()] {
            set.has = set.has.without(&all).union(&own);
        }
        for bearer in &mut self.bearers[bearers] {
            bearer.has = bearer.has.without(&all).union(&own);
        }
    }
}

/// Whether a gift is free under these rules on bringing. Without such rules, every gift in a catalogue is free.
fn counts(rules: &[&str], gift: &Gift) -> bool {
    rules.is_empty() || rules.contains(&gift.brings.rule.as_str())
}

/// Whether a unit has no price because it can only be brought. If nothing brings such a squadron, only that is
/// reported, and not its missing price too.
fn is_priceless(unit: &Unit) -> bool {
    unit.only == Some(FieldingWay::Brought) && unit.points.is_none() && unit.members.is_empty()
}
