//! `unread-file`: a file or a folder that looks as if it were part of a ruleset, and that nothing reads.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use muster_engine::nearest::nearest_names;
use muster_engine::report::{Finding, FindingId, Severity};

use crate::fault::{FaultKind, FileFault};
use crate::history::HEAD;
use crate::looks::LOOKS;
use crate::ruleset_files::{FOLDERS, RulesetFiles};
use crate::shelf::Shelf;

/// The id of the lint.
pub(super) const UNREAD: &str = "unread-file";

/// What nothing reads in the folder of a ruleset, each with its path. Folders and files of other names, such as notes, are
/// nobody's business.
pub(super) fn lint(shelf: &Shelf, files: &RulesetFiles) -> Vec<(PathBuf, Finding)> {
    let from = &**shelf.files();
    let mut found = Vec::new();
    let names = FOLDERS.map(|(name, _)| name);
    for path in from.list(&files.folder) {
        let name = name_of(&path);
        if names.contains(&name.as_str()) {
            for inner in from.list(&path) {
                if from.is_folder(&inner) {
                    let help = "put its files into the folder around it".to_owned();
                    found.push(notice(inner, "nothing reads a folder here".to_owned(), Some(help)));
                } else if is_yaml(&inner) && inner.extension() != Some(OsStr::new("yaml")) {
                    let help = format!("call it `{}.yaml`", stem(&inner));
                    found.push(notice(inner, "nothing reads a file of this name".to_owned(), Some(help)));
                }
            }
        } else if from.is_folder(&path) {
            if let [near, ..] = nearest_names(&name, names.iter().copied()).as_slice() {
                let message = format!("nothing reads the folder `{name}`");
                found.push(notice(path, message, Some(format!("did you mean `{near}`?"))));
            }
        } else if is_yaml(&path) && ![HEAD, LOOKS].contains(&name.as_str()) {
            let help = match nearest_names(&name, [HEAD, LOOKS].into_iter()).as_slice() {
                [near, ..] => format!("did you mean `{near}`?"),
                [] => format!("files of a ruleset are `{HEAD}` and `{LOOKS}`, and those in {}", names.join(", ")),
            };
            found.push(notice(path, format!("nothing reads the file `{name}`"), Some(help)));
        }
    }
    found
}

fn notice(path: PathBuf, message: String, help: Option<String>) -> (PathBuf, Finding) {
    let fault = FileFault { help, ..FileFault::new(FaultKind::WrongKind, message) };
    let finding =
        Finding { rule: FindingId::File(UNREAD.to_owned()), severity: Severity::Warning, ..Finding::from(fault) };
    (path, finding)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|end| ["yaml", "yml", "json"].iter().any(|known| end.eq_ignore_ascii_case(known)))
}
