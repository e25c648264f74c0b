//! Squadrons that another squadron does not bring as the list says.

use crate::force::whole::Force;
use crate::text::plural::{between, count, joined};
use crate::words::phrases::{count_squadrons, squadrons};

/// A squadron that another squadron does not bring as the list says.
#[derive(Clone, Debug)]
pub(crate) enum BroughtFault {
    /// The unit of the squadron, or of one that brings it, is unknown.
    UnknownUnit { squadron: usize },
    /// The list leaves the options of the bringer open, and by some it brings something else.
    OpenOptions { squadron: usize, bringer: usize },
    /// The brought squadron is attached to another. It must be a squadron of its own.
    Attached { squadron: usize, bringer: usize, parent: usize },
    /// The bringer's card names something that no catalogue has, so this squadron may be that.
    UnknownGift { squadron: usize, bringer: usize, gift: String },
    /// The bringer has this special rule, but its catalogue does not say what it brings by it.
    SilentCard { squadron: usize, bringer: usize, special_rule: String },
    /// The bringer does not bring this unit.
    NotBrought { squadron: usize, bringer: usize },
    /// The bringer brings another number of models. `at_most` is true if fewer models than expected would be right too.
    WrongNumber { squadron: usize, bringer: usize, models: u32, expected: u32, at_most: bool },
    /// The bringer brings squadrons of other sizes than the list has.
    WrongSizes(WrongSizes),
    /// All that the bringer brings must form one squadron, but the list has several. `names` are the printed names of
    /// what it brings.
    NotTogether { bringer: usize, squadrons: u32, names: Vec<String> },
    /// All that the bringer brings forms one squadron, but its unit may not have this number of models. `name` is the
    /// printed name of what is brought.
    WrongSize { bringer: usize, models: u32, name: String, min: u32, max: Option<u32> },
}

/// The bringer brings squadrons of other sizes than the list has. Each pair is a number of models, and how often that
/// number occurs.
#[derive(Clone, Debug)]
pub(crate) struct WrongSizes {
    pub squadron: usize,
    pub bringer: usize,
    /// Squadrons whose size the card prints.
    pub printed: Vec<(u32, u32)>,
    /// Models that the player divides into squadrons.
    pub divided: Vec<(u32, u32)>,
    /// Squadrons as the list has them.
    pub listed: Vec<(u32, u32)>,
}

impl BroughtFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
        let declarations = force.ruleset.declarations();
        let one_squadron = squadrons(declarations, 1);
        match self {
            Self::UnknownUnit { squadron } => {
                let name = force.name(*squadron);
                format!("{name}: the unit is unknown, so whether it may be brought cannot be judged")
            }
            Self::OpenOptions { squadron, bringer } => format!(
                "{}: the list leaves its options open, so whether it brings {} cannot be judged",
                force.name(*bringer),
                force.name(*squadron)
            ),
            Self::Attached { squadron, bringer, parent } => format!(
                "{} is brought by {}, so it is a {one_squadron} of its own and cannot be attached to {}",
                force.name(*squadron),
                force.name(*bringer),
                force.name(*parent)
            ),
            Self::UnknownGift { squadron, bringer, gift } => format!(
                "{} brings \u{201c}{gift}\u{201d}, and no catalogue says whether {} is that",
                force.name(*bringer),
                force.unit_name(*squadron)
            ),
            Self::SilentCard { squadron, bringer, special_rule } => format!(
                "{} has {special_rule}, and no catalogue says what it brings by that: {} cannot be judged",
                force.name(*bringer),
                force.unit_name(*squadron)
            ),
            Self::NotBrought { squadron, bringer } => {
                format!("{} does not bring {}", force.name(*bringer), force.unit_name(*squadron))
            }
            Self::WrongNumber { squadron, bringer, models, expected, at_most } => {
                let most = if *at_most { "at most " } else { "" };
                let (name, unit) = (force.name(*bringer), force.unit_name(*squadron));
                format!("{name} brings {most}{} of {unit}, not {models}", count(*expected, "model"))
            }
            Self::WrongSizes(sizes) => sizes.sentence(force),
            Self::NotTogether { bringer, squadrons, names } => format!(
                "{} brings {} of {}, but all that it brings must form one{}",
                force.name(*bringer),
                count_squadrons(declarations, *squadrons),
                joined(names, "and"),
                if names.len() > 1 { format!(" {one_squadron} of one kind") } else { String::new() }
            ),
            Self::WrongSize { bringer, models, name, min, max } => format!(
                "{} brings {} of {name}, but a {one_squadron} of them may have {}",
                force.name(*bringer),
                count(*models, "model"),
                between(*min, *max)
            ),
        }
    }

    pub(super) fn help(&self, force: &Force) -> Option<String> {
        let squadron = squadrons(force.ruleset.declarations(), 1);
        match self {
            Self::Attached { .. } => Some(format!("list it as a {squadron} of its own, or leave out `brought-by`")),
            _ => None,
        }
    }
}

impl WrongSizes {
    fn sentence(&self, force: &Force) -> String {
        let squadron = |number| squadrons(force.ruleset.declarations(), number);
        let sorts = |of: &[(u32, u32)]| {
            of.iter().map(|(models, number)| format!("{number} {} of {models}", squadron(*number))).collect::<Vec<_>>()
        };
        let divided = self.divided.iter().map(|(models, times)| match times {
            1 => format!("{} of up to {models} together", squadron(2)),
            _ => format!("{} of up to {models} together, {times} times", squadron(2)),
        });
        let may: Vec<String> = sorts(&self.printed).into_iter().chain(divided).collect();
        format!(
            "{} brings {} in {}, not in {}",
            force.name(self.bringer),
            force.unit_name(self.squadron),
            joined(&may, "and"),
            joined(&sorts(&self.listed), "and")
        )
    }
}
