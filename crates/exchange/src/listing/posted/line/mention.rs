//! What a line says: the units that it names, and what it says of each.

use std::ops::Range;

use crate::listing::posted::units::{UnitKey, UnitNameIndex};

/// What a line says.
#[derive(Default)]
pub(in super::super::super) struct LineMentions {
    /// What it says of the squadron that stands above it.
    pub above: Option<Mention>,
    pub mentions: Vec<Mention>,
    /// Words that may name several units.
    pub unclear: Vec<UnclearName>,
    /// Words and numbers that were not understood.
    pub left: Vec<UnknownWord>,
    /// Misspelt words, with the names that they were taken for.
    pub misspelt: Vec<(String, UnitKey)>,
    /// Roles, each with the units one of which has it, whose squadron is on another line: `Commodore: Berg (on the Gull)`.
    pub elsewhere: Vec<(String, Vec<UnitKey>)>,
    /// The sum that it states, and the limit behind it.
    pub sum: Option<(u32, Option<u32>)>,
    /// A number of points that is too large for a unit, so it may be the limit of the list.
    pub limit: Option<u32>,
    /// Where the first unit, or the number before it, begins in the line.
    pub lead: usize,
    /// It names an option of which it does not say which of several is meant.
    pub has_unclear_option: bool,
    /// The place of the word with which a remark begins, which is not read.
    pub remark: Option<usize>,
    /// It is prose and no entry of a list.
    pub is_talk: bool,
    /// It takes back or changes what the text said before.
    pub is_change: bool,
}

/// Words that may name several units.
pub(in super::super::super) struct UnclearName {
    pub start: usize,
    pub end: usize,
    /// Where the name itself stands, without the number before it and what follows.
    pub name: Range<usize>,
    pub keys: Vec<UnitKey>,
}

/// A word or number that was not understood, by where it begins and ends in the line.
#[derive(Clone, Copy, Debug)]
pub(in super::super::super) struct UnknownWord {
    pub start: usize,
    pub end: usize,
    pub is_number: bool,
    /// It names a unit that the line does not put into the list.
    pub is_unit: bool,
}

/// A unit that a line names.
#[derive(Clone)]
pub(in super::super::super) struct Mention {
    pub key: UnitKey,
    /// Where its number and name begin and end in the line.
    pub start: usize,
    pub end: usize,
    /// How many squadrons of it.
    pub squadrons: u32,
    pub models: Option<u32>,
    /// The number surely counts models.
    pub is_exact: bool,
    /// All words of the unit's name stand there.
    pub is_whole: bool,
    /// The stated points of all these squadrons.
    pub points: Option<u32>,
    /// Stated points of options, before a price of the squadron.
    pub extras: u32,
    /// Ids of options, with their number if it is stated.
    pub options: Vec<(String, Option<u32>)>,
    pub roles: Vec<String>,
    pub allocation: Option<String>,
    pub standing: MentionStanding,
    /// The unit that brings it, if its standing is `Brought`.
    pub bringer: Option<UnitKey>,
    /// Whether it speaks of a squadron named elsewhere.
    pub refers: MentionReference,
    /// The number of models was divided into squadrons, because no squadron may have so many.
    pub is_divided: bool,
}

impl Mention {
    pub(in super::super) fn new(key: UnitKey) -> Self {
        Self {
            key,
            start: 0,
            end: 0,
            squadrons: 1,
            models: None,
            is_exact: false,
            is_whole: false,
            points: None,
            extras: 0,
            options: Vec::new(),
            roles: Vec::new(),
            allocation: None,
            standing: MentionStanding::Own,
            bringer: None,
            refers: MentionReference::No,
            is_divided: false,
        }
    }

    /// Whether it states no number, no price and no option.
    pub(in super::super) fn is_bare(&self) -> bool {
        self.models.is_none() && self.points.is_none() && self.options.is_empty()
    }

    /// Whether it says nothing but the unit.
    pub(super) fn is_empty(&self) -> bool {
        let is_counted = self.models.is_some() || self.points.is_some() || self.extras > 0;
        !is_counted && self.options.is_empty() && self.roles.is_empty() && self.allocation.is_none()
    }

    /// The most models that a squadron of the unit has.
    pub(super) fn most(&self, units: &UnitNameIndex) -> u32 {
        let (catalogue, ready) = units.get(self.key);
        catalogue.unit(ready).squadron.map_or(30, |size| size.max.unwrap_or(30)).max(1)
    }

    /// Divides a number of models that is too large for a squadron into squadrons of the largest size, if it divides
    /// evenly.
    pub(super) fn divide(&mut self, units: &UnitNameIndex) {
        let (Some(models), 1, MentionStanding::Own) = (self.models, self.squadrons, self.standing) else { return };
        let (catalogue, ready) = units.get(self.key);
        let unit = catalogue.unit(ready);
        let most = unit.squadron.map_or(unit.usual, |size| size.max);
        let Some(most) = most.filter(|most| *most > 0) else { return };
        if models > most && models.is_multiple_of(most) && models / most <= 10 {
            self.is_divided = true;
            self.squadrons = models / most;
            self.models = Some(most);
        }
    }
}

/// How a squadron belongs to the one that the line names before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super::super) enum MentionStanding {
    Own,
    Attached,
    Brought,
}

/// Whether a mention speaks of a squadron named elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super::super) enum MentionReference {
    No,
    /// It may: it has an article and no number before it.
    Perhaps,
    /// It stands before a verb that says what it has: `the Gull carries 5 Terns`.
    AsSubject,
    /// It stands behind an attached unit, without a number, so it may be what that is attached to.
    AsHost,
}
