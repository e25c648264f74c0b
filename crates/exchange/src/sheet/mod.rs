//! Catalogues as spreadsheets: one row a unit, for clubs whose units are in one.

mod cell;
mod column;
mod fault;
mod read;
mod text;
mod write;

pub use self::cell::harmless;
pub use self::fault::{CELLS, CellFault, FAULTS, UNITS};
pub use self::read::read;
pub(crate) use self::write::csv_of;
pub use self::write::{template, write};

#[cfg(test)]
mod tests;
