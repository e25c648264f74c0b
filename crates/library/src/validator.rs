//! Compiles the schemas, and validates documents by them.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::document::Document;
use crate::fault::{FaultKind, FileFault, first};
use crate::merge::is_fine_in_patch;
use crate::schemas::{FileKind, SchemaForm};
use crate::wording::SchemaWording;

#[expect(clippy::indexing_slicing, reason = "there is one schema for each kind")]
pub(crate) fn faults(kind: FileKind, form: SchemaForm, document: &Document) -> Vec<FileFault> {
    faults_of(&COMPILED[kind as usize], form, document)
}

pub(crate) fn faults_by(schema: Value, document: &Document) -> Vec<FileFault> {
    let validator = jsonschema::validator_for(&schema).ok();
    faults_of(&CompiledSchema { schema, validator }, SchemaForm::Whole, document)
}

/// A schema, ready to judge documents.
struct CompiledSchema {
    schema: Value,
    /// None if the schema itself is broken, which a test rules out.
    validator: Option<Validator>,
}

static COMPILED: [LazyLock<CompiledSchema>; FileKind::ALL.len()] = [
    LazyLock::new(|| compile(FileKind::List)),
    LazyLock::new(|| compile(FileKind::Report)),
    LazyLock::new(|| compile(FileKind::Catalogue)),
    LazyLock::new(|| compile(FileKind::Ruleset)),
    LazyLock::new(|| compile(FileKind::Rule)),
    LazyLock::new(|| compile(FileKind::SpecialRules)),
    LazyLock::new(|| compile(FileKind::Cards)),
    LazyLock::new(|| compile(FileKind::Overlay)),
    LazyLock::new(|| compile(FileKind::Collection)),
    LazyLock::new(|| compile(FileKind::Case)),
    LazyLock::new(|| compile(FileKind::Looks)),
];

fn compile(kind: FileKind) -> CompiledSchema {
    let schema = kind.schema();
    let validator = jsonschema::validator_for(&schema).ok();
    CompiledSchema { schema, validator }
}

fn faults_of(compiled: &CompiledSchema, form: SchemaForm, document: &Document) -> Vec<FileFault> {
    let Some(validator) = &compiled.validator else {
        return vec![FileFault::new(FaultKind::Syntax, "this program's own schema is broken")];
    };
    if validator.is_valid(document.value()) {
        return Vec::new();
    }
    let wording = SchemaWording::new(&compiled.schema, document);
    let faults = validator.iter_errors(document.value()).flat_map(|error| wording.faults(&error));
    let mut faults = first(faults.filter(|fault| form == SchemaForm::Whole || !is_fine_in_patch(fault)));
    faults.sort_by(|a, b| {
        (a.place.is_none(), a.place, &a.at, &a.message).cmp(&(b.place.is_none(), b.place, &b.at, &b.message))
    });
    faults.dedup();
    faults
}
