//! Lints for overlays, and the overlays of a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, FindingId, Report, Severity, Verdict};

use serde_json::json;

use super::{LINTS, LintInput, OF_CATALOGUES, OF_RULES, UNKNOWN_NAME, UNMATCHED, report};
use crate::fault::{FaultKind, FileFault, step};
use crate::files::FilesPath;
use crate::overlay::checks::{IDLE, OverlaidGame, OverlayNotice};
use crate::overlay::files::LoadedOverlay;
use crate::overlay::stack::{StackedOverlay, UnusableOverlay};
use crate::ruleset_files::{RulesetFile, RulesetFiles};
use crate::schema::SchemaForm;
use crate::schemas::FileKind;
use crate::shelf::Shelf;

/// The findings on an overlay, and on what it extends if that cannot be used. A report for each file with findings.
pub(super) fn lint(shelf: &Shelf, path: &Path) -> Vec<Report> {
    match shelf.stack(&[path.to_owned()]) {
        Err(unusable) => refused(&unusable),
        Ok(stack) => of_last(shelf, &stack, |_| {}),
    }
}

/// A ruleset under an overlay, with the units of all nations.
pub struct OverlaidRuleset {
    /// The ruleset without the overlay.
    pub before: Ruleset,
    /// The ruleset under the overlay.
    pub after: Ruleset,
    /// The ids of the rules that the overlay brings or changes.
    pub rules: Vec<String>,
}

/// Finds the rulesets that an overlay is about. Returns none if the path is no overlay, or if the overlay cannot be used.
#[must_use]
pub fn overlaid(shelf: &Shelf, path: &Path) -> Vec<OverlaidRuleset> {
    let Ok(stack) = shelf.stack(&[path.to_owned()]) else { return Vec::new() };
    let overlay = stack.last().and_then(StackedOverlay::overlay);
    let rules: Vec<String> =
        overlay.map(|overlay| overlay.rules.iter().map(|patch| patch.id().to_owned()).collect()).unwrap_or_default();
    let (_, games) = shelf.check_among(&stack, true);
    let usable = games
        .into_iter()
        .filter_map(|game| Some(OverlaidRuleset { before: game.before, after: game.after?, rules: rules.clone() }));
    usable.collect()
}

/// Puts overlays over all rulesets of a shelf, for all lists. Returns warnings too, and a patch that changes nothing
/// is one of them: a minor release of a ruleset may have taken it over.
///
/// # Errors
/// Reports on everything that is wrong with the overlays.
pub fn with_events(shelf: Shelf, paths: &[PathBuf]) -> Result<(Shelf, Vec<Report>), Vec<Report>> {
    usable(shelf.with_stack(paths))
}

/// A shelf with the same rulesets and units under one overlay. Otherwise like [`with_events`].
///
/// # Errors
/// Reports on everything that is wrong with the overlay.
pub fn under_event(shelf: &Shelf, event: FilesPath) -> Result<(Shelf, Vec<Report>), Vec<Report>> {
    usable(shelf.under_event(event))
}

/// A shelf whose overlays can be used, with the warnings on them.
#[expect(clippy::indexing_slicing, reason = "the places are those of the stack itself")]
pub(crate) fn usable(shelf: Result<Shelf, UnusableOverlay>) -> Result<(Shelf, Vec<Report>), Vec<Report>> {
    let shelf = shelf.map_err(|unusable| refused(&unusable))?;
    let stack = shelf.events();
    let told = (0..stack.len()).flat_map(|place| {
        of_last(&shelf, &stack[..=place], |notices| {
            notices.retain(|notice| notice.severity != Severity::Note);
            for notice in notices.iter_mut().filter(|notice| notice.check == IDLE) {
                notice.severity = Severity::Warning;
            }
        })
    });
    let told: Vec<Report> = told.collect();
    if told.iter().any(|report| report.verdict != Verdict::Legal) { Err(told) } else { Ok((shelf, told)) }
}

/// The reports on overlays that cannot be used.
fn refused(unusable: &UnusableOverlay) -> Vec<Report> {
    match unusable {
        UnusableOverlay::Faulty(read) => {
            let faulty = read.files.iter().filter(|file| !file.faults.is_empty());
            let told = faulty.map(|file| {
                let told = report(&file.path, file.faults.iter().cloned().map(Finding::from).collect());
                let closed = file.faults.iter().any(|fault| fault.kind == FaultKind::NoAccess);
                Report { verdict: if closed { Verdict::Unreadable } else { told.verdict }, ..told }
            });
            told.collect()
        }
        UnusableOverlay::Head(read, fault) => vec![report(&read.head_file().path, vec![fault.clone().into()])],
    }
}

/// The findings on the last overlay of a stack, file by file. `weigh` may change them.
fn of_last(shelf: &Shelf, stack: &[StackedOverlay], weigh: impl Fn(&mut Vec<OverlayNotice>)) -> Vec<Report> {
    let Some(last) = stack.last() else { return Vec::new() };
    let told = |(mut notices, games): (Vec<OverlayNotice>, Vec<OverlaidGame>)| {
        weigh(&mut notices);
        reports(&last.overlay, notices, &games)
    };
    let found = told(shelf.check_overlay(stack));
    // Units of other nations may have what no unit of the nations at hand has.
    let is_unknown = |finding: &Finding| [UNKNOWN_NAME, UNMATCHED].contains(&finding.rule.as_str());
    if found.iter().flat_map(|report| &report.findings).any(is_unknown) {
        told(shelf.check_among(stack, true))
    } else {
        found
    }
}

/// The findings on an overlay, file by file.
fn reports(read: &LoadedOverlay, notices: Vec<OverlayNotice>, games: &[OverlaidGame]) -> Vec<Report> {
    let mut by_file: BTreeMap<&Path, Vec<Finding>> = BTreeMap::new();
    for notice in notices {
        if let Some(file) = read.files.get(notice.file) {
            by_file.entry(&file.path).or_default().push(finding(file, notice));
        }
    }
    let contents = contents(read);
    // An overlay of several games may bring what only one of them knows.
    let told = games.iter().map(|game| {
        let subject = LintInput { files: &contents, ruleset: game.after.as_ref(), parent: Some(&game.before) };
        let lints = LINTS.iter().filter(|(id, _)| OF_CATALOGUES.contains(id) || OF_RULES.contains(id));
        lints.flat_map(|(id, lint)| lint(&subject).into_iter().map(|notice| (*id, notice))).collect::<Vec<_>>()
    });
    let mut told = told.min_by_key(Vec::len).unwrap_or_default();
    // A wrong word matches nothing, and its own error says so. So this warning waits until the words are right.
    let is_wrong = |findings: &Vec<Finding>| findings.iter().any(|finding| finding.severity == Severity::Error);
    if by_file.values().any(is_wrong) || told.iter().any(|(_, notice)| notice.severity == Severity::Error) {
        told.retain(|(id, _)| *id != UNMATCHED);
    }
    for (id, notice) in told {
        by_file.entry(&notice.file.path).or_default().push(notice.finding(id));
    }
    by_file.into_iter().map(|(path, findings)| report(path, findings)).collect()
}

/// The units, rules, cards and special rules of an overlay, as files of a ruleset.
fn contents(read: &LoadedOverlay) -> RulesetFiles {
    let files = read.files.iter().flat_map(|file| {
        let part = |kind, key: &str| {
            let value = file.document.value().get(key).cloned().unwrap_or_default();
            RulesetFile { kind, document: file.document.part(json!({ key: value })), ..file.clone() }
        };
        match file.kind {
            FileKind::Overlay => vec![part(FileKind::Catalogue, "units"), part(FileKind::Overlay, "rules")],
            _ => vec![file.clone()],
        }
    });
    RulesetFiles { folder: PathBuf::new(), files: files.collect(), digest: String::new(), form: SchemaForm::Patch }
}

fn finding(file: &RulesetFile, notice: OverlayNotice) -> Finding {
    let (at, place) = match &notice.key {
        Some(key) => (step(&notice.at, key), file.document.key_place(&notice.at, key)),
        None => (notice.at.clone(), file.document.place(&notice.at)),
    };
    let fault =
        FileFault { help: notice.help, ..FileFault::new(FaultKind::Syntax, notice.message).at(at).place(place) };
    Finding { rule: FindingId::File(notice.check.to_owned()), severity: notice.severity, ..fault.into() }
}
