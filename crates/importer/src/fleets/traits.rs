//! The traits that units have by their categories and their names.

use muster_engine::catalogue::TraitValue;
use muster_engine::slug::slug;

use super::offers::FleetOffers;
use super::reader::FactionReader;
use crate::entry::{CatalogueEntry, EntryCategory, Modifier};
use crate::notice::NoticeKind;
use crate::recipe::Traits;

impl FactionReader<'_> {
    /// The traits that the categories and the name of a unit state. `class` is the name of its class.
    pub(super) fn traits(&mut self, item: &CatalogueEntry, class: &str) -> Traits {
        let mut traits = Traits::new();
        for category in &item.categories {
            self.trait_of(category, item, &mut traits);
        }
        let class = slug(class);
        let name = slug(&self.spelling.tidy(&item.name));
        let form = name.strip_prefix(class.as_str()).map_or("", |rest| rest.trim_start_matches('-'));
        let form = self.recipe.linked.as_ref().map_or(form, |linked| {
            let end = linked.formation.0.find(form).map_or(form.len(), |end| end.start());
            form[..end].trim_end_matches('-')
        });
        let words = if form.is_empty() { vec![class] } else { vec![class, form.to_owned()] };
        let stated = traits.insert(self.recipe.class.clone(), value_of(words));
        if let Some(stated) = stated {
            add_value(&mut traits, &self.recipe.class, &stated);
        }
        self.sorted(traits)
    }

    /// Adds the traits of a category. A primary category is a slot.
    fn trait_of(&mut self, category: &EntryCategory, item: &CatalogueEntry, traits: &mut Traits) {
        let name = self.name_of(&category.id).to_owned();
        if let Some(more) = self.recipe.categories.get(&name) {
            for (id, value) in more {
                add_value(traits, id, value);
            }
        } else if !category.is_primary
            && self.slot(&name).is_none()
            && !self.is_in_name(&name, item)
            && !self.recipe.helpers.iter().any(|helper| helper.0.is_match(&name))
        {
            self.notices.add(NoticeKind::Unknown, item.link_line, &item.name, format!("category {name:?}"));
        }
    }

    /// Whether a linked category says no more than the unit's name does.
    fn is_in_name(&self, category: &str, item: &CatalogueEntry) -> bool {
        self.recipe.linked.is_some() && slug(&item.name).contains(&slug(category))
    }

    /// The traits of a unit that change with its categories, whole.
    pub(super) fn changed_traits(&self, offers: &FleetOffers, changes: &[&Modifier]) -> Traits {
        let mut categories: Vec<&str> = offers.categories.iter().map(String::as_str).collect();
        let before = self.stated(&categories);
        for change in changes {
            categories.retain(|id| *id != change.value);
            if change.action == "add" {
                categories.push(&change.value);
            }
        }
        let mut after = self.stated(&categories);
        after.retain(|name, value| before.get(name) != Some(value));
        self.sorted(after)
    }

    /// The traits that categories state.
    pub(super) fn stated(&self, categories: &[&str]) -> Traits {
        let mut traits = Traits::new();
        for id in categories {
            for (name, value) in self.recipe.categories.get(self.name_of(id)).into_iter().flatten() {
                add_value(&mut traits, name, value);
            }
        }
        traits
    }

    /// The traits that the words of a printed card state. A word may name several, one of which a player picks:
    /// `British/Canadian*`.
    pub(super) fn printed_traits(&mut self, words: &[String], card: &str) -> Traits {
        let mut traits = Traits::new();
        for word in words.iter().flat_map(|word| word.split('/')).map(|word| word.trim_end_matches('*')) {
            if let Some(more) = self.recipe.categories.get(word) {
                for (id, value) in more {
                    add_value(&mut traits, id, value);
                }
            } else if self.slot(word).is_none() {
                self.notices.add(NoticeKind::Unknown, 0, card, format!("trait {word:?}"));
            }
        }
        traits
    }

    fn sorted(&self, mut traits: Traits) -> Traits {
        self.sort_traits(&mut traits);
        traits
    }

    pub(super) fn sort_traits(&self, traits: &mut Traits) {
        let place = |id: &str| self.recipe.traits.iter().position(|known| known == id).unwrap_or(usize::MAX);
        traits.sort_by(|one, _, other, _| place(one).cmp(&place(other)).then_with(|| one.cmp(other)));
    }
}

/// Adds values of a trait to those that are there.
fn add_value(traits: &mut Traits, id: &str, value: &TraitValue) {
    if let TraitValue::Flag(_) = value {
        traits.insert(id.to_owned(), value.clone());
        return;
    }
    let mut words: Vec<String> =
        traits.get(id).map(|have| have.words().map(str::to_owned).collect()).unwrap_or_default();
    for word in value.words() {
        if !words.iter().any(|have| have == word) {
            words.push(word.to_owned());
        }
    }
    traits.insert(id.to_owned(), value_of(words));
}

/// A trait with these values: one, or several at once.
fn value_of(words: Vec<String>) -> TraitValue {
    match <[String; 1]>::try_from(words) {
        Ok([word]) => TraitValue::One(word),
        Err(words) => TraitValue::Many(words),
    }
}
