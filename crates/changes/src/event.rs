//! What overlays say beside rules and units: bans of nations and cards, what they fix, and what they waive.

use std::collections::{BTreeMap, BTreeSet};

use muster_engine::list::SettingValue;
use muster_engine::plural::joined;
use muster_engine::ready::{BanReason, Event, Ruleset};
use muster_mend::fixed_mfv;
use serde::Serialize;
use serde_json::{Value, json};

use crate::side::Side;
use crate::thing::{ChangedThing, Detail, ThingKind, ThingOwner};
use crate::units::banned;
use crate::weight::Weight;

/// What differs in what the overlays of both sides say.
pub(crate) fn event(before: Side, after: Side) -> Vec<ChangedThing> {
    let details = [fixes(before.ruleset, after.ruleset), consents(before.ruleset, after.ruleset)].concat();
    let deadline = stated("deadline", before.deadline, after.deadline);
    let lists = stated("lists", before.lists, after.lists);
    let key = stated("key", before.key, after.key);
    let details = details.into_iter().chain(deadline).chain(lists).chain(key).collect();
    let fixed = ChangedThing::changed(ThingKind::Event, "event", "For all lists", None, details);
    fixed
        .into_iter()
        .chain(nations(before.ruleset, after.ruleset))
        .chain(cards(before.ruleset, after.ruleset))
        .collect()
}

fn events(ruleset: &Ruleset) -> &[Event] {
    ruleset.events().map_or(&[], |events| &events.all)
}

/// The last word on each setting, and on the force value: the values that lists may have.
fn fixed(ruleset: &Ruleset) -> BTreeMap<String, Vec<SettingValue>> {
    let mut fixed = BTreeMap::new();
    for event in events(ruleset) {
        fixed.extend(event.settings.iter().map(|(id, values)| (id.clone(), values.clone())));
    }
    fixed
}

fn fixes(before: &Ruleset, after: &Ruleset) -> Vec<Detail> {
    let (one, other) = (fixed(before), fixed(after));
    let ids: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let words = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Array(numbers) => numbers.iter().map(Value::to_string).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    let detail = |at: String, title: &str, before: Vec<Value>, after: Vec<Value>| {
        if before == after {
            return None;
        }
        let said = |values: &[Value]| {
            if values.is_empty() {
                "any".to_owned()
            } else {
                joined(&values.iter().map(words).collect::<Vec<_>>(), "or")
            }
        };
        let is_wider = after.is_empty() || (!before.is_empty() && before.iter().all(|value| after.contains(value)));
        let weight = if is_wider { Weight::Minor } else { Weight::Major };
        let says = format!("{title}: {}, {} before", said(&after), said(&before));
        Some(Detail { at, says, before: before.into(), after: after.into(), weight })
    };
    let settings = ids.into_iter().filter_map(|id| {
        let values = |fixed: &BTreeMap<String, Vec<SettingValue>>| -> Vec<Value> {
            fixed.get(id).into_iter().flatten().map(|value| json!(value)).collect()
        };
        let declared = after.declarations().settings.get(id);
        let title = declared.map_or(id, |setting| &setting.title);
        detail(format!("/settings/{id}"), title, values(&one), values(&other))
    });
    let mfv = |ruleset: &Ruleset| -> Vec<Value> { fixed_mfv(ruleset).into_iter().map(|mfv| json!(mfv)).collect() };
    detail("/mfv".to_owned(), "MFV", mfv(before), mfv(after)).into_iter().chain(settings).collect()
}

fn consents(before: &Ruleset, after: &Ruleset) -> Vec<Detail> {
    let waived = |ruleset| -> BTreeSet<&String> { events(ruleset).iter().flat_map(|event| &event.consents).collect() };
    let (one, other) = (waived(before), waived(after));
    let title = |id: &str| {
        let rule = after.rule(id).or_else(|| before.rule(id));
        rule.map_or_else(String::new, |sourced| format!(": {}", sourced.rule.title))
    };
    let detail = |id: &str, is_waived: bool| Detail {
        at: format!("/consents/{id}"),
        says: format!("{} {id}{}", if is_waived { "waives" } else { "does not waive any more" }, title(id)),
        before: json!(!is_waived),
        after: json!(is_waived),
        weight: if is_waived { Weight::Minor } else { Weight::Major },
    };
    let counts = |ruleset| events(ruleset).is_empty() || events(ruleset).iter().any(|event| event.from_list);
    let own = (counts(before) != counts(after)).then(|| Detail {
        at: "/consents/from-list".to_owned(),
        says: format!("consents of lists {}", if counts(after) { "count" } else { "do not count" }),
        before: json!(counts(before)),
        after: json!(counts(after)),
        // Two players agree on a consent, so whether lists may state one changes no verdict by itself.
        weight: Weight::Patch,
    });
    let new = other.difference(&one).map(|id| detail(id, true));
    new.chain(one.difference(&other).map(|id| detail(id, false))).chain(own).collect()
}

/// What is stated under a key that is no rule.
fn stated<T: Copy + ToString + Serialize + PartialEq>(
    key: &str,
    before: Option<T>,
    after: Option<T>,
) -> Option<Detail> {
    let said = |value: Option<T>| value.map_or_else(|| "none".to_owned(), |value| value.to_string());
    (before != after).then(|| Detail {
        at: format!("/{key}"),
        says: format!("{key} {}, {} before", said(after), said(before)),
        before: json!(before),
        after: json!(after),
        weight: Weight::Patch,
    })
}

/// A ban that is new or gone.
fn ban(one: Option<String>, other: Option<String>) -> Vec<Detail> {
    let detail = |says, is_banned: bool| {
        let weight = if is_banned { Weight::Major } else { Weight::Minor };
        vec![Detail { at: "/ban".to_owned(), says, before: json!(!is_banned), after: json!(is_banned), weight }]
    };
    match (one, other) {
        (None, Some(ban)) => detail(ban, true),
        (Some(ban), None) => detail(format!("{ban} before, and no longer"), false),
        _ => Vec::new(),
    }
}

fn nations(before: &Ruleset, after: &Ruleset) -> Vec<ChangedThing> {
    let bans = |ruleset: &Ruleset| -> BTreeMap<String, String> {
        let bans = events(ruleset)
            .iter()
            .enumerate()
            .flat_map(|(place, event)| event.nations.iter().map(move |(id, why)| (id.clone(), (place, *why))));
        bans.map(|(id, ban)| (id, banned(ruleset, ban))).collect()
    };
    let (one, other) = (bans(before), bans(after));
    let ids: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let thing = |id: &String| {
        let name = after.declarations().nations.get(id).map_or(id, |nation| &nation.name);
        ChangedThing::changed(ThingKind::Nation, id, name, None, ban(one.get(id).cloned(), other.get(id).cloned()))
    };
    ids.into_iter().filter_map(thing).collect()
}

fn cards(before: &Ruleset, after: &Ruleset) -> Vec<ChangedThing> {
    type Bans = BTreeMap<(Option<String>, String), String>;
    let bans = |ruleset: &Ruleset| -> Bans {
        let bans = events(ruleset).iter().enumerate().flat_map(|(place, event)| {
            let known = event.cards.known.iter().map(|((deck, id), why)| ((Some(deck.clone()), id.clone()), *why));
            let unknown = event.cards.unknown.iter().map(|id| ((None, id.clone()), BanReason::Banned));
            known.chain(unknown).map(move |(card, why)| (card, (place, why)))
        });
        bans.map(|(card, ban)| (card, banned(ruleset, ban))).collect()
    };
    let (one, other) = (bans(before), bans(after));
    let keys: BTreeSet<&(Option<String>, String)> = one.keys().chain(other.keys()).collect();
    let thing = |key: &(Option<String>, String)| {
        let (deck, id) = key;
        let declared = deck.as_ref().and_then(|deck| after.declarations().decks.get(deck));
        let of = deck
            .as_ref()
            .map(|id| ThingOwner { name: declared.map_or(id, |deck| &deck.title).clone(), id: id.clone() });
        let card = deck.as_ref().and_then(|deck| after.card(deck, id));
        let name = card.map_or(id, |card| &card.name);
        ChangedThing::changed(ThingKind::Card, id, name, of, ban(one.get(key).cloned(), other.get(key).cloned()))
    };
    keys.into_iter().filter_map(thing).collect()
}
