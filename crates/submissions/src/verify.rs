//! Whether a printed fingerprint is that of a list.

use muster_engine::list::{ArmyList, RulesetName};
use muster_library::fault::{FaultKind, FileFault};
use muster_library::judge::{judge_and, judge_list};
use muster_library::share::WHOLE;
use muster_library::shelf::Shelf;
use muster_library::{lists, share};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::submission::Submission;

/// How the first half of a code, which is about the list, fits a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CodeFit {
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
#[derive(Clone, Copy, Debug)]
pub struct Code<'c> {
    /// The half about the list.
    list: &'c str,
    /// The half about the rules; none if it was not stated.
    rules: Option<&'c str>,
}

impl<'c> Code<'c> {
    /// Reads a whole fingerprint, in small letters.
    #[must_use]
    pub fn read(text: &'c str) -> Option<Self> {
        let (list, rules) = text.split_once('-')?;
        (is_half(list) && is_half(rules)).then_some(Self { list, rules: Some(rules) })
    }

    /// Reads the first half of a fingerprint, in small letters, which is about the list alone.
    #[must_use]
    pub fn read_half(text: &'c str) -> Option<Self> {
        is_half(text).then_some(Self { list: text, rules: None })
    }
}

fn is_half(half: &str) -> bool {
    half.len() == 16 && half.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'))
}

/// What a code says about a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAnswer {
    /// How its first half fits the list.
    pub list: CodeFit,
    /// Whether the rules of today are those of the code; none if the code does not tell its rules.
    pub rules: Option<bool>,
    /// The version of the ruleset by whose rules the code was made, if it is at hand.
    pub version: Option<String>,
    /// The id of the ruleset that judged the list.
    ruleset: Option<String>,
}

/// How the list in a QR code fits a list that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordFit {
    /// It is the same list.
    Same,
    /// It is what an opponent may see of that list.
    Open,
    /// It is another list.
    Other,
}

/// Compares the list in a word, such as a print shows as a QR code, with a list that was handed in.
///
/// # Errors
/// If no list can be read from the word, or if the rules of one of the lists are not at hand.
pub fn compare_word(shelf: &Shelf, submission: &Submission, word: &str) -> Result<WordFit, FileFault> {
    let document = share::document(word)?;
    let no_list = || FileFault::new(FaultKind::WrongKind, "the word holds no list");
    let scanned = lists::list(&document).map_err(|faults| faults.into_iter().next().unwrap_or_else(no_list))?;
    let of_list = |list: &ArmyList| {
        let report = judge_list(shelf, "", None, list, None);
        Some(report.fingerprint?.split_once('-')?.0.to_owned())
    };
    let no_rules = || FileFault::new(FaultKind::UnknownRuleset, "the rules of the list in the QR code are not at hand");
    let code = of_list(&scanned).ok_or_else(no_rules)?;
    let Some(list) = submission.list.as_deref() else { return Ok(WordFit::Other) };
    if submission.content().as_ref() == Some(&code) {
        return Ok(WordFit::Same);
    }
    let ruleset = shelf.ruleset_for(list)?;
    let open = muster_engine::open(ruleset.declarations(), list);
    Ok(if of_list(&open) == Some(code) { WordFit::Open } else { WordFit::Other })
}

/// Compares a code with the fingerprint of a list.
#[must_use]
pub fn verify(shelf: &Shelf, submission: &Submission, code: &Code) -> CodeAnswer {
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
    let rules = code.rules.map(|rules| halves.is_some_and(|own| own.rules == Some(rules)));
    let version = if rules == Some(true) {
        report.ruleset.as_ref().map(|ruleset| ruleset.version.clone())
    } else {
        let known = list.filter(|_| fit != CodeFit::Other && code.rules.is_some());
        known.and_then(|list| version_of(shelf, submission, list, code))
    };
    let ruleset = report.ruleset.as_ref().map(|ruleset| ruleset.id.clone());
    CodeAnswer { list: fit, rules, version, ruleset }
}

impl CodeAnswer {
    /// Whether the code proves that the list is that of the print. What a list states of a code is no proof. Nor is a code whose
    /// second half is of no rules at hand: anybody can write one behind the first half.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        self.is_list() && (self.rules == Some(true) || self.version.is_some())
    }

    /// Whether its first half is that of the list.
    #[must_use]
    pub fn is_list(&self) -> bool {
        matches!(self.list, CodeFit::Same | CodeFit::SameByOldForm)
    }

    /// The same in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let by = self.version.as_ref().map(|version| {
            let id = self.ruleset.as_deref().unwrap_or("the ruleset");
            format!("{id} {version}")
        });
        let list = match self.list {
            CodeFit::Same => "this is the list of the code",
            CodeFit::SameByOldForm => {
                "this is the list of the code, by the form of codes of before version 0.3, which some unequal lists share"
            }
            CodeFit::Stated => {
                "this list only states the code, as that of its full list; only the full list can prove it"
            }
            CodeFit::Other => return "this is not the list of the code".to_owned(),
        };
        let rules = match (self.rules, by) {
            (None, _) => return list.to_owned(),
            (Some(true), Some(by)) => format!("the rules are the same ({by})"),
            (Some(true), None) => "the rules are the same".to_owned(),
            (Some(false), Some(by)) => format!("the code was made by the rules of {by}"),
            (Some(false), None) => {
                "the code was made by other rules, which are not at hand; --rulesets, --event and --units add rules"
                    .to_owned()
            }
        };
        format!("{list}; {rules}")
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
