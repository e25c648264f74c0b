//! The parts of a force: squadrons, models of one kind, models with roles, cards, rows of a sheet.

use std::borrow::Cow;
use std::ops::Range;

use crate::force::value::Value;
use crate::ready::bits::Bits;
use crate::ready::catalogue::ReadyCatalogue;
use crate::ready::matcher::Match;
use crate::ready::unit::ReadyUnit;
use crate::shapes::catalogue::Unit;
use crate::shapes::declarations::Card;
use crate::shapes::list::{CardPick, Squadron};
use crate::shapes::sheet::{Content, Row};
use crate::text::pointer::escape;
use crate::text::slug::slug;

/// A squadron, or a group of models attached to one.
pub(crate) struct Entry<'a> {
    pub squadron: &'a Squadron,
    /// Its place among its siblings.
    pub position: usize,
    pub group: Option<usize>,
    /// The squadron it is attached to.
    pub parent: Option<usize>,
    /// The squadron that the list names in `brought-by`.
    pub bringer: Option<usize>,
    /// Whether the named squadron does bring this unit. Only then this squadron costs nothing and needs no slot.
    pub brought: Match,
    /// The squadrons that carry it.
    pub carriers: Vec<usize>,
    /// The squadrons that it carries.
    pub carries: Vec<usize>,
    /// The id of its nation, if it is known.
    pub nation: Option<&'a str>,
    pub found: Option<FoundUnit<'a>>,
    /// How many models it has, counted as its unit counts them.
    pub models: u32,
    pub allocation: &'a str,
    pub sets: Range<usize>,
    /// The place after the last squadron attached to it, at any depth. Attached squadrons follow it in the force's
    /// `entries`.
    pub end: usize,
    /// How many of each option of its ready are taken.
    pub taken: Vec<u32>,
    /// What it costs on the list: nothing if it is brought.
    pub cost: Value,
    pub has: Bits,
    pub may_have: Bits,
}

/// The unit of a squadron, found in a catalogue.
#[derive(Clone, Copy)]
pub(crate) struct FoundUnit<'a> {
    pub ready: &'a ReadyUnit,
    pub unit: &'a Unit,
    pub catalogue: &'a ReadyCatalogue,
}

/// The models of one kind in a squadron.
pub(crate) struct ModelSet<'a> {
    pub entry: usize,
    /// The id of the unit that they count for; empty if unknown.
    pub unit: &'a str,
    pub models: Value,
    pub points: Value,
    pub upgrades: Value,
    pub has: Bits,
    pub may_have: Bits,
}

/// A model that has one role or more.
pub(crate) struct Bearer {
    pub entry: usize,
    /// The place of the first of its roles in the squadron's roles.
    pub role: usize,
    pub has: Bits,
    pub may_have: Bits,
}

/// A card of a deck.
pub(crate) struct DeckCard<'a> {
    pub deck: &'a str,
    pub position: usize,
    pub pick: &'a CardPick,
    /// The card's id, or the slug of a name that is not known.
    pub id: Cow<'a, str>,
    pub known: Option<&'a Card>,
    pub cost: Option<u32>,
    /// The values of its traits, as far as they are known.
    pub traits: Vec<(&'a str, Vec<String>)>,
    pub has: Bits,
    pub may_have: Bits,
}

impl Entry<'_> {
    /// How the squadron is fielded.
    pub(crate) fn standing(&self) -> &'static str {
        match (&self.squadron.brought_by, self.parent) {
            (Some(_), _) => "brought",
            (None, Some(_)) => "attached",
            (None, None) => "own",
        }
    }
}

impl DeckCard<'_> {
    /// The JSON pointer of the card.
    pub(crate) fn pointer(&self) -> String {
        format!("/decks/{}/{}", escape(self.deck), self.position)
    }

    /// The card's printed name, or the list's word for it.
    pub(crate) fn name(&self) -> &str {
        self.known.map_or(self.pick.card(), |card| &card.name)
    }
}

/// A row of a sheet.
pub(crate) struct SheetRow<'a> {
    pub written: &'a Row,
    /// The squadron that it is about.
    pub entry: Option<usize>,
    /// The field in which it names a unit, and that unit's id.
    pub unit: Option<(&'a str, &'a str)>,
    /// The field in which it names a unit that is not known.
    pub unknown: Option<&'a str>,
    pub has: Bits,
    pub may_have: Bits,
}

impl SheetRow<'_> {
    /// Whether this is the name of the row.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.written.name.as_deref().is_some_and(|own| slug(own) == slug(name))
    }

    /// The number that a field counts as.
    pub(crate) fn amount(&self, field: &str) -> Value {
        match self.written.fields.get(field) {
            None => Value::ZERO,
            Some(Content::Number(number)) => Value::whole((*number).into()),
            Some(Content::Words(words)) => Value::whole(i64::try_from(words.len()).unwrap_or(i64::MAX)),
        }
    }
}

/// The list's own values of a trait that selectors compare with.
pub(crate) struct Own {
    /// The bit that means "has one of these values".
    pub bit: usize,
    /// The trait.
    pub name: String,
    pub words: Vec<String>,
    /// The bits of those words, if they have any.
    pub values: Bits,
    /// The list's nation is not known, so the values are not known either.
    pub open: bool,
}
