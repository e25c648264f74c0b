//! Entries of a community file, in one shape for all schemas.

use indexmap::IndexMap;

/// An entry that can be selected, or a group of entries. Links are already followed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CatalogueEntry {
    /// Its ids: its own, then those of the links it was reached by.
    pub ids: Vec<String>,
    /// The name as written.
    pub name: String,
    /// The line it starts on.
    pub line: u32,
    /// True if it only groups other entries.
    pub group: bool,
    /// Shown only when a modifier says so.
    pub hidden: bool,
    /// Bought for all models of a squadron together.
    pub collective: bool,
    /// The id of the entry of this group that is selected at first.
    pub default: Option<String>,
    /// Points; none if the file gives no price.
    pub points: Option<i32>,
    /// The least number of times it is selected.
    pub min: u32,
    /// The largest number of times; none if the file sets no limit.
    pub max: Option<u32>,
    /// Profiles shown beside it.
    pub profiles: Vec<CardProfile>,
    /// Names of the rules written in it or linked.
    pub rules: Vec<String>,
    /// What changes it.
    pub modifiers: Vec<Modifier>,
    /// Names of its categories.
    pub categories: Vec<String>,
    /// Entries and groups inside it.
    pub children: Vec<CatalogueEntry>,
}

/// A table row: a model's card or one of its weapons.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CardProfile {
    /// The id in the file.
    pub id: String,
    /// The name of its type.
    pub kind: String,
    /// The name as written.
    pub name: String,
    /// The line it starts on.
    pub line: u32,
    /// Shown only when a modifier says so.
    pub hidden: bool,
    /// Values by the names of their columns.
    pub values: IndexMap<String, String>,
    /// What changes it.
    pub modifiers: Vec<Modifier>,
}

/// A change under conditions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Modifier {
    /// What it does: `set`, `increment`, `hide`, ...
    pub action: String,
    /// The name of the column or attribute it changes.
    pub field: String,
    /// The new value or the difference.
    pub value: String,
    /// Conditions that must hold.
    pub when: Vec<SelectionCondition>,
}

/// A condition that something is selected or not selected.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SelectionCondition {
    /// The id of the entry or group.
    pub id: String,
    /// True if it must be selected, false if it must not.
    pub selected: bool,
}

impl CatalogueEntry {
    /// Its own id.
    pub(super) fn id(&self) -> &str {
        self.ids.first().map_or("", String::as_str)
    }

    /// Whether it is always there: at least one is required, or it is free and has no limit, which authors also use for
    /// fixed entries.
    pub(super) fn is_fixed(&self) -> bool {
        !self.group && (self.min > 0 || (self.max.is_none() && self.points.unwrap_or(0) == 0))
    }
}
