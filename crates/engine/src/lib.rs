//! Judges an army list under a ruleset: a pure function from the two to a report.
//!
//! No file, no clock, no environment, and no game: games are data (`ruleset`, `catalogue`).

mod agreed;
mod bits;
mod breach;
pub mod card;
mod chart;
mod check;
mod checks;
pub mod compiled;
mod content;
mod evaluate;
pub mod folding;
mod force;
mod judge;
mod matcher;
mod misnamed;
mod open;
mod patches;
pub mod relations;
mod remarks;
mod sentences;
mod shapes;
mod slots;
pub mod stock;
pub mod summary;
mod terms;
mod text;
mod unit_selector;
mod value;
mod vocabulary;
pub mod words;

pub use check::{check, check_sheet, check_with, errors, points};
pub use content::{hex, rules_fingerprint, short_digest};
pub use open::open;
pub use shapes::{
    amount, catalogue, common, declarations, list, report, rule, selector, setting, sheet, special_rules,
};
pub use text::{nearest, plain, plural, pointer, slug};
