//! `muster check --brief` and `--only`: how much is printed of many lists.

use insta::assert_snapshot;
use serde_json::Value;

use crate::{LEGAL, RunResult, folder, muster_with};

/// A legal list, an illegal one, one that cannot be decided, one that cannot be read, and a file without a list.
fn four() -> tempfile::TempDir {
    let illegal = LEGAL.replace("Pond", "Big Pond").replace("models: 3", "models: 4");
    let unknown = LEGAL.replace("Pond", "Odd Pond").replace("dinghy", "dingy").replace("mfv", "player: Anna\nmfv");
    folder(&[
        ("1-legal.yaml", &LEGAL.replace("mfv: 500", "mfv: 500\npoints: 1\nconsents: [cap-large]")),
        ("2-illegal.yaml", &illegal),
        ("3-unknown.yaml", &unknown),
        ("4-broken.yaml", "muster: 1\nruleset: tiny\nmfv: many\nname: [x]\n"),
        ("5-notes.txt", "no list"),
    ])
}

fn check(folder: &tempfile::TempDir, args: &[&str]) -> RunResult {
    muster_with(folder.path(), "", &[&["check"], args].concat())
}

#[test]
fn a_line_a_list_the_worst_first() {
    assert_snapshot!(check(&four(), &["--brief"]), @r#"
    unreadable:   ./4-broken.yaml; 2 errors: `mfv`: expected a whole number from 1 to 1000000, found the text "many"
    illegal:      Big Pond, 440 of 500 points: Large boats cost 400 of at most 300 (60% of MFV 500): 100 over (./2-illegal.yaml)
    undetermined: Odd Pond by Anna, points not known, of 500: Lakeland has no unit `dingy` (./3-unknown.yaml)
    legal:        Pond, 340 of 500 points; 2 warnings: the rule `cap-large` cannot be waived, so the consent counts for nothing (./1-legal.yaml)

    4 lists: 1 legal, 1 illegal, 1 undetermined, 1 unreadable
    5 files: 3 lists, 2 need a person
    ---- 2
    note: no list: ./5-notes.txt: the text names no game, and no units by which a game is known
    "#);
    let one = folder(&[("list.yaml", LEGAL)]);
    assert_snapshot!(check(&one, &["list.yaml", "--brief"]), @"
    legal:        Pond, 340 of 500 points (list.yaml)

    1 list: 1 legal
    ---- 0
    ");
}

#[test]
fn only_some_verdicts_are_printed_and_all_count() {
    let four = four();
    assert_snapshot!(check(&four, &["--only", "legal"]), @"
    legal: Pond, 340 of 500 points
      ./1-legal.yaml
      tiny 1.2.0, level high, rules 1-2; consents: cap-large

    warning[consent-without-effect]: the rule `cap-large` cannot be waived, so the consent counts for nothing
     --> ./1-legal.yaml:7:12
      |
    7 | consents: [cap-large]
      |            ^^^^^^^^^
      |
      = help: no rule of this game can be waived

    warning[points-claimed]: the list claims 1 points, but costs 340
     --> ./1-legal.yaml:6:9
      |
    6 | points: 1
      |         ^ 1 < 340

    4 lists: 1 legal, 1 illegal, 1 undetermined, 1 unreadable
    5 files: 3 lists, 2 need a person
    ---- 2
    note: no list: ./5-notes.txt: the text names no game, and no units by which a game is known
    ");
    assert_snapshot!(check(&four, &["--only", "illegal,undetermined", "--brief"]), @"
    illegal:      Big Pond, 440 of 500 points: Large boats cost 400 of at most 300 (60% of MFV 500): 100 over (./2-illegal.yaml)
    undetermined: Odd Pond by Anna, points not known, of 500: Lakeland has no unit `dingy` (./3-unknown.yaml)

    4 lists: 1 legal, 1 illegal, 1 undetermined, 1 unreadable
    5 files: 3 lists, 2 need a person
    ---- 2
    note: no list: ./5-notes.txt: the text names no game, and no units by which a game is known
    ");
    for (only, number) in
        [("legal", 1), ("illegal,legal", 2), ("unreadable", 1), ("legal,illegal,undetermined,unreadable", 4)]
    {
        let ran = check(&four, &["--only", only, "--format", "json"]);
        let answer: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((ran.status, answer["reports"].as_array().unwrap().len()), (2, number), "{only}: {ran}");
        let rows = check(&four, &["--only", only, "--format", "csv", "--rows", "lists"]);
        assert_eq!((rows.status, rows.out.lines().count()), (2, number + 1), "{only}: {rows}");
    }
    let page = check(&four, &["--only", "illegal", "--format", "html"]);
    assert!(page.out.contains("4 lists: 1 legal") && page.out.contains("The page shows 1 of them: illegal."), "{page}");
    assert!(page.out.contains("Big Pond") && !page.out.contains("Odd Pond"), "{page}");
    let none = folder(&[("list.yaml", LEGAL)]);
    assert_snapshot!(check(&none, &["--only", "illegal"]), @"
    1 list: 1 legal
    ---- 0
    ");
}

#[test]
fn a_list_is_the_same_as_one_that_is_not_printed() {
    let again = LEGAL.replace("mfv: 500", "mfv: 500\nopen: [core]");
    let two = folder(&[("1.yaml", LEGAL), ("2.yaml", LEGAL), ("3.yaml", &again)]);
    let all = check(&two, &["--format", "csv", "--rows", "lists"]);
    let some = check(&two, &["--format", "csv", "--rows", "lists", "--only", "legal"]);
    assert_eq!(all.out, some.out);
}

#[test]
fn what_is_no_verdict_or_has_no_brief_form_is_told() {
    for args in [&["--only", "ilegal"][..], &["--only", ""], &["--brief", "--format", "json"], &["--brief", "--full"]] {
        let ran = check(&four(), args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}: {ran}");
    }
    let ran = check(&four(), &["--only", "ilegal"]);
    assert!(ran.err.contains("legal, illegal, undetermined, unreadable"), "{ran}");
}
