//! The starter fleets: each is legal, made to be played, and says what it is.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::collections::BTreeSet;

use muster_app::{App, call};
use serde_json::{Value, json};

fn ask(name: &str, args: &Value) -> Value {
    serde_json::from_slice(&call(&App::default(), name, args.to_string().as_bytes()).unwrap()).unwrap()
}

/// A nation with so many units has more than one starter fleet.
const MANY: u64 = 20;
/// The least share of the maximum force value that a starter fleet uses, in percent.
const USED: u64 = 95;

#[test]
fn starter_fleets_are_legal_and_each_large_nation_has_two() {
    let games = ask("rulesets", &json!({}));
    let mut names = BTreeSet::new();
    for game in games["rulesets"].as_array().unwrap() {
        let starters = ask("starters", &json!({"ruleset": game["id"]}));
        let starters = starters.as_array().unwrap();
        for starter in starters {
            let file = &starter["file"];
            let read = ask("read", &json!({"text": starter["text"], "file": file}));
            let report = &read["documents"][0]["report"];
            let wrong: Vec<&Value> =
                report["findings"].as_array().unwrap().iter().filter(|one| one["severity"] != "note").collect();
            assert_eq!((&starter["verdict"], wrong), (&json!("legal"), vec![]), "{file}");
            let (points, mfv) = (report["points"].as_u64().unwrap(), starter["mfv"].as_u64().unwrap());
            assert!(points * 100 >= mfv * USED, "{file} uses {points} of {mfv}");
            let summary = starter["summary"].as_str().unwrap();
            assert!(summary.ends_with('.') && summary.len() < 200, "{file}: {summary}");
            assert!(names.insert(starter["name"].to_string()), "two fleets are called {}", starter["name"]);
        }
        for nation in game["nations"].as_array().unwrap() {
            let own = starters.iter().filter(|starter| starter["nation"] == nation["id"]).count();
            let is_large = nation["units"].as_u64().unwrap() >= MANY;
            assert!(!is_large || own >= 2, "{} of {} has {own}", nation["name"], game["name"]);
        }
    }
}
