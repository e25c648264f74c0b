//! Checks that attached and brought squadrons have the allocation of their parent or bringer.

#![expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]

use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::shapes::list::ListPart;

/// A squadron of another allocation than the squadron that it is attached to, or that brings it.
#[derive(Clone, Debug)]
pub(crate) struct SharedAllocationFault {
    squadron: usize,
    with: usize,
}

impl StructuralCheck for SharedAllocationFault {
    type Given<'g> = ();
    const LOOKS_AT: CheckSubject = CheckSubject::Squadrons;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Allocation, ListPart::Place];

    fn run(force: &Force, (): (), squadrons: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        for &squadron in squadrons {
            let entry = &force.entries[squadron];
            let Some(with) = entry.parent.or(entry.bringer) else { continue };
            if entry.allocation != force.entries[with].allocation {
                let breach = Breach::new(force, squadron, Self { squadron, with });
                let is_open = [squadron, with].into_iter().any(|index| force.leaves_allocation_open(index));
                report(breach.inside("/allocation").also(force.pointer(with)).open_if(is_open));
            }
        }
    }

    fn sentence(&self, force: &Force) -> String {
        let allocations = &force.ruleset.declarations().allocations;
        let allocation = |squadron: usize| {
            let id = force.entries[squadron].allocation;
            allocations.get(id).map_or(id, |allocation| &allocation.title)
        };
        format!(
            "{} is allocated to the {}, but comes with {}, which is allocated to the {}",
            force.name(self.squadron),
            allocation(self.squadron),
            force.name(self.with),
            allocation(self.with)
        )
    }
}
