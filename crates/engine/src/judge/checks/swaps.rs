//! Checks the cards of a deck that are not of its base type. Each must replace a different card of the base type, of
//! equal cost.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use crate::force::parts::DeckCard;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::ready::matcher::{Match, Matcher};
use crate::shapes::list::{CardPick, ListPart};

/// A card that does not replace another card as the rule asks. Both cards are given by their names.
#[derive(Clone, Debug)]
pub(crate) enum SwapFault {
    /// The card need not replace another, but the list says that it does.
    NeedsNone { card: String },
    /// The type of the card is unknown.
    UnknownType { card: String },
    /// The replaced card is still in the deck.
    StillThere { card: String, replaced: String },
    /// Another card replaces the same one.
    Twice { card: String, replaced: String },
    /// The replaced card may not be replaced.
    NotReplaceable { card: String, replaced: String },
    /// The two cards have different costs. `word` is the ruleset's word for the cost: `VP`.
    UnequalCost { card: String, cost: u32, replaced: String, other: u32, word: String },
    /// The cost of one of the two is unknown.
    UnknownCost { card: String, replaced: String },
    /// No card of the same cost is left for it to replace.
    NoneLeft { card: String },
    /// The list does not say which card is replaced. `word` is the ruleset's word for the cost.
    Unsaid { card: String, word: String },
}

impl StructuralCheck for SwapFault {
    type Given<'g> = (&'g str, &'g Matcher);
    const LOOKS_AT: CheckSubject = CheckSubject::Cards;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Card];

    /// Checks one deck. `base` matches the cards that the deck starts from.
    fn run(force: &Force, (deck, base): (&str, &Matcher), _: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        // Another rule reports second copies. This check looks at one copy, and chooses it by what the list states about it.
        let content = |card: &DeckCard| serde_json::to_string(card.pick).unwrap_or_default();
        let mut cards: IndexMap<&str, &DeckCard> = IndexMap::new();
        for card in force.cards.iter().filter(|card| card.deck == deck) {
            let first = *cards.entry(card.id.as_ref()).or_insert(card);
            if first.position != card.position && content(card) < content(first) {
                cards.insert(card.id.as_ref(), card);
            }
        }
        if cards.is_empty() {
            return;
        }
        let ids: HashSet<&str> = cards.keys().copied().collect();
        let mut swaps: Vec<Swap> = Vec::new();
        for card in cards.values().copied() {
            let replaced = match card.pick {
                CardPick::Detailed(detail) => {
                    detail.replaces.as_deref().map(|pick| force.deck_card(card.deck, card.position, pick))
                }
                CardPick::Known(_) => None,
            };
            match (force.test_card(card, base), &replaced) {
                (Match::Yes, None) => {}
                (Match::Yes, Some(_)) => report(breach(card, SwapFault::NeedsNone { card: name(card) })),
                (Match::Perhaps, None) => {
                    report(breach(card, SwapFault::UnknownType { card: name(card) }).open());
                }
                (Match::Perhaps | Match::No, _) => swaps.push(Swap { card, replaced }),
            }
        }
        let mut used: HashSet<&str> = HashSet::new();
        for Swap { card, replaced: other } in &swaps {
            let Some(other) = other else { continue };
            let id = other.id.as_ref();
            let (replacing, replaced) = (name(card), name(other));
            if ids.contains(id) {
                report(breach(card, SwapFault::StillThere { card: replacing, replaced }));
            } else if used.contains(id) {
                report(breach(card, SwapFault::Twice { card: replacing, replaced }));
            } else if force.test_card(other, base) == Match::No {
                report(breach(card, SwapFault::NotReplaceable { card: replacing, replaced }));
            } else if !costs(force, card, other, report) {
                let is_unclear = |card: &&DeckCard| force.test_card(card, base) == Match::Perhaps;
                if let Some(unclear) = [*card, other].into_iter().find(is_unclear) {
                    report(breach(card, SwapFault::UnknownType { card: name(unclear) }).open());
                }
            }
            used.insert(id);
        }
        let open: Vec<&DeckCard> = swaps.iter().filter(|swap| swap.replaced.is_none()).map(|swap| swap.card).collect();
        unmatched(force, deck, base, [&ids, &used], &open, report);
    }

    fn sentence(&self, _: &Force) -> String {
        match self {
            Self::NeedsNone { card } => format!("{card} needs no card to replace"),
            Self::UnknownType { card } => {
                format!("{card}: its type is not known, so whether it replaces a card cannot be judged")
            }
            Self::StillThere { card, replaced } => format!("{card} replaces {replaced}, which is still in the deck"),
            Self::Twice { card, replaced } => {
                format!("{card} replaces {replaced}, which another card replaces already")
            }
            Self::NotReplaceable { card, replaced } => {
                format!("{card} replaces {replaced}, which is no card that may be replaced")
            }
            Self::UnequalCost { card, cost, replaced, other, word } => format!(
                "{card} ({cost} {word}) replaces {replaced} ({other} {word}), but only a card of equal value may be"
            ),
            Self::UnknownCost { card, replaced } => {
                format!("the values of {card} and {replaced} are not both known, so the swap cannot be judged")
            }
            Self::NoneLeft { card } => format!("no card of the value of {card} is left for it to replace"),
            Self::Unsaid { card, .. } => format!("{card} does not say which card it replaces"),
        }
    }

    fn help(&self, _: &Force, _: bool) -> Option<String> {
        match self {
            Self::Unsaid { word, .. } => Some(format!("add `replaces: {{card: NAME, type: TYPE, cost: {word}}}`")),
            _ => None,
        }
    }
}

/// A card that takes the place of a base card.
struct Swap<'s, 'a> {
    card: &'s DeckCard<'a>,
    /// The card that it replaces, as the list says.
    replaced: Option<DeckCard<'s>>,
}

/// Checks that a card costs as much as the one that it replaces, and returns whether it reports something.
fn costs(force: &Force, held: &DeckCard, other: &DeckCard, report: &mut dyn FnMut(Breach<SwapFault>)) -> bool {
    let (card, replaced) = (name(held), name(other));
    match (held.cost, other.cost) {
        (Some(cost), Some(other)) if cost != other => {
            let word = cost_word(force, held.deck).to_owned();
            let breach = breach(held, SwapFault::UnequalCost { card, cost, replaced, other, word });
            report(breach.numbers(cost.into(), Some(other.into()), Some(other.into())));
        }
        (Some(_), Some(_)) => return false,
        _ => report(breach(held, SwapFault::UnknownCost { card, replaced }).open()),
    }
    true
}

/// Checks the cards in `open`. The list does not say which cards they replace. For each of them there must be a base
/// card of the same cost that is neither in the deck nor replaced already (`taken`).
fn unmatched(
    force: &Force,
    deck: &str,
    base: &Matcher,
    taken: [&HashSet<&str>; 2],
    open: &[&DeckCard],
    report: &mut dyn FnMut(Breach<SwapFault>),
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
        let card = force.deck_card(deck, 0, pick);
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
            _ if any_base && card.cost.is_some() => report(breach(card, SwapFault::NoneLeft { card: name(card) })),
            _ => {
                let word = cost_word(force, deck).to_owned();
                report(breach(card, SwapFault::Unsaid { card: name(card), word }).open());
            }
        }
    }
}

/// The word for the cost of a deck's cards.
fn cost_word<'f>(force: &'f Force, deck: &str) -> &'f str {
    force.ruleset.declarations().decks.get(deck).and_then(|deck| deck.cost.as_deref()).unwrap_or("VP")
}

fn name(card: &DeckCard) -> String {
    card.name().to_owned()
}

fn breach(card: &DeckCard, fault: SwapFault) -> Breach<SwapFault> {
    Breach::at(card.pointer(), fault)
}
