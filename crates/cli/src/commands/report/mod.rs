//! `muster report`: keeps a wrong verdict as a case, and says what has become of a case.

mod golden;

use std::io::{self, Write};
use std::path::Path;
use std::slice;

use muster_engine::plain::plain;
use muster_engine::report::{Finding, Report};
use muster_library::case::{self, CaseState, Complaint, RepeatedCase};
use muster_library::case_file::CaseFile;
use muster_library::expectation::Expectation;
use muster_library::judge::unreadable;
use muster_library::shelf::Shelf;
use muster_submissions::{Intake, NewestGames, Submission};
use schemars::JsonSchema;
use serde::Serialize;

use super::handed_in::{lists, lists_in};
use super::{complain, json};
use crate::args::{OutputStyle, ReportCommand};
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::FileText;
use crate::terminal::{self, inform};

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What has become of a case, as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CaseOutput<'a> {
    format: u32,
    file: &'a str,
    state: CaseState,
    /// Why, in sentences.
    why: &'a [String],
    /// What differs from what was told.
    differences: &'a [String],
    expected: Vec<ExpectationRow>,
    /// Whether all that was expected holds now; null if that cannot be told.
    as_expected: Option<bool>,
    /// The page that the person named.
    page: Option<&'a str>,
    /// Why the person expected it.
    reason: Option<&'a str>,
    /// The report of today; null if the list could not be judged.
    report: Option<Report>,
}

#[derive(Serialize, JsonSchema)]
struct ExpectationRow {
    expects: String,
    holds: bool,
}

/// Makes a case of a list, or says what has become of a case.
pub(crate) fn run(args: &ReportCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    // What cannot be read is told where lists are read.
    let bytes = file::read_named(&args.file);
    let is_complaint = !args.expect.is_empty() || args.page.is_some() || args.why.is_some();
    match bytes.as_deref().ok().and_then(case::case) {
        Some(_) if is_complaint => {
            let message = format!("{} is a case, which says already what was expected", args.file.display());
            Err(CommandComplaint::new(message).help("leave out --expect, --page and --why").into())
        }
        Some(Ok(case)) if args.golden => print_golden(args, shelf, &case),
        Some(Ok(case)) => become_of(args, shelf, &case),
        Some(Err(faults)) => {
            let report = unreadable(&args.file.display().to_string(), 0, faults);
            complain(&report, &FileText::new(&bytes.unwrap_or_default()));
            Ok(ExitOutcome::Undecided)
        }
        None => {
            let games = NewestGames::new(shelf);
            let intake = Intake::new(&games);
            let (found, is_whole) = match &bytes {
                Ok(bytes) if args.file == Path::new("-") => lists_in(&intake, bytes),
                _ => lists(&intake, slice::from_ref(&args.file)),
            };
            match found.as_slice() {
                [] if !is_whole => Ok(ExitOutcome::Undecided),
                [submission] => make(args, shelf, submission),
                [] => Err(CommandComplaint::new(format!("{} holds no list", args.file.display())).into()),
                several => {
                    let message = format!("{} holds {} lists", args.file.display(), several.len());
                    Err(CommandComplaint::new(message)
                        .help("a case is about one: put it into a file of its own")
                        .into())
                }
            }
        }
    }
}

/// Writes a case of a list.
fn make(args: &ReportCommand, shelf: &Shelf, submission: &Submission) -> Result<ExitOutcome, CommandFailure> {
    if args.expect.is_empty() {
        let message = "say what you expected of the list, as in --expect legal";
        let help = "also illegal, undetermined, \"no: RULE\" or \"error: RULE\"; --page and --why say where it stands";
        return Err(CommandComplaint::new(message).help(help).into());
    }
    let Some(list) = submission.list.as_deref() else {
        return Err(CommandComplaint::new(format!("{} holds no list", args.file.display())).into());
    };
    let complained =
        Complaint { expected: args.expect.clone(), about: None, page: args.page.clone(), why: args.why.clone() };
    let made = case::make(shelf, submission.beside(shelf), list, complained, VERSION);
    let case = made.map_err(|fault| CommandComplaint {
        message: format!("{}: {}", submission.report.file, fault.message),
        help: fault.help,
    })?;
    tell_of_reading(submission, &case);
    if args.golden {
        return print_golden(args, shelf, &case);
    }
    let text =
        muster_app::case::text(&case).map_err(|fault| CommandComplaint { message: fault.message, help: fault.help })?;
    file::put_out(&args.target, text.as_bytes())?;
    if let Some(output) = &args.target.output {
        let mut out = terminal::stdout();
        let told = joined(&[Expectation::Verdict(case.told.verdict)]);
        writeln!(out, "{}: told {told}, expected {}", output.display(), joined(&case.expected))?;
        out.flush()?;
    }
    Ok(ExitOutcome::Fine)
}

/// Names on standard error the findings that the case leaves out. They are about the text from which the list was read, and a case
/// holds only the list.
fn tell_of_reading(submission: &Submission, case: &CaseFile) {
    let is_told = |finding: &&Finding| case.told.findings.iter().any(|told| told.rule == finding.rule.as_str());
    let mut left: Vec<&str> =
        submission.report.findings.iter().filter(|it| !is_told(it)).map(|it| it.rule.as_str()).collect();
    left.dedup();
    if !left.is_empty() {
        inform(&format!(
            "the case holds the list as it was understood, and nothing of how the file was read: {}",
            left.join(", ")
        ));
    }
}

fn print_golden(args: &ReportCommand, shelf: &Shelf, case: &CaseFile) -> Result<ExitOutcome, CommandFailure> {
    file::put_out(&args.target, golden::golden(shelf, case)?.as_bytes())?;
    Ok(ExitOutcome::Fine)
}

/// Says what has become of a case.
fn become_of(args: &ReportCommand, shelf: &Shelf, case: &CaseFile) -> Result<ExitOutcome, CommandFailure> {
    if args.target.output.is_some() {
        let message = "-o is for a case or a golden list";
        return Err(CommandComplaint::new(message).help("leave it out, or add --golden").into());
    }
    let repeated = case::repeat(shelf, case, VERSION);
    let name = args.file.display().to_string();
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => json(&mut out, &answer(&name, case, &repeated))?,
        OutputStyle::Human => people(&mut out, &name, case, &repeated)?,
    }
    out.flush()?;
    Ok(match repeated.is_as_expected() {
        Some(true) => ExitOutcome::Fine,
        Some(false) => ExitOutcome::Broken,
        None => ExitOutcome::Undecided,
    })
}

fn answer<'a>(file: &'a str, case: &'a CaseFile, repeated: &'a RepeatedCase) -> CaseOutput<'a> {
    let expected = repeated.expected.iter();
    let expected = expected.map(|(expects, holds)| ExpectationRow { expects: expects.to_string(), holds: *holds });
    CaseOutput {
        format: 1,
        file,
        state: repeated.state,
        why: &repeated.why,
        differences: &repeated.differences,
        expected: expected.collect(),
        as_expected: repeated.is_as_expected(),
        page: case.page.as_deref(),
        reason: case.why.as_deref(),
        report: repeated.now.clone().map(|report| Report { file: file.to_owned(), ..report }),
    }
}

fn people(out: &mut impl Write, file: &str, case: &CaseFile, repeated: &RepeatedCase) -> io::Result<()> {
    let state = match repeated.state {
        CaseState::AsTold => "as told",
        CaseState::NoLongerSo => "no longer so",
        CaseState::NotRepeatable => "not repeatable",
    };
    writeln!(out, "{state}: {}", plain(file))?;
    for line in repeated.why.iter().chain(&repeated.differences) {
        writeln!(out, "   {}", plain(line))?;
    }
    let page = case.page.as_deref().map(|page| format!(" (page {})", plain(page))).unwrap_or_default();
    let holds = match repeated.is_as_expected() {
        Some(true) => "; so it is",
        Some(false) => "; so it is not",
        None => "",
    };
    writeln!(out, "expected{page}: {}{holds}", joined(&case.expected))?;
    if let Some(why) = &case.why {
        writeln!(out, "   {}", plain(why))?;
    }
    Ok(())
}

/// Expectations as the command line takes them: a verdict stands alone.
fn joined(expected: &[Expectation]) -> String {
    let told = expected.iter().map(|one| one.to_string().trim_start_matches("verdict: ").to_owned());
    told.collect::<Vec<_>>().join("; ")
}
