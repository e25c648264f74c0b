//! A club's units are added to the games that understand them, and to no others.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::Path;

use muster_app::own_units::{OwnUnits, where_they_fit};
use muster_app::{App, RulesetInfo, RulesetsArgs, UnitsArgs, call, rulesets, units};
use muster_library::shelf::Shelf;
use serde_json::{Value, json};

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

/// A club's catalogue, as a person wrote it.
const CLUB: &str = "\
# The units of our club.
kind: catalogue
nation: kingdom-of-britannia
source: Wessex   # the club
units:
  # Agreed in spring.
  - id: old-monitor
    name: Old Monitor
    points: 70   # was 75
    # Half of a cruiser.
    traits: {size: medium, type: naval}
    squadron: {min: 1, max: 2}

  # Anna's model.
  - id: launch
    name: Launch
    traits: {size: small, type: naval}
# The end.
";

#[test]
fn a_changed_catalogue_keeps_its_comments() {
    let change = |text: &str, change: Value| -> String {
        let args = json!({"ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "text": text, "change": change});
        let answer = call(&App::default(), "change-units", args.to_string().as_bytes()).unwrap();
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        answer["text"].as_str().unwrap().to_owned()
    };
    let launch = json!({"id": "launch", "name": "Launch", "points": 20, "traits": {"size": "small", "type": "naval"}});
    let priced = change(CLUB, json!({ "keep": launch }));
    assert_eq!(
        priced,
        CLUB.replace("small, type: naval}\n", "small, type: naval}\n    points: 20\n"),
        "a key is added behind the others"
    );
    let monitor = json!({
        "id": "old-monitor", "name": "Old Monitor", "points": 65, "traits": {"size": "medium", "type": "naval"},
        "squadron": {"min": 1, "max": 2}, "card": {"stats": {"dr": 5}},
    });
    let cheaper = change(CLUB, json!({ "keep": monitor }));
    let wanted = CLUB.replace("points: 70", "points: 65");
    assert_eq!(cheaper, wanted.replace("max: 2}\n", "max: 2}\n    card: {stats: {dr: 5}}\n"));
    let gone = change(CLUB, json!({"drop": {"unit": "old-monitor"}}));
    assert!(gone.contains("# Anna's model.") && gone.contains("# The end.") && !gone.contains("points"), "{gone}");
    let tug = json!({"name": "Tug", "points": 10, "traits": {"size": "small", "type": "naval"}});
    let more = change(CLUB, json!({ "keep": tug }));
    assert!(more.starts_with(CLUB.trim_end_matches("# The end.\n")) && more.ends_with("# The end.\n"), "{more}");
    // Each change can be taken back.
    assert_eq!(change(&more, json!({"drop": {"unit": "tug"}})), CLUB);
    // A file that is written in another way is written anew, and says the same.
    let braces = "{kind: catalogue, nation: kingdom-of-britannia, source: W, units: [{id: tug, name: Tug, traits: {size: small, type: naval}}]}";
    let priced = change(
        braces,
        json!({"keep": {"id": "tug", "name": "Tug", "points": 9, "traits": {"size": "small", "type": "naval"}}}),
    );
    assert!(priced.contains("points: 9"), "{priced}");
}

/// A call to a game that knows the club's nation.
fn answer(name: &str, more: &Value) -> Result<Value, (String, String)> {
    let mut args = json!({"ruleset": "dw-2.5", "nation": "kingdom-of-britannia"});
    args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let answer = call(&App::default(), name, args.to_string().as_bytes());
    answer
        .map(|answer| serde_json::from_slice(&answer).unwrap())
        .map_err(|fault| (fault.code.clone(), fault.message.clone()))
}

#[test]
fn a_catalogue_that_changed_in_the_meantime_loses_nothing() {
    // The form is open, and what somebody types is not kept yet.
    let mut typed = answer("own-unit", &json!({"text": CLUB, "unit": "old-monitor"})).unwrap();
    typed["points"] = json!(65);
    let keep = |text: &str, typed: &Value| answer("change-units", &json!({"text": text, "change": {"keep": typed}}));

    // Another unit was changed, and comments and order: the file keeps that, and the unit gets what was typed.
    let later = CLUB.replace("name: Launch\n", "name: Steam Launch\n").replace("Agreed in spring", "Agreed in autumn");
    let kept = keep(&later, &typed).unwrap();
    assert_eq!(kept["text"].as_str().unwrap(), later.replace("points: 70", "points: 65"));
    let reordered = CLUB.replace("{min: 1, max: 2}", "{max: 2, min: 1}");
    assert!(keep(&reordered, &typed).is_ok());

    // The unit itself was changed, or taken out: nothing is written, and both are still there to choose from.
    let dearer = CLUB.replace("points: 70", "points: 80");
    let told = (
        "unit-changed".to_owned(),
        "Old Monitor was changed in the file in the meantime; nothing was written".to_owned(),
    );
    assert_eq!(keep(&dearer, &typed), Err(told));
    let gone = answer("change-units", &json!({"text": CLUB, "change": {"drop": {"unit": "old-monitor"}}})).unwrap();
    let (code, message) = keep(gone["text"].as_str().unwrap(), &typed).unwrap_err();
    assert_eq!(code, "unit-changed");
    assert_eq!(message, "Old Monitor was taken out of the file in the meantime; nothing was written");
    let theirs = answer("own-unit", &json!({"text": dearer, "unit": "old-monitor"})).unwrap();
    assert_eq!((&theirs["points"], &typed["points"]), (&json!(80), &json!(65)));
    // What was typed, over what the file says now.
    typed["opened"] = theirs["opened"].clone();
    assert!(keep(&dearer, &typed).unwrap()["text"].as_str().unwrap().contains("points: 65"));
    // A new unit does not take the place of one that came in the meantime.
    let launch = json!({"name": "Launch", "traits": {"size": "small", "type": "naval"}});
    assert_eq!(keep(CLUB, &launch).unwrap_err().0, "name-taken");
}

#[test]
fn an_option_keeps_what_the_form_does_not_show() {
    let club = CLUB.replace(
        "    squadron: {min: 1, max: 2}\n",
        "    options: [{id: crew, name: Iron Crew, points: 5, rules: [Elite Crew]}, {id: ram, name: Ram}]\n",
    );
    let mut unit = answer("own-unit", &json!({"text": club, "unit": "old-monitor"})).unwrap();
    unit["options"] =
        json!([{"name": "Iron Crew", "points": 10, "buys": "model"}, {"name": "Net", "buys": "squadron"}]);
    let kept = answer("change-units", &json!({"text": club, "change": {"keep": unit}})).unwrap();
    let text = kept["text"].as_str().unwrap();
    assert!(text.contains("{id: crew, name: Iron Crew, points: 10, rules: [Elite Crew]}"), "{text}");
    assert!(text.contains("{id: net, name: Net, buys: squadron}") && !text.contains("Ram"), "{text}");
}

#[test]
fn the_form_states_the_special_rules_of_options() {
    let club = CLUB.replace(
        "    squadron: {min: 1, max: 2}\n",
        "    options: [{id: crew, name: Iron Crew, points: 5, rules: [Elite Crew], weapons: [{name: Ram, bands: [5]}]}]\n",
    );
    let mut unit = answer("own-unit", &json!({"text": club, "unit": "old-monitor"})).unwrap();
    assert_eq!(unit["options"][0]["rules"], json!(["Elite Crew"]));
    let mut kept = |rules: Value, more: Value| {
        unit["options"] = json!([{"name": "Iron Crew", "points": 5, "buys": "model", "rules": rules}, more]);
        let change = json!({"text": club, "change": {"keep": unit}});
        answer("change-units", &change).unwrap()["text"].as_str().unwrap().to_owned()
    };
    let net = json!({"name": "Net", "rules": ["Nets (2)"]});
    let text = kept(json!(["Stoic Crew", "Terror Tactics"]), net.clone());
    assert!(text.contains("rules: [Stoic Crew, Terror Tactics]") && !text.contains("Elite Crew"), "{text}");
    assert!(text.contains("name: Ram") && text.contains("Nets (2)"), "{text}");
    let text = kept(json!([]), net);
    assert!(!text.contains("Elite Crew") && text.contains("name: Ram"), "{text}");
}

/// The window reads a dropped spreadsheet as the commands do, with weapons and options.
#[test]
fn a_dropped_spreadsheet_brings_cards_and_options() {
    let sheet =
        "row,name,size,type,points,bands\nunit,Monitor,medium,naval,70,\nweapon,Gun,,,,9; 7; 5; -\noption,Crew,,,5,\n";
    let file = |text: &str| json!({"files": [{"name": "m.csv", "text": text, "packed": false}]});
    let read = answer("read-units", &file(sheet)).unwrap();
    assert_eq!((&read["faults"], &read["units"][0]["id"]), (&json!([]), &json!("monitor")));
    let text = read["text"].as_str().unwrap();
    assert!(text.contains("{name: Gun, bands: [9, 7, 5, \"-\"]}") && text.contains("name: Crew"), "{text}");
    let wrong = answer("read-units", &file(&sheet.replace("weapon,", "weapn,"))).unwrap();
    assert_eq!(wrong["faults"], json!(["line 3, column `row`: there is no row `weapn`; did you mean `weapon`?"]));
    assert_eq!(wrong["text"], "");
}
