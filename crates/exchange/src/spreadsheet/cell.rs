//! Cells of every CSV that Muster writes, so that no spreadsheet runs them as a formula.

use muster_engine::plain;

/// Makes a cell that a spreadsheet shows instead of running: a quotation mark is put before a formula. A program may
/// split our cell at semicolons, tabs or new lines, so each part is made harmless too. Control characters become their
/// pictures: they could drive the terminal in which the table is shown, and end a cell for programs written in C.
#[must_use]
pub(crate) fn harmless(cell: &str) -> String {
    let shown: String = cell.chars().map(shown).collect();
    let first = if is_formula(&shown, &STARTS) { "'" } else { "" };
    let parts = segments(&shown).map(|(number, lead, body)| {
        let guard = if number > 0 && is_formula(body, &[]) { "'" } else { "" };
        format!("{lead}{guard}{body}")
    });
    std::iter::once(first.to_owned()).chain(parts).collect()
}

/// The original text of a cell made by [`harmless`], with the pictures of control characters.
pub(super) fn plain(cell: &str) -> String {
    let unguarded =
        |text: &'_ str, starts: &[char]| text.strip_prefix('\'').is_some_and(|rest| is_formula(rest, starts));
    let parts = segments(cell).map(|(number, lead, body)| {
        let body = if number > 0 && unguarded(body, &[]) { &body[1..] } else { body };
        format!("{lead}{body}")
    });
    let plain: String = parts.collect();
    if unguarded(&plain, &STARTS) { plain[1..].to_owned() } else { plain }
}

/// Like [`harmless`], for a column of words on one line: everything that starts with a sign is guarded too, also a negative
/// number.
#[must_use]
pub fn guarded(text: &str) -> String {
    let cell = harmless(&plain::plain(text));
    let is_open = !cell.starts_with('\'') && bare(&cell).starts_with(SIGNS);
    if is_open { format!("'{cell}") } else { cell }
}

/// Characters that begin a formula. Some programs take the wide and the small forms for the plain ones, at once or after
/// the cell has been through another program.
const SIGNS: [char; 20] =
    ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁼', '⁺', '⁻', '₌', '₊', '₋', '−', '﬩'];

/// Characters that programs skip or take away at the start of a cell, so that the next would be the first.
const STARTS: [char; 2] = ['\t', '\r'];

/// The parts that other programs may take for separate cells or rows. Each has its number, what is skipped before its
/// text, and its text.
fn segments(cell: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    cell.split_inclusive([';', '\t', '\n', '\r']).enumerate().map(|(number, segment)| {
        let body = segment.trim_start_matches(is_skipped);
        let (lead, body) = segment.split_at(segment.len() - body.len());
        (number, lead, body)
    })
}

/// Whether a spreadsheet would run a text as a formula, with or without what stands before it. Numbers are no formulas.
fn is_formula(text: &str, starts: &[char]) -> bool {
    let bare = bare(text);
    let number = bare.trim_end_matches([';', '\t', '\n', '\r', ' ']);
    let is_signed = bare.starts_with(SIGNS) && number != "-" && number.parse::<f64>().is_err();
    is_signed || text.trim_start_matches('\'').starts_with(starts)
}

/// A text without quotation marks, blanks and what is not seen before it.
fn bare(text: &str) -> &str {
    text.trim_start_matches(|letter| letter == '\'' || is_skipped(letter))
}

/// Whether a character before a formula does not keep a program from running it: blanks, quotes, and everything that is
/// not seen, such as a byte-order mark. Pictures of control characters count, because another program may have put them
/// there.
fn is_skipped(letter: char) -> bool {
    letter == '"'
        || letter.is_whitespace()
        || letter.is_control()
        || plain::is_unseen(letter)
        || matches!(letter, '\u{2400}'..='\u{2426}')
}

/// A character as a cell shows it. Tabs and new lines stay, since a cell may have them.
fn shown(letter: char) -> char {
    if matches!(letter, '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}') { letter } else { plain::harmless(letter) }
}

#[cfg(test)]
mod tests {
    use super::{SIGNS, guarded, harmless, plain};

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

    /// Every sign, behind everything that a program may skip, at the start of a cell or of what it may take for one.
    #[test]
    fn whatever_stands_before_a_sign_guards_nothing() {
        let skipped = ["", " ", "\u{a0}", "\u{3000}", "\u{200b}", "\u{feff}", "\u{2060}\u{ad}", "\"", "\" ", "'", "''"];
        let controls = ["\0", "\u{1b}", "\u{8}", "\u{85}", "\t", "\r", "\n"];
        for before in skipped.into_iter().chain(controls) {
            for sign in SIGNS {
                for start in ["", "Fleet;", "Fleet\t", "Fleet\n", "a;b\r"] {
                    let text = format!("{start}{before}{sign}cmd|' /c calc'!A1");
                    let (line, word) = (harmless(&text), guarded(&text));
                    let seen: String = text.chars().map(super::shown).collect();
                    // A line break that became a blank parts no cells any more.
                    let is_parted = start.is_empty() || start.ends_with(';');
                    let shown = super::plain::plain(&text).into_owned();
                    for (cell, seen, is_parted) in [(line, seen, true), (word, shown, is_parted)] {
                        assert!(!is_parted || cell.len() > seen.len(), "{text:?} {cell:?}");
                        assert_eq!(plain(&cell), seen, "{text:?} comes back");
                        assert!(!start.is_empty() || cell.starts_with('\''), "{text:?} {cell:?}");
                    }
                }
            }
        }
        for number in ["-1", "+5", " -2", "\u{feff}+3"] {
            let seen = super::plain::plain(number);
            assert_eq!(harmless(number), seen);
            assert_eq!(guarded(number), format!("'{seen}"));
        }
    }

    #[test]
    fn control_characters_become_pictures() {
        let all: String = (0..0xa0).filter_map(char::from_u32).chain("\u{202e}".chars()).collect();
        let cell = guarded(&all);
        assert!(cell.chars().all(|letter| !letter.is_control()), "{cell:?}");
        assert!(harmless(&all).chars().all(|letter| !letter.is_control() || "\t\n\r".contains(letter)));
        assert!(!cell.contains('\u{202e}') && cell.contains('\u{2400}') && cell.contains('\u{241b}'), "{cell:?}");
    }
}
