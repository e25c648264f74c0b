//! Options that a unit does not offer, and options in wrong numbers.

#![expect(
    clippy::indexing_slicing,
    reason = "a fault has the places of a squadron of the force, and of options and choices of its unit"
)]

use crate::force::parts::FoundUnit;
use crate::force::whole::Force;
use crate::text::nearest::nearest;
use crate::text::plural::{count, list_of, short, times};
use crate::words::phrases::squadrons;

/// A fault of a squadron's options. Options and choices are given by their places in the unit. The numbers are how
/// often something is taken.
#[derive(Clone, Debug)]
pub(crate) enum OptionFault {
    /// The unit is unknown, so its options are too.
    UnknownUnit { squadron: usize },
    /// The unit has no option of this name.
    NotOffered { squadron: usize, name: String, is_mark: bool },
    /// Several options have this name.
    Ambiguous { squadron: usize, name: String, options: Vec<usize> },
    /// The options turn more models into others than the squadron has. `replaced` is how many they turn.
    ReplacesTooMany { squadron: usize, replaced: u32 },
    /// The squadron takes the option `taken`, but not `option`, which must come with it.
    MustComeWith { squadron: usize, option: usize, taken: Option<usize> },
    /// The squadron takes `option`, but not `under`, without which it may not have it.
    OnlyWith { squadron: usize, option: usize, under: usize },
    /// The option is taken too often. `because` is the option that lowers the maximum, if one does.
    TooOften { squadron: usize, option: usize, taken: u32, max: u32, because: Option<usize> },
    /// All models must have the option, or none. `takers` is how many models may have it.
    NotForAll { squadron: usize, option: usize, taken: u32, takers: u32 },
    /// Too few options of a choice are taken. `choosers` is how many models make the choice.
    TooFewChosen { squadron: usize, choice: usize, chosen: u32, min: u32, choosers: u32, options: Vec<usize> },
    /// Too many options of a choice are taken. `choosers` is how many models make the choice.
    TooManyChosen { squadron: usize, choice: usize, chosen: u32, max: u32, choosers: u32, taken: Vec<usize> },
}

impl OptionFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
        let name = force.name(self.squadron());
        let option = |option: usize| self.option(force, option);
        match self {
            Self::UnknownUnit { .. } => format!("{name}: the unit is unknown, so its options cannot be judged"),
            Self::NotOffered { squadron, name, is_mark } => {
                format!("{} offers no {} `{}`", force.unit_name(*squadron), noun(*is_mark), short(name))
            }
            Self::Ambiguous { name: word, .. } => {
                format!("{name}: several options are called \u{201c}{}\u{201d}", short(word))
            }
            Self::ReplacesTooMany { squadron, replaced } => {
                let models = count(force.entries[*squadron].models, "model");
                format!("{name} has {models}, but its upgrades take the place of {replaced}")
            }
            Self::MustComeWith { option: with, taken, .. } => {
                let taken = taken.map_or("", option);
                format!("{name}: {taken} comes only with {}", option(*with))
            }
            Self::OnlyWith { option: only, under, .. } => {
                format!("{name}: {} comes only with {}", option(*only), option(*under))
            }
            Self::TooOften { option: of, taken, max, because, .. } => {
                let may = if *max == 0 { "none".to_owned() } else { format!("at most {max}") };
                let with = because.map(|because| format!(" with {}", option(because))).unwrap_or_default();
                format!("{name} has {} {}, but may have {may}{with}", option(*of), times((*taken).into()))
            }
            Self::NotForAll { option: of, taken, takers, .. } => {
                let squadron = squadrons(force.ruleset.declarations(), 1);
                let of = option(*of);
                format!("{name}: {of} is bought for all models of the {squadron} or none; {taken} of {takers} have it")
            }
            Self::TooFewChosen { choice, chosen: 0, .. } => {
                format!("{name} states no choice {}", self.from(force, *choice))
            }
            Self::TooFewChosen { choice, chosen, min, choosers, .. } => {
                format!("{name}: {chosen} of {min} chosen {}{}", self.from(force, *choice), per(*choosers))
            }
            Self::TooManyChosen { choice, chosen, max, choosers, taken, .. } => {
                let (from, per) = (self.from(force, *choice), per(*choosers));
                let names = list_of(taken.iter().map(|taken| option(*taken)));
                format!("{name}: {chosen} chosen {from}{per}, but at most {max} may be ({names})")
            }
        }
    }

    pub(super) fn help(&self, force: &Force, search: bool) -> Option<String> {
        let ids = |options: &[usize]| {
            let found = self.found(force);
            list_of(options.iter().filter_map(|option| Some(found?.ready.options[*option].id.as_str())))
        };
        match self {
            Self::NotOffered { name, is_mark, .. } if search => near(self.found(force)?, name, *is_mark),
            Self::Ambiguous { options, .. } => Some(format!("name the one that is meant by its id: {}", ids(options))),
            Self::MustComeWith { option, .. } => Some(format!("add `{}` to its options", ids(&[*option]))),
            Self::OnlyWith { option, .. } => {
                let options = &self.found(force)?.ready.options;
                let mut needed = vec![*option];
                while let Some(under) = needed.last().and_then(|last| options[*last].under) {
                    needed.push(under);
                }
                needed.reverse();
                Some(format!("state all of these in its options: {}", ids(&needed)))
            }
            Self::TooFewChosen { choice, options, chosen, min, .. } => {
                let ready = self.found(force)?.ready;
                // What comes only with one of these is chosen after it.
                let under = ready.choices[*choice].under;
                let direct: Vec<usize> =
                    options.iter().copied().filter(|option| ready.options[*option].under == under).collect();
                let missing = min.saturating_sub(*chosen);
                let many = if missing == 1 { "one".to_owned() } else { missing.to_string() };
                Some(format!("add {many} of these to its options: {}", ids(&direct)))
            }
            _ => None,
        }
    }

    fn squadron(&self) -> usize {
        match self {
            Self::UnknownUnit { squadron }
            | Self::NotOffered { squadron, .. }
            | Self::Ambiguous { squadron, .. }
            | Self::ReplacesTooMany { squadron, .. }
            | Self::MustComeWith { squadron, .. }
            | Self::OnlyWith { squadron, .. }
            | Self::TooOften { squadron, .. }
            | Self::NotForAll { squadron, .. }
            | Self::TooFewChosen { squadron, .. }
            | Self::TooManyChosen { squadron, .. } => *squadron,
        }
    }

    fn found<'a>(&self, force: &Force<'a>) -> Option<FoundUnit<'a>> {
        force.entries[self.squadron()].found
    }

    fn option<'a>(&self, force: &Force<'a>, option: usize) -> &'a str {
        self.found(force).map_or("", |found| &found.ready.options[option].name)
    }

    fn from(&self, force: &Force, choice: usize) -> String {
        format!("from \u{201c}{}\u{201d}", self.found(force).map_or("", |found| &found.ready.choices[choice].name))
    }
}

fn noun(is_mark: bool) -> &'static str {
    if is_mark { "Mark" } else { "option" }
}

/// Says for how many models a choice is made. Empty for one model.
fn per(choosers: u32) -> String {
    if choosers == 1 { String::new() } else { format!(" for {}", count(choosers, "model")) }
}

/// A help text with the options that are nearest to an unknown name, or else with all options.
fn near(found: FoundUnit, name: &str, is_mark: bool) -> Option<String> {
    let options = found.ready.options.iter().enumerate();
    let known = options.filter(|(option, _)| !is_mark || found.ready.is_mark(*option)).map(|(_, option)| option);
    let ids = known.clone().map(|option| option.id.as_str());
    let aliases = known.flat_map(|option| &option.aliases).map(String::as_str);
    let noun = noun(is_mark);
    nearest(name, ids.clone().chain(aliases)).or_else(|| match ids.clone().count() {
        0 => Some(format!("{} has no {noun}s", found.unit.name)),
        _ => Some(format!("its {noun}s: {}", list_of(ids))),
    })
}
