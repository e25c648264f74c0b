//! Catalogue files outside of a ruleset: a club's own.

use muster_engine::catalogue::Catalogue;
use serde::Deserialize;
use serde_json::Value;

use crate::document;
use crate::fault::{Fault, FaultKind};
use crate::lists;
use crate::schema::{self, Form};
use crate::schemas::FileKind;

/// The catalogues of a file, one a document.
///
/// # Errors
/// Everything that is wrong with the shape of any of them, with places.
pub fn catalogues(bytes: &[u8]) -> Result<Vec<Catalogue>, Vec<Fault>> {
    let text = lists::text(bytes).map_err(|fault| vec![fault])?;
    let (mut catalogues, mut faults) = (Vec::new(), Vec::new());
    for parsed in document::documents(text) {
        let document = match parsed {
            Ok(document) => document,
            Err(unparsed) => {
                faults.extend(unparsed.faults);
                continue;
            }
        };
        if document.value().get("kind").and_then(Value::as_str) != Some("catalogue") {
            let fault =
                Fault::new(FaultKind::WrongKind, "this is no catalogue").help("it begins with `kind: catalogue`");
            faults.push(fault.place(document.place("")));
            continue;
        }
        let found = schema::faults(FileKind::Catalogue, Form::Whole, &document);
        if !found.is_empty() {
            faults.extend(found);
            continue;
        }
        match Catalogue::deserialize(document.value()) {
            Ok(catalogue) => catalogues.push(catalogue),
            Err(error) => faults.push(Fault::new(FaultKind::WrongType, error.to_string()).place(document.place(""))),
        }
    }
    if faults.is_empty() { Ok(catalogues) } else { Err(faults) }
}
