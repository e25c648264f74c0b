//! Import and export of rosters of `BattleScribe` (`.ros`, packed `.rosz`) and of tools like it (the same tree as JSON).
//!
//! A roster is a tree of selections, each with the id of the entry it was made from. Catalogues keep those ids, so that
//! a selection is found by its id or, if that fails, by its name; [`names`] compares the two. [`open`] opens files, [`part`]
//! makes XML and JSON alike, [`contents`] reads the three schemas (1.15, 2.01 and 2.03) into the one shape of [`file`],
//! [`read`] makes a list of it by the [`conventions`] of its game, [`write`] makes a roster of a list.

mod attached;
mod contents;
mod conventions;
mod costs;
mod file;
mod game;
mod ids;
mod link;
mod names;
mod notes;
mod open;
mod part;
mod picks;
mod read;
mod squadron;
#[cfg(test)]
mod tests;
mod write;

use muster_engine::list::{ArmyList, ModelCount};
use muster_engine::ready::Ruleset;
use muster_engine::summary::Summary;

use self::conventions::Conventions;
pub use self::file::Roster;
pub use self::game::{Importer, RosterRefusal, games};
use self::ids::UnitIds;
pub use self::link::in_link;
pub use self::write::pack;
use crate::listing::{ListText, TextContext, by_ids, each_squadron};

/// Writes a list, with the points of its summary, as a roster, and says what would be lost when it is read back.
#[must_use]
pub fn write(ruleset: &Ruleset, list: &ArmyList, summary: &Summary) -> ListText {
    let text = write::write(ruleset, list, summary);
    let units = UnitIds::new(ruleset.clone());
    let read_back = |roster| read::read(&units, &Conventions::default(), false, &roster, TextContext::default());
    let back = Roster::open("roster", text.clone().into_bytes()).ok().and_then(read_back);
    let mut same = list.clone();
    by_ids(ruleset, &mut same);
    let mut losses = Vec::new();
    if !same.decks.is_empty() {
        losses.push("a roster cannot hold cards: the decks are left out".to_owned());
        same.decks.clear();
    }
    number_all(&mut same, summary);
    if !back.is_some_and(|back| back.list == same) {
        losses
            .push("a roster cannot hold one of its names or notes unchanged, so it reads back differently".to_owned());
    }
    ListText { text, lost: losses }
}

/// Fills in numbers of models that a list may leave out, because a roster states them.
fn number_all(list: &mut ArmyList, summary: &Summary) {
    let mut lines = summary.squadrons.iter();
    each_squadron(list, &mut |squadron| {
        let line = lines.next();
        if squadron.models.is_none() {
            squadron.models = line.filter(|line| line.models > 0).map(|line| ModelCount::Count(line.models));
        }
    });
}
