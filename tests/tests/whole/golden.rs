//! Golden lists: each must give exactly the findings that its comments state.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::HashMap;
use std::path::Path;

use muster_engine::list::RulesetName;
use muster_library::shelf::Shelf;
use muster_tests::golden::{GoldenList, golden_lists, with_club_units};

#[test]
fn golden_lists_are_judged_as_marked() {
    let shelf = Shelf::built_in();
    let mut wrong = Vec::new();
    let mut lists = 0;
    for folder in folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("lists")) {
        // Most lists of a folder name the same ruleset and nations.
        let mut rulesets = HashMap::new();
        for golden in golden_lists(&folder) {
            lists += 1;
            let key = (format!("{:?}", golden.ruleset_name()), golden.nations().join(" "));
            let whole = || with_club_units(&golden.named_ruleset(&shelf).expect("a shipped ruleset is whole"), &folder);
            let differences = golden.differences(rulesets.entry(key).or_insert_with(whole));
            if !differences.is_empty() {
                let GoldenList { file, name, .. } = &golden;
                wrong.push(format!("{}: {name}\n{differences:#?}", file.display()));
            }
        }
    }
    println!("{lists} lists");
    assert!(lists > 0, "there are no golden lists");
    assert!(wrong.is_empty(), "{} of {lists} lists:\n{}", wrong.len(), wrong.join("\n"));
}

/// Examples with a club's units have those units in `units/`, and state their findings like golden lists.
#[test]
fn examples_with_club_units_are_judged_as_they_say() {
    let shelf = Shelf::built_in();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut lists = 0;
    for folder in folders(&root).into_iter().filter(|folder| folder.join("units").is_dir()) {
        for golden in golden_lists(&folder) {
            lists += 1;
            let differences = golden.differences(&with_club_units(
                &golden.named_ruleset(&shelf).expect("a shipped ruleset is whole"),
                &folder,
            ));
            assert!(differences.is_empty(), "{}\n{differences:#?}", golden.file.display());
        }
    }
    assert!(lists > 0, "there are no such examples");
}

/// The finding for Sections without a slot contains numbers that prove it, or says what blocks the slots.
#[test]
fn slots_that_run_out_are_told_in_numbers_that_prove_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists/legions-2.0");
    let ruleset = with_club_units(
        &Shelf::built_in()
            .ruleset(&RulesetName::Id("legions-2.0".to_owned()), &[])
            .expect("a shipped ruleset is whole"),
        &folder,
    );
    let lists = golden_lists(&folder);
    let said = |name: &str| {
        let golden = lists.iter().find(|golden| golden.name == name).unwrap_or_else(|| panic!("no list {name:?}"));
        let findings = golden.report(&ruleset).findings;
        let slots = findings.into_iter().filter(|finding| finding.message.contains(" finds no "));
        slots.map(|finding| finding.message).collect::<Vec<_>>()
    };
    assert_eq!(
        said("One Elite Section too many beside a Heavy Support Section"),
        ["Club Veterans finds no free slot in Platoon: 2 Sections need a place in Elite or Mercenary, which has \
          room for 1 once Heavy Support stands; third Elite or Mercenary, third Support or Elite open with third Line"]
    );
    assert_eq!(
        said("A Heavy Support Section in the place of two Support Sections that are there"),
        [
            "Club Tank finds no room in Platoon: Heavy Support takes the place of second Support, second Support or Elite, \
          which are filled"
        ]
    );
    assert_eq!(
        said("One Line Section with an officer who is a Character too"),
        ["Oberst Werner Hahl finds no free slot in Platoon: 2 Sections need a place in HQ, which has room for 1; \
          Character opens with second Line"]
    );
}

fn folders(root: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut folders: Vec<_> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
