//! `overview`: a list in figures.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_app::{App, call};
use serde_json::{Value, json};

fn overview(list: &Value) -> Value {
    let answer = call(&App::default(), "overview", json!({ "list": list }).to_string().as_bytes()).unwrap();
    serde_json::from_slice(&answer).unwrap()
}

#[test]
fn dice_and_statistics_are_summed_over_all_models() {
    let frigates = json!({"unit": "caliburn-frigate", "models": 3});
    let list = json!({"muster": 1, "ruleset": "dw-4", "nation": "crown", "mfv": 500,
        "groups": [{"kind": "crown-faction-battlefleet", "units": [frigates]}]});
    let told = overview(&list);
    // Each of three frigates throws 4 dice ahead, and 2, 3 or none ahead and to the sides.
    let bands = told["bands"].as_array().unwrap();
    let dice = |band: usize| {
        let at = |direction: usize| bands[band]["directions"][direction].as_i64().unwrap();
        [bands[band]["all"].as_i64().unwrap(), at(0), at(6), at(12), at(18)]
    };
    assert_eq!([dice(0), dice(1), dice(2)], [[18, 18, 6, 0, 6], [21, 21, 9, 0, 9], [12, 12, 0, 0, 0]]);
    assert_eq!(
        told["lacks"],
        json!([
            "No dice astern at Close",
            "No dice astern at Standard",
            "No dice to starboard, astern or to port at Extreme"
        ])
    );
    let hull = &told["stats"][0];
    assert_eq!(*hull, json!({"title": "Hull", "sum": 12, "values": [{"value": 4, "models": 3}]}));
    assert_eq!(told["spending"][0]["values"], json!([{"title": "Surface", "points": 114, "models": 3}]));
}

#[test]
fn what_is_not_known_is_not_claimed() {
    // The data do not say where these turrets point. So the overview must not say that they cannot fire astern.
    let battleship = json!({"unit": "ruler-class-battleship", "models": 1});
    let list = json!({"muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 500,
        "squadrons": [battleship, {"unit": "no-such-unit", "models": 2}]});
    let told = overview(&list);
    assert_eq!(told["lacks"], json!([]));
    assert!(told["bands"][0]["elsewhere"].as_i64().unwrap() > 0);
    let empty = overview(&json!({"muster": 1, "ruleset": "dw-2.5", "mfv": 500, "squadrons": []}));
    assert_eq!((&empty["lacks"], &empty["stats"]), (&json!([]), &json!([])));
}
