//! Which later list is the new version of which earlier list.

use std::collections::HashMap;

use indexmap::IndexMap;
use muster_engine::slug::slug;
use muster_library::shelf::Shelf;

use super::changes::{Judged, judged, unlike};
use crate::submission::Submission;

/// The pairs of an earlier and a later list, the earlier lists without a later one, and the later without an earlier.
pub(super) type Paired = (Vec<(usize, usize)>, Vec<usize>, Vec<usize>);

/// Lists and which of them are still without a partner.
type Side<'s> = (&'s [Submission], Vec<usize>);

/// Pairs lists, each with one other at most.
pub(super) fn pairs(shelf: &Shelf, before: Side, after: Side) -> Paired {
    let mut pairing = Pairing { shelf, before, after, paired: Vec::new() };
    pairing.by_player();
    pairing.equal(|one| one.address().map(str::to_lowercase));
    // A list without a player may be that of a player; lists of two players are two lists.
    pairing.equal_without_player(|one| Some((of_ruleset(one)?, slug(one.report.name.as_deref()?))));
    pairing.equal_without_player(|one| Some((of_ruleset(one)?, content(one)?)));
    (pairing.paired, pairing.before.1, pairing.after.1)
}

struct Pairing<'s> {
    shelf: &'s Shelf,
    before: Side<'s>,
    after: Side<'s>,
    paired: Vec<(usize, usize)>,
}

impl Pairing<'_> {
    /// Pairs the lists of each player, whatever they are called.
    fn by_player(&mut self) {
        let mut players: HashMap<String, Vec<usize>> = HashMap::new();
        for later in &self.after.1 {
            if let Some(player) = player(&self.after.0[*later]) {
                players.entry(player).or_default().push(*later);
            }
        }
        let mut earlier: IndexMap<String, Vec<usize>> = IndexMap::new();
        for one in &self.before.1 {
            if let Some(player) = player(&self.before.0[*one]).filter(|player| players.contains_key(player)) {
                earlier.entry(player).or_default().push(*one);
            }
        }
        for (player, mut before) in earlier {
            let mut after = players.remove(&player).unwrap_or_default();
            self.among(&mut before, &mut after);
        }
    }

    /// Pairs some earlier lists with some later ones, the most alike first.
    fn among(&mut self, before: &mut Vec<usize>, after: &mut Vec<usize>) {
        self.each_equal(before, after, &|one| Some((of_ruleset(one)?, content(one)?)));
        self.each_equal(before, after, &|one| Some(slug(one.report.name.as_deref()?)));
        self.each_equal(before, after, &|one| Some((of_ruleset(one)?, one.report.mfv?)));
        if before.is_empty() || after.is_empty() {
            return;
        }
        let judged = |side: &[Submission], which: &[usize]| -> Vec<Option<Judged>> {
            which.iter().map(|one| judged(self.shelf, &side[*one])).collect()
        };
        let (earlier, later) = (judged(self.before.0, before), judged(self.after.0, after));
        let mut distances: Vec<(usize, usize, usize)> = Vec::new();
        for (place, one) in earlier.iter().enumerate() {
            for (other_place, other) in later.iter().enumerate() {
                let (Some(one), Some(other)) = (one, other) else { continue };
                if of_ruleset(&self.before.0[before[place]]) == of_ruleset(&self.after.0[after[other_place]]) {
                    distances.push((unlike(one, other), place, other_place));
                }
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

    /// Pairs those lists whose key is equal, in their order.
    fn each_equal<K: PartialEq>(
        &mut self,
        before: &mut Vec<usize>,
        after: &mut Vec<usize>,
        key: &dyn Fn(&Submission) -> Option<K>,
    ) {
        before.retain(|one| {
            let Some(wanted) = key(&self.before.0[*one]) else { return true };
            let found = after.iter().position(|other| key(&self.after.0[*other]).as_ref() == Some(&wanted));
            if let Some(place) = found {
                let other = after.remove(place);
                self.pair(*one, other);
            }
            found.is_none()
        });
    }

    /// Pairs lists whose key is equal, if only one earlier and one later list have it.
    fn equal<K: Eq + std::hash::Hash>(&mut self, key: impl Fn(&Submission) -> Option<K>) {
        self.equal_if(key, |_, _| true);
    }

    /// Like `equal`, for lists of which one names no player.
    fn equal_without_player<K: Eq + std::hash::Hash>(&mut self, key: impl Fn(&Submission) -> Option<K>) {
        self.equal_if(key, |one, other| player(one).is_none() || player(other).is_none());
    }

    fn equal_if<K: Eq + std::hash::Hash>(
        &mut self,
        key: impl Fn(&Submission) -> Option<K>,
        may: impl Fn(&Submission, &Submission) -> bool,
    ) {
        let mut found: HashMap<K, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for one in &self.before.1 {
            if let Some(key) = key(&self.before.0[*one]) {
                found.entry(key).or_default().0.push(*one);
            }
        }
        for one in &self.after.1 {
            if let Some(key) = key(&self.after.0[*one]) {
                found.entry(key).or_default().1.push(*one);
            }
        }
        let single = found.into_values().filter_map(|(before, after)| match (before.as_slice(), after.as_slice()) {
            ([one], [other]) => Some((*one, *other)),
            _ => None,
        });
        let mut single: Vec<(usize, usize)> = single.collect();
        single.sort_unstable();
        for (one, other) in single {
            if may(&self.before.0[one], &self.after.0[other]) {
                self.pair(one, other);
            }
        }
    }

    fn pair(&mut self, one: usize, other: usize) {
        self.before.1.retain(|left| *left != one);
        self.after.1.retain(|left| *left != other);
        self.paired.push((one, other));
    }
}

/// A player's name without case and accents.
fn player(submission: &Submission) -> Option<String> {
    submission.player().map(slug).filter(|name| !name.is_empty())
}

fn of_ruleset(submission: &Submission) -> Option<String> {
    submission.list.as_ref().map(|list| list.ruleset.id().to_owned())
}

/// The half of the fingerprint that is about the list.
fn content(submission: &Submission) -> Option<String> {
    Some(submission.report.fingerprint.as_ref()?.split('-').next()?.to_owned())
}
