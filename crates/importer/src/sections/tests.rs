//! A small file, and the Sections made from it.

use std::sync::Arc;

use muster_engine::catalogue::{ConditionalPoints, TraitValue, Unit};
use muster_exchange::battlescribe::SourceFile;

use super::import;
use crate::recipe::NationRecipe;
use crate::spelling::Spelling;

const RECIPE: &str = r#"
kind: sections
source: test data
nations: [{id: n, file: n.cat, system: n.gst, vintage: "1"}]
special-rules: []
categories: {Command: {part: hq}, Rank and File: {part: line}}
command: Command
person: {part: person}
leader: {by: Leader, traits: {leads: true}}
transport: {by: Room, traits: {carries: true}}
capacity: room
unique: Only One
most: {2: {number: two}}
cards: {Man: {Kind: type, Hits: hits, Rules: rules}}
types: {Foot: {type: foot}}
weapon: Gun
bands: 1
models: []
options: {Old: {age: old}, New: {age: new}}
rank: Rank
rank-text: 'CP (\d+), (\w+)'
rank-stats: [cp]
sorting: '^\d+ '
infer: []
"#;

const SYSTEM: &str = r#"<gameSystem name="g">
  <category id="hq" name="Command"/><category id="line" name="Rank and File"/>
  <profileType id="man" name="Man"/><profileType id="gun" name="Gun"/>
</gameSystem>"#;

fn made(entries: &str) -> Vec<Unit> {
    let recipe = serde_yaml::from_str(RECIPE).unwrap();
    let nation: NationRecipe = serde_yaml::from_str("{id: n, file: n.cat, system: n.gst, vintage: '1'}").unwrap();
    let source = |name: &str, text: String| SourceFile { name: name.into(), text };
    let files = [
        source("n.cat", format!("<catalogue name=\"n\"><entries>{entries}</entries></catalogue>")),
        source("n.gst", SYSTEM.to_owned()),
    ];
    let units = import(&files, &nation, &recipe, &Spelling::default(), &[]).unwrap().catalogue.units;
    units.into_iter().map(Arc::unwrap_or_clone).collect()
}

fn man(id: &str, name: &str, points: &str, limits: (i32, i32), inside: &str) -> String {
    let (min, max) = limits;
    format!(
        r#"<entry id="{id}" name="{name}" points="{points}" minSelections="{min}" maxSelections="{max}"><profiles>
        <profile name="{name}" profileTypeId="man"><characteristics>
        <characteristic name="Kind" value="Foot"/><characteristic name="Hits" value="2"/>
        <characteristic name="Rules" value="Room(8), -"/></characteristics></profile></profiles>{inside}</entry>"#
    )
}

fn modifier(action: &str, field: &str, value: &str, each: &str, conditions: &str) -> String {
    format!(
        r#"<modifier type="{action}" field="{field}" value="{value}" repeat="{}" incrementChildId="{each}">
        <conditions>{conditions}</conditions></modifier>"#,
        !each.is_empty()
    )
}

fn group(name: &str, inside: &str) -> String {
    format!(
        r#"<entryGroup id="{name}" name="{name}" minSelections="1" maxSelections="1"><entries>{inside}</entries></entryGroup>"#
    )
}

fn plain(id: &str, name: &str, inside: &str) -> String {
    format!(r#"<entry id="{id}" name="{name}" points="0.0" minSelections="0" maxSelections="1">{inside}</entry>"#)
}

#[test]
fn upgrades_take_the_place_of_core_models_and_others_come_on_top() {
    let fewer = ["minSelections", "maxSelections"].map(|field| modifier("decrement", field, "2.0", "team", ""));
    let core = man(
        "core",
        "Man",
        "10.0",
        (4, 8),
        &format!("<modifiers>{}{}</modifiers>", fewer.concat(), modifier("increment", "points", "5.0", "new", "")),
    );
    let count = r#"<condition childId="team" type="equal to" value="2.0"/>"#;
    let team = man(
        "team",
        "Team",
        "30.0",
        (0, 2),
        &format!(
            "<modifiers>{}{}</modifiers>",
            modifier("increment", "points", "2.5", "", count),
            modifier("increment", "maxSelections", "1.0", "old", "")
        ),
    );
    let medic = man("medic", "Medic", "15.0", (0, 1), "");
    let ages = group("Age", &(plain("old", "1 Old", "") + &plain("new", "2 New", "")));
    let units = made(&format!(
        r#"<entry id="s" name="Foot Section" points="0.0" categoryId="line" minSelections="0" maxSelections="-1">
        <entries>{core}{team}{medic}{ages}</entries></entry>"#
    ));
    let unit = units.first().unwrap();
    assert_eq!((unit.id.as_str(), unit.points), ("foot-section", Some(10)));
    assert_eq!(unit.squadron.map(|size| (size.min, size.max)), Some((4, Some(8))));
    assert_eq!(unit.points_with, [ConditionalPoints { with: vec!["new".into()], without: vec![], points: 5 }]);
    let option = |id: &str| unit.options.iter().find(|option| option.id == id).unwrap();
    assert_eq!(option("team").becomes.as_ref().map(|kind| kind.takes), Some(2));
    assert_eq!(option("team").together, [30, 65, 90]);
    assert_eq!(option("team").max_with.get("old"), Some(&3));
    assert!(option("medic").adds.is_some());
    assert_eq!(unit.choices.first().map(|choice| choice.options.len()), Some(2));
    assert!(unit.card.stats.contains_key("room"));
}

#[test]
fn a_change_of_price_is_repeated_so_often_and_for_every_so_many() {
    let repeated = |value: &str, times: &str, per: &str, each: &str| {
        format!(
            r#"<modifier type="increment" field="points" value="{value}" repeat="true" numRepeats="{times}"
            incrementChildId="{each}" incrementValue="{per}"/>"#
        )
    };
    let fewer = modifier("decrement", "maxSelections", "2.0", "team", "");
    let core = man("core", "Man", "10.0", (4, 8), &format!("<modifiers>{fewer}</modifiers>"));
    let changes = repeated("3.0", "2", "1.0", "mines");
    let team = man("team", "Team", "30.0", (0, 3), &format!("<modifiers>{changes}</modifiers>"));
    let units = made(&format!(
        r#"<entry id="s" name="Foot Section" points="0.0" categoryId="line" minSelections="0" maxSelections="-1">
        <entries>{core}{team}{}</entries><modifiers>{}</modifiers></entry>"#,
        plain("mines", "Mines", ""),
        repeated("5.0", "1", "2.0", "team")
    ));
    let team = units.first().unwrap().options.iter().find(|option| option.id == "team").unwrap();
    assert_eq!((team.points, team.together.as_slice()), (Some(30), [30, 65, 95].as_slice()));
    assert_eq!(team.points_with, [ConditionalPoints { with: vec!["mines".into()], without: vec![], points: 6 }]);
}

#[test]
fn what_a_section_pays_for_an_option_is_counted_once() {
    let change = r#"<modifier type="increment" field="points" value="3.0" repeat="true" incrementChildId="mines"/>"#;
    let guards = format!(
        r#"<entry id="guards" name="Guards" points="0.0" minSelections="0" maxSelections="1"><entries>{}{}</entries></entry>"#,
        man("guard", "Guard", "20.0", (0, 4), ""),
        group("Kit", &plain("mines", "Mines", ""))
    );
    let inside = format!("<entries>{guards}</entries><modifiers>{change}</modifiers>");
    let person = man("p", "Person", "99.0", (0, -1), &inside).replacen("<entry", r#"<entry categoryId="hq""#, 1);
    let units = made(&person);
    let unit = units.first().unwrap();
    assert_eq!((unit.points, unit.points_with.as_slice()), (Some(99), [].as_slice()));
    let guards = unit.options.iter().find(|option| option.id == "guards").unwrap();
    let mines = guards.choices.iter().flat_map(|choice| &choice.options).find(|option| option.id == "mines").unwrap();
    assert_eq!(mines.points, Some(3));
}

#[test]
fn a_person_is_unique_and_ranks_have_figures() {
    let rank = r#"<entry id="r" name="3 Captain" points="50.0" minSelections="0" maxSelections="1"><rules>
        <rule id="x" name="3 Captain"><description>CP 5, Old</description></rule></rules></entry>"#;
    let leader = plain("l", "Leader", "");
    let officer = man("o", "Officer", "0.0", (1, 1), &format!("<entries>{}{leader}</entries>", group("Rank", rank)));
    let person = man("p", "Person", "99.0", (0, -1), &format!("<entries>{leader}</entries>"));
    let units = made(&format!(
        r#"<entry id="s" name="Officers" points="0.0" categoryId="hq" minSelections="0" maxSelections="-1"><entries>{officer}</entries></entry>
        {}"#,
        person.replacen("<entry", r#"<entry categoryId="hq" maxInRoster="1""#, 1)
    ));
    let find = |id: &str| units.iter().find(|unit| unit.id == id).unwrap();
    let captain = &find("officers").choices.first().unwrap().options[0];
    assert_eq!((captain.id.as_str(), captain.points), ("captain", Some(50)));
    assert!(captain.sets.contains_key("cp") && captain.traits.contains_key("age"));
    assert!(find("officers").traits.contains_key("leads"));
    assert!(find("person").card.rules.contains(&"Only One".to_owned()));
    assert_eq!(find("person").points, Some(99));
}

#[test]
fn the_most_in_a_force_is_kept() {
    let limited = |limit: &str, entry: String| entry.replacen("<entry", &format!("<entry {limit}"), 1);
    let guest = limited(r#"maxInForce="1" maxInRoster="-1""#, man("g", "Guest", "60.0", (0, 1), ""));
    let core = man("core", "Man", "10.0", (4, 8), "");
    let section =
        format!(r#"<entry id="s" name="Rare" categoryId="line" points="0.0"><entries>{core}{guest}</entries></entry>"#);
    let units = made(&limited(r#"maxInForce="-1" maxInRoster="2""#, section));
    let unit = units.first().unwrap();
    assert_eq!(unit.traits.get("number"), Some(&TraitValue::One("two".to_owned())));
    let guest = unit.options.iter().find(|option| option.id == "guest").and_then(|option| option.adds.as_ref());
    assert!(guest.unwrap().card.rules.contains(&"Only One".to_owned()));
    assert!(!unit.card.rules.contains(&"Only One".to_owned()));
}
