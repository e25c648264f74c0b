//! Validates documents by the JSON Schemas and reports every fault in words, with its place.

use serde_json::Value;

use crate::document::Document;
use crate::fault::FileFault;
use crate::fits::fits;
use crate::schemas::FileKind;
pub use crate::schemas::SchemaForm;
use crate::validator;

/// Everything that is wrong with a document, in the order of the file. Uses the schema only if it must.
#[must_use]
pub fn faults(kind: FileKind, form: SchemaForm, document: &Document) -> Vec<FileFault> {
    if fits(kind, form, document.value()) { Vec::new() } else { faults_by_schema(kind, form, document) }
}

/// The same, always by the schema.
#[must_use]
pub fn faults_by_schema(kind: FileKind, form: SchemaForm, document: &Document) -> Vec<FileFault> {
    validator::faults(kind, form, document)
}

/// Everything that is wrong with a whole document by a schema that a ruleset declares.
#[must_use]
pub(crate) fn faults_by_declared(schema: Value, document: &Document) -> Vec<FileFault> {
    validator::faults_by(schema, document)
}
