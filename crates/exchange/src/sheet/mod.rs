//! Catalogues as spreadsheets with one row per unit, for clubs that keep their units in a spreadsheet.

mod cell;
mod column;
mod fault;
mod read;
mod text;
mod write;

pub use self::cell::guarded;
pub(crate) use self::cell::harmless;
pub use self::fault::{CELLS, CellFault, FAULTS, UNITS};
pub use self::read::read;
pub(crate) use self::text::delimiter;
pub(crate) use self::write::csv_of;
pub use self::write::{template, write};

#[cfg(test)]
mod tests;
