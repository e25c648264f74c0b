//! Words that all outputs have, and the colours of verdicts.

use anstyle::Style;
use indexmap::IndexMap;
pub(crate) use muster_app::words::{as_source, stacking};
use muster_engine::list::SettingValue;
use muster_engine::plural::capital;
use muster_engine::report::{Finding, Report, SourceInfo, Verdict};
use muster_engine::words::stated;
pub(crate) use muster_engine::words::verdict::{severity, verdict};
use muster_library::listed::ListStanding;

use super::page::ReportPage;
use crate::terminal::{BAD, DOUBT, GOOD};
use crate::text::plain;

/// The id under which formats for programs tell of a version that does not count.
pub(crate) const VERSION: &str = "version";

/// The colour of a verdict.
pub(crate) fn verdict_style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Legal => GOOD,
        Verdict::Undetermined => DOUBT,
        Verdict::Illegal | Verdict::Unreadable => BAD,
    }
}

/// Settings in a row: `level commodore, theatre water, competitive`. Settings that are switched off are left out.
pub(crate) fn settings(settings: &IndexMap<String, SettingValue>) -> String {
    plain(&stated::settings(settings)).into_owned()
}

/// A book and page: `The Rulebook, page 19`.
pub(crate) fn source(source: &SourceInfo) -> String {
    plain(&source.to_string()).into_owned()
}

/// A finding in one sentence, with book, page and help.
pub(crate) fn sentence(finding: &Finding) -> String {
    let source = finding.source.as_ref().map(|source| format!(" ({source})")).unwrap_or_default();
    let help = finding.help.as_ref().map(|help| format!(". Help: {help}")).unwrap_or_default();
    format!("{}{source}{help}", finding.message)
}

/// The terms that a list sets for itself, as they follow its verdict in a line. Empty if it sets none.
pub(crate) fn terms(words: Option<&str>) -> String {
    words.map(|words| format!(" {}", plain(words))).unwrap_or_default()
}

/// What is told of a version in whose place another list counts: `Earlier, arrived 2026-11-27 20:11 +00:00: ...; PLACE counts`.
/// None of a list that counts.
pub(crate) fn version(page: &ReportPage) -> Option<String> {
    let came = &page.list?.came;
    let standing = (came.counts != ListStanding::Counts).then(|| capital(&came.standing()))?;
    let of = came.version_of.as_ref().map(|place| format!("; {place} counts in its place")).unwrap_or_default();
    Some(format!("{standing}{of}"))
}

/// The verdict with the terms that a list sets for itself: `Legal, with 1 rule waived by the list itself (mfv-cap)`. None
/// if it sets none.
pub(crate) fn termed(report: &Report) -> Option<String> {
    let terms = report.terms.words.as_ref()?;
    Some(format!("{}, {terms}", capital(verdict(report.verdict))))
}
