//! What writing and reading texts gives, and the bounds of what is read.

use muster_engine::list::ArmyList;

/// A list as text.
#[derive(Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What reading the text would not give back, in sentences.
    pub lost: Vec<String>,
}

/// The list of a text.
#[derive(Debug)]
pub struct Listing {
    /// The list, with ids where the text has names.
    pub list: ArmyList,
    /// The lines that mean nothing.
    pub unread: Vec<Unread>,
    /// What the text does not say and was concluded, in sentences.
    pub concluded: Vec<String>,
}

/// A line, or a word of it, that means nothing.
#[derive(Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its number, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// The nearest names.
    pub help: Option<String>,
}

/// What is said beside a text; it goes before what the text says itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said<'a> {
    /// The nation, by id or name.
    pub nation: Option<&'a str>,
    /// The maximum force value, in points.
    pub mfv: Option<u32>,
}

/// The most models or options that a number in a list may say (contract, section 4).
pub(crate) const MAX_NUMBER: u32 = 1000;

/// The largest maximum force value, in points (contract, section 4).
pub(crate) const MAX_MFV: u32 = 1_000_000;
