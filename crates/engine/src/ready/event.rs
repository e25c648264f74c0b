//! Events: the overlays over a ruleset (event packs, house rules), with what is judged beside the rules. What they
//! change in rules and units is in the ruleset and its catalogues already.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::shapes::list::SettingValue;

/// The overlays over a ruleset.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// Those in use, in the order in which they are applied. Those that others extend come first.
    pub all: Vec<Event>,
    /// Who brings them.
    pub bringer: Bringer,
    /// Ids and names of those that are about other games.
    pub elsewhere: Vec<(String, String)>,
}

/// Who brings overlays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bringer {
    /// Whoever judges, for all lists.
    #[default]
    Organiser,
    /// The list names them itself.
    List,
    /// The archive that the lists are in, for all of them. Anybody can make an archive.
    Archive,
}

/// One overlay.
#[derive(Clone, Debug, Default)]
pub struct Event {
    /// Its id.
    pub id: String,
    /// Its name, for messages.
    pub name: String,
    /// The nations that it bans, by id, each with why.
    pub nations: BTreeMap<String, BanReason>,
    /// The cards that it bans.
    pub cards: BannedCards,
    /// The ids of rules that it takes out of use.
    pub drops: BTreeSet<String>,
    /// The ids of rules that it waives for all lists.
    pub consents: Vec<String>,
    /// Whether the consents that lists state count.
    pub from_list: bool,
    /// The force values that lists may have: one is fixed, several are allowed. Empty if it says nothing about them.
    pub mfv: Vec<u32>,
    /// The values that settings may have: one is fixed, several are allowed.
    pub settings: IndexMap<String, Vec<SettingValue>>,
    /// What else it brings or changes besides units and rules, in words: `cards`, `tables`.
    pub others: Vec<&'static str>,
    /// A digest of it.
    pub digest: String,
    /// A digest of everything in it except prose.
    pub fingerprint: String,
}

/// The cards that an overlay bans.
#[derive(Clone, Debug, Default)]
pub struct BannedCards {
    /// Cards by deck and id.
    pub known: BTreeMap<(String, String), BanReason>,
    /// Slugs of names that no deck has.
    pub unknown: BTreeSet<String>,
    /// If it allows only some cards, the slugs of their names that no deck has. All other unknown cards are banned.
    pub only: Option<BTreeSet<String>>,
}

/// Why an overlay forbids something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BanReason {
    /// It bans it.
    Banned,
    /// It allows only others.
    Left,
    /// It takes it away from the ruleset.
    Removed,
}

/// A ban: the place of the overlay in [`Events::all`], and why.
pub type Ban = (usize, BanReason);

/// What overlays do to a unit. Overlays are given by their places in [`Events::all`].
#[derive(Clone, Debug, Default)]
pub struct UnitOverlays {
    /// The last ban of the unit.
    pub ban: Option<Ban>,
    /// The last ban of each option, by the option's id.
    pub options: BTreeMap<String, Ban>,
    /// The last overlay that brought or patched the unit.
    pub changed: Option<usize>,
    /// An overlay brought the unit: the ruleset does not have it.
    pub brought: bool,
    /// The last overlay that set the unit's price.
    pub priced: Option<usize>,
    /// The last overlay that set the price of an option, by the option's id.
    pub option_prices: BTreeMap<String, usize>,
}

impl Events {
    /// Whether the list names them itself.
    #[must_use]
    pub fn are_own(&self) -> bool {
        self.bringer == Bringer::List
    }

    /// Those that are about other games, if a list is judged without what it should be judged by: of those that a list
    /// names itself any, else only all of them.
    pub(crate) fn missed(&self) -> &[(String, String)] {
        if self.are_own() || self.all.is_empty() { &self.elsewhere } else { &[] }
    }

    /// The overlay with this id.
    #[must_use]
    pub fn overlay(&self, id: &str) -> Option<&Event> {
        self.all.iter().find(|event| event.id == id)
    }

    /// The last overlay that says something about a setting, and the values.
    pub(crate) fn setting(&self, id: &str) -> Option<(usize, &[SettingValue])> {
        let mut says = self.all.iter().enumerate().rev();
        says.find_map(|(place, event)| Some((place, event.settings.get(id)?.as_slice())))
    }

    /// The last overlay that says something about the maximum force value, and the values.
    pub(crate) fn mfv(&self) -> Option<(usize, &[u32])> {
        let mut says = self.all.iter().enumerate().rev();
        says.find(|(_, event)| !event.mfv.is_empty()).map(|(place, event)| (place, event.mfv.as_slice()))
    }

    /// The last ban of a nation.
    pub(crate) fn nation(&self, id: &str) -> Option<Ban> {
        let mut bans = self.all.iter().enumerate().rev();
        bans.find_map(|(place, event)| Some((place, *event.nations.get(id)?)))
    }

    /// The last ban of a card. `known` says whether the deck has it; then `id` is its id, else the slug of its name.
    pub(crate) fn card(&self, deck: &str, id: &str, known: bool) -> Option<Ban> {
        let why = |cards: &BannedCards| {
            if known {
                return cards.known.get(&(deck.to_owned(), id.to_owned())).copied();
            }
            let left = cards.only.as_ref().is_some_and(|only| !only.contains(id)).then_some(BanReason::Left);
            cards.unknown.contains(id).then_some(BanReason::Banned).or(left)
        };
        let mut bans = self.all.iter().enumerate().rev();
        bans.find_map(|(place, event)| Some((place, why(&event.cards)?)))
    }

    /// Whether an overlay waives a rule for all lists.
    pub(crate) fn waives(&self, rule: &str) -> bool {
        self.all.iter().any(|event| event.consents.iter().any(|consent| consent == rule))
    }

    /// Whether the consents of lists count.
    pub(crate) fn counts_own_consents(&self) -> bool {
        self.all.is_empty() || self.all.iter().any(|event| event.from_list)
    }
}
