//! Freezes the rulesets of a shelf, and makes a shelf of frozen ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use muster_engine::list::{ArmyList, RulesetName};
use semver::Version;

use super::Shelf;
use super::edition::{Edition, Release};
use super::frozen::{FORMAT, FrozenContent, FrozenRuleset};
use super::overlaid::{EventHead, head};
use crate::fault::{FaultKind, FileFault};
use crate::files::FilesPath;
use crate::layer::CatalogueLayer;

/// What lists are judged by besides the ruleset that a report names.
#[derive(Clone, Debug, Default)]
pub struct UsedOverlays {
    /// The overlays, those that others extend first.
    pub overlays: Vec<EventHead>,
    /// The ids and versions of the rulesets that these overlays are about.
    pub rulesets: Vec<(String, Version)>,
}

impl Shelf {
    /// The same shelf for an archive that another may have made: overlays that it brings for all lists are told as terms.
    #[must_use]
    pub fn foreign(self) -> Self {
        Self { is_foreign: true, ..self }
    }

    /// The same shelf with the rulesets of a frozen archive after those that it has, the newest version of each first.
    #[must_use]
    pub fn and_frozen(mut self, frozen: &[Arc<FrozenRuleset>]) -> Self {
        let rank = self.next_rank();
        let key = |frozen: &FrozenRuleset| (frozen.content.place, frozen.head.id.clone());
        let mut sorted: Vec<&Arc<FrozenRuleset>> = frozen.iter().collect();
        sorted.sort_by(|one, other| key(one).cmp(&key(other)).then_with(|| other.head.version.cmp(&one.head.version)));
        for versions in sorted.chunk_by(|one, other| key(one) == key(other)) {
            let line = self.last_line() + 1;
            for (place, version) in versions.iter().enumerate() {
                let here = rank + usize::from(version.content.place);
                self.editions.push(Edition::frozen(version, here, line, place > 0));
            }
        }
        self
    }

    /// What judges a list in a folder besides its ruleset: the overlays of the run, else those that the list names.
    /// Without a list, those of the run.
    #[must_use]
    pub fn used(&self, list: Option<(&ArmyList, Option<FilesPath>)>) -> UsedOverlays {
        let stack = match list {
            Some((list, beside)) => self.stack_for(list, beside).0,
            None => self.events().to_vec(),
        };
        let games = stack.iter().flat_map(|stacked| &stacked.games);
        let rulesets = games.filter_map(|(id, _)| {
            let index = self.index(&RulesetName::Id(id.clone()), &stack).ok()?;
            Some((id.clone(), self.edition(index).version.clone()))
        });
        UsedOverlays { overlays: stack.iter().filter_map(head).collect(), rulesets: rulesets.collect() }
    }

    /// These versions of rulesets, and all that they extend, as the files of a frozen archive, by their names in the
    /// archive.
    ///
    /// # Errors
    /// Why one of them cannot be read.
    pub fn frozen(&self, versions: &BTreeSet<(String, Version)>) -> Result<BTreeMap<String, Vec<u8>>, FileFault> {
        let exact = |id: &str, range: String| RulesetName::Versioned { id: id.to_owned(), version: Some(range) };
        let mut open = Vec::new();
        for (id, version) in versions {
            open.push(self.index(&exact(id, format!("={version}")), &[])?);
        }
        let mut layers = BTreeMap::new();
        while let Some(index) = open.pop() {
            if layers.contains_key(&index) {
                continue;
            }
            let layer = self.edition(index).layer()?;
            if let Some(extends) = &layer.extends {
                open.push(self.index(&exact(&extends.id, extends.version.clone()), &[])?);
            }
            layers.insert(index, layer);
        }
        let ranks: BTreeSet<usize> = layers.keys().map(|index| self.edition(*index).rank).collect();
        let place = |rank| ranks.iter().position(|known| *known == rank).and_then(|place| u16::try_from(place).ok());
        let files = layers.iter().map(|(index, layer)| {
            let edition = self.edition(*index);
            let name = format!("rulesets/{}/{}.json", edition.id, edition.version);
            let catalogue =
                |catalogue: &CatalogueLayer| (catalogue.name.clone(), catalogue.content.value().into_owned());
            let content = FrozenContent {
                format: FORMAT,
                released: edition.release.day().map(str::to_owned),
                unpublished: edition.release == Release::NotYet,
                place: place(edition.rank).unwrap_or_default(),
                digest: layer.digest.clone(),
                fingerprint: layer.fingerprint.clone(),
                core: layer.core.value().into_owned(),
                catalogues: layer.catalogues.iter().map(catalogue).collect(),
                import: edition.import_files(),
            };
            let bytes =
                serde_json::to_vec(&content).map_err(|error| FileFault::new(FaultKind::Syntax, error.to_string()))?;
            Ok((name, bytes))
        });
        files.collect()
    }
}
