//! A line at its place in the list, with what it says of units.

use super::line::LineMentions;
use super::lines::BareLine;
use super::words::Word;

/// A line at its place in the list.
pub(super) struct PlacedLine<'l, 't> {
    /// Its place among the lines.
    pub at: usize,
    pub line: &'l BareLine<'t>,
    pub words: &'l [Word],
    /// It is indented below a squadron.
    pub inside: bool,
    /// What it says of units.
    pub reading: LineMentions,
}

impl PlacedLine<'_, '_> {
    /// Whether it names units, perhaps unclearly.
    pub(super) fn names_units(&self) -> bool {
        !self.reading.mentions.is_empty() || !self.reading.unclear.is_empty()
    }

    /// Whether it says something of the squadron above and names no unit. A word of an option may be one of another unit's name.
    pub(super) fn is_of_above(&self) -> bool {
        self.reading.above.is_some() && self.reading.mentions.is_empty()
    }
}
