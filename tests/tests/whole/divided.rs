//! Compares the check of brought squadrons with a search over all ways of dividing the models that a squadron brings.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::Severity;
use serde_json::{Value, json};

use crate::invented;

/// How often a hangar takes each of its options.
#[derive(Clone, Copy, Debug, Default)]
struct HangarOptions {
    /// Brings 5 models, which the player divides into squadrons.
    fives: usize,
    /// Brings 3 models, to be divided.
    threes: usize,
    /// Brings 67 models, to be divided.
    wide: usize,
    /// Brings two squadrons of 4 models.
    pairs: usize,
}

/// The invented world with a hangar, which brings kites by its options.
fn ruleset() -> Ruleset {
    let mut world = invented::world();
    let option = |id: &str, mut brings: Value| {
        brings["rule"] = json!("drilled");
        brings["unit"] = json!("kite");
        brings["name"] = json!("Kite");
        json!({"id": id, "name": id, "points": 0, "max": 200, "rules": ["Drilled"], "brings": [brings]})
    };
    let hangar = json!({
        "id": "hangar", "name": "Hangar", "points": 10, "traits": {"bulk": "huge"},
        "options": [
            option("five", json!({"models": 5, "divided": true})),
            option("three", json!({"models": 3, "divided": true})),
            option("wide", json!({"models": 67, "divided": true})),
            option("pair", json!({"models": 4, "squadrons": 2})),
        ],
    });
    world["catalogues"][0]["units"].as_array_mut().expect("units").push(hangar);
    let check = json!({"id": "divided", "kind": "check", "check": {"brought": "drilled"}});
    invented::build(&world, invented::rules_with(&world, check))
}

/// What the check says about squadrons of these sizes: right, wrong, or none if it cannot tell.
fn found(ruleset: &Ruleset, brought: HangarOptions, sizes: &[usize]) -> Option<bool> {
    let HangarOptions { fives, threes, wide, pairs } = brought;
    let options = [("five", fives), ("three", threes), ("wide", wide), ("pair", pairs)].into_iter();
    let options = options.filter(|(_, times)| *times > 0).map(|(id, times)| json!({id: times}));
    let options: Vec<Value> = options.collect();
    let hangar = json!({"id": "hangar", "unit": "hangar", "options": options});
    let kite = |models: &usize| json!({"unit": "kite", "models": models, "brought-by": "hangar"});
    let squadrons: Vec<Value> = std::iter::once(hangar).chain(sizes.iter().map(kite)).collect();
    let list = json!({"muster": 1, "ruleset": "invented", "nation": "aland", "mfv": 9000, "squadrons": squadrons});
    let list: ArmyList = serde_json::from_value(list).unwrap_or_else(|error| panic!("{error}"));
    let report = muster_engine::check(ruleset, &list);
    let mut findings = report.findings.iter().filter(|finding| finding.rule.as_str() == "divided");
    match findings.next().map(|finding| finding.severity) {
        None => Some(true),
        Some(Severity::Undetermined) => None,
        Some(_) => Some(false),
    }
}

/// Tries every way to form squadrons of these sizes. `fours` squadrons of 4 models come ready; the models of each of the
/// `rooms` may be divided. True if one way forms them all.
fn divides(sizes: &[usize], fours: usize, rooms: &mut [usize]) -> bool {
    let Some((size, rest)) = sizes.split_first() else { return true };
    if *size == 4 && fours > 0 && divides(rest, fours - 1, rooms) {
        return true;
    }
    (0..rooms.len()).any(|room| {
        let Some(left) = rooms[room].checked_sub(*size) else { return false };
        let before = std::mem::replace(&mut rooms[room], left);
        let divides = divides(rest, fours, rooms);
        rooms[room] = before;
        divides
    })
}

#[test]
fn a_search_over_all_ways_of_dividing_finds_the_same() {
    let ruleset = ruleset();
    let mut compared = 0;
    for number in 0..18 {
        let brought = HangarOptions { fives: number % 3, threes: number / 3 % 3, wide: 0, pairs: number / 9 };
        let rooms = [vec![5; brought.fives], vec![3; brought.threes]].concat();
        for sizes in multisets(6, 4) {
            let expected = divides(&sizes, 2 * brought.pairs, &mut rooms.clone());
            assert_eq!(found(&ruleset, brought, &sizes), Some(expected), "{brought:?}: {sizes:?}");
            compared += 1;
        }
    }
    println!("{compared} ways of bringing squadrons");
    assert_eq!(compared, 3_780);
}

/// Lists each choice of up to `most` numbers from 1 to `largest` once, in ascending order.
fn multisets(largest: usize, most: usize) -> Vec<Vec<usize>> {
    let Some(rest) = most.checked_sub(1) else { return vec![Vec::new()] };
    let mut all = vec![Vec::new()];
    for last in 1..=largest {
        all.extend(multisets(last, rest).into_iter().map(|numbers| [numbers, vec![last]].concat()));
    }
    all
}

#[test]
fn too_many_ways_of_dividing_are_left_open() {
    let ruleset = ruleset();
    let fives = |fives| HangarOptions { fives, ..HangarOptions::default() };
    assert_eq!(found(&ruleset, fives(20), &[1; 100]), Some(true));
    assert_eq!(found(&ruleset, fives(21), &[1; 101]), None);
    // Too many models are wrong, however many squadrons there are.
    assert_eq!(found(&ruleset, fives(20), &[1; 101]), Some(false));
    // 324 models do not fit into five rooms of 67, but that takes thousands of tries to tell.
    let sizes = [13, 14, 23, 23, 24, 24, 25, 26, 27, 29, 31, 32, 33];
    assert_eq!(found(&ruleset, HangarOptions { wide: 5, ..HangarOptions::default() }, &sizes), None);
    assert_eq!(found(&ruleset, HangarOptions { wide: 6, ..HangarOptions::default() }, &sizes), Some(true));
}
