//! The formats of `check` for organisers.

use std::fs;

use insta::assert_snapshot;

use crate::{folder, handed_in, muster_with};

/// A list in a mail is at the place of the mail, where no line of it can be shown.
#[test]
fn findings_of_packed_lists_are_at_the_outer_file() {
    let files = handed_in();
    let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let check = |format: &str| muster_with(folder.path(), "", &["check", "./in", "--format", format]);
    assert_snapshot!(check("github"), @"
    ::error file=in/bob.yaml,line=8,col=5,title=cap-large::Large boats cost 400 of at most 300 (60%25 of MFV 500): 100 over (The Tiny Book, pages 3-4). Help: Take smaller boats.
    ::error file=in/cleo.eml,title=cap-large::Large boats cost 400 of at most 300 (60%25 of MFV 500): 100 over (The Tiny Book, pages 3-4). Help: Take smaller boats.
    ---- 1
    note: no list: ./in/emil.eml: in the mail's text, the text names no game, and no units by which a game is known
    note: no list: ./in/photo.png: a file without text
    ");
    let sarif = check("sarif");
    let log: serde_json::Value = serde_json::from_str(&sarif.out).unwrap();
    let run = &log["runs"][0];
    let places: Vec<&serde_json::Value> =
        run["results"].as_array().unwrap().iter().map(|result| &result["locations"][0]["physicalLocation"]).collect();
    assert_eq!(
        places,
        [
            &serde_json::json!({"artifactLocation": {"uri": "in/bob.yaml"}, "region": {"startLine": 8, "startColumn": 5}}),
            &serde_json::json!({"artifactLocation": {"uri": "in/cleo.eml"}}),
        ]
    );
    let rule = &run["tool"]["driver"]["rules"][0];
    assert_eq!((&rule["id"], rule["properties"]["ruleset"].as_str()), (&"cap-large".into(), Some("tiny")));
    assert!(rule["help"]["text"].as_str().unwrap().contains("The Tiny Book, pages 3-4"), "{rule}");
}

#[test]
fn a_page_of_all_lists() {
    let files = handed_in();
    let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let ran = muster_with(folder.path(), "", &["check", "in", "--format", "html", "-o", "page.html"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{ran}");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("3 lists: 1 legal, 2 illegal"), "{page}");
    assert!(page.contains("in/photo.png"), "{page}");
}
