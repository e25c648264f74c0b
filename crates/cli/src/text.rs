//! Small text helpers: data made safe for a terminal, numbers with their nouns, lists of words.

pub(crate) use muster_app::words::capital;
pub(crate) use muster_engine::plain::plain;

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

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn words_and_numbers() {
        assert_eq!(counted(0, "error"), "0 errors");
        assert_eq!(counted(1, "error"), "1 error");
    }
}
