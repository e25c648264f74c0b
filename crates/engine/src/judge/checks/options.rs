//! Checks that a squadron takes only options of its unit, in numbers that the unit allows.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons, and the unit those of options, choices and kinds"
)]

use crate::force::named::{NamedOption, named, names};
use crate::force::parts::FoundUnit;
use crate::force::whole::Force;
use crate::judge::breach::Breach;
use crate::judge::structural_check::{CheckSubject, StructuralCheck};
use crate::ready::matcher::Match;
use crate::ready::unit::{ReadyOption, ReadyUnit};
use crate::shapes::catalogue::PurchaseScope;
use crate::shapes::list::ListPart;
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

impl StructuralCheck for OptionFault {
    type Given<'g> = Option<&'g str>;
    const LOOKS_AT: CheckSubject = CheckSubject::Squadrons;
    const DECIDED_BY: &'static [ListPart] = &[ListPart::Option, ListPart::Size];
    const ASKS_FOR_MORE: bool = true;

    /// Checks the names of options in squadrons, then the numbers of those without a kind. If `kind` is given, checks
    /// the numbers of the options of this kind instead.
    fn run(force: &Force, kind: Option<&str>, squadrons: &[usize], report: &mut dyn FnMut(Breach<Self>)) {
        for &squadron in squadrons {
            let entry = &force.entries[squadron];
            let Some(found) = entry.found else {
                if kind.is_none() && !named(entry.squadron).is_empty() {
                    report(breach(force, OptionFault::UnknownUnit { squadron }, squadron, "").open());
                }
                continue;
            };
            if kind.is_none() {
                check_names(force, squadron, found.ready, report);
            } else if !found.ready.options.iter().any(|option| option.sort.as_deref() == kind) {
                continue;
            }
            numbers(force, squadron, found, &mut |breach, of| {
                if of == kind {
                    report(breach);
                }
            });
        }
    }

    fn sentence(&self, force: &Force) -> String {
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

    fn help(&self, force: &Force, search: bool) -> Option<String> {
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
}

impl OptionFault {
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

/// Checks that each name means one option of the unit.
fn check_names(force: &Force, squadron: usize, ready: &ReadyUnit, report: &mut dyn FnMut(Breach<OptionFault>)) {
    let stated = force.entries[squadron].squadron;
    let namesakes = |name: &str, is_mark| if is_mark { Vec::new() } else { ready.namesakes(name) };
    let is_clear = |(name, is_mark)| meant(ready, name, is_mark).is_some() && namesakes(name, is_mark).is_empty();
    // Places are written only for names that have a fault.
    if names(stated).all(is_clear) {
        return;
    }
    for NamedOption { place, name, is_mark } in named(stated) {
        let options = namesakes(name, is_mark);
        if meant(ready, name, is_mark).is_none() {
            let fault = OptionFault::NotOffered { squadron, name: name.to_owned(), is_mark };
            report(breach(force, fault, squadron, &place));
        }
        if !options.is_empty() {
            let fault = OptionFault::Ambiguous { squadron, name: name.to_owned(), options };
            report(breach(force, fault, squadron, &place));
        }
    }
}

/// The option that a name means.
fn meant(ready: &ReadyUnit, name: &str, is_mark: bool) -> Option<usize> {
    if is_mark { ready.find_mark(name) } else { ready.find(name) }
}

/// Where a squadron first states an option, as a JSON pointer from the squadron; empty if it does not state it.
fn place_of(force: &Force, squadron: usize, found: FoundUnit, option: usize) -> String {
    let names = named(force.entries[squadron].squadron);
    let first = names.into_iter().find(|named| meant(found.ready, named.name, named.is_mark) == Some(option));
    first.map(|named| named.place).unwrap_or_default()
}

/// A breach at a place inside a squadron.
fn breach(force: &Force, fault: OptionFault, squadron: usize, place: &str) -> Breach<OptionFault> {
    Breach::new(force, squadron, fault).inside(place)
}

/// Checks how often each option is taken, and how many options of each choice. Reports each breach with the kind of the
/// options that it is about.
fn numbers(
    force: &Force,
    squadron: usize,
    found: FoundUnit,
    report: &mut dyn FnMut(Breach<OptionFault>, Option<&str>),
) {
    let (ready, entry) = (found.ready, &force.entries[squadron]);
    let group = force.kind_of(entry.group);
    let counts = force.counts(entry);
    let breach = |fault: OptionFault, place: &str| breach(force, fault, squadron, place);
    // What the list leaves open decides about these options.
    let open: Vec<usize> = force.open_options(squadron).map(|(option, _)| option).collect();
    let counts_are_open = open.iter().any(|option| ready.options[*option].makes.is_some());
    let is_open = |option: usize| counts_are_open || !open.is_empty() && depends(ready, option, &open);
    let replaced = ready.replaced(&entry.taken);
    if replaced > entry.models {
        let breach = breach(OptionFault::ReplacesTooMany { squadron, replaced }, "");
        let breach = breach.numbers(replaced.into(), None, Some(entry.models.into()));
        report(breach.open_if(counts_are_open), None);
    }
    // If an option is reported, the choice that it belongs to is not reported for having too many options.
    let mut told = vec![false; ready.options.len()];
    let barred = |bought: &ReadyOption| bought.not_attached && entry.parent.is_some();
    let max_of = |option: usize| {
        let bought = &ready.options[option];
        let most = ready.most(option, &entry.taken, group);
        if barred(bought) { 0 } else { takers(bought, &counts, &entry.taken).saturating_mul(most) }
    };
    // Nobody counts options that the squadron has for nothing. If it only perhaps has them so, nobody can tell.
    let free = |option: usize| entry.free.iter().find(|(free, _)| *free == option).map_or(Match::No, |(_, free)| *free);
    for (option, bought) in ready.options.iter().enumerate().filter(|(option, _)| free(*option) != Match::Yes) {
        let report = &mut |breach: Breach<OptionFault>, sort: Option<&str>| {
            report(breach.open_if(free(option) != Match::No || is_open(option)), sort);
        };
        let taken = entry.taken[option];
        let min = ready.least(option, &entry.taken);
        let place = || place_of(force, squadron, found, option);
        let sort = bought.sort.as_deref();
        if taken < min {
            let with = bought.min_with.iter().find(|(other, _)| entry.taken[*other] > 0).map(|(other, _)| *other);
            let breach = breach(OptionFault::MustComeWith { squadron, option, taken: with }, "");
            report(breach.numbers(taken.into(), Some(min.into()), None), sort);
        }
        if taken == 0 {
            continue;
        }
        let takers = takers(bought, &counts, &entry.taken);
        let max = max_of(option);
        if let Some(under) = bought.under.filter(|under| entry.taken[*under] == 0) {
            told[option] = true;
            report(breach(OptionFault::OnlyWith { squadron, option, under }, &place()), sort);
        } else if taken > max {
            let because = bought.max_with.iter().find(|(other, _)| entry.taken[*other] > 0).map(|(other, _)| *other);
            told[option] = true;
            // Of what several hardpoints may hold, a list states the number on all of them.
            let alike = hardpoints_with(ready, option);
            let sum =
                |of: &dyn Fn(usize) -> u32| alike.iter().fold(0, |sum: u32, option| sum.saturating_add(of(*option)));
            let (all, most) = (sum(&|option| entry.taken[option]), sum(&max_of));
            let (taken, max) = if all > most { (all, most) } else { (taken, max) };
            let breach = breach(OptionFault::TooOften { squadron, option, taken, max, because }, &place());
            report(breach.numbers(taken.into(), None, Some(max.into())), sort);
        } else if bought.buys == PurchaseScope::AllModels && taken < takers {
            let breach = breach(OptionFault::NotForAll { squadron, option, taken, takers }, &place());
            report(breach.numbers(taken.into(), Some(takers.into()), None), sort);
        }
    }
    // Narrower choices come behind those that they are in. What is too much in them is not reported again.
    let mut too_full: Vec<usize> = Vec::new();
    for (choice, of) in ready.choices.iter().enumerate().rev() {
        let options = || (0..ready.options.len()).filter(|option| ready.is_in(ready.options[*option].of, choice));
        let chosen = ready.chosen(choice, &entry.taken);
        // Options that the squadron has for nothing do not count. `is_free` leaves out those of which that is not certain.
        let counted = |is_free: Match| {
            let of_choice = entry
                .free
                .iter()
                .filter(|(option, free)| *free > is_free && ready.is_in(ready.options[*option].of, choice));
            of_choice.fold(chosen, |rest: u32, (option, _)| rest.saturating_sub(entry.taken[*option]))
        };
        let sort = |option: &usize| ready.options[*option].sort.as_deref();
        let choosers = ready.choosers(of, &counts, &entry.taken);
        let is_open = !open.is_empty() && (counts_are_open || options().any(|option| depends(ready, option, &open)));
        let report = &mut |breach: Breach<OptionFault>, sort: Option<&str>| {
            report(breach.open_if(is_open), sort);
        };
        let (min, max) = (of.min.saturating_mul(choosers), of.max.map(|max| max.saturating_mul(choosers)));
        if chosen < min {
            let options: Vec<usize> = options().collect();
            let only =
                options.first().and_then(sort).filter(|of| options.iter().all(|option| sort(option) == Some(of)));
            let fault = OptionFault::TooFewChosen { squadron, choice, chosen, min, choosers, options };
            report(breach(fault, "").numbers(chosen.into(), Some(min.into()), max.map(i64::from)), only);
            continue;
        }
        let is_told =
            || options().any(|option| told[option]) || too_full.iter().any(|inner| ready.is_in(Some(*inner), choice));
        if let Some(max) = max.filter(|max| counted(Match::Perhaps) > *max && !is_told()) {
            too_full.push(choice);
            let chosen = counted(Match::Perhaps);
            let taken: Vec<usize> = options().filter(|option| entry.taken[*option] > 0).collect();
            let sort = taken.iter().find_map(sort);
            let place = taken.last().map(|option| place_of(force, squadron, found, *option)).unwrap_or_default();
            let fault = OptionFault::TooManyChosen { squadron, choice, chosen, max, choosers, taken };
            let breach = breach(fault, &place).numbers(chosen.into(), Some(min.into()), Some(max.into()));
            report(breach.open_if(counted(Match::No) <= max), sort);
        }
    }
}

/// Whether how often an option may be taken depends on one of these options.
fn depends(ready: &ReadyUnit, option: usize, on: &[usize]) -> bool {
    let ReadyOption { under, max_with, min_with, of, .. } = &ready.options[option];
    let under_choice = of.and_then(|choice| ready.choices[choice].under);
    let others = max_with.iter().chain(min_with).map(|(other, _)| *other);
    others.chain([option]).chain(*under).chain(under_choice).any(|other| on.contains(&other))
}

/// The options of this name that hardpoints may hold; none if the option is on no hardpoint.
fn hardpoints_with(ready: &ReadyUnit, option: usize) -> Vec<usize> {
    let is_mounted = |option: &ReadyOption| option.of.is_some_and(|choice| ready.choices[choice].hardpoint);
    let name = &ready.options[option].name;
    let alike = |other: &usize| is_mounted(&ready.options[*other]) && ready.options[*other].name == *name;
    (0..ready.options.len()).filter(|_| is_mounted(&ready.options[option])).filter(alike).collect()
}

/// How many models may take an option; 1 if it is bought for the squadron.
fn takers(option: &ReadyOption, counts: &[u32], taken: &[u32]) -> u32 {
    match (option.under, option.buys) {
        (Some(under), _) => taken[under],
        (None, PurchaseScope::Squadron) => 1,
        (None, _) => option.kind.map_or_else(|| counts.iter().sum(), |kind| counts[kind]),
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
