//! Parses XML of unknown origin.

use roxmltree::{Document, Error, ParsingOptions};

/// The deepest nesting that is read. Known files nest about forty levels.
const MAX_DEPTH: usize = 250;
/// The largest number of elements, texts and comments in a file.
const MAX_NODES: u32 = 8_000_000;
/// The largest number of attributes of an element, because the parser compares every pair.
const MAX_ATTRIBUTES: usize = 1_000;
/// The longest element tag with its attributes, in bytes. Correcting the spelling of longer names would take minutes.
const MAX_TAG: usize = 64 << 10;
/// The largest number of namespaces in a file. Normal files have one, and the parser copies them from element to
/// element.
const MAX_NAMESPACES: usize = 100;

/// Why a file could not be imported at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {message}", place(*.at))]
pub struct ImportError {
    /// The file, as the caller names it.
    pub file: String,
    /// Line and column, from 1, if the error has a place.
    pub at: Option<(u32, u32)>,
    /// What is wrong.
    pub message: String,
}

impl ImportError {
    /// An error about a file as a whole.
    #[must_use]
    pub fn new(file: &str, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), at: None, message: message.into() }
    }
}

fn place(at: Option<(u32, u32)>) -> String {
    at.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default()
}

/// Parses an XML file. Refuses document types and custom entities, and limits size and depth.
pub(crate) fn parse<'a>(file: &str, text: &'a str) -> Result<Document<'a>, ImportError> {
    let fail = |at, message| ImportError { file: file.to_owned(), at, message };
    // Check before parsing, because the parser and the readers of its tree recurse for each level.
    if let Some((offset, message)) = hostile(text) {
        return Err(fail(Some(line_and_column(text, offset)), message));
    }
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| match error {
        Error::NodesLimitReached => fail(None, format!("more than {MAX_NODES} elements and texts")),
        // The parser gives no place for these errors; they are at the end of the file.
        Error::NoRootNode | Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            fail(Some(line_and_column(text, text.len())), format!("not well-formed XML: the file ends here: {error}"))
        }
        // The parser's message may repeat names as long as the file, so it is cut.
        error => {
            let message: String = format!("not well-formed XML: {error}").chars().take(300).collect();
            fail(Some((error.pos().row, error.pos().col)), message)
        }
    })
}

/// Finds the first thing that would cost the parser too much and that no catalogue has, with its offset.
fn hostile(text: &str) -> Option<(usize, String)> {
    if let Some((offset, _)) = text.match_indices("xmlns").nth(MAX_NAMESPACES) {
        return Some((offset, format!("more than {MAX_NAMESPACES} namespaces")));
    }
    let text = text.as_bytes();
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
        } else if rest.starts_with(b"<!DOCTYPE") {
            return Some((start, "document types and entities are not read".to_owned()));
        } else {
            let (length, attributes) = tag(rest);
            if attributes > MAX_ATTRIBUTES {
                return Some((start, format!("more than {MAX_ATTRIBUTES} attributes of one element")));
            }
            if length > MAX_TAG {
                return Some((start, format!("a tag of more than {} KB", MAX_TAG >> 10)));
            }
            if rest.starts_with(b"</") {
                depth = depth.saturating_sub(1);
            } else if rest.get(..length).is_some_and(|tag| !tag.ends_with(b"/>")) {
                depth += 1;
            }
            length
        };
        if depth > MAX_DEPTH {
            return Some((start, format!("more than {MAX_DEPTH} elements inside each other")));
        }
        at = start + length.max(1);
    }
    None
}

/// The length up to and including `end`, or the whole length if `end` is missing.
fn until(text: &[u8], end: &[u8]) -> usize {
    text.windows(end.len()).position(|window| window == end).map_or(text.len(), |at| at + end.len())
}

/// The length of a tag and the number of its attributes. Attribute values may contain `>`.
fn tag(text: &[u8]) -> (usize, usize) {
    let (mut quote, mut attributes) = (None, 0);
    for (at, &byte) in text.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return (at + 1, attributes),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => {
                quote = None;
                attributes += 1;
            }
            _ => {}
        }
    }
    (text.len(), attributes)
}

/// The line and column of a byte offset, from 1, in characters; the end of the text if there is no such offset.
pub(super) fn line_and_column(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
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
        let attributes: Vec<String> = (0..1_001).map(|number| format!(" a{number}=''")).collect();
        assert_eq!(
            parse("f", &format!("<a><b{}/></a>", attributes.concat())).unwrap_err().to_string(),
            "f:1:4: more than 1000 attributes of one element"
        );
        assert_eq!(
            parse("f", &format!("<a>\n<b c='{}'/></a>", "d".repeat(1 << 20))).unwrap_err().to_string(),
            "f:2:1: a tag of more than 64 KB"
        );
        let spaces = "<b xmlns='c'/>".repeat(101);
        assert_eq!(
            parse("f", &format!("<a>{spaces}</a>")).unwrap_err().to_string(),
            "f:1:1407: more than 100 namespaces"
        );
    }

    #[test]
    fn entities_are_refused() {
        for (text, at) in [
            ("<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a>&b;</a>", (1, 1)),
            ("<?xml version='1.0'?>\n <!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", (2, 2)),
            ("<!DOCTYPE a SYSTEM 'http://example.org/a.dtd'><a/>", (1, 1)),
        ] {
            let error = parse("f", text).unwrap_err();
            assert_eq!(
                (error.at, error.message.starts_with("document types and entities")),
                (Some(at), true),
                "{error}"
            );
        }
        assert!(
            parse("f", "<a>&b;</a>").unwrap_err().to_string().starts_with("f:1:4: not well-formed XML: unknown entity")
        );
    }

    #[test]
    fn a_file_that_ends_too_early_says_where() {
        let whole = "<?xml version='1.0'?>\n<a>\n  <b c='d'>ä</b><!-- e --></a>";
        assert!(parse("f", whole).is_ok());
        for (length, _) in whole.char_indices() {
            let error = parse("f", &whole[..length]).unwrap_err();
            assert!(error.at.is_some(), "{length}: {error}");
        }
        let error = parse("f", &whole[..whole.len() - 4]).unwrap_err().to_string();
        assert_eq!(error, "f:3:27: not well-formed XML: the file ends here: the root node was opened but never closed");
        for broken in ["<a></b>", "<a/><a/>", "\u{0}", "<a b='1' b='2'/>"] {
            assert!(parse("f", broken).unwrap_err().at.is_some(), "{broken}");
        }
        let long = format!("<{0}></b>", "a".repeat(1 << 15));
        assert!(parse("f", &long).unwrap_err().message.len() < 1_000);
    }

    #[test]
    fn what_says_its_encoding_first_is_read() {
        assert!(parse("f", "\u{feff}<?xml version='1.0' encoding='UTF-8'?><a/>").is_ok());
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
