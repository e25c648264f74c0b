//! Reads documents from text: YAML 1.2, which includes JSON.
//!
//! One pass over the parser's events builds the table of a document.

use serde_yaml::granit_parser::{Event, Marker, Options, Parser, ScanError};

use crate::conflicts;
use crate::document::{ParseResult, UnreadableDocument};
use crate::fault::{FileFault, TextPlace};
use crate::reader::DocumentReader;
use crate::{json, scanner, syntax};

/// All documents of a file. Empty documents are skipped; a file with only empty documents is a fault.
#[must_use]
pub fn documents(text: &str) -> Vec<ParseResult> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let marks = conflicts::faults(text);
    if !marks.is_empty() {
        return vec![Err(UnreadableDocument { index: 0, faults: marks })];
    }
    let documents = scanner::read(text).unwrap_or_else(|| parse(text)).finish();
    // YAML accepts nearly all of JSON. It refuses keys beyond a thousand characters, and takes some characters only as
    // escapes.
    if documents.iter().any(Result::is_err)
        && text.trim_start().starts_with('{')
        && let Ok(document) = json::document(text)
    {
        return vec![Ok(document.unplaced())];
    }
    documents
}

/// Whether a text may have comments. A list that is written anew has lost them.
#[must_use]
pub fn may_have_comments(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with('#') || line.contains(" #") || line.contains("\t#"))
}

/// Reads any YAML with the parser.
pub(crate) fn parse(text: &str) -> DocumentReader {
    let mut options = Options::default();
    options.set_emit_comments(false);
    let mut parser = Parser::new_from_str_with_options(text, options);
    let mut reader = DocumentReader::default();
    loop {
        match parser.next_event() {
            None | Some(Ok((Event::StreamEnd, _))) => break,
            Some(Ok((event, span))) => {
                if reader.event(event, place_of(&span.start), place_of(&span.end)).is_break() {
                    break;
                }
            }
            Some(Err(error)) => {
                if reader.broken(syntax_fault(&error)).is_break() || !matches!(parser.proceed_next_document(), Ok(true))
                {
                    break;
                }
            }
        }
    }
    reader
}

fn place_of(marker: &Marker) -> TextPlace {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    TextPlace { line: number(marker.line()).max(1), column: number(marker.col() + 1) }
}

fn syntax_fault(error: &ScanError) -> FileFault {
    let (kind, message, help) = syntax::wording(error);
    FileFault { help: help.map(Into::into), ..FileFault::new(kind, message).place(Some(place_of(error.marker()))) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use std::fmt::Write as _;

    use serde_json::json;

    use super::documents;
    use crate::document::Document;
    use crate::fault::TextPlace;
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
        assert_eq!(*document.value(), json!({"a": 1, "b": [{"x": {"y": 2, "z/~": 3}}, [4, 5]], "c": "text\n"}));
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
            // A missing value has the place of the value around it.
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
    fn what_begins_at_a_place_reaches_to_its_end() {
        for (line, column, reach) in [
            ("  - unit: ruler-class-battleship   # the flagship", 5, "unit: ruler-class-battleship"),
            ("  - {unit: attacker-class-frigate, models: 4}  # four", 5, "{unit: attacker-class-frigate, models: 4}"),
            ("  - {unit: attacker-class-frigate, models: 4}", 12, "attacker-class-frigate"),
            ("  - {unit: attacker-class-frigate, models: 4}", 6, "unit"),
            ("  - {unit: attacker-class-frigate, models: 4}", 44, "4"),
            ("attached: [{unit: a, models: 1}, {unit: b}]", 12, "{unit: a, models: 1}"),
            ("attached: [{unit: a, models: 1}, {unit: b}]", 11, "[{unit: a, models: 1}, {unit: b}]"),
            ("name: 'it''s # no comment, {no brace'", 7, "'it''s # no comment, {no brace'"),
            (r#"{"unit": "a\"} b", "models": 2}"#, 10, r#""a\"} b""#),
            ("unit: Zhùlóng Class, big", 7, "Zhùlóng Class, big"),
            ("name: C# and F#  # sharp", 7, "C# and F#"),
        ] {
            let document = document(line);
            let until = document.until(TextPlace { line: 1, column }).unwrap();
            let letters = usize::try_from(until - column).unwrap();
            let found: String = line.chars().skip(column as usize - 1).take(letters).collect();
            assert_eq!(found, reach, "{line} at {column}");
        }
        let text = document("a: >\n  folded\n  text\nb: 1");
        assert_eq!(text.until(TextPlace { line: 1, column: 4 }), None);
        assert_eq!(text.until(TextPlace { line: 1, column: 2 }), None);
    }

    #[test]
    fn columns_count_characters_in_any_line_ending() {
        let document = document("a: \"é漢\" \r\nb: [\"é漢\", 3]\r\n");
        assert_eq!(place(&document, "/b/1"), (2, 11));
    }

    #[test]
    fn aliases_repeat_nodes_at_the_place_of_the_alias() {
        let document = document("a: &x {b: [1, 2]}\nc: [*x, *x]\nd: 3\n");
        assert_eq!(*document.value(), json!({"a": {"b": [1, 2]}, "c": [{"b": [1, 2]}, {"b": [1, 2]}], "d": 3}));
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
        assert_eq!(*document(text).value(), serde_json::from_str::<serde_json::Value>(text).unwrap());
        for text in ["{\"a\": \"\u{7f}\u{9b}\u{ffff}\"}".to_owned(), format!("{{\"{}\": 1}}", "a".repeat(2_000))] {
            assert_eq!(*document(&text).value(), serde_json::from_str::<serde_json::Value>(&text).unwrap());
        }
        let fault = documents("{\"a\": \"\u{9b}\", \"a\": 1}").remove(0).unwrap_err().faults.remove(0);
        assert_eq!((fault.kind.id(), fault.place.map(|place| place.column)), ("syntax", Some(8)));
    }
}
