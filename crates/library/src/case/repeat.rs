//! Judges a case again, and says what has become of it.

use std::collections::BTreeSet;

use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::report::{Report, Severity, UsedRuleset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::judging::{judged, shelf_of, why_unjudged};
use crate::case_file::{BriefFinding, CaseFile, CaseFinding, CaseVerdict};
use crate::expectation::Expectation;
use crate::shelf::Shelf;

/// What has become of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "State")]
#[serde(rename_all = "kebab-case")]
pub enum CaseState {
    /// The list is told what the case was told.
    AsTold,
    /// The list is told something else.
    NoLongerSo,
    /// Nobody can tell, because what judged the list then is not at hand.
    NotRepeatable,
}

/// A case that was judged again.
#[derive(Clone, Debug)]
pub struct RepeatedCase {
    /// What has become of it.
    pub state: CaseState,
    /// Why, in sentences; the first says what judged it now.
    pub why: Vec<String>,
    /// What differs, as a list of short lines. Empty if nothing does.
    pub differences: Vec<String>,
    /// Each expectation, and whether it holds now. Empty if the list could not be judged.
    pub expected: Vec<(Expectation, bool)>,
    /// The report of today; none if the list could not be judged.
    pub now: Option<Report>,
}

impl RepeatedCase {
    /// Whether everything holds that was expected. None if the list could not be judged.
    #[must_use]
    pub fn is_as_expected(&self) -> Option<bool> {
        let is_judged = self.now.is_some() && self.state != CaseState::NotRepeatable;
        is_judged.then(|| self.expected.iter().all(|(_, holds)| *holds))
    }

    fn unjudged(why: String) -> Self {
        Self {
            state: CaseState::NotRepeatable,
            why: vec![why],
            differences: Vec::new(),
            expected: Vec::new(),
            now: None,
        }
    }
}

/// Whether a report says what is expected. `about` narrows `no: RULE` to the finding that is wrong.
#[must_use]
pub fn expects(expectation: &Expectation, about: Option<&CaseFinding>, report: &Report) -> bool {
    match (expectation, about) {
        (Expectation::Silence(rule), Some(about)) if about.rule == *rule => {
            !report.findings.iter().any(|finding| about.is(finding))
        }
        _ => expectation.holds(report).unwrap_or(false),
    }
}

/// Judges the list of a case again, by the rules at hand and by those of the case. `program` is the version of this program.
#[must_use]
pub fn repeat(shelf: &Shelf, case: &CaseFile, program: &str) -> RepeatedCase {
    let shelf = match shelf_of(shelf, case) {
        Ok(shelf) => shelf,
        Err(fault) => return RepeatedCase::unjudged(fault.message),
    };
    let report = judged(&shelf, case);
    let Some(now) = &report.ruleset else {
        if CaseVerdict::from(&report) == case.told {
            let why = vec![why_unjudged(&report)];
            return RepeatedCase { state: CaseState::AsTold, ..of(case, report, why, Vec::new()) };
        }
        return RepeatedCase::unjudged(why_unjudged(&report));
    };
    let told = &case.told;
    let differences = differences(told, &CaseVerdict::from(&report));
    let by = format!("judged by {}", named(now));
    let Some(then) = &told.ruleset else {
        let why = vec![format!("{by}; no ruleset was at hand when it was told")];
        return RepeatedCase { state: CaseState::NoLongerSo, ..of(case, report, why, differences) };
    };
    let is_same = differences.is_empty();
    if now.digest == then.digest {
        let why = if is_same {
            format!("{by}, the rules by which it was told")
        } else {
            format!(
                "{by}, the rules by which it was told: Muster {program} judges by them in another way than Muster {} did",
                case.program
            )
        };
        let state = if is_same { CaseState::AsTold } else { CaseState::NoLongerSo };
        return RepeatedCase { state, ..of(case, report, vec![why], differences) };
    }
    // The rules of then are in the program if they were published.
    let old = by_version(&shelf, case, then).filter(|old| is_by(old, then));
    let (state, told) = match (is_same, &old) {
        (true, _) => (CaseState::AsTold, format!("it was told by {}", named(then))),
        (false, None) => {
            let message = format!("the rules by which it was told are not at hand: {}, {}", named(then), then.digest);
            (CaseState::NotRepeatable, message)
        }
        (false, Some(old)) if self::differences(told, &CaseVerdict::from(old)).is_empty() => {
            (CaseState::NoLongerSo, format!("the rules changed: by {} it is still as told", named(then)))
        }
        (false, Some(_)) => {
            let message = format!(
                "it was told by {}: Muster {program} judges by these rules, too, in another way than Muster {} did",
                named(then),
                case.program
            );
            (CaseState::NoLongerSo, message)
        }
    };
    RepeatedCase { state, ..of(case, report, vec![by, told], differences) }
}

fn of(case: &CaseFile, now: Report, why: Vec<String>, differences: Vec<String>) -> RepeatedCase {
    let holds = |expectation: &Expectation| (expectation.clone(), expects(expectation, case.about.as_ref(), &now));
    let expected = case.expected.iter().map(holds).collect();
    RepeatedCase { state: CaseState::AsTold, why, differences, expected, now: Some(now) }
}

/// The report by a version of the ruleset. None if it is not at hand.
fn by_version(shelf: &Shelf, case: &CaseFile, then: &UsedRuleset) -> Option<Report> {
    let id = case.list.ruleset.id().to_owned();
    let ruleset = RulesetName::Versioned { id, version: Some(format!("={}", then.version)) };
    let pinned = CaseFile { list: ArmyList { ruleset, ..case.list.clone() }, ..case.clone() };
    Some(judged(shelf, &pinned)).filter(|report| report.ruleset.is_some())
}

fn is_by(report: &Report, then: &UsedRuleset) -> bool {
    report.ruleset.as_ref().is_some_and(|ruleset| ruleset.digest == then.digest)
}

fn named(ruleset: &UsedRuleset) -> String {
    format!("{} {}", ruleset.id, ruleset.version)
}

/// What differs between two verdicts, in short lines. Notes decide nothing.
pub(super) fn differences(told: &CaseVerdict, now: &CaseVerdict) -> Vec<String> {
    let mut lines = Vec::new();
    if told.verdict != now.verdict {
        let of = |told: &CaseVerdict| Expectation::Verdict(told.verdict).to_string();
        lines.push(format!("{}, now {}", of(told), of(now).trim_start_matches("verdict: ")));
    }
    if told.points != now.points {
        let of = |told: &CaseVerdict| told.points.map_or_else(|| "unknown".to_owned(), |points| points.to_string());
        lines.push(format!("points: {}, now {}", of(told), of(now)));
    }
    let deciding = |told: &CaseVerdict| -> BTreeSet<BriefFinding> {
        told.findings.iter().filter(|finding| finding.severity != Severity::Note).cloned().collect()
    };
    let (then, now) = (deciding(told), deciding(now));
    lines.extend(then.difference(&now).map(|finding| format!("gone: {}", line(finding))));
    lines.extend(now.difference(&then).map(|finding| format!("new: {}", line(finding))));
    lines
}

/// A finding in a line: its severity, rule, numbers and place.
fn line(finding: &BriefFinding) -> String {
    let BriefFinding { severity, rule, at, measured, min, max } = finding;
    let numbers = measured.and_then(|measured| {
        let bounds = [max.filter(|max| measured > *max), min.filter(|min| measured < *min)];
        bounds.into_iter().flatten().next().map(|bound| (measured, bound))
    });
    let expectation = Expectation::Finding { severity: *severity, rule: rule.clone(), numbers };
    let at = at.first().map(|at| format!(" at {at}")).unwrap_or_default();
    format!("{expectation}{at}")
}
