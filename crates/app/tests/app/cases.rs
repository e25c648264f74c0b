//! The call `case`: a wrong verdict as one file, with all that judged the list.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_app::{App, call};
use muster_library::case::{CaseState, case, repeat};
use muster_library::case_file::CaseFile;
use muster_library::shelf::Shelf;
use serde_json::{Value, json};

fn ask(name: &str, args: &Value) -> Result<Value, String> {
    let answer = call(&App::default(), name, args.to_string().as_bytes());
    answer.map(|bytes| serde_json::from_slice(&bytes).unwrap()).map_err(|fault| fault.message)
}

fn list() -> Value {
    json!({
        "muster": 1, "name": "Anna's Patrol", "player": "Anna", "ruleset": "dw-2.5", "nation": "kingdom-of-britannia",
        "mfv": 1000, "settings": {"core": "naval", "theatre": "water"},
        "squadrons": [
            {"unit": "ruler-class-battleship", "name": "Anna's Own"},
            {"unit": "tribal-class-cruiser", "models": 3},
            {"unit": "monitor", "models": 9},
        ],
    })
}

const OWN: &str = "kind: catalogue\nsource: our club\nnation: kingdom-of-britannia\nunits:\n- {id: monitor, name: Monitor, points: 70,
  traits: {size: small, type: naval}, squadron: {min: 1, max: 4}}\n";

const CUP: &str =
    "muster: 1\nkind: overlay\nid: cup\nextends: dw-2.5\nban: {units: [tribal-class-cruiser]} # by Anna\n";

fn made(args: &Value) -> CaseFile {
    let answer = ask("case", args).unwrap();
    let text = answer["text"].as_str().unwrap();
    assert!(!text.contains("Anna"), "{text}");
    case(text.as_bytes()).unwrap().unwrap()
}

#[test]
fn a_case_of_the_screens_is_judged_again_by_the_program() {
    let args = json!({
        "list": list(), "verdict": "legal", "page": "19", "why": "it says so", "event": {"name": "cup.yaml", "text": CUP},
        "own": [{"ruleset": "dw-2.5", "text": OWN}, {"ruleset": "dw-1.1", "text": "broken"}],
    });
    let case = made(&args);
    assert_eq!((case.page.as_deref(), case.why.as_deref()), (Some("19"), Some("it says so")));
    let rules: Vec<&str> = case.told.findings.iter().map(|finding| finding.rule.as_str()).collect();
    assert!(
        rules.contains(&"event-ban") && rules.contains(&"squadron-size") && !rules.contains(&"unknown-unit"),
        "{rules:?}"
    );
    let again = repeat(&Shelf::built_in(), &case, "1.0.0");
    assert_eq!((again.state, again.is_as_expected()), (CaseState::AsTold, Some(false)), "{:?}", again.differences);
    assert!(again.why[0].ends_with("the rules by which it was told"), "{:?}", again.why);
}

/// One of several findings of a rule may be wrong.
#[test]
fn a_finding_is_told_by_its_place() {
    let judged = ask("judge", &json!({ "list": list() })).unwrap();
    let finding = &judged["findings"][0];
    let about = json!({"rule": finding["rule"], "at": finding["at"]});
    let case = made(&json!({"list": list(), "finding": about}));
    let about = case.about.as_ref().unwrap();
    assert_eq!(case.expected[0].to_string(), format!("no: {}", about.rule));
    assert_eq!(json!(about.at), finding["at"]);
    assert_eq!(repeat(&Shelf::built_in(), &case, "1.0.0").is_as_expected(), Some(false));
}

#[test]
fn a_case_that_cannot_be_made_says_why() {
    let refused = |more: Value| {
        let mut args = json!({ "list": list() });
        args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask("case", &args).unwrap_err()
    };
    assert!(refused(json!({})).contains("say what you expected"));
    assert!(refused(json!({"verdict": "illegal"})).contains("Muster says so already"));
    assert!(
        refused(json!({"finding": {"rule": "cap-large", "at": ["/squadrons/7"]}}))
            .contains("no finding of `cap-large`")
    );
    assert!(refused(json!({"verdict": "legal", "list": {"muster": 1}})).contains("the list cannot be read"));
    assert!(refused(json!({"verdict": "legal", "event": {"name": "nowhere"}})).contains("there is no event"));
}
