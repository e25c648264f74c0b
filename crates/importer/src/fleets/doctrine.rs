//! Reads what a whole Battlefleet takes.

use muster_engine::catalogue::{Choice, Range, TraitValue, Unit};
use muster_engine::plural::capital;
use muster_engine::slug::slug;

use super::offers::FleetOffers;
use super::reader::FactionReader;
use crate::entry::{CatalogueEntry, EntryCategory};

impl FactionReader<'_> {
    /// Whether an entry of the first level is no unit, but what a whole Battlefleet takes.
    pub(super) fn is_doctrine(&self, item: &CatalogueEntry) -> bool {
        let is = |category: &EntryCategory| self.name_of(&category.id) == self.recipe.doctrines.category;
        item.categories.iter().any(|category| category.is_primary && is(category))
    }

    /// Reads what a whole Battlefleet may take.
    pub(super) fn doctrines(&mut self, item: &CatalogueEntry, unit: &mut Unit) {
        unit.points = Some(0);
        unit.squadron = Some(Range { min: 1, max: Some(1) });
        unit.traits.clone_from(&self.recipe.doctrines.traits);
        if slug(&self.recipe.doctrines.alias) != unit.id {
            unit.aliases.push(self.recipe.doctrines.alias.clone());
        }
        let mut offers = FleetOffers::new(item, &[]);
        self.inside(&mut offers, item, true);
        let FleetOffers { mut options, choices, .. } = offers;
        options.extend(choices.into_iter().flat_map(|choice| choice.options));
        for option in &mut options {
            option.name = in_words(&option.name);
            // Some are known by their name before a title.
            let title = option.name.split_once([',', ':', '\u{2013}']).filter(|_| self.recipe.linked.is_some());
            if let Some((name, _)) = title {
                option.aliases.push(name.trim().to_owned());
            }
            option.kind = Some(self.recipe.doctrines.option_kind.clone());
            option.traits.insert(self.recipe.doctrines.kind.clone(), TraitValue::One(option.id.clone()));
        }
        // A Battlefleet has one of them at most.
        let name = self.recipe.doctrines.alias.clone();
        unit.choices = vec![Choice { id: slug(&name), name, max: Some(1), options, ..Choice::default() }];
    }
}

/// A name in capitals as a name in words: `CHAIN OF COMMAND` as `Chain of Command`.
fn in_words(name: &str) -> String {
    if name.chars().any(char::is_lowercase) {
        return name.to_owned();
    }
    let small = ["of", "or", "the", "and", "in"];
    let word = |(place, word): (usize, &str)| {
        let low = word.to_lowercase();
        if place > 0 && small.contains(&low.as_str()) {
            return low;
        }
        capital(&low)
    };
    name.split_whitespace().enumerate().map(word).collect::<Vec<_>>().join(" ")
}
