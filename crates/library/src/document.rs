//! A document that was read: its values, and where each of them stands.
//!
//! Lists are read from the table directly, and places are looked up in it; a tree of values is made only when somebody asks
//! for one.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use crate::fault::{Fault, Place};
use crate::table::{Content, Table};

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

/// A value of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'d> {
    table: &'d Table,
    node: usize,
}

impl<'d> View<'d> {
    pub(crate) fn content(self) -> &'d Content {
        self.table.nodes.get(self.node).map_or(&Content::Null, |node| &node.content)
    }

    pub(crate) fn text(self) -> Option<&'d str> {
        self.table.text(self.node)
    }

    /// What a list holds; none where it is no list.
    pub(crate) fn items(self) -> Option<impl Iterator<Item = Self>> {
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
    pub(crate) fn entries(self) -> Option<impl Iterator<Item = (&'d str, Self)>> {
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
    pub(crate) fn get(self, key: &str) -> Option<Self> {
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
    pub(crate) fn key_place(self) -> Option<Place> {
        Some(self.table.nodes.get(self.node.checked_sub(1)?)?.place)
    }

    /// The same as a tree of values; mappings keep their order.
    pub(crate) fn to_value(self) -> Value {
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

    /// The column behind the keys and values that begin at a place and end on its line; none where no node begins there
    /// or none ends on its line.
    #[must_use]
    pub fn until(&self, place: Place) -> Option<u32> {
        let nodes = &self.table.nodes;
        // Nodes stand in the order of their places. Of several that begin at one place, the first holds the others.
        let first = nodes.partition_point(|node| node.place < place);
        nodes.get(first).filter(|node| node.place == place)?;
        let inner = nodes.get(first..self.table.end(first))?;
        inner.iter().filter(|node| node.until.line == place.line).map(|node| node.until.column).max()
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
