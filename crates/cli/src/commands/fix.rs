//! `muster fix`: the smallest changes that make a list legal. `muster complete`: legal additions to a list.

use std::io::Write;
use std::path::Path;

use muster_engine::list::ArmyList;
use muster_engine::report::{Report, Verdict};
use muster_engine::words::{number, verdict};
use muster_exchange::yaml;
use muster_library::judge::JudgedList;
use muster_library::shelf::Shelf;
use muster_mend::{Additions, Bounds, Mend, Mends};
use muster_submissions::{HandIn, Intake, NewestGames, patch};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::handed_in::{self, refuse};
use super::{json, passed_over};
use crate::args::{FixCommand, OutputStyle};
use crate::changing::to_change;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::words::terms;
use crate::{collection, file, terminal};

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FixOutput<'a> {
    format: u32,
    lists: Vec<FixRow<'a>>,
}

/// What was found for one list.
#[derive(Serialize, JsonSchema)]
struct FixRow<'a> {
    file: &'a str,
    document: u32,
    name: Option<&'a str>,
    verdict: Verdict,
    /// The terms that the list sets for itself, in words that follow the verdict.
    terms: Option<&'a str>,
    points: Option<u32>,
    mfv: Option<u32>,
    /// The mends, or the additions.
    #[serde(skip_serializing_if = "Option::is_none")]
    mends: Option<Vec<Way<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additions: Option<Vec<Way<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full: Option<Way<'a>>,
    judged: usize,
    bounded: bool,
}

/// Changes, and what comes of them.
#[derive(Serialize, JsonSchema)]
struct Way<'a> {
    changes: Vec<&'a str>,
    /// The points that each change adds; null if not known.
    gains: Vec<Option<i64>>,
    points: Option<i64>,
    verdict: Verdict,
    list: &'a ArmyList,
    /// The operations that make it of the list before: a JSON Patch (RFC 6902).
    patch: Vec<Value>,
}

/// What was looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// A legal list.
    Legal,
    /// A full list.
    Full,
}

enum FixResult {
    Mends(Mends),
    Additions(Box<Additions>),
}

impl FixResult {
    /// The list that `-o` writes.
    fn first(&self) -> Option<&Mend> {
        match self {
            Self::Mends(mends) => mends.mends.first(),
            Self::Additions(additions) => additions.full.as_ref(),
        }
    }
}

/// Looks for changes of every list of a file, prints them, and writes the first if asked. Additions keep to what the
/// collection has.
pub(crate) fn run(
    args: &FixCommand,
    aim: Aim,
    collection: Option<&Path>,
    shelf: &Shelf,
) -> Result<ExitOutcome, CommandFailure> {
    let collection = collection::open(shelf, collection)?;
    let games = NewestGames::new(shelf);
    let mut outcome = ExitOutcome::Fine;
    let mut all: Vec<(Report, ArmyList, FixResult)> = Vec::new();
    handed_in::each(&Intake::new(&games), std::slice::from_ref(&args.list), |handed, from| match handed {
        HandIn::Lists(lists) => {
            for submission in lists {
                let Some((JudgedList { ruleset, needs, .. }, list)) = to_change(shelf, &submission) else {
                    refuse(&submission, from);
                    outcome = ExitOutcome::Undecided;
                    continue;
                };
                let bounds = Bounds::default();
                let found = match aim {
                    Aim::Legal => FixResult::Mends(muster_mend::fix(&ruleset, &list, bounds)),
                    Aim::Full => {
                        let file = &submission.report.file;
                        let owned = collection.as_ref().filter(|owned| collection::concerns(owned, &ruleset, file));
                        let found = match owned {
                            Some(owned) => {
                                let may_be = collection::suffices(owned, &ruleset, &needs);
                                muster_mend::complete(&ruleset, &list, bounds, &may_be)
                            }
                            None => muster_mend::complete(&ruleset, &list, bounds, &|_| true),
                        };
                        FixResult::Additions(Box::new(found))
                    }
                };
                let report = submission.report.clone();
                let is_mended =
                    matches!(report.verdict, Verdict::Legal | Verdict::Undetermined) || found.first().is_some();
                if aim == Aim::Legal && !is_mended && outcome == ExitOutcome::Fine {
                    outcome = ExitOutcome::Broken;
                }
                all.push((report, list, found));
            }
        }
        HandIn::NoList { file, why, .. } => passed_over(&file, &why),
    });
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => json(&mut out, &FixOutput { format: 1, lists: all.iter().map(line).collect() })?,
        OutputStyle::Human => {
            for (number, (report, _, found)) in all.iter().enumerate() {
                if number > 0 {
                    writeln!(out)?;
                }
                people(&mut out, report, found)?;
            }
        }
    }
    out.flush()?;
    if args.target.output.is_some() {
        let firsts: Vec<&Mend> = all.iter().filter_map(|(.., found)| found.first()).collect();
        let [first] = firsts.as_slice() else {
            let message = if firsts.is_empty() { "there is nothing to write" } else { "the file has several lists" };
            return Err(CommandComplaint::new(message.to_owned()).into());
        };
        let text = yaml::to_string(&first.list)
            .map_err(|error| CommandComplaint::new(format!("the list cannot be written: {error}")))?;
        file::put_out(&args.target, text.as_bytes())?;
    }
    Ok(outcome)
}

fn line((report, list, found): &(Report, ArmyList, FixResult)) -> FixRow<'_> {
    let way = |mend| way(list, mend);
    let mut line = FixRow {
        file: &report.file,
        document: report.document,
        name: report.name.as_deref(),
        verdict: report.verdict,
        terms: report.terms.words.as_deref(),
        points: report.points,
        mfv: report.mfv,
        mends: None,
        additions: None,
        full: None,
        judged: 0,
        bounded: false,
    };
    match found {
        FixResult::Mends(found) => {
            line.mends = Some(found.mends.iter().map(way).collect());
            (line.judged, line.bounded) = (found.judged, found.is_bounded);
        }
        FixResult::Additions(found) => {
            line.additions = Some(found.single.iter().map(way).collect());
            line.full = found.full.as_ref().map(way);
            (line.judged, line.bounded) = (found.judged, found.is_bounded);
        }
    }
    line
}

fn way<'m>(before: &ArmyList, mend: &'m Mend) -> Way<'m> {
    let changes = mend.steps.iter().map(|step| step.says.as_str()).collect();
    let gains = mend.steps.iter().map(|step| step.gain).collect();
    let patch = patch(before, &mend.list);
    Way { changes, gains, points: mend.points, verdict: mend.verdict, list: &mend.list, patch }
}

/// The most additions that people are told one by one.
const MOST_TOLD: usize = 20;

fn people(out: &mut impl Write, report: &Report, found: &FixResult) -> std::io::Result<()> {
    let points = number::points_of(report.points.map(i64::from), None, report.mfv);
    let terms = terms(report.terms.words.as_deref());
    writeln!(out, "{}{terms}: {}, {points}", verdict::verdict(report.verdict), report.file)?;
    let after = |mend: &Mend| {
        format!("{}, {}", verdict::verdict(mend.verdict), number::points_of(mend.points, None, report.mfv))
    };
    let bounded = match found {
        FixResult::Mends(found) => {
            if found.mends.is_empty() {
                // Where something is left open, changes may have been looked for.
                let is_settled = matches!(report.verdict, Verdict::Legal | Verdict::Undetermined) && found.judged == 0;
                let none = if is_settled {
                    "There is nothing to mend."
                } else {
                    "Muster found no changes that make it legal."
                };
                writeln!(out, "\n{none}")?;
            }
            for (number, mend) in (1..).zip(&found.mends) {
                writeln!(out, "\n{number}. {}", after(mend))?;
                steps(out, mend)?;
            }
            found.is_bounded
        }
        FixResult::Additions(found) => {
            match &found.full {
                None => writeln!(out, "\nNothing may be added.")?,
                Some(full) => {
                    writeln!(out, "\nOne way to fill it: {}", after(full))?;
                    steps(out, full)?;
                }
            }
            if !found.single.is_empty() {
                writeln!(out, "\nWhat may be added, each by itself:")?;
            }
            for mend in found.single.iter().take(MOST_TOLD) {
                steps(out, mend)?;
            }
            if found.single.len() > MOST_TOLD {
                writeln!(out, "   and {} more", found.single.len() - MOST_TOLD)?;
            }
            found.is_bounded
        }
    };
    if bounded {
        let (count, which) = (judged(found), if found.first().is_some() { "better" } else { "some" });
        writeln!(
            out,
            "\nMuster judged {count} changed lists and stopped there. There may be {which} ways that it did not try."
        )?;
    }
    Ok(())
}

/// Each change with the points that it adds.
fn steps(out: &mut impl Write, mend: &Mend) -> std::io::Result<()> {
    for step in &mend.steps {
        match step.gain {
            Some(0) | None => writeln!(out, "   {}", step.says)?,
            Some(gain) => {
                writeln!(out, "   {} ({}{})", step.says, if gain > 0 { "+" } else { "\u{2212}" }, gain.abs())?;
            }
        }
    }
    Ok(())
}

fn judged(found: &FixResult) -> usize {
    match found {
        FixResult::Mends(found) => found.judged,
        FixResult::Additions(found) => found.judged,
    }
}
