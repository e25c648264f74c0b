//! Pairs each earlier list with the later list that is its new version. Lists of two places are never paired (`origin.rs`),
//! so nobody's list becomes another's change by the name that it states.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use indexmap::IndexMap;
use muster_engine::slug::slug;
use muster_library::shelf::Shelf;

use super::changes::{JudgedContents, judged, unlike};
use crate::origin::SharedAddress;
use crate::submission::Submission;

/// The pairs of an earlier and a later list; the earlier lists without a later one; the later lists without an earlier
/// one. All are indexes.
pub(super) type ListPairs = (Vec<(usize, usize)>, Vec<usize>, Vec<usize>);

/// All lists of one side, and the indexes of those that are not paired yet.
type ListSide<'s> = (&'s [Submission], Vec<usize>);

/// Pairs lists. Each list is in at most one pair.
pub(super) fn pairs(shelf: &Shelf, before: ListSide, after: ListSide) -> ListPairs {
    let mut pairing = PairFinder { shelf, before, after, paired: Vec::new() };
    let of_two = pairing.names_of_two();
    pairing.each(|one| match one.origin().home()? {
        SharedAddress::Sent(address) => Some(address),
        SharedAddress::Stated(_) => None,
    });
    pairing.each(|one| match one.origin().home()? {
        SharedAddress::Sent(address) | SharedAddress::Stated(address) => Some((address, player(one)?)),
    });
    // A name alone joins files that came without a mail. If it stands with two addresses, nobody knows whose these are.
    pairing.each(|one| player(one).filter(|name| one.origin().home().is_some() || !of_two.contains(name)));
    pairing.each(|one| if player(one).is_none() { name(one) } else { None });
    // A list without a player may belong to a player of the other side. Lists of two players are never one list.
    pairing.single_without_player(|one| Some((of_ruleset(one)?, name(one)?)));
    pairing.single_without_player(|one| Some((of_ruleset(one)?, one.content()?)));
    (pairing.paired, pairing.before.1, pairing.after.1)
}

/// If a player has more possible pairs than this, the squadrons are not compared, because that would take too long.
const COMPARED: usize = 10_000;

struct PairFinder<'s> {
    shelf: &'s Shelf,
    before: ListSide<'s>,
    after: ListSide<'s>,
    paired: Vec<(usize, usize)>,
}

/// How different two lists are: whether content, name and MFV differ, then the number of squadrons that differ.
type Distance = (bool, bool, bool, usize);

impl PairFinder<'_> {
    /// The names of players that stand with two addresses or more.
    fn names_of_two(&self) -> HashSet<String> {
        let mut homes: HashMap<String, HashSet<String>> = HashMap::new();
        for one in self.before.0.iter().chain(self.after.0) {
            if let (Some(name), Some(SharedAddress::Sent(home) | SharedAddress::Stated(home))) =
                (player(one), one.origin().home())
            {
                homes.entry(name).or_default().insert(home);
            }
        }
        homes.into_iter().filter(|(_, homes)| homes.len() > 1).map(|(name, _)| name).collect()
    }

    /// Pairs lists that have the same key, such as the player. A key may have several lists.
    fn each<K: Eq + Hash>(&mut self, key: impl Fn(&Submission) -> Option<K>) {
        for (before, after) in self.by_key(key).into_values() {
            self.among(&before, &after);
        }
    }

    /// Pairs an earlier and a later list with the same key, if no others have that key, and if at least one of the two names
    /// no player.
    fn single_without_player<K: Eq + Hash>(&mut self, key: impl Fn(&Submission) -> Option<K>) {
        for (before, after) in self.by_key(key).into_values() {
            if let ([one], [other]) = (before.as_slice(), after.as_slice())
                && (player(&self.before.0[*one]).is_none() || player(&self.after.0[*other]).is_none())
                && may_be(&self.before.0[*one], &self.after.0[*other])
            {
                self.pair(*one, *other);
            }
        }
    }

    /// The earlier and the later lists that are not paired yet, by their key, in their order.
    fn by_key<K: Eq + Hash>(&self, key: impl Fn(&Submission) -> Option<K>) -> IndexMap<K, (Vec<usize>, Vec<usize>)> {
        let mut found: IndexMap<K, (Vec<usize>, Vec<usize>)> = IndexMap::new();
        for one in &self.before.1 {
            if let Some(key) = key(&self.before.0[*one]) {
                found.entry(key).or_default().0.push(*one);
            }
        }
        for one in &self.after.1 {
            if let Some((_, after)) = key(&self.after.0[*one]).and_then(|key| found.get_mut(&key)) {
                after.push(*one);
            }
        }
        found
    }

    /// Pairs these earlier lists with these later lists. The least different lists are paired first.
    fn among(&mut self, before: &[usize], after: &[usize]) {
        let is_small = before.len().saturating_mul(after.len()) <= COMPARED;
        let judged = |side: &[Submission], which: &[usize]| -> Vec<Option<JudgedContents>> {
            let is_needed = is_small && (before.len() > 1 || after.len() > 1);
            which.iter().map(|one| if is_needed { judged(self.shelf, &side[*one]) } else { None }).collect()
        };
        let (earlier, later) = (judged(self.before.0, before), judged(self.after.0, after));
        let mut distances: Vec<(Distance, usize, usize)> = Vec::new();
        for (place, one) in before.iter().enumerate() {
            for (other_place, other) in after.iter().enumerate() {
                let (one, other) = (&self.before.0[*one], &self.after.0[*other]);
                if !may_be(one, other) {
                    continue;
                }
                let differs =
                    |key: &dyn Fn(&Submission) -> Option<String>| key(one).is_none() || key(one) != key(other);
                let is_other_game = of_ruleset(one) != of_ruleset(other);
                let (by_content, by_name) = (is_other_game || differs(&Submission::content), differs(&name));
                if is_other_game && by_name {
                    continue;
                }
                let by_value = is_other_game || one.report.mfv.is_none() || one.report.mfv != other.report.mfv;
                let squadrons = earlier[place].as_ref().zip(later[other_place].as_ref());
                let squadrons = squadrons.map_or(0, |(one, other)| unlike(one, other));
                distances.push(((by_content, by_name, by_value, squadrons), place, other_place));
            }
        }
        distances.sort_unstable();
        let (mut from, mut to) = (vec![false; before.len()], vec![false; after.len()]);
        for (_, one, other) in distances {
            if !from[one] && !to[other] {
                (from[one], to[other]) = (true, true);
                self.pair(before[one], after[other]);
            }
        }
    }

    fn pair(&mut self, one: usize, other: usize) {
        self.before.1.retain(|left| *left != one);
        self.after.1.retain(|left| *left != other);
        self.paired.push((one, other));
    }
}

/// Whether two lists may be of one player. Every step asks this, whatever the lists have in common.
fn may_be(one: &Submission, other: &Submission) -> bool {
    one.origin().may_be(other.origin())
}

/// A player's name, exactly: names that differ in capitals, blanks or accents may be of two people.
fn player(submission: &Submission) -> Option<String> {
    submission.player().map(str::to_owned)
}

/// A list's name without case and accents.
fn name(submission: &Submission) -> Option<String> {
    submission.report.name.as_deref().map(slug).filter(|name| !name.is_empty())
}

fn of_ruleset(submission: &Submission) -> Option<String> {
    submission.list.as_ref().map(|list| list.ruleset.id().to_owned())
}
