//! Loads that a transport cannot carry.

use crate::force::whole::Force;
use crate::text::plural::joined;
use crate::words::phrases::{room, selector_words};

/// A load that a transport cannot carry.
#[derive(Clone, Debug)]
pub(crate) enum LoadFault {
    /// The unit of the transport or of its load is unknown.
    Unknown { transport: usize },
    /// The unit has no capacity, but the list says that it carries something.
    NoTransport { transport: usize },
    /// The list leaves the options of a carried squadron open, and some change what may carry it.
    OpenOptions { transport: usize, carried: usize },
    /// Nobody can tell whether so many transports have room for the loads that they share.
    TooMany { transport: usize },
    /// The load does not fit one transport, or those that share it.
    TooMuch { transports: Vec<usize>, load: Vec<usize> },
}

impl LoadFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
        match self {
            Self::Unknown { transport } => {
                format!("{}: a unit is unknown, so its load cannot be judged", force.name(*transport))
            }
            Self::NoTransport { transport } => {
                format!("{} is no transport, so it can carry nothing", force.unit_name(*transport))
            }
            Self::OpenOptions { transport, carried } => format!(
                "{}: the list leaves the options of {} open, so its load cannot be judged",
                force.name(*transport),
                force.name(*carried)
            ),
            Self::TooMany { transport } => {
                format!("{}: too many craft share their loads, so their load cannot be judged", force.name(*transport))
            }
            Self::TooMuch { transports, load } => too_much(force, transports, load),
        }
    }
}

/// The sentence of a load that does not fit: the load, and what each transport may carry.
#[expect(clippy::indexing_slicing, reason = "a fault has the places of squadrons of the force in which it was found")]
fn too_much(force: &Force, transports: &[usize], load: &[usize]) -> String {
    let declarations = force.ruleset.declarations();
    let carries = |transport: &usize| {
        let entry = &force.entries[*transport];
        let capacity = entry.found.and_then(|found| found.unit.capacity.as_ref());
        let of = capacity.map(|capacity| capacity.of.as_slice()).unwrap_or_default();
        let may: Vec<String> = of
            .iter()
            .map(|load| format!("{} ({})", room(declarations, load), selector_words(declarations, &load.that)))
            .collect();
        let who = match transports {
            [_] if entry.models == 1 => "it".to_owned(),
            [_] => "each".to_owned(),
            _ if entry.models == 1 => force.name(*transport).into_owned(),
            _ => format!("each {}", force.name(*transport)),
        };
        format!("{who} carries {}", may.join(", or "))
    };
    // Sorted, so that the sentence is the same whatever the order of squadrons.
    let mut loads: Vec<String> =
        load.iter().map(|carried| format!("{} × {}", force.entries[*carried].models, force.name(*carried))).collect();
    loads.sort();
    let mut names: Vec<String> = transports.iter().map(|transport| force.name(*transport).into_owned()).collect();
    names.sort();
    let mut rooms: Vec<String> = transports.iter().map(carries).collect();
    rooms.sort();
    rooms.dedup();
    format!("{} cannot carry {}; {}", joined(&names, "and"), loads.join(" and "), rooms.join("; "))
}
