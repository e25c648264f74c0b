//! Reads lines as people write them: units by their distinguishing words, with numbers, prices, options and roles in
//! any order.

mod game;
mod line;
mod names;
mod nations;
mod numbers;
mod parts;
mod survey;
mod units;
mod words;

pub(super) use self::game::likeliest;
pub(super) use self::line::{Mention, Standing, read};
pub(super) use self::parts::parts;
pub(super) use self::survey::Survey;
pub(super) use self::units::Units;
