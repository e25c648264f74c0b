//! Judges an army list under a ruleset: a pure function from the two to a report.
//!
//! No file, no clock, no environment, and no game: games are data (`ruleset`, `catalogue`).

mod agreed;
mod breach;
pub mod card;
mod chart;
mod check;
mod checks;
mod content;
mod evaluate;
pub mod folding;
mod force;
mod judge;
mod misnamed;
mod open;
pub mod ready;
pub mod relations;
mod remarks;
mod sentences;
mod shapes;
pub mod summary;
mod terms;
mod text;
mod value;
pub mod words;

pub use check::{check, check_sheet, check_with, errors, points};
pub use open::open;
pub use ready::digest::{hex, rules_fingerprint, short_digest};
pub use ready::stock;
pub use shapes::{
    amount, catalogue, common, declarations, list, report, rule, selector, setting, sheet, special_rules,
};
pub use text::{nearest, plain, plural, pointer, slug};
