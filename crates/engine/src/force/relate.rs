//! How squadrons hang together: who brings, pays for and carries whom, and where they are allocated.

use std::collections::HashMap;

use super::Force;
use crate::matcher::Match;
use crate::value::Value;
use crate::vocabulary::ANY;

/// How many squadrons that bring each other are followed.
const BRINGERS: usize = 64;

impl<'a> Force<'a> {
    /// Finds who brings and who carries whom.
    pub(super) fn relate(&mut self) {
        let carried = self.ruleset.vocabulary().bit("carried", ANY);
        let ids =
            self.entries.iter().enumerate().filter_map(|(index, entry)| Some((entry.squadron.id.as_deref()?, index)));
        let ids: HashMap<&str, usize> = ids.collect();
        for index in 0..self.entries.len() {
            let squadron = self.entries[index].squadron;
            self.entries[index].bringer = squadron.brought_by.as_deref().and_then(|id| ids.get(id).copied());
            let mut loads: Vec<usize> =
                squadron.carries.iter().filter_map(|id| ids.get(id.as_str()).copied()).collect();
            loads.sort_unstable();
            loads.dedup();
            for load in &loads {
                let load = &mut self.entries[*load];
                load.carriers.push(index);
                load.has = load.has.union(&carried);
            }
            self.entries[index].carries = loads;
        }
        for index in 0..self.entries.len() {
            self.entries[index].brought = self.is_brought(index);
        }
        for index in 0..self.entries.len() {
            self.charge(index);
        }
        for index in 0..self.entries.len() {
            let allocation = self.allocation(index);
            if allocation != self.entries[index].allocation {
                self.allocate(index, allocation);
            }
        }
    }

    /// What is bought for a brought squadron is paid for with the one that brings it, like everything that comes with
    /// that: the brought one itself costs nothing. A squadron that nothing brings is paid for whatever it states.
    fn charge(&mut self, index: usize) {
        let is_brought = self.entries[index].brought;
        if is_brought == Match::No {
            return;
        }
        let mut bought = Value::ZERO;
        let mut cost = Value::ZERO;
        for lot in &mut self.lots[self.entries[index].lots.clone()] {
            bought = bought.plus(lot.upgrades);
            lot.points = if is_brought == Match::Yes { Value::ZERO } else { lot.points.perhaps() };
            cost = cost.plus(lot.points);
        }
        self.entries[index].cost = cost;
        // What an unknown unit costs is open, options included.
        if self.entries[index].goods.is_none() {
            return;
        }
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
        if is_paid == Match::Perhaps {
            bought = bought.perhaps();
        }
        payer.cost = payer.cost.plus(bought);
        if let Some(lot) = self.lots.get_mut(payer.lots.start) {
            lot.points = lot.points.plus(bought);
        }
    }

    /// Where a squadron is allocated: as it states, else where the one is that it is attached to, or that brings it.
    fn allocation(&self, mut index: usize) -> &'a str {
        // Bringers that bring each other in a circle lead nowhere.
        for _ in 0..BRINGERS {
            let entry = &self.entries[index];
            match entry.parent.or(entry.bringer) {
                Some(other) if entry.squadron.allocation.is_none() => index = other,
                _ => return entry.allocation,
            }
        }
        self.ruleset.declarations().allocations.keys().next().map_or("", String::as_str)
    }

    fn allocate(&mut self, index: usize, allocation: &'a str) {
        let vocabulary = self.ruleset.vocabulary();
        let (all, own) = (vocabulary.all("allocation"), vocabulary.bits("allocation", [allocation]));
        let bearers = self.bearers_of(index..index + 1);
        let entry = &mut self.entries[index];
        entry.allocation = allocation;
        entry.has = entry.has.without(&all).union(&own);
        for lot in &mut self.lots[entry.lots.clone()] {
            lot.has = lot.has.without(&all).union(&own);
        }
        for bearer in &mut self.bearers[bearers] {
            bearer.has = bearer.has.without(&all).union(&own);
        }
    }
}
