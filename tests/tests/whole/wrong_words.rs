//! A report on a list with a misspelt or unknown word names the words that the game has.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use muster_engine::list::ArmyList;
use muster_library::shelf::Shelf;
use serde_json::{Value, json};

use crate::invented;

/// The sentences about a list, with their help.
fn told(list: &Value) -> Vec<String> {
    let list: ArmyList = serde_json::from_value(list.clone()).unwrap_or_else(|fault| panic!("{fault}: {list}"));
    let ruleset = Shelf::built_in().ruleset_for(&list).expect("the ruleset is built in");
    let findings = muster_engine::check(&ruleset, &list).findings.into_iter();
    findings.map(|finding| format!("{} | {}", finding.message, finding.help.unwrap_or_default())).collect()
}

/// Makes a list of Dystopian Wars 2.5 without squadrons, and adds these entries to it.
fn list(more: &Value) -> Value {
    let mut list =
        json!({ "muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 500, "squadrons": [] });
    list.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    list
}

fn squadrons(second: &Value) -> Value {
    let first = json!({ "id": "wing", "unit": "tribal-class-cruiser", "attached": [{ "id": "escort", "unit": "x" }] });
    json!({ "squadrons": [first, second] })
}

#[test]
fn a_reference_that_points_nowhere_is_an_error_beside_all_others() {
    for (second, expected) in [
        (
            json!({ "unit": "x", "id": "own", "brought-by": "own" }),
            "a squadron cannot point at itself | ids: escort, wing",
        ),
        (json!({ "unit": "x", "carries": ["winge"] }), "no squadron has the id `winge` | did you mean `wing`?"),
        (json!({ "unit": "x", "carries": ["wing", "zzz"] }), "no squadron has the id `zzz` | ids: escort, wing"),
    ] {
        let told = told(&list(&squadrons(&second)));
        assert!(told.iter().any(|told| told == expected), "{told:#?}");
        assert!(told.iter().any(|told| told.starts_with("The list marks no flagship")), "{told:#?}");
    }
}

#[test]
fn wrong_words_are_told_with_the_right_ones() {
    for (more, expected) in [
        (
            json!({ "settings": { "levle": "ensign" } }),
            "Dystopian Wars 2.5 has no setting `levle` | did you mean `level`?",
        ),
        (
            json!({ "settings": { "level": "comodore" } }),
            "the setting `level` cannot be `comodore` | did you mean `commodore`?",
        ),
        (
            json!({ "settings": { "level": "zzz" } }),
            "the setting `level` cannot be `zzz` | expected one of: ensign, captain, commodore",
        ),
        (
            json!({ "settings": { "level": true } }),
            "the setting `level` cannot be true | expected one of: ensign, captain, commodore",
        ),
        (
            json!({ "settings": { "rules": [99] } }),
            "the setting `rules` cannot be [99] | expected numbers from 1 to 10",
        ),
        (
            json!({ "settings": { "competitive": "yes" } }),
            "the setting `competitive` cannot be `yes` | expected true or false",
        ),
        (json!({ "decks": { "tcas": ["x"] } }), "Dystopian Wars 2.5 has no deck `tcas` | did you mean `tacs`?"),
        (json!({ "decks": { "zzz": ["x"] } }), "Dystopian Wars 2.5 has no deck `zzz` | decks: tacs, commodore-traits"),
        (json!({ "decks": { "tacs": [{ "card": "x", "tyep": "y" }] } }), "a card has no `tyep` | did you mean `type`?"),
        (
            json!({ "decks": { "tacs": [{ "card": "x", "zzz": "y" }] } }),
            "a card has no `zzz` | facts: type, faction, for-nation, commodore, table, d6, timing, card, cost, replaces",
        ),
        (
            json!({ "decks": { "tacs": [{ "card": "x", "type": "genric" }] } }),
            "the type of a card cannot be `genric` | did you mean `generic`?",
        ),
        (
            json!({ "decks": { "tacs": [{ "card": "x", "faction": "zzz" }] } }),
            "the faction of a card cannot be `zzz` | expected one of: imperial-bond, grand-coalition, free-nations",
        ),
        (
            squadrons(&json!({ "unit": "x", "roles": ["comodore"] })),
            "Dystopian Wars 2.5 knows no role `comodore` | did you mean `commodore`?",
        ),
        (
            squadrons(&json!({ "unit": "x", "roles": ["zzz"] })),
            "Dystopian Wars 2.5 knows no role `zzz` | roles: commodore, sub-commander",
        ),
        (
            squadrons(&json!({ "unit": "x", "allocation": "zzz" })),
            "Dystopian Wars 2.5 knows no allocation `zzz` | allocations: main, advance, flank, reserve",
        ),
        (
            json!({ "groups": [{ "kind": "zzz", "squadrons": [] }] }),
            "Dystopian Wars 2.5 has no groups | put the squadrons in `squadrons`",
        ),
    ] {
        assert_eq!(told(&list(&more)), [expected], "{more}");
    }
}

/// An overlay that is not at hand may bring a setting, so the list can be judged but for it.
#[test]
fn a_setting_of_other_house_rules_is_unknown() {
    let told = told(&list(&json!({ "settings": { "zzz": true } })));
    let wanted = "Dystopian Wars 2.5 has no setting `zzz` | name the house rules that have it by `overlays` or --event, or take \
                  it out; settings: level, rules, core, theatre, competitive, allies, scenario, tac-format";
    assert!(told.iter().any(|told| told == wanted) && told.len() > 1, "{told:#?}");
}

#[test]
fn wrong_words_beyond_the_first_hundred_are_counted() {
    let of =
        |number: usize| told(&list(&json!({ "squadrons": vec![json!({ "unit": "x", "roles": ["zzz"] }); number] })));
    let role = "Dystopian Wars 2.5 knows no role `zzz` | roles: commodore, sub-commander";
    let hundred = vec![role; 100];
    assert_eq!(of(100), hundred);
    assert_eq!(of(101), [&hundred[..], &["1 more finding is left out | "]].concat());
    assert_eq!(of(102), [&hundred[..], &["2 more findings are left out | "]].concat());
}

/// To look for the nearest names takes long, so only the first findings of very many have them.
#[test]
fn the_nearest_names_are_looked_for_in_the_first_findings_only() {
    let world = invented::world();
    let options = json!({ "id": "options", "kind": "check", "check": "options" });
    let mut rules = invented::rules_with(&world, options);
    // The world's decks and settings name two of its rules, so these two must stay.
    rules.retain(|sourced| ["options", "tricks-many", "waivable-cap"].contains(&sourced.rule.id.as_str()));
    let ruleset = invented::build(&world, rules);
    for squadron in [json!({ "unit": "arkk" }), json!({ "unit": "ark", "options": ["plaet"] })] {
        let list = invented::list(vec![squadron.clone(); 205], &json!({ "nation": "aland", "mfv": 100_000 }));
        let findings = muster_engine::check(&ruleset, &list).findings;
        let wrong: Vec<_> =
            findings.iter().filter(|finding| finding.at.iter().any(|at| at.contains("/squadrons/"))).collect();
        let helped = wrong.iter().filter(|finding| finding.help.is_some()).count();
        assert_eq!((wrong.len(), helped), (205, 201), "{squadron}");
    }
}
