//! `case`: a verdict that somebody thinks is wrong, as the text of one file.

use muster_engine::report::Verdict;
use muster_exchange::yaml;
use muster_library::case::{Complaint, make};
use muster_library::case_file::{CaseFile, CaseFinding};
use muster_library::expectation::Expectation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::given_sheet::{GivenSheet, beside, file_of};

/// Stands above a case.
const HEAD: &str = "# A verdict that somebody thinks is wrong. `muster report FILE` says what has become of it.\n";

/// The arguments of `case`. A person gives a verdict, a finding or both.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CaseArgs {
    /// The list.
    pub list: GivenList,
    /// The verdict that the person expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The finding that is wrong, as `judge` told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<CaseFinding>,
    /// The page that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Why the person expected it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The sheet that the list points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<GivenSheet>,
    /// The event under which the list was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A case as text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CaseAnswer {
    /// YAML with everything that judges the list again, and nothing else of the person than the page and the reason.
    pub text: String,
}

/// Makes a case of a list. Fails if the list cannot be read, if it is told what was expected, or if what judged it cannot be
/// kept.
pub fn case(app: &App, args: &CaseArgs) -> Result<CaseAnswer, CallFault> {
    let list = args.list.list()?;
    let app = app.under(args.event.as_ref())?;
    let sheet = file_of(args.sheet.as_ref())?;
    let silence = args.finding.iter().map(|finding| Expectation::Silence(finding.rule.clone()));
    let complaint = Complaint {
        expected: args.verdict.map(Expectation::Verdict).into_iter().chain(silence).collect(),
        about: args.finding.clone(),
        page: args.page.clone(),
        why: args.why.clone(),
    };
    let case = make(app.shelf(), beside(sheet.as_ref()), &list, complaint, env!("CARGO_PKG_VERSION"))?;
    Ok(CaseAnswer { text: text(&case)? })
}

/// A case as the text of its file.
pub fn text(case: &CaseFile) -> Result<String, CallFault> {
    let text = yaml::to_string(case);
    let text = text.map_err(|error| CallFault::new("unwritable", format!("the case cannot be written: {error}")))?;
    Ok(format!("{HEAD}{text}"))
}
