//! How far rules are broken.

use std::collections::HashSet;

use muster_engine::report::Finding;

/// Whether a finding is gone, and no rule is broken more than before.
pub(crate) fn is_only_better(before: &[Finding], after: &[Finding], finding: &Finding) -> bool {
    let rule = finding.rule.as_str();
    let is_gone = excess_of(after, rule) < excess_of(before, rule) && count_of(after, rule) < count_of(before, rule);
    is_gone && is_no_worse(before, after)
}

/// Whether no rule is broken more than before.
pub(crate) fn is_no_worse(before: &[Finding], after: &[Finding]) -> bool {
    let rules: HashSet<&str> = after.iter().map(|finding| finding.rule.as_str()).collect();
    rules.into_iter().all(|rule| excess_of(after, rule) <= excess_of(before, rule))
}

/// How many findings of a rule there are.
pub(crate) fn count_of(findings: &[Finding], rule: &str) -> usize {
    findings.iter().filter(|finding| finding.rule.as_str() == rule).count()
}

/// How far a rule is broken: 1 for each finding, and the amounts beyond its limits.
pub(crate) fn excess_of(findings: &[Finding], rule: &str) -> u64 {
    let of_rule = findings.iter().filter(|finding| finding.rule.as_str() == rule);
    of_rule.fold(0, |sum, finding| sum.saturating_add(1).saturating_add(excess(finding)))
}

/// The amount beyond a limit; 0 if the finding has no numbers.
pub(crate) fn excess(finding: &Finding) -> u64 {
    let Some(measured) = finding.measured else { return 0 };
    let below = finding.min.filter(|min| measured < *min).map_or(0, |min| min.abs_diff(measured));
    let above = finding.max.filter(|max| measured > *max).map_or(0, |max| measured.abs_diff(max));
    below.max(above)
}
