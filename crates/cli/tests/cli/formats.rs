//! The formats of `check` for organisers.

use std::fs;

use insta::assert_snapshot;

use crate::{LEGAL, RunResult, folder, handed_in, muster_with};

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

/// What SARIF offers as a fix makes the file legal.
#[test]
fn findings_come_with_changes_that_make_the_list_legal() {
    let files = handed_in();
    let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let ran = muster_with(folder.path(), "", &["check", "in/bob.yaml", "--format", "sarif"]);
    let log: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let ways = log["runs"][0]["results"][0]["fixes"].as_array().unwrap();
    assert!(!ways.is_empty());
    let written = fs::read_to_string(folder.path().join("in/bob.yaml")).unwrap();
    for way in ways {
        let change = &way["artifactChanges"][0];
        assert_eq!(change["artifactLocation"]["uri"], "in/bob.yaml");
        let replaced = &change["replacements"][0];
        let region = &replaced["deletedRegion"];
        assert_eq!((&region["startLine"], &region["startColumn"]), (&1.into(), &1.into()));
        assert_eq!(region["endLine"], written.split('\n').count());
        fs::write(folder.path().join("fixed.yaml"), replaced["insertedContent"]["text"].as_str().unwrap()).unwrap();
        let fixed = muster_with(folder.path(), "", &["check", "fixed.yaml"]);
        assert_eq!(fixed.status, 0, "{fixed}");
    }
    // Another document of the file would be lost.
    fs::write(folder.path().join("in/two.yaml"), format!("{written}\n---\n: [")).unwrap();
    let two = muster_with(folder.path(), "", &["check", "in/two.yaml", "--format", "sarif"]);
    assert!(two.out.contains("cap-large") && !two.out.contains("fixes"), "{two}");
    // A list in a mail cannot be written there.
    let mailed = muster_with(folder.path(), "", &["check", "in/cleo.eml", "--format", "sarif"]);
    assert!(!mailed.out.contains("fixes"), "{mailed}");
}

#[test]
fn a_page_of_all_lists() {
    let files = handed_in();
    let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let ran = muster_with(folder.path(), "", &["check", "in", "--format", "html", "-o", "page.html"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{ran}");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("3 lists: 1 legal, 2 illegal"), "{page}");
    assert!(page.contains("The files are in in/") && page.contains("photo.png"), "{page}");
}

#[test]
fn players_in_the_forms_that_pairing_programs_read() {
    let of = |player: &str, more: &str| LEGAL.replace("mfv", &format!("player: {player}\n{more}mfv"));
    let files = [
        ("1.yaml", of("Cleo", "club: Northern Gamers\nemail: cleo@example.org\n")),
        ("2.yaml", of("Cleo", "").replace("models: 3", "models: 4").replace("Pond", "Big Pond")),
        ("3.yaml", of("Cleo", "email: other@example.org\n")),
        ("4.yaml", of("\"Berg, Anna\"", "club: \"=1+1\"\n")),
        ("5.yaml", LEGAL.to_owned()),
    ];
    let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let players = |program: &str| {
        let args = ["check", "--format", "players", "--program", program];
        let ran = muster_with(folder.path(), "", &args);
        RunResult { out: ran.out.replace("\r\n", "|\n"), ..ran }
    };
    assert_snapshot!(players("any"), @r#"
    name,club,nation,list,verdict|
    "Berg, Anna",'=1+1,Lakeland,Pond,legal|
    Cleo,Northern Gamers,Lakeland,Pond; Big Pond,illegal|
    Cleo (2),,Lakeland,Pond,legal|
    ---- 1
    note: no player: ./5.yaml: nothing says whose list it is
    "#);
    assert_snapshot!(players("tornelo"), @r#"
    Full name,Team name,Email,Comments|
    "Berg, Anna",'=1+1,,"Lakeland, Pond, legal"|
    Cleo,Northern Gamers,cleo@example.org,"Lakeland, Pond; Big Pond, illegal"|
    Cleo (2),,other@example.org,"Lakeland, Pond, legal"|
    ---- 1
    note: no player: ./5.yaml: nothing says whose list it is
    "#);
    assert_snapshot!(players("challonge"), @"
    Berg Anna|
    Cleo|
    Cleo (2)|
    ---- 1
    note: no player: ./5.yaml: nothing says whose list it is
    ");
}
