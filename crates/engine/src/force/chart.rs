//! Charts: the slots of one group of a list, and which squadron fills which. In this file, `place` is the place of a
//! squadron in its chart.

#![expect(clippy::indexing_slicing, reason = "each vector of a chart has an entry for each of its squadrons or slots")]

use crate::ready::matcher::Match;
use crate::ready::slots::{Assignment, ReadySlot, assign};
use crate::shapes::declarations::GroupKind;
use crate::text::slug::slug;

/// A group whose kind has slots, with its squadrons in their slots. Slots are given by their places in the group kind.
#[derive(Clone)]
pub(crate) struct Chart<'a> {
    /// The place of the group in the list.
    pub group: usize,
    pub kind: &'a GroupKind,
    /// The squadrons that need a slot, by their places in the force's `entries`. The order is: squadrons without roles,
    /// squadrons with roles, squadrons whose slots are not certain. Within each of these, they are sorted by content.
    pub squadrons: Vec<usize>,
    /// For each squadron, the slots that take it or may take it. Bit 0 is the first slot.
    pub takes: Vec<u64>,
    /// For each squadron, the slots in `takes` of which it is unknown whether they take it. Its unit is unknown, or its
    /// catalogue says too little.
    pub perhaps: Vec<u64>,
    /// Which squadron stands in which slot.
    pub assignment: Assignment,
    /// The slots.
    pub spaces: &'a [ReadySlot],
}

impl<'a> Chart<'a> {
    /// The place of a slot by id or title.
    pub(crate) fn slot(&self, name: &str) -> Option<usize> {
        slot_of(self.kind, name)
    }

    /// The title of a slot.
    pub(crate) fn title(&self, slot: usize) -> &'a str {
        self.kind.slots.get_index(slot).map_or("", |(_, slot)| &slot.title)
    }

    /// Whether it is uncertain that a squadron fits its slot. For a squadron without a slot: whether it is uncertain
    /// that it fits any.
    pub(crate) fn is_guess(&self, place: usize) -> bool {
        let asked = self.assignment.slots[place].map_or(u64::MAX, |slot| 1 << slot);
        self.perhaps[place] & asked != 0
    }

    /// Whether anything is unknown by which squadrons may stand in other slots.
    pub(crate) fn is_open(&self) -> bool {
        self.perhaps.iter().any(|slots| *slots != 0)
    }

    /// Says whether every squadron can have a slot when those of unknown units leave required slots empty.
    pub(crate) fn may_have_room(&self) -> bool {
        let required = (0..self.spaces.len()).filter(|slot| self.spaces[*slot].required);
        let required = required.fold(0_u64, |set, slot| set | 1 << slot);
        let takes = self.takes.iter().zip(&self.perhaps).map(|(takes, perhaps)| takes & !(perhaps & required));
        self.is_open() && assign(self.spaces, &takes.collect::<Vec<u64>>()).slotless() == 0
    }

    /// Whether a slot holds a squadron, as far as that can be told.
    pub(crate) fn holds(&self, slot: usize) -> Match {
        let may_stand = self.perhaps.iter().any(|slots| slots & (1 << slot) != 0);
        let least = if may_stand { Match::Perhaps } else { Match::No };
        let standing = (0..self.squadrons.len()).filter(|place| self.assignment.slots[*place] == Some(slot));
        standing.map(|place| if self.is_guess(place) { Match::Perhaps } else { Match::Yes }).fold(least, Match::max)
    }

    /// Why a squadron without a slot finds no room: the open slots for which it competes with other squadrons, directly
    /// or through them, and how many squadrons need these slots.
    pub(crate) fn rivals(&self, place: usize) -> (Vec<usize>, usize) {
        let open = |takes: u64| {
            let slots = (0..self.spaces.len()).filter(|slot| self.assignment.open[*slot] && takes & (1 << slot) != 0);
            slots.fold(0_u64, |set, slot| set | 1 << slot)
        };
        let mut slots = open(self.takes[place]);
        loop {
            let standing = (0..self.squadrons.len())
                .filter(|other| self.assignment.slots[*other].is_some_and(|slot| slots & (1 << slot) != 0));
            let wider = standing.fold(slots, |set, other| set | open(self.takes[other]));
            if wider == slots {
                break;
            }
            slots = wider;
        }
        let needs = |place: &usize| match self.assignment.slots[*place] {
            Some(slot) => slots & (1 << slot) != 0,
            None => open(self.takes[*place]) & slots != 0,
        };
        let needing = (0..self.squadrons.len()).filter(needs).count();
        ((0..self.spaces.len()).filter(|slot| slots & (1 << slot) != 0).collect(), needing)
    }

    /// The filled slots that would be closed if one of these slots were filled. Empty if one of these slots is filled
    /// already.
    pub(crate) fn displaced(&self, slots: &[usize]) -> Vec<usize> {
        if slots.iter().any(|slot| self.assignment.filling(*slot) > 0) {
            return Vec::new();
        }
        let closed_by = |slot: &usize| self.spaces[*slot].closed_by.is_some_and(|closer| slots.contains(&closer));
        (0..self.spaces.len()).filter(|slot| closed_by(slot) && self.assignment.filling(*slot) > 0).collect()
    }

    /// The slots that would take a squadron and that the slot `opener` opens.
    pub(crate) fn opening(&self, place: usize, opener: usize) -> Vec<usize> {
        let taking = (0..self.spaces.len()).filter(|slot| self.takes[place] & (1 << slot) != 0);
        taking.filter(|slot| self.spaces[*slot].opened_by == Some(opener)).collect()
    }

    /// The filled slots that keep a squadron out: each closes a slot that would take it.
    pub(crate) fn closing(&self, place: usize) -> Vec<usize> {
        let taking = (0..self.spaces.len()).filter(|slot| self.takes[place] & (1 << slot) != 0);
        let mut closing: Vec<usize> = taking.filter_map(|slot| self.spaces[slot].closed_by).collect();
        closing.sort_unstable();
        closing.dedup();
        closing.retain(|closer| self.assignment.filling(*closer) > 0);
        closing
    }

    /// The empty slots that would make room for one more squadron if they were filled.
    pub(crate) fn openers(&self) -> Vec<usize> {
        let without = self.assignment.slotless();
        let closed = (0..self.spaces.len()).filter(|slot| !self.assignment.open[*slot]);
        let mut openers: Vec<usize> = closed.filter_map(|slot| self.spaces[slot].opened_by).collect();
        openers.sort_unstable();
        openers.dedup();
        openers.retain(|opener| {
            let more: Vec<u64> = self.takes.iter().copied().chain([1 << opener]).collect();
            self.assignment.filling(*opener) == 0 && assign(self.spaces, &more).slotless() < without
        });
        openers
    }

    /// The filled slots that would make room for one more squadron if they were empty.
    pub(crate) fn closers(&self) -> Vec<usize> {
        let without = self.assignment.slotless();
        let mut closers: Vec<usize> = self.spaces.iter().filter_map(|space| space.closed_by).collect();
        closers.sort_unstable();
        closers.dedup();
        closers.retain(|closer| {
            let fewer = (0..self.squadrons.len()).filter(|place| self.assignment.slots[*place] != Some(*closer));
            let fewer: Vec<u64> = fewer.map(|place| self.takes[place]).collect();
            assign(self.spaces, &fewer).slotless() < without
        });
        closers
    }
}

/// The place of a group kind's slot by id or title.
pub(crate) fn slot_of(kind: &GroupKind, name: &str) -> Option<usize> {
    kind.slots.get_index_of(name).or_else(|| {
        let wanted = slug(name);
        kind.slots.iter().position(|(id, slot)| *id == wanted || slug(&slot.title) == wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slot for one squadron that depends on no other slot.
    const FREE: ReadySlot = ReadySlot { holds: 1, many: false, required: false, opened_by: None, closed_by: None };

    /// What `ask` says of a chart with these slots, which the squadrons take.
    fn asked<T>(spaces: &[ReadySlot], takes: &[u64], ask: impl Fn(&Chart) -> T) -> T {
        let kind = GroupKind::default();
        ask(&Chart {
            group: 0,
            kind: &kind,
            squadrons: (0..takes.len()).collect(),
            takes: takes.to_vec(),
            perhaps: vec![0; takes.len()],
            assignment: assign(spaces, takes),
            spaces,
        })
    }

    #[test]
    fn rivals_are_those_that_compete_for_the_same_slots() {
        // Two squadrons compete for the first slot, two others for the second.
        assert_eq!(asked(&[FREE, FREE], &[0b01, 0b01, 0b10, 0b10], |chart| chart.rivals(0)), (vec![0], 2));
        // The third squadron may stand in either slot, but it has the second.
        assert_eq!(asked(&[FREE, FREE], &[0b01, 0b01, 0b11, 0b10], |chart| chart.rivals(0).0), [0]);
    }

    #[test]
    fn a_slot_may_hold_a_squadron_that_stands_in_another() {
        let may_stand = |chart: &Chart| Chart { perhaps: vec![0b10], ..chart.clone() }.holds(1);
        assert_eq!(asked(&[FREE, FREE], &[0b11], |chart| chart.holds(1)), Match::No);
        assert_eq!(asked(&[FREE, FREE], &[0b11], may_stand), Match::Perhaps);
    }

    #[test]
    fn only_filled_slots_are_displaced_and_only_by_empty_ones() {
        let closed = ReadySlot { closed_by: Some(1), ..FREE };
        // The third slot is filled. The second would close it.
        let displaced =
            |takes: &[u64], slots: &[usize]| asked(&[FREE, FREE, closed.clone()], takes, |c| c.displaced(slots));
        assert_eq!(displaced(&[0b100], &[1]), [2]);
        assert_eq!(displaced(&[0b001], &[1]), Vec::<usize>::new());
        assert_eq!(displaced(&[0b001, 0b100], &[0, 1]), Vec::<usize>::new());
    }

    #[test]
    fn a_filled_slot_makes_room_only_if_it_keeps_a_squadron_out() {
        let closed = ReadySlot { closed_by: Some(0), ..FREE };
        let closers = |takes: &[u64]| {
            asked(&[FREE, closed.clone()], takes, |chart| (chart.closers(), chart.assignment.slotless()))
        };
        assert_eq!(closers(&[0b10, 0b01]), (vec![0], 1));
        // No slot takes the second squadron, or there is room for all, or for one of two.
        assert_eq!(closers(&[0b01, 0]), (Vec::new(), 1));
        assert_eq!(closers(&[0b01]), (Vec::new(), 0));
        assert_eq!(closers(&[0b10, 0b10]), (Vec::new(), 1));
    }
}
