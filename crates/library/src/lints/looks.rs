//! `looks.yaml`: every drawing, emblem, trait and nation that it names must exist.

use std::path::PathBuf;

use muster_engine::declarations::Declarations;
use muster_engine::report::{Finding, FindingId};
use serde_json::Value;

use super::text;
use crate::document::ParseResult;
use crate::drawings;
use crate::fault::{FaultKind, FileFault, step};
use crate::looks::{LOOKS as FILE, Looks};
use crate::ruleset_files::RulesetFiles;
use crate::schema::{self, SchemaForm};
use crate::schemas::FileKind;
use crate::shelf::Shelf;
use crate::typed::{TypeRefusal, read};
use crate::{encoding, yaml};

/// The id of the lint.
pub(super) const LOOKS: &str = "looks";

/// What is wrong with the looks of a ruleset, each with its file. None are wrong if the ruleset has no such file.
pub(super) fn lint(shelf: &Shelf, files: &RulesetFiles, declarations: &Declarations) -> Vec<(PathBuf, Finding)> {
    let path = files.folder.join(FILE);
    if shelf.files().kind(&path).is_none() {
        return Vec::new();
    }
    let faults = match shelf.files().read_in(&files.folder, &path) {
        Err(fault) => vec![fault],
        Ok(bytes) => match encoding::utf8(&bytes).map(yaml::documents) {
            Err(fault) => vec![fault],
            Ok(documents) => documents.into_iter().flat_map(|document| of_document(document, declarations)).collect(),
        },
    };
    let finding = |fault: FileFault| Finding { rule: FindingId::File(LOOKS.to_owned()), ..fault.into() };
    faults.into_iter().map(|fault| (path.clone(), finding(fault))).collect()
}

fn of_document(document: ParseResult, declarations: &Declarations) -> Vec<FileFault> {
    let document = match document {
        Ok(document) => document,
        Err(unparsed) => return unparsed.faults,
    };
    let fault = |kind: FaultKind, (at, message): (String, String)| {
        FileFault::new(kind, message).place(document.place(&at)).at(at)
    };
    let mut faults = schema::faults(FileKind::Looks, SchemaForm::Whole, &document);
    if faults.is_empty()
        && let Err(TypeRefusal { at, message }) = read::<Looks>(document.value().clone())
    {
        faults.push(fault(FaultKind::WrongType, (at, message)));
    }
    let unknown = unknown(document.value(), declarations).into_iter();
    faults.extend(unknown.map(|unknown| fault(FaultKind::NotOneOf, unknown)));
    faults
}

/// The names that do not exist, each with its pointer and a message. What has a wrong form is passed over, so that one fault
/// does not hide others.
fn unknown(looks: &Value, declarations: &Declarations) -> Vec<(String, String)> {
    let mut unknown = Vec::new();
    let no_drawing = |look: &Value, key: &str| {
        let name = text(look, key).filter(|name| drawings::of_unit(name).is_none())?;
        Some(format!("there is no drawing `{name}`"))
    };
    unknown.extend(no_drawing(looks, "cover").map(|message| ("/cover".to_owned(), message)));
    for (place, id) in words(looks.pointer("/overview/traits")) {
        if !declarations.traits.contains_key(id) {
            unknown.push((format!("/overview/traits/{place}"), format!("the ruleset declares no trait `{id}`")));
        }
    }
    for (place, id) in words(looks.pointer("/overview/stats")) {
        if !declarations.stats.contains_key(id) {
            unknown.push((format!("/overview/stats/{place}"), format!("the ruleset declares no statistic `{id}`")));
        }
    }
    for (place, look) in looks.get("drawings").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = format!("/drawings/{place}");
        unknown.extend(no_drawing(look, "drawing").map(|message| (step(&at, "drawing"), message)));
        for (id, wanted) in look.get("where").and_then(Value::as_object).into_iter().flatten() {
            let at = step(&step(&at, "where"), id);
            match declarations.traits.get(id) {
                None => unknown.push((at, format!("the ruleset declares no trait `{id}`"))),
                // An open trait may have any word. One without values is yes or no.
                Some(known) if known.open || known.values.is_empty() => {}
                Some(known) => {
                    let several = words(Some(wanted)).map(|(place, word)| (format!("{at}/{place}"), word));
                    let all = several.chain(wanted.as_str().map(|word| (at.clone(), word)));
                    let wrong = all.filter(|(_, word)| !known.values.contains_key(*word));
                    unknown.extend(wrong.map(|(at, word)| (at, format!("the trait `{id}` has no value `{word}`"))));
                }
            }
        }
    }
    for (id, look) in looks.get("nations").and_then(Value::as_object).into_iter().flatten() {
        let at = step("/nations", id);
        if let Some(emblem) = text(look, "emblem").filter(|emblem| drawings::emblem(emblem).is_none()) {
            unknown.push((step(&at, "emblem"), format!("there is no emblem `{emblem}`")));
        }
        if !declarations.nations.contains_key(id) {
            unknown.push((at, format!("the ruleset has no nation `{id}`")));
        }
    }
    unknown
}

/// The texts of a list, each with its place.
fn words(list: Option<&Value>) -> impl Iterator<Item = (usize, &str)> {
    let items = list.and_then(Value::as_array).into_iter().flatten().enumerate();
    items.filter_map(|(place, item)| Some((place, item.as_str()?)))
}
