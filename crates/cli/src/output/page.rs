//! A report together with the text that its findings point at.

use std::path::Path;

use muster_engine::report::{Finding, Report};
use muster_library::document::Document;
use muster_library::fault::TextPlace;
use muster_library::{encoding, yaml};
use muster_submissions::{Submission, SubmissionTally};

use super::lines::TextLines;

/// A report with the file that it is about.
pub(crate) struct ReportPage<'a> {
    pub report: &'a Report,
    /// The list with its report; none if the report is about something else.
    pub list: Option<&'a Submission>,
    pub file: &'a FileText,
}

/// A file's lines and those of its documents that can be read. Both are empty if the text is not available. Make it once
/// for all lists of a file: to make it takes as long as to read the file.
#[derive(Default)]
pub(crate) struct FileText {
    lines: TextLines,
    documents: Vec<Document>,
    /// How many documents it has, readable or not.
    count: usize,
}

impl FileText {
    /// Reads the bytes of a file.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let Ok(text) = encoding::utf8(bytes) else { return Self::default() };
        let documents = yaml::documents(text);
        Self {
            lines: TextLines::new(text.to_owned()),
            count: documents.len(),
            documents: documents.into_iter().flatten().collect(),
        }
    }

    /// A text that is not a list file, so that pointers into a list have no place in it.
    pub(crate) fn of_words(text: &str) -> Self {
        Self { lines: TextLines::new(text.to_owned()), documents: Vec::new(), count: 0 }
    }
}

impl ReportPage<'_> {
    /// Counts the list.
    pub(crate) fn count_in(&self, tally: &mut SubmissionTally) {
        if let Some(list) = self.list.filter(|list| list.came.is_folded()) {
            return tally.fold(list);
        }
        let file = self.list.map_or(&self.report.file, |list| &list.came.file);
        tally.add(file, self.report, self.list.is_some_and(Submission::is_doubtful));
    }

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

    /// The text of the file, if it is a YAML file that holds this list alone.
    pub(crate) fn only_text(&self) -> Option<&str> {
        let list = self.list.filter(|list| list.came.is_plain && !list.is_read)?;
        let is_yaml = [".yaml", ".yml"].iter().any(|ending| list.came.file.ends_with(ending));
        (is_yaml && self.file.count == 1).then_some(self.file.lines.text())
    }

    /// The lines of the whole file; none if it is not available.
    pub(crate) fn lines(&self) -> &TextLines {
        &self.file.lines
    }

    /// Where the value at a JSON pointer begins.
    pub(crate) fn place(&self, pointer: &str) -> Option<TextPlace> {
        self.document()?.place(pointer)
    }

    /// The column after the value that begins at this place, if the value ends on the same line. None if unknown.
    pub(crate) fn until(&self, place: TextPlace) -> Option<u32> {
        self.document()?.until(place)
    }

    fn document(&self) -> Option<&Document> {
        let documents = &self.file.documents;
        let place = documents.binary_search_by_key(&self.report.document, |document| document.index).ok()?;
        documents.get(place)
    }
}
