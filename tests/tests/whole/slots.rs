//! Compares the engine's assignment of slots with a search over all assignments: every group of a few squadrons of a few
//! kinds.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use indexmap::IndexMap;
use muster_engine::catalogue::Catalogue;
use muster_engine::declarations::Slot;
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::Ruleset;
use muster_engine::selector::{Selector, SelectorTest, WantedTrait};
use muster_engine::summary::summary;
use muster_library::shelf::Shelf;
use rayon::prelude::*;
use serde_json::{Value, json};

/// A kind of squadron: it has a unit with these traits, and perhaps a model with this role.
struct SquadronKind {
    traits: BTreeMap<&'static str, &'static str>,
    role: Option<&'static str>,
}

fn kind<const N: usize>(traits: [(&'static str, &'static str); N], role: Option<&'static str>) -> SquadronKind {
    SquadronKind { traits: BTreeMap::from(traits), role }
}

/// Platoons of up to seven Sections of eight kinds.
#[test]
fn platoons() {
    let section = |section| kind([("section", section)], None);
    let leader = |section| kind([("section", section), ("leader", "true")], None);
    let plain = ["line", "elite", "mercenary", "support", "heavy-support", "character"].map(section);
    let kinds: Vec<SquadronKind> = plain.into_iter().chain([leader("hq"), leader("character")]).collect();
    assert_eq!(compare("legions-2.0", "prussian-empire", "platoon", &kinds, 7), 6_435);
}

/// Core battle groups of up to seven squadrons of five kinds.
#[test]
fn battle_groups() {
    let size = |size, role| kind([("size", size)], role);
    let plain = ["large", "medium", "small"].map(|word| size(word, None));
    let kinds: Vec<SquadronKind> =
        plain.into_iter().chain(["large", "small"].map(|word| size(word, Some("lead")))).collect();
    assert_eq!(compare("fleet-action", "prussian-empire", "core", &kinds, 7), 792);
}

/// Compares all groups of up to `most` squadrons, and returns how many there are.
fn compare(game: &str, nation: &str, group: &str, kinds: &[SquadronKind], most: usize) -> usize {
    let name = RulesetName::Id(game.to_owned());
    let ruleset = Shelf::built_in().ruleset(&name, &[nation]).unwrap_or_else(|error| panic!("{error:?}"));
    let ruleset = with_units(&ruleset, kinds);
    let slots = &ruleset.declarations().group_kinds[group].slots;
    let compared = AtomicUsize::new(0);
    groups(kinds.len(), most).into_par_iter().for_each(|numbers| {
        let members = numbers.iter().enumerate().flat_map(|(kind, number)| std::iter::repeat_n(kind, *number));
        let members: Vec<usize> = members.collect();
        let squadrons: Vec<Value> = members.iter().map(|index| squadron(*index, &kinds[*index])).collect();
        let list = json!({
            "muster": 1, "ruleset": game, "nation": nation, "mfv": 5000,
            "groups": [{"kind": group, "squadrons": squadrons}],
        });
        let list: ArmyList = serde_json::from_value(list).unwrap_or_else(|error| panic!("{error}"));
        let mut best = (0, 0);
        search(slots, kinds, &members, &mut vec![Vec::new(); slots.len()], 0, &mut best);
        assert_eq!(found_by_engine(&ruleset, &list, slots, kinds, &members), best, "{group} of {members:?}");
        compared.fetch_add(1, Ordering::Relaxed);
    });
    println!("{} groups", compared.load(Ordering::Relaxed));
    compared.into_inner()
}

/// The ruleset with one unit for each kind.
fn with_units(ruleset: &Ruleset, kinds: &[SquadronKind]) -> Ruleset {
    let unit = |(index, kind): (usize, &SquadronKind)| {
        let traits: IndexMap<&str, Value> = kind.traits.iter().map(|(name, word)| (*name, trait_value(word))).collect();
        json!({"id": format!("kind-{index}"), "name": format!("Kind {index}"), "points": 1, "traits": traits,
               "squadron": {"min": 1, "max": 1}})
    };
    let units: Vec<Value> = kinds.iter().enumerate().map(unit).collect();
    let catalogue = json!({"kind": "catalogue", "source": "Made up.", "units": units});
    let catalogue: Catalogue = serde_json::from_value(catalogue).unwrap_or_else(|error| panic!("{error}"));
    ruleset.with_catalogues(vec![Arc::new(ruleset.catalogue(catalogue))])
}

fn trait_value(word: &str) -> Value {
    if word == "true" { json!(true) } else { json!(word) }
}

fn squadron(index: usize, kind: &SquadronKind) -> Value {
    json!({"unit": format!("kind-{index}"), "roles": kind.role.into_iter().collect::<Vec<_>>()})
}

/// Lists every group of up to `most` squadrons once. A group is given by its number of squadrons of each kind.
fn groups(kinds: usize, most: usize) -> Vec<Vec<usize>> {
    let Some(rest) = kinds.checked_sub(1) else { return vec![Vec::new()] };
    let with = |number: usize| {
        groups(rest, most - number).into_iter().map(move |mut numbers| {
            numbers.push(number);
            numbers
        })
    };
    (0..=most).flat_map(with).collect()
}

/// Whether a slot accepts a squadron of this kind. No squadron in these groups is attached to another.
fn takes(accepts: &Selector, kind: &SquadronKind) -> bool {
    let is = |test: &SelectorTest| match test {
        SelectorTest::Not(inner) => !inner.iter().any(|inner| takes(inner, kind)),
        SelectorTest::Is(_) => true,
        SelectorTest::Trait(name, WantedTrait::Values(words)) if name == "role" => {
            kind.role.is_some_and(|role| words.iter().any(|word| word == role))
        }
        SelectorTest::Trait(name, WantedTrait::Values(words)) => {
            kind.traits.get(name.as_str()).is_some_and(|own| words.iter().any(|word| word == own))
        }
        SelectorTest::Trait(name, WantedTrait::Present(wanted)) => kind.traits.contains_key(name.as_str()) == *wanted,
        other => panic!("this test reads no {other:?}"),
    };
    accepts.0.iter().all(is)
}

/// Tries every slot, and none, for each further squadron. Keeps the most required slots that can be filled, and with them
/// the most squadrons that can stand in slots.
fn search(
    slots: &IndexMap<String, Slot>,
    kinds: &[SquadronKind],
    members: &[usize],
    filled: &mut Vec<Vec<usize>>,
    next: usize,
    best: &mut (usize, usize),
) {
    let Some(kind) = members.get(next) else {
        if is_sound(slots, filled) {
            *best = (*best).max(worth(slots, filled));
        }
        return;
    };
    // Squadrons of one kind may swap their slots, so only one order is tried.
    let before = next.checked_sub(1).filter(|before| members[*before] == *kind);
    let from = before.and_then(|before| filled.iter().position(|slot| slot.contains(&before)));
    let is_out = before.is_some() && from.is_none();
    for (index, slot) in slots.values().enumerate().skip(from.unwrap_or(0)) {
        let has_room = filled[index].len() < slot.holds as usize;
        if !is_out && has_room && slot.accepts.as_ref().is_some_and(|accepts| takes(accepts, &kinds[*kind])) {
            filled[index].push(next);
            search(slots, kinds, members, filled, next + 1, best);
            filled[index].pop();
        }
    }
    search(slots, kinds, members, filled, next + 1, best);
}

/// Whether every filled slot is opened, and none is closed. A required slot always counts as filled for others.
fn is_sound(slots: &IndexMap<String, Slot>, filled: &[Vec<usize>]) -> bool {
    let is_filled = |id: &String| slots.get_index_of(id).is_some_and(|index| !filled[index].is_empty());
    let counts_as_filled = |id: &String| slots[id].required || is_filled(id);
    slots.iter().filter(|(id, _)| is_filled(id)).all(|(_, slot)| {
        slot.opened_by.as_ref().is_none_or(counts_as_filled) && !slot.closed_by.as_ref().is_some_and(is_filled)
    })
}

/// The number of required slots that are filled, and that of squadrons in slots.
fn worth(slots: &IndexMap<String, Slot>, filled: &[Vec<usize>]) -> (usize, usize) {
    let required = slots.values().zip(filled).filter(|(slot, filled)| slot.required && !filled.is_empty()).count();
    (required, filled.iter().map(Vec::len).sum())
}

/// The worth of the engine's assignment, which must be sound.
fn found_by_engine(
    ruleset: &Ruleset,
    list: &ArmyList,
    slots: &IndexMap<String, Slot>,
    kinds: &[SquadronKind],
    members: &[usize],
) -> (usize, usize) {
    let place = |pointer: &String| pointer.rsplit('/').next().and_then(|number| number.parse::<usize>().ok());
    let summary = summary(ruleset, list);
    let lines = summary.groups.iter().flat_map(|group| &group.slots);
    let filled: Vec<Vec<usize>> = lines.map(|line| line.filled.iter().filter_map(place).collect()).collect();
    let is_taken = |(slot, filled): (&Slot, &Vec<usize>)| {
        let accepts = |member: &usize| slot.accepts.as_ref().is_some_and(|of| takes(of, &kinds[members[*member]]));
        filled.len() <= slot.holds as usize && filled.iter().all(accepts)
    };
    assert!(slots.values().zip(&filled).all(is_taken) && is_sound(slots, &filled), "{members:?}: {filled:?}");
    worth(slots, &filled)
}
