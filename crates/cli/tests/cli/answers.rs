//! The verbs that answer questions, and those for the people who keep rulesets.

use std::path::Path;

use insta::assert_snapshot;

use crate::{LEGAL, folder, muster, muster_with};

#[test]
fn explain() {
    assert_snapshot!(muster(&["explain", "tiny/cap-large"]), @r"
    cap-large: Large boats cost at most 60% of the force value
    tiny 1.2.0, The Tiny Book, pages 3-4

      kind      a limit, judged
      formula   Points of models that are Large: at most 60% of the MFV
      in use    where Rules in use: 2
      breach    makes a list illegal
      help      Take smaller boats.
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/fast"]), @r"
    fast: Fast
    tiny 1.2.0, The Tiny Book, page 9

      Moves further.

      kind      Model rule
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/level"]), @r"
    level: Level
    tiny 1.2.0

      How much is in use.

      low
      high (default): Everything.

      kind      a setting of the list
    ---- 0
    ");
    assert_snapshot!(muster(&["explain", "tiny/cap-lrage"]), @r"
    ---- 2
    error: the ruleset `tiny` has no rule `cap-lrage`
      help: did you mean `cap-large`?
    ");
    assert_snapshot!(muster(&["explain", "tiny/cap-large", "--format", "json"]).out, @r#"
    {
      "format": 1,
      "ruleset": "tiny",
      "version": "1.2.0",
      "explanations": [
        {
          "what": "rule",
          "id": "cap-large",
          "title": "Large boats cost at most 60% of the force value",
          "kind": "a limit, judged",
          "summary": null,
          "formula": [
            "Points of models that are Large: at most 60% of the MFV"
          ],
          "lines": [],
          "applies": [
            "Rules in use: 2"
          ],
          "unless": [],
          "severity": "error",
          "waivable": false,
          "covers": [],
          "covered-by": [],
          "reading": null,
          "help": "Take smaller boats.",
          "source": {
            "title": "The Tiny Book",
            "page": "3-4"
          },
          "origin": "tiny"
        }
      ]
    }
    "#);
}

#[test]
fn show() {
    let list = LEGAL.replace("{unit: barge,", "{unit: barge, name: The Fleet,");
    let shown = muster_with(folder(&[]).path(), &list, &["show", "-"]).to_string();
    // Fingerprints change with every change of the rules; that they are shown is all that matters here.
    let (fingerprints, rest): (Vec<&str>, Vec<&str>) = shown.lines().partition(|line| line.contains("fingerprint"));
    assert_eq!(fingerprints.len(), 1);
    assert_snapshot!(rest.join("\n"), @r"
    legal: Pond, 340 of 500 points
      standard input
      tiny 1.2.0, level high, rules 1-2

    Squadrons
    SQUADRON           MODELS  POINTS  ALLOCATION  WITH
    The Fleet (Barge)       3     300  Main Force
    Dinghy                  4      40  Main Force

    Limits
    LIMIT        HAS  MAY HAVE                             RULE
    Large boats  300  at most 300 points (60% of MFV 500)  cap-large
    ---- 0
    ");
    assert_snapshot!(muster_with(folder(&[]).path(), "muster: 1\n", &["show", "-"]), @r"
    ---- 2
    unreadable: standard input

    error[missing-key]: `mfv` is missing
     --> -:1:1
      |
    1 | muster: 1
      | ^^^^^^^^^

    error[missing-key]: `ruleset` is missing
     --> -:1:1
      |
    1 | muster: 1
      | ^^^^^^^^^
    ");
    let json = muster_with(folder(&[]).path(), &list, &["show", "-", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["format"], 1);
    assert_eq!(json["lists"][0]["squadrons"][0]["points"], 300);
}

#[test]
fn units() {
    assert_snapshot!(muster(&["units", "tiny"]), @r"
    UNIT    NATION    POINTS  SIZE   MODELS
    Barge   Lakeland     100  Large  1-8
    Dinghy  Lakeland      10  Small  2-4

    2 units
    ---- 0
    ");
    assert_snapshot!(muster(&["units", "tiny", "--size", "huge"]), @r"
    ---- 2
    error: --size: `tiny` has no size `huge`
      help: one of small, large
    ");
    assert_snapshot!(muster(&["units", "tiny", "dingh", "--nation", "Lakeland", "--format", "json"]).out, @r#"
    {
      "format": 1,
      "ruleset": "tiny",
      "version": "1.2.0",
      "units": [
        {
          "id": "dinghy",
          "name": "Dinghy",
          "nation": "lakeland",
          "points": 10,
          "size": "small",
          "type": null,
          "capital": false,
          "squadron": {
            "min": 2,
            "max": 4
          },
          "only": null,
          "vintage": null
        }
      ]
    }
    "#);
}

#[test]
fn rules() {
    assert_snapshot!(muster(&["rules", "tiny"]), @r"
    RULE  KIND        SUMMARY         SOURCE
    Fast  Model rule  Moves further.  The Tiny Book, page 9

    1 special rule
    ---- 0
    ");
    assert_snapshot!(muster(&["rules", "tinny"]), @r"
    ---- 2
    error: there is no ruleset `tinny`
      help: did you mean `tiny`?
    ");
}

#[test]
fn lint() {
    let broken = folder(&[("rule.yaml", "kind: catalogue\nunits: []\n")]);
    assert_snapshot!(muster_with(broken.path(), "", &["lint", "rule.yaml"]), @r"
    error[missing-key]: `source` is missing
     --> rule.yaml:1:1
      |
    1 | kind: catalogue
      | ^^^^^^^^^^^^^^^

    broken: rule.yaml, 1 error
    ---- 1
    ");
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets");
    assert_eq!(muster(&["lint", &rulesets.to_string_lossy()]).status, 0);
}

#[test]
fn import_says_what_it_needs() {
    let folder = folder(&[("list.docx", ""), ("fleet.cat", "")]);
    assert_snapshot!(muster_with(folder.path(), "", &["import", "list.docx"]), @r"
    ---- 2
    error: list.docx cannot be imported
      help: files that can: .cat, .gst
    ");
    assert_snapshot!(muster_with(folder.path(), "", &["import", "fleet.cat"]), @r"
    ---- 2
    error: what the names in such files mean depends on the game
      help: name it with --ruleset
    ");
    assert_snapshot!(muster_with(folder.path(), "", &["import", "fleet.cat", "--ruleset", "tiny"]), @r"
    ---- 2
    error: there is no recipe at hand for importing to `tiny`
      help: it lies in the ruleset's folder `import`: name the folder of rulesets with --rulesets
    ");
}
