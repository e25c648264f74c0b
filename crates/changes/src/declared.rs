//! Everything else that a ruleset declares: settings, tables, groups, nations, cards, special rules and more.

use std::collections::BTreeSet;

use muster_engine::ready::Ruleset;
use serde_json::{Map, Value};

use crate::difference::{ValueDifference, differences};
use crate::thing::{ChangedThing, Detail, ThingChange, ThingKind, ThingOwner};
use crate::weight::{Weight, is_prose};
use crate::{weigh, words};

/// Keys of the declarations that say which ruleset it is.
const HEAD: [&str; 4] = ["kind", "id", "version", "extends"];

/// What differs in the declarations: a thing for each entry of their maps, and one for each other key.
pub(crate) fn declared(before: &Ruleset, after: &Ruleset) -> Vec<ChangedThing> {
    let value = |ruleset: &Ruleset| match serde_json::to_value(ruleset.declarations()) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    };
    let (one, other) = (value(before), value(after));
    let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let differs = |key: &&String| !HEAD.contains(&key.as_str()) && one.get(*key) != other.get(*key);
    let mut things = Vec::new();
    for key in keys.into_iter().filter(differs) {
        let sections = [&one, &other].map(|declared| declared.get(key).and_then(Value::as_object));
        match sections {
            [None, None] => {
                let holder = |declared: &Map<String, Value>| {
                    let kept = declared.get(key).map(|value| (key.clone(), value.clone()));
                    Value::Object(kept.into_iter().collect())
                };
                let details = details(after, ThingKind::Declaration, key, &holder(&one), &holder(&other));
                things.extend(ChangedThing::changed(
                    ThingKind::Declaration,
                    key,
                    &key.replace('-', " "),
                    None,
                    details,
                ));
            }
            [one, other] => {
                let mut section = section(after, key, one, other);
                // An overlay is the book of its own rules.
                let is_overlay = |id: &String| [before, after].iter().any(|one| one.parts().whole_books.contains(id));
                section.retain(|thing| key != "books" || !is_overlay(&thing.id));
                things.extend(section);
            }
        }
    }
    things
}

/// A map of the declarations, by the ids of its entries.
fn section(
    after: &Ruleset,
    key: &str,
    one: Option<&Map<String, Value>>,
    other: Option<&Map<String, Value>>,
) -> Vec<ChangedThing> {
    let (kind, of) = match key {
        "settings" => (ThingKind::Setting, None),
        "tables" => (ThingKind::Table, None),
        "group-kinds" => (ThingKind::Group, None),
        "nations" => (ThingKind::Nation, None),
        "patches" => (ThingKind::Patch, None),
        _ => (ThingKind::Declaration, Some(ThingOwner { name: key.replace('-', " "), id: key.to_owned() })),
    };
    let ids: BTreeSet<&String> = one.into_iter().chain(other).flat_map(Map::keys).collect();
    let thing = |id: &String| {
        pair(after, (kind, key), id, of.clone(), one.and_then(|map| map.get(id)), other.and_then(|map| map.get(id)))
    };
    ids.into_iter().filter_map(thing).collect()
}

/// A thing in both rulesets, or in one.
fn pair(
    after: &Ruleset,
    (kind, section): (ThingKind, &str),
    id: &str,
    of: Option<ThingOwner>,
    one: Option<&Value>,
    other: Option<&Value>,
) -> Option<ChangedThing> {
    let title = |value: &Value| ["title", "name"].iter().find_map(|key| Some(value.get(key)?.as_str()?.to_owned()));
    let name = other.or(one).and_then(title).unwrap_or_else(|| id.to_owned());
    let became = match (one, other) {
        (Some(one), Some(other)) => {
            return ChangedThing::changed(kind, id, &name, of, details(after, kind, section, one, other));
        }
        (None, Some(_)) => ThingChange::New,
        (Some(_), None) => ThingChange::Gone,
        (None, None) => return None,
    };
    let says = other.or(one).and_then(|value| value.get("summary")?.as_str()).map(str::to_owned);
    let weight = appears(kind, section, became);
    Some(ChangedThing { kind, id: id.to_owned(), name, of, became, says, details: Vec::new(), weight })
}

/// How much it weighs that a thing is new or gone.
fn appears(kind: ThingKind, section: &str, became: ThingChange) -> Weight {
    let is_new = became == ThingChange::New;
    match kind {
        ThingKind::Nation | ThingKind::Group | ThingKind::Card | ThingKind::Setting => {
            if is_new {
                Weight::Minor
            } else {
                Weight::Major
            }
        }
        ThingKind::SpecialRule => {
            if is_new {
                Weight::Patch
            } else {
                Weight::MinorOrMajor
            }
        }
        ThingKind::Patch => Weight::MinorOrMajor,
        _ if is_prose(section) => Weight::Patch,
        _ if ["tables", "selectors", "stats", "weapon-classes", "special-rule-kinds"].contains(&section) => {
            Weight::Patch
        }
        _ if is_new => Weight::Minor,
        _ => Weight::Major,
    }
}

fn details(after: &Ruleset, kind: ThingKind, section: &str, one: &Value, other: &Value) -> Vec<Detail> {
    let told = |difference: &ValueDifference| Detail {
        at: difference.at(),
        says: says(after, difference),
        before: difference.before.cloned().unwrap_or_default(),
        after: difference.after.cloned().unwrap_or_default(),
        weight: weight(kind, section, difference, other),
    };
    differences(one, other).iter().map(told).collect()
}

fn says(after: &Ruleset, difference: &ValueDifference) -> String {
    let rows = |value: Option<&Value>| {
        let rows = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let row = |row: &Value| match row.get("to") {
            Some(to) => format!("up to {to}: {}", row["value"]),
            None => format!("above: {}", row["value"]),
        };
        rows.iter().map(row).collect::<Vec<_>>().join(", ")
    };
    match difference.key() {
        "rows" => format!("{}; before: {}", rows(difference.after), rows(difference.before)),
        _ => words::says(after.declarations(), difference),
    }
}

fn weight(kind: ThingKind, section: &str, difference: &ValueDifference, after: &Value) -> Weight {
    let keys: Vec<&str> = difference.keys().collect();
    let key = difference.key();
    if key == "name" && difference.path.len() == 1 && section != "name" {
        let aliases = after.get("aliases").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let aliases: Vec<String> = aliases.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let name = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        return weigh::of_name(&name(difference.before), &name(difference.after), &aliases);
    }
    if key == "title" && difference.path.len() == 1 && (kind == ThingKind::Group || section == "roles") {
        return weigh::title(difference);
    }
    let appears = match (difference.before, difference.after) {
        (None, Some(_)) => Some(Weight::Minor),
        (Some(_), None) => Some(Weight::Major),
        _ => None,
    };
    match (kind, keys.as_slice()) {
        (ThingKind::Setting, ["values", _]) | (ThingKind::Group, ["slots", _]) => {
            appears.unwrap_or(Weight::MinorOrMajor)
        }
        (ThingKind::Setting, ["numbers"]) => weigh::words(difference.before, difference.after),
        _ if key == "aliases" => weigh::words(difference.before, difference.after),
        _ if is_prose(key) || is_prose(section) => Weight::Patch,
        (ThingKind::SpecialRule, ["parameters", ..]) => Weight::Patch,
        _ if ["stats", "weapon-classes", "special-rule-kinds"].contains(&section) => Weight::Patch,
        _ => Weight::MinorOrMajor,
    }
}

/// The special rules that differ.
pub(crate) fn special_rules(before: &Ruleset, after: &Ruleset) -> Vec<ChangedThing> {
    let of = |ruleset: &Ruleset| {
        let rules = ruleset.special_rules().iter();
        let known = rules.filter_map(|rule| Some((rule.id.clone(), serde_json::to_value(rule).ok()?)));
        known.collect::<Map<String, Value>>()
    };
    by_id(after, ThingKind::SpecialRule, None, &of(before), &of(after))
}

/// The cards that differ, deck by deck.
pub(crate) fn cards(before: &Ruleset, after: &Ruleset) -> Vec<ChangedThing> {
    let decks: BTreeSet<&String> =
        [before, after].iter().flat_map(|one| one.cards()).map(|cards| &cards.deck).collect();
    let of = |ruleset: &Ruleset, deck: &str| {
        let cards = ruleset.cards().iter().filter(|cards| cards.deck == deck).flat_map(|cards| &cards.cards);
        let known = cards.filter_map(|card| Some((card.id.clone(), serde_json::to_value(card).ok()?)));
        known.collect::<Map<String, Value>>()
    };
    let titled = |deck: &String| {
        let declared = [after, before].into_iter().find_map(|one| one.declarations().decks.get(deck));
        ThingOwner { name: declared.map_or(deck, |deck| &deck.title).clone(), id: deck.clone() }
    };
    let of_deck =
        |deck: &String| by_id(after, ThingKind::Card, Some(&titled(deck)), &of(before, deck), &of(after, deck));
    decks.into_iter().flat_map(of_deck).collect()
}

fn by_id(
    after: &Ruleset,
    kind: ThingKind,
    of: Option<&ThingOwner>,
    one: &Map<String, Value>,
    other: &Map<String, Value>,
) -> Vec<ChangedThing> {
    let ids: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let differs = |id: &&String| one.get(*id) != other.get(*id);
    let thing = |id: &String| pair(after, (kind, ""), id, of.cloned(), one.get(id), other.get(id));
    ids.into_iter().filter(differs).filter_map(thing).collect()
}
