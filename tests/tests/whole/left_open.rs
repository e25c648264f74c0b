//! What a list leaves open is neither kept nor broken, and the finding says what would settle it. What is stated, or is open in
//! another way, stays as it is.

use muster_engine::Basis;
use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Report};
use serde_json::{Value, json};

use crate::invented;
use crate::small_games::{game, list, world};

/// Judges squadrons in a list. The keys of `more` are added to the list.
fn judged(game: &Ruleset, squadrons: &Value, more: &Value) -> Report {
    muster_engine::check(game, &list(squadrons, more))
}

/// The findings about a list: severity and rule.
fn told(game: &Ruleset, squadrons: &Value, more: &Value) -> Vec<String> {
    let findings = judged(game, squadrons, more).findings.into_iter();
    findings.map(|finding| format!("{:?} {}", finding.severity, finding.rule)).collect()
}

/// The finding of a rule about a list; of several, the one about the first squadron.
fn finding(game: &Ruleset, squadrons: &Value, more: &Value, rule: &str) -> Finding {
    let mut found: Vec<Finding> = judged(game, squadrons, more).findings;
    found.retain(|finding| finding.rule.as_str() == rule);
    found.sort_by(|one, other| one.at.cmp(&other.at));
    assert!(!found.is_empty(), "nothing is told of {rule}");
    found.swap_remove(0)
}

/// What would settle the finding of a rule.
fn settles(game: &Ruleset, squadrons: &Value, more: &Value, rule: &str) -> String {
    finding(game, squadrons, more, rule).help.unwrap_or_default()
}

fn limit(id: &str, limit: &Value) -> Value {
    json!({ "id": id, "clauses": [{ "limit": limit }] })
}

/// A rule against squadrons, cards or models with roles.
fn forbids(id: &str, each: &str, of: &Value) -> Value {
    json!({ "id": id, "clauses": [{ "each": each, "where": of, "says": "x" }] })
}

/// A unit of small models with one option.
fn with_option(id: &str, name: &str, option: &Value) -> Value {
    json!({ "id": id, "name": name, "points": 10, "traits": { "bulk": "small" }, "squadron": { "min": 1, "max": 3 },
            "options": [option] })
}

fn plate() -> Value {
    json!({ "id": "plate", "name": "Plate", "points": 5 })
}

fn wings() -> Value {
    json!({ "id": "wings", "name": "Wings", "points": 5, "traits": { "bulk": "huge" } })
}

fn boat() -> Value {
    json!({ "id": "boat", "name": "Boat", "points": 1, "traits": { "bulk": "small" }, "attaches": [{ "to": { "bulk": "huge" } }] })
}

/// The declarations of one nation.
fn aland() -> Value {
    json!({ "nations": { "aland": { "name": "Aland" } } })
}

#[test]
fn options_and_marks_are_open_if_none_are_stated() {
    let marks = json!([{
        "id": "mark", "name": "Mark", "min": 1, "max": 1, "default": "mark-1", "marks": true,
        "options": [
            { "id": "mark-1", "name": "Mark I", "points": 0 },
            { "id": "mark-2", "name": "Mark II", "points": 7 },
        ],
    }]);
    let unit = |id: &str, options: Value, choices: &Value| json!({ "id": id, "name": id, "points": 10, "traits": { "bulk": "small" }, "options": options, "choices": choices });
    let units = json!([
        unit("plain", json!([plate()]), &json!([])),
        unit("marked", json!([]), &marks),
        unit("both", json!([plate()]), &marks),
    ]);
    let game = game(json!([]), units, &json!({}));
    for (unit, open, stated, points) in [
        ("plain", "options", json!({}), None),
        ("plain", "marks", json!({}), Some(10)),
        ("plain", "options", json!({ "options": ["plate"] }), Some(15)),
        ("marked", "marks", json!({}), None),
        ("marked", "options", json!({}), Some(10)),
        ("marked", "marks", json!({ "mark": "mark-2" }), Some(17)),
        ("marked", "marks", json!({ "options": ["mark-2"] }), Some(17)),
        ("both", "options", json!({ "mark": "mark-2" }), None),
        ("both", "options", json!({ "options": ["mark-2"] }), None),
        ("both", "marks", json!({ "options": ["plate"] }), None),
    ] {
        let mut squadron = json!({ "unit": unit, "models": 1 });
        squadron.as_object_mut().expect("an object").extend(stated.as_object().expect("an object").clone());
        let judged = judged(&game, &json!([squadron]), &json!({ "mfv": 99, "open": [open] }));
        assert_eq!(judged.points, points, "{unit} {open} {stated}");
    }
}

#[test]
fn a_kind_that_is_stated_is_not_left_open() {
    let game = game(json!([]), json!([with_option("ship", "Ship", &plate())]), &json!({}));
    let open = |roles: Value, more: Value| {
        let squadrons = json!([{ "unit": "ship", "models": 1, "roles": roles }]);
        json!(judged(&game, &squadrons, &more).terms.open)
    };
    assert_eq!(open(json!([]), json!({ "open": ["roles", "mfv"] })), json!(["roles", "mfv"]));
    assert_eq!(open(json!([]), json!({ "mfv": 9, "open": ["roles", "mfv"] })), json!(["roles"]));
    assert_eq!(open(json!(["leader"]), json!({ "open": ["roles", "mfv"] })), json!(["mfv"]));
}

#[test]
fn open_options_may_give_traits_and_models() {
    let rules = json!([
        limit("huge-models", &json!({ "of": { "models": { "bulk": "huge" } }, "max": 0 })),
        forbids("huge-squadrons", "squadron", &json!({ "bulk": "huge" })),
        limit("many", &json!({ "of": { "models": {} }, "max": 2 })),
    ]);
    let captain = json!({ "id": "captain", "name": "Captain", "points": 5, "buys": "squadron",
                          "adds": { "traits": { "bulk": "small" } } });
    for (option, expected) in [
        (plate(), &[][..]),
        (wings(), &["Undetermined huge-models", "Undetermined huge-squadrons"]),
        (captain, &["Undetermined many"]),
    ] {
        let game = game(rules.clone(), json!([with_option("ship", "Ship", &option)]), &json!({}));
        let squadrons = json!([{ "unit": "ship", "models": 2 }]);
        assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99, "open": ["options"] })), expected, "{option}");
        assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99 })), Vec::<String>::new(), "{option}");
    }
}

#[test]
fn only_open_options_with_traits_admit_what_is_attached() {
    let joins = json!([{ "id": "joins", "kind": "check", "check": "attachment" }]);
    for (option, open, expected) in [
        (wings(), json!(["options"]), "Undetermined joins"),
        (wings(), json!(["marks"]), "Error joins"),
        (plate(), json!(["options"]), "Error joins"),
    ] {
        let game = game(joins.clone(), json!([with_option("ship", "Ship", &option), boat()]), &json!({}));
        let squadrons = json!([{ "unit": "ship", "models": 1, "attached": [{ "unit": "boat", "models": 1 }] }]);
        assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99, "open": open })), [expected], "{option} {open}");
    }
}

#[test]
fn only_open_options_with_gifts_bring_more() {
    let tow = json!({ "id": "tow", "name": "Tow", "points": 1,
                      "brings": [{ "rule": "drilled", "unit": "boat", "name": "Boat", "models": 1 }] });
    let brought = json!([{ "id": "tows", "kind": "check", "check": { "brought": "drilled" } }]);
    for (option, open, expected) in [
        (tow.clone(), json!(["options"]), "Undetermined tows"),
        (tow.clone(), json!(["marks"]), "Error tows"),
        (tow, json!([]), "Error tows"),
        (plate(), json!(["options"]), "Error tows"),
    ] {
        let game = game(brought.clone(), json!([with_option("ship", "Ship", &option), boat()]), &json!({}));
        let squadrons = json!([{ "unit": "ship", "models": 1 }, { "unit": "boat", "models": 1, "brought-by": "next" }]);
        assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99, "open": open })), [expected], "{option} {open}");
    }
}

#[test]
fn open_settings_leave_allocations_open_if_they_decide_them() {
    let rules = json!([
        { "id": "elsewhere", "kind": "definition", "applies": { "strict": true }, "allocates": { "rear": { "bulk": "small" } } },
        limit("apart", &json!({ "of": { "different": ["allocation", {}] }, "max": 1 })),
    ]);
    let more = json!({
        "allocations": { "front": { "title": "Front" }, "rear": { "title": "Rear" } },
        "settings": { "strict": { "title": "Strict", "summary": "Yes or no." } },
    });
    let game = game(rules, json!([with_option("ship", "Ship", &plate())]), &more);
    let squadrons = json!([{ "unit": "ship", "models": 1, "allocation": "front" }, { "unit": "ship", "models": 1 }]);
    for (open, settings, expected) in [
        ("settings", json!({}), &["Undetermined apart"][..]),
        ("allocations", json!({}), &["Undetermined apart"]),
        ("options", json!({}), &[]),
        ("options", json!({ "strict": true }), &["Error apart"]),
        ("settings", json!({ "strict": true }), &["Error apart"]),
        ("settings", json!({ "strict": false }), &[]),
    ] {
        let more = json!({ "mfv": 99, "open": [open], "settings": settings });
        assert_eq!(told(&game, &squadrons, &more), expected, "{open} {settings}");
    }
}

#[test]
fn open_roles_may_be_different_ones() {
    let rules = json!([limit("ranks", &json!({ "of": { "different": ["role", {}] }, "max": 0 }))]);
    let game = game(rules, json!([with_option("ship", "Ship", &plate())]), &json!({}));
    for (roles, open, expected) in [
        (json!([]), json!(["roles"]), &["Undetermined ranks"][..]),
        (json!(["leader"]), json!(["roles"]), &["Error ranks"]),
        (json!([]), json!([]), &[]),
    ] {
        let squadrons = json!([{ "unit": "ship", "models": 1, "roles": roles }]);
        assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99, "open": open })), expected, "{roles} {open}");
    }
}

#[test]
fn open_options_leave_those_statistics_open_that_they_set() {
    let rules = json!([limit("room", &json!({ "of": { "stat": ["capacity", {}] }, "max": 9 }))]);
    let stat = |title: &str| json!({ "title": title, "summary": "One." });
    let more = json!({ "stats": { "capacity": stat("Capacity"), "speed": stat("Speed") } });
    for (sets, expected) in [(json!({ "capacity": 5 }), &["Undetermined room"][..]), (json!({ "speed": 5 }), &[])] {
        let mut ship = with_option("ship", "Ship", &json!({ "id": "hold", "name": "Hold", "points": 1, "sets": sets }));
        ship["card"] = json!({ "stats": { "capacity": 3, "speed": 1 } });
        let game = game(rules.clone(), json!([ship]), &more);
        let squadrons = json!([{ "unit": "ship", "models": 1 }]);
        assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99, "open": ["options"] })), expected, "{sets}");
    }
}

#[test]
fn an_unknown_unit_may_take_options_that_it_states_or_leaves_open() {
    let rules = json!([limit("plates", &json!({ "of": { "taken": ["plate", {}] }, "max": 0 }))]);
    let game = game(rules, json!([with_option("ship", "Ship", &plate())]), &json!({}));
    for (options, open, is_open) in
        [(json!([]), json!([]), false), (json!([]), json!(["options"]), true), (json!(["plate"]), json!([]), true)]
    {
        let squadrons = json!([{ "unit": "ghost", "models": 1, "options": options }]);
        let found = told(&game, &squadrons, &json!({ "mfv": 99, "open": open }));
        assert_eq!(found.contains(&"Undetermined plates".to_owned()), is_open, "{options} {open}: {found:?}");
    }
}

/// A game with a deck of songs, of which one is known.
fn with_songs(rules: Value) -> Ruleset {
    let title = |title: &str| json!({ "title": title });
    let more = json!({
        "decks": { "songs": { "title": "Songs", "card": "song" } },
        "traits": {
            "bulk": { "title": "Bulk", "of": "unit", "values": { "small": title("Small"), "huge": title("Huge") } },
            "card-suit": { "title": "Suit", "of": "card", "values": { "sun": title("Sun"), "moon": title("Moon") } },
        },
    });
    let mut world = world(rules, json!([with_option("ship", "Ship", &plate())]), &more);
    world["cards"] = json!([{ "kind": "cards", "deck": "songs", "cards": [
        { "id": "hum", "name": "Hum", "traits": { "card-suit": "moon" }, "source": { "book": "book", "page": "1" } },
    ] }]);
    invented::build(&world, invented::rules(&world))
}

#[test]
fn a_deck_is_open_if_it_is_not_stated() {
    let least =
        json!({ "id": "least", "clauses": [{ "deck": "songs", "limit": { "of": { "cards": {} }, "min": 1 } }] });
    let some = limit("some", &json!({ "of": { "cards": { "deck": "songs" } }, "min": 1 }));
    let game = with_songs(json!([least, some]));
    let squadrons = json!([{ "unit": "ship", "models": 1 }]);
    let open = json!({ "mfv": 99, "open": ["decks"] });
    assert_eq!(told(&game, &squadrons, &open), ["Undetermined some"]);
    assert_eq!(settles(&game, &squadrons, &open, "some"), "state the decks");
    // A clause about a deck is told if nothing else is.
    assert_eq!(told(&with_songs(json!([least])), &squadrons, &open), ["Undetermined least"]);
    let stated = json!({ "mfv": 99, "open": ["decks"], "decks": { "songs": [] } });
    assert_eq!(told(&game, &squadrons, &stated), ["Error least", "Error some"]);
}

#[test]
fn cards_are_unknown_if_neither_the_deck_nor_the_list_tells_of_them() {
    let suns = json!({ "id": "suns", "clauses": [{
        "deck": "songs", "limit": { "of": { "cards": { "card-suit": "sun" } }, "max": 0 },
    }] });
    let game = with_songs(json!([suns]));
    let songs = json!(["hum", "la", { "card": "own", "suit": "moon" }]);
    let list = json!({ "mfv": 99, "decks": { "songs": songs } });
    let squadrons = json!([{ "unit": "ship", "models": 1 }]);
    assert_eq!(settles(&game, &squadrons, &list, "suns"), "name la as the deck does");
}

/// A rule against a model with a role, or against a card, finds nothing in a list that states neither. If they are left open,
/// it is told that there may be one.
#[test]
fn what_a_rule_forbids_may_be_what_is_left_open() {
    let squadrons = json!([{ "unit": "ship", "models": 1 }]);
    let no_cards = json!({ "id": "no-cards", "clauses": [{ "each": "card", "deck": "songs", "says": "x" }] });
    let game = with_songs(json!([no_cards]));
    for (more, expected) in [
        (json!({ "open": ["decks"] }), &["/decks/songs: state the decks"][..]),
        (json!({ "open": ["decks"], "decks": { "songs": [] } }), &[]),
        (json!({ "open": ["roles"] }), &[]),
    ] {
        let mut list = json!({ "mfv": 99 });
        list.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let findings = judged(&game, &squadrons, &list).findings.into_iter();
        let found: Vec<String> =
            findings.map(|found| format!("{}: {}", found.at[0], found.help.unwrap_or_default())).collect();
        assert_eq!(found, expected, "{more}");
    }
    let singers = json!({ "id": "singers", "clauses": [{
        "each": "bearer", "deck": "songs", "where": { "role": "leader" }, "says": "x",
    }] });
    let list = json!({ "mfv": 99, "open": ["roles", "decks"], "decks": { "songs": [] } });
    assert_eq!(settles(&with_songs(json!([singers])), &squadrons, &list, "singers"), "state which models have roles");
}

/// A clause about a squadron may depend on the whole list.
#[test]
fn a_condition_may_be_unknown_because_of_another_squadron() {
    let few = json!({ "id": "few", "clauses": [{
        "each": "squadron", "where": { "unit": "ship" }, "when": [{ "of": { "squadrons": { "bulk": "huge" } }, "min": 1 }],
        "limit": { "of": { "models": {} }, "max": 0 },
    }] });
    let game = game(json!([few]), json!([with_option("ship", "Ship", &plate())]), &aland());
    let squadrons = json!([{ "unit": "ship", "models": 1 }, { "unit": "ghost", "models": 1 }]);
    let help = settles(&game, &squadrons, &json!({ "mfv": 99, "nation": "aland" }), "few");
    assert_eq!(help, "name ghost as the ruleset does");
}

/// What is unknown of a squadron or a model that a rule is about anyway makes no difference.
#[test]
fn only_what_decides_is_named() {
    let share = json!({ "of": { "squadrons": {} }, "max": { "per": [10, "mfv"] } });
    let each = |id: &str, each: &str, of: Value| json!({ "id": id, "clauses": [{ "each": each, "where": of, "limit": share }] });
    let rules = json!([
        each("squadrons", "squadron", json!({ "bulk": "small" })),
        each("leaders", "bearer", json!({ "role": "leader" })),
    ]);
    let more = json!({ "allocations": { "front": { "title": "Front" }, "rear": { "title": "Rear" } } });
    let units = json!([with_option("ship", "Ship", &plate())]);
    let squadrons = json!([{ "unit": "ship", "models": 1, "roles": ["leader"] }]);
    let open = json!({ "open": ["mfv", "options", "allocations"] });
    let of_mfv = game(rules, units, &more);
    for rule in ["squadrons", "leaders"] {
        assert_eq!(settles(&of_mfv, &squadrons, &open, rule), "state the MFV", "{rule}");
    }
    // Options decide whether a ship is huge; allocations and roles do not.
    let huge = json!([forbids("huge", "squadron", &json!({ "bulk": "huge" }))]);
    let game = game(huge, json!([with_option("ship", "Ship", &wings())]), &more);
    let squadrons = json!([{ "unit": "ship", "models": 1 }, { "unit": "ship", "models": 1 }]);
    let open = json!({ "mfv": 99, "open": ["roles", "options", "allocations"] });
    assert_eq!(settles(&game, &squadrons, &open, "huge"), "state the options of Ship");
    // To state the options of one ship does not settle the other.
    assert!(judged(&game, &squadrons, &open).findings.iter().all(|finding| !finding.waits));
}

#[test]
fn roles_are_named_as_rules_name_them() {
    let least = |id: &str, of: Value| limit(id, &json!({ "of": { "bearers": of }, "min": 1 }));
    let rules = json!([
        least("anybody", json!({})),
        least("leader", json!({ "role": "leader" })),
        least("chief", json!({ "is": "chiefs" })),
    ]);
    let more = json!({
        "roles": { "leader": { "title": "Leader" }, "deputy": { "title": "Deputy" } },
        "selectors": { "chiefs": { "role": ["leader", "deputy"] } },
    });
    let game = game(rules, json!([with_option("ship", "Ship", &plate())]), &more);
    let squadrons = json!([{ "unit": "ship", "models": 1 }]);
    for (rule, expected) in [
        ("anybody", "state which models have roles"),
        ("leader", "state which model is the Leader"),
        ("chief", "state which models have the roles Deputy and Leader"),
    ] {
        assert_eq!(settles(&game, &squadrons, &json!({ "mfv": 99, "open": ["roles"] }), rule), expected);
    }
}

#[test]
fn an_unknown_unit_of_no_nation_may_be_of_any() {
    let huge = json!([forbids("huge", "squadron", &json!({ "bulk": "huge" }))]);
    let game = game(huge, json!([boat()]), &aland());
    let (unit, nation) = ("name ghost as the ruleset does", "state the nation by a name that the ruleset knows");
    for (own, of_list, expected) in [
        (json!("nowhere"), json!("aland"), unit),
        (json!("nowhere"), json!(null), unit),
        (json!("aland"), json!(null), unit),
        (json!(null), json!("aland"), unit),
        (json!(null), json!(null), nation),
    ] {
        let squadrons = json!([{ "unit": "ghost", "models": 1, "nation": own }]);
        let help = settles(&game, &squadrons, &json!({ "mfv": 99, "nation": of_list }), "huge");
        assert_eq!(help, expected, "{own} {of_list}");
    }
}

#[test]
fn an_unknown_unit_has_no_nation_where_there_are_none() {
    let huge = json!([forbids("huge", "squadron", &json!({ "bulk": "huge" }))]);
    let game = game(huge, json!([boat()]), &json!({}));
    let squadrons = json!([{ "unit": "ghost", "models": 1 }]);
    assert_eq!(settles(&game, &squadrons, &json!({ "mfv": 99 }), "huge"), "name ghost as the ruleset does");
}

#[test]
fn three_names_are_given_and_the_others_counted() {
    let rules = json!([limit("huge", &json!({ "of": { "models": { "bulk": "huge" } }, "max": 0 }))]);
    let game = game(rules, json!([boat()]), &aland());
    for (names, expected) in [(&["a", "b", "c"][..], "a, b and c"), (&["a", "b", "c", "d"], "a, b, c and 1 more")] {
        let squadrons: Vec<Value> = names.iter().map(|name| json!({ "unit": name, "models": 1 })).collect();
        let help = settles(&game, &json!(squadrons), &json!({ "mfv": 99, "nation": "aland" }), "huge");
        assert_eq!(help, format!("name {expected} as the ruleset does"));
    }
}

/// Marks that a list states are judged though it leaves other options open, unless these decide how many Marks there may be.
#[test]
fn open_options_excuse_only_what_depends_on_them() {
    let free = json!({ "id": "free-mark", "name": "Free Mark", "points": 0 });
    let plated = json!({ "id": "plated-mark", "name": "Plated Mark", "points": 0, "max-with": { "plate": 2 } });
    let unit = |id: &str, option: Value, marks: &[&Value]| {
        let mut unit = with_option(id, id, &option);
        unit["choices"] =
            json!([{ "id": "mark", "name": "Mark", "min": 1, "max": 1, "marks": true, "options": marks }]);
        unit
    };
    let captain = json!({ "id": "plate", "name": "Captain", "points": 5, "buys": "squadron", "adds": {} });
    let rules = json!([{ "id": "legal", "kind": "check", "check": "options" }]);
    let game = game(
        rules,
        json!([
            unit("ship", plate(), &[&free, &plated]),
            unit("boat", plate(), &[&free]),
            unit("flagship", captain, &[&free])
        ]),
        &json!({}),
    );
    for (unit, options, expected) in [
        ("ship", json!([{ "free-mark": 5 }]), "Error legal"),
        ("ship", json!([{ "plated-mark": 5 }]), "Undetermined legal"),
        // Whether a Mark is missing depends on options only if these decide about one of its Marks.
        ("ship", json!([]), "Undetermined legal"),
        ("boat", json!([]), "Error legal"),
        // There may be more models.
        ("flagship", json!([{ "free-mark": 5 }]), "Undetermined legal"),
    ] {
        let squadrons = json!([{ "unit": unit, "models": 2, "options": options }]);
        assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99, "open": ["options"] })), [expected], "{unit} {options}");
    }
}

/// What may be brought may cost nothing.
#[test]
fn what_unknown_gifts_may_bring_may_be_free() {
    let tow = json!({ "id": "tow", "name": "Tow", "points": 1,
                      "brings": [{ "rule": "drilled", "unit": "boat", "name": "Boat", "models": 1 }] });
    let rules = json!([
        limit("boats", &json!({ "of": { "points": { "unit": "boat" } }, "max": 0 })),
        { "id": "brings", "kind": "check", "check": { "brought": "drilled" }, "severity": "note" },
    ]);
    let mut silent = with_option("silent", "Silent", &plate());
    silent["card"] = json!({ "rules": ["Drilled"] });
    let units = json!([with_option("ship", "Ship", &tow), with_option("plain", "Plain", &plate()), silent, boat()]);
    let game = game(rules, units, &json!({}));
    for (unit, options, open, expected) in [
        ("ship", json!(["tow"]), json!([]), None),
        ("ship", json!([]), json!([]), Some("Error boats")),
        ("ship", json!([]), json!(["options"]), Some("Undetermined boats")),
        ("ship", json!([]), json!(["marks"]), Some("Error boats")),
        ("plain", json!([]), json!(["options"]), Some("Error boats")),
        // Its card has the special rule, and does not say what it brings.
        ("silent", json!([]), json!([]), Some("Undetermined boats")),
        ("ghost", json!([]), json!([]), Some("Undetermined boats")),
    ] {
        let bringer = json!({ "unit": unit, "models": 1, "options": options });
        let squadrons = json!([bringer, { "unit": "boat", "models": 1, "brought-by": "next" }]);
        let mut found = told(&game, &squadrons, &json!({ "mfv": 99, "open": open }));
        found.retain(|found| found.ends_with(" boats"));
        assert_eq!(found.first().map(String::as_str), expected, "{unit} {options} {open}");
    }
}

#[test]
fn a_model_with_a_role_may_be_where_its_squadron_may_be() {
    let rear = json!([forbids("rear", "bearer", &json!({ "allocation": "rear" }))]);
    let more = json!({ "allocations": { "front": { "title": "Front" }, "rear": { "title": "Rear" } } });
    let game = game(rear, json!([boat(), with_option("ship", "Ship", &plate())]), &more);
    let squadrons = json!([{ "unit": "boat", "models": 1 }, { "unit": "ship", "models": 1, "roles": ["leader"] }]);
    assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99, "open": ["allocations"] })), ["Undetermined rear"]);
    assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99 })), Vec::<String>::new());
}

/// A setting that is left open has no value, though it has one by default.
#[test]
fn an_open_setting_may_ask_for_any_value() {
    let of_bulk = json!([limit("bulk", &json!({ "of": { "models": { "bulk": { "setting": "bulk" } } }, "max": 0 }))]);
    let values = json!({ "small": { "title": "Small" }, "huge": { "title": "Huge" } });
    let more = json!({
        "settings": { "bulk": { "title": "Bulk", "summary": "Which.", "values": values, "default": "small" } },
    });
    let game = game(of_bulk, json!([boat()]), &more);
    let squadrons = json!([{ "unit": "boat", "models": 1 }]);
    assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99, "open": ["settings"] })), ["Undetermined bulk"]);
    assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99 })), ["Error bulk"]);
}

/// A sheet that is not at hand may say that a squadron has some options for nothing. These do not count.
#[test]
fn an_unknown_sheet_may_give_options_for_nothing() {
    let medals = json!({ "brave": { "title": "Brave", "free": ["medal"] } });
    let more = json!({ "sheets": { "log": {
        "title": "Log", "summary": "Crews.", "source": { "book": "book", "page": "1" },
        "rows": { "crew": { "title": "Crew", "of": "squadron", "fields": { "honour": { "title": "Honour", "values": medals } } } },
    } } });
    let option = |id: &str, name: &str| json!({ "id": id, "name": name, "points": 1 });
    let units = json!([{
        "id": "ship", "name": "Ship", "points": 1, "traits": { "bulk": "small" }, "squadron": { "min": 1, "max": 2 },
        "choices": [{ "id": "arms", "name": "Arms", "max": 1, "options": [option("medal", "Medal"), option("gun", "Gun"), option("ram", "Ram")] }],
    }]);
    let game = game(json!([{ "id": "legal", "kind": "check", "check": "options" }]), units, &more);
    let context = json!({ "mfv": 99, "sheet": { "file": "log.yaml" } });
    for (options, expected) in [
        (json!(["medal", "gun"]), Some("Undetermined legal")),
        (json!(["medal", "gun", "ram"]), Some("Error legal")),
        (json!([{ "medal": 2 }]), Some("Undetermined legal")),
        (json!([{ "gun": 2 }]), Some("Error legal")),
        (json!(["gun"]), None),
    ] {
        let squadrons = json!([{ "unit": "ship", "models": 1, "name": "Anna", "options": options }]);
        let mut found = told(&game, &squadrons, &context);
        found.retain(|found| found.ends_with(" legal"));
        assert_eq!(found.first().map(String::as_str), expected, "{options}: {found:?}");
    }
}

#[test]
fn open_settings_may_waive_only_what_can_be_waived() {
    let none = |id: &str, waivable: bool| {
        let mut rule = limit(id, &json!({ "of": { "models": {} }, "max": 0 }));
        rule["waivable"] = json!(waivable);
        rule
    };
    let consent = |rule: &str| json!({ "title": "Lenient", "summary": "Waives it.", "consent": rule });
    let more = json!({ "settings": { "lenient": consent("soft"), "sloppy": consent("hard") } });
    let game = game(json!([none("soft", true), none("hard", false)]), json!([boat()]), &more);
    let squadrons = json!([{ "unit": "boat", "models": 1 }]);
    let open = json!({ "mfv": 99, "open": ["settings"] });
    assert_eq!(told(&game, &squadrons, &open), ["Error hard", "Undetermined soft"]);
    assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99 })), ["Error hard", "Error soft"]);
}

/// Which models there are decides which of them has a role.
#[test]
fn a_model_with_a_role_may_be_one_that_an_open_option_makes() {
    let small = json!([forbids("small", "bearer", &json!({ "bulk": "small" }))]);
    let captain = json!({ "id": "captain", "name": "Captain", "points": 5, "buys": "squadron",
                          "adds": { "traits": { "bulk": "huge" } } });
    let game = game(small, json!([with_option("ship", "Ship", &captain)]), &json!({}));
    let squadrons = json!([{ "unit": "ship", "models": 1, "roles": ["leader"] }]);
    assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99, "open": ["options"] })), ["Undetermined small"]);
    assert_eq!(told(&game, &squadrons, &json!({ "mfv": 99 })), ["Error small"]);
}

/// What is known of a list that leaves nothing open says little of the same list that does.
#[test]
fn a_list_that_leaves_more_open_is_judged_anew() {
    let drill = json!({ "id": "drill", "name": "Drill", "points": 1, "rules": ["Drilled"] });
    let raw = json!([forbids("raw", "squadron", &json!({ "not": { "rule": "drilled" } }))]);
    let game = game(raw, json!([with_option("ship", "Ship", &drill)]), &json!({}));
    let squadrons = json!([{ "unit": "ship", "models": 1 }]);
    let [closed, open] =
        [json!([]), json!(["options"])].map(|open| list(&squadrons, &json!({ "mfv": 99, "open": open })));
    let errors = |list: &ArmyList| muster_engine::errors(&game, list);
    assert_ne!(errors(&closed), errors(&open));
    assert_eq!(Basis::new(&game, &closed).errors(&open), errors(&open));
    assert_eq!(Basis::new(&game, &open).errors(&closed), errors(&closed));
}

/// A card for whoever has a unit or an option may be for a list that leaves its options open.
#[test]
fn open_options_may_be_what_a_card_is_for() {
    let title = |title: &str| json!({ "title": title });
    let mut more = aland();
    more["decks"] = json!({ "songs": { "title": "Songs", "card": "song" } });
    more["traits"] = json!({
        "bulk": { "title": "Bulk", "of": "unit", "values": { "small": title("Small"), "huge": title("Huge") } },
        "hero": { "title": "Hero", "of": "card", "open": true },
    });
    let others = json!({ "id": "others", "clauses": [{
        "each": "card", "deck": "songs", "where": { "not": { "hero": { "own": "unit" } } }, "says": "x",
    }] });
    let game = game(json!([others]), json!([with_option("ship", "Ship", &plate())]), &more);
    for (options, open, expected) in [
        (json!([]), json!(["options"]), &["Undetermined others"][..]),
        (json!([]), json!(["marks"]), &["Error others"]),
        (json!(["plate"]), json!([]), &[]),
    ] {
        let squadrons = json!([{ "unit": "ship", "models": 1, "options": options }]);
        let decks = json!({ "songs": [{ "card": "la", "hero": "plate" }] });
        let list = json!({ "mfv": 99, "nation": "aland", "decks": decks, "open": open });
        let mut found = told(&game, &squadrons, &list);
        found.retain(|found| found.ends_with(" others"));
        assert_eq!(found, expected, "{options} {open}");
    }
}
