//! Which changes are likely to mend a broken rule: those that can move what the rule counts. The others are tried last.

use std::collections::HashSet;

use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::check_facts;
use muster_engine::list::{ArmyList, ListPart, ModelCount, OptionPick, Squadron};
use muster_engine::place::SquadronPlace;
use muster_engine::ready::{ReadyOption, Ruleset};
use muster_engine::report::Finding;
use muster_engine::rule::{Clause, ClauseTarget};
use muster_engine::selector::{Reference, Selector, SelectorTest, WantedTrait};

use crate::change::{ListChange, id_of};
use crate::excess::excess;
use crate::numbers::stated_models;
use crate::words::unit_of;

/// What may move the amounts of a broken rule.
pub(crate) struct LikelyTargets {
    /// None if every change may: the finding is of no rule.
    parts: Option<HashSet<ListPart>>,
    /// The roles that the rule names; empty for all.
    roles: HashSet<String>,
    /// The squadrons that could have a role that is missing; empty for all.
    bearers: HashSet<SquadronPlace>,
    /// How many points are too many or too few, if the rule counts points alone.
    points: Option<u64>,
}

impl LikelyTargets {
    pub(crate) fn new(ruleset: &Ruleset, finding: &Finding) -> Self {
        let bearers = finding.at.iter().filter(|at| at.ends_with("/roles")).filter_map(|at| SquadronPlace::parse(at));
        let mut likely = Self { parts: None, roles: HashSet::new(), bearers: bearers.collect(), points: None };
        let Some(sourced) = ruleset.rule(finding.rule.as_str()) else { return likely };
        let mut parts = HashSet::new();
        parts.extend(sourced.rule.check.iter().flat_map(|check| check_facts(check).decided_by));
        for clause in &sourced.rule.clauses {
            likely.clause(ruleset, clause, &mut parts);
        }
        likely.parts = Some(parts);
        let mut limits = sourced.rule.clauses.iter().filter_map(|clause| clause.limit.as_ref());
        let counts_points = sourced.rule.check.is_none() && limits.all(|limit| is_of_points(&limit.of));
        likely.points = Some(excess(finding)).filter(|excess| counts_points && *excess > 0);
        likely
    }

    /// The roles that the rule names.
    pub(crate) fn roles(&self) -> Vec<String> {
        let mut roles: Vec<String> = self.roles.iter().cloned().collect();
        roles.sort();
        roles
    }

    /// How many of a hundred of what is too much or too little a change moves, roughly; none if that is not known.
    pub(crate) fn share(&self, ruleset: &Ruleset, list: &ArmyList, change: &ListChange) -> Option<u64> {
        let moved = moved(ruleset, list, change)?;
        Some(moved.saturating_mul(100) / self.points?)
    }

    /// Whether a change may move what the rule counts. Everything may if the finding is of no rule.
    pub(crate) fn has(&self, change: &ListChange) -> bool {
        let Some(parts) = &self.parts else { return true };
        match change {
            ListChange::Name(place, role) => {
                parts.contains(&ListPart::Role)
                    && (self.roles.is_empty() || self.roles.contains(role))
                    && (self.bearers.is_empty() || self.bearers.contains(place))
            }
            _ => part(change).is_none_or(|part| parts.contains(&part)),
        }
    }

    fn clause(&mut self, ruleset: &Ruleset, clause: &Clause, parts: &mut HashSet<ListPart>) {
        match (clause.each, &clause.limit) {
            (ClauseTarget::Group, _) => parts.extend([ListPart::Place, ListPart::Group]),
            (ClauseTarget::Bearer, _) => parts.extend([ListPart::Role]),
            (ClauseTarget::Squadron | ClauseTarget::SquadronAlone | ClauseTarget::Unit, None) => {
                parts.extend([ListPart::Squadron, ListPart::Place, ListPart::Option, ListPart::Size]);
            }
            (ClauseTarget::Card, None) => parts.extend([ListPart::Card]),
            _ => {}
        }
        self.selector(ruleset, &clause.r#where, parts);
        if let Some(limit) = &clause.limit {
            of_amount(&limit.of, parts);
            for selector in limit.of.selectors() {
                self.selector(ruleset, selector, parts);
            }
        }
    }

    fn selector(&mut self, ruleset: &Ruleset, selector: &Selector, parts: &mut HashSet<ListPart>) {
        for test in selector.tests() {
            match test {
                SelectorTest::Trait(_, WantedTrait::Reference(Reference::Setting(_))) => {
                    parts.extend([ListPart::Setting]);
                }
                SelectorTest::Trait(name, wanted) => match name.as_str() {
                    "allocation" => parts.extend([ListPart::Allocation]),
                    "group" | "standing" => parts.extend([ListPart::Place]),
                    "taken" => parts.extend([ListPart::Option]),
                    "role" => {
                        parts.insert(ListPart::Role);
                        if let WantedTrait::Values(roles) = wanted {
                            self.roles.extend(roles.iter().cloned());
                        }
                    }
                    _ if is_given(ruleset, name, wanted) => parts.extend([ListPart::Option]),
                    _ => {}
                },
                SelectorTest::Is(name) => {
                    if let Some(named) = ruleset.declarations().selectors.get(name) {
                        self.selector(ruleset, named, parts);
                    }
                }
                SelectorTest::Parent(_) => parts.extend([ListPart::Place]),
                SelectorTest::CarriedBy(_) => parts.extend([ListPart::Load]),
                SelectorTest::Not(_) | SelectorTest::Any(_) | SelectorTest::All(_) => {}
            }
        }
    }
}

/// Whether a limit of the broken rule counts such an amount.
pub(crate) fn counts(ruleset: &Ruleset, finding: &Finding, is_it: impl Fn(&KeyedAmount) -> bool) -> bool {
    let known = ruleset.rule(finding.rule.as_str());
    let mut limits = known.iter().flat_map(|known| &known.rule.clauses).filter_map(|clause| clause.limit.as_ref());
    limits.any(|limit| matches!(&limit.of, Amount::Made(made) if is_it(made)))
}

/// Whether an option of some unit gives one of these values of a trait.
fn is_given(ruleset: &Ruleset, name: &str, wanted: &WantedTrait) -> bool {
    let gives = |option: &ReadyOption| {
        option.traits.get(name).is_some_and(|given| match wanted {
            WantedTrait::Values(values) => given.words().any(|word| values.iter().any(|value| value == word)),
            WantedTrait::Present(_) | WantedTrait::Reference(_) => true,
        })
    };
    let mut units = ruleset.catalogues().iter().flat_map(|catalogue| catalogue.units());
    units.any(|unit| unit.options.iter().any(gives))
}

fn is_of_points(amount: &Amount) -> bool {
    matches!(amount, Amount::Made(made) if matches!(**made, KeyedAmount::Points(_) | KeyedAmount::Upgrades(_)))
}

/// The points that a change moves, by the prices of the data alone; none if they do not say.
fn moved(ruleset: &Ruleset, list: &ArmyList, change: &ListChange) -> Option<u64> {
    let model = |squadron: &Squadron| {
        let (catalogue, ready) = unit_of(ruleset, list, squadron)?;
        let unit = catalogue.unit(ready);
        unit.points.filter(|_| unit.members.is_empty()).map(u64::from)
    };
    let models = |squadron: &Squadron| u64::from(stated_models(squadron).unwrap_or(1));
    let option = |squadron: &Squadron, id: &str| {
        let (_, ready) = unit_of(ruleset, list, squadron)?;
        Some(u64::from(ready.options[ready.find(id)?].points?.unsigned_abs()))
    };
    match change {
        ListChange::Add(_, squadron) => Some(model(squadron)? * models(squadron)),
        ListChange::Resize(place, size) => {
            let squadron = place.squadron(list)?;
            Some(model(squadron)? * models(squadron).abs_diff(u64::from(*size)))
        }
        ListChange::Take(place, OptionPick::Every(id), _) => {
            let squadron = place.squadron(list)?;
            Some(option(squadron, id)? * models(squadron))
        }
        ListChange::Leave(place, index) => {
            let squadron = place.squadron(list)?;
            let number = match squadron.models {
                Some(ModelCount::Count(number)) => u64::from(number),
                _ => 1,
            };
            Some(option(squadron, id_of(squadron.options.get(*index)?)?)? * number)
        }
        _ => None,
    }
}

/// The part of a list that a change changes; none if it may mend whatever is broken.
fn part(change: &ListChange) -> Option<ListPart> {
    Some(match change {
        // What is gone breaks no rule.
        ListChange::Spell(..) | ListChange::Waive(_) | ListChange::Drop(_) => return None,
        ListChange::Add(_, squadron) if !squadron.roles.is_empty() => ListPart::Role,
        ListChange::Add(..) | ListChange::Swap(..) => ListPart::Squadron,
        ListChange::Resize(..) | ListChange::Split(..) => ListPart::Size,
        ListChange::Move(..) | ListChange::Slot(..) => ListPart::Place,
        ListChange::Allocate(..) => ListPart::Allocation,
        ListChange::Take(..) | ListChange::Leave(..) | ListChange::Number(..) => ListPart::Option,
        ListChange::Name(..) | ListChange::Unname(..) | ListChange::Rename(..) => ListPart::Role,
        ListChange::Buy(_) | ListChange::Unload(_) => ListPart::Load,
        ListChange::State(..) => ListPart::Setting,
        ListChange::Found(_) | ListChange::Disband(_) | ListChange::Reform(..) => ListPart::Group,
        ListChange::Draw(..) | ListChange::Discard(..) => ListPart::Card,
    })
}

fn of_amount(amount: &Amount, parts: &mut HashSet<ListPart>) {
    let Amount::Made(made) = amount else { return };
    match &**made {
        KeyedAmount::Points(_) | KeyedAmount::Dearest(_) | KeyedAmount::Cheapest(_) => {
            parts.extend([ListPart::Squadron, ListPart::Size, ListPart::Option]);
        }
        KeyedAmount::Upgrades(_) | KeyedAmount::Taken(..) => parts.extend([ListPart::Option]),
        KeyedAmount::Models(_) | KeyedAmount::Allowed(..) => {
            parts.extend([ListPart::Squadron, ListPart::Size]);
        }
        KeyedAmount::Stat(..) => parts.extend([ListPart::Squadron, ListPart::Size, ListPart::Option]),
        KeyedAmount::Squadrons(_) => parts.extend([ListPart::Squadron, ListPart::Size, ListPart::Place]),
        KeyedAmount::Attached(_) => parts.extend([ListPart::Squadron, ListPart::Place]),
        KeyedAmount::Carried(_) => parts.extend([ListPart::Load]),
        KeyedAmount::Bearers(_) => parts.extend([ListPart::Role]),
        KeyedAmount::Cards(_) | KeyedAmount::Cost(_) => parts.extend([ListPart::Card]),
        KeyedAmount::Different(..) => parts.extend([ListPart::Squadron, ListPart::Role, ListPart::Card]),
        KeyedAmount::Groups(_) => parts.extend([ListPart::Group, ListPart::Place]),
        KeyedAmount::Agreed(_) | KeyedAmount::Given(_) | KeyedAmount::Setting(_) => {
            parts.extend([ListPart::Setting]);
        }
        KeyedAmount::Rows(_) | KeyedAmount::Total(..) | KeyedAmount::Halves(..) | KeyedAmount::EntryTurn(_) => {}
        KeyedAmount::Whole(of) | KeyedAmount::Percent(_, of) | KeyedAmount::Per(_, of) | KeyedAmount::Table(_, of) => {
            of_amount(of, parts);
        }
        KeyedAmount::Times(one, other) | KeyedAmount::Smaller(one, other) => {
            of_amount(one, parts);
            of_amount(other, parts);
        }
        KeyedAmount::Sum(amounts) => amounts.iter().for_each(|amount| of_amount(amount, parts)),
    }
}
