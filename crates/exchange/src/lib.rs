//! Other programs' files in and out of Muster: `BattleScribe` data, spreadsheets.
//!
//! Importing never invents and never drops: what a file says ends up in the result, or in a remark that says what was
//! left out and where it stands.

pub mod battlescribe;
pub mod listing;
pub mod sheet;
pub mod yaml;
