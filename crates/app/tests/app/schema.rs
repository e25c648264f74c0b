//! The schema of the calls holds all of them, and answers keep it.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_app::{App, NAMES, call, schema};
use serde_json::{Value, json};

#[test]
fn every_call_is_in_the_schema_and_the_schema_is_one() {
    let schema = schema();
    assert!(jsonschema::meta::is_valid(&schema));
    let calls: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(calls, NAMES);
}

/// The answer of each call must match the schema, for every example fleet.
#[test]
fn answers_are_as_the_schema_says() {
    let app = App::default();
    let ask = |name: &str, args: &Value| -> Value {
        let answer = call(&app, name, args.to_string().as_bytes());
        serde_json::from_slice(&answer.unwrap_or_else(|fault| panic!("{name}: {fault}"))).unwrap()
    };
    let schema = schema();
    let validator = |name: &str| {
        let mut part = schema["properties"][name].clone();
        part["$defs"] = schema["$defs"].clone();
        jsonschema::validator_for(&part).unwrap()
    };
    let check = |name: &str, args: &Value| -> Value {
        let answer = ask(name, args);
        let whole = json!({"args": args, "answer": answer});
        let validator = validator(name);
        let faults: Vec<String> =
            validator.iter_errors(&whole).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}");
        answer
    };
    check("version", &json!({}));
    let rulesets = check("rulesets", &json!({}));
    for ruleset in rulesets["rulesets"].as_array().unwrap() {
        let id = &ruleset["id"];
        check("units", &json!({"ruleset": id}));
        check("special-rules", &json!({"ruleset": id, "text": "range"}));
    }
    check("explain", &json!({"ruleset": "dw-2.5", "rule": "cap-large"}));
    let broken =
        json!({"muster": 1, "ruleset": "dw-2.5", "mfv": 500, "squadrons": [{"unit": "ruler-class-battleship"}]});
    check("mends", &json!({"list": broken}));
    check("mends", &json!({"list": broken, "problem": {"rule": "core-type", "at": ["/settings/core"]}, "most": 1}));
    for kind in ["campaign", "no-such-kind"] {
        let sheet = json!({"muster": 1, "kind": kind, "ruleset": "dw-2.5", "stockpile": 3});
        check("sheet", &json!({ "sheet": sheet }));
        check("write-sheet", &json!({ "sheet": sheet }));
        check("read", &json!({"text": sheet.to_string()}));
    }
    for game in check("rulesets", &json!({}))["rulesets"].as_array().unwrap() {
        let starters = check("starters", &json!({"ruleset": game["id"]}));
        let Some(starter) = starters.as_array().unwrap().first() else { continue };
        let read = check("read", &json!({"text": starter["text"], "file": starter["file"]}));
        let list = &read["documents"][0]["list"];
        check("write", &json!({"list": list}));
        check("judge", &json!({"list": list}));
        check("candidates", &json!({"list": list}));
        check("overview", &json!({"list": list}));
        check("picture", &json!({"list": list}));
        let at = if list.get("groups").is_some() { "/groups/0/squadrons/0" } else { "/squadrons/0" };
        check("attachables", &json!({"list": list, "at": at}));
        check("additions", &json!({"list": list}));
    }
}
