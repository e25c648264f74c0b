//! Measures how long an edit takes: the verdict on a large fleet, and the list of units that may be added to it.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use divan::{Bencher, black_box};
use muster_app::{App, call};
use muster_engine::Basis;
use muster_engine::list::ArmyList;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use rayon::prelude::*;

fn main() {
    divan::main();
}

/// The MFV under which the fleet of 60 squadrons is legal, and more squadrons fit.
const LEGAL: u32 = 8_000;
/// The MFV of which two of its shares are too small.
const SHORT: u32 = 12_500;
/// The MFV that it exceeds.
const FULL: u32 = 2_500;

/// A fleet of 60 squadrons.
fn fleet(mfv: u32) -> ArmyList {
    let mut list: ArmyList = match lists(include_bytes!("../../../tests/benches/fleet.yaml")).remove(0) {
        FileDocument::List(list, _) => *list,
        other => panic!("{other:?}"),
    };
    let more: Vec<_> = list.squadrons[1..22].to_vec();
    list.squadrons.extend(more.iter().cycle().take(60 - list.squadrons.len()).cloned());
    list.mfv = Some(mfv);
    list
}

/// The arguments of a call about that fleet.
fn args(mfv: u32) -> Vec<u8> {
    serde_json::to_vec(&serde_json::json!({ "list": fleet(mfv) })).expect("a list is JSON")
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
#[divan::bench(args = [LEGAL, SHORT, FULL])]
fn edit_of_60_squadrons(bencher: Bencher, mfv: u32) {
    bench(bencher, &["judge", "candidates"], &args(mfv));
}

#[divan::bench]
fn judge_60_squadrons(bencher: Bencher) {
    bench(bencher, &["judge"], &args(SHORT));
}

#[divan::bench(args = [LEGAL, SHORT, FULL])]
fn candidates_for_60_squadrons(bencher: Bencher, mfv: u32) {
    bench(bencher, &["candidates"], &args(mfv));
}

/// Adds one squadron to the fleet, 61 times, and judges each of these lists. It uses all cores and no JSON.
#[divan::bench(args = [LEGAL, SHORT, FULL])]
fn availability_for_60_squadrons(bencher: Bencher, mfv: u32) {
    let list = fleet(mfv);
    let ruleset = Shelf::built_in().ruleset_for(&list).expect("the ruleset is built in");
    let units = list.squadrons[1..22].iter().cycle().take(61).cloned();
    let trials: Vec<ArmyList> = units
        .map(|unit| {
            let mut trial = list.clone();
            trial.squadrons.push(unit);
            trial
        })
        .collect();
    bencher.bench_local(|| {
        let basis = Basis::new(&ruleset, black_box(&list));
        trials.par_iter().filter(|trial| basis.tally(trial).errors.is_empty()).count()
    });
}

/// Looks for a better list among 10,000 changes, as repairs do: in numbers, on all cores.
#[divan::bench(args = [LEGAL, SHORT])]
fn ten_thousand_changes_of_60_squadrons(bencher: Bencher, mfv: u32) {
    let list = fleet(mfv);
    let ruleset = Shelf::built_in().ruleset_for(&list).expect("the ruleset is built in");
    bencher.bench_local(|| {
        let basis = Basis::new(&ruleset, black_box(&list));
        let changes = (0..10_000).into_par_iter().map_init(
            || list.clone(),
            |changed, number| {
                let place = number % list.squadrons.len();
                let other = list.squadrons[(number / list.squadrons.len()) % list.squadrons.len()].clone();
                let own = std::mem::replace(&mut changed.squadrons[place], other);
                let errors = basis.tally(changed).errors.len();
                changed.squadrons[place] = own;
                errors
            },
        );
        changes.min()
    });
}

/// A fleet of 60 squadrons that breaks three rules: too many models, too few models, no flagship.
fn with_three_problems() -> serde_json::Value {
    let mut given: serde_json::Value = serde_json::from_slice(&args(SHORT)).expect("the list is JSON");
    let list = &mut given["list"];
    // Few points are left, so that no minimum share is missed.
    list["mfv"] = serde_json::json!(7_000);
    list["squadrons"][0]["roles"] = serde_json::json!([]);
    list["squadrons"][30]["models"] = serde_json::json!(9);
    list["squadrons"][45]["models"] = serde_json::json!(1);
    given
}

/// Finds the first mends of each of the three problems.
#[divan::bench]
fn mends_of_three_problems_of_60_squadrons(bencher: Bencher) {
    let given = with_three_problems();
    let app = App::default();
    let judged = call(&app, "judge", &serde_json::to_vec(&given).expect("JSON")).expect("the list is judged");
    let judged: serde_json::Value = serde_json::from_slice(&judged).expect("the answer is JSON");
    let findings = judged["findings"].as_array().expect("there are findings");
    let errors = findings.iter().filter(|finding| finding["severity"] == "error");
    let asked: Vec<Vec<u8>> = errors
        .map(|error| {
            let problem = serde_json::json!({"rule": error["rule"], "at": error["at"]});
            let args = serde_json::json!({"list": given["list"], "problem": problem});
            serde_json::to_vec(&args).expect("the arguments are JSON")
        })
        .collect();
    assert_eq!(asked.len(), 3, "{findings:#?}");
    bencher.bench_local(|| {
        for args in &asked {
            black_box(call(black_box(&app), "mends", black_box(args)).expect("the call has an answer"));
        }
    });
}

/// Finds the first way to mend all of them at once.
#[divan::bench]
fn first_mend_of_60_squadrons(bencher: Bencher) {
    let mut given = with_three_problems();
    given["most"] = serde_json::json!(1);
    let args = serde_json::to_vec(&given).expect("the arguments are JSON");
    let mends = call(&App::default(), "mends", &args).expect("the call has an answer");
    let mends: serde_json::Value = serde_json::from_slice(&mends).expect("the answer is JSON");
    assert_eq!(mends["mends"].as_array().map(Vec::len), Some(1), "{mends:#?}");
    bench(bencher, &["mends"], &args);
}

/// Lists the units of a nation, as the units pane does.
#[divan::bench]
fn units_of_a_nation(bencher: Bencher) {
    bench(bencher, &["units"], br#"{"ruleset": "dw-2.5", "nation": "kingdom-of-britannia"}"#);
}

/// Writes a list as text.
#[divan::bench]
fn write_60_squadrons(bencher: Bencher) {
    bench(bencher, &["write"], &args(SHORT));
}
