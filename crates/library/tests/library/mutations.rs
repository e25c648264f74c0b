//! Changes of documents, for tests that readers and schemas agree.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

/// The pointers to all values of a document.
pub(crate) fn pointers(value: &Value) -> Vec<String> {
    fn add(value: &Value, at: &str, found: &mut Vec<String>) {
        found.push(at.to_owned());
        match value {
            Value::Object(entries) => {
                entries.iter().for_each(|(key, inner)| {
                    add(inner, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
                });
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(index, inner)| add(inner, &format!("{at}/{index}"), found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    add(value, "", &mut found);
    found
}

/// Values of every kind, and at every bound.
pub(crate) fn values() -> Vec<Value> {
    let numbers = [-1, 0, 1, 2, 1000, 1001, 1_000_000, 1_000_001, 1_000_000_000, 1_000_000_001];
    let mut values: Vec<Value> = numbers.into_iter().map(Value::from).collect();
    values.extend([u64::from(u32::MAX), u64::from(u32::MAX) + 1, u64::MAX].map(Value::from));
    values.extend([json!(null), json!(true), json!(1.5), json!(1e18), json!(""), json!("list"), json!("3")]);
    values.extend([json!("2026-1-21"), json!("2026-01-2é"), json!("2026-01-21\n"), json!("0000/00/00")]);
    values.extend([json!([]), json!([null]), json!(["a"]), json!([1]), json!([[1, null, []]])]);
    values.extend([json!({}), json!({"a": 1}), json!({"a": "b"}), json!({"list": null}), json!({"unit": "a"})]);
    values.extend([json!({"count": 1}), json!({"card": "a"}), json!({"role": "a"}), json!({"x-new": 1})]);
    values
}

/// A document whose key at a pointer is missing or misspelt, or has others beside it.
pub(crate) fn with_other_keys(document: &Value, pointer: &str) -> Vec<Value> {
    let Some((holder, key)) = pointer.rsplit_once('/') else { return Vec::new() };
    let key = key.replace("~1", "/").replace("~0", "~");
    let changed = |change: &dyn Fn(&mut Map<String, Value>)| {
        let mut document = document.clone();
        change(document.pointer_mut(holder)?.as_object_mut()?);
        Some(document)
    };
    let changed = [
        changed(&|entries| drop(entries.shift_remove(&key))),
        changed(&|entries| drop(entries.insert(format!("{key}s"), entries[&key].clone()))),
        changed(&|entries| drop(entries.insert("units".into(), json!([])))),
        changed(&|entries| drop(entries.insert("x-new".into(), json!([{"a": null}])))),
    ];
    changed.into_iter().flatten().collect()
}

/// The files in a folder and in the folders inside it.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.flat_map(|entry| match entry.path() {
        path if path.is_dir() => files(&path),
        path => vec![path],
    });
    paths.collect()
}
