//! How long rulesets take to load, and lists to read.

// A broken benchmark stops where it breaks.
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

fn name() -> RulesetName {
    RulesetName::Id("dw-2.5".to_owned())
}

/// What `muster check` of one list loads: the rules, one nation, and what every nation may field.
#[divan::bench]
fn built_in_one_nation() {
    Shelf::built_in().ruleset(black_box(&name()), &["kingdom-of-britannia"]).expect("it is whole");
}

#[divan::bench]
fn built_in_all_nations() {
    Shelf::built_in().ruleset(black_box(&name()), &[]).expect("it is whole");
}

#[divan::bench]
fn folder_of_yaml_all_nations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets");
    Shelf::with_folders(&[folder]).ruleset(black_box(&name()), &[]).expect("it is whole");
}

/// A list of 25 squadrons from bytes to report, with the ruleset loaded.
#[divan::bench]
fn list_from_bytes(bencher: Bencher) {
    let shelf = Shelf::built_in();
    // The ruleset is loaded with the first list.
    let _ = judge_bytes(&shelf, "fleet.yaml", FLEET);
    bencher.bench_local(|| judge_bytes(black_box(&shelf), "fleet.yaml", black_box(FLEET)));
}
