//! Where the time goes: `cargo run --release -p muster-submissions --example speed [PATH...]`.
//!
//! Without paths: loading rulesets, and each step of reading and judging one list. With paths: all lists in them.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use muster_engine::list::RulesetName;
use muster_engine::report::Verdict;
use muster_library::judge::judge_bytes;
use muster_library::shelf::Shelf;
use muster_library::{lists, yaml};
use muster_submissions::{HandIn, Intake, NewestGames, judge_paths};

const ROUNDS: u32 = 2_000;

fn main() {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        loading();
        one_list();
    } else {
        all_lists(&paths);
    }
}

fn loading() {
    let name = RulesetName::Id("dw-2.5".into());
    let shipped = |nations: &[&str]| drop(black_box(Shelf::built_in().ruleset(&name, nations)));
    println!("one nation, shipped       {:>10.1?}", once(|| shipped(&["kingdom-of-britannia"])));
    println!("all nations, shipped      {:>10.1?}", once(|| shipped(&[])));
    let folder = || Shelf::with_folders(&["rulesets".into()]);
    println!("all nations, from YAML    {:>10.1?}", once(|| drop(black_box(folder().ruleset(&name, &[])))));
}

fn one_list() {
    let mut text = String::from(
        "muster: 1\nname: Channel Patrol\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\n\
         settings: {level: commodore, core: naval, theatre: water}\nsquadrons:\n",
    );
    while text.len() < 2_000 {
        text.push_str("  - unit: tribal-class-cruiser\n    name: First Cruiser Squadron\n    models: 3\n    options: [stoic-crew]\n");
    }
    let shelf = Shelf::built_in();
    black_box(judge_bytes(&shelf, "-", text.as_bytes()));
    println!("a list of {} bytes", text.len());
    println!("  text to document        {:>10.1?}", each(|| drop(black_box(yaml::documents(&text)))));
    println!("  bytes to list           {:>10.1?}", each(|| drop(black_box(lists::lists(text.as_bytes())))));
    println!(
        "  bytes to report         {:>10.1?}",
        each(|| drop(black_box(judge_bytes(&shelf, "-", text.as_bytes()))))
    );
}

fn all_lists(paths: &[PathBuf]) {
    let (mut reports, mut legal) = (0, 0);
    let time = once(|| {
        let shelf = Shelf::built_in();
        judge_paths(&Intake::new(&NewestGames::new(&shelf)), paths, |handed| {
            if let HandIn::Lists(lists) = handed {
                reports += lists.len();
                legal += lists.iter().filter(|list| list.report.verdict == Verdict::Legal).count();
            }
        });
    });
    println!("{reports} reports, {legal} legal, {time:.1?}");
}

fn once(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn each(work: impl Fn()) -> Duration {
    once(|| (0..ROUNDS).for_each(|_| work())) / ROUNDS
}
