//! What has changed between two similar forces, and what has to be judged again because of it.
//!
//! Nothing here judges. A clause or check that found no breach before finds none now if it measures the same things.
//! So it is judged again only for what has changed. A clause or check that found a breach is judged again whole.

#![expect(
    clippy::indexing_slicing,
    reason = "each force gives out its own places, and there is an entry for each squadron before and now"
)]

use crate::force::parts::{Bearer, ForceEntry, ModelSet};
use crate::force::value::NumberRange;
use crate::force::whole::Force;
use crate::judge::structural_check::CheckSubject;
use crate::ready::bits::Bits;
use crate::ready::matcher::{Match, Matcher};
use crate::ready::prepared::{Calc, PreparedClause, PreparedLimit};
use crate::shapes::rule::ClauseTarget;

/// The differences between two forces. Both have the same ruleset, settings and decks.
pub(crate) struct ForceChanges<'s, 'a> {
    before: &'s Force<'a>,
    now: &'s Force<'a>,
    /// The new squadrons, and those with other costs, traits or relations than before. A squadron and the squadrons
    /// attached to it change together.
    pub entries: Vec<usize>,
    /// The squadrons of `before` that were removed or have changed.
    gone: Vec<usize>,
    /// The ids of units of which models have changed; empty for an unknown unit.
    pub units: Vec<&'a str>,
    /// The groups with squadrons that have changed.
    pub groups: Vec<usize>,
    /// Something that has changed brings, is brought, carries or is carried.
    is_related: bool,
    /// Cards may have other traits than before, because selectors compare them with squadrons of the list.
    cards_differ: bool,
}

/// What of a clause or check has to be judged again, if nothing broke it before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum JudgingExtent {
    Nothing,
    /// Only what has changed.
    Changed,
    Everything,
}

impl<'s, 'a> ForceChanges<'s, 'a> {
    /// Compares two forces. `from` has, for each squadron of `now`, its place in `before` if it was taken over from
    /// there.
    pub(crate) fn new(before: &'s Force<'a>, now: &'s Force<'a>, from: &[Option<usize>]) -> Self {
        let mut to: Vec<Option<usize>> = vec![None; before.entries.len()];
        for (place, from) in from.iter().enumerate() {
            if let Some(from) = from {
                to[*from] = Some(place);
            }
        }
        let mut is_same: Vec<bool> = vec![true; now.entries.len()];
        for root in roots(now) {
            let range = root..now.entries[root].end;
            let same = |place: usize| from[place].is_some_and(|from| is_as_before((before, from), (now, place), &to));
            if !range.clone().all(same) {
                is_same[range].fill(false);
            }
        }
        // A squadron counts as changed if its bringer, a carrier or a squadron that it carries has changed.
        let mut is_final = false;
        while !is_final {
            is_final = true;
            for root in roots(now) {
                let range = root..now.entries[root].end;
                let related = |place: usize| relations(&now.entries[place]).all(|other| is_same[other]);
                if is_same[root] && !range.clone().all(related) {
                    is_same[range].fill(false);
                    is_final = false;
                }
            }
        }
        let entries: Vec<usize> = (0..is_same.len()).filter(|place| !is_same[*place]).collect();
        let gone = (0..to.len()).filter(|place| !to[*place].is_some_and(|place| is_same[place])).collect();
        let mut changed = Self {
            before,
            now,
            entries,
            gone,
            units: Vec::new(),
            groups: Vec::new(),
            is_related: false,
            cards_differ: !now.cards.is_empty() && now.references != before.references,
        };
        let both = changed.gone.iter().map(|place| (before, *place));
        for (force, place) in both.chain(changed.entries.iter().map(|place| (now, *place))) {
            let entry = &force.entries[place];
            for set in &force.sets[entry.sets.clone()] {
                if !changed.units.contains(&set.unit) {
                    changed.units.push(set.unit);
                }
            }
            changed.groups.extend(entry.group.filter(|group| changed.groups.last() != Some(group)));
            changed.is_related |= relations(entry).next().is_some();
        }
        changed.groups.sort_unstable();
        changed.groups.dedup();
        changed
    }

    /// What of a check has to be judged again, by what it looks at.
    pub(crate) fn of_check(&self, looks_at: CheckSubject) -> JudgingExtent {
        let has_changed = match looks_at {
            CheckSubject::Squadrons => return JudgingExtent::Changed,
            CheckSubject::Relations => self.is_related,
            CheckSubject::Groups => !self.groups.is_empty(),
            CheckSubject::Cards => self.cards_differ,
        };
        if has_changed { JudgingExtent::Everything } else { JudgingExtent::Nothing }
    }

    /// What of a clause has to be judged again.
    pub(crate) fn of_clause(&self, clause: &PreparedClause) -> JudgingExtent {
        if clause.when.iter().any(|limit| self.touches_limit(limit)) {
            return JudgingExtent::Everything;
        }
        let touches = || clause.limit.iter().any(|limit| self.touches_limit(limit));
        let rest = match clause.each {
            ClauseTarget::Card if self.cards_differ => JudgingExtent::Everything,
            ClauseTarget::List | ClauseTarget::Card | ClauseTarget::Row => JudgingExtent::Nothing,
            ClauseTarget::Squadron
            | ClauseTarget::SquadronAlone
            | ClauseTarget::Bearer
            | ClauseTarget::Group
            | ClauseTarget::Unit => JudgingExtent::Changed,
        };
        let is_local = clause.limit.iter().flat_map(amounts).all(|calc| self.is_local(calc, clause.each));
        if !is_local && touches() { JudgingExtent::Everything } else { rest }
    }

    /// Whether an amount that is measured over one squadron, group or the like counts nothing outside of it.
    fn is_local(&self, calc: &Calc, each: ClauseTarget) -> bool {
        match (each, calc) {
            (ClauseTarget::Squadron | ClauseTarget::SquadronAlone, Calc::Carried(_))
            | (ClauseTarget::Group, Calc::Groups(_)) => true,
            (ClauseTarget::List | ClauseTarget::Card | ClauseTarget::Row, _)
            | (_, Calc::Carried(_) | Calc::Groups(_) | Calc::Whole(_)) => false,
            (_, Calc::Cards(_) | Calc::Cost(_) | Calc::Different(..)) if self.cards_differ => false,
            // An unknown unit may be any unit.
            (ClauseTarget::Unit, _) if self.units.contains(&"") => false,
            _ => parts(calc).all(|calc| self.is_local(calc, each)),
        }
    }

    fn touches_limit(&self, limit: &PreparedLimit) -> bool {
        amounts(limit).any(|calc| self.touches(calc))
    }

    /// Whether an amount may count something that has changed.
    fn touches(&self, calc: &Calc) -> bool {
        match calc {
            Calc::Points(matcher) => self.matches(matcher) || self.before.charges() != self.now.charges(),
            Calc::Upgrades(matcher)
            | Calc::Models(matcher)
            | Calc::Squadrons(matcher)
            | Calc::Attached(matcher)
            | Calc::Carried(matcher)
            | Calc::Dearest(matcher)
            | Calc::Cheapest(matcher)
            | Calc::Allowed(_, matcher)
            | Calc::Bearers(matcher)
            | Calc::Stat(_, matcher)
            | Calc::Taken(_, matcher)
            | Calc::EntryTurn(matcher) => self.matches(matcher),
            Calc::Different(_, matcher) => self.cards_differ || self.matches(matcher),
            Calc::Cards(_) | Calc::Cost(_) => self.cards_differ,
            // A group counts even if it is empty.
            Calc::Groups(_) => true,
            // Settings are the same, and there is no sheet.
            Calc::Number(_)
            | Calc::Mfv
            | Calc::Agreed(_)
            | Calc::Given(_)
            | Calc::Setting(_)
            | Calc::Rows(_)
            | Calc::Total(..)
            | Calc::Halves(..) => false,
            Calc::Whole(_)
            | Calc::Percent(..)
            | Calc::Times(..)
            | Calc::Per(..)
            | Calc::Table(..)
            | Calc::Sum(_)
            | Calc::Smaller(..) => parts(calc).any(|calc| self.touches(calc)),
        }
    }

    /// Whether a squadron that has changed, or some of its models, match or may match.
    fn matches(&self, matcher: &Matcher) -> bool {
        any_matches(self.now, &self.entries, matcher) || any_matches(self.before, &self.gone, matcher)
    }
}

fn any_matches(force: &Force, entries: &[usize], matcher: &Matcher) -> bool {
    entries.iter().any(|place| {
        let sets = force.sets[force.entries[*place].sets.clone()].iter();
        let bearers = force.bearers[force.bearers_of(*place..*place + 1)].iter();
        let of_models = sets.map(|set| force.test_models(set, matcher));
        let of_bearers = bearers.map(|bearer| force.test_bearer(bearer, matcher));
        let mut all = std::iter::once(force.test_entry(*place, matcher)).chain(of_models).chain(of_bearers);
        all.any(|outcome| outcome > Match::No)
    })
}

/// The amounts of a limit: what is measured, and the bounds.
fn amounts(limit: &PreparedLimit) -> impl Iterator<Item = &Calc> {
    std::iter::once(&limit.of).chain(&limit.min).chain(&limit.max)
}

/// The amounts from which an amount is calculated.
fn parts(calc: &Calc) -> Box<dyn Iterator<Item = &Calc> + '_> {
    match calc {
        Calc::Whole(of) | Calc::Percent(_, of) | Calc::Per(_, of) | Calc::Table(_, of) => {
            Box::new(std::iter::once(&**of))
        }
        Calc::Times(a, b) | Calc::Smaller(a, b) => Box::new([&**a, &**b].into_iter()),
        Calc::Sum(calcs) => Box::new(calcs.iter()),
        _ => Box::new(std::iter::empty()),
    }
}

/// The squadrons that are not attached.
fn roots(force: &Force) -> impl Iterator<Item = usize> {
    let next = |root: &usize| Some(force.entries[*root].end).filter(|end| *end < force.entries.len());
    std::iter::successors(Some(0).filter(|first| *first < force.entries.len()), next)
}

/// The squadrons that bring this one, carry it or are carried by it.
fn relations(entry: &ForceEntry) -> impl Iterator<Item = usize> {
    entry.bringer.into_iter().chain(entry.carriers.iter().copied()).chain(entry.carries.iter().copied())
}

/// Whether a squadron that was taken over has the same costs, traits and relations as before. All else was taken over.
/// `to` has, for each squadron before, the place where it stands now.
fn is_as_before((before, from): (&Force, usize), (now, place): (&Force, usize), to: &[Option<usize>]) -> bool {
    let (old, new) = (&before.entries[from], &now.entries[place]);
    relations(old).map(|other| to[other]).eq(relations(new).map(Some)) && facts(before, from).eq(facts(now, place))
}

/// What rules may ask of a squadron, of each of its model sets and of each of its bearers.
fn facts<'f>(
    force: &'f Force,
    place: usize,
) -> impl Iterator<Item = (NumberRange, &'f Bits, &'f Bits, (Match, &'f str))> {
    let entry = &force.entries[place];
    let of_models = |set: &'f ModelSet| (set.points, &set.has, &set.may_have, (Match::Yes, ""));
    let of_bearer = |bearer: &'f Bearer| (NumberRange::ZERO, &bearer.has, &bearer.may_have, (Match::Yes, ""));
    let sets = force.sets[entry.sets.clone()].iter().map(of_models);
    let bearers = force.bearers[force.bearers_of(place..place + 1)].iter().map(of_bearer);
    std::iter::once((entry.cost, &entry.has, &entry.may_have, (entry.brought, entry.allocation)))
        .chain(sets)
        .chain(bearers)
}
