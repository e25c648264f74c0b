//! Finds printed names in the text of people, by the words that distinguish them.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::words::{Word, fold};

/// Words that say nothing about which thing is meant.
const FILLERS: [&str; 5] = ["class", "the", "of", "squadron", "section"];

/// The names of some things, found by their words.
pub(super) struct Names<T> {
    all: Vec<Printed<T>>,
    /// The names that have a word.
    having: HashMap<String, Vec<usize>>,
    /// Words that many names have, such as `cruiser`.
    common: BTreeSet<String>,
}

/// A printed name.
struct Printed<T> {
    thing: T,
    words: Vec<String>,
}

/// A name found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found<T> {
    /// The things that it may mean: one, or several if the words do not tell which.
    pub things: Vec<T>,
    /// The words of the text that name it.
    pub words: Range<usize>,
    /// How many of them belong to the name.
    pub matched: usize,
    /// The words tell it from other names, or they are its whole name. If not, they are common words such as `cruiser`.
    pub is_distinct: bool,
    /// A word of the text that is misspelt, and what it was taken for.
    pub misspelt: Option<(usize, String)>,
}

impl<T: Copy + Ord> Names<T> {
    /// The names of things. A thing may have several. Words of `common` do not distinguish.
    pub(super) fn new<'n>(names: impl IntoIterator<Item = (T, &'n str)>, common: &BTreeSet<String>) -> Self {
        Self::of_words(names.into_iter().map(|(thing, name)| (thing, name_words(name))), common)
    }

    /// The same, with the words of each name.
    pub(super) fn of_words(names: impl IntoIterator<Item = (T, Vec<String>)>, common: &BTreeSet<String>) -> Self {
        let mut all = Self { all: Vec::new(), having: HashMap::new(), common: common.clone() };
        for (thing, words) in names {
            if words.is_empty() {
                continue;
            }
            for word in words.iter().collect::<BTreeSet<_>>() {
                all.having.entry(word.clone()).or_default().push(all.all.len());
            }
            all.all.push(Printed { thing, words });
        }
        all
    }

    /// The longest name that begins at a word of the text.
    pub(super) fn at(&self, text: &[Word], from: usize) -> Option<Found<T>> {
        let exact = self.longest(text, from, None);
        exact.or_else(|| {
            let right = self.near(&text.get(from)?.folded)?;
            self.longest(text, from, Some(&right))
        })
    }

    fn longest(&self, text: &[Word], from: usize, instead: Option<&str>) -> Option<Found<T>> {
        let word = |place: usize| match instead {
            Some(right) if place == from => right,
            _ => text[place].folded.as_str(),
        };
        let candidates = self.having.get(text.get(from).map(|_| word(from))?)?;
        let spans = candidates.iter().map(|name| {
            let mut left: Vec<&str> = self.all[*name].words.iter().map(String::as_str).collect();
            let mut taken: Vec<&str> = Vec::new();
            let mut end = from;
            for place in from..text.len() {
                let word = word(place);
                if let Some(found) = left.iter().position(|own| *own == word) {
                    taken.push(left.swap_remove(found));
                    end = place + 1;
                } else if !FILLERS.contains(&word) {
                    break;
                }
            }
            (taken, left.len(), end, *name)
        });
        let mut spans: Vec<_> = spans.collect();
        let most = spans.iter().map(|(taken, ..)| taken.len()).max()?;
        spans.retain(|(taken, ..)| taken.len() == most);
        if spans.iter().any(|(_, left, ..)| *left == 0) {
            spans.retain(|(_, left, ..)| *left == 0);
        }
        let distinct = |taken: &[&str], left: usize| left == 0 || taken.iter().any(|word| self.tells(word));
        let is_distinct = spans.iter().any(|(taken, left, ..)| distinct(taken, *left));
        spans.retain(|(taken, left, ..)| distinct(taken, *left) == is_distinct);
        let end = spans.iter().map(|(_, _, end, _)| *end).max()?;
        let things: BTreeSet<T> = spans.iter().map(|(.., name)| self.all[*name].thing).collect();
        let misspelt = instead.map(|right| (from, right.to_owned()));
        let things = things.into_iter().collect();
        Some(Found { things, words: from..end, matched: most, is_distinct, misspelt })
    }

    /// Whether a word tells names apart. Numbers, single letters and common words do not.
    fn tells(&self, word: &str) -> bool {
        word.chars().filter(|letter| letter.is_alphabetic()).count() >= 2 && !self.common.contains(word)
    }

    /// The distinguishing word that a misspelt word is for, if there is only one.
    fn near(&self, word: &str) -> Option<String> {
        if word.len() < 5 || !word.chars().all(char::is_alphabetic) || self.common.contains(word) {
            return None;
        }
        let most = if word.len() >= 9 { 2 } else { 1 };
        let mut near = self.having.keys().filter(|known| {
            known.len() >= 5
                && !self.common.contains(*known)
                && known.chars().next() == word.chars().next()
                && strsim::damerau_levenshtein(known, word) <= most
        });
        near.next().filter(|_| near.next().is_none()).cloned()
    }
}

/// Whether a word says nothing about which thing is meant.
pub(super) fn is_filler(word: &str) -> bool {
    FILLERS.contains(&word)
}

/// The words of a printed name, without those that say nothing.
pub(super) fn name_words(name: &str) -> Vec<String> {
    let words = super::words::words(name).into_iter().map(|word| word.folded);
    let words: Vec<String> = words.filter(|word| !FILLERS.contains(&word.as_str())).collect();
    // A unit may be called `Squadron` and nothing else.
    if words.is_empty() { vec![fold(name)] } else { words }
}
