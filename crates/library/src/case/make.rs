//! Makes a case of a list and of what somebody expected of it.

use muster_engine::list::{ArmyList, FormatVersion};
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::report::{FindingId, Remark, Report, Verdict};
use strum::VariantArray;

use super::judging::{judged, shelf_of};
use super::pared::pared;
use super::repeat::{differences, expects};
use crate::case_file::{CaseFile, CaseFinding, CaseKind, CaseVerdict};
use crate::expectation::Expectation;
use crate::fault::{FaultKind, FileFault};
use crate::files::FilesPath;
use crate::judge::judge_and;
use crate::shelf::{OverlaysAndUnits, Shelf};

/// The most letters of a page, and of a reason.
const MOST: [(&str, usize); 2] = [("page", 200), ("why", 4000)];
/// The most expectations.
const EXPECTED: usize = 20;

/// What somebody expected of a list, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Complaint {
    /// What was expected. Not empty.
    pub expected: Vec<Expectation>,
    /// The finding that is wrong, if one is.
    pub about: Option<CaseFinding>,
    /// The page that shows it.
    pub page: Option<String>,
    /// Why it was expected.
    pub why: Option<String>,
}

/// Makes a case of a list. `beside` says where the sheet is that the list points at, and overlays that it names. `program` is
/// the version of the program.
///
/// The case is judged before it is returned, so that it says the same of the list elsewhere.
///
/// # Errors
/// If the list is told what was expected, if an expectation names no rule, or if the list is judged in another way without
/// what a case leaves out.
pub fn make(
    shelf: &Shelf,
    beside: Option<FilesPath>,
    list: &ArmyList,
    complaint: Complaint,
    program: &str,
) -> Result<CaseFile, FileFault> {
    bounded(&complaint)?;
    let (ruleset, report) = match judge_and(shelf, "", beside, list, None, |_| ()) {
        Ok((ruleset, report, ())) => (Some(ruleset), report),
        Err(report) => (None, *report),
    };
    let (expected, about) = (&complaint.expected, complaint.about.as_ref());
    for expectation in expected {
        is_known(ruleset.as_ref(), &report, expectation)?;
    }
    // What rests on who a person is cannot be kept without the person.
    let is_kept = |rule: &FindingId| *rule != FindingId::Remark(Remark::SentByAnother);
    let is_about =
        |about: &CaseFinding| report.findings.iter().any(|finding| about.is(finding) && is_kept(&finding.rule));
    if let Some(about) = about.filter(|about| !is_about(about)) {
        let message = format!("the list has no finding of `{}` at {}", about.rule, about.at.join(", "));
        return Err(FileFault::new(FaultKind::OutOfRange, message));
    }
    if expected.iter().all(|expectation| expects(expectation, about, &report)) {
        return Err(as_expected(expected, &report));
    }
    let named = report.findings.iter().filter(|finding| finding.rule == FindingId::Remark(Remark::NamedLikeUnit));
    let named: Vec<&str> = named.flat_map(|finding| &finding.at).map(String::as_str).collect();
    let OverlaysAndUnits { event, overlays, units } = shelf.kept(list, beside);
    let Complaint { expected, about, page, why } = complaint;
    let mut case = CaseFile {
        muster: FormatVersion::Major(1),
        kind: CaseKind::Case,
        program: program.to_owned(),
        expected,
        about,
        page,
        why,
        told: CaseVerdict::from(&report),
        event,
        overlays,
        units,
        list: pared(list, &named),
    };
    let mut whole = report;
    whole.findings.retain(|finding| is_kept(&finding.rule));
    if whole.verdict != Verdict::Unreadable {
        whole.verdict = Verdict::of(&whole.findings);
    }
    case.told = CaseVerdict::from(&judged(&shelf_of(shelf, &case)?, &case));
    let whole = CaseVerdict::from(&whole);
    // Findings with equal places stand in the order of their sentences, and sentences have names.
    let sorted = |verdict: &CaseVerdict| {
        let mut verdict = verdict.clone();
        verdict.findings.sort();
        verdict
    };
    if sorted(&case.told) != sorted(&whole) {
        let differs = differences(&whole, &case.told).join("; ");
        if list.sheet.is_some() {
            let message = "the verdict rests on the campaign sheet of the list, which a case does not hold";
            let help = format!("describe it in words, with the page ({differs})");
            return Err(FileFault::new(FaultKind::WrongKind, message).help(help));
        }
        let message = format!("without names and notes the list is judged in another way: {differs}");
        return Err(FileFault::new(FaultKind::WrongKind, message).help("this is a fault of Muster; please report it"));
    }
    Ok(case)
}

/// Fails if a complaint has nothing or too much in it.
fn bounded(complaint: &Complaint) -> Result<(), FileFault> {
    let count = complaint.expected.len();
    if count == 0 || count > EXPECTED {
        return Err(FileFault::new(
            FaultKind::OutOfRange,
            format!("say what you expected, in 1 to {EXPECTED} expectations"),
        ));
    }
    for ((name, most), text) in MOST.into_iter().zip([&complaint.page, &complaint.why]) {
        let letters = text.as_ref().map_or(0, |text| text.chars().count());
        if letters > most {
            return Err(FileFault::new(FaultKind::TooLarge, format!("{name}: {letters} letters, of at most {most}")));
        }
    }
    Ok(())
}

/// Fails if an expectation names a rule that no finding can have, or is of an allowance.
fn is_known(ruleset: Option<&Ruleset>, report: &Report, expectation: &Expectation) -> Result<(), FileFault> {
    let rule = match expectation {
        Expectation::Verdict(_) => return Ok(()),
        Expectation::Finding { rule, .. } | Expectation::Silence(rule) => rule,
        Expectation::Grant(..) => {
            let message = format!("`{expectation}`: a case is about verdicts and findings, not about allowances");
            return Err(FileFault::new(FaultKind::OutOfRange, message));
        }
    };
    let mut known: Vec<&str> = report.findings.iter().map(|finding| finding.rule.as_str()).collect();
    known.extend(ruleset.into_iter().flat_map(Ruleset::rules).map(|sourced| sourced.rule.id.as_str()));
    let remarks: Vec<&'static str> = Remark::VARIANTS.iter().map(Into::into).collect();
    known.extend(remarks);
    if known.contains(&rule.as_str()) {
        return Ok(());
    }
    let fault = FileFault::new(FaultKind::OutOfRange, format!("there is no rule `{rule}`"));
    Err(FileFault { help: nearest(rule, known.into_iter()), ..fault })
}

/// Makes the fault of a case that expects what Muster says already.
fn as_expected(expected: &[Expectation], report: &Report) -> FileFault {
    let told = expected.iter().map(|one| one.to_string().trim_start_matches("verdict: ").to_owned());
    let message = format!("Muster says so already: {}", told.collect::<Vec<_>>().join("; "));
    let rules: Vec<&str> = report.findings.iter().map(|finding| finding.rule.as_str()).collect();
    let fault = FileFault::new(FaultKind::OutOfRange, message);
    if rules.is_empty() { fault } else { fault.help(format!("its findings are of {}", rules.join(", "))) }
}
