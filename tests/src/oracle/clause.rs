//! Evaluates a clause for everything in its scope.

use std::collections::BTreeSet;

use muster_engine::amount::Amount;
use muster_engine::report::Severity;
use muster_engine::rule::{Charge, Clause, ClauseTarget, Grade, Limit, Rule, RuleKind};

use super::answer::{all, any};
use super::number::{BoundedNumber, Fraction};
use super::thing::OracleThing;
use super::world::World;
use super::{ClauseResult, has_places};

/// The scope in which an amount is counted.
#[derive(Clone, Copy)]
pub(super) enum OracleScope<'s> {
    List,
    Group(usize),
    Squadron(usize),
    Alone(usize),
    Unit(&'s str),
    Bearer(usize),
    Card(&'s str),
}

impl World<'_> {
    pub(super) fn clause(&self, rule: &Rule, clause: &Clause, told: &mut Vec<ClauseResult>) {
        // This evaluator does not support sheets, nor several lists of one player. It gets single lists that refer to no sheet.
        if clause.r#in.is_some() || clause.with.is_some() || clause.together {
            return;
        }
        let deck = clause.deck.as_deref();
        if deck.is_some_and(|deck| !self.list.decks.contains_key(deck)) {
            return;
        }
        let holds = all(clause.when.iter().map(|limit| self.kept(limit, OracleScope::List, deck).0));
        if holds == Some(false) {
            return;
        }
        for (scope, place, matches) in self.scopes(clause) {
            let asked = all([holds, matches].into_iter());
            if asked == Some(false) {
                continue;
            }
            let (kept, numbers) = match &clause.limit {
                Some(limit) => self.kept(limit, scope, deck),
                None => (Some(false), [None; 3]),
            };
            if kept == Some(true) {
                continue;
            }
            let decided = kept.is_some() && asked.is_some();
            let grade =
                if rule.kind == RuleKind::ByHand { Grade::Note } else { clause.severity.unwrap_or(rule.severity) };
            let severity = match (grade, decided) {
                (Grade::Error, true) if self.is_waived(rule) => Severity::Waived,
                (Grade::Error, true) => Severity::Error,
                (Grade::Error, false) if !self.is_waived(rule) => Severity::Undetermined,
                (Grade::Warning, true) => Severity::Warning,
                (Grade::Note, true) => Severity::Note,
                (_, false) => continue,
            };
            let [measured, min, max] = numbers;
            let place = if has_places(rule) { place } else { String::new() };
            told.push(ClauseResult { rule: rule.id.clone(), severity, place, measured, min, max });
        }
    }

    fn scopes(&self, clause: &Clause) -> Vec<(OracleScope<'_>, String, Option<bool>)> {
        let filter = &clause.r#where;
        let seen = |thing: &OracleThing| self.matches(thing, filter);
        match clause.each {
            ClauseTarget::List => vec![(OracleScope::List, String::new(), Some(true))],
            ClauseTarget::Group => {
                let groups = self.list.groups.iter().enumerate();
                groups
                    .map(|(index, group)| {
                        let mut thing = OracleThing::default();
                        thing.add("group", &group.kind);
                        (OracleScope::Group(index), format!("/groups/{index}"), seen(&thing))
                    })
                    .collect()
            }
            ClauseTarget::Squadron => {
                let squadrons = self.squadrons.iter().enumerate();
                squadrons
                    .map(|(index, placed)| (OracleScope::Squadron(index), placed.pointer.clone(), seen(&placed.thing)))
                    .collect()
            }
            ClauseTarget::SquadronAlone => {
                let squadrons = self.squadrons.iter().enumerate();
                squadrons
                    .map(|(index, placed)| (OracleScope::Alone(index), placed.pointer.clone(), seen(&placed.thing)))
                    .collect()
            }
            ClauseTarget::Bearer => {
                let bearers = self.bearers.iter().enumerate();
                bearers
                    .map(|(index, bearer)| (OracleScope::Bearer(index), bearer.pointer.clone(), seen(&bearer.thing)))
                    .collect()
            }
            ClauseTarget::Row => Vec::new(),
            ClauseTarget::Unit => {
                let units: BTreeSet<&str> = self.kinds.iter().map(|kind| kind.unit.as_str()).collect();
                let of_unit =
                    |unit| any(self.kinds.iter().filter(|kind| kind.unit == unit).map(|kind| seen(&kind.thing)));
                units.into_iter().map(|unit| (OracleScope::Unit(unit), String::new(), of_unit(unit))).collect()
            }
            ClauseTarget::Card => {
                let of_deck =
                    || self.cards.iter().filter(|card| clause.deck.as_ref().is_none_or(|deck| card.deck == *deck));
                let ids: BTreeSet<&str> = of_deck().map(|card| card.id.as_str()).collect();
                let copies = |id| of_deck().filter(move |card| card.id == id);
                let first = |id| copies(id).next().map(|card| card.pointer.clone()).unwrap_or_default();
                ids.into_iter()
                    .map(|id| (OracleScope::Card(id), first(id), any(copies(id).map(|c| seen(&c.thing)))))
                    .collect()
            }
        }
    }

    /// What the rules in use charge the list besides its squadrons.
    pub(super) fn charged(&self) -> BoundedNumber {
        let rules = self.parts.rules.iter().map(|sourced| &sourced.rule).filter(|rule| self.in_use(rule));
        rules.flat_map(|rule| &rule.charges).fold(BoundedNumber::sure(0), |sum, charge| sum.plus(self.charge(charge)))
    }

    fn charge(&self, charge: &Charge) -> BoundedNumber {
        let free = Fraction::whole(charge.after.into());
        let beyond = |number: Fraction| Fraction::whole((number.floor() - free.floor()).max(0));
        let number = self.amount(&charge.each, OracleScope::List, None).map(beyond);
        let points = Fraction::whole(charge.points.into());
        let (one, other) = (number.least.times(points), number.most.map(|most| most.times(points)));
        let cost = if charge.points > 0 {
            BoundedNumber { least: one, most: other }
        } else {
            BoundedNumber { least: other.unwrap_or_else(|| Fraction::whole(i64::MIN)), most: Some(one) }
        };
        match all(charge.when.iter().map(|limit| self.kept(limit, OracleScope::List, None).0)) {
            Some(true) => cost,
            Some(false) => BoundedNumber::sure(0),
            None => cost.perhaps(),
        }
    }

    /// Whether a limit is kept, and those of its numbers that are certain.
    fn kept(&self, limit: &Limit, scope: OracleScope, deck: Option<&str>) -> (Option<bool>, [Option<i64>; 3]) {
        let amount = |amount: &Amount| self.amount(amount, scope, deck);
        let (of, min, max) = (amount(&limit.of), limit.min.as_ref().map(amount), limit.max.as_ref().map(amount));
        let at_most = |small: BoundedNumber, large: BoundedNumber| {
            if small.most.is_some_and(|most| most.at_most(large.least)) {
                Some(true)
            } else if large.most.is_some_and(|most| !small.least.at_most(most)) {
                Some(false)
            } else {
                None
            }
        };
        let under = min.map_or(Some(true), |min| at_most(min, of));
        let over = max.map_or(Some(true), |max| at_most(of, max));
        let sure = |number: BoundedNumber| number.is_sure().then_some(number.least);
        let numbers = [
            sure(of).map(Fraction::floor),
            min.and_then(sure).map(Fraction::ceiling),
            max.and_then(sure).map(Fraction::floor),
        ];
        (all([under, over].into_iter()), numbers)
    }
}
