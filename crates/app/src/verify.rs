//! `verify`: whether a printed fingerprint is that of a list that was handed in.

use muster_library::share;
use muster_submissions::{Code, Submission, WordFit, compare_word};
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

/// Whether a fingerprint is that of a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VerifyAnswer {
    /// It is the list of the code.
    pub is_list: bool,
    /// The answer in a sentence.
    pub sentence: String,
}

/// Compares a fingerprint with that of a list, as `muster verify` does. Fails if the text is no fingerprint (`no-code`), or if the event
/// is faulty.
pub fn verify(app: &App, args: &VerifyArgs) -> Result<VerifyAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    if let Some(word) = share::words(&args.code).0.first() {
        return scanned(&app, &args.submission, word);
    }
    let typed: String = args.code.chars().filter(char::is_ascii_alphanumeric).take(64).collect();
    let (list, rules) = typed.split_at_checked(16).unwrap_or((&typed, ""));
    let (list, rules) = (list.to_ascii_lowercase(), rules.to_ascii_lowercase());
    let whole = format!("{list}-{rules}");
    let code = if rules.is_empty() { Code::read_half(&list) } else { Code::read(&whole) };
    let Some(code) = code else {
        let fault = CallFault::new("no-code", "this is no fingerprint");
        return Err(fault.help("type all of it, or the 16 letters and digits before the hyphen"));
    };
    let answer = muster_submissions::verify(app.shelf(), &args.submission, &code);
    Ok(VerifyAnswer { is_list: answer.is_list(), sentence: answer.sentence() })
}

/// Compares the list in a QR code.
fn scanned(app: &App, submission: &Submission, word: &str) -> Result<VerifyAnswer, CallFault> {
    let fit = compare_word(app.shelf(), submission, word);
    let fit = fit.map_err(|fault| CallFault { help: fault.help, ..CallFault::new("no-code", fault.message) })?;
    let sentence = match fit {
        WordFit::Same => "the code of the print holds this list",
        WordFit::Open => {
            "the code of the print holds what an opponent may see of this list; decks and secret roles were not compared"
        }
        WordFit::Other => "the code of the print holds another list",
    };
    Ok(VerifyAnswer { is_list: fit != WordFit::Other, sentence: sentence.to_owned() })
}
