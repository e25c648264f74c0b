//! Every mutant of a ruleset (`muster_tests::mutation`) must make some golden list fail.
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
use muster_library::shelf::Shelf;
use muster_tests::golden::{GoldenList, golden_lists, with_club_units};
use muster_tests::mutation::{Mutant, mutants};
use rayon::prelude::*;

/// The mutants that no list distinguishes from the ruleset, with reasons, in lines of `CHANGE  # REASON`. `*` in a
/// change stands for any text.
const EQUIVALENT: &str = "equivalent-mutants.txt";

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

/// The mutants of a ruleset that survive without a reason, or that are listed as equivalent but are caught.
fn faults(id: &str) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists").join(id);
    let shelf = Shelf::built_in();
    let lists = golden_lists(&folder);
    let nations: BTreeSet<String> = lists.iter().flat_map(nations).collect();
    let nations: Vec<&str> = nations.iter().map(String::as_str).collect();
    let ruleset = shelf.ruleset(&RulesetName::Id(id.to_owned()), &nations).expect("a shipped ruleset is whole");
    let ruleset = with_club_units(&ruleset, &folder);
    let equivalent = std::fs::read_to_string(folder.join(EQUIVALENT)).unwrap_or_default();
    let equivalent: Vec<&str> = equivalent.lines().filter_map(|line| Some(line.split_once("  # ")?.0.trim())).collect();

    // A list that already fails would seem to catch every mutant.
    let lists: Vec<GoldenList> = lists.into_iter().filter(|golden| golden.differences(&ruleset).is_empty()).collect();
    let wanted = std::env::var("MUTANTS").unwrap_or_default();
    let tried_all = wanted.is_empty();
    let wanted = |change: &str| wanted.is_empty() || wanted.split_whitespace().any(|word| change.contains(word));
    let mutants: Vec<Mutant> = mutants(ruleset.parts()).into_iter().filter(|mutant| wanted(&mutant.change)).collect();
    let survivors: Vec<&str> = mutants
        .par_iter()
        .filter(|mutant| survives(mutant, &ruleset, &lists))
        .map(|mutant| mutant.change.as_str())
        .collect();

    println!("{id}: {} changes, {} lists", mutants.len(), lists.len());
    let is_explained = |change: &str| equivalent.iter().any(|pattern| fits(pattern, change));
    let unexplained: Vec<&&str> = survivors.iter().filter(|change| !is_explained(change)).collect();
    if !unexplained.is_empty() {
        let (live, all) = (unexplained.len(), mutants.len());
        return Err(format!("{id}: {live} of {all} mutants live:\n{}", join(&unexplained)));
    }
    let caught: Vec<&str> = mutants.iter().map(|mutant| mutant.change.as_str()).collect();
    let caught = caught.iter().filter(|change| is_explained(change) && !survivors.contains(change));
    // If only some changes are tried, a pattern may fit none of them.
    let idle = |pattern: &&&str| tried_all && !mutants.iter().any(|mutant| fits(pattern, &mutant.change));
    let dead: Vec<&&str> = caught.chain(equivalent.iter().filter(idle)).collect();
    if !dead.is_empty() {
        return Err(format!("{id}: listed as equivalent, but caught or no mutant:\n{}", join(&dead)));
    }
    Ok(())
}

/// Whether no golden list notices the mutant. Catalogues are made ready once for all mutants. The rule's own lists are
/// tried first, because they nearly always notice it.
fn survives(mutant: &Mutant, ruleset: &Ruleset, lists: &[GoldenList]) -> bool {
    let Ok(changed) = ruleset.with_parts(mutant.parts(ruleset.parts())) else { return false };
    let own = |golden: &&GoldenList| golden.file.file_stem().is_some_and(|stem| *stem == *mutant.item);
    let (first, rest): (Vec<&GoldenList>, Vec<&GoldenList>) = lists.iter().partition(own);
    !first.into_iter().chain(rest).any(|golden| !golden.differences(&changed).is_empty())
}

/// Whether a change fits a pattern.
fn fits(pattern: &str, change: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == change,
        Some((start, rest)) => change.strip_prefix(start).is_some_and(|after| {
            let ends = after.char_indices().map(|(at, _)| at).chain([after.len()]);
            ends.into_iter().any(|at| fits(rest, &after[at..]))
        }),
    }
}

fn nations(golden: &GoldenList) -> Vec<String> {
    golden.nations().into_iter().map(str::to_owned).collect()
}

fn join(changes: &[&&str]) -> String {
    changes.iter().map(|change| format!("  {change}")).collect::<Vec<_>>().join("\n")
}
