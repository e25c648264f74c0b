//! Checks that the number of models lies within the unit's squadron size.

use crate::force::parts::ForceEntry;
use crate::force::size::{is_own, lacks_number, limits};
use crate::force::taken::total;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::faults::Fault;
use crate::judge::faults::size::SizeFault;
use crate::shapes::list::ModelCount;

/// Checks the squadrons that are neither attached nor brought.
#[expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]
pub(super) fn check(force: &Force, squadrons: &[usize]) -> Vec<Breach> {
    let entries = squadrons.iter().map(|index| (*index, &force.entries[*index]));
    let entries = entries.filter(|(_, entry)| is_own(entry));
    entries.filter_map(|(index, entry)| judge(force, index, entry)).collect()
}

fn judge(force: &Force, squadron: usize, entry: &ForceEntry) -> Option<Breach> {
    let breach = |fault: SizeFault| Breach::new(force, squadron, Fault::Size(fault));
    let Some(found) = entry.found else { return Some(breach(SizeFault::Unknown { squadron }).open()) };
    let (min, max) = limits(found)?;
    let (floor, ceiling) = (Some(i64::from(min)), max.map(i64::from));
    let models = match &entry.squadron.models {
        None if !lacks_number(entry, found) => return None,
        None => {
            let breach = breach(SizeFault::Unstated { squadron, min, max });
            return Some(Breach { numbers: [None, floor, ceiling], ..breach });
        }
        Some(ModelCount::Count(stated)) => *stated,
        Some(ModelCount::Parts(parts)) => total(parts),
    };
    if models >= min && max.is_none_or(|max| models <= max) {
        return None;
    }
    let breach = breach(SizeFault::Wrong { squadron, models, min, max });
    Some(breach.inside("/models").numbers(models.into(), floor, ceiling))
}
