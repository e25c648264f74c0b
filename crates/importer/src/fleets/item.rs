//! The shape of an entry of schema 2.03 with its links followed.

use super::condition::ChangeCondition;

/// A unit, a model, something that may be taken, or a group of these.
#[derive(Clone, Debug, Default)]
pub(super) struct FleetItem {
    /// Its id, and those of the links that lead to it.
    pub ids: Vec<String>,
    pub name: String,
    pub line: u32,
    pub kind: ItemKind,
    pub is_hidden: bool,
    /// Its costs by the ids of their types, in thousandths. A link's costs are added.
    pub costs: Vec<(String, i64)>,
    pub limits: Vec<ItemLimit>,
    pub categories: Vec<Category>,
    pub profiles: Vec<ItemProfile>,
    /// The special rules that it links.
    pub rules: Vec<ItemRule>,
    pub changes: Vec<ItemChange>,
    pub children: Vec<FleetItem>,
    /// The id of the member that a group has at first; empty if the files name none.
    pub default: String,
    /// The remarks of the people who wrote the data.
    pub comment: String,
}

/// What an item is. The files are not strict about it: a model may be called an upgrade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ItemKind {
    Unit,
    Model,
    #[default]
    Upgrade,
    Group,
}

/// The least or the most of something.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemLimit {
    pub id: String,
    pub is_min: bool,
    /// The number; none for no limit.
    pub value: Option<u32>,
    /// What is counted within: `parent`, `force`, `roster`.
    pub scope: String,
}

/// A category of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Category {
    pub id: String,
    pub is_primary: bool,
}

/// A table of figures or words.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemProfile {
    pub kind: String,
    pub name: String,
    pub line: u32,
    pub is_hidden: bool,
    /// The values by the names of their columns.
    pub values: Vec<ProfileValue>,
    pub changes: Vec<ItemChange>,
}

/// A value of a profile.
#[derive(Clone, Debug, Default)]
pub(super) struct ProfileValue {
    pub column: String,
    pub text: String,
}

/// A special rule by its name.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemRule {
    pub name: String,
    pub is_hidden: bool,
    pub changes: Vec<ItemChange>,
}

/// A change that the files make under some condition.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemChange {
    /// `set`, `append`, `add`, `remove`, `set-primary`, `increment`, `decrement`, `replace`.
    pub action: String,
    /// The id of what is changed, or `hidden`, `category`, `name`.
    pub field: String,
    pub value: String,
    /// What is replaced.
    pub replaced: String,
    /// The profiles that it is for: `unit.profiles.Properties`.
    pub affects: String,
    /// Whether it is made once for each of something, such as the models of the unit.
    pub repeats: bool,
    pub when: ChangeCondition,
}

impl FleetItem {
    /// The same without what is inside it.
    pub(super) fn without_children(&self) -> Self {
        Self {
            ids: self.ids.clone(),
            name: self.name.clone(),
            costs: self.costs.clone(),
            limits: self.limits.clone(),
            categories: self.categories.clone(),
            profiles: self.profiles.clone(),
            rules: self.rules.clone(),
            changes: self.changes.clone(),
            children: Vec::new(),
            default: self.default.clone(),
            comment: self.comment.clone(),
            ..*self
        }
    }

    /// The id of the item itself.
    pub(super) fn id(&self) -> &str {
        self.ids.last().map_or("", String::as_str)
    }

    /// Its cost of a type, in thousandths.
    pub(super) fn cost(&self, kind: &str) -> Option<i64> {
        let mut costs = self.costs.iter().filter(|(id, _)| id == kind).map(|(_, value)| *value).peekable();
        costs.peek()?;
        Some(costs.fold(0, i64::saturating_add))
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
    pub(super) fn limit(&self, is_min: bool) -> Option<&ItemLimit> {
        self.limits.iter().find(|limit| limit.is_min == is_min && limit.is_within_parent())
    }

    /// Whether it may be taken any number of times within its parent, or not at all.
    pub(super) fn is_without_limits(&self) -> bool {
        !self.limits.iter().any(ItemLimit::is_within_parent)
    }

    /// Whether it is always there: its least number is its largest.
    pub(super) fn is_fixed(&self) -> bool {
        self.min() > 0 && self.max() == Some(self.min())
    }

    /// Whether it has nothing but its name.
    pub(super) fn is_bare(&self) -> bool {
        self.children.is_empty() && self.profiles.is_empty() && self.rules.is_empty()
    }

    /// Its profiles of a kind.
    pub(super) fn profiles(&self, kind: &str) -> impl Iterator<Item = &ItemProfile> {
        self.profiles.iter().filter(move |profile| profile.kind == kind)
    }
}

impl ItemLimit {
    /// Whether it counts within its parent, and not in the whole force or list.
    pub(super) fn is_within_parent(&self) -> bool {
        matches!(self.scope.as_str(), "parent" | "self")
    }
}

impl ItemProfile {
    /// The text in a column.
    pub(super) fn text(&self, column: &str) -> &str {
        self.values.iter().find(|value| value.column == column).map_or("", |value| &value.text)
    }
}
