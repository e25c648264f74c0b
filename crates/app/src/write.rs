//! `write`: a list as the text of a file.

use muster_engine::list::ArmyList;
use muster_exchange::yaml;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::fault::CallFault;
use crate::given::GivenList;

/// The arguments of `write`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WriteArgs {
    /// The list.
    pub list: GivenList,
}

/// A list as text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WriteAnswer {
    /// YAML as a person would write it. Reading it gives the same list.
    pub text: String,
}

/// Writes a list as text. Fails if the list cannot be read.
pub fn write(_: &App, args: &WriteArgs) -> Result<WriteAnswer, CallFault> {
    text(&args.list.list()?).map(|text| WriteAnswer { text })
}

/// Writes a list as YAML.
pub(crate) fn text(list: &ArmyList) -> Result<String, CallFault> {
    yaml::to_string(list).map_err(|error| CallFault::new("unwritable", format!("the list cannot be written: {error}")))
}
