//! Measures how long it takes to load rulesets and to read lists.

// A benchmark that fails may panic.
#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use divan::{Bencher, black_box};
use muster_engine::list::RulesetName;
use muster_library::everywhere::Occasions;
use muster_library::judge::judge_bytes;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use serde_json::Value;

const FLEET: &[u8] = include_bytes!("fleet.yaml");

fn main() {
    divan::main();
}

fn value() -> Value {
    serde_yaml::from_slice(FLEET).expect("it is YAML")
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

/// Judges a list by each version of its ruleset and under 200 events, from a cold start, as `muster check --everywhere` does.
#[divan::bench(sample_count = 10)]
fn two_hundred_events(bencher: Bencher) {
    let cup = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/events/channel-cup-2026.yaml");
    let cup = fs::read_to_string(cup).expect("an event");
    let folder = tempfile::tempdir().expect("a folder");
    let event = |number: usize| {
        let path = folder.path().join(format!("cup-{number}.yaml"));
        let text = cup.replacen("id: channel-cup-2026", &format!("id: cup-{number}"), 1);
        fs::write(&path, text).expect("it is written");
        path
    };
    let events: Vec<PathBuf> = (0..200).map(event).collect();
    let FileDocument::List(list, _) = lists(FLEET).swap_remove(0) else { panic!("it is a list") };
    bencher.bench_local(|| {
        let shelf = Shelf::built_in();
        let judged = Occasions::new(&shelf, &events).judge("fleet.yaml", None, black_box(&list), None);
        assert!(judged.len() > 200);
    });
}

/// Lower bounds for a list of 25 squadrons: what any tool needs that reads it as YAML or JSON, or checks it by its schema
/// alone. None of these says anything about the rules of a game.
#[divan::bench]
fn bound_yaml_parsed(bencher: Bencher) {
    bencher.bench_local(|| serde_yaml::from_slice::<Value>(black_box(FLEET)).expect("it is YAML"));
}

#[divan::bench]
fn bound_json_parsed(bencher: Bencher) {
    let text = value().to_string();
    bencher.bench_local(|| serde_json::from_str::<Value>(black_box(&text)).expect("it is JSON"));
}

#[divan::bench]
fn bound_schema_alone(bencher: Bencher) {
    let schema = serde_json::from_str(include_str!("../../schemas/list.schema.json")).expect("it is JSON");
    let (validator, value) = (jsonschema::validator_for(&schema).expect("it is a schema"), value());
    assert!(validator.is_valid(&value));
    bencher.bench_local(|| validator.is_valid(black_box(&value)));
}

/// Reads a list of 25 squadrons into the engine's types, with the places of all it says.
#[divan::bench]
fn list_read(bencher: Bencher) {
    bencher.bench_local(|| lists(black_box(FLEET)));
}

/// Reads and judges a list of 25 squadrons. The ruleset is loaded before.
#[divan::bench]
fn list_from_bytes(bencher: Bencher) {
    let shelf = Shelf::built_in();
    // Loads the ruleset.
    let _ = judge_bytes(&shelf, "fleet.yaml", FLEET);
    bencher.bench_local(|| judge_bytes(black_box(&shelf), "fleet.yaml", black_box(FLEET)));
}
