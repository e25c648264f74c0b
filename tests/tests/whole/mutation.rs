//! Every mutant of a ruleset, with one rule dropped or one number changed by one, fails some golden list.
//!
//! `MUTANTS="cap- table" cargo test --test whole mutation` tries only changes that contain one of these words.

// A broken test may panic.
#![allow(clippy::expect_used)]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;
use muster_library::shelf::Shelf;
use muster_tests::golden::{Golden, golden_lists, with_club_units};
use muster_tests::mutation::{Mutant, mutants};
use rayon::prelude::*;

/// The mutants that no list can distinguish from the ruleset, with reasons: lines of `CHANGE  # REASON`.
const EQUIVALENT: &str = "equivalent-mutants.txt";

/// Tests every shipped ruleset.
#[test]
fn mutants_of_every_ruleset_are_caught() {
    let shelf = Shelf::built_in();
    let ids: BTreeSet<&str> = shelf.editions().iter().map(|edition| edition.id.as_str()).collect();
    let wrong: Vec<String> = ids.into_iter().filter_map(|id| faults(id).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    let lists: Vec<Golden> = lists.into_iter().filter(|golden| golden.differences(&ruleset).is_empty()).collect();
    let wanted = std::env::var("MUTANTS").unwrap_or_default();
    let wanted = |change: &str| wanted.is_empty() || wanted.split_whitespace().any(|word| change.contains(word));
    let mutants: Vec<Mutant> = mutants(ruleset.parts()).into_iter().filter(|mutant| wanted(&mutant.change)).collect();
    let survivors: Vec<&str> = mutants
        .par_iter()
        .filter(|mutant| survives(mutant, &ruleset, &lists))
        .map(|mutant| mutant.change.as_str())
        .collect();

    let unexplained: Vec<&&str> = survivors.iter().filter(|change| !equivalent.contains(change)).collect();
    if !unexplained.is_empty() {
        let (live, all) = (unexplained.len(), mutants.len());
        return Err(format!("{id}: {live} of {all} mutants live:\n{}", join(&unexplained)));
    }
    let dead: Vec<&&str> = equivalent.iter().filter(|change| wanted(change) && !survivors.contains(change)).collect();
    if !dead.is_empty() {
        return Err(format!("{id}: listed as equivalent, but caught:\n{}", join(&dead)));
    }
    Ok(())
}

/// Whether no golden list notices the mutant. The rule's own lists are tried first, because they nearly always notice
/// it.
fn survives(mutant: &Mutant, ruleset: &Ruleset, lists: &[Golden]) -> bool {
    let Ok(changed) = Ruleset::build(mutant.parts.clone()) else { return false };
    let catalogues =
        ruleset.catalogues().iter().map(|catalogue| Arc::new(changed.catalogue(catalogue.written().clone()))).collect();
    let changed = changed.with_catalogues(catalogues);
    let own = |golden: &&Golden| golden.file.file_stem().is_some_and(|stem| *stem == *mutant.item);
    let (first, rest): (Vec<&Golden>, Vec<&Golden>) = lists.iter().partition(own);
    !first.into_iter().chain(rest).any(|golden| !golden.differences(&changed).is_empty())
}

fn nations(golden: &Golden) -> Vec<String> {
    golden.nations().into_iter().map(str::to_owned).collect()
}

fn join(changes: &[&&str]) -> String {
    changes.iter().map(|change| format!("  {change}")).collect::<Vec<_>>().join("\n")
}
