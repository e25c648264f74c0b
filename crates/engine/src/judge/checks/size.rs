//! Checks that the number of models lies within the unit's squadron size.

use crate::force::parts::Entry;
use crate::force::size::{is_own, lacks_number, limits};
use crate::force::taken::total;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::shapes::list::Models;
use crate::text::plural::{between, count};

pub(super) fn check(force: &Force) -> Vec<Breach> {
    let entries = force.entries.iter().enumerate().filter(|(_, entry)| is_own(entry));
    entries.filter_map(|(index, entry)| judge(force, index, entry)).collect()
}

fn judge(force: &Force, index: usize, entry: &Entry) -> Option<Breach> {
    let Some(goods) = entry.goods else {
        let message =
            format!("{}: the unit is unknown, so how many models it may have cannot be judged", force.name(index));
        return Some(Breach::new(force, index, message).open());
    };
    let (min, max) = limits(goods)?;
    let (floor, ceiling) = (Some(i64::from(min)), max.map(i64::from));
    let stated = match &entry.squadron.models {
        None if !lacks_number(entry, goods) => return None,
        None => {
            let message =
                format!("{} states no number of models; it may have {}", force.name(index), between(min, max));
            let breach = Breach::new(force, index, message);
            return Some(Breach { numbers: [None, floor, ceiling], ..breach });
        }
        Some(Models::Count(stated)) => *stated,
        Some(Models::Parts(parts)) => total(parts),
    };
    if stated >= min && max.is_none_or(|max| stated <= max) {
        return None;
    }
    let message = format!("{} has {}, but may have {}", force.name(index), count(stated, "model"), between(min, max));
    Some(Breach::new(force, index, message).inside("/models").numbers(stated.into(), floor, ceiling))
}
