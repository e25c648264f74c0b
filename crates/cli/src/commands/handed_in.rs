//! Judges everything in the paths of a command line.

use std::path::{Path, PathBuf};

use muster_engine::ready::Ruleset;
use muster_engine::report::Verdict;
use muster_engine::sheet::Sheet;
use muster_exchange::unpack;
use muster_library::files;
use muster_library::lists::{self, Entry};
use muster_library::sheets;
use muster_library::shelf::Shelf;
use muster_submissions::{HandedIn, Intake, Submission, judge_bytes, judge_paths};

use super::{complain, passed_over};

/// Reads the bytes of the file in which something was found, if there is such a file.
pub(crate) type Read<'r> = &'r dyn Fn() -> Option<Vec<u8>>;

/// Judges everything in the paths in their order; `-` is standard input. Passes each outcome to `outcome`.
pub(crate) fn each(intake: &Intake, paths: &[PathBuf], mut outcome: impl FnMut(HandedIn, Read)) {
    // Standard input can be read only once, so its bytes are kept.
    for paths in paths.chunk_by(|one, other| !is_stdin(one) && !is_stdin(other)) {
        match paths {
            [path] if is_stdin(path) => match files::read_named(path, unpack::BYTES) {
                Ok(bytes) => {
                    for handed in judge_bytes(intake, "-", &bytes) {
                        outcome(handed, &|| Some(bytes.clone()));
                    }
                }
                Err(fault) => outcome(HandedIn::Lists(vec![Submission::unread("-", fault)]), &|| None),
            },
            paths => judge_paths(intake, paths, |handed| {
                let file = match &handed {
                    HandedIn::Lists(lists) => lists.first().map(|list| PathBuf::from(&list.came.file)),
                    HandedIn::NoList { .. } => None,
                };
                // Only few reports show lines of their file. These files are read again, so that not all have to be
                // kept.
                outcome(handed, &|| files::read(file.as_ref()?).ok());
            }),
        }
    }
}

/// Reads the lists in the paths, and tells whether every file could be read. Prints the names of files without a list on
/// standard error.
pub(crate) fn lists(intake: &Intake, paths: &[PathBuf]) -> (Vec<Submission>, bool) {
    let (mut all, mut is_whole) = (Vec::new(), true);
    each(intake, paths, |handed, read| match handed {
        HandedIn::Lists(lists) => {
            for list in lists {
                if list.report.verdict == Verdict::Unreadable {
                    refuse(&list, read);
                    is_whole = false;
                } else if list.list.is_none() {
                    passed_over(&list.report.file, "it is a sheet that is kept between games, and no list");
                } else {
                    all.push(list);
                }
            }
        }
        HandedIn::NoList { file, why, .. } => passed_over(&file, &why),
    });
    (all, is_whole)
}

/// Says on standard error why a list cannot be read.
pub(crate) fn refuse(list: &Submission, read: Read) {
    let bytes = if list.came.is_plain { read() } else { None };
    complain(&list.report, &bytes.unwrap_or_default());
}

/// The campaign sheet in a document, with its ruleset. None if the document is no sheet, or a faulty one.
pub(crate) fn sheet(shelf: &Shelf, submission: &Submission, read: Read) -> Option<(Ruleset, Sheet)> {
    let Submission { report, came, .. } = submission;
    let mut entries = lists::lists(&read().filter(|_| came.is_plain && report.verdict != Verdict::Unreadable)?);
    let place = usize::try_from(report.document).ok().filter(|place| *place < entries.len())?;
    let Entry::Other(kind, document) = entries.swap_remove(place) else { return None };
    let (sheet, ruleset) = sheets::sheet(shelf, &document, &kind).ok()?;
    Some((ruleset, sheet))
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}
