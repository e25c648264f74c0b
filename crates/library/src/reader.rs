//! Builds tables of nodes from the parser's events, within the limits on what is read.

use std::ops::{ControlFlow, Range};

use muster_engine::effort;
use serde_yaml::granit_parser::{Event, ScalarStyle, Tag};

use crate::document::{Document, ParseResult, UnreadableDocument};
use crate::fault::{Budget, FaultKind, FileFault, TextPlace, shorten, step};
use crate::table::{Keys, Node, NodeContent, NodeTable, offset};
use crate::{limits, scalar};

/// A mapping or list that is being read.
struct Frame {
    node: usize,
    anchor: usize,
    /// How many levels of mappings and lists it holds, itself included.
    height: usize,
    holds: FrameContent,
}

pub(crate) enum FrameContent {
    /// A list, with the number of items read so far.
    Items(usize),
    Entries(KeyState, Keys),
}

/// Whether a mapping waits for a key or for the value of a key.
pub(crate) enum KeyState {
    Awaited,
    /// The key was read; this is its node.
    Is(usize),
    /// The key is invalid; its value is read and ignored.
    Refused,
}

/// Nodes that aliases may repeat.
struct Anchor {
    id: usize,
    nodes: Range<usize>,
    height: usize,
}

/// Builds documents from events.
#[derive(Default)]
pub(crate) struct DocumentReader {
    index: u32,
    /// The number of nodes in earlier documents and in anchors, which count towards the limit too.
    spent: usize,
    table: NodeTable,
    stack: Vec<Frame>,
    anchors: Vec<Anchor>,
    faults: Vec<FileFault>,
    /// How many faults are reported for this document and for those before it.
    told: Budget,
    done: Vec<ParseResult>,
}

type ReaderFlow = ControlFlow<()>;

/// Where a key or a value stands: from its first character to the place after its last.
#[derive(Clone, Copy)]
pub(crate) struct TextExtent {
    pub place: TextPlace,
    pub until: TextPlace,
}

impl DocumentReader {
    /// Handles the next event. Breaks if the rest of the file is given up.
    pub(crate) fn event(&mut self, event: Event<'_>, place: TextPlace, until: TextPlace) -> ReaderFlow {
        effort::spend(1);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.scalar(&text, style, anchor, tag.as_deref(), TextExtent { place, until })
            }
            Event::SequenceStart(_, anchor, tag) => self.open(FrameContent::list(), anchor, tag.as_deref(), place),
            Event::MappingStart(_, anchor, tag) => self.open(FrameContent::mapping(), anchor, tag.as_deref(), place),
            // A block has no closing bracket, so its end event is empty.
            Event::SequenceEnd | Event::MappingEnd => self.close((place != until).then_some(until)),
            Event::Alias(id) => self.alias(id, TextExtent { place, until }),
            Event::DocumentEnd => self.end_document(),
            _ => ReaderFlow::Continue(()),
        }
    }

    pub(crate) fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        extent: TextExtent,
    ) -> ReaderFlow {
        let place = extent.place;
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
            self.key(text, plain, extent);
            return self.count(place, 1);
        }
        let content = if plain { scalar::resolve(text) } else { None };
        let content = content.unwrap_or_else(|| self.table.word(text));
        let node = self.push(content, extent);
        self.remember(anchor, node, 0);
        self.put(0);
        self.count(place, 0)
    }

    fn awaits_key(&self) -> bool {
        matches!(self.stack.last(), Some(Frame { holds: FrameContent::Entries(KeyState::Awaited, _), .. }))
    }

    fn key(&mut self, text: &str, plain: bool, extent: TextExtent) {
        let refused = if plain && text == "<<" {
            Some(FileFault::new(FaultKind::Syntax, "merge keys (`<<`) are not supported").help("write the keys out"))
        } else if plain && scalar::resolve(text).is_some() {
            let shown = if text.is_empty() { "nothing" } else { text };
            Some(
                FileFault::new(FaultKind::Syntax, format!("a key must be text, found {shown}"))
                    .help(format!("put it in quotes: \"{text}\"")),
            )
        } else {
            None
        };
        // A refused key is stored as null, so that it is never reported as a duplicate.
        let content = if refused.is_some() { NodeContent::Null } else { self.table.word(text) };
        let node = self.push(content, extent);
        let Some(Frame { holds: FrameContent::Entries(key, _), .. }) = self.stack.last_mut() else { return };
        match refused {
            None => *key = KeyState::Is(node),
            Some(fault) => {
                *key = KeyState::Refused;
                self.fault(|reader| fault.at(reader.pointer()).place(Some(extent.place)));
            }
        }
    }

    fn key_twice(&mut self, node: usize) {
        self.fault(|reader| {
            let key = reader.table.text(node).unwrap_or_default();
            // The mapping is still the innermost one on the stack.
            let at = step(&reader.pointer(), key);
            let fault = FileFault::new(FaultKind::DuplicateKey, format!("`{}` stands twice here", shorten(key)));
            let place = reader.table.nodes.get(node).map(|node| node.place);
            fault.at(at).place(place).help("keep one of the two")
        });
    }

    /// Keeps a fault, unless there are too many already.
    fn fault(&mut self, fault: impl FnOnce(&Self) -> FileFault) {
        if self.faults.len() <= self.told.most() {
            let fault = fault(self);
            self.faults.push(fault);
        }
    }

    pub(crate) fn open(
        &mut self,
        holds: FrameContent,
        anchor: usize,
        tag: Option<&Tag>,
        place: TextPlace,
    ) -> ReaderFlow {
        if tag.is_some_and(|tag| !matches!(tag.core_suffix(), Some("map" | "seq"))) {
            self.tag_fault(tag, place);
        }
        if self.awaits_key() {
            return self.stop(FileFault::new(FaultKind::Syntax, "a key must be text, found a mapping or list"), place);
        }
        if self.stack.len() >= limits::DEPTH {
            return self.stop(FileFault::too_deep(), place);
        }
        let content = if matches!(holds, FrameContent::Items(_)) { NodeContent::Items } else { NodeContent::Entries };
        let node = self.push(content, TextExtent { place, until: place });
        self.stack.push(Frame { node, anchor, height: 1, holds });
        self.count(place, 0)
    }

    /// Ends the innermost mapping or list: after its closing bracket, or at the end of its last node.
    #[expect(clippy::indexing_slicing, reason = "the node of a frame was added when the frame was opened")]
    pub(crate) fn close(&mut self, bracket: Option<TextPlace>) -> ReaderFlow {
        let Some(frame) = self.stack.pop() else { return ReaderFlow::Continue(()) };
        let until = bracket.or_else(|| self.table.nodes.last().map(|last| last.until));
        let end = offset(self.table.nodes.len());
        let node = &mut self.table.nodes[frame.node];
        let place = node.place;
        node.end = end;
        node.until = until.unwrap_or(place);
        self.remember(frame.anchor, frame.node, frame.height);
        self.put(frame.height);
        self.count(place, 0)
    }

    /// Copies an anchored node. Its size is checked before it is copied, so that an alias bomb stops at once.
    #[expect(
        clippy::indexing_slicing,
        reason = "the table keeps the nodes of an anchor as long as the anchor is known"
    )]
    fn alias(&mut self, id: usize, TextExtent { place, until }: TextExtent) -> ReaderFlow {
        if self.awaits_key() {
            return self.stop(FileFault::new(FaultKind::Syntax, "a key must be text, found an alias"), place);
        }
        let Some(anchored) = self.anchors.iter().rev().find(|anchored| anchored.id == id) else {
            return self
                .stop(FileFault::new(FaultKind::Syntax, "this alias repeats a node from inside that node"), place);
        };
        if self.stack.len() + anchored.height > limits::DEPTH {
            return self.stop(FileFault::too_deep(), place);
        }
        let (nodes, height) = (anchored.nodes.clone(), anchored.height);
        if self.spent + self.table.nodes.len() + nodes.len() > limits::NODES {
            return self.stop(FileFault::too_many_nodes(), place);
        }
        let moved = self.table.nodes.len() - nodes.start;
        for node in nodes {
            let Node { end, ref content, .. } = self.table.nodes[node];
            let node = Node { place, until, end: end + offset(moved), content: content.clone() };
            self.table.nodes.push(node);
        }
        self.put(height);
        ReaderFlow::Continue(())
    }

    fn remember(&mut self, anchor: usize, node: usize, height: usize) {
        if anchor != 0 {
            let nodes = node..self.table.nodes.len();
            // Nodes that aliases may repeat count twice towards the limit.
            self.spent += nodes.len();
            self.anchors.push(Anchor { id: anchor, nodes, height });
        }
    }

    /// Adds a finished value to the mapping or list around it.
    fn put(&mut self, height: usize) {
        let Some(frame) = self.stack.last_mut() else { return };
        frame.height = frame.height.max(height + 1);
        match &mut frame.holds {
            FrameContent::Items(items) => *items += 1,
            FrameContent::Entries(key, keys) => {
                if let KeyState::Is(node) = std::mem::replace(key, KeyState::Awaited)
                    && !keys.add(&self.table, frame.node + 1, node)
                {
                    self.key_twice(node);
                }
            }
        }
    }

    fn push(&mut self, content: NodeContent, TextExtent { place, until }: TextExtent) -> usize {
        let node = self.table.nodes.len();
        self.table.nodes.push(Node { place, until, end: offset(node + 1), content });
        node
    }

    fn count(&mut self, place: TextPlace, more: usize) -> ReaderFlow {
        if self.spent + self.table.nodes.len() + more > limits::NODES {
            return self.stop(FileFault::too_many_nodes(), place);
        }
        ReaderFlow::Continue(())
    }

    /// The pointer to the mapping or list that is being read.
    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for frame in self.stack.iter().take(self.stack.len().saturating_sub(1)) {
            match &frame.holds {
                FrameContent::Items(items) => pointer = step(&pointer, &items.to_string()),
                FrameContent::Entries(KeyState::Is(key), _) => {
                    pointer = step(&pointer, self.table.text(*key).unwrap_or_default());
                }
                FrameContent::Entries(..) => {}
            }
        }
        pointer
    }

    fn tag_fault(&mut self, tag: Option<&Tag>, place: TextPlace) {
        self.fault(|reader| {
            let name = tag.map(Tag::original).unwrap_or_default();
            let fault = FileFault::new(FaultKind::Syntax, format!("the tag `{}` has no meaning here", shorten(&name)));
            fault.at(reader.pointer()).place(Some(place)).help("leave it out")
        });
    }

    /// Records a fault and gives up this document and the rest of the file.
    fn stop(&mut self, fault: FileFault, place: TextPlace) -> ReaderFlow {
        let _ = self.broken(fault.place(Some(place)));
        ReaderFlow::Break(())
    }

    /// Records a fault and gives up this document. The next one may be fine.
    pub(crate) fn broken(&mut self, fault: FileFault) -> ReaderFlow {
        let at = self.pointer();
        self.faults.push(fault.at(at));
        self.stack.clear();
        self.end_document()
    }

    pub(crate) fn end_document(&mut self) -> ReaderFlow {
        let table = std::mem::take(&mut self.table);
        self.spent += table.nodes.len();
        self.anchors.clear();
        let mut faults = std::mem::take(&mut self.faults);
        faults.sort_by_key(|fault| fault.place);
        self.told.keep(&mut faults);
        let index = self.index;
        self.index += 1;
        if !faults.is_empty() {
            self.done.push(Err(UnreadableDocument { index, faults }));
        } else if table.nodes.first().is_some_and(|root| !matches!(root.content, NodeContent::Null)) {
            self.done.push(Ok(Document::new(index, table)));
        }
        if self.index as usize >= limits::DOCUMENTS {
            let message = format!("more than {} documents in one file", limits::DOCUMENTS);
            let faults = vec![FileFault::new(FaultKind::TooLarge, message)];
            self.done.push(Err(UnreadableDocument { index: self.index, faults }));
            return ReaderFlow::Break(());
        }
        ReaderFlow::Continue(())
    }

    /// Whether any finished document has faults.
    pub(crate) fn has_faults(&self) -> bool {
        self.done.iter().any(Result::is_err)
    }

    /// Returns all documents at the end of the file.
    pub(crate) fn finish(mut self) -> Vec<ParseResult> {
        if self.done.is_empty() {
            let fault =
                FileFault::new(FaultKind::EmptyFile, "the file is empty").place(Some(TextPlace { line: 1, column: 1 }));
            self.done.push(Err(UnreadableDocument { index: 0, faults: vec![fault] }));
        }
        self.done
    }
}

impl FrameContent {
    pub(crate) fn list() -> Self {
        Self::Items(0)
    }

    pub(crate) fn mapping() -> Self {
        Self::Entries(KeyState::Awaited, Keys::Few(0))
    }
}
