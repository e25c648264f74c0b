//! Measures how long it takes to load rulesets and to read lists.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use std::path::Path;

use divan::{Bencher, black_box};
use muster_engine::list::RulesetName;
use muster_library::judge::judge_bytes;
use muster_library::shelf::Shelf;

const FLEET: &[u8] = include_bytes!("fleet.yaml");

fn main() {
    divan::main();
}

fn name(id: &str) -> RulesetName {
    RulesetName::Id(id.to_owned())
}

/// Loads what `muster check` needs for one list: the rules, one nation, and the units of no nation.
#[divan::bench(args = [("dw-2.5", "kingdom-of-britannia"), ("dw-4", "union")])]
fn built_in_one_nation((id, nation): (&str, &str)) {
    Shelf::built_in().ruleset(black_box(&name(id)), &[nation]).expect("it is whole");
}

#[divan::bench(args = ["dw-2.5", "dw-4"])]
fn built_in_all_nations(id: &str) {
    Shelf::built_in().ruleset(black_box(&name(id)), &[]).expect("it is whole");
}

#[divan::bench(args = ["dw-2.5", "dw-4"])]
fn folder_of_yaml_all_nations(id: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets");
    Shelf::with_folders(&[folder]).ruleset(black_box(&name(id)), &[]).expect("it is whole");
}

/// Reads and judges a list of 25 squadrons. The ruleset is loaded before.
#[divan::bench]
fn list_from_bytes(bencher: Bencher) {
    let shelf = Shelf::built_in();
    // Loads the ruleset.
    let _ = judge_bytes(&shelf, "fleet.yaml", FLEET);
    bencher.bench_local(|| judge_bytes(black_box(&shelf), "fleet.yaml", black_box(FLEET)));
}
