//! Assigns the squadrons of a group to slots. No other assignment fills more required slots. Among those that fill as
//! many, none leaves fewer squadrons without a slot.
//!
//! Some slots open or close others. They are called switches here. They are few, so every way of filling them is tried.
//! For each way, the best assignment is the matching of largest weight between the spaces of open slots and the
//! squadrons.

#![expect(
    clippy::indexing_slicing,
    reason = "the places are those of the slots, squadrons and spaces given, and each vector is made for all of them"
)]

use std::cmp::{Ordering, Reverse};

use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;

use crate::ready::problem::RulesetFault;

/// The largest number of switches among the slots of one group kind. Required slots do not count.
pub(crate) const SWITCHES: usize = 8;
/// The largest number of squadrons that the slots of one group kind may hold together.
pub(crate) const SPACES: usize = 64;

/// A slot. Other slots are given by their places among the slots of the group kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadySlot {
    /// How many squadrons it holds. 0 if it holds any number.
    pub holds: usize,
    /// It holds any number of squadrons.
    pub many: bool,
    /// It must be filled. The slots that it opens are open even if it is empty, because the empty slot is reported by
    /// itself.
    pub required: bool,
    /// The slot that opens this one when it is filled.
    pub opened_by: Option<usize>,
    /// The slot that closes this one when it is filled.
    pub closed_by: Option<usize>,
}

/// Which squadron stands in which slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Assignment {
    /// The slot of each squadron, in the order in which the squadrons were given.
    pub slots: Vec<Option<usize>>,
    /// Whether each slot may hold squadrons.
    pub open: Vec<bool>,
}

impl Assignment {
    /// How many squadrons have no slot.
    pub(crate) fn slotless(&self) -> usize {
        self.slots.iter().filter(|slot| slot.is_none()).count()
    }

    /// How many squadrons stand in a slot.
    pub(crate) fn filling(&self, slot: usize) -> usize {
        self.slots.iter().filter(|filled| **filled == Some(slot)).count()
    }
}

/// Assigns squadrons to slots. Each squadron is given as the set of slots that take it; bit 0 is the first slot.
///
/// Fills as many required slots as possible, then places as many squadrons as possible. If some squadrons must go
/// without a slot, it leaves out those that fit the most slots, and of these the ones that fit the most open slots,
/// because a squadron that fits few slots cannot stand elsewhere. Of equal squadrons it leaves out the first. If
/// several slots take a squadron, it gets the first of them. A squadron that fits a slot for any number has that slot.
pub(crate) fn assign(slots: &[ReadySlot], squadrons: &[u64]) -> Assignment {
    let many = (0..slots.len()).filter(|slot| slots[*slot].many).fold(0_u64, |set, slot| set | 1 << slot);
    if many == 0 {
        return matched(slots, squadrons);
    }
    // A slot that holds any number needs no choice.
    let others: Vec<u64> = squadrons.iter().map(|takes| if takes & many == 0 { *takes } else { 0 }).collect();
    let mut assignment = matched(slots, &others);
    for (slot, takes) in assignment.slots.iter_mut().zip(squadrons).filter(|(_, takes)| *takes & many != 0) {
        *slot = usize::try_from((takes & many).trailing_zeros()).ok();
    }
    assignment
}

/// Assigns squadrons to slots that hold a number of squadrons.
fn matched(slots: &[ReadySlot], squadrons: &[u64]) -> Assignment {
    let switches: Vec<usize> =
        (0..slots.len()).filter(|slot| !slots[*slot].required && is_switch(slots, *slot)).take(SWITCHES).collect();
    let mut best: Option<(i128, Assignment)> = None;
    // Tries all ways of filling the switches, from all filled to none filled. Stops as soon as every squadron has a
    // slot and every required slot is filled.
    for chosen in (0..1_u32 << switches.len()).rev() {
        let filled = |slot: usize| {
            let switch = switches.iter().position(|switch| *switch == slot);
            slots[slot].required || switch.is_some_and(|switch| chosen & (1 << switch) != 0)
        };
        let open: Vec<bool> =
            slots.iter().map(|slot| slot.opened_by.is_none_or(filled) && !slot.closed_by.is_some_and(filled)).collect();
        let taken = |slot: usize| squadrons.iter().any(|takes| takes & (1 << slot) != 0);
        let consistent = switches.iter().all(|slot| !filled(*slot) || open[*slot] && taken(*slot));
        if !consistent {
            continue;
        }
        let idle = |slot: usize| switches.contains(&slot) && !filled(slot);
        let spaces: Vec<(usize, bool)> = (0..slots.len())
            .filter(|slot| open[*slot] && !idle(*slot))
            .flat_map(|slot| {
                let forced = switches.contains(&slot);
                (0..slots[slot].holds).map(move |space| (slot, forced && space == 0))
            })
            .collect();
        let Some((weight, filling)) = matching(slots, &spaces, squadrons) else { continue };
        if best.as_ref().is_none_or(|(other, _)| weight.cmp(other) == Ordering::Greater) {
            let assignment = Assignment { slots: filling, open };
            let complete = assignment.slotless() == 0
                && (0..slots.len()).all(|slot| !slots[slot].required || assignment.filling(slot) > 0);
            best = Some((weight, assignment));
            if complete {
                break;
            }
        }
    }
    best.map_or_else(
        || Assignment { slots: vec![None; squadrons.len()], open: vec![false; slots.len()] },
        |(_, assignment)| assignment,
    )
}

/// What is wrong with the slots of a group kind.
pub(crate) fn faults(slots: &[ReadySlot]) -> Vec<RulesetFault> {
    let mut faults = Vec::new();
    // A set of slots is a word of as many bits.
    if slots.len() > SPACES {
        faults.push(RulesetFault::TooManySlots(SPACES));
    } else if slots.iter().map(|slot| slot.holds).fold(0, usize::saturating_add) > SPACES {
        faults.push(RulesetFault::TooManySpaces(SPACES));
    }
    let switches = (0..slots.len()).filter(|slot| !slots[*slot].required && is_switch(slots, *slot)).count();
    if switches > SWITCHES {
        faults.push(RulesetFault::TooManySwitches(SWITCHES));
    }
    let is_bound = |slot: &ReadySlot| slot.opened_by.is_some() || slot.closed_by.is_some() || slot.required;
    if (0..slots.len()).any(|slot| slots[slot].many && (is_bound(&slots[slot]) || is_switch(slots, slot))) {
        faults.push(RulesetFault::BoundMany);
    }
    let opens_itself = |first: usize| {
        let mut slot = first;
        (0..slots.len()).any(|_| match slots[slot].opened_by {
            Some(opener) => {
                slot = opener;
                slot == first
            }
            None => false,
        })
    };
    if (0..slots.len()).any(opens_itself) {
        faults.push(RulesetFault::SlotCircle);
    }
    faults
}

/// Whether a slot opens or closes another.
fn is_switch(slots: &[ReadySlot], slot: usize) -> bool {
    slots.iter().any(|other| other.opened_by == Some(slot) || other.closed_by == Some(slot))
}

/// The matching of largest weight: its weight, and the slot of each squadron. `spaces` has the slot of each open space,
/// and whether this space must be filled. None if such a space cannot be filled.
fn matching(slots: &[ReadySlot], spaces: &[(usize, bool)], squadrons: &[u64]) -> Option<(i128, Vec<Option<usize>>)> {
    /// The weight of one rank among squadrons: more than all preferences for slots together.
    const ORDER: i128 = 1 << 40;
    /// The weight of a squadron that is placed: more than the ranks of all squadrons together.
    const PLACED: i128 = 1 << 64;
    /// The weight of a required slot that is filled: more than all squadrons placed together.
    const REQUIRED: i128 = 1 << 80;
    /// The weight of what must not be.
    const NEVER: i128 = -(1 << 100);
    let mut filling = vec![None; squadrons.len()];
    if spaces.is_empty() {
        return Some((0, filling));
    }
    // The columns are the squadrons, then one column for each space in case it stays empty.
    let last = squadrons.len();
    let mut order: Vec<usize> = (0..last).collect();
    let fits = |squadron: usize| {
        let takes = squadrons[squadron];
        let open = spaces.iter().filter(|(slot, _)| takes & (1 << slot) != 0).count();
        // The number of all slots that it fits counts before the number of open ones, because it is the same whichever
        // slots are open.
        Reverse((takes.count_ones(), open.max(1)))
    };
    order.sort_by_cached_key(|squadron| fits(*squadron));
    let mut rank = vec![0; last];
    for (place, squadron) in order.into_iter().enumerate() {
        rank[squadron] = place;
    }
    let weight = |(row, column): (usize, usize)| {
        let (slot, forced) = spaces[row];
        let Some(takes) = squadrons.get(column) else { return if forced { NEVER } else { 0 } };
        if takes & (1 << slot) == 0 {
            return NEVER;
        }
        let preference = ((last - column) * (spaces.len() - row)) as i128;
        let required = if slots[slot].required && spaces.iter().position(|space| space.0 == slot) == Some(row) {
            REQUIRED
        } else {
            0
        };
        required + PLACED + ORDER * rank[column] as i128 + preference
    };
    let weights = Matrix::from_fn(spaces.len(), last + spaces.len(), weight);
    let (total, columns) = kuhn_munkres(&weights);
    if total < 0 {
        return None;
    }
    for ((slot, _), column) in spaces.iter().zip(columns) {
        if let Some(filled) = filling.get_mut(column) {
            *filled = Some(*slot);
        }
    }
    Some((total, filling))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small force chart: `0` is required and opens `1`; `1` opens `2` and `3`; `3` closes `2`.
    fn chart() -> Vec<ReadySlot> {
        let space =
            |required, opened_by, closed_by| ReadySlot { holds: 1, many: false, required, opened_by, closed_by };
        vec![
            space(true, None, None),
            space(false, Some(0), None),
            space(false, Some(1), Some(3)),
            space(false, Some(1), None),
        ]
    }

    /// A slot for one squadron that depends on no other slot.
    const FREE: ReadySlot = ReadySlot { holds: 1, many: false, required: false, opened_by: None, closed_by: None };

    const LINE: u64 = 0b0011;
    const LIGHT: u64 = 0b0100;
    const HEAVY: u64 = 0b1000;

    #[test]
    fn a_required_slot_is_filled_first() {
        assert_eq!(assign(&chart(), &[LINE]).slots, [Some(0)]);
        assert_eq!(assign(&chart(), &[LIGHT, LINE]).slots, [None, Some(0)]);
    }

    #[test]
    fn a_slot_that_opens_another_takes_a_squadron_that_fits_nowhere_else() {
        let chart = [FREE, ReadySlot { opened_by: Some(0), ..FREE }];
        assert_eq!(assign(&chart, &[0b01]).slots, [Some(0)]);
    }

    #[test]
    fn a_slot_is_open_though_no_squadron_fits_it() {
        assert_eq!(assign(&[FREE], &[0]).open, [true]);
    }

    #[test]
    fn a_required_slot_is_filled_before_one_that_opens_another() {
        let chart = [ReadySlot { required: true, ..FREE }, FREE, ReadySlot { opened_by: Some(1), ..FREE }];
        assert_eq!(assign(&chart, &[0b011, 0b100]).slots, [Some(0), None]);
    }

    #[test]
    fn a_filled_slot_opens_others() {
        assert_eq!(assign(&chart(), &[LIGHT, LINE, LINE]).slots, [Some(2), Some(0), Some(1)]);
    }

    #[test]
    fn a_filled_slot_closes_others() {
        let assignment = assign(&chart(), &[LINE, LINE, HEAVY, LIGHT]);
        assert_eq!(assignment.slotless(), 1);
        // If two squadrons exclude each other, the first goes without a slot.
        assert_eq!(assignment.slots[2], None);
        assert_eq!(assign(&chart(), &[LINE, LINE, LIGHT, HEAVY]).slots[2], None);
    }

    #[test]
    fn what_fits_more_slots_goes_without() {
        // Fits the opener's slot and the light one.
        const EITHER: u64 = 0b0110;
        let chart = chart();
        let assignment = assign(&chart, &[HEAVY, LINE, EITHER, EITHER]);
        assert_eq!(assignment.slots, [Some(3), Some(0), None, Some(1)]);
        assert_eq!(assign(&chart, &[EITHER, EITHER, LINE, HEAVY]).slots, [None, Some(1), Some(0), Some(3)]);
    }

    #[test]
    fn two_that_fit_more_slots_are_placed_before_one_that_fits_one() {
        // Slot 1 closes slot 0. Nobody opens slot 2.
        let first = ReadySlot { holds: 2, closed_by: Some(1), ..FREE };
        let chart = [first, FREE, ReadySlot { opened_by: Some(3), ..FREE }, FREE];
        assert_eq!(assign(&chart, &[0b0101, 0b0101, 0b0010]).slots, [Some(0), Some(0), None]);
    }

    #[test]
    fn a_lack_opens_what_lies_behind_it() {
        let assignment = assign(&chart(), &[HEAVY]);
        assert_eq!(assignment.filling(0), 0);
        assert_eq!(assignment.slots, [None]);
        assert_eq!(assign(&chart(), &[]).open, [true, true, false, false]);
    }

    #[test]
    fn a_squadron_alone_fills_a_slot_that_opens_another() {
        assert_eq!(assign(&[FREE, ReadySlot { opened_by: Some(0), ..FREE }], &[0b01]).slots, [Some(0)]);
    }

    #[test]
    fn a_squadron_opens_only_what_the_slot_that_it_fills_opens() {
        let behind = |opener| ReadySlot { opened_by: Some(opener), ..FREE };
        let Assignment { slots, open } = assign(&[FREE, FREE, behind(0), behind(1)], &[0b0011]);
        let filled = slots[0].expect("one of the two");
        assert_eq!((open[2 + filled], open[3 - filled]), (true, false));
    }

    #[test]
    fn a_slot_for_any_number_leaves_the_others_to_others() {
        let many = ReadySlot { holds: 0, many: true, ..FREE };
        assert_eq!(assign(&[FREE, many], &[0b11, 0b01, 0b10]).slots, [Some(1), Some(0), Some(1)]);
    }

    #[test]
    fn of_too_many_the_first_is_left_out() {
        assert_eq!(assign(&chart(), &[LINE, LINE, LINE]).slots, [None, Some(0), Some(1)]);
    }

    #[test]
    fn charts_that_are_too_large_or_contradict_themselves_are_faulty() {
        let free = |holds| ReadySlot { holds, ..FREE };
        assert_eq!(faults(&[free(SPACES - 1), free(1)]), []);
        assert_eq!(faults(&[free(SPACES), free(1)]).len(), 1);
        let many = ReadySlot { many: true, ..free(0) };
        assert_eq!(faults(&vec![many.clone(); SPACES]), []);
        assert_eq!(faults(&vec![many; SPACES + 1]), [RulesetFault::TooManySlots(SPACES)]);
        assert_eq!(faults(&[free(SPACES), free(SPACES)]).len(), 1);
        // Each slot but the last opens the next one. A required slot does not count.
        let chain = |length: usize| -> Vec<ReadySlot> {
            (0..length).map(|slot| ReadySlot { opened_by: slot.checked_sub(1), ..free(1) }).collect()
        };
        assert_eq!(faults(&chain(SWITCHES + 1)), []);
        assert_eq!(faults(&chain(SWITCHES + 2)).len(), 1);
        assert_eq!(faults(&chain(SWITCHES + 3)).len(), 1);
        let mut with_required = chain(SWITCHES + 2);
        with_required[0].required = true;
        assert_eq!(faults(&with_required), []);
        // A slot for any number of squadrons.
        let many = ReadySlot { many: true, ..free(0) };
        assert_eq!(faults(&[many.clone(), free(1)]), []);
        for wrong in [
            vec![ReadySlot { required: true, ..many.clone() }, free(1)],
            vec![ReadySlot { opened_by: Some(1), ..many.clone() }, free(1)],
            vec![ReadySlot { closed_by: Some(1), ..many.clone() }, free(1)],
            vec![many.clone(), ReadySlot { opened_by: Some(0), ..free(1) }],
        ] {
            assert_eq!(faults(&wrong), [RulesetFault::BoundMany]);
        }
        let circle = [ReadySlot { opened_by: Some(1), ..free(1) }, ReadySlot { opened_by: Some(0), ..free(1) }];
        assert_eq!(faults(&circle), [RulesetFault::SlotCircle]);
    }

    #[test]
    fn it_is_never_worse_than_trying_everything() {
        let chart = chart();
        let kinds = [0b0001, LINE, LIGHT, HEAVY, 0b1100, 0b0110, 0];
        for number in 0..7_usize.pow(4) {
            let squadrons: Vec<u64> = (0..4).map(|place| kinds[number / 7_usize.pow(place) % 7]).collect();
            let found = assign(&chart, &squadrons);
            assert_eq!(found.slotless(), fewest_slotless(&chart, &squadrons), "{squadrons:?}");
        }
    }

    /// Tries every way to give squadrons slots.
    fn fewest_slotless(slots: &[ReadySlot], squadrons: &[u64]) -> usize {
        let ways = (slots.len() + 1).pow(u32::try_from(squadrons.len()).unwrap());
        let mut best = (0, squadrons.len());
        for way in 0..ways {
            let place =
                |squadron: usize| way / (slots.len() + 1).pow(u32::try_from(squadron).unwrap()) % (slots.len() + 1);
            let places: Vec<usize> = (0..squadrons.len()).map(place).collect();
            let filled = |slot: usize| places.contains(&slot);
            let is_legal = places.iter().zip(squadrons).all(|(place, takes)| {
                let Some(slot) = slots.get(*place) else { return true };
                let counts = |by: usize| filled(by) || slots[by].required;
                takes & (1 << place) != 0
                    && places.iter().filter(|other| *other == place).count() <= slot.holds
                    && slot.opened_by.is_none_or(counts)
                    && !slot.closed_by.is_some_and(counts)
            });
            if is_legal {
                let required = (0..slots.len()).filter(|slot| slots[*slot].required && filled(*slot)).count();
                let slotless = places.iter().filter(|place| **place == slots.len()).count();
                if required > best.0 || required == best.0 && slotless < best.1 {
                    best = (required, slotless);
                }
            }
        }
        best.1
    }
}
