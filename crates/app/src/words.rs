//! Words that several answers share, the same on every screen.

pub use muster_engine::plural::{capital, runs};
use muster_engine::report::Report;
use muster_engine::special_rules::Stacking;
use muster_engine::words::number;
pub use muster_engine::words::phrases::as_source;

/// The points of a list: `985 of 1000 points`; empty if it could not be judged.
#[must_use]
pub fn points(report: &Report) -> String {
    match report.ruleset {
        Some(_) => number::points_of(report.points.map(i64::from), None, report.mfv),
        None => String::new(),
    }
}

/// What several instances of a special rule do.
#[must_use]
pub fn stacking(stacking: Stacking) -> &'static str {
    match stacking {
        Stacking::None => "no",
        Stacking::Sum => "adds up",
        Stacking::Together => "adds up in an action",
    }
}
