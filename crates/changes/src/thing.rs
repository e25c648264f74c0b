//! The things that differ: rules, units, cards and all else that a ruleset has.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::weight::Weight;

/// What a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[schemars(rename = "Kind")]
#[serde(rename_all = "kebab-case")]
pub enum ThingKind {
    /// What overlays fix for all lists: settings, the force value, consents.
    Event,
    /// A rule.
    Rule,
    /// A step table.
    Table,
    /// A setting.
    Setting,
    /// A kind of group, with its slots.
    Group,
    /// A nation.
    Nation,
    /// A unit.
    Unit,
    /// A card of a deck.
    Card,
    /// A special rule that cards name.
    SpecialRule,
    /// A change of printed cards.
    Patch,
    /// Anything else that the ruleset declares.
    Declaration,
}

impl ThingKind {
    /// The heading over things of this kind.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Event => "Event",
            Self::Rule => "Rules",
            Self::Table => "Tables",
            Self::Setting => "Settings",
            Self::Group => "Groups and slots",
            Self::Nation => "Nations",
            Self::Unit => "Units",
            Self::Card => "Cards",
            Self::SpecialRule => "Special rules",
            Self::Patch => "Changes of printed cards",
            Self::Declaration => "Other declarations",
        }
    }
}

/// What became of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Became")]
#[serde(rename_all = "kebab-case")]
pub enum ThingChange {
    /// Only the later ruleset has it.
    New,
    /// Only the earlier ruleset has it.
    Gone,
    /// Both have it, and it differs.
    Changed,
}

impl ThingChange {
    /// The word for it, the same as in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::Changed => "changed",
        }
    }
}

/// A thing that differs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Thing")]
#[serde(rename_all = "kebab-case")]
pub struct ChangedThing {
    /// What it is.
    pub kind: ThingKind,
    /// Its id.
    pub id: String,
    /// Its name or title; of the later ruleset, if that has it.
    pub name: String,
    /// Where it belongs: the nation of a unit, the deck of a card, the section of a declaration. None if nowhere.
    pub of: Option<ThingOwner>,
    /// What became of it.
    pub became: ThingChange,
    /// What a new thing is, or what a thing was that is gone, in words; none if there is nothing to say.
    pub says: Option<String>,
    /// What differs, if both rulesets have it.
    pub details: Vec<Detail>,
    /// The weight of all of it.
    pub weight: Weight,
}

/// Where a thing belongs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(rename = "Belongs")]
#[serde(rename_all = "kebab-case")]
pub struct ThingOwner {
    /// The name.
    pub name: String,
    /// The id.
    pub id: String,
}

/// One difference of a thing.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Detail {
    /// The keys and ids that lead to it, from the thing on: `/options/stoic-crew/points`.
    pub at: String,
    /// It in words, with both values: `35 points, 30 before (+5)`.
    pub says: String,
    /// The earlier value; null if there was none.
    pub before: Value,
    /// The later value; null if there is none.
    pub after: Value,
    /// How much it weighs.
    pub weight: Weight,
}

impl ChangedThing {
    /// A thing that both rulesets have; none if nothing differs.
    pub(crate) fn changed(
        kind: ThingKind,
        id: &str,
        name: &str,
        of: Option<ThingOwner>,
        details: Vec<Detail>,
    ) -> Option<Self> {
        let weight = details.iter().map(|detail| detail.weight).max()?;
        let (id, name) = (id.to_owned(), name.to_owned());
        Some(Self { kind, id, name, of, became: ThingChange::Changed, says: None, details, weight })
    }

    /// What sentences call it: a rule by its id, all else by name.
    #[must_use]
    pub fn called(&self) -> &str {
        if self.kind == ThingKind::Rule { &self.id } else { &self.name }
    }

    /// The key by which things are sorted.
    pub(crate) fn place(&self) -> (ThingKind, Option<&ThingOwner>, String, &str) {
        (self.kind, self.of.as_ref(), muster_engine::slug::slug(self.called()), &self.id)
    }
}
