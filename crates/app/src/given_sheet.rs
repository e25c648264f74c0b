//! A sheet in the arguments of a call.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use muster_engine::ready::Ruleset;
use muster_engine::sheet::Sheet;
use muster_library::document::Document;
use muster_library::fault::{FaultKind, FileFault};
use muster_library::files::{Files, FilesPath, MemoryFiles};
use muster_library::shelf::Shelf;
use muster_library::{json, sheets};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::fault::CallFault;

/// A sheet in a call is read as a file of this name.
const FILE: &str = "sheet.json";

/// A sheet as the call sent it: the document of its file as JSON. It is read with the reader for files, so it has the
/// same faults as a file with this sheet.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct GivenSheet(Box<RawValue>);

impl GivenSheet {
    /// Makes the argument of a call from the document of a sheet.
    pub fn new(document: &Value) -> Result<Self, CallFault> {
        let text = serde_json::value::to_raw_value(document);
        text.map(Self).map_err(|error| CallFault::new("unwritable", format!("the sheet is not JSON: {error}")))
    }

    /// Reads the sheet, or returns everything that is wrong with it.
    pub(crate) fn read(&self, rulesets: &Shelf) -> Result<(Sheet, Ruleset), Vec<FileFault>> {
        let document = self.document()?;
        let Some(kind) = document.value().get("kind").and_then(Value::as_str) else {
            return Err(vec![FileFault::new(FaultKind::MissingKey, "`kind` is missing").at("/kind")]);
        };
        sheets::sheet(rulesets, &document, kind).map_err(without_places)
    }

    /// The document of the sheet, or why it is none.
    pub(crate) fn document(&self) -> Result<Document, Vec<FileFault>> {
        json::document(self.0.get()).map_err(|unparsed| without_places(unparsed.faults))
    }
}

/// The file of the sheet that came with a list. Fails if it is no document.
pub(crate) fn file_of(sheet: Option<&GivenSheet>) -> Result<Option<Arc<dyn Files>>, CallFault> {
    let Some(sheet) = sheet else { return Ok(None) };
    sheet.document().map_err(refused)?;
    Ok(Some(Arc::new(MemoryFiles::one(FILE, sheet.0.get().as_bytes().to_vec()))))
}

/// What lies beside a list: the sheet that came with it, whatever file the list names.
pub(crate) fn beside(sheet: Option<&Arc<dyn Files>>) -> Option<FilesPath<'_>> {
    Some(FilesPath { files: sheet?, path: Path::new(FILE) })
}

/// Why a sheet cannot be used: the first thing that is wrong with it.
pub(crate) fn refused(faults: Vec<FileFault>) -> CallFault {
    let first = faults.into_iter().next().map(|fault| (fault.message, fault.help));
    let (message, help) = first.unwrap_or_else(|| ("this is not a sheet".to_owned(), None));
    CallFault { code: "unreadable-sheet".to_owned(), message: format!("the sheet cannot be read: {message}"), help }
}

/// The same faults without lines: the caller has no file.
fn without_places(mut faults: Vec<FileFault>) -> Vec<FileFault> {
    for fault in &mut faults {
        fault.place = None;
    }
    faults
}

impl PartialEq for GivenSheet {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

impl JsonSchema for GivenSheet {
    fn schema_name() -> Cow<'static, str> {
        "SheetFile".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "The document of a sheet. Its ruleset declares its fields and its kinds of rows.",
            "required": ["kind", "ruleset"],
            "properties": {
                "kind": {"type": "string"},
                "ruleset": {"anyOf": [
                    {"type": "string"},
                    {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {
                        "id": {"type": "string"}, "version": {"type": ["string", "null"]},
                    }},
                ]},
                "name": {"type": ["string", "null"]},
                "nation": {"type": ["string", "null"]},
            },
            "additionalProperties": true,
        })
    }
}
