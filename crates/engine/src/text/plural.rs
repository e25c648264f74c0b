//! Words beside numbers, lists of words, and cutting of long words.

use std::borrow::Cow;

/// A number and its noun: `1 model`, `3 models`.
#[must_use]
pub fn count(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// How often: `once`, `twice`, `3 times`.
#[must_use]
pub fn times(number: i64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{number} times"),
    }
}

/// A range in words: `exactly 3`, `2 to 4`, `2 or more`, `at most 3`.
#[must_use]
pub fn between(min: u32, max: Option<u32>) -> String {
    match max {
        Some(max) if max == min => format!("exactly {min}"),
        Some(max) if min <= 1 => format!("at most {max}"),
        Some(max) => format!("{min} to {max}"),
        None => format!("{min} or more"),
    }
}

/// The largest number of bytes of a name that are shown. No printed name is that long.
const NAME: usize = 200;

/// The largest number of bytes of a sentence.
const SENTENCE: usize = 4_000;
/// How many bytes of the end of a sentence are kept if it is too long.
const END: usize = 500;

/// A name as messages show it. A very long one is cut, because many findings may show it.
#[must_use]
pub fn short(name: &str) -> Cow<'_, str> {
    if name.len() <= NAME {
        return Cow::Borrowed(name);
    }
    let (begin, _) = name.split_at(name.floor_char_boundary(NAME));
    Cow::Owned(format!("{begin}\u{2026}"))
}

/// A sentence as reports show it. If it is too long, only its beginning and its end are kept.
pub(crate) fn bounded(sentence: String) -> String {
    if sentence.len() <= SENTENCE {
        return sentence;
    }
    let (begin, _) = sentence.split_at(sentence.floor_char_boundary(SENTENCE - END));
    let (_, end) = sentence.split_at(sentence.ceil_char_boundary(sentence.len() - END));
    format!("{begin}\u{2026}{end}")
}

/// Joins words: `a`, `a and b`, `a, b and c`. `last` is the word before the last of them, such as "and".
#[must_use]
pub fn joined<S: AsRef<str>>(words: &[S], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.as_ref().to_owned(),
        [before @ .., word] => {
            let before: Vec<&str> = before.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", before.join(", "), word.as_ref())
        }
    }
}

/// Words joined by commas.
#[must_use]
pub fn list_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// The same words with a capital first letter, for the start of a sentence or a heading.
#[must_use]
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Sorted numbers as runs: `1-4, 8-10`.
#[must_use]
pub fn runs(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, end)) if end.checked_add(1) == Some(number) => *end = number,
            _ => runs.push((number, number)),
        }
    }
    let words: Vec<String> = runs
        .iter()
        .map(|(start, end)| if start == end { start.to_string() } else { format!("{start}-{end}") })
        .collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{END, SENTENCE, bounded, runs};

    #[test]
    fn a_long_sentence_keeps_its_beginning_and_its_end() {
        let (begin, middle, end) = ("a".repeat(SENTENCE - END), "b".repeat(END), "c".repeat(END));
        assert_eq!(bounded(format!("{begin}{end}")), format!("{begin}{end}"));
        assert_eq!(bounded(format!("{begin}{middle}{end}")), format!("{begin}\u{2026}{end}"));
    }

    #[test]
    fn sorted_numbers_are_joined_to_runs() {
        assert_eq!(runs(&[1, 2, 3, 4, 8, 9, 11]), "1-4, 8-9, 11");
        assert_eq!(runs(&[u32::MAX]), u32::MAX.to_string());
        assert_eq!(runs(&[]), "");
    }
}
