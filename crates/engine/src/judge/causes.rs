//! Why a limit cannot be decided: what is unknown in the list, and what the list leaves open.

#![expect(
    clippy::indexing_slicing,
    reason = "the force gives out the places of squadrons and models, and no chunk is empty"
)]

use std::collections::BTreeSet;
use std::mem::discriminant;

use crate::force::parts::{Bearer, DeckCard};
use crate::force::whole::Force;
use crate::judge::evaluate::{AmountView, Scope};
use crate::ready::bits::Bits;
use crate::ready::matcher::{Match, Matcher};
use crate::ready::prepared::{Calc, PreparedClause};
use crate::shapes::declarations::Declarations;
use crate::shapes::list::OpenKind;
use crate::shapes::rule::Rule;
use crate::shapes::selector::{Selector, SelectorTest, WantedTrait};
use crate::text::plural::{joined, short};

/// Something that keeps a limit from being decided, with the name of the setting, the squadron or the card.
///
/// Causes are sorted by kind, then by name, so that the order of squadrons makes no difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Cause {
    Mfv,
    /// With the values that it may have; empty if it is no word.
    Setting(String, Vec<String>),
    Nation,
    UnknownUnit(String),
    Price(String),
    Options(String),
    Allocation(String),
    /// A role that the rule names, by its title.
    Role(String),
    /// Roles, where the rule names none.
    Roles,
    UnknownCard(String),
    Decks,
}

/// What keeps a clause from being decided. `view` is what the clause measures.
pub(crate) fn causes(view: &AmountView, rule: &Rule, clause: &PreparedClause) -> Vec<Cause> {
    let force = view.force;
    let mut found = BTreeSet::new();
    let declarations = force.ruleset.declarations();
    let read = rule.settings().filter(|id| force.agreed.is_open(id));
    // Some settings give a consent. A consent waives the rule.
    let open = read.chain(force.agreed.open_consents(declarations, rule));
    // What gives a setting its numbers is what people state.
    let giver = |id| declarations.settings.get(id).and_then(|setting| setting.given_by.as_deref());
    let values = |id| declarations.settings.get(id).map_or(Vec::new(), |it| it.values.keys().cloned().collect());
    found.extend(
        open.map(|id| giver(id).unwrap_or(id)).map(|id| Cause::Setting(format!("`{}`", short(id)), values(id))),
    );
    let whole = AmountView { scope: Scope::List, ..*view };
    for (view, limit) in clause.when.iter().map(|limit| (&whole, limit)).chain(clause.limit.iter().map(|it| (view, it)))
    {
        let ends = limit.min.iter().chain(&limit.max);
        std::iter::once(&limit.of).chain(ends).for_each(|calc| of_amount(view, calc, &mut found));
    }
    match view.scope {
        Scope::Squadron(entry) | Scope::Alone(entry) if force.test_entry(entry, &clause.filter) == Match::Perhaps => {
            of_squadron(force, entry, Some(&clause.filter), &mut found);
        }
        Scope::Bearer(place) if force.test_bearer(&force.bearers[place], &clause.filter) == Match::Perhaps => {
            of_squadron(force, force.bearers[place].entry, Some(&clause.filter), &mut found);
        }
        _ => {}
    }
    let roles = roles(declarations, rule);
    if !roles.is_empty() && found.remove(&Cause::Roles) {
        found.extend(roles.into_iter().map(Cause::Role));
    }
    found.into_iter().collect()
}

/// The titles of the roles that a rule names.
fn roles(declarations: &Declarations, rule: &Rule) -> BTreeSet<String> {
    let named = |test: &SelectorTest| match test {
        SelectorTest::Is(name) => declarations.selectors.get(name),
        _ => None,
    };
    let own = rule.selectors().into_iter().flat_map(Selector::tests);
    let tests = own.flat_map(|test| std::iter::once(test).chain(named(test).into_iter().flat_map(Selector::tests)));
    let values = |test: &SelectorTest| match test {
        SelectorTest::Trait(name, WantedTrait::Values(roles)) if name == "role" => roles.clone(),
        _ => Vec::new(),
    };
    let title = |id: String| declarations.roles.get(&id).map_or(id, |role| role.title.clone());
    tests.flat_map(values).map(title).collect()
}

/// What keeps an amount from being known.
fn of_amount(view: &AmountView, calc: &Calc, found: &mut BTreeSet<Cause>) {
    let force = view.force;
    let mut entries = |matcher: &Matcher, is_number: bool| {
        for index in view.entries() {
            let entry = &force.entries[index];
            let sets = || force.sets[entry.sets.clone()].iter();
            let matches = sets().map(|set| force.test_models(set, matcher)).max().unwrap_or(Match::No);
            match force.test_entry(index, matcher).max(matches) {
                Match::Perhaps => of_squadron(force, index, Some(matcher), found),
                Match::Yes if is_number && sets().any(|set| !set.points.is_certain() || !set.models.is_certain()) => {
                    of_squadron(force, index, None, found);
                }
                Match::No | Match::Yes => {}
            }
        }
    };
    match calc {
        Calc::Points(matcher)
        | Calc::Upgrades(matcher)
        | Calc::Models(matcher)
        | Calc::Stat(_, matcher)
        | Calc::Taken(_, matcher)
        | Calc::Dearest(matcher)
        | Calc::Cheapest(matcher)
        | Calc::Allowed(_, matcher) => entries(matcher, true),
        Calc::Bearers(_) if force.leaves_open(OpenKind::Roles) => _ = found.insert(Cause::Roles),
        Calc::Squadrons(matcher)
        | Calc::Attached(matcher)
        | Calc::Carried(matcher)
        | Calc::Different(_, matcher)
        | Calc::Groups(matcher)
        | Calc::EntryTurn(matcher)
        | Calc::Bearers(matcher) => entries(matcher, false),
        Calc::Cards(_) | Calc::Cost(_) if force.leaves_open(OpenKind::Decks) => _ = found.insert(Cause::Decks),
        Calc::Cards(_) | Calc::Cost(_) => {
            let has_no_cost = |card: &&DeckCard| matches!(calc, Calc::Cost(_)) && card.cost.is_none();
            let is_unknown = |card: &&DeckCard| card.known.is_none() && !card.pick.states_facts() || has_no_cost(card);
            let unknown = force.cards.iter().filter(is_unknown);
            found.extend(unknown.map(|card| Cause::UnknownCard(short(card.name()).into_owned())));
        }
        Calc::Mfv if force.agreed.mfv.is_none() => _ = found.insert(Cause::Mfv),
        Calc::Whole(of) => of_amount(&AmountView { scope: Scope::List, ..*view }, of, found),
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

/// Finds out what is not known of a squadron. `matcher` is a selector that perhaps matches the squadron. It is none if the
/// selector matches for certain, and the numbers of the squadron are unknown.
fn of_squadron(force: &Force, index: usize, matcher: Option<&Matcher>, found: &mut BTreeSet<Cause>) {
    let entry = &force.entries[index];
    let name = || force.name(index).into_owned();
    let vocabulary = force.ruleset.vocabulary();
    // Whether the selector matches would be known if these traits were.
    let decide = |traits: &Bits| {
        let known = Bearer { entry: index, role: 0, has: entry.has, may_have: entry.may_have.without(traits) };
        matcher.is_some_and(|matcher| force.test_bearer(&known, matcher) != Match::Perhaps)
    };
    let of_options =
        force.open_options(index).map(|(_, option)| option.gives.union(&option.takes).union(&option.loses));
    if entry.found.is_none() {
        let has_nations = !force.ruleset.declarations().nations.is_empty();
        let lacks_nation =
            has_nations && entry.nation.is_none() && entry.squadron.nation.is_none() && force.nation.is_none();
        found.insert(if lacks_nation { Cause::Nation } else { Cause::UnknownUnit(name()) });
    } else if let Some(traits) = of_options.reduce(|all, one| all.union(&one)) {
        if matcher.is_none() || decide(&traits) {
            found.insert(Cause::Options(name()));
        }
    } else if entry.cost.ends().1.is_none() {
        found.insert(Cause::Price(name()));
    }
    if force.leaves_allocation_open(index) && decide(&vocabulary.all("allocation")) {
        found.insert(Cause::Allocation(name()));
    }
    if force.leaves_open(OpenKind::Roles) && decide(&vocabulary.all("role")) {
        found.insert(Cause::Roles);
    }
}

/// The causes in words: `the MFV and the unknown units Gunboat and Ram`. None if there are no causes.
pub(crate) fn words(causes: &[Cause]) -> Option<String> {
    let words: Vec<String> = said(causes).map(|(words, _)| words).collect();
    (!words.is_empty()).then(|| joined(&words, "and"))
}

/// What would settle the causes: `state the MFV; name Gunboat and Ram as the ruleset does`. None if there are no causes.
pub(crate) fn settled_by(causes: &[Cause]) -> Option<String> {
    let settles: Vec<String> = said(causes).map(|(_, settles)| settles).collect();
    (!settles.is_empty()).then(|| settles.join("; "))
}

/// For each kind of causes: the causes in words, and what would settle them.
fn said(causes: &[Cause]) -> impl Iterator<Item = (String, String)> {
    let alike = |one: &Cause, other: &Cause| discriminant(one) == discriminant(other);
    causes.chunk_by(alike).map(|causes| {
        let names: Vec<&str> = causes.iter().filter_map(Cause::name).collect();
        let (all, s) = (some(&names), if names.len() == 1 { "" } else { "s" });
        match &causes[0] {
            Cause::Mfv => ("the MFV".to_owned(), "state the MFV".to_owned()),
            Cause::Nation => {
                ("the unknown nation".to_owned(), "state the nation by a name that the ruleset knows".to_owned())
            }
            Cause::Role(_) if names.len() == 1 => {
                (format!("the role {all}"), format!("state which model is the {all}"))
            }
            Cause::Role(_) => (format!("the roles {all}"), format!("state which models have the roles {all}")),
            Cause::Roles => ("the roles".to_owned(), "state which models have roles".to_owned()),
            Cause::Decks => ("the decks".to_owned(), "state the decks".to_owned()),
            Cause::Setting(_, values) if causes.len() == 1 && !values.is_empty() && values.len() <= VALUES => {
                (format!("the setting {all}"), format!("state the setting {all}: {}", joined(values, "or")))
            }
            Cause::Setting(..) => (format!("the setting{s} {all}"), format!("state the setting{s} {all}")),
            Cause::UnknownUnit(_) => (format!("the unknown unit{s} {all}"), format!("name {all} as the ruleset does")),
            Cause::UnknownCard(_) => (format!("the unknown card{s} {all}"), format!("name {all} as the deck does")),
            Cause::Price(_) => (format!("the unknown price of {all}"), format!("find out what {all} costs")),
            Cause::Options(_) => (format!("the options of {all}"), format!("state the options of {all}")),
            Cause::Allocation(_) => (format!("the allocation of {all}"), format!("state the allocation of {all}")),
        }
    })
}

impl Cause {
    /// Whether a finding that is about no rule says that this is unknown.
    pub(crate) fn is_remarked(&self) -> bool {
        match self {
            Self::Mfv | Self::Nation | Self::UnknownUnit(_) | Self::Price(_) | Self::UnknownCard(_) => true,
            Self::Setting(..) | Self::Options(_) | Self::Allocation(_) | Self::Role(_) | Self::Roles | Self::Decks => {
                false
            }
        }
    }

    /// Whether it is something that a squadron leaves open.
    pub(crate) fn is_of_squadron(&self) -> bool {
        matches!(self, Self::Options(_) | Self::Allocation(_))
    }

    fn name(&self) -> Option<&str> {
        match self {
            Self::Setting(name, _)
            | Self::Role(name)
            | Self::UnknownUnit(name)
            | Self::Price(name)
            | Self::Options(name)
            | Self::Allocation(name)
            | Self::UnknownCard(name) => Some(name),
            Self::Mfv | Self::Nation | Self::Roles | Self::Decks => None,
        }
    }
}

/// The most names of one kind that a sentence gives.
const NAMES: usize = 3;
/// The most values of a setting that a sentence gives.
const VALUES: usize = 5;

/// Joins the first names, and says how many more there are.
fn some(names: &[&str]) -> String {
    let mut shown: Vec<String> = names.iter().take(NAMES).map(|name| (*name).to_owned()).collect();
    if names.len() > NAMES {
        shown.push(format!("{} more", names.len() - NAMES));
    }
    joined(&shown, "and")
}
