//! A ruleset that is ready, with its catalogues as far as lists have named them.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use muster_engine::catalogue::Catalogue;
use muster_engine::compiled::{Problem, Ruleset};
use muster_engine::stock::Stock;

use crate::inherit;
use crate::layer::Layer;

/// A ruleset and those it extends, joined and built. Catalogues are made ready when they are first asked for.
#[derive(Debug)]
pub(crate) struct Loaded {
    chain: Vec<Layer>,
    ruleset: Ruleset,
    /// A club's units, which go before the ruleset's.
    units: Vec<Arc<Stock>>,
    /// By nation; `None` for units that every nation may field.
    stocks: HashMap<Option<String>, OnceLock<Ready>>,
}

type Ready = Result<Arc<Stock>, Vec<Problem>>;

impl Loaded {
    /// Builds a ruleset from a chain, the oldest ancestor first.
    pub fn new(chain: Vec<Layer>) -> Result<Self, Vec<Problem>> {
        let ruleset = Ruleset::build(inherit::parts(&chain)?)?;
        let nations = chain.iter().flat_map(|layer| layer.catalogues.iter().map(|catalogue| catalogue.nation.clone()));
        let stocks = nations.map(|nation| (nation, OnceLock::new())).collect();
        Ok(Self { chain, ruleset, units: Vec::new(), stocks })
    }

    /// The rules, without catalogues.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The same with a club's units, which go before the ruleset's own and leave their mark on fingerprints.
    pub fn with_units(mut self, units: Vec<Catalogue>) -> Self {
        self.ruleset = self.ruleset.with_own_units(&units);
        self.units = units.into_iter().map(|catalogue| Arc::new(self.ruleset.stock(catalogue))).collect();
        self
    }

    /// The ruleset with the catalogues of these nations, by id or printed name, and of what every nation may field;
    /// with all catalogues, where none is named.
    pub fn with_nations(&self, nations: &[&str]) -> Result<Ruleset, Vec<Problem>> {
        let named = nations.iter().filter_map(|name| self.ruleset.nation(name));
        let mut wanted: Vec<Option<&str>> = named.map(Some).chain([None]).collect();
        if nations.is_empty() {
            wanted.extend(self.stocks.keys().map(Option::as_deref));
            wanted.extend(self.units.iter().map(|stock| stock.catalogue().nation.as_deref()));
        }
        wanted.sort_unstable();
        wanted.dedup();
        let own = self.units.iter().filter(|stock| wanted.contains(&stock.catalogue().nation.as_deref())).cloned();
        let own: Vec<_> = own.map(Ok).collect();
        let stocks = own.into_iter().chain(wanted.into_iter().filter_map(|nation| self.stock(nation)));
        Ok(self.ruleset.with_stocks(stocks.collect::<Result<_, _>>()?))
    }

    fn stock(&self, nation: Option<&str>) -> Option<Ready> {
        let cell = self.stocks.get(&nation.map(str::to_owned))?;
        let make = || {
            let catalogue = inherit::catalogue(&self.chain, nation)?.unwrap_or_default();
            let problems = self.ruleset.problems_of(&catalogue);
            if problems.is_empty() { Ok(Arc::new(self.ruleset.stock(catalogue))) } else { Err(problems) }
        };
        Some(cell.get_or_init(make).clone())
    }
}
