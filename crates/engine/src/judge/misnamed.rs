//! Finds names in a list that refer to nothing: neither to something that the ruleset declares nor to a squadron of the
//! list.

use crate::text::plural;
use std::collections::HashMap;

use crate::force::agreed::{Faults, Misunderstood};
use crate::force::cards::{self, card_word, written};
use crate::force::chart::slot_of;
use crate::ready::ruleset::Ruleset;
use crate::shapes::declarations::{Declarations, Owner};
use crate::shapes::list::{ArmyList, CardPick, Squadron};
use crate::text::nearest::nearest;
use crate::text::pointer::escape;
use crate::text::slug::slug;
use crate::words::phrases;

/// Reports names in a list that refer to nothing, and ids that two squadrons share.
pub(crate) fn misnamed(ruleset: &Ruleset, list: &ArmyList, wrong: &mut Faults) {
    let declarations = ruleset.declarations();
    groups(declarations, list, wrong);
    for deck in list.decks.keys().filter(|deck| !declarations.decks.contains_key(*deck)) {
        wrong.add(|| Misunderstood {
            at: format!("/decks/{}", escape(deck)),
            message: format!("{} has no deck `{deck}`", declarations.name),
            help: any_of("decks", deck, declarations.decks.keys().map(String::as_str)),
        });
    }
    for (deck, cards) in &list.decks {
        for (position, card) in cards.iter().enumerate() {
            facts(ruleset, card, &format!("/decks/{}/{position}", escape(deck)), wrong);
        }
    }
    let mut ids: HashMap<&str, Path> = HashMap::new();
    let mut twice = Vec::new();
    walk(list, &mut |squadron, path| {
        if let Some(id) = &squadron.id
            && ids.insert(id, path.clone()).is_some()
        {
            twice.push((path.clone(), id));
        }
    });
    for (path, id) in twice {
        wrong.add(|| Misunderstood {
            at: format!("{}/id", path.pointer()),
            message: format!("another {} has the id `{id}` already", phrases::squadrons(declarations, 1)),
            help: None,
        });
    }
    walk(list, &mut |squadron, path| words(ruleset, list, squadron, path, &ids, wrong));
}

/// Reports facts that no card has, and values that a fact cannot have; also for the card that this one replaces.
fn facts(ruleset: &Ruleset, card: &CardPick, at: &str, wrong: &mut Faults) {
    let CardPick::Detailed(detail) = card else { return };
    let traits = &ruleset.declarations().traits;
    let known = || traits.iter().filter(|(_, declared)| declared.of == Owner::Card);
    for (key, value) in detail.traits.iter().filter(|(key, _)| !key.starts_with("x-")) {
        let at = || format!("{at}/{}", escape(key));
        let Some((_, declared)) = known().find(|(name, _)| written(name) == key) else {
            wrong.add(|| Misunderstood {
                at: at(),
                message: format!("a card has no `{key}`"),
                help: any_of("facts", key, known().map(|(name, _)| written(name)).chain(["card", "cost", "replaces"])),
            });
            continue;
        };
        let strange = |word: &&String| !declared.values.contains_key(&card_word(ruleset, declared, word));
        let stated = cards::words(value);
        if let Some(word) = stated.iter().find(strange).filter(|_| !declared.open && !declared.values.is_empty()) {
            wrong.add(|| Misunderstood {
                at: at(),
                message: format!("the {key} of a card cannot be `{word}`"),
                help: any_of("expected one of", word, declared.values.keys().map(String::as_str)),
            });
        }
    }
    if let Some(replaced) = &detail.replaces {
        facts(ruleset, replaced, &format!("{at}/replaces"), wrong);
    }
}

/// Reports groups that the ruleset does not know. If it has groups, also squadrons outside of groups.
fn groups(declarations: &Declarations, list: &ArmyList, wrong: &mut Faults) {
    let kinds = &declarations.group_kinds;
    let known = || kinds.keys().map(String::as_str);
    if kinds.is_empty() && !list.groups.is_empty() {
        wrong.add(|| Misunderstood {
            at: "/groups".to_owned(),
            message: format!("{} has no groups", declarations.name),
            help: Some(format!("put the {} in `squadrons`", phrases::squadrons(declarations, 2))),
        });
        return;
    }
    for (index, group) in list.groups.iter().enumerate().filter(|(_, group)| !kinds.contains_key(&group.kind)) {
        wrong.add(|| Misunderstood {
            at: format!("/groups/{index}/kind"),
            message: format!("{} has no groups of the kind `{}`", declarations.name, group.kind),
            help: any_of("kinds", &group.kind, known()),
        });
    }
    if !kinds.is_empty() && !list.squadrons.is_empty() {
        let message = format!("the {} of {} stand in groups", phrases::squadrons(declarations, 2), declarations.name);
        let help = format!("put them in `groups: [{{kind: {}, squadrons: ...}}]`", known().next().unwrap_or_default());
        wrong.add(|| Misunderstood { at: "/squadrons".to_owned(), message, help: Some(help) });
    }
}

/// Where a squadron stands: its group, and the positions that lead to it.
#[derive(Clone, PartialEq)]
struct Path {
    group: Option<usize>,
    positions: Vec<usize>,
}

impl Path {
    fn pointer(&self) -> String {
        let group = self.group.map(|group| format!("/groups/{group}")).unwrap_or_default();
        let positions: Vec<String> = self.positions.iter().map(usize::to_string).collect();
        format!("{group}/squadrons/{}", positions.join("/attached/"))
    }
}

/// Visits all squadrons and what is attached to them.
fn walk<'l>(list: &'l ArmyList, visit: &mut dyn FnMut(&'l Squadron, &Path)) {
    fn go<'l>(squadrons: &'l [Squadron], path: &mut Path, visit: &mut dyn FnMut(&'l Squadron, &Path)) {
        for (position, squadron) in squadrons.iter().enumerate() {
            path.positions.push(position);
            visit(squadron, path);
            go(&squadron.attached, path, visit);
            path.positions.pop();
        }
    }
    go(&list.squadrons, &mut Path { group: None, positions: Vec::new() }, visit);
    for (group, stated) in list.groups.iter().enumerate() {
        go(&stated.squadrons, &mut Path { group: Some(group), positions: Vec::new() }, visit);
    }
}

fn words(
    ruleset: &Ruleset,
    list: &ArmyList,
    squadron: &Squadron,
    path: &Path,
    ids: &HashMap<&str, Path>,
    wrong: &mut Faults,
) {
    let declarations = ruleset.declarations();
    if let Some(allocation) = squadron.allocation.as_ref().filter(|a| !declarations.allocations.contains_key(*a)) {
        wrong.add(|| Misunderstood {
            at: format!("{}/allocation", path.pointer()),
            message: format!("{} knows no allocation `{allocation}`", declarations.name),
            help: any_of("allocations", allocation, declarations.allocations.keys().map(String::as_str)),
        });
    }
    let group = path.group.and_then(|group| declarations.group_kinds.get(&list.groups[group].kind));
    if let Some(stated) = squadron.slot.as_ref()
        && group.is_none_or(|group| slot_of(group, stated).is_none())
    {
        let slots = group.iter().flat_map(|group| group.slots.keys()).map(String::as_str);
        wrong.add(|| Misunderstood {
            at: format!("{}/slot", path.pointer()),
            message: format!("there is no slot `{stated}` here"),
            help: any_of("slots", stated, slots.collect::<Vec<_>>().into_iter()),
        });
    }
    for (position, pick) in squadron.roles.iter().enumerate() {
        let wanted = slug(pick.role());
        let known = declarations.roles.iter().any(|(id, role)| *id == wanted || slug(&role.title) == wanted);
        if !known {
            wrong.add(|| Misunderstood {
                at: format!("{}/roles/{position}", path.pointer()),
                message: format!("{} knows no role `{}`", declarations.name, pick.role()),
                help: any_of("roles", pick.role(), declarations.roles.keys().map(String::as_str)),
            });
        }
    }
    let carries = squadron.carries.iter().enumerate().map(|(position, id)| (Some(position), id));
    for (position, id) in squadron.brought_by.iter().map(|id| (None, id)).chain(carries) {
        let message = match ids.get(id.as_str()) {
            None => format!("no {} has the id `{id}`", phrases::squadrons(declarations, 1)),
            Some(other) if other == path => format!("a {} cannot point at itself", phrases::squadrons(declarations, 1)),
            Some(_) => continue,
        };
        wrong.add(|| {
            let place = position.map_or_else(|| "brought-by".to_owned(), |position| format!("carries/{position}"));
            let mut known: Vec<&str> = ids.keys().copied().collect();
            known.sort_unstable();
            let help =
                any_of(&format!("ids of {}", phrases::squadrons(declarations, 2)), id, known.into_iter().take(100));
            Misunderstood { at: format!("{}/{place}", path.pointer()), message, help }
        });
    }
}

fn any_of<'n>(what: &str, word: &str, known: impl Iterator<Item = &'n str> + Clone) -> Option<String> {
    nearest(word, known.clone()).or_else(|| {
        let known = plural::list_of(known);
        (!known.is_empty()).then(|| format!("{what}: {known}"))
    })
}
