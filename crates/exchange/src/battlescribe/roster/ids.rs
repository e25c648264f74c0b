//! Finds units and options by the entry ids of the community data.

use std::collections::{BTreeSet, HashMap};

use muster_engine::catalogue::Unit;
use muster_engine::ready::Ruleset;
use muster_engine::ready::{ReadyCatalogue, ReadyUnit};
use muster_engine::slug::slug;

use crate::battlescribe::walk::all_options;

/// The program name in a roster written by Muster.
pub(super) const MUSTER: &str = "Muster";

/// A ruleset with its units by their entry ids and by their own id.
#[derive(Debug)]
pub(super) struct UnitIds {
    ruleset: Ruleset,
    /// The places of units: of the catalogue, and in the catalogue.
    places: HashMap<String, Vec<(usize, usize)>>,
    /// The names of everything that has an entry id: units, the models of fixed mixes, options.
    names: HashMap<String, BTreeSet<String>>,
    /// The names of units by the slugs of all their names, each with whether the unit costs nothing.
    units: HashMap<String, BTreeSet<(String, bool)>>,
    /// The names of options by the slugs of all their names.
    options: HashMap<String, BTreeSet<String>>,
}

impl UnitIds {
    pub(super) fn new(ruleset: Ruleset) -> Self {
        let mut places: HashMap<String, Vec<_>> = HashMap::new();
        let mut names: HashMap<String, BTreeSet<String>> = HashMap::new();
        let mut units: HashMap<String, BTreeSet<(String, bool)>> = HashMap::new();
        let mut called: HashMap<String, BTreeSet<String>> = HashMap::new();
        for (of, catalogue) in ruleset.catalogues().iter().enumerate() {
            for (place, ready) in catalogue.units().iter().enumerate() {
                let unit = catalogue.unit(ready);
                for id in unit.entries.iter().chain([&unit.id]) {
                    places.entry(id.clone()).or_default().push((of, place));
                }
                for name in unit.aliases.iter().chain([&unit.name]) {
                    units.entry(slug(name)).or_default().insert((unit.name.clone(), unit.points == Some(0)));
                }
                let own = unit.entries.iter().chain([&unit.id]).map(|id| (id, &unit.name));
                let members = unit.members.iter();
                let members = members.flat_map(|member| member.entries.iter().map(move |id| (id, &member.name)));
                let options = all_options(unit);
                for option in &options {
                    for name in option.aliases.iter().chain([&option.name]) {
                        called.entry(slug(name)).or_default().insert(option.name.clone());
                    }
                }
                let options = options.into_iter();
                let options = options.flat_map(|option| option.entries.iter().map(move |id| (id, &option.name)));
                for (id, name) in own.chain(members).chain(options) {
                    names.entry(id.clone()).or_default().insert(name.clone());
                }
            }
        }
        Self { ruleset, places, names, units, options: called }
    }

    pub(super) fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The unit with one of these ids. If several nations have it, the one of `nation`.
    pub(super) fn find(&self, ids: &[String], nation: Option<&str>) -> Option<(&ReadyCatalogue, &ReadyUnit)> {
        let found = ids.iter().rev().find_map(|id| self.places.get(id))?;
        let units = || {
            found.iter().filter_map(|(of, place)| {
                let catalogue = self.ruleset.catalogues().get(*of)?;
                Some((catalogue.as_ref(), catalogue.units().get(*place)?.as_ref()))
            })
        };
        units().find(|(catalogue, _)| catalogue.written().nation.as_deref() == nation).or_else(|| units().next())
    }

    /// The names of everything that has an id.
    pub(super) fn names_of(&self, id: &str) -> impl Iterator<Item = &str> {
        self.names.get(id).into_iter().flatten().map(String::as_str)
    }

    /// The names of the units of any nation that are called so.
    pub(super) fn units_called(&self, name: &str) -> impl Iterator<Item = &str> {
        self.units.get(&slug(name)).into_iter().flatten().map(|(name, _)| name.as_str())
    }

    /// Whether a unit of any nation is called so, and costs something.
    pub(super) fn is_sold(&self, name: &str) -> bool {
        self.units.get(&slug(name)).into_iter().flatten().any(|(_, is_free)| !is_free)
    }

    /// The names of the options of any unit that are called so.
    pub(super) fn options_called(&self, name: &str) -> impl Iterator<Item = &str> {
        self.options.get(&slug(name)).into_iter().flatten().map(String::as_str)
    }
}

/// The option of a unit with these ids. If several match, the one with most of the ids.
pub(super) fn option<'u>(unit: &'u Unit, ids: &[String]) -> Option<&'u str> {
    let options = all_options(unit).into_iter().map(|option| {
        let score = ids.iter().filter(|id| option.entries.contains(id) || option.id == **id).count();
        (score, option.id.as_str())
    });
    // If several match equally, take the first.
    let best = options.filter(|(score, _)| *score > 0).reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, id)| id)
}

/// The id of an option in the community data.
pub(super) fn entry_of<'u>(unit: &'u Unit, option: &str) -> Option<&'u str> {
    all_options(unit).into_iter().find(|offered| offered.id == option)?.entries.first().map(String::as_str)
}
