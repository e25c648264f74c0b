//! Which findings wait for something unknown that another finding tells, such as an unknown unit. Whoever adds findings to a
//! report asks anew.

use std::collections::HashSet;

use crate::shapes::report::{Finding, Report, Severity, Verdict};

/// Where a list states its nation.
const NATION: &str = "/nation";

impl Report {
    /// Adds findings that were made while the list was read, and takes the verdict anew. A list that could not be
    /// judged stays unreadable.
    pub fn add(&mut self, findings: impl IntoIterator<Item = Finding>) {
        self.findings.extend(findings);
        // A stable sort: findings of one rule stay in their order.
        self.findings.sort_by(|one, other| (one.severity, &one.rule).cmp(&(other.severity, &other.rule)));
        mark_waiting(&mut self.findings);
        if self.verdict != Verdict::Unreadable {
            self.verdict = Verdict::of(&self.findings);
        }
    }
}

/// Sets `waits` on undecided findings of rules: on those about a place where an undecided remark says what is unknown.
pub(crate) fn mark_waiting(findings: &mut [Finding]) {
    let is_open = |finding: &Finding| finding.severity == Severity::Undetermined;
    let unknown: Vec<&Finding> =
        findings.iter().filter(|finding| is_open(finding) && finding.source.is_none()).collect();
    let places = UnknownPlaces::of(&unknown);
    let waits = |finding: &Finding| is_open(finding) && finding.source.is_some() && places.concern(finding);
    let waiting: Vec<bool> = findings.iter().map(waits).collect();
    for (finding, waits) in findings.iter_mut().zip(waiting) {
        finding.waits |= waits;
    }
}

/// The places of everything that is unknown. A generated list may have thousands of them, so they are kept in sets.
struct UnknownPlaces<'f> {
    /// The nation of the list is unknown, and with it all units.
    has_nation: bool,
    exact: HashSet<&'f str>,
    /// These places, and all places that contain them.
    above: HashSet<&'f str>,
}

impl<'f> UnknownPlaces<'f> {
    fn of(unknown: &[&'f Finding]) -> Self {
        let exact: HashSet<&str> = unknown.iter().flat_map(|finding| &finding.at).map(String::as_str).collect();
        let above = exact.iter().flat_map(|at| upwards(at)).collect();
        Self { has_nation: exact.contains(NATION), exact, above }
    }

    /// Whether a finding is about one of these places, about something that contains one or lies in one, or about the
    /// list as a whole.
    fn concern(&self, finding: &Finding) -> bool {
        let is_of_all = |at: &str| !at.bytes().any(|byte| byte.is_ascii_digit());
        let is_near = |at: &str| self.above.contains(at) || upwards(at).any(|place| self.exact.contains(place));
        self.has_nation || !self.exact.is_empty() && finding.at.iter().any(|at| is_of_all(at) || is_near(at))
    }
}

/// A JSON pointer, and the pointers to everything that contains its place.
fn upwards(at: &str) -> impl Iterator<Item = &str> {
    at.match_indices('/').filter_map(|(end, _)| at.get(..end)).chain([at])
}
