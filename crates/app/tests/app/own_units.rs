//! A club's units are added to the games that understand them, and to no others.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::Path;

use muster_app::own_units::{OwnUnits, where_they_fit};
use muster_app::{App, RulesetInfo, RulesetsArgs, UnitsArgs, rulesets, units};
use muster_library::shelf::Shelf;

fn file(name: &str, text: &str) -> OwnUnits {
    OwnUnits { path: Path::new(name).to_owned(), bytes: text.as_bytes().to_vec() }
}

/// The game whose columns the spreadsheet has.
const GAME: &str = "fleet-action";

fn game() -> RulesetInfo {
    let all = rulesets(&App::default(), &RulesetsArgs {}).unwrap().rulesets;
    all.into_iter().find(|one| one.id == GAME).unwrap()
}

fn monitors() -> String {
    format!("name,nation,size,theatre,points,m,min,max\nOur Monitor,{},Medium,Naval,70,8,1,3\n", game().nations[0].name)
}

#[test]
fn units_for_one_game_leave_the_others_alone() {
    let all = rulesets(&App::default(), &RulesetsArgs {}).unwrap().rulesets;
    let shelf = where_they_fit(Shelf::built_in(), vec![file("monitors.csv", &monitors())]).unwrap();
    let app = App::new(shelf);
    let answer = rulesets(&app, &RulesetsArgs {}).unwrap();
    assert_eq!(answer.faults, []);
    for (before, after) in all.iter().zip(&answer.rulesets) {
        let more = usize::from(before.id == GAME);
        assert_eq!((&after.id, after.units), (&before.id, before.units + more));
    }
    let nation = Some(game().nations[0].id.clone());
    let found = units(&app, &UnitsArgs { ruleset: GAME.to_owned(), nation, event: None }).unwrap();
    assert!(found.iter().any(|unit| unit.id == "our-monitor"));
}

#[test]
fn a_file_that_no_game_understands_is_told_by_the_game_that_understands_most_of_it() {
    let unfit = where_they_fit(Shelf::built_in(), vec![file("wrong.csv", &monitors().replace("Medium", "Middling"))]);
    let unfit = unfit.err().unwrap();
    assert_eq!(unfit.game, game().name);
    assert!(unfit.faults.len() == 1 && unfit.faults[0].contains("Middling"), "{:?}", unfit.faults);
}
