//! What a line of a text may be, and how a line was read.

use super::evidence::{Evidence, sum};

/// What a line of a text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// It names squadrons.
    Squadrons,
    /// It says something of the squadron above it: options, roles, models, its price.
    Above,
    /// An entry of the list that names nothing known.
    Unknown,
    /// It sorts the entries below it: a heading, a group, an allocation.
    Heading,
    /// The nation of the list, or of the units below it.
    Nation,
    /// The limit, the sum or settings of the list.
    OfList,
    /// The name of the list.
    Title,
    /// The name of the list, a person, a club or the game.
    Name,
    /// Prose.
    Talk,
    /// Nothing of a list.
    Other,
}

impl LineKind {
    /// The kind in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Squadrons => "squadrons",
            Self::Above => "a part of the squadron above",
            Self::Unknown => "an entry of something unknown",
            Self::Heading => "a heading",
            Self::Nation => "a nation",
            Self::OfList => "points or settings of the whole list",
            Self::Title => "the name of the list",
            Self::Name => "only a name",
            Self::Talk => "prose",
            Self::Other => "no part of the list",
        }
    }
}

/// A reading of a line, with what speaks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineReading {
    /// What the line is in this reading.
    pub kind: LineKind,
    /// What speaks for the reading, and against it.
    pub(super) evidence: Vec<Evidence>,
    /// What it names, such as the units of squadrons. Empty if it names nothing known.
    pub names: Vec<String>,
}

impl LineReading {
    pub(super) fn new(kind: LineKind, evidence: impl Into<Vec<Evidence>>) -> Self {
        Self { kind, evidence: evidence.into(), names: Vec::new() }
    }

    /// How much speaks for the reading. The reading with most is taken.
    #[must_use]
    pub fn weight(&self) -> i32 {
        sum(&self.evidence)
    }

    /// The reading in words: `squadrons of Gull, Tern`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.names.as_slice() {
            [] => self.kind.words().to_owned(),
            names => format!("{} of {}", self.kind.words(), names.join(", ")),
        }
    }

    /// What speaks for the reading, in words with its weight. What speaks against it has a weight below 0.
    pub fn evidence(&self) -> impl Iterator<Item = (&'static str, i32)> {
        self.evidence.iter().map(|evidence| (evidence.words(), evidence.weight()))
    }

    /// What speaks for it, in words.
    pub(super) fn evidence_in_words(&self) -> String {
        let mut words: Vec<&str> = Vec::new();
        for evidence in self.evidence.iter().filter(|evidence| evidence.weight() > 0) {
            if !words.contains(&evidence.words()) {
                words.push(evidence.words());
            }
        }
        words.join("; ")
    }
}

/// How a line was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadLine {
    /// Its number, from 1.
    pub number: usize,
    /// The line, or the sentence of it, without marks.
    pub text: String,
    /// The reading that was taken.
    pub taken: LineReading,
    /// The next best reading, if there is one.
    pub next: Option<LineReading>,
}
