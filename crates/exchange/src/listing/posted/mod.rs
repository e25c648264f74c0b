//! Reads lists as people write them: units by their distinguishing words, with numbers, prices, options and roles in
//! any order.

mod game;
mod heads;
mod hosts;
mod line;
mod lines;
mod names;
mod nations;
mod numbers;
mod parts;
mod people;
mod person;
mod squadrons;
mod survey;
mod talk;
mod text;
mod units;
mod words;

pub(super) use self::game::likeliest;
pub(crate) use self::people::player_in;
pub use self::text::MAX_TEXT;
pub(super) use self::text::{Numbered, list, read, read_all, ruleset};
pub(super) use self::units::Units;
