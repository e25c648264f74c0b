//! Import and export of `BattleScribe` rosters (`.ros`, packed `.rosz`).
//!
//! A roster is a tree of selections, each with the id of the entry it was made from. Catalogues keep those ids, so that
//! a selection is found by its id or, if that fails, by its name. [`file`] reads the three schemas (1.15, 2.01 and
//! 2.03) into one shape, [`read`] makes a list of it, [`write`] makes a roster of a list.

mod file;
mod ids;
mod picks;
mod read;
#[cfg(test)]
mod tests;
mod write;

use muster_engine::list::{ArmyList, Models, RulesetName, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::summary::{SquadronLine, Summary};

pub use self::file::Roster;
pub use self::write::pack;
use crate::listing::{Listing, Said, Written, by_ids};

/// The ruleset named in a roster written by Muster; none if another program wrote it.
#[must_use]
pub fn ruleset(roster: &Roster) -> Option<RulesetName> {
    read::ruleset(roster)
}

/// Reads the list of a roster under a ruleset with all its catalogues. Selections that are not understood are reported
/// with their line.
#[must_use]
pub fn read(ruleset: &Ruleset, roster: &Roster, said: Said) -> Listing {
    read::read(ruleset, roster, said)
}

/// Writes a list, with the points of its summary, as a roster, and says what would be lost when it is read back.
#[must_use]
pub fn write(ruleset: &Ruleset, list: &ArmyList, summary: &Summary) -> Written {
    let text = write::write(ruleset, list, summary);
    let back = Roster::open("roster", text.clone().into_bytes()).map(|roster| read(ruleset, &roster, Said::default()));
    let mut same = list.clone();
    by_ids(ruleset, &mut same);
    let mut losses = Vec::new();
    if !same.decks.is_empty() {
        losses.push("a roster cannot hold cards: the decks are left out".to_owned());
        same.decks.clear();
    }
    number_all(&mut same, summary);
    if !back.is_ok_and(|back| back.list == same) {
        losses
            .push("a roster cannot hold one of its names or notes unchanged, so it reads back differently".to_owned());
    }
    Written { text, lost: losses }
}

/// Fills in numbers of models that a list may leave out, because a roster states them.
fn number_all(list: &mut ArmyList, summary: &Summary) {
    fn number(squadron: &mut Squadron, lines: &mut std::slice::Iter<'_, SquadronLine>) {
        let line = lines.next();
        if squadron.models.is_none() {
            squadron.models = line.filter(|line| line.models > 0).map(|line| Models::Count(line.models));
        }
        squadron.attached.iter_mut().for_each(|attached| number(attached, lines));
    }
    let mut lines = summary.squadrons.iter();
    let groups = list.groups.iter_mut().flat_map(|group| &mut group.squadrons);
    list.squadrons.iter_mut().chain(groups).for_each(|squadron| number(squadron, &mut lines));
}
