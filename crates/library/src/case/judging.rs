//! Judges the list of a case by the rulesets at hand, with the overlays and units of the case.

use muster_engine::plural::short;
use muster_engine::report::{FindingId, Report, Severity};

use crate::case_file::CaseFile;
use crate::fault::{FaultKind, FileFault};
use crate::judge::judge_list;
use crate::lints::usable;
use crate::shelf::{OverlaysAndUnits, Shelf};

/// The shelf that judges a case: the rulesets of this one, with the overlays and units of the case and no others.
///
/// # Errors
/// Why these cannot be used.
pub fn shelf_of(shelf: &Shelf, case: &CaseFile) -> Result<Shelf, FileFault> {
    let CaseFile { event, overlays, units, .. } = case;
    let kept = OverlaysAndUnits { event: event.clone(), overlays: overlays.clone(), units: units.clone() };
    let made = usable(shelf.with_kept(case.list.ruleset.id(), &kept));
    let (over, _) = made.map_err(|told| unusable(&told))?;
    Ok(if event.is_empty() { over.for_naming() } else { over })
}

/// The first thing that is wrong with overlays.
fn unusable(told: &[Report]) -> FileFault {
    let wrong = told.iter().find_map(|report| {
        let finding = report.findings.iter().find(|finding| finding.severity == Severity::Error)?;
        let message = format!("its overlays cannot be used: {}: {}", report.file, finding.message);
        let fault = FileFault::new(FaultKind::BrokenRuleset, message);
        Some(FileFault { help: finding.help.clone(), ..fault })
    });
    wrong.unwrap_or_else(|| FileFault::new(FaultKind::BrokenRuleset, "its overlays cannot be used"))
}

/// Judges the list of a case on its shelf.
pub(super) fn judged(shelf: &Shelf, case: &CaseFile) -> Report {
    judge_list(shelf, "", None, &case.list, None)
}

/// Why a report has no ruleset: the message of its first finding.
pub(super) fn why_unjudged(report: &Report) -> String {
    let first = report.findings.iter().find(|finding| matches!(finding.rule, FindingId::File(_)));
    first.map_or_else(|| "its ruleset is not at hand".to_owned(), |finding| short(&finding.message).into_owned())
}
