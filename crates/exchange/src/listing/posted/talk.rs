//! Tells prose from entries of a list: greetings, questions, stories, changes of mind.

use super::language::WordSort;
use super::words::Word;

/// Whether a word belongs to prose.
pub(super) fn is_talk_word(word: &Word) -> bool {
    WordSort::Talk.has(&word.folded)
}

/// Whether a word is a verb that says what something is or has.
pub(super) fn is_verb(word: &Word) -> bool {
    WordSort::Verbs.has(&word.folded)
}

/// Whether a word stands for an unknown number.
pub(super) fn is_vague(word: &Word) -> bool {
    WordSort::Vague.has(&word.folded)
}

/// Whether a word is for something that stories count and that is no model: `turn`.
pub(super) fn is_counted(word: &Word) -> bool {
    WordSort::Counted.has(&word.folded)
}

/// The most words of a remark. It also bounds the work for lines that are made to be hard.
const REMARK: usize = 24;

/// With so many words of prose it is a remark even if it has numbers.
pub(super) const SURE: usize = 3;

/// The first word of a remark that stands behind an entry: `these` in `3 Gulls (90) - these are still unpainted`. The search
/// begins at the word `behind`. None if there is no remark.
pub(super) fn remark(words: &[Word], behind: usize) -> Option<usize> {
    (behind.max(words.len().saturating_sub(REMARK))..words.len()).find(|at| begins_remark(words, *at))
}

/// Whether such a remark begins at a word.
pub(super) fn begins_remark(words: &[Word], at: usize) -> bool {
    if !words[at].is_apart() || words.len() - at > REMARK {
        return false;
    }
    let said = &words[at..];
    let talk = said.iter().filter(|word| is_talk_word(word)).count();
    // Up to the next mark it is prose, or at least no name and no number.
    let end = (at + 1..words.len()).find(|at| words[*at].is_apart()).unwrap_or(words.len());
    let mut part = words[at..end].iter();
    let is_prose = part.clone().any(is_talk_word) || part.all(|word| !word.capital && word.number().is_none());
    let is_remark = talk > 0 && (talk >= SURE || said.iter().all(|word| word.number().is_none()));
    is_prose && is_remark
}

/// Whether a line tells of a change of mind.
pub(super) fn is_change(words: &[Word]) -> bool {
    let turned = |pair: &[Word]| WordSort::Changes.has(&format!("{}{}", pair[0].folded, pair[1].folded));
    let is_edit = words.first().is_some_and(|word| WordSort::Edits.is(word));
    is_edit || words.iter().any(|word| WordSort::Changes.has(&word.folded)) || words.windows(2).any(turned)
}

/// Whether words are a sentence that tells something, rather than an entry of a list.
pub(super) fn is_talk(text: &str, words: &[Word]) -> bool {
    // The number of `Mk I` is no word of prose.
    let is_mark = |at: usize| at > 0 && matches!(words[at - 1].folded.as_str(), "mk" | "mark");
    let talk = (0..words.len()).filter(|at| is_talk_word(&words[*at]) && !is_mark(*at)).count();
    let verbs = words.iter().filter(|word| WordSort::Verbs.has(&word.folded)).count();
    let has_number = words.iter().any(|word| word.number().is_some());
    let asks = text.trim_end_matches(['!', '"', ')', ' ']).ends_with('?') && !text.contains(['=', '[']);
    match words.len() {
        0 | 1 => asks && !has_number,
        2..=4 => asks || talk > usize::from(has_number),
        5 => asks || talk > 2,
        _ => asks || talk * 2 + verbs > 2,
    }
}
