//! Looks for a legal list, to show that a ruleset or an event can be played.

use std::collections::BTreeSet;

use muster_engine::list::{ArmyList, RulesetName, SettingValue};
use muster_engine::ready::Ruleset;
use muster_engine::selector::{Reference, Selector, SelectorTest, WantedTrait};
use muster_engine::slots::kinds_for;

use crate::change::ListChange;
use crate::complete::fill;
use crate::mend::Bounds;
use crate::search::{fix, fix_by};

/// A list without squadrons for each nation that has units and that no event bans, and for each of these maximum force values.
#[must_use]
pub fn empty_lists(ruleset: &Ruleset, sizes: &[u32]) -> Vec<ArmyList> {
    let events = ruleset.events().map(|events| events.all.as_slice()).unwrap_or_default();
    let is_banned = |id: &String| events.iter().any(|event| event.nations.contains_key(id));
    let has_units = |id: &str| {
        let mut own = ruleset.catalogues().iter().filter(|catalogue| catalogue.written().nation.as_deref() == Some(id));
        own.any(|catalogue| !catalogue.units().is_empty())
    };
    let declared = ruleset.declarations();
    let nations = declared.nations.keys().filter(|id| !is_banned(id) && has_units(id));
    let empty = |id: &String, mfv: u32| ArmyList {
        ruleset: RulesetName::Id(declared.id.clone()),
        nation: Some(id.clone()),
        mfv: Some(mfv),
        ..ArmyList::default()
    };
    nations.flat_map(|id| sizes.iter().map(move |mfv| empty(id, *mfv))).collect()
}

/// The maximum force values that the events over a ruleset allow; empty if they allow any.
#[must_use]
pub fn fixed_mfv(ruleset: &Ruleset) -> Vec<u32> {
    let events = ruleset.events().map(|events| events.all.as_slice()).unwrap_or_default();
    events.iter().rev().map(|event| event.mfv.clone()).find(|mfv| !mfv.is_empty()).unwrap_or_default()
}

/// Looks for a legal list with at least one squadron that has all that `start` has. It begins with the smallest changes that make
/// `start` legal. If `start` is legal without squadrons, it adds some, in a new group where nothing may stand outside of groups. If it
/// finds no list, there may still be one: the search is bounded.
#[must_use]
pub fn witness(ruleset: &Ruleset, start: &ArmyList, bounds: Bounds) -> Option<ArmyList> {
    let has_squadrons = |list: &ArmyList| list.each_squadron().next().is_some();
    let is_legal = |list: &ArmyList| muster_engine::tally(ruleset, list).errors.is_empty();
    let begun = begin(ruleset, start, bounds).or_else(|| {
        // A search from the empty list may choose the wrong core type, and not come back.
        let stated = stating(ruleset, start, &read_by_selectors(ruleset));
        let some = Bounds { judged: bounds.judged / 4, ..bounds };
        stated.iter().find_map(|start| begin(ruleset, start, some))
    })?;
    if has_squadrons(&begun) {
        return Some(begun);
    }
    let nation = begun.nation.as_deref().and_then(|name| ruleset.nation(name));
    let groups = kinds_for(ruleset, nation).into_iter();
    let founded = groups.filter_map(|kind| ListChange::Found(kind.clone()).apply(&begun));
    std::iter::once(begun.clone()).chain(founded).find_map(|start| {
        let full = fill(ruleset, &start, bounds, &|_| true).full?;
        Some(full.list).filter(|list| has_squadrons(list) && is_legal(list))
    })
}

/// The settings that selectors read, such as the core type.
fn read_by_selectors(ruleset: &Ruleset) -> BTreeSet<String> {
    let setting = |test: &SelectorTest| match test {
        SelectorTest::Trait(_, WantedTrait::Reference(Reference::Setting(id))) => Some(id.clone()),
        _ => None,
    };
    let selectors = ruleset.rules().iter().flat_map(|sourced| sourced.rule.selectors());
    let selectors = selectors.chain(ruleset.declarations().selectors.values());
    selectors.flat_map(Selector::tests).filter_map(setting).collect()
}

/// Makes a list for each value of each of these settings: its words, or on and off. Leaves out settings that the list states, and settings
/// that an event fixes.
pub fn stating<'i>(ruleset: &Ruleset, list: &ArmyList, ids: impl IntoIterator<Item = &'i String>) -> Vec<ArmyList> {
    let events = || ruleset.events().into_iter().flat_map(|events| &events.all);
    let is_fixed = |id: &String| events().any(|event| event.settings.contains_key(id));
    let mut lists = Vec::new();
    for id in ids {
        let Some(setting) = ruleset.declarations().settings.get(id) else { continue };
        if list.settings.contains_key(id) || is_fixed(id) || setting.given_by.as_ref().is_some_and(is_fixed) {
            continue;
        }
        let words = setting.values.keys().map(|word| SettingValue::Word(word.clone()));
        let flags = [true, false].map(SettingValue::Flag).into_iter().filter(|_| setting.is_flag());
        lists.extend(words.chain(flags).map(|value| {
            let mut stated = list.clone();
            stated.settings.insert(id.clone(), value);
            stated
        }));
    }
    lists
}

/// Looks for a legal list by another way, where [`witness`] finds none: a legal list of another ruleset without some of the rules is
/// filled, and mended then. So rules are kept that no small list keeps, such as a share of what is spent.
#[must_use]
pub fn witness_from_full(ruleset: &Ruleset, without: &Ruleset, start: &ArmyList, bounds: Bounds) -> Option<ArmyList> {
    let begun = witness(without, start, bounds)?;
    let full = fill(without, &begun, bounds, &|_| true).full?.list;
    begin(ruleset, &full, bounds).filter(|list| list.each_squadron().next().is_some())
}

/// The list itself if it breaks no rule, else the list after the smallest changes that were found to mend it. It may have no
/// squadrons.
pub(crate) fn begin(ruleset: &Ruleset, start: &ArmyList, bounds: Bounds) -> Option<ArmyList> {
    if muster_engine::tally(ruleset, start).errors.is_empty() {
        return Some(start.clone());
    }
    let one = Bounds { mends: 1, ..bounds };
    let mend = fix(ruleset, start, one).mends.into_iter().next().or_else(|| {
        // A search founds a second group only if the first is complete.
        let some = Bounds { judged: bounds.judged / 4, ..one };
        let may = |change: &ListChange| !matches!(change, ListChange::Disband(_) | ListChange::Reform(..));
        two_groups(ruleset, start).iter().find_map(|start| fix_by(ruleset, start, some, &may).mends.into_iter().next())
    })?;
    Some(mend.list)
}

/// The list with two groups of one kind, for each kind that its nation may have. Empty if the list has squadrons or groups.
fn two_groups(ruleset: &Ruleset, start: &ArmyList) -> Vec<ArmyList> {
    if !start.groups.is_empty() || !start.squadrons.is_empty() {
        return Vec::new();
    }
    let nation = start.nation.as_deref().and_then(|name| ruleset.nation(name));
    let kinds = kinds_for(ruleset, nation).into_iter();
    let found = |list: &ArmyList, kind: &String| ListChange::Found(kind.clone()).apply(list);
    kinds.filter_map(|kind| found(&found(start, kind)?, kind)).collect()
}

/// The ruleset without these rules. None if other parts of the ruleset need one of them.
#[must_use]
pub fn without_rules<'r>(ruleset: &Ruleset, ids: impl IntoIterator<Item = &'r str>) -> Option<Ruleset> {
    let mut parts = ruleset.parts().clone();
    for id in ids {
        parts.drop_rule(id);
    }
    ruleset.with_parts(parts).ok()
}

/// Finds a smallest set of these rules that together forbid every list: as soon as one of them is out of use, the search finds a
/// legal list. None if it finds one under all of them, or none without any of them.
#[must_use]
pub fn conflict<'r>(ruleset: &Ruleset, start: &ArmyList, bounds: Bounds, rules: &[&'r str]) -> Option<Vec<&'r str>> {
    let is_playable = |used: &[&str]| is_playable_under(ruleset, start, bounds, rules, used);
    if is_playable(rules) || !is_playable(&[]) {
        return None;
    }
    let (mut needed, mut left): (Vec<&str>, &[&str]) = (Vec::new(), rules);
    // The last rule of the shortest beginning that forbids every list is needed. The next is looked for before it.
    while is_playable(&needed) {
        let (mut playable, mut unplayable) = (0, left.len());
        while playable + 1 < unplayable {
            let middle = playable.midpoint(unplayable);
            let used: Vec<&str> = needed.iter().chain(left.iter().take(middle)).copied().collect();
            if is_playable(&used) {
                playable = middle;
            } else {
                unplayable = middle;
            }
        }
        let (before, from) = left.split_at_checked(playable)?;
        needed.push(from.first()?);
        left = before;
    }
    needed.reverse();
    Some(needed)
}

/// Whether the search finds a legal list where only these of some rules are in use.
#[must_use]
pub fn is_playable_under(ruleset: &Ruleset, start: &ArmyList, bounds: Bounds, rules: &[&str], used: &[&str]) -> bool {
    let out = rules.iter().filter(|rule| !used.contains(*rule)).copied();
    without_rules(ruleset, out).is_some_and(|without| witness(&without, start, bounds).is_some())
}
