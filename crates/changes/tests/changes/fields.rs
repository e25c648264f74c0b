//! Each field of each thing is changed in turn, and must be told.

use std::sync::Arc;

use muster_changes::{Changes, ThingKind, Weight};
use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::declarations::{Cards, Declarations};
use muster_engine::ready::{Ruleset, RulesetParts, SourcedRule};
use muster_engine::rule::Rule;
use muster_engine::special_rules::SpecialRule;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::{compared, tiny};

/// The value with each of its numbers, words and flags changed in turn, and with each key and item taken away in turn.
/// Each comes with the pointer to the place.
fn mutants(value: &Value) -> Vec<(String, Value)> {
    fn go(whole: &Value, at: &str, here: &Value, found: &mut Vec<(String, Value)>) {
        let mut with = |other: Value| {
            let mut mutant = whole.clone();
            *mutant.pointer_mut(at).unwrap() = other;
            found.push((at.to_owned(), mutant));
        };
        match here {
            Value::Null => {}
            Value::Bool(flag) => with(json!(!flag)),
            Value::Number(number) => with(json!(number.as_i64().unwrap() + 1)),
            Value::String(text) => with(json!(format!("{text}x"))),
            Value::Array(items) => {
                for place in 0..items.len() {
                    let mut left = items.clone();
                    left.remove(place);
                    with(left.into());
                }
                for (place, item) in items.iter().enumerate() {
                    go(whole, &format!("{at}/{place}"), item, found);
                }
            }
            Value::Object(object) => {
                for key in object.keys() {
                    let mut left = object.clone();
                    left.shift_remove(key);
                    with(left.into());
                }
                for (key, item) in object {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    go(whole, &format!("{at}/{key}"), item, found);
                }
            }
        }
    }
    let mut found = Vec::new();
    go(value, "", value, &mut found);
    found
}

/// Changes a thing in every way that its shape allows, and passes on each that is then another thing.
pub(crate) fn each<T: Serialize + DeserializeOwned + PartialEq>(thing: &T, mut told: impl FnMut(&str, T)) -> usize {
    let value = serde_json::to_value(thing).unwrap();
    let mut count = 0;
    for (at, mutant) in mutants(&value) {
        let Ok(mutant) = serde_json::from_value::<T>(mutant) else { continue };
        if mutant != *thing {
            count += 1;
            told(&at, mutant);
        }
    }
    count
}

/// Whether one thing of this kind is told, with something to say of it.
fn is_told(changes: &Changes, kind: ThingKind) -> bool {
    let mut things = changes.things.iter();
    things.any(|thing| {
        thing.kind == kind && (thing.says.is_some() || thing.details.iter().all(|one| !one.says.is_empty()))
    })
}

pub(crate) fn catalogues(ruleset: &Ruleset) -> Vec<Catalogue> {
    ruleset.catalogues().iter().map(|catalogue| catalogue.written().clone()).collect()
}

pub(crate) fn with_units(ruleset: &Ruleset, catalogues: Vec<Catalogue>) -> Ruleset {
    ruleset.with_catalogues(catalogues.into_iter().map(|catalogue| Arc::new(ruleset.catalogue(catalogue))).collect())
}

pub(crate) fn with_parts(parts: RulesetParts, ruleset: &Ruleset) -> Option<Ruleset> {
    let built = Ruleset::build(parts).ok()?;
    Some(with_units(&built, catalogues(ruleset)))
}

#[test]
fn nothing_differs_between_a_ruleset_and_itself() {
    let changes = compared(&tiny(), &tiny());
    assert!(changes.things.is_empty(), "{:?}", changes.things);
    assert_eq!((changes.weight, changes.fit.says.as_str()), (Weight::Patch, "nothing differs"));
}

#[test]
fn every_field_of_a_unit_is_told() {
    let ruleset = tiny();
    let mut count = 0;
    for (place, catalogue) in catalogues(&ruleset).iter().enumerate() {
        for (index, unit) in catalogue.units.iter().enumerate() {
            count += each::<Unit>(unit, |at, mutant| {
                let mut all = catalogues(&ruleset);
                all[place].units[index] = Arc::new(mutant);
                let changes = compared(&ruleset, &with_units(&ruleset, all));
                assert!(is_told(&changes, ThingKind::Unit), "{at} of {}: {:?}", unit.id, changes.things);
            });
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn every_field_of_a_rule_is_told() {
    let ruleset = tiny();
    let mut count = 0;
    for (place, sourced) in ruleset.parts().rules.iter().enumerate() {
        each::<Rule>(&sourced.rule, |at, mutant| {
            let mut parts = ruleset.parts().clone();
            parts.rules[place] = SourcedRule { rule: mutant, ..sourced.clone() };
            let Some(after) = with_parts(parts, &ruleset) else { return };
            count += 1;
            let changes = compared(&ruleset, &after);
            assert!(is_told(&changes, ThingKind::Rule), "{at} of {}: {:?}", sourced.rule.id, changes.things);
        });
    }
    assert!(count > 10, "{count}");
}

#[test]
fn every_field_of_the_declarations_is_told() {
    let ruleset = tiny();
    let mut count = 0;
    each::<Declarations>(&ruleset.parts().declarations, |at, mutant| {
        let parts = RulesetParts { declarations: mutant, ..ruleset.parts().clone() };
        // Its own id and version are not told: they name the sides.
        if ["/kind", "/id", "/version"].contains(&at) {
            return;
        }
        let Some(after) = with_parts(parts, &ruleset) else { return };
        count += 1;
        let changes = compared(&ruleset, &after);
        assert!(!changes.things.is_empty(), "{at}");
    });
    assert!(count > 50, "{count}");
}

#[test]
fn every_field_of_cards_and_special_rules_is_told() {
    let ruleset = tiny();
    let mut count = 0;
    for (place, cards) in ruleset.parts().cards.iter().enumerate() {
        each::<Cards>(cards, |at, mutant| {
            let mut parts = ruleset.parts().clone();
            parts.cards[place] = mutant;
            let Some(after) = with_parts(parts, &ruleset).filter(|_| at.starts_with("/cards")) else { return };
            count += 1;
            assert!(is_told(&compared(&ruleset, &after), ThingKind::Card), "{at}");
        });
    }
    for (place, rule) in ruleset.parts().special_rules.iter().enumerate() {
        each::<SpecialRule>(rule, |at, mutant| {
            let mut parts = ruleset.parts().clone();
            parts.special_rules[place] = mutant;
            let Some(after) = with_parts(parts, &ruleset) else { return };
            count += 1;
            assert!(is_told(&compared(&ruleset, &after), ThingKind::SpecialRule), "{at}");
        });
    }
    assert!(count > 10, "{count}");
}

#[test]
fn differences_weigh_what_they_do_to_lists() {
    let ruleset = tiny();
    let weight = |pointer: &str, value: Value| {
        let mut all = catalogues(&ruleset);
        let (place, index) = all
            .iter()
            .enumerate()
            .find_map(|(place, one)| Some((place, one.units.iter().position(|unit| unit.id == "steamer")?)))
            .unwrap();
        let mut unit = serde_json::to_value(&all[place].units[index]).unwrap();
        match unit.pointer_mut(pointer) {
            Some(old) => *old = value,
            None => unit[pointer.trim_start_matches('/')] = value,
        }
        all[place].units[index] = serde_json::from_value(unit).unwrap();
        compared(&ruleset, &with_units(&ruleset, all)).weight
    };
    for (pointer, value, expected) in [
        ("/points", json!(61), Weight::Major),
        ("/points", json!(59), Weight::Minor),
        ("/points", Value::Null, Weight::Major),
        ("/options/0/points", json!(6), Weight::Major),
        ("/options/0/points", json!(4), Weight::Minor),
        ("/squadron", json!({"min": 1, "max": 4}), Weight::Minor),
        ("/squadron", json!({"min": 2, "max": 3}), Weight::Major),
        ("/name", json!("Paddle Steamer"), Weight::Major),
        ("/aliases", json!(["Paddle Steamer", "Paddler"]), Weight::Minor),
        ("/aliases", json!([]), Weight::Major),
        ("/card/stats/speed", json!(8), Weight::Patch),
        ("/traits/size", json!("small"), Weight::MinorOrMajor),
        ("/source", json!("Elsewhere."), Weight::Patch),
        ("/options", json!([]), Weight::Major),
        ("/options/0/name", json!("Stoker"), Weight::MinorOrMajor),
        ("/options/0/name", json!("STOKERS"), Weight::Patch),
        ("/copies", json!({"fleet": 2}), Weight::MinorOrMajor),
    ] {
        assert_eq!(weight(pointer, value.clone()), expected, "{pointer}: {value}");
    }
}

#[test]
fn a_rule_weighs_what_it_forbids() {
    let ruleset = tiny();
    let weight = |id: &str, pointer: &str, value: Value| {
        let mut parts = ruleset.parts().clone();
        let sourced = parts.rules.iter_mut().find(|sourced| sourced.rule.id == id).unwrap();
        let mut rule = serde_json::to_value(&sourced.rule).unwrap();
        match rule.pointer_mut(pointer) {
            Some(old) => *old = value,
            None => rule[pointer.trim_start_matches('/')] = value,
        }
        sourced.rule = serde_json::from_value(rule).unwrap();
        compared(&ruleset, &with_parts(parts, &ruleset).unwrap()).weight
    };
    for (id, pointer, value, expected) in [
        ("cap-large", "/clauses/0/limit/max/percent/0", json!(50), Weight::Major),
        ("cap-large", "/clauses/0/limit/max/percent/0", json!(70), Weight::Minor),
        ("cap-large", "/clauses/0/limit/max", json!(100), Weight::MinorOrMajor),
        ("cap-large", "/clauses/0/subject", json!("Big boats"), Weight::Patch),
        ("cap-large", "/help", json!("Stay small."), Weight::Patch),
        ("cap-large", "/severity", json!("warning"), Weight::Minor),
        ("cap-large", "/waivable", json!(true), Weight::Minor),
        ("cap-large", "/applies", json!({}), Weight::MinorOrMajor),
        ("squadron-size", "/severity", json!("note"), Weight::Minor),
        ("squadron-size", "/title", json!("Sizes"), Weight::Patch),
    ] {
        assert_eq!(weight(id, pointer, value.clone()), expected, "{id} {pointer}: {value}");
    }
    let without = |id: &str| {
        let mut parts = ruleset.parts().clone();
        parts.rules.retain(|sourced| sourced.rule.id != id);
        with_parts(parts, &ruleset).unwrap()
    };
    assert_eq!(compared(&ruleset, &without("cap-large")).weight, Weight::Minor);
    assert_eq!(compared(&without("cap-large"), &ruleset).weight, Weight::Major);
}

#[test]
fn a_unit_that_takes_another_id_is_no_new_unit() {
    let ruleset = tiny();
    let renamed = |aliases: Vec<String>| {
        let mut all = catalogues(&ruleset);
        let unit = all.iter_mut().flat_map(|one| &mut one.units).find(|unit| unit.id == "barge").unwrap();
        let unit = Arc::make_mut(unit);
        (unit.id, unit.name, unit.aliases) = ("lighter".to_owned(), "Lighter".to_owned(), aliases);
        let changes = compared(&ruleset, &with_units(&ruleset, all));
        let told: Vec<_> = changes.things.iter().map(|thing| (thing.id.clone(), thing.became.word())).collect();
        (told, changes.weight)
    };
    let told = |told: &[(&str, &'static str)]| -> Vec<(String, &'static str)> {
        told.iter().map(|(id, became)| ((*id).to_owned(), *became)).collect()
    };
    assert_eq!(renamed(vec!["Barge".to_owned()]), (told(&[("lighter", "changed")]), Weight::Minor));
    assert_eq!(renamed(Vec::new()), (told(&[("barge", "gone"), ("lighter", "new")]), Weight::Major));
}
