//! `muster verify`: whether a printed fingerprint is that of a list.

use std::io::Write;
use std::slice;

use muster_engine::list::{ArmyList, RulesetName};
use muster_library::judge::{judge_and, judge_list};
use muster_library::share::WHOLE;
use muster_library::shelf::Shelf;
use muster_submissions::{Intake, NewestGames, Submission};
use serde::Serialize;
use serde_json::Value;

use super::handed_in::lists;
use super::json;
use crate::args::{OutputStyle, VerifyCommand};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal;

/// The answer as JSON.
#[derive(Serialize)]
struct VerifyOutput<'a> {
    format: u32,
    code: String,
    lists: Vec<VerifyRow<'a>>,
}

/// What the code says about one list.
#[derive(Serialize)]
struct VerifyRow<'a> {
    file: &'a str,
    document: u32,
    name: Option<&'a str>,
    fingerprint: Option<&'a str>,
    list: CodeFit,
    /// Whether the rules of today are those of the code.
    rules: bool,
    /// The version of the ruleset by whose rules the code was made, if it is at hand.
    version: Option<String>,
}

/// How the first half of a code, which is about the list, fits a list.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum CodeFit {
    /// The code is that of the list.
    Same,
    /// The code is that of the list as versions before 0.3 made codes.
    SameByOldForm,
    /// The list is what an opponent may see of another list, and states that the code is that of the other.
    Stated,
    /// The code is that of another list.
    Other,
}

/// A fingerprint: the half about the list, and the half about the rules.
struct Code<'c> {
    list: &'c str,
    rules: &'c str,
}

impl<'c> Code<'c> {
    fn read(text: &'c str) -> Option<Self> {
        let is_half =
            |half: &str| half.len() == 16 && half.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'));
        let (list, rules) = text.split_once('-')?;
        (is_half(list) && is_half(rules)).then_some(Self { list, rules })
    }
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
    let (found, is_whole) = lists(&Intake::new(&games), slice::from_ref(&args.list));
    let lines: Vec<VerifyRow> = found.iter().map(|submission| line(shelf, submission, &code)).collect();
    // What a list states of a code is no proof. Nor is a code whose second half is of no rules at hand: anybody can write
    // one behind the first half.
    let fits = lines.iter().any(|line| {
        matches!(line.list, CodeFit::Same | CodeFit::SameByOldForm) && (line.rules || line.version.is_some())
    });
    if lines.is_empty() && is_whole {
        return Err(CommandComplaint::new(format!("{} holds no list", args.list.display())).into());
    }
    let mut out = terminal::styled(args.format);
    match args.format {
        OutputStyle::Json => json(&mut out, &VerifyOutput { format: 1, code: text.clone(), lists: lines })?,
        OutputStyle::Human => {
            for (line, submission) in lines.iter().zip(&found) {
                writeln!(out, "{}: {}", line.file, sentence(line, submission))?;
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

fn line<'a>(shelf: &Shelf, submission: &'a Submission, code: &Code) -> VerifyRow<'a> {
    let report = &submission.report;
    let halves = report.fingerprint.as_deref().and_then(Code::read);
    let list = submission.list.as_deref();
    let stated = list.and_then(|list| list.extra.get(WHOLE)).and_then(Value::as_str).and_then(Code::read);
    let fit = match (&halves, &stated) {
        (Some(own), _) if own.list == code.list => CodeFit::Same,
        _ if list.is_some_and(|list| has_by_old_form(shelf, submission, list, code)) => CodeFit::SameByOldForm,
        (_, Some(whole)) if whole.list == code.list => CodeFit::Stated,
        _ => CodeFit::Other,
    };
    let rules = halves.is_some_and(|own| own.rules == code.rules);
    let version = if rules {
        report.ruleset.as_ref().map(|ruleset| ruleset.version.clone())
    } else {
        list.filter(|_| fit != CodeFit::Other).and_then(|list| version_of(shelf, submission, list, code))
    };
    VerifyRow {
        file: &report.file,
        document: report.document,
        name: report.name.as_deref(),
        fingerprint: report.fingerprint.as_deref(),
        list: fit,
        rules,
        version,
    }
}

/// Whether the first half of the code is that of the list as versions before 0.3 made codes.
fn has_by_old_form(shelf: &Shelf, submission: &Submission, list: &ArmyList, code: &Code) -> bool {
    let file = &submission.report.file;
    let has = judge_and(shelf, file, submission.beside(shelf), list, None, |judged| {
        judged.old_fingerprint().as_deref().and_then(Code::read).is_some_and(|own| own.list == code.list)
    });
    has.is_ok_and(|(_, _, has)| has)
}

/// The version of the list's ruleset by whose rules the code was made.
fn version_of(shelf: &Shelf, submission: &Submission, list: &ArmyList, code: &Code) -> Option<String> {
    let id = list.ruleset.id();
    let versions =
        shelf.versions().iter().filter(|edition| edition.id == id).map(|edition| edition.version.to_string());
    versions.into_iter().find(|version| {
        let ruleset = RulesetName::Versioned { id: id.to_owned(), version: Some(format!("={version}")) };
        let pinned = ArmyList { ruleset, ..list.clone() };
        let report = judge_list(shelf, &submission.report.file, submission.beside(shelf), &pinned, None);
        report.fingerprint.as_deref().and_then(Code::read).is_some_and(|own| own.rules == code.rules)
    })
}

fn sentence(line: &VerifyRow, submission: &Submission) -> String {
    let id = submission.report.ruleset.as_ref().map_or("the ruleset", |ruleset| ruleset.id.as_str());
    let by = line.version.as_ref().map(|version| format!("{id} {version}"));
    let list = match line.list {
        CodeFit::Same => "this is the list of the code",
        CodeFit::SameByOldForm => {
            "this is the list of the code, by the form of codes of before version 0.3, which some unequal lists share"
        }
        CodeFit::Stated => "this list only states the code, as that of its full list; only the full list can prove it",
        CodeFit::Other => return "this is not the list of the code".to_owned(),
    };
    let rules = match (line.rules, by) {
        (true, Some(by)) => format!("the rules are the same ({by})"),
        (true, None) => "the rules are the same".to_owned(),
        (false, Some(by)) => format!("the code was made by the rules of {by}"),
        (false, None) => {
            "the code was made by other rules, which are not at hand; --rulesets, --event and --units add rules"
                .to_owned()
        }
    };
    format!("{list}; {rules}")
}
