//! What the pages may say of the findings about a list.

use std::borrow::Cow;

use muster_engine::plural::{capital, count};
use muster_engine::report::{Finding, Severity, Verdict};

use crate::subject::Fleet;

/// The findings that may be shown, and the number of those that may not. A finding may be shown if the list without its
/// secrets has it too. The order is that of the list without secrets, because the order in the whole list depends on
/// the secret roles.
pub(crate) fn findings<'f>(fleet: &Fleet<'f>) -> (Cow<'f, [Finding]>, usize) {
    let all = &fleet.whole.report.findings;
    if fleet.shown.list == fleet.whole.list {
        return (Cow::Borrowed(all), 0);
    }
    let same = |one: &Finding, other: &Finding| one.rule == other.rule && one.message == other.message;
    let mut shown = fleet.shown.report.findings.clone();
    shown.retain(|finding| all.iter().any(|other| same(finding, other)));
    let hidden = all.len().saturating_sub(shown.len());
    (Cow::Owned(shown), hidden)
}

/// Why the list is not legal, in one sentence with book and page. None if it is legal.
pub(crate) fn reason(fleet: &Fleet) -> Option<String> {
    let severity = match fleet.whole.report.verdict {
        Verdict::Legal => return None,
        Verdict::Illegal | Verdict::Unreadable => Severity::Error,
        Verdict::Undetermined => Severity::Undetermined,
    };
    let (findings, _) = findings(fleet);
    let mut grave = findings.iter().filter(|finding| finding.severity == severity);
    let Some(first) = grave.next() else { return Some("For a reason that is secret".to_owned()) };
    let source = first.source.as_ref().map(|source| format!(" ({source})")).unwrap_or_default();
    let more = match u32::try_from(grave.count()).unwrap_or(u32::MAX) {
        0 => String::new(),
        more => format!("; {}", count(more, "more finding")),
    };
    Some(format!("{}{source}{more}", capital(&first.message)))
}
