//! What nobody sees of a text, kept so that it can be told.

use muster_engine::plain::plain;

/// How many letters of it are told.
const TOLD: usize = 60;
/// How many bytes of it are kept.
const KEPT: usize = 4 * TOLD;

/// The beginning of what nobody sees of a page or a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hidden(String);

impl Hidden {
    /// Adds text. Of a long one, the beginning is kept.
    pub(super) fn add(&mut self, text: &str) {
        for word in text.split(|letter: char| letter.is_whitespace() || is_nothing(letter)) {
            if self.0.len() < KEPT && !word.is_empty() {
                self.0.extend(word.chars().take(KEPT));
                self.0.push(' ');
            }
        }
    }

    /// Adds what nobody sees of another text.
    pub(super) fn join(&mut self, other: &Self) {
        self.add(&other.0);
    }

    /// A sentence that tells it. None if there is no word in it.
    pub(super) fn told(&self) -> Option<String> {
        let is_word = |word: &str| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
        if !self.0.split(' ').any(is_word) {
            return None;
        }
        let text = plain(self.0.trim_end());
        let begin: String = text.chars().take(TOLD).collect();
        let dots = if begin.len() < text.len() { "\u{2026}" } else { "" };
        Some(format!("not read is text that nobody sees: \u{201c}{begin}{dots}\u{201d}"))
    }
}

/// Letters that take no room, with which mails fill what they hide.
fn is_nothing(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}
