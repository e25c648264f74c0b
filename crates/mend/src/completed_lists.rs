//! Completes lists that lack something: adds what makes them legal, and leaves nothing out.

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;

use crate::change::ListChange;
use crate::disagreement::Search;
use crate::mend::Bounds;
use crate::numbers;
use crate::search::fix_by;

/// The search counts so many lists that complete another as one that it tried.
const COMPLETION: usize = 4;
/// The search looks for so many ways to complete a list.
const COMPLETED: usize = 6;

/// Looks for a list that is legal under `allows` and illegal under `forbids`. It begins with a list that is illegal under both, and adds
/// what the list lacks under `allows`. No list proves nothing: the search is bounded.
#[must_use]
pub fn disagreement_around(allows: &Ruleset, forbids: &Ruleset, list: &ArmyList, bounds: Bounds) -> Option<ArmyList> {
    let mut search = Search::new(allows, forbids, false, bounds);
    let completed = search.completed(list.clone(), Bounds { judged: bounds.judged * 2, ..bounds });
    let found = completed.iter().find_map(|completed| search.parted(completed))?;
    Some(search.least(found))
}

impl Search<'_> {
    /// Adds to the list what makes it legal, in several ways. Each way keeps all units, cards and groups.
    pub(crate) fn completed(&mut self, list: ArmyList, bounds: Bounds) -> Vec<ArmyList> {
        self.completed_with(list, bounds, &|change| !matches!(change, ListChange::Disband(_)))
    }

    /// Adds to the list what makes it legal, by changes for which `may` is true. Each way keeps all units and cards.
    pub(crate) fn completed_with(
        &mut self,
        list: ArmyList,
        bounds: Bounds,
        may: &dyn Fn(&ListChange) -> bool,
    ) -> Vec<ArmyList> {
        let mut completed = if self.is_legal(&list) {
            vec![list]
        } else {
            let some = Bounds { judged: bounds.judged / 2, mends: COMPLETED };
            let may = |change: &ListChange| match change {
                ListChange::Drop(_) | ListChange::Swap(..) | ListChange::Discard(..) => false,
                change => may(change),
            };
            let found = fix_by(self.allows, &list, some, &may);
            self.tried += found.judged / COMPLETION;
            let lists = found.mends.into_iter().map(|mend| mend.list);
            lists.filter(|completed| has_all(completed, &list)).collect()
        };
        completed.iter_mut().for_each(numbers::number);
        completed
    }
}

/// Whether `list` has each unit and each card of `other` as often.
fn has_all(list: &ArmyList, other: &ArmyList) -> bool {
    let mut left = units_and_cards(list);
    units_and_cards(other).iter().all(|one| {
        let found = left.iter().position(|other| other == one);
        found.map(|place| left.swap_remove(place)).is_some()
    })
}

/// The unit of each squadron of a list, and each of its cards, in words to compare.
fn units_and_cards(list: &ArmyList) -> Vec<String> {
    let units = list.each_squadron().map(|squadron| squadron.unit.clone());
    units.chain(list.decks.values().flatten().map(|card| format!("{card:?}"))).collect()
}
