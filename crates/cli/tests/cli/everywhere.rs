//! `muster check --everywhere`: where a list is legal.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;
use tempfile::TempDir;

use crate::{LEGAL, RunResult, folder, muster_with};

/// An event that bans this unit, or changes nothing that matters to the list.
fn event(id: &str, name: &str, more: &str) -> String {
    format!("muster: 1\nkind: overlay\nid: {id}\nname: {name}\nextends: {{id: tiny, version: ^1.0}}\n{more}\n")
}

/// A list with events beside it, in a folder of rulesets and somewhere else.
fn places() -> TempDir {
    let other = "muster: 1\nkind: overlay\nid: other\nname: Sea Cup\nextends: {id: dw-2.5}\ndrop: [min-small]\n";
    folder(&[
        ("lists/pond.yaml", &LEGAL.replace("mfv", "player: Anna\nmfv")),
        ("lists/spring.yaml", &event("spring", "Spring Cup", "ban: {units: [barge]}")),
        ("lists/other.yaml", other),
        ("club/autumn.yaml", &event("autumn", "Autumn Cup", "prices: {dinghy: 12}")),
        ("winter.yaml", &event("winter", "Winter Cup", "fixes: {mfv: 600}")),
        ("faulty.yaml", &event("faulty", "Faulty Cup", "ban: {units: [bardge]}")),
    ])
}

fn check(folder: &TempDir, args: &[&str]) -> RunResult {
    muster_with(folder.path(), "", &[&["check", "--everywhere"], args].concat())
}

#[test]
fn a_row_for_each_version_and_each_event_at_hand() {
    let places = places();
    // A second `--rulesets` takes the place of the one that stands before the command.
    let rulesets = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rulesets");
    let folders = ["--rulesets", rulesets, "--rulesets", "club", "--event", "winter.yaml", "--event", "faulty.yaml"];
    let ran = check(&places, &[&["lists/pond.yaml"][..], &folders].concat());
    assert_snapshot!(ran, @"
    Pond by Anna
      lists/pond.yaml
    legal:        tiny 1.2.0, 340 of 500 points
    legal:        Autumn Cup, 348 of 500 points (club/autumn.yaml)
    illegal:      Winter Cup, 340 of 600 points: the list says MFV 500; Winter Cup fixes MFV 600 (winter.yaml)
    illegal:      Spring Cup, 340 of 500 points: Barge is banned by Spring Cup (lists/spring.yaml)
    unreadable:   Faulty Cup: faulty.yaml: there is no unit `bardge` (faulty.yaml)
    legal in 2 of 5 (1 version, 4 events)
    ---- 2
    ");
    let ran = check(&places, &["lists/pond.yaml", "--only", "legal"]);
    assert_snapshot!(ran, @"
    Pond by Anna
      lists/pond.yaml
    legal:        tiny 1.2.0, 340 of 500 points
    legal in 1 of 2 (1 version, 1 event)
    ---- 0
    ");
}

#[test]
fn each_row_says_what_check_says_there() {
    let places = places();
    for event in ["lists/spring.yaml", "club/autumn.yaml", "winter.yaml"] {
        let args = ["lists/pond.yaml", "--event", event, "--format", "jsonl"];
        let alone = muster_with(places.path(), "", &[&["check"], &args[..]].concat());
        let rows = check(&places, &args);
        assert!(rows.out.lines().any(|row| row == alone.out.trim_end()), "{event}: {rows}\n{alone}");
    }
    let plain = muster_with(places.path(), "", &["check", "lists/pond.yaml", "--format", "jsonl"]);
    let rows = check(&places, &["lists/pond.yaml", "--format", "jsonl"]);
    assert!(rows.out.lines().any(|row| row == plain.out.trim_end()), "{rows}\n{plain}");
}

#[test]
fn the_status_says_whether_a_list_is_legal_somewhere() {
    let places = places();
    let illegal = LEGAL.replace("models: 3", "models: 4");
    let unknown = LEGAL.replace("dinghy", "dingy");
    for (name, text) in [("illegal.yaml", &illegal), ("unknown.yaml", &unknown)] {
        fs::write(places.path().join(name), text).unwrap();
    }
    for (args, status) in [
        (&["lists/pond.yaml"][..], 0),
        (&["illegal.yaml"], 1),
        (&["unknown.yaml"], 2),
        (&["lists/pond.yaml", "illegal.yaml"], 1),
        (&["not-there.yaml"], 2),
        (&["lists/pond.yaml", "--event", "faulty.yaml"], 2),
        (&["lists/pond.yaml", "--event", "not-there.yaml"], 2),
    ] {
        for format in ["human", "json", "jsonl", "csv"] {
            let ran = check(&places, &[args, &["--format", format]].concat());
            assert_eq!(ran.status, status, "{args:?} {format}: {ran}");
        }
    }
    let ran = check(&places, &["lists/pond.yaml", "--format", "html"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran}");
}

#[test]
fn programs_get_a_report_a_row() {
    let places = places();
    let ran = check(&places, &["lists/pond.yaml", "--event", "winter.yaml", "--format", "json"]);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    let reports = answer["reports"].as_array().unwrap();
    assert!(reports.iter().all(|report| report["file"] == "lists/pond.yaml"), "{ran}");
    let events: Vec<&Value> =
        reports.iter().map(|report| &report["events"]).filter(|events| **events != serde_json::json!([])).collect();
    assert_eq!(events.len(), 2, "spring and winter, but not the event of another game: {ran}");
    let rows = check(&places, &["lists/pond.yaml", "--event", "winter.yaml", "--format", "csv", "--rows", "lists"]);
    assert_eq!(rows.out.lines().count(), reports.len() + 1, "{rows}");
}
