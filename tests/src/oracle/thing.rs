//! The things that selectors match.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::catalogue::TraitValue;

/// A squadron, a kind of model, a model with a role, or a card, in the form that selectors match.
#[derive(Clone, Debug, Default)]
pub(super) struct OracleThing {
    /// The squadron that it is or belongs to; none for cards.
    pub squadron: Option<usize>,
    pub values: BTreeMap<String, BTreeSet<String>>,
    /// The traits whose values are unknown.
    pub unknown: BTreeSet<String>,
    /// Values that it perhaps has.
    pub perhaps: BTreeMap<String, BTreeSet<String>>,
}

impl OracleThing {
    pub(super) fn add(&mut self, name: &str, value: &str) {
        self.values.entry(name.to_owned()).or_default().insert(value.to_owned());
    }

    pub(super) fn add_all(&mut self, traits: &indexmap::IndexMap<String, TraitValue>) {
        for (name, value) in traits {
            value.words().for_each(|word| self.add(name, word));
        }
    }

    pub(super) fn has(&self, name: &str) -> impl Iterator<Item = &String> {
        self.values.get(name).into_iter().flatten()
    }
}
