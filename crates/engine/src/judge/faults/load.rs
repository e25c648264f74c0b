//! Loads that a transport cannot carry.

use crate::force::whole::Force;
use crate::words::phrases::{room, selector_words};

/// A load that a transport cannot carry.
#[derive(Clone, Debug)]
pub(crate) enum LoadFault {
    /// The unit of the transport or of its load is unknown.
    Unknown { transport: usize },
    /// The transport carries nothing at all.
    NoTransport { transport: usize },
    /// The list leaves the options of a carried squadron open, and some change what may carry it.
    OpenOptions { transport: usize, carried: usize },
    /// The load does not fit. `load` gives the number of models of each carried squadron.
    TooMuch { transport: usize, load: Vec<(u32, usize)> },
}

impl LoadFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
        match self {
            Self::Unknown { transport } => {
                format!("{}: a unit is unknown, so its load cannot be judged", force.name(*transport))
            }
            Self::NoTransport { transport } => format!("{} carries nothing", force.unit_name(*transport)),
            Self::OpenOptions { transport, carried } => format!(
                "{}: the list leaves the options of {} open, so its load cannot be judged",
                force.name(*transport),
                force.name(*carried)
            ),
            Self::TooMuch { transport, load } => too_much(force, *transport, load),
        }
    }
}

/// The sentence of a load that does not fit: the load, and what the transport may carry.
#[expect(clippy::indexing_slicing, reason = "a fault has the place of a squadron of the force in which it was found")]
fn too_much(force: &Force, transport: usize, load: &[(u32, usize)]) -> String {
    let declarations = force.ruleset.declarations();
    let entry = &force.entries[transport];
    let capacity = entry.found.and_then(|found| found.unit.capacity.as_ref());
    let of = capacity.map(|capacity| capacity.of.as_slice()).unwrap_or_default();
    let may: Vec<String> = of
        .iter()
        .map(|load| format!("{} ({})", room(declarations, load), selector_words(declarations, &load.that)))
        .collect();
    let mut loads: Vec<String> =
        load.iter().map(|(models, squadron)| format!("{models} × {}", force.name(*squadron))).collect();
    // Sorted, so that the sentence is the same whatever the order of squadrons.
    loads.sort();
    let who = if entry.models == 1 { "it" } else { "each" };
    format!("{} cannot carry {}; {who} carries {}", force.name(transport), loads.join(" and "), may.join(", or "))
}
