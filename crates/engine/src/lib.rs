//! The engine: judges an army list under a ruleset and returns a report. It is a pure function of the ruleset, the list
//! and the sheet that the list belongs to, if any.
//!
//! It reads no file, no clock and no environment. It knows no game: games are data (`declarations`, `rule`,
//! `catalogue`). A caller may bound its work ([`effort`]): then there is this answer, or none.
//!
//! How a list becomes a report:
//!
//! 1. `ready` makes a ruleset ready, once for all lists. It resolves the names in rules and catalogues, or reports
//!    everything that is wrong with them.
//! 2. `check` takes a ruleset, a list and perhaps a sheet. If the list uses a setting, role, deck, slot or kind of group
//!    that does not exist, or two squadrons have one id, the list is unreadable, and the findings say what is wrong.
//! 3. `lookup` makes a `force` of the list. It looks up the units, options, roles, cards and rows that the list names.
//!    It finds out what each squadron costs, which traits it has, which slot it fills and who brings it. An unknown
//!    number is a range.
//! 4. `judge` judges the force by every rule in use, and adds remarks that come from no book. Each breach is data
//!    first. Its sentence is made when the finding is kept.
//! 5. `check` sorts the findings, takes the verdict from the gravest of them, and makes the fingerprint.
//! 6. `views` makes the list at a glance from the same force.
//!
//! `shapes` has the forms of all files, `words` puts rulesets and lists into words, and `text` has helpers for text.

#![deny(clippy::indexing_slicing, clippy::string_slice, clippy::panic, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::indexing_slicing, clippy::string_slice, clippy::panic, clippy::unwrap_used))]

mod basis;
mod check;
pub mod effort;
mod force;
mod judge;
mod lookup;
pub mod ready;
mod shapes;
mod text;
mod together;
mod views;
pub mod words;

pub use basis::Basis;
pub use check::{ErrorTally, JudgedForce, check, check_sheet, errors, judge, points, points_alone, tally, uses};
pub use judge::checks::check_facts;
pub use judge::structural_check::CheckFacts;
pub use muster_digest::{hex, rules_fingerprint, short_digest};
pub use shapes::{
    amount, catalogue, common, declarations, list, place, report, rule, selector, setting, sheet, special_rules,
};
pub use text::{nearest, plain, plural, pointer, slug, theirs};
pub use together::check_together;
pub use views::open::{hides, open};
pub use views::{
    arcs, boxes, card, folding, models, names, needs, overlaid, overview, relations, sheet_tables, slots, summary,
};
