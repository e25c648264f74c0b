//! Reads an overlay: a file, or a folder with `overlay.yaml` and more beside it.

#![expect(clippy::indexing_slicing, reason = "an overlay is read from its head, which is the first file, and others")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_engine::plural::short;
use muster_engine::short_digest;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::case_file::OverlayFiles;
use crate::deadline::{self, DeadlineFault};
use crate::document::Document;
use crate::fault::{FaultKind, FileFault, step};
use crate::files::Files;
use crate::limits;
use crate::lists::{newer_minor, other_format};
use crate::merge::{is_patch_key, removes};
use crate::overlay::shape::{AllowedThings, Bans, OverlayHead, is_public_key};
use crate::ruleset_files::{FOLDERS, RulesetFile, file, inner};
use crate::schema::SchemaForm;
use crate::schemas::FileKind;
use crate::typed::{TypeRefusal, drop_extensions, read};

/// The file in an overlay's folder that says what the overlay is.
pub(crate) const HEAD: &str = "overlay.yaml";

/// An overlay that was read.
#[derive(Debug)]
pub(crate) struct Overlay {
    /// The path that names it: a file, or a folder.
    pub path: PathBuf,
    pub head: OverlayHead,
    /// The files that it was read from; the head first.
    pub files: Vec<RulesetFile>,
    pub rules: Vec<OverlayPatch>,
    pub special_rules: Vec<OverlayPatch>,
    /// Each with the id of the deck.
    pub cards: Vec<(String, OverlayPatch)>,
    /// Each with the nation that it names.
    pub units: Vec<(Option<String>, OverlayPatch)>,
    /// A digest of everything but the deadline and the key.
    pub digest: String,
    /// A digest of everything in it except prose, the deadline and the key.
    pub fingerprint: String,
}

/// Something that an overlay brings or changes, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct OverlayPatch {
    /// The file, by its place among the overlay's files.
    pub file: usize,
    /// JSON pointer.
    pub at: String,
    pub value: Value,
}

impl OverlayPatch {
    /// The id that it names.
    pub(crate) fn id(&self) -> &str {
        self.value.get("id").and_then(Value::as_str).unwrap_or_default()
    }

    /// Whether it takes the thing away.
    pub(crate) fn removes(&self) -> bool {
        removes(&self.value)
    }
}

impl Overlay {
    pub(crate) fn id(&self) -> &str {
        &self.head.id
    }

    pub(crate) fn name(&self) -> &str {
        self.head.name.as_deref().unwrap_or(&self.head.id)
    }

    /// The file of its head.
    pub(crate) fn head_file(&self) -> &RulesetFile {
        &self.files[0]
    }

    /// The title of the book that its rules cite.
    pub(crate) fn book(&self) -> &str {
        self.head.book.as_ref().map_or_else(|| self.name(), |book| &book.title)
    }

    /// Whether it changes prices, or units that the ruleset has. Limits may break because of either.
    pub(crate) fn changes_units(&self) -> bool {
        !self.head.prices.is_empty() || !self.units.is_empty()
    }

    /// Whether it changes, bans or brings units or options.
    pub(crate) fn touches_units(&self) -> bool {
        self.changes_units() || self.head.ban != Bans::default() || self.head.only != AllowedThings::default()
    }

    /// How many things it names, prices and patches.
    fn entries(&self) -> usize {
        let head = &self.head;
        let Bans { nations, units, options, cards } = &head.ban;
        let names = [nations, units, options, cards, &head.drop, &head.consents];
        let only = [&head.only.nations, &head.only.units, &head.only.cards];
        let patches = self.rules.len() + self.special_rules.len() + self.cards.len() + self.units.len();
        let sections = head.tables.len() + head.settings.len() + head.patches.len();
        names.into_iter().chain(only.into_iter().flatten()).map(Vec::len).sum::<usize>()
            + head.prices.len()
            + patches
            + sections
    }

    /// The values of its files, by their paths in its folder; the head first. Without extensions, which nothing reads.
    pub(crate) fn values(&self) -> OverlayFiles {
        let named = self.files.iter().enumerate().map(|(place, file)| {
            let inner = file.path.strip_prefix(&self.path).ok().filter(|_| place > 0);
            let steps =
                inner.map(|inner| inner.iter().map(|step| step.to_string_lossy()).collect::<Vec<_>>().join("/"));
            let mut value = file.document.value().clone();
            drop_extensions(&mut value);
            (steps.unwrap_or_else(|| HEAD.to_owned()), value)
        });
        named.collect()
    }
}

/// The files of an overlay, the head first, and the overlay if they have no faults.
#[derive(Debug)]
pub(crate) struct LoadedOverlay {
    /// The files in which it is, and in whose same folder the overlays that it extends may be.
    pub source: Arc<dyn Files>,
    pub files: Vec<RulesetFile>,
    pub overlay: Option<Overlay>,
}

impl LoadedOverlay {
    /// The file of its head.
    pub(crate) fn head_file(&self) -> &RulesetFile {
        &self.files[0]
    }
}

/// Whether a folder holds an overlay.
pub(crate) fn is_folder(files: &dyn Files, path: &Path) -> bool {
    files.kind(&path.join(HEAD)).is_some()
}

/// Reads an overlay. Every fault is in its file.
pub(crate) fn read_overlay(source: &Arc<dyn Files>, path: &Path) -> LoadedOverlay {
    let mut files = Vec::new();
    if source.is_folder(path) {
        // Nothing in a folder leads out of it.
        let mut add = |file: PathBuf, kind: FileKind, form: SchemaForm| {
            let bytes = source.read_in(path, &file);
            files.push(one_file(path, file, kind, form, bytes));
        };
        add(path.join(HEAD), FileKind::Overlay, SchemaForm::Whole);
        for (file, kind) in inner(&**source, path) {
            add(file, kind, SchemaForm::Patch);
        }
    } else {
        // A file that is named may be a link.
        let folder = path.parent().unwrap_or(Path::new(""));
        files.push(one_file(folder, path.to_owned(), FileKind::Overlay, SchemaForm::Whole, source.read(path)));
    }
    whole(source, path, files)
}

/// The files of an overlay that is kept as values, by their paths in its folder. `folder` begins the paths that faults
/// name. A file that no overlay has is its fault.
pub(crate) fn kept_files(folder: &Path, values: &OverlayFiles) -> Result<Vec<(PathBuf, Vec<u8>)>, Box<RulesetFile>> {
    let is_known = |path: &Path| {
        let inner = path.parent().and_then(Path::to_str).unwrap_or_default();
        path == Path::new(HEAD)
            || FOLDERS.iter().any(|(name, _)| *name == inner) && path.extension().is_some_and(|end| end == "yaml")
    };
    let file = |(path, value): (&String, &Value)| {
        let (inner, path) = (Path::new(path), folder.join(path));
        if is_known(inner) {
            return Ok((path, value.to_string().into_bytes()));
        }
        let faults = vec![FileFault::new(FaultKind::WrongKind, "no overlay has such a file")];
        let document = Document::without_places(Value::Null);
        Err(Box::new(RulesetFile { path, kind: FileKind::Overlay, document, faults }))
    };
    let headless = (!values.contains_key(HEAD)).then(|| Ok((folder.join(HEAD), b"null".to_vec())));
    headless.into_iter().chain(values.iter().map(file)).collect()
}

fn one_file(
    folder: &Path,
    path: PathBuf,
    kind: FileKind,
    form: SchemaForm,
    bytes: Result<Vec<u8>, FileFault>,
) -> RulesetFile {
    // The digest is one of values, made below, so that comments, the deadline and the key do not count.
    let mut read = file(folder, path, kind, form, bytes, &mut Sha256::new());
    // A ruleset has no such keys in its files unless it extends another.
    read.faults.retain(|fault| !is_patch_key(fault));
    read
}

/// The overlay of files that were read, the head first.
fn whole(source: &Arc<dyn Files>, path: &Path, mut files: Vec<RulesetFile>) -> LoadedOverlay {
    let head = head(&mut files[0]);
    let overlay = head.filter(|_| files.iter().all(|file| file.faults.is_empty()));
    let mut overlay = overlay.map(|head| assemble(path, head, files.clone()));
    let entries = overlay.as_ref().map(Overlay::entries).unwrap_or_default();
    if entries > limits::OVERLAY_ENTRIES {
        let message = format!("{entries} entries, of at most {}", limits::OVERLAY_ENTRIES);
        files[0].faults.push(FileFault::new(FaultKind::TooLarge, message));
        overlay = None;
    }
    LoadedOverlay { source: Arc::clone(source), files, overlay }
}

/// Reads the head, and adds its faults to its file.
fn head(file: &mut RulesetFile) -> Option<OverlayHead> {
    let document = &file.document;
    if let Some(fault) = other_format(document).or_else(|| other_kind(document)) {
        file.faults = vec![fault];
    }
    newer_minor(document, "overlay", &mut file.faults);
    if !file.faults.is_empty() {
        return None;
    }
    if document.value().is_null() {
        file.faults.push(FileFault::new(FaultKind::EmptyFile, "the file is empty"));
        return None;
    }
    match read::<OverlayHead>(document.value().clone()) {
        Ok(head) => {
            if let Some(DeadlineFault { message, help }) = head.deadline.as_deref().and_then(deadline::fault) {
                let fault = FileFault::new(FaultKind::OutOfRange, format!("`deadline`: {message}"));
                file.faults.push(fault.at("/deadline").place(document.place("/deadline")).help(help));
            }
            if head.key.as_deref().is_some_and(|key| !is_public_key(key)) {
                let message = "`key`: this is no public key of an event: it has a letter wrong, or was cut short";
                let fault = FileFault::new(FaultKind::OutOfRange, message).help("`muster new event-key` prints one");
                file.faults.push(fault.at("/key").place(document.place("/key")));
            }
            Some(head)
        }
        Err(TypeRefusal { at, message }) => {
            let place = document.place(&at);
            file.faults.push(FileFault::new(FaultKind::WrongType, message).at(at).place(place));
            None
        }
    }
}

/// The fault of a document that is something else, such as a list.
fn other_kind(document: &Document) -> Option<FileFault> {
    let value = document.value();
    // In a file that extends something, the kind is forgotten or misspelt, unless it is a ruleset.
    let extends = value.get("extends").is_some();
    let kind = match value.get("kind").and_then(Value::as_str) {
        None if value.get("ruleset").is_some() && !extends => "list",
        kind => kind.filter(|kind| *kind != "overlay" && (!extends || *kind == "ruleset"))?,
    };
    let fault = FileFault::new(FaultKind::WrongKind, format!("this is a {}, not an overlay", short(kind)));
    Some(fault.place(document.place("/kind")).help("an overlay has `kind: overlay`, and says what it extends"))
}

/// Gathers what the files of an overlay hold.
fn assemble(from: &Path, head: OverlayHead, files: Vec<RulesetFile>) -> Overlay {
    let (mut rules, mut special_rules, mut cards, mut units) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let listed = |file: usize, at: &str, values: &[Value]| -> Vec<OverlayPatch> {
        let patch = |(place, value): (usize, &Value)| patch(file, format!("{at}/{place}"), value);
        values.iter().enumerate().map(patch).collect()
    };
    let of_unit = |patch: OverlayPatch, nation: Option<&str>| {
        let own = patch.value.get("nation").and_then(Value::as_str);
        let nation = own.or(nation).map(str::to_owned);
        let mut patch = patch;
        if let Value::Object(unit) = &mut patch.value {
            unit.shift_remove("nation");
        }
        (nation, patch)
    };
    rules.extend(listed(0, "/rules", &head.rules));
    special_rules.extend(listed(0, "/special-rules", &head.special_rules));
    units.extend(listed(0, "/units", &head.units).into_iter().map(|patch| of_unit(patch, None)));
    for (deck, values) in &head.cards {
        cards.extend(listed(0, &step("/cards", deck), values).into_iter().map(|patch| (deck.clone(), patch)));
    }
    for (number, file) in files.iter().enumerate().skip(1) {
        let value = file.document.value();
        let items = |key: &str| value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        match file.kind {
            FileKind::Rule => rules.push(patch(number, String::new(), value)),
            FileKind::SpecialRules => {
                let values = value.as_array().map(Vec::as_slice).unwrap_or_default();
                special_rules.extend(listed(number, "", values));
            }
            FileKind::Cards => {
                let deck = text("deck").unwrap_or_default().to_owned();
                let listed = listed(number, "/cards", items("cards"));
                cards.extend(listed.into_iter().map(|patch| (deck.clone(), patch)));
            }
            FileKind::Catalogue => {
                let listed = listed(number, "/units", items("units"));
                units.extend(listed.into_iter().map(|patch| of_unit(patch, text("nation"))));
            }
            _ => {}
        }
    }
    let (digest, fingerprint) = digests(&files);
    Overlay { path: from.to_owned(), head, files, rules, special_rules, cards, units, digest, fingerprint }
}

fn patch(file: usize, at: String, value: &Value) -> OverlayPatch {
    let mut value = value.clone();
    drop_extensions(&mut value);
    OverlayPatch { file, at, value }
}

/// The digest of all values but the deadline and the key, and the digest of those that are no prose.
fn digests(files: &[RulesetFile]) -> (String, String) {
    let values: Vec<Value> = files.iter().map(|file| counted(&file.document)).collect();
    let mut digest = Sha256::new();
    for value in &values {
        digest.update(value.to_string());
    }
    let mut figures: Vec<Value> = values;
    figures.iter_mut().for_each(keep_names_of_weapons);
    (muster_engine::hex(digest), short_digest(muster_engine::rules_fingerprint(&figures).as_bytes()))
}

/// The values of a file without the deadline, the key and extensions.
fn counted(document: &Document) -> Value {
    let mut value = document.value().clone();
    drop_extensions(&mut value);
    if let Value::Object(head) = &mut value {
        head.shift_remove("deadline");
        head.shift_remove("key");
    }
    value
}

/// Names are prose for fingerprints. But patches of weapons find them by their names, so these count.
fn keep_names_of_weapons(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for weapon in object.get_mut("weapons").and_then(Value::as_array_mut).into_iter().flatten() {
                if let (Some(name), Value::Object(weapon)) = (weapon.get("name").cloned(), weapon) {
                    weapon.insert("id".to_owned(), name);
                }
            }
            object.values_mut().for_each(keep_names_of_weapons);
        }
        Value::Array(items) => items.iter_mut().for_each(keep_names_of_weapons),
        _ => {}
    }
}
