//! Checks that cards which are not of the base type replace different cards of the base type at equal cost.

use std::collections::{HashMap, HashSet};

use crate::force::parts::Held;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::ready::matcher::{Match, Matcher};
use crate::shapes::list::CardPick;

/// A card that takes the place of a base card.
struct Swap<'s, 'a> {
    card: &'s Held<'a>,
    /// The card that it replaces, as the list says.
    replaced: Option<Held<'s>>,
}

pub(super) fn check(force: &Force, deck: &str, base: &Matcher, found: &mut dyn FnMut(Breach)) {
    let mut ids: HashSet<&str> = HashSet::new();
    let mut cards: Vec<&Held> = Vec::new();
    for card in force.cards.iter().filter(|card| card.deck == deck) {
        // Another rule reports second copies.
        if ids.insert(card.id.as_ref()) {
            cards.push(card);
        }
    }
    if cards.is_empty() {
        return;
    }
    let mut swaps: Vec<Swap> = Vec::new();
    for card in &cards {
        let replaced = match card.pick {
            CardPick::Detailed(detail) => {
                detail.replaces.as_deref().map(|pick| force.hold(card.deck, card.position, pick))
            }
            CardPick::Known(_) => None,
        };
        match (force.test_card(card, base), &replaced) {
            (Match::Yes, None) => {}
            (Match::Yes, Some(_)) => found(breach(card, format!("{} needs no card to replace", card.name()))),
            (Match::Perhaps, None) => {
                let message =
                    format!("{}: its type is not known, so whether it replaces a card cannot be judged", card.name());
                found(breach(card, message).open());
            }
            (Match::Perhaps | Match::No, _) => swaps.push(Swap { card, replaced }),
        }
    }
    let mut used: HashSet<&str> = HashSet::new();
    for Swap { card, replaced } in &swaps {
        let Some(replaced) = replaced else { continue };
        let other = replaced.name();
        let message = match (card.cost, replaced.cost) {
            _ if ids.contains(replaced.id.as_ref()) => {
                Some(format!("{} replaces {other}, which is still in the deck", card.name()))
            }
            _ if used.contains(replaced.id.as_ref()) => {
                Some(format!("{} replaces {other}, which another card replaces already", card.name()))
            }
            _ if force.test_card(replaced, base) == Match::No => {
                Some(format!("{} replaces {other}, which is no card that may be replaced", card.name()))
            }
            (Some(cost), Some(theirs)) if cost != theirs => {
                let word = cost_word(force, deck);
                let message = format!(
                    "{} ({cost} {word}) replaces {other} ({theirs} {word}), but only a card of equal value may be",
                    card.name()
                );
                let theirs = Some(i64::from(theirs));
                found(breach(card, message).numbers(cost.into(), theirs, theirs));
                None
            }
            (Some(_), Some(_)) => None,
            _ => {
                let message = format!(
                    "the values of {} and {other} are not both known, so the swap cannot be judged",
                    card.name()
                );
                found(breach(card, message).open());
                None
            }
        };
        if let Some(message) = message {
            found(breach(card, message));
        }
        used.insert(replaced.id.as_ref());
    }
    let open: Vec<&Held> = swaps.iter().filter(|swap| swap.replaced.is_none()).map(|swap| swap.card).collect();
    unmatched(force, deck, base, [&ids, &used], &open, found);
}

/// Checks cards that do not say what they replace: each needs a base card of its cost that is not in the deck.
fn unmatched(
    force: &Force,
    deck: &str,
    base: &Matcher,
    taken: [&HashSet<&str>; 2],
    open: &[&Held],
    found: &mut dyn FnMut(Breach),
) {
    let known: Vec<CardPick> = force
        .ruleset
        .cards()
        .iter()
        .filter(|known| known.deck == deck)
        .flat_map(|known| &known.cards)
        .map(|card| CardPick::Known(card.id.clone()))
        .collect();
    let mut free: HashMap<u32, u32> = HashMap::new();
    let mut any_base = false;
    for pick in &known {
        let Some((deck, _)) = force.ruleset.declarations().decks.get_key_value(deck) else { continue };
        let card = force.hold(deck, 0, pick);
        if force.test_card(&card, base) != Match::Yes {
            continue;
        }
        any_base = true;
        let taken = taken.iter().any(|taken| taken.contains(card.id.as_ref()));
        if let Some(cost) = card.cost.filter(|_| !taken) {
            *free.entry(cost).or_default() += 1;
        }
    }
    for card in open {
        let room = card.cost.and_then(|cost| free.get_mut(&cost));
        match room {
            Some(room) if *room > 0 => *room -= 1,
            _ if any_base && card.cost.is_some() => {
                let message = format!("no card of the value of {} is left for it to replace", card.name());
                found(breach(card, message));
            }
            _ => {
                let message = format!("{} does not say which card it replaces", card.name());
                let word = cost_word(force, deck);
                let help = Some(format!("add `replaces: {{card: NAME, type: TYPE, cost: {word}}}`"));
                found(breach(card, message).open().help(help));
            }
        }
    }
}

/// The word for the cost of a deck's cards.
fn cost_word<'f>(force: &'f Force, deck: &str) -> &'f str {
    force.ruleset.declarations().decks.get(deck).and_then(|deck| deck.cost.as_deref()).unwrap_or("VP")
}

fn breach(card: &Held, message: String) -> Breach {
    Breach { open: false, entry: None, at: vec![card.pointer()], message, numbers: [None; 3], help: None }
}
