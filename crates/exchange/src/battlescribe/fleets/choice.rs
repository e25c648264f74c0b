//! Reads groups of which a number is chosen: hardpoints, places for generators, upgrades.

use muster_engine::catalogue::{Choice, InGroup, UnitOption};
use muster_engine::slug::slug;

use super::item::{Change, Item, ItemKind, Limit};
use super::offers::{Bar, Offers};
use super::reader::Reader;
use crate::battlescribe::notice::Kind;

impl Reader<'_> {
    /// A group of which a number is chosen. None if nothing of it may be had.
    pub(super) fn choice(&mut self, offers: &mut Offers, group: &Item, is_for_unit: bool) -> Option<Choice> {
        let name = self.spelling.tidy(&group_name(offers, group));
        let hardpoint = self.recipe.hardpoints.0.is_match(&name);
        let (mut min, mut max) = (least(offers, group), most(offers, group));
        if hardpoint && group.is_without_limits() {
            let message = format!("{name} has no limits; it takes one");
            self.notices.add(Kind::Inferred, group.line, &offers.unit.name, message);
            (min, max) = (1, Some(1));
        }
        let mut choice =
            Choice { id: slug(&name), name, min, max, hardpoint, entries: group.ids.clone(), ..Choice::default() };
        self.members(offers, group, &mut choice, is_for_unit);
        if choice.options.is_empty() && choice.choices.is_empty() {
            return None;
        }
        let is_generators = group.name == self.recipe.generators.group;
        for option in &mut choice.options {
            option.max = max.filter(|max| *max > 1 && is_generators);
        }
        let generator = &self.recipe.generators.kind;
        let is_free = |option: &&UnitOption| option.points == Some(0) && option.kind.as_ref() != Some(generator);
        let free =
            choice.options.iter().find(is_free).or(choice.options.first().filter(|option| option.points == Some(0)));
        choice.default = free.filter(|_| choice.min > 0).map(|option| option.id.clone());
        if choice.default.is_some() {
            stand_in(&mut choice.options);
        }
        self.barred_by_option(offers, group, &mut choice);
        Some(choice)
    }

    /// Reads the members of a group. What narrower groups without limits offer belongs to the group itself, and so do
    /// the generators that may stand in a hardpoint.
    fn members(&mut self, offers: &mut Offers, group: &Item, choice: &mut Choice, is_for_unit: bool) {
        let generators = self.recipe.generators.group.clone();
        for child in &group.children {
            if self.is_barred(offers, child) {
                continue;
            }
            if child.kind != ItemKind::Group {
                let mut option = self.option(offers, child, is_for_unit);
                let is_generator = self.recipe.generators.option.0.is_match(&option.name);
                if group.name == generators || choice.hardpoint && is_generator {
                    option.kind = Some(self.recipe.generators.kind.clone());
                }
                choice.options.push(option);
            } else if child.name == generators || child.is_without_limits() {
                self.members(offers, child, choice, is_for_unit);
            } else {
                let nested = self.choice(offers, child, is_for_unit);
                choice.choices.extend(nested);
            }
        }
    }

    /// Notes that an option of the unit closes a group. A list that takes both a generator of the group and the option
    /// is wrong; the group's weapon goes away.
    fn barred_by_option(&self, offers: &mut Offers, group: &Item, choice: &mut Choice) {
        let closes = |change: &&Change| {
            change.field == "hidden"
                && change.value == "true"
                && change.when.holds(&|test| offers.knows(test)).is_none()
        };
        let tests: Vec<_> = group.changes.iter().filter(closes).map(|change| change.when.tests()).collect();
        for test in tests.into_iter().filter_map(|tests| <[_; 1]>::try_from(tests).ok()).map(|[test]| test) {
            if test.asks_for() != Some(true) || self.is_of_fleet(test) {
                continue;
            }
            let by = slug(&self.spelling.tidy(self.name_of(&test.child)));
            let (weapons, others): (Vec<_>, Vec<_>) =
                choice.options.iter_mut().partition(|option| option.points == Some(0));
            for option in others {
                option.max_with.insert(by.clone(), 0);
            }
            let removes = weapons.iter().flat_map(|option| &option.weapons).map(|weapon| weapon.name.clone());
            offers.bars.push(Bar { by, removes: removes.collect() });
        }
    }
}

/// The name of a group, which may depend on the configuration.
fn group_name(offers: &Offers, group: &Item) -> String {
    let named = |name: &&Change| {
        name.field == "name" && name.action == "set" && name.when.holds(&|test| offers.knows(test)) == Some(true)
    };
    group.changes.iter().rfind(named).map_or_else(|| group.name.clone(), |change| change.value.clone())
}

/// The least number of a group that is chosen.
fn least(offers: &Offers, group: &Item) -> u32 {
    let limits = group.limits.iter().filter(|limit| limit.is_min && limit.is_within_parent());
    limits.filter_map(|limit| changed(offers, group, limit)).max().unwrap_or(0)
}

/// The largest number of a group that is chosen; none if there is no limit.
fn most(offers: &Offers, group: &Item) -> Option<u32> {
    let limits = group.limits.iter().filter(|limit| !limit.is_min && limit.is_within_parent());
    limits.filter_map(|limit| changed(offers, group, limit)).min()
}

/// In Battlefleets that never offer the first option, the first of those that they offer is always taken.
fn stand_in(options: &mut [UnitOption]) {
    let Some(first) = options.first() else { return };
    let fleets: Vec<String> =
        first.groups.iter().filter(|(_, what)| **what == InGroup::Never).map(|(fleet, _)| fleet.clone()).collect();
    for fleet in fleets {
        if let Some(other) = options.iter_mut().find(|option| !option.groups.contains_key(&fleet)) {
            other.groups.insert(fleet, InGroup::Always);
        }
    }
}

/// The number of a limit, which may depend on the unit and on its configuration. What depends on the number of models
/// is a number for each model, and what an option changes is not kept.
fn changed(offers: &Offers, group: &Item, limit: &Limit) -> Option<u32> {
    let changes = group.changes.iter().filter(|change| change.field == limit.id && change.action == "set");
    let mut known = changes.filter(|change| change.when.holds(&|test| offers.knows(test)) == Some(true));
    known.next_back().map_or(limit.value, |change| change.value.parse().ok())
}
