//! The reader for the Sections of one file, with data collected from all of them.

use std::collections::{HashMap, HashSet};

use super::amount::gives_way_to;
use super::recipe::SectionRecipe;
use crate::entry::{CatalogueEntry, EntryProfile};
use crate::notice::Notices;
use crate::spelling::Spelling;
use crate::tree::Tree;

/// Reads the Sections of one file.
pub(super) struct SectionReader<'r> {
    pub recipe: &'r SectionRecipe,
    pub spelling: &'r Spelling,
    pub notices: Notices,
    /// The names of everything that has an id.
    pub names: HashMap<String, String>,
    /// All weapons of the file, to find the values of weapons that are empty in one place.
    pub weapon_cards: Vec<EntryProfile>,
    /// The ids of entries that replace others.
    replacing: HashSet<String>,
}

impl<'r> SectionReader<'r> {
    pub(super) fn new(recipe: &'r SectionRecipe, spelling: &'r Spelling, notices: Notices, tree: &Tree) -> Self {
        let (names, weapon_cards, replacing) = (tree.names.clone(), Vec::new(), HashSet::new());
        let mut reader = Self { recipe, spelling, notices, names, weapon_cards, replacing };
        for root in &tree.roots {
            reader.survey(root);
        }
        reader
    }

    fn survey(&mut self, item: &CatalogueEntry) {
        let weapons = item.profiles.iter().filter(|card| card.kind == self.recipe.weapon).cloned();
        self.weapon_cards.extend(weapons);
        for child in &item.children {
            if item
                .children
                .iter()
                .any(|other| gives_way_to(other, child) > 0 && self.is_model(other) && self.is_model(child))
            {
                self.replacing.insert(child.id().to_owned());
            }
            self.survey(child);
        }
    }

    /// Whether an entry is a model that replaces others.
    pub(super) fn replaces(&self, id: &str) -> bool {
        self.replacing.contains(id)
    }

    /// The category of an entry; empty if it has none.
    pub(super) fn category(&self, item: &CatalogueEntry) -> &str {
        let category = item.categories.first().and_then(|category| self.names.get(&category.id));
        category.map_or("", String::as_str)
    }

    /// The name of an entry, without a prefix that is only for sorting.
    pub(super) fn name(&self, item: &CatalogueEntry) -> String {
        let name = self.spelling.tidy(&item.name);
        let sorted = self.recipe.sorting.find(&name).map_or(0, str::len);
        self.spelling.tidy(name.get(sorted..).unwrap_or_default())
    }

    /// Whether an entry is a model: it has a card, or the recipe says so.
    pub(super) fn is_model(&self, item: &CatalogueEntry) -> bool {
        !item.is_group()
            && (self.card_of(item).is_some() || self.recipe.models.contains(&self.spelling.tidy(&item.name)))
    }

    /// The profile that is a model's card.
    pub(super) fn card_of<'i>(&self, item: &'i CatalogueEntry) -> Option<&'i EntryProfile> {
        item.profiles.iter().find(|card| self.recipe.cards.contains_key(&card.kind))
    }
}
