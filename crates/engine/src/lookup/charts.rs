//! Assigns the squadrons of each group to slots.

#![expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]

use crate::force::canonical_json::CanonicalForm;
use crate::force::chart::{Chart, slot_of};
use crate::force::content::Contents;
use crate::force::whole::Force;
use crate::ready::matcher::Match;
use crate::ready::prepared::PreparedKind;
use crate::ready::slots::assign;
use crate::shapes::declarations::GroupKind;

impl<'a> Chart<'a> {
    /// Fills the slots of every group whose kind has slots.
    pub(crate) fn all(force: &Force<'a>) -> Vec<Self> {
        let contents = Contents::new(force, CanonicalForm::Exact);
        let groups = force.kinds.iter().enumerate();
        groups
            .filter_map(|(group, kind)| {
                let (place, id, kind) = (*kind)?;
                let prepared = force.ruleset.kinds().get(place)?;
                (!kind.slots.is_empty()).then(|| Self::new(force, &contents, group, (id, kind), prepared))
            })
            .collect()
    }

    /// Gives the squadrons of one group their slots.
    fn new(
        force: &Force<'a>,
        contents: &Contents<'_, 'a>,
        group: usize,
        (id, kind): (&str, &'a GroupKind),
        prepared: &'a PreparedKind,
    ) -> Self {
        // Attached and brought squadrons need no slot of their own.
        let own = force.of_group(group).filter(|index| {
            let entry = &force.entries[*index];
            entry.parent.is_none() && entry.brought == Match::No
        });
        let mut squadrons: Vec<_> = own.map(|index| (index, fits(force, index, (id, kind), prepared))).collect();
        // Of equal squadrons, the assignment leaves out the first, so squadrons with roles stand behind those without.
        // When it gives out slots it prefers earlier squadrons, so squadrons whose slots are uncertain stand last.
        // Without a choice, the order does not matter.
        if !prepared.spaces.iter().all(|slot| slot.many) {
            squadrons.sort_by_cached_key(|(index, (_, perhaps))| {
                let leads = !force.entries[*index].squadron.roles.is_empty();
                (*perhaps != 0, leads, contents.squadron(*index))
            });
        }
        let takes: Vec<u64> = squadrons.iter().map(|(_, (takes, _))| *takes).collect();
        Self {
            group,
            kind,
            perhaps: squadrons.iter().map(|(_, (_, perhaps))| *perhaps).collect(),
            squadrons: squadrons.iter().map(|(index, _)| *index).collect(),
            assignment: assign(&prepared.spaces, &takes),
            takes,
            spaces: &prepared.spaces,
        }
    }
}

/// The slots of a kind of group that take a squadron or may take it, and those of which it is unknown whether they take
/// it. A stated slot leaves out all others. Bit 0 is the first slot.
pub(super) fn fits(force: &Force, index: usize, (id, kind): (&str, &GroupKind), prepared: &PreparedKind) -> (u64, u64) {
    let (mut takes, mut perhaps) = (0_u64, 0_u64);
    let stated = force.entries[index].squadron.slot.as_ref().map(|stated| slot_of(kind, stated));
    let found = force.entries[index].found;
    let named = found.and_then(|found| kind.slots.get_index_of(found.unit.slots.get(id)?));
    for (slot, accepts) in prepared.accepts.iter().enumerate() {
        if stated.is_none_or(|stated| stated == Some(slot)) {
            let matches = match accepts {
                Some(accepts) => force.test_entry(index, accepts),
                None if found.is_none() => Match::Perhaps,
                None if named == Some(slot) => Match::Yes,
                None => Match::No,
            };
            takes |= u64::from(matches != Match::No) << slot;
            perhaps |= u64::from(matches == Match::Perhaps) << slot;
        }
    }
    (takes, perhaps)
}
