//! Says how far rules are broken, and what a change makes worse.
//!
//! [`worse`] compares place by place. It is for changes that add something and move nothing. [`is_no_worse`] compares rule by
//! rule. It is for changes that move squadrons or take them away.

use std::collections::{HashMap, HashSet};

use muster_engine::report::Finding;

/// The errors in `after` that are new, or worse than in `before`. Everything at `added` (a JSON pointer) is new.
///
/// Two errors are the same if they have the same rule, the same side of the limit and the same places outside of
/// `added`. If there are several of the same, the gravest before is compared with the gravest after.
#[must_use]
pub fn worse<'f>(before: &'f [Finding], after: &'f [Finding], added: &str) -> Vec<&'f Finding> {
    let mut known: HashMap<ErrorSubject, Vec<u64>> = HashMap::new();
    for finding in before {
        known.entry(subject(finding, added)).or_default().push(excess(finding));
    }
    for excesses in known.values_mut() {
        excesses.sort_unstable();
    }
    let mut now: HashMap<ErrorSubject, Vec<&Finding>> = HashMap::new();
    for finding in after {
        now.entry(subject(finding, added)).or_default().push(finding);
    }
    let mut found: Vec<&Finding> = Vec::new();
    for (subject, mut findings) in now {
        findings.sort_by_key(|finding| std::cmp::Reverse(excess(finding)));
        let mut excesses = known.remove(&subject).unwrap_or_default();
        let is_worse = |finding: &&Finding| {
            excesses.pop().is_none_or(|had| excess(finding) > had) || joins_unmeasured(finding, added)
        };
        found.extend(findings.into_iter().filter(is_worse));
    }
    // Sorted in the order of `after`.
    let place = |wanted: &Finding| after.iter().position(|finding| std::ptr::eq(finding, wanted));
    found.sort_by_key(|finding| place(finding));
    found
}

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

/// What an error is about: its rule, the places that existed before, and whether the amount is below the limit.
type ErrorSubject<'f> = (&'f str, Vec<&'f str>, bool);

/// Whether a finding without a number that could grow is now about what was added, too. Places inside of it are only
/// ways to mend the finding.
fn joins_unmeasured(finding: &Finding, added: &str) -> bool {
    finding.measured.is_none() && finding.min.is_none() && finding.at.iter().any(|place| place == added)
}

fn subject<'f>(finding: &'f Finding, added: &str) -> ErrorSubject<'f> {
    let inside = |place: &str| place.strip_prefix(added).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    // An error about something missing points at the list if the list is empty, and else at its squadrons. Both are the
    // same.
    let whole = |place| if matches!(place, "/squadrons" | "/groups") { "" } else { place };
    let mut places: Vec<&str> =
        finding.at.iter().map(String::as_str).filter(|place| !inside(place)).map(whole).collect();
    places.sort_unstable();
    let below = finding.measured.zip(finding.min).is_some_and(|(measured, min)| measured < min);
    (finding.rule.as_str(), places, below)
}

#[cfg(test)]
mod tests {
    use muster_engine::report::{FindingId, Severity};

    use super::*;

    fn finding(rule: &str, at: &[&str], measured: i64, min: Option<i64>, max: Option<i64>) -> Finding {
        Finding {
            at: at.iter().map(ToString::to_string).collect(),
            measured: Some(measured),
            min,
            max,
            ..Finding::bare(FindingId::Rule(rule.to_owned()), Severity::Error)
        }
    }

    #[test]
    fn the_first_squadron_leaves_what_is_still_missing() {
        let before = [finding("floor", &[""], 0, Some(3), None)];
        let after = [finding("floor", &["/squadrons"], 1, Some(3), None)];
        assert!(rules(&before, &after).is_empty());
    }

    fn rules(before: &[Finding], after: &[Finding]) -> Vec<String> {
        worse(before, after, "/squadrons/2").into_iter().map(|finding| finding.rule.to_string()).collect()
    }

    #[test]
    fn errors_of_the_new_squadron_are_new() {
        let new = finding("size", &["/squadrons/2"], 1, Some(2), None);
        assert_eq!(rules(&[], std::slice::from_ref(&new)), ["size"]);
        // The same error at another place is a new one.
        let old = finding("size", &["/squadrons/1"], 1, Some(2), None);
        assert_eq!(rules(std::slice::from_ref(&old), &[old.clone(), new]), ["size"]);
    }

    #[test]
    fn a_cap_that_was_broken_may_not_be_broken_further() {
        let old = finding("cap", &["/squadrons/0"], 640, None, Some(600));
        assert_eq!(rules(std::slice::from_ref(&old), std::slice::from_ref(&old)), [""; 0]);
        let more = finding("cap", &["/squadrons/0", "/squadrons/2"], 700, None, Some(600));
        assert_eq!(rules(std::slice::from_ref(&old), &[more]), ["cap"]);
        let same = finding("cap", &["/squadrons/0", "/squadrons/2"], 640, None, Some(600));
        assert_eq!(rules(&[old], &[same]), [""; 0]);
    }

    #[test]
    fn a_floor_may_come_nearer_but_not_move_away() {
        let old = finding("floor", &["/mfv"], 300, Some(400), None);
        assert_eq!(rules(std::slice::from_ref(&old), &[finding("floor", &["/mfv"], 350, Some(400), None)]), [""; 0]);
        assert_eq!(rules(&[old], &[finding("floor", &["/mfv"], 300, Some(420), None)]), ["floor"]);
    }

    #[test]
    fn what_is_forbidden_without_a_number_stays_forbidden() {
        let old = Finding { measured: None, ..finding("cap", &["/squadrons/0"], 0, None, Some(600)) };
        let again = Finding { at: vec!["/squadrons/0".to_owned(), "/squadrons/2".to_owned()], ..old.clone() };
        assert_eq!(rules(std::slice::from_ref(&old), &[again]), ["cap"]);
        assert_eq!(rules(std::slice::from_ref(&old), std::slice::from_ref(&old)), [""; 0]);
    }

    #[test]
    fn both_sides_of_a_limit_are_two_things() {
        let floor = finding("share", &["/mfv"], 1, Some(2), Some(5));
        let ceiling = finding("share", &["/mfv"], 6, Some(2), Some(5));
        assert_eq!(rules(&[floor], &[ceiling]), ["share"]);
    }
}
