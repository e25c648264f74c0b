//! Remarks about overlays: what the list states differently, what they ban, and which of them are in use.

use crate::force::fixed::TermDifference;
use crate::force::named::named;
use crate::force::parts::{ForceEntry, FoundUnit};
use crate::judge::breach::Breach;
use crate::judge::by_rules::Judge;
use crate::judge::faults::Fault;
use crate::judge::faults::event::EventFault;
use crate::judge::faults::remark::RemarkFault;
use crate::ready::event::{Ban, Events};
use crate::shapes::list::{RoleDetail, RolePick};
use crate::text::pointer::escape;
use crate::text::slug::slug;

/// Adds all remarks about overlays.
pub(super) fn remark(judge: &mut Judge) {
    own_overlays(judge);
    let Some(events) = judge.force.ruleset.events() else { return };
    other_games(judge, events);
    differences(judge);
    nations(judge, events);
    units(judge);
    cards(judge, events);
    traits(judge, events);
}

fn add(judge: &mut Judge, fault: EventFault, place: impl FnOnce(Fault) -> Breach<Fault>) {
    judge.remark(RemarkFault::Event(fault), place);
}

fn ban(judge: &mut Judge, name: &str, (event, why): Ban, place: impl FnOnce(Fault) -> Breach<Fault>) {
    add(judge, EventFault::Banned { name: name.to_owned(), event, why }, place);
}

/// Reports the overlays that the list names: those that are not at hand or, under an event, that they count for
/// nothing.
fn own_overlays(judge: &mut Judge) {
    let force = judge.force;
    let named = &force.list.overlays;
    let events = force.ruleset.events();
    let is_at_hand = |id: &String| {
        events.is_some_and(|events| {
            let about = events.all.iter().map(|event| &event.id);
            about.chain(events.elsewhere.iter().map(|(id, _)| id)).any(|known| known == id)
        })
    };
    let missing: Vec<(usize, &String)> = named.iter().enumerate().filter(|(_, id)| !is_at_hand(id)).collect();
    if events.is_some_and(|events| !events.are_own()) {
        if !named.is_empty() {
            let ids = missing.iter().map(|(_, id)| (*id).clone()).collect();
            add(judge, EventFault::Replaced { missing: ids }, |fault| {
                let mut places = missing.iter().map(|(place, _)| format!("/overlays/{place}"));
                let first = places.next().unwrap_or_else(|| "/overlays".to_owned());
                places.fold(Breach::at(first, fault), Breach::also)
            });
        }
        return;
    }
    for (place, id) in missing {
        let fault = EventFault::Unknown { id: id.clone() };
        add(judge, fault, |fault| Breach::at(format!("/overlays/{place}"), fault));
    }
}

/// Reports overlays that are not about the game of the list: under an event, only if all of them are not.
fn other_games(judge: &mut Judge, events: &Events) {
    let Some((origin, _)) = events.missed().last() else { return };
    let names = events.missed().iter().map(|(_, name)| name.clone()).collect();
    let origin = origin.clone();
    add(judge, EventFault::OtherGame { names, origin }, |fault| Breach::at("/ruleset".to_owned(), fault));
}

/// Reports settings and a maximum force value that differ from what overlays fix.
fn differences(judge: &mut Judge) {
    let force = judge.force;
    for difference in &force.agreed.fixed.differences {
        let TermDifference { setting, .. } = difference;
        let at = setting.as_ref().map_or_else(|| "/mfv".to_owned(), |id| format!("/settings/{}", escape(id)));
        add(judge, EventFault::Differs(difference.clone()), |fault| Breach::at(at, fault));
    }
}

/// Reports banned nations: the list's own, and those that squadrons state.
fn nations(judge: &mut Judge, events: &Events) {
    let force = judge.force;
    let name = |id: &str| force.ruleset.declarations().nations.get(id).map_or(id, |nation| &nation.name).to_owned();
    if let Some((nation, found)) = force.nation.and_then(|id| Some((id, events.nation(id)?))) {
        ban(judge, &name(nation), found, |fault| Breach::at("/nation".to_owned(), fault));
    }
    for (index, entry) in force.entries.iter().enumerate() {
        let stated = entry.squadron.nation.as_deref().and_then(|name| force.ruleset.nation(name));
        let foreign = stated.filter(|nation| Some(*nation) != force.nation);
        if let Some((nation, found)) = foreign.and_then(|id| Some((id, events.nation(id)?))) {
            ban(judge, &name(nation), found, |fault| Breach::new(force, index, fault).inside("/nation"));
        }
    }
}

/// Reports banned units and options.
fn units(judge: &mut Judge) {
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(FoundUnit { unit, catalogue, .. }) = entry.found else { continue };
        let Some(treated) = catalogue.treated(unit) else { continue };
        if let Some(found) = treated.ban {
            ban(judge, &unit.name, found, |fault| Breach::new(force, index, fault).inside("/unit"));
        }
        if !treated.options.is_empty() {
            for (name, place, found) in banned_options(entry) {
                ban(judge, name, found, |fault| Breach::new(force, index, fault).inside(&place));
            }
        }
    }
}

/// The banned options of a squadron: each with its name, the place where the squadron names it, and the ban. The place
/// is empty if the squadron has the option without naming it.
#[expect(
    clippy::indexing_slicing,
    reason = "the unit gives out the places of its options, and there is a number for each"
)]
fn banned_options<'e>(entry: &'e ForceEntry<'_>) -> Vec<(&'e str, String, Ban)> {
    let Some(FoundUnit { ready, unit, catalogue }) = entry.found else { return Vec::new() };
    let bans = catalogue.treated(unit).map(|treated| &treated.options);
    let banned = |option: usize| bans.and_then(|bans| bans.get(&ready.options[option].id)).copied();
    let mut found = Vec::new();
    let mut seen = Vec::new();
    for named in named(entry.squadron) {
        let option = if named.is_mark { ready.find_mark(named.name) } else { ready.find(named.name) };
        if let Some((option, ban)) = option.and_then(|option| Some((option, banned(option)?))) {
            seen.push(option);
            found.push((ready.options[option].name.as_str(), named.place, ban));
        }
    }
    for option in (0..ready.options.len()).filter(|option| entry.taken[*option] > 0 && !seen.contains(option)) {
        found.extend(banned(option).map(|ban| (ready.options[option].name.as_str(), String::new(), ban)));
    }
    found
}

/// Reports banned cards of decks.
fn cards(judge: &mut Judge, events: &Events) {
    for card in &judge.force.cards {
        if let Some(found) = events.card(card.deck, &card.id, card.known.is_some()) {
            let place = card.pointer();
            ban(judge, card.name(), found, |fault| Breach::at(place, fault));
        }
    }
}

/// Reports banned traits of roles, which are the cards of a deck.
fn traits(judge: &mut Judge, events: &Events) {
    let force = judge.force;
    for (index, entry) in force.entries.iter().enumerate() {
        for (position, pick) in entry.squadron.roles.iter().enumerate() {
            let RolePick::Detailed(RoleDetail { r#trait: Some(name), .. }) = pick else { continue };
            let role = force.role(pick.role()).and_then(|id| force.ruleset.declarations().roles.get(id));
            let Some(deck) = role.and_then(|role| role.trait_deck.as_ref()) else { continue };
            let known = force.ruleset.card(deck, name);
            let id = known.map_or_else(|| slug(name), |card| card.id.clone());
            if let Some(found) = events.card(deck, &id, known.is_some()) {
                let name = known.map_or(name, |card| &card.name);
                ban(judge, name, found, |fault| {
                    Breach::new(force, index, fault).inside(&format!("/roles/{position}/trait"))
                });
            }
        }
    }
}
