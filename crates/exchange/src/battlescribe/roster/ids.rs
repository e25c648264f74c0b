//! Finds units and options by the entry ids of the community data.

use std::collections::HashMap;

use muster_engine::catalogue::Unit;
use muster_engine::ready::Ruleset;
use muster_engine::ready::{ReadyCatalogue, ReadyUnit};

use crate::battlescribe::walk::all_options;

/// The program name in a roster written by Muster.
pub(super) const MUSTER: &str = "Muster";

/// Units by their entry ids and by their own id.
pub(super) struct UnitIds<'r>(HashMap<&'r str, Vec<(&'r ReadyCatalogue, &'r ReadyUnit)>>);

impl<'r> UnitIds<'r> {
    pub(super) fn new(ruleset: &'r Ruleset) -> Self {
        let mut ids: HashMap<&str, Vec<_>> = HashMap::new();
        for catalogue in ruleset.catalogues() {
            for ready in catalogue.units() {
                let unit = catalogue.unit(ready);
                for id in unit.entries.iter().chain([&unit.id]) {
                    ids.entry(id).or_default().push((catalogue.as_ref(), ready));
                }
            }
        }
        Self(ids)
    }

    /// The unit with one of these ids. If several nations have it, the one of `nation`.
    pub(super) fn find(&self, ids: &[String], nation: Option<&str>) -> Option<(&'r ReadyCatalogue, &'r ReadyUnit)> {
        ids.iter().rev().filter_map(|id| self.0.get(id.as_str())).find_map(|found| {
            let own = found.iter().find(|(catalogue, _)| catalogue.written().nation.as_deref() == nation);
            own.or_else(|| found.first()).copied()
        })
    }
}

/// The option of a unit with these ids. If several match, the one with most of the ids.
pub(super) fn option<'u>(unit: &'u Unit, ids: &[String]) -> Option<&'u str> {
    let options = all_options(unit).into_iter().map(|option| {
        let score = ids.iter().filter(|id| option.entries.contains(id) || option.id == **id).count();
        (score, option.id.as_str())
    });
    // If several match equally, take the first.
    let best = options.filter(|(score, _)| *score > 0).reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, id)| id)
}

/// The id of an option in the community data.
pub(super) fn entry_of<'u>(unit: &'u Unit, option: &str) -> Option<&'u str> {
    all_options(unit).into_iter().find(|offered| offered.id == option)?.entries.first().map(String::as_str)
}
