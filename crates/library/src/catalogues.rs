//! Catalogue files outside of a ruleset: a club's own.

use std::collections::HashMap;

use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::compiled::Ruleset;
use serde::Deserialize;
use serde_json::Value;

use crate::document::{self, Document};
use crate::fault::{Fault, FaultKind};
use crate::inherit;
use crate::lists;
use crate::schema::{self, Form};
use crate::schemas::FileKind;

/// The catalogues of a file, one a document. A unit that the ruleset has too is joined with it, as in a folder of rules:
/// it need say no more than its id and what differs. The ruleset is to have the catalogues of the file's [`nations`].
///
/// # Errors
/// Everything that is wrong with the shape of any of them, with places.
pub fn catalogues(ruleset: &Ruleset, bytes: &[u8]) -> Result<Vec<Catalogue>, Vec<Fault>> {
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
        let mut joined = document.value().clone();
        inherit::drop_remarks(&mut joined);
        let patches = join(ruleset, &mut joined);
        let mut found = schema::faults(FileKind::Catalogue, Form::Whole, &document);
        // What a patch leaves out, the unit of the ruleset has.
        found.retain(|fault| fault.kind != FaultKind::MissingKey || !patches.iter().any(|at| is_within(&fault.at, at)));
        if !found.is_empty() {
            faults.extend(found);
            continue;
        }
        match Catalogue::deserialize(joined) {
            Ok(catalogue) => catalogues.push(catalogue),
            Err(error) => faults.push(Fault::new(FaultKind::WrongType, error.to_string()).place(document.place(""))),
        }
    }
    if faults.is_empty() { Ok(catalogues) } else { Err(faults) }
}

fn is_within(at: &str, place: &str) -> bool {
    at.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The nations whose units a file brings or changes, as far as it can be read.
#[must_use]
pub fn nations(bytes: &[u8]) -> Vec<String> {
    let documents = lists::text(bytes).map(document::documents).unwrap_or_default();
    let nation = |document: &Document| document.value().get("nation").and_then(Value::as_str).map(str::to_owned);
    documents.iter().flatten().filter_map(nation).collect()
}

/// Joins the units of a catalogue with those of the ruleset that have the same id; the places of those that were joined.
/// A catalogue that brings no unit of its own need not say where its figures are from: the ruleset's does.
fn join(ruleset: &Ruleset, catalogue: &mut Value) -> Vec<String> {
    let nation = catalogue.get("nation").and_then(Value::as_str).map(str::to_owned);
    let Some(base) = ruleset.stocks().iter().map(|stock| stock.catalogue()).find(|known| known.nation == nation) else {
        return Vec::new();
    };
    let known: HashMap<&str, &Unit> = base.units.iter().map(|unit| (unit.id.as_str(), unit)).collect();
    let units = catalogue.get_mut("units").and_then(Value::as_array_mut).map(Vec::as_mut_slice).unwrap_or_default();
    let mut places = Vec::new();
    for (index, unit) in units.iter_mut().enumerate() {
        let known = unit.get("id").and_then(Value::as_str).and_then(|id| known.get(id));
        let Some(Ok(mut whole)) = known.map(serde_json::to_value) else { continue };
        json_patch::merge(&mut whole, unit);
        *unit = whole;
        places.push(format!("/units/{index}"));
    }
    if places.len() == units.len() && catalogue.get("source").is_none() {
        catalogue["source"] = base.source.clone().into();
        places.push(String::new());
    }
    places
}
