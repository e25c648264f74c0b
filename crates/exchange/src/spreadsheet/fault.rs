//! Faults in a spreadsheet, and the limits on its size.

/// The most units that a spreadsheet may hold.
pub const UNITS: usize = 20_000;

/// The most rows that a spreadsheet may hold: units, with their weapons, options and so on.
pub const ROWS: usize = 200_000;

/// How many signs `>` a row may have: no unit has options in options so deep.
pub const DEPTH: usize = 20;

/// The most cells that a row may have: no game has as many columns.
pub const CELLS: usize = 1_000;

/// Reading stops after this many faults: a spreadsheet with more is not a spreadsheet of units.
pub const FAULTS: usize = 1_000;

/// A cell, or a whole row, that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {message}", .column.as_ref().map(|column| format!(", column `{column}`")).unwrap_or_default())]
pub struct CellFault {
    /// The line of the file, from 1.
    pub line: u64,
    /// The column's name; none if the fault is in the row or the file.
    pub column: Option<String>,
    /// What is wrong.
    pub message: String,
}
