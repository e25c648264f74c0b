//! Checks that a group has no more squadrons of a unit than it may have.

#![expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]

use indexmap::IndexMap;

use crate::force::parts::ForceEntry;
use crate::force::size::is_own;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::shapes::list::ListPart;
use crate::shapes::rule::CountedSquadrons;
use crate::words::phrases::squadrons;

/// A group with too many squadrons of a unit.
#[derive(Clone, Debug)]
pub(crate) struct CopiesFault {
    /// One of them.
    squadron: usize,
    /// The place of the group in the list.
    group: usize,
    number: u32,
    max: u32,
}

impl StructuralCheck for CopiesFault {
    type Given<'g> = CountedSquadrons;
    const LOOKS_AT: CheckSubject = CheckSubject::Groups;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Squadron, ListPart::Place];

    /// Checks each unit of each group.
    fn run(force: &Force, counted: CountedSquadrons, _: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
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
                    let breach = Breach::new(force, *first, Self { squadron: *first, group, number, max });
                    report(breach.numbers(number.into(), None, Some(max.into())).also_at(force, others));
                }
            }
        }
    }

    fn sentence(&self, force: &Force) -> String {
        let Self { squadron, group, number, max } = *self;
        let unit = force.entries[squadron].found.map_or("", |found| &found.unit.name);
        let group = force.told_group(group);
        let squadrons = squadrons(force.ruleset.declarations(), number);
        format!("{group} has {number} {squadrons} of {unit}, of at most {max}: {} too many", number - max)
    }
}
