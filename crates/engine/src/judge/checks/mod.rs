//! Structural checks: they judge what limits over amounts cannot express.

mod attachment;
mod brought;
mod capacity;
mod copies;
pub(crate) mod marks;
mod options;
pub(crate) mod size;
mod slots;
mod swaps;

use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::ready::prepared::PreparedCheck;
use crate::shapes::rule::Check;

/// Runs a check. Reports its breaches one by one, because a hostile list may have a huge number of them.
///
/// `squadrons` are the squadrons to look at: all, or, if nothing was wrong with the others, those that have changed.
/// Checks that look at groups, cards, or several squadrons together always look at all.
pub(crate) fn run(force: &Force, prepared: &PreparedCheck, squadrons: &[usize], report: &mut dyn FnMut(Breach)) {
    let breaches = match &prepared.check {
        Check::Options => return options::check(force, squadrons, None, report),
        Check::OptionsOf(kind) => return options::check(force, squadrons, Some(kind), report),
        Check::Marks => return marks::check(force, squadrons, report),
        Check::Swaps(swaps) => return swaps::check(force, &swaps.deck, &prepared.base, report),
        Check::Slots(kind) => return slots::check(force, kind, report),
        Check::Filled(of) => return slots::filled(force, &of.group, &of.slot, report),
        Check::Copies(counted) => return copies::check(force, *counted, report),
        Check::SquadronSize => size::check(force, squadrons),
        Check::Attachment => attachment::check(force, squadrons),
        Check::AttachedName => attachment::same_name(force, squadrons),
        Check::AttachedNation => attachment::same_nation(force, squadrons),
        Check::SharedAllocation => attachment::shared_allocation(force, squadrons),
        Check::Brought(rule) => brought::check(force, rule),
        Check::BroughtTogether(rule) => brought::together(force, rule),
        Check::Capacity => capacity::check(force),
    };
    breaches.into_iter().for_each(report);
}
