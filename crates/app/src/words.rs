//! Words that several answers have, the same on every screen.

use muster_engine::ruleset::Stacking;
pub use muster_engine::wording::{as_source, capital, runs};

/// What several instances of a special rule do.
#[must_use]
pub fn stacking(stacking: Stacking) -> &'static str {
    match stacking {
        Stacking::None => "no",
        Stacking::Sum => "adds up",
        Stacking::Together => "adds up in an action",
    }
}
