//! What judges a list besides the rulesets, as values: to be kept with the list in one file, and to be used again.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use muster_engine::catalogue::Catalogue;
use muster_engine::list::ArmyList;

use super::Shelf;
use crate::case_file::OverlayFiles;
use crate::fault::{FaultKind, FileFault};
use crate::files::{Files, FilesPath, MemoryFiles};
use crate::overlay::files::{LoadedOverlay, Overlay, kept_files};
use crate::overlay::stack::{Library, StackedOverlay, UnusableOverlay};

/// Overlays and units that judge a list besides its ruleset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OverlaysAndUnits {
    /// The overlays of the run, those that others extend first.
    pub event: Vec<OverlayFiles>,
    /// The overlays that the list names, and those that they extend.
    pub overlays: Vec<OverlayFiles>,
    /// The units that the ruleset does not have.
    pub units: Vec<Catalogue>,
}

impl Shelf {
    /// What judges a list in a folder besides its ruleset.
    #[must_use]
    pub fn kept(&self, list: &ArmyList, beside: Option<FilesPath>) -> OverlaysAndUnits {
        let (stack, _) = self.stack_for(list, beside);
        let values = stack.iter().filter_map(StackedOverlay::overlay).map(Overlay::values).collect();
        let (event, overlays) = if self.events.is_some() { (values, Vec::new()) } else { (Vec::new(), values) };
        // A ruleset that is not at hand is told by the report.
        let loaded = self.index(&list.ruleset, &stack).and_then(|index| self.load(index, &[], &[]));
        let units = loaded.map_or_else(|_| Vec::new(), |loaded| loaded.own_units().to_vec());
        OverlaysAndUnits { event, overlays, units }
    }

    /// Another shelf with the same rulesets, and with what was kept for a list of this ruleset in place of all overlays and
    /// units of this shelf. All of its overlays are over the rulesets.
    ///
    /// # Errors
    /// Why the overlays cannot be used. Units that the ruleset does not understand are told where it is used.
    pub(crate) fn with_kept(&self, ruleset: &str, extras: &OverlaysAndUnits) -> Result<Self, UnusableOverlay> {
        let units = extras.units.clone();
        let id = ruleset.to_owned();
        let mut other = self.bare();
        if !units.is_empty() {
            other = other.with_units(move |ruleset| {
                if ruleset.declarations().id != id {
                    return Ok(Vec::new());
                }
                let mut game = ruleset.clone();
                for catalogue in &units {
                    if let Some(problem) = game.problems_of(catalogue).first() {
                        let message = format!("its units cannot be used: {problem}");
                        return Err(FileFault::new(FaultKind::BrokenRuleset, message).at("/units"));
                    }
                    game = game.with_own_catalogues(vec![catalogue.clone()]);
                }
                Ok(units.clone())
            });
        }
        let overlays = if extras.event.is_empty() { &extras.overlays } else { &extras.event };
        if overlays.is_empty() { Ok(other) } else { other.with_stack_of(overlays) }
    }

    /// The same shelf, with its overlays at hand for lists that name them, and over no others.
    pub(crate) fn for_naming(self) -> Self {
        // Rulesets under overlays know who brings these.
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner).retain(|key, _| key.overlays.is_empty());
        Self { events: None, ..self }
    }

    /// The same shelf with overlays of values over its rulesets.
    fn with_stack_of(mut self, overlays: &[OverlayFiles]) -> Result<Self, UnusableOverlay> {
        let folders: Vec<PathBuf> = (1..=overlays.len()).map(|number| format!("overlay {number}").into()).collect();
        let files = folders.iter().zip(overlays).map(|(folder, values)| kept_files(folder, values));
        let files = files.collect::<Result<Vec<_>, _>>().map_err(|file| {
            let source = Arc::clone(self.files());
            UnusableOverlay::Faulty(Arc::new(LoadedOverlay { source, files: vec![*file], overlay: None }))
        })?;
        let files: MemoryFiles = files.into_iter().flatten().collect();
        self.overlays = Library::new(&(Arc::new(files) as Arc<dyn Files>), &[]);
        self.with_stack(&folders)
    }

    /// The same rulesets, without overlays and units. Those that are loaded without such are shared.
    fn bare(&self) -> Self {
        let plain = self.without_events();
        let bare = Self { overlays: Library::new(self.files(), &[]), is_foreign: false, ..plain };
        if self.units.is_none() { bare } else { Self { units: None, loaded: Mutex::default(), ..bare } }
    }
}
