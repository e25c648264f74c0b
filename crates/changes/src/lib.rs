//! Tells what differs between two rulesets, and which lists it concerns.
//!
//! Rulesets are compared as they are in effect: after what they extend, and under overlays. Every value is compared, by
//! ids and keys and not as text, so that no field is forgotten. It reads no files.

mod answer;
mod changes;
mod declared;
mod difference;
mod event;
mod lists;
mod relation;
mod rules;
mod sections;
mod side;
mod thing;
mod units;
mod version;
mod weigh;
mod weight;
mod words;

pub use answer::{Comparison, ComparisonAnswer};
pub use changes::{Changes, changes};
pub use lists::{
    ConcernedList, FindingChange, Glance, ListJudgement, Lists, MendSummary, PriceChange, TwiceJudgedList, differ,
    lists,
};
pub use relation::{
    ExampleList, Relation, RelationKind, RuleExample, Witness, example, example_around, relation, usual_example,
};
pub use sections::{ChangeRow, ChangeSection, sections};
pub use side::{ComparedRuleset, Side};
pub use thing::{ChangedThing, Detail, ThingChange, ThingKind, ThingOwner};
pub use version::VersionFit;
pub use weight::Weight;
