//! Checks that the load of a transport fits its capacity.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons, and there is a number of transports for each"
)]

use crate::force::parts::Entry;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::faults::Fault;
use crate::judge::faults::load::LoadFault;
use crate::ready::unit_selector;

/// Checks every squadron that carries something.
pub(super) fn check(force: &Force) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let craft: Vec<u32> = force.entries.iter().map(|entry| transports(force, entry)).collect();
    for (index, entry) in force.entries.iter().enumerate().filter(|(_, entry)| !entry.carries.is_empty()) {
        breaches.extend(judge(force, index, entry, &craft));
    }
    breaches
}

/// Checks one transport. `craft` has, for each squadron of the force, the number of transport models that carry it
/// together.
fn judge(force: &Force, index: usize, entry: &Entry, craft: &[u32]) -> Option<Breach> {
    let load = &entry.carries;
    let places = |breach: Breach| load.iter().fold(breach, |b, carried| b.also(force.pointer(*carried)));
    let breach = |fault: LoadFault| places(Breach::new(force, index, Fault::Load(fault)).inside("/carries"));
    // What is attached to a squadron goes aboard with it, unless the list says that a transport carries it by itself.
    let aboard: Vec<(usize, &Entry, u32)> = load
        .iter()
        .flat_map(|root| {
            let with_it = (*root..force.entries[*root].end).filter(|index| goes_with(force, *root, *index));
            with_it.map(|index| (index, &force.entries[index], craft[*root]))
        })
        .collect();
    let known = aboard.iter().all(|(_, carried, _)| carried.found.is_some());
    let Some(found) = entry.found.filter(|_| known) else {
        return Some(breach(LoadFault::Unknown { transport: index }).open());
    };
    let Some(capacity) = &found.unit.capacity else {
        return Some(breach(LoadFault::NoTransport { transport: index }));
    };
    // A squadron that several transports carry is divided among them.
    let models =
        aboard.iter().fold(0, |sum: u32, (_, carried, craft)| sum.saturating_add(carried.models.div_ceil(*craft)));
    let shared = aboard.iter().any(|(.., craft)| *craft > 1);
    let per_craft = if shared { models } else { models.div_ceil(entry.models.max(1)) };
    // Here an attached squadron is part of its root squadron, and a squadron that several transports share counts as
    // one for each of them.
    let squadrons = u32::try_from(load.len()).unwrap_or(u32::MAX).div_ceil(entry.models.max(1));
    let fits = capacity.of.iter().any(|alternative| {
        alternative.models.is_none_or(|most| per_craft <= most)
            && alternative.squadrons.is_none_or(|most| squadrons <= most)
            && aboard.iter().all(|(_, carried, _)| {
                carried.found.is_some_and(|found| {
                    unit_selector::matches_with(&alternative.that, found.unit, &Force::traits_taken(carried))
                })
            })
    });
    if fits {
        let open = aboard.iter().find(|(_, carried, _)| force.may_change_traits(carried));
        return open.map(|(carried, ..)| breach(LoadFault::OpenOptions { transport: index, carried: *carried }).open());
    }
    let is_open = aboard.iter().any(|(_, carried, _)| force.may_change_traits(carried));
    let load = aboard.iter().map(|(index, carried, craft)| (carried.models.div_ceil(*craft), *index)).collect();
    let breach = breach(LoadFault::TooMuch { transport: index, load });
    Some(if is_open { breach.open() } else { breach })
}

/// Whether the squadron `index`, which is `root` or is attached to it at any depth, goes aboard together with `root`.
fn goes_with(force: &Force, root: usize, mut index: usize) -> bool {
    while index != root {
        let entry = &force.entries[index];
        match entry.parent {
            Some(parent) if entry.carriers.is_empty() => index = parent,
            _ => return false,
        }
    }
    true
}

/// The number of transport models that carry a squadron together; 1 if it is not divided among several squadrons.
fn transports(force: &Force, carried: &Entry) -> u32 {
    if carried.carriers.len() < 2 {
        return 1;
    }
    carried.carriers.iter().map(|carrier| force.entries[*carrier].models).sum::<u32>().max(1)
}
