//! Validates documents by the JSON Schemas and reports every fault in words, with its place.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::document::Document;
use crate::fault::{Budget, Fault, FaultKind};
use crate::fits::fits;
use crate::limits;
use crate::schemas::FileKind;
pub use crate::schemas::Form;
use crate::wording::Wording;

/// A schema, ready to judge documents.
struct Compiled {
    schema: Value,
    /// None if the schema itself is broken, which a test rules out.
    validator: Option<Validator>,
}

static COMPILED: [LazyLock<Compiled>; FileKind::ALL.len()] = [
    LazyLock::new(|| compile(FileKind::List)),
    LazyLock::new(|| compile(FileKind::Report)),
    LazyLock::new(|| compile(FileKind::Catalogue)),
    LazyLock::new(|| compile(FileKind::Ruleset)),
    LazyLock::new(|| compile(FileKind::Rule)),
    LazyLock::new(|| compile(FileKind::SpecialRules)),
    LazyLock::new(|| compile(FileKind::Cards)),
    LazyLock::new(|| compile(FileKind::Overlay)),
    LazyLock::new(|| compile(FileKind::Collection)),
];

fn compile(kind: FileKind) -> Compiled {
    let schema = kind.schema();
    let validator = jsonschema::validator_for(&schema).ok();
    Compiled { schema, validator }
}

/// Everything that is wrong with a document, in the order of the file. Uses the schema only if it must.
#[must_use]
pub fn faults(kind: FileKind, form: Form, document: &Document) -> Vec<Fault> {
    if fits(kind, form, document.value()) { Vec::new() } else { faults_by_schema(kind, form, document) }
}

/// The same, always by the schema.
#[must_use]
pub fn faults_by_schema(kind: FileKind, form: Form, document: &Document) -> Vec<Fault> {
    faults_by(&COMPILED[kind as usize], form, document)
}

/// Everything that is wrong with a whole document by a schema that a ruleset declares.
#[must_use]
pub(crate) fn faults_by_declared(schema: Value, document: &Document) -> Vec<Fault> {
    let validator = jsonschema::validator_for(&schema).ok();
    faults_by(&Compiled { schema, validator }, Form::Whole, document)
}

fn faults_by(compiled: &Compiled, form: Form, document: &Document) -> Vec<Fault> {
    let Some(validator) = &compiled.validator else {
        return vec![Fault::new(FaultKind::Syntax, "this program's own schema is broken")];
    };
    if validator.is_valid(document.value()) {
        return Vec::new();
    }
    let wording = Wording::new(&compiled.schema, document);
    let faults = validator.iter_errors(document.value()).flat_map(|error| wording.faults(&error));
    let mut faults = first(faults.filter(|fault| form == Form::Whole || fault.kind != FaultKind::MissingKey));
    faults.sort_by(|a, b| {
        (a.place.is_none(), a.place, &a.at, &a.message).cmp(&(b.place.is_none(), b.place, &b.at, &b.message))
    });
    faults.dedup();
    faults
}

/// The faults up to the limit for one document. If there are more, a last fault says so.
pub(crate) fn first(faults: impl Iterator<Item = Fault>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = faults.take(limits::FAULTS + 1).collect();
    Budget::default().keep(&mut faults);
    faults
}
