//! What models and squadrons buy, and what options make of them.

use serde_json::{Value, json};

use super::{counts, game, list, measured, told};

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
