//! `--collection` and `muster collection`.

use insta::assert_snapshot;
use muster_engine::list::RulesetName;
use muster_engine::needs::needs;
use muster_library::collection::collection;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use crate::{LEGAL, RunResult, folder, muster, muster_with};

const HEAD: &str = "muster: 1\nkind: collection\nruleset: tiny\nnation: lakeland\nmodels:\n";

/// Judges a list with these squadrons against a collection of these models.
fn checked(squadrons: &str, models: &str, args: &[&str]) -> RunResult {
    let (before, _) = LEGAL.split_once("squadrons:").unwrap();
    let list = format!("{before}squadrons:\n{squadrons}");
    let shelf = format!("{HEAD}{models}");
    let folder = folder(&[("pond.yaml", &list), ("shelf.yaml", &shelf)]);
    let args: Vec<&str> = args.iter().copied().chain(["pond.yaml", "--collection", "shelf.yaml"]).collect();
    muster_with(folder.path(), "", &args)
}

/// The notes of `check`: what each says, and where.
fn notes(squadrons: &str, models: &str) -> Vec<String> {
    let ran = checked(squadrons, models, &["check", "--format", "json"]);
    let answer: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{ran}"));
    let findings = answer["reports"][0]["findings"].as_array().unwrap();
    let notes = findings.iter().filter(|finding| finding["rule"] == "collection-short").map(|finding| {
        assert_eq!((&finding["severity"], &finding["origin"]), (&Value::from("note"), &Value::Null));
        assert!(finding["line"].is_u64() && finding["source"].is_null(), "{finding}");
        format!("{} {}", finding["message"].as_str().unwrap(), finding["at"])
    });
    notes.collect()
}

#[test]
fn what_is_short_is_told() {
    let barges = "  - {unit: barge, models: 3}\n";
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("enough", barges, "  barge: 3\n", &[]),
        ("by printed name", barges, "  Barge: 3\n", &[]),
        ("short", barges, "  barge: 1\n", &[r#"short of 2 Barge: the list has 3, the collection 1 ["/squadrons/0"]"#]),
        ("none", barges, "  dinghy: 1\n", &[r#"short of 3 Barge: the list has 3, the collection 0 ["/squadrons/0"]"#]),
        (
            "all squadrons count",
            "  - {unit: barge}\n  - {unit: dinghy, models: 2}\n  - {unit: barge, models: 2}\n",
            "  barge: 2\n  dinghy: 2\n",
            &[r#"short of 1 Barge: the list has 3, the collection 2 ["/squadrons/0","/squadrons/2"]"#],
        ),
        (
            "attached",
            "  - {unit: barge, models: 1, attached: [{unit: tender, models: 2}]}\n",
            "  barge: 1\n  tender: 1\n",
            &[r#"short of 1 Tender: the list has 2, the collection 1 ["/squadrons/0/attached/0"]"#],
        ),
        (
            "brought",
            "  - {unit: steamer, id: s, models: 1}\n  - {unit: dinghy, models: 2, brought-by: s}\n",
            "  steamer: 1\n",
            &[r#"short of 2 Dinghy: the list has 2, the collection 0 ["/squadrons/1"]"#],
        ),
        (
            "the members of a mix, beside a squadron of the same unit",
            "  - {unit: tow, models: 4}\n  - {unit: dinghy, models: 2}\n",
            "  tug: 1\n  dinghy: 4\n",
            &[r#"short of 1 Dinghy: the list has 5, the collection 4 ["/squadrons/0","/squadrons/1"]"#],
        ),
        ("a unit of no nation", "  - {unit: raft}\n", "  raft: 1\n", &[]),
    ];
    for (case, squadrons, models, expected) in cases {
        assert_eq!(notes(squadrons, models), *expected, "{case}");
    }
}

#[test]
fn verdict_and_status_stay() {
    let ran = checked("  - {unit: barge, models: 3}\n", "  barge: 1\n", &["check", "--deny-warnings"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran}");
    assert!(ran.out.starts_with("legal: Pond"), "{ran}");
    let ran = checked("  - {unit: barge, models: 4}\n", "  barge: 9\n", &["check"]);
    assert_eq!(ran.status, 1, "{ran}");
}

#[test]
fn models_that_become_others_count_as_what_they_were() {
    let list = "muster: 1\nruleset: legions-2.0\nnation: kingdom-of-britannia\nmfv: 500\ngroups:\n- kind: platoon\n  sections:\n";
    let section =
        "  - {unit: line-infantry-section, models: 10, options: [{line-infantry-sergeant: 1}, {gun-team: 1}]}\n";
    let folder = folder(&[("platoon.yaml", &format!("{list}{section}"))]);
    let ran = muster_with(folder.path(), "", &["collection", "platoon.yaml"]);
    assert!(ran.out.ends_with("models:\n  line-infantry-section: 10\n"), "{ran}");
}

#[test]
fn wrong_collections_are_explained() {
    let cases: &[(&str, String, &[&str])] = &[
        ("unknown", format!("{HEAD}  bargge: 3\n"), &["shelf.yaml:6:3", "Lakeland has no unit `bargge`", "`barge`"]),
        ("a mix", format!("{HEAD}  tow: 1\n"), &["Tow is a squadron of several kinds", "`tug` and `dinghy`"]),
        ("twice", format!("{HEAD}  barge: 1\n  Barge: 2\n"), &["shelf.yaml:7:3", "stands here already"]),
        ("negative", format!("{HEAD}  barge: -1\n"), &["shelf.yaml:6:10", "1000000"]),
        ("words", format!("{HEAD}  barge: many\n"), &["shelf.yaml:6:10", "whole number"]),
        ("a key", format!("{HEAD}  barge: 1\nowner: me\n"), &["shelf.yaml:7:1", "`owner`"]),
        ("a nation", HEAD.replace("lakeland", "lakelan") + "  barge: 1\n", &["has no nation `lakelan`", "Lakeland"]),
        ("another nation", format!("{HEAD}  sealand:barge: 1\n"), &["no unit `sealand:barge`"]),
        ("a list", LEGAL.to_owned(), &["of the kind `list`, not a collection"]),
        ("an overlay", "muster: 1\nkind: overlay\n".to_owned(), &["of the kind `overlay`, not a collection"]),
        ("nothing", String::new(), &["empty"]),
        ("a game", HEAD.replace("tiny", "tini") + "  barge: 1\n", &["shelf.yaml:3:10", "no ruleset `tini`"]),
    ];
    for (case, shelf, expected) in cases {
        let folder = folder(&[("pond.yaml", LEGAL), ("shelf.yaml", shelf)]);
        for command in ["check", "show", "complete"] {
            let ran = muster_with(folder.path(), "", &[command, "pond.yaml", "--collection", "shelf.yaml"]);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{case}: {ran}");
            assert!(expected.iter().all(|words| ran.err.contains(words)), "{case}: {ran}");
        }
    }
}

#[test]
fn units_of_other_nations_are_named_with_their_nation() {
    let shelf = |models: &str, nation: &str| {
        format!("muster: 1\nkind: collection\nruleset: dw-2.5\n{nation}models:\n  {models}: 1\n")
    };
    let shelves = Shelf::built_in();
    let of = |models: &str, nation: &str| {
        let read = collection(&shelves, shelf(models, nation).as_bytes());
        read.map_err(|faults| faults[0].help.clone().unwrap_or_default()).map(|_| ())
    };
    let britannia = "nation: kingdom-of-britannia\n";
    assert_eq!(of("royal-australia:kestrel-class-scout-rotor", britannia), Ok(()));
    assert_eq!(of("\"Royal Australia: Kestrel Class Scout Rotor\"", britannia), Ok(()));
    assert_eq!(of("Ruler Class Battleship", ""), Ok(()), "only one nation has it");
    let help = of("Kestrel Class Scout Rotor", britannia).unwrap_err();
    assert_eq!(help, "did you mean `royal-australia:kestrel-class-scout-rotor`?");
    let help = of("Kestrel Class Scout Rotor", "").unwrap_err();
    assert!(help.contains(" or ") && help.contains("`royal-australia:kestrel-class-scout-rotor`"), "{help}");
}

#[test]
fn several_lists_are_advised_by_themselves_and_together() {
    let second = LEGAL.replace("Pond", "Lake").replace("models: 4", "models: 3");
    let shelf = format!("{HEAD}  barge: 5\n  dinghy: 3\n");
    let folder = folder(&[("a/pond.yaml", LEGAL), ("a/lake.yaml", &second), ("a/shelf.yaml", &shelf)]);
    let run = |args: &[&str]| muster_with(folder.path(), "", args);
    let ran = run(&["check", "a", "--collection", "a/shelf.yaml"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, "note: no list: a/shelf.yaml: it is of the kind collection\n"));
    assert_snapshot!(ran.out, @"
    legal: Lake, 330 of 500 points
      a/lake.yaml
      tiny 1.2.0, level high, rules 1-2

    legal: Pond, 340 of 500 points
      a/pond.yaml
      tiny 1.2.0, level high, rules 1-2
    note[collection-short]: short of 1 Dinghy: the list has 4, the collection 3

    2 lists: 2 legal
    3 files: 2 lists, 1 needs a person
    Collection: all lists together need more than the collection has: 1 × Barge, 4 × Dinghy
    ");
    let json = run(&["check", "a", "--collection", "a/shelf.yaml", "--format", "jsonl"]);
    assert!(!json.out.contains("together"), "only people get that line: {json}");
    let named = run(&["check", "a/shelf.yaml"]);
    assert_eq!(named.status, 2);
    assert!(named.out.contains("`muster check LIST --collection a/shelf.yaml`"), "{named}");
    let folder = crate::folder(&[("pond.yaml", LEGAL), ("all.yaml", &format!("{HEAD}  barge: 6\n  dinghy: 8\n"))]);
    let twice = ["check", "pond.yaml", "pond.yaml", "--collection", "all.yaml"];
    let ran = muster_with(folder.path(), "", &twice);
    assert!(ran.out.ends_with("all lists together need no more than the collection has\n"), "{ran}");
}

#[test]
fn show_has_a_table() {
    let squadrons = "  - {unit: barge, models: 3}\n  - {unit: dinghy, models: 4}\n";
    let ran = checked(squadrons, "  barge: 4\n  dinghy: 3\n", &["show"]);
    assert_snapshot!(ran.out.split_once("Collection\n").unwrap().1, @"
    MODEL   NEEDED  OWNED  SHORT
    Barge        3      4      -
    Dinghy       4      3      1
    ");
    let ran = checked(squadrons, "  barge: 4\n  dinghy: 3\n", &["show", "--format", "json"]);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    let dinghy = &answer["lists"][0]["collection"][1];
    assert_eq!((&dinghy["unit"], &dinghy["needed"], &dinghy["owned"]), (&"dinghy".into(), &4.into(), &3.into()));
}

/// The collection that lists need is one with which none of them is short.
#[test]
fn a_collection_is_written_from_lists() {
    let second = LEGAL.replace("Pond", "Lake").replace("models: 3", "models: 1").replace("dinghy", "steamer");
    let folder = folder(&[("pond.yaml", LEGAL), ("lake.yaml", &second.replace("models: 4", "models: 2"))]);
    let run = |args: &[&str]| muster_with(folder.path(), "", args);
    let ran = run(&["collection", "pond.yaml", "lake.yaml", "-o", "shelf.yaml"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{ran}");
    assert_snapshot!(std::fs::read_to_string(folder.path().join("shelf.yaml")).unwrap(), @r#"
    muster: 1
    kind: collection
    ruleset: {id: tiny, version: "^1.2.0"}
    nation: lakeland
    models:
      barge: 3
      dinghy: 4
      steamer: 2
    "#);
    let ran = run(&["check", "pond.yaml", "lake.yaml", "--collection", "shelf.yaml"]);
    assert!(!ran.out.contains("collection-short") && ran.out.contains("1 × Barge"), "{ran}");
    let ran = run(&["collection", "pond.yaml", "-o", "shelf.yaml"]);
    assert!(ran.status == 2 && ran.err.contains("there already"), "{ran}");
    let ran = muster(&["collection", "nowhere.yaml"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran}");
}

#[test]
fn a_collection_of_another_game_is_not_compared() {
    let shelf = "muster: 1\nkind: collection\nruleset: dw-2.5\nmodels: {}\n";
    let folder = folder(&[("pond.yaml", LEGAL), ("shelf.yaml", shelf)]);
    for command in ["check", "show", "complete"] {
        let ran = muster_with(folder.path(), "", &[command, "pond.yaml", "--collection", "shelf.yaml"]);
        assert!(ran.status == 0 && ran.err.contains("compared") && !ran.out.contains("short"), "{ran}");
    }
}

/// With random collections, `complete` never offers what the collection lacks.
#[test]
fn additions_keep_to_the_collection() {
    let (shelf, examples) = (Shelf::built_in(), examples("dw-2.5"));
    let mut runner =
        TestRunner::new(Config { failure_persistence: None, max_shrink_iters: 4, ..Config::with_cases(2) });
    let cases = (0..examples.len(), prop::collection::vec(0_u32..4, 40));
    let bounds = muster_mend::Bounds { judged: 40, ..muster_mend::Bounds::default() };
    let offered = std::cell::Cell::new(0);
    let ruleset = shelf.ruleset(&RulesetName::Id("dw-2.5".to_owned()), &[]).unwrap();
    let result = runner.run(&cases, |(example, numbers)| {
        // Room for additions.
        let mut list = examples[example].clone();
        list.mfv = list.mfv.map(|mfv| mfv + 500);
        let list = &list;
        let before = needs(&ruleset, list);
        let names = ruleset
            .catalogues()
            .iter()
            .flat_map(|catalogue| muster_engine::needs::miniatures(ruleset.declarations(), catalogue));
        let lines = names.zip(numbers.iter().cycle()).map(|(one, number)| {
            let nation = one.nation.map(|nation| format!("{nation}:")).unwrap_or_default();
            format!("  {nation}{}: {number}\n", one.id)
        });
        let text = format!("muster: 1\nkind: collection\nruleset: dw-2.5\nmodels:\n{}", lines.collect::<String>());
        let owned = collection(&shelf, text.as_bytes()).map_err(|faults| TestCaseError::fail(format!("{faults:?}")))?;
        let may_be = |after: &_| owned.suffices(&before, &needs(&ruleset, after));
        let found = muster_mend::complete(&ruleset, list, bounds, &may_be);
        for mend in found.single.iter().chain(&found.full) {
            offered.set(offered.get() + 1);
            for need in needs(&ruleset, &mend.list) {
                let used = before.iter().find(|used| used.miniature == need.miniature).map_or(0, |used| used.models);
                let most = used.max(owned.owned(&need.miniature));
                prop_assert!(need.models <= most, "{}: {} of {most}", need.miniature.id, need.models);
            }
        }
        Ok(())
    });
    result.unwrap();
    assert!(offered.get() > 0, "nothing was ever offered");
}

/// The example lists of a game.
fn examples(game: &str) -> Vec<muster_engine::list::ArmyList> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(game);
    let files = std::fs::read_dir(folder).unwrap().flatten().map(|file| file.path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "yaml"));
    let entries = files.flat_map(|path| lists(&std::fs::read(path).unwrap()));
    let lists: Vec<_> =
        entries.filter_map(|entry| if let FileDocument::List(list, _) = entry { Some(*list) } else { None }).collect();
    assert!(!lists.is_empty());
    lists
}
