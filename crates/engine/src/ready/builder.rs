//! Builds a ruleset: makes its rules ready, and finds its parts by name.

use std::collections::HashMap;
use std::sync::OnceLock;

use indexmap::IndexMap;

use crate::ready::core::{ReadyCore, RulesetParts, SourcedRule};
use crate::ready::prepare_rules::prepare;
use crate::ready::prepared::PlaceTraits;
use crate::ready::problem::RulesetProblem;
use crate::ready::vocabulary::Vocabulary;
use crate::shapes::declarations::Cards;
use crate::text::slug::slug;

/// Makes the parts of a ruleset ready, or fails with everything that is wrong with them. The vocabulary must have all
/// values that the declarations give.
pub(super) fn build(mut parts: RulesetParts, vocabulary: Vocabulary) -> Result<ReadyCore, Vec<RulesetProblem>> {
    parts.rules.sort_by(|a, b| a.rule.id.cmp(&b.rule.id));
    parts.special_rules.sort_by(|a, b| a.id.cmp(&b.id));
    let rules = prepare(&parts, vocabulary)?;
    let special = parts.special_rules.iter().map(|rule| (&rule.id, &rule.name, &rule.aliases));
    let nations = parts.declarations.nations.iter().map(|(id, nation)| (id, &nation.name, &nation.aliases));
    Ok(ReadyCore {
        asking: asking(&parts.rules),
        places: PlaceTraits::new(&parts.declarations, &rules.vocabulary),
        rules_by_id: parts.rules.iter().enumerate().map(|(i, r)| (r.rule.id.clone(), i)).collect(),
        special_by_name: by_name(special),
        nations_by_name: by_name(nations),
        cards_by_name: cards_by_name(&parts.cards),
        allocating: OnceLock::new(),
        rules,
        parts,
    })
}

/// The rules of severity `error` that ask for a setting, by its id.
fn asking(rules: &[SourcedRule]) -> HashMap<String, Vec<usize>> {
    let mut asking: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, SourcedRule { rule, .. }) in rules.iter().enumerate() {
        for id in rule.settings().filter(|_| rule.is_grave()) {
            let asking = asking.entry(id.to_owned()).or_default();
            if asking.last() != Some(&index) {
                asking.push(index);
            }
        }
    }
    asking
}

/// The places of things by their ids, and by their names and aliases if these are no ids. Each thing is its id, its name
/// and its aliases.
fn by_name<'n>(
    things: impl Iterator<Item = (&'n String, &'n String, &'n Vec<String>)> + Clone,
) -> HashMap<String, usize> {
    let ids = things.clone().enumerate().map(|(place, (id, ..))| (id.clone(), place));
    let mut places: HashMap<String, usize> = ids.collect();
    for (place, (_, name, aliases)) in things.enumerate() {
        for name in std::iter::once(name).chain(aliases) {
            places.entry(slug(name)).or_insert(place);
        }
    }
    places
}

/// By deck, then by name: the place of a file of cards, and the place of the card in it.
fn cards_by_name(all: &[Cards]) -> IndexMap<String, HashMap<String, (usize, usize)>> {
    let mut by_name: IndexMap<String, HashMap<String, (usize, usize)>> = IndexMap::new();
    for (at, cards) in all.iter().enumerate() {
        let names = by_name.entry(cards.deck.clone()).or_default();
        for (index, card) in cards.cards.iter().enumerate() {
            names.insert(card.id.clone(), (at, index));
            for name in std::iter::once(&card.name).chain(&card.aliases) {
                names.entry(slug(name)).or_insert((at, index));
            }
        }
    }
    by_name
}
