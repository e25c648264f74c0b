//! Reads lines as people write them: units by their distinguishing words, with numbers, prices, options and roles in
//! any order.

mod line;
mod names;
mod numbers;
mod units;
mod words;

pub(super) use self::line::{Mention, Standing, read};
pub(super) use self::units::Units;
pub(super) use self::words::words;
