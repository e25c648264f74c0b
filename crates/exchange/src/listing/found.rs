//! The results of writing and reading texts, and the largest numbers that are read.

use muster_engine::list::ArmyList;

/// A list written as text.
#[derive(Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What would be lost when the text is read back, in sentences.
    pub lost: Vec<String>,
}

/// A list read from a text.
#[derive(Debug)]
pub struct Listing {
    /// The list, with ids where the text has names.
    pub list: ArmyList,
    /// The lines that were not understood.
    pub unread: Vec<Unread>,
    /// Conclusions about things that the text does not state, in sentences.
    pub concluded: Vec<String>,
}

/// A line, or a word in it, that was not understood.
#[derive(Debug, PartialEq, Eq)]
pub struct Unread {
    /// The line's number, from 1.
    pub line: usize,
    /// The line or word.
    pub text: String,
    /// The nearest names.
    pub help: Option<String>,
}

/// What the user states in addition to a text. It overrides the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said<'a> {
    /// The nation, by id or name.
    pub nation: Option<&'a str>,
    /// The maximum force value, in points.
    pub mfv: Option<u32>,
}

/// The largest number of models of one squadron, or of one option, that the list format allows.
pub(crate) const MAX_NUMBER: u32 = 1000;

/// The largest maximum force value that the list format allows, in points.
pub(crate) const MAX_MFV: u32 = 1_000_000;
