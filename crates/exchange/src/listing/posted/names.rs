//! Finds printed names in a text, by the words that tell them from other names.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use muster_engine::effort;

use super::language::{WordSort, fold};
use super::numbers::is_number_word;
use super::words::{Gap, Word};

/// The fewest letters of a word that may be misspelt, or stand for a longer one.
const MISSPELT: usize = 5;
const CUT: usize = 3;

/// The names of some things, found by their words.
pub(super) struct NameIndex<T> {
    all: Vec<IndexedName<T>>,
    /// The names that have a word.
    having: HashMap<String, Vec<usize>>,
    /// The words that tell names apart, by their first letters.
    telling: HashMap<char, Vec<String>>,
    /// Words that many names have, such as `cruiser`.
    common: Arc<BTreeSet<String>>,
}

/// A printed name.
struct IndexedName<T> {
    thing: T,
    words: Vec<String>,
}

/// A name found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameMatch<T> {
    /// The things that it may mean: one, or several if the words do not tell which.
    pub things: Vec<T>,
    /// The words of the text that name it.
    pub words: Range<usize>,
    /// How many of them belong to the name.
    pub matched: usize,
    /// How many words of the name are not among them.
    pub missing: usize,
    /// The first and the last word of the name are among them.
    pub leads: bool,
    pub ends: bool,
    /// The words tell it from other names, or they are its whole name. If not, they are common words such as `cruiser`.
    pub is_distinct: bool,
    /// The first word, if it is misspelt, and what it was taken for.
    pub misspelt: Option<(usize, String)>,
    /// The place of another misspelt word.
    pub slip: Option<usize>,
}

impl<T> NameMatch<T> {
    /// Whether they are the whole name.
    pub(super) fn is_whole(&self) -> bool {
        self.missing == 0
    }
}

/// The words of a text that belong to one name.
struct NameSpan {
    name: usize,
    taken: Vec<usize>,
    end: usize,
    is_whole: bool,
    slip: Option<usize>,
}

impl<T: Copy + Ord> NameIndex<T> {
    /// The names of things. A thing may have several. Words of `common` do not distinguish.
    pub(super) fn new(names: impl IntoIterator<Item = (T, Vec<String>)>, common: &Arc<BTreeSet<String>>) -> Self {
        let mut all =
            Self { all: Vec::new(), having: HashMap::new(), telling: HashMap::new(), common: Arc::clone(common) };
        for (thing, words) in names.into_iter().filter(|(_, words)| !words.is_empty()) {
            for word in words.iter().collect::<BTreeSet<_>>() {
                let having = all.having.entry(word.clone()).or_default();
                if having.is_empty() && word.len() >= MISSPELT && tells(word, common) {
                    let first = word.chars().next().unwrap_or_default();
                    all.telling.entry(first).or_default().push(word.clone());
                }
                having.push(all.all.len());
            }
            all.all.push(IndexedName { thing, words });
        }
        all
    }

    /// Whether a name has a word.
    pub(super) fn has(&self, word: &str) -> bool {
        self.having.contains_key(word)
    }

    /// The longest name that begins at a word of the text.
    pub(super) fn at(&self, text: &[Word], from: usize) -> Option<NameMatch<T>> {
        let first = &text.get(from)?.folded;
        let plural = || self.longest(text, from, first.strip_suffix('s')?);
        self.longest(text, from, first).or_else(plural).or_else(|| {
            let right = self.near(first)?;
            let mut found = self.longest(text, from, &right)?;
            found.misspelt = Some((from, right));
            Some(found)
        })
    }

    /// The same for a name of which the first word may be cut: `vet` for `Veteran`. Only if one name has such a word.
    pub(super) fn cut_at(&self, text: &[Word], from: usize) -> Option<NameMatch<T>> {
        self.at(text, from).or_else(|| {
            let first = &text.get(from)?.folded;
            let mut long = self.having.keys().filter(|word| is_cut(first, word));
            let right = long.next().filter(|_| long.next().is_none())?;
            self.longest(text, from, right)
        })
    }

    /// The longest name that begins at a word of the text, which is read as `first`.
    fn longest(&self, text: &[Word], from: usize, first: &str) -> Option<NameMatch<T>> {
        let mut spans: Vec<NameSpan> =
            self.having.get(first)?.iter().map(|name| self.span(*name, text, from, first)).collect();
        let most = spans.iter().map(|span| span.taken.len()).max()?;
        spans.retain(|span| span.taken.len() == most);
        if spans.iter().any(|span| span.is_whole) {
            spans.retain(|span| span.is_whole);
        }
        let distinct = |span: &NameSpan| {
            let words = &self.all[span.name].words;
            span.is_whole || span.taken.iter().any(|word| tells(&words[*word], &self.common))
        };
        let is_distinct = spans.iter().any(distinct);
        spans.retain(|span| distinct(span) == is_distinct);
        let end = spans.iter().map(|span| span.end).max()?;
        let missing = |span: &NameSpan| self.all[span.name].words.len() - span.taken.len();
        let missing = spans.iter().map(missing).min().unwrap_or(0);
        let slip = spans.iter().map(|span| span.slip).min().flatten();
        let things: BTreeSet<T> = spans.iter().map(|span| self.all[span.name].thing).collect();
        let things = things.into_iter().collect();
        let leads = spans.iter().any(|span| span.taken.contains(&0));
        let ends = spans.iter().any(|span| span.taken.contains(&(self.all[span.name].words.len() - 1)));
        Some(NameMatch {
            things,
            words: from..end,
            matched: most,
            missing,
            leads,
            ends,
            is_distinct,
            misspelt: None,
            slip,
        })
    }

    fn span(&self, name: usize, text: &[Word], from: usize, first: &str) -> NameSpan {
        let words = &self.all[name].words;
        let mut taken: Vec<usize> = Vec::with_capacity(words.len());
        let (mut end, mut slip) = (from, None);
        // How far the name goes before a mark.
        let mut before_mark = None;
        for (place, word) in text.iter().enumerate().skip(from) {
            let said = if place == from { first } else { word.folded.as_str() };
            // Behind a mark, only the end of a name may stand, "Gull (Flagship)", or all that is left of it in its order:
            // "Support (Terns, 3)".
            let is_end = || taken.len() + 1 == words.len() && words.last().is_some_and(|last| last == said);
            let is_in_order = || {
                let next = taken.len();
                word.gap == Gap::Mark
                    && taken.iter().copied().eq(0..next)
                    && words.get(next).is_some_and(|own| own == said)
            };
            if place > from && word.is_apart() && !is_end() {
                if !is_in_order() {
                    break;
                }
                before_mark = before_mark.or(Some((taken.len(), end)));
            }
            let left = || (0..words.len()).filter(|own| !taken.contains(own));
            let found = left().find(|own| words[*own] == said);
            let found = found.or_else(|| {
                let near = left().find(|own| place > from && is_nearly(said, &words[*own]))?;
                slip = slip.or(Some(place).filter(|_| !is_cut(said, &words[near])));
                Some(near)
            });
            if let Some(own) = found {
                taken.push(own);
                end = place + 1;
            } else if !is_filler(said) {
                break;
            }
        }
        if let Some((matched, before)) = before_mark.filter(|_| taken.len() < words.len()) {
            taken.truncate(matched);
            end = before;
        }
        NameSpan { name, is_whole: taken.len() == words.len(), taken, end, slip }
    }

    /// The distinguishing word that a misspelt word is for, if there is only one.
    fn near(&self, word: &str) -> Option<String> {
        if word.len() < MISSPELT || !word.chars().all(char::is_alphabetic) || self.common.contains(word) {
            return None;
        }
        let most = if word.len() >= 9 { 2 } else { 1 };
        let known = self.telling.get(&word.chars().next()?)?.iter();
        let mut near = known.filter(|known| known.len().abs_diff(word.len()) <= most && slips(known, word) <= most);
        near.next().filter(|_| near.next().is_none()).cloned()
    }
}

/// Whether a word tells names apart. Numbers, single letters and common words do not.
fn tells(word: &str, common: &BTreeSet<String>) -> bool {
    let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
    letters >= 2 && !common.contains(word) && !is_number_word(word) && !WordSort::Articles.has(word)
}

/// Whether a word of a text is the next word of a name, even if it is misspelt or shortened.
pub(super) fn is_nearly(said: &str, word: &str) -> bool {
    let slipped = said.len() >= MISSPELT
        && word.len() >= MISSPELT
        && said.chars().next() == word.chars().next()
        && said.len().abs_diff(word.len()) <= 1
        && slips(said, word) <= 1;
    slipped || is_cut(said, word)
}

/// How many letters of two words are wrong, missing, or have changed places.
fn slips(said: &str, word: &str) -> usize {
    effort::spend(1);
    strsim::damerau_levenshtein(said, word)
}

/// Whether a word is short for a longer one: its beginning (`inf`), or the longer one without vowels (`btl`).
fn is_cut(said: &str, word: &str) -> bool {
    let bones = || {
        let mut bones: Vec<char> = word.chars().filter(|letter| !"aeiou".contains(*letter)).collect();
        bones.dedup();
        said.chars().eq(bones)
    };
    said.len() >= CUT && said.len() < word.len() && (word.starts_with(said) || bones())
}

/// Whether a word says nothing about which thing is meant.
pub(super) fn is_filler(word: &str) -> bool {
    WordSort::Fillers.has(word)
}

/// The words of a printed name, without those that say nothing.
pub(super) fn name_words(name: &str) -> Vec<String> {
    let words = super::words::words(name).into_iter().map(|word| word.folded);
    let words: Vec<String> = words.filter(|word| !is_filler(word)).collect();
    // A unit may be called `Squadron` and nothing else.
    if words.is_empty() { vec![fold(name)] } else { words }
}
