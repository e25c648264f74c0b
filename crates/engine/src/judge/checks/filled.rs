//! Checks that every group of a kind has a squadron in a required slot.

use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::ready::matcher::Match;
use crate::shapes::list::ListPart;
use crate::shapes::place::SquadronPlace;
use crate::shapes::rule::SlotName;

/// A group without a squadron in a required slot.
#[derive(Clone, Debug)]
pub(crate) struct FilledFault {
    /// The place of the group's chart among those of the force.
    chart: usize,
    /// The place of the slot in the chart.
    slot: usize,
    /// Nobody can tell, because a unit is unknown.
    is_open: bool,
}

impl StructuralCheck for FilledFault {
    type Given<'g> = &'g SlotName;
    const LOOKS_AT: CheckSubject = CheckSubject::Groups;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Squadron, ListPart::Place, ListPart::Role];
    const ASKS_FOR_MORE: bool = true;

    #[expect(clippy::indexing_slicing, reason = "the chart gives out the places of its slots")]
    fn run(force: &Force, name: &SlotName, _: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        for (index, chart) in force.charts_of(&name.group) {
            let Some(slot) = chart.slot(&name.slot).filter(|slot| chart.spaces[*slot].required) else { continue };
            let holds = chart.holds(slot);
            if holds != Match::Yes {
                let is_open = holds == Match::Perhaps;
                let at = SquadronPlace::of_group(Some(chart.group)).to_string();
                let breach = Breach::at(at, Self { chart: index, slot, is_open });
                report(breach.numbers(0, Some(1), None).open_if(is_open));
            }
        }
    }

    #[expect(clippy::indexing_slicing, reason = "a fault has the place of a chart of the force in which it was found")]
    fn sentence(&self, force: &Force) -> String {
        let chart = &force.charts[self.chart];
        let (name, title) = (force.told_group(chart.group), chart.title(self.slot));
        if self.is_open {
            format!("{name}: what a unit is is not known, so whether it has its {title} cannot be told")
        } else {
            format!("{name} lacks its {title}")
        }
    }
}
