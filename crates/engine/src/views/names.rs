//! Finds the ids of the nations, roles, cards and slots that a list names by id, title or alias.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::force::chart::slot_of;
use crate::ready::ruleset::Ruleset;
use crate::shapes::list::{ArmyList, CardPick, RolePick, Squadron};

/// The ids for the names that a list uses. Each map goes from a name to an id. A name that nothing has is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Names")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NameIds {
    /// The ids of nations.
    pub nations: BTreeMap<String, String>,
    /// The ids of roles.
    pub roles: BTreeMap<String, String>,
    /// The ids of cards, by the id of their deck.
    pub cards: BTreeMap<String, BTreeMap<String, String>>,
    /// The ids of slots, by the kind of their group.
    pub slots: BTreeMap<String, BTreeMap<String, String>>,
}

/// Finds the id of each nation, role, card and slot that a list names. [`SquadronLine`](crate::summary::SquadronLine)
/// has the ids of units and options.
#[must_use]
pub fn names(ruleset: &Ruleset, list: &ArmyList) -> NameIds {
    let mut finder = Finder { ruleset, names: NameIds::default() };
    finder.nation(list.nation.as_ref());
    finder.squadrons(None, &list.squadrons);
    for group in &list.groups {
        finder.squadrons(Some(&group.kind), &group.squadrons);
    }
    for (deck, choices) in &list.decks {
        for pick in choices {
            finder.card(deck, pick);
        }
    }
    finder.names
}

struct Finder<'r> {
    ruleset: &'r Ruleset,
    names: NameIds,
}

impl Finder<'_> {
    fn squadrons(&mut self, kind: Option<&String>, squadrons: &[Squadron]) {
        for squadron in squadrons {
            self.nation(squadron.nation.as_ref());
            for pick in &squadron.roles {
                self.role(pick);
            }
            if let (Some(kind), Some(slot)) = (kind, &squadron.slot) {
                self.slot(kind, slot);
            }
            self.squadrons(kind, &squadron.attached);
        }
    }

    fn nation(&mut self, word: Option<&String>) {
        let found = word.and_then(|word| Some((word.clone(), self.ruleset.nation(word)?.to_owned())));
        self.names.nations.extend(found);
    }

    fn role(&mut self, pick: &RolePick) {
        let declarations = self.ruleset.declarations();
        let Some(id) = declarations.role(pick.role()) else { return };
        self.names.roles.insert(pick.role().to_owned(), id.to_owned());
        let deck = declarations.roles.get(id).and_then(|role| role.trait_deck.as_ref());
        if let (RolePick::Detailed(detail), Some(deck)) = (pick, deck)
            && let Some(word) = &detail.r#trait
        {
            self.card_named(deck, word);
        }
    }

    fn card(&mut self, deck: &str, pick: &CardPick) {
        self.card_named(deck, pick.card());
        if let CardPick::Detailed(detail) = pick
            && let Some(replaced) = &detail.replaces
        {
            self.card(deck, replaced);
        }
    }

    fn card_named(&mut self, deck: &str, word: &str) {
        let Some(card) = self.ruleset.card(deck, word) else { return };
        self.names.cards.entry(deck.to_owned()).or_default().insert(word.to_owned(), card.id.clone());
    }

    fn slot(&mut self, kind: &str, word: &str) {
        let Some((.., declared)) = self.ruleset.declarations().group_kind(kind) else { return };
        let Some((id, _)) = slot_of(declared, word).and_then(|slot| declared.slots.get_index(slot)) else { return };
        self.names.slots.entry(kind.to_owned()).or_default().insert(word.to_owned(), id.clone());
    }
}
