//! Why a limit cannot be decided: what is unknown in the list, and what the list leaves open.

use std::collections::{BTreeMap, BTreeSet};

use crate::force::whole::Force;
use crate::judge::evaluate::{Scope, View};
use crate::ready::matcher::{Match, Matcher};
use crate::ready::prepared::{Calc, PreparedClause};
use crate::shapes::list::OpenKind;
use crate::shapes::rule::Rule;
use crate::text::plural::{joined, short};

/// Something that keeps a limit from being decided. Squadrons are given by their places among the force's entries, cards by
/// those among its cards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    Mfv,
    Setting(String),
    Nation,
    UnknownUnit(usize),
    Price(usize),
    Options(usize),
    Allocation(usize),
    Roles,
    UnknownCard(usize),
    Decks,
}

/// What keeps a clause from being decided. `view` is what the clause measures.
pub(crate) fn causes(view: &View, rule: &Rule, clause: &PreparedClause) -> Vec<Cause> {
    let force = view.force;
    let mut found = BTreeSet::new();
    let open = rule.settings().filter(|id| force.agreed.is_open(id));
    // What gives a setting its numbers is what people state.
    let giver = |id| force.ruleset.declarations().settings.get(id).and_then(|setting| setting.given_by.as_deref());
    found.extend(open.map(|id| Cause::Setting(giver(id).unwrap_or(id).to_owned())));
    let whole = View { scope: Scope::List, ..*view };
    for (view, limit) in clause.when.iter().map(|limit| (&whole, limit)).chain(clause.limit.iter().map(|it| (view, it)))
    {
        let ends = limit.min.iter().chain(&limit.max);
        std::iter::once(&limit.of).chain(ends).for_each(|calc| of_amount(view, calc, &mut found));
    }
    match view.scope {
        Scope::Squadron(entry) | Scope::Alone(entry) if force.test_entry(entry, &clause.filter) == Match::Perhaps => {
            of_squadron(force, entry, &mut found);
        }
        Scope::Bearer(place) if force.test_bearer(&force.bearers[place], &clause.filter) == Match::Perhaps => {
            of_squadron(force, force.bearers[place].entry, &mut found);
        }
        _ => {}
    }
    found.into_iter().collect()
}

/// What keeps an amount from being known.
fn of_amount(view: &View, calc: &Calc, found: &mut BTreeSet<Cause>) {
    let force = view.force;
    let mut entries = |matcher: &Matcher, is_number: bool| {
        for index in view.entries() {
            let entry = &force.entries[index];
            let sets = || force.sets[entry.sets.clone()].iter();
            let matches = sets().map(|set| force.test_models(set, matcher)).max().unwrap_or(Match::No);
            let is_open = match force.test_entry(index, matcher).max(matches) {
                Match::No => false,
                Match::Perhaps => true,
                Match::Yes => is_number && sets().any(|set| !set.points.is_certain() || !set.models.is_certain()),
            };
            if is_open {
                of_squadron(force, index, found);
            }
        }
    };
    match calc {
        Calc::Points(matcher)
        | Calc::Upgrades(matcher)
        | Calc::Models(matcher)
        | Calc::Stat(_, matcher)
        | Calc::Taken(_, matcher)
        | Calc::Allowed(_, matcher) => entries(matcher, true),
        Calc::Bearers(_) if force.leaves_open(OpenKind::Roles) => _ = found.insert(Cause::Roles),
        Calc::Squadrons(matcher)
        | Calc::Attached(matcher)
        | Calc::Carried(matcher)
        | Calc::Different(_, matcher)
        | Calc::Groups(matcher)
        | Calc::EntryTurn(matcher)
        | Calc::Bearers(matcher) => entries(matcher, false),
        Calc::Cards(_) if force.leaves_open(OpenKind::Decks) => _ = found.insert(Cause::Decks),
        Calc::Cards(_) => {
            let unknown =
                |place: &usize| force.cards[*place].known.is_none() && !force.cards[*place].pick.states_facts();
            found.extend((0..force.cards.len()).filter(unknown).map(Cause::UnknownCard));
        }
        Calc::Mfv if force.agreed.mfv.is_none() => _ = found.insert(Cause::Mfv),
        Calc::Percent(_, of) | Calc::Per(_, of) | Calc::Table(_, of) => of_amount(view, of, found),
        Calc::Times(one, other) | Calc::Smaller(one, other) => {
            of_amount(view, one, found);
            of_amount(view, other, found);
        }
        Calc::Sum(all) => all.iter().for_each(|of| of_amount(view, of, found)),
        Calc::Number(_)
        | Calc::Mfv
        | Calc::Rows(_)
        | Calc::Total(..)
        | Calc::Halves(..)
        | Calc::Agreed(_)
        | Calc::Given(_)
        | Calc::Setting(_) => {}
    }
}

/// What is not known of a squadron.
fn of_squadron(force: &Force, index: usize, found: &mut BTreeSet<Cause>) {
    let entry = &force.entries[index];
    let options_are_open = force.open_options(index).next().is_some();
    if entry.found.is_none() {
        let lacks_nation = entry.nation.is_none() && entry.squadron.nation.is_none() && force.nation.is_none();
        found.insert(if lacks_nation { Cause::Nation } else { Cause::UnknownUnit(index) });
    } else if options_are_open {
        found.insert(Cause::Options(index));
    } else if entry.cost.ends().1.is_none() {
        found.insert(Cause::Price(index));
    }
    if force.leaves_allocation_open(index) {
        found.insert(Cause::Allocation(index));
    }
    if force.leaves_open(OpenKind::Roles) {
        found.insert(Cause::Roles);
    }
}

/// The causes in words: `the MFV and the unknown units Gunboat and Ram`. None if there are no causes.
pub(crate) fn words(force: &Force, causes: &[Cause]) -> Option<String> {
    let parts = by_kind(force, causes).into_iter().map(|(kind, names)| match kind {
        Kind::Mfv => "the MFV".to_owned(),
        Kind::Nation => "the unknown nation".to_owned(),
        Kind::Roles => "the roles".to_owned(),
        Kind::Decks => "the decks".to_owned(),
        Kind::Setting => format!("the {} {}", plural("setting", &names), some(&names)),
        Kind::UnknownUnit => format!("the unknown {} {}", plural("unit", &names), some(&names)),
        Kind::UnknownCard => format!("the unknown {} {}", plural("card", &names), some(&names)),
        Kind::Price => format!("the unknown price of {}", some(&names)),
        Kind::Options => format!("the options of {}", some(&names)),
        Kind::Allocation => format!("the allocation of {}", some(&names)),
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| joined(&parts, "and"))
}

/// What would settle the causes: `state the MFV; write the units Gunboat and Ram as the ruleset does`. None if there are no
/// causes.
pub(crate) fn settled_by(force: &Force, causes: &[Cause]) -> Option<String> {
    let parts = by_kind(force, causes).into_iter().map(|(kind, names)| match kind {
        Kind::Mfv => "state the MFV".to_owned(),
        Kind::Nation => "state the nation by a name that the ruleset knows".to_owned(),
        Kind::Roles => "state which models have roles".to_owned(),
        Kind::Decks => "state the decks".to_owned(),
        Kind::Setting => format!("state the {} {}", plural("setting", &names), some(&names)),
        Kind::UnknownUnit => format!("name {} as the ruleset does", some(&names)),
        Kind::UnknownCard => format!("name {} as the deck does", some(&names)),
        Kind::Price => format!("find out what {} costs", some(&names)),
        Kind::Options => format!("state the options of {}", some(&names)),
        Kind::Allocation => format!("state the allocation of {}", some(&names)),
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Mfv,
    Setting,
    Nation,
    UnknownUnit,
    Price,
    Options,
    Allocation,
    Roles,
    UnknownCard,
    Decks,
}

/// The most names of one kind that a sentence gives.
const NAMES: usize = 3;

/// The kinds of causes, each with the names of what it is about. The names are sorted, so that the order of squadrons makes no
/// difference.
fn by_kind(force: &Force, causes: &[Cause]) -> Vec<(Kind, BTreeSet<String>)> {
    let mut kinds: BTreeMap<Kind, BTreeSet<String>> = BTreeMap::new();
    for cause in causes {
        let (kind, name) = match cause {
            Cause::Mfv => (Kind::Mfv, None),
            Cause::Setting(id) => (Kind::Setting, Some(format!("`{}`", short(id)))),
            Cause::Nation => (Kind::Nation, None),
            Cause::UnknownUnit(entry) => (Kind::UnknownUnit, Some(force.name(*entry).into_owned())),
            Cause::Price(entry) => (Kind::Price, Some(force.name(*entry).into_owned())),
            Cause::Options(entry) => (Kind::Options, Some(force.name(*entry).into_owned())),
            Cause::Allocation(entry) => (Kind::Allocation, Some(force.name(*entry).into_owned())),
            Cause::Roles => (Kind::Roles, None),
            Cause::UnknownCard(card) => (Kind::UnknownCard, Some(short(force.cards[*card].name()).into_owned())),
            Cause::Decks => (Kind::Decks, None),
        };
        kinds.entry(kind).or_default().extend(name);
    }
    kinds.into_iter().collect()
}

fn plural(noun: &str, names: &BTreeSet<String>) -> String {
    if names.len() == 1 { noun.to_owned() } else { format!("{noun}s") }
}

/// The first names, and how many more there are.
fn some(names: &BTreeSet<String>) -> String {
    let mut shown: Vec<String> = names.iter().take(NAMES).cloned().collect();
    if names.len() > NAMES {
        shown.push(format!("{} more", names.len() - NAMES));
    }
    joined(&shown, "and")
}
