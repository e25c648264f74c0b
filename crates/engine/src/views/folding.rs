//! Puts the findings of a report in the order in which people read them. Something unknown, such as a unit or a price,
//! leaves many rules undecided. The findings on these rules are folded into one line, right after the findings that say
//! what is unknown.

use crate::shapes::report::{Finding, Severity, Verdict};
use crate::text::plural::count;

/// One line of what people read.
#[derive(Clone, Debug, PartialEq)]
pub enum ShownFinding<'f> {
    /// A finding by itself.
    Finding(&'f Finding),
    /// Findings that wait for something unknown. The lines before this one name it.
    Waiting(Vec<&'f Finding>),
}

/// Puts the findings of one report in the order in which they are shown:
///
/// 1. errors
/// 2. findings that say what is unknown, then other findings that cannot be decided
/// 3. one line for all findings that wait for those
/// 4. warnings and notes
///
/// One unknown unit may leave a dozen rules undecided. A dozen findings would hide the one that the player can act on.
#[must_use]
pub fn told(findings: &[Finding]) -> Vec<ShownFinding<'_>> {
    let (open, others): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| finding.severity == Severity::Undetermined);
    let (waiting, open): (Vec<&Finding>, Vec<&Finding>) = open.into_iter().partition(|found| found.waits);
    let (unknown, open): (Vec<&Finding>, Vec<&Finding>) = open.into_iter().partition(|found| found.source.is_none());
    let (graver, rest): (Vec<&Finding>, Vec<&Finding>) =
        others.into_iter().partition(|found| found.severity == Severity::Error);
    let mut told: Vec<ShownFinding> =
        graver.into_iter().chain(unknown).chain(open).map(ShownFinding::Finding).collect();
    if !waiting.is_empty() {
        told.push(ShownFinding::Waiting(waiting));
    }
    told.extend(rest.into_iter().map(ShownFinding::Finding));
    told
}

/// The findings by which a list has its verdict, in the order in which they are shown. Leaves out those that only wait for
/// something unknown. A legal list has none.
#[must_use]
pub fn deciding(verdict: Verdict, findings: &[Finding]) -> Vec<&Finding> {
    let severity = match verdict {
        Verdict::Unreadable | Verdict::Illegal => Severity::Error,
        Verdict::Undetermined => Severity::Undetermined,
        Verdict::Legal => return Vec::new(),
    };
    let shown = told(findings).into_iter().filter_map(|told| match told {
        ShownFinding::Finding(finding) => Some(finding),
        ShownFinding::Waiting(_) => None,
    });
    shown.filter(|finding| finding.severity == severity).collect()
}

/// The sentence for findings that wait for something unknown: `13 rules cannot be decided until this is known`.
#[must_use]
pub fn waiting(findings: &[&Finding]) -> String {
    let number = rules(findings).len();
    format!("{} cannot be decided until this is known", count(u32::try_from(number).unwrap_or(u32::MAX), "rule"))
}

/// The ids of the rules that findings are about, in the order of the findings. Neighbours with the same id count once.
#[must_use]
pub fn rules<'f>(findings: &[&'f Finding]) -> Vec<&'f str> {
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule.as_str()).collect();
    rules.dedup();
    rules
}

#[cfg(test)]
mod tests {
    use super::{ShownFinding, told, waiting};
    use crate::shapes::report::{Finding, FindingId, Severity, SourceInfo};
    use crate::shapes::waiting::mark_waiting;

    fn finding(rule: &str, severity: Severity, at: &str) -> Finding {
        let source =
            (!rule.starts_with("unknown")).then(|| SourceInfo { title: "Book".to_owned(), page: "1".to_owned() });
        Finding {
            rule: FindingId::Rule(rule.to_owned()),
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
            waits: false,
        }
    }

    fn lines(findings: &[Finding]) -> Vec<String> {
        let line = |told: ShownFinding| match told {
            ShownFinding::Finding(finding) => finding.rule.to_string(),
            ShownFinding::Waiting(findings) => waiting(&findings),
        };
        let mut findings = findings.to_vec();
        mark_waiting(&mut findings);
        told(&findings).into_iter().map(line).collect()
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
        let told = ["broken", "unknown-unit", "other", "2 rules cannot be decided until this is known", "odd"];
        assert_eq!(lines(&findings), told);
    }

    #[test]
    fn what_is_above_or_below_something_unknown_waits_for_it() {
        use Severity::Undetermined;
        let unknown = finding("unknown-unit", Undetermined, "/groups/1/squadrons/2/unit");
        let waits = |at: &str| lines(&[finding("cap", Undetermined, at), unknown.clone()])[1] != "cap";
        for at in [
            "",
            "/groups",
            "/groups/1",
            "/groups/1/squadrons/2",
            "/groups/1/squadrons/2/unit",
            "/groups/1/squadrons/2/unit/x",
        ] {
            assert!(waits(at), "{at}");
        }
        for at in ["/groups/10", "/groups/1/squadrons/20", "/groups/1/squadrons/2/models", "/squadrons/1"] {
            assert!(!waits(at), "{at}");
        }
    }

    #[test]
    fn without_anything_unknown_nothing_is_folded() {
        let findings = [finding("cap", Severity::Undetermined, "/squadrons/2")];
        assert_eq!(lines(&findings), ["cap"]);
    }

    #[test]
    fn everything_undecided_waits_for_the_nation() {
        let findings = [
            finding("unknown-nation", Severity::Undetermined, "/nation"),
            finding("size", Severity::Undetermined, "/groups/0/squadrons/1"),
            finding("odd", Severity::Warning, "/groups/0"),
        ];
        assert_eq!(lines(&findings), ["unknown-nation", "1 rule cannot be decided until this is known", "odd"]);
    }
}
