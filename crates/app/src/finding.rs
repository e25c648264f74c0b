//! A finding as screens show it.

use muster_engine::report;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A finding, with its source in words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct FindingInfo {
    /// The finding, as `muster check --format json` prints it.
    #[serde(flatten)]
    pub finding: report::Finding,
    /// The book and page of its rule: `The Rulebook, pages 15, 89`. Absent for findings about the file itself.
    pub cited: Option<String>,
}

impl From<report::Finding> for FindingInfo {
    fn from(finding: report::Finding) -> Self {
        Self { cited: finding.source.as_ref().map(ToString::to_string), finding }
    }
}
