//! Finds wrong names in a list. The ruleset declares no such name. One
//! wrong name makes the list unreadable. Two squadrons with the same id make it unreadable, too.
//!
//! Unknown nations, units, options, cards and squadrons are not looked for here. A list with those can be judged. Checks
//! and remarks report them.

use std::collections::HashSet;

use crate::force::cards::{self, card_word, written};
use crate::force::chart::slot_of;
use crate::force::whole::Force;
use crate::judge::faults::misnamed::{WrongName, WrongNameKind};
use crate::ready::ruleset::Ruleset;
use crate::ready::understand::{is_misspelt, understand};
use crate::shapes::declarations::{Declarations, TraitOwner};
use crate::shapes::list::{ArmyList, CardPick, Group, Squadron};
use crate::shapes::place::SquadronPlace;
use crate::text::pointer::escape;
use crate::text::slug::slug;

/// The names in a list that refer to nothing, and ids that two squadrons share.
pub(crate) fn misnamed(ruleset: &Ruleset, list: &ArmyList) -> Vec<WrongName> {
    let declarations = ruleset.declarations();
    let mut found = WrongNames(Vec::new());
    settings(declarations, list, &mut found);
    groups(declarations, list, &mut found);
    for deck in list.decks.keys().filter(|deck| !declarations.decks.contains_key(*deck)) {
        found.add(format!("/decks/{}", escape(deck)), WrongNameKind::Deck(deck.clone()));
    }
    for (deck, cards) in &list.decks {
        for (position, card) in cards.iter().enumerate() {
            facts(ruleset, card, &format!("/decks/{}/{position}", escape(deck)), &mut found);
        }
    }
    squadrons(declarations, list, &mut found);
    found.0
}

/// Whether any squadron or group has a name that refers to nothing, or two squadrons share an id. Faster than
/// [`misnamed`], for a force made from a known force whose names are right. `from` gives the place of each squadron in
/// the known force, or none for a new squadron.
pub(crate) fn has_misnamed_squadrons(force: &Force, from: &[Option<usize>]) -> bool {
    let (declarations, list) = (force.ruleset.declarations(), force.list);
    let mut found = WrongNames(Vec::new());
    groups(declarations, list, &mut found);
    // A squadron that was taken over has right names, but a new one may have its id.
    if force.entries.iter().any(|entry| entry.squadron.id.is_some()) {
        squadrons(declarations, list, &mut found);
    } else {
        for (entry, _) in force.entries.iter().zip(from).filter(|(_, from)| from.is_none()) {
            words(declarations, list, (entry.group, entry.squadron), &|| None, &mut found);
        }
    }
    !found.0.is_empty()
}

/// Finds names in squadrons that refer to nothing, and ids that two squadrons share.
fn squadrons(declarations: &Declarations, list: &ArmyList, found: &mut WrongNames) {
    let mut ids: HashSet<&str> = HashSet::new();
    // Most lists have no wrong name. So the place of a squadron is found only when a name in it is wrong.
    let place = |number: usize| SquadronPlace::all(list).into_iter().nth(number);
    for (number, squadron) in list.each_squadron().enumerate() {
        if let Some(id) = squadron.id.as_ref().filter(|id| !ids.insert(id)) {
            found.add(format!("{}/id", place(number).unwrap_or_default()), WrongNameKind::TwiceId(id.clone()));
        }
    }
    for (number, squadron) in list.each_in_groups().enumerate() {
        words(declarations, list, squadron, &|| place(number), found);
    }
}

/// The wrong names found so far.
struct WrongNames(Vec<WrongName>);

impl WrongNames {
    fn add(&mut self, at: String, what: WrongNameKind) {
        self.0.push(WrongName { at, what });
    }
}

/// Finds settings whose names are misspelt, and values that a setting cannot have.
fn settings(declarations: &Declarations, list: &ArmyList, found: &mut WrongNames) {
    for key in list.settings.keys().filter(|key| is_misspelt(declarations, key)) {
        found.add(format!("/settings/{}", escape(key)), WrongNameKind::Setting(key.clone()));
    }
    for (id, setting) in &declarations.settings {
        if let Some(value) = list.settings.get(id)
            && understand(setting, value).is_none()
        {
            found.add(format!("/settings/{id}"), WrongNameKind::Value { setting: id.clone(), value: value.clone() });
        }
    }
}

/// Finds facts that no card can have, and values that a fact cannot have. Looks at a card and at the card that it
/// replaces.
fn facts(ruleset: &Ruleset, card: &CardPick, at: &str, found: &mut WrongNames) {
    let CardPick::Detailed(detail) = card else { return };
    let traits = &ruleset.declarations().traits;
    for (key, value) in detail.traits.iter().filter(|(key, _)| !key.starts_with("x-")) {
        let at = format!("{at}/{}", escape(key));
        let declared = traits.iter().find(|(name, declared)| declared.of == TraitOwner::Card && written(name) == key);
        let Some((_, declared)) = declared else {
            found.add(at, WrongNameKind::Fact(key.clone()));
            continue;
        };
        let strange = |word: &&String| !declared.values.contains_key(&card_word(ruleset, declared, word));
        let stated = cards::words(value);
        if let Some(word) = stated.iter().find(strange).filter(|_| !declared.open && !declared.values.is_empty()) {
            found.add(at, WrongNameKind::FactValue { fact: key.clone(), value: word.clone() });
        }
    }
    if let Some(replaced) = &detail.replaces {
        facts(ruleset, replaced, &format!("{at}/replaces"), found);
    }
}

/// Finds groups of a kind that the ruleset does not have. Finds squadrons outside of groups too, unless they
/// may stand there.
fn groups(declarations: &Declarations, list: &ArmyList, found: &mut WrongNames) {
    let kinds = &declarations.group_kinds;
    if kinds.is_empty() {
        if !list.groups.is_empty() {
            found.add("/groups".to_owned(), WrongNameKind::NoGroups);
        }
        return;
    }
    let is_unknown = |group: &Group| declarations.group_kind(&group.kind).is_none();
    for (index, group) in list.groups.iter().enumerate().filter(|(_, group)| is_unknown(group)) {
        found.add(
            format!("{}/kind", SquadronPlace::of_group(Some(index))),
            WrongNameKind::GroupKind(group.kind.clone()),
        );
    }
    if !list.squadrons.is_empty() && !declarations.ungrouped {
        found.add("/squadrons".to_owned(), WrongNameKind::OutsideGroups);
    }
}

/// Finds names of one squadron that refer to nothing. `group` is the index of its group.
#[expect(clippy::indexing_slicing, reason = "the group is one of the same list")]
fn words(
    declarations: &Declarations,
    list: &ArmyList,
    (group, squadron): (Option<usize>, &Squadron),
    place: &dyn Fn() -> Option<SquadronPlace>,
    found: &mut WrongNames,
) {
    let at = |part: &str| format!("{}/{part}", place().unwrap_or_default());
    if let Some(name) = squadron.allocation.as_ref().filter(|name| !declarations.allocations.contains_key(*name)) {
        found.add(at("allocation"), WrongNameKind::Allocation(name.clone()));
    }
    let kind = group.map(|group| &list.groups[group].kind);
    let known = kind.and_then(|kind| declarations.group_kind(kind)).map(|(.., kind)| kind);
    if let Some(slot) = squadron.slot.as_ref()
        && known.is_none_or(|kind| slot_of(kind, slot).is_none())
    {
        found.add(at("slot"), WrongNameKind::Slot { slot: slot.clone(), kind: kind.cloned() });
    }
    for (position, pick) in squadron.roles.iter().enumerate() {
        let wanted = slug(pick.role());
        if !declarations.roles.iter().any(|(id, role)| *id == wanted || slug(&role.title) == wanted) {
            found.add(at(&format!("roles/{position}")), WrongNameKind::Role(pick.role().to_owned()));
        }
    }
}
