//! How many models a squadron may have, and whether the list must state the number.

use crate::force::parts::{ForceEntry, FoundUnit};
use crate::force::whole::Force;
use crate::ready::matcher::Match;
use crate::ready::prepared::PreparedRule;
use crate::shapes::rule::Check;

/// Whether a squadron is neither attached nor brought. Other rules say how many models an attached or brought squadron
/// may have.
pub(crate) fn is_own(entry: &ForceEntry) -> bool {
    entry.parent.is_none() && entry.squadron.brought_by.is_none()
}

/// Whether the list must state the number of models of a squadron but does not: several numbers are possible, and a
/// rule in use asks for one.
#[expect(clippy::indexing_slicing, reason = "the force and its ruleset give out the places of squadrons and rules")]
pub(crate) fn must_state_number(force: &Force, index: usize, found: FoundUnit) -> bool {
    let entry = &force.entries[index];
    let asks = |prepared: &PreparedRule| {
        let check = prepared.check.as_ref().filter(|check| check.check == Check::SquadronSize);
        check.is_some_and(|check| force.test_entry(index, &check.filter) != Match::No)
            && force.agreed.uses(&force.ruleset.rules()[prepared.rule].rule)
    };
    is_own(entry) && lacks_number(entry, found) && force.ruleset.prepared().iter().any(asks)
}

/// Whether the list states no number of models, although the unit allows several and has no usual number.
pub(crate) fn lacks_number(entry: &ForceEntry, found: FoundUnit) -> bool {
    let is_open = limits(found).is_some_and(|(min, max)| max != Some(min));
    entry.squadron.models.is_none() && is_open && found.unit.usual.is_none()
}

/// The fewest and the most models that a squadron may have; none if the catalogue does not say. The most is none if
/// there is no limit.
pub(crate) fn limits(found: FoundUnit) -> Option<(u32, Option<u32>)> {
    if found.unit.members.is_empty() {
        return found.unit.squadron.map(|size| (size.min, size.max));
    }
    let kinds = || found.ready.kinds.iter().take(found.unit.members.len());
    Some((kinds().map(|kind| kind.min).sum(), kinds().map(|kind| kind.max).sum()))
}
