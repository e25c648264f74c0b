//! Judges everything in the paths of a command line.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use muster_engine::sheet::Sheet;
use muster_library::lists::{self, FileDocument};
use muster_library::sheets;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, Submission, VersionRules, fold_versions, judge_bytes, judge_paths};

use super::{complain, passed_over};
use crate::file::read_named;
use crate::output::FileText;

/// The file in which lists were found. Only few reports show lines of their file. So it is read again when one does, and
/// only once for all lists in it: a file may hold ten thousand.
pub(crate) struct ListFile<'r> {
    read: &'r dyn Fn() -> Option<Vec<u8>>,
    /// The lines of findings are lines of the file. A mail or an archive has other lines than the list in it.
    is_plain: bool,
    bytes: OnceCell<Option<Vec<u8>>>,
    text: OnceCell<FileText>,
    entries: OnceCell<Vec<FileDocument>>,
}

impl<'r> ListFile<'r> {
    fn new(handed: &HandIn, read: &'r dyn Fn() -> Option<Vec<u8>>) -> Self {
        let is_plain = matches!(handed, HandIn::Lists(lists) if lists.iter().all(|list| list.came.is_plain));
        Self { read, is_plain, bytes: OnceCell::new(), text: OnceCell::new(), entries: OnceCell::new() }
    }

    /// Its bytes; none if it cannot be read again.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get_or_init(self.read).as_deref().unwrap_or_default()
    }

    /// Its text, for reports with lines; nothing if the lines are those of something in it.
    pub(crate) fn text(&self) -> &FileText {
        self.text.get_or_init(|| if self.is_plain { FileText::new(self.bytes()) } else { FileText::default() })
    }

    /// Its document with this number.
    pub(crate) fn entry(&self, document: u32) -> Option<&FileDocument> {
        self.entries.get_or_init(|| lists::lists(self.bytes())).get(usize::try_from(document).ok()?)
    }
}

/// Judges everything in the paths in their order; `-` is standard input. Passes each outcome to `outcome`, with the file in
/// which it was found.
pub(crate) fn each(intake: &Intake, paths: &[PathBuf], mut outcome: impl FnMut(HandIn, &ListFile)) {
    // Standard input can be read only once, so its bytes are kept.
    for paths in paths.chunk_by(|one, other| !is_stdin(one) && !is_stdin(other)) {
        match paths {
            [path] if is_stdin(path) => match read_named(path) {
                Ok(bytes) => {
                    for handed in judge_bytes(intake, "-", &bytes) {
                        let read = || Some(bytes.clone());
                        let file = ListFile::new(&handed, &read);
                        outcome(handed, &file);
                    }
                }
                Err(fault) => {
                    let handed = HandIn::Lists(vec![Submission::unread("-", fault)]);
                    let file = ListFile::new(&handed, &|| None);
                    outcome(handed, &file);
                }
            },
            paths => judge_paths(intake, paths, |handed| {
                let file = file_of(&handed);
                let read = || intake.shelf().files().read(file.as_ref()?).ok();
                let file = ListFile::new(&handed, &read);
                outcome(handed, &file);
            }),
        }
    }
}

/// The same, and marks the versions of lists by the event: those that do not count come behind the list that does.
pub(crate) fn counted(
    intake: &Intake,
    rules: &VersionRules<'_>,
    paths: &[PathBuf],
    mut outcome: impl FnMut(HandIn, &ListFile),
) {
    if !rules.folds() {
        return each(intake, paths, outcome);
    }
    let (mut all, mut stdin) = (Vec::new(), None);
    each(intake, paths, |handed, file| {
        if stdin.is_none() && file_of(&handed).is_some_and(|file| is_stdin(&file)) {
            stdin = Some(file.bytes().to_vec());
        }
        all.push(handed);
    });
    for handed in fold_versions(all, rules) {
        let file = file_of(&handed);
        let read = || match file.as_deref()? {
            path if is_stdin(path) => stdin.clone(),
            path => intake.shelf().files().read(path).ok(),
        };
        let file = ListFile::new(&handed, &read);
        outcome(handed, &file);
    }
}

/// The file in which lists came.
fn file_of(handed: &HandIn) -> Option<PathBuf> {
    match handed {
        HandIn::Lists(lists) => lists.first().map(|list| PathBuf::from(&list.came.file)),
        HandIn::NoList { .. } => None,
    }
}

/// Reads the lists in the paths, and tells whether every file could be read. Prints the names of files without a list on
/// standard error.
pub(crate) fn lists(intake: &Intake, paths: &[PathBuf]) -> (Vec<Submission>, bool) {
    let mut found = (Vec::new(), true);
    each(intake, paths, |handed, file| collect(handed, file, &mut found));
    found
}

/// The same, but leaves out versions that do not count.
pub(crate) fn newest(intake: &Intake, rules: &VersionRules<'_>, paths: &[PathBuf]) -> (Vec<Submission>, bool) {
    let mut found = (Vec::new(), true);
    counted(intake, rules, paths, |handed, file| match handed {
        HandIn::Lists(lists) if lists.iter().all(|list| list.came.is_folded()) => {}
        handed => collect(handed, file, &mut found),
    });
    found
}

/// The same for standard input that was read already.
pub(crate) fn lists_in(intake: &Intake, bytes: &[u8]) -> (Vec<Submission>, bool) {
    let mut found = (Vec::new(), true);
    for handed in judge_bytes(intake, "-", bytes) {
        let read = || Some(bytes.to_vec());
        let file = ListFile::new(&handed, &read);
        collect(handed, &file, &mut found);
    }
    found
}

/// Keeps the lists of a file that could be read. Tells of the others on standard error.
fn collect(handed: HandIn, file: &ListFile, (all, is_whole): &mut (Vec<Submission>, bool)) {
    match handed {
        HandIn::Lists(lists) => {
            for list in lists {
                if list.report.verdict == Verdict::Unreadable {
                    refuse(&list, file);
                    *is_whole = false;
                } else if list.list.is_none() {
                    passed_over(&list.report.file, "it is a sheet that is kept between games, and no list");
                } else {
                    all.push(list);
                }
            }
        }
        HandIn::NoList { file, why, .. } => passed_over(&file, &why),
    }
}

/// Says on standard error why a list cannot be read.
pub(crate) fn refuse(list: &Submission, file: &ListFile) {
    complain(&list.report, file.text());
}

/// The campaign sheet in a document, with its ruleset. None if the document is no sheet, or a faulty one.
pub(crate) fn sheet(shelf: &Shelf, submission: &Submission, file: &ListFile) -> Option<(Ruleset, Sheet)> {
    let Submission { report, came, .. } = submission;
    if !came.is_plain || report.verdict == Verdict::Unreadable {
        return None;
    }
    let FileDocument::Other(kind, document) = file.entry(report.document)? else { return None };
    let (sheet, ruleset) = sheets::sheet(shelf, document, kind).ok()?;
    Some((ruleset, sheet))
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{HandIn, ListFile};

    #[test]
    fn a_file_is_read_once_for_all_its_lists() {
        let reads = Cell::new(0);
        let read = || {
            reads.set(reads.get() + 1);
            Some(b"muster: 1\n---\n".repeat(100))
        };
        let lists = HandIn::Lists(Vec::new());
        let file = ListFile::new(&lists, &read);
        let (text, first) = (file.text(), file.entry(0));
        for document in 0..100 {
            assert!(file.entry(document).is_some() && std::ptr::eq(file.text(), text), "document {document}");
        }
        assert!(first.zip(file.entry(0)).is_some_and(|(one, other)| std::ptr::eq(one, other)));
        assert!(file.bytes().len() > 1000 && file.entry(1000).is_none());
        assert_eq!(reads.get(), 1);
    }
}
