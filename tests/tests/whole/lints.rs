//! Broken rulesets in `tests/rulesets/`: the lints must report exactly what the comments state, on their lines. They
//! must report nothing for shipped rulesets.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use muster_engine::report::Severity;
use muster_library::lints;
use muster_library::shelf::Shelf;

/// File, line, severity and lint.
type LintLines = BTreeSet<(String, u32, String, String)>;

#[test]
fn broken_rulesets_fire_what_they_mark() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let shelf = Shelf::with_folders(std::slice::from_ref(&root));
    let marked = marked(&root);
    assert!(!marked.is_empty(), "nothing is marked");
    assert_eq!(said(&shelf, &root), marked);
}

#[test]
fn shipped_rulesets_are_clean() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets");
    assert_eq!(said(&Shelf::built_in(), &root), LintLines::new());
}

fn said(shelf: &Shelf, root: &Path) -> LintLines {
    let reports = lints::lint(shelf, root);
    let of = |report: muster_engine::report::Report| {
        let file = relative(Path::new(&report.file), root);
        report.findings.into_iter().map(move |finding| {
            let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
            (file.clone(), finding.line.unwrap_or_default(), severity.to_owned(), finding.rule.to_string())
        })
    };
    reports.into_iter().flat_map(of).collect()
}

fn marked(root: &Path) -> LintLines {
    let mut found = LintLines::new();
    for path in files(root) {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (number, line) in (1..).zip(text.lines()) {
            let words = line.split_once("# ").and_then(|(_, comment)| comment.split_once(": "));
            if let Some((severity @ ("error" | "warning"), lint)) = words {
                found.insert((relative(&path, root), number, severity.to_owned(), lint.trim().to_owned()));
            }
        }
    }
    found
}

fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
