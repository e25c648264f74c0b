//! Small text helpers: data made safe for a terminal, numbers with their nouns, lists of words.

use std::borrow::Cow;

pub(crate) use muster_app::words::capital;
pub(crate) use muster_engine::plain::plain;
use textwrap::core::display_width;

/// `1 error`, `2 errors`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Prose, wrapped at `width` with every line indented. Ids are not broken.
pub(crate) fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let options = textwrap::Options::new(width).initial_indent(indent).subsequent_indent(indent);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(&plain(text), options)
}

/// As much of a text as fits into a width, with an ellipsis for the rest.
pub(crate) fn cut(text: &str, width: usize) -> Cow<'_, str> {
    if display_width(text) <= width {
        return Cow::Borrowed(text);
    }
    let ends = text.char_indices().map(|(at, _)| at).take_while(|at| display_width(&text[..*at]) < width);
    let end = ends.last().unwrap_or_default();
    Cow::Owned(format!("{}…", text[..end].trim_end()))
}

#[cfg(test)]
mod tests {
    use super::{counted, cut};

    #[test]
    fn a_cut_text_fits() {
        assert_eq!(cut("Åsa 王", 6), "Åsa 王");
        assert_eq!(cut("Åsa 王 x", 7), "Åsa 王…");
        assert_eq!(cut("Åsa 王 x", 6), "Åsa…");
        assert_eq!(cut("Åsa", 1), "…");
    }

    #[test]
    fn words_and_numbers() {
        assert_eq!(counted(0, "error"), "0 errors");
        assert_eq!(counted(1, "error"), "1 error");
    }
}
