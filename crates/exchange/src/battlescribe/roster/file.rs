//! A roster as read from its file, in one shape for XML of all schemas and for JSON.

use std::collections::HashSet;

use muster_library::fault::{Fault, FaultKind};
use muster_library::{encoding, yaml};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::contents::Reading;
use super::part::{Element, whole};
use crate::battlescribe::lines::Lines;
use crate::battlescribe::source::{ROSTER, text};
use crate::battlescribe::xml::{ImportError, parse};
use crate::listing::Doubt;

/// A roster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roster {
    /// The program that wrote it, if stated.
    pub(super) made_by: Option<String>,
    pub(super) name: Option<String>,
    /// The id of the game system in the data that it was made from.
    pub(super) game_id: Option<String>,
    pub(super) game_name: Option<String>,
    /// The limit, in points.
    pub(super) limit: Option<u32>,
    /// The total, in points.
    pub(super) points: Option<u32>,
    pub(super) notes: Vec<String>,
    /// The names of the categories and profile types in it.
    pub(super) words: HashSet<String>,
    pub(super) forces: Vec<Force>,
    /// What in it cannot be read, or contradicts something else in it.
    pub(super) doubts: Vec<Doubt>,
    /// What else must be known of it, in sentences.
    pub(super) told: Vec<String>,
}

/// A part of a roster that comes from one catalogue.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Force {
    pub entry: String,
    pub name: String,
    pub custom_name: Option<String>,
    pub catalogue: String,
    pub line: usize,
    pub notes: Vec<String>,
    pub selections: Vec<Selection>,
}

/// An entry that was selected.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Selection {
    /// The ids of the links that lead to its entry, and last the id of the entry.
    pub ids: Vec<String>,
    pub name: String,
    pub custom_name: Option<String>,
    /// The total number; 0 if it is odd.
    pub number: u32,
    /// The number as it is written, if that is no whole number.
    pub odd: Option<String>,
    /// Its type: `unit`, `model` or `upgrade`.
    pub kind: String,
    /// What it costs by itself, in thousandths of points.
    pub cost: i64,
    pub notes: Vec<String>,
    pub line: usize,
    pub selections: Vec<Selection>,
}

impl Roster {
    /// Reads a roster: XML, packed or not, or JSON. Error messages name it `file`.
    pub fn open(file: &str, bytes: Vec<u8>) -> Result<Self, ImportError> {
        if bytes.trim_ascii_start().starts_with(b"{") {
            return json(&bytes).map_err(|fault| {
                let at = fault.place.map(|place| (place.line, place.column));
                ImportError { at, ..ImportError::new(file, fault.message) }
            });
        }
        let text = text(file, bytes, &ROSTER)?;
        let document = parse(file, &text)?;
        let node = document.root_element();
        if node.tag_name().name() != "roster" {
            let message = format!("the root element is <{}>, not <roster>", node.tag_name().name());
            return Err(ImportError::new(file, message));
        }
        let root = Element { node, lines: &Lines::new(&document) };
        Ok(Reading::of(&root, &root))
    }

    /// Whether a text is a roster in JSON. List files have no key `roster`.
    #[must_use]
    pub fn is_json(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Object {
            roster: Option<IgnoredAny>,
        }
        serde_json::from_str::<Object>(text).is_ok_and(|object| object.roster.is_some())
    }
}

/// Reads a roster from JSON: an object with the key `roster`.
fn json(bytes: &[u8]) -> Result<Roster, Fault> {
    let mut documents = yaml::documents(encoding::utf8(bytes)?).into_iter();
    let document = match documents.next() {
        Some(Ok(document)) => document,
        Some(Err(unparsed)) => return Err(unparsed.faults.into_iter().next().unwrap_or_else(Fault::too_large)),
        None => return Err(Fault::too_large()),
    };
    let inside = document.root().get("roster");
    let inside = inside.ok_or_else(|| Fault::new(FaultKind::MissingKey, "the key `roster` is missing"))?;
    if documents.next().is_some() {
        return Err(Fault::new(FaultKind::Syntax, "something stands behind the roster"));
    }
    Ok(Reading::of(&document.root(), &inside))
}

impl Selection {
    /// What it costs with everything inside it, in thousandths of points.
    pub(super) fn whole_cost(&self) -> i64 {
        self.selections.iter().fold(self.cost, |sum, inside| sum.saturating_add(inside.whole_cost()))
    }

    /// The points that its player claims for it and everything inside it; none if the roster states none.
    pub(super) fn claim(&self) -> Option<u32> {
        whole(self.whole_cost()).filter(|points| *points > 0)
    }
}
