//! What the ids of entries in the community data mean here.

use std::collections::HashMap;

use muster_engine::catalogue::Unit;
use muster_engine::ready::Ruleset;
use muster_engine::stock::{Article, Stock};

use crate::battlescribe::walk::all_options;

/// Who made a roster of ours.
pub(super) const MUSTER: &str = "Muster";

/// Units by the ids of their entries, and by their own.
pub(super) struct UnitIds<'r>(HashMap<&'r str, Vec<(&'r Stock, &'r Article)>>);

impl<'r> UnitIds<'r> {
    pub(super) fn new(ruleset: &'r Ruleset) -> Self {
        let mut ids: HashMap<&str, Vec<_>> = HashMap::new();
        for stock in ruleset.stocks() {
            for article in stock.units() {
                let unit = stock.unit(article);
                for id in unit.entries.iter().chain([&unit.id]) {
                    ids.entry(id).or_default().push((stock.as_ref(), article));
                }
            }
        }
        Self(ids)
    }

    /// The unit of these ids; where several nations have it, that of this one.
    pub(super) fn find(&self, ids: &[String], nation: Option<&str>) -> Option<(&'r Stock, &'r Article)> {
        ids.iter().rev().filter_map(|id| self.0.get(id.as_str())).find_map(|found| {
            let own = found.iter().find(|(stock, _)| stock.catalogue().nation.as_deref() == nation);
            own.or_else(|| found.first()).copied()
        })
    }
}

/// The option of a unit that these ids mean: of several, the one that most of them name.
pub(super) fn option<'u>(unit: &'u Unit, ids: &[String]) -> Option<&'u str> {
    let options = all_options(unit).into_iter().map(|option| {
        let score = ids.iter().filter(|id| option.entries.contains(id) || option.id == **id).count();
        (score, option.id.as_str())
    });
    // The first of several that are alike.
    let best = options.filter(|(score, _)| *score > 0).reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, id)| id)
}

/// The id by which other programs know an option of a unit.
pub(super) fn entry_of<'u>(unit: &'u Unit, option: &str) -> Option<&'u str> {
    all_options(unit).into_iter().find(|offered| offered.id == option)?.entries.first().map(String::as_str)
}
