//! The two sides of a comparison.

use muster_engine::ready::Ruleset;
use schemars::JsonSchema;
use serde::Serialize;

/// A ruleset to compare, with all its catalogues, perhaps under overlays.
#[derive(Clone, Copy, Debug)]
pub struct Side<'r> {
    /// The ruleset.
    pub ruleset: &'r Ruleset,
    /// The last day for lists that its overlays state.
    pub deadline: Option<&'r str>,
    /// How many lists each player hands in, if its overlays say so.
    pub lists: Option<u32>,
    /// The public key for sealed lists that its overlays state.
    pub key: Option<&'r str>,
    /// The version that counts: that of the ruleset, or of the overlay that is compared. None if it states none.
    pub version: Option<&'r str>,
    /// The id that this version is of.
    pub of: &'r str,
    /// What its title says behind id and version: ` under Pond Cup 1.0.0`.
    pub more: &'r str,
}

/// A ruleset that is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Compared")]
#[serde(rename_all = "kebab-case")]
pub struct ComparedRuleset {
    /// Its id.
    pub ruleset: String,
    /// Its version.
    pub version: String,
    /// The overlays over it, those that others extend first.
    pub overlays: Vec<String>,
    /// All of it in words: `tiny 1.2.0 under Pond Cup 1.0.0`.
    pub title: String,
}

impl ComparedRuleset {
    pub(crate) fn new(side: Side) -> Self {
        let Side { ruleset, more, .. } = side;
        let declared = ruleset.declarations();
        let events = ruleset.events().map_or(&[][..], |events| &events.all);
        Self {
            ruleset: declared.id.clone(),
            version: declared.version.clone(),
            overlays: events.iter().map(|event| event.id.clone()).collect(),
            title: format!("{} {}{more}", declared.id, declared.version),
        }
    }
}
