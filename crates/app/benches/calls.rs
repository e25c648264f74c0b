//! Measures how long an edit takes: the verdict on a large fleet, and the list of units that may be added to it.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use divan::{Bencher, black_box};
use muster_app::{App, call};
use muster_engine::list::ArmyList;
use muster_library::lists::{Entry, lists};

fn main() {
    divan::main();
}

/// The arguments of a call: a fleet with this many squadrons. With `room`, more squadrons fit within its MFV.
fn args(squadrons: usize, room: bool) -> Vec<u8> {
    let mut list: ArmyList = match lists(include_bytes!("../../../tests/benches/fleet.yaml")).remove(0) {
        Entry::List(list, _) => *list,
        other => panic!("{other:?}"),
    };
    let more: Vec<_> = list.squadrons[1..22].to_vec();
    list.squadrons.extend(more.iter().cycle().take(squadrons - list.squadrons.len()).cloned());
    list.mfv = Some(if room { 12_500 } else { 2_500 });
    serde_json::to_vec(&serde_json::json!({ "list": list })).expect("a list is JSON")
}

fn bench(bencher: Bencher, names: &[&str], args: &[u8]) {
    let app = App::default();
    bencher.bench_local(|| {
        for name in names {
            black_box(call(black_box(&app), name, black_box(args)).expect("the call has an answer"));
        }
    });
}

/// One edit calls `judge` and `candidates`, with JSON in and out.
#[divan::bench(args = [true, false])]
fn edit_of_60_squadrons(bencher: Bencher, room: bool) {
    bench(bencher, &["judge", "candidates"], &args(60, room));
}

#[divan::bench]
fn judge_60_squadrons(bencher: Bencher) {
    bench(bencher, &["judge"], &args(60, true));
}

#[divan::bench]
fn candidates_for_60_squadrons(bencher: Bencher) {
    bench(bencher, &["candidates"], &args(60, true));
}

/// Lists the units of a nation, as the units pane does.
#[divan::bench]
fn units_of_a_nation(bencher: Bencher) {
    bench(bencher, &["units"], br#"{"ruleset": "dw-2.5", "nation": "kingdom-of-britannia"}"#);
}

/// Writes a list as text.
#[divan::bench]
fn write_60_squadrons(bencher: Bencher) {
    bench(bencher, &["write"], &args(60, true));
}
