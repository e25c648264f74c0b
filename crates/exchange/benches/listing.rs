//! How long a list of 25 squadrons takes as text and as a roster, there and back.

// A broken benchmark stops where it breaks.
#![allow(clippy::expect_used)]

use divan::{Bencher, black_box};
use muster_engine::check;
use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_exchange::battlescribe::roster::{self, Roster};
use muster_exchange::listing::{self, Said, Style};
use muster_library::lists::{Entry, lists};
use muster_library::shelf::Shelf;

fn main() {
    divan::main();
}

/// A fleet of 25 squadrons with its rules, all nations at hand, and its verdict.
fn fleet() -> (Ruleset, ArmyList, Report) {
    let list = match lists(include_bytes!("../../../tests/benches/fleet.yaml")).remove(0) {
        Entry::List(list, _) => *list,
        other => panic!("{other:?}"),
    };
    let ruleset = Shelf::default().ruleset(&list.ruleset, &[]).expect("it is built in");
    let report = check(&ruleset, &list);
    (ruleset, list, report)
}

#[divan::bench(args = ["text", "markdown", "discord", "bbcode"])]
fn write(bencher: Bencher, style: &str) {
    let (ruleset, list, report) = fleet();
    let style = match style {
        "text" => Style::Text,
        "markdown" => Style::Markdown,
        "discord" => Style::Discord,
        _ => Style::Bbcode,
    };
    bencher.bench_local(|| listing::write(black_box(&ruleset), &list, &report, style));
}

#[divan::bench]
fn lines(bencher: Bencher) {
    let (ruleset, list, report) = fleet();
    bencher.bench_local(|| listing::lines(black_box(&ruleset), &list, &report));
}

#[divan::bench]
fn rows(bencher: Bencher) {
    let (ruleset, list, report) = fleet();
    bencher.bench_local(|| listing::rows(black_box(&ruleset), &list, &report));
}

#[divan::bench]
fn roster(bencher: Bencher) {
    let (ruleset, list, _) = fleet();
    bencher.bench_local(|| roster::write(black_box(&ruleset), &list));
}

#[divan::bench]
fn read_text(bencher: Bencher) {
    let (ruleset, list, report) = fleet();
    let text = listing::write(&ruleset, &list, &report, Style::Text).text;
    bencher.bench_local(|| listing::read(black_box(&ruleset), &text, Said::default()));
}

#[divan::bench]
fn read_lines(bencher: Bencher) {
    let (ruleset, list, report) = fleet();
    let text = listing::lines(&ruleset, &list, &report);
    bencher.bench_local(|| listing::read(black_box(&ruleset), &text, Said::default()));
}

#[divan::bench]
fn read_roster(bencher: Bencher) {
    let (ruleset, list, _) = fleet();
    let text = roster::write(&ruleset, &list).text;
    bencher.bench_local(|| {
        let roster = Roster::open("fleet.ros", text.clone().into_bytes()).expect("it is ours");
        roster::read(black_box(&ruleset), &roster, Said::default())
    });
}
