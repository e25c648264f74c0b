//! The numbers that rules compare.

use std::collections::BTreeSet;

use muster_engine::amount::{Amount, End, KeyedAmount};
use muster_engine::catalogue::Stat;
use muster_engine::declarations::TraitOwner;
use muster_engine::list::SettingValue;
use muster_engine::selector::Selector;
use muster_engine::slug::slug;

use super::answer::any;
use super::clause::OracleScope;
use super::number::{BoundedNumber, Fraction};
use super::thing::OracleThing;
use super::world::{Kinds, OracleCard, World};

impl World<'_> {
    pub(super) fn amount(&self, amount: &Amount, scope: OracleScope, deck: Option<&str>) -> BoundedNumber {
        let made = match amount {
            Amount::Number(number) => return BoundedNumber::sure(*number),
            Amount::Word(_) => {
                return self.list.mfv.map_or_else(BoundedNumber::unknown, |mfv| BoundedNumber::sure(mfv.into()));
            }
            Amount::Made(made) => &**made,
        };
        let value = |amount: &Amount| self.amount(amount, scope, deck);
        match made {
            KeyedAmount::Points(selector) => self.points(selector, scope),
            KeyedAmount::Upgrades(selector) => self.of_models(selector, scope, |kind| kind.upgrades),
            KeyedAmount::Models(selector) => {
                self.of_models(selector, scope, |kind| BoundedNumber::sure(kind.models.into()))
            }
            KeyedAmount::Squadrons(selector) => self.count_squadrons(selector, |index| self.is_in(index, scope)),
            KeyedAmount::Attached(selector) => self.count_squadrons(selector, |index| {
                self.squadrons[index].parent.is_some_and(|parent| self.is_looked_at(parent, scope))
            }),
            KeyedAmount::Carried(selector) => self.count_squadrons(selector, |index| {
                self.squadrons[index].carriers.iter().any(|carrier| self.is_looked_at(*carrier, scope))
            }),
            KeyedAmount::Dearest(selector) => self.costs(selector, scope, true),
            KeyedAmount::Cheapest(selector) => self.costs(selector, scope, false),
            KeyedAmount::Whole(of) => self.amount(of, OracleScope::List, deck),
            KeyedAmount::Cost(selector) => self.cost(selector, scope, deck),
            KeyedAmount::Bearers(selector) => {
                let bearers = self.bearers.iter().enumerate().filter(|(index, bearer)| match scope {
                    OracleScope::Bearer(one) => one == *index,
                    _ => bearer.thing.squadron.is_some_and(|squadron| self.is_in(squadron, scope)),
                });
                Self::count(bearers.map(|(_, bearer)| self.matches(&bearer.thing, selector)))
            }
            KeyedAmount::Cards(selector) => {
                Self::count(self.cards_in(scope, deck).map(|card| self.matches(&card.thing, selector)))
            }
            KeyedAmount::Rows(_) | KeyedAmount::Total(..) | KeyedAmount::Halves(..) => BoundedNumber::sure(0),
            KeyedAmount::Different(name, selector) => self.different(name, selector, scope, deck),
            KeyedAmount::Stat(name, selector) => {
                self.of_models(selector, scope, |kind| BoundedNumber::sure(self.stat(kind, name)))
            }
            KeyedAmount::Taken(name, selector) => {
                self.sum_over_squadrons(selector, scope, |index| self.taken(name, index))
            }
            KeyedAmount::Groups(selector) => {
                let groups = (0..self.list.groups.len()).filter(|group| match scope {
                    OracleScope::Group(one) => one == *group,
                    _ => true,
                });
                let within = |group| self.squadrons.iter().filter(move |placed| placed.group == Some(group));
                let empty = selector.is_empty();
                Self::count(groups.map(|group| {
                    if empty {
                        return Some(true);
                    }
                    let mut kind = OracleThing::default();
                    kind.add("group", &self.list.groups[group].kind);
                    let bare = within(group).next().is_none().then(|| self.matches(&kind, selector));
                    any(within(group).map(|placed| self.matches(&placed.thing, selector)).chain(bare))
                }))
            }
            KeyedAmount::Agreed(setting) => match self.setting(setting) {
                Some(SettingValue::Number(number)) => BoundedNumber::sure(number.into()),
                _ => BoundedNumber::unknown(),
            },
            KeyedAmount::Given(setting) => BoundedNumber::sure(self.list.settings.contains_key(setting).into()),
            KeyedAmount::Setting(tests) => BoundedNumber::sure(tests.iter().all(|test| self.holds(test)).into()),
            KeyedAmount::Allowed(end, selector) => {
                self.sum_over_squadrons(selector, scope, |index| self.allowed(*end, index))
            }
            KeyedAmount::EntryTurn(selector) => {
                let squadrons = self.squadrons.iter().enumerate().filter(|(index, placed)| {
                    self.is_in(*index, scope) && self.matches(&placed.thing, selector) == Some(true)
                });
                let turn = squadrons.filter_map(|(_, placed)| placed.squadron.entry_turn).min();
                turn.map_or_else(BoundedNumber::unknown, |turn| BoundedNumber::sure(turn.into()))
            }
            KeyedAmount::Percent(percent, of) => value(of).map(|n| n.times(Fraction((*percent).into(), 100))),
            KeyedAmount::Times(one, other) => value(one).product(value(other)),
            KeyedAmount::Per(step, of) => {
                value(of).map(|n| Fraction::whole(n.times(Fraction(1, (*step).into())).floor()))
            }
            KeyedAmount::Table(name, of) => {
                let of = value(of);
                let rows = &self.parts.declarations.tables[name].rows;
                let row = rows.iter().find(|row| row.to.is_none_or(|to| of.least.at_most(Fraction::whole(to))));
                row.filter(|_| of.is_sure()).map_or_else(BoundedNumber::unknown, |row| BoundedNumber::sure(row.value))
            }
            KeyedAmount::Sum(amounts) => {
                amounts.iter().fold(BoundedNumber::sure(0), |sum, amount| sum.plus(value(amount)))
            }
            KeyedAmount::Smaller(one, other) => {
                let smaller = |one: Fraction, other: Fraction| if one.at_most(other) { one } else { other };
                let (one, other) = (value(one), value(other));
                let most = match (one.most, other.most) {
                    (Some(one), Some(other)) => Some(smaller(one, other)),
                    (one, other) => one.or(other),
                };
                BoundedNumber { least: smaller(one.least, other.least), most }
            }
        }
    }

    /// The points of the models that match. Those of the whole list have what it pays besides its squadrons.
    fn points(&self, selector: &Selector, scope: OracleScope) -> BoundedNumber {
        let of_models = self.of_models(selector, scope, |kind| kind.points);
        let is_whole = matches!(scope, OracleScope::List) && selector.is_empty();
        if is_whole { of_models.plus(self.charges) } else { of_models }
    }

    /// The sum of something over the squadrons that match.
    fn sum_over_squadrons(
        &self,
        selector: &Selector,
        scope: OracleScope,
        of: impl Fn(usize) -> BoundedNumber,
    ) -> BoundedNumber {
        let squadrons = self.squadrons.iter().enumerate().filter(|(index, _)| self.is_in(*index, scope));
        squadrons.fold(BoundedNumber::sure(0), |sum, (index, placed)| match self.matches(&placed.thing, selector) {
            Some(true) => sum.plus(of(index)),
            None => sum.plus(of(index).perhaps()),
            Some(false) => sum,
        })
    }

    /// What the cards that match cost together.
    fn cost(&self, selector: &Selector, scope: OracleScope, deck: Option<&str>) -> BoundedNumber {
        self.cards_in(scope, deck).fold(BoundedNumber::sure(0), |sum, card| {
            let cost = card.cost.map_or_else(BoundedNumber::unknown, |cost| BoundedNumber::sure(cost.into()));
            match self.matches(&card.thing, selector) {
                Some(true) => sum.plus(cost),
                None => sum.plus(cost.perhaps()),
                Some(false) => sum,
            }
        })
    }

    /// What the dearest or the cheapest of the squadrons that match costs, by trying each choice of those that perhaps match.
    fn costs(&self, selector: &Selector, scope: OracleScope, is_dearest: bool) -> BoundedNumber {
        let (mut sure, mut perhaps) = (Vec::new(), Vec::new());
        for (index, placed) in self.squadrons.iter().enumerate().filter(|(index, _)| self.is_in(*index, scope)) {
            let kinds = self.kinds.iter().filter(|kind| kind.thing.squadron == Some(index));
            let cost = kinds.fold(BoundedNumber::sure(0), |sum, kind| sum.plus(kind.points));
            match self.matches(&placed.thing, selector) {
                Some(true) => sure.push(cost),
                None => perhaps.push(cost),
                Some(false) => {}
            }
        }
        let nothing = Fraction::whole(0);
        // The bound of a choice: `least` of each, or `most` of each; none if one has no upper bound that counts.
        let end = |all: &[BoundedNumber], is_least: bool| -> Option<Fraction> {
            let ends: Vec<Option<Fraction>> =
                all.iter().map(|cost| if is_least { Some(cost.least) } else { cost.most }).collect();
            if ends.is_empty() {
                return Some(nothing);
            }
            let before = |one: Fraction, other: Fraction| one.at_most(other) != is_dearest;
            ends.into_iter().reduce(|one, other| match (one, other) {
                (Some(one), Some(other)) => Some(if before(one, other) { one } else { other }),
                (one, other) => {
                    if is_dearest {
                        None
                    } else {
                        one.or(other)
                    }
                }
            })?
        };
        let choices = (0..1_u32 << perhaps.len().min(12)).map(|choice| {
            let chosen = perhaps.iter().enumerate().filter(|(place, _)| choice & (1 << place) != 0);
            sure.iter().copied().chain(chosen.map(|(_, cost)| *cost)).collect::<Vec<_>>()
        });
        let choices: Vec<Vec<BoundedNumber>> = choices.collect();
        let least = choices.iter().filter_map(|all| end(all, true)).reduce(|a, b| if a.at_most(b) { a } else { b });
        let most = choices.iter().map(|all| end(all, false)).reduce(|a, b| Some(if a?.at_most(b?) { b? } else { a? }));
        BoundedNumber { least: least.unwrap_or(nothing), most: most.flatten() }
    }

    /// The minimum or maximum number of models in a squadron. No limit if its unit states none.
    fn allowed(&self, end: End, index: usize) -> BoundedNumber {
        let name = &self.squadrons[index].squadron.unit;
        let (unit, _) =
            self.unit_named(self.nation_of(index), name).unwrap_or_else(|| panic!("the oracle knows no unit {name}"));
        // More models than any list may have.
        let unlimited = BoundedNumber::sure(1_000_000);
        if !unit.members.is_empty() {
            let ends = unit.members.iter().map(|member| match end {
                End::Min => Some(member.models.min),
                End::Max => member.models.max,
            });
            return ends.sum::<Option<u32>>().map_or(unlimited, |sum| BoundedNumber::sure(sum.into()));
        }
        match (end, unit.squadron) {
            (End::Min, Some(size)) => BoundedNumber::sure(size.min.into()),
            (End::Min, None) => BoundedNumber::unknown(),
            (End::Max, size) => size.and_then(|size| size.max).map_or(unlimited, |max| BoundedNumber::sure(max.into())),
        }
    }

    /// How often a squadron takes options of a name.
    fn taken(&self, name: &str, index: usize) -> BoundedNumber {
        let named = self.bought[index].offers.iter().filter(|offer| slug(&offer.option.name) == name);
        BoundedNumber::sure(named.map(|offer| i64::from(offer.times)).sum())
    }

    /// Whether a squadron is within the scope.
    fn is_in(&self, index: usize, scope: OracleScope) -> bool {
        match scope {
            OracleScope::List | OracleScope::Card(_) => true,
            OracleScope::Group(group) => self.squadrons[index].group == Some(group),
            OracleScope::Squadron(squadron) => {
                index == squadron || self.squadrons[index].parent.is_some_and(|parent| self.is_in(parent, scope))
            }
            OracleScope::Alone(squadron) => index == squadron,
            OracleScope::Unit(unit) => {
                self.kinds.iter().any(|kind| kind.unit == unit && kind.thing.squadron == Some(index))
            }
            OracleScope::Bearer(bearer) => self.bearers[bearer].thing.squadron == Some(index),
        }
    }

    /// Whether a squadron is in the scope. If the scope is a squadron, those attached to it do not count.
    fn is_looked_at(&self, index: usize, scope: OracleScope) -> bool {
        match scope {
            OracleScope::Squadron(squadron) | OracleScope::Alone(squadron) => squadron == index,
            _ => self.is_in(index, scope),
        }
    }

    /// The statistic on the card of a kind of models. Changes by options are ignored.
    fn stat(&self, kind: &Kinds, name: &str) -> i64 {
        let nation = kind.thing.squadron.and_then(|squadron| self.nation_of(squadron));
        let unit = self.unit_named(nation, &kind.unit).map(|(unit, _)| unit);
        let figures = kind.figures.as_ref().or(unit.map(|unit| &unit.card.stats));
        match figures.and_then(|figures| figures.get(name)) {
            Some(Stat::Number(number)) => i64::from(*number) * i64::from(kind.models),
            _ => 0,
        }
    }

    fn of_models(
        &self,
        selector: &Selector,
        scope: OracleScope,
        number: impl Fn(&Kinds) -> BoundedNumber,
    ) -> BoundedNumber {
        let kinds = self.kinds.iter().filter(|kind| match scope {
            OracleScope::Unit(unit) => kind.unit == unit,
            _ => kind.thing.squadron.is_some_and(|squadron| self.is_in(squadron, scope)),
        });
        kinds.fold(BoundedNumber::sure(0), |sum, kind| match self.matches(&kind.thing, selector) {
            Some(true) => sum.plus(number(kind)),
            None => sum.plus(number(kind).perhaps()),
            Some(false) => sum,
        })
    }

    fn count_squadrons(&self, selector: &Selector, counts: impl Fn(usize) -> bool) -> BoundedNumber {
        let squadrons = self.squadrons.iter().enumerate().filter(|(index, _)| counts(*index));
        Self::count(squadrons.map(|(_, placed)| self.matches(&placed.thing, selector)))
    }

    fn cards_in<'s>(&'s self, scope: OracleScope<'s>, deck: Option<&'s str>) -> impl Iterator<Item = &'s OracleCard> {
        self.cards.iter().filter(move |card| {
            deck.is_none_or(|deck| card.deck == deck)
                && if let OracleScope::Card(id) = scope { card.id == id } else { true }
        })
    }

    fn count(answers: impl Iterator<Item = Option<bool>>) -> BoundedNumber {
        let answers: Vec<Option<bool>> = answers.collect();
        let number = |wanted| answers.iter().filter(|answer| **answer == wanted).count();
        BoundedNumber::between(number(Some(true)), number(None))
    }

    fn different(&self, name: &str, selector: &Selector, scope: OracleScope, deck: Option<&str>) -> BoundedNumber {
        let of_cards = matches!(name, "card" | "deck")
            || self.parts.declarations.traits.get(name).is_some_and(|declared| declared.of == TraitOwner::Card);
        let things: Vec<&OracleThing> = if of_cards {
            self.cards_in(scope, deck).map(|card| &card.thing).collect()
        } else {
            let squadrons = self.squadrons.iter().enumerate().filter(|(index, _)| self.is_in(*index, scope));
            if name == "models" {
                let words = squadrons.map(|(index, placed)| (index, self.matches(&placed.thing, selector)));
                let words = words.filter(|(_, matches)| *matches != Some(false));
                let (sure, perhaps): (Vec<_>, Vec<_>) = words.partition(|(_, matches)| *matches == Some(true));
                let of = |all: Vec<(usize, Option<bool>)>| -> BTreeSet<String> {
                    all.into_iter().map(|(index, _)| self.bought[index].listed.to_string()).collect()
                };
                let (sure, perhaps) = (of(sure), of(perhaps));
                return BoundedNumber::between(sure.len(), perhaps.difference(&sure).count());
            }
            squadrons.map(|(_, placed)| &placed.thing).collect()
        };
        let (mut sure, mut perhaps) = (BTreeSet::new(), BTreeSet::new());
        let mut unknown = 0;
        for thing in things {
            let may_have = thing.perhaps.contains_key(name);
            match (self.matches(thing, selector), may_have || thing.unknown.contains(name)) {
                (Some(false), _) => {}
                (_, true) => unknown += 1,
                (Some(true), false) => sure.extend(thing.has(name)),
                (None, false) => perhaps.extend(thing.has(name)),
            }
        }
        BoundedNumber::between(sure.len(), perhaps.difference(&sure).count() + unknown)
    }
}
