//! The folder `history/` of a ruleset: which versions were published, and the files of the older ones.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use semver::Version;

use crate::day::is_day;
use crate::document::Document;
use crate::fault::{FaultKind, FileFault};
use crate::files::{Files, MemoryFiles};
use crate::history::{self, HEAD, HISTORY, INDEX, PublishedVersion, RulesetTexts};
use crate::ruleset_files::{self, RulesetFiles};
use crate::{encoding, yaml};

/// The published versions of the ruleset in a folder.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The files in which the folder is.
    pub files: Arc<dyn Files>,
    /// The ruleset's folder.
    folder: PathBuf,
    /// The newest first. The first may be the version of the files in the folder.
    pub published: Vec<PublishedVersion>,
    /// The index, for the places of what is wrong with it.
    pub document: Document,
}

impl History {
    /// The path of a folder's index.
    pub(crate) fn index(folder: &Path) -> PathBuf {
        folder.join(HISTORY).join(INDEX)
    }

    /// Reads the index in a ruleset's folder. None if there is no index.
    ///
    /// # Errors
    /// If the index cannot be read. The fault is about the index.
    pub(crate) fn read(files: &Arc<dyn Files>, folder: &Path) -> Result<Option<Self>, FileFault> {
        let path = Self::index(folder);
        if files.kind(&path).is_none() {
            return Ok(None);
        }
        let bytes = files.read_in(folder, &path)?;
        let document = match yaml::documents(encoding::utf8(&bytes)?).into_iter().next() {
            Some(Ok(document)) => document,
            Some(Err(unparsed)) => {
                let fault = unparsed.faults.into_iter().next();
                return Err(fault.unwrap_or_else(|| FileFault::new(FaultKind::Syntax, "it cannot be read")));
            }
            None => return Err(FileFault::new(FaultKind::EmptyFile, "the file is empty")),
        };
        let wrong = |at: String, message: String| {
            let place = document.place(&at);
            FileFault::new(FaultKind::BrokenRuleset, message).at(at).place(place)
        };
        let published = history::index(document.value()).map_err(|(at, message)| wrong(at, message))?;
        for (place, version) in published.iter().enumerate() {
            if let Some(day) = version.released.as_deref().filter(|day| !is_day(day)) {
                return Err(wrong(format!("/{place}/released"), format!("there is no day `{day}`")));
            }
        }
        Ok(Some(Self { files: Arc::clone(files), folder: folder.to_owned(), published, document }))
    }

    /// The published versions before `newest`, which is the version of the files in the folder.
    pub(crate) fn past(&self, newest: &Version) -> impl Iterator<Item = &PublishedVersion> {
        self.published.iter().filter(move |published| published.version < *newest)
    }

    /// The versions before `newest` that can be restored as far as the patches are there, each with its `ruleset.yaml`,
    /// of which `head` is that of `newest`. A patch that does not fit leaves the file as it is.
    pub(crate) fn heads<'h>(
        &'h self,
        newest: &'h Version,
        head: &str,
    ) -> impl Iterator<Item = (&'h PublishedVersion, String)> + use<'h> {
        let mut texts = RulesetTexts::from([(HEAD.to_owned(), head.to_owned())]);
        self.past(newest).map_while(move |version| {
            let bytes = self.files.read_in(&self.folder, &self.patch(&version.version)).ok()?;
            let mut older = texts.clone();
            let patch = encoding::utf8(&bytes).unwrap_or_default();
            if history::apply(patch, &mut older, |name| name == HEAD).is_ok() {
                texts = older;
            }
            Some((version, texts.get(HEAD).cloned().unwrap_or_default()))
        })
    }

    /// What is published of a version.
    pub(crate) fn find(&self, version: &Version) -> Option<&PublishedVersion> {
        self.published.iter().find(|published| published.version == *version)
    }

    /// The path of a version's patch.
    pub(crate) fn patch(&self, version: &Version) -> PathBuf {
        self.folder.join(HISTORY).join(format!("{version}.patch"))
    }

    /// Restores the files of the versions before `newest`, which the folder holds, one after the other. Passes each
    /// version with its files to `each`, which returns whether to go on.
    ///
    /// # Errors
    /// If a patch cannot be read, does not fit, or does not restore the files that were published.
    pub(crate) fn restore(
        &self,
        newest: &Version,
        mut each: impl FnMut(&PublishedVersion, &RulesetTexts) -> bool,
    ) -> Result<(), (PathBuf, FileFault)> {
        let mut texts = texts(&*self.files, &self.folder)?;
        for version in self.past(newest) {
            let file = self.patch(&version.version);
            let here = |fault: FileFault| (file.clone(), fault);
            let bytes = self.files.read_in(&self.folder, &file).map_err(here)?;
            let patch = encoding::utf8(&bytes).map_err(here)?;
            history::step_back(&mut texts, patch, version)
                .map_err(|why| here(FileFault::new(FaultKind::BrokenRuleset, why)))?;
            if !each(version, &texts) {
                break;
            }
        }
        Ok(())
    }
}

/// Restored texts as the files of a ruleset. `folder` begins the paths that faults name.
pub(crate) fn restored(folder: &Path, texts: &RulesetTexts) -> RulesetFiles {
    let files = texts.iter().map(|(name, text)| (folder.join(name), text.clone().into_bytes()));
    RulesetFiles::read(&files.collect::<MemoryFiles>(), folder)
}

/// The texts of the files in a ruleset's folder.
fn texts(files: &dyn Files, folder: &Path) -> Result<RulesetTexts, (PathBuf, FileFault)> {
    let inner = ruleset_files::inner(files, folder).map(|(path, _)| path);
    let mut texts = RulesetTexts::new();
    for path in [folder.join(HEAD)].into_iter().chain(inner) {
        let here = |fault: FileFault| (path.clone(), fault);
        let bytes = files.read_in(folder, &path).map_err(here)?;
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        texts.insert(name, encoding::utf8(&bytes).map_err(here)?.to_owned());
    }
    Ok(texts)
}
