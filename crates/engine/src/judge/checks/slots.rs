//! Checks that every squadron in groups of a kind has a slot.

#![expect(
    clippy::indexing_slicing,
    reason = "the chart gives out the places of its slots and squadrons, which are those of the force"
)]

use std::collections::HashMap;

use crate::force::chart::Chart;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::shapes::list::ListPart;
use crate::text::plural::list_of;
use crate::words::phrases;

/// A squadron that has no slot, or may have none.
#[derive(Clone, Debug)]
pub(crate) enum SlotFault {
    /// Nobody can tell the slot of a squadron, because its unit is unknown or its catalogue says too little.
    Unknown { squadron: usize },
    /// The squadron has no slot.
    Slotless(SlotlessSquadron),
}

/// A squadron without a slot. Slots are given by their places in the chart.
#[derive(Clone, Debug)]
pub(crate) struct SlotlessSquadron {
    squadron: usize,
    /// The place of the chart among those of the force.
    chart: usize,
    /// The place of the squadron in the chart.
    place: usize,
    why: SlotRefusal,
    /// Empty slots that would make room if they were filled.
    openers: Vec<usize>,
    /// Filled slots that would make room if they were empty.
    closers: Vec<usize>,
}

/// Why a squadron has no slot.
#[derive(Clone, Debug)]
pub(crate) enum SlotRefusal {
    /// The slot that the list states does not take it.
    StatedSlot { slot: usize },
    /// No slot takes it.
    FitsNone,
    /// All slots that take it are closed.
    AllClosed,
    /// If a slot that takes it were filled, this would close another slot, which is filled already.
    WouldClose { slots: Vec<usize>, filled: Vec<usize> },
    /// More squadrons need these slots than the slots have room for.
    Full { slots: Vec<usize>, needing: usize, room: usize },
}

impl StructuralCheck for SlotFault {
    type Given<'g> = &'g str;
    const LOOKS_AT: CheckSubject = CheckSubject::Groups;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Place, ListPart::Group, ListPart::Squadron];

    fn run(force: &Force, kind: &str, _: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        for (index, chart) in force.charts_of(kind) {
            slotless(force, index, chart, report);
        }
    }

    fn sentence(&self, force: &Force) -> String {
        match self {
            Self::Unknown { squadron } => {
                let name = force.name(*squadron);
                match force.entries[*squadron].found {
                    Some(_) => format!("{name}: its catalogue does not say enough of it to tell its slot"),
                    None => format!("{name}: the unit is unknown, so its slot cannot be told"),
                }
            }
            Self::Slotless(slotless) => slotless.sentence(force),
        }
    }

    fn help(&self, force: &Force, _: bool) -> Option<String> {
        match self {
            Self::Slotless(slotless) => slotless.help(force),
            Self::Unknown { .. } => None,
        }
    }
}

/// Reports the squadrons of one chart that have no slot.
fn slotless(force: &Force, index: usize, chart: &Chart, report: &mut dyn FnMut(Breach<SlotFault>)) {
    let (mut ways, mut may_have_room) = (None, None);
    // Squadrons that fit the same slots compete with the same squadrons.
    let mut rivals = HashMap::new();
    for (place, &squadron) in chart.squadrons.iter().enumerate() {
        if chart.is_guess(place) {
            report(Breach::new(force, squadron, SlotFault::Unknown { squadron }).open());
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
        let slotless = SlotlessSquadron { squadron, chart: index, place, why, openers, closers };
        let breach = Breach::new(force, squadron, SlotFault::Slotless(slotless)).inside(inside);
        let is_open = *may_have_room.get_or_insert_with(|| chart.may_have_room());
        report(Breach { numbers, ..breach.open_if(is_open) });
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

impl SlotlessSquadron {
    fn sentence(&self, force: &Force) -> String {
        let chart = &force.charts[self.chart];
        let (name, group) = (force.name(self.squadron), force.told_group(chart.group));
        match &self.why {
            SlotRefusal::StatedSlot { slot } => {
                format!("{name} states the slot {}, which does not take it", chart.title(*slot))
            }
            SlotRefusal::FitsNone => format!("{name} fits no slot of {group}"),
            SlotRefusal::AllClosed => {
                let taking = all(chart, |slot| chart.takes[self.place] & (1 << slot) != 0);
                let are = verb(&taking, "is", "are");
                format!("{name} finds no open slot in {group}: {} {are} closed", titles(chart, &taking))
            }
            SlotRefusal::WouldClose { slots, filled } => {
                let (take, are) = (verb(slots, "takes", "take"), verb(filled, "is", "are"));
                let (slots, filled) = (titles(chart, slots), titles(chart, filled));
                format!("{name} finds no room in {group}: {slots} {take} the place of {filled}, which {are} filled")
            }
            SlotRefusal::Full { slots, needing, room } => {
                let have = verb(slots, "has", "have");
                let closing = chart.closing(self.place);
                let stand = verb(&closing, "stands", "stand");
                let once = format!(" once {} {stand}", titles(chart, &closing));
                let once = if closing.is_empty() { "" } else { &once };
                let openings: String = self.openers.iter().filter_map(|opener| self.opening(chart, *opener)).collect();
                let slots = titles(chart, slots);
                let needing = u32::try_from(*needing).unwrap_or(u32::MAX);
                let needing = phrases::count_squadrons(force.ruleset.declarations(), needing);
                format!(
                    "{name} finds no free slot in {group}: {needing} need a place in {slots}, which {have} room for \
                     {room}{once}{openings}"
                )
            }
        }
    }

    /// Says which closed slots would take the squadron, and which slot opens them.
    fn opening(&self, chart: &Chart, opener: usize) -> Option<String> {
        let slots = chart.opening(self.place, opener);
        let open = verb(&slots, "opens", "open");
        (!slots.is_empty()).then(|| format!("; {} {open} with {}", titles(chart, &slots), chart.title(opener)))
    }

    /// Says what would make room.
    fn help(&self, force: &Force) -> Option<String> {
        let chart = &force.charts[self.chart];
        let fill = |opener: &usize| {
            let own = chart.opening(self.place, *opener);
            // If the opener opens no slot for this squadron, another squadron can move to the opened slot and so make
            // room.
            let opened =
                if own.is_empty() { all(chart, |slot| chart.spaces[slot].opened_by == Some(*opener)) } else { own };
            format!("fill {}, which opens {}", chart.title(*opener), titles(chart, &opened))
        };
        let leave = |closer: &usize| {
            let closed = all(chart, |slot| chart.spaces[slot].closed_by == Some(*closer));
            format!("leave out {}, which takes the place of {}", chart.title(*closer), titles(chart, &closed))
        };
        let ways: Vec<String> = self.openers.iter().map(fill).chain(self.closers.iter().map(leave)).collect();
        (!ways.is_empty()).then(|| ways.join("; or "))
    }
}

/// All slots of a chart that pass a test.
fn all(chart: &Chart, is: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..chart.spaces.len()).filter(|slot| is(*slot)).collect()
}

fn titles(chart: &Chart, slots: &[usize]) -> String {
    list_of(slots.iter().map(|slot| chart.title(*slot)))
}

/// The form of a verb for this number of slots.
fn verb(slots: &[usize], one: &'static str, many: &'static str) -> &'static str {
    if slots.len() == 1 { one } else { many }
}
