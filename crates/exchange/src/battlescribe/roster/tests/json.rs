//! Tests of rosters in JSON.

use crate::battlescribe::roster::Roster;
use crate::battlescribe::roster::file::{RosterForce, Selection};

use super::open;

/// The same roster in both forms. Real ones have profiles and rules as well.
const XML: &str = r#"<roster name="R" generatedBy="https://newrecruit.eu" gameSystemId="g" gameSystemName="G">
  <costs><cost name="pts" typeId="points" value="95.0"/></costs>
  <costLimits><costLimit name="pts" typeId="points" value="500.0"/></costLimits>
  <customNotes>for Sunday</customNotes>
  <forces><force id="f" name="Core" entryId="e" catalogueName="N">
    <forces><force id="g" name="Inner" catalogueName="N"><selections>
      <selection name="Ship" entryId="a::b" number="1" type="model"><costs><cost name="pts" value="20"/></costs></selection>
    </selections></force></forces>
    <selections><selection name="Fleet" customName="Mine" entryId="l::a" number="1" type="unit">
      <profiles><profile name="Card"><characteristics><characteristic name="MV">5</characteristic></characteristics></profile></profiles>
      <selections><selection name="Model" entryId="l::m" number="3" type="model">
        <costs><cost name="pts" value="75.0"/><cost name="VP" value="2"/></costs></selection></selections>
    </selection></selections>
  </force></forces></roster>"#;
const JSON: &str = r#"{"roster": {"name": "R", "generatedBy": "https://newrecruit.eu", "gameSystemId": "g", "gameSystemName": "G",
  "battleScribeVersion": 2.03, "gameSystemRevision": 4, "customNotes": "for Sunday",
  "costs": [{"name": "pts", "typeId": "points", "value": 95}],
  "costLimits": [{"name": "pts", "typeId": "points", "value": 500}],
  "forces": [{"id": "f", "name": "Core", "entryId": "e", "catalogueName": "N",
    "forces": [{"id": "g", "name": "Inner", "catalogueName": "N", "selections": [
      {"name": "Ship", "entryId": "a::b", "number": 1, "type": "model", "costs": [{"name": "pts", "value": 20}]}]}],
    "selections": [{"name": "Fleet", "customName": "Mine", "entryId": "l::a", "number": 1, "type": "unit", "from": "entry",
      "profiles": [{"name": "Card", "hidden": false, "characteristics": [{"name": "MV", "$text": "5"}]}],
      "selections": [
        {"name": "Model", "entryId": "l::m", "number": 3, "type": "model", "costs": [{"name": "pts", "value": 75}, {"name": "VP", "value": 2}]}]}]}]}}"#;

/// The lines of all selections, which are set to 0.
fn lines(roster: &mut Roster) -> Vec<usize> {
    fn of(selection: &mut Selection, lines: &mut Vec<usize>) {
        lines.push(std::mem::take(&mut selection.line));
        for inside in &mut selection.selections {
            of(inside, lines);
        }
    }
    let mut lines = Vec::new();
    for RosterForce { line, selections, .. } in &mut roster.forces {
        *line = 0;
        for selection in selections {
            of(selection, &mut lines);
        }
    }
    lines
}

#[test]
fn json_is_read_like_xml() {
    let (mut xml, mut json) = (open(XML), open(JSON));
    assert_eq!(lines(&mut xml), [9, 11, 7]);
    assert_eq!(lines(&mut json), [8, 11, 7]);
    assert_eq!(json, xml);
    assert_eq!((json.points, json.limit, json.forces.len()), (Some(95), Some(500), 2));
    assert_eq!(json.forces[0].selections[0].claim(), Some(75));
}

#[test]
fn a_roster_is_no_list_file() {
    assert!(Roster::is_json(JSON) && Roster::is_json("{\"x\": 1, \"roster\": {}}"));
    for text in
        ["{\"muster\": 1, \"ruleset\": \"dw-2.5\"}", "{muster: 1, name: roster}", "[]", "{", "{\"notes\": \"roster\"}"]
    {
        assert!(!Roster::is_json(text), "{text}");
    }
}

#[test]
fn hostile_json_is_refused() {
    let refused = |text: &str| Roster::open("f", text.as_bytes().to_vec()).unwrap_err().to_string();
    assert_eq!(refused("{\"roster\": {\n\"name\": \"a\", \"name\": \"b\"}}"), "f:2:14: `name` stands twice here");
    assert!(refused(&("{\"roster\": {\"forces\": ".to_owned() + &"[".repeat(10_000))).contains("64 levels"));
    assert!(refused("{\"roster\": {\"forces\": [").starts_with("f:1:"));
    assert!(
        refused(&format!("{{\"roster\": {{\"name\": \"{}\"}}}}", "x".repeat(9 << 20))).contains("larger than 8 MB")
    );
    assert_eq!(refused("{\"list\": {}}"), "f: the key `roster` is missing");
    // Other types than expected are like nothing.
    let odd = r#"{"roster": {"name": [1], "forces": {"a": 1}, "costs": [1, "x", {"name": {}, "value": "y"}]}}"#;
    assert_eq!(open(odd), Roster::default());
}
