//! Checks that each model states its Mark if models of several Marks share a squadron.

use crate::force::marks::{marks, unstated};
use crate::force::parts::{ForceEntry, FoundUnit};
use crate::force::taken::take_part;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::faults::Fault;
use crate::judge::faults::marks::MarkFault;
use crate::ready::unit::ReadyChoice;
use crate::shapes::list::ModelCount;

/// Checks every choice of Marks of squadrons.
#[expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]
pub(super) fn check(force: &Force, squadrons: &[usize], report: &mut dyn FnMut(Breach)) {
    for &index in squadrons {
        let entry = &force.entries[index];
        let Some(found) = entry.found else { continue };
        for (position, choice) in found.ready.choices.iter().enumerate().filter(|(_, choice)| choice.marks) {
            judge(force, index, entry, found, position, choice, report);
        }
    }
}

/// Reports the models that state no Mark: each part of the squadron without one, else the squadron itself.
#[expect(
    clippy::indexing_slicing,
    reason = "the Marks have the places of options, and there is a number for each option"
)]
fn judge(
    force: &Force,
    index: usize,
    entry: &ForceEntry,
    found: FoundUnit,
    position: usize,
    choice: &ReadyChoice,
    report: &mut dyn FnMut(Breach),
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
        Breach::new(force, index, Fault::Marks(MarkFault { squadron: index, models, marks }))
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
