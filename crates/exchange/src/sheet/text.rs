//! Finds the delimiter between the cells of a spreadsheet, and rows that are too wide.

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

/// The delimiter between cells: the one most frequent in the header, outside quotes. Lines that begin with # are
/// skipped.
pub(crate) fn delimiter(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.starts_with('#') && !line.trim().is_empty()).unwrap_or_default();
    let count = |sign: char| {
        let mut quoted = false;
        let outside = header.chars().filter(|letter| {
            quoted ^= *letter == '"';
            !quoted && *letter == sign
        });
        outside.count()
    };
    let signs = [(b',', ','), (b';', ';'), (b'\t', '\t')];
    // If several are equally frequent, take the first.
    signs.into_iter().rev().max_by_key(|(_, sign)| count(*sign)).map_or(b',', |(byte, _)| byte)
}
