//! Which changes are likely to mend a broken rule: those that can move what the rule counts. The others are tried last.

use std::collections::HashSet;

use muster_engine::amount::{Amount, KeyedAmount};
use muster_engine::list::{ArmyList, ModelCount, OptionPick, Squadron};
use muster_engine::place::SquadronPlace;
use muster_engine::ready::Ruleset;
use muster_engine::report::Finding;
use muster_engine::rule::{Check, Clause, ClauseTarget};
use muster_engine::selector::{Reference, Selector, SelectorTest, WantedTrait};

use crate::change::{ListChange, id_of};
use crate::excess::excess;
use crate::numbers::stated_models;
use crate::words::unit_of;

/// What a change changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ChangeTarget {
    Allocation,
    Card,
    Group,
    Load,
    Option,
    Place,
    Role,
    Setting,
    Size,
    Squadron,
    Word,
}

/// What may move the amounts of a broken rule.
pub(crate) struct LikelyTargets {
    /// None if every change may: the finding is of no rule.
    parts: Option<HashSet<ChangeTarget>>,
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
        parts.extend(sourced.rule.check.iter().flat_map(of_check));
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
                parts.contains(&ChangeTarget::Role)
                    && (self.roles.is_empty() || self.roles.contains(role))
                    && (self.bearers.is_empty() || self.bearers.contains(place))
            }
            ListChange::Add(_, squadron) if !squadron.roles.is_empty() => parts.contains(&ChangeTarget::Role),
            // What is gone breaks no rule.
            ListChange::Spell(..) | ListChange::Waive(_) | ListChange::Drop(_) => true,
            _ => parts.contains(&part(change)),
        }
    }

    fn clause(&mut self, ruleset: &Ruleset, clause: &Clause, parts: &mut HashSet<ChangeTarget>) {
        match (clause.each, &clause.limit) {
            (ClauseTarget::Group, _) => parts.extend([ChangeTarget::Place, ChangeTarget::Group]),
            (ClauseTarget::Bearer, _) => parts.extend([ChangeTarget::Role]),
            (ClauseTarget::Squadron | ClauseTarget::SquadronAlone | ClauseTarget::Unit, None) => {
                parts.extend([ChangeTarget::Squadron, ChangeTarget::Place, ChangeTarget::Option, ChangeTarget::Size]);
            }
            (ClauseTarget::Card, None) => parts.extend([ChangeTarget::Card]),
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

    fn selector(&mut self, ruleset: &Ruleset, selector: &Selector, parts: &mut HashSet<ChangeTarget>) {
        for test in selector.tests() {
            match test {
                SelectorTest::Trait(_, WantedTrait::Reference(Reference::Setting(_))) => {
                    parts.extend([ChangeTarget::Setting]);
                }
                SelectorTest::Trait(name, wanted) => match name.as_str() {
                    "allocation" => parts.extend([ChangeTarget::Allocation]),
                    "group" | "standing" => parts.extend([ChangeTarget::Place]),
                    "role" => {
                        parts.insert(ChangeTarget::Role);
                        if let WantedTrait::Values(roles) = wanted {
                            self.roles.extend(roles.iter().cloned());
                        }
                    }
                    _ => {}
                },
                SelectorTest::Is(name) => {
                    if let Some(named) = ruleset.declarations().selectors.get(name) {
                        self.selector(ruleset, named, parts);
                    }
                }
                SelectorTest::Parent(_) => parts.extend([ChangeTarget::Place]),
                SelectorTest::CarriedBy(_) => parts.extend([ChangeTarget::Load]),
                SelectorTest::Not(_) | SelectorTest::Any(_) | SelectorTest::All(_) => {}
            }
        }
    }
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

fn part(change: &ListChange) -> ChangeTarget {
    match change {
        ListChange::Drop(_) | ListChange::Add(..) | ListChange::Swap(..) => ChangeTarget::Squadron,
        ListChange::Resize(..) | ListChange::Split(..) => ChangeTarget::Size,
        ListChange::Move(..) | ListChange::Slot(..) => ChangeTarget::Place,
        ListChange::Allocate(..) => ChangeTarget::Allocation,
        ListChange::Take(..) | ListChange::Leave(..) | ListChange::Number(..) => ChangeTarget::Option,
        ListChange::Name(..) | ListChange::Unname(..) | ListChange::Rename(..) => ChangeTarget::Role,
        ListChange::Buy(_) | ListChange::Unload(_) => ChangeTarget::Load,
        ListChange::State(..) => ChangeTarget::Setting,
        ListChange::Found(_) | ListChange::Disband(_) | ListChange::Reform(..) => ChangeTarget::Group,
        ListChange::Draw(..) | ListChange::Discard(..) => ChangeTarget::Card,
        ListChange::Spell(..) | ListChange::Waive(_) => ChangeTarget::Word,
    }
}

fn of_check(check: &Check) -> Vec<ChangeTarget> {
    match check {
        Check::SquadronSize => vec![ChangeTarget::Size],
        Check::Options | Check::OptionsOf(_) => vec![ChangeTarget::Option, ChangeTarget::Size],
        Check::Marks => vec![ChangeTarget::Option],
        Check::Attachment => vec![ChangeTarget::Place, ChangeTarget::Size],
        Check::AttachedName | Check::AttachedNation => vec![ChangeTarget::Place],
        Check::SharedAllocation => vec![ChangeTarget::Allocation, ChangeTarget::Place],
        Check::Brought(_) | Check::BroughtTogether(_) | Check::Capacity => vec![ChangeTarget::Load, ChangeTarget::Size],
        Check::Slots(_) => vec![ChangeTarget::Place, ChangeTarget::Group, ChangeTarget::Squadron],
        Check::Filled(_) => vec![ChangeTarget::Squadron, ChangeTarget::Place, ChangeTarget::Role],
        Check::Copies(_) => vec![ChangeTarget::Squadron, ChangeTarget::Place],
        Check::Swaps(_) => vec![ChangeTarget::Card],
    }
}

fn of_amount(amount: &Amount, parts: &mut HashSet<ChangeTarget>) {
    let Amount::Made(made) = amount else { return };
    match &**made {
        KeyedAmount::Points(_) => parts.extend([ChangeTarget::Squadron, ChangeTarget::Size, ChangeTarget::Option]),
        KeyedAmount::Upgrades(_) | KeyedAmount::Taken(..) => parts.extend([ChangeTarget::Option]),
        KeyedAmount::Models(_) | KeyedAmount::Stat(..) | KeyedAmount::Allowed(..) => {
            parts.extend([ChangeTarget::Squadron, ChangeTarget::Size]);
        }
        KeyedAmount::Squadrons(_) => parts.extend([ChangeTarget::Squadron, ChangeTarget::Size, ChangeTarget::Place]),
        KeyedAmount::Attached(_) => parts.extend([ChangeTarget::Squadron, ChangeTarget::Place]),
        KeyedAmount::Carried(_) => parts.extend([ChangeTarget::Load]),
        KeyedAmount::Bearers(_) => parts.extend([ChangeTarget::Role]),
        KeyedAmount::Cards(_) => parts.extend([ChangeTarget::Card]),
        KeyedAmount::Different(..) => parts.extend([ChangeTarget::Squadron, ChangeTarget::Role, ChangeTarget::Card]),
        KeyedAmount::Groups(_) => parts.extend([ChangeTarget::Group, ChangeTarget::Place]),
        KeyedAmount::Agreed(_) | KeyedAmount::Given(_) | KeyedAmount::Setting(_) => {
            parts.extend([ChangeTarget::Setting]);
        }
        KeyedAmount::Rows(_) | KeyedAmount::Total(..) | KeyedAmount::Halves(..) | KeyedAmount::EntryTurn(_) => {}
        KeyedAmount::Percent(_, of) | KeyedAmount::Per(_, of) | KeyedAmount::Table(_, of) => of_amount(of, parts),
        KeyedAmount::Times(one, other) | KeyedAmount::Smaller(one, other) => {
            of_amount(one, parts);
            of_amount(other, parts);
        }
        KeyedAmount::Sum(amounts) => amounts.iter().for_each(|amount| of_amount(amount, parts)),
    }
}
