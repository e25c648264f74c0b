//! A version of a ruleset that is available, and where its files are.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_engine::ready::Publication;
use semver::Version;
use serde_json::Value;

use super::broken;
use super::frozen::FrozenRuleset;
use super::head::{RulesetHead, head};
use crate::built_in::BuiltInVersion;
use crate::fault::{FaultKind, FileFault};
use crate::files::{Files, FilesPath, MemoryFiles, PathKind, text_of};
use crate::history::{HEAD, HISTORY, PublishedVersion};
use crate::layer::Layer;
use crate::looks::{LOOKS, Looks};
use crate::past::{self, History};
use crate::publication::{publication, without_false_digests};
use crate::ruleset_files::{RulesetFile, RulesetFiles};
use crate::schemas::FileKind;
use crate::{encoding, typed, yaml};

/// One available version of a ruleset.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The ruleset's id.
    pub id: String,
    /// The game's name.
    pub name: String,
    /// The edition of the game.
    pub edition: String,
    /// The ruleset's own version.
    pub version: Version,
    /// When it was published.
    pub release: Release,
    /// Its folder, also if it is a version from the folder's history; none if it is built into the program.
    pub folder: Option<PathBuf>,
    /// The search order of the place that it comes from: 0 is searched first.
    pub(super) rank: usize,
    /// The number of its folder.
    pub(super) line: usize,
    source: EditionSource,
}

/// From when on a version is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Release {
    /// Always, because nothing states a day.
    Always,
    /// From this day on, as YYYY-MM-DD.
    Day(String),
    /// It is not published yet: its ruleset has an index of published versions, which does not have this one.
    NotYet,
}

impl Release {
    fn new(released: Option<&str>, is_unpublished: bool) -> Self {
        match released {
            _ if is_unpublished => Self::NotYet,
            Some(day) => Self::Day(day.to_owned()),
            None => Self::Always,
        }
    }

    /// The day, as YYYY-MM-DD, if one is stated.
    #[must_use]
    pub fn day(&self) -> Option<&str> {
        if let Self::Day(day) = self { Some(day) } else { None }
    }

    /// Whether it was in force on a day, as YYYY-MM-DD.
    pub(super) fn covers(&self, wanted: &str) -> bool {
        match self {
            Self::Always => true,
            Self::Day(day) => day.as_str() <= wanted,
            Self::NotYet => false,
        }
    }
}

/// Where the files are.
#[derive(Clone, Debug)]
enum EditionSource {
    /// In the folder, in these files.
    Folder(Arc<dyn Files>),
    /// In the folder of a newer version, which is this one, as patches.
    Past(Arc<History>, Version),
    BuiltIn(&'static BuiltInVersion),
    /// In a frozen archive. The second says whether the archive has a newer version.
    Frozen(Arc<FrozenRuleset>, bool),
}

impl Edition {
    /// All versions in a folder, the newest first.
    pub(super) fn in_folder(
        files: &Arc<dyn Files>,
        folder: &Path,
        rank: usize,
        line: usize,
    ) -> Result<Vec<Self>, FileFault> {
        let path = folder.join(HEAD);
        let here = |fault: FileFault| at(&path, &fault);
        let bytes = files.read_in(folder, &path).map_err(here)?;
        let text = encoding::utf8(&bytes).map_err(here)?;
        let newest = head(text).map_err(here)?;
        let history = History::read(files, folder).map_err(|fault| at(&History::index(folder), &fault))?.map(Arc::new);
        let edition = |head: RulesetHead, version: Option<&PublishedVersion>, source| Self {
            id: head.id,
            name: head.name,
            edition: head.edition,
            version: head.version,
            release: Release::new(
                version.and_then(|version| version.released.as_deref()),
                version.is_none() && history.is_some(),
            ),
            folder: Some(folder.to_owned()),
            rank,
            line,
            source,
        };
        let published = history.as_ref().and_then(|history| history.find(&newest.version));
        let mut all = vec![edition(newest.clone(), published, EditionSource::Folder(Arc::clone(files)))];
        let Some(history) = &history else { return Ok(all) };
        // A patch that does not fit is told when somebody asks for the version that it should restore.
        for (published, older) in history.heads(&newest.version, text) {
            let older = head(&older).unwrap_or_else(|_| newest.clone());
            let older = RulesetHead { version: published.version.clone(), ..older };
            all.push(edition(older, Some(published), EditionSource::Past(Arc::clone(history), newest.version.clone())));
        }
        Ok(all)
    }

    /// A version inside the program. None if its version is not valid: our own build wrote it, and a test proves it.
    pub(super) fn built_in(built_in: &'static BuiltInVersion, rank: usize, line: usize) -> Option<Self> {
        Some(Self {
            id: built_in.id.to_owned(),
            name: built_in.name.to_owned(),
            edition: built_in.edition.to_owned(),
            version: Version::parse(built_in.version).ok()?,
            release: Release::new(built_in.released, built_in.is_unpublished),
            folder: None,
            rank,
            line,
            source: EditionSource::BuiltIn(built_in),
        })
    }

    /// A version in a frozen archive.
    pub(super) fn frozen(frozen: &Arc<FrozenRuleset>, rank: usize, line: usize, is_past: bool) -> Self {
        let RulesetHead { id, name, edition, version } = frozen.head.clone();
        let release = Release::new(frozen.released(), frozen.is_unpublished());
        let folder = Some(frozen.archive.clone());
        let source = EditionSource::Frozen(Arc::clone(frozen), is_past);
        Self { id, name, edition, version, release, folder, rank, line, source }
    }

    /// Whether it comes from a frozen archive.
    pub(super) fn is_frozen(&self) -> bool {
        matches!(self.source, EditionSource::Frozen(..))
    }

    /// The names and texts of all files that importing needs.
    pub(super) fn import_files(&self) -> BTreeMap<String, String> {
        match (&self.source, self.place()) {
            (EditionSource::BuiltIn(built_in), _) => {
                built_in.import.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
            }
            (EditionSource::Frozen(frozen, _), _) => frozen.import().clone(),
            (_, Some(FilesPath { files, path: folder })) => {
                let paths = files.list(&folder.join("import")).into_iter();
                let paths = paths.filter(|path| files.kind(path) == Some(PathKind::File));
                let named = paths.filter_map(|path| {
                    let name = path.file_name()?.to_str()?.to_owned();
                    Some((name, text_of(files.read_in(folder, &path)).ok()?))
                });
                named.collect()
            }
            (_, None) => BTreeMap::new(),
        }
    }

    /// Whether a newer version took its place: it comes from a history.
    #[must_use]
    pub fn is_past(&self) -> bool {
        match self.source {
            EditionSource::Folder(_) => false,
            EditionSource::Past(..) => true,
            EditionSource::BuiltIn(built_in) => built_in.is_past,
            EditionSource::Frozen(_, is_past) => is_past,
        }
    }

    /// The text of a file that importing needs. Its name is relative to the ruleset's folder `import`. Older versions
    /// import by the files of the newest.
    pub fn import_file(&self, name: &str) -> io::Result<String> {
        match (&self.source, self.place()) {
            (EditionSource::BuiltIn(built_in), _) => {
                let file = built_in.import.iter().find(|(known, _)| *known == name);
                file.map(|(_, text)| (*text).to_owned()).ok_or_else(|| io::ErrorKind::NotFound.into())
            }
            (EditionSource::Frozen(frozen, _), _) => {
                frozen.import().get(name).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
            }
            (_, Some(FilesPath { files, path: folder })) => {
                let path = folder.join("import").join(name);
                match files.kind(&path) {
                    Some(_) => text_of(files.read_in(folder, &path)),
                    None => Err(io::ErrorKind::NotFound.into()),
                }
            }
            (_, None) => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// How its game looks; none if nothing says it. A file that cannot be read says nothing: lint tells why.
    pub(super) fn looks(&self) -> Option<Looks> {
        if let EditionSource::BuiltIn(built_in) = self.source {
            return serde_json::from_str(built_in.looks).ok();
        }
        let FilesPath { files, path: folder } = self.place()?;
        let text = text_of(files.read_in(folder, &folder.join(LOOKS))).ok()?;
        let document = yaml::documents(&text).into_iter().next()?.ok()?;
        typed::read(document.value().clone()).ok()
    }

    /// The catalogues that belong to no nation: their file names without the extension, and the ids of their units.
    #[must_use]
    pub fn common_catalogues(&self) -> Vec<(String, Vec<String>)> {
        let units = |catalogue: &Value| -> Vec<String> {
            let units = catalogue.get("units").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            units.iter().filter_map(|unit| unit.get("id")?.as_str()).map(str::to_owned).collect()
        };
        if let EditionSource::BuiltIn(built_in) = self.source {
            let common = built_in.catalogues.iter().filter(|catalogue| catalogue.nation.is_none());
            let parsed = |json: &str| serde_json::from_str(json).unwrap_or_default();
            let named = common.map(|catalogue| (catalogue.name.to_owned(), units(&parsed(&catalogue.json.text()))));
            return named.collect();
        }
        if let EditionSource::Frozen(frozen, _) = &self.source {
            let common = frozen.catalogues().iter().filter(|(_, content)| content.get("nation").is_none());
            return common.map(|(name, content)| (name.clone(), units(content))).collect();
        }
        // A version that cannot be restored is told when its ruleset is asked for.
        let Ok(files) = self.files() else { return Vec::new() };
        let common = files.of(FileKind::Catalogue).filter(|file| file.document.value().get("nation").is_none());
        let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        common.map(|file| (name(&file.path), units(file.document.value()))).collect()
    }

    /// Its own layer, without the rulesets that it extends.
    pub(super) fn layer(&self) -> Result<Layer, FileFault> {
        if let EditionSource::BuiltIn(built_in) = self.source {
            return Ok(Layer::from(built_in));
        }
        if let EditionSource::Frozen(frozen, _) = &self.source {
            let layer = frozen.layer().map_err(|told| broken(self, &told))?;
            let publication = publication(&layer, false);
            let layer = if publication == Publication::Differs { without_false_digests(layer) } else { layer };
            return Ok(Layer { publication, ..layer });
        }
        let files = self.files()?;
        if files.is_faulty() {
            let told: Vec<String> = files.files.iter().flat_map(told).collect();
            return Err(broken(self, &told));
        }
        let layer = Layer::from(&files);
        Ok(Layer { publication: publication(&layer, true), ..layer })
    }

    /// Its folder, and the files in which that is; none if it is in no folder.
    fn place(&self) -> Option<FilesPath<'_>> {
        let files = match &self.source {
            EditionSource::Folder(files) => files,
            EditionSource::Past(history, _) => &history.files,
            EditionSource::BuiltIn(_) | EditionSource::Frozen(..) => return None,
        };
        Some(FilesPath { files, path: self.folder.as_deref()? })
    }

    /// Its files, from its folder or restored.
    fn files(&self) -> Result<RulesetFiles, FileFault> {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        let EditionSource::Past(history, newest) = &self.source else {
            let nothing = || RulesetFiles::read(&MemoryFiles::default(), folder);
            return Ok(self.place().map_or_else(nothing, |place| RulesetFiles::read(&**place.files, folder)));
        };
        let mut restored = None;
        let is_other = |published: &PublishedVersion| published.version != self.version;
        history
            .restore(newest, |published, texts| {
                if !is_other(published) {
                    let folder = folder.join(HISTORY).join(self.version.to_string());
                    restored = Some(past::restored(&folder, texts));
                }
                is_other(published)
            })
            .map_err(|(path, fault)| broken(self, &[placed(&path, &fault)]))?;
        restored.ok_or_else(|| broken(self, &["its history does not reach it".to_owned()]))
    }
}

/// The faults of a file, each with file, line and column.
fn told(file: &RulesetFile) -> Vec<String> {
    file.faults.iter().map(|fault| placed(&file.path, fault)).collect()
}

/// A fault with file, line and column.
fn placed(path: &Path, fault: &FileFault) -> String {
    let place = fault.place.map(|place| format!(":{}:{}", place.line, place.column)).unwrap_or_default();
    format!("{}{place}: {}", path.display(), fault.message)
}

/// The fault of a ruleset that cannot be on the shelf because of a fault in a file.
fn at(path: &Path, fault: &FileFault) -> FileFault {
    let message = format!("the ruleset is broken: {}", placed(path, fault));
    FileFault::new(FaultKind::BrokenRuleset, message).at("/ruleset")
}
