//! Reads units of which one of several configurations is chosen, each a model of its own in the files.

use muster_engine::catalogue::{Choice, UnitOption};
use muster_engine::slug::slug;

use super::alike::{add_entries, bare, count_alike};
use super::models::ModelVariety;
use super::offers::FleetOffers;
use super::reader::FactionReader;
use super::unit::usual;
use crate::entry::CatalogueEntry;

impl FactionReader<'_> {
    /// Reads what may be taken in each configuration. What all have is the unit's; the rest comes with the
    /// configuration.
    pub(super) fn configurations<'i>(
        &mut self,
        unit: FleetOffers<'i>,
        item: &'i CatalogueEntry,
        models: &'i [&'i CatalogueEntry],
        kind: ModelVariety,
    ) -> FleetOffers<'i> {
        let mut all: Vec<FleetOffers> = Vec::new();
        for model in models {
            let mut offers =
                FleetOffers { configuration: Some((model, models)), ..FleetOffers::new(item, unit.categories) };
            self.offers(&mut offers, item, model, models);
            if kind == ModelVariety::Variants {
                let weapons = self.own_weapons(&offers, model);
                offers.weapons.extend(weapons);
                offers.rules.extend(self.linked_rules(model));
                count_alike(&mut offers.weapons);
            }
            all.push(offers);
        }
        let mut unit = unit;
        let is_same = |one: &Choice, other: &Choice| bare(one) == bare(other);
        unit.choices = shared(all.iter_mut().map(|offers| &mut offers.choices).collect(), is_same, add_entries);
        unit.options = shared(all.iter_mut().map(|offers| &mut offers.options).collect(), PartialEq::eq, |_, _| {});
        unit.weapons = shared(all.iter_mut().map(|offers| &mut offers.weapons).collect(), PartialEq::eq, |_, _| {});
        unit.rules = shared(all.iter_mut().map(|offers| &mut offers.rules).collect(), PartialEq::eq, |_, _| {});
        let usual = usual(item, models).filter(|_| kind == ModelVariety::Variants);
        let cheapest = models.iter().filter_map(|model| self.price(model)).min();
        let least = usual.map_or(cheapest, |usual| self.price(usual)).unwrap_or(0);
        let options: Vec<UnitOption> = models
            .iter()
            .zip(all)
            .map(|(model, offers)| {
                let name = self.spelling.tidy(&model.name);
                UnitOption {
                    id: slug(&name),
                    name,
                    points: self.price(model).map(|points| points - least),
                    weapons: offers.weapons,
                    rules: offers.rules,
                    options: offers.options,
                    choices: offers.choices,
                    entries: model.ids.clone(),
                    ..UnitOption::default()
                }
            })
            .collect();
        let free = options.first().filter(|option| option.points == Some(0));
        let usual = usual.and_then(|usual| options.iter().find(|option| option.entries == usual.ids));
        let name = if kind == ModelVariety::Variants { "Variant" } else { "Configuration" };
        let choice = Choice {
            id: slug(name),
            name: name.to_owned(),
            min: 1,
            max: Some(1),
            default: usual.or(free).map(|option| option.id.clone()),
            options,
            ..Choice::default()
        };
        unit.choices.insert(0, choice);
        unit
    }
}

/// Takes out what all lists have. `merge` adds to the first what others of the same have besides.
fn shared<T>(mut lists: Vec<&mut Vec<T>>, is_same: impl Fn(&T, &T) -> bool, merge: impl Fn(&mut T, T)) -> Vec<T> {
    let Some((first, others)) = lists.split_first_mut() else { return Vec::new() };
    let mut all = Vec::new();
    for mut one in std::mem::take(*first) {
        let places: Option<Vec<usize>> =
            others.iter().map(|list| list.iter().position(|other| is_same(&one, other))).collect();
        if let Some(places) = places {
            for (list, place) in others.iter_mut().zip(places) {
                merge(&mut one, list.remove(place));
            }
            all.push(one);
        } else {
            first.push(one);
        }
    }
    all
}
