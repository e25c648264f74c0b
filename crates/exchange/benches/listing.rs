//! Measures how long a list of 25 squadrons takes to be written and read, as text and as a roster.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use divan::{Bencher, black_box};
use muster_engine::judge;
use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::summary::Summary;
use muster_exchange::battlescribe::roster::{self, Importer, Roster};
use muster_exchange::listing::{self, Markup, TextContext};
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;

fn main() {
    divan::main();
}

/// A fleet of 25 squadrons with its verdict, and its ruleset with all nations.
fn fleet() -> (Ruleset, ArmyList, Summary, Report) {
    let list = match lists(include_bytes!("../../../tests/benches/fleet.yaml")).remove(0) {
        FileDocument::List(list, _) => *list,
        other => panic!("{other:?}"),
    };
    let ruleset = Shelf::default().ruleset(&list.ruleset, &[]).expect("it is built in");
    let judged = judge(&ruleset, &list, None);
    let (summary, report) = (judged.summary(), judged.into_report());
    (ruleset, list, summary, report)
}

#[divan::bench(args = ["text", "markdown", "discord", "bbcode"])]
fn write(bencher: Bencher, style: &str) {
    let (ruleset, list, summary, report) = fleet();
    let style = match style {
        "text" => Markup::Text,
        "markdown" => Markup::Markdown,
        "discord" => Markup::Discord,
        _ => Markup::Bbcode,
    };
    bencher.bench_local(|| listing::write(black_box(&ruleset), &list, &summary, &report, style));
}

#[divan::bench]
fn lines(bencher: Bencher) {
    let (_, _, summary, report) = fleet();
    bencher.bench_local(|| listing::lines(black_box(&summary), &report));
}

#[divan::bench]
fn rows(bencher: Bencher) {
    let (ruleset, list, summary, report) = fleet();
    bencher.bench_local(|| listing::rows(black_box(&ruleset), &list, &summary, &report));
}

#[divan::bench]
fn roster(bencher: Bencher) {
    let (ruleset, list, summary, _) = fleet();
    bencher.bench_local(|| roster::write(black_box(&ruleset), &list, &summary));
}

#[divan::bench]
fn read_text(bencher: Bencher) {
    let (ruleset, list, summary, report) = fleet();
    let text = listing::write(&ruleset, &list, &summary, &report, Markup::Text).text;
    bencher.bench_local(|| listing::read(black_box(&ruleset), &text, TextContext::default()));
}

#[divan::bench]
fn read_lines(bencher: Bencher) {
    let (ruleset, _, summary, report) = fleet();
    let text = listing::lines(&summary, &report);
    bencher.bench_local(|| listing::read(black_box(&ruleset), &text, TextContext::default()));
}

#[divan::bench]
fn read_roster(bencher: Bencher) {
    let (ruleset, list, summary, _) = fleet();
    let text = roster::write(&ruleset, &list, &summary).text;
    let shelf = Shelf::default();
    let importer = Importer::new(&shelf);
    bencher.bench_local(|| {
        let roster = Roster::open("fleet.ros", text.clone().into_bytes()).expect("it is ours");
        importer.read(black_box(&roster), None, TextContext::default())
    });
}
