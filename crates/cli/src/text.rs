//! Small pieces of wording: data made safe for a terminal, numbers with their nouns, words in a row.

use std::borrow::Cow;

pub use muster_app::words::{capital, runs};

/// Text from a file as one line that cannot drive a terminal.
///
/// Control characters show as their pictures, and the marks that turn the direction of writing as U+FFFD: either could
/// make a report say something else than it says. Line breaks and tabs become spaces.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().any(|letter| harmless(letter) != letter) {
        text.chars().map(harmless).collect()
    } else {
        Cow::Borrowed(text)
    }
}

/// The letter that stands for this one on a terminal: one for one, so that columns stay what they are.
pub fn harmless(letter: char) -> char {
    match letter {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        _ => letter,
    }
}

/// `1 error`, `2 errors`.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Prose, wrapped at `width` with every line indented. Ids stay in one piece.
pub fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let options = textwrap::Options::new(width).initial_indent(indent).subsequent_indent(indent);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(&plain(text), options)
}

#[cfg(test)]
mod tests {
    use super::{counted, plain, runs};

    #[test]
    fn data_cannot_drive_the_terminal() {
        assert_eq!(plain("\x1b[31mred\x07\u{9b}x"), "\u{241b}[31mred\u{2407}\u{fffd}x");
        assert_eq!(plain("a\nb\tc\r"), "a b c ");
        assert_eq!(plain("abc\u{202e}def"), "abc\u{fffd}def");
        assert_eq!(plain("Zhùlóng Straße"), "Zhùlóng Straße");
    }

    #[test]
    fn words_and_numbers() {
        assert_eq!(counted(0, "error"), "0 errors");
        assert_eq!(counted(1, "error"), "1 error");
        assert_eq!(runs(&[1, 2, 3, 4, 8, 9, 11]), "1-4, 8-9, 11");
        assert_eq!(runs(&[u32::MAX]), u32::MAX.to_string());
        assert_eq!(runs(&[]), "");
    }
}
