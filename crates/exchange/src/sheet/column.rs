//! The columns that a spreadsheet may have under a ruleset.

use muster_engine::catalogue::{Only, Stat, TraitValue, Unit};
use muster_engine::declarations::{Declarations, Owner, Trait};

use super::cell::joined;

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Id,
    Name,
    Aliases,
    Nation,
    Points,
    /// A trait that the ruleset declares for units, or a common trait (`COMMON`) that this ruleset lacks.
    Trait(String),
    Min,
    Max,
    AttachmentOnly,
    Parent,
    Stat(String),
    Rules,
    Vintage,
    Source,
}

/// Columns for traits that every spreadsheet may have. If the ruleset has no such trait, the cells must stay empty.
const COMMON: [&str; 4] = ["size", "type", "capital", "kind"];

/// Two names for the same trait, the surface or height of a unit. A ruleset uses one or the other.
const TYPE: [&str; 2] = ["type", "theatre"];

impl Column {
    /// All columns of a ruleset, in the order in which they are written.
    pub(super) fn all(declarations: &Declarations) -> Vec<Self> {
        let traits = declarations.traits.iter().filter(|(_, declared)| declared.of == Owner::Unit);
        let stats = declarations.stats.keys().map(|id| Self::Stat(id.clone()));
        [Self::Id, Self::Name, Self::Nation]
            .into_iter()
            .chain(traits.map(|(id, _)| Self::Trait(id.clone())))
            .chain([Self::Points, Self::Min, Self::Max, Self::AttachmentOnly, Self::Parent])
            .chain(stats)
            .chain([Self::Rules, Self::Aliases, Self::Vintage, Self::Source])
            .collect()
    }

    /// The column with this header. `_` and spaces count as `-`; case is ignored.
    pub(super) fn named(declarations: &Declarations, header: &str) -> Option<Self> {
        let name = header.trim().to_lowercase().replace(['_', ' '], "-");
        let known = || Self::all(declarations).into_iter().find(|column| column.name() == name);
        let other = || {
            let other = TYPE.into_iter().find(|other| *other != name).filter(|_| TYPE.contains(&name.as_str()))?;
            declarations.traits.contains_key(other).then(|| Self::Trait(other.to_owned()))
        };
        known().or_else(other).or_else(|| COMMON.contains(&name.as_str()).then_some(Self::Trait(name)))
    }

    /// The name in the header.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Id => "id",
            Self::Name => "name",
            Self::Aliases => "aliases",
            Self::Nation => "nation",
            Self::Points => "points",
            Self::Trait(name) | Self::Stat(name) => name,
            Self::Min => "min",
            Self::Max => "max",
            Self::AttachmentOnly => "attachment-only",
            Self::Parent => "parent",
            Self::Rules => "rules",
            Self::Vintage => "vintage",
            Self::Source => "source",
        }
    }

    /// Whether every spreadsheet has the column, even if it is empty.
    pub(super) fn is_always(&self) -> bool {
        matches!(self, Self::Id | Self::Name | Self::Nation | Self::Points)
    }

    /// A unit's cell in this column.
    pub(super) fn of(&self, declarations: &Declarations, unit: &Unit, nation: Option<&str>) -> String {
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        match self {
            Self::Id => unit.id.clone(),
            Self::Name => unit.name.clone(),
            Self::Aliases => joined(unit.aliases.iter().map(String::as_str)),
            Self::Nation => nation.unwrap_or_default().to_owned(),
            Self::Points => number(unit.points),
            Self::Trait(name) => {
                let declared = declarations.traits.get(name);
                unit.traits.get(name).map(|value| trait_words(declared, value)).unwrap_or_default()
            }
            Self::Min => number(unit.squadron.map(|size| size.min)),
            Self::Max => number(unit.squadron.and_then(|size| size.max)),
            Self::AttachmentOnly => if unit.only == Some(Only::Attached) { "yes" } else { "" }.to_owned(),
            Self::Parent => joined(parents(unit).unwrap_or_default()),
            Self::Stat(name) => match unit.card.stats.get(name) {
                Some(Stat::Number(number)) => number.to_string(),
                Some(Stat::Text(text)) => text.clone(),
                None => String::new(),
            },
            Self::Rules => joined(unit.card.rules.iter().map(String::as_str)),
            Self::Vintage => unit.vintage.clone().unwrap_or_default(),
            Self::Source => unit.source.clone().unwrap_or_default(),
        }
    }
}

/// The units that a unit may attach to, if a spreadsheet can hold its attachment rule.
pub(super) fn parents(unit: &Unit) -> Option<Vec<&str>> {
    let [attachment] = unit.attaches.as_slice() else { return None };
    let ours = attachment.nations.is_none() && attachment.models.is_none();
    if !ours || attachment.max != unit.squadron.and_then(|size| size.max) {
        return None;
    }
    let [test] = attachment.to.0.as_slice() else { return None };
    Some(test.values_of("unit")?.iter().map(String::as_str).collect())
}

/// The values of a trait as text, by their titles.
fn trait_words(declared: Option<&Trait>, value: &TraitValue) -> String {
    if let TraitValue::Flag(flag) = value {
        return if *flag { "yes" } else { "no" }.to_owned();
    }
    let title = |word| {
        let named = declared.and_then(|declared| declared.values.get(word));
        named.map_or(word, |named| named.title.as_str())
    };
    joined(value.words().map(title))
}
