//! Looks for a legal list, to show that a ruleset or an event can be played.

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;

use crate::complete::fill;
use crate::mend::Bounds;
use crate::search::fix;

/// Looks for a legal list with at least one squadron that has all that `start` has. It begins with the smallest changes that make
/// `start` legal. If `start` is legal without squadrons, it adds some. None proves nothing: the search is bounded.
#[must_use]
pub fn witness(ruleset: &Ruleset, start: &ArmyList, bounds: Bounds) -> Option<ArmyList> {
    let has_squadrons = |list: &ArmyList| list.each_squadron().next().is_some();
    let is_legal = |list: &ArmyList| muster_engine::tally(ruleset, list).errors.is_empty();
    let begun = if is_legal(start) {
        start.clone()
    } else {
        fix(ruleset, start, Bounds { mends: 1, ..bounds }).mends.into_iter().next()?.list
    };
    if has_squadrons(&begun) {
        return Some(begun);
    }
    let full = fill(ruleset, &begun, bounds, &|_| true).full?;
    Some(full.list).filter(|list| has_squadrons(list) && is_legal(list))
}

/// Finds those of these rules without which the search finds a legal list, each by itself.
#[must_use]
pub fn blocking<'r>(ruleset: &Ruleset, start: &ArmyList, bounds: Bounds, rules: &[&'r str]) -> Vec<&'r str> {
    let is_blocking = |id: &&&str| {
        let mut parts = ruleset.parts().clone();
        parts.rules.retain(|sourced| sourced.rule.id != **id);
        // Other rules may need it. Then it cannot be left out by itself.
        let Ok(without) = ruleset.with_parts(parts) else { return false };
        witness(&without, start, bounds).is_some()
    };
    rules.iter().filter(is_blocking).copied().collect()
}
