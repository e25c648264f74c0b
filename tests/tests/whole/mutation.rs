//! Every mutant of a ruleset (`muster_golden::mutants`) must make some golden list fail.
//!
//! `MUTANTS="cap- table" cargo test --test whole mutation` tries only changes that contain one of these words.

// A test that fails may panic.
#![allow(clippy::expect_used)]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_engine::selector::{Selector, SelectorTest};
use muster_golden::{GoldenList, Mutant, Reasons, mutants, unnoticed};
use muster_library::shelf::Shelf;
use muster_tests::golden::{golden_lists, with_club_units};

/// Tests every shipped ruleset.
#[test]
fn mutants_of_every_ruleset_are_caught() {
    let shelf = Shelf::built_in();
    let ids: BTreeSet<&str> = shelf.editions().into_iter().map(|edition| edition.id.as_str()).collect();
    let wrong: Vec<String> = ids.into_iter().filter_map(|id| faults(id).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A ruleset whose parts were replaced judges like one built anew. This includes parts that ask for a trait value for
/// which no other part asks.
#[test]
fn a_ruleset_with_other_parts_judges_as_one_built_anew() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists/dw-1.1");
    let ruleset = Shelf::built_in().ruleset(&RulesetName::Id("dw-1.1".to_owned()), &[]).expect("it is whole");
    let ruleset = with_club_units(&ruleset, &folder);
    let mut parts = ruleset.parts().clone();
    let rule = parts.rules.iter_mut().find(|sourced| sourced.rule.id == "dw11-allies").expect("there is such a rule");
    rule.rule.clauses[0].r#where = Selector(vec![SelectorTest::values("unit", vec!["club-frigate".to_owned()])]);
    let other = ruleset.with_parts(parts.clone()).expect("it is whole");
    let anew = Ruleset::build(parts).expect("it is whole");
    let again = ruleset.catalogues().iter().map(|ready| Arc::new(anew.catalogue(ready.written().clone()))).collect();
    let anew = anew.with_catalogues(again);
    let mut notes = 0;
    for golden in golden_lists(&folder) {
        let report = golden.report(&other);
        assert_eq!(report, golden.report(&anew), "{}", golden.name);
        notes += report.findings.iter().filter(|finding| finding.rule.as_str() == "dw11-allies").count();
    }
    assert!(notes > 0, "no list has the unit that the changed rule asks for");
}

/// The mutants of a ruleset that survive without a reason, or that have a reason but are caught.
fn faults(id: &str) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists").join(id);
    let shelf = Shelf::built_in();
    let lists = golden_lists(&folder);
    let nations: BTreeSet<String> = lists.iter().flat_map(nations).collect();
    let nations: Vec<&str> = nations.iter().map(String::as_str).collect();
    let ruleset = shelf.ruleset(&RulesetName::Id(id.to_owned()), &nations).expect("a shipped ruleset is whole");
    let ruleset = with_club_units(&ruleset, &folder);
    let reasons = Reasons::read(&std::fs::read_to_string(folder.join(Reasons::FILE)).unwrap_or_default());

    let wanted = std::env::var("MUTANTS").unwrap_or_default();
    let tried_all = wanted.is_empty();
    let wanted = |change: &str| wanted.is_empty() || wanted.split_whitespace().any(|word| change.contains(word));
    let mutants: Vec<Mutant> = mutants(ruleset.parts()).into_iter().filter(|mutant| wanted(&mutant.change)).collect();
    let lists: Vec<&GoldenList> = lists.iter().collect();
    let survivors: Vec<&str> =
        unnoticed(&ruleset, &mutants, &lists).into_iter().map(|mutant| mutant.change.as_str()).collect();

    println!("{id}: {} changes, {} lists", mutants.len(), lists.len());
    let unexplained: Vec<&&str> = survivors.iter().filter(|change| !reasons.has(change)).collect();
    if !unexplained.is_empty() {
        let (live, all) = (unexplained.len(), mutants.len());
        return Err(format!("{id}: {live} of {all} mutants live:\n{}", join(&unexplained)));
    }
    let changes: Vec<&str> = mutants.iter().map(|mutant| mutant.change.as_str()).collect();
    let caught = changes.iter().filter(|change| reasons.has(change) && !survivors.contains(change)).copied();
    // If only some changes are tried, a pattern may fit none of them.
    let idle = if tried_all { reasons.idle(&changes) } else { Vec::new() };
    let dead: Vec<&str> = caught.chain(idle).collect();
    if !dead.is_empty() {
        return Err(format!("{id}: explained, but noticed or no mutant:\n{}", join(&dead.iter().collect::<Vec<_>>())));
    }
    Ok(())
}

fn nations(golden: &GoldenList) -> Vec<String> {
    golden.nations().into_iter().map(str::to_owned).collect()
}

fn join(changes: &[&&str]) -> String {
    changes.iter().map(|change| format!("  {change}")).collect::<Vec<_>>().join("\n")
}
