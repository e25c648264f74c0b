//! Measures how long pages take: a large fleet with its cards once the typesetter is warm, and many lists.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use divan::{Bencher, black_box};
use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use muster_print::{Fleet, Layout, PrintError, PrintOptions, PrintSubject, ReportedList, each, pdf};

fn main() {
    divan::main();
}

/// A fleet of 25 squadrons.
fn fleet() -> (Ruleset, Box<ArmyList>) {
    let shelf = Shelf::built_in();
    let entry = lists(include_bytes!("../../../tests/benches/fleet.yaml")).remove(0);
    let FileDocument::List(list, _) = entry else { panic!("this is not a list") };
    (shelf.ruleset_for(&list).expect("its ruleset is built in"), list)
}

/// The same list with another name, because the typesetter caches what it has set before.
fn named(list: &ArmyList, number: u32) -> ArmyList {
    ArmyList { name: Some(format!("Fleet {number}")), ..list.clone() }
}

fn print(bencher: Bencher, layouts: &[Layout]) {
    let (ruleset, list) = fleet();
    let options = PrintOptions { layouts: layouts.to_vec(), ..PrintOptions::default() };
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number += 1;
            named(&list, number)
        })
        .bench_local_values(|list| one(&ruleset, &list, &options).expect("it prints"));
}

/// Judges a list as its opponent may see it, and prints it.
fn one(ruleset: &Ruleset, list: &ArmyList, options: &PrintOptions) -> Result<Vec<u8>, PrintError> {
    let open = muster_engine::open(ruleset.declarations(), list);
    let judged = muster_engine::judge(ruleset, &open, None);
    let seen = ReportedList { list: &open, report: judged.report(), summary: &judged.summary() };
    let subject = PrintSubject::List(Fleet { ruleset, whole: seen, shown: seen, share: None, look: None });
    pdf(black_box(&[subject]), options)
}

#[divan::bench]
fn force_list_of_25_squadrons(bencher: Bencher) {
    print(bencher, &[Layout::ForceList]);
}

#[divan::bench]
fn force_list_and_stat_cards_of_25_squadrons(bencher: Bencher) {
    print(bencher, &[Layout::ForceList, Layout::StatCards]);
}

/// Prints each list to its own file, on all cores.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn two_hundred_force_lists_with_stat_cards(bencher: Bencher) {
    let (ruleset, list) = fleet();
    let options = PrintOptions { layouts: vec![Layout::ForceList, Layout::StatCards], ..PrintOptions::default() };
    let mut run = 0;
    bencher
        .with_inputs(|| {
            run += 1;
            (0..200).map(|number| named(&list, 1_000 * run + number)).collect::<Vec<_>>()
        })
        .bench_local_values(|lists| each(&lists, |list| one(&ruleset, list, &options).map(drop)).expect("all print"));
}
