//! The lists that changes concern: those with another verdict, other points or other errors, each with what changed
//! for it, and the smallest mend for those that become illegal.

use std::collections::BTreeMap;

use muster_engine::effort;
use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Finding, Report, Severity, Verdict};
use muster_engine::summary::{SquadronLine, Summary};
use muster_mend::{Bounds, fix};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::thing::{ChangedThing, ThingKind};
use crate::weight::Weight;
use crate::words::signed;

/// A list that was judged under both rulesets.
#[derive(Clone, Debug)]
pub struct TwiceJudgedList<'l> {
    /// The list.
    pub list: &'l ArmyList,
    /// How the earlier ruleset judges it.
    pub before: ListJudgement,
    /// How the later ruleset judges it.
    pub after: ListJudgement,
    /// The later ruleset, with all its catalogues.
    pub ruleset: &'l Ruleset,
}

/// How a ruleset judges a list.
#[derive(Clone, Debug)]
pub struct ListJudgement {
    /// The report.
    pub report: Report,
    /// The list at a glance; none if it could not be judged, or if nothing differs.
    pub summary: Option<Summary>,
}

/// The lists that changes concern.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Lists {
    /// How many lists were judged under both.
    pub judged: usize,
    /// How many keep verdict, points and errors.
    pub unchanged: usize,
    /// How many become illegal.
    pub become_illegal: usize,
    /// How many become legal.
    pub become_legal: usize,
    /// Those that change, the ones that become illegal first.
    pub lists: Vec<ConcernedList>,
}

/// A list that changes concern.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Concerned")]
#[serde(rename_all = "kebab-case")]
pub struct ConcernedList {
    /// Its file.
    pub file: String,
    /// The document in the file, counted from 0.
    pub document: u32,
    /// Its player.
    pub player: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// The maximum force value.
    pub mfv: Option<u32>,
    /// Under the earlier ruleset.
    pub before: Glance,
    /// Under the later ruleset.
    pub after: Glance,
    /// The errors, and what is undetermined, that it has only under the later ruleset.
    pub came: Vec<FindingChange>,
    /// Those that it has only under the earlier ruleset.
    pub gone: Vec<FindingChange>,
    /// The squadrons that cost more or less.
    pub prices: Vec<PriceChange>,
    /// The changes that concern it, in words.
    pub by: Vec<String>,
    /// The smallest changes that make it legal again; none if it did not become illegal, or if none were found soon.
    pub mend: Option<MendSummary>,
}

/// A list under one of the rulesets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Glance {
    /// The verdict.
    pub verdict: Verdict,
    /// The points; none if they are not known.
    pub points: Option<u32>,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Told")]
#[serde(rename_all = "kebab-case")]
pub struct FindingChange {
    /// The id of its rule.
    pub rule: String,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What was wrong under the earlier ruleset, by the same rule at the same place.
    pub before: Option<String>,
}

/// A squadron that costs more or less.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Priced")]
#[serde(rename_all = "kebab-case")]
pub struct PriceChange {
    /// JSON pointer into the list.
    pub at: String,
    /// Its name.
    pub name: String,
    /// The earlier points.
    pub before: Option<i64>,
    /// The later points.
    pub after: Option<i64>,
    /// Both in words.
    pub says: String,
}

/// Changes of a list that make it legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Mended")]
#[serde(rename_all = "kebab-case")]
pub struct MendSummary {
    /// What to do, a sentence each.
    pub changes: Vec<String>,
    /// What it costs then.
    pub points: Option<i64>,
    /// Its verdict then: legal, or undetermined.
    pub verdict: Verdict,
}

/// How long a mend is looked for. Organisers ask about many lists at once.
const BOUNDS: Bounds = Bounds { judged: 2_000, mends: 1 };

/// Tells which lists changes concern.
#[must_use]
pub fn lists(things: &[ChangedThing], pairs: &[TwiceJudgedList]) -> Lists {
    let here = effort::here();
    let mut lists: Vec<ConcernedList> =
        pairs.par_iter().filter_map(|pair| here.go_on(|| concerned(things, pair))).collect();
    let become_illegal = lists.iter().filter(|one| one.becomes(Verdict::Illegal)).count();
    let become_legal = lists.iter().filter(|one| one.becomes(Verdict::Legal)).count();
    lists.sort_by_key(ConcernedList::rank);
    Lists { judged: pairs.len(), unchanged: pairs.len() - lists.len(), become_illegal, become_legal, lists }
}

impl ConcernedList {
    /// Whether it gets this verdict and had another.
    #[must_use]
    pub fn becomes(&self, verdict: Verdict) -> bool {
        let is = |glance: &Glance| {
            // A list that cannot even be read cannot be played either.
            glance.verdict == verdict || (verdict == Verdict::Illegal && glance.verdict == Verdict::Unreadable)
        };
        is(&self.after) && !is(&self.before)
    }

    fn rank(&self) -> u8 {
        let verdicts = [Verdict::Illegal, Verdict::Undetermined, Verdict::Legal];
        let rank = verdicts.iter().position(|verdict| self.becomes(*verdict));
        u8::try_from(rank.unwrap_or(verdicts.len())).unwrap_or(u8::MAX)
    }
}

/// Whether two reports on a list differ in verdict, points or errors.
#[must_use]
pub fn differ(before: &Report, after: &Report) -> bool {
    let (came, gone) = findings(before, after);
    glance(before) != glance(after) || !came.is_empty() || !gone.is_empty()
}

fn glance(report: &Report) -> Glance {
    Glance { verdict: report.verdict, points: report.points }
}

fn concerned(things: &[ChangedThing], pair: &TwiceJudgedList) -> Option<ConcernedList> {
    let (before, after) = (&pair.before.report, &pair.after.report);
    if !differ(before, after) {
        return None;
    }
    let (came, gone) = findings(before, after);
    let prices = prices(pair);
    let mut concerned = ConcernedList {
        file: after.file.clone(),
        document: after.document,
        player: after.player.clone(),
        name: after.name.clone(),
        mfv: after.mfv,
        before: glance(before),
        after: glance(after),
        by: by(things, pair, &came, &gone, &prices),
        came,
        gone,
        prices,
        mend: None,
    };
    if concerned.becomes(Verdict::Illegal) && after.verdict == Verdict::Illegal {
        let found = fix(pair.ruleset, pair.list, BOUNDS).mends.into_iter().next();
        concerned.mend = found.map(|mend| MendSummary {
            changes: mend.steps.into_iter().map(|step| step.says).collect(),
            points: mend.points,
            verdict: mend.verdict,
        });
    }
    Some(concerned)
}

/// The errors and doubts that came, and those that are gone. What is still wrong, with other numbers, came.
fn findings(before: &Report, after: &Report) -> (Vec<FindingChange>, Vec<FindingChange>) {
    let counts = |finding: &&Finding| matches!(finding.severity, Severity::Error | Severity::Undetermined);
    let same = |one: &Finding, other: &Finding| {
        (&one.rule, one.severity, &one.message) == (&other.rule, other.severity, &other.message)
    };
    let missing = |of: &Report, among: &Report| -> Vec<Finding> {
        let mut left: Vec<&Finding> = among.findings.iter().filter(counts).collect();
        let mut missing = Vec::new();
        for finding in of.findings.iter().filter(counts) {
            match left.iter().position(|other| same(finding, other)) {
                Some(place) => {
                    left.swap_remove(place);
                }
                None => missing.push(finding.clone()),
            }
        }
        missing
    };
    let (came, mut gone) = (missing(after, before), missing(before, after));
    let told = |finding: &Finding, before: Option<String>| FindingChange {
        rule: finding.rule.as_str().to_owned(),
        severity: finding.severity,
        message: finding.message.clone(),
        before,
    };
    let came = came.iter().map(|finding| {
        let place = gone.iter().position(|other| other.rule == finding.rule && other.at.first() == finding.at.first());
        let before = place.map(|place| gone.remove(place).message);
        told(finding, before)
    });
    let came = came.collect();
    (came, gone.iter().map(|finding| told(finding, None)).collect())
}

/// `3 × Barge`
pub(crate) fn named(line: &SquadronLine) -> String {
    match line.models {
        0 | 1 => line.name.clone(),
        models => format!("{models} \u{d7} {}", line.name),
    }
}

fn prices(pair: &TwiceJudgedList) -> Vec<PriceChange> {
    let lines = |judged: &ListJudgement| -> Vec<SquadronLine> {
        judged.summary.as_ref().map(|summary| summary.squadrons.clone()).unwrap_or_default()
    };
    let before: BTreeMap<String, Option<i64>> =
        lines(&pair.before).into_iter().map(|line| (line.at, line.points)).collect();
    let priced = |line: SquadronLine| {
        let (earlier, later) = (*before.get(&line.at)?, line.points);
        if earlier == later {
            return None;
        }
        let name = named(&line);
        let known = |points: Option<i64>| points.map_or_else(|| "not known".to_owned(), |points| points.to_string());
        let delta = later.zip(earlier).map(|(later, earlier)| signed(later - earlier)).unwrap_or_default();
        let says = format!("{name}: {}, {} before{delta}", points(later), known(earlier));
        Some(PriceChange { at: line.at, name, before: earlier, after: later, says })
    };
    lines(&pair.after).into_iter().filter_map(priced).collect()
}

fn points(points: Option<i64>) -> String {
    muster_engine::words::number::points(points, None)
}

/// The changes that concern a list: of the rules that it breaks or broke, and of the units that it fields.
fn by(
    things: &[ChangedThing],
    pair: &TwiceJudgedList,
    came: &[FindingChange],
    gone: &[FindingChange],
    prices: &[PriceChange],
) -> Vec<String> {
    let is_told = |id: &str| came.iter().chain(gone).any(|told| told.rule == id);
    let summaries = [&pair.after, &pair.before].into_iter().filter_map(|judged| judged.summary.as_ref());
    let fielded: Vec<&SquadronLine> = summaries.flat_map(|summary| &summary.squadrons).collect();
    let (mut by, mut perhaps) = (Vec::new(), Vec::new());
    for thing in things {
        let details = |wanted: &dyn Fn(&str) -> bool| {
            let told = thing.details.iter().filter(|one| one.weight > Weight::Patch && wanted(&one.at));
            told.map(|one| format!("{}: {}", thing.called(), one.says)).collect::<Vec<_>>()
        };
        let became = || vec![format!("{} is {}", thing.called(), thing.became.word())];
        match thing.kind {
            ThingKind::Rule if is_told(&thing.id) => {
                by.extend(if thing.details.is_empty() { became() } else { details(&|_| true) });
            }
            ThingKind::Unit => {
                let is_it = |line: &&&SquadronLine| {
                    line.unit_id.as_deref() == Some(&thing.id)
                        && thing.of.as_ref().is_none_or(|nation| line.nation_id.as_deref() == Some(&nation.id))
                };
                let Some(line) = fielded.iter().find(is_it) else { continue };
                // Only a squadron that costs more or less has options with other prices.
                let is_priced = prices.iter().any(|priced| priced.at == line.at);
                let others = ["/options/", "/choices/", "/card/weapons"];
                let own = |at: &str| !others.iter().any(|other| at.starts_with(other));
                let is_own = thing.details.iter().any(|one| one.at == "/points");
                by.extend(match (thing.details.is_empty(), is_priced && !is_own) {
                    (true, _) => became(),
                    (false, true) => details(&|at| own(at) || at.ends_with("/points")),
                    (false, false) => details(&own),
                });
            }
            // What an event fixes concerns every list, and is told once for all of them.
            ThingKind::Event => {
                by.extend(details(&|at| at.strip_prefix("/consents/").is_some_and(is_told)));
                let all = "what is fixed for all lists".to_owned();
                if is_told("event-fixes") { by.push(all) } else { perhaps.push(all) }
            }
            ThingKind::Nation if is_told("event-ban") => {
                let is_home = fielded.iter().any(|line| line.nation_id.as_deref() == Some(&thing.id));
                by.extend(is_home.then(|| details(&|_| true)).into_iter().flatten());
            }
            // It is not known which rules ask for these, so they are told if nothing else is.
            ThingKind::Table | ThingKind::Setting | ThingKind::Group | ThingKind::Patch | ThingKind::Declaration => {
                perhaps.extend(details(&|_| true));
            }
            _ => {}
        }
    }
    if by.is_empty() { perhaps } else { by }
}
