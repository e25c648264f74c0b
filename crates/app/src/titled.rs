//! Things with ids and names.

use indexmap::IndexMap;
use muster_engine::common::ExplainedName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A thing with an id and a name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Titled")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TitledItem {
    /// Its id, as lists write it.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What it means.
    pub summary: Option<String>,
}

/// Declared things with their ids.
pub(crate) fn named(things: &IndexMap<String, ExplainedName>) -> Vec<TitledItem> {
    things.iter().map(|(id, named)| titled(id, &named.title, named.summary.as_ref())).collect()
}

/// A declared thing with its id.
pub(crate) fn titled(id: &str, title: &str, summary: Option<&String>) -> TitledItem {
    TitledItem { id: id.to_owned(), title: title.to_owned(), summary: summary.cloned() }
}
