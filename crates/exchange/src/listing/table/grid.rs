//! The rows and columns of a table.

use csv::{ReaderBuilder, StringRecord};

use super::columns::{ListColumn, head_of};
use crate::spreadsheet::delimiter;

/// The most rows that may stand above the head of a table.
const ABOVE: usize = 20;
/// The most rows that are read.
pub(super) const MOST_ROWS: usize = 10_000;

/// The head of a table and what stands below it.
pub(super) struct ListTable {
    pub(super) above: Vec<GridRow>,
    /// The line of the head.
    pub(super) line: usize,
    /// The cells of the head.
    pub(super) head: StringRecord,
    pub(super) columns: Vec<ListColumn>,
    pub(super) rows: Vec<GridRow>,
    /// The line of the first row that is not read, because there are too many.
    pub(super) end: Option<usize>,
    /// Muster wrote it: its options and roles are phrases of ours.
    pub(super) is_ours: bool,
}

/// The cells of a row with the number of its line.
pub(super) struct GridRow {
    pub(super) number: usize,
    pub(super) cells: StringRecord,
}

/// The table in a text, if it has a head with a column of units and another that is known.
pub(super) fn table(text: &str) -> Option<ListTable> {
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
        GridRow { number, cells: record }
    };
    let mut rows: Vec<GridRow> = records.take(MOST_ROWS + 1).map(row).collect();
    let end = rows.get(MOST_ROWS).map(|row| row.number);
    rows.truncate(MOST_ROWS);
    let place = rows.iter().take(ABOVE).position(|row| head_of(&row.cells).is_some())?;
    let columns = head_of(&rows[place].cells)?;
    let below = rows.split_off(place + 1);
    let GridRow { number: line, cells: head } = rows.pop()?;
    let is_ours = head.iter().any(|cell| cell == "brought by") && columns.contains(&ListColumn::List);
    (!below.is_empty()).then_some(ListTable { above: rows, line, head, columns, rows: below, end, is_ours })
}

impl ListTable {
    /// The first cell of a kind that is not empty.
    pub(super) fn cell<'r>(&self, row: &'r GridRow, column: ListColumn) -> Option<&'r str> {
        let cells = self.columns.iter().zip(row.cells.iter());
        cells.filter(|(own, cell)| **own == column && !cell.is_empty()).map(|(_, cell)| bare(cell)).next()
    }
}

/// A cell without the sign that keeps programs from running it.
pub(super) fn bare(cell: &str) -> &str {
    cell.trim_start_matches('\'')
}
