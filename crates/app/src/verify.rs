//! `verify`: whether a printed fingerprint is that of a list that was handed in.

use muster_library::share;
use muster_submissions::{Code, CodeFit, Submission, WordFit, compare_word};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;

/// The arguments of `verify`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VerifyArgs {
    /// The list as it was handed in.
    pub submission: Submission,
    /// The fingerprint, as a person types it, or its first half, which is about the list; or the word in the QR code of a print.
    pub code: String,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// Whether a fingerprint or a QR code is that of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PrintFit {
    /// It is of another list.
    No,
    /// It fits the list, but proves less than all of it. The sentence says what.
    Perhaps,
    /// It is of this list.
    Yes,
}

/// How a fingerprint or a QR code fits a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VerifyAnswer {
    /// Whether it is that of the list.
    pub fit: PrintFit,
    /// The answer in a sentence.
    pub sentence: String,
}

/// Compares a fingerprint or the text of QR codes with a list, as `muster verify` does. Fails if the text is neither (`no-code`), if the
/// list in a QR code cannot be read or compared (`no-code`), or if the event is faulty.
pub fn verify(app: &App, args: &VerifyArgs) -> Result<VerifyAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let words = share::words(&args.code).0;
    if !words.is_empty() {
        return scanned(&app, &args.submission, &words);
    }
    let typed: String = args.code.chars().filter(char::is_ascii_alphanumeric).take(64).collect();
    let (list, rules) = typed.split_at_checked(16).unwrap_or((&typed, ""));
    let (list, rules) = (list.to_ascii_lowercase(), rules.to_ascii_lowercase());
    let whole = format!("{list}-{rules}");
    let code = if rules.is_empty() { Code::read_half(&list) } else { Code::read(&whole) };
    let Some(code) = code else {
        let fault = CallFault::new("no-code", "this is no fingerprint and no QR code of a print");
        return Err(fault.help("type all of the fingerprint, or the 16 letters and digits before the hyphen"));
    };
    let answer = muster_submissions::verify(app.shelf(), &args.submission, &code);
    let fit = match answer.list {
        CodeFit::Same if rules.is_empty() || answer.is_proof() => PrintFit::Yes,
        CodeFit::Same | CodeFit::SameByOldForm | CodeFit::Stated => PrintFit::Perhaps,
        CodeFit::Other => PrintFit::No,
    };
    Ok(VerifyAnswer { fit, sentence: answer.sentence() })
}

/// Compares the lists in QR codes; a photo may show several. The best answer counts.
fn scanned(app: &App, submission: &Submission, words: &[String]) -> Result<VerifyAnswer, CallFault> {
    let compared = words.iter().map(|word| {
        let fit = compare_word(app.shelf(), submission, word);
        let fit = fit.map_err(|fault| CallFault { help: fault.help, ..CallFault::new("no-code", fault.message) })?;
        let (fit, sentence) = match fit {
            WordFit::Same => (PrintFit::Yes, "the QR code of the print holds this list"),
            WordFit::Open => (
                PrintFit::Perhaps,
                "the QR code holds what an opponent may see of this list; decks and secret roles were not compared",
            ),
            WordFit::Other => (PrintFit::No, "the QR code of the print holds another list"),
        };
        Ok(VerifyAnswer { fit, sentence: sentence.to_owned() })
    });
    let (answers, faults): (Vec<_>, Vec<_>) = compared.partition(Result::is_ok);
    let best = answers.into_iter().flatten().max_by_key(|answer: &VerifyAnswer| answer.fit);
    let fault = faults.into_iter().find_map(Result::err);
    best.ok_or_else(|| fault.unwrap_or_else(|| CallFault::new("no-code", "there is no QR code")))
}
