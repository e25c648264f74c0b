//! Reads lists from spreadsheets: the rows that Muster writes, and what players keep in their own.
//!
//! [`grid`] has the rows and columns of a table, [`columns`] knows the headings. [`ours`] reads rows that Muster wrote,
//! [`people`] makes of each other row a line as people write it, which the reader of such lines takes. Both read cells
//! through [`cells`], which tells every cell that was not read.

mod cells;
mod columns;
mod grid;
mod ours;
mod people;

use self::cells::Cells;
use self::columns::ListColumn;
use self::grid::{GridRow, MOST_ROWS, table};
use super::found::{Doubt, Listing, TextContext};
use super::posted::UnitNameIndex;

/// Whether a text is a table with a list: its columns say so.
#[must_use]
pub fn is_table(text: &str) -> bool {
    table(text).is_some()
}

/// The ruleset of a table that Muster wrote, with its version.
pub(super) fn ruleset(text: &str) -> Option<String> {
    let table = table(text).filter(|table| table.is_ours)?;
    let named = table.rows.first().and_then(|row| table.cell(row, ListColumn::Ruleset))?;
    Some(named.to_owned())
}

/// Reads all lists of a table. None if the text is no table with a list.
pub(super) fn read_all(units: &UnitNameIndex, text: &str, context: TextContext) -> Option<Vec<Listing>> {
    let table = table(text)?;
    let of =
        |row: &GridRow| [ListColumn::List, ListColumn::Player].map(|column| table.cell(row, column).map(str::to_owned));
    // A row that names neither belongs to the list above it.
    let lists = table.rows.chunk_by(|one, other| of(other) == [None, None] || of(one) == of(other));
    let list = |rows| {
        let cells = Cells::new(&table, rows);
        if table.is_ours { ours::read(units, cells, context) } else { people::read(units, cells, context) }
    };
    let mut lists: Vec<Listing> = lists.map(list).collect();
    if let (Some(end), Some(last)) = (table.end, lists.last_mut()) {
        let text = format!("more than {MOST_ROWS} rows: the rest");
        last.doubts.push(Doubt::misplaced(end, text, None));
    }
    Some(lists)
}
