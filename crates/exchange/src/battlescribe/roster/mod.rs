//! Rosters of `BattleScribe` (`.ros`, packed `.rosz`) in and out.
//!
//! A roster is a tree of selections, each with the id of the entry it was made from. Catalogues keep those ids, so that
//! a selection is known by its id and, where that fails, by its name. [`file`] reads the three schemas (1.15, 2.01 and
//! 2.03) into one shape, [`read`] makes a list of it, [`write`] makes a roster of a list.

mod file;
mod ids;
mod read;
#[cfg(test)]
mod tests;
mod write;

use muster_engine::compiled::Ruleset;
use muster_engine::list::{ArmyList, RulesetName};

pub use self::file::Roster;
pub use self::write::pack;
use crate::listing::{Listing, Said, Written};

/// Who made a roster of ours.
const MUSTER: &str = "Muster";

/// The ruleset that a roster of Muster's names; none where another program made it.
#[must_use]
pub fn ruleset(roster: &Roster) -> Option<RulesetName> {
    read::ruleset(roster)
}

/// The list of a roster under a ruleset with all its catalogues. What is no part of a list here is told, with the line.
#[must_use]
pub fn read(ruleset: &Ruleset, roster: &Roster, said: Said) -> Listing {
    read::read(ruleset, roster, said)
}

/// A list as a roster, and what reading it would not give back.
#[must_use]
pub fn write(ruleset: &Ruleset, list: &ArmyList) -> Written {
    write::write(ruleset, list)
}
