//! Looks up a list that differs from a known one only in some squadrons. The others are taken over as they are.

#![expect(
    clippy::indexing_slicing,
    reason = "the known force has an entry for each squadron of its list, and their ends are its own places"
)]

use std::ops::Range;
use std::sync::Arc;

use crate::force::parts::{Bearer, ForceEntry, ModelSet, ReferenceValues};
use crate::force::whole::Force;
use crate::lookup::whole::rows;
use crate::shapes::list::{ArmyList, Squadron};

impl<'a> Force<'a> {
    /// The squadrons of a similar list, each by itself, as [`unrelated`](Self::unrelated) would find them. Comes with
    /// the place that each of them has in the force `known`, if it was taken over from there. `known` has its squadrons
    /// each by itself, too.
    ///
    /// None if the lists differ in anything else that a squadron could depend on.
    pub(crate) fn similar(known: &Self, list: &'a ArmyList) -> Option<(Self, Vec<Option<usize>>)> {
        if !differ_in_squadrons_only(known.list, list) {
            return None;
        }
        let agreed = (Arc::clone(&known.agreed), Arc::clone(&known.conditions));
        let mut force = Self::empty(known.ruleset, list, agreed, known.entries.len() + ROOM);
        force.references = force.look_up_references();
        // Squadrons are compared with these values. Only cards are compared with words.
        let same = |(own, before): (&ReferenceValues, &ReferenceValues)| own.values == before.values;
        if !force.references.iter().zip(&known.references).all(same) {
            return None;
        }
        let mut from = Vec::with_capacity(known.entries.len() + ROOM);
        let mut first = 0;
        for ((group, before), (_, now)) in rows(known.list).zip(rows(list)) {
            // The place of each squadron in `known`. What is attached to it stands right behind it.
            let mut roots = Vec::with_capacity(before.len());
            for _ in before {
                roots.push(first);
                first = known.entries[first].end;
            }
            roots.push(first);
            let (ahead, behind) = equal_ends(before, now);
            force.take_over(known, roots[0]..roots[ahead], 0, &mut from);
            for (position, squadron) in now.iter().enumerate().take(now.len() - behind).skip(ahead) {
                force.add(squadron, position, group, None);
            }
            from.resize(force.entries.len(), None);
            let end = roots[before.len() - behind]..first;
            force.take_over(known, end, now.len() - behind, &mut from);
        }
        Some((force, from))
    }

    /// Copies neighbouring squadrons of the known force, with their attached squadrons, to the end of this force.
    /// `taken` gives their places in the known force, which are also added to `from`. `position` is the position in the
    /// list that the first squadron gets.
    fn take_over(&mut self, known: &Self, taken: Range<usize>, mut position: usize, from: &mut Vec<Option<usize>>) {
        let Some(last) = taken.clone().last() else { return };
        let sets = known.entries[taken.start].sets.start..known.entries[last].sets.end;
        let (first, first_set) = (self.entries.len(), self.sets.len());
        let moved = |place: usize| place - taken.start + first;
        let moved_set = |place: usize| place - sets.start + first_set;
        self.entries.extend(known.entries[taken.clone()].iter().map(|entry| {
            let mut same = ForceEntry {
                parent: entry.parent.map(moved),
                sets: moved_set(entry.sets.start)..moved_set(entry.sets.end),
                end: moved(entry.end),
                ..entry.clone()
            };
            if entry.parent.is_none() {
                same.position = position;
                position += 1;
            }
            same
        }));
        let set = |set: &ModelSet<'a>| ModelSet { entry: moved(set.entry), ..set.clone() };
        self.sets.extend(known.sets[sets.clone()].iter().map(set));
        let bearer = |bearer: &Bearer| Bearer { entry: moved(bearer.entry), ..bearer.clone() };
        self.bearers.extend(known.bearers[known.bearers_of(taken.clone())].iter().map(bearer));
        from.extend(taken.map(Some));
    }
}

/// How many more squadrons there is room for at once.
const ROOM: usize = 8;

/// Whether two lists differ only in squadrons, as far as it matters to judging.
fn differ_in_squadrons_only(one: &ArmyList, other: &ArmyList) -> bool {
    one.nation == other.nation
        && one.mfv == other.mfv
        && one.settings == other.settings
        && one.consents == other.consents
        && one.open == other.open
        && one.decks == other.decks
        && one.groups.len() == other.groups.len()
        && one.groups.iter().zip(&other.groups).all(|(one, other)| one.kind == other.kind)
}

/// Counts the equal squadrons at the beginning of two rows, then the equal ones at the end of what remains.
fn equal_ends(one: &[Squadron], other: &[Squadron]) -> (usize, usize) {
    let ahead = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let rest = one.iter().skip(ahead).rev().zip(other.iter().skip(ahead).rev());
    (ahead, rest.take_while(|(one, other)| one == other).count())
}
