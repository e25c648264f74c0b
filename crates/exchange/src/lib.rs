//! Import and export of other programs' files: spreadsheets, lists as text, rosters, mails and archives.
//!
//! Nothing of a file is dropped silently. What is not understood becomes a doubt or a notice with its place. What is
//! concluded is told.

pub mod battlescribe;
pub mod collection;
mod count;
pub mod encoding;
pub mod frozen;
pub mod listing;
pub mod sealed;
pub mod spreadsheet;
pub mod unpack;
pub mod yaml;
