//! Other shelves with the same rulesets, so that two versions of a ruleset can be compared.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use muster_engine::list::RulesetName;

use super::{Edition, Shelf};
use crate::fault::{FaultKind, FileFault};
use crate::overlay::stack::Library;

impl Shelf {
    /// Another shelf with the same rulesets and units, and without overlays. It shares the rulesets that are loaded.
    #[must_use]
    pub fn without_events(&self) -> Self {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let plain = loaded.iter().filter(|(key, _)| key.overlays.is_empty());
        let plain = plain.map(|(key, ready)| (key.clone(), Arc::clone(ready))).collect();
        Self {
            editions: self.editions.clone(),
            broken: self.broken.clone(),
            as_of: self.as_of.clone(),
            units: self.units.clone(),
            overlays: Library::new(self.files(), &self.overlays.folders),
            events: None,
            is_foreign: self.is_foreign,
            refused: Mutex::default(),
            loaded: Mutex::new(plain),
        }
    }

    /// Another shelf with the ruleset in this folder before all others, and without overlays. Also returns the name of
    /// that ruleset with its version.
    ///
    /// # Errors
    /// Why its `ruleset.yaml` cannot be read.
    pub fn with_ruleset(&self, folder: &Path) -> Result<(Self, RulesetName), FileFault> {
        let mut other = self.without_events();
        let line = other.editions.iter().map(|edition| edition.line).max().unwrap_or_default() + 1;
        let editions = Edition::in_folder(self.files(), folder, 0, line)?;
        for known in &mut other.editions {
            known.rank += 1;
        }
        // The newest is the first. The others of the shelf keep their places, by which loaded rulesets are known.
        let Some(exact) = editions.first().map(|edition| exact(&edition.id, &edition.version)) else {
            return Err(FileFault::new(FaultKind::BrokenRuleset, "the folder holds no version of a ruleset"));
        };
        other.editions.extend(editions);
        Ok((other, exact))
    }

    /// The name of the newest version that matches a name and that the overlays of the run allow, and of no other.
    ///
    /// # Errors
    /// There is no such version.
    pub fn exactly(&self, name: &RulesetName) -> Result<RulesetName, FileFault> {
        self.find(name).map(|edition| exact(&edition.id, &edition.version))
    }
}

fn exact(id: &str, version: &semver::Version) -> RulesetName {
    RulesetName::Versioned { id: id.to_owned(), version: Some(format!("={version}")) }
}
