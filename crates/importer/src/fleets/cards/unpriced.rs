//! Makes units of cards that the community's files do not have. Nobody has said what they cost.

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};
use muster_engine::catalogue::{Choice, PurchaseScope, TraitValue, Unit, UnitOption};
use muster_engine::slug::slug;

use super::hardpoints::generator_places;
use super::printed::PrintedCard;
use crate::fleets::reader::FactionReader;
use crate::fleets::recipe::CardWords;
use crate::notice::NoticeKind;
use crate::recipe::Traits;

impl FactionReader<'_> {
    /// A unit with what does not stand on its card: its slots and the generators of its faction. The rest comes from the
    /// card later.
    pub(super) fn unpriced(&mut self, units: &[Unit], card: &PrintedCard, name: &str, words: &CardWords) -> Unit {
        let class = words.classes.get(&card.key).cloned();
        let class = class.unwrap_or_else(|| name.split(' ').next().unwrap_or(name).to_owned());
        let traits = self.printed_traits(&card.traits, &card.key);
        let roles = self.roles(card);
        let slots = slots(units, &roles, &traits, &words.people);
        self.notices.add(NoticeKind::Inferred, 0, &card.key, "a unit that the community's files do not have");
        if slots.is_empty() {
            self.notices.add(NoticeKind::Missing, 0, &card.key, "no slot");
        }
        let form = slug(name);
        let form = form.strip_prefix(&slug(&class)).map_or("", |rest| rest.trim_start_matches('-'));
        let mut own: Vec<String> = vec![slug(&class), form.to_owned()];
        own.retain(|word| !word.is_empty());
        Unit {
            id: slug(name),
            name: name.to_owned(),
            aliases: vec![class],
            traits: IndexMap::from([(self.recipe.class.clone(), TraitValue::Many(own))]),
            slots,
            choices: self.generators(units, card, words),
            ..Unit::default()
        }
    }

    /// The token of the data, without its entries.
    pub(super) fn escort_option(&self) -> UnitOption {
        let escorts = &self.recipe.escorts;
        UnitOption {
            id: escorts.option.clone(),
            name: escorts.entry.clone(),
            kind: Some(escorts.kind.clone()),
            points: escorts.points,
            buys: PurchaseScope::Squadron,
            ..UnitOption::default()
        }
    }

    /// Heavy hardpoints with the generators that most units of the faction may have there, if the card has a place for one.
    fn generators(&self, units: &[Unit], card: &PrintedCard, words: &CardWords) -> Vec<Choice> {
        if generator_places(card, words).is_none_or(|places| places == 0) {
            return Vec::new();
        }
        let mut offered: BTreeMap<String, (usize, &UnitOption)> = BTreeMap::new();
        let mut offering = 0;
        for unit in units {
            let of_unit: IndexMap<String, &UnitOption> = unit
                .choices
                .iter()
                .flat_map(|choice| &choice.options)
                .filter(|option| option.kind.as_ref() == Some(&self.recipe.generators.kind))
                .map(|option| (slug(&option.name), option))
                .collect();
            offering += usize::from(!of_unit.is_empty());
            for (name, option) in of_unit {
                offered.entry(name).or_insert((0, option)).0 += 1;
            }
        }
        let mut options: Vec<UnitOption> = offered
            .into_values()
            .filter(|(count, _)| count * 2 > offering)
            .map(|(_, option)| UnitOption {
                id: slug(&option.name),
                name: option.name.clone(),
                kind: option.kind.clone(),
                points: option.points,
                rules: option.rules.clone(),
                ..UnitOption::default()
            })
            .collect();
        options.sort_by(|one, other| one.points.cmp(&other.points).then_with(|| one.id.cmp(&other.id)));
        let Some(name) = words.hardpoints.get(&words.generator_hardpoint) else { return Vec::new() };
        let rows = card.weapons.iter().filter(|row| words.letter(card, row) == words.generator_hardpoint);
        let choice = |arc: &String| Choice {
            id: slug(name),
            name: format!("{name}: {arc}"),
            min: 1,
            hardpoint: true,
            options: options.clone(),
            ..Choice::default()
        };
        rows.map(|row| choice(&row.arc)).collect()
    }

    /// The units that a unit joins by its special rule of attachments: those with one word of each group, such as
    /// `French/Portuguese Flagship`.
    pub(super) fn hosts(&self, units: &[Unit], rule: &str) -> Vec<String> {
        let Some((_, of)) = rule.split_once('(') else { return Vec::new() };
        let groups = of.trim_end_matches(')').split([' ', ',']).filter(|group| !group.is_empty());
        let groups: Vec<Vec<&str>> = groups.map(|group| group.split('/').collect()).collect();
        let has = |unit: &Unit, word: &str| {
            let slot = self.recipe.slots.get(word);
            slot.is_some_and(|slot| unit.slots.values().any(|own| own == slot))
                || self.recipe.categories.get(word).is_some_and(|traits| has_all(unit, traits))
        };
        let hosts = units.iter().filter(|unit| groups.iter().all(|group| group.iter().any(|word| has(unit, word))));
        hosts.map(|unit| unit.id.clone()).collect()
    }
}

fn has_all(unit: &Unit, traits: &Traits) -> bool {
    traits.iter().all(|(id, value)| {
        let own: Vec<&str> = unit.traits.get(id).into_iter().flat_map(TraitValue::words).collect();
        value.words().all(|word| own.contains(&word))
    })
}

/// The slots of a new unit. It stands in each Battlefleet that takes a unit of its people in one of its roles. If there is no
/// such unit, it stands in each Battlefleet that takes most units of these roles.
fn slots(units: &[Unit], roles: &[&String], traits: &Traits, people: &str) -> IndexMap<String, String> {
    let peoples = |traits: &Traits| -> IndexSet<String> {
        traits.get(people).into_iter().flat_map(TraitValue::words).map(str::to_owned).collect()
    };
    let own = peoples(traits);
    // All units of a faction have the name of the faction among their peoples.
    let common = units.iter().map(|unit| peoples(&unit.traits));
    let common = common.filter(|all| !all.is_empty()).reduce(|one, other| &one & &other).unwrap_or_default();
    let mut found: BTreeMap<(&String, &String), (usize, bool)> = BTreeMap::new();
    for unit in units {
        let is_kin = peoples(&unit.traits).iter().any(|word| own.contains(word) && !common.contains(word));
        for place in unit.slots.iter().filter(|(_, slot)| roles.contains(slot)) {
            let (count, kin) = found.entry(place).or_default();
            *count += 1;
            *kin |= is_kin;
        }
    }
    let most = found.values().map(|(count, _)| *count).max().unwrap_or(0);
    let has_kin = found.values().any(|(_, kin)| *kin);
    let stands = |(count, kin): &(usize, bool)| if has_kin { *kin } else { count * 2 > most };
    found
        .into_iter()
        .filter(|(_, known)| stands(known))
        .map(|((fleet, slot), _)| (fleet.clone(), slot.clone()))
        .collect()
}
