//! Checks that the number of models lies within the unit's squadron size.

use crate::force::parts::ForceEntry;
use crate::force::size::{is_own, lacks_number, limits};
use crate::force::taken::total;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::shapes::list::{ListPart, ModelCount};
use crate::text::plural::{between, count};

/// A squadron of a wrong size.
#[derive(Clone, Debug)]
pub(crate) enum SquadronSizeFault {
    /// The unit is unknown, so its size is too.
    Unknown { squadron: usize },
    /// The list states no number of models.
    Unstated { squadron: usize, min: u32, max: Option<u32> },
    /// Too many models or too few.
    Wrong { squadron: usize, models: u32, min: u32, max: Option<u32> },
}

impl StructuralCheck for SquadronSizeFault {
    type Given<'g> = ();
    const LOOKS_AT: CheckSubject = CheckSubject::Squadrons;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Size];
    const ASKS_FOR_MORE: bool = true;

    /// Checks the squadrons that are neither attached nor brought.
    #[expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]
    fn run(force: &Force, (): (), squadrons: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        let entries = squadrons.iter().map(|index| (*index, &force.entries[*index]));
        let entries = entries.filter(|(_, entry)| is_own(entry));
        entries.filter_map(|(index, entry)| judge(force, index, entry)).for_each(report);
    }

    fn sentence(&self, force: &Force) -> String {
        match *self {
            Self::Unknown { squadron } => {
                let name = force.name(squadron);
                format!("{name}: the unit is unknown, so how many models it may have cannot be judged")
            }
            Self::Unstated { squadron, min, max } => {
                format!("{} states no number of models; it may have {}", force.name(squadron), between(min, max))
            }
            Self::Wrong { squadron, models, min, max } => {
                let models = count(models, "model");
                format!("{} has {models}, but may have {}", force.name(squadron), between(min, max))
            }
        }
    }
}

fn judge(force: &Force, squadron: usize, entry: &ForceEntry) -> Option<Breach<SquadronSizeFault>> {
    let breach = |fault: SquadronSizeFault| Breach::new(force, squadron, fault);
    let Some(found) = entry.found else { return Some(breach(SquadronSizeFault::Unknown { squadron }).open()) };
    let (min, max) = limits(found)?;
    let (floor, ceiling) = (Some(i64::from(min)), max.map(i64::from));
    let models = match &entry.squadron.models {
        None if !lacks_number(entry, found) => return None,
        None => {
            let breach = breach(SquadronSizeFault::Unstated { squadron, min, max });
            return Some(Breach { numbers: [None, floor, ceiling], ..breach });
        }
        Some(ModelCount::Count(stated)) => *stated,
        Some(ModelCount::Parts(parts)) => total(parts),
    };
    if models >= min && max.is_none_or(|max| models <= max) {
        return None;
    }
    let breach = breach(SquadronSizeFault::Wrong { squadron, models, min, max });
    Some(breach.inside("/models").numbers(models.into(), floor, ceiling))
}
