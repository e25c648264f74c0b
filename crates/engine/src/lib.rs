//! Judges an army list under a ruleset: a pure function from the two to a report.
//!
//! No file, no clock, no environment, and no game: games are data (`ruleset`, `catalogue`).

mod agreed;
pub mod amount;
mod bits;
mod breach;
pub mod card;
pub mod catalogue;
mod chart;
mod check;
mod checks;
pub mod compiled;
pub mod conditions;
mod content;
mod evaluate;
pub mod folding;
mod force;
mod judge;
pub mod list;
mod matcher;
mod misnamed;
pub mod nearest;
mod open;
pub mod parameter;
mod patches;
pub mod plain;
pub mod relations;
mod remarks;
pub mod report;
pub mod rule;
pub mod ruleset;
pub mod selector;
pub mod sheet;
mod slots;
pub mod slug;
pub mod stock;
pub mod summary;
mod terms;
mod unit_selector;
mod value;
mod vocabulary;
pub mod wording;

pub use check::{check, check_sheet, check_with, errors, points};
pub use content::{hex, rules_fingerprint, short_digest};
pub use open::open;
