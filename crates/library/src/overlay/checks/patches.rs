//! Whether the patches of an overlay fit what they patch, and whether they change anything.

use std::collections::HashSet;

use indexmap::IndexMap;
use muster_engine::catalogue::Unit;
use muster_engine::declarations::DeclaredCard;
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::named::{nation_names, rule, rule_ids, unit_ids, units_of, unknown};
use super::{EntryFit, EntryPlace, GameEntries, OverlaidGame, OverlayNotice, UNKNOWN, no_slug};
use crate::fault::step;
use crate::merge::{MergeResult, merge};
use crate::overlay::core::UnfitPatch;
use crate::overlay::files::{Overlay, OverlayPatch};
use crate::overlay::names::{NameReading, named};
use crate::typed::read;

/// The patches of an overlay in one game.
pub(super) fn patches(overlay: &Overlay, game: &OverlaidGame, entries: &mut GameEntries) {
    let OverlaidGame { plain, before, unfit, .. } = game;
    let rules = |id: &str| before.rule(id).or(plain.rule(id)).map(|sourced| &sourced.rule);
    let known = game.after.as_ref().unwrap_or(before);
    let kinds: HashSet<&str> = if overlay.rules.is_empty() { HashSet::new() } else { kinds_of_models(known).collect() };
    for patch in &overlay.rules {
        entries.add(EntryPlace::of(patch, ""), |place| {
            let is_dropped = before.rule(patch.id()).is_none();
            if patch.removes() {
                return rule(game, place, patch.id());
            }
            changed(patch, rules(patch.id()).map(|rule| (rule, is_dropped)), "rule", unfit, &mut rule_ids(before))
        });
        each_selected("", &patch.value, &mut |at, name| {
            entries.add(EntryPlace::of(patch, at), |place| {
                if kinds.contains(name) { EntryFit::Fits } else { unknown(place, "unit", name, unit_ids(known)) }
            });
        });
    }
    for patch in &overlay.special_rules {
        entries.add(EntryPlace::of(patch, ""), |_| {
            let known = named(before.special_rules(), patch.id(), |rule| (&rule.id, &rule.name, &rule.aliases));
            let known = known.map(|(_, rule)| (rule, false));
            let mut ids = before.special_rules().iter().map(|rule| rule.id.as_str());
            changed(patch, known, "special rule", unfit, &mut ids)
        });
    }
    for (deck, patch) in &overlay.cards {
        let decks = &before.declarations().decks;
        if !decks.contains_key(deck) {
            let head = || EntryPlace { file: patch.file, ..EntryPlace::head("/deck") };
            let place = if patch.file == 0 { EntryPlace::key("/cards", deck) } else { head() };
            // Another game may have the deck, so this is about the card, as it is there.
            entries.add(EntryPlace::of(patch, ""), |_| unknown(&place, "deck", deck, decks.keys().map(String::as_str)));
            continue;
        }
        entries.add(EntryPlace::of(patch, ""), |_| {
            let of_deck = before.cards().iter().filter(|cards| cards.deck == *deck);
            let cards: Vec<&DeclaredCard> = of_deck.flat_map(|cards| &cards.cards).collect();
            let known = named(&cards, patch.id(), |card| (&card.id, &card.name, &card.aliases));
            let known = known.map(|(_, card)| (*card, false));
            changed(patch, known, "card", unfit, &mut cards.iter().map(|card| card.id.as_str()))
        });
    }
    for (nation, patch) in &overlay.units {
        if let Some(name) = nation.as_ref().filter(|name| before.nation(name).is_none()) {
            // Another game may have the nation, so this is about the unit, as it is there.
            let place = EntryPlace::of(patch, "/nation");
            entries.add(EntryPlace::of(patch, ""), |_| unknown(&place, "nation", name, nation_names(before)));
            continue;
        }
        entries.add(EntryPlace::of(patch, ""), |_| unit(before, nation.as_deref(), patch, unfit));
    }
    let declared = before.declarations();
    sections(&overlay.head.tables, "/tables", "table", &declared.tables, unfit, entries);
    sections(&overlay.head.settings, "/settings", "setting", &declared.settings, unfit, entries);
    sections(&overlay.head.patches, "/patches", "patch", &declared.patches, unfit, entries);
}

/// Visits the units that the selectors of a rule name, with JSON pointers.
fn each_selected(at: &str, value: &Value, visit: &mut dyn FnMut(&str, &str)) {
    match value {
        Value::Object(mapping) => {
            for (key, inner) in mapping {
                let at = step(at, key);
                let names = if key == "unit" { inner.as_array() } else { None };
                for (place, name) in names.into_iter().flatten().enumerate() {
                    name.as_str().into_iter().for_each(|name| visit(&format!("{at}/{place}"), name));
                }
                inner.as_str().filter(|_| key == "unit").into_iter().for_each(|name| visit(&at, name));
                each_selected(&at, inner, visit);
            }
        }
        Value::Array(items) => {
            for (place, inner) in items.iter().enumerate() {
                each_selected(&format!("{at}/{place}"), inner, visit);
            }
        }
        _ => {}
    }
}

/// The ids of all units, and of the kinds of models in fixed mixes.
fn kinds_of_models(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    let units = ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units);
    unit_ids(ruleset).chain(units.flat_map(|unit| &unit.members).map(|member| member.id.as_str()))
}

/// What a patch of a unit is, for all nations that have the unit.
fn unit(before: &Ruleset, nation: Option<&str>, patch: &OverlayPatch, unfit: &[UnfitPatch]) -> EntryFit {
    if let Some(taken) = taken(before, nation, patch) {
        return EntryFit::Wrong(taken);
    }
    let of = called(before, nation, patch.id());
    let each = of.into_iter().map(|unit| changed(patch, Some((unit, false)), "unit", unfit, &mut std::iter::empty()));
    let found: Vec<EntryFit> = each.collect();
    if found.is_empty() {
        return changed::<Unit>(patch, None, "unit", unfit, &mut unit_ids(before));
    }
    // What one nation has not, another may have.
    let order = |found: &EntryFit| match found {
        EntryFit::Wrong(notice) if notice.check != UNKNOWN => 0,
        EntryFit::Fits => 1,
        EntryFit::Wrong(_) => 2,
        EntryFit::Idle => 3,
    };
    found.into_iter().min_by_key(order).unwrap_or(EntryFit::Idle)
}

/// The units of a nation, or of any, that a name means.
fn called<'r>(before: &'r Ruleset, nation: Option<&str>, name: &str) -> Vec<&'r Unit> {
    let of = units_of(before, &[NameReading { nation, unit: Some(name), option: None }]);
    of.into_iter().map(|(_, unit, _)| unit).collect()
}

/// The notice on a unit whose id, name or alias another unit has. A patch needs no name, so one with a name is a unit
/// of its own, unless it has the id of a unit. A patch may give a unit another name.
fn taken(before: &Ruleset, nation: Option<&str>, patch: &OverlayPatch) -> Option<OverlayNotice> {
    let new_name = patch.value.get("name").and_then(Value::as_str);
    let id = slug(patch.id());
    let patched = units_of(before, &[NameReading { nation, unit: Some(patch.id()), option: None }]);
    let is_patch = new_name.is_none() || patched.iter().any(|(_, unit, _)| unit.id == id || slug(&unit.name) == id);
    let aliases = patch.value.get("aliases").and_then(Value::as_array).into_iter().flatten().enumerate();
    let aliases = aliases.filter_map(|(place, alias)| Some((format!("/aliases/{place}"), alias.as_str()?)));
    let own = (!is_patch).then(|| ("/id".to_owned(), patch.id()));
    let mut names = own.into_iter().chain(new_name.map(|name| ("/name".to_owned(), name))).chain(aliases);
    names.find_map(|(at, name)| {
        let others = units_of(before, &[NameReading { nation, unit: Some(name), option: None }]);
        let (_, unit, _) = others.into_iter().find(|(of, unit, _)| {
            let mut same_nation = patched.iter().filter(|(patched, ..)| patched == of).map(|(_, unit, _)| unit);
            !is_patch || same_nation.any(|patched| patched.id != unit.id && slug(&patched.name) != slug(name))
        })?;
        let message = format!("`{name}` is taken by `{}`", unit.id);
        Some(OverlayNotice::error("duplicate-id", &EntryPlace::of(patch, &at), message))
    })
}

fn sections<T: Serialize + DeserializeOwned + PartialEq>(
    section: &Map<String, Value>,
    at: &str,
    what: &str,
    declared: &IndexMap<String, T>,
    unfit: &[UnfitPatch],
    entries: &mut GameEntries,
) {
    for (id, value) in section {
        entries.add(EntryPlace::key(at, id), |_| {
            let value = if value.is_null() { json!({"remove": true}) } else { value.clone() };
            let mut patch = OverlayPatch { file: 0, at: step(at, id), value };
            let known = declared.get(id).map(|known| (known, false));
            if let Value::Object(patch) = &mut patch.value {
                // The id is the key. It is here only for messages.
                patch.insert("x-id".to_owned(), json!(id));
            }
            changed(&patch, known, what, unfit, &mut declared.keys().map(String::as_str))
        });
    }
}

/// What a patch of a thing is. `known` is the thing, and whether it is out of use, so that any patch changes it.
fn changed<T: Serialize + DeserializeOwned + PartialEq>(
    patch: &OverlayPatch,
    known: Option<(&T, bool)>,
    what: &str,
    unfit: &[UnfitPatch],
    ids: &mut dyn Iterator<Item = &str>,
) -> EntryFit {
    let id = patch.value.get("x-id").and_then(Value::as_str).unwrap_or(patch.id());
    let place = EntryPlace::of(patch, "");
    let wrong = unfit.iter().find(|unfit| {
        unfit.file == patch.file
            && unfit.at.strip_prefix(&patch.at).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    let Some((known, is_dropped)) = known else {
        if patch.removes() {
            return unknown(&place, what, id, ids);
        }
        let unknown = wrong.map(|unfit| {
            let message =
                format!("there is no {what} `{id}` to change, and this is not a whole {what}: {}", unfit.message);
            OverlayNotice::error(UNKNOWN, &place, message).help(nearest(id, ids))
        });
        let wrong =
            unknown.or_else(|| crossed(patch, &patch.value, &MergeResult::default())).or_else(|| no_slug(&place, id));
        return wrong.map_or(EntryFit::Fits, EntryFit::Wrong);
    };
    if let Some(unfit) = wrong {
        return EntryFit::Wrong(wrong_patch(patch, known, unfit));
    }
    if patch.removes() || is_dropped {
        return EntryFit::Fits;
    }
    let Ok(mut after) = serde_json::to_value(known) else { return EntryFit::Fits };
    let mut change = patch.value.clone();
    if let Value::Object(change) = &mut change {
        change.shift_remove("x-id");
        change.shift_remove("id");
    }
    let mut ids = Vec::new();
    ids_within(&after, &mut ids);
    let merged = merge(&mut after, &change);
    if let Some((at, id)) = merged.missing.first() {
        return unknown_removal(&EntryPlace::of(patch, at), id, &ids);
    }
    if let Some(notice) = crossed(patch, &after, &merged) {
        return EntryFit::Wrong(notice);
    }
    let is_same = merged.taken_away.is_empty() && read::<T>(after).is_ok_and(|after| after == *known);
    if is_same { EntryFit::Idle } else { EntryFit::Fits }
}

/// The notice on a patch that does not fit the thing that it patches.
fn wrong_patch<T: Serialize>(patch: &OverlayPatch, known: &T, unfit: &UnfitPatch) -> OverlayNotice {
    let place = EntryPlace { file: unfit.file, at: unfit.at.clone(), key: None };
    let inner = unfit.at.strip_prefix(&patch.at).unwrap_or_default();
    let id =
        Some(inner).filter(|inner| !inner.is_empty()).and_then(|inner| patch.value.pointer(inner)?.get("id")?.as_str());
    let Some(id) = id else { return OverlayNotice::error("wrong-patch", &place, unfit.message.clone()) };
    // Something with an id that the thing does not have is new, and so has to be whole.
    let mut ids = Vec::new();
    ids_within(&serde_json::to_value(known).unwrap_or_default(), &mut ids);
    let message = format!("there is no `{id}` to change here, and this is not whole: {}", unfit.message);
    OverlayNotice::error(UNKNOWN, &place, message).help(nearest(id, ids.iter().map(String::as_str)))
}

/// The finding on something that a patch takes away and that is not there. `ids` are those of all that is there.
fn unknown_removal(place: &EntryPlace, id: &str, ids: &[String]) -> EntryFit {
    let message = format!("there is no `{id}` to take away here");
    EntryFit::Wrong(OverlayNotice::error(UNKNOWN, place, message).help(nearest(id, ids.iter().map(String::as_str))))
}

/// The notice on a range whose smallest number is larger than its largest. `merged` tells where the parts of the value
/// come from in the patch.
fn crossed(patch: &OverlayPatch, value: &Value, merged: &MergeResult) -> Option<OverlayNotice> {
    fn find(value: &Value, at: &str) -> Option<(String, u64, u64)> {
        match value {
            Value::Object(object) => {
                let number = |key: &str| object.get(key).and_then(Value::as_u64);
                let own = number("min").zip(number("max")).filter(|(min, max)| min > max);
                let own = own.map(|(min, max)| (at.to_owned(), min, max));
                own.or_else(|| object.iter().find_map(|(key, inner)| find(inner, &step(at, key))))
            }
            Value::Array(items) => {
                items.iter().enumerate().find_map(|(place, inner)| find(inner, &format!("{at}/{place}")))
            }
            _ => None,
        }
    }
    let (at, min, max) = find(value, "")?;
    let place = EntryPlace::of(patch, &merged.place(&at));
    Some(OverlayNotice::error("wrong-value", &place, format!("`min` is {min}, which is more than `max`, {max}")))
}

/// All ids within a value, and the names of weapons.
fn ids_within(value: &Value, ids: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            ids.extend(object.get("id").and_then(Value::as_str).map(str::to_owned));
            let weapons = object.get("weapons").and_then(Value::as_array).into_iter().flatten();
            ids.extend(weapons.filter_map(|weapon| weapon.get("name")?.as_str()).map(str::to_owned));
            object.values().for_each(|inner| ids_within(inner, ids));
        }
        Value::Array(items) => items.iter().for_each(|inner| ids_within(inner, ids)),
        _ => {}
    }
}
