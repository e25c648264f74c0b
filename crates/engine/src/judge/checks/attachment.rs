//! Checks which squadrons may be attached to which. The attached unit's own attachment rule decides. If it has none,
//! the list of units that may join the parent (`hosts`) decides.

#![expect(clippy::indexing_slicing, reason = "the force itself gives out the places of its squadrons")]

use crate::force::parts::ForceEntry;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::ready::unit_selector;
use crate::shapes::catalogue::{Attachment, FieldingWay, Range};
use crate::shapes::list::ListPart;
use crate::shapes::rule::Check;
use crate::shapes::selector::{Selector, SelectorTest, WantedTrait};
use crate::text::plural::{between, count, joined};
use crate::words::phrases::{describe_unit, selector_words, squadrons};

/// A squadron that may not be attached as it is.
#[derive(Clone, Debug)]
pub(crate) enum AttachmentFault {
    /// One of the two units is unknown: that of the squadron `unknown`.
    UnknownUnit { squadron: usize, parent: usize, unknown: usize },
    /// The list leaves the options of the parent open, and some change who may join it.
    OpenOptions { squadron: usize, parent: usize },
    /// No rule lets the unit join another squadron.
    NoRule { squadron: usize },
    /// The unit may join squadrons of other nations, but not of the parent's nation.
    ServesOthers { squadron: usize, parent: usize },
    /// The unit may join other squadrons, but not this one.
    JoinsOthers { squadron: usize, parent: usize },
    /// The unit may join only squadrons with another number of models. `models` is the allowed range.
    WrongHostSize { squadron: usize, parent: usize, models: Range },
    /// Too many models of the unit are attached, or too few.
    WrongNumber { squadron: usize, parent: usize, models: u32, min: u32, max: Option<u32> },
}

impl StructuralCheck for AttachmentFault {
    type Given<'g> = ();
    const LOOKS_AT: CheckSubject = CheckSubject::Squadrons;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Place, ListPart::Size];
    const ASKS_FOR_MORE: bool = true;

    /// Checks that each attached squadron may join its parent, in this number.
    fn run(force: &Force, (): (), squadrons: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        for (squadron, entry, parent) in force.attached(squadrons) {
            let judged = may_join(force, squadron, entry, parent);
            // Options that the list leaves open may make the parent another one, which others may join.
            let is_open = entry.found.is_some() && force.may_change_traits(&force.entries[parent]);
            let open = || breach(force, squadron, parent, Self::OpenOptions { squadron, parent });
            if let Some(breach) = judged.or_else(|| is_open.then(open)) {
                report(breach.open_if(is_open));
            }
        }
    }

    fn sentence(&self, force: &Force) -> String {
        let declarations = force.ruleset.declarations();
        let squadron_word = squadrons(declarations, 1);
        match *self {
            Self::UnknownUnit { squadron, parent, unknown } => format!(
                "{}: the unit is unknown, so whether {} may join {} cannot be judged",
                force.name(unknown),
                force.name(squadron),
                force.name(parent)
            ),
            Self::OpenOptions { squadron, parent } => format!(
                "{}: the list leaves its options open, so whether {} may join it cannot be judged",
                force.name(parent),
                force.name(squadron)
            ),
            Self::NoRule { squadron } => {
                format!("{} has no rule that lets it join another {squadron_word}", force.unit_name(squadron))
            }
            Self::ServesOthers { squadron, parent } => {
                format!(
                    "{} may be attached to other nations, but not to the nation of {}",
                    force.unit_name(squadron),
                    force.name(parent)
                )
            }
            Self::JoinsOthers { squadron, parent } => joins_others(force, squadron, parent),
            Self::WrongHostSize { squadron, parent, models } => format!(
                "{} joins a {squadron_word} of {} {}, and {} has {}",
                force.unit_name(squadron),
                between(models.min, models.max),
                if models.max == Some(1) { "model" } else { "models" },
                force.name(parent),
                force.entries[parent].models
            ),
            Self::WrongNumber { squadron, parent, models, min, max } => {
                let may = match max {
                    Some(max) if min <= 1 => format!("at most {max}"),
                    max => between(min, max),
                };
                let are = if models == 1 { "is" } else { "are" };
                let (number, unit) = (count(models, "model"), force.unit_name(squadron));
                format!("{number} of {unit} {are} attached to {}, but {may} may be", force.name(parent))
            }
        }
    }
}

/// A breach at an attached squadron and at what it is attached to.
fn breach(force: &Force, squadron: usize, parent: usize, fault: AttachmentFault) -> Breach<AttachmentFault> {
    Breach::new(force, squadron, fault).also(force.pointer(parent))
}

/// Checks one attached squadron.
fn may_join(force: &Force, squadron: usize, entry: &ForceEntry, parent: usize) -> Option<Breach<AttachmentFault>> {
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

fn joins_others(force: &Force, squadron: usize, parent: usize) -> String {
    let declarations = force.ruleset.declarations();
    let (own, host) = (force.entries[squadron].found, force.entries[parent].found);
    let attaches = own.map(|found| found.unit.attaches.as_slice()).unwrap_or_default();
    let listed: Option<Vec<&[String]>> = attaches.iter().map(|rule| units(&rule.to)).collect();
    if let Some(ids) = listed {
        let nation = force.entries[squadron].nation;
        let name = |id: &String| {
            let found = force.ruleset.find_unit(nation, id);
            found.map_or_else(|| id.clone(), |(catalogue, ready)| catalogue.unit(ready).name.clone())
        };
        let mut names: Vec<String> = ids.concat().iter().map(name).collect();
        if names.len() > MOST_HOSTS {
            let others = names.len() - MOST_HOSTS;
            names.truncate(MOST_HOSTS);
            names.push(format!("{others} {}", if others == 1 { "other unit" } else { "other units" }));
        }
        let hosts = joined(&names, "and");
        return format!("{} joins only {hosts}, not {}", force.unit_name(squadron), force.unit_name(parent));
    }
    let joins: Vec<String> = attaches.iter().map(|rule| selector_words(declarations, &rule.to)).collect();
    format!(
        "{} joins {} {}, and {} is {}",
        force.unit_name(squadron),
        joins.join(", or "),
        squadrons(declarations, 2),
        force.unit_name(parent),
        host.map(|host| describe_unit(declarations, host.unit)).unwrap_or_default()
    )
}

/// The most units that a sentence names as hosts.
const MOST_HOSTS: usize = 4;

/// The ids of the units that a selector names; none if it tests something else.
fn units(selector: &Selector) -> Option<&[String]> {
    match selector.0.as_slice() {
        [SelectorTest::Trait(name, WantedTrait::Values(ids))] if name == "unit" => Some(ids),
        _ => None,
    }
}
