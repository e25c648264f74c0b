//! The terms that a list sets for itself. An opponent or an organiser may refuse them.

use indexmap::IndexMap;

use crate::force::agreed::Agreement;
use crate::force::fixed::FixedTerms;
use crate::force::parts::{DeckCard, FoundUnit};
use crate::force::whole::Force;
use crate::ready::core::Publication;
use crate::ready::event::{Bringer, Event, Events};
use crate::shapes::amount::{Amount, KeyedAmount};
use crate::shapes::list::{CardDetail, CardPick, OpenKind, SettingValue};
use crate::shapes::report::{OwnCard, OwnOverlay, OwnUnit, Terms};
use crate::shapes::rule::{Clause, Grade, Limit, Rule};

/// Finds everything by which a list chooses its judge or its facts: the rules that it waives, the settings by which it puts
/// rules out of use or raises a limit, its units and cards from outside the ruleset, what it leaves open, and the overlays that it names. What
/// an event says for all lists is no term of the list, unless an archive brings the event: whoever made the archive may have
/// written anything into it.
///
/// Does not know which versions of the ruleset there are.
pub(crate) fn terms(force: &Force) -> Terms {
    let settings = settings(force);
    let mut terms = Terms {
        waived: waived(force),
        level: level(force, &settings),
        settings,
        own_units: own_units(force),
        own_cards: own_cards(force),
        open: open(force),
        overlays: overlays(force),
        other_game: force.ruleset.events().into_iter().flat_map(Events::missed).map(|(_, name)| name.clone()).collect(),
        not_published: matches!(force.ruleset.parts().publication, Publication::Differs | Publication::UnknownVersion),
        own_rules: own_rules(force),
        ..Terms::default()
    };
    terms.tell();
    terms
}

/// The overlays in use, if they are for all lists.
fn event<'s>(force: &'s Force) -> Option<&'s Events> {
    force.ruleset.events().filter(|events| !events.are_own())
}

/// The ruleset, if an archive brings it under an id that the program does not have.
fn own_rules(force: &Force) -> Option<String> {
    let rules = force.ruleset.declarations();
    let is_brought = force.ruleset.parts().publication == Publication::UnknownId;
    is_brought.then(|| format!("{} {}", rules.id, rules.version))
}

/// The rules that the list waives and that can be waived.
fn waived(force: &Force) -> Vec<String> {
    let waivable = |id: &&String| force.ruleset.rule(id).is_some_and(|sourced| sourced.rule.waivable);
    let is_on = |id: &&String| force.agreed.settings.get(*id) == Some(&SettingValue::Flag(true));
    let is_fixed = |rule: &String| {
        let settings = &force.ruleset.declarations().settings;
        let mut fixed = force.agreed.fixed.given.iter().filter(is_on).filter_map(|id| settings.get(id));
        fixed.any(|setting| setting.consent.as_ref() == Some(rule))
    };
    let by_event = |id: &String| event(force).is_some_and(|events| events.waives(id) || is_fixed(id));
    force.agreed.consents.iter().filter(waivable).filter(|id| !by_event(id)).cloned().collect()
}

fn settings(force: &Force) -> IndexMap<String, SettingValue> {
    let declared = force.ruleset.declarations().settings.iter();
    let FixedTerms { given, allowed, .. } = &force.agreed.fixed;
    let by_event = |id: &String| event(force).is_some() && (given.contains(id) || allowed.contains(id));
    // A setting that picks rules by their numbers is always shown, because readers cannot see from the numbers which
    // rules it leaves out.
    let stated = declared.filter(|(id, setting)| {
        force.agreed.is_stated(id) && !by_event(id) && (setting.given_by.is_some() || loosens(force, id))
    });
    stated.filter_map(|(id, _)| Some((id.clone(), force.agreed.settings.get(id)?.clone()))).collect()
}

/// The word of a setting that gives numbers to another setting.
fn level(force: &Force, settings: &IndexMap<String, SettingValue>) -> Option<String> {
    let declared = &force.ruleset.declarations().settings;
    let gives = |id: &String| declared.values().any(|setting| setting.given_by.as_ref() == Some(id));
    settings.iter().filter(|(id, _)| gives(id)).find_map(|(_, value)| match value {
        SettingValue::Word(word) => Some(word.clone()),
        _ => None,
    })
}

/// What the list leaves open and nothing else settles.
fn open(force: &Force) -> Vec<OpenKind> {
    let is_settled = |kind: OpenKind| kind == OpenKind::Core && !force.agreed.is_open(kind.word());
    force.open.iter().copied().filter(|kind| !is_settled(*kind)).collect()
}

/// The overlays in use that the list names or that an archive brings, with what they change.
fn overlays(force: &Force) -> Vec<OwnOverlay> {
    let Some(events) = force.ruleset.events().filter(|events| events.bringer != Bringer::Organiser) else {
        return Vec::new();
    };
    let from_archive = events.bringer == Bringer::Archive;
    events.all.iter().map(|event| own_overlay(force, event, from_archive)).collect()
}

fn own_overlay(force: &Force, event: &Event, from_archive: bool) -> OwnOverlay {
    let rules = force.ruleset.rules().iter().filter(|sourced| sourced.origin == event.id);
    OwnOverlay {
        id: event.id.clone(),
        name: event.name.clone(),
        from_archive,
        drops: event.drops.iter().cloned().collect(),
        rules: rules.map(|sourced| sourced.rule.id.clone()).collect(),
        consents: event.consents.clone(),
        mfv: event.mfv.clone(),
        fixes: event.settings.clone(),
        others: event.others.iter().map(|&what| what.to_owned()).collect(),
    }
}

/// Whether more would be asked of the list if it did not state this setting: by a rule or a clause that is not in use
/// now, or by a narrower limit. Only rules that may make lists illegal count.
fn loosens(force: &Force, setting: &str) -> bool {
    let ruleset = force.ruleset;
    // Only rules that ask for this setting, or for one to which it gives numbers.
    let given = ruleset.declarations().settings.iter().filter(|(_, other)| other.given_by.as_deref() == Some(setting));
    let changed = std::iter::once(setting).chain(given.map(|(id, _)| id.as_str()));
    let rules: Vec<&Rule> = changed.flat_map(|id| ruleset.grave_rules_asking(id)).collect();
    if rules.is_empty() {
        return false;
    }
    let without = force.agreed.without(ruleset.declarations(), setting);
    without.is_some_and(|without| rules.iter().any(|rule| is_loosened(rule, &force.agreed, &without)))
}

/// Whether a rule asks for more under the settings `without` than under those in use now.
fn is_loosened(rule: &Rule, now: &Agreement, without: &Agreement) -> bool {
    let is_grave = |clause: &&Clause| clause.severity.unwrap_or(rule.severity) == Grade::Error;
    let is_looser = |clause: &Clause| {
        is_asked(clause, without)
            && (!is_asked(clause, now) || clause.limit.as_ref().is_some_and(|limit| is_wider(limit, now, without)))
    };
    without.uses(rule) && (!now.uses(rule) || rule.clauses.iter().filter(is_grave).any(is_looser))
}

/// Whether settings alone do not keep a clause from asking for something.
fn is_asked(clause: &Clause, agreed: &Agreement) -> bool {
    clause.when.iter().all(|limit| {
        let Some(measured) = number(&limit.of, agreed) else { return true };
        let end = |amount: &Option<Amount>| number(amount.as_ref()?, agreed);
        end(&limit.min).is_none_or(|min| measured >= min) && end(&limit.max).is_none_or(|max| measured <= max)
    })
}

/// Whether a limit admits more under the settings in use now than under the settings `without`. If it depends on more than
/// one setting or on other numbers too, it counts as wider as soon as it reads a setting that differs. A limit on settings
/// alone asks how they are stated, and does not count.
fn is_wider(limit: &Limit, now: &Agreement, without: &Agreement) -> bool {
    let differs =
        |amount: &Amount| amount.settings().iter().any(|id| now.settings.get(*id) != without.settings.get(*id));
    let is_wider = |amount: &Amount, is_max: bool| match (number(amount, now), number(amount, without)) {
        (Some(now), Some(without)) => {
            if is_max {
                now > without
            } else {
                now < without
            }
        }
        _ => differs(amount),
    };
    limit.max.as_ref().is_some_and(|max| is_wider(max, true))
        || limit.min.as_ref().is_some_and(|min| is_wider(min, false))
        || number(&limit.of, now).is_none() && differs(&limit.of)
}

/// An amount as a number, if it follows from settings alone.
fn number(amount: &Amount, agreed: &Agreement) -> Option<i64> {
    let Amount::Made(made) = amount else {
        return if let Amount::Number(number) = amount { Some(*number) } else { None };
    };
    match &**made {
        KeyedAmount::Agreed(setting) => agreed.number(setting).map(i64::from),
        KeyedAmount::Given(setting) => Some(i64::from(agreed.is_stated(setting))),
        KeyedAmount::Setting(tests) => Some(i64::from(agreed.all_hold(tests))),
        _ => None,
    }
}

/// The units that the list fields and that a club, or an overlay that is not the organiser's, brings or changes. Sorted,
/// each once.
fn own_units(force: &Force) -> Vec<OwnUnit> {
    let is_organised = force.ruleset.events().is_some_and(|events| events.bringer == Bringer::Organiser);
    let found = force.entries.iter().filter_map(|entry| entry.found);
    let mut own: Vec<OwnUnit> = found
        .filter_map(|FoundUnit { unit, catalogue, .. }| {
            let (id, name, nation) = (unit.id.clone(), unit.name.clone(), catalogue.written().nation.clone());
            let treated = catalogue.treated(unit).filter(|_| !is_organised);
            let by_overlay = treated.filter(|by| by.changed.or(by.priced).is_some() || !by.option_prices.is_empty());
            let replaces = by_overlay.map(|by| !by.brought).or(catalogue.own(unit))?;
            Some(OwnUnit { id, name, nation, replaces })
        })
        .collect();
    own.sort_by(|one, other| (&one.name, &one.nation).cmp(&(&other.name, &other.nation)));
    own.dedup();
    own
}

/// The cards that no deck of the ruleset has, and of which the list states facts; also those that others replace. Sorted,
/// each once.
fn own_cards(force: &Force) -> Vec<OwnCard> {
    let own = |card: &DeckCard| {
        (card.known.is_none() && card.pick.states_facts())
            .then(|| OwnCard { deck: card.deck.to_owned(), name: card.pick.card().to_owned() })
    };
    let replaced = |card: &DeckCard| match card.pick {
        CardPick::Detailed(CardDetail { replaces: Some(pick), .. }) => {
            own(&force.deck_card(card.deck, card.position, pick))
        }
        _ => None,
    };
    let mut cards: Vec<OwnCard> = force.cards.iter().flat_map(|card| [own(card), replaced(card)]).flatten().collect();
    cards.sort_by(|one, other| (&one.deck, &one.name).cmp(&(&other.deck, &other.name)));
    cards.dedup();
    cards
}
