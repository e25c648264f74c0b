//! What every reader of lists takes from a ruleset: an empty list, and the names of units.

use muster_engine::catalogue::Catalogue;
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::Ruleset;

/// An empty list for the current version of the ruleset.
pub(crate) fn current(ruleset: &Ruleset) -> ArmyList {
    let declarations = ruleset.declarations();
    let version = Some(format!("^{}", declarations.version));
    let ruleset = RulesetName::Versioned { id: declarations.id.clone(), version };
    ArmyList { ruleset, ..ArmyList::default() }
}

/// The names of the units of a nation and of the units without a nation.
pub(crate) fn unit_names<'r>(ruleset: &'r Ruleset, nation: Option<&str>) -> impl Iterator<Item = &'r str> {
    let own = |of: &Option<String>| of.is_none() || of.as_deref() == nation;
    let catalogues: Vec<&Catalogue> = ruleset
        .catalogues()
        .iter()
        .map(|catalogue| catalogue.written())
        .filter(|catalogue| own(&catalogue.nation))
        .collect();
    catalogues.into_iter().flat_map(|catalogue| catalogue.units.iter().map(|unit| unit.name.as_str()))
}
