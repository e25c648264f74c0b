//! A case as a golden list: the list, with comments that say what must be found at which line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use muster_engine::list::ArmyList;
use muster_engine::plain::plain;
use muster_engine::report::{Finding, Report, Severity, Verdict};
use muster_exchange::yaml;
use muster_library::case::shelf_of;
use muster_library::case_file::CaseFile;
use muster_library::expectation::Expectation;
use muster_library::judge::judge_list;
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;

use crate::outcome::CommandComplaint;
use crate::terminal::inform;

/// A golden list has a name of at most so many letters.
const NAME: usize = 80;

/// The expectations of each line, counted from 1.
type LineExpectations = BTreeMap<u32, Vec<Expectation>>;

/// The list of a case with what was expected of it, and everything else that is found now.
pub(super) fn golden(shelf: &Shelf, case: &CaseFile) -> Result<String, CommandComplaint> {
    let shelf = shelf_of(shelf, case).map_err(CommandComplaint::from)?;
    let list = ArmyList { name: Some(name(case)), ..case.list.clone() };
    let text = yaml::to_string(&list)
        .map_err(|error| CommandComplaint::new(format!("the list cannot be written: {error}")))?;
    let entries = lists(text.as_bytes());
    let [FileDocument::List(list, document)] = entries.as_slice() else {
        return Err(CommandComplaint::new("the list cannot be read as it is written").help("please report it"));
    };
    let report = judge_list(&shelf, "", None, list, Some(document));
    if report.verdict == Verdict::Unreadable {
        let why = report.findings.first().map(|finding| finding.message.clone()).unwrap_or_default();
        return Err(CommandComplaint::new(format!("the list cannot be judged: {why}")));
    }
    let named = (1..).zip(text.lines()).find(|(_, line)| line.starts_with("name: ")).map_or(1, |(number, _)| number);
    let lines = wanted(case, &report, named);
    let mut golden = head(case, &lines);
    let headed = golden.lines().count();
    for (number, line) in (1..).zip(text.lines()) {
        golden.push_str(line);
        if let Some(expected) = lines.get(&number) {
            let told: Vec<String> = expected.iter().map(ToString::to_string).collect();
            let _ = write!(golden, "  # {}", told.join("; "));
        }
        golden.push('\n');
    }
    let below = u32::try_from(headed).unwrap_or(u32::MAX);
    let moved: LineExpectations = lines.into_iter().map(|(number, expected)| (number + below, expected)).collect();
    if stated(&golden) != moved {
        let message = "a name in the list reads like a comment that expects something";
        return Err(CommandComplaint::new(message).help("rename it, and report the list again"));
    }
    if !case.event.is_empty() || !case.overlays.is_empty() || !case.units.is_empty() {
        inform("the list is judged under overlays or with units that the case holds; a golden list does not hold them");
    }
    Ok(golden)
}

/// What the golden list is called: what was expected, and by which page.
fn name(case: &CaseFile) -> String {
    let expected: Vec<String> =
        case.expected.iter().map(|one| one.to_string().trim_start_matches("verdict: ").replace(": ", " ")).collect();
    let page = case.page.as_ref().map(|page| format!(", page {}", plain(page))).unwrap_or_default();
    let name = format!("{}{page}", expected.join(", "));
    name.replace(['#', ';'], " ").chars().take(NAME).collect()
}

/// Comments for people.
fn head(case: &CaseFile, lines: &LineExpectations) -> String {
    let ruleset = case.told.ruleset.as_ref().map(|ruleset| format!(" by {} {}", ruleset.id, ruleset.version));
    let told = Expectation::Verdict(case.told.verdict).to_string().replace("verdict: ", "");
    let mut head =
        format!("# A case that Muster {} told {told}{}.\n", plain(&case.program), ruleset.unwrap_or_default());
    let mut say = |text: &str| {
        let _ = writeln!(head, "# {}", text.replace(';', ","));
    };
    if let Some(why) = &case.why {
        say(&format!("It was expected because of this, in the words of the person: {}", plain(why)));
    }
    let has = |severity: Severity| {
        let is =
            |expected: &Expectation| matches!(expected, Expectation::Finding { severity: one, .. } if *one == severity);
        lines.values().flatten().any(is)
    };
    let verdict = lines.values().flatten().find_map(|one| match one {
        Expectation::Verdict(verdict) => Some(*verdict),
        _ => None,
    });
    match verdict {
        Some(Verdict::Illegal) if !has(Severity::Error) => say("State the rule that it breaks, at its line."),
        Some(Verdict::Undetermined) if !has(Severity::Undetermined) => say("State what is undetermined, at its line."),
        _ => {}
    }
    head
}

/// What must be found at which line: what is found now, changed by what was expected. `named` is the line of the list's name.
fn wanted(case: &CaseFile, report: &Report, named: u32) -> LineExpectations {
    let about = case.about.as_ref();
    let stated = case.expected.iter().find_map(|expected| match expected {
        Expectation::Verdict(verdict) => Some(*verdict),
        _ => None,
    });
    let is_out = |severity: Severity| match stated {
        Some(Verdict::Legal) => matches!(severity, Severity::Error | Severity::Undetermined),
        Some(Verdict::Undetermined) => severity == Severity::Error,
        _ => false,
    };
    let is_silenced = |finding: &Finding| {
        case.expected.iter().any(|expected| match (expected, about) {
            (Expectation::Silence(rule), Some(about)) if about.rule == *rule => about.is(finding),
            (Expectation::Silence(rule), _) => finding.rule.as_str() == rule,
            _ => false,
        })
    };
    let marked =
        |finding: &&Finding| finding.severity != Severity::Note && !is_out(finding.severity) && !is_silenced(finding);
    let mut found: Vec<(u32, Expectation)> = report
        .findings
        .iter()
        .filter(marked)
        .map(|finding| {
            let rule = finding.rule.to_string();
            let bounds = finding.measured.and_then(|measured| {
                let max = finding.max.filter(|max| measured > *max);
                max.or(finding.min.filter(|min| measured < *min)).map(|bound| (measured, bound))
            });
            let expected = Expectation::Finding { severity: finding.severity, rule, numbers: bounds };
            (finding.line.unwrap_or(named), expected)
        })
        .collect();
    for expected in &case.expected {
        let Expectation::Finding { rule, .. } = expected else { continue };
        if report.findings.iter().any(|finding| expected.is_finding(finding) && marked(&finding)) {
            continue;
        }
        let is_of_rule = |(_, one): &&mut (u32, Expectation)| matches!(one, Expectation::Finding { rule: other, .. } if other == rule);
        let at = report.findings.iter().find(|finding| finding.rule.as_str() == rule).and_then(|finding| finding.line);
        match found.iter_mut().find(is_of_rule) {
            Some((_, one)) => *one = expected.clone(),
            None => found.push((at.unwrap_or(named), expected.clone())),
        }
    }
    let of = |severity: Severity| {
        found.iter().any(|(_, one)| matches!(one, Expectation::Finding { severity: one, .. } if *one == severity))
    };
    let verdict = stated.unwrap_or_else(|| match (of(Severity::Error), of(Severity::Undetermined)) {
        (true, _) => Verdict::Illegal,
        (_, true) => Verdict::Undetermined,
        _ => Verdict::Legal,
    });
    let mut lines = LineExpectations::from([(named, vec![Expectation::Verdict(verdict)])]);
    for expected in &case.expected {
        let Expectation::Silence(rule) = expected else { continue };
        // Other findings of the rule may be right.
        if report.findings.iter().all(|finding| finding.rule.as_str() != rule || is_silenced(finding)) {
            lines.entry(named).or_default().push(expected.clone());
        }
    }
    for (line, expected) in found {
        lines.entry(line).or_default().push(expected);
    }
    lines
}

/// What the comments of a golden list expect.
fn stated(golden: &str) -> LineExpectations {
    let mut lines = LineExpectations::new();
    for (number, line) in (1..).zip(golden.lines()) {
        let comment = line.split_once("# ").map(|(_, comment)| comment).unwrap_or_default();
        let parts = comment.split(';').filter(|part| Expectation::begins(part));
        let expected: Vec<Expectation> = parts.filter_map(|part| part.parse().ok()).collect();
        if !expected.is_empty() {
            lines.insert(number, expected);
        }
    }
    lines
}
