//! Finds the header of a spreadsheet and the delimiter between its cells. Finds rows that have too many cells.

use std::cmp::Reverse;

use csv::{ReaderBuilder, StringRecord, Trim};

/// The line of the first row with more than `cells` cells. Lines that begin with # are skipped.
pub(super) fn wide_row(text: &str, delimiter: u8, cells: usize) -> Option<u64> {
    let (mut line, mut row, mut number) = (1, 1, 1);
    let (mut begins_row, mut begins_cell, mut is_quoted, mut is_comment) = (true, true, false, false);
    for byte in text.bytes() {
        is_comment |= begins_row && byte == b'#';
        let ends_row = matches!(byte, b'\n' | b'\r') && !is_quoted;
        let was_quoted = is_quoted;
        // A doubled quotation mark in a quoted cell ends the quoting and starts it again.
        is_quoted ^= byte == b'"' && (begins_cell || is_quoted) && !is_comment;
        let ends_cell = byte == delimiter && !is_quoted && !is_comment;
        begins_cell = ends_cell || ends_row || was_quoted && !is_quoted;
        begins_row = ends_row;
        number += usize::from(ends_cell);
        if number > cells {
            return Some(row);
        }
        line += u64::from(byte == b'\n');
        if ends_row {
            (row, number, is_comment) = (line, 1, false);
        }
    }
    None
}

/// The header of a spreadsheet.
pub(crate) struct Header {
    /// The delimiter between cells.
    pub delimiter: u8,
    /// How many rows stand above it.
    pub above: usize,
    pub cells: StringRecord,
}

/// The header is looked for in so many rows.
const ABOVE: usize = 20;
/// The signs that part cells.
const SIGNS: [u8; 3] = [b',', b';', b'\t'];
/// A header of units or of a list has one of these words.
const WORDS: [&str; 4] = ["name", "unit", "units", "squadron"];

/// Finds the header of a spreadsheet: the first row that has several cells, and in one of them a word of headers. Titles and
/// `sep=;` may stand above it. If no row has such a word, the first row is the header. Lines that begin with # are no rows.
/// Returns none if the text has no row.
pub(crate) fn header(text: &str) -> Option<Header> {
    let found = SIGNS.into_iter().filter_map(|sign| {
        let mut rows =
            reader(sign).from_reader(text.as_bytes()).into_records().take(ABOVE).map_while(Result::ok).enumerate();
        rows.find(|(_, cells)| is_header(cells)).map(|(above, cells)| Header { delimiter: sign, above, cells })
    });
    let first = || {
        let line = text.lines().find(|line| !line.starts_with('#') && !line.trim().is_empty())?;
        let delimiter = delimiter(line);
        let cells = reader(delimiter).from_reader(text.as_bytes()).into_records().find_map(Result::ok)?;
        Some(Header { delimiter, above: 0, cells })
    };
    // The right sign parts the most cells.
    found.min_by_key(|found| (found.above, Reverse(found.cells.len()))).or_else(first)
}

/// Reads spreadsheets with this delimiter.
pub(super) fn reader(delimiter: u8) -> ReaderBuilder {
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).delimiter(delimiter).comment(Some(b'#')).flexible(true).trim(Trim::All);
    reader
}

fn is_header(cells: &StringRecord) -> bool {
    let is_word = |cell: &str| WORDS.contains(&cell.trim_start_matches('\u{feff}').to_lowercase().as_str());
    cells.iter().filter(|cell| !cell.is_empty()).count() > 1 && cells.iter().any(is_word)
}

/// Finds the delimiter of a line: the sign that stands most often outside quotes.
pub(crate) fn delimiter(line: &str) -> u8 {
    let line = line.lines().find(|line| !line.starts_with('#') && !line.trim().is_empty()).unwrap_or_default();
    let count = |sign: u8| {
        let mut quoted = false;
        let outside = line.bytes().filter(|byte| {
            quoted ^= *byte == b'"';
            !quoted && *byte == sign
        });
        outside.count()
    };
    // If several are equally frequent, take the first.
    SIGNS.into_iter().rev().max_by_key(|sign| count(*sign)).unwrap_or(b',')
}
