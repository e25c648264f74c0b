//! Golden lists: list files whose comments say which finding belongs to which line.
//!
//! ```yaml
//! name: one point over                 # verdict: illegal
//! squadrons:
//!   - unit: ruler-class-battleship     # error: cap-large 601 > 600
//! ```
//!
//! A comment holds one or more expectations, separated by `;`: `verdict: V`, `error: RULE`, `undetermined: RULE`,
//! `warning: RULE`, `waived: RULE`, `note: RULE`, `show: RULE N` for an allowance, and `no: RULE` for a rule without
//! findings and allowances. Findings may state numbers (`601 > 600` for a ceiling, `599 < 600` for a floor). Errors,
//! undetermined findings, warnings and waivers must be exactly those marked. Notes may also be unmarked.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_engine::catalogue::Catalogue;
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Report, Severity};
use muster_engine::sheet::Sheet;
use muster_engine::summary::summary;
use muster_library::document::Document;
pub use muster_library::expectation::Expectation;
use muster_library::judge::place;
use muster_library::lists::{FileDocument, lists};
use muster_library::sheets::{pointed_at, sheet};
use muster_library::shelf::Shelf;

use crate::made::made;

/// A golden list: one document of a file, and the expected findings.
#[derive(Clone, Debug)]
pub struct GoldenList {
    /// The file.
    pub file: PathBuf,
    /// The template that makes the file; none if people write it.
    pub template: Option<PathBuf>,
    /// The list's name, for messages.
    pub name: String,
    /// The content that is judged.
    pub judged: GoldenContent,
    /// The document with its places.
    pub document: Document,
    /// What its comments expect, each with the line of the comment.
    pub expected: Vec<(u32, Expectation)>,
}

/// The content of a golden document.
#[derive(Clone, Debug)]
pub enum GoldenContent {
    /// A list, with the sheet that it refers to.
    List(Box<ArmyList>, Option<Sheet>),
    /// A sheet.
    Sheet(Sheet),
}

/// A file of golden lists.
pub struct GoldenFile {
    /// Its path. No such file stands on the disk if a template makes its text.
    pub path: PathBuf,
    /// The template that makes its text; none if people write it.
    pub template: Option<PathBuf>,
    /// Its text.
    pub text: String,
}

/// The golden lists of a game's folder, in the order of the names of their files.
///
/// # Panics
/// If a file cannot be read, or a comment or a list cannot be understood: a broken test.
#[must_use]
pub fn golden_lists(folder: &Path) -> Vec<GoldenList> {
    golden_files(folder).iter().flat_map(read).collect()
}

/// The files of a game's folder in the order of their names: those that people write, and those that the templates of the
/// game make (`tests/made`).
///
/// # Panics
/// If the folder or a file cannot be read, a template is wrong, or a file is written and made: a broken test.
#[must_use]
pub fn golden_files(folder: &Path) -> Vec<GoldenFile> {
    assert!(folder.is_dir(), "{}: there is no such folder", folder.display());
    let broken = |file: &Path, error: &dyn std::fmt::Display| -> ! { panic!("{}: {error}", file.display()) };
    let written = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| broken(&path, &error));
        GoldenFile { path, template: None, text }
    };
    let mut files: Vec<GoldenFile> = yaml_files(folder).into_iter().map(written).collect();
    let tests = folder.parent().and_then(Path::parent).unwrap_or(folder);
    let templates = tests.join("made").join(folder.file_name().unwrap_or_default());
    if templates.is_dir() {
        let made = made(&templates).unwrap_or_else(|error| broken(&templates, &error));
        files.extend(made.into_iter().map(|(template, text)| {
            let name = template.with_extension("yaml");
            GoldenFile { path: folder.join(name.file_name().unwrap_or_default()), template: Some(template), text }
        }));
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let twice = files.windows(2).find(|pair| matches!(pair, [one, other] if one.path == other.path));
    if let Some([file, _]) = twice {
        broken(&file.path, &"it is written, and a template makes it");
    }
    files
}

/// The YAML files of a folder in the order of their names. Empty if the folder does not exist.
fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .collect();
    files.sort();
    files
}

/// The ruleset with the units in the lists' folder, for units that no shipped catalogue has.
///
/// # Panics
/// If one of those catalogues cannot be understood: a broken test.
#[must_use]
pub fn with_club_units(ruleset: &Ruleset, folder: &Path) -> Ruleset {
    let mut catalogues = ruleset.catalogues().to_vec();
    for file in yaml_files(&folder.join("units")) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let catalogue: Catalogue =
            serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        catalogues.push(Arc::new(ruleset.catalogue(catalogue)));
    }
    ruleset.with_catalogues(catalogues)
}

fn read(GoldenFile { path: file, template, text }: &GoldenFile) -> Vec<GoldenList> {
    let comments = comments(file, text);
    // A document begins at the line after its `---`.
    let starts: Vec<u32> =
        (1..).zip(text.lines()).filter(|(_, line)| *line == "---").map(|(number, _)| number).collect();
    let documents = lists(text.as_bytes());
    let shelf = Shelf::built_in();
    let broken = |what: String| -> ! { panic!("{}: {what}", file.display()) };
    let golden = |entry: FileDocument| match entry {
        FileDocument::List(list, document) => {
            let sheet = list.sheet.as_ref().map(|pick| {
                let ruleset = shelf.ruleset_for(&list).unwrap_or_else(|fault| broken(fault.message));
                let beside = file.parent().unwrap_or(file);
                pointed_at(&shelf, pick, &ruleset, shelf.place(beside)).unwrap_or_else(|fault| broken(fault.message))
            });
            (GoldenContent::List(list, sheet), document)
        }
        FileDocument::Other(kind, document) => match sheet(&shelf, &document, &kind) {
            Ok((sheet, _)) => (GoldenContent::Sheet(sheet), document),
            Err(faults) => broken(format!("{faults:#?}")),
        },
        FileDocument::Unreadable(unparsed) => broken(format!("{:#?}", unparsed.faults)),
    };
    let expected = |(judged, document): (GoldenContent, Document)| {
        let index = document.index as usize;
        let first = if text.starts_with("---") { starts[index] } else { index.checked_sub(1).map_or(0, |i| starts[i]) };
        let end = starts.iter().find(|start| **start > first).copied().unwrap_or(u32::MAX);
        let own = comments.iter().filter(|(line, _)| (first..end).contains(line));
        let name = match &judged {
            GoldenContent::List(list, _) => &list.name,
            GoldenContent::Sheet(sheet) => &sheet.name,
        };
        GoldenList {
            file: file.clone(),
            template: template.clone(),
            name: name.clone().unwrap_or_default(),
            judged,
            document,
            expected: own.cloned().collect(),
        }
    };
    documents.into_iter().map(golden).map(expected).collect()
}

fn comments(file: &Path, text: &str) -> Vec<(u32, Expectation)> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, comment)) = line.split_once("# ") else { continue };
        for part in comment.split(';') {
            if Expectation::begins(part) {
                let expectation =
                    part.parse().unwrap_or_else(|_| panic!("{}:{number}: what does `{part}` expect?", file.display()));
                found.push((number, expectation));
            }
        }
    }
    found
}

impl GoldenList {
    /// The ruleset that the document names, with the nations that it needs.
    ///
    /// # Panics
    /// If there is no such ruleset: a broken test.
    #[must_use]
    pub fn named_ruleset(&self, rulesets: &Shelf) -> Ruleset {
        let found = rulesets.ruleset(self.ruleset_name(), &self.nations());
        found.unwrap_or_else(|fault| panic!("{}: {}", self.name, fault.message))
    }

    /// The ruleset that the document names.
    #[must_use]
    pub fn ruleset_name(&self) -> &RulesetName {
        match &self.judged {
            GoldenContent::List(list, _) => &list.ruleset,
            GoldenContent::Sheet(sheet) => &sheet.ruleset,
        }
    }

    /// The nations that the document names.
    #[must_use]
    pub fn nations(&self) -> Vec<&str> {
        match &self.judged {
            GoldenContent::List(list, _) => muster_library::shelf::nations(list),
            GoldenContent::Sheet(sheet) => sheet.nation.as_deref().into_iter().collect(),
        }
    }

    /// The ruleset's report on the document, with line numbers.
    #[must_use]
    pub fn report(&self, ruleset: &Ruleset) -> Report {
        let mut report = match &self.judged {
            GoldenContent::List(list, sheet) => muster_engine::judge(ruleset, list, sheet.as_ref()).into_report(),
            GoldenContent::Sheet(sheet) => muster_engine::check_sheet(ruleset, sheet),
        };
        place(&mut report, &self.document);
        report
    }

    /// The differences between the ruleset's report and the expectations; empty if there are none.
    #[must_use]
    pub fn differences(&self, ruleset: &Ruleset) -> String {
        let report = self.report(ruleset);
        let allowances = || match &self.judged {
            GoldenContent::List(list, _) => summary(ruleset, list).allowances,
            GoldenContent::Sheet(_) => Vec::new(),
        };
        let mut differences = String::new();
        let mut unmarked: Vec<&Finding> =
            report.findings.iter().filter(|finding| finding.severity != Severity::Note).collect();
        for (line, expected) in &self.expected {
            match expected {
                Expectation::Verdict(verdict) => {
                    if report.verdict != *verdict {
                        let _ = writeln!(differences, "  verdict: {:?}, not {verdict:?}", report.verdict);
                    }
                }
                Expectation::Grant(rule, amount) => {
                    let granted = allowances().iter().find(|allowance| allowance.rule == *rule).and_then(|a| a.amount);
                    if granted != Some(*amount) {
                        let _ = writeln!(differences, "  {rule} grants {granted:?}, not {amount}");
                    }
                }
                Expectation::Silence(rule) => {
                    if allowances().iter().any(|allowance| allowance.rule == *rule) {
                        let _ = writeln!(differences, "  {rule} grants something");
                    }
                    for Finding { line, message, .. } in
                        report.findings.iter().filter(|finding| finding.rule.as_str() == rule)
                    {
                        let _ = writeln!(differences, "  {rule} speaks in line {line:?}: {message}");
                    }
                }
                Expectation::Finding { severity, rule, numbers } => {
                    let fits = |finding: &Finding| finding.line == Some(*line) && expected.is_finding(finding);
                    if !report.findings.iter().any(fits) {
                        let _ = writeln!(differences, "  missing: {severity:?} {rule} in line {line}, {numbers:?}");
                    }
                    if let Some(position) = unmarked.iter().position(|finding| fits(finding)) {
                        unmarked.remove(position);
                    }
                }
            }
        }
        if !self.expected.iter().any(|(_, expected)| matches!(expected, Expectation::Verdict(_))) {
            differences.push_str("  no verdict is expected\n");
        }
        for finding in unmarked {
            let Finding { severity, rule, line, message, .. } = finding;
            let _ = writeln!(differences, "  unexpected: {severity:?} {rule} in line {line:?}: {message}");
        }
        differences
    }
}
