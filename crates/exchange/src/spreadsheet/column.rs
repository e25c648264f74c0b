//! The columns that a spreadsheet may have under a ruleset.

use muster_engine::catalogue::TraitValue;
use muster_engine::declarations::{Declarations, Trait, TraitOwner};
use muster_engine::nearest::nearest;
use muster_engine::slug::slug;
use serde_json::Value;

use super::form::flag;
use super::values::{joined, texts};

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SpreadsheetColumn {
    /// What the row is about.
    Row,
    Nation,
    Parent,
    /// A column that is the same in all games.
    Field(&'static str),
    /// A trait that the ruleset declares for units, or a common trait (`COMMON`) that this ruleset lacks.
    Trait(String),
    Stat(String),
}

/// Columns for traits that every spreadsheet may have. If the ruleset has no such trait, the cells must stay empty.
const COMMON: [&str; 4] = ["size", "type", "capital", "kind"];

/// Two names for the same trait, the surface or height of a unit. A ruleset uses one or the other.
const TYPE: [&str; 2] = ["type", "theatre"];

/// The columns behind those of traits, and the columns behind those of statistics. The program tells spreadsheets of
/// lists by their headers, so no name here is one of theirs (`listing/table.rs`).
const FIRST: [&str; 4] = ["points", "min", "max", "attachment-only"];
const LAST: [&str; 33] = [
    "rules",
    "weapon-class",
    "bands",
    "arc",
    "how-many",
    "option-kind",
    "buys",
    "removes",
    "default",
    "marks",
    "hardpoint",
    "not-attached",
    "together",
    "points-with",
    "max-with",
    "min-with",
    "groups",
    "takes",
    "of-unit",
    "by-rule",
    "squadrons",
    "divided",
    "which",
    "parent-models",
    "nations",
    "brought-only",
    "usual",
    "slots",
    "copies",
    "aliases",
    "vintage",
    "source",
    "entries",
];

impl SpreadsheetColumn {
    /// All columns of a ruleset, in the order in which they are written.
    pub(super) fn all(declarations: &Declarations) -> Vec<Self> {
        let traits = declarations.traits.iter().filter(|(_, declared)| declared.of == TraitOwner::Unit);
        let stats = declarations.stats.keys().map(|id| Self::Stat(id.clone()));
        [Self::Row, Self::Field("id"), Self::Field("name"), Self::Nation]
            .into_iter()
            .chain(traits.map(|(id, _)| Self::Trait(id.clone())))
            .chain(FIRST.map(Self::Field))
            .chain([Self::Parent])
            .chain(stats)
            .chain(LAST.map(Self::Field))
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
            Self::Row => "row",
            Self::Nation => "nation",
            Self::Parent => "parent",
            Self::Field(name) => name,
            Self::Trait(name) | Self::Stat(name) => name,
        }
    }

    /// Whether every spreadsheet has the column, even if it is empty.
    pub(super) fn is_always(&self) -> bool {
        matches!(self.name(), "id" | "name" | "nation" | "points")
    }
}

/// The values of a trait as text, by their titles.
pub(super) fn trait_words(declared: Option<&Trait>, value: &Value) -> String {
    if let Value::Bool(flag) = value {
        return if *flag { "yes" } else { "no" }.to_owned();
    }
    let words = value.as_str().into_iter().chain(value.as_array().into_iter().flatten().filter_map(Value::as_str));
    joined(words.map(|word| {
        let named = declared.and_then(|declared| declared.values.get(word));
        named.map_or(word, |named| named.title.as_str())
    }))
}

/// The value of a trait in a cell; none if the cell says none.
pub(super) fn trait_value(declared: &Trait, cell: &str) -> Result<Option<TraitValue>, String> {
    if declared.values.is_empty() && !declared.open {
        return Ok(Some(TraitValue::Flag(flag(cell)?)));
    }
    let known = |word: &String| -> Result<String, String> {
        let wanted = slug(word);
        let mut values = declared.values.iter();
        let named = values.find(|(id, named)| **id == wanted || slug(&named.title) == wanted);
        match named {
            Some((id, _)) => Ok(id.clone()),
            None if declared.open => Ok(wanted),
            None => {
                let titles = declared.values.values().map(|named| named.title.as_str());
                let near = nearest(word, titles.clone());
                let known = near.unwrap_or_else(|| format!("known: {}", titles.collect::<Vec<_>>().join(", ")));
                Err(format!("there is no {} `{word}`; {known}", declared.title.to_lowercase()))
            }
        }
    };
    let mut words = texts(cell).iter().map(known).collect::<Result<Vec<_>, _>>()?;
    match (words.len(), declared.many) {
        (0, _) => Ok(None),
        (1, _) => Ok(words.pop().map(TraitValue::One)),
        (_, true) => Ok(Some(TraitValue::Many(words))),
        (_, false) => Err(format!("a unit has one {}, not {}", declared.title.to_lowercase(), words.len())),
    }
}
