//! `muster migrate`: moves lists to another version of their ruleset, with a preview.

use std::io::{self, Write};
use std::slice;

use muster_engine::report::{Finding, Report, Verdict};
use muster_engine::words::number;
use muster_exchange::yaml;
use muster_library::shelf::Shelf;
use muster_library::versions;
use muster_submissions::{HandIn, Intake, Migration, NewestGames, VersionVerdict, migrate};
use schemars::JsonSchema;
use serde::Serialize;

use super::handed_in::{self, refuse};
use super::{complain, json, passed_over};
use crate::args::{MigrateCommand, OutputStyle};
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::words::{sentence, severity, terms, verdict, verdict_style};
use crate::terminal::{self, FAINT, STRONG};
use crate::text::plain;

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MigrateOutput<'a> {
    format: u32,
    lists: Vec<MigrateRow<'a>>,
}

/// What becomes of one list.
#[derive(Serialize, JsonSchema)]
struct MigrateRow<'a> {
    file: &'a str,
    document: u32,
    name: Option<&'a str>,
    mfv: Option<u32>,
    #[serde(flatten)]
    migration: &'a Migration,
}

/// A list that was moved, and the text of its file for the other version.
struct MovedList {
    report: Report,
    migration: Migration,
    /// None if the list must be written anew.
    text: Option<String>,
}

/// Moves every list of a file, prints what changes, and writes the list if asked.
pub(crate) fn run(args: &MigrateCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    if let Some(Err(fault)) = args.to.as_deref().map(|to| versions::name(&format!("@{to}"))) {
        return Err(CommandComplaint { message: format!("--to: {}", fault.message), help: fault.help }.into());
    }
    let games = NewestGames::new(shelf);
    let mut outcome = ExitOutcome::Fine;
    let mut all: Vec<MovedList> = Vec::new();
    handed_in::each(&Intake::new(&games), slice::from_ref(&args.list), |handed, from| match handed {
        HandIn::Lists(lists) => {
            for submission in lists {
                let bytes = if submission.came.is_plain { from.bytes() } else { b"" };
                match migrate(shelf, &submission, args.to.as_deref()) {
                    Some(Ok(migration)) => {
                        let text = migration.edited(bytes).filter(|_| !submission.is_read);
                        all.push(MovedList { report: submission.report, migration, text });
                    }
                    Some(Err(report)) => {
                        complain(&report, from.text());
                        outcome = ExitOutcome::Undecided;
                    }
                    None => {
                        refuse(&submission, from);
                        outcome = ExitOutcome::Undecided;
                    }
                }
            }
        }
        HandIn::NoList { file, why, .. } => passed_over(&file, &why),
    });
    if outcome == ExitOutcome::Fine && all.iter().any(|one| one.migration.after.verdict == Verdict::Illegal) {
        outcome = ExitOutcome::Broken;
    }
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => json(&mut out, &MigrateOutput { format: 1, lists: all.iter().map(line).collect() })?,
        OutputStyle::Human => {
            for (number, moved) in all.iter().enumerate() {
                if number > 0 {
                    writeln!(out)?;
                }
                people(&mut out, moved)?;
            }
        }
    }
    out.flush()?;
    if args.target.output.is_some() {
        write(args, &all)?;
    }
    Ok(outcome)
}

/// Writes the list.
fn write(args: &MigrateCommand, all: &[MovedList]) -> Result<(), CommandFailure> {
    let [MovedList { migration, text, .. }] = all else {
        let message = if all.is_empty() { "there is nothing to write" } else { "the file has several lists" };
        return Err(CommandComplaint::new(message.to_owned()).into());
    };
    let text = match text {
        Some(text) => text.clone(),
        None => yaml::to_string(&migration.list)
            .map_err(|error| CommandComplaint::new(format!("the list cannot be written: {error}")))?,
    };
    file::put_out(&args.target, text.as_bytes())
}

fn line(MovedList { report, migration, .. }: &MovedList) -> MigrateRow<'_> {
    MigrateRow {
        file: &report.file,
        document: report.document,
        name: report.name.as_deref(),
        mfv: report.mfv,
        migration,
    }
}

fn people(out: &mut impl Write, MovedList { report, migration, .. }: &MovedList) -> io::Result<()> {
    let Migration { ruleset, before, after, gone, new, .. } = migration;
    let name = report.name.as_deref().unwrap_or("a list without a name");
    let versions = match before {
        Some(before) if before.version == after.version => {
            format!("{}, the same version as before", after.version)
        }
        Some(before) => format!("{} \u{2192} {}", before.version, after.version),
        None => format!("{}; the version that the list asks for is not at hand", after.version),
    };
    writeln!(out, "{STRONG}{}{STRONG:#}: {} {versions}", plain(name), plain(ruleset))?;
    writeln!(out, "  {FAINT}{}{FAINT:#}", plain(&report.file))?;
    let states = before.iter().filter(|before| !alike(before, after)).chain([after]);
    let states: Vec<String> = states.map(|one| state(one, report.mfv)).collect();
    writeln!(out, "  {}", states.join(" \u{2192} "))?;
    let changes = migration.sentences();
    for sentence in &changes {
        writeln!(out, "  {}", plain(sentence))?;
    }
    findings(out, "new", new)?;
    findings(out, "gone", gone)?;
    if changes.is_empty() && new.is_empty() && gone.is_empty() && before.is_some() {
        writeln!(out, "  Nothing changes for this list.")?;
    }
    Ok(())
}

fn findings(out: &mut impl Write, what: &str, findings: &[Finding]) -> io::Result<()> {
    for finding in findings {
        writeln!(out, "  {what}: {}[{}]: {}", severity(finding.severity), finding.rule, plain(&sentence(finding)))?;
    }
    Ok(())
}

/// Whether two versions judge alike.
fn alike(before: &VersionVerdict, after: &VersionVerdict) -> bool {
    (before.verdict, &before.terms, before.points) == (after.verdict, &after.terms, after.points)
}

fn state(state: &VersionVerdict, mfv: Option<u32>) -> String {
    let style = verdict_style(state.verdict);
    let points = number::points_of(state.points.map(i64::from), None, mfv);
    format!("{style}{}{style:#}{}, {points}", verdict(state.verdict), terms(state.terms.as_deref()))
}
