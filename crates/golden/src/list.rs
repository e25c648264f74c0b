//! A golden list: a document of a file, and the findings that its comments expect.

use std::fmt;
use std::path::{Path, PathBuf};

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Report, Severity};
use muster_engine::sheet::Sheet;
use muster_engine::summary::summary;
use muster_library::document::Document;
use muster_library::expectation::Expectation;
use muster_library::fault::FileFault;
use muster_library::judge::place;
use muster_library::lists::{FileDocument, lists};
use muster_library::sheets::{pointed_at, sheet};
use muster_library::shelf::Shelf;
use schemars::JsonSchema;
use serde::Serialize;

/// A golden list: one document of a file, and the expected findings.
#[derive(Clone, Debug)]
pub struct GoldenList {
    /// The file.
    pub file: PathBuf,
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

/// Reads the golden lists of a file. `path` says where it lies, so that sheets beside it are found. Documents that are neither
/// lists nor sheets are passed over.
///
/// # Errors
/// A document cannot be read, or a comment begins like an expectation and is none.
pub fn read(shelf: &Shelf, path: &Path, text: &str) -> Result<Vec<GoldenList>, Difference> {
    let comments = comments(text)?;
    // A document begins at the line after its `---`.
    let starts: Vec<u32> =
        (1..).zip(text.lines()).filter(|(_, line)| *line == "---").map(|(number, _)| number).collect();
    let mut golden = Vec::new();
    for entry in lists(text.as_bytes()) {
        let (judged, document) = match entry {
            FileDocument::List(list, document) => {
                let sheet = of_list(shelf, path, &list).map_err(|fault| told(&fault))?;
                (GoldenContent::List(list, sheet), document)
            }
            FileDocument::Other(kind, document) => match sheet(shelf, &document, &kind) {
                Ok((sheet, _)) => (GoldenContent::Sheet(sheet), document),
                Err(_) if comments.is_empty() => continue,
                Err(faults) => return Err(faults.first().map(told).unwrap_or_default()),
            },
            FileDocument::Unreadable(unread) => return Err(unread.faults.first().map(told).unwrap_or_default()),
        };
        let index = document.index as usize;
        let start = |index: usize| starts.get(index).copied().unwrap_or(0);
        let first = if text.starts_with("---") { start(index) } else { index.checked_sub(1).map_or(0, start) };
        let end = starts.iter().find(|start| **start > first).copied().unwrap_or(u32::MAX);
        let own = comments.iter().filter(|(line, _)| (first..end).contains(line));
        let name = match &judged {
            GoldenContent::List(list, _) => &list.name,
            GoldenContent::Sheet(sheet) => &sheet.name,
        };
        let name = name.clone().unwrap_or_default();
        golden.push(GoldenList { file: path.to_owned(), name, judged, document, expected: own.cloned().collect() });
    }
    Ok(golden)
}

/// The sheet to which a list refers.
fn of_list(shelf: &Shelf, path: &Path, list: &ArmyList) -> Result<Option<Sheet>, FileFault> {
    let Some(pick) = &list.sheet else { return Ok(None) };
    let ruleset = shelf.ruleset_for(list)?;
    pointed_at(shelf, pick, &ruleset, shelf.place(path.parent().unwrap_or(path))).map(Some)
}

fn told(fault: &FileFault) -> Difference {
    Difference { line: fault.place.map(|place| place.line), says: fault.message.clone() }
}

fn comments(text: &str) -> Result<Vec<(u32, Expectation)>, Difference> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, comment)) = line.split_once("# ") else { continue };
        for part in comment.split(';').filter(|part| Expectation::begins(part)) {
            let wrong = |error| Difference { line: Some(number), says: format!("`{}`: {error}", part.trim()) };
            found.push((number, part.parse().map_err(wrong)?));
        }
    }
    Ok(found)
}

impl GoldenList {
    /// The ruleset that the document names, with the nations that it needs, under the overlays that are in use for it.
    ///
    /// # Errors
    /// There is no such ruleset or overlay.
    pub fn named_ruleset(&self, rulesets: &Shelf) -> Result<Ruleset, FileFault> {
        match &self.judged {
            GoldenContent::List(list, _) => {
                rulesets.ruleset_beside(list, self.file.parent().map(|folder| rulesets.place(folder)))
            }
            GoldenContent::Sheet(_) => rulesets.ruleset(self.ruleset_name(), &self.nations()),
        }
    }

    /// The same with the units of all nations.
    ///
    /// # Errors
    /// There is no such ruleset or overlay.
    pub fn whole_ruleset(&self, rulesets: &Shelf) -> Result<Ruleset, FileFault> {
        let overlays = match &self.judged {
            GoldenContent::List(list, _) => list.overlays.clone(),
            GoldenContent::Sheet(_) => Vec::new(),
        };
        let list = ArmyList { ruleset: self.ruleset_name().clone(), overlays, ..ArmyList::default() };
        rulesets.ruleset_beside(&list, self.file.parent().map(|folder| rulesets.place(folder)))
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
    pub fn differences(&self, ruleset: &Ruleset) -> Vec<Difference> {
        let report = self.report(ruleset);
        let allowances = || match &self.judged {
            GoldenContent::List(list, _) => summary(ruleset, list).allowances,
            GoldenContent::Sheet(_) => Vec::new(),
        };
        let mut differences = Vec::new();
        let mut differ = |line: Option<u32>, says: String| differences.push(Difference { line, says });
        let mut unmarked: Vec<&Finding> =
            report.findings.iter().filter(|finding| finding.severity != Severity::Note).collect();
        for (line, expected) in &self.expected {
            match expected {
                Expectation::Verdict(verdict) => {
                    if report.verdict != *verdict {
                        let is = Expectation::Verdict(report.verdict);
                        differ(Some(*line), format!("expected `{expected}`, and it is `{is}`"));
                    }
                }
                Expectation::Grant(rule, amount) => {
                    let granted = allowances().iter().find(|allowance| allowance.rule == *rule).and_then(|a| a.amount);
                    if granted != Some(*amount) {
                        let granted = granted.map_or_else(|| "nothing".to_owned(), |amount| amount.to_string());
                        differ(Some(*line), format!("expected `{expected}`, and it grants {granted}"));
                    }
                }
                Expectation::Silence(rule) => {
                    if allowances().iter().any(|allowance| allowance.rule == *rule) {
                        differ(Some(*line), format!("expected `{expected}`, and it grants something"));
                    }
                    for found in report.findings.iter().filter(|finding| finding.rule.as_str() == rule) {
                        differ(found.line, format!("expected `{expected}`, and it finds: {}", found.message));
                    }
                }
                Expectation::Finding { .. } => {
                    let fits = |finding: &Finding| finding.line == Some(*line) && expected.is_finding(finding);
                    if !report.findings.iter().any(fits) {
                        differ(Some(*line), format!("expected `{expected}`, and there is no such finding"));
                    }
                    if let Some(position) = unmarked.iter().position(|finding| fits(finding)) {
                        unmarked.remove(position);
                    }
                }
            }
        }
        if !self.expected.iter().any(|(_, expected)| matches!(expected, Expectation::Verdict(_))) {
            differ(None, "no comment says which verdict is expected".to_owned());
        }
        for finding in unmarked {
            let is = Expectation::Finding { severity: finding.severity, rule: finding.rule.to_string(), numbers: None };
            differ(finding.line, format!("no comment expects `{is}`: {}", finding.message));
        }
        differences
    }
}

/// A difference between a report and what comments expect, or why a file cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Difference {
    /// The line in the file, from 1; none if no line is to blame.
    pub line: Option<u32>,
    /// What differs, without a full stop.
    pub says: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "line {line}: {}", self.says),
            None => formatter.write_str(&self.says),
        }
    }
}
