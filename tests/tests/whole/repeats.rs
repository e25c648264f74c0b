//! Tests that a report never says the same thing twice, even about a list without an MFV or without numbers of models.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::HashSet;
use std::path::Path;

use muster_engine::list::{ArmyList, RulesetName};
use muster_library::shelf::Shelf;
use muster_tests::golden::{GoldenContent, golden_lists, with_club_units};
use rayon::prelude::*;

#[test]
fn nothing_is_said_twice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    let shelf = Shelf::built_in();
    for folder in std::fs::read_dir(root).expect("there are golden lists") {
        let folder = folder.expect("a folder").path();
        let id = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let whole = shelf.ruleset(&RulesetName::Id(id), &[]).expect("a shipped ruleset is whole");
        let ruleset = with_club_units(&whole, &folder);
        golden_lists(&folder).par_iter().for_each(|golden| {
            let GoldenContent::List(list, sheet) = &golden.judged else { return };
            let without_mfv = ArmyList { mfv: None, ..(**list).clone() };
            let mut without_models = (**list).clone();
            let groups = without_models.groups.iter_mut().flat_map(|group| &mut group.squadrons);
            without_models.squadrons.iter_mut().chain(groups).for_each(|squadron| squadron.models = None);
            for list in [&**list, &without_mfv, &without_models] {
                let report = muster_engine::judge(&ruleset, list, sheet.as_ref()).into_report();
                let mut told = HashSet::new();
                for finding in &report.findings {
                    let is_new = told.insert((&finding.rule, &finding.at, &finding.message));
                    assert!(is_new, "{}: twice {finding:?}", golden.name);
                }
            }
        });
    }
}
