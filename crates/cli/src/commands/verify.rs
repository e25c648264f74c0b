//! `muster verify`: whether a printed fingerprint is that of a list.

use std::io::Write;
use std::slice;

use muster_library::shelf::Shelf;
use muster_submissions::{Code, CodeAnswer, CodeFit, Intake, NewestGames, verify};
use schemars::JsonSchema;
use serde::Serialize;

use super::handed_in::lists;
use super::json;
use crate::args::{OutputStyle, VerifyCommand};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal;

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifyOutput<'a> {
    format: u32,
    code: String,
    lists: Vec<VerifyRow<'a>>,
}

/// What the code says about one list.
#[derive(Serialize, JsonSchema)]
struct VerifyRow<'a> {
    file: &'a str,
    document: u32,
    name: Option<&'a str>,
    fingerprint: Option<&'a str>,
    list: CodeFit,
    /// Whether the rules of today are those of the code.
    rules: bool,
    /// The version of the ruleset by whose rules the code was made, if it is at hand.
    version: Option<&'a str>,
}

/// Judges the lists and compares the code with their fingerprints.
pub(crate) fn run(args: &VerifyCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let text = args.code.trim().to_ascii_lowercase();
    let Some(code) = Code::read(&text) else {
        let message = format!("`{}` is no fingerprint", args.code);
        let help = "a fingerprint has 16 letters and digits, a hyphen, and 16 more, as in the foot of a print";
        return Err(CommandComplaint::new(message).help(help).into());
    };
    let games = NewestGames::new(shelf);
    let keys = args.keys.open()?;
    let (found, is_whole) = lists(&Intake::new(&games).with_keys(keys.as_ref()), slice::from_ref(&args.list));
    let answers: Vec<CodeAnswer> = found.iter().map(|submission| verify(shelf, submission, &code)).collect();
    let fits = answers.iter().any(CodeAnswer::is_proof);
    if found.is_empty() && is_whole {
        return Err(CommandComplaint::new(format!("{} holds no list", args.list.display())).into());
    }
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => {
            let lines = found.iter().zip(&answers).map(|(submission, answer)| VerifyRow {
                file: &submission.report.file,
                document: submission.report.document,
                name: submission.report.name.as_deref(),
                fingerprint: submission.report.fingerprint.as_deref(),
                list: answer.list,
                rules: answer.rules == Some(true),
                version: answer.version.as_deref(),
            });
            let lines = lines.collect();
            json(&mut out, &VerifyOutput { format: 1, code: text.clone(), lists: lines })?;
        }
        OutputStyle::Human => {
            for (submission, answer) in found.iter().zip(&answers) {
                writeln!(out, "{}: {}", submission.report.file, answer.sentence())?;
            }
        }
    }
    out.flush()?;
    Ok(match (is_whole, fits) {
        (false, _) => ExitOutcome::Undecided,
        (true, true) => ExitOutcome::Fine,
        (true, false) => ExitOutcome::Broken,
    })
}
