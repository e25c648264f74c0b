//! Sheets of a campaign.

use muster_engine::ready::Ruleset;
use muster_engine::sheet::{FieldContent, Sheet, SheetRow};
use serde_json::{Value, json};

use super::{game, list};

/// A game with a sheet of crews, whose rows are about squadrons of their name, and of notes, which are about nothing.
fn game_with_sheet() -> Ruleset {
    let cited = json!({ "book": "book", "page": "1" });
    let fields =
        json!({ "ship-of": { "title": "Ship", "holds": "unit" }, "wounds": { "title": "Wounds", "holds": "number" } });
    let sheet = json!({ "title": "Log", "summary": "Crews.", "source": cited, "rows": {
        "crew": { "title": "Crew", "of": "squadron", "fields": fields },
        "remark": { "title": "Remark", "fields": { "brave": { "title": "Brave" } } },
    } });
    let of_rows = |id: &str, severity: &str, each: &str, of: Value| {
        json!({ "id": id, "severity": severity, "clauses": [
            { "each": each, "with": "log", "says": "x", "limit": { "of": { "rows": of }, "max": 0 } },
        ] })
    };
    let is = |id: &str, of: Value| json!({ "id": id, "severity": "note", "clauses": [{ "each": "squadron", "where": of, "says": "x" }] });
    let rules = json!([
        of_rows("own-rows", "note", "squadron", json!({})),
        of_rows("huge-rows", "error", "list", json!({ "bulk": "huge" })),
        of_rows("boat-rows", "note", "list", json!({ "ship-of": "boat" })),
        is("ghosts", json!({ "unit": ["ghost"] })),
        is("brave", json!({ "brave": true })),
    ]);
    let units = json!([
        { "id": "ship", "name": "Ship", "points": 0, "traits": { "bulk": "small" } },
        { "id": "boat", "name": "Boat", "points": 0, "traits": { "bulk": "small" } },
    ]);
    game(rules, units, &json!({ "sheets": { "log": sheet } }))
}

#[test]
fn rows_of_a_sheet_tell_of_their_own_squadrons() {
    let game = game_with_sheet();
    let row = |kind: &str, position: usize, name: &str, fields: &[(&str, FieldContent)]| SheetRow {
        kind: kind.to_owned(),
        position: Some(position),
        name: Some(name.to_owned()),
        fields: fields.iter().map(|(id, content)| ((*id).to_owned(), content.clone())).collect(),
    };
    let unit = |name: &str| FieldContent::Words(vec![name.to_owned()]);
    let found = |rows: Vec<SheetRow>| {
        let sheet = Sheet { kind: "log".to_owned(), rows, ..Sheet::default() };
        let context = json!({ "mfv": 99, "sheet": { "file": "log.yaml" } });
        let squadrons =
            json!([{ "unit": "ship", "models": 1, "name": "Anna" }, { "unit": "boat", "models": 1, "name": "Bert" }]);
        let list = list(&squadrons, &context);
        let judged = muster_engine::judge(&game, &list, Some(&sheet));
        let findings = judged.report().findings.iter();
        let told: Vec<String> = findings.map(|found| format!("{} {:?}", found.rule, found.severity)).collect();
        let findings = &judged.report().findings;
        // What is told of a row's squadron is not told of another.
        let squadrons =
            findings.iter().filter(|found| found.rule.as_str() == "own-rows").map(|found| found.at[0].clone());
        assert!(squadrons.into_iter().all(|at| at == "/squadrons/0"), "{findings:#?}");
        (told, judged.report().fingerprint.clone())
    };
    let anna = |fields: &[(&str, FieldContent)]| row("crew", 0, "Anna", fields);
    assert_eq!(found(vec![anna(&[("ship-of", unit("ship"))])]).0, ["own-rows Note"]);
    // A row that names no unit is about no huge one. One of an unknown unit may be, and is about a squadron of its name.
    assert_eq!(found(vec![anna(&[("wounds", FieldContent::Number(1))])]).0, ["own-rows Note"]);
    let unknown = found(vec![anna(&[("ship-of", unit("ghost"))])]).0;
    let of = |rule: &str| unknown.iter().filter(|told| told.starts_with(rule)).count();
    assert_eq!((of("huge-rows Undetermined"), of("ghosts")), (1, 0), "{unknown:?}");
    // A selector asks for the unit of a row, by whatever name the row has it.
    let boats =
        |name: &str| found(vec![anna(&[("ship-of", unit(name))])]).0.iter().any(|told| told.starts_with("boat-rows"));
    assert_eq!(["boat", "Boat", "ship"].map(boats), [true, true, false]);
    // A row that is about nothing gives nothing to a squadron that happens to have its name.
    let brave = row("remark", 0, "Anna", &[("brave", FieldContent::Words(vec!["yes".to_owned()]))]);
    assert_eq!(found(vec![brave]).0, Vec::<String>::new());
    // A unit's name means the same as its id.
    let coded = |name: &str| found(vec![anna(&[("ship-of", unit(name))])]).1;
    assert_eq!(coded("Ship"), coded("ship"));
    assert_ne!(coded("Boat"), coded("ship"));
}
