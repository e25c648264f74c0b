//! Tests of `everywhere`: each row is what judging the list there says.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_app::{App, call};
use serde_json::{Value, json};

fn ask(app: &App, name: &str, args: &Value) -> Value {
    let answer = call(app, name, args.to_string().as_bytes()).unwrap();
    serde_json::from_slice(&answer).unwrap()
}

fn list() -> Value {
    json!({
        "muster": 1, "ruleset": {"id": "dw-2.5", "version": "^1"}, "nation": "kingdom-of-britannia", "mfv": 1000,
        "settings": {"level": "commodore", "core": "naval", "theatre": "water"},
        "squadrons": [{"unit": "ruler-class-battleship", "roles": ["commodore"]}],
    })
}

#[test]
fn each_row_is_what_the_list_is_judged_to_be_there() {
    let app = App::default();
    let own = json!({
        "name": "club.yaml",
        "text": "muster: 1\nkind: overlay\nid: club\nname: The club\nextends: dw-2.5\nfixes: {mfv: 1000}\n",
    });
    let faulty = json!({"name": "bad.yaml", "text": "muster: 1\nkind: overlay\n"});
    let rows = ask(&app, "everywhere", &json!({"list": list(), "events": [&own, faulty]}));
    let rows = rows.as_array().unwrap();
    let of = |key: &'static str| rows.iter().filter(move |row| !row[key].is_null());

    let versions: Vec<&str> = of("version").map(|row| row["version"].as_str().unwrap()).collect();
    assert!(versions.len() > 1 && versions.contains(&"1.0.0"), "{versions:?}");
    for row in of("version") {
        let mut list = list();
        list["ruleset"]["version"] = format!("={}", row["version"].as_str().unwrap()).into();
        let judged = ask(&app, "judge", &json!({"list": list}));
        assert_eq!(row["verdict"], judged["report"]["verdict"], "{row}");
    }
    let events = ask(&app, "events", &json!({}));
    let of_game = |event: &&Value| event["rulesets"].as_array().unwrap().contains(&"dw-2.5".into());
    let at_hand = events["events"].as_array().unwrap().iter().filter(of_game).count();
    assert_eq!(of("event").count(), at_hand + 2);
    let event = |name: &Value| if name == "club.yaml" { own.clone() } else { json!({"name": name}) };
    for row in of("event").filter(|row| !row["verdict"].is_null()) {
        let judged = ask(&app, "judge", &json!({"list": list(), "event": event(&row["event"])}));
        assert_eq!(row["verdict"], judged["report"]["verdict"], "{row}");
    }
    let row = |name: &str| rows.iter().find(|row| row["event"] == name).unwrap();
    let bad = row("bad.yaml");
    assert!(bad["verdict"].is_null() && bad["first"].as_str().unwrap().contains("bad.yaml"), "{bad}");
    assert_eq!(row("club.yaml")["title"], "The club");
}
