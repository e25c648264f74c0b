//! Models that do not state their Mark.

use crate::force::whole::Force;
use crate::text::plural::{count, list_of};

/// Models of a squadron do not state their Mark, though they must.
#[derive(Clone, Debug)]
pub(crate) struct MarkFault {
    pub squadron: usize,
    /// How many models do not state their Mark.
    pub models: u32,
    /// The names of the Marks.
    pub marks: Vec<String>,
}

impl MarkFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
        format!("{}: the Mark of {} is not stated", force.name(self.squadron), count(self.models, "model"))
    }

    pub(super) fn help(&self) -> String {
        format!("state the Mark of each model: {}", list_of(self.marks.iter().map(String::as_str)))
    }
}
