//! Why a call has no answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a call has no answer. What is wrong with a list is no fault of a call: its report says it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fault {
    /// A word for programs, such as `unknown-call`, `wrong-args`, `unreadable-list` or `unknown-ruleset`.
    pub code: String,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What would help.
    pub help: Option<String>,
}

impl Fault {
    /// A fault without help.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), help: None }
    }

    /// The same, with what would help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl From<muster_library::fault::Fault> for Fault {
    fn from(fault: muster_library::fault::Fault) -> Self {
        Self { code: fault.kind.id().to_owned(), message: fault.message, help: fault.help }
    }
}
