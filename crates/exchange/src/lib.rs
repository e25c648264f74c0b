//! Import and export of other programs' files: spreadsheets, lists as text, rosters, mails and archives.
//!
//! Importing never invents or silently drops anything. Everything in a file ends up in the result, or in a notice that
//! says what was left out and where it is.

pub mod battlescribe;
pub mod collection;
mod count;
pub mod encoding;
pub mod listing;
pub mod sealed;
pub mod spreadsheet;
pub mod unpack;
pub mod yaml;
