//! Structural checks, one a file: what limits over amounts cannot say.

mod attachment;
mod brought;
mod capacity;
mod marks;
mod options;
mod size;
mod slots;
mod swaps;

use crate::breach::Breach;
use crate::compiled::PreparedCheck;
use crate::force::Force;
use crate::rule::Check;

/// Runs a check over the whole force.
pub(crate) fn run(force: &Force, prepared: &PreparedCheck) -> Vec<Breach> {
    match &prepared.check {
        Check::SquadronSize => size::check(force),
        Check::Options => options::check(force),
        Check::Marks => marks::check(force),
        Check::Attachment => attachment::check(force),
        Check::AttachedName => attachment::same_name(force),
        Check::AttachedNation => attachment::same_nation(force),
        Check::SharedAllocation => attachment::shared_allocation(force),
        Check::Brought(rule) => brought::check(force, rule),
        Check::BroughtTogether(rule) => brought::together(force, rule),
        Check::Capacity => capacity::check(force),
        Check::Slots(kind) => slots::check(force, kind),
        Check::Filled(of) => slots::filled(force, &of.group, &of.slot),
        Check::Swaps(swaps) => swaps::check(force, &swaps.deck, &prepared.base),
    }
}
