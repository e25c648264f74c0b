//! `file-name`: a file or folder is not named after the id of its content.

use super::{LintInput, LintNotice, text};
use crate::schemas::FileKind;

pub(super) fn lint<'a>(subject: &LintInput<'a>) -> Vec<LintNotice<'a>> {
    let mut notices = Vec::new();
    for file in &subject.files.files {
        let value = file.document.value();
        let key = match file.kind {
            FileKind::Rule => "id",
            FileKind::Catalogue => "nation",
            FileKind::Cards => "deck",
            _ => continue,
        };
        let stem = file.path.file_stem().unwrap_or_default().to_string_lossy();
        // A nation may have several files, so that two people do not change the same one: `ID.yaml`, `ID.NAME.yaml`. The
        // file of a catalogue without a nation may have any name.
        let is_part = |id: &str| stem.strip_prefix(id).is_some_and(|rest| rest.starts_with('.'));
        let is_called = |id: &str| *stem == *id || file.kind == FileKind::Catalogue && is_part(id);
        if let Some(id) = text(value, key).filter(|id| !is_called(id)) {
            notices.push(LintNotice::error(file, format!("/{key}"), format!("the file is not called {id}.yaml")));
        }
    }
    let Some(head) = subject.files.of(FileKind::Ruleset).next() else { return notices };
    // The real path of the folder, which may be given as `.`.
    let folder = std::fs::canonicalize(&subject.files.folder).unwrap_or_else(|_| subject.files.folder.clone());
    let mut names = folder.iter().rev().map(|name| name.to_string_lossy().into_owned());
    let version = text(head.document.value(), "version").unwrap_or_default();
    let major = version.split('.').next().unwrap_or_default();
    if names.next().as_deref() != Some(major) {
        notices.push(LintNotice::error(
            head,
            "/version",
            format!("the folder is not called {major}, the major of {version}"),
        ));
    }
    let id = text(head.document.value(), "id").unwrap_or_default();
    if names.next().as_deref() != Some(id) {
        notices.push(LintNotice::error(head, "/id", format!("the folder around this one is not called {id}")));
    }
    notices
}
