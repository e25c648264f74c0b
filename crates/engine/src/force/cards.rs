//! The cards of the list's decks, with what the ruleset knows about them and what the list says about them.

use std::borrow::Cow;

use crate::force::parts::{DeckCard, ReferenceValues};
use crate::force::whole::Force;
use crate::ready::bits::Bits;
use crate::ready::ruleset::Ruleset;
use crate::shapes::declarations::{Trait, TraitOwner};
use crate::shapes::list::{CardDetail, CardPick};
use crate::text::slug::slug;

impl Force<'_> {
    /// Looks up a card of a deck. `position` is its place in the deck.
    pub(crate) fn deck_card<'h>(&'h self, deck: &'h str, position: usize, pick: &'h CardPick) -> DeckCard<'h> {
        deck_card(self.ruleset, &self.references, deck, position, pick)
    }
}

/// The same as [`Force::deck_card`], for a force that is still being made.
pub(crate) fn deck_card<'h>(
    ruleset: &'h Ruleset,
    references: &[ReferenceValues],
    deck: &'h str,
    position: usize,
    pick: &'h CardPick,
) -> DeckCard<'h> {
    let vocabulary = ruleset.vocabulary();
    let known = ruleset.card(deck, pick.card());
    let id = known.map_or_else(|| Cow::Owned(slug(pick.card())), |card| Cow::Borrowed(card.id.as_str()));
    let stated = match pick {
        CardPick::Detailed(CardDetail { cost, traits, .. }) => Some((*cost, traits)),
        CardPick::Known(_) => None,
    };
    // The ruleset's facts about a card count. The list's facts are used only if the ruleset has none.
    let cost = known.and_then(|card| card.cost).or(stated.and_then(|(cost, _)| cost));
    let mut traits = Vec::new();
    let mut has = vocabulary.bits("deck", [deck]).union(&vocabulary.bits("card", [id.as_ref()]));
    // An unknown card may be another name of any card.
    let may_be_any = known.is_none() && !pick.states_facts();
    let mut may_have = if may_be_any { vocabulary.all("card") } else { Bits::NONE };
    for (name, declared) in ruleset.declarations().traits.iter().filter(|(_, t)| t.of == TraitOwner::Card) {
        let printed = known.and_then(|card| card.traits.get(name));
        let said = || stated.and_then(|(_, traits)| traits.get(written(name))).map(words);
        let words = printed.map(|value| value.words().map(str::to_owned).collect::<Vec<_>>()).or_else(said);
        let references = references.iter().filter(|own| own.name == *name);
        if let Some(words) = words {
            references.clone().filter(|own| own.open).for_each(|own| may_have.insert(own.bit));
            let words: Vec<String> = words.iter().map(|word| card_word(ruleset, declared, word)).collect();
            traits.push((name.as_str(), words.clone()));
            has = has.union(&vocabulary.bits(name, words.iter().map(String::as_str)));
            references
                .filter(|own| own.words.iter().any(|word| words.contains(word)))
                .for_each(|own| has.insert(own.bit));
        } else {
            may_have = may_have.union(&vocabulary.all(name));
            references.for_each(|own| may_have.insert(own.bit));
        }
    }
    DeckCard { deck, position, pick, id, known, cost, traits, has, may_have }
}

/// The key under which a list states a trait of a card: `type` for `card-type`.
pub(crate) fn written(name: &str) -> &str {
    name.strip_prefix("card-").unwrap_or(name)
}

/// The id for a list's word about a card. Finds nations by any of their names, and declared values by id or title. Any
/// other word becomes its slug.
pub(crate) fn card_word(ruleset: &Ruleset, declared: &Trait, word: &str) -> String {
    if let Some(nation) = ruleset.nation(word).filter(|_| declared.open) {
        return nation.to_owned();
    }
    let wanted = slug(word);
    let titled = || declared.values.iter().find(|(_, value)| slug(&value.title) == wanted).map(|(id, _)| id.clone());
    if declared.values.contains_key(&wanted) { wanted } else { titled().unwrap_or(wanted) }
}

/// The words in one value that a list states about a card.
pub(crate) fn words(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::String(word) => vec![word.clone()],
        serde_json::Value::Array(words) => words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
        other => vec![other.to_string()],
    }
}

/// A fact about a card that the list states differently from the ruleset.
pub(crate) struct FactDifference<'a> {
    /// Its key in the list.
    pub key: &'a str,
    pub stated: String,
    pub printed: String,
}

/// The facts about a card that the list states differently from the ruleset.
pub(crate) fn differing<'a>(ruleset: &'a Ruleset, card: &DeckCard) -> Vec<FactDifference<'a>> {
    let (Some(known), CardPick::Detailed(detail)) = (card.known, card.pick) else { return Vec::new() };
    let mut facts = Vec::new();
    if let (Some(stated), Some(cost)) = (detail.cost, known.cost)
        && stated != cost
    {
        facts.push(FactDifference { key: "cost", stated: stated.to_string(), printed: cost.to_string() });
    }
    for (name, declared) in &ruleset.declarations().traits {
        let (Some(stated), Some(printed)) = (detail.traits.get(written(name)), known.traits.get(name)) else {
            continue;
        };
        let mut stated: Vec<String> = words(stated).iter().map(|word| card_word(ruleset, declared, word)).collect();
        let mut printed: Vec<String> = printed.words().map(|word| card_word(ruleset, declared, word)).collect();
        stated.sort();
        printed.sort();
        if stated != printed {
            facts.push(FactDifference { key: written(name), stated: stated.join(", "), printed: printed.join(", ") });
        }
    }
    facts
}
