//! `muster test`: lists that say what must be found in them.

use insta::assert_snapshot;

use crate::{RunResult, folder, muster_with};

const HOUSE: &str = "\
muster: 1
kind: overlay
id: house
name: The house
extends: {id: tiny, version: ^1.0}
rules:
- id: house-dinghies
  title: Few dinghies
  kind: limit
  clauses:
  - subject: {one: dinghy, many: dinghies}
    limit: {of: {models: {unit: dinghy}}, max: 3}
- id: house-barge
  title: A barge carries no flags
  kind: limit
  clauses:
  - subject: {one: barge, many: barges}
    limit: {of: {squadrons: {unit: barge}}, max: 1}
";

const LISTS: &str = "\
muster: 1
name: As many dinghies as there may be   # verdict: legal; no: house-dinghies
ruleset: tiny
nation: lakeland
mfv: 500
squadrons:
- {unit: dinghy, models: 3}
---
muster: 1
name: One too many                       # verdict: illegal
ruleset: tiny
nation: lakeland
mfv: 500
squadrons:
- {unit: dinghy, models: 4}              # error: house-dinghies 4 > 3
";

fn test(files: &[(&str, &str)], args: &[&str]) -> RunResult {
    let folder = folder(files);
    muster_with(folder.path(), "", &[&["test"], args].concat())
}

#[test]
fn lists_are_judged_as_they_say_and_rules_without_lists_are_told() {
    let said = test(&[("house/overlay.yaml", HOUSE), ("house/tests/dinghies.yaml", LISTS)], &["house/tests"]);
    assert_snapshot!(said, @"
    no list breaks: house-barge
    no list notices these changes:
      house-barge: /clauses/0/limit/max 1 -> 0
      house-barge: /clauses/0/limit/max 1 -> 2
      house-barge: clause 0: severity: Warning
      house-barge: dropped
    2 of 2 lists judged as expected; 1 of 2 rules with a list on each side; 4 of 8 changes noticed
    ---- 0
    ");
    let whole = test(&[("house/overlay.yaml", HOUSE), ("house/tests/dinghies.yaml", LISTS)], &["house"]);
    assert_eq!(whole.out, said.out);
    let denied =
        test(&[("house/overlay.yaml", HOUSE), ("house/tests/a.yaml", LISTS)], &["house/tests", "--deny-warnings"]);
    assert_eq!((denied.status, &denied.out), (1, &said.out));
}

#[test]
fn a_reason_is_given_for_what_no_list_can_notice() {
    let reasons = "Why:\n\nhouse-barge: *  # there is one barge in the box\nhouse-dinghies: dropped  # no reason\n";
    let files = [("house/overlay.yaml", HOUSE), ("tests/dinghies.yaml", LISTS), ("tests/unnoticed.txt", reasons)];
    let said = test(&files, &["tests", "--event", "house"]);
    assert_snapshot!(said, @"
    no list breaks: house-barge
    these lines of unnoticed.txt fit no change:
      house-dinghies: dropped
    2 of 2 lists judged as expected; 1 of 2 rules with a list on each side; 4 of 8 changes noticed, 4 explained
    ---- 0
    ");
}

#[test]
fn what_differs_is_told_at_its_line() {
    let wrong =
        LISTS.replace("verdict: illegal", "verdict: legal").replace("error: house-dinghies", "warning: cap-large");
    let said = test(&[("house/overlay.yaml", HOUSE), ("tests/dinghies.yaml", &wrong)], &["tests", "--event", "house"]);
    assert_snapshot!(said, @"
    wrong One too many tests/dinghies.yaml
      line 10: expected `verdict: legal`, and it is `verdict: illegal`
      line 15: expected `warning: cap-large 4 > 3`, and there is no such finding
      line 15: no comment expects `error: house-dinghies`: 4 dinghies of at most 3: 1 too many
    no list breaks: house-barge, house-dinghies
    no list notices these changes:
      house-barge: /clauses/0/limit/max 1 -> 0
      house-barge: /clauses/0/limit/max 1 -> 2
      house-barge: clause 0: severity: Warning
      house-barge: dropped
      house-dinghies: /clauses/0/limit/max 3 -> 4
      house-dinghies: clause 0: severity: Warning
      house-dinghies: dropped
    1 of 2 lists judged as expected; 0 of 2 rules with a list on each side; 1 of 8 changes noticed
    ---- 1
    ");
}

#[test]
fn files_that_cannot_be_read_do_not_stop_the_others() {
    let files = [
        ("tests/a.yaml", "muster: 1\nsquadrons: [\n"),
        ("tests/b.yaml", LISTS),
        ("tests/c.yaml", &*LISTS.replace("error: house-dinghies 4 > 3", "error: House Dinghies")),
        ("tests/d.txt", "no list"),
        ("tests/e.yaml", "muster: 1\nkind: catalogue\n"),
        ("house.yaml", HOUSE),
    ];
    let said = test(&files, &["tests", "--event", "house.yaml"]);
    assert_snapshot!(said, @"
    wrong tests/a.yaml
      line 2: `[` is not closed
    wrong tests/c.yaml
      line 15: `error: House Dinghies`: expected `legal`, `illegal` or `undetermined`, `no: RULE` or `error: RULE` (also undetermined, warning, waived, note)
    no list breaks: house-barge
    no list notices these changes:
      house-barge: /clauses/0/limit/max 1 -> 0
      house-barge: /clauses/0/limit/max 1 -> 2
      house-barge: clause 0: severity: Warning
      house-barge: dropped
    2 of 2 lists judged as expected; 1 of 2 rules with a list on each side; 4 of 8 changes noticed
    ---- 2
    ");
    let none = test(&[("tests/d.txt", "no list")], &["tests"]);
    assert!(none.status == 2 && none.err.contains("tests holds no lists"), "{none}");
}

#[test]
fn the_answer_is_data_too() {
    let files = [("house.yaml", HOUSE), ("tests/b.yaml", LISTS)];
    let said = test(&files, &["tests", "--event", "house.yaml", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(answer["rules"]["house-dinghies"], serde_json::json!({"broken": 1, "kept": 1}));
    assert_eq!(answer["rules"]["house-barge"], serde_json::json!({"broken": 0, "kept": 2}));
    assert_eq!(answer["lists"], 2);
}

/// What `muster new test` writes is judged as it says.
#[test]
fn a_new_test_holds() {
    for game in ["tiny", "dw-2.5", "dw-1.1", "dw-4", "dw-3", "legions-2.0"] {
        let folder = folder(&[]);
        let made = muster_with(folder.path(), "", &["new", "test", game, "-o", "test.yaml"]);
        assert_eq!(made.status, 0, "{game}: {made}");
        let judged = muster_with(folder.path(), "", &["check", "test.yaml", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&judged.out).unwrap();
        let verdicts: Vec<&str> =
            report["reports"].as_array().unwrap().iter().map(|one| one["verdict"].as_str().unwrap()).collect();
        // In one game, more points than were agreed are a warning.
        let second = if game == "dw-4" { "legal" } else { "illegal" };
        assert_eq!(verdicts, ["legal", second], "{game}");
        let text = std::fs::read_to_string(folder.path().join("test.yaml")).unwrap();
        let marked: Vec<&str> =
            text.lines().filter_map(|line| line.split_once("# verdict: ")).map(|(_, it)| it).collect();
        assert_eq!(marked, verdicts, "{game}: {text}");
    }
    let folder = folder(&[]);
    muster_with(folder.path(), "", &["new", "test", "tiny", "-o", "test.yaml"]);
    let said = muster_with(folder.path(), "", &["test", "."]);
    assert!(said.status == 0 && said.out.contains("2 of 2 lists judged as expected"), "{said}");
}
