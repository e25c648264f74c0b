//! Words that several answers share, the same on every screen.

pub use muster_engine::plural::{capital, runs};
use muster_engine::special_rules::Stacking;
pub use muster_engine::words::phrases::as_source;

/// What several instances of a special rule do.
#[must_use]
pub fn stacking(stacking: Stacking) -> &'static str {
    match stacking {
        Stacking::None => "no",
        Stacking::Sum => "adds up",
        Stacking::Together => "adds up in an action",
    }
}
