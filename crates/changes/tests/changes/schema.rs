//! `schemas/diff.schema.json` must match the types. `UPDATE=1 cargo test` writes it.

use std::path::Path;

use muster_changes::{Comparison, ComparisonAnswer, lists, relation};
use muster_engine::ready::Ruleset;
use muster_library::schemas::finish;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::{compared, tiny};

fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = Value::from(generator.into_root_schema_for::<ComparisonAnswer>());
    finish(&mut schema, true);
    schema["title"] = json!("Differences between rulesets");
    schema["$id"] = json!("urn:muster:schema:diff:1");
    schema
}

#[test]
fn the_committed_schema_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/diff.schema.json");
    let text = format!("{:#}\n", schema());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(committed == text, "schemas/diff.schema.json is out of date: run UPDATE=1 cargo test --test changes");
}

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
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let faults: Vec<String> = validator.iter_errors(&answer).map(|fault| fault.to_string()).collect();
    assert_eq!(faults, Vec::<String>::new());
}
