//! The engine: judges an army list under a ruleset and returns a report. It is a pure function of these two.
//!
//! It reads no file, no clock and no environment. It knows no game: games are data (`ruleset`, `catalogue`).

mod check;
mod force;
mod judge;
mod lookup;
pub mod ready;
mod shapes;
mod text;
mod views;
pub mod words;

pub use check::{Judged, check, check_sheet, errors, judge, points};
pub use ready::digest::{hex, rules_fingerprint, short_digest};
pub use shapes::{
    amount, catalogue, common, declarations, list, report, rule, selector, setting, sheet, special_rules,
};
pub use text::{nearest, plain, plural, pointer, slug};
pub use views::open::open;
pub use views::{card, folding, names, relations, sheet_tables, summary};
