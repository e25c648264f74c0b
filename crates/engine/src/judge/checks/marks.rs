//! Checks that each model states its Mark if models of several Marks share a squadron.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons; Marks have those of options, and there is a number for each"
)]

use crate::force::marks::{marks, unstated};
use crate::force::parts::{ForceEntry, FoundUnit};
use crate::force::taken::take_part;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::ready::unit::ReadyChoice;
use crate::shapes::list::{ListPart, ModelCount};
use crate::text::plural::{count, list_of};

/// Models of a squadron do not state their Mark, though they must.
#[derive(Clone, Debug)]
pub(crate) struct MarkFault {
    squadron: usize,
    /// How many models do not state their Mark.
    models: u32,
    /// The names of the Marks.
    marks: Vec<String>,
}

impl StructuralCheck for MarkFault {
    type Given<'g> = ();
    const LOOKS_AT: CheckSubject = CheckSubject::Squadrons;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Option];

    /// Checks every choice of Marks of squadrons.
    fn run(force: &Force, (): (), squadrons: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        for &index in squadrons {
            let entry = &force.entries[index];
            let Some(found) = entry.found else { continue };
            for (position, choice) in found.ready.choices.iter().enumerate().filter(|(_, choice)| choice.marks) {
                judge(force, index, entry, found, position, choice, report);
            }
        }
    }

    fn sentence(&self, force: &Force) -> String {
        format!("{}: the Mark of {} is not stated", force.name(self.squadron), count(self.models, "model"))
    }

    fn help(&self, _: &Force, _: bool) -> Option<String> {
        Some(format!("state the Mark of each model: {}", list_of(self.marks.iter().map(String::as_str))))
    }
}

/// Reports the models that state no Mark: each part of the squadron without one, else the squadron itself.
fn judge(
    force: &Force,
    index: usize,
    entry: &ForceEntry,
    found: FoundUnit,
    position: usize,
    choice: &ReadyChoice,
    report: &mut dyn FnMut(Breach<MarkFault>),
) {
    let ready = found.ready;
    let left = unstated(force, entry, found, position, choice);
    if left == 0 {
        return;
    }
    let (marks, counts) = (marks(ready, position), force.counts(entry));
    let chosen = |taken: &[u32]| marks.iter().fold(0, |sum: u32, mark| sum.saturating_add(taken[*mark]));
    let breach = |models: u32| {
        let marks = marks.iter().map(|mark| ready.options[*mark].name.clone()).collect();
        Breach::new(force, index, MarkFault { squadron: index, models, marks })
    };
    let mut told = false;
    if let Some(ModelCount::Parts(parts)) = &entry.squadron.models {
        for (position, part) in parts.iter().enumerate() {
            let mut taken = vec![0; ready.options.len()];
            take_part(ready, part, &counts, &mut taken);
            if chosen(&taken) == 0 {
                told = true;
                report(breach(part.count).inside(&format!("/models/{position}")));
            }
        }
    }
    if !told {
        report(breach(left));
    }
}
