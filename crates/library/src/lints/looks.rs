//! `looks.yaml`: every drawing, emblem, trait and nation that it names must exist.

use std::path::PathBuf;

use muster_engine::declarations::Declarations;
use muster_engine::report::{Finding, FindingId};

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
    let faults = schema::faults(FileKind::Looks, SchemaForm::Whole, &document);
    if !faults.is_empty() {
        return faults;
    }
    match read::<Looks>(document.value().clone()) {
        Ok(looks) => {
            let unknown = unknown(&looks, declarations).into_iter();
            let fault = |(at, message): (String, String)| {
                FileFault::new(FaultKind::NotOneOf, message).place(document.place(&at)).at(at)
            };
            unknown.map(fault).collect()
        }
        Err(TypeRefusal { at, message }) => {
            vec![FileFault::new(FaultKind::WrongType, message).place(document.place(&at)).at(at)]
        }
    }
}

/// The names that do not exist, each with its pointer and a message.
fn unknown(looks: &Looks, declarations: &Declarations) -> Vec<(String, String)> {
    let mut unknown = Vec::new();
    if drawings::of_unit(&looks.cover).is_none() {
        unknown.push(("/cover".to_owned(), format!("there is no drawing `{}`", looks.cover)));
    }
    for (place, id) in looks.overview.traits.iter().enumerate() {
        if !declarations.traits.contains_key(id) {
            unknown.push((format!("/overview/traits/{place}"), format!("the ruleset declares no trait `{id}`")));
        }
    }
    for (place, id) in looks.overview.stats.iter().enumerate() {
        if !declarations.stats.contains_key(id) {
            unknown.push((format!("/overview/stats/{place}"), format!("the ruleset declares no statistic `{id}`")));
        }
    }
    for (place, look) in looks.drawings.iter().enumerate() {
        let at = format!("/drawings/{place}");
        if drawings::of_unit(&look.drawing).is_none() {
            unknown.push((step(&at, "drawing"), format!("there is no drawing `{}`", look.drawing)));
        }
        for (id, wanted) in &look.r#where {
            let at = step(&step(&at, "where"), id);
            match declarations.traits.get(id) {
                None => unknown.push((at, format!("the ruleset declares no trait `{id}`"))),
                // An open trait may have any word. One without values is yes or no.
                Some(known) if known.open || known.values.is_empty() => {}
                Some(known) => {
                    let words = wanted.words().filter(|word| !known.values.contains_key(*word));
                    unknown.extend(words.map(|word| (at.clone(), format!("the trait `{id}` has no value `{word}`"))));
                }
            }
        }
    }
    for (id, look) in &looks.nations {
        let at = step("/nations", id);
        if drawings::emblem(&look.emblem).is_none() {
            unknown.push((step(&at, "emblem"), format!("there is no emblem `{}`", look.emblem)));
        }
        if !declarations.nations.contains_key(id) {
            unknown.push((at, format!("the ruleset has no nation `{id}`")));
        }
    }
    unknown
}
