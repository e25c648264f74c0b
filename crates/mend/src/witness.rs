//! Looks for a legal list, to show that a ruleset or an event can be played.

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;

use crate::complete::fill;
use crate::mend::Bounds;
use crate::search::fix;

/// A legal list that the search found, or none.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The list; none if the search found none.
    pub list: Option<ArmyList>,
    /// The search stopped at its bound, so it may have missed one.
    pub is_bounded: bool,
}

/// Looks for a legal list with at least one squadron that has all that `start` has. It begins with the smallest changes that make
/// `start` legal. If `start` is legal without squadrons, it adds some.
#[must_use]
pub fn witness(ruleset: &Ruleset, start: &ArmyList, bounds: Bounds) -> Witness {
    let has_squadrons = |list: &ArmyList| list.each_squadron().next().is_some();
    let is_legal = |list: &ArmyList| muster_engine::tally(ruleset, list).errors.is_empty();
    let mut is_bounded = false;
    let begun = if is_legal(start) {
        Some(start.clone())
    } else {
        let found = fix(ruleset, start, Bounds { mends: 1, ..bounds });
        is_bounded = found.is_bounded;
        found.mends.into_iter().next().map(|mend| mend.list)
    };
    let list = begun.and_then(|begun| {
        if has_squadrons(&begun) {
            return Some(begun);
        }
        let found = fill(ruleset, &begun, bounds, &|_| true);
        is_bounded |= found.is_bounded;
        found.full.map(|mend| mend.list).filter(|list| has_squadrons(list) && is_legal(list))
    });
    Witness { list, is_bounded }
}

/// The rules, of these, without each of which the search finds a legal list.
#[must_use]
pub fn blocking<'r>(ruleset: &Ruleset, start: &ArmyList, bounds: Bounds, rules: &[&'r str]) -> Vec<&'r str> {
    let is_blocking = |id: &&&str| {
        let mut parts = ruleset.parts().clone();
        parts.rules.retain(|sourced| sourced.rule.id != **id);
        // Other rules may need it. Then it cannot be left out by itself.
        let Ok(without) = ruleset.with_parts(parts) else { return false };
        witness(&without, start, bounds).list.is_some()
    };
    rules.iter().filter(is_blocking).copied().collect()
}
