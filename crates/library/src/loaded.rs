//! A ruleset that is ready for use, with the catalogues that lists have needed so far.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use muster_engine::catalogue::Catalogue;
use muster_engine::ready::ReadyCatalogue;
use muster_engine::ready::{Problem, Ruleset};

use crate::inherit;
use crate::layer::Layer;

/// A ruleset and those it extends, joined and built. Catalogues are prepared on first use.
#[derive(Debug)]
pub(crate) struct Loaded {
    chain: Vec<Layer>,
    ruleset: Ruleset,
    /// Units by nation; `None` for units that every nation may field. A club's own units are included.
    catalogues: HashMap<Option<String>, OnceLock<Ready>>,
}

type Ready = Result<Arc<ReadyCatalogue>, Vec<Problem>>;

impl Loaded {
    /// Builds a ruleset from a chain, the oldest ancestor first.
    pub(crate) fn new(chain: Vec<Layer>) -> Result<Self, Vec<Problem>> {
        let ruleset = Ruleset::build(inherit::parts(&chain)?)?;
        let nations = chain.iter().flat_map(|layer| layer.catalogues.iter().map(|catalogue| catalogue.nation.clone()));
        let catalogues = nations.map(|nation| (nation, OnceLock::new())).collect();
        Ok(Self { chain, ruleset, catalogues })
    }

    /// The same ruleset with a club's units. They replace units of the ruleset with the same id, and are part of both
    /// digests.
    pub(crate) fn with_units(mut self, units: Vec<Catalogue>) -> Self {
        if units.is_empty() {
            return self;
        }
        self.ruleset = self.ruleset.with_own_units(&units);
        let mut nations: IndexMap<Option<String>, Vec<Catalogue>> = IndexMap::new();
        for catalogue in units {
            nations.entry(catalogue.nation.clone()).or_default().push(catalogue);
        }
        for (nation, own) in nations {
            let ready = self.with_own(nation.as_deref(), own);
            self.catalogues.insert(nation, OnceLock::from(ready));
        }
        self
    }

    /// Joins the units of a nation with a club's units for it. If several have the same id, the last one counts.
    fn with_own(&self, nation: Option<&str>, own: Vec<Catalogue>) -> Ready {
        let mut joined = self.shipped(nation)?.unwrap_or_else(|| Catalogue { units: Vec::new(), ..own[0].clone() });
        let mut replaces: BTreeMap<String, bool> = BTreeMap::new();
        for unit in own.into_iter().flat_map(|catalogue| catalogue.units) {
            let place = joined.units.iter().position(|known| known.id == unit.id);
            replaces.entry(unit.id.clone()).or_insert(place.is_some());
            match place {
                Some(place) => joined.units[place] = unit,
                None => joined.units.push(unit),
            }
        }
        Ok(Arc::new(self.ruleset.catalogue(joined).with_own(replaces)))
    }

    /// The ruleset with the catalogues of these nations (ids or printed names) and the units that every nation may
    /// field. If no nation is named, it has all catalogues.
    pub(crate) fn with_nations(&self, nations: &[&str]) -> Result<Ruleset, Vec<Problem>> {
        let named = nations.iter().filter_map(|name| self.ruleset.nation(name));
        let mut wanted: Vec<Option<&str>> = named.map(Some).chain([None]).collect();
        if nations.is_empty() {
            wanted.extend(self.catalogues.keys().map(Option::as_deref));
        }
        wanted.sort_unstable();
        wanted.dedup();
        let catalogues = wanted.into_iter().filter_map(|nation| self.catalogue(nation));
        Ok(self.ruleset.with_catalogues(catalogues.collect::<Result<_, _>>()?))
    }

    fn catalogue(&self, nation: Option<&str>) -> Option<Ready> {
        let cell = self.catalogues.get(&nation.map(str::to_owned))?;
        let make = || Ok(Arc::new(self.ruleset.catalogue(self.shipped(nation)?.unwrap_or_default())));
        Some(cell.get_or_init(make).clone())
    }

    /// The ruleset's own catalogue of a nation.
    fn shipped(&self, nation: Option<&str>) -> Result<Option<Catalogue>, Vec<Problem>> {
        let catalogue = inherit::catalogue(&self.chain, nation)?;
        let problems = catalogue.as_ref().map(|catalogue| self.ruleset.problems_of(catalogue)).unwrap_or_default();
        if problems.is_empty() { Ok(catalogue) } else { Err(problems) }
    }
}
