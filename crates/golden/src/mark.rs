//! Writes into a list what it is found to be.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use muster_engine::report::Severity;
use muster_library::expectation::Expectation;
use muster_library::shelf::Shelf;

use crate::list::{Difference, read};

/// The text of a file of lists with a comment at each line about which something is found: the verdict at the name, and every
/// finding that is no note. The lists must have names.
///
/// # Errors
/// A list cannot be read, or names a ruleset that is not at hand.
pub fn mark(shelf: &Shelf, text: &str) -> Result<String, Difference> {
    let mut marks: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for list in read(shelf, Path::new(""), text)? {
        let ruleset = list.named_ruleset(shelf).map_err(|fault| Difference { line: None, says: fault.message })?;
        let report = list.report(&ruleset);
        let name = list.document.place("/name").map(|place| place.line);
        let verdict = Expectation::Verdict(report.verdict);
        marks.entry(name.unwrap_or(1)).or_default().push(verdict.to_string());
        for found in report.findings.iter().filter(|found| found.severity != Severity::Note) {
            let rule = found.rule.to_string();
            let expected = Expectation::Finding { severity: found.severity, rule, numbers: None };
            marks.entry(found.line.unwrap_or(1)).or_default().push(expected.to_string());
        }
    }
    let mut marked = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        let _ = match marks.get(&number) {
            Some(marks) => writeln!(marked, "{line}  # {}", marks.join("; ")),
            None => writeln!(marked, "{line}"),
        };
    }
    Ok(marked)
}
