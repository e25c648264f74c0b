//! Finds out quickly whether a document keeps its schema: the types read it and write it again. To generate and compile
//! a schema takes longer than to judge a list.
//!
//! The types alone read more than the schemas allow: some ignore unknown keys, and all accept a YAML sequence in place of a mapping. So everything
//! in a document must also be in what the types write. A test proves that the schema refuses nothing that fits.

use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::declarations::{CardPatch, Cards, DeclaredCard, Setting, StepTable};
use muster_engine::rule::Rule;
use muster_engine::special_rules::SpecialRule;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::collection_file::CollectionFile;
use crate::merge::PATCH_KEYS;
use crate::overlay::shape::OverlayHead;
use crate::schemas::{FileKind, SchemaForm};
use crate::typed::drop_extensions;

/// Whether a document surely keeps its schema. If not, only the schema can tell.
#[must_use]
pub fn fits(kind: FileKind, form: SchemaForm, document: &Value) -> bool {
    let mut value = document.clone();
    drop_extensions(&mut value);
    match kind {
        FileKind::Overlay => overlay(&value),
        FileKind::Rule => thing::<Rule>(value, form),
        FileKind::SpecialRules => all::<SpecialRule>(&mut value, form),
        FileKind::Cards => {
            value.get_mut("cards").is_some_and(|cards| all::<DeclaredCard>(cards, form)) && thing::<Cards>(value, form)
        }
        FileKind::Catalogue => {
            value.get_mut("units").is_some_and(|units| all::<Unit>(units, form)) && thing::<Catalogue>(value, form)
        }
        FileKind::Collection => read::<CollectionFile>(&value).is_some_and(|file| file.is_in_bounds()),
        // Lists have a reader of their own. Reports are not read. Rulesets, cases and looks have bounds that their types
        // do not know.
        FileKind::List | FileKind::Report | FileKind::Ruleset | FileKind::Case | FileKind::Looks => false,
    }
}

fn overlay(value: &Value) -> bool {
    let Some(head) = read::<OverlayHead>(value).filter(OverlayHead::is_in_bounds) else { return false };
    let OverlayHead { units, rules, cards, special_rules, tables, settings, patches, .. } = head;
    units.into_iter().all(patch_of_unit)
        && rules.into_iter().all(patch::<Rule>)
        && cards.into_values().flatten().all(patch::<DeclaredCard>)
        && special_rules.into_iter().all(patch::<SpecialRule>)
        && tables.into_iter().all(|(_, table)| thing::<StepTable>(table, SchemaForm::Patch))
        && settings.into_iter().all(|(_, setting)| thing::<Setting>(setting, SchemaForm::Patch))
        && patches.into_iter().all(|(_, patch)| thing::<CardPatch>(patch, SchemaForm::Patch))
}

/// A new unit or a patch of one, which may name its nation.
fn patch_of_unit(mut value: Value) -> bool {
    let nation = value.as_object_mut().and_then(|unit| unit.shift_remove("nation"));
    nation.is_none_or(|nation| nation.is_string()) && patch::<Unit>(value)
}

/// A new thing, or a patch of one, which may take it away or state it whole.
fn patch<T: Patchable>(mut value: Value) -> bool {
    let words = PATCH_KEYS.map(|key| value.as_object_mut().and_then(|thing| thing.shift_remove(key)));
    words.iter().flatten().all(Value::is_boolean) && thing::<T>(value, SchemaForm::Patch)
}

/// Takes the things out of a list. Whether each of them fits.
fn all<T: Patchable>(list: &mut Value, form: SchemaForm) -> bool {
    let Value::Array(things) = list else { return false };
    std::mem::take(things).into_iter().all(|value| thing::<T>(value, form))
}

fn thing<T: Patchable>(mut value: Value, form: SchemaForm) -> bool {
    if let (SchemaForm::Patch, Value::Object(keys), Value::Object(required)) = (form, &mut value, T::required()) {
        for (key, least) in required {
            keys.entry(key).or_insert(least);
        }
    }
    read::<T>(&value).is_some()
}

/// Reads a value as a type that writes everything that is in the value.
fn read<T: DeserializeOwned + Serialize>(value: &Value) -> Option<T> {
    let read = T::deserialize(value).ok()?;
    let written = serde_json::to_value(&read).ok()?;
    holds(&written, value).then_some(read)
}

/// Whether everything in a value is in another one, which may have more keys.
fn holds(other: &Value, value: &Value) -> bool {
    match (other, value) {
        (Value::Object(other), Value::Object(value)) => {
            value.iter().all(|(key, value)| other.get(key).is_some_and(|other| holds(other, value)))
        }
        (Value::Array(other), Value::Array(value)) => {
            other.len() == value.len() && other.iter().zip(value).all(|(other, value)| holds(other, value))
        }
        _ => other == value,
    }
}

/// What may be patched.
trait Patchable: DeserializeOwned + Serialize {
    /// The keys that a whole thing must have but a patch may leave out, with any values that the type reads.
    fn required() -> Value;
}

impl Patchable for Unit {
    fn required() -> Value {
        json!({"name": ""})
    }
}

impl Patchable for Rule {
    fn required() -> Value {
        json!({"title": "", "kind": "limit", "source": source()})
    }
}

impl Patchable for DeclaredCard {
    fn required() -> Value {
        json!({"name": "", "source": source()})
    }
}

impl Patchable for SpecialRule {
    fn required() -> Value {
        json!({"name": "", "kind": "", "summary": "", "source": source()})
    }
}

impl Patchable for StepTable {
    fn required() -> Value {
        json!({"title": "", "source": source(), "rows": []})
    }
}

impl Patchable for Setting {
    fn required() -> Value {
        json!({"title": "", "summary": ""})
    }
}

impl Patchable for CardPatch {
    fn required() -> Value {
        json!({"title": "", "source": source(), "where": {}, "gives": {"rules": []}})
    }
}

impl Patchable for Cards {
    fn required() -> Value {
        json!({"kind": "", "deck": ""})
    }
}

impl Patchable for Catalogue {
    fn required() -> Value {
        json!({"kind": "", "source": ""})
    }
}

fn source() -> Value {
    json!({"book": "", "page": ""})
}
