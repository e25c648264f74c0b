//! Finds the header of a spreadsheet, the delimiter between its cells, and rows that are too wide.

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

/// What some programs write above the header, with the delimiter behind it.
const SEPARATOR: &str = "sep=";
/// The most lines that are looked at for the header.
const ABOVE: usize = 20;

/// The header of a spreadsheet, with the number of rows above it: the first line with several cells that are not empty.
/// Titles stand above it. Lines that begin with # are no rows. Without such a line, the first that is not blank.
pub(crate) fn header(text: &str) -> Option<(usize, &str)> {
    let rows = || text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).enumerate().take(ABOVE);
    let lines = || rows().filter(|(_, line)| !line.trim().is_empty());
    let is_header = |line: &str| {
        let sign = char::from(delimiter_of(line));
        stated(line).is_none() && line.split(sign).filter(|cell| !cell.trim().is_empty()).count() > 1
    };
    lines().find(|(_, line)| is_header(line)).or_else(|| lines().next())
}

/// The delimiter between cells: the one that stands behind `sep=`, or the one most frequent in the header.
pub(crate) fn delimiter(text: &str) -> u8 {
    let stated = text.lines().find(|line| !line.trim().is_empty()).and_then(stated);
    stated.unwrap_or_else(|| delimiter_of(header(text).map_or("", |(_, line)| line)))
}

/// The delimiter that a line states.
fn stated(line: &str) -> Option<u8> {
    let sign = line.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']).strip_prefix(SEPARATOR)?;
    SIGNS.into_iter().find(|(_, known)| sign.strip_prefix(*known) == Some("")).map(|(byte, _)| byte)
}

/// The signs that part cells.
const SIGNS: [(u8, char); 3] = [(b',', ','), (b';', ';'), (b'\t', '\t')];

/// The delimiter that is most frequent in a line, outside quotes.
fn delimiter_of(line: &str) -> u8 {
    let count = |sign: char| {
        let mut quoted = false;
        let outside = line.chars().filter(|letter| {
            quoted ^= *letter == '"';
            !quoted && *letter == sign
        });
        outside.count()
    };
    // If several are equally frequent, take the first.
    SIGNS.into_iter().rev().max_by_key(|(_, sign)| count(*sign)).map_or(b',', |(byte, _)| byte)
}
