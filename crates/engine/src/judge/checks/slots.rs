//! Checks that the squadrons of a group have slots, and that the required slots are filled.

#![expect(
    clippy::indexing_slicing,
    reason = "the chart gives out the places of its slots and squadrons, which are those of the force"
)]

use std::collections::HashMap;

use crate::force::chart::Chart;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::faults::Fault;
use crate::judge::faults::slots::{SlotFault, SlotRefusal, SlotlessSquadron};
use crate::ready::matcher::Match;
use crate::shapes::place::SquadronPlace;

/// Checks that every squadron in groups of this kind has a slot.
pub(super) fn check(force: &Force, kind: &str, report: &mut dyn FnMut(Breach)) {
    for (index, chart) in of_kind(force, kind) {
        slotless(force, index, chart, report);
    }
}

/// Checks that every group of this kind has a squadron in this slot.
pub(super) fn filled(force: &Force, kind: &str, slot: &str, report: &mut dyn FnMut(Breach)) {
    for (index, chart) in of_kind(force, kind) {
        let Some(slot) = chart.slot(slot).filter(|slot| chart.spaces[*slot].required) else { continue };
        let open = match chart.holds(slot) {
            Match::Yes => continue,
            Match::Perhaps => true,
            Match::No => false,
        };
        let fault = Fault::Slots(SlotFault::Missing { chart: index, slot, open });
        let breach =
            Breach::at(SquadronPlace::of_group(Some(chart.group)).to_string(), fault).numbers(0, Some(1), None);
        report(if open { breach.open() } else { breach });
    }
}

/// The charts of groups of this kind, each with its place.
fn of_kind<'s, 'a>(force: &'s Force<'a>, kind: &str) -> impl Iterator<Item = (usize, &'s Chart<'a>)> {
    force.charts.iter().enumerate().filter(move |(_, chart)| force.kind_of(Some(chart.group)) == Some(kind))
}

/// Reports the squadrons of one chart that have no slot.
fn slotless(force: &Force, index: usize, chart: &Chart, report: &mut dyn FnMut(Breach)) {
    let (mut ways, mut may_have_room) = (None, None);
    // Squadrons that fit the same slots compete with the same squadrons.
    let mut rivals = HashMap::new();
    for (place, &squadron) in chart.squadrons.iter().enumerate() {
        if chart.is_guess(place) {
            report(Breach::new(force, squadron, Fault::Slots(SlotFault::Unknown { squadron })).open());
            continue;
        }
        if chart.assignment.slots[place].is_some() {
            continue;
        }
        let (openers, closers) = ways.get_or_insert_with(|| (chart.openers(), chart.closers()));
        let (slots, needing) = rivals.entry(chart.takes[place]).or_insert_with(|| chart.rivals(place));
        let why = why(force, chart, place, squadron, slots, *needing);
        let numbers = match &why {
            SlotRefusal::Full { needing, room, .. } => [Some(whole(*needing)), None, Some(whole(*room))],
            _ => [None; 3],
        };
        let inside = if matches!(why, SlotRefusal::StatedSlot { .. }) { "/slot" } else { "" };
        let (openers, closers) = (openers.clone(), closers.clone());
        let fault = Fault::Slots(SlotFault::Slotless(SlotlessSquadron {
            squadron,
            chart: index,
            place,
            why,
            openers,
            closers,
        }));
        let breach = Breach { numbers, ..Breach::new(force, squadron, fault).inside(inside) };
        report(if *may_have_room.get_or_insert_with(|| chart.may_have_room()) { breach.open() } else { breach });
    }
}

/// Why a squadron has no slot. `slots` are the open slots that matter, and `needing` squadrons need them.
fn why(force: &Force, chart: &Chart, place: usize, squadron: usize, slots: &[usize], needing: usize) -> SlotRefusal {
    if chart.takes[place] == 0 {
        let stated = force.entries[squadron].squadron.slot.as_ref().and_then(|stated| chart.slot(stated));
        return stated.map_or(SlotRefusal::FitsNone, |slot| SlotRefusal::StatedSlot { slot });
    }
    if slots.is_empty() {
        return SlotRefusal::AllClosed;
    }
    let filled = chart.displaced(slots);
    if !filled.is_empty() {
        return SlotRefusal::WouldClose { slots: slots.to_vec(), filled };
    }
    let room = slots.iter().map(|slot| chart.spaces[*slot].holds).sum();
    SlotRefusal::Full { slots: slots.to_vec(), needing, room }
}

fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
