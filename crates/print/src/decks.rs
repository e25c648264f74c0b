//! Decks: the cards of a list, with a heading for each deck.

use muster_engine::card;
use muster_engine::catalogue::TraitValue;
use muster_engine::declarations::{Deck, TraitOwner};
use muster_engine::list::{ArmyList, CardPick};
use muster_engine::ready::Ruleset;
use muster_engine::words::phrases;
use serde::Serialize;

/// A deck.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct DeckWords {
    title: String,
    note: String,
    cards: Vec<CardWords>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct CardWords {
    name: String,
    /// The kind of the card, and the card that it replaces.
    kind: Vec<String>,
    cost: Option<String>,
    summary: Option<String>,
    source: Option<String>,
}

/// The decks of a list.
pub(crate) fn decks(ruleset: &Ruleset, list: &ArmyList) -> Vec<DeckWords> {
    let declared = ruleset.declarations().decks.iter();
    let given = declared.filter_map(|(id, deck)| Some((id, deck, list.decks.get(id)?)));
    given
        .map(|(id, deck, picks)| {
            let number = i64::try_from(picks.len()).unwrap_or(i64::MAX);
            DeckWords {
                title: deck.title.clone(),
                note: format!("{number} {}", phrases::subject(&deck.card, Some(number))),
                cards: picks.iter().map(|pick| card_words(ruleset, id, deck, pick)).collect(),
            }
        })
        .collect()
}

fn card_words(ruleset: &Ruleset, id: &str, deck: &Deck, pick: &CardPick) -> CardWords {
    let declarations = ruleset.declarations();
    let known = ruleset.card(id, pick.card());
    let stated = match pick {
        CardPick::Known(_) => None,
        CardPick::Detailed(detail) => Some(detail),
    };
    let cost = stated.and_then(|detail| detail.cost).or_else(|| known.and_then(|card| card.cost));
    let stated_traits = stated
        .into_iter()
        .flat_map(|detail| &detail.traits)
        .filter_map(|(name, value)| Some((name.clone(), serde_json::from_value::<TraitValue>(value.clone()).ok()?)));
    let mut of_card = known.map(|card| card.traits.clone()).unwrap_or_default();
    of_card.extend(stated_traits.filter(|(name, _)| !name.starts_with("x-")));
    let words = card::traits(declarations, TraitOwner::Card, &of_card).into_iter().flat_map(|words| words.values);
    let mut kind: Vec<String> = words.map(|word| word.title).collect();
    let replaces = stated.and_then(|detail| detail.replaces.as_deref());
    kind.extend(replaces.map(|other| {
        let name = ruleset.card(id, other.card()).map_or(other.card(), |card| &card.name);
        format!("in place of {name}")
    }));
    CardWords {
        name: known.map_or(pick.card(), |card| &card.name).to_owned(),
        kind,
        cost: cost.map(|cost| format!("{cost} {}", deck.cost.as_deref().unwrap_or("VP"))),
        summary: known.and_then(|card| card.summary.clone()),
        source: known.map(|card| phrases::as_source(declarations, &card.source).to_string()),
    }
}
