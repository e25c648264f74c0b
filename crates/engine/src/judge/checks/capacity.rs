//! Checks that the load of a transport fits its capacity.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons, and there is a number of transports for each"
)]

use std::collections::BTreeSet;

use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::ready::unit_selector;
use crate::shapes::catalogue::Load;
use crate::shapes::list::ListPart;
use crate::text::plural::joined;
use crate::words::phrases::{room, selector_words};

/// The most transports that share loads. Each group of them is looked at.
const TRANSPORTS: usize = 8;
/// The most ways of choosing among the alternatives of transports that share loads.
const WAYS: usize = 256;

/// A load that a transport cannot carry.
#[derive(Clone, Debug)]
pub(crate) enum CapacityFault {
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

impl StructuralCheck for CapacityFault {
    type Given<'g> = ();
    const LOOKS_AT: CheckSubject = CheckSubject::Relations;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Load, ListPart::Size];

    /// Checks every squadron that carries something. Those that share a load are checked together.
    fn run(force: &Force, (): (), _: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        let carries = |index: &usize| !force.entries[*index].carries.is_empty();
        let mut is_done = vec![false; force.entries.len()];
        for first in (0..force.entries.len()).filter(carries) {
            if is_done[first] {
                continue;
            }
            let mut transports = vec![first];
            is_done[first] = true;
            let mut at = 0;
            while let Some(transport) = transports.get(at) {
                at += 1;
                for other in force.entries[*transport].carries.iter().flat_map(|load| &force.entries[*load].carriers) {
                    if !std::mem::replace(&mut is_done[*other], true) {
                        transports.push(*other);
                    }
                }
            }
            transports.sort_unstable();
            judge(force, &transports).into_iter().for_each(&mut *report);
        }
    }

    fn sentence(&self, force: &Force) -> String {
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

/// A squadron that goes aboard.
struct Passenger {
    /// Its place in the force.
    squadron: usize,
    /// True if a transport carries it by itself. False if it is attached to such a squadron and goes with it.
    is_root: bool,
    /// The transports that carry it: bit 0 is the first of those that are judged together.
    holders: u64,
}

/// Checks transports that share their loads, or one that shares none.
fn judge(force: &Force, transports: &[usize]) -> Option<Breach<CapacityFault>> {
    let [first, others @ ..] = transports else { return None };
    let breach = |fault: CapacityFault| {
        let breach = Breach::new(force, *first, fault).inside("/carries").also_at(force, others);
        let loads: BTreeSet<&usize> = transports.iter().flat_map(|it| &force.entries[*it].carries).collect();
        breach.also_at(force, loads)
    };
    if transports.len() > TRANSPORTS {
        return Some(breach(CapacityFault::TooMany { transport: *first }).open());
    }
    let aboard = aboard(force, transports);
    let all = || transports.iter().copied().chain(aboard.iter().map(|carried| carried.squadron));
    if all().any(|index| force.entries[index].found.is_none()) {
        return Some(breach(CapacityFault::Unknown { transport: *first }).open());
    }
    let capacities: Vec<&[Load]> = transports.iter().map(|transport| capacity(force, *transport)).collect();
    if let Some(place) = capacities.iter().position(|capacity| capacity.is_empty()) {
        return Some(breach(CapacityFault::NoTransport { transport: transports[place] }));
    }
    let ways = capacities.iter().fold(1_usize, |ways, capacity| ways.saturating_mul(capacity.len()));
    if ways > WAYS {
        return Some(breach(CapacityFault::TooMany { transport: *first }).open());
    }
    // Each way of choosing one alternative for each transport.
    let rooms = |mut way: usize| {
        let mut room = |of: &[Load]| {
            let place = way % of.len();
            way /= of.len();
            place
        };
        capacities.iter().map(|of| &of[room(of)]).collect::<Vec<_>>()
    };
    let fits = (0..ways).any(|way| fits(force, transports, &rooms(way), &aboard));
    let changing = aboard.iter().map(|carried| carried.squadron);
    let open = changing.clone().find(|carried| force.may_change_traits(&force.entries[*carried]));
    match (fits, open) {
        (true, open) => open.map(|carried| breach(CapacityFault::OpenOptions { transport: *first, carried }).open()),
        (false, open) => {
            let fault = CapacityFault::TooMuch { transports: transports.to_vec(), load: changing.collect() };
            Some(breach(fault).open_if(open.is_some()))
        }
    }
}

/// The squadrons that go aboard these transports. An attached squadron goes with its parent, unless the list says that a
/// transport carries it by itself.
fn aboard(force: &Force, transports: &[usize]) -> Vec<Passenger> {
    let mut aboard: Vec<Passenger> = Vec::new();
    for (place, transport) in transports.iter().enumerate() {
        for root in &force.entries[*transport].carries {
            let with_it = (*root..force.entries[*root].end).filter(|index| goes_with(force, *root, *index));
            for squadron in with_it {
                let holder = 1 << place;
                match aboard.iter_mut().find(|carried| carried.squadron == squadron) {
                    Some(carried) => carried.holders |= holder,
                    None => aboard.push(Passenger { squadron, is_root: squadron == *root, holders: holder }),
                }
            }
        }
    }
    aboard
}

/// What a transport may carry: one of these.
fn capacity<'a>(force: &Force<'a>, transport: usize) -> &'a [Load] {
    let found = force.entries[transport].found;
    found.and_then(|found| found.unit.capacity.as_ref()).map_or(&[], |capacity| &capacity.of)
}

/// Whether transports with this room have room for all that goes aboard. They have if no group of them is needed by more
/// than it has room for.
fn fits(force: &Force, transports: &[usize], rooms: &[&Load], aboard: &[Passenger]) -> bool {
    let takes = |carried: &Passenger| {
        let entry = &force.entries[carried.squadron];
        let is_taken = |place: &usize| {
            let room = &rooms[*place].that;
            carried.holders & (1 << place) != 0
                && entry
                    .found
                    .is_some_and(|found| unit_selector::matches_with(room, found.unit, &Force::traits_taken(entry)))
        };
        (0..transports.len()).filter(is_taken).fold(0_u64, |set, place| set | 1 << place)
    };
    let all: Vec<u64> = aboard.iter().map(takes).collect();
    // A group of transports has a limit only if each of them has one.
    let room = |group: u64, of: fn(&Load) -> Option<u32>| {
        let own = (0..transports.len()).filter(|place| group & (1 << place) != 0);
        own.map(|place| Some(u64::from(of(rooms[place])?) * u64::from(force.entries[transports[place]].models.max(1))))
            .sum::<Option<u64>>()
    };
    (0..1_u64 << transports.len()).all(|group| {
        let needing = || aboard.iter().zip(&all).filter(|(_, takes)| **takes & !group == 0).map(|(carried, _)| carried);
        let models: u64 = needing().map(|carried| u64::from(force.entries[carried.squadron].models)).sum();
        let squadrons = needing().filter(|carried| carried.is_root).count() as u64;
        room(group, |room| room.models).is_none_or(|most| models <= most)
            && room(group, |room| room.squadrons).is_none_or(|most| squadrons <= most)
            && (group != 0 || needing().next().is_none())
    })
}

/// Whether the squadron `index`, which is `root` or is attached to it at any depth, goes aboard together with `root`.
fn goes_with(force: &Force, root: usize, mut index: usize) -> bool {
    while index != root {
        let entry = &force.entries[index];
        match entry.parent {
            Some(parent) if entry.carriers.is_empty() => index = parent,
            _ => return false,
        }
    }
    true
}

/// The sentence of a load that does not fit: the load, and what each transport may carry.
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
