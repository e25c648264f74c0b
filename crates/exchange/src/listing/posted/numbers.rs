//! Numbers as people write them before a name: `3x`, `two`, `a pair of`, `3 Units of 4`, `2 x 3`.

use muster_engine::slug::slug;

use super::words::{Gap, Word, words};
use crate::count::count;

/// How many squadrons of how many models are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub squadrons: u32,
    pub models: Option<u32>,
    /// The word behind the numbers.
    pub next: usize,
    /// A number or an article is stated.
    pub is_stated: bool,
    /// The squadrons are said to be full.
    pub is_full: bool,
    /// The number is one of models, and of nothing else: `3x`.
    pub is_times: bool,
}

/// Number words.
const NUMBERS: [(&str, u32); 45] = [
    ("a", 1),
    ("an", 1),
    ("another", 1),
    ("one", 1),
    ("single", 1),
    ("lone", 1),
    ("two", 2),
    ("pair", 2),
    ("couple", 2),
    ("brace", 2),
    ("both", 2),
    ("three", 3),
    ("trio", 3),
    ("four", 4),
    ("quartet", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("dozen", 12),
    ("fifteen", 15),
    ("twenty", 20),
    ("ein", 1),
    ("eine", 1),
    ("einen", 1),
    ("zwei", 2),
    ("drei", 3),
    ("vier", 4),
    ("funf", 5),
    ("sech", 6),
    ("sieben", 7),
    ("acht", 8),
    ("neun", 9),
    ("zehn", 10),
    ("un", 1),
    ("une", 1),
    ("deux", 2),
    ("troi", 3),
    ("quatre", 4),
    ("cinq", 5),
    ("huit", 8),
];

/// Whether a word is a number.
pub(super) fn is_number_word(word: &str) -> bool {
    NUMBERS.iter().any(|(known, _)| *known == word)
}

/// The number that a text says in one word: `three`.
pub(in super::super) fn number_word(text: &str) -> Option<u32> {
    let words = words(text);
    let [word] = words.as_slice() else { return None };
    NUMBERS.iter().find(|(known, _)| *known == word.folded).map(|(_, number)| *number)
}

/// The points that a text states and nothing else: `90`, `90 pts`.
pub(in super::super) fn price(text: &str) -> Option<u32> {
    let digits = text.trim_end_matches(|letter: char| letter.is_alphabetic() || letter.is_whitespace());
    let unit = slug(&text[digits.len()..]);
    count(digits).filter(|_| unit.is_empty() || POINTS.contains(&unit.as_str()))
}

/// Words behind a number of points.
pub(super) const POINTS: [&str; 10] = ["pt", "pts", "point", "p", "ptz", "pkt", "punkt", "punkte", "pv", "points"];

/// Words for a squadron.
const GROUPS: [&str; 20] = [
    "squadron",
    "unit",
    "section",
    "group",
    "sqn",
    "squad",
    "wing",
    "set",
    "flight",
    "staffel",
    "escadron",
    "escadre",
    "escadrille",
    "geschwader",
    "squadriglia",
    "squadrone",
    "escuadron",
    "escuadra",
    "eskadra",
    "dywizjon",
];

/// Words between a number of squadrons and the number of models in each.
const OF: [&str; 6] = ["of", "de", "von", "di", "da", "zu"];

/// Words before a name that say nothing.
const SKIPPED: [&str; 7] = ["the", "my", "our", "full", "class", "of", "more"];

/// The largest number that a text may count, and the largest behind `2 x`.
const MOST: u32 = 1000;
const MOST_EACH: u32 = 30;

/// The number that a word stands for.
pub(super) fn number(word: &Word) -> Option<u32> {
    let known = NUMBERS.iter().find(|(name, _)| *name == word.folded).map(|(_, number)| *number);
    known.or_else(|| word.number()).filter(|number| *number <= MOST)
}

/// Whether a word is one for a squadron.
pub(super) fn is_group(word: &Word) -> bool {
    GROUPS.contains(&word.folded.as_str())
}

/// Reads the numbers that begin at a word and count what follows them.
pub(super) fn counted(words: &[Word], from: usize) -> Counted {
    let mut next = from;
    // A mark ends what a number counts.
    let word = |at: usize| words.get(at).filter(|word| at == from || word.gap != Gap::Mark);
    let is = |at: usize, known: &[&str]| word(at).is_some_and(|word| known.contains(&word.folded.as_str()));
    let take = |next: &mut usize| {
        let mut found = number(word(*next)?)?;
        *next += 1;
        // "A pair of", "another 3".
        let is_article = is(*next - 1, &["a", "an", "another"]);
        let more = word(*next).filter(|word| is_article || word.number().is_none());
        if let Some(more) = more.and_then(number) {
            found = more;
            *next += 1;
        }
        if is(*next, &["x"]) {
            *next += 1;
        }
        Some(found)
    };
    let first = take(&mut next);
    let is_times = first.is_some() && is(next.wrapping_sub(1), &["x"]);
    // The number in `300kV` is no number of its own.
    let apart = |word: &&Word| words.get(next + 1).is_none_or(|behind| behind.start > word.end);
    let (mut squadrons, mut models) = (1, first);
    let (mut is_grouped, mut is_full) = (false, false);
    if let (true, Some(second)) =
        (is_times, word(next).filter(apart).and_then(Word::number).filter(|number| *number <= MOST_EACH))
    {
        // "2 x 3"
        (squadrons, models) = (first.unwrap_or(1), Some(second));
        next += 1;
        next += usize::from(is(next, &["x"]));
    } else {
        let described = (next..words.len()).find(|at| !is(*at, &SKIPPED)).unwrap_or(next);
        if word(described).is_some_and(is_group) && (described == next || first.is_some()) {
            (squadrons, models, is_grouped) = (first.unwrap_or(1), None, true);
            is_full = (next..described).any(|at| is(at, &["full"]));
            next = described + 1;
            if is(next, &OF) {
                next += 1;
                models = take(&mut next);
                next += usize::from(is(next, &OF));
            }
        }
    }
    // "By turn 3 the Ruler" counts no Rulers.
    let skipped: &[&str] = if first.is_some() && !is_grouped { &["of", "my", "more", "full"] } else { &SKIPPED };
    while is(next, skipped) {
        next += 1;
    }
    // Numbers with nothing behind them count nothing.
    if word(next).is_none() {
        return Counted { squadrons: 1, models: None, next: from, is_stated: false, is_full: false, is_times: false };
    }
    Counted { squadrons, models, next, is_stated: first.is_some() || is_grouped, is_full, is_times }
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::counted;

    #[test]
    fn squadrons_and_models_are_counted() {
        let read = |text: &str| {
            let words = words(text);
            let counted = counted(&words, 0);
            (counted.squadrons, counted.models, words[counted.next].folded.clone())
        };
        for (text, squadrons, models) in [
            ("3x Gull", 1, Some(3)),
            ("two x Gulls", 1, Some(2)),
            ("a pair of Gulls", 1, Some(2)),
            ("3 Units of 4 Gulls", 3, Some(4)),
            ("1 Squadron of 3 Gulls", 1, Some(3)),
            ("two full squadrons of Gulls", 2, None),
            ("Squadron of three Gulls", 1, Some(3)),
            ("2 x 3 Gulls", 2, Some(3)),
            ("2x3 Gulls", 2, Some(3)),
            ("2 Wings of Gulls", 2, None),
            ("another 3 Gulls", 1, Some(3)),
            ("vier Gulls", 1, Some(4)),
            ("the Gull", 1, None),
            ("(3) Gulls", 1, Some(3)),
        ] {
            assert_eq!(read(text), (squadrons, models, "gull".to_owned()), "{text}");
        }
    }
}
