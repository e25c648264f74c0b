//! Reads a ruleset's whole folder: every file becomes a document with its places and its faults.

use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::document::Document;
use crate::fault::{FaultKind, FileFault};
use crate::files;
use crate::history::{self, RulesetTexts};
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
    pub fn read(folder: &Path) -> Self {
        let bytes_of = |path: PathBuf| {
            let bytes = files::read_in(folder, &path);
            (path, bytes)
        };
        let head = bytes_of(folder.join(history::HEAD));
        let is_yaml = |path: &Path| path.extension().is_some_and(|extension| extension == "yaml");
        let inner = FOLDERS.iter().flat_map(|(name, kind)| {
            let paths = files::in_folder(&folder.join(name), is_yaml);
            paths.into_iter().map(|path| (*kind, bytes_of(path)))
        });
        Self::parse(folder, head, inner)
    }

    /// The same of texts that are already read. `folder` begins the paths that faults name.
    pub(crate) fn of_texts(folder: &Path, texts: &RulesetTexts) -> Self {
        let bytes_of = |(name, text): (&str, &str)| (folder.join(name), Ok(text.as_bytes().to_vec()));
        let kind = |name: &str| FOLDERS.into_iter().find_map(|(folder, kind)| name.starts_with(folder).then_some(kind));
        let mut all = history::in_order(texts);
        let head = all.next().map(bytes_of);
        let head = head.unwrap_or_else(|| (folder.join(history::HEAD), Ok(Vec::new())));
        Self::parse(folder, head, all.filter_map(|file| Some((kind(file.0)?, bytes_of(file)))))
    }

    fn parse(folder: &Path, head: Bytes, inner: impl Iterator<Item = (FileKind, Bytes)>) -> Self {
        let mut digest = Sha256::new();
        let form = match &head.1 {
            Ok(bytes) if extends(bytes) => SchemaForm::Patch,
            _ => SchemaForm::Whole,
        };
        let mut files = vec![file(folder, head.0, FileKind::Ruleset, form, head.1, &mut digest)];
        files.extend(inner.map(|(kind, (path, bytes))| file(folder, path, kind, form, bytes, &mut digest)));
        Self { folder: folder.to_owned(), files, digest: muster_engine::hex(digest), form }
    }

    /// The files of one kind.
    pub fn of(&self, kind: FileKind) -> impl Iterator<Item = &RulesetFile> {
        self.files.iter().filter(move |file| file.kind == kind)
    }

    /// Whether any file has faults.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        self.files.iter().any(|file| !file.faults.is_empty())
    }
}

/// A file's path and bytes.
type Bytes = (PathBuf, Result<Vec<u8>, FileFault>);

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
