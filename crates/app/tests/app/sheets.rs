//! Tests of sheets that are kept between games, and of lists that stand for their rows.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::Path;

use data_encoding::BASE64;
use muster_app::{App, call};
use serde_json::{Value, json};

fn ask(name: &str, args: &Value) -> Result<Value, Value> {
    let answer = call(&App::default(), name, args.to_string().as_bytes());
    answer.map(|answer| serde_json::from_slice(&answer).unwrap()).map_err(|fault| serde_json::to_value(fault).unwrap())
}

fn example(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(path)).unwrap()
}

/// The only document of an example.
fn read(path: &str) -> Value {
    ask("read", &json!({"text": example(path), "file": path})).unwrap()["documents"][0].clone()
}

fn told(answer: &Value) -> Vec<String> {
    let findings = answer["findings"].as_array().unwrap().iter();
    findings.map(|finding| format!("{} {}", finding["rule"].as_str().unwrap(), finding["at"][0])).collect()
}

#[test]
fn a_sheet_is_read_judged_and_written() {
    let document = read("dw-2.5/flashpoint-prussia.yaml");
    assert_eq!((&document["list"], &document["faults"]), (&Value::Null, &json!([])));
    let sheet = &document["sheet"];
    assert_eq!(sheet["battle-groups"][9]["amphibious"], true);
    let judged = ask("sheet", &json!({ "sheet": sheet })).unwrap();
    assert_eq!((&judged["report"]["verdict"], &judged["standing"]), (&json!("legal"), &json!("legal")));
    let shares = judged["shares"].as_array().unwrap();
    assert!(shares.iter().any(|share| share["rule"] == "bg-stockpile"), "{shares:#?}");

    let text = ask("write-sheet", &json!({ "sheet": sheet })).unwrap()["text"].as_str().unwrap().to_owned();
    assert!(text.contains("\n- {name: BG5, force: aerial, mfv: 1600, logistics: 3}\n"), "{text}");
    let again = ask("read", &json!({ "text": text })).unwrap()["documents"][0].clone();
    assert_eq!(&again["sheet"], sheet);
}

#[test]
fn a_broken_rule_has_its_row() {
    let mut sheet = read("dw-2.5/flashpoint-prussia.yaml")["sheet"].clone();
    sheet["battle-groups"][3]["mfv"] = json!(100);
    let judged = ask("sheet", &json!({ "sheet": sheet })).unwrap();
    assert_eq!(judged["standing"], "illegal");
    let finding = &judged["findings"][0];
    assert_eq!((&finding["at"][0], &finding["local"]), (&json!("/battle-groups/3"), &json!(true)), "{finding:#}");
    assert!(finding["cited"].as_str().unwrap().contains("page"));
}

#[test]
fn a_sheet_that_lacks_something_is_still_to_do() {
    let sheet = |sections: Value| {
        json!({"sheet": {
            "muster": 1, "kind": "progression", "ruleset": "legions-2.0", "nation": "prussian-empire",
            "sections": sections,
        }})
    };
    let judged = ask("sheet", &sheet(json!([{"name": "Rifles", "notoriety": 0}]))).unwrap();
    assert_eq!(judged["report"]["verdict"], "unreadable");
    assert_eq!((&judged["standing"], told(&judged)), (&json!("to-do"), vec!["missing-key \"/sections/0\"".into()]));
    assert_eq!((&judged["findings"][0]["to-do"], &judged["shares"]), (&json!(true), &Value::Null));
    // Another fault is no work that is left.
    let judged = ask("sheet", &sheet(json!([{"name": "Rifles", "notoriety": "much"}]))).unwrap();
    assert_eq!(judged["standing"], "unreadable");
    let fault = ask(
        "print-sheet",
        &json!({
            "sheet": sheet(json!([{"name": "Rifles"}]))["sheet"], "paper": "A4", "private": false,
        }),
    );
    assert_eq!(fault.unwrap_err()["code"], "unreadable-sheet");
}

#[test]
fn documents_that_are_no_sheets_say_why() {
    let first = |sheet: Value| told(&ask("sheet", &json!({ "sheet": sheet })).unwrap())[0].clone();
    assert_eq!(first(json!({"muster": 1, "ruleset": "dw-2.5"})), "missing-key \"/kind\"");
    assert_eq!(first(json!({"muster": 1, "kind": "campaign", "ruleset": "chess"})), "unknown-ruleset \"/ruleset\"");
    assert_eq!(first(json!({"muster": 1, "kind": "journal", "ruleset": "dw-2.5"})), "wrong-kind \"/kind\"");
    // Such documents of files have faults and no sheet.
    let read = ask("read", &json!({"text": "muster: 1\nkind: campaign\nruleset: dw-2.5\nstockpile: much\n"})).unwrap();
    assert_eq!(read["documents"][0]["sheet"], Value::Null);
    assert_eq!(read["documents"][0]["faults"][0]["line"], 4);
}

#[test]
fn a_list_is_compared_with_the_sheet_that_comes_along() {
    let list = read("dw-2.5/flashpoint-group-9.yaml")["list"].clone();
    let mut sheet = read("dw-2.5/flashpoint-prussia.yaml")["sheet"].clone();
    let alone = ask("judge", &json!({ "list": list })).unwrap();
    assert_eq!(alone["report"]["verdict"], "undetermined");
    let with = |sheet: &Value| ask("judge", &json!({"list": list, "sheet": sheet})).unwrap();
    let judged = with(&sheet);
    assert_eq!(judged["report"]["verdict"], "legal");
    // An export names the same fingerprint.
    let fingerprint = judged["report"]["fingerprint"].as_str().unwrap();
    let export = json!({"list": list, "sheet": sheet, "to": "text", "open": false});
    let text = ask("export", &export).unwrap()["text"].as_str().unwrap().to_owned();
    assert!(text.contains(fingerprint), "{text}");

    sheet["battle-groups"][8]["mfv"] = json!(800);
    let judged = with(&sheet);
    assert_eq!(judged["report"]["verdict"], "illegal");
    assert!(told(&judged).iter().any(|found| found.starts_with("bg-battle-mfv")), "{:?}", told(&judged));
    let other = read("legions-2.0/progression-silesia.yaml")["sheet"].clone();
    let found = with(&other)["findings"].as_array().unwrap().clone();
    let unknown = found.iter().find(|finding| finding["rule"] == "unknown-sheet").unwrap();
    assert_eq!(unknown["help"], "the sheet is of legions-2.0, the list of dw-2.5");
}

#[test]
fn a_sheet_is_printed() {
    let sheet = read("legions-2.0/progression-silesia.yaml")["sheet"].clone();
    let pdf = ask("print-sheet", &json!({"sheet": sheet, "paper": "A4", "private": false})).unwrap()["pdf"].clone();
    assert!(BASE64.decode(pdf.as_str().unwrap().as_bytes()).unwrap().starts_with(b"%PDF"));
}

#[test]
fn games_declare_the_forms_of_their_sheets() {
    let games = ask("rulesets", &json!({})).unwrap()["rulesets"].clone();
    let of = |id: &str| games.as_array().unwrap().iter().find(|game| game["id"] == id).unwrap()["sheets"].clone();
    assert_eq!(of("dw-4"), json!([]));
    let progression = of("legions-2.0")[0].clone();
    assert_eq!((&progression["id"], &progression["rows"][0]["of"]), (&json!("progression"), &json!("squadron")));
    let fields = progression["rows"][0]["fields"].as_array().unwrap();
    let shapes: Vec<&str> = fields.iter().map(|field| field["holds"].as_str().unwrap()).collect();
    assert_eq!(shapes, ["unit", "number", "number", "words", "number", "words", "flag"]);
    let holds = |kind: &Value, field: usize| kind["fields"][field]["holds"].clone();
    let campaign = of("dw-2.5")[0].clone();
    assert_eq!((holds(&campaign, 0), holds(&campaign, 6)), (json!("word"), json!("text")));
}
