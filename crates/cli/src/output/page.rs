//! A report together with the text that its findings point at.

use std::path::Path;

use muster_engine::report::{Finding, Report};
use muster_library::document::Document;
use muster_library::fault::Place;
use muster_library::{encoding, yaml};
use muster_submissions::Submission;

/// A report with the file that it is about.
pub(crate) struct Page<'a> {
    pub report: &'a Report,
    /// The list with its report; none if the report is about something else.
    pub list: Option<&'a Submission>,
    pub file: &'a Text<'a>,
}

/// A file's text and those of its documents that can be read. Both are empty if the text is not available.
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

    /// A text that is not a list file, so that pointers into a list have no place in it.
    pub(crate) fn of_words(text: &'a str) -> Self {
        Self { text: Some(text), documents: Vec::new() }
    }
}

impl Page<'_> {
    /// The file that was handed in, as programs name it: without a leading `./`. A list in a mail or archive has the path
    /// of that.
    pub(crate) fn path(&self) -> String {
        let file = self.list.map_or(&self.report.file, |list| &list.came.file);
        let path = Path::new(file).strip_prefix(".").unwrap_or(Path::new(file)).to_string_lossy();
        if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }
    }

    /// The line and column of a finding in that file. None if they count the lines of something inside it.
    pub(crate) fn position(&self, finding: &Finding) -> (Option<u32>, Option<u32>) {
        if self.list.is_none_or(|list| list.came.is_plain) { (finding.line, finding.column) } else { (None, None) }
    }

    /// The text of the whole file; empty if it is not available.
    pub(crate) fn text(&self) -> &str {
        self.file.text.unwrap_or_default()
    }

    /// Where the value at a JSON pointer begins.
    pub(crate) fn place(&self, pointer: &str) -> Option<Place> {
        self.document()?.place(pointer)
    }

    /// The column after the value that begins at this place, if the value ends on the same line. None if unknown.
    pub(crate) fn until(&self, place: Place) -> Option<u32> {
        self.document()?.until(place)
    }

    fn document(&self) -> Option<&Document> {
        self.file.documents.iter().find(|document| document.index == self.report.document)
    }
}
