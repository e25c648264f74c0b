//! Numbers as people write them before a name: `3x`, `two`, `a pair of`, `3 Units of 4`, `2 x 3`.

use muster_engine::slug::slug;

use super::language::{WordSort, number_of};
use super::words::{Gap, Word, words};
use crate::count::count;

/// How many squadrons of how many models are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquadronCount {
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

/// Whether a word is a number.
pub(super) fn is_number_word(word: &str) -> bool {
    number_of(word).is_some()
}

/// The number that a text says in one word: `three`.
pub(in super::super) fn number_word(text: &str) -> Option<u32> {
    let words = words(text);
    let [word] = words.as_slice() else { return None };
    number_of(&word.folded)
}

/// The points that a text states and nothing else: `90`, `90 pts`.
pub(in super::super) fn price(text: &str) -> Option<u32> {
    let digits = text.trim_end_matches(|letter: char| letter.is_alphabetic() || letter.is_whitespace());
    let unit = slug(&text[digits.len()..]);
    count(digits).filter(|_| unit.is_empty() || WordSort::Points.has(&unit))
}

/// The largest number that a text may count, and the largest behind `2 x`.
const MOST: u32 = 1000;
const MOST_EACH: u32 = 30;

/// The number that a word stands for.
pub(super) fn number(word: &Word) -> Option<u32> {
    number_of(&word.folded).or_else(|| word.number()).filter(|number| *number <= MOST)
}

/// Whether a word is one for a squadron.
pub(super) fn is_group(word: &Word) -> bool {
    WordSort::Groups.has(&word.folded)
}

/// Reads the numbers that begin at a word and count what follows them.
pub(super) fn counted(words: &[Word], from: usize) -> SquadronCount {
    let mut next = from;
    // A mark ends what a number counts.
    let word = |at: usize| words.get(at).filter(|word| at == from || word.gap != Gap::Mark);
    let is = |at: usize, sort: WordSort| word(at).is_some_and(|word| sort.is(word));
    let is_word = |at: usize, said: &str| word(at).is_some_and(|word| word.folded == said);
    let is_x = |at: usize| is_word(at, "x");
    let take = |next: &mut usize| {
        let mut found = number(word(*next)?)?;
        *next += 1;
        // "A pair of", "another 3".
        let is_article = is(*next - 1, WordSort::BeforeNumbers);
        let more = word(*next).filter(|word| is_article || word.number().is_none());
        if let Some(more) = more.and_then(number) {
            found = more;
            *next += 1;
        }
        if is_x(*next) {
            *next += 1;
        }
        Some(found)
    };
    let first = take(&mut next);
    let is_times = first.is_some() && is_x(next.wrapping_sub(1));
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
        next += usize::from(is_x(next));
    } else {
        let described = (next..words.len()).find(|at| !is(*at, WordSort::BeforeNames)).unwrap_or(next);
        // "Two lots of Gulls" are two groups, "a lot of Gulls" is none.
        let is_vague = is(described, WordSort::Vague) && (first.is_none() || is(next - 1, WordSort::BeforeNumbers));
        if !is_vague && word(described).is_some_and(is_group) && (described == next || first.is_some()) {
            (squadrons, models, is_grouped) = (first.unwrap_or(1), None, true);
            is_full = (next..described).any(|at| is(at, WordSort::Full));
            next = described + 1;
            if is(next, WordSort::GroupsOf) {
                next += 1;
                models = take(&mut next);
                next += usize::from(is(next, WordSort::GroupsOf));
            }
        }
    }
    // "By turn 3 the Ruler" counts no Rulers.
    let is_counted = first.is_some() && !is_grouped;
    while is(next, WordSort::BeforeNames) && !(is_counted && is(next, WordSort::Articles)) {
        next += 1;
    }
    // Numbers with nothing behind them count nothing.
    if word(next).is_none() {
        return SquadronCount {
            squadrons: 1,
            models: None,
            next: from,
            is_stated: false,
            is_full: false,
            is_times: false,
        };
    }
    SquadronCount { squadrons, models, next, is_stated: first.is_some() || is_grouped, is_full, is_times }
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
