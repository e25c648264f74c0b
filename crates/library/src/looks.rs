//! How a game looks: which drawing shows a unit, and the colour and emblem of each nation.
//!
//! `looks.yaml` beside `ruleset.yaml` says it, for all versions of the ruleset. It is no part of the rules: no digest
//! counts it, and no verdict depends on it.

use indexmap::IndexMap;
use muster_engine::catalogue::{TraitValue, Unit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the file in a ruleset's folder.
pub const LOOKS: &str = "looks.yaml";

/// How a game looks.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Looks {
    /// Always `looks`.
    pub kind: String,
    /// The name of the drawing that stands for the game.
    pub cover: String,
    /// What the overview of a fleet shows.
    #[serde(default)]
    pub overview: OverviewLook,
    /// Which drawing shows a unit: that of the first line that fits it.
    #[serde(default)]
    pub drawings: Vec<UnitLook>,
    /// The colour and emblem of each nation, by its id.
    #[serde(default)]
    pub nations: IndexMap<String, NationLook>,
}

/// What the overview of a fleet shows.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OverviewLook {
    /// The traits by whose values points are counted.
    #[serde(default)]
    pub traits: Vec<String>,
    /// The statistics that are charted.
    #[serde(default)]
    pub stats: Vec<String>,
}

/// A drawing, and the units that it shows. A line without `where` and `named` shows every unit.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitLook {
    /// The name of the drawing.
    pub drawing: String,
    /// The unit must have each of these traits, with one of these values.
    #[serde(default)]
    pub r#where: IndexMap<String, TraitValue>,
    /// Texts of which the unit's printed name must contain one, in lower case.
    #[serde(default)]
    pub named: Vec<String>,
}

/// How a nation looks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NationLook {
    /// Its colour: `#` and six hexadecimal digits.
    #[schemars(regex(pattern = r"^#[0-9a-f]{6}$"))]
    pub colour: String,
    /// The name of its emblem.
    pub emblem: String,
}

impl Looks {
    /// The name of the drawing that shows a unit; none if no line fits it.
    #[must_use]
    pub fn drawing(&self, unit: &Unit) -> Option<&str> {
        let name = unit.name.to_lowercase();
        self.drawings.iter().find(|look| look.fits(unit, &name)).map(|look| look.drawing.as_str())
    }
}

impl UnitLook {
    fn fits(&self, unit: &Unit, name: &str) -> bool {
        let has = |(id, wanted): (&String, &TraitValue)| {
            let own = unit.traits.get(id);
            own.is_some_and(|own| wanted.words().any(|wanted| own.words().any(|own| own == wanted)))
        };
        self.r#where.iter().all(has)
            && (self.named.is_empty() || self.named.iter().any(|text| name.contains(text.as_str())))
    }
}
