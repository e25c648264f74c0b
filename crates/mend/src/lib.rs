//! Finds the smallest changes that make a list legal, and legal additions to a list.
//!
//! It knows no game. What may help follows from the finding (its places, its numbers), from what its rule counts and
//! from what the ruleset declares (units, options, roles, allocations, settings, cards). Every change is judged by the
//! engine before it is offered.

mod answer;
mod change;
mod complete;
mod completed_lists;
mod disagreement;
mod excess;
mod likely;
mod mend;
mod numbers;
mod partners;
mod problem;
mod search;
mod smallest;
mod state;
mod tries;
mod units;
mod varied_lists;
mod witness;
mod words;

pub use answer::answers_of;
pub use change::ListChange;
pub use complete::{Additions, complete, fill};
pub use completed_lists::disagreement_around;
pub use disagreement::{Disagreement, SearchExtent, disagreement};
pub use excess::worse;
pub use mend::{Bounds, Mend, MendStep, Mends};
pub use problem::{mends_of, missing_roles, spellings_of};
pub use search::fix;
pub use smallest::smallest;
pub use witness::{
    conflict, empty_lists, fixed_mfv, is_playable_under, stating, without_rules, witness, witness_from_full,
};
