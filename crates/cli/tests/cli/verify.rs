//! `muster verify`.

use std::path::Path;

use insta::assert_snapshot;

use crate::{LEGAL, RunResult, folder, muster_with};

/// The fingerprint in the JSON that `check` printed.
fn fingerprint(checked: &RunResult) -> String {
    let report: serde_json::Value = serde_json::from_str(&checked.out).unwrap();
    report["reports"][0]["fingerprint"].as_str().unwrap().to_owned()
}

#[test]
fn a_code_is_that_of_its_list_alone() {
    let other = LEGAL.replace("models: 3", "models: 2");
    let salted = LEGAL.replace("mfv", "salt: pepper\nmfv");
    let folder = folder(&[
        ("pond.yaml", LEGAL),
        ("renamed.yaml", &LEGAL.replace("Pond", "Lake")),
        ("other.yaml", &other),
        ("salted.yaml", &salted),
        ("photo.png", "\u{89}PNG"),
    ]);
    let here = folder.path();
    let code = |file: &str| fingerprint(&muster_with(here, "", &["check", file, "--format", "json"]));
    let pond = code("pond.yaml");
    let verify = |code: &str, file: &str| muster_with(here, "", &["verify", code, file]);
    assert_snapshot!(verify(&pond, "renamed.yaml"), @"
    renamed.yaml: this is the list of the code; the rules are the same (tiny 1.2.0)
    ---- 0
    ");
    assert_snapshot!(verify(&format!(" {} ", pond.to_uppercase()), "other.yaml"), @"
    other.yaml: this is not the list of the code
    ---- 1
    ");
    let (list, _) = pond.split_once('-').unwrap();
    assert_snapshot!(verify(&format!("{list}-aaaaaaaaaaaaaaaa"), "pond.yaml"), @"
    pond.yaml: this is the list of the code; the code was made by other rules, which are not at hand; --rulesets, --event and --units add rules
    ---- 1
    ");
    assert_snapshot!(verify("AAAA", "pond.yaml"), @"
    ---- 2
    error: `AAAA` is no fingerprint
      help: a fingerprint has 16 letters and digits, a hyphen, and 16 more, as in the foot of a print
    ");
    assert_eq!(verify(&pond, "photo.png").status, 2);
    // A salt is part of the list.
    assert_eq!((verify(&pond, "salted.yaml").status, verify(&code("salted.yaml"), "salted.yaml").status), (1, 0));
}

#[test]
fn a_code_of_older_rules_names_their_version() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets/tiny/1");
    let read = |file: &str| std::fs::read_to_string(rules.join(file)).unwrap();
    let older = read("ruleset.yaml").replace("version: 1.2.0", "version: 1.1.0");
    let folder = folder(&[
        ("pond.yaml", LEGAL),
        ("pinned.yaml", &LEGAL.replace("ruleset: tiny", "ruleset: {id: tiny, version: =1.1.0}")),
        ("older/tiny/1/ruleset.yaml", &older),
        ("older/tiny/1/catalogue/lakeland.yaml", &read("catalogue/lakeland.yaml")),
    ]);
    let pinned = muster_with(folder.path(), "", &["--rulesets", "older", "check", "pinned.yaml", "--format", "json"]);
    let code = fingerprint(&pinned);
    let run = ["--rulesets", "older", "verify", &code, "pond.yaml"];
    assert_snapshot!(muster_with(folder.path(), "", &run), @"
    pond.yaml: this is the list of the code; the code was made by the rules of tiny 1.1.0
    ---- 0
    ");
    let json = muster_with(folder.path(), "", &[&run[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let line = &json["lists"][0];
    assert_eq!((&line["list"], &line["rules"], &line["version"]), (&"same".into(), &false.into(), &"1.1.0".into()));
}
