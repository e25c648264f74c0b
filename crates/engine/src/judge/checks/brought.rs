//! Checks squadrons that another squadron brings by a special rule.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons, each bringer's root has gifts, and each room is looked at"
)]

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};

use crate::force::gifts::{Gift, bringing};
use crate::force::parts::ForceEntry;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::faults::Fault;
use crate::judge::faults::brought::{BroughtFault, WrongSizes};
use crate::shapes::catalogue::BroughtModels;

/// The squadrons of one unit that one root squadron brings according to the list. A root squadron is one that is not
/// attached. What is attached to it is part of it, so what the attached squadrons bring counts too.
struct BroughtGroup<'s, 'a> {
    /// The root squadron.
    root: usize,
    /// Everything that the root squadron brings, of any unit.
    gifts: Rc<[Gift<'a>]>,
    /// The squadrons that the list names in `brought-by`: the root squadron, or squadrons attached to it.
    bringers: IndexSet<usize>,
    /// The brought squadrons.
    squadrons: Vec<(usize, &'s ForceEntry<'a>)>,
}

impl<'a> BroughtGroup<'_, 'a> {
    /// The bringer that the list names; the root squadron if it names several.
    fn bringer(&self) -> usize {
        self.bringers.first().filter(|_| self.bringers.len() == 1).copied().unwrap_or(self.root)
    }

    /// The gifts that consist of the group's unit.
    fn of_unit(&self) -> impl Iterator<Item = &Gift<'a>> {
        let unit = self.squadrons.first().and_then(|(_, entry)| entry.found).map(|found| found.unit.id.as_str());
        self.gifts.iter().filter(move |gift| gift.brings.unit.as_deref() == unit)
    }

    /// The group without the squadrons whose bringers bring this unit by one special rule that is not this one.
    fn by(&self, rule: &str) -> Self {
        let is_of_another = |bringer: usize| {
            let mut rules = self.of_unit().filter(|gift| gift.from == bringer).map(|gift| gift.brings.rule.as_str());
            rules.next().is_some_and(|first| first != rule && rules.all(|other| other == first))
        };
        let squadrons = self.squadrons.iter().filter(|(_, entry)| !entry.bringer.is_some_and(is_of_another));
        let squadrons: Vec<_> = squadrons.copied().collect();
        let bringers = squadrons.iter().filter_map(|(_, entry)| entry.bringer).collect();
        Self { root: self.root, gifts: Rc::clone(&self.gifts), bringers, squadrons }
    }
}

/// Checks that squadrons are brought as the cards say, as far as it concerns this special rule.
pub(super) fn check(force: &Force, rule: &str) -> Vec<Breach> {
    brought_groups(force).iter().filter_map(|group| judge(force, rule, group)).collect()
}

/// Checks that all that a root squadron brings by this special rule forms one squadron.
pub(super) fn together(force: &Force, rule: &str) -> Vec<Breach> {
    let mut by_root: IndexMap<usize, Vec<(BroughtGroup, Vec<Gift>)>> = IndexMap::new();
    for group in brought_groups(force).iter().map(|group| group.by(rule)).filter(|group| !group.squadrons.is_empty()) {
        let gifts = group.of_unit().filter(|gift| gift.brings.rule == rule && is_one(gift.brings));
        let gifts: Vec<Gift> = gifts.copied().collect();
        if !gifts.is_empty() {
            by_root.entry(group.root).or_default().push((group, gifts));
        }
    }
    by_root.into_iter().filter_map(|(root, brought_groups)| one_squadron(force, root, &brought_groups)).collect()
}

/// Checks that these squadrons are one squadron, and that it has a size that its unit may have.
fn one_squadron(force: &Force, root: usize, brought_groups: &[(BroughtGroup, Vec<Gift>)]) -> Option<Breach> {
    let mut all: Vec<usize> =
        brought_groups.iter().flat_map(|(group, _)| &group.squadrons).map(|(index, _)| *index).collect();
    all.sort_unstable();
    if let [first, others @ ..] = all.as_slice()
        && !others.is_empty()
    {
        let names = brought_groups.iter().filter_map(|(_, gifts)| Some(gifts.first()?.brings.name.as_str()));
        let names: BTreeSet<&str> = names.collect();
        let names = names.into_iter().map(str::to_owned).collect();
        let fault = BroughtFault::NotTogether { bringer: root, squadrons: to_u32(all.len()), names };
        let breach = breach(force, *first, fault).numbers(to_i64(all.len()), None, Some(1));
        // An unknown bringer may bring its squadrons by another special rule.
        let known = |index: &usize| force.entries[*index].found.is_some();
        let are_known = brought_groups.iter().all(|(group, _)| group.bringers.iter().all(known));
        let breach = if are_known { breach } else { breach.open() };
        return Some(others.iter().fold(breach, |breach, index| breach.also(force.pointer(*index))));
    }
    let (group, gifts) = brought_groups.first()?;
    let (index, entry) = *group.squadrons.first()?;
    // If there is only one bringer, its card decides the size, not the unit. The check of the special rule reports
    // wrong numbers.
    let times = gifts.iter().fold(0_u32, |all, gift| all.saturating_add(gift.times));
    if times < 2 || !is_whole(group, gifts, entry.models) {
        return None;
    }
    let size = entry.found.and_then(|found| found.unit.squadron)?;
    if size.holds(entry.models) {
        return None;
    }
    let (min, max, name) = (size.min, size.max, gifts.first()?.brings.name.clone());
    let fault = BroughtFault::WrongSize { bringer: root, models: entry.models, name, min, max };
    let breach = breach(force, index, fault).also(force.pointer(root));
    Some(breach.numbers(entry.models.into(), Some(size.min.into()), size.max.map(i64::from)))
}

/// Checks one group. Reports nothing if the check of another special rule has to report it.
fn judge(force: &Force, rule: &str, group: &BroughtGroup) -> Option<Breach> {
    let (first, entry) = *group.squadrons.first()?;
    let bringer = group.bringer();
    let known = |index: &usize| force.entries[*index].found.is_some();
    if entry.found.is_none() || !group.bringers.iter().all(known) {
        let fault = BroughtFault::UnknownUnit { squadron: first };
        return must_report(force, group, rule).then(|| breach(force, first, fault).open());
    }
    if group.of_unit().next().is_none() {
        return not_brought(force, rule, group);
    }
    let gifts: Vec<Gift> = group.of_unit().filter(|gift| gift.brings.rule == rule).copied().collect();
    if gifts.is_empty() || group.by(rule).squadrons.is_empty() {
        return None;
    }
    // A brought squadron is never part of another squadron.
    if let Some((squadron, parent)) = group.squadrons.iter().find_map(|(index, entry)| Some((*index, entry.parent?))) {
        let fault = BroughtFault::Attached { squadron, bringer, parent };
        return Some(breach(force, squadron, fault).also(force.pointer(parent)));
    }
    let Some(breach) = numbers(force, group, &gifts) else {
        let fault = BroughtFault::OpenOptions { squadron: first, bringer };
        return force.leaves_gifts_open(group.root).then(|| breach(force, first, fault).open());
    };
    // A ship and one that is attached to it may bring the same unit, each by a special rule of its own.
    let rules: BTreeSet<&str> = group.of_unit().map(|gift| gift.brings.rule.as_str()).collect();
    let is_right = |rule: &str| {
        let gifts: Vec<Gift> = group.of_unit().filter(|gift| gift.brings.rule == rule).copied().collect();
        let own = group.by(rule);
        own.squadrons.is_empty() || numbers(force, &own, &gifts).is_none()
    };
    if rules.len() > 1 && rules.into_iter().all(is_right) {
        return None;
    }
    // What is unknown of the root squadron may bring some of the models too.
    Some(if force.may_bring_more(group.root) { breach.open() } else { breach })
}

/// Reports a group that its bringers do not bring, as far as their cards say.
fn not_brought(force: &Force, rule: &str, group: &BroughtGroup) -> Option<Breach> {
    let (squadron, bringer) = (group.squadrons.first()?.0, group.bringer());
    let breach = |fault: BroughtFault| breach(force, squadron, fault);
    if let Some(gift) = group.gifts.iter().find(|gift| gift.brings.unit.is_none()) {
        let fault = BroughtFault::UnknownGift { squadron, bringer, gift: gift.brings.name.clone() };
        return (gift.brings.rule == rule).then(|| breach(fault).also(force.pointer(bringer)).open());
    }
    // A card may have the special rule without saying what it brings.
    let silent = group.bringers.iter().flat_map(|bringer| force.silent(*bringer, &group.gifts)).min();
    if let Some(of) = silent {
        let special_rule = force.ruleset.special_rule(of).map_or(of, |special| &special.name).to_owned();
        let fault = BroughtFault::SilentCard { squadron, bringer, special_rule };
        return (of == rule).then(|| breach(fault).also(force.pointer(bringer)).open());
    }
    let breach = breach(BroughtFault::NotBrought { squadron, bringer }).inside("/brought-by");
    let breach = if force.may_bring_more(group.root) { breach.open() } else { breach };
    must_report(force, group, rule).then(|| breach.also(force.pointer(bringer)))
}

/// Checks the number of models: in total first, then in each squadron.
fn numbers(force: &Force, group: &BroughtGroup, gifts: &[Gift]) -> Option<Breach> {
    let (first, _) = *group.squadrons.first()?;
    let bringer = group.bringer();
    let models = group.squadrons.iter().fold(0, |sum: u32, (_, entry)| sum.saturating_add(entry.models));
    let expected = sum(gifts.iter());
    // Squadrons that the player forms during play need not be listed. But if all bringers bring one squadron together,
    // all its models must be listed.
    let optional = gifts.iter().all(|gift| !is_one(gift.brings));
    if optional && models <= expected {
        return sizes(force, group, gifts);
    }
    if !optional && is_whole(group, gifts, models) {
        return None;
    }
    let floor = (!optional).then_some(i64::from(expected));
    let fault = BroughtFault::WrongNumber { squadron: first, bringer, models, expected, at_most: optional };
    let breach = breach(force, first, fault).also(force.pointer(bringer));
    Some(breach.numbers(models.into(), floor, Some(expected.into())))
}

/// Checks the size of each squadron. Either the card prints the size, or the player divides the models of each bringer
/// into squadrons.
fn sizes(force: &Force, group: &BroughtGroup, gifts: &[Gift]) -> Option<Breach> {
    let mut printed: BTreeMap<u32, u32> = BTreeMap::new();
    let mut divided: BTreeMap<u32, u32> = BTreeMap::new();
    for Gift { brings, times, .. } in gifts {
        let (of, more) = if brings.divided {
            (&mut divided, *times)
        } else {
            (&mut printed, times.saturating_mul(brings.squadrons.unwrap_or(1)))
        };
        let number = of.entry(brings.models).or_default();
        *number = number.saturating_add(more);
    }
    let mut left = printed.clone();
    let mut others: Vec<(u32, usize)> = Vec::new();
    for (index, entry) in &group.squadrons {
        match left.get_mut(&entry.models) {
            Some(left) if *left > 0 => *left -= 1,
            _ => others.push((entry.models, *index)),
        }
    }
    others.sort_unstable();
    let (odd, at) = *others.first()?;
    let odd_sizes: Vec<u32> = others.iter().map(|(models, _)| *models).collect();
    let fits = fit(&odd_sizes, &divided);
    if fits == Some(true) {
        return None;
    }
    let listed = group.squadrons.iter().fold(BTreeMap::new(), |mut listed: BTreeMap<u32, u32>, (_, entry)| {
        *listed.entry(entry.models).or_default() += 1;
        listed
    });
    let sorted = |of: &BTreeMap<u32, u32>| of.iter().map(|(models, number)| (*models, *number)).collect();
    let fault = BroughtFault::WrongSizes(WrongSizes {
        squadron: group.squadrons.first()?.0,
        bringer: group.bringer(),
        printed: sorted(&printed),
        divided: sorted(&divided),
        listed: sorted(&listed),
    });
    let breach = breach(force, at, fault).also(force.pointer(group.bringer()));
    let breach = if fits.is_none() { breach.open() } else { breach };
    let ends = [printed.keys().next(), printed.keys().next_back()].map(|size| size.map(|size| i64::from(*size)));
    // The numbers of the finding are sizes of squadrons. If only the number of squadrons is wrong, it has no numbers.
    let is_size = divided.is_empty() && !printed.contains_key(&odd);
    Some(if is_size { breach.numbers(odd.into(), ends[0], ends[1]) } else { breach })
}

/// The largest number of ways of dividing that are tried.
const TRIES: u32 = 2_000;

/// The largest number of squadrons for which ways of dividing are tried.
const DIVIDED: usize = 100;

/// Whether the models that players divide can be divided into squadrons of these sizes, given smallest first. `divided`
/// maps a number of models to how many times it comes. None if it takes too long to tell.
fn fit(sizes: &[u32], divided: &BTreeMap<u32, u32>) -> Option<bool> {
    let total = |numbers: &mut dyn Iterator<Item = u64>| numbers.fold(0, u64::saturating_add);
    let room = total(&mut divided.iter().map(|(models, times)| u64::from(*models) * u64::from(*times)));
    let most = divided.keys().next_back().copied().unwrap_or(0);
    if total(&mut sizes.iter().map(|size| u64::from(*size))) > room || sizes.last().is_some_and(|size| *size > most) {
        return Some(false);
    }
    if sizes.len() > DIVIDED {
        return None;
    }
    let mut rooms: Vec<u32> = Vec::new();
    for (models, times) in divided {
        rooms.extend(std::iter::repeat_n(*models, usize::try_from(*times).unwrap_or(DIVIDED).min(sizes.len())));
    }
    // Each room is a number of models that a player divides. No more rooms than squadrons are needed, so the largest
    // are enough.
    rooms.drain(..rooms.len().saturating_sub(sizes.len()));
    let mut tries = TRIES;
    let fits = place(sizes, &rooms, &mut HashSet::new(), &mut tries);
    if fits || tries > 0 { Some(fits) } else { None }
}

/// Whether all squadrons fit into the rooms. Tries the largest squadron in each room, then the smaller ones. `failed`
/// remembers rooms that were too small, so that they are not tried again.
fn place(sizes: &[u32], rooms: &[u32], failed: &mut HashSet<Vec<u32>>, tries: &mut u32) -> bool {
    let Some((size, smaller)) = sizes.split_last() else { return true };
    // `failed` need not say which squadrons are left: their sizes add up to what the rooms have lost, and they are
    // always placed in the same order.
    for (index, room) in rooms.iter().enumerate() {
        if room < size || rooms[..index].last() == Some(room) {
            continue;
        }
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        let mut rest = rooms.to_vec();
        rest[index] -= size;
        rest.sort_unstable();
        if !failed.contains(&rest) {
            if place(smaller, &rest, failed, tries) {
                return true;
            }
            failed.insert(rest);
        }
    }
    false
}

fn breach(force: &Force, squadron: usize, fault: BroughtFault) -> Breach {
    Breach::new(force, squadron, Fault::Brought(fault))
}

/// Whether the number of models is right: as many as all bringers in the root squadron bring, or as many as the
/// bringers that the list names bring.
fn is_whole(group: &BroughtGroup, gifts: &[Gift], models: u32) -> bool {
    let named = gifts.iter().filter(|gift| group.bringers.contains(&gift.from));
    models == sum(gifts.iter()) || models == sum(named)
}

/// How many models these gifts bring in all.
fn sum<'g, 'a: 'g>(gifts: impl Iterator<Item = &'g Gift<'a>>) -> u32 {
    gifts.fold(0, |sum: u32, gift| sum.saturating_add(gift.models()))
}

/// Whether all bringers of a root squadron bring one squadron together.
fn is_one(brings: &BroughtModels) -> bool {
    brings.squadrons.is_none() && !brings.divided
}

/// Whether the check of this special rule reports a group that no special rule brings. Only one check reports it: that
/// of the first special rule by which the root squadron brings anything. If there is none, the first by which it would
/// bring something with other options; else the last of all.
fn must_report(force: &Force, group: &BroughtGroup, rule: &str) -> bool {
    let found = || force.entries[group.root..force.entries[group.root].end].iter().filter_map(|entry| entry.found);
    let offered = |rule: &str| {
        let mut options = found().flat_map(|found| &found.ready.options);
        options.any(|option| option.brings.iter().any(|brings| brings.rule == rule))
    };
    let own = bringing(force.ruleset).find(|check| group.gifts.iter().any(|gift| gift.brings.rule == **check));
    let own = own.or_else(|| bringing(force.ruleset).find(|check| offered(check)));
    own.or_else(|| bringing(force.ruleset).next_back()) == Some(rule)
}

/// All groups of brought squadrons in the force.
fn brought_groups<'s, 'a>(force: &'s Force<'a>) -> Vec<BroughtGroup<'s, 'a>> {
    let mut brought_groups: IndexMap<(usize, Option<&str>), BroughtGroup> = IndexMap::new();
    let by_root = force.gifts_by_root();
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(bringer) = entry.bringer else { continue };
        let root = force.root(bringer);
        let unit = entry.found.map(|found| found.unit.id.as_str());
        let group = brought_groups.entry((root, unit)).or_insert_with(|| BroughtGroup {
            root,
            gifts: Rc::clone(&by_root[&root]),
            bringers: IndexSet::new(),
            squadrons: Vec::new(),
        });
        group.squadrons.push((index, entry));
        group.bringers.insert(bringer);
    }
    brought_groups.into_values().collect()
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{DIVIDED, fit};

    /// More squadrons than are tried leave it open, unless the room or the largest squadron decides.
    #[test]
    fn many_squadrons_that_cannot_fit_are_wrong() {
        let mut sizes = vec![1; DIVIDED + 1];
        assert_eq!(fit(&sizes, &BTreeMap::from([(6, 120)])), None);
        assert_eq!(fit(&sizes, &BTreeMap::from([(6, 10)])), Some(false));
        sizes.push(7);
        assert_eq!(fit(&sizes, &BTreeMap::from([(6, 120)])), Some(false));
    }
}
