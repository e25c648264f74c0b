//! Text -> documents: YAML 1.2 (and so JSON) as values that remember where each node stands.
//!
//! One pass over the parser's events builds the value and, in the same order, a flat table of places. A place is looked
//! up by walking the two side by side, which costs nothing until a finding is shown.

use serde_json::Value;
use serde_yaml::granit_parser::{Event, Marker, Parser, ScanError};

use crate::fault::{Fault, Place};
use crate::reader::Reader;
use crate::syntax;

/// One document of a file.
#[derive(Clone, Debug)]
pub struct Document {
    /// Which document of the file, from 0.
    pub index: u32,
    /// What it holds; mappings keep their order.
    pub value: Value,
    /// Values in the order of the file, each key before its value.
    pub(crate) nodes: Vec<Node>,
}

/// A document, or what is wrong with it.
pub type Parsed = Result<Document, Unparsed>;

/// A document that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unparsed {
    /// Which document of the file, from 0.
    pub index: u32,
    /// Why not; never empty.
    pub faults: Vec<Fault>,
}

/// A value or a key in the table of places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub place: Place,
    /// The index after the last node inside this one.
    pub end: u32,
}

impl Document {
    /// A document that was never text, such as a ruleset inside the program: it has no places.
    #[must_use]
    pub fn without_places(value: Value) -> Self {
        Self { index: 0, value, nodes: Vec::new() }
    }

    /// Where the value at this JSON pointer begins; where there is none, the nearest value around it.
    #[must_use]
    pub fn place(&self, pointer: &str) -> Option<Place> {
        let mut value = &self.value;
        let mut node = 0;
        for token in pointer.split('/').skip(1) {
            let Some((inner, at)) = self.child(value, node, &token.replace("~1", "/").replace("~0", "~")) else {
                break;
            };
            (value, node) = (inner, at);
        }
        Some(self.nodes.get(node)?.place)
    }

    /// Where this key of the mapping at a JSON pointer stands; where there is none, the mapping.
    #[must_use]
    pub fn key_place(&self, pointer: &str, key: &str) -> Option<Place> {
        let mut value = &self.value;
        let mut node = 0;
        for token in pointer.split('/').skip(1) {
            (value, node) = self.child(value, node, &token.replace("~1", "/").replace("~0", "~"))?;
        }
        match (value, self.child(value, node, key)) {
            (Value::Object(_), Some((_, at))) => Some(self.nodes.get(at - 1)?.place),
            _ => Some(self.nodes.get(node)?.place),
        }
    }

    /// The value behind a key or index, and its node.
    fn child<'a>(&'a self, value: &'a Value, node: usize, token: &str) -> Option<(&'a Value, usize)> {
        let mut at = node + 1;
        match value {
            Value::Object(entries) => {
                for (key, inner) in entries {
                    if key == token {
                        return Some((inner, at + 1));
                    }
                    at = self.nodes.get(at + 1)?.end as usize;
                }
                None
            }
            Value::Array(items) => {
                let wanted: usize = token.parse().ok()?;
                let item = items.get(wanted)?;
                for _ in 0..wanted {
                    at = self.nodes.get(at)?.end as usize;
                }
                Some((item, at))
            }
            _ => None,
        }
    }
}

/// All documents of a file. Empty documents are passed over; a file of nothing else is a fault.
#[must_use]
pub fn documents(text: &str) -> Vec<Parsed> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut options = serde_yaml::granit_parser::Options::default();
    options.set_emit_comments(false);
    let mut parser = Parser::new_from_str_with_options(text, options);
    let mut reader = Reader::default();
    loop {
        match parser.next_event() {
            None | Some(Ok((Event::StreamEnd, _))) => break,
            Some(Ok((event, span))) => {
                let place = place_of(&span.start);
                if reader.event(event, place).is_break() {
                    break;
                }
            }
            Some(Err(error)) => {
                reader.broken(syntax_fault(&error));
                if !matches!(parser.proceed_next_document(), Ok(true)) {
                    break;
                }
            }
        }
    }
    reader.finish()
}

fn place_of(marker: &Marker) -> Place {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Place { line: number(marker.line()).max(1), column: number(marker.col() + 1) }
}

fn syntax_fault(error: &ScanError) -> Fault {
    let (kind, message, help) = syntax::wording(error);
    Fault { help: help.map(Into::into), ..Fault::new(kind, message).place(Some(place_of(error.marker()))) }
}

/// Text as a message shows it: a message stays one line whatever the file says.
pub(crate) fn shorten(text: &str) -> String {
    const SHOWN: usize = 60;
    let line = text.trim().split(['\n', '\r']).next().unwrap_or_default();
    let mut shown: String = line.chars().filter(|letter| !letter.is_control()).take(SHOWN).collect();
    if shown.chars().count() < text.trim().chars().count() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use std::fmt::Write as _;

    use serde_json::json;

    use super::{Document, documents};
    use crate::limits;

    fn document(text: &str) -> Document {
        documents(text).remove(0).unwrap()
    }

    fn place(document: &Document, pointer: &str) -> (u32, u32) {
        let place = document.place(pointer).unwrap();
        (place.line, place.column)
    }

    #[test]
    fn values_and_keys_have_places() {
        let document = document("a: 1\nb:\n  - x: {y: 2, z/~: 3}\n  - [4,\n     5]\nc: |\n  text\n");
        assert_eq!(document.value, json!({"a": 1, "b": [{"x": {"y": 2, "z/~": 3}}, [4, 5]], "c": "text\n"}));
        for (pointer, wanted) in [
            ("", (1, 1)),
            ("/a", (1, 4)),
            ("/b", (3, 3)),
            ("/b/0", (3, 5)),
            ("/b/0/x", (3, 8)),
            ("/b/0/x/y", (3, 12)),
            ("/b/0/x/z~1~0", (3, 20)),
            ("/b/1", (4, 5)),
            ("/b/1/1", (5, 6)),
            // What is not there is at what is around it.
            ("/b/7", (3, 3)),
            ("/b/0/x/q/r", (3, 8)),
        ] {
            assert_eq!(place(&document, pointer), wanted, "{pointer}");
        }
        let key = document.key_place("/b/0/x", "z/~").unwrap();
        assert_eq!((key.line, key.column), (3, 15));
        assert_eq!(document.key_place("/b/1", "0").map(|place| place.line), Some(4));
        assert_eq!(document.key_place("", "b").map(|place| (place.line, place.column)), Some((2, 1)));
    }

    #[test]
    fn columns_count_characters_in_any_line_ending() {
        let document = document("a: \"é漢\" \r\nb: [\"é漢\", 3]\r\n");
        assert_eq!(place(&document, "/b/1"), (2, 11));
    }

    #[test]
    fn aliases_repeat_nodes_at_the_place_of_the_alias() {
        let document = document("a: &x {b: [1, 2]}\nc: [*x, *x]\nd: 3\n");
        assert_eq!(document.value, json!({"a": {"b": [1, 2]}, "c": [{"b": [1, 2]}, {"b": [1, 2]}], "d": 3}));
        assert_eq!(place(&document, "/c/1/b/0"), (2, 9));
        assert_eq!(place(&document, "/d"), (3, 4));
        assert_eq!(place(&document, "/a/b/1"), (1, 15));
    }

    #[test]
    fn aliases_cannot_nest_deeper_than_text() {
        let mut text = String::from("a0: &a0 [1]\n");
        for level in 1..limits::DEPTH {
            let _ = writeln!(text, "a{level}: &a{level} [*a{}]", level - 1);
        }
        let fault = documents(&text).remove(0).unwrap_err().faults.remove(0);
        assert_eq!(fault.kind.id(), "too-deep");
    }

    #[test]
    fn anchors_within_anchors_count_each_copy() {
        let levels = 50;
        let items = "1,".repeat(30_000);
        let text = format!("{}{items}{}", "&a [".repeat(levels), "]".repeat(levels));
        let fault = documents(&text).remove(0).unwrap_err().faults.remove(0);
        assert_eq!(fault.kind.id(), "too-large");
    }

    #[test]
    fn empty_documents_are_passed_over_but_counted() {
        let documents: Vec<u32> = documents("---\n---\na: 1\n---\n# nothing\n---\nb: 1\n---\n")
            .into_iter()
            .map(|d| d.unwrap().index)
            .collect();
        assert_eq!(documents, [1, 3]);
    }

    #[test]
    fn json_is_yaml() {
        let text = "{\n\t\"a\": [1, 2.5, true, null, \"\\u00e9\\n\"],\n\t\"b\": {}\n}";
        assert_eq!(document(text).value, serde_json::from_str::<serde_json::Value>(text).unwrap());
    }
}
