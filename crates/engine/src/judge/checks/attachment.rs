//! Checks which squadrons may be attached to which. The attached unit's own attachment rule decides. If it has none,
//! the list of units that may join the parent (`hosts`) decides.

#![expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]

use crate::force::parts::ForceEntry;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::faults::Fault;
use crate::judge::faults::attachment::AttachmentFault;
use crate::ready::unit_selector;
use crate::shapes::catalogue::{Attachment, FieldingWay};
use crate::shapes::rule::Check;

/// Checks that each attached squadron may join its parent, in this number.
pub(super) fn check(force: &Force, squadrons: &[usize]) -> Vec<Breach> {
    let judge = |(squadron, entry, parent): (usize, &ForceEntry, usize)| {
        let judged = may_join(force, squadron, entry, parent);
        // Options that the list leaves open may make the parent another one, which others may join.
        if entry.found.is_some() && force.may_change_traits(&force.entries[parent]) {
            let open = || breach(force, squadron, parent, AttachmentFault::OpenOptions { squadron, parent });
            return Some(judged.unwrap_or_else(open).open());
        }
        judged
    };
    attached(force, squadrons).filter_map(judge).collect()
}

/// Checks that no squadron is attached to a squadron of the same unit.
pub(super) fn same_name(force: &Force, squadrons: &[usize]) -> Vec<Breach> {
    let same = attached(force, squadrons).filter(|(_, entry, parent)| {
        let unit = |entry: &ForceEntry| entry.found.map(|found| found.unit.id.clone());
        unit(entry).is_some() && unit(entry) == unit(&force.entries[*parent])
    });
    same.map(|(squadron, _, parent)| breach(force, squadron, parent, AttachmentFault::SameName { squadron })).collect()
}

/// Checks that each attached squadron is of its parent's nation, unless its unit may join that nation or one of the two
/// units is of no nation.
pub(super) fn same_nation(force: &Force, squadrons: &[usize]) -> Vec<Breach> {
    let foreign = attached(force, squadrons).filter(|(_, entry, parent)| {
        let (Some(own), Some(theirs)) = (entry.nation, force.entries[*parent].nation) else { return false };
        // An unknown unit may join other nations, or be of none. `unknown-unit` tells it.
        let of_none = |entry: &ForceEntry| {
            entry.found.map_or_else(
                || force.ruleset.has_units_of_no_nation(),
                |found| found.catalogue.written().nation.is_none(),
            )
        };
        let named = entry.found.is_some_and(|found| {
            let mut rules = found.unit.attaches.iter().filter_map(|attachment| attachment.nations.as_ref());
            rules.any(|nations| nations.is_empty() || nations.iter().any(|nation| nation == theirs))
        });
        own != theirs && entry.found.is_some() && !named && !of_none(entry) && !of_none(&force.entries[*parent])
    });
    foreign
        .map(|(squadron, _, parent)| breach(force, squadron, parent, AttachmentFault::OtherNation { squadron, parent }))
        .collect()
}

/// Checks that attached and brought squadrons have the allocation of their parent or bringer.
pub(super) fn shared_allocation(force: &Force, squadrons: &[usize]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for &squadron in squadrons {
        let entry = &force.entries[squadron];
        let Some(with) = entry.parent.or(entry.bringer) else { continue };
        if entry.allocation != force.entries[with].allocation {
            let fault = Fault::Attachment(AttachmentFault::OtherAllocation { squadron, with });
            let breach = Breach::new(force, squadron, fault).inside("/allocation").also(force.pointer(with));
            let is_open = [squadron, with].into_iter().any(|index| force.leaves_allocation_open(index));
            breaches.push(if is_open { breach.open() } else { breach });
        }
    }
    breaches
}

/// A breach at an attached squadron and at what it is attached to.
fn breach(force: &Force, squadron: usize, parent: usize, fault: AttachmentFault) -> Breach {
    Breach::new(force, squadron, Fault::Attachment(fault)).also(force.pointer(parent))
}

/// Those of these squadrons that are attached: the place, the entry, and the parent's place.
fn attached<'s, 'a>(
    force: &'s Force<'a>,
    squadrons: &'s [usize],
) -> impl Iterator<Item = (usize, &'s ForceEntry<'a>, usize)> {
    squadrons.iter().filter_map(|index| Some((*index, &force.entries[*index], force.entries[*index].parent?)))
}

/// Checks one attached squadron.
fn may_join(force: &Force, squadron: usize, entry: &ForceEntry, parent: usize) -> Option<Breach> {
    let to = &force.entries[parent];
    let (Some(found), Some(host)) = (entry.found, to.found) else {
        let unknown = if entry.found.is_none() { squadron } else { parent };
        return Some(
            breach(force, squadron, parent, AttachmentFault::UnknownUnit { squadron, parent, unknown }).open(),
        );
    };
    if found.unit.id == host.unit.id && tells_names_apart(force) {
        // The rule on names reports this, so that it is not reported twice.
        return None;
    }
    let breach = |fault: AttachmentFault| Some(breach(force, squadron, parent, fault));
    let max = if found.unit.attaches.is_empty() {
        let Some(listed) = host.unit.hosts.iter().find(|listed| listed.unit == found.unit.id) else {
            return breach(AttachmentFault::NoRule { squadron });
        };
        listed.max
    } else {
        // A unit of no nation may name the nations that it serves. For other units, the rule on nations decides.
        let of_none = found.catalogue.written().nation.is_none();
        let serves = |attachment: &&Attachment| match &attachment.nations {
            Some(nations) if of_none && !nations.is_empty() => {
                to.nation.is_some_and(|id| nations.iter().any(|nation| nation == id))
            }
            _ => true,
        };
        if !found.unit.attaches.iter().any(|attachment| serves(&attachment)) {
            return breach(AttachmentFault::ServesOthers { squadron, parent });
        }
        let taken = Force::traits_taken(to);
        let mut serving = found.unit.attaches.iter().filter(serves);
        let Some(attachment) =
            serving.find(|attachment| unit_selector::matches_with(&attachment.to, host.unit, &taken))
        else {
            return breach(AttachmentFault::JoinsOthers { squadron, parent });
        };
        if let Some(models) = attachment.models
            && !models.holds(to.models)
        {
            let numbers = (Some(models.min.into()), models.max.map(i64::from));
            let breach = breach(AttachmentFault::WrongHostSize { squadron, parent, models });
            return breach.map(|breach| breach.numbers(to.models.into(), numbers.0, numbers.1));
        }
        attachment.max
    };
    // If a unit can only be attached, its squadron size says how many models may be attached.
    let size = found.unit.squadron.filter(|_| found.unit.only == Some(FieldingWay::Attached));
    let min = size.map_or(1, |size| size.min);
    let max = max.or(size.and_then(|size| size.max));
    // Several squadrons of one unit that are attached to the same parent count together. A wrong number is reported
    // once, at the first of them.
    let kin = (parent + 1..to.end).filter(|other| {
        let other = &force.entries[*other];
        other.parent == Some(parent) && other.found.is_some_and(|other| other.unit.id == found.unit.id)
    });
    let kin: Vec<usize> = kin.collect();
    if kin.first() != Some(&squadron) {
        return None;
    }
    let models: u32 = kin.iter().map(|kin| force.entries[*kin].models).sum();
    if models >= min && max.is_none_or(|max| models <= max) {
        return None;
    }
    let breach = breach(AttachmentFault::WrongNumber { squadron, parent, models, min, max });
    breach.map(|breach| breach.numbers(models.into(), Some(min.into()), max.map(i64::from)))
}

/// Whether the ruleset has a rule against attaching a squadron to one of the same name.
fn tells_names_apart(force: &Force) -> bool {
    let mut checks = force.ruleset.prepared().iter().filter_map(|prepared| prepared.check.as_ref());
    checks.any(|prepared| prepared.check == Check::AttachedName)
}
