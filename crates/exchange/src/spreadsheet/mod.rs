//! Catalogues as spreadsheets, for clubs that keep their units in one: a row for each unit, and below it a row for each
//! weapon, option and so on.
//!
//! `kind` has the kinds of rows with their cells, `form` writes and reads the value of a cell, and `values` several
//! values in one. `column` has the columns of a ruleset. `write` makes rows of units; `read`, with `row` and `parents`,
//! makes units of rows.

mod cell;
mod column;
mod fault;
mod form;
mod kind;
mod parents;
mod read;
mod row;
mod text;
mod values;
mod write;

pub use self::cell::guarded;
pub(crate) use self::cell::harmless;
pub use self::fault::{CELLS, CellFault, DEPTH, FAULTS, ROWS, UNITS};
pub use self::read::read;
pub(crate) use self::text::{delimiter, header};
pub(crate) use self::write::csv_of;
pub use self::write::{template, write};

#[cfg(test)]
mod comes_back;
#[cfg(test)]
mod tests;
