//! The fault of a call.

use muster_engine::report::Report;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a call failed. Errors in a list are no reason for a call to fail; they are in the report on the list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Fault")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CallFault {
    /// A code for programs, such as `unknown-call`, `wrong-args`, `unreadable-list` or `unknown-ruleset`.
    pub code: String,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl CallFault {
    /// A fault without help.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), help: None }
    }

    /// The fault of a call that met a bug in the program.
    #[must_use]
    pub fn bug() -> Self {
        Self::new("broken", "this is a bug in the program; please report it")
    }

    /// Why a list cannot be used: the first thing that its report says.
    pub(crate) fn of_report(report: &Report) -> Self {
        let finding = report.findings.first();
        let (rule, message) =
            finding.map_or(("unreadable", "this is not a list"), |finding| (finding.rule.as_str(), &finding.message));
        Self { help: finding.and_then(|finding| finding.help.clone()), ..Self::new(rule, message) }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl std::fmt::Display for CallFault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for CallFault {}

impl From<muster_library::fault::FileFault> for CallFault {
    fn from(fault: muster_library::fault::FileFault) -> Self {
        Self { code: fault.kind.id().to_owned(), message: fault.message, help: fault.help }
    }
}
