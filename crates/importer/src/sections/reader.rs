//! The reader for the Sections of one file, with data collected from all of them.

use std::collections::HashSet;

use super::read::{SectionItem, SectionProfile};
use super::recipe::SectionRecipe;
use crate::notice::Notices;
use crate::spelling::Spelling;

/// Reads the Sections of one file.
pub(super) struct SectionReader<'r> {
    pub recipe: &'r SectionRecipe,
    pub spelling: &'r Spelling,
    pub notices: Notices,
    /// All weapons of the file, to find the values of weapons that are empty in one place.
    pub weapon_cards: Vec<SectionProfile>,
    /// The ids of entries that replace others.
    replacing: HashSet<String>,
}

impl<'r> SectionReader<'r> {
    pub(super) fn new(
        recipe: &'r SectionRecipe,
        spelling: &'r Spelling,
        notices: Notices,
        roots: &[SectionItem],
    ) -> Self {
        let mut reader = Self { recipe, spelling, notices, weapon_cards: Vec::new(), replacing: HashSet::new() };
        for root in roots {
            reader.survey(root);
        }
        reader
    }

    fn survey(&mut self, item: &SectionItem) {
        let weapons = item.cards.iter().filter(|card| card.kind == self.recipe.weapon).cloned();
        self.weapon_cards.extend(weapons);
        for child in &item.children {
            if item
                .children
                .iter()
                .any(|other| self.is_model(other) && self.is_model(child) && other.gives_way_to(child) > 0)
            {
                self.replacing.insert(child.id.clone());
            }
            self.survey(child);
        }
    }

    /// Whether an entry is a model that replaces others.
    pub(super) fn replaces(&self, id: &str) -> bool {
        self.replacing.contains(id)
    }

    /// The name of an entry, without a prefix that is only for sorting.
    pub(super) fn name(&self, item: &SectionItem) -> String {
        let name = self.spelling.tidy(&item.name);
        let sorted = self.recipe.sorting.find(&name).map_or(0, str::len);
        self.spelling.tidy(name.get(sorted..).unwrap_or_default())
    }

    /// Whether an entry is a model: it has a card, or the recipe says so.
    pub(super) fn is_model(&self, item: &SectionItem) -> bool {
        !item.is_group && (self.card_of(item).is_some() || self.recipe.models.contains(&self.spelling.tidy(&item.name)))
    }

    /// The profile that is a model's card.
    pub(super) fn card_of<'i>(&self, item: &'i SectionItem) -> Option<&'i SectionProfile> {
        item.cards.iter().find(|card| self.recipe.cards.contains_key(&card.kind))
    }
}
