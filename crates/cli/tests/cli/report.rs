//! `muster report`.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{LEGAL, RunResult, folder, muster_with, plainly};

/// A list that the tests' own ruleset finds illegal, with everything of a person in it.
fn illegal() -> String {
    let of_person =
        "player: Anna\nclub: Wessex\nemail: anna@example.org\nnotes: mine\nprivate-notes: secret\nx-app: 7\nmfv";
    let named = LEGAL.replace("unit: dinghy,", "unit: dinghy, name: Anna's Own, notes: fast, id: annas,");
    named.replace("models: 3", "models: 4").replacen("mfv", of_person, 1)
}

const CUP: &str = "\
muster: 1
kind: overlay
id: cup
extends: {id: base}
prices: {dinghy: 12}
ban: {units: [steamer]}
x-mine: Anna
";

const BASE: &str = "\
muster: 1
kind: overlay
id: base
extends: {id: tiny}
";

const RULE: &str =
    "{id: cap-large, clauses: [{limit: {of: {points: {size: large}}, max: {percent: [50, mfv]}}, subject: Boats}]}";

const UNITS: &str = "\
kind: catalogue
nation: lakeland
source: our club
units:
- {id: monitor, name: Monitor, points: 70, traits: {size: large}, squadron: {min: 1, max: 4}}
";

/// A text with digests left out.
fn masked(text: &str) -> String {
    let (begin, mut parts) = ("sha256:", text.split("sha256:"));
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| format!("{text}{begin}\u{2026}{}", &part[64..]))
}

#[test]
fn a_case_is_made_and_judged_again() {
    let folder = folder(&[("pond.yaml", &illegal())]);
    let here = folder.path();
    let run = |args: &[&str]| muster_with(here, "", &[&["report"], args].concat());
    let why = "a barge is\nsmall; error: none";
    assert_snapshot!(run(&["pond.yaml", "--expect", "legal", "--page", "19", "--why", why, "-o", "case.yaml"]), @"
    case.yaml: told illegal, expected legal
    ---- 0
    ");
    assert_snapshot!(masked(&fs::read_to_string(here.join("case.yaml")).unwrap()), @r#"
    # A verdict that somebody thinks is wrong. `muster report FILE` says what has become of it.
    muster: 1
    kind: case
    program: "0.3.0"
    expected: ["verdict: legal"]
    page: "19"
    why: "a barge is\nsmall; error: none"
    told:
      verdict: illegal
      points: 440
      ruleset:
        id: tiny
        version: "1.2.0"
        edition: "1"
        digest: "sha256:…"
      findings:
      - {severity: error, rule: cap-large, at: ["/squadrons/0"], measured: 400, max: 300}
    list:
      muster: 1
      ruleset: tiny
      nation: lakeland
      mfv: 500
      squadrons:
      - {unit: barge, models: 4}
      - {unit: dinghy, models: 4}
    "#);
    assert_snapshot!(run(&["case.yaml"]), @"
    as told: case.yaml
       judged by tiny 1.2.0, the rules by which it was told
    expected (page 19): legal; so it is not
       a barge is small; error: none
    ---- 1
    ");
    assert_snapshot!(run(&["case.yaml", "--golden"]), @r#"
    # A case that Muster 0.3.0 told illegal by tiny 1.2.0.
    # It was expected because of this, in the words of the person: a barge is small, error: none
    muster: 1
    name: "legal, page 19"  # verdict: legal
    ruleset: tiny
    nation: lakeland
    mfv: 500
    squadrons:
    - {unit: barge, models: 4}
    - {unit: dinghy, models: 4}
    ---- 0
    "#);
    let answer: Value = serde_json::from_str(&run(&["case.yaml", "--format", "json"]).out).unwrap();
    assert_eq!(answer["state"], "as-told");
    assert_eq!(answer["expected"], json!([{"expects": "verdict: legal", "holds": false}]));
    assert_eq!(
        (&answer["as_expected"], &answer["page"], &answer["reason"]),
        (&json!(false), &json!("19"), &json!(why))
    );
    assert_eq!((&answer["report"]["verdict"], &answer["report"]["file"]), (&json!("illegal"), &json!("case.yaml")));
    // Of standard input, too.
    let case = fs::read_to_string(here.join("case.yaml")).unwrap();
    let ran = muster_with(here, &case, &["report", "-"]);
    assert!(ran.status == 1 && ran.out.starts_with("as told: -\n"), "{ran}");
    let ran = muster_with(here, &illegal(), &["report", "-", "--expect", "legal", "--page", "19", "--why", why]);
    assert_eq!((ran.status, ran.out), (0, case));
    // It is no list.
    let ran = muster_with(here, "", &["check", "case.yaml"]);
    assert!(ran.status == 2 && ran.out.contains("`muster report case.yaml` says what has become of it"), "{ran}");
    let ran = muster_with(here, "", &["check", "."]);
    assert!(ran.status == 1 && ran.err.contains("no list: ./case.yaml"), "{ran}");
}

#[test]
fn a_finding_may_be_expected_or_not() {
    let folder = folder(&[("pond.yaml", &illegal()), ("legal.yaml", LEGAL)]);
    let here = folder.path();
    let golden = |file: &str, expected: &str| -> RunResult {
        muster_with(here, "", &["report", file, "--expect", expected, "--golden"])
    };
    assert_snapshot!(golden("pond.yaml", "no: cap-large"), @"
    # A case that Muster 0.3.0 told illegal by tiny 1.2.0.
    muster: 1
    name: no cap-large  # verdict: legal; no: cap-large
    ruleset: tiny
    nation: lakeland
    mfv: 500
    squadrons:
    - {unit: barge, models: 4}
    - {unit: dinghy, models: 4}
    ---- 0
    ");
    assert_snapshot!(golden("pond.yaml", "error: cap-large 401 > 300"), @r#"
    # A case that Muster 0.3.0 told illegal by tiny 1.2.0.
    muster: 1
    name: "error cap-large 401 > 300"  # verdict: illegal
    ruleset: tiny
    nation: lakeland
    mfv: 500
    squadrons:
    - {unit: barge, models: 4}  # error: cap-large 401 > 300
    - {unit: dinghy, models: 4}
    ---- 0
    "#);
    assert_snapshot!(golden("legal.yaml", "illegal; error: cap-large"), @r#"
    # A case that Muster 0.3.0 told legal by tiny 1.2.0.
    muster: 1
    name: "illegal, error cap-large"  # verdict: illegal; error: cap-large
    ruleset: tiny
    nation: lakeland
    mfv: 500
    squadrons:
    - {unit: barge, models: 3}
    - {unit: dinghy, models: 4}
    ---- 0
    "#);
    assert_snapshot!(golden("legal.yaml", "illegal"), @"
    # A case that Muster 0.3.0 told legal by tiny 1.2.0.
    # State the rule that it breaks, at its line.
    muster: 1
    name: illegal  # verdict: illegal
    ruleset: tiny
    nation: lakeland
    mfv: 500
    squadrons:
    - {unit: barge, models: 3}
    - {unit: dinghy, models: 4}
    ---- 0
    ");
}

#[test]
fn a_complaint_says_what_it_lacks() {
    let two = format!("{LEGAL}---\n{LEGAL}");
    let folder = folder(&[("pond.yaml", &illegal()), ("two.yaml", &two), ("broken.yaml", "kind: case\nmuster: 1\n")]);
    let here = folder.path();
    let run = |args: &[&str]| muster_with(here, "", &[&["report"], args].concat());
    assert_snapshot!(run(&["pond.yaml"]), @r#"
    ---- 2
    error: say what you expected of the list, as in --expect legal
      help: also illegal, undetermined, "no: RULE" or "error: RULE"; --page and --why say where it
      stands
    "#);
    assert_snapshot!(run(&["pond.yaml", "--expect", "lawful"]), @"
    ---- 2
    error: invalid value 'lawful' for '--expect <WHAT>': expected `legal`, `illegal` or `undetermined`, `no: RULE` or `error: RULE` (also undetermined, warning, waived, note)

    For more information, try '--help'.
    ");
    assert_snapshot!(run(&["pond.yaml", "--expect", "illegal"]), @"
    ---- 2
    error: pond.yaml: Muster says so already: illegal
      help: its findings are of cap-large
    ");
    assert_snapshot!(run(&["pond.yaml", "--expect", "no: cap-lorge"]), @"
    ---- 2
    error: pond.yaml: there is no rule `cap-lorge`
      help: did you mean `cap-large`?
    ");
    assert_snapshot!(run(&["two.yaml", "--expect", "illegal"]), @"
    ---- 2
    error: two.yaml holds 2 lists
      help: a case is about one: put it into a file of its own
    ");
    assert_snapshot!(run(&["broken.yaml"]), @"
    ---- 2
    unreadable: broken.yaml

    error[missing-key]: `expected` is missing
     --> broken.yaml:1:1
      |
    1 | kind: case
      | ^^^^^^^^^^

    error[missing-key]: `list` is missing
     --> broken.yaml:1:1
      |
    1 | kind: case
      | ^^^^^^^^^^

    error[missing-key]: `program` is missing
     --> broken.yaml:1:1
      |
    1 | kind: case
      | ^^^^^^^^^^

    error[missing-key]: `told` is missing
     --> broken.yaml:1:1
      |
    1 | kind: case
      | ^^^^^^^^^^
    ");
    assert_snapshot!(run(&["nowhere.yaml", "--expect", "legal"]), @"
    ---- 2
    unreadable: nowhere.yaml

    error[no-access]: there is no such file or folder
    --> nowhere.yaml
    ");
    assert_eq!(run(&["pond.yaml", "--expect", "legal", "-o", "case.yaml"]).status, 0);
    assert_snapshot!(run(&["pond.yaml", "--expect", "legal", "-o", "case.yaml"]), @"
    ---- 2
    error: case.yaml is there already
      help: --force writes over it
    ");
    assert_snapshot!(run(&["case.yaml", "--expect", "legal"]), @"
    ---- 2
    error: case.yaml is a case, which says already what was expected
      help: leave out --expect, --page and --why
    ");
    assert_snapshot!(run(&["case.yaml", "-o", "more.yaml"]), @"
    ---- 2
    error: -o is for a case or a golden list
      help: leave it out, or add --golden
    ");
}

/// The rules of the tests with another version and another limit.
fn tiny(version: &str, percent: u32) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets/tiny/1");
    let mut files = Vec::new();
    for folder in ["", "rules", "catalogue", "decks", "special-rules"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let text = fs::read_to_string(&path).unwrap();
                let text = text.replace("version: 1.2.0", &format!("version: {version}"));
                let text = text.replace("percent: [60, mfv]", &format!("percent: [{percent}, mfv]"));
                files.push((format!("{version}/tiny/1/{}", path.strip_prefix(&root).unwrap().display()), text));
            }
        }
    }
    files
}

#[test]
fn what_has_become_of_a_case_is_told_with_why() {
    let mut files = vec![("pond.yaml".to_owned(), illegal())];
    files.extend([tiny("1.2.0", 60), tiny("1.3.0", 90), tiny("1.4.0", 61)].concat());
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = folder(&files);
    let here = folder.path();
    let made = plainly(here, &["report", "pond.yaml", "--expect", "legal", "-o", "case.yaml", "--rulesets", "1.2.0"]);
    assert_eq!(made.status, 0, "{made}");
    let under = |rulesets: &[&str]| {
        let named: Vec<&str> = rulesets.iter().flat_map(|one| ["--rulesets", one]).collect();
        plainly(here, &[&["report", "case.yaml"], named.as_slice()].concat())
    };
    assert_snapshot!(masked(&under(&["1.2.0"]).to_string()), @"
    as told: case.yaml
       judged by tiny 1.2.0, the rules by which it was told
    expected: legal; so it is not
    ---- 1
    ");
    assert_snapshot!(masked(&under(&["1.3.0", "1.2.0"]).to_string()), @"
    no longer so: case.yaml
       judged by tiny 1.3.0
       the rules changed: by tiny 1.2.0 it is still as told
       verdict: illegal, now legal
       gone: error: cap-large 400 > 300 at /squadrons/0
    expected: legal; so it is
    ---- 0
    ");
    assert_snapshot!(masked(&under(&["1.3.0"]).to_string()), @"
    not repeatable: case.yaml
       judged by tiny 1.3.0
       the rules by which it was told are not at hand: tiny 1.2.0, sha256:…
       verdict: illegal, now legal
       gone: error: cap-large 400 > 300 at /squadrons/0
    expected: legal
    ---- 2
    ");
    assert_snapshot!(masked(&under(&["1.4.0"]).to_string()), @"
    not repeatable: case.yaml
       judged by tiny 1.4.0
       the rules by which it was told are not at hand: tiny 1.2.0, sha256:…
       gone: error: cap-large 400 > 300 at /squadrons/0
       new: error: cap-large 400 > 305 at /squadrons/0
    expected: legal
    ---- 2
    ");
    assert_snapshot!(masked(&under(&[]).to_string()), @"
    not repeatable: case.yaml
       there is no ruleset `tiny`
    expected: legal
    ---- 2
    ");
    // As if an older Muster had told something else by the same rules.
    let case = fs::read_to_string(here.join("case.yaml")).unwrap();
    fs::write(here.join("case.yaml"), case.replace("measured: 400", "measured: 399").replace("0.3.0", "0.1.0"))
        .unwrap();
    assert_snapshot!(masked(&under(&["1.2.0"]).to_string()), @"
    no longer so: case.yaml
       judged by tiny 1.2.0, the rules by which it was told: Muster 0.3.0 judges by them in another way than Muster 0.1.0 did
       gone: error: cap-large 399 > 300 at /squadrons/0
       new: error: cap-large 400 > 300 at /squadrons/0
    expected: legal; so it is not
    ---- 1
    ");
    assert_snapshot!(masked(&under(&["1.4.0", "1.2.0"]).to_string()), @"
    no longer so: case.yaml
       judged by tiny 1.4.0
       it was told by tiny 1.2.0: Muster 0.3.0 judges by these rules, too, in another way than Muster 0.1.0 did
       gone: error: cap-large 399 > 300 at /squadrons/0
       new: error: cap-large 400 > 305 at /squadrons/0
    expected: legal; so it is not
    ---- 1
    ");
}

/// A case brings its overlays and units: what is at hand elsewhere does not count, and nothing needs to be.
#[test]
fn overlays_and_units_come_along() {
    let list = LEGAL.replace("squadrons:", "squadrons:\n  - {unit: monitor, models: 3}");
    let named = list.replace("mfv", "overlays: [cup]\nmfv");
    let folder = folder(&[
        ("pond.yaml", &list),
        ("named/pond.yaml", &named),
        ("named/cup.yaml", CUP),
        ("named/base/overlay.yaml", BASE),
        ("named/base/rules/cap-large.yaml", RULE),
        ("units.yaml", UNITS),
        ("elsewhere/none.txt", ""),
    ]);
    let here = folder.path();
    for args in [
        &["report", "pond.yaml", "--event", "named/cup.yaml", "--units", "units.yaml"][..],
        &["report", "named/pond.yaml", "--units", "units.yaml"],
        &["report", "pond.yaml", "--units", "units.yaml"],
    ] {
        let ran =
            muster_with(here, "", &[args, &["--expect", "legal", "-o", "elsewhere/case.yaml", "--force"]].concat());
        assert_eq!(ran.status, 0, "{args:?}: {ran}");
        let case = fs::read_to_string(here.join("elsewhere/case.yaml")).unwrap();
        assert!(!case.contains("Anna"), "{case}");
        let others = here.join("elsewhere");
        for more in [&[][..], &["--event", "../named/base"], &["--units", "../units.yaml"]] {
            let ran = muster_with(&others, "", &[&["report", "case.yaml"], more].concat());
            assert!(ran.status == 1 && ran.out.starts_with("as told"), "{args:?} {more:?}: {ran}\n{case}");
            assert!(ran.out.contains("the rules by which it was told"), "{args:?} {more:?}: {ran}");
        }
    }
    // Who changes what a case brings gets another answer, or is told what is wrong.
    let case = fs::read_to_string(here.join("elsewhere/case.yaml")).unwrap();
    fs::write(here.join("changed.yaml"), case.replace("size: large", "size: huge")).unwrap();
    assert_snapshot!(masked(&muster_with(here, "", &["report", "changed.yaml"]).to_string()), @"
    not repeatable: changed.yaml
       judged by tiny 1.2.0
       the rules by which it was told are not at hand: tiny 1.2.0, sha256:…
       verdict: illegal, now legal
       gone: error: cap-large 510 > 300 at /squadrons/0
    expected: legal
    ---- 2
    ");
}

/// The text that a list was read from is not in the case, and its doubts are not either.
#[test]
fn what_was_read_is_told_apart_from_what_was_judged() {
    let text = "Pond\nTiny Boats\nLakeland, 500 points\n\n4 Barges\n4 Dinghies\n2 Krakens\n";
    let folder = folder(&[("pond.txt", text)]);
    let ran = muster_with(folder.path(), "", &["report", "pond.txt", "--expect", "legal"]);
    assert_eq!(
        ran.err,
        "note: the case holds the list as it was understood, and nothing of how the file was read: unread-line, read-as\n"
    );
}
