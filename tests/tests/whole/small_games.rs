//! Games that have only what one test asks for.

// A failing setup fails the test. JSON is passed as it is written.
#![allow(clippy::expect_used, clippy::needless_pass_by_value)]

use std::collections::BTreeMap;
use std::sync::Arc;

use muster_engine::Basis;
use muster_engine::catalogue::Unit;
use muster_engine::list::ArmyList;
use muster_engine::ready::{Bringer, Event, Events, Publication, ReadyCatalogue, Ruleset, RulesetParts, UnitOverlays};
use muster_engine::sheet::{FieldContent, Sheet, SheetRow};
use serde_json::{Value, json};

use crate::invented;

/// A game of one catalogue, without a nation. `more` adds to its declarations.
pub(crate) fn world(rules: Value, units: Value, more: &Value) -> Value {
    let mut declarations = json!({
        "kind": "ruleset", "id": "small", "name": "Small", "edition": "1", "version": "1.0.0", "summary": "Nothing.",
        "books": { "book": { "title": "The Book" } },
        "traits": {
            "bulk": {
                "title": "Bulk", "of": "unit", "required": true,
                "values": { "small": { "title": "Small" }, "huge": { "title": "Huge" } },
            },
        },
        "roles": { "leader": { "title": "Leader" } },
        "special-rule-kinds": { "k": { "title": "K" } },
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        declarations[key] = value.clone();
    }
    let special = |id: &str, name: &str| json!({ "id": id, "name": name, "kind": "k", "summary": "One.", "source": { "book": "book", "page": "1" } });
    json!({
        "declarations": declarations,
        "special-rules": [special("drilled", "Drilled"), special("shielded", "Shielded")],
        "cards": [],
        "catalogues": [{ "kind": "catalogue", "source": "invented", "units": units }],
        "rules": rules,
    })
}

pub(crate) fn game(rules: Value, units: Value, more: &Value) -> Ruleset {
    let world = world(rules, units, more);
    invented::build(&world, invented::rules(&world))
}

pub(crate) fn list(squadrons: &Value, context: &Value) -> ArmyList {
    invented::list(invented::values(squadrons), context)
}

/// The findings about a list: severity, rule and sentence.
fn told(game: &Ruleset, list: &ArmyList) -> Vec<String> {
    let findings = muster_engine::check(game, list).findings.into_iter();
    findings.map(|finding| format!("{:?} {}: {}", finding.severity, finding.rule, finding.message)).collect()
}

/// What each of these rules has measured in a list; 0 where it has nothing to tell.
fn measured<const N: usize>(game: &Ruleset, squadrons: &Value, rules: [&str; N]) -> [i64; N] {
    let findings = muster_engine::check(game, &list(squadrons, &json!({ "mfv": 100 }))).findings;
    let of = |rule| findings.iter().find(|finding| finding.rule.as_str() == rule)?.measured;
    rules.map(|rule| of(rule).unwrap_or_default())
}

/// A rule that counts the models that a selector matches.
fn counts(id: &str, of: &Value) -> Value {
    json!({ "id": id, "severity": "note", "clauses": [{ "limit": { "of": { "models": of }, "max": 0 } }] })
}

#[test]
fn a_game_without_nations_asks_for_none() {
    let declarations = json!({
        "kind": "ruleset", "id": "plain", "name": "Plain", "edition": "1", "version": "1.0.0", "summary": "Nothing."
    });
    let units = json!([{ "id": "ark", "name": "Ark", "points": 1 }]);
    let catalogue = json!({ "kind": "catalogue", "source": "invented", "units": units });
    let world = json!({ "declarations": declarations, "special-rules": [], "cards": [], "catalogues": [catalogue] });
    let ruleset = invented::build(&world, Vec::new());
    let list = invented::list(vec![json!({ "unit": "ark" })], &json!({ "mfv": 10 }));
    assert_eq!(muster_engine::check(&ruleset, &list).findings, []);
}

/// What models and squadrons buy is for the unit's own models, and not for those that options make.
#[test]
fn options_are_for_the_models_that_they_are_bought_for() {
    let rules = json!([counts("drilled", &json!({ "rule": "drilled" })), counts("huge", &json!({ "bulk": "huge" }))]);
    let makes = json!({ "traits": { "bulk": "huge" } });
    let plate = json!({ "id": "plate", "name": "Plate", "points": 1, "rules": ["Drilled"] });
    let flag = json!({ "id": "flag", "name": "Flag", "points": 1, "rules": ["Drilled"], "buys": "squadron" });
    let colours = json!({
        "id": "colours", "name": "Colours", "min": 1, "max": 1, "default": "red",
        "options": [{ "id": "red", "name": "Red", "points": 1, "buys": "squadron" }],
    });
    // What makes models stands at the first level, inside of an option, or inside of a choice.
    let captain =
        |key: &str| json!({ "id": "captain", "name": "Captain", "points": 5, "buys": "squadron", key: makes });
    let inside = json!({ "id": "tent", "name": "Tent", "points": 2, "buys": "squadron", "options": [captain("adds")] });
    let leaders = |options: Value| json!({ "id": "leaders", "name": "Leaders", "max": 2, "options": options });
    let unit = |options: Value, choices: Value| {
        json!([{
            "id": "guard", "name": "Guard", "points": 3, "traits": { "bulk": "small" },
            "squadron": { "min": 1, "max": 4 }, "options": options, "choices": choices,
        }])
    };
    let of = |units: &Value, options: Value, expected: [i64; 2]| {
        let squadrons = json!([{ "unit": "guard", "models": 3, "options": options }]);
        let game = game(rules.clone(), units.clone(), &json!({}));
        assert_eq!(measured(&game, &squadrons, ["drilled", "huge"]), expected, "{options} of {units}");
    };
    for units in [
        unit(json!([plate, flag, captain("adds")]), json!([])),
        unit(json!([plate, flag, inside]), json!([])),
        unit(json!([plate, flag]), json!([leaders(json!([captain("adds")]))])),
        unit(json!([plate, flag]), json!([leaders(json!([inside]))])),
        unit(json!([plate, flag, captain("adds")]), json!([colours])),
    ] {
        let with = |option: &str| json!([option, "tent", "captain"]);
        // One model more than the squadron's own. It does not buy what the others buy.
        of(&units, with("plate"), [3, 1]);
        of(&units, with("flag"), [3, 1]);
    }
    let units = unit(json!([plate, flag, captain("becomes")]), json!([]));
    of(&units, json!(["plate", "captain"]), [2, 1]);
    of(&units, json!(["flag", "captain"]), [2, 1]);
}

/// Each of the unit's own models buys what models buy, and makes the choices that models make.
#[test]
fn models_that_options_make_buy_nothing() {
    let option = |id: &str, more: Value| {
        let mut option = json!({ "id": id, "name": id, "points": 1 });
        option.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        option
    };
    let small = json!([{ "id": "small", "severity": "note", "clauses": [{
        "each": "squadron", "where": { "bulk": "small" }, "says": "x",
    }] }]);
    let units = json!([{
        "id": "guard", "name": "Guard", "points": 3, "traits": { "bulk": "small" }, "squadron": { "min": 1, "max": 4 },
        "options": [
            option("plate", json!({})),
            option("banner", json!({ "buys": "squadron", "traits": { "bulk": "huge" } })),
            option("captain", json!({ "buys": "squadron", "points": 5, "adds": { "traits": { "bulk": "small" } } })),
        ],
        "choices": [{ "id": "arms", "name": "Arms", "min": 1, "max": 1, "default": "sword",
                      "options": [option("sword", json!({}))] }],
    }]);
    let game = game(small, units, &json!({}));
    // 3 models of 3 with a sword of 1, and what they buy.
    for (options, points, is_small) in [
        (json!([]), 12, true),
        (json!(["captain"]), 17, true),
        (json!(["plate"]), 15, true),
        (json!(["plate", "captain"]), 20, true),
        (json!(["banner"]), 13, false),
    ] {
        let list = list(&json!([{ "unit": "guard", "models": 3, "options": options }]), &json!({ "mfv": 99 }));
        let report = muster_engine::check(&game, &list);
        assert_eq!(report.points, Some(points), "{options}");
        assert_eq!(report.findings.len(), usize::from(is_small), "{options}");
    }
}

/// An option makes a model. That model alone buys the options that it may have.
#[test]
fn a_made_model_buys_its_own_options() {
    let sabre = json!({ "id": "sabre", "name": "Sabre", "points": 2 });
    let captain = json!({ "id": "captain", "name": "Captain", "points": 5, "buys": "squadron",
                          "adds": { "traits": { "bulk": "huge" } }, "options": [sabre] });
    let units = json!([{ "id": "guard", "name": "Guard", "points": 3, "traits": { "bulk": "small" },
                         "squadron": { "min": 1, "max": 4 }, "options": [captain] }]);
    let game = game(json!([]), units, &json!({}));
    let squadrons = json!([{ "unit": "guard", "models": 3, "options": ["captain", "sabre"] }]);
    assert_eq!(muster_engine::check(&game, &list(&squadrons, &json!({ "mfv": 99 }))).points, Some(16));
}

/// The points of a mix itself are counted once, however many kinds of models it has.
#[test]
fn a_mix_costs_its_own_points_once() {
    let member = |id: &str| json!({ "id": id, "name": id, "models": { "min": 1, "max": 1 }, "points": 1, "traits": { "bulk": "huge" } });
    let units = json!([{ "id": "mix", "name": "Mix", "points": 7, "traits": { "bulk": "huge" },
                         "members": [member("one"), member("two"), member("three")] }]);
    let game = game(json!([]), units, &json!({}));
    assert_eq!(muster_engine::check(&game, &list(&json!([{ "unit": "mix" }]), &json!({ "mfv": 99 }))).points, Some(10));
}

/// A model that an option makes belongs to a kind of its own, whatever other models the unit has.
#[test]
fn models_of_a_mix_are_counted_by_their_units() {
    let each = json!([{ "id": "each", "severity": "note", "clauses": [{
        "each": "unit", "limit": { "of": { "models": {} }, "max": 2 },
    }] }]);
    let units = json!([
        { "id": "ship", "name": "Ship", "points": 3, "traits": { "bulk": "huge" }, "squadron": { "min": 1, "max": 2 } },
        { "id": "convoy", "name": "Convoy", "points": 0, "traits": { "bulk": "huge" }, "members": [
            { "id": "lead", "name": "Lead", "unit": "ship", "models": { "min": 2, "max": 2 }, "points": 3 },
            { "id": "rest", "name": "Rest", "models": { "min": 2, "max": 2 }, "points": 1, "traits": { "bulk": "small" } },
        ] },
    ]);
    let game = game(each, units, &json!({}));
    let of = |squadrons: Value| told(&game, &list(&squadrons, &json!({ "mfv": 100 })));
    assert_eq!(of(json!([{ "unit": "convoy" }])), Vec::<String>::new());
    let found = of(json!([{ "unit": "convoy" }, { "unit": "ship", "models": 1 }]));
    assert!(found.len() == 1 && found[0].starts_with("Note each: Ship"), "{found:#?}");
}

/// A model whose card leaves out what every unit has may have any value of it.
#[test]
fn what_a_card_leaves_out_is_unknown() {
    let small =
        json!([{ "id": "small", "clauses": [{ "limit": { "of": { "models": { "bulk": "small" } }, "max": 2 } }] }]);
    let member = |id: &str, traits: Value| json!({ "id": id, "name": id, "models": { "min": 2, "max": 2 }, "points": 1, "traits": traits });
    let mix = |traits: Value| {
        let members = [member("first", json!({ "bulk": "small" })), member("second", traits)];
        json!([{ "id": "mix", "name": "Mix", "points": 0, "traits": { "bulk": "small" }, "members": members }])
    };
    let of = |traits: Value| {
        told(&game(small.clone(), mix(traits), &json!({})), &list(&json!([{ "unit": "mix" }]), &json!({ "mfv": 9 })))
    };
    assert_eq!(of(json!({ "bulk": "huge" })), Vec::<String>::new());
    for (traits, severity) in [(json!({ "bulk": "small" }), "Error"), (json!({}), "Undetermined")] {
        let found = of(traits);
        assert!(found.len() == 1 && found[0].starts_with(&format!("{severity} small: ")), "{found:#?}");
    }
}

/// A special rule that an option removes stays as long as another model has it, but not one that is not there.
#[test]
fn a_removed_rule_stays_with_the_models_that_have_it() {
    let drilled = json!([{ "id": "drilled", "severity": "note", "clauses": [{
        "each": "squadron", "where": { "rule": "drilled" }, "says": "x",
    }] }]);
    let units = json!([{
        "id": "guard", "name": "Guard", "points": 3, "traits": { "bulk": "small" }, "squadron": { "min": 1, "max": 4 },
        "card": { "rules": ["Drilled"] },
        "options": [
            { "id": "raw", "name": "Raw", "points": 0, "removes": ["Drilled"] },
            { "id": "captain", "name": "Captain", "points": 5, "buys": "squadron",
              "adds": { "traits": { "bulk": "huge" }, "card": { "rules": ["Drilled"] } } },
        ],
    }]);
    let game = game(drilled, units, &json!({}));
    for (options, is_drilled) in
        [(json!([]), true), (json!(["raw"]), false), (json!(["raw", "captain"]), true), (json!([{ "raw": 1 }]), true)]
    {
        let squadrons = json!([{ "unit": "guard", "models": 2, "options": options }]);
        let found = told(&game, &list(&squadrons, &json!({ "mfv": 99 })));
        assert_eq!(found.len(), usize::from(is_drilled), "{options}: {found:#?}");
    }
}

/// A piece that no hardpoint has room for goes to the first hardpoint that is there. Of several options of one name in a
/// hardpoint, the one that it has anyway is meant.
#[test]
fn surplus_pieces_go_to_a_hardpoint_that_is_there() {
    let spike = |id: &str, points: u32| json!({ "id": id, "name": "Spike", "points": points });
    let with = |id: &str, name: &str, option: Value| {
        let point =
            json!({ "id": format!("{id}-point"), "name": "Point", "hardpoint": true, "max": 1, "options": [option] });
        json!({ "id": id, "name": name, "points": 0, "choices": [point] })
    };
    let units = json!([
        { "id": "ship", "name": "Ship", "points": 10, "traits": { "bulk": "huge" }, "squadron": { "min": 1, "max": 1 },
          "options": [with("fore", "Fore", spike("spike", 1)), with("aft", "Aft", spike("aft-spike", 5))] },
        { "id": "boat", "name": "Boat", "points": 10, "traits": { "bulk": "huge" }, "squadron": { "min": 1, "max": 1 },
          "choices": [{ "id": "point", "name": "Point", "hardpoint": true, "min": 1, "max": 1, "default": "spike",
                        "options": [spike("long-spike", 7), spike("spike", 0)] }] },
    ]);
    let game = game(json!([]), units, &json!({}));
    let costs = |unit: &str, options: Value| {
        let squadrons = json!([{ "unit": unit, "models": 1, "options": options }]);
        muster_engine::check(&game, &list(&squadrons, &json!({ "mfv": 99 }))).points
    };
    assert_eq!(costs("ship", json!(["fore", { "spike": 2 }])), Some(12));
    assert_eq!(costs("ship", json!(["aft", { "spike": 2 }])), Some(20));
    assert_eq!(costs("ship", json!(["fore", "aft", { "spike": 2 }])), Some(16));
    assert_eq!(costs("boat", json!([{ "spike": 1 }])), Some(10));
    assert_eq!(costs("boat", json!([{ "spike": 2 }])), Some(10));
}

/// A choice without a default of its own takes those of its narrower choices, and of no others.
#[test]
fn a_choice_takes_defaults_from_its_own_narrower_choices() {
    let choice = |id: &str, min: u32, points: u32, choices: Value| {
        let options = json!([{ "id": format!("{id}-one"), "name": format!("{id} one"), "points": points }]);
        let default = (points > 0).then(|| format!("{id}-one"));
        json!({ "id": id, "name": id, "min": min, "max": 9, "options": options, "default": default, "choices": choices })
    };
    let mut narrower = choice("narrower", 0, 5, json!([]));
    narrower["max"] = json!(1);
    let mut wider = choice("wider", 2, 0, json!([narrower]));
    wider.as_object_mut().expect("an object").remove("default");
    let units = json!([{
        "id": "ship", "name": "Ship", "points": 10, "traits": { "bulk": "huge" }, "squadron": { "min": 1, "max": 1 },
        "choices": [wider, choice("other", 0, 3, json!([]))],
    }]);
    let game = game(json!([]), units, &json!({}));
    let squadrons = json!([{ "unit": "ship", "models": 1 }]);
    assert_eq!(muster_engine::check(&game, &list(&squadrons, &json!({ "mfv": 99 }))).points, Some(15));
}

/// Rules whose conditions differ only in the setting are in use by their own settings.
#[test]
fn conditions_on_settings_are_told_apart() {
    let flag = |title: &str| json!({ "title": title, "summary": "Yes or no." });
    let rule = |id: &str, setting: &str| {
        json!({ "id": id, "severity": "note", "applies": { setting: true },
                "clauses": [{ "limit": { "of": { "models": {} }, "max": 0 } }] })
    };
    let units = json!([{ "id": "ship", "name": "Ship", "points": 1, "traits": { "bulk": "huge" } }]);
    let rules = json!([rule("first", "strict"), rule("second", "lenient"), rule("third", "strict")]);
    let game = game(rules, units, &json!({ "settings": { "strict": flag("Strict"), "lenient": flag("Lenient") } }));
    for (settings, expected) in [
        (json!({ "strict": true }), &["first", "third"][..]),
        (json!({ "lenient": true }), &["second"]),
        (json!({}), &[]),
    ] {
        let list = list(&json!([{ "unit": "ship", "models": 1 }]), &json!({ "mfv": 9, "settings": settings }));
        let found: Vec<String> =
            muster_engine::check(&game, &list).findings.into_iter().map(|finding| finding.rule.to_string()).collect();
        assert_eq!(found, expected, "{settings}");
    }
}

/// A limit that a larger MFV would change is told at the MFV if the list has too little, however it is calculated.
#[test]
fn too_little_for_the_mfv_is_told_at_the_mfv() {
    let share = json!({ "percent": [50, "mfv"] });
    for min in [
        share.clone(),
        json!({ "sum": [1, share] }),
        json!({ "smaller": [share, 99] }),
        json!({ "smaller": [99, share] }),
        json!({ "times": [2, share] }),
        json!({ "times": [share, 2] }),
        json!({ "per": [10, "mfv"] }),
        json!(20),
    ] {
        let rules = json!([{ "id": "least", "clauses": [{
            "limit": { "of": { "points": { "bulk": "huge" } }, "min": min },
        }] }]);
        let units = json!([{ "id": "ship", "name": "Ship", "points": 1, "traits": { "bulk": "huge" } }]);
        let list = list(&json!([{ "unit": "ship", "models": 1 }]), &json!({ "mfv": 60 }));
        let findings = muster_engine::check(&game(rules, units, &json!({})), &list).findings;
        let expected = if min == json!(20) { "/squadrons" } else { "/mfv" };
        assert_eq!(findings.len(), 1, "{min}");
        assert_eq!(findings[0].at[0], expected, "{min}");
    }
}

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

fn parts_of(world: &Value) -> RulesetParts {
    invented::parts(world, invented::rules(world))
}

/// The units of a game with a ship that is also called Boat, and a mix with its card.
fn ship_and_mix() -> Value {
    json!([
        { "id": "ship", "name": "Ship", "aliases": ["Boat"], "points": 3, "traits": { "bulk": "small" },
          "squadron": { "min": 1, "max": 2 } },
        { "id": "mix", "name": "Mix", "points": 0, "traits": { "bulk": "small" }, "members": [
            { "id": "lead", "name": "Lead", "unit": "ship", "models": { "min": 2, "max": 2 }, "points": 3 },
            { "id": "rest", "name": "Rest", "models": { "min": 1, "max": 1 }, "points": 1, "traits": { "bulk": "huge" } },
        ] },
    ])
}

/// A game that counts small models, with these units.
fn small_counted(units: Value, more: &Value) -> Ruleset {
    game(json!([counts("small", &json!({ "bulk": "small" }))]), units, more)
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

/// Squadrons are judged in blocks of 64. What one is attached to or carried by is found in each block.
#[test]
fn relations_are_found_beyond_the_64th_squadron() {
    let rules = json!([
        counts("attached", &json!({ "parent": { "bulk": "huge" } })),
        counts("carried", &json!({ "carried-by": { "bulk": "huge" } })),
    ]);
    let units = json!([
        { "id": "ship", "name": "Ship", "points": 0, "traits": { "bulk": "huge" } },
        { "id": "boat", "name": "Boat", "points": 0, "traits": { "bulk": "small" } },
    ]);
    let game = game(rules, units, &json!({}));
    let boat = json!({ "unit": "boat", "models": 1, "attached": [{ "unit": "boat", "models": 1 }] });
    let ship =
        json!({ "unit": "ship", "models": 1, "carries": ["next"], "attached": [{ "unit": "boat", "models": 3 }] });
    for before in [0, 10, 40, 70] {
        let mut squadrons = vec![boat.clone(); before];
        squadrons.extend([ship.clone(), json!({ "unit": "boat", "models": 5 })]);
        assert_eq!(measured(&game, &json!(squadrons), ["attached", "carried"]), [3, 5], "{before}");
    }
}

/// A list that differs in more than squadrons is not judged by what is known of the other.
#[test]
fn lists_that_agree_on_something_else_are_judged_anew() {
    let world = invented::world();
    let ruleset = invented::build(&world, invented::rules(&world));
    let squadrons = || vec![json!({ "unit": "ark", "roles": ["leader"] }), json!({ "unit": "keep", "models": 1 })];
    let mut contexts = invented::contexts();
    contexts
        .push(json!({ "nation": "aland", "mfv": 300, "settings": { "element": "wet" }, "consents": ["waivable-too"] }));
    let decks = json!({ "tricks": ["flip"], "songs": ["hum"] });
    contexts.push(json!({ "nation": "aland", "mfv": 300, "settings": { "element": "wet" }, "decks": decks }));
    contexts.push(json!({ "nation": "aland", "mfv": 300, "settings": { "element": "wet" }, "open": ["allocations"] }));
    let lists: Vec<ArmyList> = contexts.iter().map(|context| invented::list(squadrons(), context)).collect();
    for known in &lists {
        let basis = Basis::new(&ruleset, known);
        for list in &lists {
            assert_eq!(basis.errors(list), muster_engine::errors(&ruleset, list));
        }
    }
}

/// Judges each of two lists by what is known of the other.
fn are_judged_as_anew(rule: &Value, lists: [Vec<Value>; 2], context: &Value) {
    let world = invented::world();
    let game = invented::build(&world, invented::rules_with(&world, rule.clone()));
    let [one, other] = lists.map(|squadrons| invented::list(squadrons, context));
    let errors = |list: &ArmyList| muster_engine::errors(&game, list);
    assert_ne!(errors(&one), errors(&other), "{rule} tells the lists apart");
    assert_eq!(Basis::new(&game, &one).errors(&other), errors(&other), "{rule}");
    assert_eq!(Basis::new(&game, &other).errors(&one), errors(&one), "{rule}");
}

/// What has not changed itself may have to be judged anew, because it depends on what has.
#[test]
fn what_depends_on_a_changed_squadron_is_judged_anew() {
    let context = json!({ "nation": "aland", "mfv": 500, "settings": { "element": "wet" },
                          "decks": { "songs": [{ "card": "la", "hero": "zoe" }] } });
    let rule = |clause: Value| json!({ "id": "changes", "clauses": [clause] });
    let led = |role: Value| vec![json!({ "unit": "ark", "roles": [role] }), json!({ "unit": "keep", "models": 1 })];
    // The song is about a character of the first squadron. The clause is about the second.
    let songs = json!({ "of": { "cards": { "hero": { "holder": "leader" } } }, "max": 0 });
    let songs = rule(json!({ "each": "squadron", "where": { "unit": "keep" }, "limit": songs, "says": "x" }));
    let zoe = json!({ "role": "leader", "character": "Zoe" });
    are_judged_as_anew(&songs, [led(zoe), led(json!("leader"))], &context);
    // Only a model with a role has what the selector asks for.
    let brave = json!({ "role": "leader", "trait": "Brave" });
    let bearers = rule(json!({ "limit": { "of": { "bearers": { "trait": "brave" } }, "max": 0 } }));
    are_judged_as_anew(&bearers, [led(brave), led(json!("leader"))], &context);
    // A squadron is where its bringer is.
    let at = |allocation: &str| {
        vec![json!({ "unit": "ark", "allocation": allocation }), json!({ "unit": "pack", "brought-by": "next" })]
    };
    let rear = rule(json!({ "each": "squadron", "where": { "unit": "pack", "allocation": "rear" }, "says": "x" }));
    are_judged_as_anew(&rear, [at("front"), at("rear")], &context);
    // A ship pays for models beyond those that it brings.
    let bringing = |models: u32| {
        vec![json!({ "unit": "ark" }), json!({ "unit": "coracle", "models": models, "brought-by": "next" })]
    };
    let dear = json!({ "of": { "points": {} }, "max": 120 });
    let dear = rule(json!({ "each": "squadron-alone", "where": { "unit": "ark" }, "limit": dear }));
    are_judged_as_anew(&dear, [bringing(1), bringing(4)], &context);
}

/// A game with a sheet of crews, whose rows are about squadrons of their name, and of notes, which are about nothing.
fn game_with_sheet() -> Ruleset {
    let cited = json!({ "book": "book", "page": "1" });
    let fields =
        json!({ "ship-of": { "title": "Ship", "holds": "unit" }, "wounds": { "title": "Wounds", "holds": "number" } });
    let sheet = json!({ "title": "Log", "summary": "Crews.", "source": cited, "rows": {
        "crew": { "title": "Crew", "of": "squadron", "fields": fields },
        "remark": { "title": "Remark", "fields": { "brave": { "title": "Brave" } } },
    } });
    let of_rows = |id: &str, severity: &str, each: &str, of: Value| {
        json!({ "id": id, "severity": severity, "clauses": [
            { "each": each, "with": "log", "says": "x", "limit": { "of": { "rows": of }, "max": 0 } },
        ] })
    };
    let is = |id: &str, of: Value| json!({ "id": id, "severity": "note", "clauses": [{ "each": "squadron", "where": of, "says": "x" }] });
    let rules = json!([
        of_rows("own-rows", "note", "squadron", json!({})),
        of_rows("huge-rows", "error", "list", json!({ "bulk": "huge" })),
        of_rows("boat-rows", "note", "list", json!({ "ship-of": "boat" })),
        is("ghosts", json!({ "unit": ["ghost"] })),
        is("brave", json!({ "brave": true })),
    ]);
    let units = json!([
        { "id": "ship", "name": "Ship", "points": 0, "traits": { "bulk": "small" } },
        { "id": "boat", "name": "Boat", "points": 0, "traits": { "bulk": "small" } },
    ]);
    game(rules, units, &json!({ "sheets": { "log": sheet } }))
}

#[test]
fn rows_of_a_sheet_tell_of_their_own_squadrons() {
    let game = game_with_sheet();
    let row = |kind: &str, position: usize, name: &str, fields: &[(&str, FieldContent)]| SheetRow {
        kind: kind.to_owned(),
        position: Some(position),
        name: Some(name.to_owned()),
        fields: fields.iter().map(|(id, content)| ((*id).to_owned(), content.clone())).collect(),
    };
    let unit = |name: &str| FieldContent::Words(vec![name.to_owned()]);
    let found = |rows: Vec<SheetRow>| {
        let sheet = Sheet { kind: "log".to_owned(), rows, ..Sheet::default() };
        let context = json!({ "mfv": 99, "sheet": { "file": "log.yaml" } });
        let squadrons =
            json!([{ "unit": "ship", "models": 1, "name": "Anna" }, { "unit": "boat", "models": 1, "name": "Bert" }]);
        let list = list(&squadrons, &context);
        let judged = muster_engine::judge(&game, &list, Some(&sheet));
        let findings = judged.report().findings.iter();
        let told: Vec<String> = findings.map(|found| format!("{} {:?}", found.rule, found.severity)).collect();
        let findings = &judged.report().findings;
        // What is told of a row's squadron is not told of another.
        let squadrons =
            findings.iter().filter(|found| found.rule.as_str() == "own-rows").map(|found| found.at[0].clone());
        assert!(squadrons.into_iter().all(|at| at == "/squadrons/0"), "{findings:#?}");
        (told, judged.report().fingerprint.clone())
    };
    let anna = |fields: &[(&str, FieldContent)]| row("crew", 0, "Anna", fields);
    assert_eq!(found(vec![anna(&[("ship-of", unit("ship"))])]).0, ["own-rows Note"]);
    // A row that names no unit is about no huge one. One of an unknown unit may be, and is about a squadron of its name.
    assert_eq!(found(vec![anna(&[("wounds", FieldContent::Number(1))])]).0, ["own-rows Note"]);
    let unknown = found(vec![anna(&[("ship-of", unit("ghost"))])]).0;
    let of = |rule: &str| unknown.iter().filter(|told| told.starts_with(rule)).count();
    assert_eq!((of("huge-rows Undetermined"), of("ghosts")), (1, 0), "{unknown:?}");
    // A selector asks for the unit of a row, by whatever name the row has it.
    let boats =
        |name: &str| found(vec![anna(&[("ship-of", unit(name))])]).0.iter().any(|told| told.starts_with("boat-rows"));
    assert_eq!(["boat", "Boat", "ship"].map(boats), [true, true, false]);
    // A row that is about nothing gives nothing to a squadron that happens to have its name.
    let brave = row("remark", 0, "Anna", &[("brave", FieldContent::Words(vec!["yes".to_owned()]))]);
    assert_eq!(found(vec![brave]).0, Vec::<String>::new());
    // A unit's name means the same as its id.
    let coded = |name: &str| found(vec![anna(&[("ship-of", unit(name))])]).1;
    assert_eq!(coded("Ship"), coded("ship"));
    assert_ne!(coded("Boat"), coded("ship"));
}

/// A list may repeat what the ruleset says of a card, in words or by its id.
#[test]
fn facts_of_cards_are_compared_by_what_they_mean() {
    let world = invented::world();
    let ruleset = invented::build(&world, invented::rules(&world));
    let with = |card: Value| {
        let list =
            list(&json!([{ "unit": "ark" }]), &json!({ "nation": "aland", "mfv": 500, "decks": { "tricks": [card] } }));
        told(&ruleset, &list).len()
    };
    let plain = with(json!("flip"));
    for (suit, more) in [("sun", 0), ("Sun", 0), ("moon", 1), ("Moon", 1)] {
        assert_eq!(with(json!({ "card": "flip", "suit": suit })), plain + more, "{suit}");
    }
    // Nobody knows this word.
    assert_eq!(with(json!({ "card": "flop", "for-side": "LEFT" })), with(json!("flop")));
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
fn statistics_count_what_options_make_of_them() {
    let holds = json!([{ "id": "holds", "severity": "note", "clauses": [{
        "limit": { "of": { "stat": ["capacity", {}] }, "max": 0 },
    }] }]);
    let units = json!([{
        "id": "ship", "name": "Ship", "points": 1, "traits": { "bulk": "huge" }, "squadron": { "min": 1, "max": 4 },
        "card": { "stats": { "capacity": 3 } },
        "options": [{ "id": "hold", "name": "Hold", "points": 1, "sets": { "capacity": 5 } }],
    }]);
    let game = game(holds, units, &json!({ "stats": { "capacity": { "title": "Capacity", "summary": "Room." } } }));
    for (options, expected) in [(json!([]), 9), (json!(["hold"]), 15), (json!([{ "hold": 1 }]), 11)] {
        let squadrons = json!([{ "unit": "ship", "models": 3, "options": options }]);
        assert_eq!(measured(&game, &squadrons, ["holds"]), [expected], "{options}");
    }
}

/// Squadrons are compared with the dearest and the cheapest, with their share of what is spent, and by their sizes.
#[test]
fn squadrons_are_compared_with_others() {
    let limit = |id: &str, each: Value, limit: Value| {
        let mut clause = json!({ "limit": limit, "subject": { "one": "ship", "many": "ships" } });
        for (key, value) in each.as_object().into_iter().flatten() {
            clause[key] = value.clone();
        }
        json!({ "id": id, "kind": "limit", "clauses": [clause] })
    };
    let each = json!({ "each": "squadron" });
    let rules = json!([
        limit(
            "flagship",
            json!({ "each": "squadron", "where": { "role": "leader" } }),
            json!({ "of": { "points": {} }, "min": { "whole": { "dearest": {} } } })
        ),
        limit(
            "twice",
            each.clone(),
            json!({ "of": { "points": {} }, "max": { "times": [2, { "whole": { "cheapest": {} } }] } })
        ),
        limit(
            "half",
            each,
            json!({ "of": { "points": {} }, "max": { "percent": [50, { "whole": { "points": {} } }] } })
        ),
        limit("sizes", json!({}), json!({ "of": { "different": ["models", {}] }, "min": { "squadrons": {} } })),
    ]);
    let units =
        json!([{ "id": "ship", "name": "Ship", "points": 10, "traits": { "bulk": "huge" }, "squadron": { "min": 1 } }]);
    let game = game(rules, units, &json!({}));
    let broken = |sizes: &[u32]| -> Vec<String> {
        let squadrons = sizes.iter().enumerate().map(|(place, models)| {
            let leads = if place == 0 { json!(["leader"]) } else { json!([]) };
            json!({ "unit": "ship", "models": models, "roles": leads })
        });
        let list = list(&Value::Array(squadrons.collect()), &json!({ "mfv": 900 }));
        muster_engine::errors(&game, &list).iter().map(|finding| finding.rule.to_string()).collect()
    };
    assert_eq!(broken(&[4, 3, 2]), [""; 0]);
    assert_eq!(broken(&[3, 4, 2]), ["flagship"]);
    assert_eq!(broken(&[5, 4, 2]), ["twice"]);
    assert_eq!(broken(&[7, 6, 5, 4, 3]), ["twice"]);
    assert_eq!(broken(&[4, 3, 3]), ["sizes"]);
    assert_eq!(broken(&[6, 3]), ["half"]);
}

/// A price rises with each, falls with what else is there, and stands in the points of the whole list alone.
#[test]
fn the_list_pays_charges() {
    let rules = json!([
        { "id": "dearer", "kind": "definition", "title": "The third costs 10 more", "charges": [
            { "points": 10, "each": { "squadrons": { "unit": "ship" } }, "after": 2 },
            { "points": -4, "each": { "models": { "unit": "boat" } }, "when": [
                { "of": { "squadrons": { "unit": "ship" } }, "min": 1 },
            ] },
        ] },
        { "id": "total", "kind": "limit", "clauses": [{ "limit": { "of": { "points": {} }, "max": "mfv" }, "subject": "All" }] },
        { "id": "ships", "severity": "note", "clauses": [{ "limit": { "of": { "points": { "unit": "ship" } }, "max": 0 } }] },
        { "id": "each", "severity": "note", "clauses": [
            { "each": "squadron", "limit": { "of": { "points": {} }, "max": { "percent": [10, { "whole": { "points": {} } }] } } },
        ] },
    ]);
    let ship = |id: &str, points: u32| json!({ "id": id, "name": id, "points": points, "traits": { "bulk": "huge" }, "squadron": { "min": 1 } });
    let game = game(rules, json!([ship("ship", 20), ship("boat", 10)]), &json!({}));
    let squadrons = |ships: usize, boats: usize| -> Value {
        let of = |unit: &str, number| vec![json!({ "unit": unit, "models": 1 }); number];
        [of("ship", ships), of("boat", boats)].concat().into()
    };
    let summary = |ships, boats| {
        let summary = muster_engine::summary::summary(&game, &list(&squadrons(ships, boats), &json!({ "mfv": 99 })));
        let lines: Vec<String> = summary.charges.iter().map(muster_engine::words::price::charge).collect();
        (summary.points, lines)
    };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    assert_eq!(summary(2, 0), (Some(40), words(&[])));
    assert_eq!(summary(0, 3), (Some(30), words(&[])));
    assert_eq!(summary(3, 0), (Some(70), words(&["+10"])));
    assert_eq!(summary(4, 2), (Some(112), words(&["+20 (2 x 10)", "-8 (2 x -4)"])));
    assert_eq!(measured(&game, &squadrons(4, 2), ["total", "ships", "each"]), [112, 80, 20]);
    // The unknown unit may be a fifth ship, which costs more. So the points of the list are not known.
    let mut unknown = squadrons(4, 0);
    unknown.as_array_mut().expect("squadrons").push(json!({ "unit": "raft" }));
    let told = told(&game, &list(&unknown, &json!({ "mfv": 500 })));
    assert!(told.iter().any(|told| told.starts_with("Undetermined total")), "{told:#?}");
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

#[test]
fn cards_are_judged_by_what_they_cost_together() {
    let rules = json!([{ "id": "purse", "kind": "limit", "clauses": [
        { "deck": "hand", "limit": { "of": { "cost": {} }, "max": 60 }, "subject": { "one": "card", "many": "cards" } },
    ] }]);
    let mut world = world(
        rules,
        json!([]),
        &json!({ "decks": { "hand": { "title": "Hand", "card": { "one": "card", "many": "cards" } } } }),
    );
    let card = |id: &str, cost: Value| json!({ "id": id, "name": id, "cost": cost, "source": { "book": "book", "page": "1" } });
    world["cards"] = json!([{ "kind": "cards", "deck": "hand", "cards": [card("a", json!(40)), card("b", json!(20)), card("c", Value::Null)] }]);
    let game = invented::build(&world, invented::rules(&world));
    let told = |cards: Value| told(&game, &list(&json!([]), &json!({ "mfv": 9, "decks": { "hand": cards } })));
    let is = |said: &[String], severity: &str| said.iter().any(|one| one.starts_with(&format!("{severity} purse: ")));
    assert!(!is(&told(json!(["a", "b"])), "Error") && !is(&told(json!(["a", "b"])), "Undetermined"));
    assert!(is(&told(json!(["a", "b", "b"])), "Error"));
    assert!(is(&told(json!(["a", "c"])), "Undetermined"));
}

/// A clause about a deck is about its cards, even where it compares squadrons with them.
#[test]
fn a_clause_of_a_deck_points_at_the_deck() {
    let mut world = invented::world();
    let rules = json!([{ "id": "in-deck", "clauses": [{
        "deck": "songs", "limit": { "of": { "squadrons": {} }, "max": { "cards": {} } },
    }] }]);
    let kept = |rule: &Value| rule["id"] == "tricks-many" || rule["id"] == "waivable-cap";
    let kept = invented::values(&world["rules"]).into_iter().filter(kept);
    world["rules"] = kept.chain(invented::values(&rules)).collect();
    let game = invented::build(&world, invented::rules(&world));
    let decks = json!({ "songs": ["hum"], "tricks": ["flip", "flop"] });
    let list =
        list(&json!([{ "unit": "ark" }, { "unit": "ark" }]), &json!({ "nation": "aland", "mfv": 500, "decks": decks }));
    let findings = muster_engine::check(&game, &list).findings;
    let at: Vec<&[String]> = findings.iter().filter(|it| it.rule.as_str() == "in-deck").map(|it| &*it.at).collect();
    assert_eq!(at, [["/decks/songs"]]);
}

/// A word that means no option stands in a list's code, wherever the squadron states it.
#[test]
fn unknown_options_are_part_of_the_code() {
    let game = small_counted(ship_and_mix(), &json!({}));
    let coded = |squadron: Value| {
        muster_engine::check(&game, &list(&json!([squadron]), &json!({ "mfv": 9 }))).fingerprint.expect("a code")
    };
    let with = |name: &str| coded(json!({ "unit": "ship", "models": [{ "count": 2, "options": [name] }] }));
    assert_ne!(with("one"), with("two"));
    assert_ne!(with("one"), coded(json!({ "unit": "ship", "models": [{ "count": 2 }] })));
}

/// Whether craft that share a load have room for it is asked of every group of them, so there may not be many.
#[test]
fn a_load_is_judged_that_eight_craft_share_and_no_more() {
    let rules = json!([{ "id": "capacity", "kind": "check", "check": "capacity" }]);
    let units = json!([
        { "id": "barge", "name": "Barge", "points": 0, "traits": { "bulk": "huge" },
          "capacity": { "of": [{ "models": 1, "that": {} }] } },
        { "id": "tank", "name": "Tank", "points": 0, "traits": { "bulk": "small" } },
    ]);
    let game = game(rules, units, &json!({}));
    let found = |barges: u32, tanks: u32| {
        let barges = (0..barges).map(|_| json!({ "unit": "barge", "models": 1, "carries": ["tanks"] }));
        let tanks = json!({ "unit": "tank", "models": tanks, "id": "tanks" });
        let squadrons: Vec<Value> = barges.chain([tanks]).collect();
        let list = json!({ "muster": 1, "ruleset": "small", "mfv": 9, "squadrons": squadrons });
        let list: ArmyList = serde_json::from_value(list).expect("a list");
        let findings = muster_engine::check(&game, &list).findings.into_iter();
        findings.map(|found| format!("{:?}", found.severity)).collect::<Vec<_>>()
    };
    assert_eq!(found(8, 8), Vec::<String>::new());
    assert_eq!(found(8, 9), ["Error"]);
    assert_eq!(found(9, 9), ["Undetermined"]);
}

/// Craft that share loads may each choose what they carry, as long as there are not too many ways.
#[test]
fn loads_are_shared_in_every_way() {
    let rules = json!([{ "id": "capacity", "kind": "check", "check": "capacity" }]);
    let small = |models: u32| json!({ "models": models, "that": { "bulk": "small" } });
    let huge = |models: u32| json!({ "models": models, "that": { "bulk": "huge" } });
    let barge = |id: &str, name: &str, of: Value| {
        json!({ "id": id, "name": name, "points": 0, "traits": { "bulk": "huge" }, "squadron": { "min": 1, "max": 2 },
                "capacity": { "of": of } })
    };
    let load =
        |id: &str, name: &str, bulk: &str| json!({ "id": id, "name": name, "points": 0, "traits": { "bulk": bulk } });
    let units = json!([
        barge("barge", "Barge", json!([small(2), huge(1)])),
        barge("ark", "Ark", json!([small(1), huge(1), huge(2)])),
        barge("raft", "Raft", json!([small(1)])),
        load("tank", "Tank", "small"),
        load("giant", "Giant", "huge"),
    ]);
    let game = game(rules, units, &json!({}));
    // Transports with the places of their loads, and loads with the numbers of their models.
    let found = |transports: &[(&str, u32, &[usize])], loads: &[(&str, u32)]| {
        let transports = transports.iter().map(|(unit, models, carries)| {
            let carries: Vec<String> = carries.iter().map(|load| format!("load-{load}")).collect();
            json!({ "unit": unit, "models": models, "carries": carries })
        });
        let loads = loads
            .iter()
            .enumerate()
            .map(|(place, (unit, models))| json!({ "unit": unit, "models": models, "id": format!("load-{place}") }));
        let squadrons: Vec<Value> = transports.chain(loads).collect();
        let list = json!({ "muster": 1, "ruleset": "small", "mfv": 9, "squadrons": squadrons });
        told(&game, &serde_json::from_value(list).expect("a list"))
    };
    let fits = |transports: &[(&str, u32, &[usize])], loads: &[(&str, u32)]| found(transports, loads).is_empty();
    let both: &[usize] = &[0, 1];
    assert!(fits(&[("barge", 1, both), ("barge", 1, both)], &[("tank", 2), ("giant", 1)]));
    assert!(fits(&[("barge", 1, &[0]), ("barge", 1, &[0])], &[("giant", 2)]));
    assert!(!fits(&[("barge", 1, both), ("barge", 1, both)], &[("tank", 3), ("giant", 1)]));
    // Nothing goes into a transport that does not carry it, however much room there is.
    assert!(!fits(&[("barge", 1, &[0]), ("raft", 1, both)], &[("tank", 1), ("tank", 2)]));
    assert!(fits(&[("barge", 1, both), ("raft", 1, both)], &[("tank", 1), ("tank", 2)]));
    // Eight barges have 256 ways of choosing.
    let mut barges: Vec<(&str, u32, &[usize])> = vec![("barge", 1, &[0]); 8];
    assert!(fits(&barges, &[("giant", 8)]));
    barges[7].0 = "ark";
    assert!(found(&barges, &[("giant", 8)])[0].starts_with("Undetermined"));
    for (transports, words) in [
        (&[("raft", 1, &[0][..])][..], "Raft cannot carry 9 × Tank; it carries 1 model"),
        (&[("raft", 2, &[0])], "Raft cannot carry 9 × Tank; each carries 1 model"),
        (&[("raft", 1, &[0]), ("raft", 1, &[0])], "Raft and Raft cannot carry 9 × Tank; Raft carries 1 model"),
        (&[("raft", 1, &[0]), ("raft", 2, &[0])], "Raft and Raft cannot carry 9 × Tank; Raft carries 1 model"),
    ] {
        let told = found(transports, &[("tank", 9)]);
        assert!(told.len() == 1 && told[0].starts_with(&format!("Error capacity: {words}")), "{told:?}");
    }
    let told = found(&[("raft", 1, &[0]), ("raft", 2, &[0])], &[("tank", 9)]);
    assert!(told[0].contains("; each Raft carries 1 model"), "{told:?}");
}

/// Traits of options stand in place of the unit's own if all models have them, else beside them.
#[test]
fn a_squadron_is_counted_and_joined_as_what_its_options_make_of_it() {
    let squadrons = |bulk: &str| json!({ "id": bulk, "severity": "note", "clauses": [{ "limit": { "of": { "squadrons": { "bulk": bulk } }, "max": 0 } }] });
    let joins = json!({ "id": "joins", "kind": "check", "check": "attachment" });
    let rules = json!([joins, squadrons("small"), squadrons("huge")]);
    let option =
        |id: &str, buys: &str| json!({ "id": id, "name": id, "points": 1, "buys": buys, "traits": { "bulk": "huge" } });
    let joining = |id: &str, bulk: &str| json!({ "id": id, "name": id, "points": 1, "traits": { "bulk": "small" }, "attaches": [{ "to": { "bulk": bulk } }] });
    let units = json!([
        { "id": "ship", "name": "Ship", "points": 1, "traits": { "bulk": "small" }, "squadron": { "min": 1, "max": 3 },
          "options": [option("wings", "model"), option("hull", "squadron")] },
        joining("of-small", "small"),
        joining("of-huge", "huge"),
    ]);
    let game = game(rules, units, &json!({}));
    for (options, small, huge) in [
        (json!([]), true, false),
        (json!(["wings"]), false, true),
        (json!([{ "wings": 1 }]), true, true),
        (json!(["hull"]), false, true),
    ] {
        let alone = json!([{ "unit": "ship", "models": 2, "options": options }]);
        assert_eq!(measured(&game, &alone, ["small", "huge"]), [i64::from(small), i64::from(huge)], "{options}");
        for (unit, may_join) in [("of-small", small), ("of-huge", huge)] {
            let attached = json!([{ "unit": unit, "models": 1 }]);
            let squadrons = json!([{ "unit": "ship", "models": 2, "options": options, "attached": attached }]);
            let mut found = told(&game, &list(&squadrons, &json!({ "mfv": 99 })));
            found.retain(|found| found.starts_with("Error joins"));
            assert_eq!(found.is_empty(), may_join, "{unit} {options}: {found:?}");
        }
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

/// A model with a role is alone in what is asked of it.
#[test]
fn a_clause_of_a_model_counts_that_model_only() {
    let rules = json!([{ "id": "alone", "clauses": [{
        "each": "bearer", "limit": { "of": { "bearers": { "role": "leader" } }, "max": 1 },
    }] }]);
    let units = json!([{ "id": "ship", "name": "Ship", "points": 1, "traits": { "bulk": "small" }, "squadron": { "min": 1, "max": 2 } }]);
    let game = game(rules, units, &json!({}));
    let leaders = json!([{ "role": "leader", "model": 1 }, { "role": "leader", "model": 2 }]);
    let squadrons = json!([{ "unit": "ship", "models": 2, "roles": leaders }]);
    assert_eq!(told(&game, &list(&squadrons, &json!({ "mfv": 9 }))), Vec::<String>::new());
}

/// A role that the list gives to a model that is not there goes to the last one that is.
#[test]
fn a_role_of_no_model_goes_to_the_last_model() {
    let small =
        json!([{ "id": "small", "clauses": [{ "each": "bearer", "where": { "bulk": "small" }, "says": "x" }] }]);
    let member = |id: &str, bulk: &str, min: u32| json!({ "id": id, "name": id, "models": { "min": min, "max": 2 }, "points": 1, "traits": { "bulk": bulk } });
    let members = [member("first", "huge", 1), member("second", "small", 1), member("third", "huge", 0)];
    let units = json!([{ "id": "mix", "name": "Mix", "points": 0, "traits": { "bulk": "huge" }, "members": members }]);
    let game = game(small, units, &json!({}));
    for (model, is_small) in [(1, false), (2, true), (9, true)] {
        let squadrons = json!([{ "unit": "mix", "models": 2, "roles": [{ "role": "leader", "model": model }] }]);
        let found = told(&game, &list(&squadrons, &json!({ "mfv": 9 })));
        assert_eq!(found.contains(&"Error small: x".to_owned()), is_small, "{model}: {found:?}");
    }
}

/// Each role has its own characters.
#[test]
fn a_card_of_a_character_is_for_the_role_that_the_character_has() {
    let of = |role: &str| {
        json!({ "id": role, "severity": "note", "clauses": [{
            "each": "card", "deck": "songs", "where": { "hero": { "holder": role } }, "says": "x",
        }] })
    };
    let title = |title: &str| json!({ "title": title });
    let more = json!({
        "decks": { "songs": { "title": "Songs", "card": "song" } },
        "roles": { "leader": title("Leader"), "deputy": title("Deputy") },
        "traits": { "hero": { "title": "Hero", "of": "card", "open": true } },
    });
    let game = game(json!([of("leader"), of("deputy")]), json!([{ "id": "ship", "name": "Ship", "points": 1 }]), &more);
    for role in ["leader", "deputy"] {
        let squadrons = json!([{ "unit": "ship", "models": 1, "roles": [{ "role": role, "character": "Zoe" }] }]);
        let decks = json!({ "songs": [{ "card": "la", "hero": "zoe" }] });
        let found = told(&game, &list(&squadrons, &json!({ "mfv": 9, "decks": decks })));
        assert_eq!(
            found.iter().filter(|found| found.ends_with(": x")).collect::<Vec<_>>(),
            [&format!("Note {role}: x")]
        );
    }
}

/// Whether a squadron is an ally is known if its nation and that of the list are, and if its unit is of a nation.
#[test]
fn allies_are_told_as_far_as_nations_are_known() {
    let ally = json!([{ "id": "ally", "clauses": [{ "each": "squadron", "where": { "ally": true }, "says": "x" }] }]);
    let nations = json!({ "nations": { "aland": { "name": "Aland" }, "beland": { "name": "Beland" } } });
    let unit = |id: &str| json!([{ "id": id, "name": id, "points": 1, "traits": { "bulk": "small" } }]);
    let of_aland = json!({ "kind": "catalogue", "nation": "aland", "source": "invented", "units": unit("ship") });
    let of_none = json!({ "kind": "catalogue", "source": "invented", "units": unit("boat") });
    let with = |catalogues: Value| {
        let mut world = world(ally.clone(), json!([]), &nations);
        world["catalogues"] = catalogues;
        invented::build(&world, invented::rules(&world))
    };
    let (all, without) = (with(json!([of_aland, of_none])), with(json!([of_aland])));
    for (game, unit, nation, of_list, expected) in [
        (&all, "boat", json!(null), json!(null), None),
        (&all, "boat", json!("aland"), json!(null), None),
        (&all, "ship", json!("aland"), json!(null), Some("Undetermined")),
        (&all, "ghost", json!(null), json!(null), None),
        // An unknown unit may be of no nation, if there are such units.
        (&all, "ghost", json!("beland"), json!("aland"), Some("Undetermined")),
        (&without, "ghost", json!("beland"), json!("aland"), Some("Error")),
        (&without, "ghost", json!("nowhere"), json!("aland"), Some("Undetermined")),
        (&without, "ghost", json!("aland"), json!("aland"), None),
    ] {
        let squadrons = json!([{ "unit": unit, "models": 1, "nation": nation }]);
        let mut found = told(game, &list(&squadrons, &json!({ "mfv": 9, "nation": of_list })));
        found.retain(|found| found.contains(" ally: "));
        let found = found.first().and_then(|found| found.split(' ').next());
        assert_eq!(found, expected, "{unit} {nation} {of_list}");
    }
}

/// The codes of a list of a small game: of this version, and of versions before 0.3.
fn codes(game: &Ruleset, squadrons: &Value, groups: &Value) -> [String; 2] {
    let list = json!({ "muster": 1, "ruleset": "small", "mfv": 9, "squadrons": squadrons, "groups": groups });
    let list: ArmyList = serde_json::from_value(list).expect("a list");
    let judged = muster_engine::judge(game, &list, None);
    [judged.report().fingerprint.clone(), judged.old_fingerprint()].map(|code| code.expect("a code"))
}

/// Which of two equal ships brings something depends on what else it brings and in which group it is, and not on the order of
/// the list. Old codes do not tell.
#[test]
fn codes_tell_equal_bringers_apart() {
    let unit = |id: &str| json!({ "id": id, "name": id, "points": 1, "traits": { "bulk": "small" } });
    let more = json!({ "ungrouped": true, "group-kinds": { "fleet": { "title": "Fleet" } } });
    let game = game(json!([]), json!([unit("ship"), unit("boat"), unit("raft")]), &more);
    let ship = |id: &str| json!({ "unit": "ship", "models": 1, "id": id });
    let by = |unit: &str, bringer: &str| json!({ "unit": unit, "models": 1, "brought-by": bringer });
    let turned = |list: &Value| {
        let mut list = list.clone();
        list.as_array_mut().expect("an array").reverse();
        list
    };
    let of = |squadrons: Value, groups: Value| {
        let codes_of = codes(&game, &squadrons, &groups);
        assert_eq!(
            codes_of,
            codes(&game, &turned(&squadrons), &turned(&groups)),
            "another order of {squadrons} {groups}"
        );
        codes_of
    };
    let none = json!([]);
    let alone = of(json!([ship("a"), by("boat", "a")]), none.clone());
    assert_eq!(alone[0], alone[1]);
    let [one, old] = of(json!([ship("a"), ship("b"), by("boat", "a"), by("raft", "b")]), none.clone());
    let [other, old_other] = of(json!([ship("a"), ship("b"), by("boat", "a"), by("raft", "a")]), none);
    assert!(one != other && old == old_other);
    // The same beside other squadrons.
    let mut many = json!([ship("a"), ship("b"), by("boat", "a"), by("raft", "b")]);
    let towing = json!({ "unit": "raft", "models": 1, "attached": [{ "unit": "boat", "models": 1 }] });
    many.as_array_mut().expect("an array").extend(vec![towing; 4]);
    of(many, json!([]));
    let fleet = |squadrons: Value| json!({ "kind": "fleet", "squadrons": squadrons });
    let raft = json!({ "unit": "raft", "models": 1 });
    let groups = json!([fleet(json!([ship("a"), raft])), fleet(json!([ship("b")])), fleet(json!([raft]))]);
    let [each, _] = of(json!([by("boat", "a"), by("boat", "b")]), groups.clone());
    let [first, _] = of(json!([by("boat", "a"), by("boat", "a")]), groups.clone());
    let [second, _] = of(json!([by("boat", "b"), by("boat", "b")]), groups);
    assert!(each != first && first != second && each != second);
}

/// Parts of a squadron are in its code as far as they say more than how often options are taken in all.
#[test]
fn codes_tell_which_models_have_which_options() {
    let option = |id: &str| json!({ "id": id, "name": id, "points": 1 });
    let choice = |id: &str, default: Value, options: [&str; 2]| {
        let mut choice = json!({ "id": id, "name": id, "max": 1, "options": options.map(option) });
        if default.is_string() {
            choice["default"] = default;
            choice["min"] = json!(1);
        }
        choice
    };
    let mut turret = option("turret");
    turret["choices"] = json!([choice("mount", json!("gun"), ["gun", "lance"])]);
    let units = json!([{
        "id": "guard", "name": "Guard", "points": 1, "traits": { "bulk": "small" }, "squadron": { "min": 1, "max": 9 },
        "options": [option("plate"), option("spike"), turret], "choices": [choice("arms", json!(null), ["sword", "axe"])],
    }]);
    let game = game(json!([]), units, &json!({}));
    let code = |models: Value, options: Value| {
        let [code, _] = codes(&game, &json!([{ "unit": "guard", "models": models, "options": options }]), &json!([]));
        code
    };
    let part = |count: u32, options: &[&str]| json!({ "count": count, "options": options });
    let parts = |parts: &[Value]| code(json!(parts), json!([]));
    // Parts that are alike are one.
    assert_eq!(
        parts(&[part(2, &["plate"]), part(4, &["plate"]), part(1, &["spike"])]),
        parts(&[part(6, &["plate"]), part(1, &["spike"])])
    );
    // A model has one of the arms, but perhaps both a plate and a spike.
    for (one, other, is_same) in [("sword", "axe", true), ("plate", "spike", false), ("sword", "plate", false)] {
        let in_parts = parts(&[part(1, &[one]), part(1, &[other])]);
        assert_eq!(in_parts == code(json!(2), json!([{ one: 1 }, { other: 1 }])), is_same, "{one} {other}");
    }
    // A model without a turret has no gun in it by default.
    let with = |rest: &[&str]| parts(&[part(1, &["turret", "lance"]), part(1, rest)]);
    assert_ne!(with(&[]), with(&["gun"]));
}

/// An archive may bring rules that were never published. That is told, and a term of its lists.
#[test]
fn rules_that_were_not_published_are_told() {
    let world = world(json!([]), ship_and_mix(), &json!({}));
    for (publication, help, own) in [
        (Publication::Published, None, None),
        (Publication::UnknownId, None, Some("small 1.0.0")),
        (Publication::Differs, Some("judge without them"), None),
        (Publication::UnknownVersion, Some("a newer program may know this version"), None),
    ] {
        let ruleset = Ruleset::build(RulesetParts { publication, ..parts_of(&world) }).expect("a ruleset");
        let catalogues = invented::catalogues(&world).into_iter().map(|written| Arc::new(ruleset.catalogue(written)));
        let ruleset = ruleset.with_catalogues(catalogues.collect());
        let report =
            muster_engine::check(&ruleset, &list(&json!([{ "unit": "ship", "models": 2 }]), &json!({ "mfv": 9 })));
        assert_eq!(report.terms.not_published, help.is_some(), "{publication:?}");
        assert_eq!(report.terms.own_rules.as_deref(), own, "{publication:?}");
        let told: Vec<&str> = report.findings.iter().filter_map(|found| found.help.as_deref()).collect();
        assert!(
            told.len() == usize::from(help.is_some())
                && told.iter().all(|told| told.contains(help.unwrap_or_default())),
            "{told:?}"
        );
    }
}

/// Of two copies of a card, one is looked at, whichever comes first.
#[test]
fn the_order_of_copies_changes_no_swap() {
    let title = |title: &str| json!({ "title": title });
    let more = json!({
        "decks": { "songs": { "title": "Songs", "card": "song" } },
        "traits": { "card-suit": { "title": "Suit", "of": "card", "values": { "sun": title("Sun"), "moon": title("Moon") } } },
    });
    let swaps = json!({ "swaps": { "deck": "songs", "base": { "card-suit": "sun" } } });
    let mut world = world(
        json!([{ "id": "swaps", "kind": "check", "check": swaps }]),
        json!([{ "id": "ship", "name": "Ship", "points": 1 }]),
        &more,
    );
    let card = |id: &str, suit: &str, cost: u32| json!({ "id": id, "name": id, "cost": cost, "traits": { "card-suit": suit }, "source": { "book": "book", "page": "1" } });
    world["cards"] = json!([{ "kind": "cards", "deck": "songs", "cards": [
        card("hum", "sun", 1), card("drum", "sun", 2), card("la", "moon", 1),
    ] }]);
    let game = invented::build(&world, invented::rules(&world));
    let places = |songs: Value| {
        let list = list(&json!([{ "unit": "ship", "models": 1 }]), &json!({ "mfv": 9, "decks": { "songs": songs } }));
        let findings = muster_engine::check(&game, &list).findings.into_iter();
        findings.map(|found| found.at[0].clone()).collect::<Vec<_>>()
    };
    // The drum costs more than the card that replaces it, the hum as much.
    let wrong = json!({ "card": "la", "replaces": "drum" });
    assert_eq!(places(json!(["la", wrong])), Vec::<String>::new());
    assert_eq!(places(json!([wrong, "la"])), Vec::<String>::new());
    assert_eq!(places(json!([wrong, wrong])), ["/decks/songs/0"]);
}

/// A setting by which a list widens a limit is a term of the list. One by which it narrows the limit is none.
#[test]
fn settings_that_widen_limits_are_terms() {
    let number = |title: &str| json!({ "title": title, "summary": "A number.", "range": { "min": 1, "max": 9 }, "default": "5" });
    let more = json!({ "settings": { "most": number("Most"), "least": number("Least"), "extra": number("Extra") } });
    let limit = |id: &str, end: &str, of: Value| json!({ "id": id, "clauses": [{ "limit": { "of": { "models": {} }, end: of } }] });
    let rules = json!([
        limit("most", "max", json!({ "agreed": "most" })),
        limit("least", "min", json!({ "agreed": "least" })),
        limit("extra", "max", json!({ "sum": [{ "agreed": "extra" }, { "squadrons": {} }] })),
    ]);
    let game = game(rules, ship_and_mix(), &more);
    for (setting, number, is_term) in [
        ("most", 6, true),
        ("most", 4, false),
        ("least", 4, true),
        ("least", 6, false),
        // Nobody compares limits that depend on more than settings.
        ("extra", 6, true),
        ("extra", 4, true),
        ("extra", 5, false),
    ] {
        let context = json!({ "mfv": 99, "settings": { setting: number } });
        let terms = muster_engine::check(&game, &list(&json!([{ "unit": "ship", "models": 2 }]), &context)).terms;
        assert_eq!(terms.settings.contains_key(setting), is_term, "{setting} {number}");
    }
}

/// Overlays that are about other games are told if the list names overlays itself, or if no other is in use.
#[test]
fn overlays_of_other_games_are_told_where_they_are_missed() {
    let game = small_counted(ship_and_mix(), &json!({}));
    let list = list(&json!([{ "unit": "ship", "models": 2 }]), &json!({ "mfv": 9 }));
    let used = Event { id: "league".to_owned(), name: "League".to_owned(), ..Event::default() };
    for (bringer, all, is_told) in [
        (Bringer::List, vec![used.clone()], true),
        (Bringer::List, vec![], true),
        (Bringer::Organiser, vec![used.clone()], false),
        (Bringer::Organiser, vec![], true),
        (Bringer::Archive, vec![used], false),
    ] {
        let events = Events { all, bringer, elsewhere: vec![("cup".to_owned(), "Cup".to_owned())] };
        let terms = muster_engine::check(&game.under(Arc::new(events), game.clone()), &list).terms;
        assert_eq!(terms.other_game, if is_told { vec!["Cup"] } else { vec![] }, "{bringer:?}");
    }
}

/// A ship and one that is attached to it may bring the same unit, each by its own special rule.
#[test]
fn what_two_ships_bring_by_two_rules_is_counted_for_each() {
    let brought = |rule: &str| json!({ "id": rule, "kind": "check", "check": { "brought": rule } });
    let brings = |rule: &str| json!({ "rule": rule, "unit": "boat", "name": "Boat", "models": 1 });
    let unit = |id: &str, brings: Value| json!({ "id": id, "name": id, "points": 1, "traits": { "bulk": "small" }, "brings": brings });
    let units = json!([
        unit("ship", json!([brings("drilled")])),
        unit("escort", json!([brings("shielded"), brings("shielded")])),
        unit("boat", json!([])),
    ]);
    let game = game(json!([brought("drilled"), brought("shielded")]), units, &json!({}));
    let found = |of_escort: u32| {
        let squadrons = json!([
            { "unit": "ship", "models": 1, "id": "ship", "attached": [{ "unit": "escort", "models": 1, "id": "escort" }] },
            { "unit": "boat", "models": 1, "brought-by": "ship" },
            { "unit": "boat", "models": of_escort, "brought-by": "escort" },
        ]);
        let list = json!({ "muster": 1, "ruleset": "small", "mfv": 9, "squadrons": squadrons });
        told(&game, &serde_json::from_value(list).expect("a list"))
    };
    assert_eq!(found(2), Vec::<String>::new());
    assert!(!found(3).is_empty());
}
