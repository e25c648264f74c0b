//! `version`: the version of this program.

use muster_library::lists;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;

/// The arguments of `version`: none.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VersionArgs {}

/// The version of this program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VersionAnswer {
    /// The program's version.
    pub program: String,
    /// The newest version of the list format that it reads, which is also the version that it writes.
    pub format: String,
}

/// The version of this program. Never fails.
pub fn version(_: &App, _: &VersionArgs) -> Result<VersionAnswer, CallFault> {
    Ok(VersionAnswer {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        format: format!("{}.{}", lists::FORMAT, lists::FORMAT_MINOR),
    })
}
