//! A roster as read from its file, in one shape for XML of all schemas and for JSON.

use std::collections::HashSet;

use super::ids::MUSTER;
use super::part::whole;
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
    pub(super) forces: Vec<RosterForce>,
    /// What in it cannot be read, or contradicts something else in it.
    pub(super) doubts: Vec<Doubt>,
    /// What else must be known of it, in sentences.
    pub(super) told: Vec<String>,
}

/// A part of a roster that comes from one catalogue.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RosterForce {
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
    /// Whether it says that Muster wrote it, so that its notes are facts. Notes of other programs are notices.
    pub(super) fn is_ours(&self) -> bool {
        self.made_by.as_deref() == Some(MUSTER)
    }
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
