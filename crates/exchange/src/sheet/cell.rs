//! Cells that hold several things, and cells that a spreadsheet would run as a formula.

/// The several things in a cell, parted by semicolons.
pub(super) fn parts(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(';').map(str::trim).filter(|part| !part.is_empty())
}

/// Several things in one cell.
pub(super) fn joined<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    parts.into_iter().collect::<Vec<_>>().join("; ")
}

/// A cell as a spreadsheet shows it, not runs it: one quotation mark stands before what would be a formula.
pub(crate) fn harmless(cell: &str) -> String {
    if is_formula(cell) { format!("'{cell}") } else { cell.to_owned() }
}

/// A cell as it was before it was made harmless.
pub(super) fn plain(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(cell)
}

/// Whether a spreadsheet would run a cell, or would if the quotation marks before it were taken away. Numbers are no
/// formulas.
fn is_formula(cell: &str) -> bool {
    let bare = cell.trim_start_matches('\'');
    bare.starts_with(['=', '+', '-', '@', '\t', '\r']) && bare != "-" && bare.parse::<f64>().is_err()
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
        ] {
            assert_eq!(harmless(cell), written);
            assert_eq!(plain(written), cell);
        }
    }
}
