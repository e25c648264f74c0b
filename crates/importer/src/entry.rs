//! Entries of a community file, in one shape for all schemas. They hold what the file says; each game reads it in its own
//! way.

use indexmap::IndexMap;

use super::condition::ChangeCondition;

/// A unit, a model, something that may be taken, or a group of these. Links are already followed.
#[derive(Clone, Debug, Default)]
pub(super) struct CatalogueEntry {
    /// Its ids: those of the links that lead to it, the outermost first, then its own.
    pub ids: Vec<String>,
    pub name: String,
    /// The line it starts on.
    pub line: u32,
    /// The line of the link that leads to it, or its own.
    pub link_line: u32,
    pub kind: EntryKind,
    /// Shown only when a modifier says so.
    pub is_hidden: bool,
    /// Bought for all models of a squadron together.
    pub is_collective: bool,
    /// The id of the entry of this group that is selected at first.
    pub default: Option<String>,
    /// Its costs by the ids of their types, in thousandths. A link's costs are added.
    pub costs: Vec<(String, i64)>,
    pub limits: Vec<EntryLimit>,
    pub categories: Vec<EntryCategory>,
    pub profiles: Vec<EntryProfile>,
    /// The rules written in it or linked.
    pub rules: Vec<EntryRule>,
    /// What changes it.
    pub modifiers: Vec<Modifier>,
    /// Entries and groups inside it.
    pub children: Vec<CatalogueEntry>,
    /// The remarks of the people who wrote the data.
    pub comment: String,
}

/// What an entry is. The files are not strict about it: a model may be called an upgrade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EntryKind {
    Unit,
    Model,
    #[default]
    Upgrade,
    /// It only groups other entries.
    Group,
}

/// The least or the largest number of selections.
#[derive(Clone, Debug, Default)]
pub(super) struct EntryLimit {
    /// Its id; in the older schema the name of its attribute.
    pub id: String,
    pub is_min: bool,
    /// The number; none for no limit.
    pub value: Option<u32>,
    /// What is counted within: `parent`, `force`, `roster`.
    pub scope: String,
}

/// A category of an entry.
#[derive(Clone, Debug)]
pub(super) struct EntryCategory {
    pub id: String,
    pub is_primary: bool,
}

/// A table row: a model's card, one of its weapons, or words.
#[derive(Clone, Debug, Default)]
pub(super) struct EntryProfile {
    pub id: String,
    /// The name of its type.
    pub kind: String,
    pub name: String,
    /// The line it starts on.
    pub line: u32,
    /// Shown only when a modifier says so.
    pub is_hidden: bool,
    /// Values by the names of their columns.
    pub values: IndexMap<String, String>,
    /// What changes it.
    pub modifiers: Vec<Modifier>,
}

/// A rule that is written in an entry or linked.
#[derive(Clone, Debug, Default)]
pub(super) struct EntryRule {
    pub name: String,
    /// Its text. Only numbers and words of the recipe are read from it; catalogues do not copy it.
    pub text: String,
    pub is_hidden: bool,
    /// What changes it.
    pub modifiers: Vec<Modifier>,
}

/// A change under conditions.
#[derive(Clone, Debug, Default)]
pub(super) struct Modifier {
    /// What it does: `set`, `increment`, `hide`, ...
    pub action: String,
    /// The id of the column, cost or limit that it changes, or `hidden`, `category`, `name`.
    pub field: String,
    /// The new value or the difference.
    pub value: String,
    /// What is replaced.
    pub replaced: String,
    /// The profiles that it is for: `unit.profiles.Properties`.
    pub affects: String,
    /// Made once for each of something, such as the models of the unit.
    pub repeat: Option<ModifierRepeat>,
    pub when: ChangeCondition,
}

/// How often a change is made.
#[derive(Clone, Debug)]
pub(super) struct ModifierRepeat {
    /// The id of what is counted.
    pub each: String,
    /// How many of it are needed for one repetition.
    pub per: u32,
    /// How often one repetition makes the change.
    pub times: u32,
}

/// A kind of force: a Battlefleet.
#[derive(Clone, Debug, Default)]
pub(super) struct ForceType {
    pub id: String,
    pub name: String,
    /// The ids of the categories of units that it takes.
    pub categories: Vec<String>,
    /// How many units of a category it takes at most, whatever else it has, by the ids of the categories.
    pub most: Vec<(String, u32)>,
}

impl CatalogueEntry {
    /// Its own id.
    pub(super) fn id(&self) -> &str {
        self.ids.last().map_or("", String::as_str)
    }

    /// Its ids, its own first.
    pub(super) fn own_first(&self) -> Vec<String> {
        self.ids.iter().rev().cloned().collect()
    }

    /// The same without what is inside it.
    pub(super) fn without_children(&self) -> Self {
        Self {
            ids: self.ids.clone(),
            name: self.name.clone(),
            default: self.default.clone(),
            costs: self.costs.clone(),
            limits: self.limits.clone(),
            categories: self.categories.clone(),
            profiles: self.profiles.clone(),
            rules: self.rules.clone(),
            modifiers: self.modifiers.clone(),
            children: Vec::new(),
            comment: self.comment.clone(),
            ..*self
        }
    }

    pub(super) fn is_group(&self) -> bool {
        self.kind == EntryKind::Group
    }

    /// Its cost of a type, in thousandths.
    pub(super) fn cost(&self, kind: &str) -> Option<i64> {
        let mut costs = self.costs.iter().filter(|(id, _)| id == kind).map(|(_, value)| *value).peekable();
        costs.peek()?;
        Some(costs.fold(0, i64::saturating_add))
    }

    /// All its costs together, in whole points; none if the file gives no price.
    pub(super) fn points(&self) -> Option<i32> {
        let costs = self.costs.iter().map(|(_, value)| *value);
        (!self.costs.is_empty()).then(|| whole(costs.fold(0, i64::saturating_add)))
    }

    /// The least number within its parent.
    pub(super) fn min(&self) -> u32 {
        self.limit(true).and_then(|limit| limit.value).unwrap_or(0)
    }

    /// The largest number within its parent; none if there is no limit.
    pub(super) fn max(&self) -> Option<u32> {
        self.limit(false).and_then(|limit| limit.value)
    }

    /// The limit that counts within its parent.
    pub(super) fn limit(&self, is_min: bool) -> Option<&EntryLimit> {
        self.limits.iter().find(|limit| limit.is_min == is_min && limit.is_within_parent())
    }

    /// Sets the limit that counts within its parent.
    pub(super) fn set_limit(&mut self, is_min: bool, value: u32) {
        self.limits.retain(|limit| limit.is_min != is_min || !limit.is_within_parent());
        self.limits.push(EntryLimit { id: String::new(), is_min, value: Some(value), scope: "parent".to_owned() });
    }

    /// Whether it may be taken any number of times within its parent, or not at all.
    pub(super) fn is_without_limits(&self) -> bool {
        !self.limits.iter().any(EntryLimit::is_within_parent)
    }

    /// Whether its least number is its largest.
    pub(super) fn is_fixed(&self) -> bool {
        self.min() > 0 && self.max() == Some(self.min())
    }

    /// Whether it has nothing but its name.
    pub(super) fn is_bare(&self) -> bool {
        self.children.is_empty() && self.profiles.is_empty() && self.rules.is_empty()
    }

    /// Its profiles of a kind.
    pub(super) fn profiles(&self, kind: &str) -> impl Iterator<Item = &EntryProfile> {
        self.profiles.iter().filter(move |profile| profile.kind == kind)
    }
}

impl Modifier {
    /// Its value as a whole number; none if it is no number. Files write `1` and `1.0`.
    pub(super) fn number(&self) -> Option<i32> {
        thousandths(&self.value).map(whole)
    }

    /// Its value as a count; none if it is no number or negative, which means no limit.
    pub(super) fn count(&self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }
}

impl EntryLimit {
    /// Returns whether each parent has this limit for itself. Other limits are for the whole force or the whole list.
    pub(super) fn is_within_parent(&self) -> bool {
        matches!(self.scope.as_str(), "parent" | "self")
    }
}

impl EntryProfile {
    /// The text in a column.
    pub(super) fn text(&self, column: &str) -> &str {
        self.values.get(column).map_or("", String::as_str)
    }
}

/// A decimal number in thousandths. None if the text is not a number.
pub(super) fn thousandths(text: &str) -> Option<i64> {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.abs() < 1e9)?;
    // The range was checked just above.
    #[allow(clippy::cast_possible_truncation)]
    let thousandths = (number * 1000.0).round() as i64;
    Some(thousandths)
}

/// Thousandths as whole points, rounded.
pub(super) fn whole(thousandths: i64) -> i32 {
    i32::try_from(thousandths.saturating_add(500).div_euclid(1000)).unwrap_or(0)
}
