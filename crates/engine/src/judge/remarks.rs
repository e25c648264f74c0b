//! Adds remarks: findings that come from no rule of a book. They are about unknown names, wrong roles, differing facts
//! about cards, missing prices, claimed points, names of other units, contradicting settings, consents without effect,
//! decks that are not given, and figures of other editions.

use std::collections::{BTreeSet, HashSet};

use crate::force::cards::{FactDifference, differing};
use crate::force::parts::{DeckCard, ForceEntry};
use crate::force::value::NumberRange;
use crate::judge::breach::Breach;
use crate::judge::by_rules::Judge;
use crate::judge::events;
use crate::judge::faults::Fault;
use crate::judge::faults::remark::RemarkFault;
use crate::ready::core::Publication;
use crate::ready::matcher::Match;
use crate::ready::understand::foreign_settings;
use crate::shapes::list::{CardDetail, CardPick, OpenKind, RoleDetail, RolePick, SettingValue};
use crate::shapes::report::Severity;
use crate::text::pointer::escape;

/// Adds all remarks on a list to the findings of the rules.
pub(crate) fn remark(judge: &mut Judge) {
    unknown_mfv(judge);
    unknown_names(judge);
    unknown_ids(judge);
    unknown_settings(judge);
    sheet(judge);
    roles(judge);
    missing_prices(judge);
    contradictions(judge);
    decks(judge);
    events::remark(judge);
    // The others decide no verdict.
    if judge.wants(Severity::Warning) {
        differing_cards(judge);
        claims(judge);
        names_of_others(judge);
        nations_without_effect(judge);
        publication(judge);
        consents(judge);
        other_vintages(judge);
    }
}

/// Adds all remarks on a sheet: unknown names.
pub(crate) fn remark_on_sheet(judge: &mut Judge) {
    unknown_nation(judge);
    let force = judge.force;
    // If the nation is unknown, all its units are unknown. One finding says so.
    let rows = if force.nation.is_some() { force.rows.as_slice() } else { &[] };
    for row in rows {
        let Some((field, name)) = row.unknown.and_then(|field| Some((field, row.written.words(field).first()?))) else {
            continue;
        };
        let at = format!("{}/{field}", row.written.pointer());
        judge.remark(RemarkFault::UnknownRowUnit { name: name.clone() }, |fault| Breach::at(at, fault));
    }
}

/// Reports if the sheet that the list points at is not at hand, or if it lacks a row that the list names.
#[expect(clippy::indexing_slicing, reason = "the rows that are missing are among those that the list names")]
fn sheet(judge: &mut Judge) {
    let force = judge.force;
    let Some(pick) = &force.list.sheet else { return };
    if force.rows.is_empty() {
        let remark = RemarkFault::NoSheet { file: pick.file.clone() };
        judge.remark(remark, |fault| Breach::at("/sheet/file".to_owned(), fault));
        return;
    }
    for position in force.missing_rows() {
        let name = pick.rows[position].clone();
        judge.remark(RemarkFault::NoRow { name }, |fault| Breach::at(format!("/sheet/rows/{position}"), fault));
    }
}

/// Reports a list that states no maximum force value.
fn unknown_mfv(judge: &mut Judge) {
    if judge.force.agreed.mfv.is_none() {
        judge.remark(RemarkFault::NoMfv, |fault| Breach::at("/mfv".to_owned(), fault));
    }
}

/// Reports a nation that the ruleset does not know, or a missing nation.
fn unknown_nation(judge: &mut Judge) {
    let force = judge.force;
    let remark = match &force.list.nation {
        Some(name) if force.nation.is_none() => RemarkFault::UnknownNation { name: name.clone() },
        None if !force.ruleset.declarations().nations.is_empty() => RemarkFault::NoNation,
        _ => return,
    };
    judge.remark(remark, |fault| Breach::at("/nation".to_owned(), fault));
}

/// Reports settings that the ruleset does not have. Those of an overlay that is not at hand may change anything.
fn unknown_settings(judge: &mut Judge) {
    let force = judge.force;
    for (id, _) in foreign_settings(force.ruleset.declarations(), force.list) {
        let remark = RemarkFault::UnknownSetting { name: id.clone() };
        judge.remark(remark, |fault| Breach::at(format!("/settings/{}", escape(id)), fault));
    }
}

/// Reports nations, units and cards that no ruleset or catalogue at hand knows.
fn unknown_names(judge: &mut Judge) {
    unknown_nation(judge);
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        let stated = entry.squadron.nation.as_ref();
        let unknown = stated.filter(|name| force.ruleset.nation(name).is_none());
        if let Some(name) = unknown {
            let remark = RemarkFault::UnknownNation { name: name.clone() };
            judge.remark(remark, |fault| Breach::new(force, index, fault).inside("/nation"));
        }
        // If the nation is unknown, all its units are unknown. One finding says so.
        let nations = &force.ruleset.declarations().nations;
        let lacks_nation = stated.is_none() && entry.nation.is_none() && !nations.is_empty();
        if entry.found.is_none() && unknown.is_none() && !lacks_nation {
            let remark = RemarkFault::UnknownUnit { squadron: index };
            judge.remark(remark, |fault| Breach::new(force, index, fault).inside("/unit"));
        }
    }
    unknown_cards(judge);
    unknown_traits(judge);
}

/// Reports squadrons that say that another squadron brings them, or that they carry it, if no other squadron has its id.
fn unknown_ids(judge: &mut Judge) {
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        let bringer = entry.squadron.brought_by.iter().filter(|_| entry.bringer.is_none());
        let bringer = bringer.map(|id| ("/brought-by".to_owned(), id));
        let loads = force.missing_loads(index).map(|(position, id)| (format!("/carries/{position}"), id));
        for (place, id) in bringer.chain(loads) {
            let remark = RemarkFault::UnknownId { squadron: index, id: id.clone() };
            judge.remark(remark, |fault| Breach::new(force, index, fault).inside(&place));
        }
    }
}

/// Reports unknown traits of roles. The traits of a role are the cards of a deck, and that deck has no card of this
/// name.
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
            let remark = RemarkFault::UnknownTrait { deck: deck.clone(), name: name.clone() };
            judge.remark(remark, |fault| Breach::new(force, index, fault).inside(&format!("/roles/{position}/trait")));
        }
    }
}

/// Reports cards that the ruleset does not know and of which the list states no facts.
fn unknown_cards(judge: &mut Judge) {
    let force = judge.force;
    for (index, card) in force.cards.iter().enumerate() {
        if card.known.is_some() || card.pick.states_facts() {
            continue;
        }
        judge.remark(RemarkFault::UnknownCard { card: index }, |fault| Breach::at(card.pointer(), fault));
    }
}

/// Reports roles on models that a squadron does not have, roles that one model has twice, and traits that the list
/// states for roles without traits.
fn roles(judge: &mut Judge) {
    let force = judge.force;
    let declared = &force.ruleset.declarations().roles;
    for (index, entry) in force.entries.iter().enumerate() {
        let mut seen: HashSet<(u32, &str)> = HashSet::new();
        for (position, pick) in entry.squadron.roles.iter().enumerate() {
            let id = force.role(pick.role()).unwrap_or(pick.role());
            let role = declared.get(id);
            let title = role.map_or_else(|| id.to_owned(), |role| role.title.clone());
            let (model, name) = match pick {
                RolePick::Role(_) => (1, None),
                RolePick::Detailed(detail) => (detail.model.unwrap_or(1), detail.r#trait.as_ref()),
            };
            let place = format!("/roles/{position}");
            if let Some(models) = most_models(entry).filter(|most| model > *most) {
                let remark = RemarkFault::RoleOnMissingModel { squadron: index, role: title.clone(), model, models };
                judge.remark(remark, |fault| {
                    let breach = Breach::new(force, index, fault).inside(&format!("{place}/model"));
                    breach.numbers(model.into(), Some(1), Some(models.into()))
                });
            }
            if !seen.insert((model, id)) {
                let remark = RemarkFault::RoleTwice { squadron: index, role: title.clone() };
                judge.remark(remark, |fault| Breach::new(force, index, fault).inside(&place));
            }
            if let Some(name) = name.filter(|_| role.is_some_and(|role| role.trait_deck.is_none())) {
                let remark = RemarkFault::TraitWithoutEffect { role: title.clone(), name: name.clone() };
                judge.remark(remark, |fault| Breach::new(force, index, fault).inside(&format!("{place}/trait")));
            }
        }
    }
}

/// The number of models that a squadron has. If neither the list nor the unit says it, the largest number that the unit
/// allows. None if that is not known, or if there is no limit.
fn most_models(entry: &ForceEntry) -> Option<u32> {
    match (&entry.squadron.models, entry.found) {
        (None, Some(found)) if found.unit.members.is_empty() && found.unit.usual.is_none() => {
            found.unit.squadron?.max.map(|max| max.max(entry.models))
        }
        (None, None) => None,
        _ => Some(entry.models),
    }
}

/// Reports facts about cards that the list states differently from the ruleset. The facts of the ruleset count.
fn differing_cards(judge: &mut Judge) {
    let force = judge.force;
    for card in &force.cards {
        differs(judge, card, &card.pointer());
        if let CardPick::Detailed(CardDetail { replaces: Some(pick), .. }) = card.pick {
            let replaced = force.deck_card(card.deck, card.position, pick);
            differs(judge, &replaced, &format!("{}/replaces", card.pointer()));
        }
    }
}

/// Reports the differing facts about one card. `place` is its JSON pointer.
fn differs(judge: &mut Judge, card: &DeckCard, place: &str) {
    for FactDifference { key, stated, printed } in differing(judge.force.ruleset, card) {
        let (card, key) = (card.name().to_owned(), key.to_owned());
        let place = format!("{place}/{key}");
        judge.remark(RemarkFault::CardDiffers { card, key, stated, printed }, |fault| Breach::at(place, fault));
    }
}

/// Reports squadrons whose price is not known though their unit is.
fn missing_prices(judge: &mut Judge) {
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(found) = entry.found else { continue };
        // Options that are left open hide whether the price of the models is known. One of them may have no price itself.
        let lacks_price = || {
            found.ready.kinds.iter().any(|kind| kind.made_by.is_none() && kind.points.is_none())
                || force.open_options(index).any(|(_, option)| option.points.is_none())
        };
        let is_hidden = force.open_options(index).next().is_some();
        if entry.cost.ends().1.is_some() || is_hidden && !lacks_price() {
            continue;
        }
        judge.remark(RemarkFault::MissingPrice { squadron: index }, |fault| Breach::new(force, index, fault));
    }
}

/// Reports wrong points that the player claims for the list or for a squadron.
fn claims(judge: &mut Judge) {
    let force = judge.force;
    if let (Some(claimed), Some(points)) = (force.list.points, force.points().certain())
        && i64::from(claimed) != points
    {
        judge.remark(RemarkFault::Claim { squadron: None, claimed, points }, |fault| {
            Breach::at("/points".to_owned(), fault).numbers(claimed.into(), Some(points), Some(points))
        });
    }
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(claimed) = entry.squadron.points else { continue };
        // A player who adds up a squadron includes what is attached to it.
        let whole = force.entries.iter().take(entry.end).skip(index);
        let cost = whole.fold(NumberRange::ZERO, |sum, other| sum.plus(other.cost));
        let alone = entry.cost.certain() == Some(claimed.into());
        let Some(points) = cost.certain().filter(|points| *points != i64::from(claimed) && !alone) else { continue };
        judge.remark(RemarkFault::Claim { squadron: Some(index), claimed, points }, |fault| {
            let breach = Breach::new(force, index, fault).inside("/points");
            breach.numbers(claimed.into(), Some(points), Some(points))
        });
    }
}

/// Reports rules that are not those that were published under their id and version.
fn publication(judge: &mut Judge) {
    match judge.force.ruleset.parts().publication {
        // Nothing claims to be published. It is a term of the list.
        Publication::Published | Publication::UnknownId => {}
        Publication::Differs => judge.remark(RemarkFault::OtherRules, |fault| Breach::at("/ruleset".to_owned(), fault)),
        Publication::UnknownVersion => {
            judge.remark(RemarkFault::UnknownRules, |fault| Breach::at("/ruleset".to_owned(), fault));
        }
    }
}

/// Reports squadrons whose name is that of another unit.
fn names_of_others(judge: &mut Judge) {
    let force = judge.force;
    for index in 0..force.entries.len() {
        if let Some(other) = force.named_like(index) {
            let remark = RemarkFault::NamedLikeUnit { squadron: index, other: other.name.clone() };
            judge.remark(remark, |fault| Breach::new(force, index, fault).inside("/name"));
        }
    }
}

/// Reports squadrons that state another nation than the list although their unit is of no nation.
fn nations_without_effect(judge: &mut Judge) {
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        if force.nation_without_effect(entry).is_some() {
            let remark = RemarkFault::NationWithoutEffect { squadron: index };
            judge.remark(remark, |fault| Breach::new(force, index, fault).inside("/nation"));
        }
    }
}

/// Reports settings that are stated together with the setting that gives their value. The list can be judged, but
/// perhaps not as its player expects.
fn contradictions(judge: &mut Judge) {
    let force = judge.force;
    let is_stated = |id: &String| force.list.settings.contains_key(id);
    for (id, setting) in force.ruleset.declarations().settings.iter().filter(|(id, _)| is_stated(id)) {
        let Some(given_by) = setting.given_by.as_ref().filter(|by| is_stated(by)) else { continue };
        // An overlay decides, whatever the list states.
        if force.agreed.fixed.given.iter().any(|given| given == id || given == given_by) {
            continue;
        }
        let remark = RemarkFault::Contradiction { setting: id.clone(), given_by: given_by.clone() };
        judge.remark(remark, |fault| Breach::at(format!("/settings/{id}"), fault));
    }
}

/// Reports consents to something that cannot be waived, and those that do not count under an event.
fn consents(judge: &mut Judge) {
    let force = judge.force;
    for (position, rule) in force.list.consents.iter().enumerate() {
        if !force.ruleset.rule(rule).is_some_and(|sourced| force.waives(&sourced.rule)) {
            let remark = RemarkFault::Consent { rule: rule.clone(), setting: None };
            judge.remark(remark, |fault| Breach::at(format!("/consents/{position}"), fault));
        }
    }
    for (id, setting) in &force.ruleset.declarations().settings {
        let is_on = force.list.settings.get(id) == Some(&SettingValue::Flag(true));
        let is_fixed = force.agreed.fixed.given.contains(id);
        let Some(rule) = setting.consent.as_ref().filter(|_| is_on && !is_fixed) else { continue };
        if !force.agreed.consents_to(rule) {
            let remark = RemarkFault::Consent { rule: rule.clone(), setting: Some(id.clone()) };
            judge.remark(remark, |fault| Breach::at(format!("/settings/{}", escape(id)), fault));
        }
    }
}

/// Reports decks that are in use but that the list does not give. This is only a note, because a player may keep a deck
/// secret. If the list leaves its decks open, nobody can tell whether they are right.
fn decks(judge: &mut Judge) {
    let force = judge.force;
    for (id, deck) in &force.ruleset.declarations().decks {
        let Some(rule) = deck.rule.as_ref().and_then(|rule| force.ruleset.rule(rule)) else { continue };
        let is_open = force.leaves_open(OpenKind::Decks);
        let least = if is_open { Match::Perhaps } else { Match::Yes };
        if force.list.decks.contains_key(id) || force.agreed.may_use(&rule.rule) < least {
            continue;
        }
        let severity = if is_open { Severity::Undetermined } else { Severity::Note };
        let breach = Breach::at(format!("/decks/{}", escape(id)), Fault::NoDeck { deck: id.clone() });
        judge.cite(rule, severity, breach);
    }
}

/// Reports units whose figures are from another edition than the ruleset's.
fn other_vintages(judge: &mut Judge) {
    let force = judge.force;
    let Some(current) = &force.ruleset.declarations().vintage else { return };
    let vintages = force.entries.iter().map(|entry| entry.found.and_then(|found| found.unit.vintage.as_ref()));
    let old = vintages.enumerate().filter_map(|(index, vintage)| Some((index, vintage.filter(|it| *it != current)?)));
    let old: Vec<(usize, &String)> = old.collect();
    let [(first, _), others @ ..] = old.as_slice() else { return };
    let editions: BTreeSet<&String> = old.iter().map(|(_, vintage)| *vintage).collect();
    let squadrons = u32::try_from(old.len()).unwrap_or(u32::MAX);
    let remark = RemarkFault::Vintage { squadrons, editions: editions.into_iter().cloned().collect() };
    judge.remark(remark, |fault| {
        let breach = Breach::at(force.pointer(*first), fault);
        others.iter().fold(breach, |breach, (index, _)| breach.also(force.pointer(*index)))
    });
}
