//! Parses XML of unknown origin.

use roxmltree::{Document, ParsingOptions};

/// The largest file that is read.
pub(super) const MAX_BYTES: usize = 64 << 20;
/// The deepest nesting that is read; the files at hand nest some forty levels.
const MAX_DEPTH: usize = 250;
/// The largest number of elements, texts and comments in a file.
const MAX_NODES: u32 = 8_000_000;

/// Why a file could not be imported at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {message}", place(*.at))]
pub struct ImportError {
    /// The file, as the caller names it.
    pub file: String,
    /// Line and column, from 1, where the trouble has a place.
    pub at: Option<(u32, u32)>,
    /// What is wrong.
    pub message: String,
}

impl ImportError {
    /// Trouble with a file as a whole.
    pub(super) fn new(file: &str, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), at: None, message: message.into() }
    }
}

fn place(at: Option<(u32, u32)>) -> String {
    at.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default()
}

/// The tree of an XML file: no document type, no entities of its own, bounded in size and depth.
pub(super) fn parse<'a>(file: &str, text: &'a str) -> Result<Document<'a>, ImportError> {
    let fail = |at, message: String| ImportError { file: file.to_owned(), at, message };
    if text.len() > MAX_BYTES {
        return Err(fail(None, format!("the file is larger than {} MB", MAX_BYTES >> 20)));
    }
    // Before parsing, because the parser and whoever walks its tree call themselves once for each level.
    if let Some(offset) = too_deep(text.as_bytes()) {
        return Err(fail(
            Some(line_and_column(text, offset)),
            format!("more than {MAX_DEPTH} elements inside each other"),
        ));
    }
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let pos = error.pos();
        fail(Some((pos.row, pos.col)), format!("no well-formed XML: {error}"))
    })
}

/// Where the nesting of elements becomes too deep, if it does.
fn too_deep(text: &[u8]) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(found) = text.get(at..)?.iter().position(|&byte| byte == b'<') {
        let start = at + found;
        let rest = text.get(start..)?;
        let length = if rest.starts_with(b"<!--") {
            until(rest, b"-->")
        } else if rest.starts_with(b"<![CDATA[") {
            until(rest, b"]]>")
        } else if rest.starts_with(b"<?") {
            until(rest, b"?>")
        } else {
            let length = tag(rest);
            if rest.starts_with(b"</") {
                depth = depth.saturating_sub(1);
            } else if rest.get(..length).is_some_and(|tag| !tag.ends_with(b"/>")) {
                depth += 1;
            }
            length
        };
        if depth > MAX_DEPTH {
            return Some(start);
        }
        at = start + length.max(1);
    }
    None
}

/// The length up to and including `end`, or of everything.
fn until(text: &[u8], end: &[u8]) -> usize {
    text.windows(end.len()).position(|window| window == end).map_or(text.len(), |at| at + end.len())
}

/// The length of a tag, whose attribute values may hold a `>`.
fn tag(text: &[u8]) -> usize {
    let mut quote = None;
    for (at, &byte) in text.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}

fn line_and_column(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn hostile_files_are_refused_with_a_place() {
        let deep = format!("<a>\n{}", "<b>".repeat(10_000));
        assert_eq!(parse("f", &deep).unwrap_err().to_string(), "f:2:748: more than 250 elements inside each other");
        let bomb = "<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a>&b;</a>";
        assert_eq!(parse("f", bomb).unwrap_err().at, Some((1, 1)));
        assert!(parse("f", "<a>&b;</a>").unwrap_err().at.is_some());
        for broken in ["", "<", "<a", "<a b='", "<!--", "<a></b>", "<a/><a/>", "\u{0}", "<![CDATA[", "<?"] {
            assert!(parse("f", broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn what_only_looks_deep_is_read() {
        let flat = format!(
            "<a>{}<!--{}--><![CDATA[{}]]></a>",
            "<b c='>'/>".repeat(1_000),
            "<b>".repeat(1_000),
            "<b>".repeat(1_000)
        );
        assert!(parse("f", &flat).is_ok());
    }
}
