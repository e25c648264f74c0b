//! A document that was read: its values and the place of each.
//!
//! Lists and places are read directly from the table. A tree of values is built only on request.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use crate::fault::{FileFault, TextPlace};
use crate::table::{NodeContent, NodeTable};

/// One document of a file.
#[derive(Clone, Debug)]
pub struct Document {
    /// Which document of the file, from 0.
    pub index: u32,
    table: NodeTable,
    value: OnceLock<Value>,
    /// Whether its values have no places.
    placeless: bool,
}

/// A document, or its faults if it could not be read.
pub type ParseResult = Result<Document, UnreadableDocument>;

/// A document that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableDocument {
    /// Which document of the file, from 0.
    pub index: u32,
    /// Why it could not be read; never empty.
    pub faults: Vec<FileFault>,
}

/// A value of a document.
#[derive(Clone, Copy, Debug)]
pub struct DocumentValue<'d> {
    table: &'d NodeTable,
    node: usize,
}

impl<'d> DocumentValue<'d> {
    pub(crate) fn content(self) -> &'d NodeContent {
        self.table.nodes.get(self.node).map_or(&NodeContent::Null, |node| &node.content)
    }

    pub(crate) fn text(self) -> Option<&'d str> {
        self.table.text(self.node)
    }

    /// A text, or a number as it is written.
    #[must_use]
    pub fn word(self) -> Option<Cow<'d, str>> {
        match self.content() {
            NodeContent::Number(number) => Some(number.to_string().into()),
            _ => self.text().map(Cow::Borrowed),
        }
    }

    /// The items of a list; none if the value is not a list.
    #[must_use]
    pub fn items(self) -> Option<impl Iterator<Item = Self>> {
        matches!(self.content(), NodeContent::Items).then(|| {
            let end = self.table.end(self.node);
            let mut node = self.node + 1;
            std::iter::from_fn(move || {
                let item = (node < end).then_some(Self { node, ..self })?;
                node = self.table.end(node);
                Some(item)
            })
        })
    }

    /// Whether it is the value that says nothing.
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.content(), NodeContent::Null)
    }

    /// A number that no other value of the document has.
    #[must_use]
    pub fn number(self) -> usize {
        self.node
    }

    /// The entries of a mapping; none if the value is not a mapping.
    #[must_use]
    pub fn entries(self) -> Option<impl Iterator<Item = (&'d str, Self)>> {
        matches!(self.content(), NodeContent::Entries).then(|| {
            let end = self.table.end(self.node);
            let mut key = self.node + 1;
            std::iter::from_fn(move || {
                let entry = (key < end).then_some((self.table.text(key)?, Self { node: key + 1, ..self }))?;
                key = self.table.end(key + 1);
                Some(entry)
            })
        })
    }

    /// The value of a key in a mapping.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.entries()?.find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The value that one step of a JSON pointer leads to.
    fn step(self, token: &str) -> Option<Self> {
        match self.content() {
            NodeContent::Items => self.items()?.nth(token.parse().ok()?),
            _ => self.get(&token.replace("~1", "/").replace("~0", "~")),
        }
    }

    /// The place where it begins.
    #[must_use]
    pub fn place(self) -> Option<TextPlace> {
        Some(self.table.nodes.get(self.node)?.place)
    }

    /// The place of this value's key.
    pub(crate) fn key_place(self) -> Option<TextPlace> {
        Some(self.table.nodes.get(self.node.checked_sub(1)?)?.place)
    }

    /// Converts this value to a tree of values; mappings keep their order.
    pub(crate) fn to_value(self) -> Value {
        match self.content() {
            NodeContent::Null => Value::Null,
            NodeContent::Bool(flag) => Value::Bool(*flag),
            NodeContent::Number(number) => Value::Number(number.clone()),
            NodeContent::Text(_) => Value::String(self.text().unwrap_or_default().to_owned()),
            NodeContent::Items => Value::Array(self.items().into_iter().flatten().map(Self::to_value).collect()),
            NodeContent::Entries => {
                let entries = self.entries().into_iter().flatten();
                Value::Object(entries.map(|(key, value)| (key.to_owned(), value.to_value())).collect::<Map<_, _>>())
            }
        }
    }
}

impl Document {
    pub(crate) fn new(index: u32, table: NodeTable) -> Self {
        Self { index, table, value: OnceLock::new(), placeless: false }
    }

    /// A document that was not read from text, such as a ruleset built into the program. It has no places.
    #[must_use]
    pub fn without_places(value: Value) -> Self {
        Self { index: 0, table: NodeTable::default(), value: value.into(), placeless: true }
    }

    /// A part of the document with other values, whose places are those of this document.
    pub(crate) fn part(&self, value: Value) -> Self {
        Self { value: value.into(), ..self.clone() }
    }

    /// The same document without places, for a text that no person sees.
    pub(crate) fn unplaced(self) -> Self {
        Self { placeless: true, ..self }
    }

    /// Its content as a tree of values, built on first use; mappings keep their order.
    #[must_use]
    pub fn value(&self) -> &Value {
        self.value.get_or_init(|| self.root().to_value())
    }

    /// Its root value.
    #[must_use]
    pub fn root(&self) -> DocumentValue<'_> {
        DocumentValue { table: &self.table, node: 0 }
    }

    /// The value at a JSON pointer.
    pub(crate) fn find(&self, pointer: &str) -> Option<DocumentValue<'_>> {
        pointer.split('/').skip(1).try_fold(self.root(), DocumentValue::step)
    }

    /// The place where the value at this JSON pointer begins. If there is no such value, the place of the nearest value
    /// around it.
    #[must_use]
    pub fn place(&self, pointer: &str) -> Option<TextPlace> {
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

    /// The column where the text that begins at a place ends on the same line: the last end of the node that begins
    /// there and of the nodes inside it. None if no node begins there or none ends on that line.
    #[must_use]
    pub fn until(&self, place: TextPlace) -> Option<u32> {
        let nodes = &self.table.nodes;
        // Nodes are sorted by place. If several begin at one place, the first contains the others.
        let first = nodes.partition_point(|node| node.place < place);
        nodes.get(first).filter(|node| node.place == place)?;
        let inner = nodes.get(first..self.table.end(first))?;
        inner.iter().filter(|node| node.until.line == place.line).map(|node| node.until.column).max()
    }

    /// The place of this key in the mapping at a JSON pointer. If there is no such key, the place of the mapping.
    #[must_use]
    pub fn key_place(&self, pointer: &str, key: &str) -> Option<TextPlace> {
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
