//! The parts of a roster file in one shape, whether an element of XML or an object of JSON.

use std::borrow::Cow;

use muster_library::document::DocumentValue;
use roxmltree::Node;

use crate::battlescribe::lines::LineEnds;
use crate::count::count;

/// A part of a roster file: the roster itself, a force, a selection, a cost.
pub(super) trait RosterPart: Sized {
    /// An attribute; none if it is empty.
    fn word(&self, key: &str) -> Option<Cow<'_, str>>;

    /// The parts in a list of this name.
    fn parts(&self, list: &str) -> Vec<Self>;

    /// The lines of the player's notes, under any of the names that the schemas have for them.
    fn notes(&self) -> Vec<String>;

    /// The line on which it begins, from 1.
    fn line(&self) -> usize;

    /// A number that no other part of the file has.
    fn number(&self) -> usize;

    /// Everything inside, each with the name of its element, or of the key under which it stands.
    fn inner(&self) -> Vec<(&str, Self)>;

    /// What it says itself, if it is a text or a number and nothing else.
    fn own_word(&self) -> Option<Cow<'_, str>>;

    /// Whether it has an attribute, or anything under a key. Nothing that says nothing counts.
    fn has(&self, key: &str) -> bool;

    fn text(&self, key: &str) -> Option<String> {
        self.word(key).map(Cow::into_owned)
    }

    /// A number in thousandths: costs may be fractions.
    fn thousandths(&self, key: &str) -> Option<i64> {
        let number = self.word(key)?.trim().parse::<f64>().ok().filter(|number| number.abs() < 1e7)?;
        // The range was checked just above.
        #[allow(clippy::cast_possible_truncation)]
        Some((number * 1000.0).round() as i64)
    }

    /// How many there are.
    fn count(&self, key: &str) -> RosterNumber {
        match self.word(key) {
            Some(word) => count(&word).map_or_else(|| RosterNumber::Odd(word.trim().to_owned()), RosterNumber::Whole),
            None if self.has(key) => RosterNumber::Odd(format!("no {key}")),
            None => RosterNumber::Absent,
        }
    }
}

/// A number of things as a file states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RosterNumber {
    /// It is not stated.
    Absent,
    Whole(u32),
    /// Something else than a whole number.
    Odd(String),
}

/// The nearest whole number to a number of thousandths; none if it is negative.
pub(super) fn whole(thousandths: i64) -> Option<u32> {
    u32::try_from(thousandths.saturating_add(500).div_euclid(1000)).ok()
}

/// The elements and attributes that may hold notes.
const NOTES: [&str; 3] = ["customNotes", "customDescription", "description"];

/// An element of an XML file.
#[derive(Clone, Copy)]
pub(super) struct XmlElement<'a> {
    pub node: Node<'a, 'a>,
    pub lines: &'a LineEnds<'a>,
}

impl RosterPart for XmlElement<'_> {
    fn word(&self, key: &str) -> Option<Cow<'_, str>> {
        self.node.attribute(key).filter(|word| !word.trim().is_empty()).map(Cow::Borrowed)
    }

    fn parts(&self, list: &str) -> Vec<Self> {
        let lists = self.node.children().filter(|child| child.tag_name().name() == list);
        let nodes = lists.flat_map(|list| list.children().filter(Node::is_element));
        nodes.map(|node| Self { node, ..*self }).collect()
    }

    fn notes(&self) -> Vec<String> {
        let texts = self.node.children().filter(|child| NOTES.contains(&child.tag_name().name()));
        texts.filter_map(|child| child.text()).flat_map(lines_of).collect()
    }

    fn line(&self) -> usize {
        self.lines.of(self.node) as usize
    }

    fn number(&self) -> usize {
        self.node.id().get_usize()
    }

    fn inner(&self) -> Vec<(&str, Self)> {
        let nodes = self.node.children().filter(Node::is_element);
        nodes.map(|node| (node.tag_name().name(), Self { node, ..*self })).collect()
    }

    fn own_word(&self) -> Option<Cow<'_, str>> {
        let text = self.node.text().map(str::trim).filter(|text| !text.is_empty());
        text.filter(|_| !self.node.children().any(|child| child.is_element())).map(Cow::Borrowed)
    }

    fn has(&self, key: &str) -> bool {
        self.word(key).is_some()
    }
}

impl RosterPart for DocumentValue<'_> {
    fn word(&self, key: &str) -> Option<Cow<'_, str>> {
        self.get(key)?.word().filter(|word| !word.trim().is_empty())
    }

    fn parts(&self, list: &str) -> Vec<Self> {
        self.get(list).and_then(DocumentValue::items).into_iter().flatten().collect()
    }

    fn notes(&self) -> Vec<String> {
        let texts: Vec<_> = NOTES.iter().filter_map(|key| self.get(key)?.word()).collect();
        texts.iter().flat_map(|text| lines_of(text)).collect()
    }

    fn line(&self) -> usize {
        self.place().map_or(1, |place| place.line as usize)
    }

    fn number(&self) -> usize {
        DocumentValue::number(*self)
    }

    fn inner(&self) -> Vec<(&str, Self)> {
        let entries = self.entries().into_iter().flatten().flat_map(|(key, value)| match value.items() {
            // The items of a list stand under the key of the list.
            Some(items) => items.map(|item| (key, item)).collect(),
            None => vec![(key, value)],
        });
        entries.chain(self.items().into_iter().flatten().map(|item| ("", item))).collect()
    }

    fn own_word(&self) -> Option<Cow<'_, str>> {
        DocumentValue::word(*self).filter(|word| !word.trim().is_empty())
    }

    fn has(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| match value.word() {
            Some(word) => !word.trim().is_empty(),
            None => !value.is_null(),
        })
    }
}

fn lines_of(text: &str) -> impl Iterator<Item = String> {
    text.trim().lines().map(str::to_owned)
}
