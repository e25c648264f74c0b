//! A file in small, and the Sections made of it.

use muster_engine::catalogue::{PointsWith, Unit};

use super::import;
use crate::battlescribe::recipe::Nation;
use crate::battlescribe::source::Source;
use crate::battlescribe::spelling::Spelling;

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
    let nation: Nation = serde_yaml::from_str("{id: n, file: n.cat, system: n.gst, vintage: '1'}").unwrap();
    let source = |name: &str, text: String| Source { name: name.into(), text };
    let files = [
        source("n.cat", format!("<catalogue name=\"n\"><entries>{entries}</entries></catalogue>")),
        source("n.gst", SYSTEM.to_owned()),
    ];
    import(&files, &nation, &recipe, &Spelling::default(), &[]).unwrap().catalogue.units
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
    assert_eq!(unit.points_with, [PointsWith { with: vec!["new".into()], without: vec![], points: 5 }]);
    let option = |id: &str| unit.options.iter().find(|option| option.id == id).unwrap();
    assert_eq!(option("team").becomes.as_ref().map(|kind| kind.takes), Some(2));
    assert_eq!(option("team").together, [30, 65, 90]);
    assert_eq!(option("team").max_with.get("old"), Some(&3));
    assert!(option("medic").adds.is_some());
    assert_eq!(unit.choices.first().map(|choice| choice.options.len()), Some(2));
    assert!(unit.card.stats.contains_key("room"));
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
