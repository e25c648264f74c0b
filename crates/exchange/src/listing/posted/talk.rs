//! Tells prose from entries of a list: greetings, questions, stories, changes of mind.

use super::words::Word;

/// Words of prose, such as `I` and `you`. Entries of a list do not have them.
const TALK: [&str; 169] = [
    "i",
    "me",
    "you",
    "your",
    "he",
    "him",
    "his",
    "she",
    "her",
    "we",
    "us",
    "our",
    "they",
    "am",
    "be",
    "been",
    "being",
    "do",
    "doe",
    "did",
    "done",
    "dont",
    "not",
    "cant",
    "will",
    "would",
    "can",
    "could",
    "should",
    "may",
    "might",
    "must",
    "had",
    "think",
    "know",
    "knew",
    "say",
    "said",
    "see",
    "saw",
    "seen",
    "go",
    "goe",
    "went",
    "gone",
    "going",
    "get",
    "got",
    "take",
    "took",
    "make",
    "made",
    "want",
    "need",
    "like",
    "look",
    "play",
    "played",
    "run",
    "ran",
    "come",
    "came",
    "bring",
    "brought",
    "leave",
    "left",
    "find",
    "found",
    "try",
    "trying",
    "use",
    "used",
    "give",
    "gave",
    "put",
    "let",
    "keep",
    "kept",
    "feel",
    "start",
    "started",
    "decided",
    "this",
    "that",
    "these",
    "those",
    "here",
    "what",
    "which",
    "who",
    "when",
    "where",
    "why",
    "how",
    "if",
    "because",
    "but",
    "so",
    "then",
    "than",
    "too",
    "also",
    "very",
    "just",
    "only",
    "still",
    "again",
    "alway",
    "never",
    "ever",
    "now",
    "today",
    "tomorrow",
    "yesterday",
    "tonight",
    "after",
    "before",
    "while",
    "until",
    "since",
    "even",
    "much",
    "many",
    "more",
    "most",
    "any",
    "anyone",
    "anybody",
    "nobody",
    "someone",
    "everybody",
    "everyone",
    "everything",
    "nothing",
    "something",
    "please",
    "plz",
    "thank",
    "hello",
    "hi",
    "hey",
    "yo",
    "dear",
    "cheer",
    "regard",
    "greeting",
    "moin",
    "hallo",
    "gruss",
    "yes",
    "yeah",
    "ok",
    "okay",
    "lol",
    "hmm",
    "im",
    "ich",
    "wir",
    "hier",
    "mein",
    "meine",
    "das",
    "ist",
    "nicht",
    "noch",
    "und",
    "da",
    "muss",
    "mal",
];

/// Words for an unknown number: `some Gulls`.
const VAGUE: [&str; 5] = ["some", "several", "few", "various", "einige"];

/// Words that stand in sentences, and sometimes beside the entries of a list.
const VERBS: [&str; 12] = ["has", "have", "is", "are", "was", "were", "it", "its", "them", "their", "there", "playing"];

/// Things that are counted in stories, and are no models.
const COUNTED: [&str; 44] = [
    "turn", "minute", "hour", "day", "evening", "night", "week", "weekend", "month", "year", "point", "dice", "die",
    "table", "game", "match", "player", "people", "person", "friend", "inch", "hit", "kill", "vp", "token", "picture",
    "photo", "door", "round", "side", "time", "way", "thing", "bit", "lot", "beer", "am", "pm", "hull", "tier", "page",
    "roll", "place", "edit",
];

/// Words for a change of mind. The units of such a line may not be in the list any more.
const CHANGED: [&str; 13] = [
    "drop",
    "dropped",
    "dropping",
    "swap",
    "swapping",
    "instead",
    "replace",
    "replacing",
    "replaced",
    "remove",
    "removed",
    "scrap",
    "scrapped",
];

/// Pairs of words for a change of mind.
const TURNED: [[&str; 2]; 5] = [["go", "home"], ["ok", "no"], ["stay", "home"], ["at", "home"], ["left", "out"]];

/// Whether a word belongs to prose.
pub(super) fn is_talk_word(word: &Word) -> bool {
    TALK.contains(&word.folded.as_str())
}

/// Whether a word is a verb that says what something is or has.
pub(super) fn is_verb(word: &Word) -> bool {
    VERBS.contains(&word.folded.as_str())
}

/// Whether a word stands for an unknown number.
pub(super) fn is_vague(word: &Word) -> bool {
    VAGUE.contains(&word.folded.as_str())
}

/// Whether a word counts something that is no model.
pub(super) fn is_counted(word: &Word) -> bool {
    COUNTED.contains(&word.folded.as_str())
}

/// The most words of a remark. It also bounds the work for lines that are made to be hard.
const REMARK: usize = 24;

/// The first word of a remark that stands behind an entry: `these` in `3 Gulls (90) - these are still unpainted`. The search
/// begins at the word `behind`. None if there is no remark.
pub(super) fn remark(words: &[Word], behind: usize) -> Option<usize> {
    let begins = |at: &usize| {
        let said = &words[*at..];
        words[*at].is_apart() && said.iter().any(is_talk_word) && said.iter().all(|word| word.number().is_none())
    };
    (behind.max(words.len().saturating_sub(REMARK))..words.len()).find(begins)
}

/// Whether a line tells of a change of mind.
pub(super) fn is_change(words: &[Word]) -> bool {
    let turned = |pair: &[Word]| TURNED.iter().any(|turn| pair.iter().zip(turn).all(|(word, own)| word.folded == *own));
    let is_edit =
        words.first().is_some_and(|word| ["edit", "edited", "update", "updated"].contains(&word.folded.as_str()));
    is_edit || words.iter().any(|word| CHANGED.contains(&word.folded.as_str())) || words.windows(2).any(turned)
}

/// Whether words are a sentence that tells something, rather than an entry of a list.
pub(super) fn is_talk(text: &str, words: &[Word]) -> bool {
    let talk = words.iter().filter(|word| is_talk_word(word)).count();
    let verbs = words.iter().filter(|word| VERBS.contains(&word.folded.as_str())).count();
    let has_number = words.iter().any(|word| word.number().is_some());
    let asks = text.trim_end_matches(['!', '"', ')', ' ']).ends_with('?') && !text.contains(['=', '[']);
    match words.len() {
        0 | 1 => asks && !has_number,
        2..=4 => asks || talk > usize::from(has_number),
        5 => asks || talk > 2,
        _ => asks || talk * 2 + verbs > 2,
    }
}
