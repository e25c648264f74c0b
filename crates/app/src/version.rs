//! `version`: which program this is.

use muster_library::lists;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::Fault;

/// What `version` takes: nothing.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VersionArgs {}

/// Which program this is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VersionAnswer {
    /// The program's version.
    pub program: String,
    /// The newest version of the list format that it reads, and the one that it writes.
    pub format: String,
}

/// Which program this is. Never fails.
pub fn version(_: &App, _: &VersionArgs) -> Result<VersionAnswer, Fault> {
    Ok(VersionAnswer {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        format: format!("{}.{}", lists::FORMAT, lists::FORMAT_MINOR),
    })
}
