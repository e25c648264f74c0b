//! Rulesets that are made ready, changed, and made from others.

use std::collections::BTreeMap;
use std::sync::Arc;

use muster_engine::catalogue::Unit;
use muster_engine::ready::{ReadyCatalogue, Ruleset, UnitOverlays};
use serde_json::{Value, json};

use super::{counts, game, list, measured, parts_of, ship_and_mix, small_counted, told, world};
use crate::invented;

/// A ruleset has room for so many values of traits.
#[test]
fn a_ruleset_has_room_for_256_values() {
    let with = |number: usize| {
        let words: Vec<String> = (0..number).map(|word| format!("word-{word}")).collect();
        let rules =
            json!([{ "id": "many", "clauses": [{ "limit": { "of": { "models": { "called": words } }, "max": 0 } }] }]);
        let world = world(rules, json!([]), &json!({}));
        parts_of(&world)
    };
    let fits = |number: usize| Ruleset::build(with(number)).is_ok();
    // The other values are those of the declarations.
    assert!(fits(253));
    assert!(!fits(254));
}

/// Selectors may have so many words, those of a named selector wherever it is used.
#[test]
fn the_selectors_of_a_ruleset_have_at_most_100_000_words() {
    let with = |number: usize| {
        let same = json!({ "not": vec![json!({ "bulk": vec!["small"; 98] }); number / 100] });
        let rest = json!({ "bulk": vec!["small"; number % 100] });
        let rules = json!([{ "id": "many", "clauses": [{ "limit": { "of": { "models": { "all": [rest, same, {}] } }, "max": 0 } }] }]);
        parts_of(&world(rules, json!([]), &json!({})))
    };
    let is_fine = |number: usize| Ruleset::build(with(number)).is_ok();
    // The other words are those around these.
    let most = 99_992;
    assert!(is_fine(most));
    assert!(!is_fine(most + 1));
}

/// A catalogue that is made from one that is ready takes over only what is the same.
#[test]
fn a_catalogue_made_from_another_has_its_own_names() {
    type Change = fn(&mut Unit);
    let game = small_counted(ship_and_mix(), &json!({}));
    let ready = &game.catalogues()[0];
    let changes: [(Change, &str); 3] = [
        (|unit| "other".clone_into(&mut unit.id), "ship"),
        (|unit| "Other".clone_into(&mut unit.name), ""),
        (|unit| unit.aliases = vec!["Other".to_owned()], "boat"),
    ];
    for (change, gone) in changes {
        let mut written = ready.written().clone();
        let mut unit = Unit::clone(&written.units[0]);
        change(&mut unit);
        written.units[0] = Arc::new(unit);
        let made = game.catalogue_from(written.clone(), ready);
        let anew = game.catalogue(written);
        for name in ["ship", "boat", "other", "mix"] {
            let place = |ready: &ReadyCatalogue| ready.find(name).map(|unit| unit.index);
            assert_eq!(place(&made), place(&anew), "{name}");
        }
        assert!(made.find("other").is_some());
        assert!(made.find(gone).is_none() || gone == "ship");
    }
}

/// A unit of a mix that shares the card of another unit changes with that unit, or without it.
#[test]
fn a_catalogue_made_from_another_has_its_own_cards() {
    let game = small_counted(ship_and_mix(), &json!({}));
    let ready = &game.catalogues()[0];
    let told_with = |catalogue: ReadyCatalogue| {
        let list = list(&json!([{ "unit": "mix" }]), &json!({ "mfv": 99 }));
        told(&game.with_catalogues(vec![Arc::new(catalogue)]), &list)
    };
    for id in ["ship", "other"] {
        let mut written = ready.written().clone();
        let mut unit = Unit::clone(&written.units[0]);
        id.clone_into(&mut unit.id);
        unit.traits["bulk"] = serde_json::from_value(json!("huge")).expect("a value");
        written.units[0] = Arc::new(unit);
        let made = told_with(game.catalogue_from(written.clone(), ready));
        assert_eq!(made, told_with(game.catalogue(written)), "{id}");
        assert_ne!(made, told_with(game.catalogue(ready.written().clone())), "{id}");
    }
}

/// A ruleset with other rules takes over catalogues only if its rules and patches ask nothing else of units.
#[test]
fn a_ruleset_made_from_another_asks_its_own_questions() {
    let patches = json!({ "patches": { "all": {
        "title": "All", "source": { "book": "book", "page": "1" }, "where": { "bulk": "small" },
        "gives": { "rules": ["Drilled"] },
    } } });
    let rules = |of: Value| json!([counts("counted", &of)]);
    let drilled = || rules(json!({ "rule": "drilled" }));
    let first = world(drilled(), ship_and_mix(), &json!({}));
    let squadrons = json!([{ "unit": "ship", "models": 2 }]);
    for other in [
        world(drilled(), ship_and_mix(), &patches),
        world(rules(json!({ "called": ["ship"] })), ship_and_mix(), &json!({})),
    ] {
        let anew = invented::build(&other, invented::rules(&other));
        let ban = BTreeMap::from([("ship".to_owned(), UnitOverlays { brought: true, ..UnitOverlays::default() })]);
        let first = invented::build(&first, invented::rules(&first));
        let own = first.catalogues()[0].written().clone();
        let own = first.catalogue(own).with_own([("ship".to_owned(), true)].into()).with_treated(ban);
        let made = first.with_catalogues(vec![Arc::new(own)]).with_parts(parts_of(&other)).expect("a ruleset");
        assert_eq!(measured(&anew, &squadrons, ["counted"]), [2]);
        assert_eq!(measured(&made, &squadrons, ["counted"]), [2]);
        // A club's unit stays one.
        let catalogue = &made.catalogues()[0];
        let ship = &catalogue.written().units[0];
        assert_eq!(catalogue.own(ship), Some(true));
        assert_eq!(catalogue.treated(ship).map(|treated| treated.brought), Some(true));
    }
}

/// A patch gives a special rule by its printed name, whatever its id.
#[test]
fn patches_give_rules_by_their_names() {
    let patches = json!({ "patches": { "all": {
        "title": "All", "source": { "book": "book", "page": "1" }, "where": { "bulk": "small" },
        "gives": { "rules": ["In Good Order"] },
    } } });
    let rules = json!([counts("ordered", &json!({ "rule": "order" }))]);
    let mut world = world(rules, ship_and_mix(), &patches);
    let order = json!({
        "id": "order", "name": "In Good Order", "kind": "k", "summary": "One.", "source": { "book": "book", "page": "1" },
    });
    world["special-rules"].as_array_mut().expect("an array").push(order);
    let game = invented::build(&world, invented::rules(&world));
    assert_eq!(measured(&game, &json!([{ "unit": "ship", "models": 2 }]), ["ordered"]), [2]);
}

/// What is wrong with a game.
fn problems(rules: Value, more: &Value) -> Vec<String> {
    let problems = Ruleset::build(parts_of(&world(rules, json!([]), more))).err().unwrap_or_default();
    problems.into_iter().map(|problem| problem.to_string()).collect()
}

#[test]
fn names_that_mean_something_already_are_problems() {
    let rule = |id: &str| counts(id, &json!({}));
    assert_eq!(problems(json!([rule("b"), rule("a")]), &json!({})), Vec::<String>::new());
    assert_eq!(problems(json!([rule("a"), rule("a")]), &json!({})), ["rule a: another rule has the same id"]);
    let sheet = |rows: &str, field: &str| {
        json!({ "sheets": { "log": {
            "title": "Log", "summary": "Crews.", "source": { "book": "book", "page": "1" },
            "fields": { field: { "title": "Field" } },
            "rows": { rows: { "title": "Row", "fields": { "wounds": { "title": "Wounds" } } } },
        } } })
    };
    assert_eq!(problems(json!([]), &sheet("crew", "brave")), Vec::<String>::new());
    for (rows, field, twice) in [("notes", "brave", "notes"), ("crew", "player", "player"), ("crew", "crew", "crew")] {
        let told = problems(json!([]), &sheet(rows, field));
        assert!(told.contains(&format!("sheet log: `{twice}` has a meaning in its documents already")), "{told:#?}");
    }
}

#[test]
fn faulty_charges_are_told() {
    let told = |rule: Value| {
        let world = world(json!([rule]), json!([]), &json!({}));
        let built = Ruleset::build(invented::parts(&world, invented::rules(&world)));
        built.map_or_else(|problems| problems.iter().map(ToString::to_string).collect(), |_| Vec::<String>::new())
    };
    let charging = |kind: &str, charge: Value| told(json!({ "id": "c", "kind": kind, "charges": [charge] }));
    assert_eq!(charging("definition", json!({ "points": 5, "each": 1 })), [""; 0]);
    for (kind, charge, expected) in [
        ("definition", json!({ "points": 0, "each": 1 }), "a charge of 0 points changes nothing"),
        ("definition", json!({ "points": 1, "each": { "percent": [10, "mfv"] } }), "only whole things are charged"),
        ("advice", json!({ "points": 1, "each": 1 }), "`charges` does nothing in a rule of the kind `advice`"),
        ("definition", json!({ "points": 1, "each": { "squadrons": { "bulk": "tiny" } } }), "tiny"),
    ] {
        let told = charging(kind, charge);
        assert!(told.iter().any(|told| told.contains(expected)), "{expected}: {told:#?}");
    }
}

/// A trait that may have any value has those of the catalogue, though no rule asks for them.
#[test]
fn values_that_no_rule_names_are_told_apart() {
    let rules = json!([{ "id": "yards", "severity": "note", "clauses": [{
        "limit": { "of": { "different": ["yard", {}] }, "max": 0 },
    }] }]);
    let unit = |id: &str, yard: &str| json!({ "id": id, "name": id, "points": 1, "traits": { "yard": yard } });
    let units = json!([unit("ship", "Ystad"), unit("boat", "Yarmouth"), unit("raft", "Ystad")]);
    let game = game(rules, units, &json!({ "traits": { "yard": { "title": "Yard", "of": "unit", "open": true } } }));
    let of = |names: &[&str]| names.iter().map(|name| json!({ "unit": name, "models": 1 })).collect::<Value>();
    assert_eq!(measured(&game, &of(&["ship", "raft"]), ["yards"]), [1]);
    assert_eq!(measured(&game, &of(&["ship", "boat"]), ["yards"]), [2]);
}
