//! The parts of a force: squadrons, model sets, models with roles, cards, rows of a sheet.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::force::value::NumberRange;
use crate::ready::bits::Bits;
use crate::ready::catalogue::ReadyCatalogue;
use crate::ready::matcher::Match;
use crate::ready::unit::ReadyUnit;
use crate::shapes::catalogue::Unit;
use crate::shapes::declarations::DeclaredCard;
use crate::shapes::list::{CardPick, Squadron};
use crate::shapes::sheet::{FieldContent, SheetRow};
use crate::text::pointer::escape;
use crate::text::slug::slug;

/// A squadron of the list, looked up. Attached squadrons have entries of their own. Other squadrons are given by their
/// places in the force's `entries`.
#[derive(Clone)]
pub(crate) struct ForceEntry<'a> {
    pub squadron: &'a Squadron,
    /// Its place in the list: among the squadrons of the list or group, or among those attached to the same squadron.
    pub position: usize,
    /// Its group, by its place in the list.
    pub group: Option<usize>,
    /// The squadron it is attached to.
    pub parent: Option<usize>,
    /// The squadron that the list names in `brought-by`.
    pub bringer: Option<usize>,
    /// Whether the bringer really brings this unit. Only if it does, the squadron costs nothing and needs no slot.
    pub brought: Match,
    /// The squadrons that carry it.
    pub carriers: Vec<usize>,
    /// The squadrons that it carries.
    pub carries: Vec<usize>,
    /// The id of its nation, if it is known.
    pub nation: Option<&'a str>,
    /// Its unit; none if the unit is unknown.
    pub found: Option<FoundUnit<'a>>,
    /// How many models it has. Models that options add (`adds` in catalogues) do not count.
    pub models: u32,
    /// The id of its allocation.
    pub allocation: &'a str,
    /// Its model sets, by their places in the force's `sets`.
    pub sets: Range<usize>,
    /// The place after the last squadron attached to it, at any depth. Attached squadrons follow it in the force's
    /// `entries`.
    pub end: usize,
    /// How often it takes each option of its unit, in the order of the unit's options. Empty if the unit is unknown.
    pub taken: Arc<[u32]>,
    /// The options that its row of a sheet gives it at no cost, for certain or perhaps, by their places among the unit's
    /// options. It has them even if the list does not state them.
    pub free: Vec<(usize, Match)>,
    /// What it costs without what is attached to it. A brought squadron costs nothing: its bringer pays for its
    /// options.
    pub cost: NumberRange,
    /// The trait values that it has for certain.
    pub has: Bits,
    /// The trait values that it may have.
    pub may_have: Bits,
}

/// The unit of a squadron, found in a catalogue: made ready, as written, and the catalogue.
#[derive(Clone, Copy)]
pub(crate) struct FoundUnit<'a> {
    pub ready: &'a ReadyUnit,
    pub unit: &'a Unit,
    pub catalogue: &'a ReadyCatalogue,
}

/// A model set: the models of one kind in a squadron.
#[derive(Clone)]
pub(crate) struct ModelSet<'a> {
    /// The squadron, by its place in the force's `entries`.
    pub entry: usize,
    /// The id of the unit that they count for; empty if unknown.
    pub unit: &'a str,
    pub models: NumberRange,
    /// What the models cost, with their options.
    pub points: NumberRange,
    /// What their options cost.
    pub upgrades: NumberRange,
    pub has: Bits,
    pub may_have: Bits,
}

/// A model that has one role or more.
#[derive(Clone)]
pub(crate) struct Bearer {
    /// The squadron, by its place in the force's `entries`.
    pub entry: usize,
    /// The place of the first of its roles in the squadron's roles.
    pub role: usize,
    pub has: Bits,
    pub may_have: Bits,
}

/// How many things of a list a charge counts, and what the list pays for them.
#[derive(Clone, Debug)]
pub(crate) struct ForceCharge {
    /// How many things are charged.
    pub number: NumberRange,
    /// What they cost together.
    pub points: NumberRange,
}

/// A card of the list's deck, looked up.
#[derive(Clone)]
pub(crate) struct DeckCard<'a> {
    pub deck: &'a str,
    /// Its place in the deck.
    pub position: usize,
    /// What the list says of it.
    pub pick: &'a CardPick,
    /// The card's id, or the slug of a name that is not known.
    pub id: Cow<'a, str>,
    /// What the ruleset says of it; none if the ruleset does not know it.
    pub known: Option<&'a DeclaredCard>,
    pub cost: Option<u32>,
    /// The values of its traits, as far as they are known.
    pub traits: Vec<(&'a str, Vec<String>)>,
    pub has: Bits,
    pub may_have: Bits,
}

impl ForceEntry<'_> {
    /// How the list fields the squadron: `own`, `attached` or `brought`.
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

    /// The card's printed name. For an unknown card, the list's word for it.
    pub(crate) fn name(&self) -> &str {
        self.known.map_or(self.pick.card(), |card| &card.name)
    }
}

/// A row of a sheet, looked up.
#[derive(Clone)]
pub(crate) struct ForceRow<'a> {
    /// The row as the sheet has it.
    pub written: &'a SheetRow,
    /// The squadron that it is about, if it is about one.
    pub entry: Option<usize>,
    /// The field in which it names a unit, and that unit's id.
    pub unit: Option<(&'a str, &'a str)>,
    /// The field in which it names a unit that is not known.
    pub unknown: Option<&'a str>,
    pub has: Bits,
    pub may_have: Bits,
}

impl ForceRow<'_> {
    /// Whether this is the name of the row.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.written.name.as_deref().is_some_and(|own| slug(own) == slug(name))
    }

    /// The number in a field. For a field of words, how many words it has.
    pub(crate) fn amount(&self, field: &str) -> NumberRange {
        match self.written.fields.get(field) {
            None => NumberRange::ZERO,
            Some(FieldContent::Number(number)) => NumberRange::whole((*number).into()),
            Some(FieldContent::Words(words)) => NumberRange::whole(i64::try_from(words.len()).unwrap_or(i64::MAX)),
        }
    }
}

/// The list's own values of one trait, with which selectors compare.
#[derive(Clone, PartialEq)]
pub(crate) struct ReferenceValues {
    /// The bit that means "has one of these values".
    pub bit: usize,
    /// The trait.
    pub name: String,
    pub words: Vec<String>,
    /// The bits of those words, if they have any.
    pub values: Bits,
    /// There may be more values: the list's nation is not known, or the list leaves open what has them.
    pub open: bool,
}
