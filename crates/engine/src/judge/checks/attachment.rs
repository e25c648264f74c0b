//! Checks what may be attached to what: by the attached unit's own rule, else by the parent's list.

use crate::force::parts::Entry;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::ready::unit_selector;
use crate::shapes::catalogue::{Attachment, Only, Range};
use crate::shapes::rule::Check;
use crate::text::plural::{between, count};
use crate::words::phrases::{describe_unit, selector_words, squadrons};

pub(super) fn check(force: &Force) -> Vec<Breach> {
    attached(force).filter_map(|(index, entry, parent)| may_join(force, index, entry, parent)).collect()
}

pub(super) fn same_name(force: &Force) -> Vec<Breach> {
    let same = attached(force).filter(|(_, entry, parent)| {
        let unit = |entry: &Entry| entry.goods.map(|goods| goods.unit.id.clone());
        unit(entry).is_some() && unit(entry) == unit(&force.entries[*parent])
    });
    same.map(|(index, entry, parent)| {
        let name = entry.goods.map_or(entry.squadron.unit.as_str(), |goods| &goods.unit.name);
        let message = format!("{name} cannot be attached to a {} of the same name", squadron(force));
        Breach::new(force, index, message).also(force.pointer(parent))
    })
    .collect()
}

pub(super) fn same_nation(force: &Force) -> Vec<Breach> {
    let foreign = attached(force).filter(|(_, entry, parent)| {
        let (Some(own), Some(theirs)) = (entry.nation, force.entries[*parent].nation) else { return false };
        let of_none = |entry: &Entry| entry.goods.is_some_and(|goods| goods.stock.catalogue().nation.is_none());
        let named = entry.goods.is_some_and(|goods| {
            let mut rules = goods.unit.attaches.iter().filter_map(|attachment| attachment.nations.as_ref());
            rules.any(|nations| nations.is_empty() || nations.iter().any(|nation| nation == theirs))
        });
        own != theirs && !named && !of_none(entry) && !of_none(&force.entries[*parent])
    });
    let nation = |entry: &Entry| {
        let nations = &force.ruleset.declarations().nations;
        entry.nation.and_then(|id| nations.get(id)).map_or_else(String::new, |nation| nation.name.clone())
    };
    foreign
        .map(|(index, entry, parent)| {
            let to = &force.entries[parent];
            let message = format!(
                "{} ({}) is attached to {} ({}), but a mixed {} is of one nation",
                force.name(index),
                nation(entry),
                force.name(parent),
                nation(to),
                squadron(force)
            );
            Breach::new(force, index, message).also(force.pointer(parent))
        })
        .collect()
}

pub(super) fn shared_allocation(force: &Force) -> Vec<Breach> {
    let title =
        |id: &str| force.ruleset.declarations().allocations.get(id).map_or_else(|| id.to_owned(), |a| a.title.clone());
    let mut breaches = Vec::new();
    for (index, entry) in force.entries.iter().enumerate() {
        let Some(other) = entry.parent.or(entry.bringer) else { continue };
        let theirs = force.entries[other].allocation;
        if entry.allocation != theirs {
            let message = format!(
                "{} is allocated to the {}, but comes with {}, which is allocated to the {}",
                force.name(index),
                title(entry.allocation),
                force.name(other),
                title(theirs)
            );
            breaches.push(Breach::new(force, index, message).inside("/allocation").also(force.pointer(other)));
        }
    }
    breaches
}

fn attached<'s, 'a>(force: &'s Force<'a>) -> impl Iterator<Item = (usize, &'s Entry<'a>, usize)> {
    force.entries.iter().enumerate().filter_map(|(index, entry)| Some((index, entry, entry.parent?)))
}

fn may_join(force: &Force, index: usize, entry: &Entry, parent: usize) -> Option<Breach> {
    let to = &force.entries[parent];
    let (Some(goods), Some(host)) = (entry.goods, to.goods) else {
        let unknown = if entry.goods.is_none() { index } else { parent };
        let message = format!(
            "{}: the unit is unknown, so whether {} may join {} cannot be judged",
            force.name(unknown),
            force.name(index),
            force.name(parent)
        );
        return Some(Breach::new(force, index, message).open().also(force.pointer(parent)));
    };
    if goods.unit.id == host.unit.id && tells_names_apart(force) {
        // The rule on names reports this.
        return None;
    }
    let breach = |message: String| Some(Breach::new(force, index, message).also(force.pointer(parent)));
    let max = if goods.unit.attaches.is_empty() {
        let Some(listed) = host.unit.hosts.iter().find(|listed| listed.unit == goods.unit.id) else {
            let squadron = squadron(force);
            return breach(format!("{} has no rule that lets it join another {squadron}", goods.unit.name));
        };
        listed.max
    } else {
        // A unit of no nation may name the nations that it serves. For other units, the rule on nations decides.
        let of_none = goods.stock.catalogue().nation.is_none();
        let serves = |attachment: &&Attachment| match &attachment.nations {
            Some(nations) if of_none && !nations.is_empty() => {
                to.nation.is_some_and(|id| nations.iter().any(|nation| nation == id))
            }
            _ => true,
        };
        if !goods.unit.attaches.iter().any(|attachment| serves(&attachment)) {
            return breach(format!("{} serves other nations than that of {}", goods.unit.name, force.name(parent)));
        }
        let fits = goods
            .unit
            .attaches
            .iter()
            .filter(serves)
            .find(|attachment| unit_selector::matches(&attachment.to, host.unit));
        let Some(attachment) = fits else {
            let rules: Vec<_> =
                goods.unit.attaches.iter().map(|a| selector_words(force.ruleset.declarations(), &a.to)).collect();
            return breach(format!(
                "{} joins {} {}, and {} is {}",
                goods.unit.name,
                rules.join(", or "),
                squadrons(force.ruleset.declarations(), 2),
                host.unit.name,
                describe_unit(force.ruleset.declarations(), host.unit)
            ));
        };
        if let Some(range) = attachment.models
            && !range.holds(to.models)
        {
            let may = between(range.min, range.max);
            let message = format!(
                "{} joins a {} of {may} {}, and {} has {}",
                goods.unit.name,
                squadron(force),
                noun(range),
                force.name(parent),
                to.models
            );
            let numbers = (Some(range.min.into()), range.max.map(i64::from));
            return breach(message).map(|breach| breach.numbers(to.models.into(), numbers.0, numbers.1));
        }
        attachment.max
    };
    // For a unit that exists only as an attachment, the squadron size says how many may be attached.
    let size = goods.unit.squadron.filter(|_| goods.unit.only == Some(Only::Attached));
    let min = size.map_or(1, |size| size.min);
    let max = max.or(size.and_then(|size| size.max));
    // Several groups of one unit count together and are reported once.
    let kin = (parent + 1..to.end).filter(|other| {
        let other = &force.entries[*other];
        other.parent == Some(parent) && other.goods.is_some_and(|other| other.unit.id == goods.unit.id)
    });
    let kin: Vec<usize> = kin.collect();
    if kin.first() != Some(&index) {
        return None;
    }
    let models: u32 = kin.iter().map(|kin| force.entries[*kin].models).sum();
    if models >= min && max.is_none_or(|max| models <= max) {
        return None;
    }
    let may = match max {
        Some(max) if min <= 1 => format!("at most {max}"),
        max => between(min, max),
    };
    let attached = count_of(models, &goods.unit.name);
    let message = format!("{attached} attached to {}, but {may} may be", force.name(parent));
    let breach = Breach::new(force, index, message).also(force.pointer(parent));
    Some(breach.numbers(models.into(), Some(min.into()), max.map(i64::from)))
}

fn squadron<'f>(force: &'f Force) -> &'f str {
    squadrons(force.ruleset.declarations(), 1)
}

fn noun(range: Range) -> &'static str {
    if range.max == Some(1) { "model" } else { "models" }
}

/// Whether the ruleset has a rule on attachments that share their parent's name.
fn tells_names_apart(force: &Force) -> bool {
    let mut checks = force.ruleset.prepared().iter().filter_map(|prepared| prepared.check.as_ref());
    checks.any(|prepared| prepared.check == Check::AttachedName)
}

fn count_of(models: u32, name: &str) -> String {
    format!("{} of {name} {}", count(models, "model"), if models == 1 { "is" } else { "are" })
}
