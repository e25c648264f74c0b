//! Answers must be as their schema describes them. `schemas/diff.schema.json` is a copy of it, which `muster new schemas` writes.

use muster_changes::{Comparison, ComparisonAnswer, lists, relation};
use muster_engine::ready::Ruleset;
use schemars::generate::SchemaSettings;

use crate::{compared, tiny};

#[test]
fn answers_are_valid() {
    let tiny = tiny();
    let bare: Ruleset = tiny.with_catalogues(Vec::new());
    let changes = compared(&tiny, &bare);
    assert!(changes.things.len() > 3);
    let relation = relation(&tiny, &bare, &changes.things);
    let answer = ComparisonAnswer {
        format: 1,
        comparisons: vec![Comparison { changes, relation, lists: Some(lists(&[], &[])) }],
        lists_of_other_games: Some(0),
    };
    let answer = serde_json::to_value(answer).unwrap();
    let schema =
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<ComparisonAnswer>();
    let schema = serde_json::Value::from(schema);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> = validator.iter_errors(&answer).map(|fault| fault.to_string()).collect();
    assert_eq!(faults, Vec::<String>::new());
}
