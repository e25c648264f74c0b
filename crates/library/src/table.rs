//! The content of a text as one flat table: a row for each key and value with its place, in the order of the file.

use std::collections::HashSet;

use serde_json::Number;

use crate::fault::TextPlace;

/// Keys and values in the order of the file, each key before its value.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeTable {
    pub nodes: Vec<Node>,
    /// The text of all nodes in one string, so that a word needs no allocation of its own and an alias copies no text.
    pub words: String,
}

/// A key or a value.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Where it begins.
    pub place: TextPlace,
    /// Where it ends: the place of the first character after it. For a node that an alias repeats, the end of the
    /// alias.
    pub until: TextPlace,
    /// The index after the last node inside this one.
    pub end: u32,
    pub content: NodeContent,
}

/// What a node is. The nodes in lists and mappings follow the node of the list or mapping.
#[derive(Clone, Debug)]
pub(crate) enum NodeContent {
    Null,
    Bool(bool),
    Number(Number),
    Text(WordSpan),
    Items,
    Entries,
}

/// A part of a table's words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordSpan {
    start: u32,
    end: u32,
}

impl NodeTable {
    /// Stores a text in the words.
    pub(crate) fn word(&mut self, text: &str) -> NodeContent {
        let start = offset(self.words.len());
        self.words.push_str(text);
        NodeContent::Text(WordSpan { start, end: offset(self.words.len()) })
    }

    /// The text of a node, if it is text.
    pub(crate) fn text(&self, node: usize) -> Option<&str> {
        match self.nodes.get(node)?.content {
            NodeContent::Text(WordSpan { start, end }) => self.words.get(start as usize..end as usize),
            _ => None,
        }
    }

    /// The index after the last node inside this one.
    pub(crate) fn end(&self, node: usize) -> usize {
        self.nodes.get(node).map_or(node + 1, |node| node.end as usize)
    }
}

/// An index as `u32`. The limits on files keep every table far below its maximum.
pub(crate) fn offset(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The keys of a mapping that is being read, to find duplicates. A few keys are looked up in the table.
pub(crate) enum Keys {
    Few(usize),
    Many(HashSet<String>),
}

/// More keys than this are looked up by hash, so that a huge mapping takes no longer than many small ones.
const FEW: usize = 16;

impl Keys {
    /// Adds the key at `node` of the mapping whose nodes begin at `first`. False if the mapping has that key already.
    pub(crate) fn add(&mut self, table: &NodeTable, first: usize, node: usize) -> bool {
        let keys = || {
            std::iter::successors(Some(first), |key| Some(table.end(key + 1)))
                .take_while(|key| *key < node)
                .map(|key| table.text(key))
        };
        let Some(key) = table.text(node) else { return true };
        match self {
            Self::Few(number) if *number < FEW => {
                *number += 1;
                !keys().any(|other| other == Some(key))
            }
            Self::Few(_) => {
                let mut many: HashSet<String> = keys().flatten().map(str::to_owned).collect();
                let new = many.insert(key.to_owned());
                *self = Self::Many(many);
                new
            }
            Self::Many(keys) => keys.insert(key.to_owned()),
        }
    }
}
