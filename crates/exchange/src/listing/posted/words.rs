//! The words and numbers of a line as people write it.

use super::language::{WordSort, english, fold};
use crate::count::{digit, is_odd};

/// A word or a number of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Word {
    /// The word in lower case, without accents and in the singular; in English if it is the word of another language for
    /// something in the books; digits for a number. A number that is not plain stays as it is written.
    pub folded: String,
    /// Where it begins and ends in the line, in bytes.
    pub start: usize,
    pub end: usize,
    /// What parts it from the word before it.
    pub gap: Gap,
    /// It begins with a capital letter.
    pub capital: bool,
}

/// What stands between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Gap {
    /// Nothing that parts them.
    Joined,
    /// They stand in two columns, or a dash is between them.
    Column,
    /// A mark such as a comma.
    Mark,
}

impl Word {
    /// No name goes on across what stands before it.
    pub(super) fn is_apart(&self) -> bool {
        self.gap != Gap::Joined
    }

    /// The number that it is, if it has digits alone.
    pub(super) fn number(&self) -> Option<u32> {
        self.folded.parse().ok()
    }

    /// Whether it is a number that is not plain: `4²`, `½`, `1/2`.
    pub(super) fn is_odd(&self) -> bool {
        self.folded.contains(|letter| letter == '/' || is_odd(letter))
    }
}

/// Splits a line into its words. A number is parted from the letters behind it, as in `3x` and `160pts`, but not from
/// letters before it, as in `A6`.
pub(in super::super) fn words(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    let mut ends = line.char_indices().peekable();
    while let Some((at, letter)) = ends.next() {
        let next = ends.peek().map(|(_, letter)| *letter);
        let end = at + letter.len_utf8();
        // An apostrophe inside a word is part of it: `Valkyrie's`.
        let inside = is_apostrophe(letter) && start.is_some() && next.is_some_and(char::is_alphabetic);
        if !letter.is_alphanumeric() && !inside {
            // An apostrophe that ends a word: `Gulls' nest`.
            words.extend(start.take().into_iter().flat_map(|from| word(line, from, at)));
            continue;
        }
        let from = *start.get_or_insert(at);
        let goes_on = next.is_some_and(|next| match digit(next) {
            Some(_) => !is_odd(letter) || is_figure(without_times(&line[from..end])),
            None if is_odd(next) => is_figure(without_times(&line[from..end])),
            None => (is_apostrophe(next) || next.is_alphanumeric()) && !is_odd(letter) && !is_figure(&line[from..end]),
        });
        if goes_on {
            continue;
        }
        words.extend(word(line, from, end));
        start = None;
    }
    let mut words = fractions(line, thousands(line, words));
    for at in 0..words.len() {
        let before = at.checked_sub(1).map(|before| (words[before].end, words[before].number().is_some()));
        let (end, is_number) = before.unwrap_or((0, false));
        words[at].gap = gap(&line[end..words[at].start], is_number);
    }
    words
}

fn gap(gap: &str, behind_number: bool) -> Gap {
    let marks = [',', ';', ':', '/', '+', '&', '(', ')', '[', ']', '!', '?', '=', '<', '>'];
    let is_dash = |letter: char| matches!(letter, '-' | '.' | '\u{2013}' | '\u{2014}');
    // "(3) Gulls" counts them.
    if gap.trim() == "\u{d7}" {
        Gap::Joined
    } else if matches!(gap.trim(), ")" | "]") && behind_number {
        Gap::Column
    } else if gap.contains(marks) {
        Gap::Mark
    } else if gap.contains(['\t', '|']) || gap.contains(is_dash) && gap.len() > 1 || gap.len() > 2 {
        Gap::Column
    } else {
        Gap::Joined
    }
}

/// Joins `1,990` and `1.250` to one number.
fn thousands(line: &str, words: Vec<Word>) -> Vec<Word> {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        let digits = |word: &Word| word.folded.bytes().all(|byte| byte.is_ascii_digit());
        match joined.last_mut() {
            Some(last)
                if matches!(&line[last.end..word.start], "," | ".")
                    && digits(last)
                    && last.folded.len() <= 3
                    && digits(&word)
                    && word.end - word.start == 3 =>
            {
                last.folded.push_str(&word.folded);
                last.end = word.end;
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// The largest number below the line of a fraction.
const PARTS: u32 = 12;

/// Joins `1/2` to one number, which is not plain. `940/1000` is a sum with its limit, and `1/2/3` a row of numbers.
fn fractions(line: &str, words: Vec<Word>) -> Vec<Word> {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        let is_part = |word: &Word| word.number().is_some_and(|number| (1..=PARTS).contains(&number));
        let goes_on = line[word.end..].starts_with(|letter: char| letter == '/' || digit(letter).is_some());
        match joined.last_mut() {
            Some(last)
                if &line[last.end..word.start] == "/"
                    && is_part(last)
                    && is_part(&word)
                    && !goes_on
                    && !line[..last.start].ends_with('/') =>
            {
                last.folded.push('/');
                last.folded.push_str(&word.folded);
                last.end = word.end;
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// Whether a run of letters has digits and other numbers alone.
fn is_figure(run: &str) -> bool {
    run.chars().all(|letter| digit(letter).is_some() || is_odd(letter))
}

/// A run without the `x` before its number; the run itself if it has none.
fn without_times(run: &str) -> &str {
    run.strip_prefix(['x', 'X']).filter(|rest| !rest.is_empty()).unwrap_or(run)
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '\u{2019}')
}

/// The words of a run of letters and digits: one, or two for `x3`.
fn word(line: &str, start: usize, end: usize) -> Vec<Word> {
    let run = &line[start..end];
    let rest = without_times(run);
    let is_times = rest.len() < run.len() && is_figure(rest);
    let parts = if is_times { vec![(start, start + 1), (start + 1, end)] } else { vec![(start, end)] };
    let words = parts.into_iter().map(|(start, end)| {
        let word = &line[start..end];
        // `À` is no `a`, which may be a number.
        let is_lone =
            word.chars().count() == 1 && word.chars().all(|letter| letter.is_alphabetic() && !letter.is_ascii());
        let folded = if is_lone || word.contains(is_odd) { word.to_lowercase() } else { english(fold(word)) };
        Word { folded, start, end, gap: Gap::Joined, capital: word.starts_with(char::is_uppercase) }
    });
    words.filter(|word| !word.folded.is_empty()).collect()
}

impl WordSort {
    /// Whether a word of a line is of this sort.
    pub(in super::super) fn is(self, word: &Word) -> bool {
        self.has(&word.folded)
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn numbers_are_parted_from_what_follows() {
        let folded = |line: &str| words(line).into_iter().map(|word| word.folded).collect::<Vec<_>>().join(" ");
        assert_eq!(folded("3x Tarquin-class frigates (90pts)"), "3 x tarquin class frigate 90 pts");
        assert_eq!(folded("A6-V tank, Blücher, Valkyrie’s Fury"), "a6 v tank blucher valkyry fury");
        assert_eq!(folded("= 1,170, 2nd batteries, 10.5"), "1170 2 nd battery 10 5");
        assert_eq!(folded("Gull' 3, the Gulls' 2 nests"), "gull 3 the gull 2 nest");
    }

    #[test]
    fn numbers_that_are_not_plain_stay_as_they_are() {
        let read = |line: &str| {
            let words = words(line).into_iter();
            let word = |word: super::Word| if word.is_odd() { format!("[{}]", word.folded) } else { word.folded };
            words.map(word).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(read("4² x Gull, x4² Gulls, Gull² A6¹"), "[4²] x gull x [4²] gull gull [²] a6 [¹]");
        assert_eq!(read("2½ Gulls, ½Gull, ①Gull, ٣ Gulls"), "[2½] gull [½] gull [①] gull [٣] gull");
        assert_eq!(read("１２x Gull, x２"), "12 x gull x 2");
        assert_eq!(read("1/2 Gull, 940/1000, 21/11/2026, 3/195, 1/2/3"), "[1/2] gull 940 1000 21 11 2026 3 195 1 2 3");
    }
}
