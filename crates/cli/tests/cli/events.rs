//! `--event`: event packs and house rules over the rulesets, on every command.

use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::{LEGAL, folder, muster_with};

const CUP: &str = "\
muster: 1
kind: overlay
id: cup
name: Pond Cup
version: 1.0.0
extends: {id: tiny, version: ^1.0}
prices: {dinghy: 12, steamer/flags: 11}
ban: {units: [barge]}
fixes: {mfv: 600, settings: {level: high}}
deadline: 2026-11-28
";

#[test]
fn lists_are_judged_under_an_event() {
    let files = folder(&[("list.yaml", LEGAL), ("cup.yaml", CUP)]);
    let ran = muster_with(files.path(), "", &["check", "list.yaml", "--event", "cup.yaml"]);
    assert_snapshot!(ran, @r"
    illegal: Pond, 348 of 600 points
      list.yaml
      tiny 1.2.0 + cup, level high, rules 1-2

    error[event-ban]: Barge is banned by Pond Cup
     --> list.yaml:7:12
      |
    7 |   - {unit: barge, models: 3}
      |            ^^^^^
      |
      = from: cup

    error[event-fixes]: the list says MFV 500; Pond Cup fixes MFV 600
     --> list.yaml:5:6
      |
    5 | mfv: 500
      |      ^^^
      |
      = from: cup
      = help: correct `mfv`, or leave it out
    ---- 1
    ");
    // The folder has an overlay, which is no list.
    let ran = muster_with(files.path(), "", &["check", ".", "--event", "cup.yaml", "--format", "json"]);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, answer["reports"].as_array().unwrap().len()), (1, 1), "{ran}");
    assert_eq!(answer["reports"][0]["events"], serde_json::json!(["cup"]));
}

#[test]
fn a_faulty_event_stops_the_run() {
    let faulty = CUP.replace("barge", "bardge");
    let files = folder(&[("list.yaml", LEGAL), ("cup.yaml", &faulty)]);
    for command in [&["check", "list.yaml"][..], &["show", "list.yaml"], &["units", "tiny"], &["rulesets"]] {
        let args: Vec<&str> = command.iter().copied().chain(["--event", "cup.yaml"]).collect();
        let ran = muster_with(files.path(), "", &args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran}");
        assert!(ran.err.contains("there is no unit `bardge`") && ran.err.contains("cup.yaml:8:15"), "{ran}");
    }
    // A patch that changes nothing is only a warning there.
    let idle = CUP.replace("dinghy: 12", "dinghy: 10");
    let files = folder(&[("list.yaml", LEGAL), ("cup.yaml", &idle)]);
    let ran = muster_with(files.path(), "", &["check", "list.yaml", "--event", "cup.yaml"]);
    assert!(ran.status == 1 && ran.err.contains("warning[idle-patch]") && ran.out.contains("event-ban"), "{ran}");
    let legal = idle.replace("units: [barge]", "units: [tender]").replace("mfv: 600, ", "");
    let files = folder(&[("list.yaml", LEGAL), ("cup.yaml", &legal)]);
    let check = ["check", "list.yaml", "--event", "cup.yaml"];
    assert_eq!(muster_with(files.path(), "", &check).status, 0);
    assert_eq!(muster_with(files.path(), "", &[&check[..], &["--deny-warnings"]].concat()).status, 1);
    assert_eq!(muster_with(files.path(), "", &["lint", "cup.yaml"]).status, 1);
    let missing = muster_with(files.path(), "", &["check", "list.yaml", "--event", "none.yaml"]);
    assert!(missing.status == 2 && missing.err.contains("there is no such file or folder"), "{missing}");
}

#[test]
fn where_no_version_suits_the_overlay_is_named() {
    let files = folder(&[("list.yaml", LEGAL), ("cup.yaml", &CUP.replace("^1.0", "^2.0"))]);
    let ran = muster_with(files.path(), "", &["check", "list.yaml", "--event", "cup.yaml"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran}");
    assert!(ran.err.contains("no installed version of `tiny` suits all: Pond Cup wants ^2.0"), "{ran}");
    let pinned = LEGAL.replace("ruleset: tiny", "ruleset: {id: tiny, version: ^3.0}");
    let files = folder(&[("list.yaml", &pinned), ("cup.yaml", CUP)]);
    assert_eq!(muster_with(files.path(), "", &["check", "list.yaml", "--event", "cup.yaml"]).status, 2);
}

#[test]
fn prices_stand_beside_those_of_the_ruleset() {
    let ours = LEGAL.replace(
        "  - {unit: dinghy, models: 4}   # all of them\n",
        "  - {unit: dinghy, models: 4}\n  - {unit: steamer, models: 1, options: [flags]}\n",
    );
    let files = folder(&[("list.yaml", &ours), ("cup.yaml", CUP)]);
    let run = |args: &[&str]| {
        let args: Vec<&str> = args.iter().copied().chain(["--event", "cup.yaml"]).collect();
        muster_with(files.path(), "", &args)
    };
    assert_snapshot!(run(&["units", "tiny", "--nation", "lakeland"]), @r"
    ID       UNIT     POINTS  SIZE   MODELS        VINTAGE  OVERLAYS
    barge    Barge       100  Large  1-8                    banned by Pond Cup
    crew     Crew          5  Small  4-8
    dinghy   Dinghy       12  Small  2-4                    12 by Pond Cup, 10 in tiny
    steamer  Steamer      60  Large  1-3           1        Flags: +11 by Pond Cup, +10 in tiny
    tender   Tender       20  Small  1-2 attached
    tow      Tow          60         3-5

    6 units of Lakeland
    muster explain tiny/ID shows the card and options of one
    ---- 0
    ");
    assert_snapshot!(run(&["explain", "tiny/dinghy"]), @r"
    dinghy: Dinghy
    Lakeland, tiny 1.2.0

      is        Small
      points    12 for each model
      overlays  12 by Pond Cup, 10 in tiny
      squadron  2 to 4 models

    Special rules
      Fast  Moves further.
    ---- 0
    ");
    let shown = run(&["show", "list.yaml"]).out;
    let changed = "\
Changed by overlays
UNIT     CHANGE
Barge    banned by Pond Cup
Dinghy   12 by Pond Cup, 10 in tiny
Steamer  Flags: +11 by Pond Cup, +10 in tiny
";
    assert!(shown.contains(changed), "{shown}");
    let json: Value = serde_json::from_str(&run(&["units", "tiny", "dinghy", "--format", "json"]).out).unwrap();
    assert_eq!(json["units"][0]["points"], 12);
    assert_eq!(json["units"][0]["overlays"], serde_json::json!(["12 by Pond Cup, 10 in tiny"]));
    let json: Value = serde_json::from_str(&run(&["explain", "tiny/steamer", "--format", "json"]).out).unwrap();
    assert_eq!(json["explanations"][0]["overlays"], serde_json::json!(["Flags: +11 by Pond Cup, +10 in tiny"]));
}

#[test]
fn a_banned_nation_is_told() {
    let files = folder(&[("cup.yaml", &CUP.replace("units: [barge]", "units: [barge], nations: [lakeland]"))]);
    let run = |args: &[&str]| {
        let args: Vec<&str> = args.iter().copied().chain(["--event", "cup.yaml"]).collect();
        muster_with(files.path(), "", &args)
    };
    let ran = run(&["units", "tiny", "--nation", "lakeland", "barge"]);
    assert!(ran.out.contains("nation banned by Pond Cup; banned by Pond Cup"), "{ran}");
    assert!(ran.out.contains("\nLakeland is banned by Pond Cup\n1 unit of Lakeland\n"), "{ran}");
    // Also if no unit is listed.
    let ran = run(&["units", "tiny", "--nation", "lakeland", "zeppelin"]);
    assert!(ran.out.starts_with("Lakeland is banned by Pond Cup\n0 units"), "{ran}");
    let json: Value =
        serde_json::from_str(&run(&["units", "tiny", "barge", "dinghy", "--format", "json"]).out).unwrap();
    assert_eq!(json.get("banned"), None, "no unit has both words");
    let json: Value = serde_json::from_str(&run(&["units", "tiny", "barge", "--format", "json"]).out).unwrap();
    assert_eq!(json["banned"], serde_json::json!({"lakeland": "banned by Pond Cup"}));
    let overlays = serde_json::json!(["nation banned by Pond Cup", "banned by Pond Cup"]);
    assert_eq!(json["units"][0]["overlays"], overlays);
    let ran = run(&["explain", "tiny/lakeland"]);
    assert!(ran.out.contains("banned by Pond Cup"), "{ran}");
    let ran = run(&["explain", "tiny/barge"]);
    assert!(ran.out.contains("nation banned by Pond Cup"), "{ran}");
    // Without a ban, nothing is told.
    let plain = muster_with(files.path(), "", &["units", "tiny", "--format", "json"]);
    assert!(!plain.out.contains("banned"), "{plain}");
}

#[test]
fn slots_and_limits_name_the_overlay_that_changes_them() {
    let wide = "\
muster: 1
kind: overlay
id: wide
name: Wide Seas
extends: {id: dw-4}
rules:
  - id: g4-fleet-patrol
    clauses:
      - each: group
        where: {group: crown-faction-battlefleet}
        limit: {of: {squadrons: {slot: patrol}}, min: 1, max: 5}
        subject: {one: Patrol unit, many: Patrol units}
";
    let files = folder(&[("wide.yaml", wide)]);
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/dw-4/channel-guard-1000.yaml");
    let list = list.to_string_lossy();
    let shown = muster_with(files.path(), "", &["show", &list, "--event", "wide.yaml"]);
    assert!(shown.out.contains("Patrol (2 of 1-5), changed by Wide Seas"), "{shown}");
    assert!(shown.out.contains("  g4-fleet-patrol, changed by Wide Seas\n"), "{shown}");
    assert_eq!(shown.out.matches("changed by").count(), 2, "{shown}");
    let plain = muster_with(files.path(), "", &["show", &list]);
    assert!(plain.out.contains("Patrol (2 of 1-3)  "), "{plain}");
    let ran = muster_with(files.path(), "", &["explain", "dw-4/crown-faction-battlefleet", "--event", "wide.yaml"]);
    assert!(ran.out.contains("Patrol (changed by Wide Seas): "), "{ran}");
}

#[test]
fn rulesets_name_the_overlays_and_rules_say_where_they_come_from() {
    let ours = format!("{CUP}rules: [{{id: cap-large, help: Take dinghies.}}]\n");
    let files = folder(&[("cup.yaml", &ours)]);
    let run = |args: &[&str]| {
        let args: Vec<&str> = args.iter().copied().chain(["--event", "cup.yaml"]).collect();
        muster_with(files.path(), "", &args)
    };
    let ran = run(&["rulesets"]);
    assert!(ran.out.contains("cup      1.0.0    Pond Cup  tiny  cup.yaml"), "{ran}");
    let json: Value = serde_json::from_str(&run(&["rulesets", "--format", "json"]).out).unwrap();
    let overlay = &json["overlays"][0];
    assert_eq!((&overlay["id"], &overlay["deadline"]), (&"cup".into(), &"2026-11-28".into()), "{json}");
    let ran = run(&["explain", "tiny/cap-large"]);
    assert!(ran.out.contains("Take dinghies.") && ran.out.contains("cup") && ran.out.contains("Pond Cup"), "{ran}");
}

#[test]
fn every_command_that_takes_lists_or_rulesets_takes_an_event_and_units() {
    let club = "kind: catalogue\nnation: lakeland\nsource: Ours.\nunits: [{id: raft, name: Raft, points: 3, traits: {size: small}, squadron: {min: 1, max: 2}}]\n";
    let raft = LEGAL.replace("barge, models: 3", "raft, models: 2").replace("mfv: 500", "mfv: 600");
    // An event may change the units of a club: they come first.
    let cup = CUP.replace("dinghy: 12", "raft: 4");
    let files =
        folder(&[("list.yaml", &raft), ("cup.yaml", &cup), ("club.yaml", club), ("list.txt", "Pond\n2 Raft\n")]);
    for args in [
        &["check", "list.yaml"][..],
        &["show", "list.yaml"],
        &["export", "list.yaml", "--to", "text"],
        &["print", "list.yaml", "-o", "list.pdf"],
        &["units", "tiny", "raft"],
        &["explain", "tiny/raft"],
        &["rules", "tiny"],
        &["rulesets"],
        &["lint", "club.yaml"],
    ] {
        let args: Vec<&str> = args.iter().copied().chain(["--event", "cup.yaml", "--units", "club.yaml"]).collect();
        let ran = muster_with(files.path(), "", &args);
        assert!(ran.status == 0 && !ran.err.contains("error"), "{args:?} {ran}");
        if args[0] == "units" {
            assert!(ran.out.contains("4 by Pond Cup, 3 in the club's units"), "{ran}");
        }
    }
}

#[test]
fn the_terms_of_a_list_stand_beside_its_verdict_in_every_output() {
    let own = LEGAL.replace("ruleset: tiny", "ruleset: tiny\noverlays: [cup]").replace("mfv: 500", "mfv: 600");
    let files = folder(&[("list.yaml", &own), ("cup.yaml", &CUP.replace("ban: {units: [barge]}\n", ""))]);
    let words = "with 1 unit from outside the ruleset (Dinghy, in place of the ruleset's) and Pond Cup (fixes MFV 600, level high) named by the list itself";
    for args in [
        &["check", "list.yaml"][..],
        &["check", "list.yaml", "--format", "json"],
        &["check", "list.yaml", "--format", "csv"],
        &["show", "list.yaml"],
        &["export", "list.yaml", "--to", "lines"],
        &["export", "list.yaml", "--to", "csv"],
    ] {
        let ran = muster_with(files.path(), "", args);
        assert!(ran.out.contains(words), "{args:?} {ran}");
    }
}

/// The overlays in `examples/events` are sound, and lists of their games can be judged under them.
#[test]
fn the_example_events_are_sound_and_judge() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let linted = muster_with(&root, "", &["lint", "events"]);
    // Notes tell what they leave to the lists.
    let told = linted.out.lines().filter(|line| ["error", "warning"].iter().any(|severity| line.starts_with(severity)));
    assert_eq!((linted.status, told.count(), linted.out.lines().last()), (0, 0, Some("sound: events")), "{linted}");
    assert!(linted.out.contains("lists still choose `scenario` and `tac-format`, by which"), "{linted}");
    let told = |event: &str, list: &str| -> Vec<String> {
        let event = format!("events/{event}.yaml");
        let ran = muster_with(&root, "", &["check", list, "--event", &event, "--format", "json"]);
        let answer: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error} {ran}"));
        let errors =
            answer["reports"][0]["findings"].as_array().unwrap().iter().filter(|found| found["severity"] == "error");
        errors.map(|found| found["rule"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(told("half-the-sky", "dw-2.5/channel-patrol.yaml"), Vec::<String>::new());
    assert_eq!(told("half-the-sky", "dw-2.5/southern-cross-750.yaml"), ["aerial-share", "event-fixes", "event-fixes"]);
    let patrol = "\
muster: 1
ruleset: dw-2.5
nation: kingdom-of-britannia
mfv: 600
settings: {level: captain, core: naval, theatre: water}
squadrons:
  - {unit: ruler-class-battleship, roles: [commodore]}
  - {unit: tribal-class-cruiser, models: 2}
  - {unit: attacker-class-frigate, models: 4}
";
    let files = folder(&[
        ("evening.yaml", patrol),
        ("tanks.yaml", &patrol.replace("core: naval", "core: armoured")),
        ("noon.yaml", &patrol.replace("mfv: 600", "mfv: 500")),
        (
            "few.yaml",
            &patrol.replace("  - {unit: attacker-class-frigate, models: 4}\n", "").replace("mfv: 600", "mfv: 500"),
        ),
    ]);
    let list = |name: &str| files.path().join(name).to_string_lossy().into_owned();
    assert_eq!(told("winter-league", &list("evening.yaml")), Vec::<String>::new());
    assert!(told("winter-league", &list("tanks.yaml")).contains(&"event-fixes".to_owned()));
    assert_eq!(told("four-rounds", &list("evening.yaml")), ["event-fixes"]);
    assert_eq!(told("four-rounds", &list("noon.yaml")), Vec::<String>::new());
    assert_eq!(told("four-rounds", &list("few.yaml")), Vec::<String>::new());
}

#[test]
fn a_hint_on_an_overlay_is_shown_to_people_too() {
    let files = folder(&[("cup.yaml", &CUP.replace(", settings: {level: high}", ""))]);
    let ran = muster_with(files.path(), "", &["lint", "cup.yaml"]);
    assert_snapshot!(ran, @r"
    note[open-setting]: lists still choose their level, and with it the rules in use
     --> cup.yaml:3:1
      |
    3 | id: cup
      | ^^
      |
      = help: `fixes: {settings: {level: ...}}` fixes it for all

    sound: cup.yaml
    ---- 0
    ");
}
