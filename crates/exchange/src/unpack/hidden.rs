//! What is not read of a text, kept so that it can be told.

use muster_engine::plain::plain;

/// How many letters of it are told.
const TOLD: usize = 60;
/// How many bytes of it are kept.
const KEPT: usize = 4 * TOLD;
/// How many other sentences are kept.
const NOTES: usize = 10;

/// The beginnings of what is not read of a page or a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HiddenText {
    /// What nobody sees.
    unseen: String,
    /// What is seen, but is no text of the page: a style, a script or a field of a form shows it.
    drawn: String,
    /// What is seen, but was written before: the mail that a mail answers.
    answered: String,
    /// Sentences about anything else.
    notes: Vec<String>,
}

impl HiddenText {
    /// Adds text that nobody sees. Of a long one, the beginning is kept.
    pub(super) fn add(&mut self, text: &str) {
        add(&mut self.unseen, text);
    }

    /// Adds text that is seen, but is no text of the page.
    pub(super) fn draw(&mut self, text: &str) {
        add(&mut self.drawn, text);
    }

    /// Adds what a mail quotes of the one that it answers.
    pub(super) fn answer(&mut self, text: &str) {
        add(&mut self.answered, text);
    }

    /// Adds a sentence about something that is not read. Each is told once.
    pub(super) fn note(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if self.notes.len() < NOTES && !self.notes.contains(&sentence) {
            self.notes.push(sentence);
        }
    }

    /// Adds that pictures are shown.
    pub(super) fn show_pictures(&mut self) {
        self.note("Muster did not read what its pictures show");
    }

    /// Adds what is not read of another text.
    pub(super) fn join(&mut self, other: &Self) {
        self.add(&other.unseen);
        self.draw(&other.drawn);
        self.answer(&other.answered);
        other.notes.iter().for_each(|note| self.note(note));
    }

    /// Sentences that tell it. None if there is no word in it.
    pub(super) fn told(&self) -> Option<String> {
        let ways = [
            ("text that nobody sees", &self.unseen),
            ("what a style, a script or a field of the page shows", &self.drawn),
            ("the mail that it answers", &self.answered),
        ];
        let sentence = |(what, text): (&str, &String)| Some(format!("Muster did not read {what}: {}", begin(text)?));
        let sentences: Vec<String> = ways.into_iter().filter_map(sentence).chain(self.notes.iter().cloned()).collect();
        (!sentences.is_empty()).then(|| sentences.join("; "))
    }
}

fn add(all: &mut String, text: &str) {
    for word in text.split(|letter: char| letter.is_whitespace() || is_nothing(letter)) {
        if all.len() < KEPT && !word.is_empty() {
            all.extend(word.chars().take(KEPT));
            all.push(' ');
        }
    }
}

/// The beginning of a text in quotes. None if there is no word in it.
fn begin(text: &str) -> Option<String> {
    let is_word = |word: &str| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
    if !text.split(' ').any(is_word) {
        return None;
    }
    let text = plain(text.trim_end());
    let begin: String = text.chars().take(TOLD).collect();
    let dots = if begin.len() < text.len() { "\u{2026}" } else { "" };
    Some(format!("\u{201c}{begin}{dots}\u{201d}"))
}

/// Letters that take no room, with which mails fill what they hide.
fn is_nothing(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}
