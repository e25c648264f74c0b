//! The nations that a text names or means.

use std::collections::HashSet;
use std::ops::Range;

use muster_engine::ready::Ruleset;

use super::language::other_names;
use super::names::name_words;
use super::words::Word;

/// The printed names of the nations of a ruleset, the longest first.
pub(super) struct Nations<'r> {
    names: Vec<Name<'r>>,
    /// The words of their names, and with an `n` for their people.
    words: HashSet<String>,
}

struct Name<'r> {
    id: &'r str,
    printed: &'r str,
    words: Vec<String>,
}

/// An abbreviation of so few letters may be a word of a language.
const SHORT: usize = 3;

impl<'r> Nations<'r> {
    pub(super) fn new(ruleset: &'r Ruleset) -> Self {
        let nations = &ruleset.declarations().nations;
        let names = nations.iter().flat_map(|(id, nation)| {
            let all = std::iter::once(&nation.name).chain(&nation.aliases);
            let all = all.flat_map(|name| std::iter::once(name).chain(other_names(&name.to_lowercase())));
            all.map(|name| Name { id: id.as_str(), printed: name.as_str(), words: name_words(name) })
        });
        let mut names: Vec<Name> = names.collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.words.len()));
        let words =
            names.iter().flat_map(|name| &name.words).flat_map(|word| [word.clone(), format!("{word}n")]).collect();
        Self { names, words }
    }

    /// Whether the name of a nation has a word.
    pub(super) fn has(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// The nations that a line names, each with its words there.
    pub(super) fn named(&self, text: &str, words: &[Word]) -> Vec<(&'r str, Range<usize>)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match self.at(text, words, at) {
                Some((id, end)) => {
                    found.push((id, at..end));
                    at = end;
                }
                None => at += 1,
            }
        }
        found
    }

    /// The nation whose name begins at a word, and the place behind it.
    pub(super) fn at(&self, text: &str, words: &[Word], at: usize) -> Option<(&'r str, usize)> {
        self.names.iter().find_map(|name| {
            let end = said(&name.words, words, at)?;
            let [only] = name.words.as_slice() else { return Some((name.id, end)) };
            let said = &text[words[at].start..words[at].end];
            let is_written = said == name.printed || said == name.printed.to_uppercase();
            let is_meant = only.len() > SHORT || is_written || only.len() == SHORT && at == 0;
            is_meant.then_some((name.id, end))
        })
    }
}

/// The place behind a name in a text. Fillers between its words are skipped.
fn said(name: &[String], words: &[Word], at: usize) -> Option<usize> {
    let mut next = at;
    for (place, wanted) in name.iter().enumerate() {
        while place > 0 && words.get(next).is_some_and(|word| super::names::is_filler(&word.folded)) {
            next += 1;
        }
        let word = &words.get(next)?.folded;
        // Some nations name their people by one letter more: "Lakelandan" for "Lakelanda".
        let is_people = || name.len() == 1 && word.strip_suffix('n').is_some_and(|land| land == wanted);
        if word != wanted && !is_people() {
            return None;
        }
        next += 1;
    }
    Some(next)
}
