//! Counts models that state no Mark although they should.

use crate::force::parts::{ForceEntry, FoundUnit};
use crate::force::taken::stated;
use crate::force::whole::Force;
use crate::ready::unit::{ReadyChoice, ReadyUnit};

/// How many models get the default Mark because they state none, although other models of the squadron state another
/// Mark. 0 if no model states another. `position` is the place of the choice among the choices of the unit.
#[expect(clippy::indexing_slicing, reason = "there is a number for each option of the unit")]
pub(crate) fn unstated(
    force: &Force,
    entry: &ForceEntry,
    found: FoundUnit,
    position: usize,
    choice: &ReadyChoice,
) -> u32 {
    let (ready, Some(default)) = (found.ready, choice.default) else { return 0 };
    let marks = marks(ready, position);
    let chosen = |taken: &[u32]| marks.iter().fold(0, |sum: u32, mark| sum.saturating_add(taken[*mark]));
    let stated = stated(ready, entry.squadron, &force.counts(entry)).taken;
    if marks.iter().all(|mark| *mark == default || stated[*mark] == 0) {
        return 0;
    }
    chosen(&entry.taken).saturating_sub(chosen(&stated))
}

/// The options that are the Marks of a choice.
pub(crate) fn marks(ready: &ReadyUnit, position: usize) -> Vec<usize> {
    let marks = ready.options.iter().enumerate().filter(|(_, option)| ready.is_in(option.of, position));
    marks.map(|(place, _)| place).collect()
}
