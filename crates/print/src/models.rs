//! The kinds of models in a list, each with its card. The card includes the options that all models of the kind have.

use std::collections::HashSet;

use muster_engine::catalogue::{Buys, Card, Choice, Member, UnitOption};
use muster_engine::ready::Ruleset;
use muster_engine::ready::{ReadyCatalogue, ReadyUnit};
use muster_engine::slug::slug;
use muster_engine::summary::{OptionTaken, SquadronLine, Summary};
use muster_engine::words::{phrases, taken};

/// Models with the same name, card, options and nation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Models {
    /// Their name.
    pub name: String,
    /// Size, type and the like.
    pub kind: String,
    /// The printed name of their nation.
    pub nation: Option<String>,
    /// Their card.
    pub card: Card,
    /// The options taken, with their number if not all models have them.
    pub options: Vec<String>,
    /// Each squadron with its number of these models.
    pub squadrons: Vec<(String, u32)>,
    /// The edition that their figures were printed for.
    pub vintage: Option<String>,
}

/// The kinds of models in a list, in the order of its squadrons. Equal models of several squadrons are one kind.
pub(crate) fn models(ruleset: &Ruleset, summary: &Summary) -> Vec<Models> {
    let mut all: Vec<Models> = Vec::new();
    for squadron in &summary.squadrons {
        let Some((catalogue, ready)) = unit_of(ruleset, squadron) else { continue };
        for kind in kinds(ruleset, catalogue, ready, squadron) {
            let same = |other: &&mut Models| {
                (&other.name, &other.card, &other.options, &other.nation)
                    == (&kind.name, &kind.card, &kind.options, &kind.nation)
            };
            match all.iter_mut().find(same) {
                Some(other) => other.squadrons.extend(kind.squadrons),
                None => all.push(kind),
            }
        }
    }
    all
}

/// The unit of a squadron, with the catalogue that holds it.
pub(crate) fn unit_of<'r>(
    ruleset: &'r Ruleset,
    squadron: &SquadronLine,
) -> Option<(&'r ReadyCatalogue, &'r ReadyUnit)> {
    let id = squadron.unit_id.as_deref()?;
    let of_nation = ruleset.catalogues().iter().filter(|catalogue| catalogue.written().nation == squadron.nation_id);
    let mut of_nation = of_nation.filter_map(|catalogue| Some((&**catalogue, catalogue.find(id)?)));
    of_nation.find(|(catalogue, ready)| catalogue.unit(ready).id == id)
}

/// The options that a squadron takes, from its unit and from the members of a mix. Includes options that only some
/// models have.
pub(crate) fn options_of<'r>(ruleset: &'r Ruleset, squadron: &SquadronLine) -> Vec<&'r UnitOption> {
    let Some((catalogue, ready)) = unit_of(ruleset, squadron) else { return Vec::new() };
    let unit = catalogue.unit(ready);
    let members = unit.members.iter().map(|member| (&member.options, &member.choices));
    let places: Vec<_> = [(&unit.options, &unit.choices)].into_iter().chain(members).collect();
    let taken = squadron.option_ids.iter();
    taken.flat_map(|taken| places.iter().filter_map(|(options, choices)| find(options, choices, &taken.id))).collect()
}

/// The kinds of models of one squadron: those of its unit or of the members of a fixed mix, and those that options
/// create.
fn kinds(ruleset: &Ruleset, catalogue: &ReadyCatalogue, ready: &ReadyUnit, squadron: &SquadronLine) -> Vec<Models> {
    let unit = catalogue.unit(ready);
    let taken: Vec<(&UnitOption, u32)> = squadron
        .option_ids
        .iter()
        .filter_map(|OptionTaken { id, number }| Some((find(&unit.options, &unit.choices, id)?, *number)))
        .collect();
    let base = Models {
        name: unit.name.clone(),
        kind: phrases::describe_unit(ruleset.declarations(), unit),
        nation: squadron.nation.clone(),
        card: Card::default(),
        options: Vec::new(),
        squadrons: Vec::new(),
        vintage: unit.vintage.clone(),
    };
    let in_squadron = |number: u32| vec![(squadron.name.clone(), number)];
    let mut kinds = Vec::new();
    if unit.members.is_empty() {
        let replaced: u32 = taken
            .iter()
            .filter_map(|(option, number)| Some(option.becomes.as_ref()?.takes.saturating_mul(*number)))
            .fold(0, u32::saturating_add);
        let left = squadron.models.saturating_sub(replaced);
        let plain = taken.iter().filter(|(option, _)| !makes_models(option)).copied();
        let plain: Vec<(&UnitOption, u32)> = plain.collect();
        if left > 0 {
            let card = patched(ruleset, catalogue, &unit.id, &unit.traits, &unit.card);
            let options = named(&plain, squadron.models);
            kinds.push(Models {
                card: outfit(card, &plain, left),
                options,
                squadrons: in_squadron(left),
                ..base.clone()
            });
        }
    } else {
        let numbers = ready.share_out(unit, Some(squadron.models));
        for (member, number) in unit.members.iter().zip(numbers) {
            let own: Vec<(&UnitOption, u32)> = squadron
                .option_ids
                .iter()
                .filter_map(|OptionTaken { id, number }| Some((find(&member.options, &member.choices, id)?, *number)))
                .collect();
            let all: Vec<(&UnitOption, u32)> = own.iter().chain(&taken).copied().collect();
            if number > 0 {
                kinds.push(Models {
                    name: member.name.clone(),
                    card: outfit(member_card(ruleset, catalogue, member), &own, number),
                    options: named(&all, number),
                    squadrons: in_squadron(number),
                    ..base.clone()
                });
            }
        }
    }
    for (option, number) in &taken {
        if let Some(made) = option.becomes.as_ref().or(option.adds.as_ref()) {
            kinds.push(Models {
                name: option.name.clone(),
                kind: unit.name.clone(),
                card: made.card.clone(),
                squadrons: in_squadron(*number),
                ..base.clone()
            });
        }
    }
    kinds
}

fn makes_models(option: &UnitOption) -> bool {
    option.becomes.is_some() || option.adds.is_some()
}

fn member_card(ruleset: &Ruleset, catalogue: &ReadyCatalogue, member: &Member) -> Card {
    let (id, traits, card) = catalogue.written().printed(member);
    patched(ruleset, catalogue, id, traits, card)
}

/// A card with the rules that the ruleset adds to it.
fn patched(
    ruleset: &Ruleset,
    catalogue: &ReadyCatalogue,
    id: &str,
    traits: &indexmap::IndexMap<String, muster_engine::catalogue::TraitValue>,
    printed: &Card,
) -> Card {
    let mut card = printed.clone();
    for (_, _, rules) in ruleset.patches_of(catalogue.written().nation.as_deref(), id, traits, printed) {
        card.rules.extend(rules.into_iter().map(str::to_owned));
    }
    card
}

/// The names of options, with their number if not all models have them.
fn named(taken: &[(&UnitOption, u32)], models: u32) -> Vec<String> {
    let name = |(option, number): &(&UnitOption, u32)| taken::option(&option.name, option.buys, *number, models);
    taken.iter().map(name).collect()
}

/// Whether all models have an option, or the squadron bought it as a whole.
fn is_of_all(option: &UnitOption, number: u32, models: u32) -> bool {
    number >= models || option.buys == Buys::Squadron
}

/// A card with the options that all models have.
fn outfit(mut card: Card, taken: &[(&UnitOption, u32)], models: u32) -> Card {
    for (option, _) in taken.iter().filter(|(option, number)| is_of_all(option, *number, models)) {
        let gone: HashSet<String> = option.removes.iter().map(|name| slug(name)).collect();
        card.rules.retain(|rule| !gone.contains(&slug(rule)));
        card.weapons.retain(|weapon| !gone.contains(&slug(&weapon.name)));
        card.stats.extend(option.sets.clone());
        card.weapons.extend(option.weapons.iter().cloned());
        card.rules.extend(option.rules.iter().cloned());
    }
    card
}

/// Finds an option of a unit by its id, also inside other options and choices.
fn find<'u>(options: &'u [UnitOption], choices: &'u [Choice], id: &str) -> Option<&'u UnitOption> {
    let in_options = options
        .iter()
        .find_map(|option| if option.id == id { Some(option) } else { find(&option.options, &option.choices, id) });
    in_options.or_else(|| choices.iter().find_map(|choice| find(&choice.options, &choice.choices, id)))
}

#[cfg(test)]
mod tests {
    // A test that fails may panic.
    #![allow(clippy::unwrap_used)]

    use std::sync::Arc;

    use muster_engine::catalogue::Catalogue;
    use muster_engine::list::{ArmyList, RulesetName};
    use muster_engine::summary::summary;
    use muster_library::shelf::Shelf;
    use serde_json::json;

    use super::models;

    #[test]
    fn spare_models_are_on_cards_as_they_are_in_points() {
        let plain = Shelf::built_in().ruleset(&RulesetName::Id("dw-1.1".to_owned()), &["none of them"]).unwrap();
        let nation = plain.declarations().nations.keys().next().unwrap();
        let member = |id: &str, points: u32, max: Option<u32>| json!({"id": id, "name": id, "points": points, "models": {"min": 1, "max": max}});
        // The first member may have one more model, the other two any number more.
        let members = [member("one", 100, Some(2)), member("two", 10, None), member("three", 1, None)];
        let unit = json!({"id": "mix", "name": "Mix", "points": 0, "members": members});
        let catalogue = json!({"kind": "catalogue", "nation": nation, "source": "test", "units": [unit]});
        let catalogue: Catalogue = serde_json::from_value(catalogue).unwrap();
        let ruleset = plain.with_catalogues(vec![Arc::new(plain.catalogue(catalogue))]);
        let list = json!({"muster": 1, "ruleset": "dw-1.1", "nation": nation, "mfv": 1000,
            "squadrons": [{"unit": "mix", "models": 6}]});
        let list: ArmyList = serde_json::from_value(list).unwrap();
        let summary = summary(&ruleset, &list);
        assert_eq!(summary.squadrons[0].points, Some(231));
        let kinds = models(&ruleset, &summary);
        let numbers: Vec<_> = kinds.iter().map(|kind| (kind.name.as_str(), kind.squadrons[0].1)).collect();
        assert_eq!(numbers, [("one", 2), ("two", 3), ("three", 1)]);
    }
}
