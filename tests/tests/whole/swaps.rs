//! Counts which cards of a deck have a base card to replace, and compares that with what the check of swaps says.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use muster_engine::list::ArmyList;
use muster_engine::report::Severity;
use serde_json::{Value, json};

use crate::invented;

/// The cards from which the deck starts, with their costs.
const BASE: [(&str, u32); 3] = [("base-1", 1), ("base-2", 1), ("base-3", 2)];
/// The cards that may replace them, with their costs.
const OTHERS: [(&str, Option<u32>); 4] =
    [("other-1", Some(1)), ("other-2", Some(1)), ("other-3", Some(2)), ("gratis", None)];

/// Whether the deck holds one of `OTHERS`, and what the list says about it.
#[derive(Clone, Copy, PartialEq)]
enum DeckHold {
    Not,
    /// The list does not say which card it replaces.
    Plain,
    /// The list says that it replaces the card at this position of `BASE`.
    Replacing(usize),
}

/// Counts the cards that are wrong, and those that nobody can judge because they have no cost.
fn expected(base: [bool; 3], others: [DeckHold; 4]) -> (usize, usize) {
    let (mut wrong, mut open) = (0, 0);
    let mut is_used = [false; 3];
    for ((_, cost), held) in OTHERS.iter().zip(others) {
        let DeckHold::Replacing(place) = held else { continue };
        if base[place] || is_used[place] {
            wrong += 1;
        } else {
            match cost {
                Some(cost) => wrong += usize::from(*cost != BASE[place].1),
                None => open += 1,
            }
        }
        is_used[place] = true;
    }
    for cost in [Some(1), Some(2), None] {
        let plain =
            OTHERS.iter().zip(others).filter(|((_, own), held)| *own == cost && *held == DeckHold::Plain).count();
        let free = (0..3).filter(|place| Some(BASE[*place].1) == cost && !base[*place] && !is_used[*place]).count();
        match cost {
            Some(_) => wrong += plain.saturating_sub(free),
            None => open += plain,
        }
    }
    (wrong, open)
}

#[test]
fn every_deck_of_seven_cards_is_judged_as_counted() {
    let mut world = invented::world();
    world["declarations"]["decks"]["coins"] = json!({"title": "Coins", "card": "coin"});
    let card = |id: &str, cost: Option<u32>, suit: &str| {
        let mut card = json!({
            "id": id, "name": id, "traits": {"card-suit": suit}, "source": {"book": "book", "page": "1"},
        });
        if let Some(cost) = cost {
            card["cost"] = json!(cost);
        }
        card
    };
    let base = BASE.iter().map(|(id, cost)| card(id, Some(*cost), "sun"));
    let cards: Vec<Value> = base.chain(OTHERS.iter().map(|(id, cost)| card(id, *cost, "moon"))).collect();
    world["cards"].as_array_mut().expect("cards").push(json!({"kind": "cards", "deck": "coins", "cards": cards}));
    let check = json!({"id": "coins-swap", "kind": "check", "check": {"swaps": {"deck": "coins", "base": {"card-suit": "sun"}}}});
    let ruleset = invented::build(&world, invented::rules_with(&world, check));
    let ways = [DeckHold::Not, DeckHold::Plain, DeckHold::Replacing(0), DeckHold::Replacing(1), DeckHold::Replacing(2)];
    for number in 0..8 * ways.len().pow(4) {
        let base = [0, 1, 2].map(|place| number >> place & 1 == 1);
        let others = [0, 1, 2, 3].map(|place| ways[number / 8 / ways.len().pow(place) % ways.len()]);
        let own = BASE.iter().zip(base).filter(|(_, is_held)| *is_held).map(|((id, _), _)| json!(id));
        let swapped = OTHERS.iter().zip(others).filter_map(|((id, _), held)| match held {
            DeckHold::Not => None,
            DeckHold::Plain => Some(json!(id)),
            DeckHold::Replacing(place) => Some(json!({"card": id, "replaces": BASE[place].0})),
        });
        let deck: Vec<Value> = own.chain(swapped).collect();
        let list = json!({"muster": 1, "ruleset": "invented", "nation": "aland", "decks": {"coins": deck}});
        let read: ArmyList = serde_json::from_value(list.clone()).unwrap_or_else(|error| panic!("{error}"));
        let report = muster_engine::check(&ruleset, &read);
        let mine = report.findings.iter().filter(|finding| finding.rule.as_str() == "coins-swap");
        let (open, wrong): (Vec<_>, Vec<_>) = mine.partition(|finding| finding.severity == Severity::Undetermined);
        assert_eq!((wrong.len(), open.len()), expected(base, others), "{list}: {wrong:#?} {open:#?}");
    }
}
