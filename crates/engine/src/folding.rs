//! The findings of a report in the order in which people read them. Findings that only wait for something unknown, such as
//! a unit or a price, are put together in one line behind it.

use crate::shapes::report::{Finding, Severity};
use crate::text::plural::count;

/// A line of the findings on one list, as people read them.
#[derive(Clone, Debug, PartialEq)]
pub enum Told<'f> {
    /// A finding by itself.
    Finding(&'f Finding),
    /// Findings that can be decided once something unknown, told before, is known.
    Waiting(Vec<&'f Finding>),
}

/// Puts the findings of one report in the order in which they are told: errors, then what is unknown, then what waits for
/// it in one line, then the rest.
///
/// One unknown unit leaves a dozen rules undecided, and a dozen findings would hide the one that can be mended.
#[must_use]
pub fn told(findings: &[Finding]) -> Vec<Told<'_>> {
    let is_unknown = |finding: &&Finding| finding.severity == Severity::Undetermined && finding.source.is_none();
    let unknown: Vec<&Finding> = findings.iter().filter(is_unknown).collect();
    let waits = |finding: &Finding| {
        finding.severity == Severity::Undetermined
            && finding.source.is_some()
            && unknown.iter().any(|unknown| waits_for(finding, unknown))
    };
    let waiting: Vec<&Finding> = findings.iter().filter(|finding| waits(finding)).collect();
    let graver = findings.iter().filter(|finding| finding.severity < Severity::Undetermined);
    let mut told: Vec<Told> = graver.chain(unknown.iter().copied()).map(Told::Finding).collect();
    if !waiting.is_empty() {
        told.push(Told::Waiting(waiting));
    }
    let rest = findings.iter().filter(|finding| {
        finding.severity > Severity::Undetermined
            || finding.severity == Severity::Undetermined && !is_unknown(finding) && !waits(finding)
    });
    told.extend(rest.map(Told::Finding));
    told
}

/// What is said of findings that wait for something unknown: `13 rules cannot be decided until this is known`.
#[must_use]
pub fn waiting(findings: &[&Finding]) -> String {
    let number = rules(findings).len();
    format!("{} cannot be decided until this is known", count(u32::try_from(number).unwrap_or(u32::MAX), "rule"))
}

/// The ids of the rules that findings are about, each once, in their order.
#[must_use]
pub fn rules<'f>(findings: &[&'f Finding]) -> Vec<&'f str> {
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule.as_str()).collect();
    rules.dedup();
    rules
}

/// Whether a finding is about the place of something unknown, or about the list as a whole.
fn waits_for(finding: &Finding, unknown: &Finding) -> bool {
    let near = |one: &str, other: &str| {
        let within = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        within(one, other) || within(other, one)
    };
    let is_of_all = |at: &str| !at.bytes().any(|byte| byte.is_ascii_digit());
    finding.at.iter().any(|at| is_of_all(at) || unknown.at.iter().any(|place| near(at, place)))
}

#[cfg(test)]
mod tests {
    use super::{Told, told, waiting};
    use crate::shapes::report::{Finding, Severity, Source};

    fn finding(rule: &str, severity: Severity, at: &str) -> Finding {
        let source = (!rule.starts_with("unknown")).then(|| Source { title: "Book".to_owned(), page: "1".to_owned() });
        Finding {
            rule: rule.to_owned(),
            severity,
            message: String::new(),
            at: vec![at.to_owned()],
            line: None,
            column: None,
            measured: None,
            min: None,
            max: None,
            source,
            origin: None,
            help: None,
        }
    }

    fn lines(findings: &[Finding]) -> Vec<String> {
        let line = |told: Told| match told {
            Told::Finding(finding) => finding.rule.clone(),
            Told::Waiting(findings) => waiting(&findings),
        };
        told(findings).into_iter().map(line).collect()
    }

    #[test]
    fn what_waits_for_something_unknown_is_told_behind_it() {
        use Severity::{Error, Undetermined, Warning};
        let findings = [
            finding("broken", Error, "/squadrons/0"),
            finding("cap", Undetermined, "/squadrons/2"),
            finding("other", Undetermined, "/squadrons/20"),
            finding("total", Undetermined, "/mfv"),
            finding("unknown-unit", Undetermined, "/squadrons/2/unit"),
            finding("odd", Warning, "/squadrons/1"),
        ];
        let told = ["broken", "unknown-unit", "2 rules cannot be decided until this is known", "other", "odd"];
        assert_eq!(lines(&findings), told);
    }

    #[test]
    fn without_anything_unknown_nothing_is_folded() {
        let findings = [finding("cap", Severity::Undetermined, "/squadrons/2")];
        assert_eq!(lines(&findings), ["cap"]);
    }
}
