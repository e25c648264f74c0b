//! Validates documents by the JSON Schemas and reports every fault in words, with its place.

use serde_json::Value;

use crate::document::Document;
use crate::fault::{Budget, Fault};
use crate::schemas::FileKind;
use crate::{limits, validator};

/// Whether a document is complete, or a patch of another one in which keys may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All required keys must be there.
    Whole,
    /// Required keys may be missing: they come from the document that it patches.
    Patch,
}

/// Everything that is wrong with a document, in the order of the file.
#[must_use]
pub fn faults(kind: FileKind, form: Form, document: &Document) -> Vec<Fault> {
    validator::faults(kind, form, document)
}

/// Everything that is wrong with a whole document by a schema that a ruleset declares.
#[must_use]
pub(crate) fn faults_by_declared(schema: Value, document: &Document) -> Vec<Fault> {
    validator::faults_by(schema, document)
}

/// The faults up to the limit for one document. If there are more, a last fault says so.
pub(crate) fn first(faults: impl Iterator<Item = Fault>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = faults.take(limits::FAULTS + 1).collect();
    Budget::default().keep(&mut faults);
    faults
}
