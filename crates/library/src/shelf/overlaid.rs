//! Overlays over the rulesets of a shelf: those of the run, those that lists name, and what is wrong with them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use muster_engine::effort;
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::{Bringer, RulesetProblem};
use rayon::prelude::*;

use super::{Shelf, broken, told_problems};
use crate::fault::FileFault;
use crate::files::FilesPath;
use crate::loaded::LoadedRuleset;
use crate::overlay::checks::{OverlaidGame, OverlayNotice, check, ids_of_units};
use crate::overlay::files::LoadedOverlay;
use crate::overlay::stack::{OverlayAtHand, StackedOverlay, UnusableOverlay};

/// What an overlay says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventHead {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its own version.
    pub version: Option<String>,
    /// The ids of the rulesets that it is about.
    pub rulesets: Vec<String>,
    /// Until when lists count, as it states it.
    pub deadline: Option<String>,
    /// How many lists each player hands in, if it says so.
    pub lists: Option<u32>,
    /// The public key with which players seal their lists.
    pub key: Option<String>,
    /// Its file or folder.
    pub path: PathBuf,
    /// The files that it was read from, the head first.
    pub files: Vec<PathBuf>,
}

impl Shelf {
    /// The same shelf with overlays over its rulesets, for all lists, in this order. Those that they extend are found in
    /// the same folders, in the folders of rulesets, or among these.
    ///
    /// # Errors
    /// Why one of them cannot be used.
    pub(crate) fn with_stack(mut self, paths: &[PathBuf]) -> Result<Self, UnusableOverlay> {
        self.overlays.events = paths.to_vec();
        self.events = Some(self.stack(paths)?);
        Ok(self)
    }

    /// Another shelf with the same rulesets and units, with one overlay over them in place of those of this shelf.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn under_event(&self, event: FilesPath) -> Result<Self, UnusableOverlay> {
        let mut other = self.without_events();
        other.events = Some(other.stack_of(event)?);
        Ok(other)
    }

    /// Another shelf with the same rulesets and units, for judging under one event after the other. These are events at
    /// hand, besides those in the folders of rulesets.
    pub(crate) fn for_each_event(&self, events: &[PathBuf]) -> Self {
        let mut other = self.without_events();
        other.overlays.events = events.to_vec();
        other.events = Some(Vec::new());
        other
    }

    /// The overlays at hand for a list in a folder.
    pub(crate) fn at_hand(&self, beside: Option<FilesPath>) -> Vec<OverlayAtHand> {
        let here = effort::here();
        let stack = |overlay: Arc<LoadedOverlay>| {
            let stack = here.go_on(|| match self.why_not(&overlay) {
                Some(why) => Err(why),
                None => {
                    self.overlays.stack(&[Arc::clone(&overlay)], &self.ids()).map_err(|unusable| unusable.message())
                }
            });
            OverlayAtHand { overlay, stack }
        };
        self.overlays.at_hand(beside).into_par_iter().map(stack).collect()
    }

    /// An overlay with those that it extends.
    fn stack_of(&self, event: FilesPath) -> Result<Vec<StackedOverlay>, UnusableOverlay> {
        self.overlays.stack(&[self.overlays.read_from(event)], &self.ids())
    }

    /// What an overlay says of itself; none if it cannot be used.
    #[must_use]
    pub fn event_head(&self, event: FilesPath) -> Option<EventHead> {
        self.stack_of(event).ok()?.last().and_then(head)
    }

    /// The overlays in the folders of rulesets, by their paths.
    #[must_use]
    pub fn events_at_hand(&self) -> Vec<PathBuf> {
        self.overlays.folders.iter().flat_map(|folder| self.overlays_in(folder)).collect()
    }

    /// Overlays with those that they extend.
    pub(crate) fn stack(&self, paths: &[PathBuf]) -> Result<Vec<StackedOverlay>, UnusableOverlay> {
        let tops: Vec<_> = paths.iter().map(|path| self.overlays.read(path)).collect();
        self.overlays.stack(&tops, &self.ids())
    }

    /// What the overlays of the run say of themselves, those that others extend first.
    #[must_use]
    pub fn event_heads(&self) -> Vec<EventHead> {
        self.events().iter().filter_map(head).collect()
    }

    /// Until when lists count, as the overlays of the run state it; the last of several counts.
    #[must_use]
    pub fn deadline(&self) -> Option<&str> {
        self.events().iter().rev().find_map(|stacked| stacked.overlay()?.head.deadline.as_deref())
    }

    /// How many lists each player hands in, by the overlays of the run; the last of several counts.
    #[must_use]
    pub fn lists_each(&self) -> Option<u32> {
        self.events().iter().rev().find_map(|stacked| stacked.overlay()?.head.lists.map(|lists| lists.0))
    }

    /// The public key with which players seal their lists, that the overlays of the run state; the last of several counts.
    #[must_use]
    pub fn event_key(&self) -> Option<&str> {
        self.events().iter().rev().find_map(|stacked| stacked.overlay()?.head.key.as_deref())
    }

    /// The event for which a list is sealed: of the overlays of the run, else of those that the list names, the last that states a
    /// key.
    #[must_use]
    pub fn sealing_event(&self, list: &ArmyList, beside: Option<FilesPath>) -> Option<EventHead> {
        let (stack, _) = self.stack_for(list, beside);
        stack.iter().rev().filter_map(head).find(|event| event.key.is_some())
    }

    /// The overlays of the run, with those that they extend.
    pub(crate) fn events(&self) -> &[StackedOverlay] {
        self.events.as_deref().unwrap_or_default()
    }

    /// The overlays in a folder.
    pub(crate) fn overlays_in(&self, folder: &Path) -> Vec<PathBuf> {
        let within = self.overlays.within(FilesPath { files: self.files(), path: folder });
        within.iter().map(|(_, path)| path.clone()).collect()
    }

    /// The ids of the overlays that lists in a folder may name.
    pub(crate) fn overlay_ids(&self, beside: Option<FilesPath>) -> Vec<String> {
        self.overlays.ids(beside)
    }

    /// Everything that is wrong with the last overlay of a stack, and the rulesets that it is about.
    pub(crate) fn check_overlay(&self, stack: &[StackedOverlay]) -> (Vec<OverlayNotice>, Vec<OverlaidGame>) {
        let (notices, games) = self.check_among(stack, false);
        // What is unknown to the nations that an overlay seems to name may be known to others.
        let is_wrong = notices.iter().any(OverlayNotice::is_refusal);
        if is_wrong { self.check_among(stack, true) } else { (notices, games) }
    }

    /// The same, with `all` nations loaded, or with those that the overlay seems to name.
    pub(crate) fn check_among(&self, stack: &[StackedOverlay], all: bool) -> (Vec<OverlayNotice>, Vec<OverlaidGame>) {
        let (mut notices, mut games) = (Vec::new(), Vec::new());
        let Some((top, below)) = stack.split_last() else { return (notices, games) };
        let Some(overlay) = top.overlay() else { return (notices, games) };
        let mut ids: Vec<&str> = top.games.iter().map(|(id, _)| id.as_str()).collect();
        ids.dedup();
        for id in ids {
            match self.game(id, top, below, all) {
                Ok(game) => games.push(game),
                Err(fault) => notices.push(OverlayNotice::of_extends(fault)),
            }
        }
        notices.extend(check(overlay, &games));
        (notices, games)
    }

    /// A ruleset before and after an overlay.
    fn game(
        &self,
        id: &str,
        top: &StackedOverlay,
        below: &[StackedOverlay],
        all: bool,
    ) -> Result<OverlaidGame, FileFault> {
        let name = RulesetName::Id(id.to_owned());
        let below = below.iter().filter(|stacked| stacked.is_about(id));
        let stack: Vec<StackedOverlay> = below.chain([top]).cloned().collect();
        let index = self.index(&name, &stack)?;
        let told = |problems: Vec<RulesetProblem>| broken(self.edition(index), &told_problems(&problems));
        let reads: Vec<_> = stack.iter().map(|stacked| Arc::clone(&stacked.overlay)).collect();
        let plain = self.load(index, &[], &[])?;
        let ids = top.overlay().filter(|_| !all).and_then(ids_of_units);
        let named = ids.and_then(|ids| plain.nations_with(&ids));
        // No nation has an empty name, so that only the units of all nations are loaded if no unit is named.
        let nations: Vec<&str> = named.map_or_else(Vec::new, |named| [""].into_iter().chain(named).collect());
        let below = reads.split_last().map(|(_, below)| below).unwrap_or_default();
        let before = self.load(index, below, &[])?.with_nations(&nations).map_err(told)?;
        let after = match self.load(index, &reads, &[]) {
            Ok(after) => after.with_nations(&nations).map(|ruleset| (ruleset, after.unfit(), after.skipped().to_vec())),
            Err(_) => {
                Err(LoadedRuleset::over(Arc::clone(&plain), reads, &[], Bringer::Organiser).err().unwrap_or_default())
            }
        };
        let plain = plain.with_nations(&nations).map_err(told)?;
        let versions = self.versions_for(id, &stack);
        Ok(match after {
            Ok((after, unfit, problems)) => {
                OverlaidGame { plain, before, after: Some(after), problems, unfit, versions }
            }
            Err(problems) => OverlaidGame { plain, before, after: None, problems, unfit: Vec::new(), versions },
        })
    }

    /// The overlays for a list in a folder: those of the run, else those that the list names. Also returns the ids of
    /// overlays that the list names and that cannot be used, each with the reason.
    pub(crate) fn stack_for(
        &self,
        list: &ArmyList,
        beside: Option<FilesPath>,
    ) -> (Vec<StackedOverlay>, Vec<(String, String)>) {
        if let Some(events) = &self.events {
            return (events.clone(), Vec::new());
        }
        if list.overlays.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let (mut tops, mut unusable) = (Vec::new(), Vec::new());
        for id in &list.overlays {
            match self.overlays.named(id, beside) {
                Some(Ok(read)) => match self.why_not(&read) {
                    None => tops.push(read),
                    Some(why) => unusable.push((id.clone(), why)),
                },
                Some(Err(two)) => unusable.push((id.clone(), two.message)),
                None => {}
            }
        }
        // Each alone can be used, but they may contradict each other.
        match self.overlays.stack(&tops, &self.ids()) {
            Ok(stack) => (stack, unusable),
            Err(together) => {
                unusable.extend(list.overlays.iter().map(|id| (id.clone(), together.message())));
                (Vec::new(), unusable)
            }
        }
    }

    /// Why an overlay that a list names cannot be used; none if it can.
    fn why_not(&self, read: &Arc<LoadedOverlay>) -> Option<String> {
        let address = Arc::as_ptr(read).addr();
        let known = self.refused.lock().unwrap_or_else(PoisonError::into_inner).get(&address).cloned();
        known.unwrap_or_else(|| {
            let why = match self.overlays.stack(&[Arc::clone(read)], &self.ids()) {
                Err(unusable) => Some(unusable.message()),
                Ok(stack) => self.check_overlay(&stack).0.into_iter().find(OverlayNotice::is_refusal).map(|notice| {
                    let file = read.files.get(notice.file);
                    let path = file.map(|file| file.path.display().to_string()).unwrap_or_default();
                    format!("{path}: {}", notice.message)
                }),
            };
            self.refused.lock().unwrap_or_else(PoisonError::into_inner).insert(address, why.clone());
            why
        })
    }
}

/// What an overlay says of itself.
pub(super) fn head(stacked: &StackedOverlay) -> Option<EventHead> {
    let overlay = stacked.overlay()?;
    let mut rulesets: Vec<String> = stacked.games.iter().map(|(id, _)| id.clone()).collect();
    rulesets.dedup();
    Some(EventHead {
        id: overlay.id().to_owned(),
        name: overlay.name().to_owned(),
        version: overlay.head.version.clone(),
        rulesets,
        deadline: overlay.head.deadline.clone(),
        lists: overlay.head.lists.map(|lists| lists.0),
        key: overlay.head.key.clone(),
        path: overlay.path.clone(),
        files: overlay.files.iter().map(|file| file.path.clone()).collect(),
    })
}
