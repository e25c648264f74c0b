//! Reads army lists from bytes: each document becomes a list with its places, or the reasons why it is not a list.

use std::cmp::Ordering;

use muster_engine::list::ArmyList;
use muster_engine::place::SquadronPlace;

use crate::day::is_day;
use crate::document::{Document, DocumentValue, UnreadableDocument};
use crate::fault::{self, Budget, FaultKind, FileFault};
use crate::schema::{self, SchemaForm};
use crate::schemas::FileKind;
use crate::table::NodeContent;
use crate::{army, encoding, limits, share, yaml};

/// The major version of the list format that this program reads.
pub const FORMAT: u64 = 1;
/// The newest minor version of it that this program knows: `1.0`.
pub const FORMAT_MINOR: u64 = 0;

/// One document of a file.
#[derive(Clone, Debug)]
pub enum FileDocument {
    /// A list, with the places of its values.
    List(Box<ArmyList>, Document),
    /// Another kind of file: its `kind` and the document.
    Other(String, Document),
    /// A document that cannot be read as a list.
    Unreadable(UnreadableDocument),
}

impl FileDocument {
    /// The index of the document in the file, from 0.
    #[must_use]
    pub fn index(&self) -> u32 {
        match self {
            Self::List(_, document) | Self::Other(_, document) => document.index,
            Self::Unreadable(unparsed) => unparsed.index,
        }
    }
}

/// Reads the documents of a list file, or the single document of a [word](share).
#[must_use]
pub fn lists(bytes: &[u8]) -> Vec<FileDocument> {
    let unreadable = |fault| FileDocument::Unreadable(UnreadableDocument { index: 0, faults: vec![fault] });
    match encoding::utf8(bytes) {
        Err(fault) => vec![unreadable(fault)],
        Ok(text) if share::is_word(text) => vec![share::document(text).map_or_else(unreadable, entry)],
        Ok(text) => {
            let mut told = Budget::default();
            let entries = yaml::documents(text).into_iter().map(|parsed| {
                let mut entry = parsed.map_or_else(FileDocument::Unreadable, entry);
                if let FileDocument::Unreadable(unparsed) = &mut entry {
                    told.keep(&mut unparsed.faults);
                }
                entry
            });
            entries.collect()
        }
    }
}

fn entry(document: Document) -> FileDocument {
    match document.root().get("kind").and_then(DocumentValue::text) {
        None | Some("list") => {}
        Some(kind) => return FileDocument::Other(kind.to_owned(), document),
    }
    match list(&document) {
        Ok(list) => FileDocument::List(Box::new(list), document),
        Err(faults) => FileDocument::Unreadable(UnreadableDocument { index: document.index, faults }),
    }
}

/// Whether files of this `kind` are never judged like lists and sheets.
#[must_use]
pub fn is_never_judged(kind: &str) -> bool {
    matches!(kind, "overlay" | "catalogue" | "ruleset" | "cards" | "collection" | "case")
}

/// Reads a document as a list.
pub fn list(document: &Document) -> Result<ArmyList, Vec<FileFault>> {
    if let Some(fault) = other_format(document) {
        return Err(vec![fault]);
    }
    if let Some(list) = army::list(document.root()) {
        let too_many = too_many_squadrons(&list).map(|fault| fault.place(document.place("/squadrons")));
        return match too_many.or_else(|| no_day(list.date.as_deref(), document)) {
            Some(fault) => Err(vec![fault]),
            None => Ok(list),
        };
    }
    let mut faults = schema::faults(FileKind::List, SchemaForm::Whole, document);
    faults.extend(spelt_twice(document));
    newer_minor(document, "list", &mut faults);
    if faults.is_empty() {
        // Never reached: a test proves that schema and reader agree.
        faults.push(FileFault::new(FaultKind::WrongType, "this is not a list").place(document.place("")));
    }
    Err(faults)
}

/// Says of unknown keys which version of the format they may need. `what` is what the document is.
pub(crate) fn newer_minor(document: &Document, what: &str, faults: &mut [FileFault]) {
    let written = document.root().get("muster").and_then(format_version);
    let Some((_, minor)) = written.filter(|(major, minor)| *major == FORMAT && *minor > FORMAT_MINOR) else { return };
    for fault in faults.iter_mut().filter(|fault| fault.kind == FaultKind::UnknownKey) {
        fault.kind = FaultKind::NewerFormat;
        fault.message = format!(
            "{}: the {what} is written for format {FORMAT}.{minor}, this program knows {FORMAT}.{FORMAT_MINOR}",
            fault.message
        );
        fault.help = Some("update Muster".into());
    }
}

/// The fault of a document whose format version this program does not read.
pub(crate) fn other_format(document: &Document) -> Option<FileFault> {
    let (major, _) = document.root().get("muster").and_then(format_version)?;
    let fault = |kind, message| FileFault::new(kind, message).at("/muster").place(document.place("/muster"));
    match major.cmp(&FORMAT) {
        Ordering::Equal => None,
        Ordering::Greater => {
            let message = format!("this document is written for format {major}; this program reads format {FORMAT}");
            Some(fault(FaultKind::NewerFormat, message).help("update Muster"))
        }
        Ordering::Less => {
            let message = format!("the format's first version is {FORMAT}");
            Some(fault(FaultKind::OutOfRange, message).help(format!("write `muster: {FORMAT}`")))
        }
    }
}

/// Splits `1` or `1.7` into major and minor.
fn format_version(value: DocumentValue<'_>) -> Option<(u64, u64)> {
    let NodeContent::Number(number) = value.content() else { return None };
    let text = number.to_string();
    let (major, minor) = text.split_once('.').unwrap_or((&text, "0"));
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The faults of lists and groups that use two spellings of `squadrons`.
fn spelt_twice(document: &Document) -> Vec<FileFault> {
    let root = document.root();
    let groups = root.get("groups").and_then(DocumentValue::items).into_iter().flatten().enumerate();
    let groups = groups.map(|(index, group)| (Some(index), group));
    let faults = std::iter::once((None, root)).chain(groups).filter_map(|(group, holder)| {
        let mut spellings = holder.entries()?.filter(|(key, _)| matches!(*key, "squadrons" | "sections" | "units"));
        let ((first, _), (second, value)) = (spellings.next()?, spellings.next()?);
        let pointer = SquadronPlace::of_group(group).to_string();
        let message = format!("`{second}` is another spelling of `{first}`, which is there too");
        let fault = FileFault::new(FaultKind::DuplicateKey, message).place(value.key_place());
        Some(fault.at(crate::fault::step(&pointer, second)).help("put all of them under one key"))
    });
    fault::first(faults)
}

/// The fault of a date that has the right form but does not exist.
pub(crate) fn no_day(date: Option<&str>, document: &Document) -> Option<FileFault> {
    let date = date.filter(|date| !is_day(date))?;
    let fault = FileFault::new(FaultKind::OutOfRange, format!("`date`: there is no day {date}"));
    Some(fault.at("/date").place(document.place("/date")).help("write it as YYYY-MM-DD"))
}

fn too_many_squadrons(list: &ArmyList) -> Option<FileFault> {
    let squadrons = list.each_squadron().count();
    (squadrons > limits::SQUADRONS).then(|| {
        let message = format!("{squadrons} squadrons, of at most {}", limits::SQUADRONS);
        FileFault::new(FaultKind::TooLarge, message)
    })
}
