//! Finds the smallest changes that make a list legal, and legal additions to a list.
//!
//! It knows no game. What may help follows from the finding (its places, its numbers) and from what the ruleset declares
//! (units, options, roles, allocations, settings, cards). Every change is judged by the engine before it is offered.

mod change;
mod complete;
mod numbers;
mod place;
mod search;
mod smallest;
mod tries;
mod words;

pub use change::Change;
pub use complete::{Additions, complete};
pub use place::Place;
pub use search::{Bounds, Mend, Mends, fix, mends_of, spellings_of};
pub use smallest::smallest;
