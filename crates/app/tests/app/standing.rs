//! Tests of how a list stands that is still being built.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_app::{App, call};
use serde_json::{Value, json};

fn judge(ruleset: &str, more: &Value) -> Value {
    let mut list = json!({"muster": 1, "ruleset": ruleset, "mfv": 1000});
    for (key, value) in more.as_object().unwrap() {
        list[key] = value.clone();
    }
    serde_json::from_slice(&call(&App::default(), "judge", json!({ "list": list }).to_string().as_bytes()).unwrap())
        .unwrap()
}

/// The verdict, the standing, and the rules of the findings that are to do.
fn told(judged: &Value) -> (String, String, Vec<String>) {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let to_do = judged["findings"].as_array().unwrap().iter().filter(|finding| finding["to-do"] == true);
    (
        text(&judged["report"]["verdict"]),
        text(&judged["standing"]),
        to_do.map(|finding| text(&finding["rule"])).collect(),
    )
}

fn naval(squadrons: &Value) -> Value {
    judge(
        "dw-2.5",
        &json!({
            "nation": "kingdom-of-britannia",
            "settings": {"core": "naval", "theatre": "water"},
            "squadrons": squadrons,
        }),
    )
}

#[test]
fn what_an_empty_list_lacks_is_to_do() {
    let bare = judge("dw-2.5", &json!({"nation": "kingdom-of-britannia", "squadrons": []}));
    let (verdict, standing, to_do) = told(&bare);
    assert_eq!((verdict.as_str(), standing.as_str()), ("illegal", "empty"));
    assert_eq!(to_do, ["commodore-required", "core-type", "main-share"]);
}

#[test]
fn required_slots_are_to_do() {
    let platoon = json!({"groups": [{"kind": "core", "squadrons": []}], "nation": "prussian-empire"});
    let (verdict, standing, to_do) = told(&judge("fleet-action", &platoon));
    assert_eq!((verdict.as_str(), standing.as_str(), to_do.len()), ("illegal", "empty", 3));
}

#[test]
fn a_list_under_way_is_illegal_only_for_what_adding_does_not_mend() {
    let frigates = json!({"unit": "attacker-class-frigate", "models": 4});
    let (_, standing, to_do) = told(&naval(&json!([frigates])));
    assert_eq!(standing, "to-do");
    assert_eq!(to_do, ["commodore-required", "core-share", "main-share", "min-large", "min-medium"]);

    // Too few models in a squadron are to do, too many are an error.
    let few = told(&naval(&json!([{"unit": "attacker-class-frigate", "models": 1}])));
    assert!(few.1 == "to-do" && few.2.contains(&"squadron-size".to_owned()), "{few:?}");
    assert_eq!(told(&naval(&json!([{"unit": "attacker-class-frigate", "models": 9}]))).1, "illegal");

    // Adding a later turn is no way to mend a turn that is too early.
    let early = json!({"unit": "attacker-class-frigate", "models": 4, "allocation": "flank", "entry-turn": 1});
    assert_eq!(told(&naval(&json!([early]))).1, "illegal");
}

#[test]
fn a_floor_for_which_no_points_are_left_is_an_error() {
    let ship = json!({"unit": "tribal-class-cruiser", "models": 3, "allocation": "flank"});
    let (_, standing, to_do) = told(&naval(&json!([ship, ship, ship])));
    assert_eq!(standing, "illegal");
    assert!(!to_do.contains(&"main-share".to_owned()), "{to_do:?}");
}

#[test]
fn an_empty_list_of_a_game_without_floors_is_empty() {
    let (verdict, standing, _) = told(&judge("dw-3", &json!({"nation": "crown", "squadrons": []})));
    assert_eq!(standing, "empty", "{verdict}");
}
