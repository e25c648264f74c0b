//! Squadrons that may not be attached as they are.

#![expect(clippy::indexing_slicing, reason = "a fault has the places of squadrons of the force in which it was found")]

use crate::force::parts::ForceEntry;
use crate::force::whole::Force;
use crate::shapes::catalogue::Range;
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
    /// The squadron has the same name as the one it is attached to.
    SameName { squadron: usize },
    /// The squadron is of another nation than the one it is attached to.
    OtherNation { squadron: usize, parent: usize },
    /// The squadron has another allocation than the squadron that it is attached to, or that brings it.
    OtherAllocation { squadron: usize, with: usize },
}

impl AttachmentFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
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
            Self::SameName { squadron } => {
                format!("{} cannot be attached to a {squadron_word} of the same name", force.unit_name(squadron))
            }
            Self::OtherNation { squadron, parent } => format!(
                "{} ({}) is attached to {} ({}), but a mixed {squadron_word} is of one nation",
                force.name(squadron),
                nation(force, &force.entries[squadron]),
                force.name(parent),
                nation(force, &force.entries[parent])
            ),
            Self::OtherAllocation { squadron, with } => format!(
                "{} is allocated to the {}, but comes with {}, which is allocated to the {}",
                force.name(squadron),
                allocation(force, squadron),
                force.name(with),
                allocation(force, with)
            ),
        }
    }
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

fn nation<'a>(force: &Force<'a>, entry: &ForceEntry) -> &'a str {
    let nations = &force.ruleset.declarations().nations;
    entry.nation.and_then(|id| nations.get(id)).map_or("", |nation| &nation.name)
}

fn allocation<'s>(force: &'s Force, squadron: usize) -> &'s str {
    let id = force.entries[squadron].allocation;
    force.ruleset.declarations().allocations.get(id).map_or(id, |allocation| &allocation.title)
}
