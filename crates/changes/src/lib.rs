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
mod rules;
mod sections;
mod side;
mod thing;
mod units;
mod version;
mod weigh;
mod weight;
mod words;

pub use answer::{Answer, Comparison};
pub use changes::{Changes, changes};
pub use lists::{Concerned, Glance, Judged, Lists, Mended, Met, Priced, Told, differ, lists};
pub use sections::{Row, Section, sections};
pub use side::{Compared, Side};
pub use thing::{Became, Belongs, Detail, Kind, Thing};
pub use version::Fit;
pub use weight::Weight;
