//! Finds rulesets: first in folders, then among those built into the program. Each is loaded once, however many lists
//! use it.

mod edition;
mod freeze;
mod frozen;
mod head;
mod kept;
mod overlaid;
mod sides;

pub use edition::{Edition, Release};
pub use freeze::UsedOverlays;
pub use frozen::FrozenRuleset;
pub use kept::OverlaysAndUnits;
pub use overlaid::EventHead;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use muster_engine::catalogue::Catalogue;
use muster_engine::declarations::BaseRuleset;
use muster_engine::effort;
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::{Bringer, Events, Ruleset, RulesetProblem};
use muster_engine::slug::slug;
use semver::{Version, VersionReq};
use serde_json::Value;

use crate::built_in::{BUILT_IN, BuiltInVersion};
use crate::fault::{FaultKind, FileFault};
use crate::files::{DiskFiles, Files, FilesPath, no_way_out};
use crate::history::HEAD;
use crate::layer::Layer;
use crate::loaded::LoadedRuleset;
use crate::looks::Looks;
use crate::overlay::files::LoadedOverlay;
use crate::overlay::stack::{Library, StackedOverlay, unsuitable};
use crate::ruleset_files::RulesetFiles;
use crate::schemas::FileKind;
use crate::versions;

/// All available rulesets.
#[derive(Debug)]
pub struct Shelf {
    /// All versions, in the order in which they are searched; of a folder, the newest first.
    editions: Vec<Edition>,
    /// Folders whose `ruleset.yaml` cannot be read, with the ruleset's id taken from the path. They are never skipped
    /// silently.
    broken: Vec<(String, FileFault)>,
    /// The day on which the shelf is looked at, and the versions that were not in force yet.
    as_of: Option<Arc<ShelfDay>>,
    /// Units that a club adds.
    units: Option<ExtraCatalogues>,
    /// The overlays that were read.
    overlays: Library,
    /// The overlays of the run; none if there are none, so that lists may name their own.
    events: Option<Vec<StackedOverlay>>,
    /// An archive that another may have made brings the overlays of the run.
    is_foreign: bool,
    /// Why overlays that lists name cannot be used, by their addresses; none for those that can.
    refused: Mutex<HashMap<usize, Option<String>>>,
    /// Loaded rulesets.
    loaded: Mutex<HashMap<LoadKey, Arc<OnceLock<LoadResult>>>>,
}

/// A day, as YYYY-MM-DD, and the versions that came later.
#[derive(Debug)]
struct ShelfDay {
    day: String,
    later: Vec<Edition>,
}

type LoadResult = Result<Arc<LoadedRuleset>, FileFault>;

/// What a loaded ruleset is made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct LoadKey {
    /// The edition, by its index.
    edition: usize,
    /// The addresses of the overlays. The shelf keeps what it reads, so they stay the same.
    overlays: Vec<usize>,
    /// The overlays whose prices and patches of units are left out, by their places.
    muted: Vec<usize>,
}

/// Catalogues that take precedence over those of a ruleset. They are read once the ruleset is known.
#[derive(Clone)]
pub struct ExtraCatalogues(Arc<CatalogueReader>);

type CatalogueReader = dyn Fn(&Ruleset) -> Result<Vec<Catalogue>, FileFault> + Send + Sync;

impl std::fmt::Debug for ExtraCatalogues {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Units")
    }
}

impl std::fmt::Debug for BuiltInVersion {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}", self.id, self.version)
    }
}

impl Default for Shelf {
    fn default() -> Self {
        Self::built_in()
    }
}

impl Shelf {
    /// The rulesets built into the program.
    #[must_use]
    pub fn built_in() -> Self {
        Self::with_folders(&[])
    }

    /// The rulesets in `FOLDER/<id>/<major>/`, in the order of the folders, and then those built into the program.
    #[must_use]
    pub fn with_folders(folders: &[PathBuf]) -> Self {
        let disk: Arc<dyn Files> = Arc::new(DiskFiles::default());
        let empty = Self::empty(&disk);
        folders.iter().fold(empty, |shelf, folder| shelf.and_folder(folder)).and_built_in()
    }

    /// No rulesets. Folders, overlays and lists are read from these files.
    #[must_use]
    pub fn empty(files: &Arc<dyn Files>) -> Self {
        Self {
            editions: Vec::new(),
            broken: Vec::new(),
            as_of: None,
            units: None,
            overlays: Library::new(files, &[]),
            events: None,
            is_foreign: false,
            refused: Mutex::default(),
            loaded: Mutex::default(),
        }
    }

    /// The same shelf with the rulesets in `FOLDER/<id>/<major>/` after those that it has, and with the overlays in that
    /// folder.
    #[must_use]
    pub fn and_folder(mut self, folder: &Path) -> Self {
        let (rank, files) = (self.next_rank(), Arc::clone(self.files()));
        for id in files.list(folder).iter().filter(|id| files.is_folder(id)) {
            for major in files.list(id).iter().filter(|major| files.kind(&major.join(HEAD)).is_some()) {
                self.add(folder, major, rank);
            }
        }
        self.overlays.folders.push(folder.to_owned());
        self
    }

    /// The same shelf with the rulesets built into the program after those that it has.
    #[must_use]
    pub fn and_built_in(mut self) -> Self {
        let (rank, mut line) = (self.next_rank(), self.last_line());
        for built_in in BUILT_IN {
            line += usize::from(!built_in.is_past);
            self.editions.extend(Edition::built_in(built_in, rank, line));
        }
        self
    }

    /// The files from which it reads.
    #[must_use]
    pub fn files(&self) -> &Arc<dyn Files> {
        &self.overlays.files
    }

    /// A folder in these files.
    #[must_use]
    pub fn place<'s>(&'s self, path: &'s Path) -> FilesPath<'s> {
        FilesPath { files: self.files(), path }
    }

    /// The search order of what is added next.
    fn next_rank(&self) -> usize {
        self.editions.iter().map(|edition| edition.rank + 1).max().unwrap_or_default()
    }

    /// The line of the last edition.
    fn last_line(&self) -> usize {
        self.editions.last().map_or(0, |edition| edition.line)
    }

    /// The same shelf as it was on a day (YYYY-MM-DD): without the versions that were not in force yet. It must have no
    /// units and no overlays yet, because these are read for its newest versions.
    #[must_use]
    pub fn as_of(mut self, day: &str) -> Self {
        let (editions, later) = self.editions.into_iter().partition(|edition| edition.release.covers(day));
        self.editions = editions;
        self.as_of = Some(Arc::new(ShelfDay { day: day.to_owned(), later }));
        self.loaded = Mutex::default();
        self
    }

    /// The same shelf with units that take precedence over those of each ruleset. `read` is called once for each
    /// ruleset.
    #[must_use]
    pub fn with_units(
        mut self,
        read: impl Fn(&Ruleset) -> Result<Vec<Catalogue>, FileFault> + Send + Sync + 'static,
    ) -> Self {
        self.units = Some(ExtraCatalogues(Arc::new(read)));
        // Rulesets that were loaded before lack these units.
        self.loaded = Mutex::default();
        self
    }

    /// Another shelf with the same rulesets, overlays and units, and with more units, which take precedence. `rulesets`
    /// has the ids of the rulesets that get more units. `read` is called once for each version of these that is used.
    #[must_use]
    pub fn with_more_units(
        &self,
        rulesets: &[&str],
        read: impl Fn(&Ruleset) -> Vec<Catalogue> + Send + Sync + 'static,
    ) -> Self {
        let unchanged =
            |key: &LoadKey| key.overlays.is_empty() && !rulesets.contains(&self.edition(key.edition).id.as_str());
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = loaded.iter().filter(|(key, _)| unchanged(key)).map(|(key, ready)| (key.clone(), Arc::clone(ready)));
        let first = self.units.clone();
        let names: Vec<String> = rulesets.iter().map(|id| (*id).to_owned()).collect();
        let all = move |ruleset: &Ruleset| {
            let club = first.as_ref().map_or_else(|| Ok(Vec::new()), |ExtraCatalogues(read)| read(ruleset))?;
            let has_more = names.contains(&ruleset.declarations().id);
            let more = if has_more { read(&ruleset.with_own_catalogues(club.clone())) } else { Vec::new() };
            Ok(club.into_iter().chain(more).collect())
        };
        Self {
            editions: self.editions.clone(),
            broken: self.broken.clone(),
            as_of: self.as_of.clone(),
            units: Some(ExtraCatalogues(Arc::new(all))),
            overlays: self.overlays.unread(),
            events: self.events.clone(),
            is_foreign: self.is_foreign,
            refused: Mutex::default(),
            loaded: Mutex::new(kept.collect()),
        }
    }

    /// Adds the ruleset in a folder, which lies in that of all.
    fn add(&mut self, all: &Path, folder: &Path, rank: usize) {
        let line = self.last_line() + 1;
        let editions = if self.files().leads_out(all, folder) {
            let fault = no_way_out();
            Err(FileFault { message: format!("{}: {}", folder.display(), fault.message), ..fault })
        } else {
            Edition::in_folder(self.files(), folder, rank, line)
        };
        match editions {
            Ok(editions) => self.editions.extend(editions),
            Err(fault) => {
                let id = folder.parent().and_then(Path::file_name).unwrap_or_default();
                self.broken.push((id.to_string_lossy().into_owned(), fault));
            }
        }
    }

    /// The newest version of each folder of a ruleset, also of those in the program, in the order in which they are
    /// searched. Older versions from histories are left out: a game is shown once.
    #[must_use]
    pub fn editions(&self) -> Vec<&Edition> {
        let mut lines = HashSet::new();
        self.editions.iter().filter(|edition| lines.insert(edition.line)).collect()
    }

    /// All versions of all rulesets, in the order in which they are searched; the newest of a folder first.
    #[must_use]
    pub fn versions(&self) -> &[Edition] {
        &self.editions
    }

    /// The folders of rulesets that were named, as they were named.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.overlays.folders
    }

    /// The faults of folders whose `ruleset.yaml` cannot be read. Such folders are not among the editions.
    pub fn broken(&self) -> impl Iterator<Item = &FileFault> {
        self.broken.iter().map(|(_, fault)| fault)
    }

    /// The ids of all rulesets, each once.
    fn ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = self.editions.iter().map(|edition| edition.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Reads how a game looks. The first of its rulesets that says it decides.
    #[must_use]
    pub fn looks(&self, id: &str) -> Looks {
        self.editions.iter().filter(|edition| edition.id == id).find_map(Edition::looks).unwrap_or_default()
    }

    /// The newest version that matches a name, from the first place that has a match. The overlays of the run may ask
    /// for an older one.
    pub fn find(&self, name: &RulesetName) -> Result<&Edition, FileFault> {
        let stack = self.events.as_deref().unwrap_or_default();
        self.index(name, stack).map(|index| self.edition(index))
    }

    /// The edition with an index.
    #[expect(clippy::indexing_slicing, reason = "the shelf itself gives out the indexes, and its editions stay")]
    fn edition(&self, index: usize) -> &Edition {
        &self.editions[index]
    }

    /// That a ruleset lies in its folder, but not in a folder of its version, so that nobody finds it.
    fn without_version(&self, id: &str) -> Option<String> {
        // What a list names must not lead to other folders.
        let folders = self.overlays.folders.iter().filter(|_| slug(id) == id);
        let folder =
            folders.map(|folder| folder.join(id)).find(|folder| self.files().kind(&folder.join(HEAD)).is_some())?;
        let folder = folder.display();
        Some(format!(
            "`{folder}/{HEAD}` lies in no folder of its version: put all of it into `{folder}/1`, if that is its major"
        ))
    }

    /// The index of the newest version that a name and all overlays allow, from the first place that has one.
    fn index(&self, name: &RulesetName, stack: &[StackedOverlay]) -> Result<usize, FileFault> {
        if let Some((_, fault)) = self.broken.iter().find(|(id, _)| id == name.id()) {
            return Err(fault.clone());
        }
        let range = versions::range(name)?;
        let named = || self.editions.iter().enumerate().filter(|(_, edition)| edition.id == name.id());
        let ranks = named().map(|(_, edition)| edition.rank).max();
        let Some(last) = ranks else {
            let unknown = || {
                let fault = versions::unknown_id(name.id(), self.editions.iter().map(|edition| edition.id.as_str()));
                FileFault { help: self.without_version(name.id()).or(fault.help), ..fault }
            };
            return Err(self.not_yet(name.id(), &range).unwrap_or_else(unknown));
        };
        let suits = |version: &Version| suits(stack, name.id(), version);
        let newest = |suits: &dyn Fn(&Version) -> bool| {
            (0..=last).find_map(|rank| {
                let here = named().filter(|(_, edition)| edition.rank == rank && suits(&edition.version));
                versions::newest(&range, here.map(|(index, edition)| (index, &edition.version)))
            })
        };
        if let Some(index) = newest(&suits) {
            return Ok(index);
        }
        let installed = || named().map(|(_, edition)| &edition.version);
        match newest(&|_| true) {
            None => {
                let unknown = || versions::unknown_version(name.id(), &range, installed());
                Err(self.not_yet(name.id(), &range).unwrap_or_else(unknown))
            }
            Some(_) => Err(unsuitable(name, stack, installed())),
        }
    }

    /// The version that a list asks for, if without its wish a newer one would judge it.
    pub(crate) fn pinned(&self, name: &RulesetName, stack: &[StackedOverlay]) -> Option<String> {
        let RulesetName::Versioned { id, version: Some(_) } = name else { return None };
        let used = self.index(name, stack).ok()?;
        let newest = self.index(&RulesetName::Id(id.clone()), stack).ok()?;
        (used != newest).then(|| self.edition(used).version.to_string())
    }

    /// How many versions of a ruleset the overlays allow.
    fn versions_for(&self, id: &str, stack: &[StackedOverlay]) -> usize {
        let of_id = self.editions.iter().filter(|edition| edition.id == id);
        let allowed = of_id.map(|edition| &edition.version).filter(|version| suits(stack, id, version));
        allowed.collect::<HashSet<_>>().len()
    }

    /// The fault that no version in a range was in force on the day of the shelf. None if the reason is another one.
    fn not_yet(&self, id: &str, range: &VersionReq) -> Option<FileFault> {
        let ShelfDay { day, later } = self.as_of.as_deref()?;
        let suits = |edition: &&Edition| edition.id == id && range.matches(&edition.version);
        let first = later.iter().filter(suits).min_by_key(|edition| &edition.version)?;
        Some(versions::not_yet(id, range, day, &first.version, first.release.day()))
    }

    /// The ruleset that a list names, with the catalogues of the nations that it names. Overlays that the list names
    /// are looked for in the folders of rulesets.
    pub fn ruleset_for(&self, list: &ArmyList) -> Result<Ruleset, FileFault> {
        self.ruleset_beside(list, None)
    }

    /// The same, for a list in a folder. Overlays that the list names are looked for there too.
    pub fn ruleset_beside(&self, list: &ArmyList, beside: Option<FilesPath>) -> Result<Ruleset, FileFault> {
        let (stack, _) = self.stack_for(list, beside);
        self.under(&list.ruleset, &nations(list), &stack, &[])
    }

    /// A ruleset with the catalogues of these nations (ids or printed names) and the units that every nation may field.
    /// If no nation is named, it has all catalogues. It is under the overlays of the run.
    pub fn ruleset(&self, name: &RulesetName, nations: &[&str]) -> Result<Ruleset, FileFault> {
        self.under(name, nations, self.events.as_deref().unwrap_or_default(), &[])
    }

    /// A ruleset without any overlays.
    pub(crate) fn plain(&self, name: &RulesetName, nations: &[&str]) -> Result<Ruleset, FileFault> {
        self.under(name, nations, &[], &[])
    }

    /// A ruleset under overlays: those of the stack that are about it. `muted` has the places, among these, of those
    /// whose prices and patches of units are left out.
    pub(crate) fn under(
        &self,
        name: &RulesetName,
        nations: &[&str],
        stack: &[StackedOverlay],
        muted: &[usize],
    ) -> Result<Ruleset, FileFault> {
        let index = self.index(name, stack)?;
        let (about, elsewhere): (Vec<_>, Vec<_>) = stack.iter().partition(|stacked| stacked.is_about(name.id()));
        let about: Vec<_> = about.into_iter().map(|stacked| Arc::clone(&stacked.overlay)).collect();
        let loaded = self.load(index, &about, muted)?;
        let ruleset =
            loaded.with_nations(nations).map_err(|problems| broken(self.edition(index), &told_problems(&problems)))?;
        if elsewhere.is_empty() {
            return Ok(ruleset);
        }
        let named = elsewhere.into_iter().filter_map(StackedOverlay::overlay);
        let elsewhere = named.map(|overlay| (overlay.id().to_owned(), overlay.name().to_owned())).collect();
        let events = match ruleset.events() {
            Some(events) => Events { elsewhere, ..events.clone() },
            None => Events { all: Vec::new(), bringer: self.bringer(), elsewhere },
        };
        let base = ruleset.base().unwrap_or(&ruleset).clone();
        Ok(ruleset.under(Arc::new(events), base))
    }

    /// Who brings the overlays that are in use.
    fn bringer(&self) -> Bringer {
        match self.events {
            None => Bringer::List,
            Some(_) if self.is_foreign => Bringer::Archive,
            Some(_) => Bringer::Organiser,
        }
    }

    fn load(&self, index: usize, overlays: &[Arc<LoadedOverlay>], muted: &[usize]) -> LoadResult {
        let addresses = overlays.iter().map(|read| Arc::as_ptr(read).addr()).collect();
        let key = LoadKey { edition: index, overlays: addresses, muted: muted.to_vec() };
        let cell = {
            let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(loaded.entry(key).or_default())
        };
        let load = || effort::uncounted(|| self.load_anew(index, overlays, muted).map(Arc::new));
        cell.get_or_init(load).clone()
    }

    fn load_anew(
        &self,
        index: usize,
        overlays: &[Arc<LoadedOverlay>],
        muted: &[usize],
    ) -> Result<LoadedRuleset, FileFault> {
        let edition = self.edition(index);
        if !overlays.is_empty() {
            let base = self.load(index, &[], &[])?;
            return LoadedRuleset::over(base, overlays.to_vec(), muted, self.bringer())
                .map_err(|problems| unbuilt(edition, overlays, &told_problems(&problems)));
        }
        let chain = self.chain(edition.layer()?, vec![index])?;
        let loaded = LoadedRuleset::new(chain).map_err(|problems| broken(edition, &told_problems(&problems)))?;
        match &self.units {
            Some(ExtraCatalogues(read)) => {
                // The club's files may name units of the ruleset.
                let all = loaded.with_nations(&[]).map_err(|problems| broken(edition, &told_problems(&problems)))?;
                let units = read(&all)?;
                Ok(loaded.with_units(units))
            }
            None => Ok(loaded),
        }
    }

    /// A ruleset's own layer with those of the rulesets it extends, the oldest first. `seen` is its index on the shelf,
    /// if it is there.
    fn chain(&self, layer: Layer, mut seen: Vec<usize>) -> Result<Vec<Layer>, FileFault> {
        let mut chain = vec![layer];
        while let Some(extends) = chain.last().and_then(|layer| layer.extends.clone()) {
            let parent = self.index(&RulesetName::Versioned { id: extends.id, version: Some(extends.version) }, &[])?;
            if seen.contains(&parent) {
                let mut ids: Vec<&str> = chain.iter().map(|layer| layer.id.as_str()).collect();
                ids.push(&self.edition(parent).id);
                return Err(circle(&ids));
            }
            seen.push(parent);
            chain.push(self.edition(parent).layer()?);
        }
        chain.reverse();
        Ok(chain)
    }

    /// Builds a ruleset from its files, for the lints: with all its catalogues, and with the ruleset it extends.
    pub(crate) fn build(&self, files: &RulesetFiles) -> Result<BuiltRuleset, FileFault> {
        let layer = Layer::from(files);
        let extends = layer.extends.clone();
        let seen = self.editions.iter().position(|edition| edition.folder.as_deref() == Some(&files.folder));
        if let Some(circle) = extends.as_ref().and_then(|extends| of_itself(files, extends)) {
            return Err(circle);
        }
        let chain = self.chain(layer, seen.into_iter().collect())?;
        let parent = match extends {
            Some(BaseRuleset { id, version }) => {
                Some(self.plain(&RulesetName::Versioned { id, version: Some(version) }, &[])?)
            }
            None => None,
        };
        let ruleset = LoadedRuleset::new(chain).and_then(|loaded| loaded.with_nations(&[]));
        Ok(BuiltRuleset { ruleset, parent })
    }
}

/// Whether overlays allow a version of a ruleset.
fn suits(stack: &[StackedOverlay], id: &str, version: &Version) -> bool {
    let mut ranges = stack.iter().flat_map(|stacked| &stacked.games).filter(|(game, _)| game == id);
    ranges.all(|(_, range)| range.matches(version))
}

/// The fault of a ruleset that extends itself: it names its own id and a range that contains its own version.
fn of_itself(files: &RulesetFiles, extends: &BaseRuleset) -> Option<FileFault> {
    let head = files.of(FileKind::Ruleset).next()?;
    let own = |key: &str| head.document.value().get(key).and_then(Value::as_str);
    let name = RulesetName::Versioned { id: extends.id.clone(), version: Some(extends.version.clone()) };
    let version = Version::parse(own("version")?).ok()?;
    let is_itself = own("id") == Some(extends.id.as_str()) && versions::range(&name).ok()?.matches(&version);
    is_itself.then(|| circle(&[&extends.id, &extends.id]))
}

fn circle(ids: &[&str]) -> FileFault {
    let message = format!("rulesets extend each other in a circle: {}", ids.join(" -> "));
    FileFault::new(FaultKind::ExtendsCycle, message).at("/ruleset")
}

/// A ruleset with what the lints need.
pub(crate) struct BuiltRuleset {
    pub ruleset: Result<Ruleset, Vec<RulesetProblem>>,
    /// The ruleset that it extends.
    pub parent: Option<Ruleset>,
}

/// The nations that a list names, as the list spells them.
#[must_use]
pub fn nations(list: &ArmyList) -> Vec<&str> {
    let of_squadrons = list.each_squadron().filter_map(|squadron| squadron.nation.as_deref());
    let mut nations: Vec<&str> = list.nation.as_deref().into_iter().chain(of_squadrons).collect();
    nations.sort_unstable();
    nations.dedup();
    nations
}

fn told_problems(problems: &[RulesetProblem]) -> Vec<String> {
    problems.iter().map(RulesetProblem::to_string).collect()
}

fn broken(edition: &Edition, problems: &[String]) -> FileFault {
    let fault = FileFault::new(
        FaultKind::BrokenRuleset,
        format!("the ruleset `{}` {} is broken: {}", edition.id, edition.version, first(problems)),
    );
    match &edition.folder {
        Some(folder) if !edition.is_frozen() => {
            fault.at("/ruleset").help(format!("`muster lint {}` tells all", folder.display()))
        }
        _ => fault.at("/ruleset"),
    }
}

/// The fault of overlays under which a ruleset cannot be built.
fn unbuilt(edition: &Edition, overlays: &[Arc<LoadedOverlay>], problems: &[String]) -> FileFault {
    let names: Vec<&str> = overlays.iter().filter_map(|read| Some(read.overlay.as_ref()?.name())).collect();
    let message =
        format!("`{}` {} is broken by {}: {}", edition.id, edition.version, names.join(", "), first(problems));
    FileFault::new(FaultKind::BrokenRuleset, message)
        .at("/ruleset")
        .help("`muster lint` names the places in the overlay")
}

/// The first problem, and how many more there are.
fn first(problems: &[String]) -> String {
    let first = problems.first().cloned().unwrap_or_default();
    match problems.len() {
        0 | 1 => first,
        more => format!("{first} (and {} more)", more - 1),
    }
}
