//! `muster export` of lists, and `muster import` of exported lists and of text from other programs.

use insta::assert_snapshot;

use crate::{LEGAL, folder, muster_with};

/// An exported list imports as the same list. Its report is the same except for the file name.
#[test]
fn a_list_comes_back() {
    for (format, name) in [
        ("text", "pond.txt"),
        ("markdown", "pond.md"),
        ("discord", "pond.txt"),
        ("bbcode", "pond.bbcode"),
        ("ros", "pond.ros"),
        ("rosz", "pond.rosz"),
        ("json", "pond.json"),
        ("word", "pond.txt"),
    ] {
        let folder = folder(&[("pond.yaml", LEGAL)]);
        let run = |args: &[&str]| muster_with(folder.path(), "", args);
        let ran = run(&["export", "pond.yaml", "--to", format, "-o", name]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{format}: {ran}");
        let back = if format == "json" {
            name
        } else {
            let ran = run(&["import", name, "-o", "back.yaml"]);
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{format}: {ran}");
            "back.yaml"
        };
        let judged = |file: &str| run(&["check", file, "--format", "jsonl"]).out.replace(file, "");
        let print = |report: &str| report.split("\"fingerprint\"").nth(1).map(|rest| rest[..40].to_owned());
        assert_eq!(print(&judged("pond.yaml")), print(&judged(back)), "{format}");
        let again = run(&["export", "pond.yaml", "--to", format, "-o", name]);
        assert_eq!(again.status, 2, "nothing is written over: {again}");
    }
}

#[test]
fn text_and_lines_are_for_people() {
    let folder = folder(&[("pond.yaml", LEGAL)]);
    let export = |format: &str| muster_with(folder.path(), "", &["export", "pond.yaml", "--to", format]);
    let text = export("text").to_string().replace(env!("CARGO_PKG_VERSION"), "VERSION");
    assert_snapshot!(text, @r"
    Pond
    Tiny Boats, Lakeland, 340 of 500 points, legal

      Ruleset: tiny
      Nation: Lakeland
      MFV: 500

    == Squadrons ==
    3 × Barge (300 points)
    4 × Dinghy (40 points)

    Muster text 1, ipqp2ev36grc6n6u-7vdolpkktc7cq2gc, version VERSION
    ---- 0
    ");
    assert_snapshot!(export("lines"), @r"
    3 Barge (300 points)
    4 Dinghy (40 points)
    ---- 0
    ");
    assert_snapshot!(export("csv"), @r"
    list,player,ruleset,mfv,group,name,unit,id,nation,models,points,roles,options,attached,slot,allocation,turn,brought by,carries,terms
    Pond,,tiny 1.2.0,500,,,Barge,barge,Lakeland,3,300,,,,,,,,,
    Pond,,tiny 1.2.0,500,,,Dinghy,dinghy,Lakeland,4,40,,,,,,,,,
    ---- 0
    ");
}

#[test]
fn what_a_text_names_is_taken_and_the_rest_told() {
    let text = "Pond\n\n3x Barge [90 pts]\n4 Dinghies\n- Dinghy x4\nDingy x2\nfor Sunday\n";
    let folder = folder(&[("pond.txt", text)]);
    assert_snapshot!(muster_with(folder.path(), "", &["import", "pond.txt", "--ruleset", "tiny", "--mfv", "500"]), @r#"
    muster: 1
    name: Pond
    ruleset: {id: tiny, version: "^1.2.0"}
    nation: lakeland
    mfv: 500
    squadrons:
    - {unit: barge, models: 3, points: 90}
    - {unit: dinghy, models: 4}
    - {unit: Dingy, models: 2}
    ---- 2
    error: pond.txt:6: `Dingy x2` is not understood
      help: did you mean `Dinghy`?
    note: the nation is taken as Lakeland, which has most of the units
    note: line 1: `Pond` is taken as the name of the list
    note: line 7 is taken as no part of the list
    note: if the nation or the MFV is wrong, state it with --nation or --mfv
    note: 1 line could not be read whole; the list has the rest
    note: the list is undetermined: `muster check` says what cannot be decided
    "#);
    assert_snapshot!(muster_with(folder.path(), "3x Barge\n", &["import", "-", "--ruleset", "tiny"]), @r#"
    muster: 1
    ruleset: {id: tiny, version: "^1.2.0"}
    nation: lakeland
    squadrons:
    - {unit: barge, models: 3}
    ---- 2
    note: the nation is taken as Lakeland, which has most of the units
    note: if the nation or the MFV is wrong, state it with --nation or --mfv
    error: -: the list states no maximum force value (MFV)
      help: state the MFV, the points agreed for the game
    note: the list is undetermined: `muster check` says what cannot be decided
    "#);
}

#[test]
fn what_is_no_list_is_refused() {
    let roster = "<!DOCTYPE a [<!ENTITY b 'c'>]><roster name='&b;'/>";
    let files = [
        ("empty.txt", "\n"),
        ("poem.txt", "Of ships\nand seas\n"),
        ("bad.ros", roster),
        ("pond.yaml", LEGAL),
        ("two.yaml", "muster: 1\n---\nmuster: 1\n"),
    ];
    let folder = folder(&files);
    let ran = |args: &[&str]| muster_with(folder.path(), "", args).to_string();
    let said = [
        ran(&["import", "poem.txt"]),
        ran(&["import", "poem.txt", "--ruleset", "tiny", "-o", "poem.yaml"]),
        ran(&["import", "bad.ros", "--ruleset", "tiny"]),
        ran(&["import", "gone.ros", "--ruleset", "tiny"]),
        ran(&["export", "poem.txt", "--to", "text"]),
        ran(&["export", "two.yaml", "--to", "text"]),
    ];
    assert_snapshot!(said.concat(), @r#"
    ---- 2
    error: poem.txt: the text names no game, and no units by which a game is known
      help: name it with --ruleset
    ---- 2
    error: poem.txt: no unit is named in it
    ---- 2
    error: bad.ros:1:1: document types and entities are not read
    ---- 2
    error: gone.ros: there is no such file or folder
    ---- 2
    unreadable: poem.txt

    error[wrong-kind]: this is not a list: the text names no game, and no units by which a game is known
    --> poem.txt
     = help: state the game
    ---- 2
    error: two.yaml holds 2 documents; only one list can be exported at a time
    "#);
    assert!(!folder.path().join("poem.yaml").exists());
}

#[test]
fn a_list_that_nobody_can_judge_is_told() {
    let json = r#"{"muster": 1, "name": "Far", "ruleset": "far-game", "mfv": 100, "squadrons": [{"unit": "x"}]}"#;
    let word = "muster: 1\nname: Odd\nruleset: tiny\nmfv: 100\nsettings: {levle: low}\nsquadrons: [{unit: barge}]\n";
    let folder = folder(&[("far.txt", json), ("odd.txt", word)]);
    let import = |file: &str| muster_with(folder.path(), "", &["import", file, "-o", &file.replace("txt", "yaml")]);
    assert_snapshot!(import("far.txt"), @r"
    ---- 2
    unreadable: Far
      far.txt

    error[unknown-ruleset]: there is no ruleset `far-game`
    --> far.txt
     = help: installed: dw-1.1, dw-2.5, dw-3, dw-4, fleet-action, legions-2.0, tiny
    ");
    let odd = import("odd.txt");
    assert!(odd.status == 2 && odd.err.contains("Tiny Boats has no setting `levle`"), "{odd}");
    assert!(folder.path().join("far.yaml").exists(), "what was read is written all the same");
}

#[test]
fn lists_in_any_form_are_shown_and_exported() {
    let mail = format!("From: Zoë <zoe@example.org>\nContent-Type: text/plain; charset=utf-8\n\n{LEGAL}");
    let text = "Lakeland fleet, 500 points\n\n3 Barges - 300\n4 Dinghies, 40\n1 Kraken\n";
    let folder = folder(&[("mail.eml", &mail), ("posted.txt", text), ("note.txt", "See you there\n")]);
    let ran = |args: &[&str]| muster_with(folder.path(), "", args);
    let shown = ran(&["show", "mail.eml"]);
    assert!(shown.status == 0 && shown.out.contains("Barge"), "{shown}");
    let exported = ran(&["export", "mail.eml", "--to", "lines"]);
    assert!(exported.status == 0 && exported.out.contains("Barge") && exported.err.is_empty(), "{exported}");
    let doubtful = ran(&["export", "posted.txt", "--ruleset", "tiny", "--to", "lines"]);
    assert!(doubtful.status == 0 && doubtful.out.contains("Barge"), "{doubtful}");
    assert!(doubtful.err.contains("Kraken"), "what was not understood is told: {doubtful}");
    for command in [&["show", "note.txt"][..], &["export", "note.txt", "--to", "text"]] {
        let refused = ran(command);
        assert!(refused.status == 2 && refused.err.contains("names no game"), "{refused}");
    }
}
