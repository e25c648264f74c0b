//! The reader of lists must accept exactly what the schema accepts, and must read it as serde does. The test takes a
//! list with every key. It replaces each value by values of every kind and at every bound, leaves it out, misspells its
//! key, and adds extensions.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;
use std::path::Path;

use muster_engine::list::ArmyList;
use muster_library::lists::{FileDocument, lists};
use muster_library::schema::{SchemaForm, faults_by_schema};
use muster_library::schemas::FileKind;
use muster_library::yaml::documents;
use serde_json::Value;

use crate::mutations::{files, pointers, values, with_other_keys};

/// Every key of the format, in each of its shapes.
const EVERYTHING: &str = "
muster: 1
kind: list
name: Everything
player: A. Player
club: C
email: a@example.org
date: 2026-11-21
notes: N
private-notes: P
points: 985
ruleset: {id: dw-2.5, version: ^1.0}
nation: kingdom-of-britannia
mfv: 1000
settings: {core: naval, rules: [1, 2], competitive: false, platoons: 1}
consents: [a, b]
squadrons:
  - unit: a
    id: i
    name: n
    nation: k
    models: [{count: 2, mark: Mk I, options: [o, {p: 2}], x-a: [1]}, {count: 1}]
    mark: Mk II
    options: [o, {p: 2, q: 0}]
    roles: [commodore, {role: sub-commander, model: 1, trait: t, character: c, x-b: {c: 1}}]
    attached: [{unit: b, models: 1, attached: [{unit: c}]}]
    allocation: main
    slot: s
    brought-by: j
    carries: [j]
    entry-turn: 3
    points: 100
    notes: N
    private-notes: P
    x-c: 1.5
groups:
  - {kind: core, name: g, id: h, notes: N, private-notes: P, x-d: ~, squadrons: [{unit: a}]}
  - {kind: core, sections: [{unit: a}]}
  - {kind: core, units: [{unit: a}]}
decks:
  tacs: [a, {card: b, replaces: c, cost: 40, type: generic, x-e: 7}, {card: b, replaces: {card: c}}]
x-f: {g: [1, {h: i}]}
";

/// Whether the reader accepts a value. Checks that the schema says the same, and that the reader reads what serde
/// reads.
fn agree(value: &Value) -> bool {
    let text = value.to_string();
    let document = documents(&text).remove(0).unwrap();
    let schema = faults_by_schema(FileKind::List, SchemaForm::Whole, &document);
    match lists(text.as_bytes()).remove(0) {
        FileDocument::List(list, _) => {
            assert_eq!(schema, [], "the reader takes what the schema refuses: {text}");
            if !remarked_names(value) {
                assert_eq!(*list, serde_json::from_value::<ArmyList>(document.value().clone()).unwrap(), "{text}");
                let written = serde_json::to_string(&list).unwrap();
                let FileDocument::List(again, _) = lists(written.as_bytes()).remove(0) else { panic!("{written}") };
                assert_eq!(again, list, "what is written reads the same: {text}");
            }
            true
        }
        FileDocument::Unreadable(unparsed) => {
            let twice = unparsed.faults.iter().all(|fault| fault.message.contains("another spelling"));
            assert!(!schema.is_empty() || twice, "the reader refuses what the schema takes: {text}");
            false
        }
        FileDocument::Other(..) => {
            assert!(!schema.is_empty(), "another kind of document is no list: {text}");
            false
        }
    }
}

/// Whether an extension is where a name may be. Readers skip it there.
fn remarked_names(value: &Value) -> bool {
    match value {
        Value::Object(entries) => entries.contains_key("x-new") || entries.values().any(remarked_names),
        Value::Array(items) => items.iter().any(remarked_names),
        _ => false,
    }
}

fn everything() -> Value {
    documents(EVERYTHING)[0].as_ref().unwrap().value().clone()
}

/// The pointers to all values except the version of the format, because the schema only knows the version's shape.
fn places() -> Vec<String> {
    let mut found = pointers(&everything());
    found.retain(|pointer| !pointer.is_empty() && pointer != "/muster");
    found
}

#[test]
fn everything_is_read_and_kept() {
    let everything = everything();
    assert!(agree(&everything));
    let FileDocument::List(list, _) = lists(EVERYTHING.as_bytes()).remove(0) else { panic!("it is a list") };
    let written = serde_json::to_value(&list).unwrap();
    let spelt = |value: &Value| value.to_string().replace("sections", "squadrons").replace("units", "squadrons");
    let sorted = |text: String| serde_json::from_str::<Value>(&text).unwrap();
    // An extension with the value null is kept too.
    assert_eq!(sorted(spelt(&written)), sorted(spelt(&everything)));
}

#[test]
fn any_value_in_any_place() {
    let mut taken = 0;
    for pointer in places() {
        for value in values() {
            let mut list = everything();
            *list.pointer_mut(&pointer).unwrap() = value;
            taken += usize::from(agree(&list));
        }
    }
    assert!(taken > 500, "too few of the changed lists are lists: {taken}");
}

#[test]
fn keys_missing_unknown_and_remarked() {
    for pointer in places() {
        for list in with_other_keys(&everything(), &pointer) {
            agree(&list);
        }
    }
}

#[test]
fn golden_lists() {
    let found = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lists"));
    let mut read = 0;
    for path in found {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for document in documents(&text).into_iter().flatten() {
            if document.value().get("muster").is_some() {
                read += usize::from(agree(document.value()));
            }
        }
    }
    assert!(read > 100, "the golden lists are somewhere else: {read}");
}
