//! Measures how long the engine takes to judge a fleet, and shows that the time is proportional to the number of
//! squadrons.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use divan::{Bencher, black_box};
use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;

fn main() {
    divan::main();
}

fn fleet() -> ArmyList {
    list(include_bytes!("fleet.yaml"), 0)
}

/// Reads a list from a file.
fn list(file: &[u8], document: usize) -> ArmyList {
    match lists(file).remove(document) {
        FileDocument::List(list, _) => *list,
        other => panic!("{other:?}"),
    }
}

/// The fleet repeated this many times, with its force value multiplied by the same number. The flagship and free air
/// support are not repeated.
fn fleets(times: u32) -> (Ruleset, ArmyList) {
    let mut list = fleet();
    let bought: Vec<_> =
        list.squadrons.iter().filter(|squadron| squadron.unit != "local-air-support").cloned().collect();
    for _ in 1..times {
        let more = bought.iter().cloned().chain(bought.iter().take(3).cloned());
        list.squadrons.extend(more.map(|mut squadron| {
            squadron.roles.clear();
            squadron
        }));
    }
    let factor = if times == 1 { 1 } else { times * 2 };
    list.mfv = list.mfv.map(|mfv| mfv * factor);
    let ruleset = Shelf::built_in().ruleset_for(&list).expect("a shipped ruleset is whole");
    (ruleset, list)
}

/// Judges a legal fleet of 25 squadrons and 2,500 points, and makes the report with its fingerprint.
#[divan::bench]
fn legal_fleet(bencher: Bencher) {
    let (ruleset, list) = fleets(1);
    assert_eq!(muster_engine::check(&ruleset, &list).verdict, Verdict::Legal);
    bencher.bench_local(|| muster_engine::check(black_box(&ruleset), black_box(&list)));
}

/// Judges 25 units in two Battlefleets: slots, copies, hardpoints, attachments.
#[divan::bench]
fn battlefleets(bencher: Bencher) {
    let list = list(include_bytes!("battlefleets.yaml"), 0);
    let ruleset = Shelf::built_in().ruleset_for(&list).expect("a shipped ruleset is whole");
    assert_eq!(muster_engine::check(&ruleset, &list).verdict, Verdict::Legal);
    bencher.bench_local(|| muster_engine::check(black_box(&ruleset), black_box(&list)));
}

#[divan::bench(args = [25, 250, 2500])]
fn squadrons(bencher: Bencher, squadrons: u32) {
    let (ruleset, list) = fleets(squadrons / 25);
    assert_eq!(list.squadrons.len(), squadrons as usize);
    bencher.bench_local(|| muster_engine::check(black_box(&ruleset), black_box(&list)));
}

/// Judges a group of forty squadrons: the engine finds squadrons for all slots, and proves that there are no slots for
/// the others.
#[divan::bench(args = [("as many as fit", 0), ("hopeless", 1)])]
fn slots(bencher: Bencher, (_, document): (&str, usize)) {
    let mut list = list(include_bytes!("platoon.yaml"), document);
    let squadrons = &mut list.groups[0].squadrons;
    *squadrons = std::iter::repeat_n(squadrons.clone(), 4).flatten().collect();
    assert_eq!(squadrons.len(), 40);
    let ruleset = Shelf::built_in().ruleset_for(&list).expect("a shipped ruleset is whole");
    bencher.bench_local(|| muster_engine::check(black_box(&ruleset), black_box(&list)));
}
