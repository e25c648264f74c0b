//! Remarks on a list beside the rules of books: unknown names, missing prices, claims, settings that contradict each
//! other, consents, secret decks.

use crate::text::plural;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::force::agreed::Misunderstood;
use crate::force::cards::{Differing, differing};
use crate::force::parts::{Entry, Held};
use crate::force::value::Value;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::by_rules::Judge;
use crate::shapes::list::{CardDetail, CardPick, RoleDetail, RolePick, Squadron};
use crate::shapes::report::Severity;
use crate::text::nearest::nearest;
use crate::text::pointer::escape;
use crate::words::phrases;

/// Adds all remarks to what the rules found.
pub(crate) fn remark(judge: &mut Judge) {
    unknown_names(judge);
    sheet(judge);
    roles(judge);
    differing_cards(judge);
    missing_prices(judge);
    claims(judge);
    contradictions(judge);
    consents(judge);
    secret_decks(judge);
    other_vintages(judge);
}

/// Adds the remarks on a sheet: unknown names.
pub(crate) fn remark_on_sheet(judge: &mut Judge) {
    unknown_nation(judge);
    let force = judge.force;
    // If the nation is unknown, all its units are unknown. One finding says so.
    let lines = if force.nation.is_some() { force.lines.as_slice() } else { &[] };
    for line in lines {
        let Some((field, name)) = line.unknown.and_then(|field| Some((field, line.row.words(field).first()?))) else {
            continue;
        };
        let names = force.ruleset.stocks().iter().flat_map(|stock| &stock.catalogue().units);
        let help = near(judge, name, names.map(|unit| unit.name.as_str()));
        let at = format!("{}/{field}", line.row.pointer());
        let message = format!("the unit `{}` is unknown", plural::short(name));
        judge.about_list("unknown-unit", Severity::Undetermined, Breach::at(at, message).help(help));
    }
}

/// Reports a sheet that a list points at, or a row of it, if it is not at hand.
fn sheet(judge: &mut Judge) {
    let force = judge.force;
    let Some(pick) = &force.list.sheet else { return };
    if force.lines.is_empty() {
        let message =
            format!("the sheet `{}` is not at hand, so nothing is compared with it", plural::short(&pick.file));
        judge.about_list("unknown-sheet", Severity::Undetermined, Breach::at("/sheet/file".to_owned(), message));
        return;
    }
    for position in force.missing_rows() {
        let name = plural::short(&pick.rows[position]);
        let message = format!("the sheet has no row `{name}`, so nothing is compared with it");
        let breach = Breach::at(format!("/sheet/rows/{position}"), message);
        judge.about_list("unknown-sheet", Severity::Undetermined, breach);
    }
}

/// Reports a nation that the ruleset does not know, or a missing nation.
fn unknown_nation(judge: &mut Judge) {
    let force = judge.force;
    let breach = match &force.list.nation {
        Some(name) if force.nation.is_none() => {
            let message = format!("the nation `{name}` is unknown");
            Breach::at("/nation".to_owned(), message).help(near(judge, name, nation_names(force)))
        }
        None if !force.ruleset.declarations().nations.is_empty() => {
            let message = format!("the {} names no nation", if force.within.is_some() { "sheet" } else { "list" });
            Breach::at("/nation".to_owned(), message).help(Some("add `nation`".to_owned()))
        }
        _ => return,
    };
    judge.about_list("unknown-nation", Severity::Undetermined, breach);
}

/// The names of all nations, aliases too.
fn nation_names<'a>(force: &Force<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let nations = force.ruleset.declarations().nations.values();
    nations.flat_map(|nation| std::iter::once(&nation.name).chain(&nation.aliases)).map(String::as_str)
}

/// Reports nations, units and cards that no ruleset or catalogue at hand knows.
fn unknown_names(judge: &mut Judge) {
    unknown_nation(judge);
    let force = judge.force;
    let nations = &force.ruleset.declarations().nations;
    for (index, entry) in force.entries.iter().enumerate() {
        if entry.goods.is_some() && entry.squadron.nation.is_none() {
            continue;
        }
        if let Some(name) = entry.squadron.nation.as_ref().filter(|name| force.ruleset.nation(name).is_none()) {
            let breach = Breach::new(force, index, format!("the nation `{name}` is unknown")).inside("/nation");
            let breach = breach.help(near(judge, name, nation_names(force)));
            judge.about_list("unknown-nation", Severity::Undetermined, breach);
        }
        // If the nation is unknown, all its units are unknown. One finding says so.
        let nation_unknown = match &entry.squadron.nation {
            Some(name) => force.ruleset.nation(name).is_none(),
            None => entry.nation.is_none() && !nations.is_empty(),
        };
        if entry.goods.is_some() || nation_unknown {
            continue;
        }
        let name = &entry.squadron.unit;
        let of = entry.nation.and_then(|id| nations.get(id)).map(|nation| nation.name.as_str());
        let at_hand = |stock: &crate::ready::stock::Stock| {
            let nation = stock.catalogue().nation.as_deref();
            nation.is_none() || nation == entry.nation
        };
        let stocks: Vec<_> = force.ruleset.stocks().iter().filter(|stock| at_hand(stock)).collect();
        let message = match of {
            Some(nation) if !stocks.iter().any(|stock| stock.catalogue().nation.is_some()) => {
                format!("no units of {nation} are at hand, so `{name}` is unknown")
            }
            Some(nation) => format!("{nation} has no unit `{name}`"),
            None => format!("the unit `{name}` is unknown"),
        };
        let names = stocks.iter().flat_map(|stock| &stock.catalogue().units).map(|unit| unit.name.as_str());
        let elsewhere = if judge.is_crowded() { None } else { elsewhere(force, entry.squadron) };
        let help = elsewhere.or_else(|| near(judge, name, names));
        let breach = Breach::new(force, index, message).inside("/unit").help(help);
        judge.about_list("unknown-unit", Severity::Undetermined, breach);
    }
    unknown_cards(judge);
    unknown_traits(judge);
}

/// A help text with the nations at hand that do have a squadron's unit.
fn elsewhere(force: &Force, squadron: &Squadron) -> Option<String> {
    let ruleset = force.ruleset;
    // A nation may have more than one catalogue: the ruleset's and a club's.
    let owners: BTreeMap<&str, &str> = ruleset
        .stocks()
        .iter()
        .filter(|stock| stock.find(&squadron.unit).is_some())
        .filter_map(|stock| ruleset.declarations().nations.get_key_value(stock.catalogue().nation.as_deref()?))
        .map(|(id, nation)| (id.as_str(), nation.name.as_str()))
        .collect();
    let have = if owners.len() == 1 { "has" } else { "have" };
    let names = plural::list_of(owners.values().copied());
    let write = if squadron.nation.is_some() { "write" } else { "add" };
    let ids: Vec<String> = owners.keys().map(|id| format!("`nation: {id}`")).collect();
    (!owners.is_empty()).then(|| format!("{names} {have} it; {write} {}", ids.join(" or ")))
}

/// Reports traits of roles that have the name of no card in the deck of that role's traits.
fn unknown_traits(judge: &mut Judge) {
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        for (position, pick) in entry.squadron.roles.iter().enumerate() {
            let RolePick::Detailed(RoleDetail { r#trait: Some(name), .. }) = pick else { continue };
            let role = force.role(pick.role()).and_then(|id| force.ruleset.declarations().roles.get(id));
            let Some(deck) = role.and_then(|role| role.trait_deck.as_ref()) else { continue };
            if force.ruleset.card(deck, name).is_some() {
                continue;
            }
            let cards = force.ruleset.cards().iter().filter(|cards| cards.deck == *deck);
            let names = cards.flat_map(|cards| &cards.cards).map(|card| card.name.as_str());
            let breach = Breach::new(force, index, format!("the trait `{name}` is unknown"));
            let breach = breach.inside(&format!("/roles/{position}/trait")).help(near(judge, name, names));
            judge.about_list("unknown-card", Severity::Undetermined, breach);
        }
    }
}

fn unknown_cards(judge: &mut Judge) {
    let force = judge.force;
    for card in &force.cards {
        let has_facts = match card.pick {
            CardPick::Known(_) => false,
            CardPick::Detailed(detail) => {
                detail.cost.is_some() || detail.traits.keys().any(|key| !key.starts_with("x-"))
            }
        };
        if card.known.is_some() || has_facts {
            continue;
        }
        let decks = force.ruleset.cards().iter().filter(|cards| cards.deck == card.deck);
        let names = decks.flat_map(|cards| &cards.cards).map(|card| card.name.as_str());
        let breach = Breach {
            open: false,
            entry: None,
            at: vec![card.pointer()],
            message: format!("the card `{}` is unknown, and the list states nothing about it", card.name()),
            numbers: [None; 3],
            help: near(judge, card.pick.card(), names),
        };
        judge.about_list("unknown-card", Severity::Undetermined, breach);
    }
}

/// Reports roles on models that a squadron does not have, roles that a model has twice, and traits on roles that bring
/// none.
fn roles(judge: &mut Judge) {
    let force = judge.force;
    let declared = &force.ruleset.declarations().roles;
    for (index, entry) in force.entries.iter().enumerate() {
        let mut seen: HashSet<(u32, &str)> = HashSet::new();
        for (position, pick) in entry.squadron.roles.iter().enumerate() {
            let id = force.role(pick.role()).unwrap_or(pick.role());
            let role = declared.get(id);
            let title = role.map_or(id, |role| &role.title);
            let (model, card) = match pick {
                RolePick::Role(_) => (1, None),
                RolePick::Detailed(detail) => (detail.model.unwrap_or(1), detail.r#trait.as_ref()),
            };
            let place = format!("/roles/{position}");
            let most = most_models(entry);
            if most.is_some_and(|most| model > most) {
                let models = plural::count(most.unwrap_or_default(), "model");
                let message =
                    format!("the role {title} is on model {model} of {}, which has {models}", force.name(index));
                let breach = Breach::new(force, index, message).inside(&format!("{place}/model"));
                let breach = breach.numbers(model.into(), Some(1), most.map(i64::from));
                judge.about_list("role-model", Severity::Error, breach);
            }
            if !seen.insert((model, id)) {
                let message = format!("{}: one model has the role {title} twice", force.name(index));
                let breach = Breach::new(force, index, message).inside(&place);
                let help = "leave one of them out, or state another `model`".to_owned();
                judge.about_list("role-twice", Severity::Error, breach.help(Some(help)));
            }
            if let Some(card) = card.filter(|_| role.is_some_and(|role| role.trait_deck.is_none())) {
                let message = format!("the role {title} brings no trait, so `{card}` counts for nothing");
                let breach = Breach::new(force, index, message).inside(&format!("{place}/trait"));
                judge.about_list("trait-without-effect", Severity::Warning, breach);
            }
        }
    }
}

/// How many models a squadron has at most, if that is known.
fn most_models(entry: &Entry) -> Option<u32> {
    match (&entry.squadron.models, entry.goods) {
        (None, Some(goods)) if goods.unit.members.is_empty() && goods.unit.usual.is_none() => {
            goods.unit.squadron?.max.map(|max| max.max(entry.models))
        }
        (None, None) => None,
        _ => Some(entry.models),
    }
}

/// Reports facts about a card that the list states differently from the ruleset. These count for nothing.
fn differing_cards(judge: &mut Judge) {
    let force = judge.force;
    for card in &force.cards {
        differs(judge, card, &card.pointer());
        if let CardPick::Detailed(CardDetail { replaces: Some(pick), .. }) = card.pick {
            let replaced = force.hold(card.deck, card.position, pick);
            differs(judge, &replaced, &format!("{}/replaces", card.pointer()));
        }
    }
}

fn differs(judge: &mut Judge, card: &Held, at: &str) {
    for Differing { key, stated, printed } in differing(judge.force.ruleset, card) {
        let message =
            format!("{} has the {key} {printed}; what the list states, {stated}, counts for nothing", card.name());
        judge.about_list("card-differs", Severity::Warning, Breach::at(format!("{at}/{key}"), message));
    }
}

fn missing_prices(judge: &mut Judge) {
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        if entry.goods.is_none() || entry.cost.ends().1.is_some() {
            continue;
        }
        let breach = Breach::new(force, index, format!("the price of {} is not known", force.name(index)));
        judge.about_list("missing-price", Severity::Undetermined, breach);
    }
}

/// Reports wrong points that the player claims for the list or for a squadron.
fn claims(judge: &mut Judge) {
    let force = judge.force;
    if let (Some(claimed), Some(points)) = (force.list.points, force.points().certain())
        && i64::from(claimed) != points
    {
        let message = format!("the list claims {claimed} points, but costs {points}");
        let breach = Breach {
            open: false,
            entry: None,
            at: vec!["/points".to_owned()],
            message,
            numbers: [None; 3],
            help: None,
        };
        judge.about_list(
            "points-claimed",
            Severity::Warning,
            breach.numbers(claimed.into(), Some(points), Some(points)),
        );
    }
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(claimed) = entry.squadron.points else { continue };
        // A player who adds up a squadron includes what is attached to it.
        let cost = (index..entry.end).fold(Value::ZERO, |sum, other| sum.plus(force.entries[other].cost));
        let alone = entry.cost.certain() == Some(claimed.into());
        let Some(points) = cost.certain().filter(|points| *points != i64::from(claimed) && !alone) else { continue };
        let message = format!("{} claims {claimed} points, but costs {points}", force.name(index));
        let breach = Breach::new(force, index, message).inside("/points");
        judge.about_list(
            "points-claimed",
            Severity::Warning,
            breach.numbers(claimed.into(), Some(points), Some(points)),
        );
    }
}

/// Reports settings that contradict each other. The list can be judged, but perhaps not as its player expects.
fn contradictions(judge: &mut Judge) {
    for Misunderstood { at, message, help } in judge.force.agreed.contradictions.clone() {
        let breach = Breach { open: false, entry: None, at: vec![at], message, numbers: [None; 3], help };
        judge.about_list("settings-contradict", Severity::Error, breach);
    }
}

/// Reports consents to something that cannot be waived.
fn consents(judge: &mut Judge) {
    let force = judge.force;
    let rules = force.ruleset.rules();
    for (position, consent) in force.list.consents.iter().enumerate() {
        let rule = force.ruleset.rule(consent);
        if rule.is_some_and(|sourced| sourced.rule.waivable) {
            continue;
        }
        let message = match rule {
            Some(_) => format!("the rule `{consent}` cannot be waived, so the consent counts for nothing"),
            None => format!("there is no rule `{consent}`, so the consent counts for nothing"),
        };
        let waivable = rules.iter().filter(|sourced| sourced.rule.waivable).map(|sourced| sourced.rule.id.as_str());
        let all = || Some(format!("rules that can be waived: {}", plural::list_of(waivable.clone())));
        let help = if judge.is_crowded() { None } else { nearest(consent, waivable.clone()).or_else(all) };
        let at = vec![format!("/consents/{position}")];
        let breach = Breach { open: false, entry: None, at, message, numbers: [None; 3], help };
        judge.about_list("consent-without-effect", Severity::Warning, breach);
    }
}

/// The nearest names, unless there are too many findings for that.
fn near<'n>(judge: &Judge, word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    if judge.is_crowded() { None } else { nearest(word, names) }
}

/// Reports decks that are in use but not given. This is only a note, because decks are secret.
fn secret_decks(judge: &mut Judge) {
    let force = judge.force;
    for (id, deck) in &force.ruleset.declarations().decks {
        let Some(rule) = deck.rule.as_ref().and_then(|rule| force.ruleset.rule(rule)) else { continue };
        if force.list.decks.contains_key(id) || !judge.is_in_use(&rule.rule) {
            continue;
        }
        let message = format!("the list does not give its {}, so that deck is not judged", deck.title);
        judge.note(&rule.rule.id, Breach::at(format!("/decks/{}", escape(id)), message));
    }
}

/// Reports units whose figures are from another edition than the ruleset's.
fn other_vintages(judge: &mut Judge) {
    let force = judge.force;
    let Some(current) = &force.ruleset.declarations().vintage else { return };
    let vintage = |entry: &Entry| entry.goods.and_then(|goods| goods.unit.vintage.clone()).filter(|v| v != current);
    let old: Vec<(usize, String)> =
        force.entries.iter().enumerate().filter_map(|(index, entry)| Some((index, vintage(entry)?))).collect();
    if old.is_empty() {
        return;
    }
    let vintages: BTreeSet<&str> = old.iter().map(|(_, vintage)| vintage.as_str()).collect();
    let number = u32::try_from(old.len()).unwrap_or(u32::MAX);
    let squadrons = phrases::count_squadrons(force.ruleset.declarations(), number);
    let have = if old.len() == 1 { "has" } else { "have" };
    let editions = plural::list_of(vintages.into_iter());
    let message = format!("{squadrons} {have} figures of edition {editions}, for want of newer ones");
    let at = old.iter().map(|(index, _)| force.pointer(*index)).collect();
    let breach = Breach { open: false, entry: None, at, message, numbers: [None; 3], help: None };
    judge.about_list("vintage", Severity::Note, breach);
}
