//! Clauses over all lists of one player.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::report::Finding;
use muster_engine::{check, check_together};

use super::overlays::{LIST, named, shelf_under};

const RULES: &str = "\
rules:
- id: one-nation
  title: All lists of a player are of one nation
  kind: limit
  clauses:
  - {together: true, limit: {of: {different: [nation, {}]}, max: 1}, subject: {one: nation, many: nations}}
- id: few-frigates
  title: At most six frigates in all lists of a player
  kind: limit
  clauses:
  - {together: true, limit: {of: {models: {unit: attacker-class-frigate}}, max: 6}, subject: {one: frigate, many: frigates}}
- id: one-name
  title: No unit twice in all lists of a player
  kind: limit
  clauses:
  - {together: true, each: unit, where: {unit: ruler-class-battleship}, limit: {of: {models: {}}, max: 1}, says: '{name} stands there {times}'}
";

/// The findings on these lists together: each with its place, without the pages.
fn found(lists: &[&str]) -> Vec<Vec<(String, String)>> {
    let shelf = shelf_under(&[&named("pair", "{id: dw-2.5, version: ^2.0}", RULES)]);
    let ruleset = shelf.ruleset(&RulesetName::Id("dw-2.5".to_owned()), &[]).unwrap();
    let lists: Vec<ArmyList> = lists.iter().map(|text| serde_yaml::from_str(text).unwrap()).collect();
    // By itself, no list is judged by these clauses.
    for list in &lists {
        let alone = check(&ruleset, list).findings;
        assert!(!alone.iter().any(|finding| finding.origin.as_deref() == Some("pair")), "{alone:#?}");
    }
    let told = |finding: Finding| (format!("{} {}", finding.rule, finding.at.join(" ")), finding.message);
    let all = check_together(&ruleset, &lists.iter().collect::<Vec<_>>());
    all.into_iter().map(|findings| findings.into_iter().map(told).collect()).collect()
}

/// Each list gets the findings that point into it, with its own pointers.
#[test]
fn findings_point_into_each_list() {
    let second = LIST.replace("name: Patrol", "name: Raiders").replacen(
        "  - {unit: ruler",
        "  - {unit: attacker-class-frigate, models: 3}\n  - {unit: ruler",
        1,
    );
    let found = found(&[LIST, &second]);
    let wanted = |place: [&str; 2], other: &str| {
        [
            (
                format!("few-frigates {}", place[0]),
                format!("together with “{other}”: 11 frigates of at most 6: 5 too many"),
            ),
            (
                format!("one-name {}", place[1]),
                format!("together with “{other}”: Ruler Class Battleship stands there twice"),
            ),
        ]
    };
    assert_eq!(found[0], wanted(["/squadrons/3", "/squadrons/0"], "Raiders"));
    assert_eq!(found[1], wanted(["/squadrons/0 /squadrons/4", "/squadrons/1"], "Patrol"));
}

/// Two lists of two nations count as two nations. Each list gets a finding that names no squadron.
#[test]
fn nations_of_all_lists_count() {
    let one = "muster: 1\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 500\nsquadrons: [{unit: tribal-class-cruiser, models: 2, id: a}]\n";
    let other = "muster: 1\nruleset: dw-2.5\nnation: prussian-empire\nmfv: 500\nsquadrons: [{unit: riever-class-light-cruiser, models: 3, id: a}]\n";
    let both = found(&[one, other]);
    let is_told = |found: &[(String, String)]| {
        found.len() == 1
            && found[0].0.starts_with("one-nation")
            && found[0].1.ends_with("2 nations of at most 1: 1 too many")
    };
    assert!(both.iter().all(|found| is_told(found)), "{both:#?}");
    assert_eq!(found(&[one, one]), [[], []] as [[(String, String); 0]; 2]);
    assert_eq!(found(&[LIST]), [[]] as [[(String, String); 0]; 1]);
}
