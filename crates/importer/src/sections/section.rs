//! Reads one Section from one entry of the first level.

use std::collections::HashMap;

use indexmap::IndexMap;
use muster_engine::catalogue::{Card, ConditionalPoints, Range, Unit};
use muster_engine::slug::slug;
use muster_exchange::battlescribe::walk::{all_options, each_option};

use super::amount::{cost, gives_way_to, most};
use super::offer::SectionEntry;
use super::reader::SectionReader;
use crate::card::{has, merge};
use crate::entry::CatalogueEntry;
use crate::notice::NoticeKind;
use crate::recipe::Traits;
use crate::unique::unique_ids;

impl SectionReader<'_> {
    /// Marks a model that a force may have only once.
    pub(super) fn only_one(&self, card: &mut Card) {
        if !card.rules.contains(&self.recipe.unique) {
            card.rules.push(self.recipe.unique.clone());
        }
    }

    /// Reads the unit of an entry of the first level.
    pub(super) fn section(&mut self, root: &CatalogueEntry, vintage: &str) -> Unit {
        let name = self.name(root);
        let core = self.core(root);
        let figures = self.figures(core);
        let mut traits = self.traits(root);
        merge(&mut traits, &figures.traits);
        let is_command = self.category(root) == self.recipe.command;
        let most = most(root);
        let in_core = self.offers(core, SectionEntry { root, core, in_model: core.id() != root.id() });
        let mut price = self.price(core, root, 1);
        let mut unit = Unit {
            id: slug(&name),
            aliases: Some(root.name.clone()).filter(|written| *written != name).into_iter().collect(),
            name,
            squadron: Some(Range { min: core.min().max(1), max: core.max().or(Some(core.min().max(1))) }),
            card: figures.card,
            options: in_core.options,
            choices: in_core.choices,
            vintage: Some(vintage.to_owned()),
            entries: vec![root.id().to_owned()],
            ..Unit::default()
        };
        unit.card.weapons.extend(in_core.weapons);
        if core.id() == root.id() {
            unit.squadron = Some(Range { min: 1, max: Some(1) });
        } else {
            let around = self.offers(root, SectionEntry { root, core, in_model: false });
            unit.card.weapons.extend(around.weapons);
            unit.entries.push(core.id().to_owned());
            unit.options.extend(around.options);
            unit.choices.extend(around.choices);
            price.points += self.price(root, root, 1).points;
        }
        if is_command && most == Some(1) && has(&traits, &words(&self.recipe.person)) {
            self.only_one(&mut unit.card);
        } else if let Some(most) = most {
            match self.recipe.most.get(&most) {
                Some(limited) => merge(&mut traits, limited),
                None => {
                    self.notices.add(NoticeKind::Unknown, root.line, &root.name, format!("at most {most} in a force"));
                }
            }
        }
        unit.points = u32::try_from(price.points).ok().filter(|points| *points > 0 || is_priced(root));
        if unit.points.is_none() {
            self.notices.add(NoticeKind::Missing, root.line, &root.name, "no price");
        }
        unit.points_with = price.with;
        for inference in &self.recipe.infer {
            if has(&traits, &inference.has) {
                merge_over(&mut traits, &inference.then);
            }
        }
        traits.sort_unstable_keys();
        unit.traits = traits;
        unique_ids(&mut unit);
        self.name_options(&mut unit, root);
        unit
    }

    /// The core model of a Section.
    fn core<'i>(&mut self, root: &'i CatalogueEntry) -> &'i CatalogueEntry {
        if self.is_model(root) {
            return root;
        }
        let models: Vec<&CatalogueEntry> = root.children.iter().filter(|child| self.is_model(child)).collect();
        let replaced = |model: &&&CatalogueEntry| models.iter().any(|other| gives_way_to(model, other) > 0);
        let single = |model: &&&CatalogueEntry| model.min() == 1 && model.max() == Some(1);
        let officer = models.iter().find(single).filter(|_| self.category(root) == self.recipe.command);
        let found = officer
            .or_else(|| models.iter().find(replaced))
            .or_else(|| models.iter().find(single))
            .or_else(|| models.iter().find(|model| model.min() > 0))
            .or(models.first());
        found.copied().unwrap_or_else(|| {
            self.notices.add(NoticeKind::Unknown, root.line, &root.name, "no model in it");
            root
        })
    }

    fn traits(&mut self, root: &CatalogueEntry) -> Traits {
        let category = self.category(root).to_owned();
        let mut traits = self.recipe.categories.get(&category).cloned().unwrap_or_else(|| {
            self.notices.add(NoticeKind::Unknown, root.line, &root.name, format!("category {category:?}"));
            Traits::new()
        });
        let ranks = |item: &CatalogueEntry| {
            item.children.iter().any(|child| child.is_group() && self.name(child) == self.recipe.rank)
        };
        let has_ranks = ranks(root) || root.children.iter().any(ranks);
        if self.category(root) == self.recipe.command && most(root) == Some(1) && !has_ranks {
            merge_over(&mut traits, &self.recipe.person);
        }
        if self.leads(root) {
            merge(&mut traits, &self.recipe.leader.traits);
        }
        traits
    }

    /// Whether it or a model in it may lead.
    fn leads(&self, item: &CatalogueEntry) -> bool {
        item.children.iter().any(|child| self.name(child) == self.recipe.leader.by || self.leads(child))
    }

    /// Replaces entry ids by option ids, and adds a notice about ids that match no option.
    fn name_options(&mut self, unit: &mut Unit, root: &CatalogueEntry) {
        let ids: HashMap<String, String> = all_options(unit)
            .into_iter()
            .flat_map(|option| option.entries.iter().map(|entry| (entry.clone(), option.id.clone())))
            .collect();
        let mut unknown = 0;
        let mut named = |points: &mut Vec<ConditionalPoints>| {
            for extra in points.iter_mut() {
                let known = |ids_of: &[String]| -> Vec<String> {
                    let mut known: Vec<String> = ids_of.iter().filter_map(|id| ids.get(id).cloned()).collect();
                    known.dedup();
                    known
                };
                let (with, without) = (known(&extra.with), known(&extra.without));
                unknown += extra.with.len() + extra.without.len() - with.len() - without.len();
                (extra.with, extra.without) = (with, without);
            }
            points.retain(|extra| !extra.with.is_empty() || !extra.without.is_empty());
        };
        named(&mut unit.points_with);
        let mut limits = 0;
        each_option(&mut unit.options, &mut unit.choices, &mut |option| {
            named(&mut option.points_with);
            for numbers in [&mut option.max_with, &mut option.min_with] {
                let known: IndexMap<String, u32> =
                    numbers.iter().filter_map(|(id, number)| Some((ids.get(id)?.clone(), *number))).collect();
                limits += numbers.len() - known.len();
                *numbers = known;
            }
        });
        if unknown + limits > 0 {
            let message = format!("{} conditions on something that is not an option here", unknown + limits);
            self.notices.add(NoticeKind::Unknown, root.line, &root.name, message);
        }
    }
}

/// Adds traits, replacing existing ones.
fn merge_over(traits: &mut Traits, over: &Traits) {
    for (name, value) in over {
        traits.insert(name.clone(), value.clone());
    }
}

/// Whether a required group has a price: only the ranks may have one.
fn is_priced(root: &CatalogueEntry) -> bool {
    let priced =
        |item: &CatalogueEntry| item.is_group() && item.min() > 0 && item.children.iter().any(|child| cost(child) > 0);
    root.children.iter().any(|child| priced(child) || child.children.iter().any(priced))
}

/// Traits with the first value of each as text.
fn words(traits: &Traits) -> IndexMap<String, String> {
    let word = |(name, value): (&String, &muster_engine::catalogue::TraitValue)| {
        Some((name.clone(), value.words().next()?.to_owned()))
    };
    traits.iter().filter_map(word).collect()
}
