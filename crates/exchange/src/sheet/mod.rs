//! Catalogues as spreadsheets: one row a unit, for clubs whose units are in one.

mod cell;
mod column;
mod read;
mod text;
mod write;

use std::fmt;

pub use self::cell::harmless;
pub use self::read::read;
pub(crate) use self::write::csv_of;
pub use self::write::{template, write};

/// The most units that a sheet may hold.
pub const UNITS: usize = 20_000;

/// The most cells that a row may have: no game has as many columns.
pub const CELLS: usize = 1_000;

/// How many faults are enough: a sheet with more is no sheet of units.
pub const FAULTS: usize = 1_000;

/// A cell, or a whole row, that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFault {
    /// The line of the file, from 1.
    pub line: u64,
    /// The column's name; none where the row or the file is meant.
    pub column: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for CellFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}", self.line)?;
        if let Some(column) = &self.column {
            write!(formatter, ", column `{column}`")?;
        }
        write!(formatter, ": {}", self.message)
    }
}

#[cfg(test)]
mod tests;
