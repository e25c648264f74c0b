//! Cells that a spreadsheet would run as a formula.

/// Makes a cell that a spreadsheet shows instead of running: a quotation mark is put before a formula. A program may
/// split our cell at semicolons, tabs or new lines, so each part is made harmless too.
#[must_use]
pub(crate) fn harmless(cell: &str) -> String {
    let first = if is_formula(cell, &STARTS) { "'" } else { "" };
    let parts = segments(cell).map(|(number, lead, body)| {
        let guard = if number > 0 && is_formula(body, &SIGNS) { "'" } else { "" };
        format!("{lead}{guard}{body}")
    });
    std::iter::once(first.to_owned()).chain(parts).collect()
}

/// The original text of a cell made by [`harmless`].
pub(super) fn plain(cell: &str) -> String {
    let unguarded = |text: &'_ str, signs: &[char]| text.strip_prefix('\'').is_some_and(|rest| is_formula(rest, signs));
    let parts = segments(cell).map(|(number, lead, body)| {
        let body = if number > 0 && unguarded(body, &SIGNS) { &body[1..] } else { body };
        format!("{lead}{body}")
    });
    let plain: String = parts.collect();
    if unguarded(&plain, &STARTS) { plain[1..].to_owned() } else { plain }
}

/// Characters that begin a formula.
const SIGNS: [char; 4] = ['=', '+', '-', '@'];

/// Characters that begin a formula at the start of a cell.
const STARTS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// The parts that other programs may take for separate cells or rows. Each has its number, the blanks and quotes before
/// its text, and its text.
fn segments(cell: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    cell.split_inclusive([';', '\t', '\n', '\r']).enumerate().map(|(number, segment)| {
        let body = segment.trim_start_matches([' ', '"']);
        let (lead, body) = segment.split_at(segment.len() - body.len());
        (number, lead, body)
    })
}

/// Like [`harmless`], for a column of words: everything that starts with a sign is guarded too, also a negative number.
#[must_use]
pub fn guarded(text: &str) -> String {
    let text = harmless(text);
    let guard = if text.starts_with(['+', '-']) { "'" } else { "" };
    format!("{guard}{text}")
}

/// Whether a spreadsheet would run a text as a formula, with or without the quotation marks before it. Numbers are not
/// formulas.
fn is_formula(text: &str, signs: &[char]) -> bool {
    let bare = text.trim_start_matches('\'');
    let number = bare.trim_end_matches([';', '\t', '\n', '\r', ' ']);
    bare.starts_with(signs) && number != "-" && number.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::{harmless, plain};

    #[test]
    fn formulas_are_made_harmless_and_come_back() {
        for (cell, written) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("'=1+1", "''=1+1"),
            ("-12", "-12"),
            ("-", "-"),
            ("Plain", "Plain"),
            ("'Quoted", "'Quoted"),
            ("\tTab", "'\tTab"),
            ("Fleet;=1+1", "Fleet;'=1+1"),
            ("Fleet; \"@SUM(A1);'=2;-3", "Fleet; \"'@SUM(A1);''=2;-3"),
            ("One\n=1+1\ttwo\t+3", "One\n'=1+1\ttwo\t+3"),
            ("=1;=2", "'=1;'=2"),
            ("a;b; -; c", "a;b; -; c"),
        ] {
            assert_eq!(harmless(cell), written);
            assert_eq!(plain(written), cell);
        }
    }
}
