//! Checks that each attached squadron is of its parent's nation, unless its unit may join that nation or one of the two
//! units is of no nation.

#![expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]

use crate::force::parts::ForceEntry;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::shapes::list::ListPart;
use crate::words::phrases::squadrons;

/// A squadron of another nation than the one it is attached to.
#[derive(Clone, Debug)]
pub(crate) struct AttachedNationFault {
    squadron: usize,
    parent: usize,
}

impl StructuralCheck for AttachedNationFault {
    type Given<'g> = ();
    const LOOKS_AT: CheckSubject = CheckSubject::Squadrons;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Place];

    fn run(force: &Force, (): (), squadrons: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        for (squadron, entry, parent) in force.attached(squadrons) {
            if is_foreign(force, entry, &force.entries[parent]) {
                report(Breach::new(force, squadron, Self { squadron, parent }).also(force.pointer(parent)));
            }
        }
    }

    fn sentence(&self, force: &Force) -> String {
        let nations = &force.ruleset.declarations().nations;
        let nation = |squadron: usize| {
            let nation = force.entries[squadron].nation.and_then(|id| nations.get(id));
            nation.map_or("", |nation| &nation.name)
        };
        format!(
            "{} ({}) is attached to {} ({}), but a mixed {} is of one nation",
            force.name(self.squadron),
            nation(self.squadron),
            force.name(self.parent),
            nation(self.parent),
            squadrons(force.ruleset.declarations(), 1)
        )
    }
}

/// Whether a squadron may not be attached to another, because of the nations of both.
fn is_foreign(force: &Force, entry: &ForceEntry, parent: &ForceEntry) -> bool {
    let (Some(own), Some(theirs), Some(found)) = (entry.nation, parent.nation, entry.found) else { return false };
    let of_none = |entry: &ForceEntry| {
        // An unknown unit may join other nations, or be of none. `unknown-unit` tells it.
        entry
            .found
            .map_or_else(|| force.ruleset.has_units_of_no_nation(), |found| found.catalogue.written().nation.is_none())
    };
    let named = || {
        let mut rules = found.unit.attaches.iter().filter_map(|attachment| attachment.nations.as_ref());
        rules.any(|nations| nations.is_empty() || nations.iter().any(|nation| nation == theirs))
    };
    own != theirs && !named() && !of_none(entry) && !of_none(parent)
}
