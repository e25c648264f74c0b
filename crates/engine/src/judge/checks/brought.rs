//! Checks squadrons that another squadron brings by a special rule: their unit, the number of models, and their sizes.

#![expect(clippy::indexing_slicing, reason = "the force gives out the places of squadrons, and each room is looked at")]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::force::brought_groups::{BroughtGroup, sum};
use crate::force::gifts::{Gift, bringing};
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::shapes::list::ListPart;
use crate::text::plural::{count, joined};
use crate::words::phrases::squadrons;

/// A squadron that another squadron does not bring as the list says.
#[derive(Clone, Debug)]
pub(crate) enum BroughtFault {
    /// The unit of the squadron, or of one that brings it, is unknown.
    UnknownUnit { squadron: usize },
    /// The list leaves the options of the bringer open, and by some it brings something else.
    OpenOptions { squadron: usize, bringer: usize },
    /// The brought squadron is attached to another. It must be a squadron of its own.
    Attached { squadron: usize, bringer: usize, parent: usize },
    /// The bringer's card names something that no catalogue has, so this squadron may be that.
    UnknownGift { squadron: usize, bringer: usize, gift: String },
    /// The bringer has this special rule, but its catalogue does not say what it brings by it.
    SilentCard { squadron: usize, bringer: usize, special_rule: String },
    /// The bringer does not bring this unit.
    NotBrought { squadron: usize, bringer: usize },
    /// The bringer brings another number of models. `at_most` is true if fewer models than expected would be right too.
    WrongNumber { squadron: usize, bringer: usize, models: u32, expected: u32, at_most: bool },
    /// The bringer brings squadrons of other sizes than the list has.
    WrongSizes(WrongSizes),
}

/// The bringer brings squadrons of other sizes than the list has. Each pair is a number of models, and how often that
/// number occurs.
#[derive(Clone, Debug)]
pub(crate) struct WrongSizes {
    squadron: usize,
    bringer: usize,
    /// Squadrons whose size the card prints.
    printed: Vec<(u32, u32)>,
    /// Models that the player divides into squadrons.
    divided: Vec<(u32, u32)>,
    /// Squadrons as the list has them.
    listed: Vec<(u32, u32)>,
}

impl StructuralCheck for BroughtFault {
    type Given<'g> = &'g str;
    const LOOKS_AT: CheckSubject = CheckSubject::Relations;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Load, ListPart::Size];
    const ASKS_FOR_MORE: bool = true;

    fn run(force: &Force, rule: &str, _: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        force.brought_groups().iter().filter_map(|group| judge(force, rule, group)).for_each(report);
    }

    fn sentence(&self, force: &Force) -> String {
        let declarations = force.ruleset.declarations();
        let one_squadron = squadrons(declarations, 1);
        match self {
            Self::UnknownUnit { squadron } => {
                let name = force.name(*squadron);
                format!("{name}: the unit is unknown, so whether it may be brought cannot be judged")
            }
            Self::OpenOptions { squadron, bringer } => format!(
                "{}: the list leaves its options open, so whether it brings {} cannot be judged",
                force.name(*bringer),
                force.name(*squadron)
            ),
            Self::Attached { squadron, bringer, parent } => format!(
                "{} is brought by {}, so it is a {one_squadron} of its own and cannot be attached to {}",
                force.name(*squadron),
                force.name(*bringer),
                force.name(*parent)
            ),
            Self::UnknownGift { squadron, bringer, gift } => format!(
                "{} brings \u{201c}{gift}\u{201d}, and no catalogue says whether {} is that",
                force.name(*bringer),
                force.unit_name(*squadron)
            ),
            Self::SilentCard { squadron, bringer, special_rule } => format!(
                "{} has {special_rule}, and no catalogue says what it brings by that: {} cannot be judged",
                force.name(*bringer),
                force.unit_name(*squadron)
            ),
            Self::NotBrought { squadron, bringer } => {
                format!("{} does not bring {}", force.name(*bringer), force.unit_name(*squadron))
            }
            Self::WrongNumber { squadron, bringer, models, expected, at_most } => {
                let most = if *at_most { "at most " } else { "" };
                let (name, unit) = (force.name(*bringer), force.unit_name(*squadron));
                format!("{name} brings {most}{} of {unit}, not {models}", count(*expected, "model"))
            }
            Self::WrongSizes(sizes) => sizes.sentence(force),
        }
    }

    fn help(&self, force: &Force, _: bool) -> Option<String> {
        let squadron = squadrons(force.ruleset.declarations(), 1);
        match self {
            Self::Attached { .. } => Some(format!("list it as a {squadron} of its own, or leave out `brought-by`")),
            _ => None,
        }
    }
}

impl WrongSizes {
    fn sentence(&self, force: &Force) -> String {
        let squadron = |number| squadrons(force.ruleset.declarations(), number);
        let sorts = |of: &[(u32, u32)]| {
            of.iter().map(|(models, number)| format!("{number} {} of {models}", squadron(*number))).collect::<Vec<_>>()
        };
        let divided = self.divided.iter().map(|(models, times)| match times {
            1 => format!("{} of up to {models} together", squadron(2)),
            _ => format!("{} of up to {models} together, {times} times", squadron(2)),
        });
        let may: Vec<String> = sorts(&self.printed).into_iter().chain(divided).collect();
        format!(
            "{} brings {} in {}, not in {}",
            force.name(self.bringer),
            force.unit_name(self.squadron),
            joined(&may, "and"),
            joined(&sorts(&self.listed), "and")
        )
    }
}

/// Checks one group. Reports nothing if the check of another special rule has to report it.
fn judge(force: &Force, rule: &str, group: &BroughtGroup) -> Option<Breach<BroughtFault>> {
    let (first, entry) = *group.squadrons.first()?;
    let bringer = group.bringer();
    let known = |index: &usize| force.entries[*index].found.is_some();
    if entry.found.is_none() || !group.bringers.iter().all(known) {
        let fault = BroughtFault::UnknownUnit { squadron: first };
        return must_report(force, group, rule).then(|| Breach::new(force, first, fault).open());
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
        return Some(Breach::new(force, squadron, fault).also(force.pointer(parent)));
    }
    let Some(breach) = numbers(force, group, &gifts) else {
        let fault = BroughtFault::OpenOptions { squadron: first, bringer };
        return force.leaves_gifts_open(group.root).then(|| Breach::new(force, first, fault).open());
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
    Some(breach.open_if(force.may_bring_more(group.root)))
}

/// Reports a group that its bringers do not bring, as far as their cards say.
fn not_brought(force: &Force, rule: &str, group: &BroughtGroup) -> Option<Breach<BroughtFault>> {
    let (squadron, bringer) = (group.squadrons.first()?.0, group.bringer());
    let breach = |fault: BroughtFault| Breach::new(force, squadron, fault);
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
    let breach = breach.open_if(force.may_bring_more(group.root));
    must_report(force, group, rule).then(|| breach.also(force.pointer(bringer)))
}

/// Checks the number of models: in total first, then in each squadron.
fn numbers(force: &Force, group: &BroughtGroup, gifts: &[Gift]) -> Option<Breach<BroughtFault>> {
    let (first, _) = *group.squadrons.first()?;
    let bringer = group.bringer();
    let models = group.squadrons.iter().fold(0, |sum: u32, (_, entry)| sum.saturating_add(entry.models));
    let expected = sum(gifts);
    // Squadrons that the player forms during play need not be listed. But if all bringers bring one squadron together,
    // all its models must be listed.
    let optional = gifts.iter().all(|gift| !gift.is_joint());
    if optional && models <= expected {
        return sizes(force, group, gifts);
    }
    if !optional && group.is_whole(gifts, models) {
        return None;
    }
    let floor = (!optional).then_some(i64::from(expected));
    let fault = BroughtFault::WrongNumber { squadron: first, bringer, models, expected, at_most: optional };
    let breach = Breach::new(force, first, fault).also(force.pointer(bringer));
    Some(breach.numbers(models.into(), floor, Some(expected.into())))
}

/// Checks the size of each squadron. Either the card prints the size, or the player divides the models of each bringer
/// into squadrons.
fn sizes(force: &Force, group: &BroughtGroup, gifts: &[Gift]) -> Option<Breach<BroughtFault>> {
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
    let breach = Breach::new(force, at, fault).also(force.pointer(group.bringer())).open_if(fits.is_none());
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
