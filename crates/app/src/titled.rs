//! Things with ids and names.

use indexmap::IndexMap;
use muster_engine::common::Named;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A thing with an id and a name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Titled {
    /// Its id, as lists write it.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// What it means.
    pub summary: Option<String>,
}

/// Declared things with their ids.
pub(crate) fn named(things: &IndexMap<String, Named>) -> Vec<Titled> {
    let facts = |(id, named): (&String, &Named)| Titled {
        id: id.clone(),
        title: named.title.clone(),
        summary: named.summary.clone(),
    };
    things.iter().map(facts).collect()
}
