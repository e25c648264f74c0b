//! The weights of evidence (`crates/exchange/src/listing/evidence.rs`, ADR 31), tried on the texts of people: no weight that is
//! a little larger or smaller may read them better.
//!
//! `WEIGHTS=1 cargo test --test whole weights -- --nocapture` tries other weights for every piece; without it, two are tried.

use muster_exchange::listing::TextReader;
use muster_exchange::listing::evidence::{weights, with_weight};
use rayon::prelude::*;

use crate::texts::{TextScore, rulesets, score};

/// How much larger or smaller the weights are that are tried.
const STEPS: [i32; 4] = [-10, -5, 5, 10];

/// The places of the tries that a run without `WEIGHTS` makes.
const TRIED: [usize; 2] = [1, 70];

/// How much a wrong squadron, option or name is worse than one that is not read.
const WRONG: i64 = 20;

/// What a reading of all texts is worth: one for each thing read, less for what is wrong or doubted without need.
fn value(score: &TextScore) -> i64 {
    let number = |what: &&str| i64::try_from(score.of(what)).unwrap_or(i64::MAX);
    let read =
        ["units read", "units read with their numbers", "options read", "heads read", "claims read", "players read"];
    let more = ["games found", "chatter passed", "doubts told"];
    let wrong = ["wrong", "options wrong", "players wrong"];
    read.iter().chain(&more).map(&number).sum::<i64>()
        - number(&"doubts needless")
        - WRONG * wrong.iter().map(&number).sum::<i64>()
}

#[test]
fn no_other_weight_reads_more() {
    let rulesets = rulesets();
    let readers: Vec<TextReader> = rulesets.iter().map(TextReader::new).collect();
    let now = value(&score(&readers, ""));
    let all = weights()
        .enumerate()
        .flat_map(|(piece, (words, weight))| STEPS.map(|step| (piece, words, weight, weight + step)));
    let is_all = std::env::var_os("WEIGHTS").is_some();
    let tries: Vec<_> = all.enumerate().filter(|(at, _)| is_all || TRIED.contains(at)).map(|(_, one)| one).collect();
    let found: Vec<(i64, String)> = tries
        .par_iter()
        .map(|(piece, words, weight, other)| {
            let value = with_weight(*piece, *other, || value(&score(&readers, "")));
            (value - now, format!("{words}: {other} in place of {weight}"))
        })
        .collect();
    let moved = found.iter().filter(|(more, _)| *more != 0);
    moved.clone().for_each(|(more, what)| println!("{more:+4} with {what}"));
    println!("{} weights tried, {} change the value; it is {now} with those in the table", found.len(), moved.count());
    let better: Vec<_> = found.iter().filter(|(more, _)| *more > 0).collect();
    assert!(better.is_empty(), "{better:#?}");
}
