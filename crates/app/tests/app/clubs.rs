//! Tests of what clubs and collectors get: collections, origins of overlays, lists moved to newer versions.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_app::{App, call};
use muster_library::shelf::Shelf;
use serde_json::{Value, json};

const SHELF: &str = include_str!("../../../../examples/collection.yaml");
const PATROL: &str = include_str!("../../../../examples/dw-2.5/channel-patrol.yaml");
const WESSEX: &str = include_str!("../../../../examples/submissions/wessex-house-rules.yaml");

fn ask(name: &str, args: &Value) -> Value {
    serde_json::from_slice(&call(&App::default(), name, args.to_string().as_bytes()).unwrap()).unwrap()
}

fn read(text: &str) -> Value {
    ask("read", &json!({ "text": text }))["documents"][0].clone()
}

fn messages(findings: &Value) -> Vec<String> {
    findings.as_array().unwrap().iter().map(|one| one["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_collection_is_read_compared_and_written_again() {
    let collection = read(SHELF)["collection"].clone();
    assert_eq!(collection["name"], "My shelf");
    assert_eq!(collection["models"]["kingdom-of-britannia:tribal-class-cruiser"], 4);
    assert_eq!(collection["models"]["local-air-support"], 10);

    let list = read(PATROL)["list"].clone();
    let judged = ask("judge", &json!({"list": list, "collection": collection}));
    assert_eq!(judged["report"]["verdict"], "legal");
    assert_eq!(
        messages(&judged["owned"]["short"]),
        ["short of 1 Tribal Class Cruiser: the list has 5, the collection 4"]
    );
    let needs = judged["owned"]["needs"].as_array().unwrap();
    let tribal = needs.iter().find(|need| need["of"] == "kingdom-of-britannia:tribal-class-cruiser").unwrap();
    assert_eq!(tribal["words"], "the list has 5, short of 1");
    assert!(needs.iter().any(|need| need["words"] == "the list has 2"));
    assert_eq!(ask("judge", &json!({"list": list}))["owned"], Value::Null);

    let mut other = collection.clone();
    other["ruleset"] = json!("dw-1.1");
    assert_eq!(ask("judge", &json!({"list": list, "collection": other}))["owned"], Value::Null);

    let text = ask("write-collection", &json!({ "collection": collection }))["text"].as_str().unwrap().to_owned();
    assert!(
        text.contains("\nnation: kingdom-of-britannia\n") && text.contains("\n  tribal-class-cruiser: 4\n"),
        "{text}"
    );
    assert_eq!(read(&text)["collection"], collection);
}

#[test]
fn a_faulty_collection_says_what_is_wrong() {
    let faulty = read(&SHELF.replace("tribal-class-cruiser: 4", "tribal-class-cruser: 4"));
    assert_eq!(faulty["collection"], Value::Null);
    assert_eq!(messages(&faulty["faults"]), ["Kingdom of Britannia has no unit `tribal-class-cruser`"]);
    assert_eq!(faulty["faults"][0]["line"], 10);
}

#[test]
fn names_that_mean_nothing_do_not_stop_a_comparison() {
    let collection = json!({
        "muster": 1, "kind": "collection", "ruleset": "dw-2.5",
        "models": {"kingdom-of-britannia:kraken": 3, "kingdom-of-britannia:ruler-class-battleship": 1},
    });
    let judged = ask("judge", &json!({"list": read(PATROL)["list"], "collection": collection}));
    let short = messages(&judged["owned"]["short"]);
    assert!(
        short.contains(&"short of 1 Ruler Class Battleship: the list has 2, the collection 1".to_owned()),
        "{short:?}"
    );
    let text = ask("write-collection", &json!({ "collection": collection }))["text"].as_str().unwrap().to_owned();
    assert!(text.contains("ruler") && !text.contains("kraken"), "{text}");
}

#[test]
fn only_models_that_are_owned_are_offered_and_added() {
    let (list, collection) = (read(PATROL)["list"].clone(), read(SHELF)["collection"].clone());
    let answer = ask("candidates", &json!({"list": list, "collection": collection}));
    let owned = |unit: &str| {
        let candidates = answer["candidates"].as_array().unwrap();
        candidates.iter().find(|one| one["unit"] == unit).unwrap()["owned"].clone()
    };
    // Six of nine frigates are in the list, and all Tribals.
    assert_eq!(
        [owned("attacker-class-frigate"), owned("agincourt-class-gunship"), owned("tribal-class-cruiser")],
        [true, true, false]
    );
    let plain = ask("candidates", &json!({"list": list}));
    assert!(plain["candidates"].as_array().unwrap().iter().all(|one| one["owned"].is_null()));

    let additions =
        |collection: &Value| ask("additions", &json!({"list": list, "collection": collection}))["full"].clone();
    assert_eq!(additions(&collection)["changes"], json!(["Set Bastion Class Escort to 3 models instead of 2"]));
    let mut none = collection.clone();
    none["models"]["kingdom-of-britannia:bastion-class-escort"] = json!(2);
    assert_ne!(additions(&none)["changes"], additions(&collection)["changes"]);
}

#[test]
fn every_model_of_a_unit_can_be_counted() {
    let units = ask("units", &json!({"ruleset": "dw-2.5", "nation": "kingdom-of-britannia"}));
    let of = |unit: &str| {
        let found = units.as_array().unwrap().iter().find(|one| one["id"] == unit).unwrap();
        found["miniatures"].as_array().unwrap().iter().map(|one| one["of"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(of("tribal-class-cruiser"), ["kingdom-of-britannia:tribal-class-cruiser"]);
    assert_eq!(of("local-air-support"), ["local-air-support"]);
    // A squadron of several ships has the ships.
    assert!(units.as_array().unwrap().iter().any(|unit| unit["miniatures"].as_array().unwrap().len() > 1));
}

#[test]
fn what_an_overlay_changes_says_so() {
    let event = json!({"name": "wessex.yaml", "text": WESSEX});
    let units = ask("units", &json!({"ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "event": event}));
    let overlays =
        |unit: &str| units.as_array().unwrap().iter().find(|one| one["id"] == unit).unwrap()["overlays"].clone();
    assert_eq!(overlays("attacker-class-frigate"), json!(["35 by Wessex Club rules 2026, 30 in dw-2.5"]));
    assert_eq!(overlays("majesty-class-dreadnought"), json!(["banned by Wessex Club rules 2026"]));
    assert_eq!(overlays("tribal-class-cruiser"), json!([]));

    let rules = "rules:
  - {id: cap-large, title: Few large ships, clauses: [{limit: {of: {points: {size: [large, massive]}}, max: {percent: [30, mfv]}}, subject: Large models}]}
  - id: one-ruler
    title: One Ruler
    kind: limit
    clauses: [{limit: {of: {models: {unit: ruler-class-battleship}}, max: 1}, subject: {one: Ruler, many: Rulers}}]
";
    let event = json!({"name": "wessex.yaml", "text": format!("{WESSEX}{rules}")});
    let judged = ask("judge", &json!({"list": read(PATROL)["list"], "event": event}));
    let origin = |rule: &str| {
        let shares = judged["summary"]["shares"].as_array().unwrap();
        shares.iter().find(|one| one["rule"] == rule).unwrap_or_else(|| panic!("{rule}"))["origin"].clone()
    };
    assert_eq!(origin("one-ruler"), "brought by Wessex Club rules 2026");
    assert_eq!(origin("cap-large"), "changed by Wessex Club rules 2026");
    assert_eq!(origin("cap-medium"), Value::Null);
    let explained =
        |rule: &str| ask("explain", &json!({"ruleset": "dw-2.5", "rule": rule, "event": event}))[0]["overlay"].clone();
    assert_eq!(explained("cap-large"), "changed by Wessex Club rules 2026");
    assert_eq!(explained("cap-medium"), Value::Null);
    let findings = judged["findings"].as_array().unwrap();
    let overlay = |rule: &str| findings.iter().find(|one| one["rule"] == rule).unwrap()["overlay"].clone();
    // The overlay is the book of its rules, so it is named already.
    assert_eq!(
        [overlay("one-ruler"), overlay("cap-large"), overlay("tac-16")],
        [Value::Null, Value::Null, Value::Null]
    );

    // A rule of the rulebook is broken only because of the overlay's prices.
    let text = WESSEX.replace("prices:\n", "prices:\n  ruler-class-battleship: 400\n");
    let judged = ask("judge", &json!({"list": read(PATROL)["list"], "event": {"name": "wessex.yaml", "text": text}}));
    let findings = judged["findings"].as_array().unwrap();
    let large = findings.iter().find(|one| one["rule"] == "cap-large").unwrap();
    assert_eq!(large["overlay"], "from Wessex Club rules 2026");
}

#[test]
fn an_option_says_what_overlays_do_to_it() {
    let text = WESSEX
        .replace("prices:\n", "prices:\n  tribal-class-cruiser/stoic-crew: 10\n")
        .replace("units: [majesty-class-dreadnought]", "{units: [majesty-class-dreadnought], options: [elite-crew]}")
        .replace("ban:\n  {", "ban: {");
    let units =
        |event: &Value| ask("units", &json!({"ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "event": event}));
    let options = |units: &Value, lines: &mut Vec<(String, String, String)>| {
        for unit in units.as_array().unwrap() {
            let choices = unit["choices"].as_array().unwrap().iter().flat_map(|one| one["options"].as_array().unwrap());
            for option in unit["options"].as_array().unwrap().iter().chain(choices) {
                for line in option["overlays"].as_array().unwrap() {
                    let word = |value: &Value| value.as_str().unwrap().to_owned();
                    lines.push((word(&unit["id"]), word(&option["id"]), word(line)));
                }
            }
        }
    };
    let (mut changed, mut plain) = (Vec::new(), Vec::new());
    options(&units(&json!({"name": "wessex.yaml", "text": text})), &mut changed);
    let told = |unit: &str, option: &str, line: &str| (unit.to_owned(), option.to_owned(), line.to_owned());
    let dear = told("tribal-class-cruiser", "stoic-crew", "+10 by Wessex Club rules 2026, +5 in dw-2.5");
    assert!(changed.contains(&dear), "{changed:?}");
    let others: Vec<_> = changed.iter().filter(|line| **line != dear).collect();
    assert!(!others.is_empty(), "{changed:?}");
    assert!(others.iter().all(|(_, id, line)| id == "elite-crew" && line == "banned by Wessex Club rules 2026"));
    options(&units(&Value::Null), &mut plain);
    assert_eq!(plain, []);
}

#[test]
fn slots_say_which_overlay_changes_them() {
    let wide = "muster: 1\nkind: overlay\nid: wide\nname: Wide Seas\nextends: {id: dw-4}\ndrop: [g4-fleet-patrol]\n";
    let list = read(include_str!("../../../../examples/dw-4/channel-guard-1000.yaml"))["list"].clone();
    let judged = ask("judge", &json!({"list": list, "event": {"name": "wide.yaml", "text": wide}}));
    let slots = judged["summary"]["groups"][0]["slots"].as_array().unwrap();
    let told: Vec<(&Value, &Value)> = slots.iter().map(|slot| (&slot["slot"], &slot["overlays"])).collect();
    for (slot, overlays) in told {
        let wanted = if slot == "patrol" { json!(["changed by Wide Seas"]) } else { Value::Null };
        assert_eq!(*overlays, wanted, "{slot}");
    }
}

/// A list may ask for an older version, and name overlays itself.
#[test]
fn a_rule_is_explained_by_what_judged_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let newer = folder.path().join("fleet-action/1");
    std::fs::create_dir_all(newer.join("rules")).unwrap();
    for file in ["ruleset.yaml", "rules/fa-lead-one.yaml"] {
        let text = std::fs::read_to_string(format!("../../rulesets/fleet-action/1/{file}")).unwrap();
        let text = text.replace("\nversion: 1.0.1\n", "\nversion: 1.9.0\n").replace("\ntitle: ", "\ntitle: Newer, ");
        std::fs::write(newer.join(file), text).unwrap();
    }
    let club = "muster: 1\nkind: overlay\nid: club\nname: The Club\nextends: {id: dw-2.5}\nrules: [{id: cap-large, title: Few large ships}]\n";
    std::fs::write(folder.path().join("club.yaml"), club).unwrap();
    let app = App::new(Shelf::with_folders(&[folder.path().to_owned()]));
    let title = |args: Value| {
        let answer = call(&app, "explain", args.to_string().as_bytes()).unwrap();
        serde_json::from_slice::<Value>(&answer).unwrap()[0]["title"].clone()
    };
    let of_version = |name: &str| title(json!({"ruleset": name, "rule": "fa-lead-one"}));
    assert!(of_version("fleet-action").as_str().unwrap().starts_with("Newer, "));
    assert!(!of_version("fleet-action@1.0.1").as_str().unwrap().starts_with("Newer, "));

    let args = json!({"ruleset": "dw-2.5@2.0.0", "rule": "cap-large"});
    assert_ne!(title(args.clone()), "Few large ships");
    let mut named = args.clone();
    named["overlays"] = json!(["club"]);
    assert_eq!(title(named.clone()), "Few large ships");
    // Under an event, the overlays of a list do not count.
    named["event"] = json!({"name": "wessex.yaml", "text": WESSEX});
    assert_eq!(title(named), title(args));
}

#[test]
fn a_list_is_moved_to_the_newest_version() {
    let list = json!({
        "muster": 1, "ruleset": {"id": "dw-3", "version": "=1.0.0"}, "nation": "sultanate", "mfv": 1050,
        "groups": [{"kind": "turkish-aerial-battlefleet", "squadrons": [{"unit": "Lyceum"}]}],
    });
    let moved = ask("migrate", &json!({ "list": list }));
    assert_eq!(moved["before"]["version"], "1.0.0");
    assert_ne!(moved["after"]["version"], "1.0.0");
    assert_eq!(moved["before"]["verdict"], moved["after"]["verdict"]);
    assert_eq!(moved["changes"], json!([]));
    assert_eq!(moved["list"]["ruleset"], json!({"id": "dw-3", "version": "^1.1"}));
    assert_eq!(moved["list"]["groups"], list["groups"]);
    // Units are those of the version that judges.
    for (version, is_there) in [("1.0.0", true), ("=1.0.0", true), ("^1.0", true), ("=0.1.0", false), ("new", false)] {
        let args = json!({"ruleset": format!("dw-3@{version}"), "nation": "sultanate"});
        assert_eq!(call(&App::default(), "units", args.to_string().as_bytes()).is_ok(), is_there, "{version}");
    }
    let gone = json!({"muster": 1, "ruleset": {"id": "dw-3", "version": "=0.1.0"}, "squadrons": []});
    assert_eq!(ask("migrate", &json!({ "list": gone }))["before"], Value::Null);
}
