//! Finds the models in a unit.

use muster_engine::catalogue::Range;

use super::reader::FactionReader;
use super::recipe::LinkWords;
use crate::entry::{CatalogueEntry, EntryKind};

/// The models in a unit.
pub(super) struct FleetModels<'i> {
    /// They are alike, or one of them is chosen.
    pub all: Vec<&'i CatalogueEntry>,
    pub kind: ModelVariety,
    /// How many there are, if the models themselves do not say so.
    pub size: Option<Range>,
}

/// How the models of a unit differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ModelVariety {
    Alike,
    /// One configuration is chosen for the unit.
    Configurations,
    /// A variant is chosen for each model. The group says how many models there are, and which variant is usual.
    Variants,
}

impl FactionReader<'_> {
    /// The models in a unit: one, or several kinds of which one is chosen.
    pub(super) fn models<'i>(&self, item: &'i CatalogueEntry) -> FleetModels<'i> {
        if let Some(linked) = &self.recipe.linked {
            return self.linked_models(item, linked);
        }
        let is_model = |child: &&CatalogueEntry| child.kind == EntryKind::Model || self.has_model_cost(child);
        let own = item.children.iter().filter(|child| !matches!(child.kind, EntryKind::Group | EntryKind::Unit));
        if let Some(model) = own.clone().find(is_model) {
            return FleetModels { all: vec![model], kind: ModelVariety::Alike, size: None };
        }
        let groups = item.children.iter().filter(|child| child.is_group());
        let all = groups
            .map(|group| group.children.iter().filter(is_model).collect::<Vec<_>>())
            .find(|models| !models.is_empty())
            .unwrap_or_default();
        let kind = if all.len() > 1 { ModelVariety::Configurations } else { ModelVariety::Alike };
        FleetModels { all, kind, size: None }
    }

    /// The models in a unit whose parts are linked: entries with a card, else variants, else an entry that is called a
    /// model, else the unit itself.
    fn linked_models<'i>(&self, item: &'i CatalogueEntry, linked: &LinkWords) -> FleetModels<'i> {
        let own = || item.children.iter().filter(|child| !child.is_group() && !self.is_escort(child));
        if let Some(first) = own().find(|child| self.has_card(child)) {
            let all: Vec<&CatalogueEntry> =
                own().filter(|child| self.has_card(child) && child.id() == first.id()).collect();
            let sum =
                |number: fn(&CatalogueEntry) -> Option<u32>| all.iter().map(|model| number(model)).sum::<Option<u32>>();
            let size = Range { min: sum(|model| Some(model.min())).unwrap_or(0), max: sum(CatalogueEntry::max) };
            let size = (all.len() > 1).then_some(size);
            return FleetModels { all, kind: ModelVariety::Alike, size };
        }
        let groups = || item.children.iter().filter(|child| child.is_group());
        let has_variants =
            |group: &&CatalogueEntry| linked.variants.0.is_match(&group.name) && !group.children.is_empty();
        if let Some(group) = groups().find(has_variants) {
            let size = Range { min: group.min().max(1), max: group.max() };
            return FleetModels {
                all: group.children.iter().collect(),
                kind: ModelVariety::Variants,
                size: Some(size),
            };
        }
        let is_model = |child: &&CatalogueEntry| child.kind == EntryKind::Model && child.min() > 0;
        let model = own().find(is_model);
        let model = model.or_else(|| groups().flat_map(|group| &group.children).find(is_model));
        if model.is_none() && self.has_card(item) {
            let size = Some(Range { min: 1, max: Some(1) });
            return FleetModels { all: vec![item], kind: ModelVariety::Alike, size };
        }
        FleetModels { all: model.into_iter().collect(), kind: ModelVariety::Alike, size: None }
    }

    /// The units inside a unit, which come with it.
    pub(super) fn inner_units<'i>(&self, item: &'i CatalogueEntry) -> Vec<&'i CatalogueEntry> {
        let models = self.models(item).all;
        let is_model = |child: &CatalogueEntry| models.iter().any(|model| model.id() == child.id());
        item.children.iter().filter(|child| self.is_inner_unit(child) && !is_model(child)).collect()
    }

    /// Whether an entry inside a unit is a model, or a unit of its own.
    pub(super) fn is_inner_unit(&self, child: &CatalogueEntry) -> bool {
        match self.recipe.linked {
            Some(_) => !child.is_group() && self.has_card(child) && !self.is_escort(child),
            None => child.kind == EntryKind::Unit,
        }
    }

    pub(super) fn has_card(&self, item: &CatalogueEntry) -> bool {
        item.profiles(&self.recipe.card).any(|card| !card.is_hidden)
    }

    /// Whether an entry is an escort token, by its name.
    pub(super) fn is_escort(&self, item: &CatalogueEntry) -> bool {
        item.name == self.recipe.escorts.entry || self.recipe.escorts.others.contains_key(&item.name)
    }

    /// Whether an entry has a cost that only models have, such as victory points.
    fn has_model_cost(&self, item: &CatalogueEntry) -> bool {
        self.recipe.costs.keys().any(|cost| item.cost(cost).is_some_and(|value| value > 0))
    }
}
