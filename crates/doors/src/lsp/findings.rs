//! Findings as an editor shows them.

use std::path::{Path, PathBuf};

use lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString};
use muster_app::{App, effort_of};
use muster_engine::report::{Finding, Severity};
use muster_library::judge::judge_entry;
use muster_library::lints::lint;
use muster_library::lists::{FileDocument, is_never_judged, lists};

use super::OpenFile;
use super::drafts::path_of;

/// The file by which one knows the folder of a ruleset, or of an overlay.
pub(super) const HEADS: [&str; 2] = ["ruleset.yaml", "overlay.yaml"];

/// What is wrong with a file: as `muster check` says it of lists and sheets, and `muster lint` of all that rulesets and
/// overlays consist of.
pub(super) fn diagnostics(app: &App, file: &OpenFile) -> Vec<Diagnostic> {
    let effort = effort_of(file.text.whole.as_bytes());
    let found = effort.run(|| findings(app, file)).unwrap_or_default();
    found.into_iter().map(|finding| diagnostic(file, finding)).collect()
}

fn findings(app: &App, file: &OpenFile) -> Vec<Finding> {
    let (shelf, path) = (app.shelf(), path_of(&file.uri));
    let documents = lists(file.text.whole.as_bytes());
    let name = path.as_ref().map_or_else(|| file.uri.clone(), |path| path.to_string_lossy().into_owned());
    if let Some(path) = path.as_ref().filter(|path| is_of_rules(app, path, documents.first())) {
        return lint(shelf, path)
            .into_iter()
            .filter(|report| report.file == name)
            .flat_map(|report| report.findings)
            .collect();
    }
    let beside = path.as_deref().and_then(Path::parent).map(|folder| shelf.place(folder));
    documents.iter().flat_map(|document| judge_entry(shelf, &name, beside, document).findings).collect()
}

/// Whether a file is a part of a ruleset or an overlay.
fn is_of_rules(app: &App, path: &Path, first: Option<&FileDocument>) -> bool {
    match first {
        Some(FileDocument::List(..)) => false,
        Some(FileDocument::Other(kind, _)) => is_never_judged(kind),
        Some(FileDocument::Unreadable(_)) | None => folder_of_rules(app, path).is_some(),
    }
}

/// The folder of the ruleset or overlay in which a file is.
pub(super) fn folder_of_rules(app: &App, path: &Path) -> Option<PathBuf> {
    let files = app.shelf().files();
    let has_head = |folder: &&Path| HEADS.iter().any(|head| files.kind(&folder.join(head)).is_some());
    path.ancestors().skip(1).take(2).find(has_head).map(Path::to_owned)
}

fn diagnostic(file: &OpenFile, finding: Finding) -> Diagnostic {
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Undetermined | Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
        Severity::Waived => DiagnosticSeverity::HINT,
    };
    let cited = finding.source.as_ref().map(|source| format!(" ({source})")).unwrap_or_default();
    let help = finding.help.map(|help| format!("\n{help}")).unwrap_or_default();
    Diagnostic {
        range: file.text.place(finding.line, finding.column),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.rule.as_str().to_owned())),
        source: Some("muster".to_owned()),
        message: format!("{}{cited}{help}", finding.message),
        ..Diagnostic::default()
    }
}
