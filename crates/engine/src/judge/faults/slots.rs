//! Squadrons without a slot, and slots that are not filled.

#![expect(
    clippy::indexing_slicing,
    reason = "a fault has the places of a chart of the force, and of squadrons and slots of that chart"
)]

use crate::force::chart::Chart;
use crate::force::whole::Force;
use crate::text::plural::list_of;
use crate::words::phrases;

/// A squadron without a slot, or a required slot that is not filled. `chart` is the place of a chart among the charts
/// of the force. Slots are given by their places in that chart.
#[derive(Clone, Debug)]
pub(crate) enum SlotFault {
    /// The group has no squadron in this required slot. `open` is true if nobody can tell, because a unit is unknown.
    Missing { chart: usize, slot: usize, open: bool },
    /// Nobody can tell the slot of a squadron, because its unit is unknown or its catalogue says too little.
    Unknown { squadron: usize },
    /// The squadron has no slot.
    Slotless(SlotlessSquadron),
}

/// A squadron without a slot.
#[derive(Clone, Debug)]
pub(crate) struct SlotlessSquadron {
    pub squadron: usize,
    pub chart: usize,
    /// The place of the squadron in the chart.
    pub place: usize,
    pub why: SlotRefusal,
    /// Empty slots that would make room if they were filled.
    pub openers: Vec<usize>,
    /// Filled slots that would make room if they were empty.
    pub closers: Vec<usize>,
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
    /// These slots have room for fewer squadrons than need them.
    Full { slots: Vec<usize>, needing: usize, room: usize },
}

impl SlotFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
        match self {
            Self::Missing { chart, slot, open } => {
                let chart = &force.charts[*chart];
                let (name, title) = (force.told_group(chart.group), chart.title(*slot));
                if *open {
                    format!("{name}: what a unit is is not known, so whether it has its {title} cannot be told")
                } else {
                    format!("{name} lacks its {title}")
                }
            }
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

    pub(super) fn help(&self, force: &Force) -> Option<String> {
        match self {
            Self::Slotless(slotless) => slotless.help(force),
            Self::Missing { .. } | Self::Unknown { .. } => None,
        }
    }
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
