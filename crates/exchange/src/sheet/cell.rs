//! Cells that hold several things, and cells that a spreadsheet would run as a formula.

/// The several things in a cell, parted by semicolons.
pub(super) fn parts(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(';').map(str::trim).filter(|part| !part.is_empty())
}

/// Several things in one cell.
pub(super) fn joined<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    parts.into_iter().collect::<Vec<_>>().join("; ")
}

/// A cell as a spreadsheet shows it, not runs it: one quotation mark stands before what would be a formula. Where cells
/// are parted by semicolons or tabs, a cell of ours is several, and a new line begins another; each of them is harmless.
#[must_use]
pub fn harmless(cell: &str) -> String {
    let first = if is_formula(cell, &STARTS) { "'" } else { "" };
    let parts = segments(cell).map(|(number, lead, body)| {
        let guard = if number > 0 && is_formula(body, &SIGNS) { "'" } else { "" };
        format!("{lead}{guard}{body}")
    });
    std::iter::once(first.to_owned()).chain(parts).collect()
}

/// A cell as it was before it was made harmless.
pub(super) fn plain(cell: &str) -> String {
    let unguarded = |text: &'_ str, signs: &[char]| text.strip_prefix('\'').is_some_and(|rest| is_formula(rest, signs));
    let parts = segments(cell).map(|(number, lead, body)| {
        let body = if number > 0 && unguarded(body, &SIGNS) { &body[1..] } else { body };
        format!("{lead}{body}")
    });
    let plain: String = parts.collect();
    if unguarded(&plain, &STARTS) { plain[1..].to_owned() } else { plain }
}

/// What begins a formula.
const SIGNS: [char; 4] = ['=', '+', '-', '@'];

/// What begins a formula at the start of a cell.
const STARTS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// What other programs take for several cells, or for a new row: the number of each, what stands before its text, and
/// its text.
fn segments(cell: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    cell.split_inclusive([';', '\t', '\n', '\r']).enumerate().map(|(number, segment)| {
        let body = segment.trim_start_matches([' ', '"']);
        let (lead, body) = segment.split_at(segment.len() - body.len());
        (number, lead, body)
    })
}

/// Whether a spreadsheet would run a text, or would if the quotation marks before it were taken away. Numbers are no
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
