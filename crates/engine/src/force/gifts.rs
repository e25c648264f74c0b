//! Gifts: what squadrons bring at no cost.

#![expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons and model sets")]

use std::collections::HashMap;
use std::rc::Rc;

use crate::force::whole::Force;
use crate::ready::matcher::Match;
use crate::ready::ruleset::Ruleset;
use crate::shapes::catalogue::BroughtModels;
use crate::shapes::rule::Check;

/// Something that a squadron brings at no cost.
#[derive(Clone, Copy)]
pub(crate) struct Gift<'a> {
    /// The squadron that brings it, by its place in the force's `entries`.
    pub from: usize,
    /// What the catalogue says that one model, or one option, brings.
    pub brings: &'a BroughtModels,
    /// How many models of the squadron (or options) bring it.
    pub times: u32,
}

/// All gifts, by the place of the root squadron that brings them.
pub(crate) type Gifts<'a> = HashMap<usize, Rc<[Gift<'a>]>>;

impl Gift<'_> {
    /// How many models are brought in all.
    pub(crate) fn models(&self) -> u32 {
        let each = self.brings.models.saturating_mul(self.brings.squadrons.unwrap_or(1));
        each.saturating_mul(self.times)
    }

    /// Whether all bringers of a root squadron bring one squadron together.
    pub(crate) fn is_joint(&self) -> bool {
        self.brings.squadrons.is_none() && !self.brings.divided
    }

    /// Whether the gift consists of this unit, given by its id.
    pub(crate) fn is_of(&self, unit: &str) -> Match {
        match &self.brings.unit {
            Some(brought) if brought == unit => Match::Yes,
            Some(_) => Match::No,
            // No catalogue has the brought unit, so it may be this one.
            None => Match::Perhaps,
        }
    }
}

impl<'a> Force<'a> {
    /// The special rules by which a squadron brings something, though its catalogue does not say what. `gifts` are the
    /// gifts of its root squadron.
    pub(crate) fn silent<'g>(&'g self, entry: usize, gifts: &'g [Gift<'a>]) -> impl Iterator<Item = &'a str> + 'g {
        let vocabulary = self.ruleset.vocabulary();
        bringing(self.ruleset).filter(move |rule| {
            !gifts.iter().any(|gift| gift.brings.rule == *rule)
                && self.entries[entry].has.meets(&vocabulary.bit("rule", rule))
        })
    }

    /// The gifts of each root squadron that is a bringer, or to which a bringer is attached. A bringer is a squadron
    /// that the list names in `brought-by`. What attached squadrons bring are gifts of their root squadron.
    pub(crate) fn gifts_by_root(&self) -> Gifts<'a> {
        let mut by_root = Gifts::new();
        for bringer in self.entries.iter().filter_map(|entry| entry.bringer) {
            let root = self.root(bringer);
            by_root.entry(root).or_insert_with(|| {
                let mut gifts = Vec::new();
                for index in root..self.entries[root].end {
                    self.add_gifts(index, &mut gifts);
                }
                gifts.into()
            });
        }
        by_root
    }

    /// Adds what one squadron brings: by its unit, by the members of a fixed mix, and by its options.
    fn add_gifts(&self, from: usize, gifts: &mut Vec<Gift<'a>>) {
        let entry = &self.entries[from];
        let Some(found) = entry.found else { return };
        let sets = &self.sets[entry.sets.clone()];
        let mut add = |all: &'a [BroughtModels], times: u32| {
            gifts.extend(all.iter().map(|brings| Gift { from, brings, times }));
        };
        add(&found.unit.brings, entry.models);
        for (kind, member) in found.unit.members.iter().enumerate() {
            let models = sets.get(kind).map_or(0, |set| u32::try_from(set.models.floor()).unwrap_or(0));
            let shared = member.unit.as_ref().and_then(|id| found.catalogue.find(id));
            add(&member.brings, models);
            if let Some(shared) = shared.filter(|_| member.brings.is_empty()) {
                add(&found.catalogue.unit(shared).brings, models);
            }
        }
        for (option, taken) in found.ready.options.iter().zip(&*entry.taken).filter(|(_, taken)| **taken > 0) {
            add(&option.brings, *taken);
        }
    }
}

/// The special rules by which squadrons bring others: those that a rule of the ruleset checks.
pub(crate) fn bringing(ruleset: &Ruleset) -> impl DoubleEndedIterator<Item = &str> {
    ruleset.rules().iter().filter_map(|sourced| match &sourced.rule.check {
        Some(Check::Brought(rule)) => Some(rule.as_str()),
        _ => None,
    })
}
