//! Reads lists from spreadsheets: the rows that Muster writes, and what players keep in their own.
//!
//! [`columns`] knows the headings. [`ours`] reads rows that Muster wrote. [`people`] makes of each other row a line as
//! people write it, which the reader of such lines takes. Both read cells through [`cells`], which tells every cell that
//! was not read.

mod cells;
mod columns;
mod ours;
mod people;

use csv::{ReaderBuilder, StringRecord};

use self::cells::Cells;
use self::columns::{Column, head_of};
use super::found::{Doubt, Listing, Said};
use super::posted::Units;
use crate::sheet::delimiter;

/// The most rows that may stand above the head of a table.
const ABOVE: usize = 20;
/// The most rows that are read.
const MOST_ROWS: usize = 10_000;

/// The head of a table and what stands below it.
struct Table {
    above: Vec<Row>,
    /// The cells of the head.
    head: StringRecord,
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// The line of the first row that is not read, because there are too many.
    end: Option<usize>,
    /// Muster wrote it: its options and roles are phrases of ours.
    is_ours: bool,
}

/// The cells of a row with the number of its line.
struct Row {
    number: usize,
    cells: StringRecord,
}

/// Whether a text is a table with a list: its columns say so.
#[must_use]
pub fn is_table(text: &str) -> bool {
    table(text).is_some()
}

/// The ruleset of a table that Muster wrote, with its version.
pub(super) fn ruleset(text: &str) -> Option<String> {
    let table = table(text).filter(|table| table.is_ours)?;
    let named = table.rows.first().and_then(|row| table.cell(row, Column::Ruleset))?;
    Some(named.to_owned())
}

/// Reads all lists of a table. None if the text is no table with a list.
pub(super) fn read_all(units: &Units, text: &str, said: Said) -> Option<Vec<Listing>> {
    let table = table(text)?;
    let of = |row: &Row| [Column::List, Column::Player].map(|column| table.cell(row, column).map(str::to_owned));
    let lists = table.rows.chunk_by(|one, other| of(one) == of(other));
    let list = |rows| {
        let cells = Cells::new(&table, rows);
        if table.is_ours { ours::read(units, cells, said) } else { people::read(units, cells, said) }
    };
    let mut lists: Vec<Listing> = lists.map(list).collect();
    if let (Some(end), Some(last)) = (table.end, lists.last_mut()) {
        let text = format!("more than {MOST_ROWS} rows: the rest");
        last.doubts.push(Doubt::misplaced(end, text, None));
    }
    Some(lists)
}

/// The table in a text, if it has a head with a column of units and another that is known.
fn table(text: &str) -> Option<Table> {
    let text = text.trim_start_matches('\u{feff}');
    let begin = text.lines().take(ABOVE).find(|line| line.contains([',', ';', '\t']))?;
    // The head has most of the signs.
    let lines = text.lines().take(ABOVE);
    let head = lines.max_by_key(|line| line.matches([',', ';', '\t']).count()).unwrap_or(begin);
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(delimiter(head)).trim(csv::Trim::All);
    // Text has no faulty rows.
    let records = reader.from_reader(text.as_bytes()).into_records().filter_map(Result::ok);
    let row = |record: StringRecord| {
        let number = record.position().map_or(1, |position| usize::try_from(position.line()).unwrap_or(usize::MAX));
        Row { number, cells: record }
    };
    let mut rows: Vec<Row> = records.take(MOST_ROWS + 1).map(row).collect();
    let end = rows.get(MOST_ROWS).map(|row| row.number);
    rows.truncate(MOST_ROWS);
    let place = rows.iter().take(ABOVE).position(|row| head_of(&row.cells).is_some())?;
    let columns = head_of(&rows[place].cells)?;
    let below = rows.split_off(place + 1);
    let head = rows.pop()?.cells;
    let is_ours = head.iter().any(|cell| cell == "brought by") && columns.contains(&Column::List);
    (!below.is_empty()).then_some(Table { above: rows, head, columns, rows: below, end, is_ours })
}

impl Table {
    /// The first cell of a kind that is not empty.
    fn cell<'r>(&self, row: &'r Row, column: Column) -> Option<&'r str> {
        self.all(row, column).next().map(|(_, cell)| cell)
    }

    /// All cells of a kind that are not empty, each with its place in the row.
    fn all<'r>(&self, row: &'r Row, column: Column) -> impl Iterator<Item = (usize, &'r str)> {
        let cells = self.columns.iter().zip(row.cells.iter()).enumerate();
        cells
            .filter(move |(_, (own, cell))| **own == column && !cell.is_empty())
            .map(|(place, (_, cell))| (place, bare(cell)))
    }
}

/// A cell without the sign that keeps programs from running it.
fn bare(cell: &str) -> &str {
    cell.trim_start_matches('\'')
}
