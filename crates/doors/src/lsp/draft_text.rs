//! The text of a file in the editor. The protocol counts lines from 0, and in a line units of UTF-16.

use lsp_types::{Position, Range};
use serde_json::Value;

/// The text of a file in the editor.
#[derive(Clone, Debug)]
pub(super) struct DraftText {
    pub whole: String,
}

/// A word in a text, and where it stands.
pub(super) struct TextWord {
    pub word: String,
    pub range: Range,
}

/// Letters of ids.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

fn units(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

impl DraftText {
    pub(super) fn new(whole: String) -> Self {
        Self { whole }
    }

    pub(super) fn lines(&self) -> Vec<&str> {
        self.whole.split('\n').map(|line| line.trim_end_matches('\r')).collect()
    }

    /// The line that the parameters of a request point at, and the byte in it.
    pub(super) fn at(&self, params: &Value) -> Option<(usize, usize)> {
        let number = |key: &str| params["position"][key].as_u64().and_then(|number| usize::try_from(number).ok());
        let (line, character) = (number("line")?, number("character")?);
        let text = *self.lines().get(line)?;
        let mut left = character;
        let ended = text.char_indices().find(|(_, letter)| {
            let is_there = left == 0;
            left = left.saturating_sub(letter.len_utf16());
            is_there
        });
        Some((line, ended.map_or(text.len(), |(byte, _)| byte)))
    }

    /// The word at a byte of a line.
    pub(super) fn word(&self, line: usize, byte: usize) -> Option<TextWord> {
        let text = *self.lines().get(line)?;
        let (before, after) = (text.get(..byte)?, text.get(byte..)?);
        let begin = before
            .rfind(|letter| !is_of_word(letter))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let end = byte + after.find(|letter| !is_of_word(letter)).unwrap_or(after.len());
        let range = Self::range_in(text, line, begin, end);
        (begin < end).then(|| TextWord { word: text[begin..end].to_owned(), range })
    }

    /// The place of a finding, whose line and column count letters from 1: its word, or the rest of its line.
    pub(super) fn place(&self, line: Option<u32>, column: Option<u32>) -> Range {
        let number = |number: Option<u32>| usize::try_from(number.unwrap_or(1).saturating_sub(1)).unwrap_or(0);
        let lines = self.lines();
        let line = number(line).min(lines.len().saturating_sub(1));
        let text = lines.get(line).copied().unwrap_or_default();
        let begin = text.char_indices().nth(number(column)).map_or(text.len(), |(byte, _)| byte);
        let rest = &text[begin..];
        let word = rest.find(|letter| !is_of_word(letter)).filter(|length| *length > 0);
        let end = begin + word.unwrap_or_else(|| rest.trim_end().len());
        Self::range_in(text, line, begin, end)
    }

    fn range_in(text: &str, line: usize, begin: usize, end: usize) -> Range {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        let position = |byte: usize| Position { line, character: units(&text[..byte]) };
        Range { start: position(begin), end: position(end) }
    }

    /// All of the text.
    pub(super) fn range(&self) -> Range {
        let lines = self.lines();
        let last = lines.len().saturating_sub(1);
        let line = u32::try_from(last).unwrap_or(u32::MAX);
        let end = Position { line, character: lines.last().map_or(0, |line| units(line)) };
        Range { start: Position::default(), end }
    }
}
