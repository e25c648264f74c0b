//! Conventions: data that tell which rosters are of a game, and what in them is no part of a list.

use indexmap::IndexMap;
use muster_engine::list::SettingValue;
use serde::Deserialize;

use super::file::Selection;
use crate::battlescribe::games::NamedGames;
use crate::battlescribe::pattern::{Omission, Pattern};
use crate::battlescribe::xml::ImportError;

/// The file of conventions in the folder `import` of a ruleset.
pub(super) const CONVENTIONS: &str = "rosters.yaml";

/// How the rosters of a game are read.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::battlescribe) struct Conventions {
    /// Always `rosters`.
    #[serde(rename = "kind")]
    _kind: String,
    /// The games whose rosters are read: what they are called in a sentence, by the ids of their game systems.
    #[serde(default)]
    pub games: NamedGames,
    /// Games that are known but have no units here, in the same form.
    #[serde(default)]
    pub without_units: NamedGames,
    /// Selections of the first level that are no squadrons, if they cost nothing with everything inside them.
    #[serde(default)]
    pub ignore_roots: Vec<Omission>,
    /// Selections inside a squadron that say nothing, if they cost nothing by themselves.
    #[serde(default)]
    pub ignore_inside: Vec<Omission>,
    /// What the names of forces state of the list.
    #[serde(default)]
    pub states: Vec<Statement>,
}

/// The settings that a force states by its name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::battlescribe) struct Statement {
    /// The names of the forces.
    pattern: Pattern,
    pub settings: IndexMap<String, SettingValue>,
}

impl Conventions {
    /// Reads the conventions from the text of their file.
    pub(super) fn read(text: &str) -> Result<Self, ImportError> {
        serde_yaml::from_str(text).map_err(|error| ImportError::new(CONVENTIONS, error.to_string()))
    }

    /// Whether a selection of the first level is no squadron.
    pub(super) fn ignores_root(&self, root: &Selection) -> bool {
        root.whole_cost() == 0 && names(&self.ignore_roots, root)
    }

    /// The settings that a force of this name states.
    pub(super) fn stated_by(&self, force: &str) -> impl Iterator<Item = (&String, &SettingValue)> {
        self.states.iter().filter(|it| it.pattern.0.is_match(force)).flat_map(|it| &it.settings)
    }

    /// Whether a selection inside a squadron says nothing.
    pub(super) fn ignores_inside(&self, child: &Selection) -> bool {
        child.cost == 0 && names(&self.ignore_inside, child)
    }
}

fn names(ignored: &[Omission], selection: &Selection) -> bool {
    ignored.iter().any(|ignore| ignore.pattern.0.is_match(&selection.name))
}
