//! Reads documents from JSON that comes from a program and not from an editor, so that it needs no places.

use std::fmt::{self, Write as _};

use muster_engine::effort;
use muster_engine::plain::{is_plain, shown};
use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

use crate::document::{Document, ParseResult, UnreadableDocument};
use crate::fault::{FaultKind, FileFault, TextPlace, shorten};
use crate::limits;
use crate::table::{Keys, Node, NodeContent, NodeTable, offset};

/// How many values and keys are read in a step.
const NODES_A_STEP: usize = 4;

/// Reads a JSON text within the limits of files. [`documents`](crate::yaml::documents) reads JSON too, with places, but
/// takes several times as long.
pub fn document(text: &str) -> ParseResult {
    let unparsed = |fault| UnreadableDocument { index: 0, faults: vec![fault] };
    if text.len() as u64 > limits::FILE_BYTES {
        return Err(unparsed(FileFault::too_large()));
    }
    let mut reading = JsonTable { table: NodeTable::default(), depth: 0, fault: None };
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = reading.deserialize(&mut deserializer).and_then(|()| deserializer.end());
    match read {
        Ok(()) => Ok(Document::new(0, reading.table)),
        Err(error) => Err(unparsed(reading.fault.unwrap_or_else(|| syntax(&error)))),
    }
}

/// Escapes the characters that JSON allows but YAML forbids, and those that nobody sees or that change how the text around
/// them appears ([`muster_engine::plain`]). So every reader accepts the text, and people see all of it.
#[must_use]
pub fn escaped(json: String) -> String {
    let is_kept = |letter: char, shown: char| match letter {
        // Between the values.
        '\t' | '\n' | '\r' => true,
        _ => letter == shown,
    };
    if is_plain(&json) || shown(&json).all(|(letter, shown)| is_kept(letter, shown)) {
        return json;
    }
    let mut text = String::with_capacity(json.len() + 16);
    for (letter, shown) in shown(&json) {
        if is_kept(letter, shown) {
            text.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text
}

/// A value as JSON on one line, [`escaped`].
pub fn to_string<T: Serialize>(value: &T) -> serde_json::Result<String> {
    serde_json::to_string(value).map(escaped)
}

/// A value as JSON over several lines, [`escaped`].
pub fn to_string_pretty<T: Serialize>(value: &T) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(escaped)
}

fn syntax(error: &serde_json::Error) -> FileFault {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).max(1);
    let place = TextPlace { line: number(error.line()), column: number(error.column()) };
    FileFault::new(FaultKind::Syntax, format!("this is no JSON: {error}")).place(Some(place))
}

/// A table that grows while a text is read.
struct JsonTable {
    table: NodeTable,
    depth: usize,
    /// Why reading stopped, if not because of a syntax error.
    fault: Option<FileFault>,
}

impl JsonTable {
    fn push<E: Error>(&mut self, content: NodeContent) -> Result<usize, E> {
        let node = self.table.nodes.len();
        if node.is_multiple_of(NODES_A_STEP) {
            effort::spend(1);
        }
        if node >= limits::NODES {
            return Err(self.stop(FileFault::too_many_nodes()));
        }
        // Its place is never used.
        let place = TextPlace { line: 1, column: 1 };
        self.table.nodes.push(Node { place, until: place, end: offset(node + 1), content });
        Ok(node)
    }

    fn open<E: Error>(&mut self, content: NodeContent) -> Result<usize, E> {
        self.depth += 1;
        if self.depth > limits::DEPTH {
            return Err(self.stop(FileFault::too_deep()));
        }
        self.push(content)
    }

    #[expect(clippy::indexing_slicing, reason = "the node was added when the list or mapping was opened")]
    fn close(&mut self, node: usize) {
        self.depth -= 1;
        self.table.nodes[node].end = offset(self.table.nodes.len());
    }

    fn stop<E: Error>(&mut self, fault: FileFault) -> E {
        let error = E::custom(&fault.message);
        self.fault = Some(fault);
        error
    }

    fn number<E: Error>(&mut self, number: Option<Number>) -> Result<(), E> {
        let number = number.ok_or_else(|| E::custom("a number that is none"))?;
        self.push(NodeContent::Number(number)).map(drop)
    }
}

impl<'de> DeserializeSeed<'de> for &mut JsonTable {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut JsonTable {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.push(NodeContent::Null).map(drop)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<(), E> {
        self.push(NodeContent::Bool(flag)).map(drop)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.number(Some(number.into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.number(Some(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        self.number(Number::from_f64(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let content = self.table.word(text);
        self.push(content).map(drop)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let node = self.open(NodeContent::Items)?;
        while items.next_element_seed(&mut *self)?.is_some() {}
        self.close(node);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let node = self.open(NodeContent::Entries)?;
        let mut keys = Keys::Few(0);
        loop {
            let key = self.table.nodes.len();
            if entries.next_key_seed(&mut *self)?.is_none() {
                break;
            }
            if !keys.add(&self.table, node + 1, key) {
                let name = shorten(self.table.text(key).unwrap_or_default());
                let fault = FileFault::new(FaultKind::DuplicateKey, format!("`{name}` stands twice here"));
                return Err(self.stop(fault.help("keep one of the two")));
            }
            entries.next_value_seed(&mut *self)?;
        }
        self.close(node);
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test that fails may panic.
mod tests {
    use serde_json::Value;

    use super::{document, escaped};
    use crate::{limits, yaml};

    #[test]
    fn what_is_not_seen_is_escaped_and_reads_back() {
        let hidden = "a\u{7f}\u{85}\u{2028}b\u{202e}c\u{200b}d\u{feff}e\u{e0041}f\u{ffff}";
        let json = escaped(Value::from(hidden).to_string());
        assert!(json.is_ascii(), "{json}");
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), hidden);
        assert_eq!(*yaml::documents(&json).remove(0).unwrap().value(), hidden, "it is YAML, too");
        let seen = "{\n\t\"Zhùlóng\": \"\u{1f468}\u{200d}\u{1f469}\"\r\n}".to_owned();
        assert_eq!(escaped(seen.clone()), seen);
    }

    #[test]
    fn json_is_the_same_as_through_the_parser_of_yaml() {
        let text = r#"{"a": [1, -2, 2.5, true, null, "é\n", {}], "b": {"c": {"d": []}}, "": 1e3}"#;
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(*document(text).unwrap().value(), value);
        assert_eq!(*document("\"\\ud83d\\udea2\"").unwrap().value(), "\u{1f6a2}");
    }

    #[test]
    fn limits_hold() {
        let fault = |text: &str| document(text).unwrap_err().faults.remove(0).kind.id();
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(document(&nested(limits::DEPTH)).is_ok());
        assert_eq!(fault(&nested(limits::DEPTH + 1)), "too-deep");
        assert_eq!(fault(&nested(100_000)), "too-deep");
        assert_eq!(fault(&format!("[{}1]", "1,".repeat(limits::NODES))), "too-large");
        assert_eq!(fault(&" ".repeat(9 * 1024 * 1024)), "too-large");
        assert_eq!(fault(r#"{"a": 1, "b": {"a": 1, "a": 2}}"#), "duplicate-key");
        for text in ["", "{", "[1,]", "{\"a\"}", "1 2", "nul", "\u{feff}1"] {
            assert_eq!(fault(text), "syntax", "{text}");
        }
    }
}
