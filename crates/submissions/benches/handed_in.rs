//! Measures how long it takes to judge what players hand in: folders of list files, of all forms, texts and rosters; and
//! to make one page of many lists.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use std::fs;
use std::path::PathBuf;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use muster_engine::judge;
use muster_exchange::battlescribe::roster;
use muster_exchange::listing;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, RowMaker, judge_bytes, judge_paths, page};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

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
    let games = NewestGames::new(&shelf);
    bencher.counter(ItemsCount::new(LISTS)).bench_local(|| {
        let mut rows = RowMaker::default();
        judge_paths(&Intake::new(&games), black_box(&paths), |handed| {
            if let HandIn::Lists(lists) = handed {
                for list in &lists {
                    black_box(rows.row(list).cells());
                }
            }
        });
    });
}

/// Reads and judges the example submissions, 60 files in all forms. Games and readers are made ready anew, as in a new
/// process.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn mixed_60(bencher: Bencher) {
    let folder = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/submissions"))];
    let mut files = 0_usize;
    bencher.bench_local(|| {
        let shelf = Shelf::built_in();
        let games = NewestGames::new(&shelf);
        judge_paths(&Intake::new(&games), black_box(&folder), |_| files += 1);
    });
    assert!(files > 0, "there are no examples");
}

/// Reads and judges a text of 25 lines, as people post it, that does not name its game.
#[divan::bench]
fn text_of_25_lines(bencher: Bencher) {
    let FileDocument::List(list, _) = lists(FLEET.as_bytes()).remove(0) else { panic!("it is a list") };
    let ruleset = Shelf::built_in().ruleset(&list.ruleset, &[]).expect("it is built in");
    let judged = judge(&ruleset, &list, None);
    let text = listing::lines(&judged.summary(), judged.report());
    let text: String = text.lines().take(25).collect::<Vec<_>>().join("\n");
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games);
    bencher.bench_local(|| judge_bytes(&intake, "list.txt", black_box(text.as_bytes())));
}

/// Makes a page of 1,000 judged lists: legal ones of 25 squadrons, and others with a dozen findings each.
#[divan::bench(sample_count = 10)]
fn page_of_1_000_lists(bencher: Bencher) {
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games);
    let broken =
        FLEET.replace("roles:", "x-roles:").replace("models: 2", "models: 9").replace("mfv:", "points: 1\nmfv:");
    let lists = |text: &str| judge_bytes(&intake, "fleet.yaml", text.as_bytes());
    let handed_in: Vec<HandIn> = [lists(FLEET), lists(&broken)].concat().into_iter().cycle().take(1_000).collect();
    bencher
        .counter(ItemsCount::new(1_000_usize))
        .bench_local(|| page(black_box(&handed_in), &shelf, &[]).expect("it has a page"));
}

/// Unpacks, reads and judges 1,000 rosters of 25 squadrons, as other programs write them, on one or two threads.
#[divan::bench(args = [1, 2], sample_count = 5, sample_size = 1)]
fn rosters_1_000(bencher: Bencher, threads: usize) {
    const ROSTERS: usize = 1_000;
    let bytes = roster();
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games);
    let threads = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    bencher.counter(ItemsCount::new(ROSTERS)).bench_local(|| {
        let judge = |_| drop(black_box(judge_bytes(&intake, "fleet.rosz", &bytes)));
        threads.install(|| (0..ROSTERS).into_par_iter().for_each(judge));
    });
}

/// A packed roster without our notes, with the id of a game of community data, and with profiles and rules.
fn roster() -> Vec<u8> {
    let FileDocument::List(list, _) = lists(FLEET.as_bytes()).remove(0) else { panic!("it is a list") };
    let ruleset = Shelf::built_in().ruleset(&list.ruleset, &[]).expect("it is built in");
    let text = roster::write(&ruleset, &list, &judge(&ruleset, &list, None).summary()).text;
    let column = "<characteristic name=\"Some column\" typeId=\"6fa9-7fa8-ea74\">some figure</characteristic>";
    let columns = column.repeat(10);
    let profile = format!("<profile id=\"p\" name=\"A card\"><characteristics>{columns}</characteristics></profile>");
    let words = "Some words. ".repeat(20);
    let rule = format!("<rule id=\"r\" name=\"A rule\"><description>{words}</description></rule>");
    let (rules, profiles) = (rule.repeat(2), profile.repeat(2));
    let card = format!("<rules>{rules}</rules><profiles>{profiles}</profiles></selection>");
    let text = text.replace("generatedBy=\"Muster\" gameSystemId=\"dw-2.5\"", "gameSystemId=\"0875-1887-668a-a6f2\"");
    roster::pack(&text.replace("</selection>", &card))
}
