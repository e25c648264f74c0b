//! Line numbers of XML nodes, for notices.

use roxmltree::{Document, Node};

/// The ends of all lines of a file. The parser itself counts lines again for each query, which would take minutes.
#[derive(Debug)]
pub struct LineEnds<'a> {
    document: &'a Document<'a>,
    ends: Vec<usize>,
}

impl<'a> LineEnds<'a> {
    /// Finds them in the text of a file.
    #[must_use]
    pub fn new(document: &'a Document<'a>) -> Self {
        Self { document, ends: document.input_text().match_indices('\n').map(|(at, _)| at).collect() }
    }

    /// The line of a node, from 1; 0 for a node in another file, such as the game system's.
    #[must_use]
    pub fn of(&self, node: Node<'a, 'a>) -> u32 {
        if !std::ptr::eq(node.document(), self.document) {
            return 0;
        }
        let line = self.ends.partition_point(|&end| end < node.range().start) + 1;
        u32::try_from(line).unwrap_or(u32::MAX)
    }
}
