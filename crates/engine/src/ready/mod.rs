//! A ruleset made ready: every name that it uses exists, and its rules and catalogues are in a form that is fast to
//! judge.

pub(crate) mod allocating;
pub(crate) mod bits;
pub(crate) mod builder;
pub(crate) mod catalogue;
pub(crate) mod core;
pub(crate) mod declared;
mod declared_fault;
pub(crate) mod event;
mod fielded;
pub(crate) mod matcher;
pub(crate) mod patches;
pub(crate) mod prepare_rules;
pub(crate) mod prepare_unit;
pub(crate) mod prepared;
pub(crate) mod problem;
pub(crate) mod ruleset;
pub(crate) mod selected;
pub(crate) mod slots;
pub(crate) mod understand;
pub(crate) mod unit;
pub(crate) mod unit_selector;
pub(crate) mod validate;
pub(crate) mod vocabulary;

pub use self::catalogue::ReadyCatalogue;
pub use self::core::{Publication, RulesetParts, SourcedRule};
pub use self::declared_fault::DeclaredFault;
pub use self::event::{Ban, BanReason, BannedCards, Bringer, Event, Events, UnitOverlays};
pub use self::problem::{RulesetFault, RulesetItem, RulesetProblem};
pub use self::ruleset::Ruleset;
pub use self::unit::{MadeModels, ModelKind, PriceExtra, ReadyChoice, ReadyOption, ReadyUnit};
