//! Reads a ruleset's whole folder: every file becomes a document with its places and its faults.

use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::document::Document;
use crate::fault::{FaultKind, FileFault};
use crate::files::Files;
use crate::history;
use crate::schema::{self, SchemaForm};
use crate::schemas::FileKind;
use crate::{encoding, yaml};

/// A file of a ruleset.
#[derive(Clone, Debug)]
pub struct RulesetFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it must hold.
    pub kind: FileKind,
    /// Its content; null if it could not be read.
    pub document: Document,
    /// The faults of this file by itself.
    pub faults: Vec<FileFault>,
}

/// The files of one version of a ruleset.
#[derive(Clone, Debug)]
pub struct RulesetFiles {
    /// The folder they are in.
    pub folder: PathBuf,
    /// `ruleset.yaml` first, then rules, special rules, decks and catalogues, each sorted by name.
    pub files: Vec<RulesetFile>,
    /// `sha256:` and the digest of all of them.
    pub digest: String,
    /// Whether its items may be patches, because it extends another ruleset.
    pub form: SchemaForm,
}

/// The folders inside a ruleset's folder, and what their files hold.
pub(crate) const FOLDERS: [(&str, FileKind); 4] = [
    (history::FOLDERS[0], FileKind::Rule),
    (history::FOLDERS[1], FileKind::SpecialRules),
    (history::FOLDERS[2], FileKind::Cards),
    (history::FOLDERS[3], FileKind::Catalogue),
];

impl RulesetFiles {
    /// Reads a folder that holds a `ruleset.yaml`.
    #[must_use]
    pub fn read(from: &dyn Files, folder: &Path) -> Self {
        let head = folder.join(history::HEAD);
        let bytes = from.read_in(folder, &head);
        let form = match &bytes {
            Ok(bytes) if extends(bytes) => SchemaForm::Patch,
            _ => SchemaForm::Whole,
        };
        let mut digest = Sha256::new();
        let mut files = vec![file(folder, head, FileKind::Ruleset, form, bytes, &mut digest)];
        for (path, kind) in inner(from, folder) {
            let bytes = from.read_in(folder, &path);
            files.push(file(folder, path, kind, form, bytes, &mut digest));
        }
        Self { folder: folder.to_owned(), files, digest: muster_engine::hex(digest), form }
    }

    /// The files of one kind.
    pub fn of(&self, kind: FileKind) -> impl Iterator<Item = &RulesetFile> {
        self.files.iter().filter(move |file| file.kind == kind)
    }

    /// The rules, each with its file and the pointer to it there: a file of its own, or an entry of the `rules` of an overlay.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (&RulesetFile, String, &Value)> {
        let own = self.of(FileKind::Rule).map(|file| (file, String::new(), file.document.value()));
        let of_overlay = self.of(FileKind::Overlay).flat_map(|file| {
            let rules = file.document.value().get("rules").and_then(Value::as_array).into_iter().flatten();
            rules.enumerate().map(move |(place, rule)| (file, format!("/rules/{place}"), rule))
        });
        own.chain(of_overlay)
    }

    /// Whether any file has faults.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        self.files.iter().any(|file| !file.faults.is_empty())
    }
}

/// The YAML files in the folders of a ruleset or an overlay, and what they hold.
pub(crate) fn inner<'f>(from: &'f dyn Files, folder: &'f Path) -> impl Iterator<Item = (PathBuf, FileKind)> + 'f {
    let is_yaml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "yaml");
    FOLDERS.iter().flat_map(move |(name, kind)| {
        from.list(&folder.join(name)).into_iter().filter(is_yaml).map(|path| (path, *kind))
    })
}

/// Parses and validates one file, and adds it to the digest.
pub(crate) fn file(
    folder: &Path,
    path: PathBuf,
    kind: FileKind,
    form: SchemaForm,
    bytes: Result<Vec<u8>, FileFault>,
    digest: &mut Sha256,
) -> RulesetFile {
    let parsed = bytes.and_then(|bytes| {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        history::add(digest, &name, &bytes);
        let text = encoding::utf8(&bytes)?;
        Ok(yaml::documents(text))
    });
    let nothing = || Document::without_places(Value::Null);
    let (document, faults) = match parsed {
        Err(fault) => (nothing(), vec![fault]),
        Ok(documents) => {
            let several = documents.len() > 1;
            match documents.into_iter().next() {
                Some(Ok(_)) if several => {
                    (nothing(), vec![FileFault::new(FaultKind::WrongKind, "a file of a ruleset holds one document")])
                }
                Some(Ok(document)) => {
                    let faults = schema::faults(kind, form, &document);
                    (document, faults)
                }
                Some(Err(unparsed)) => (nothing(), unparsed.faults),
                None => (nothing(), Vec::new()),
            }
        }
    };
    RulesetFile { path, kind, document, faults }
}

fn extends(bytes: &[u8]) -> bool {
    let Ok(text) = encoding::utf8(bytes) else { return false };
    yaml::documents(text).into_iter().flatten().any(|document| document.value().get("extends").is_some())
}
