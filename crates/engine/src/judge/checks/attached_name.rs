//! Checks that no squadron is attached to a squadron of the same unit.

use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::shapes::list::ListPart;
use crate::words::phrases::squadrons;

/// A squadron that has the same name as the one it is attached to.
#[derive(Clone, Debug)]
pub(crate) struct AttachedNameFault {
    squadron: usize,
}

impl StructuralCheck for AttachedNameFault {
    type Given<'g> = ();
    const LOOKS_AT: CheckSubject = CheckSubject::Squadrons;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Place];

    #[expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]
    fn run(force: &Force, (): (), squadrons: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        for (squadron, entry, parent) in force.attached(squadrons) {
            let (own, other) = (entry.found, force.entries[parent].found);
            if own.zip(other).is_some_and(|(own, other)| own.unit.id == other.unit.id) {
                report(Breach::new(force, squadron, Self { squadron }).also(force.pointer(parent)));
            }
        }
    }

    fn sentence(&self, force: &Force) -> String {
        let squadron = squadrons(force.ruleset.declarations(), 1);
        format!("{} cannot be attached to a {squadron} of the same name", force.unit_name(self.squadron))
    }
}
