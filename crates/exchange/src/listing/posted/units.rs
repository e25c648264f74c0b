//! The units, options and roles of a ruleset, found by the words of their names.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use muster_engine::ready::{ReadyCatalogue, ReadyUnit, Ruleset};

use super::names::{Found, Names, name_words};
use super::nations::Nations;
use super::words::Word;

/// A unit by the place of its catalogue and its place there.
pub(super) type Key = (usize, usize);

/// The names of all units, by nation.
pub(in super::super) struct Units<'r> {
    pub(super) ruleset: &'r Ruleset,
    pub(super) nations: Nations<'r>,
    /// The roles that models may have, by their titles.
    pub(super) roles: Names<&'r str>,
    /// Words that many names have.
    pub(super) common: BTreeSet<String>,
    by_nation: BTreeMap<Option<String>, OnceLock<Names<Key>>>,
}

/// How many units have a word that is common.
const COMMON: usize = 4;

impl<'r> Units<'r> {
    pub(in super::super) fn new(ruleset: &'r Ruleset) -> Self {
        let nations = ruleset.catalogues().iter().map(|catalogue| catalogue.written().nation.clone());
        let by_nation = nations.chain([None]).map(|nation| (nation, OnceLock::new())).collect();
        let roles = ruleset.declarations().roles.iter().map(|(id, role)| (id.as_str(), role.title.as_str()));
        let nations = Nations::new(ruleset);
        Self { ruleset, nations, roles: Names::new(roles, &BTreeSet::new()), common: common(ruleset), by_nation }
    }

    pub(in super::super) fn ruleset(&self) -> &'r Ruleset {
        self.ruleset
    }

    /// The nations of the catalogues. None for units that every nation fields.
    pub(super) fn nations(&self) -> impl Iterator<Item = Option<&'r str>> + use<'r> {
        self.ruleset.catalogues().iter().map(|catalogue| catalogue.written().nation.as_deref())
    }

    /// The unit that a nation fields, or every nation, whose name begins at a word.
    pub(super) fn at(&self, nation: Option<&str>, text: &[Word], from: usize) -> Option<Found<Key>> {
        let (nation, cell) = self.by_nation.get_key_value(&nation.map(str::to_owned))?;
        cell.get_or_init(|| self.names(nation.as_deref())).at(text, from)
    }

    /// How many words of a line name units of a nation by what tells them from its others. Two for each word that is
    /// not misspelt.
    pub(super) fn words_of(&self, nation: Option<&str>, line: &[Word]) -> usize {
        let own = |key: &Key| self.get(*key).0.written().nation.is_some() == nation.is_some();
        let (mut at, mut matched) = (0, 0);
        while at < line.len() {
            let found = self.at(nation, line, at);
            match found.filter(|found| found.is_distinct && found.things.iter().any(own)) {
                Some(found) => {
                    matched += if found.misspelt.is_none() { 2 * found.matched } else { 1 };
                    at = found.words.end;
                }
                None => at += 1,
            }
        }
        matched
    }

    /// A unit by its id, with the names of its options.
    pub(super) fn wing(&self, nation: Option<&str>, id: &str) -> Option<(Key, Names<usize>)> {
        let of = |catalogue: &ReadyCatalogue| {
            let of = catalogue.written().nation.as_deref();
            of.is_none() || of == nation
        };
        let catalogues = self.ruleset.catalogues().iter().enumerate().filter(|(_, catalogue)| of(catalogue));
        let mut found = catalogues.filter_map(|(place, catalogue)| {
            let unit = catalogue.units().iter().position(|ready| catalogue.unit(ready).id == id)?;
            let options = catalogue.units()[unit].options.iter().enumerate();
            let names = options.map(|(place, option)| (place, option.name.as_str()));
            Some(((place, unit), Names::new(names, &BTreeSet::new())))
        });
        found.next()
    }

    pub(super) fn get(&self, (catalogue, unit): Key) -> (&'r ReadyCatalogue, &'r ReadyUnit) {
        let catalogue = &self.ruleset.catalogues()[catalogue];
        (catalogue, &catalogue.units()[unit])
    }

    fn names(&self, nation: Option<&str>) -> Names<Key> {
        let mut names = Vec::new();
        for (place, catalogue) in self.ruleset.catalogues().iter().enumerate() {
            let of = catalogue.written().nation.as_deref();
            if of.is_some() && of != nation {
                continue;
            }
            for (unit, ready) in catalogue.units().iter().enumerate() {
                let written = catalogue.unit(ready);
                let all = std::iter::once(&written.name).chain(&written.aliases);
                names.extend(all.map(|name| ((place, unit), self.without_nation(of, name))));
            }
        }
        Names::of_words(names, &self.common)
    }

    /// The words of a unit's name without those that name its nation, if others are left.
    fn without_nation(&self, nation: Option<&str>, name: &str) -> Vec<String> {
        let words = name_words(name);
        let nation = nation.and_then(|id| self.ruleset.declarations().nations.get(id));
        let other: Vec<String> =
            nation.iter().flat_map(|nation| &nation.aliases).flat_map(|name| name_words(name)).collect();
        let own: Vec<String> = words.iter().filter(|word| !other.contains(word)).cloned().collect();
        if own.is_empty() { words } else { own }
    }
}

/// The words that many units have in their names, and those that stand behind `Class`, such as `Cruiser`.
fn common(ruleset: &Ruleset) -> BTreeSet<String> {
    let mut having: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut common = BTreeSet::new();
    for unit in ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units) {
        for word in name_words(&unit.name) {
            having.entry(word).or_default().insert(unit.id.clone());
        }
        if let Some((_, kind)) = unit.name.split_once(" Class ") {
            common.extend(name_words(kind));
        }
    }
    common.extend(having.into_iter().filter(|(_, units)| units.len() >= COMMON).map(|(word, _)| word));
    common
}
