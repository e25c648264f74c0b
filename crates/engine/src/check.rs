//! Checks a list or a sheet under a ruleset and makes the report.

use std::collections::{HashMap, HashSet};

use crate::force::agreed::Agreement;
use crate::force::canonical_json::CanonicalForm;
use crate::force::content::{self, Contents};
use crate::force::whole::Force;
#[cfg(debug_assertions)]
use crate::judge::assertions::assert_sound;
use crate::judge::by_rules::{FindingDraft, Judge};
use crate::judge::causes::Cause;
use crate::judge::faults::misnamed::WrongName;
use crate::judge::faults::remark::left_out;
use crate::judge::misnamed::misnamed;
use crate::judge::remarks::{remark, remark_on_sheet};
use crate::judge::terms;
use crate::ready::ruleset::Ruleset;
use crate::shapes::list::{ArmyList, Squadron};
use crate::shapes::report::{Finding, FindingId, Remark, Report, Severity, Terms, UsedRuleset, Verdict};
use crate::shapes::rule::Rule;
use crate::shapes::sheet::Sheet;
use crate::shapes::waiting::mark_waiting;
use crate::text::plural::bounded;
use crate::views::needs::{self, Need};
use crate::views::summary::{self, Summary};

/// A judged list. Its names are looked up once; the report and the summary both use that lookup.
pub struct JudgedForce<'a> {
    force: Force<'a>,
    sheet: Option<&'a Sheet>,
    report: Report,
    /// What each finding is about.
    abouts: Vec<FindingSubject>,
}

/// What a finding is about, whatever its numbers: the squadron and the limit, else the place.
#[derive(PartialEq)]
pub(crate) struct FindingSubject {
    entry: Option<usize>,
    limit: Option<(usize, Option<String>)>,
    place: Option<String>,
}

impl JudgedForce<'_> {
    /// The report: the verdict and every finding.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The list at a glance.
    #[must_use]
    pub fn summary(&self) -> Summary {
        summary::of_force(&self.force)
    }

    /// The fingerprint as versions before 0.3 made it; none if the list is unreadable. Prints of these versions show it.
    /// Unequal lists may have equal ones.
    #[must_use]
    pub fn old_fingerprint(&self) -> Option<String> {
        self.report.fingerprint.as_ref().map(|_| fingerprint(&self.force, self.sheet, CanonicalForm::BeforeThree))
    }

    /// The miniatures that the list needs.
    #[must_use]
    pub fn needs(&self) -> Vec<Need> {
        needs::of_force(&self.force)
    }

    /// The content of each squadron that is not attached, with its pointer, in the order of the list. It includes what is
    /// attached to the squadron. Two squadrons with the same content are the same to every rule.
    #[must_use]
    pub fn contents(&self) -> Vec<(String, String)> {
        content::squadrons(&self.force)
    }

    /// The findings that the same list, with the same sheet, does not have under another ruleset, or has less gravely
    /// there: their places among the findings. Leaves out what is waived.
    #[must_use]
    pub fn gone_under(&self, ruleset: &Ruleset, sheet: Option<&Sheet>) -> Vec<usize> {
        let (there, abouts) = findings(ruleset, self.force.list, sheet);
        let findings = self.report.findings.iter().zip(&self.abouts).enumerate();
        let gone = findings.filter(|(_, (finding, about))| {
            let mut there = there.iter().zip(&abouts);
            finding.severity != Severity::Waived
                && !there.any(|(found, other)| {
                    found.rule == finding.rule && found.severity <= finding.severity && other == *about
                })
        });
        gone.map(|(place, _)| place).collect()
    }

    /// The report alone.
    #[must_use]
    pub fn into_report(self) -> Report {
        self.report
    }
}

/// Judges a list. `sheet` is the sheet that the list points at. If the list points at a sheet and none is given, a
/// finding of severity `undetermined` says so. Never fails: the report says what cannot be understood.
///
/// Leaves `file` and `document` of the report empty, and `line` and `column` of its findings. A caller that read the
/// list from a file fills them in.
#[must_use]
pub fn judge<'a>(ruleset: &'a Ruleset, list: &'a ArmyList, sheet: Option<&'a Sheet>) -> JudgedForce<'a> {
    let agreed = Agreement::new(ruleset, list);
    let wrong = misnamed(ruleset, list);
    let mut report = blank(ruleset, list, &agreed);
    let force = Force::new(ruleset, list, agreed, sheet);
    let mut abouts = Vec::new();
    if wrong.is_empty() {
        report.points = force.points().certain().and_then(|points| u32::try_from(points).ok());
        report.terms = terms::terms(&force);
        abouts = fill(&force, &mut report, remark);
        report.fingerprint = Some(fingerprint(&force, sheet, CanonicalForm::Exact));
    } else {
        report.verdict = Verdict::Unreadable;
        report.findings = unreadable(ruleset, &wrong);
    }
    JudgedForce { force, sheet, report, abouts }
}

/// The fingerprint of a list. Overlays leave its first half as it is without them.
fn fingerprint(force: &Force, sheet: Option<&Sheet>, form: CanonicalForm) -> String {
    match force.ruleset.base() {
        Some(base) => {
            let plain = Force::new(base, force.list, Agreement::new(base, force.list), sheet);
            content::fingerprint(&plain, force.ruleset, form)
        }
        None => content::fingerprint(force, force.ruleset, form),
    }
}

/// The findings alone, with what they are about; none if the list has names that refer to nothing.
fn findings(ruleset: &Ruleset, list: &ArmyList, sheet: Option<&Sheet>) -> (Vec<Finding>, Vec<FindingSubject>) {
    if !misnamed(ruleset, list).is_empty() {
        return (Vec::new(), Vec::new());
    }
    let force = Force::new(ruleset, list, Agreement::new(ruleset, list), sheet);
    sorted(&force, drafts(Judge::new(&force), remark))
}

/// Judges a list that belongs to no sheet, and returns only the report.
#[must_use]
pub fn check(ruleset: &Ruleset, list: &ArmyList) -> Report {
    judge(ruleset, list, None).into_report()
}

/// Judges a sheet by itself, without a list. Never fails.
#[must_use]
pub fn check_sheet(ruleset: &Ruleset, sheet: &Sheet) -> Report {
    let owner = sheet.owner();
    let agreed = Agreement::new(ruleset, &owner);
    let mut report = blank(ruleset, &owner, &Agreement::default());
    let force = Force::of_sheet(ruleset, &owner, agreed, sheet);
    fill(&force, &mut report, remark_on_sheet);
    let base = ruleset.base().unwrap_or(ruleset);
    let plain = Force::of_sheet(base, &owner, Agreement::new(base, &owner), sheet);
    report.fingerprint = Some(content::fingerprint(&plain, ruleset, CanonicalForm::Exact));
    report
}

/// Judges a force, fills in the findings and the verdict, and returns what the findings are about. `remark` adds the
/// findings that come from no rule.
fn fill(force: &Force, report: &mut Report, remark: impl Fn(&mut Judge)) -> Vec<FindingSubject> {
    let abouts;
    (report.findings, abouts) = sorted(force, drafts(Judge::new(force), remark));
    mark_waiting(&mut report.findings);
    report.verdict = Verdict::of(&report.findings);
    #[cfg(debug_assertions)]
    assert_sound(force, report);
    abouts
}

/// All findings of a judge: those of rules in the order of the rules, then those of `remark`.
pub(crate) fn drafts<'s, 'a>(mut judge: Judge<'s, 'a>, remark: impl Fn(&mut Judge<'s, 'a>)) -> Vec<FindingDraft> {
    judge.judge();
    remark(&mut judge);
    judge.add_left_open();
    judge.add_left_out();
    judge.drafts
}

/// The findings of severity `error` that `check` has: those of rules in the order of the rules, then those of remarks.
///
/// For callers that judge many similar lists: it is faster, because it sorts nothing and makes no fingerprint. It
/// judges the list without its sheet.
#[must_use]
pub fn errors(ruleset: &Ruleset, list: &ArmyList) -> Vec<Finding> {
    let wrong = misnamed(ruleset, list);
    if !wrong.is_empty() {
        return unreadable(ruleset, &wrong);
    }
    let agreed = Agreement::new(ruleset, list);
    let force = Force::new(ruleset, list, agreed, None);
    errors_of(Judge::new(&force))
}

/// The errors that a judge finds.
pub(crate) fn errors_of(judge: Judge) -> Vec<Finding> {
    let findings = drafts(judge, remark).into_iter().map(|draft| draft.finding);
    findings.filter(|found| found.severity == Severity::Error).collect()
}

/// What is wrong with a list, in numbers alone.
#[derive(Clone, Debug, Default)]
pub struct ErrorTally {
    /// The errors that `errors` has, without places, sentences, help and sources.
    pub errors: Vec<Finding>,
    /// How many findings could not be decided.
    pub undetermined: usize,
    /// The points of the whole list; none if they are not known exactly.
    pub points: Option<i64>,
}

/// Counts what is wrong with a list. For callers that only ask which of very many lists are better: it is faster than
/// `errors`, because it looks for no places and makes no sentences.
#[must_use]
pub fn tally(ruleset: &Ruleset, list: &ArmyList) -> ErrorTally {
    let wrong = misnamed(ruleset, list);
    let force = Force::new(ruleset, list, Agreement::new(ruleset, list), None);
    let points = force.points().certain();
    if !wrong.is_empty() {
        return ErrorTally { errors: unreadable_in_brief(&wrong), undetermined: 0, points };
    }
    tally_of(Judge::in_brief(&force), points)
}

/// The tally of what a judge finds.
pub(crate) fn tally_of(judge: Judge, points: Option<i64>) -> ErrorTally {
    let findings = drafts(judge, remark).into_iter().map(|draft| draft.finding);
    let (errors, others): (Vec<Finding>, Vec<Finding>) =
        findings.partition(|finding| finding.severity == Severity::Error);
    ErrorTally { errors, undetermined: others.len(), points }
}

/// The points of the whole list, as `check` counts them; none if they are not known exactly.
#[must_use]
pub fn points(ruleset: &Ruleset, list: &ArmyList) -> Option<i64> {
    let agreed = Agreement::new(ruleset, list);
    Force::new(ruleset, list, agreed, None).points().certain()
}

/// Whether the settings of a list put a rule to use.
#[must_use]
pub fn uses(ruleset: &Ruleset, list: &ArmyList, rule: &Rule) -> bool {
    Agreement::new(ruleset, list).uses(rule)
}

/// The points of a squadron by itself in a list of the same nation and MFV; none if they are not known exactly.
#[must_use]
pub fn points_alone(ruleset: &Ruleset, list: &ArmyList, squadron: Squadron) -> Option<i64> {
    let (nation, mfv) = (list.nation.clone(), list.mfv);
    points(ruleset, &ArmyList { nation, mfv, squadrons: vec![squadron], ..ArmyList::default() })
}

/// A report that says what was judged, but has no findings yet.
fn blank(ruleset: &Ruleset, list: &ArmyList, agreed: &Agreement) -> Report {
    let declarations = ruleset.declarations();
    Report {
        file: String::new(),
        document: 0,
        name: list.name.clone(),
        player: list.player.clone(),
        ruleset: Some(UsedRuleset {
            id: declarations.id.clone(),
            version: declarations.version.clone(),
            edition: declarations.edition.clone(),
            digest: ruleset.digest().to_owned(),
        }),
        events: ruleset.events().into_iter().flat_map(|events| &events.all).map(|event| event.id.clone()).collect(),
        settings: agreed.settings.clone(),
        consents: agreed.consents.clone(),
        terms: Terms::default(),
        verdict: Verdict::Legal,
        points: None,
        mfv: agreed.mfv,
        fingerprint: None,
        findings: Vec::new(),
    }
}

/// The largest number of wrong names that are reported one by one. One more finding counts the others.
const MOST_NAMES: usize = 100;

/// The findings on a list with names that refer to nothing.
fn unreadable(ruleset: &Ruleset, wrong: &[WrongName]) -> Vec<Finding> {
    let told = wrong.iter().take(MOST_NAMES).map(|name| (&*name.at, name.sentence(ruleset), name.help(ruleset)));
    let others = ("", left_out(wrong.len().saturating_sub(MOST_NAMES)), None);
    let findings = unreadable_in_brief(wrong).into_iter().zip(told.chain([others]));
    let tell = |(finding, (at, message, help)): (Finding, (&str, String, Option<String>))| Finding {
        message: bounded(message),
        at: vec![at.to_owned()],
        origin: Some(ruleset.declarations().id.clone()),
        help: help.map(bounded),
        ..finding
    };
    findings.map(tell).collect()
}

/// The same findings without places, sentences and help. To look for help takes longer than to judge a list.
fn unreadable_in_brief(wrong: &[WrongName]) -> Vec<Finding> {
    let finding = |remark| Finding::bare(FindingId::Remark(remark), Severity::Error);
    let mut findings = vec![finding(Remark::UnknownWord); wrong.len().min(MOST_NAMES)];
    if wrong.len() > MOST_NAMES {
        findings.push(finding(Remark::TooManyFindings));
    }
    findings
}

/// Sorts findings by severity, then rule, then content of the squadron, then sentence. So their order does not depend
/// on the order of squadrons in the list. What cannot be decided is told once.
pub(crate) fn sorted(force: &Force, mut drafts: Vec<FindingDraft>) -> (Vec<Finding>, Vec<FindingSubject>) {
    let mut told = HashSet::new();
    // If a number is missing, two clauses of one rule may say the same about it.
    drafts.retain(|FindingDraft { finding, .. }| {
        finding.severity != Severity::Undetermined
            || told.insert((finding.rule.clone(), finding.at.clone(), finding.message.clone()))
    });
    let written = Contents::new(force, CanonicalForm::Exact);
    let mut contents: HashMap<usize, String> = HashMap::new();
    for entry in drafts.iter().filter_map(|draft| draft.entry) {
        contents.entry(entry).or_insert_with(|| written.squadron(entry));
    }
    let content = |draft: &FindingDraft| draft.entry.and_then(|entry| contents.get(&entry));
    drafts.sort_by(|a, b| {
        let (one, other) = (&a.finding, &b.finding);
        (one.severity, &one.rule, content(a), &one.message).cmp(&(
            other.severity,
            &other.rule,
            content(b),
            &other.message,
        ))
    });
    mark_told(&mut drafts);
    let about = |FindingDraft { finding, entry, limit, .. }: FindingDraft| {
        let place = if limit.is_none() { finding.at.first().cloned() } else { None };
        (finding, FindingSubject { entry, limit, place })
    };
    drafts.into_iter().map(about).unzip()
}

/// Sets `waits` on each finding of which other findings name all causes.
///
/// If several findings have the same cause, one of them names it: the finding about the setting itself, else a finding that
/// asks for what the list lacks. The user can mend both.
fn mark_told(drafts: &mut [FindingDraft]) {
    let mut open: Vec<&mut FindingDraft> = drafts.iter_mut().filter(|draft| !draft.causes.is_empty()).collect();
    let is_of_setting = |finding: &Finding| finding.at.first().is_some_and(|at| at.starts_with("/settings/"));
    open.sort_by_key(|FindingDraft { finding, causes, .. }| {
        (causes.len(), !is_of_setting(finding), finding.min.is_none())
    });
    let mut told: HashSet<(&Cause, Vec<String>)> = HashSet::new();
    for FindingDraft { finding, causes, .. } in open {
        // Two squadrons may share a name. Their places tell them apart.
        let key = |cause| (cause, if Cause::is_of_squadron(cause) { finding.at.clone() } else { Vec::new() });
        let waits = causes.iter().all(|cause| cause.is_remarked() || told.contains(&key(cause)));
        told.extend(causes.iter().map(key));
        finding.waits = waits;
    }
}
