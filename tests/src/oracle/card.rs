//! The cards of a deck, as printed or as stated by the list.

use muster_engine::declarations::TraitOwner;
use muster_engine::list::CardPick;
use muster_engine::slug::slug;

use super::thing::OracleThing;
use super::world::{OracleCard, World};

impl World<'_> {
    pub(super) fn card(&self, deck: &str, position: usize, pick: &CardPick) -> OracleCard {
        let wanted = slug(pick.card());
        let cards = || self.parts.cards.iter().filter(|cards| cards.deck == deck).flat_map(|cards| &cards.cards);
        let known = cards().find(|card| card.id == wanted).or_else(|| {
            cards().find(|card| std::iter::once(&card.name).chain(&card.aliases).any(|name| slug(name) == wanted))
        });
        let id = known.map_or(wanted, |card| card.id.clone());
        let mut thing = OracleThing::default();
        thing.add("deck", deck);
        thing.add("card", &id);
        for (name, declared) in
            self.parts.declarations.traits.iter().filter(|(_, declared)| declared.of == TraitOwner::Card)
        {
            let key = name.strip_prefix("card-").unwrap_or(name);
            let stated = match pick {
                CardPick::Detailed(detail) => detail.traits.get(key),
                CardPick::Known(_) => None,
            };
            let stated: Option<Vec<String>> = stated.map(|value| match value {
                serde_json::Value::Array(words) => {
                    words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect()
                }
                serde_json::Value::String(word) => vec![word.clone()],
                other => vec![other.to_string()],
            });
            let printed =
                || known.and_then(|card| card.traits.get(name)).map(|v| v.words().map(str::to_owned).collect());
            match printed().or(stated) {
                Some(words) => {
                    for word in words {
                        let nation = if declared.open { self.nation_named(&word) } else { None };
                        let wanted = slug(&word);
                        let titled = declared.values.iter().find(|(_, value)| slug(&value.title) == wanted);
                        let id = titled.filter(|_| !declared.values.contains_key(&wanted)).map(|(id, _)| id.clone());
                        thing.add(name, &nation.map_or_else(|| id.unwrap_or(wanted), str::to_owned));
                    }
                }
                None => drop(thing.unknown.insert(name.clone())),
            }
        }
        let stated = match pick {
            CardPick::Detailed(detail) => detail.cost,
            CardPick::Known(_) => None,
        };
        let cost = known.and_then(|card| card.cost).or(stated);
        OracleCard { cost, thing, pointer: format!("/decks/{deck}/{position}"), deck: deck.to_owned(), id }
    }
}
