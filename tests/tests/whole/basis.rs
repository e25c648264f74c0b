//! What a list shares with a similar one is not judged again. The answers must be those of judging it whole.
//!
//! `BASIS=1 cargo test --test whole basis` compares all changes of all golden lists. That takes an hour in a debug build.
//! Otherwise only some lists are changed, and each change is made to one squadron of each row.

// A failing setup fails the test. A change that cannot be made to a list is `None`; one that is made is `Some(())`.
#![allow(clippy::expect_used, clippy::unit_arg)]

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use muster_engine::list::{ArmyList, CardPick, ModelCount, RolePick, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::{Basis, ErrorTally};
use muster_library::shelf::Shelf;
use muster_mend::smallest;
use muster_tests::golden::{GoldenContent, golden_lists, with_club_units};
use rayon::prelude::*;
use serde_json::Value;

use crate::invented::{self, SmallDice};

#[test]
fn changed_lists_are_judged_as_if_judged_whole() {
    let shelf = Shelf::built_in();
    let is_all = std::env::var_os("BASIS").is_some();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    let (compared, with_errors) = (AtomicUsize::new(0), AtomicUsize::new(0));
    for entry in std::fs::read_dir(&root).expect("there are golden lists") {
        let folder = entry.expect("a folder").path();
        let mut rulesets = HashMap::new();
        let goldens = golden_lists(&folder);
        let mut cases: Vec<(usize, ArmyList, String)> = Vec::new();
        for (number, golden) in goldens.iter().enumerate() {
            let GoldenContent::List(list, _) = &golden.judged else { continue };
            let one_of = if is_all { 1 } else { one_of(list) };
            if !number.is_multiple_of(one_of) {
                continue;
            }
            let key = format!("{:?} {}", golden.ruleset_name(), golden.nations().join(" "));
            let whole = || with_club_units(&golden.named_ruleset(&shelf).expect("a shipped ruleset is whole"), &folder);
            rulesets.entry(key.clone()).or_insert_with(whole);
            let related = with_relations(&rulesets[&key], list, number);
            cases.extend(related.filter(|_| is_all || one_of > 1).map(|list| (number, list, key.clone())));
            cases.push((number, (**list).clone(), key));
        }
        cases.into_par_iter().for_each(|(number, list, key)| {
            let ruleset = &rulesets[&key];
            let list = &list;
            let basis = Basis::new(ruleset, list);
            for (place, changed) in changes(ruleset, list, number, is_all).into_iter().enumerate() {
                let errors = compare(ruleset, &basis, (list, &changed));
                compared.fetch_add(1, Ordering::Relaxed);
                with_errors.fetch_add(usize::from(errors > 0), Ordering::Relaxed);
                if place.is_multiple_of(5) {
                    compare(ruleset, &Basis::new(ruleset, &changed), (&changed, list));
                }
            }
        });
    }
    let (compared, with_errors) = (compared.into_inner(), with_errors.into_inner());
    println!("{compared} lists compared, {with_errors} with errors");
    assert!(with_errors > 1000 && compared > with_errors, "{compared} {with_errors}");
}

/// Random rules over random lists of the invented world.
#[test]
fn changed_lists_are_judged_by_invented_rules_as_if_judged_whole() {
    let world = invented::world();
    let (variants, contexts) = (invented::variants(), invented::contexts());
    let (compared, with_errors) = (AtomicUsize::new(0), AtomicUsize::new(0));
    (0..250_u64).into_par_iter().for_each(|seed| {
        let mut dice = SmallDice(seed);
        let ruleset = invented::build(&world, dice.rules(&world));
        for _ in 0..10 {
            let context = dice.one(&contexts);
            let squadrons: Vec<Value> = (0..dice.below(6)).map(|_| dice.squadron(&variants)).collect();
            let before = invented::list(squadrons.clone(), context);
            let basis = Basis::new(&ruleset, &before);
            for _ in 0..10 {
                // Replaces one squadron, or one and all behind it, or adds one at the end.
                let mut changed = squadrons.clone();
                let place = dice.below(changed.len() + 1);
                let end = if dice.below(3) == 0 { changed.len() } else { changed.len().min(place + 1) };
                changed.splice(place..end, [dice.squadron(&variants)]);
                let errors = compare(&ruleset, &basis, (&before, &invented::list(changed, context)));
                compared.fetch_add(1, Ordering::Relaxed);
                with_errors.fetch_add(usize::from(errors > 0), Ordering::Relaxed);
            }
        }
    });
    println!("{} lists compared by invented rules, {} with errors", compared.into_inner(), with_errors.into_inner());
}

/// Compares the answers, and returns how many errors the second list has.
fn compare(ruleset: &Ruleset, basis: &Basis, (list, changed): (&ArmyList, &ArmyList)) -> usize {
    let whole = muster_engine::errors(ruleset, changed);
    assert_eq!(basis.errors(changed), whole, "{list:#?}\n{changed:#?}");
    let ErrorTally { errors, undetermined, points } = muster_engine::tally(ruleset, changed);
    let tally = basis.tally(changed);
    assert_eq!((tally.errors, tally.undetermined, tally.points), (errors, undetermined, points), "{changed:#?}");
    whole.len()
}

/// One of so many lists like this one is tried.
fn one_of(list: &ArmyList) -> usize {
    let mut all = list.squadrons.iter().chain(list.groups.iter().flat_map(|group| &group.squadrons));
    let mut cards = list.decks.values().flatten();
    if cards.any(|card| matches!(card, CardPick::Detailed(detail) if detail.replaces.is_some())) {
        return 1;
    }
    if all.any(|squadron| squadron.brought_by.is_some() || !squadron.carries.is_empty()) { 10 } else { 100 }
}

/// Whether a squadron gives one of its roles to a named character.
fn has_character(squadron: &Squadron) -> bool {
    squadron.roles.iter().any(|role| matches!(role, RolePick::Detailed(detail) if detail.character.is_some()))
}

/// A squadron of each unit of a ruleset, with as few models as the unit allows.
fn units(ruleset: &Ruleset) -> Vec<Squadron> {
    let catalogues = ruleset.catalogues().iter().map(|catalogue| (catalogue.written().nation.as_deref(), catalogue));
    let units = catalogues.flat_map(|(nation, catalogue)| {
        let squadron = move |ready| smallest(ruleset.declarations(), ready, catalogue.unit(ready), nation);
        catalogue.units().iter().map(move |ready| squadron(ready))
    });
    units.collect()
}

/// The list with a squadron that another one brings, where the rules allow it or not, and a third one carries. The
/// brought one states where it is allocated, so that it does not follow its bringer.
fn with_relations(ruleset: &Ruleset, list: &ArmyList, number: usize) -> Option<ArmyList> {
    let mut list = list.clone();
    let units = units(ruleset);
    let row = (0..=list.groups.len()).find(|row| squadrons(&mut list, *row).is_some_and(|row| !row.is_empty()))?;
    let row = squadrons(&mut list, row)?;
    let id = row[0].id.get_or_insert_with(|| "first".to_owned()).clone();
    let allocation = ruleset.declarations().allocations.keys().next().cloned();
    let (brought, carrier) = (units.get(number % units.len().max(1))?, units.get(number * 3 % units.len().max(1))?);
    row.push(Squadron { brought_by: Some(id.clone()), allocation, ..brought.clone() });
    row.push(Squadron { carries: vec![id], ..carrier.clone() });
    Some(list)
}

/// The list with one change or two: to squadrons, to what they are attached to, to how they relate to each other, to
/// the rest of the list. `number` chooses among what there is. Changes of one squadron are made to every squadron if
/// `is_all` is true, or else to one of each row, another for each change.
fn changes(ruleset: &Ruleset, list: &ArmyList, number: usize, is_all: bool) -> Vec<ArmyList> {
    let units = units(ruleset);
    let unit = |skip: usize| units.get((number * 7 + skip * 13) % units.len().max(1)).cloned().unwrap_or_default();
    let nation = ruleset.declarations().nations.keys().cycle().nth(number);
    let unknown = || Squadron { unit: "a unit of nobody".to_owned(), ..Squadron::default() };
    let mut original = list.clone();
    let mut all = vec![list.clone()];
    let mut change = |edit: &dyn Fn(&mut ArmyList) -> Option<()>| {
        let mut changed = list.clone();
        if edit(&mut changed).is_some() {
            all.push(changed);
        }
    };
    for row in 0..=list.groups.len() {
        let length = squadrons(&mut original, row).map_or(0, |row| row.len());
        for skip in 0..3 {
            change(&|list| Some(squadrons(list, row)?.push(unit(skip))));
        }
        change(&|list| Some(squadrons(list, row)?.insert(0, unit(3))));
        change(&|list| Some(squadrons(list, row)?.push(unknown())));
        for place in 0..length {
            let is_special = {
                let row = squadrons(&mut original, row);
                row.is_some_and(|row| row[place].id.is_some() || has_character(&row[place]))
            };
            let mut kind = number;
            let mut change_one = |edit: &dyn Fn(&mut ArmyList) -> Option<()>| {
                kind += 1;
                if is_all || is_special || (place + kind).is_multiple_of(length) {
                    change(edit);
                }
            };
            change_one(&|list| squadrons(list, row)?.drain(place..=place).next().map(drop));
            change_one(&|list| {
                let copy = squadrons(list, row)?.get(place)?.clone();
                Some(squadrons(list, row)?.push(Squadron { id: None, ..copy }))
            });
            change_one(&|list| Some(squadrons(list, row)?.swap(place, 0)));
            change_one(&one(row, place, &|squadron| {
                squadron.models = Some(match &squadron.models {
                    Some(ModelCount::Count(count)) => ModelCount::Count(count + 1),
                    _ => ModelCount::Count(1),
                });
            }));
            change_one(&one(row, place, &|squadron| {
                if let Some(ModelCount::Count(count)) = &mut squadron.models {
                    *count = count.saturating_sub(1);
                }
            }));
            change_one(&one(row, place, &|squadron| squadron.options.clear()));
            change_one(&one(row, place, &|squadron| squadron.roles.clear()));
            change_one(&one(row, place, &|squadron| squadron.attached.clear()));
            change_one(&one(row, place, &|squadron| squadron.attached.push(unit(place))));
            change_one(&one(row, place, &|squadron| squadron.brought_by = None));
            change_one(&one(row, place, &|squadron| squadron.carries.clear()));
            change_one(&one(row, place, &|squadron| squadron.slot = None));
            change_one(&one(row, place, &|squadron| squadron.entry_turn = Some(2)));
            change_one(&one(row, place, &|squadron| squadron.unit = unit(place).unit));
            change_one(&one(row, place, &|squadron| squadron.nation = nation.cloned()));
            change_one(&|list| {
                let attached = squadrons(list, row)?.get_mut(place)?.attached.first_mut()?;
                Some((attached.models, attached.options) = (Some(ModelCount::Count(1)), Vec::new()))
            });
            for id in ruleset.declarations().allocations.keys() {
                change_one(&one(row, place, &|squadron| squadron.allocation = Some(id.clone())));
            }
            for id in ruleset.declarations().roles.keys() {
                change_one(&one(row, place, &|squadron| squadron.roles.push(RolePick::Role(id.clone()))));
            }
            // Relations between squadrons of which only one has changed.
            change_one(&|list| {
                let first = squadrons(list, row)?.get_mut(place)?;
                let id = first.id.get_or_insert_with(|| "an-id".to_owned()).clone();
                Some(squadrons(list, row)?.push(Squadron { brought_by: Some(id), ..unit(place) }))
            });
            change_one(&|list| {
                let first = squadrons(list, row)?.get_mut(place)?;
                let id = first.id.get_or_insert_with(|| "an-id".to_owned()).clone();
                Some(squadrons(list, row)?.push(Squadron { carries: vec![id], ..unit(place) }))
            });
            change_one(&|list| {
                let moved = squadrons(list, row)?.remove(place);
                let rows = list.groups.len() + 1;
                Some(squadrons(list, (row + 1) % rows)?.push(moved))
            });
            change_one(&|list| {
                let moved = squadrons(list, row)?.remove(place);
                Some(squadrons(list, row)?.first_mut()?.attached.push(moved))
            });
        }
    }
    change(&|list| Some(list.mfv = Some(list.mfv? + 500)));
    change(&|list| Some(list.settings.clear()));
    change(&|list| Some(list.decks.clear()));
    change(&|list| Some(list.consents.clear()));
    change(&|list| Some(list.nation = None));
    change(&|list| list.groups.pop().map(drop));
    all
}

/// A change of one squadron.
fn one(row: usize, place: usize, edit: &dyn Fn(&mut Squadron)) -> impl Fn(&mut ArmyList) -> Option<()> {
    move |list| Some(edit(squadrons(list, row)?.get_mut(place)?))
}

/// The squadrons outside of groups, or those of a group.
fn squadrons(list: &mut ArmyList, row: usize) -> Option<&mut Vec<Squadron>> {
    match row.checked_sub(1) {
        None => Some(&mut list.squadrons),
        Some(group) => Some(&mut list.groups.get_mut(group)?.squadrons),
    }
}
