//! Reads the names of a unit and of its models.

use muster_engine::slug::slug;

use super::card::merge;
use super::entry::CatalogueEntry;
use super::model::{EntryReader, of_kind};
use super::unit::UnitDraft;

impl EntryReader<'_> {
    /// A draft with the names of a unit, and the traits from its name and nation.
    pub(super) fn named(&mut self, root: &CatalogueEntry) -> UnitDraft {
        let mut draft = UnitDraft { line: root.line, entry: root.name.clone(), ..UnitDraft::default() };
        let mut name = self.spelling.tidy(&root.name);
        draft.unit.aliases.push(root.name.split_whitespace().collect::<Vec<_>>().join(" "));
        draft.attached = self.recipe.names.attached.0.is_match(&name);
        if let (true, Some(inner)) = (draft.attached, self.recipe.names.attached.find(&name)) {
            name = self.spelling.tidy(inner);
        }
        for status in &self.recipe.names.statuses {
            if status.pattern.0.is_match(&name) {
                let rest = status.pattern.0.replace(&name, "").trim().to_owned();
                name = rest;
                merge(&mut draft.unit.traits, &status.traits);
            }
        }
        merge(&mut draft.unit.traits, &self.nation.traits);
        draft.bearers = self.bearers(&name, root);
        draft.short = self.short_names(&name, root);
        draft.unit.id = slug(&name);
        draft.unit.name = name;
        draft.unit.vintage = Some(self.nation.vintage.clone());
        draft.unit.entries = root.own_first();
        draft
    }

    /// The model's names that may be repeated in the names of its weapons.
    pub(super) fn bearers(&self, name: &str, entry: &CatalogueEntry) -> Vec<String> {
        // Cards of variants count. Cards of models that may attach do not.
        let groups = entry.children.iter().filter(|child| child.is_group()).flat_map(|group| &group.children);
        let variants = groups.filter(|option| !self.has_attachment_rule(option)).flat_map(|option| &option.profiles);
        let cards = entry.profiles.iter().chain(variants);
        let cards = cards.filter(|profile| self.recipe.profiles.card.contains(&profile.kind));
        let printed =
            cards.map(|card| self.spelling.tidy(&card.name)).chain([name.to_owned(), self.spelling.tidy(&entry.name)]);
        let mut names: Vec<String> = Vec::new();
        for printed in printed {
            let short = self.recipe.names.model.find(&printed).map(ToOwned::to_owned);
            for name in [Some(printed), short].into_iter().flatten() {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// The short names of a model, from its own card and the first words of its name.
    pub(super) fn short_names(&self, name: &str, entry: &CatalogueEntry) -> Vec<String> {
        // Only the first card counts: further cards show the effect of an option and are named after it.
        let cards = of_kind(entry, &self.recipe.profiles.card).into_iter().take(1);
        let cards = cards.map(|card| self.spelling.tidy(&card.name));
        let first = |name: &String| self.recipe.names.model.find(name).map(ToOwned::to_owned);
        let all = cards.chain([name.to_owned()]).map(|name| first(&name).unwrap_or(name));
        let mut names: Vec<String> = Vec::new();
        for name in all.filter(|name| !name.is_empty()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
