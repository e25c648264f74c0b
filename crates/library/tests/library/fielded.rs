//! How a list stands: how many squadrons its slots hold and may hold, and its models with what their hardpoints hold.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::models::{models, totals};
use muster_engine::ready::Ruleset;
use muster_engine::slots::{fitting, kinds_for};
use muster_engine::summary::{Summary, summary};
use muster_library::shelf::Shelf;
use serde_json::{Value, json};

const RULESET: &str = "\
kind: ruleset
id: base
name: A Game
edition: \"1\"
version: 1.0.0
summary: Nothing much.
books:
  book: {title: A Book}
traits:
  plan: {title: Plan, of: unit}
without-models: [plan]
stats:
  hull: {title: Hull}
  worth: {title: Worth}
totals:
  - {title: Worth, of: {stat: worth}}
  - {title: Pool, of: {special-rule: feeder}}
nations:
  north: {name: The North}
  south: {name: The South}
group-kinds:
  line:
    title: Line of Battle
    slots:
      lead: {title: Lead, many: true}
      main: {title: Main, many: true}
      wing: {title: Wing, many: true}
      rest: {title: Rest, many: true}
  raid:
    title: Raid
    slots:
      main: {title: Main, many: true}
special-rule-kinds:
  mar: {title: MAR}
";
const RULE: &str = "\
id: slots
title: A line has as many as it asks for
kind: limit
source: {book: book, page: \"3\"}
clauses:
  - each: group
    where: {group: line}
    limit: {of: {squadrons: {standing: own, slot: lead}}, min: 1, max: 1}
    subject: leads
  - each: group
    where: {group: line}
    limit: {of: {squadrons: {standing: own, slot: [main, wing]}}, min: 2, max: 6}
    subject: mains and wings
";
const NORTH: &str = "\
kind: catalogue
nation: north
source: A book
units:
  - id: cruiser
    name: Cruiser
    points: 100
    squadron: {min: 1, max: 3}
    slots: {line: main}
    card:
      stats: {hull: 6, worth: 5}
      rules: [Sharp, Feeder (1)]
    choices:
      - id: fore
        name: Fore
        min: 1
        max: 1
        default: gun
        hardpoint: true
        options:
          - {id: gun, name: Gun, points: 0, weapons: [{name: Gun, bands: [4], arc: F}]}
          - {id: rocket, name: Rocket, points: 5, weapons: [{name: Rocket, bands: [6], arc: F}]}
          - {id: feeder, name: Feeder, points: 5, rules: [Feeder (2), Sharp]}
      - id: turrets
        name: Turrets
        min: 2
        max: 2
        default: turret-gun
        hardpoint: true
        options:
          - {id: turret-gun, name: Gun, points: 0, max: 2, weapons: [{name: Gun, bands: [4], arc: All}]}
          - {id: turret-rocket, name: Rocket, points: 5, max: 2, weapons: [{name: Rocket, bands: [6], arc: All}]}
  - {id: flag, name: Flag, points: 200, squadron: {min: 1, max: 1}, slots: {line: lead}}
  - {id: scout, name: Scout, points: 20, squadron: {min: 1, max: 4}, slots: {line: wing}}
  - id: plans
    name: Plans
    points: 0
    traits: {plan: true}
    squadron: {min: 1, max: 1}
    choices:
      - {id: plans-choice, name: Plans, min: 0, max: 1, options: [{id: haste, name: Haste, points: 10, buys: squadron}]}
";
const SOUTH: &str = "\
kind: catalogue
nation: south
source: A book
units:
  - {id: raider, name: Raider, points: 50, squadron: {min: 1, max: 1}, slots: {raid: main}}
";
const SPECIAL: &str = "\
- {id: sharp, name: Sharp, kind: mar, stacking: none, summary: It is sharp., source: {book: book, page: \"4\"}}
- id: feeder
  name: Feeder
  kind: mar
  parameters: [number]
  stacking: sum
  summary: It feeds.
  source: {book: book, page: \"4\"}
";

fn ruleset() -> Ruleset {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in [
        ("ruleset.yaml", RULESET),
        ("rules/slots.yaml", RULE),
        ("catalogue/north.yaml", NORTH),
        ("catalogue/south.yaml", SOUTH),
        ("special-rules/mars.yaml", SPECIAL),
    ] {
        let path = folder.path().join("base/1").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    Shelf::with_folders(&[folder.path().to_owned()]).ruleset(&RulesetName::Id("base".to_owned()), &[]).unwrap()
}

fn list(squadrons: &Value) -> ArmyList {
    let group = json!({"kind": "line", "squadrons": squadrons});
    let list = json!({"muster": 1, "ruleset": "base", "nation": "north", "mfv": 1000, "groups": [group]});
    serde_json::from_value(list).unwrap()
}

fn shown(ruleset: &Ruleset, squadrons: &Value) -> Summary {
    summary(ruleset, &list(squadrons))
}

#[test]
fn a_slot_for_any_number_says_how_many_may_stand_in_it() {
    let ruleset = ruleset();
    let counts = |squadrons: Value| -> Vec<(String, bool, Option<u32>)> {
        let groups = shown(&ruleset, &squadrons).groups;
        groups[0].slots.iter().map(|slot| (slot.count.clone().unwrap(), slot.short, slot.room)).collect()
    };
    let said =
        |words: [(&str, bool, Option<u32>); 4]| words.map(|(words, short, room)| (words.to_owned(), short, room));
    assert_eq!(
        counts(json!([])),
        said([
            ("0 of 1", true, Some(1)),
            ("together with Wing: 0 of 2-6", true, Some(6)),
            ("together with Main: 0 of 2-6", true, Some(6)),
            ("0", false, None)
        ])
    );
    // A joined squadron fills no slot.
    let joined = json!([{"unit": "flag", "attached": [{"unit": "scout"}]}, {"unit": "cruiser"}, {"unit": "scout"}]);
    assert_eq!(
        counts(joined),
        said([
            ("1 of 1", false, Some(0)),
            ("together with Wing: 2 of 2-6", false, Some(4)),
            ("together with Main: 2 of 2-6", false, Some(4)),
            ("0", false, None)
        ])
    );
}

#[test]
fn a_nation_uses_the_groups_that_its_units_name() {
    let ruleset = ruleset();
    assert_eq!(kinds_for(&ruleset, Some("north")), ["line"]);
    assert_eq!(kinds_for(&ruleset, Some("south")), ["raid"]);
    assert_eq!(kinds_for(&ruleset, None), ["line", "raid"]);
    let slots = |kind: &str, unit: &str| {
        let squadron = serde_json::from_value(json!({ "unit": unit })).unwrap();
        fitting(&ruleset, Some("north"), kind, &squadron)
    };
    assert_eq!(slots("line", "cruiser"), ["main"]);
    assert_eq!(slots("line", "plans"), [""; 0]);
    assert_eq!(slots("raid", "cruiser"), [""; 0]);
}

#[test]
fn cards_have_what_hardpoints_hold() {
    let ruleset = ruleset();
    let cards = |squadron: Value| {
        let of = models(&ruleset, &shown(&ruleset, &json!([squadron])));
        let weapons = |card: &muster_engine::catalogue::Card| -> Vec<String> {
            let weapon = |weapon: &muster_engine::catalogue::Weapon| {
                format!("{} {} {}", weapon.count.unwrap_or(1), weapon.name, weapon.arc.as_deref().unwrap_or("-"))
            };
            card.weapons.iter().map(weapon).chain(card.rules.iter().cloned()).collect()
        };
        let [models] = of.as_slice() else { panic!("{of:?}") };
        let some: Vec<String> =
            models.some.iter().map(|some| format!("{}: {}", some.words(), weapons(&some.card).join(", "))).collect();
        (weapons(&models.card).join(", "), some.join("; "), models.options.join(", "))
    };
    let said = |all: &str, some: &str| (all.to_owned(), some.to_owned(), String::new());
    assert_eq!(cards(json!({"unit": "cruiser", "models": 2})), said("1 Gun F, 2 Gun All, Sharp, Feeder (1)", ""));
    // What is added up is one rule, and what adds nothing is left out.
    assert_eq!(
        cards(json!({"unit": "cruiser", "models": 1, "options": ["feeder", {"turret-rocket": 1}]})),
        said("1 Gun All, 1 Rocket All, Sharp, Feeder (3)", "")
    );
    assert_eq!(
        cards(json!({"unit": "cruiser", "models": 3, "options": [{"feeder": 1}, {"turret-rocket": 3}]})),
        said("1 Gun All, 1 Rocket All, Sharp, Feeder (1)", "2 of 3 models: 1 Gun F; 1 of 3 models: Feeder (2), Sharp")
    );
    assert_eq!(
        cards(json!({"unit": "cruiser", "models": 2, "options": [{"turret-rocket": 3}]})),
        said("1 Gun F, Sharp, Feeder (1)", "1 of 2 models: 1 Gun All; 3 among 2 models: 1 Rocket All")
    );
}

#[test]
fn equal_weapons_of_several_hardpoints_are_named_once() {
    let ruleset = ruleset();
    let line = |squadron: Value| shown(&ruleset, &json!([squadron])).squadrons[0].options.join(", ");
    assert_eq!(line(json!({"unit": "cruiser", "models": 1})), "3 × Gun");
    assert_eq!(line(json!({"unit": "cruiser", "models": 1, "options": ["rocket"]})), "Rocket, 2 × Gun");
}

#[test]
fn totals_count_every_model_and_what_some_have() {
    let ruleset = ruleset();
    let squadrons = json!([
        {"unit": "flag"},
        {"unit": "cruiser", "models": 3, "options": [{"feeder": 2}]},
        {"unit": "plans", "options": ["haste"]},
    ]);
    let sums = |place: usize| -> Vec<(String, i64)> {
        let summary = shown(&ruleset, &squadrons);
        totals(&ruleset, &summary.squadrons[place]).into_iter().map(|sum| (sum.title, sum.number)).collect()
    };
    assert_eq!(sums(1), [("Worth".to_owned(), 15), ("Pool".to_owned(), 7)]);
    assert_eq!((sums(0), sums(2)), (Vec::new(), Vec::new()));
}

#[test]
fn a_choice_of_a_group_has_no_models() {
    let ruleset = ruleset();
    let summary = shown(&ruleset, &json!([{"unit": "plans", "options": ["haste"]}]));
    assert_eq!((summary.squadrons[0].models, summary.squadrons[0].points), (0, Some(10)));
    assert_eq!(models(&ruleset, &summary), []);
}
