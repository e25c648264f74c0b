//! Cases: a verdict that somebody thinks is wrong, kept as one file, and judged again.

mod judging;
mod make;
mod pared;
mod repeat;

use serde_json::Value;

pub use self::judging::shelf_of;
pub use self::make::{Complaint, make};
pub use self::repeat::{CaseState, RepeatedCase, expects, repeat};

use crate::case_file::CaseFile;
use crate::document::{Document, DocumentValue};
use crate::fault::{FaultKind, FileFault};
use crate::lists::{self, newer_minor, other_format};
use crate::schema::{self, SchemaForm};
use crate::schemas::FileKind;
use crate::typed::{TypeRefusal, read};
use crate::{encoding, json, yaml};

/// The `kind` of a case.
pub const KIND: &str = "case";

/// The case in a file. None if the file holds something else.
///
/// # Errors
/// Everything that is wrong with the case, with places.
#[must_use]
pub fn case(bytes: &[u8]) -> Option<Result<CaseFile, Vec<FileFault>>> {
    let text = encoding::utf8(bytes).ok()?;
    // Most files are lists, and need not be read whole.
    if !text.contains(KIND) {
        return None;
    }
    let mut documents = yaml::documents(text).into_iter();
    let (first, more) = (documents.next()?.ok()?, documents.next().is_some());
    if first.root().get("kind").and_then(DocumentValue::text) != Some(KIND) {
        return None;
    }
    let one = FileFault::new(FaultKind::WrongKind, "a file holds one case").help("keep each case in a file of its own");
    Some(if more { Err(vec![one]) } else { of_document(&first) })
}

/// Reads the case in a document.
///
/// # Errors
/// Everything that is wrong with it, with places.
pub fn of_document(document: &Document) -> Result<CaseFile, Vec<FileFault>> {
    if let Some(fault) = other_format(document) {
        return Err(vec![fault]);
    }
    let mut faults = schema::faults(FileKind::Case, SchemaForm::Whole, document);
    newer_minor(document, KIND, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let placed = |fault: FileFault| {
        let place = document.place(&fault.at);
        fault.place(place)
    };
    let case: CaseFile = read(document.value().clone())
        .map_err(|TypeRefusal { at, message }| vec![placed(FileFault::new(FaultKind::WrongType, message).at(at))])?;
    // A list has limits that its type does not know.
    let list = document.value().get("list").unwrap_or(&Value::Null).to_string();
    let read = json::document(&list).map_err(|unparsed| unparsed.faults).and_then(|list| lists::list(&list));
    read.map_err(|faults| {
        let inside = |fault: FileFault| {
            let at = format!("/list{}", fault.at);
            placed(fault.at(at))
        };
        faults.into_iter().map(inside).collect::<Vec<_>>()
    })?;
    Ok(case)
}
