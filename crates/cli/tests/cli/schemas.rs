//! Every answer in JSON is as the schema describes it that `muster new schemas` writes.

use std::collections::BTreeSet;
use std::path::Path;

use json_patch::Patch;
use serde_json::{Value, json};

use crate::{LEGAL, folder, muster_with, plainly};

/// What a command answers in JSON.
fn answer(folder: &Path, args: &[&str]) -> Value {
    let ran = muster_with(folder, "", &[args, &["--format", "json"]].concat());
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{args:?}: {error}\n{ran}"))
}

#[test]
fn patches_make_the_list_that_is_told() {
    let before = json!({
        "muster": 1, "name": "Pond", "ruleset": "tiny", "nation": "lakeland", "mfv": 500,
        "squadrons": [{"unit": "barge", "models": 4}, {"unit": "Dinghy", "models": 4}, {"unit": "barge", "models": 1}],
    });
    let mut after = before.clone();
    after["mfv"] = 600.into();
    after["squadrons"].as_array_mut().unwrap().remove(0);
    let here = folder(&[("a.json", &before.to_string()), ("b.json", &after.to_string())]);
    let patched = |operations: &Value| {
        let mut list = before.clone();
        json_patch::patch(&mut list, &serde_json::from_value::<Patch>(operations.clone()).unwrap()).unwrap();
        list
    };
    let fixed = answer(here.path(), &["fix", "a.json"]);
    let mends = fixed["lists"][0]["mends"].as_array().unwrap();
    assert!(!mends.is_empty());
    for mend in mends {
        assert_eq!(patched(&mend["patch"]), mend["list"]);
    }
    let compared = answer(here.path(), &["compare", "a.json", "b.json"]);
    assert_eq!(patched(&compared["lists"][0]["patch"]), after);
    let migrated = answer(here.path(), &["migrate", "a.json"]);
    assert_eq!(patched(&migrated["lists"][0]["patch"]), migrated["lists"][0]["list"]);
}

/// What is wrong with an answer.
fn faults(schemas: &Path, name: &str, answer: &Value) -> Vec<String> {
    let schema = std::fs::read_to_string(schemas.join(format!("{name}.schema.json"))).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    validator.iter_errors(answer).map(|fault| format!("{name}: {fault} at {}", fault.instance_path())).collect()
}

#[test]
fn answers_are_valid() {
    let illegal = LEGAL.replace("models: 3", "models: 4");
    let club = "muster: 1\nkind: overlay\nid: club\nname: Club\nextends: tiny\nfixes: {mfv: 500}\n";
    let here = folder(&[
        ("pond.yaml", LEGAL),
        ("bad.yaml", &illegal),
        ("club.yaml", club),
        ("golden/pond.yaml", LEGAL),
        ("golden/bad.yaml", &illegal),
    ]);
    let here = here.path();
    let ran = muster_with(here, "", &["new", "schemas", "-o", "schemas"]);
    assert_eq!(ran.status, 0, "{ran}");
    let schemas = here.join("schemas");
    let code = muster_with(here, "", &["check", "pond.yaml", "--format", "json"]);
    let code: Value = serde_json::from_str(&code.out).unwrap();
    let code = code["reports"][0]["fingerprint"].as_str().unwrap();
    let ran = muster_with(here, "", &["report", "bad.yaml", "--expect", "legal", "-o", "case.yaml"]);
    assert!(here.join("case.yaml").exists(), "{ran}");

    let mut described: BTreeSet<&str> = BTreeSet::new();
    for (name, args) in [
        ("report", &["check", "pond.yaml", "bad.yaml", "club.yaml"][..]),
        ("report", &["check", "pond.yaml", "--everywhere"]),
        ("show", &["show", "bad.yaml"]),
        ("fix", &["fix", "bad.yaml"]),
        ("fix", &["complete", "pond.yaml"]),
        ("compare", &["compare", "pond.yaml", "bad.yaml"]),
        ("verify", &["verify", code, "pond.yaml"]),
        ("case-answer", &["report", "case.yaml"]),
        ("migrate", &["migrate", "pond.yaml"]),
        ("diff", &["diff", "club.yaml"]),
        ("diff", &["diff", "club.yaml", "--lists", "golden"]),
        ("test", &["test", "golden"]),
        ("rulesets", &["rulesets", "--event", "club.yaml"]),
        ("explain-ruleset", &["explain", "tiny"]),
        ("explain", &["explain", "tiny/barge"]),
        ("rules", &["rules", "tiny"]),
        ("units", &["units", "tiny"]),
    ] {
        assert_eq!(faults(&schemas, name, &answer(here, args)), Vec::<String>::new(), "{args:?}");
        described.insert(name);
    }
    // Rules, cards and units of whole games.
    for (name, args) in [
        ("explain-ruleset", &["explain", "dw-2.5"][..]),
        ("explain", &["explain", "dw-2.5/cap-large"]),
        ("explain", &["explain", "legions-2.0/line-infantry-section"]),
        ("explain", &["explain", "dw-2.5/ruler-class-battleship"]),
        ("rules", &["rules", "dw-4"]),
        ("units", &["units", "dw-4"]),
        ("units", &["units", "legions-2.0"]),
    ] {
        let ran = plainly(here, &[args, &["--format", "json"]].concat());
        let answer = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{args:?}: {error}\n{ran}"));
        assert_eq!(faults(&schemas, name, &answer), Vec::<String>::new(), "{args:?}");
    }
    // Every schema of an answer was tried: the others are of files.
    let files =
        ["list", "catalogue", "ruleset", "rule", "special-rules", "cards", "overlay", "collection", "case", "looks"];
    for entry in std::fs::read_dir(&schemas).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let name = name.strip_suffix(".schema.json").unwrap();
        assert!(described.contains(name) || files.contains(&name), "{name} was not tried");
    }
}
