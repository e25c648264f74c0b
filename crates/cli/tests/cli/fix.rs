//! `muster fix` and `muster complete`.

use insta::assert_snapshot;

use crate::{LEGAL, folder, muster_with};

#[test]
fn the_smallest_changes_are_offered() {
    let illegal = LEGAL.replace("models: 3", "models: 4");
    let folder = folder(&[("pond.yaml", &illegal)]);
    let run = |args: &[&str]| muster_with(folder.path(), "", args);
    let ran = run(&["fix", "pond.yaml"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran}");
    assert_snapshot!(ran.out, @r"
    illegal: pond.yaml, 440 of 500 points

    1. legal, 340 of 500 points
       set Barge to 3 models instead of 4 (−100)

    2. legal, 40 of 500 points
       leave out Barge (−400)
    ");
    let ran = run(&["fix", "pond.yaml", "-o", "mended.yaml"]);
    assert_eq!(ran.status, 0, "{ran}");
    assert_eq!(run(&["check", "mended.yaml"]).status, 0);
    assert_eq!(run(&["check", "pond.yaml"]).status, 1, "the list itself stays as it is");
    let ran = run(&["fix", "pond.yaml", "-o", "mended.yaml"]);
    assert_eq!(ran.status, 2, "nothing is written over: {ran}");
}

#[test]
fn programs_get_the_lists() {
    let illegal = LEGAL.replace("models: 3", "models: 4");
    let folder = folder(&[("pond.yaml", &illegal)]);
    let ran = muster_with(folder.path(), "", &["fix", "pond.yaml", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let list = &answer["lists"][0];
    assert_eq!((list["verdict"].as_str(), list["bounded"].as_bool()), (Some("illegal"), Some(false)));
    let mends = list["mends"].as_array().unwrap();
    assert!(mends.iter().all(|mend| mend["verdict"] == "legal" && mend["list"]["squadrons"].is_array()), "{answer:#}");
    assert!(mends[0]["changes"][0].as_str().unwrap().contains("Barge"), "{answer:#}");
    assert_eq!(mends[0]["gains"], serde_json::json!([-100]));
}

#[test]
fn a_legal_list_has_nothing_to_mend_and_may_be_completed() {
    let folder = folder(&[("pond.yaml", LEGAL)]);
    let run = |args: &[&str]| muster_with(folder.path(), "", args);
    assert_snapshot!(run(&["fix", "pond.yaml"]).out, @r"
    legal: pond.yaml, 340 of 500 points

    There is nothing to mend.
    ");
    let ran = run(&["complete", "pond.yaml"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran}");
    assert_snapshot!(ran.out, @r"
    legal: pond.yaml, 340 of 500 points

    One way to fill it: legal, 500 of 500 points
       add 2 × Tender (+40)
       add 4 × Dinghy (+40)
       add 2 × Tender (+40)
       add 4 × Dinghy (+40)

    What may be added, each by itself:
       add 2 × Tender (+40)
       add 4 × Dinghy (+40)
       add 3 × Dinghy (+30)
       add Tender (+20)
       add 2 × Dinghy (+20)
       add Raft (+5)
    ");
    let ran = run(&["complete", "pond.yaml", "-o", "full.yaml"]);
    assert_eq!(ran.status, 0, "{ran}");
    assert_eq!(run(&["check", "full.yaml"]).status, 0);
}

#[test]
fn what_is_no_list_is_refused() {
    let folder = folder(&[("broken.yaml", "muster: 1\nsquadrons: [")]);
    let ran = muster_with(folder.path(), "", &["fix", "broken.yaml", "-o", "mended.yaml"]);
    assert_eq!(ran.status, 2, "{ran}");
    assert!(!folder.path().join("mended.yaml").exists());
}
