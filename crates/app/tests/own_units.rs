//! A club's units stand in the games that understand them, and nowhere else.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::Path;

use muster_app::own_units::{OwnUnits, where_they_fit};
use muster_app::{App, RulesetsArgs, UnitsArgs, rulesets, units};
use muster_library::shelf::Shelf;

fn file(name: &str, text: &str) -> OwnUnits {
    OwnUnits { path: Path::new(name).to_owned(), bytes: text.as_bytes().to_vec() }
}

const MONITORS: &str = "name,nation,size,theatre,points,m,min,max\nOur Monitor,Prussian Empire,Medium,Naval,70,8,1,3\n";

#[test]
fn units_for_one_game_leave_the_others_alone() {
    let all = rulesets(&App::default(), &RulesetsArgs {}).unwrap().rulesets;
    let shelf = where_they_fit(Shelf::built_in(), vec![file("monitors.csv", MONITORS)]).unwrap();
    let app = App::new(shelf);
    let answer = rulesets(&app, &RulesetsArgs {}).unwrap();
    assert_eq!(answer.faults, []);
    let more = |id: &str| {
        let count = |rulesets: &[muster_app::RulesetInfo]| rulesets.iter().find(|one| one.id == id).unwrap().units;
        count(&answer.rulesets) - count(&all)
    };
    assert_eq!((more("fleet-action"), more("dw-2.5"), more("dw-4")), (1, 0, 0));
    let nation = "prussian-empire".to_owned();
    let found = units(&app, &UnitsArgs { ruleset: "fleet-action".to_owned(), nation: Some(nation) }).unwrap();
    assert!(found.iter().any(|unit| unit.id == "our-monitor"));
}

#[test]
fn a_file_that_no_game_understands_is_told_by_the_game_that_understands_most_of_it() {
    let unfit = where_they_fit(Shelf::built_in(), vec![file("wrong.csv", &MONITORS.replace("Medium", "Middling"))]);
    let unfit = unfit.err().unwrap();
    assert_eq!(unfit.game, "Dystopian Wars Fleet Action");
    assert!(unfit.faults.len() == 1 && unfit.faults[0].contains("Middling"), "{:?}", unfit.faults);
}
