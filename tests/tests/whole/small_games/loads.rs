//! What craft carry and bring.

use muster_engine::list::ArmyList;
use serde_json::{Value, json};

use super::{game, told};

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
