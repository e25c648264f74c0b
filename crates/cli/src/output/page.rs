//! A report beside the text that its findings point at.

use muster_engine::report::Report;
use muster_library::document::Document;
use muster_library::fault::Place;
use muster_library::{encoding, yaml};

/// A report and the file that it is about.
pub(crate) struct Page<'a> {
    /// The report.
    pub report: &'a Report,
    /// The file.
    pub file: &'a Text<'a>,
}

/// A file's text, and those of its documents that can be read; neither where the text is not at hand.
#[derive(Default)]
pub(crate) struct Text<'a> {
    text: Option<&'a str>,
    documents: Vec<Document>,
}

impl<'a> Text<'a> {
    /// Reads the bytes of a file.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let text = encoding::utf8(bytes).ok();
        let documents = text.map(yaml::documents).unwrap_or_default();
        Self { text, documents: documents.into_iter().flatten().collect() }
    }
}

impl Page<'_> {
    /// The text of the whole file; empty where it is not at hand.
    pub(crate) fn text(&self) -> &str {
        self.file.text.unwrap_or_default()
    }

    /// Where the value at a JSON pointer begins.
    pub(crate) fn place(&self, pointer: &str) -> Option<Place> {
        self.document()?.place(pointer)
    }

    /// The column behind what begins at a place, as far as that is on the same line; none where nothing is known of it.
    pub(crate) fn until(&self, place: Place) -> Option<u32> {
        self.document()?.until(place)
    }

    fn document(&self) -> Option<&Document> {
        self.file.documents.iter().find(|document| document.index == self.report.document)
    }
}
