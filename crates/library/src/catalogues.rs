//! Reads catalogue files outside of a ruleset: a club's own.

use std::collections::HashMap;

use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::ready::Ruleset;
use serde_json::Value;

use crate::fault::{FaultKind, FileFault, step};
use crate::merge::{REPLACE, is_fine_in_patch, merge_whole};
use crate::schema::{self, SchemaForm};
use crate::schemas::FileKind;
use crate::typed::{TypeRefusal, drop_extensions, read};
use crate::{encoding, yaml};

/// Reads the catalogues of a file, one per document. A unit that the ruleset has too is joined with it, as in a
/// ruleset's folder: it needs only its id and what differs, and with `replace: true` it is whole. The ruleset must have all
/// its catalogues loaded.
///
/// # Errors
/// Everything that is wrong with the shape of any of them, with places.
pub fn catalogues(ruleset: &Ruleset, bytes: &[u8]) -> Result<Vec<Catalogue>, Vec<FileFault>> {
    let text = encoding::utf8(bytes).map_err(|fault| vec![fault])?;
    let (mut catalogues, mut faults) = (Vec::new(), Vec::new());
    for parsed in yaml::documents(text) {
        let document = match parsed {
            Ok(document) => document,
            Err(unparsed) => {
                faults.extend(unparsed.faults);
                continue;
            }
        };
        if document.value().get("kind").and_then(Value::as_str) != Some("catalogue") {
            let fault =
                FileFault::new(FaultKind::WrongKind, "this is no catalogue").help("it begins with `kind: catalogue`");
            faults.push(fault.place(document.place("")));
            continue;
        }
        let mut joined = document.value().clone();
        drop_extensions(&mut joined);
        let patches = join(ruleset, &mut joined);
        let mut found = schema::faults(FileKind::Catalogue, SchemaForm::Whole, &document);
        // A patch takes the keys that it leaves out from the unit of the ruleset.
        found.retain(|fault| !is_fine_in_patch(fault) || !patches.iter().any(|at| is_within(&fault.at, at)));
        if let Some(fault) = nation_missing(ruleset, document.value(), &mut found) {
            found.insert(0, fault.place(document.place("")));
        }
        if !found.is_empty() {
            faults.extend(found);
            continue;
        }
        match read(joined) {
            Ok(catalogue) => catalogues.push(catalogue),
            Err(TypeRefusal { at, message }) => {
                faults.push(FileFault::new(FaultKind::WrongType, message).place(document.place(&at)).at(at));
            }
        }
    }
    if faults.is_empty() { Ok(catalogues) } else { Err(faults) }
}

fn is_within(at: &str, place: &str) -> bool {
    at.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The fault of a catalogue without `nation` whose units hold only changes to units of nations. It replaces the faults
/// about keys that these units seem to lack.
fn nation_missing(ruleset: &Ruleset, catalogue: &Value, found: &mut Vec<FileFault>) -> Option<FileFault> {
    if catalogue.get("nation").is_some() {
        return None;
    }
    let units = catalogue.get("units").and_then(Value::as_array)?;
    let nations = |unit: &Value| -> Vec<String> {
        let Some(id) = unit.get("id").and_then(Value::as_str) else { return Vec::new() };
        let theirs = ruleset.catalogues().iter().map(|catalogue| catalogue.written());
        let theirs = theirs.filter(|catalogue| catalogue.units.iter().any(|unit| unit.id == id));
        theirs.filter_map(|catalogue| catalogue.nation.clone()).collect()
    };
    let is_missing = |fault: &FileFault, at: &str| fault.kind == FaultKind::MissingKey && is_within(&fault.at, at);
    let mut explained: Vec<(String, &Value)> = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let at = format!("/units/{index}");
        if found.iter().any(|fault| is_missing(fault, &at)) && !nations(unit).is_empty() {
            explained.push((at, unit));
        }
    }
    let (_, first) = explained.first()?;
    let id = first.get("id").and_then(Value::as_str).unwrap_or_default();
    let mut known = nations(first);
    known.sort();
    known.dedup();
    found.retain(|fault| {
        // A catalogue that holds only changes takes its source from the ruleset.
        let is_source = fault.kind == FaultKind::MissingKey && fault.at.is_empty() && explained.len() == units.len();
        !is_source && !explained.iter().any(|(at, _)| is_missing(fault, at))
    });
    let message = format!("`nation` is missing, which says whose `{id}` is meant");
    let known = known.iter().map(|nation| format!("`nation: {nation}`")).collect::<Vec<_>>().join(" or ");
    Some(FileFault::new(FaultKind::MissingKey, message).help(format!("write {known}")))
}

/// Joins the units of a catalogue with those of the ruleset that have the same id, and returns the pointers to what may look
/// as in a patch: the joined ones. A catalogue that holds only patches takes its source from the ruleset too.
fn join(ruleset: &Ruleset, catalogue: &mut Value) -> Vec<String> {
    let nation = catalogue.get("nation").and_then(Value::as_str).map(str::to_owned);
    // If several units have the same id, the first one counts.
    let of_nation =
        ruleset.catalogues().iter().rev().map(|catalogue| catalogue.written()).filter(|known| known.nation == nation);
    let known: HashMap<&str, (&Catalogue, &Unit)> = of_nation
        .flat_map(|known| known.units.iter().map(move |unit| (unit.id.as_str(), (known, unit.as_ref()))))
        .collect();
    let units = catalogue.get_mut("units").and_then(Value::as_array_mut).map(Vec::as_mut_slice).unwrap_or_default();
    let mut places = Vec::new();
    let mut source = None;
    let mut brings_none = true;
    for (index, unit) in units.iter_mut().enumerate() {
        let at = format!("/units/{index}");
        let known = unit.get("id").and_then(Value::as_str).and_then(|id| known.get(id));
        let Some((from, mut whole)) = known.and_then(|(from, unit)| Some((from, serde_json::to_value(unit).ok()?)))
        else {
            brings_none = false;
            // The file may have been made for a version that has the unit.
            if unit.as_object_mut().is_some_and(|unit| unit.shift_remove(REPLACE).is_some()) {
                places.push(step(&at, REPLACE));
            }
            continue;
        };
        merge_whole(&mut whole, unit);
        *unit = whole;
        places.push(at);
        source = Some(&from.source);
    }
    if let Some(source) = source.filter(|_| brings_none && catalogue.get("source").is_none()) {
        catalogue["source"] = source.clone().into();
        places.push(String::new());
    }
    places
}
