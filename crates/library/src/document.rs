//! Text -> documents: YAML 1.2 (and so JSON) as one flat table that remembers where each node stands.
//!
//! One pass over the parser's events makes the table: a row for each key and value, in the order of the file. Lists are
//! read from it directly and places are looked up in it; a tree of values is made only for those who ask for one.

use std::sync::OnceLock;

use serde_json::{Map, Number, Value};
use serde_yaml::granit_parser::{Event, Marker, Parser, ScanError};

use crate::fault::{Fault, Place};
use crate::reader::Reader;
use crate::{json, plain, syntax};

/// One document of a file.
#[derive(Clone, Debug)]
pub struct Document {
    /// Which document of the file, from 0.
    pub index: u32,
    table: Table,
    value: OnceLock<Value>,
    /// Whether nobody can look up where its values stand.
    placeless: bool,
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

/// Keys and values in the order of the file, each key before its value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub nodes: Vec<Node>,
    /// The text of all of them, so that a word costs no allocation and an alias copies no word.
    pub words: String,
}

/// A key or a value.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub place: Place,
    /// The index after the last node inside this one.
    pub end: u32,
    pub content: Content,
}

/// What a node is. What lists and mappings hold are the nodes behind them.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Null,
    Bool(bool),
    Number(Number),
    Text(Span),
    Items,
    Entries,
}

/// A part of a table's words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Table {
    /// Keeps a text.
    pub fn word(&mut self, text: &str) -> Content {
        let start = offset(self.words.len());
        self.words.push_str(text);
        Content::Text(Span { start, end: offset(self.words.len()) })
    }

    /// The text of a node, where it is one.
    pub fn text(&self, node: usize) -> Option<&str> {
        match self.nodes.get(node)?.content {
            Content::Text(Span { start, end }) => self.words.get(start as usize..end as usize),
            _ => None,
        }
    }

    /// The index after the last node inside this one.
    pub fn end(&self, node: usize) -> usize {
        self.nodes.get(node).map_or(node + 1, |node| node.end as usize)
    }
}

/// The limits on files keep every table far below this.
pub(crate) fn offset(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// A value of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'d> {
    table: &'d Table,
    node: usize,
}

impl<'d> View<'d> {
    pub fn content(self) -> &'d Content {
        self.table.nodes.get(self.node).map_or(&Content::Null, |node| &node.content)
    }

    pub fn text(self) -> Option<&'d str> {
        self.table.text(self.node)
    }

    /// What a list holds; none where it is no list.
    pub fn items(self) -> Option<impl Iterator<Item = Self>> {
        matches!(self.content(), Content::Items).then(|| {
            let end = self.table.end(self.node);
            let mut node = self.node + 1;
            std::iter::from_fn(move || {
                let item = (node < end).then_some(Self { node, ..self })?;
                node = self.table.end(node);
                Some(item)
            })
        })
    }

    /// What a mapping holds; none where it is no mapping.
    pub fn entries(self) -> Option<impl Iterator<Item = (&'d str, Self)>> {
        matches!(self.content(), Content::Entries).then(|| {
            let end = self.table.end(self.node);
            let mut key = self.node + 1;
            std::iter::from_fn(move || {
                let entry = (key < end).then_some((self.table.text(key)?, Self { node: key + 1, ..self }))?;
                key = self.table.end(key + 1);
                Some(entry)
            })
        })
    }

    /// The value behind a key of a mapping.
    pub fn get(self, key: &str) -> Option<Self> {
        self.entries()?.find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The value behind a step of a JSON pointer.
    fn step(self, token: &str) -> Option<Self> {
        match self.content() {
            Content::Items => self.items()?.nth(token.parse().ok()?),
            _ => self.get(&token.replace("~1", "/").replace("~0", "~")),
        }
    }

    fn place(self) -> Option<Place> {
        Some(self.table.nodes.get(self.node)?.place)
    }

    /// Where the key of this value stands.
    pub fn key_place(self) -> Option<Place> {
        Some(self.table.nodes.get(self.node.checked_sub(1)?)?.place)
    }

    /// The same as a tree of values; mappings keep their order.
    pub fn to_value(self) -> Value {
        match self.content() {
            Content::Null => Value::Null,
            Content::Bool(flag) => Value::Bool(*flag),
            Content::Number(number) => Value::Number(number.clone()),
            Content::Text(_) => Value::String(self.text().unwrap_or_default().to_owned()),
            Content::Items => Value::Array(self.items().into_iter().flatten().map(Self::to_value).collect()),
            Content::Entries => {
                let entries = self.entries().into_iter().flatten();
                Value::Object(entries.map(|(key, value)| (key.to_owned(), value.to_value())).collect::<Map<_, _>>())
            }
        }
    }
}

impl Document {
    pub(crate) fn new(index: u32, table: Table) -> Self {
        Self { index, table, value: OnceLock::new(), placeless: false }
    }

    /// A document that was never text, such as a ruleset inside the program: it has no places.
    #[must_use]
    pub fn without_places(value: Value) -> Self {
        Self { index: 0, table: Table::default(), value: value.into(), placeless: true }
    }

    /// The same document, of a text that no person sees.
    pub(crate) fn unplaced(self) -> Self {
        Self { placeless: true, ..self }
    }

    /// What it holds as a tree of values, made when it is first asked for; mappings keep their order.
    #[must_use]
    pub fn value(&self) -> &Value {
        self.value.get_or_init(|| self.root().to_value())
    }

    /// What it holds.
    pub(crate) fn root(&self) -> View<'_> {
        View { table: &self.table, node: 0 }
    }

    /// The value at a JSON pointer.
    pub(crate) fn find(&self, pointer: &str) -> Option<View<'_>> {
        pointer.split('/').skip(1).try_fold(self.root(), View::step)
    }

    /// Where the value at this JSON pointer begins; where there is none, the nearest value around it.
    #[must_use]
    pub fn place(&self, pointer: &str) -> Option<Place> {
        if self.placeless {
            return None;
        }
        let mut view = self.root();
        for token in pointer.split('/').skip(1) {
            let Some(inner) = view.step(token) else { break };
            view = inner;
        }
        view.place()
    }

    /// Where this key of the mapping at a JSON pointer stands; where there is none, the mapping.
    #[must_use]
    pub fn key_place(&self, pointer: &str, key: &str) -> Option<Place> {
        if self.placeless {
            return None;
        }
        let holder = self.find(pointer)?;
        match holder.get(key) {
            Some(value) => value.key_place(),
            None => holder.place(),
        }
    }
}

/// All documents of a file. Empty documents are passed over; a file of nothing else is a fault.
#[must_use]
pub fn documents(text: &str) -> Vec<Parsed> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let documents = plain::read(text).unwrap_or_else(|| parse(text)).finish();
    // YAML takes nearly all of JSON: no key beyond a thousand letters, and some letters only as escapes.
    if documents.iter().any(Result::is_err)
        && text.trim_start().starts_with('{')
        && let Ok(document) = json::document(text)
    {
        return vec![Ok(document.unplaced())];
    }
    documents
}

/// Reads any YAML.
pub(crate) fn parse(text: &str) -> Reader {
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
                if reader.broken(syntax_fault(&error)).is_break() || !matches!(parser.proceed_next_document(), Ok(true))
                {
                    break;
                }
            }
        }
    }
    reader
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
