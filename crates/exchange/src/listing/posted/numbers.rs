//! Numbers as people write them before a name: `3x`, `two`, `a pair of`, `3 Units of 4`.

use super::words::Word;

/// How many squadrons of how many models are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub squadrons: u32,
    pub models: Option<u32>,
    /// The word behind the numbers.
    pub next: usize,
    /// A number or an article is stated.
    pub is_stated: bool,
}

/// Number words, in English.
const NUMBERS: [(&str, u32); 22] = [
    ("a", 1),
    ("an", 1),
    ("one", 1),
    ("single", 1),
    ("lone", 1),
    ("two", 2),
    ("pair", 2),
    ("couple", 2),
    ("both", 2),
    ("three", 3),
    ("trio", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("fifteen", 15),
    ("twenty", 20),
];

/// Words for a squadron.
const GROUPS: [&str; 7] = ["squadron", "unit", "section", "group", "sqn", "squad", "wing"];

/// Words before a name that say nothing.
const SKIPPED: [&str; 6] = ["the", "my", "our", "full", "class", "of"];

/// The number that a word stands for.
pub(super) fn number(word: &Word) -> Option<u32> {
    let known = NUMBERS.iter().find(|(name, _)| *name == word.folded).map(|(_, number)| *number);
    known.or_else(|| word.number()).filter(|number| *number <= 1000)
}

/// Whether a word is one for a squadron.
pub(super) fn is_group(word: &Word) -> bool {
    GROUPS.contains(&word.folded.as_str())
}

/// Reads the numbers that begin at a word and count what follows them.
pub(super) fn counted(words: &[Word], from: usize) -> Counted {
    let mut next = from;
    let skip = |next: &mut usize, is: &dyn Fn(&Word) -> bool| {
        let found = words.get(*next).is_some_and(is);
        *next += usize::from(found);
        found
    };
    let take = |next: &mut usize| {
        let mut found = words.get(*next).and_then(number);
        *next += usize::from(found.is_some());
        // "A pair of", "two x".
        if let Some(more) = found.and_then(|_| words.get(*next).filter(|word| word.number().is_none()).and_then(number))
        {
            found = Some(more);
            *next += 1;
        }
        if found.is_some() {
            skip(next, &|word| word.folded == "x");
        }
        found
    };
    let first = take(&mut next);
    let is_group = skip(&mut next, &is_group);
    let (mut squadrons, mut models) = if is_group { (first.unwrap_or(1), None) } else { (1, first) };
    if skip(&mut next, &|word| word.folded == "of") && is_group {
        models = take(&mut next);
        skip(&mut next, &|word| word.folded == "of");
    }
    // "By turn 3 the Ruler" counts no Rulers.
    let skipped: &[&str] = if first.is_some() && !is_group { &["of"] } else { &SKIPPED };
    while skip(&mut next, &|word| skipped.contains(&word.folded.as_str())) {}
    // "2 full squadrons of 3" has the word for a squadron behind another.
    if !is_group
        && first.is_some()
        && words.get(next).is_some_and(self::is_group)
        && words.get(next + 1).is_some_and(|word| word.folded == "of")
    {
        squadrons = first.unwrap_or(1);
        next += 2;
        models = take(&mut next);
    }
    // Numbers with nothing behind them count nothing.
    if next >= words.len() {
        return Counted { squadrons: 1, models: None, next: from, is_stated: false };
    }
    Counted { squadrons, models, next, is_stated: first.is_some() || is_group }
}
