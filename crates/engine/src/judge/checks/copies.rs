//! Checks that a group has no more squadrons of a unit than it may have.

use indexmap::IndexMap;

use crate::force::parts::ForceEntry;
use crate::force::size::is_own;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::faults::Fault;
use crate::judge::faults::copies::CopiesFault;
use crate::shapes::rule::CountedSquadrons;

/// Checks each unit of each group.
#[expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]
pub(super) fn check(force: &Force, counted: CountedSquadrons, report: &mut dyn FnMut(Breach)) {
    let is_counted = |entry: &ForceEntry| match counted {
        CountedSquadrons::Own => is_own(entry),
        CountedSquadrons::Attached => entry.parent.is_some(),
    };
    for group in 0..force.list.groups.len() {
        let kind = force.kind_of(Some(group)).unwrap_or_default();
        let mut units: IndexMap<(Option<&str>, &str), Vec<usize>> = IndexMap::new();
        for index in force.of_group(group) {
            let entry = &force.entries[index];
            if let Some(found) = entry.found.filter(|_| is_counted(entry)) {
                units.entry((entry.nation, found.unit.id.as_str())).or_default().push(index);
            }
        }
        for squadrons in units.into_values() {
            let [first, others @ ..] = squadrons.as_slice() else { continue };
            let copies = force.entries[*first].found.and_then(|found| found.unit.copies.get(kind));
            let max = copies.copied().unwrap_or(1);
            let number = u32::try_from(squadrons.len()).unwrap_or(u32::MAX);
            if number > max {
                let fault = Fault::Copies(CopiesFault { squadron: *first, group, number, max });
                let breach = Breach::new(force, *first, fault).numbers(number.into(), None, Some(max.into()));
                report(others.iter().fold(breach, |breach, other| breach.also(force.pointer(*other))));
            }
        }
    }
}
