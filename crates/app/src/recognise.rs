//! `recognise`: what files are that a person brings, so that a screen knows what to do with them.

use std::path::Path;

use muster_exchange::unpack::{FilePart, PartContent, unpack};
use muster_library::lists::{FileDocument, lists};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::community;
use crate::fault::CallFault;
use crate::own_units::is_spreadsheet;
use crate::submissions::GivenFile;

/// The arguments of `recognise`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RecogniseArgs {
    /// The files.
    pub files: Vec<GivenFile>,
}

/// What the files are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RecogniseAnswer {
    /// What each file is, in the order of the files.
    pub files: Vec<BroughtKind>,
}

/// What a file is that a person brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BroughtKind {
    /// The file holds documents of Muster: lists, sheets and collections. `read` reads them, and says what is wrong with
    /// faulty ones.
    Documents,
    /// The file holds units: it is a catalogue, a spreadsheet or community data. `read-units` reads it.
    Units,
    /// The file is an event pack, or it holds house rules.
    Event,
    /// The file is an archive with list files.
    Archive,
    /// The file is anything else, such as a roster of another program, a text of a person, a mail, a document or a print.
    /// `import` reads it, or says why it holds no list.
    Foreign,
}

/// Says what files are by their contents. A name counts only where contents cannot tell.
///
/// Fails if the base 64 of a file is not valid (`faulty-data`).
pub fn recognise(_: &App, args: &RecogniseArgs) -> Result<RecogniseAnswer, CallFault> {
    Ok(RecogniseAnswer { files: args.files.iter().map(kind).collect::<Result<_, _>>()? })
}

fn kind(file: &GivenFile) -> Result<BroughtKind, CallFault> {
    let path = Path::new(&file.name);
    // The parts of community data are found by their names.
    if community::is_catalogue(path) {
        return Ok(BroughtKind::Units);
    }
    let bytes = file.bytes()?;
    let parts = unpack(&file.name, &bytes);
    Ok(match parts.as_slice() {
        // `read` takes texts only, and says what is wrong with an empty one.
        [FilePart { content: PartContent::Yaml(text), sender: None, .. }] if !file.packed && bytes.ends_with(text) => {
            documents(text)
        }
        _ if bytes.trim_ascii().is_empty() => BroughtKind::Documents,
        // A table of units with a wrong heading looks like a text.
        _ if is_spreadsheet(path) && !has_table(&parts) => BroughtKind::Units,
        _ if parts.iter().any(|part| is_packed_list(&file.name, part)) => BroughtKind::Archive,
        _ => BroughtKind::Foreign,
    })
}

/// What the documents of a text are.
fn documents(text: &[u8]) -> BroughtKind {
    let documents = lists(text);
    let are_all = |wanted: &str| {
        documents.iter().all(|document| matches!(document, FileDocument::Other(kind, _) if kind == wanted))
    };
    match () {
        () if are_all("catalogue") => BroughtKind::Units,
        () if are_all("overlay") => BroughtKind::Event,
        () => BroughtKind::Documents,
    }
}

/// Whether one of the parts is a list as a table.
fn has_table(parts: &[FilePart]) -> bool {
    parts.iter().any(|part| matches!(part.content, PartContent::Table(_)))
}

/// Whether a part is a list file in an archive: no text, and neither in a mail nor in a print.
fn is_packed_list(file: &str, part: &FilePart) -> bool {
    let FilePart { name, sender, text, is_carried, content, .. } = part;
    let is_inside = name.strip_prefix(file).is_some_and(|rest| rest.starts_with('/'));
    is_inside && sender.is_none() && text.is_none() && !is_carried && matches!(content, PartContent::Yaml(_))
}
