//! Reads special rules that entries link by their names.

use super::reader::FactionReader;
use crate::entry::CatalogueEntry;

impl FactionReader<'_> {
    /// Whether an entry is something that takes the place of others. Others of the category only open a group of these.
    pub(super) fn takes_a_place(&self, item: &CatalogueEntry) -> bool {
        let Some(linked) = &self.recipe.linked else { return false };
        let is = item.categories.iter().any(|category| self.name_of(&category.id) == linked.instead);
        is && !item.profiles.is_empty()
    }

    /// The special rules of an entry: those that it links, and its own name if it is a special rule by itself or has a
    /// figure: `SRS (8/4)`.
    pub(super) fn linked_rules(&self, item: &CatalogueEntry) -> Vec<String> {
        let Some(linked) = &self.recipe.linked else { return Vec::new() };
        // The special rules of weapons stand in their profiles.
        if item.profiles(&self.recipe.weapons.profile).next().is_some() {
            return Vec::new();
        }
        if self.takes_a_place(item) {
            return vec![self.spelling.rule(&item.name, &[])];
        }
        let shown = item.rules.iter().filter(|rule| !rule.is_hidden);
        let mut rules: Vec<String> = shown.map(|rule| self.spelling.rule(&rule.name, &[])).collect();
        for profile in item.profiles.iter().filter(|profile| !profile.is_hidden) {
            let Some(column) = linked.figures.get(&profile.kind) else { continue };
            let figure = profile.text(column);
            let name = self.spelling.rule(&profile.name, &[]);
            rules.push(if figure.is_empty() || figure == "-" { name } else { format!("{name} ({figure})") });
        }
        let mut seen = Vec::new();
        for rule in rules {
            if !seen.contains(&rule) {
                seen.push(rule);
            }
        }
        seen
    }
}
