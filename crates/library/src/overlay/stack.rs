//! Finds overlays, and those that they extend: in the same folder, in folders of rulesets, and among the events.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use muster_engine::list::RulesetName;
use muster_engine::nearest::nearest;
use semver::{Version, VersionReq};
use serde_json::Value;

use crate::fault::{FaultKind, FileFault};
use crate::files::{Files, FilesPath, is_list_name};
use crate::overlay::files::{HEAD, LoadedOverlay, Overlay, is_folder, read_overlay};
use crate::ruleset_files::RulesetFile;
use crate::{encoding, limits, versions, yaml};

/// Overlays that were read, each once.
#[derive(Debug)]
pub(crate) struct Library {
    /// The files in which the folders and the overlays of the run are.
    pub files: Arc<dyn Files>,
    /// The folders of rulesets, which may hold overlays too.
    pub folders: Vec<PathBuf>,
    /// The overlays of the run, as they were named.
    pub events: Vec<PathBuf>,
    /// By the address of their files, which they keep, and the path in these.
    read: Mutex<HashMap<(usize, PathBuf), Arc<LoadedOverlay>>>,
    /// The overlays in folders of these files.
    found: Mutex<HashMap<PathBuf, Arc<FolderOverlays>>>,
}

/// The ids and paths of the overlays in a folder.
type FolderOverlays = Vec<(String, PathBuf)>;

/// An overlay, and the ids of the rulesets that it is about with the versions that it allows.
#[derive(Clone, Debug)]
pub(crate) struct StackedOverlay {
    pub overlay: Arc<LoadedOverlay>,
    pub games: Vec<(String, VersionReq)>,
}

impl StackedOverlay {
    /// The overlay. A stack holds only overlays without faults.
    pub(crate) fn overlay(&self) -> Option<&Overlay> {
        self.overlay.overlay.as_ref()
    }

    /// Whether it is about a ruleset.
    pub(crate) fn is_about(&self, ruleset: &str) -> bool {
        self.games.iter().any(|(id, _)| id == ruleset)
    }
}

/// An overlay at hand.
#[derive(Clone, Debug)]
pub(crate) struct OverlayAtHand {
    pub overlay: Arc<LoadedOverlay>,
    /// The overlay behind those that it extends; or why it cannot be used.
    pub stack: Result<Vec<StackedOverlay>, String>,
}

/// Why an overlay cannot be used.
#[derive(Clone, Debug)]
pub(crate) enum UnusableOverlay {
    /// The files have faults.
    Faulty(Arc<LoadedOverlay>),
    /// A fault in the head of an overlay.
    Head(Arc<LoadedOverlay>, FileFault),
}

impl UnusableOverlay {
    /// The first reason, with the file and the line.
    pub(crate) fn message(&self) -> String {
        let place = |file: &RulesetFile, fault: &FileFault| {
            let place = fault.place.map(|place| format!(":{}:{}", place.line, place.column)).unwrap_or_default();
            format!("{}{place}: {}", file.path.display(), fault.message)
        };
        match self {
            Self::Head(read, fault) => place(read.head_file(), fault),
            Self::Faulty(read) => {
                let mut faults = read.files.iter().flat_map(|file| file.faults.iter().map(move |fault| (file, fault)));
                faults.next().map(|(file, fault)| place(file, fault)).unwrap_or_default()
            }
        }
    }
}

impl Library {
    pub(crate) fn new(files: &Arc<dyn Files>, folders: &[PathBuf]) -> Self {
        Self {
            files: Arc::clone(files),
            folders: folders.to_vec(),
            events: Vec::new(),
            read: Mutex::default(),
            found: Mutex::default(),
        }
    }

    /// The same folders and overlays of the run, with nothing read yet.
    pub(crate) fn unread(&self) -> Self {
        Self { events: self.events.clone(), ..Self::new(&self.files, &self.folders) }
    }

    /// The places where overlays are looked for: beside something, then in the folders of rulesets.
    fn places<'l>(&'l self, beside: Option<FilesPath<'l>>) -> impl Iterator<Item = FilesPath<'l>> {
        beside.into_iter().chain(self.folders.iter().map(|path| FilesPath { files: &self.files, path }))
    }

    /// The overlays at hand: those of the run, in the folders of rulesets, and beside something; each once.
    pub(crate) fn at_hand(&self, beside: Option<FilesPath>) -> Vec<Arc<LoadedOverlay>> {
        let of_run = self.events.iter().map(|path| self.read(path));
        let folders = self.folders.iter().map(|path| FilesPath { files: &self.files, path });
        let within = folders.chain(beside).flat_map(|place| {
            let within = self.within(place);
            within.iter().map(|(_, path)| self.read_from(FilesPath { path, ..place })).collect::<Vec<_>>()
        });
        let mut seen = HashSet::new();
        of_run.chain(within).filter(|read| seen.insert(Arc::as_ptr(read))).collect()
    }

    /// Reads an overlay of the run.
    pub(crate) fn read(&self, path: &Path) -> Arc<LoadedOverlay> {
        self.read_from(FilesPath { files: &self.files, path })
    }

    /// Reads an overlay.
    pub(crate) fn read_from(&self, FilesPath { files, path }: FilesPath) -> Arc<LoadedOverlay> {
        let real = files.real(path).unwrap_or_else(|| path.to_owned());
        // The head of a folder names the folder.
        let (real, path) = match real.file_name() {
            Some(name) if name == HEAD => {
                let parent = path.parent().filter(|parent| files.is_folder(parent)).unwrap_or(Path::new("."));
                (real.parent().unwrap_or(&real).to_owned(), parent)
            }
            _ => (real, path),
        };
        let mut known = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (Arc::as_ptr(files).addr(), real);
        Arc::clone(known.entry(key).or_insert_with(|| Arc::new(read_overlay(files, path))))
    }

    /// The ids of the overlays in a folder, with their paths, sorted.
    pub(crate) fn within(&self, FilesPath { files, path }: FilesPath) -> Arc<FolderOverlays> {
        let folder = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let find = || {
            let paths = files.list(folder).into_iter();
            let paths = paths.filter(|path| is_folder(&**files, path) || is_list_name(path));
            Arc::new(paths.filter_map(|path| Some((id_of(&**files, folder, &path)?, path))).collect())
        };
        // What came with a call is not kept.
        if !Arc::ptr_eq(files, &self.files) {
            return find();
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(found.entry(folder.to_owned()).or_insert_with(find))
    }

    /// The overlays with this id: beside, else in the folders of rulesets, else among the events; each once.
    fn find(&self, id: &str, beside: Option<FilesPath>) -> Vec<Arc<LoadedOverlay>> {
        let of = |place: FilesPath| -> Vec<Arc<LoadedOverlay>> {
            let within = self.within(place);
            let named = within.iter().filter(|(known, _)| known == id);
            named.map(|(_, path)| self.read_from(FilesPath { path, ..place })).collect()
        };
        let found = self.places(beside).map(of).find(|found| !found.is_empty());
        let mut found = found.unwrap_or_else(|| {
            let has_id = |read: &Arc<LoadedOverlay>| read.overlay.as_ref().is_some_and(|overlay| overlay.id() == id);
            self.events.iter().map(|path| self.read(path)).filter(has_id).collect()
        });
        let mut seen = HashSet::new();
        found.retain(|read| seen.insert(Arc::as_ptr(read)));
        found
    }

    /// The ids of the overlays at hand, for help texts.
    pub(crate) fn ids(&self, beside: Option<FilesPath>) -> Vec<String> {
        let of = |place| self.within(place).iter().map(|(id, _)| id.clone()).collect::<Vec<_>>();
        let mut ids: Vec<String> = self.places(beside).flat_map(of).collect();
        ids.extend(self.events.iter().filter_map(|path| Some(self.read(path).overlay.as_ref()?.id().to_owned())));
        ids
    }

    /// The overlay with this id that is at hand for a list in a folder. Fails if there are two.
    pub(crate) fn named(&self, id: &str, beside: Option<FilesPath>) -> Option<Result<Arc<LoadedOverlay>, FileFault>> {
        let found = self.find(id, beside);
        match found.as_slice() {
            [] => None,
            [one] => Some(Ok(Arc::clone(one))),
            [first, second, ..] => Some(Err(two_of(id, first, second))),
        }
    }

    /// These overlays with all that they extend, each once; what is extended stands before what extends it. `rulesets`
    /// are the ids of the rulesets at hand.
    pub(crate) fn stack(
        &self,
        tops: &[Arc<LoadedOverlay>],
        rulesets: &[&str],
    ) -> Result<Vec<StackedOverlay>, UnusableOverlay> {
        let mut stack = Vec::new();
        for top in tops {
            self.push(top, rulesets, &mut Vec::new(), &mut stack)?;
        }
        Ok(stack)
    }

    /// Adds an overlay after those that it extends. `open` holds the overlays that led to it.
    fn push(
        &self,
        read: &Arc<LoadedOverlay>,
        rulesets: &[&str],
        open: &mut Vec<Arc<LoadedOverlay>>,
        stack: &mut Vec<StackedOverlay>,
    ) -> Result<(), UnusableOverlay> {
        if stack.iter().any(|stacked| Arc::ptr_eq(&stacked.overlay, read)) {
            return Ok(());
        }
        let Some(overlay) = &read.overlay else { return Err(UnusableOverlay::Faulty(Arc::clone(read))) };
        let wrong = |fault: FileFault| UnusableOverlay::Head(Arc::clone(read), fault);
        if let Some(taken) = taken(overlay, rulesets, stack) {
            return Err(wrong(taken));
        }
        if stack.len() + open.len() >= limits::OVERLAYS {
            let message = format!("more than {} overlays, each over the others", limits::OVERLAYS);
            let place = overlay.head_file().document.place("/extends");
            return Err(wrong(FileFault::new(FaultKind::TooLarge, message).at("/extends").place(place)));
        }
        open.push(Arc::clone(read));
        let mut games = Vec::new();
        for (at, name) in overlay.head.extends.all() {
            let fault = |fault: FileFault, at: &str| wrong(fault.at(at).place(overlay.head_file().document.place(at)));
            let range = versions::range(name).map_err(|broken| fault(broken, &format!("{at}/version")))?;
            if rulesets.contains(&name.id()) {
                games.push((name.id().to_owned(), range));
                continue;
            }
            let base = self.base(read, overlay, name, &range, rulesets).map_err(|broken| fault(broken, &at))?;
            let is_base = |other: &Arc<LoadedOverlay>| Arc::ptr_eq(other, &base);
            if open.iter().any(is_base) {
                let circle = open.iter().skip_while(|other| !is_base(other)).chain([&base]);
                let ids: Vec<&str> = circle.filter_map(|read| Some(read.overlay.as_ref()?.id())).collect();
                let message = format!("overlays extend each other in a circle: {}", ids.join(" -> "));
                return Err(fault(FileFault::new(FaultKind::ExtendsCycle, message), &at));
            }
            self.push(&base, rulesets, open, stack)?;
            let below = stack.iter().find(|stacked| Arc::ptr_eq(&stacked.overlay, &base));
            games.extend(below.into_iter().flat_map(|below| below.games.clone()));
        }
        open.pop();
        stack.push(StackedOverlay { overlay: Arc::clone(read), games });
        Ok(())
    }

    /// The overlay that an overlay extends.
    fn base(
        &self,
        read: &LoadedOverlay,
        of: &Overlay,
        name: &RulesetName,
        range: &VersionReq,
        rulesets: &[&str],
    ) -> Result<Arc<LoadedOverlay>, FileFault> {
        let id = name.id();
        let place = |path| FilesPath { files: &read.source, path };
        let beside = place(of.path.parent().unwrap_or(Path::new("")));
        // A folder may hold what it extends, too.
        let is_inside = || self.within(place(&of.path)).iter().any(|(known, _)| known == id);
        let is_inside = read.source.is_folder(&of.path) && is_inside();
        let found = self.find(id, Some(if is_inside { place(&of.path) } else { beside }));
        match found.as_slice() {
            [] => {
                let ids = self.ids(Some(beside));
                let known =
                    rulesets.iter().copied().chain(ids.iter().map(String::as_str)).filter(|known| *known != of.id());
                let help = nearest(id, known.clone()).unwrap_or_else(|| {
                    let mut known: Vec<&str> = known.collect();
                    known.sort_unstable();
                    known.dedup();
                    format!("at hand: {}", known.join(", "))
                });
                let message = format!("there is no ruleset or overlay `{id}`");
                Err(FileFault::new(FaultKind::UnknownRuleset, message).help(help))
            }
            [one] => match one.overlay.as_ref().filter(|_| *range != VersionReq::STAR) {
                Some(base) => match version_of(base) {
                    Some(version) if range.matches(&version) => Ok(Arc::clone(one)),
                    version => {
                        let has =
                            version.map_or("states no version".to_owned(), |version| format!("is version {version}"));
                        let message = format!("the overlay `{id}` {has}, and {range} is wanted");
                        Err(FileFault::new(FaultKind::UnknownVersion, message))
                    }
                },
                None => Ok(Arc::clone(one)),
            },
            [first, second, ..] => Err(two_of(id, first, second)),
        }
    }
}

/// The fault that two overlays have one id.
fn two_of(id: &str, first: &LoadedOverlay, second: &LoadedOverlay) -> FileFault {
    let path = |read: &LoadedOverlay| read.head_file().path.display().to_string();
    let message = format!("two overlays have the id `{id}`: {} and {}", path(first), path(second));
    FileFault::new(FaultKind::DuplicateKey, message)
}

/// The version of an overlay, if it states one.
pub(crate) fn version_of(overlay: &Overlay) -> Option<Version> {
    Version::parse(overlay.head.version.as_deref()?).ok()
}

/// The fault of an overlay whose id a ruleset or another overlay has.
fn taken(overlay: &Overlay, rulesets: &[&str], stack: &[StackedOverlay]) -> Option<FileFault> {
    let id = overlay.id();
    let other = stack.iter().filter_map(StackedOverlay::overlay).find(|other| other.id() == id);
    let message = match other {
        Some(other) => format!("another overlay has the id `{id}`: {}", other.path.display()),
        None if rulesets.contains(&id) => format!("a ruleset has the id `{id}`"),
        None => return None,
    };
    let fault = FileFault::new(FaultKind::DuplicateKey, message).at("/id");
    Some(fault.place(overlay.head_file().document.place("/id")).help("give the overlay an id of its own"))
}

/// The id of an overlay at a path in a folder; none if it is something else. Reads no more than is needed to tell.
fn id_of(files: &dyn Files, folder: &Path, path: &Path) -> Option<String> {
    let path = if files.is_folder(path) { path.join(HEAD) } else { path.to_owned() };
    let bytes = files.read_in(folder, &path).ok()?;
    let text = encoding::utf8(&bytes).ok()?;
    // Most files beside an overlay are lists, and need not be read whole.
    if !text.contains("overlay") {
        return None;
    }
    let document = yaml::documents(text).into_iter().next()?.ok()?;
    let text = |key: &str| document.value().get(key).and_then(Value::as_str);
    (text("kind") == Some("overlay")).then(|| text("id").map(str::to_owned)).flatten()
}

/// The fault that no installed version of a ruleset suits a list and its overlays.
pub(crate) fn unsuitable<'a>(
    name: &RulesetName,
    stack: &[StackedOverlay],
    installed: impl Iterator<Item = &'a Version>,
) -> FileFault {
    let id = name.id();
    let wants = stack.iter().flat_map(|stacked| {
        let games = stacked.games.iter().filter(move |(game, _)| game == id);
        games.filter_map(|(_, range)| Some(format!("{} wants {range}", stacked.overlay()?.name())))
    });
    let mut wants: Vec<String> = wants.collect();
    wants.dedup();
    if let RulesetName::Versioned { version: Some(version), .. } = name {
        wants.push(format!("the list wants {version}"));
    }
    let fault = versions::unknown_version(id, &VersionReq::STAR, installed);
    let message = format!("no installed version of `{id}` suits all: {}", wants.join(", "));
    FileFault { message, ..fault }
}
