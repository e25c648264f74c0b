//! `check`: from a ruleset and a list to a report.

use crate::agreed::{Agreed, Misunderstood};
use crate::compiled::Ruleset;
use crate::content::{self, Contents};
use crate::force::Force;
use crate::judge::{Draft, Judge};
use crate::list::ArmyList;
use crate::misnamed::misnamed;
use crate::remarks::remark;
use crate::report::{Finding, Report, RulesetUsed, Severity, Verdict};
use crate::value::Value;

/// Judges a list. Never fails: what cannot be understood is said in the report.
///
/// `file`, `document`, `line` and `column` are for whoever read the list from a file to fill in.
#[must_use]
pub fn check(ruleset: &Ruleset, list: &ArmyList) -> Report {
    let (agreed, mut wrong) = Agreed::new(ruleset.declarations(), list);
    misnamed(ruleset, list, &mut wrong);
    let mut report = blank(ruleset, list, &agreed);
    if !wrong.is_empty() {
        report.verdict = Verdict::Unreadable;
        report.findings = wrong.into_iter().map(|wrong| unreadable(ruleset, wrong)).collect();
        return report;
    }
    let force = Force::new(ruleset, list, agreed);
    let mut judge = Judge::new(&force);
    judge.judge();
    remark(&mut judge);
    judge.tell_left_out();
    report.findings = sorted(&force, judge.drafts);
    report.verdict = verdict(&report.findings);
    report.points = total(&force).certain().and_then(|points| u32::try_from(points).ok());
    report.fingerprint = Some(content::fingerprint(&force));
    report
}

/// The verdict that findings lead to.
fn verdict(findings: &[Finding]) -> Verdict {
    let any = |severity| findings.iter().any(|finding| finding.severity == severity);
    if any(Severity::Error) {
        Verdict::Illegal
    } else if any(Severity::Undetermined) {
        Verdict::Undetermined
    } else {
        Verdict::Legal
    }
}

pub(crate) fn total(force: &Force) -> Value {
    force.entries.iter().fold(Value::ZERO, |sum, entry| sum.plus(entry.cost))
}

fn blank(ruleset: &Ruleset, list: &ArmyList, agreed: &Agreed) -> Report {
    let declarations = ruleset.declarations();
    Report {
        file: String::new(),
        document: 0,
        name: list.name.clone(),
        player: list.player.clone(),
        ruleset: Some(RulesetUsed {
            id: declarations.id.clone(),
            version: declarations.version.clone(),
            edition: declarations.edition.clone(),
            digest: ruleset.digest().to_owned(),
        }),
        events: Vec::new(),
        settings: agreed.settings.clone(),
        consents: agreed.consents.clone(),
        verdict: Verdict::Legal,
        points: None,
        mfv: Some(list.mfv),
        fingerprint: None,
        findings: Vec::new(),
    }
}

fn unreadable(ruleset: &Ruleset, wrong: Misunderstood) -> Finding {
    Finding {
        rule: "unknown-word".to_owned(),
        severity: Severity::Error,
        message: wrong.message,
        at: vec![wrong.at],
        line: None,
        column: None,
        measured: None,
        min: None,
        max: None,
        source: None,
        origin: Some(ruleset.declarations().id.clone()),
        help: wrong.help,
    }
}

/// Findings in the order of the contract: by severity, rule, and the content of the squadron.
fn sorted(force: &Force, drafts: Vec<Draft>) -> Vec<Finding> {
    let contents = Contents::new(force);
    let mut keyed: Vec<(String, Draft)> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let content = draft.entry.map(|entry| contents.squadron(entry)).unwrap_or_default();
        keyed.push((content, draft));
    }
    keyed.sort_by(|(content, a), (other, b)| {
        let key = |draft: &Draft| (draft.finding.severity, draft.finding.rule.clone());
        key(a).cmp(&key(b)).then_with(|| content.cmp(other)).then_with(|| a.finding.message.cmp(&b.finding.message))
    });
    keyed.into_iter().map(|(_, draft)| draft.finding).collect()
}
