//! All that differs between two rulesets.

use schemars::JsonSchema;
use serde::Serialize;

use crate::relation::Relation;
use crate::side::{ComparedRuleset, Side};
use crate::thing::ChangedThing;
use crate::version::{VersionFit, fit};
use crate::weight::Weight;
use crate::{declared, event, rules, units};

/// What differs between two rulesets.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Changes {
    /// The earlier ruleset.
    pub before: ComparedRuleset,
    /// The later ruleset.
    pub after: ComparedRuleset,
    /// The things that differ, sorted by kind, nation or deck, and name.
    pub things: Vec<ChangedThing>,
    /// The weight of all of them.
    pub weight: Weight,
    /// Whether the later version number fits.
    pub fit: VersionFit,
}

impl Changes {
    /// The same with the weight that a search for lists showed, which leaves nothing open.
    #[must_use]
    pub fn with_relation(self, relation: &Relation) -> Self {
        let weight = relation.weight(self.weight);
        Self { weight, fit: self.fit.with_relation(weight, relation), ..self }
    }
}

/// Tells what differs between two rulesets.
#[must_use]
pub fn changes(before: Side, after: Side) -> Changes {
    let (one, other) = (before.ruleset, after.ruleset);
    let mut things = event::event(before, after);
    things.extend(rules::rules(one, other));
    things.extend(declared::declared(one, other));
    things.extend(units::units(one, other));
    things.extend(declared::cards(one, other));
    things.extend(declared::special_rules(one, other));
    things.sort_by(|one, other| one.place().cmp(&other.place()));
    let weight = things.iter().map(|thing| thing.weight).max().unwrap_or_default();
    let fit = fit(before, after, &things);
    Changes { before: ComparedRuleset::new(before), after: ComparedRuleset::new(after), things, weight, fit }
}
