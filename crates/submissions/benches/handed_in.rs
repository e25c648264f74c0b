//! Measures how long it takes to judge a folder of lists into rows of a table, and to make one page of many lists.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use std::fs;
use std::path::PathBuf;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use muster_library::shelf::Shelf;
use muster_submissions::{Games, HandedIn, Intake, Rows, judge_bytes, judge_paths, page};

const FLEET: &str = include_str!("../../../tests/benches/fleet.yaml");

fn main() {
    divan::main();
}

/// Reads and judges a folder of 10,000 lists of 25 squadrons, and makes the cells of their rows.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn rows_of_10_000_files(bencher: Bencher) {
    const LISTS: usize = 10_000;
    let folder = tempfile::tempdir().expect("there is room");
    for number in 0..LISTS {
        fs::write(folder.path().join(format!("{number:05}.yaml")), FLEET).expect("there is room");
    }
    let paths: Vec<PathBuf> = vec![folder.path().to_owned()];
    let shelf = Shelf::built_in();
    let games = Games::new(&shelf);
    bencher.counter(ItemsCount::new(LISTS)).bench_local(|| {
        let mut rows = Rows::default();
        judge_paths(&Intake::new(&games), black_box(&paths), |handed| {
            if let HandedIn::Lists(lists) = handed {
                for list in &lists {
                    black_box(rows.row(list).cells());
                }
            }
        });
    });
}

/// Makes a page of 1,000 judged lists: legal ones of 25 squadrons, and others with a dozen findings each.
#[divan::bench(sample_count = 10)]
fn page_of_1_000_lists(bencher: Bencher) {
    let shelf = Shelf::built_in();
    let games = Games::new(&shelf);
    let intake = Intake::new(&games);
    let broken =
        FLEET.replace("roles:", "x-roles:").replace("models: 2", "models: 9").replace("mfv:", "points: 1\nmfv:");
    let lists = |text: &str| judge_bytes(&intake, "fleet.yaml", text.as_bytes());
    let handed_in: Vec<HandedIn> = [lists(FLEET), lists(&broken)].concat().into_iter().cycle().take(1_000).collect();
    bencher.counter(ItemsCount::new(1_000_usize)).bench_local(|| page(black_box(&handed_in)).expect("it has a page"));
}
