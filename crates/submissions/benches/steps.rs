//! Measures each step on the way from a list file to its row in a table, for 1, 100 and 10,000 lists of 25 squadrons on
//! one core. Beside them stands the least that any program would do with the same files: to parse them, or to validate
//! them by their JSON Schema. Each step includes the steps before it in its group.
//!
//! `STEP=judge LISTS=100` takes one step for so many lists and ends. `scripts/count-instructions` counts its
//! instructions.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use std::env;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use jsonschema::Validator;
use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::{check, points, tally};
use muster_library::lists::{FileDocument, lists};
use muster_library::schemas::FileKind;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, RowMaker, Submission, judge_bytes};
use serde_json::Value;

const FLEET: &str = include_str!("../../../tests/benches/fleet.yaml");

/// The number of different lists. A step for more lists takes these again and again.
const DIFFERENT: usize = 100;

fn main() {
    if let Ok(name) = env::var("STEP") {
        let (_, step) = STEPS.iter().find(|(known, _)| *known == name).expect("STEP names a step");
        let lists = env::var("LISTS").ok().and_then(|lists| lists.parse().ok()).unwrap_or(1);
        let given = BenchInput::new();
        (0..lists).for_each(|list| step(&given, list % DIFFERENT));
    } else {
        divan::main();
    }
}

/// Everything that the steps start from.
struct BenchInput {
    files: Vec<String>,
    values: Vec<Value>,
    lists: Vec<ArmyList>,
    handed_in: Vec<Submission>,
    ruleset: Ruleset,
    schema: Validator,
}

impl BenchInput {
    fn new() -> Self {
        let files: Vec<String> = (0..DIFFERENT).map(|list| FLEET.replace("name:", &format!("name: {list}"))).collect();
        let shelf = Shelf::built_in();
        let games = NewestGames::new(&shelf);
        let intake = Intake::new(&games);
        let handed_in = files.iter().map(|file| match judge_bytes(&intake, "fleet.yaml", file.as_bytes()).remove(0) {
            HandIn::Lists(mut lists) => lists.remove(0),
            HandIn::NoList { why, .. } => panic!("{why}"),
        });
        let read: Vec<ArmyList> = files.iter().map(|file| read(file)).collect();
        Self {
            handed_in: handed_in.collect(),
            values: files.iter().map(|file| parse(file)).collect(),
            ruleset: shelf.ruleset_for(&read[0]).expect("it is built in"),
            lists: read,
            schema: jsonschema::validator_for(&FileKind::List.schema()).expect("it is a schema"),
            files,
        }
    }
}

fn read(file: &str) -> ArmyList {
    match lists(file.as_bytes()).remove(0) {
        FileDocument::List(list, _) => *list,
        other => panic!("{other:?}"),
    }
}

fn parse(file: &str) -> Value {
    serde_yaml::from_str(file).expect("it is YAML")
}

/// Does one step with one list, given by its place among the different lists.
type BenchStep = fn(&BenchInput, usize);

const STEPS: &[(&str, BenchStep)] = &[
    // Reads the bytes of a file as the list that the engine judges.
    ("read", |given, list| drop(black_box(read(&given.files[list])))),
    // Finds squadrons, options, prices and traits in the catalogues.
    ("look-up", |given, list| _ = black_box(points(&given.ruleset, &given.lists[list]))),
    // Looks up the same, and judges by all rules which limits are broken, in numbers.
    ("judge", |given, list| drop(black_box(tally(&given.ruleset, &given.lists[list])))),
    // Looks up and judges the same, words the findings, sorts them, and makes the fingerprint.
    ("word", |given, list| drop(black_box(check(&given.ruleset, &given.lists[list])))),
    // Writes a report as the cells of its row, or as JSON.
    ("render-row", |given, list| drop(black_box(RowMaker::default().row(&given.handed_in[list]).cells()))),
    ("render-json", |given, list| drop(black_box(serde_json::to_vec(&given.handed_in[list].report)))),
    // The least that any program would do.
    ("parse-only", |given, list| drop(black_box(parse(&given.files[list])))),
    ("schema-only", |given, list| assert!(black_box(given.schema.is_valid(&given.values[list])))),
];

/// Makes the game ready, once for all lists.
#[divan::bench]
fn make_ready() -> Ruleset {
    Shelf::built_in().ruleset_for(&read(FLEET)).expect("it is built in")
}

#[divan::bench(args = STEPS.iter().map(|(name, _)| *name), consts = [1, 100, 10_000], sample_count = 20)]
fn step<const LISTS: usize>(bencher: Bencher, name: &str) {
    let (_, step) = STEPS.iter().find(|(known, _)| *known == name).expect("it is a step");
    let given = BenchInput::new();
    let counted = bencher.counter(ItemsCount::new(LISTS));
    counted.bench_local(|| (0..LISTS).for_each(|list| step(&given, list % DIFFERENT)));
}
