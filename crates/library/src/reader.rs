//! The parser's events -> values with their places, under the limits of the contract.

use std::ops::ControlFlow;

use serde_json::map::Entry;
use serde_json::{Map, Value};
use serde_yaml::granit_parser::{Event, ScalarStyle, Tag};

use crate::document::{Document, Node, Parsed, Unparsed, shorten};
use crate::fault::{Fault, FaultKind, Place, step};
use crate::{limits, scalar};

/// A mapping or list that is being read.
struct Frame {
    node: usize,
    anchor: usize,
    /// How many levels of mappings and lists it holds, itself included.
    height: usize,
    holds: Holds,
}

enum Holds {
    Items(Vec<Value>),
    Entries(Map<String, Value>, Key),
}

/// Whether a mapping waits for a key or for the value behind one.
enum Key {
    Awaited,
    /// With the node of the key.
    Is(String, usize),
    /// The key is at fault; its value is read and dropped.
    Refused,
}

/// A node that aliases may repeat.
struct Anchored {
    id: usize,
    value: Value,
    nodes: Vec<Node>,
    height: usize,
}

/// Builds documents from events.
#[derive(Default)]
pub(crate) struct Reader {
    index: u32,
    /// Nodes of earlier documents and of anchored copies, which count towards the limit too.
    spent: usize,
    root: Option<Value>,
    stack: Vec<Frame>,
    nodes: Vec<Node>,
    anchors: Vec<Anchored>,
    faults: Vec<Fault>,
    done: Vec<Parsed>,
}

type Flow = ControlFlow<()>;

impl Reader {
    /// Takes the next event; breaks where the rest of the file is given up.
    pub fn event(&mut self, event: Event<'_>, place: Place) -> Flow {
        match event {
            Event::Scalar(text, style, anchor, tag) => self.scalar(&text, style, anchor, tag.as_deref(), place),
            Event::SequenceStart(_, anchor, tag) => self.open(Holds::Items(Vec::new()), anchor, tag.as_deref(), place),
            Event::MappingStart(_, anchor, tag) => {
                self.open(Holds::Entries(Map::new(), Key::Awaited), anchor, tag.as_deref(), place)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            Event::Alias(id) => self.alias(id, place),
            Event::DocumentEnd => self.end_document(),
            _ => Flow::Continue(()),
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, anchor: usize, tag: Option<&Tag>, place: Place) -> Flow {
        let plain = match tag.map(Tag::core_suffix) {
            None => style == ScalarStyle::Plain,
            Some(Some("str")) => false,
            Some(Some(_)) => true,
            Some(None) => {
                self.tag_fault(tag, place);
                false
            }
        };
        if self.awaits_key() {
            self.key(text, plain, place);
            return self.count(place, 1);
        }
        let value = if plain { scalar::resolve(text) } else { Value::String(text.to_owned()) };
        let node = self.push(place);
        self.remember(anchor, &value, node, 0);
        self.put(value, 0);
        self.count(place, 0)
    }

    fn awaits_key(&self) -> bool {
        matches!(self.stack.last(), Some(Frame { holds: Holds::Entries(_, Key::Awaited), .. }))
    }

    fn key(&mut self, text: &str, plain: bool, place: Place) {
        self.nodes.push(Node { place, end: self.next_node() + 1 });
        let refused = if plain && text == "<<" {
            Some(Fault::new(FaultKind::Syntax, "merge keys (`<<`) are not supported").help("write the keys out"))
        } else if plain && !matches!(scalar::resolve(text), Value::String(_)) {
            let shown = if text.is_empty() { "nothing" } else { text };
            Some(
                Fault::new(FaultKind::Syntax, format!("a key must be text, found {shown}"))
                    .help(format!("put it in quotes: \"{text}\"")),
            )
        } else {
            None
        };
        let Some(Frame { holds: Holds::Entries(_, key), .. }) = self.stack.last_mut() else { return };
        match refused {
            None => *key = Key::Is(text.to_owned(), self.nodes.len() - 1),
            Some(fault) => {
                *key = Key::Refused;
                let at = self.pointer();
                self.faults.push(fault.at(at).place(Some(place)));
            }
        }
    }

    fn key_twice(&mut self, key: &str, node: usize) {
        let place = self.nodes[node].place;
        // The mapping is still the innermost.
        let at = step(&self.pointer(), key);
        let fault = Fault::new(FaultKind::DuplicateKey, format!("`{}` stands twice here", shorten(key)));
        self.faults.push(fault.at(at).place(Some(place)).help("keep one of the two"));
    }

    fn open(&mut self, holds: Holds, anchor: usize, tag: Option<&Tag>, place: Place) -> Flow {
        if tag.is_some_and(|tag| !matches!(tag.core_suffix(), Some("map" | "seq"))) {
            self.tag_fault(tag, place);
        }
        if self.awaits_key() {
            return self.stop(Fault::new(FaultKind::Syntax, "a key must be text, found a mapping or list"), place);
        }
        if self.stack.len() >= limits::DEPTH {
            return self.stop(too_deep(), place);
        }
        let node = self.push(place);
        self.stack.push(Frame { node, anchor, height: 1, holds });
        self.count(place, 0)
    }

    fn close(&mut self) -> Flow {
        let Some(frame) = self.stack.pop() else { return Flow::Continue(()) };
        let end = self.next_node();
        self.nodes[frame.node].end = end;
        let value = match frame.holds {
            Holds::Items(items) => Value::Array(items),
            Holds::Entries(entries, _) => Value::Object(entries),
        };
        self.remember(frame.anchor, &value, frame.node, frame.height);
        self.put(value, frame.height);
        self.count(self.nodes[frame.node].place, 0)
    }

    /// Repeats an anchored node. Its size counts before it is copied, so that an alias bomb stops at once.
    fn alias(&mut self, id: usize, place: Place) -> Flow {
        if self.awaits_key() {
            return self.stop(Fault::new(FaultKind::Syntax, "a key must be text, found an alias"), place);
        }
        let Some(anchored) = self.anchors.iter().rev().find(|anchored| anchored.id == id) else {
            return self.stop(Fault::new(FaultKind::Syntax, "this alias repeats a node from inside that node"), place);
        };
        if self.stack.len() + anchored.height > limits::DEPTH {
            return self.stop(too_deep(), place);
        }
        if self.spent + self.nodes.len() + anchored.nodes.len() > limits::NODES {
            return self.stop(too_many_nodes(), place);
        }
        let base = self.next_node();
        self.nodes.extend(anchored.nodes.iter().map(|node| Node { place, end: node.end + base }));
        let (value, height) = (anchored.value.clone(), anchored.height);
        self.put(value, height);
        Flow::Continue(())
    }

    fn remember(&mut self, anchor: usize, value: &Value, node: usize, height: usize) {
        if anchor == 0 {
            return;
        }
        let base = u32::try_from(node).unwrap_or(u32::MAX);
        let nodes: Vec<Node> =
            self.nodes[node..].iter().map(|inner| Node { end: inner.end - base, ..*inner }).collect();
        self.spent += nodes.len();
        // Over the limit, the next node stops the file; the copy is not made.
        if self.spent + self.nodes.len() <= limits::NODES {
            self.anchors.push(Anchored { id: anchor, value: value.clone(), nodes, height });
        }
    }

    fn put(&mut self, value: Value, height: usize) {
        let Some(frame) = self.stack.last_mut() else {
            self.root = Some(value);
            return;
        };
        frame.height = frame.height.max(height + 1);
        match &mut frame.holds {
            Holds::Items(items) => items.push(value),
            Holds::Entries(entries, key) => {
                let Key::Is(key, node) = std::mem::replace(key, Key::Awaited) else { return };
                match entries.entry(key) {
                    Entry::Vacant(entry) => {
                        entry.insert(value);
                    }
                    Entry::Occupied(entry) => {
                        let key = entry.key().clone();
                        self.key_twice(&key, node);
                    }
                }
            }
        }
    }

    fn push(&mut self, place: Place) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Node { place, end: self.next_node() + 1 });
        node
    }

    fn next_node(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    fn count(&mut self, place: Place, more: usize) -> Flow {
        if self.spent + self.nodes.len() + more > limits::NODES {
            return self.stop(too_many_nodes(), place);
        }
        Flow::Continue(())
    }

    /// The pointer to the mapping or list that is being read.
    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for frame in self.stack.iter().take(self.stack.len().saturating_sub(1)) {
            match &frame.holds {
                Holds::Items(items) => pointer = step(&pointer, &items.len().to_string()),
                Holds::Entries(_, Key::Is(key, _)) => pointer = step(&pointer, key),
                Holds::Entries(..) => {}
            }
        }
        pointer
    }

    fn tag_fault(&mut self, tag: Option<&Tag>, place: Place) {
        let name = tag.map(Tag::original).unwrap_or_default();
        let fault = Fault::new(FaultKind::Syntax, format!("the tag `{}` has no meaning here", shorten(&name)));
        self.faults.push(fault.at(self.pointer()).place(Some(place)).help("leave it out"));
    }

    /// Gives the whole file up at this document.
    fn stop(&mut self, fault: Fault, place: Place) -> Flow {
        self.broken(fault.place(Some(place)));
        Flow::Break(())
    }

    /// Gives this document up; the next may be fine.
    pub fn broken(&mut self, fault: Fault) {
        let at = self.pointer();
        self.faults.push(fault.at(at));
        self.stack.clear();
        self.root = None;
        let _ = self.end_document();
    }

    fn end_document(&mut self) -> Flow {
        let nodes = std::mem::take(&mut self.nodes);
        self.spent += nodes.len();
        self.anchors.clear();
        let mut faults = std::mem::take(&mut self.faults);
        faults.sort_by_key(|fault| fault.place);
        let index = self.index;
        self.index += 1;
        match self.root.take() {
            _ if !faults.is_empty() => self.done.push(Err(Unparsed { index, faults })),
            None | Some(Value::Null) => {}
            Some(value) => self.done.push(Ok(Document { index, value, nodes })),
        }
        if self.index as usize >= limits::DOCUMENTS {
            let message = format!("more than {} documents in one file", limits::DOCUMENTS);
            let faults = vec![Fault::new(FaultKind::TooLarge, message)];
            self.done.push(Err(Unparsed { index: self.index, faults }));
            return Flow::Break(());
        }
        Flow::Continue(())
    }

    /// All documents, at the end of the file.
    pub fn finish(mut self) -> Vec<Parsed> {
        if self.done.is_empty() {
            let fault = Fault::new(FaultKind::EmptyFile, "the file is empty").place(Some(Place { line: 1, column: 1 }));
            self.done.push(Err(Unparsed { index: 0, faults: vec![fault] }));
        }
        self.done
    }
}

fn too_deep() -> Fault {
    Fault::new(FaultKind::TooDeep, format!("nested more than {} levels deep", limits::DEPTH))
}

fn too_many_nodes() -> Fault {
    let message = format!("more than {} values in one file, those that aliases repeat included", limits::NODES);
    Fault::new(FaultKind::TooLarge, message)
}
