//! Reads groups of which a number is chosen: hardpoints, places for generators, upgrades.

use muster_engine::catalogue::{Choice, GroupEffect, UnitOption};
use muster_engine::slug::slug;

use super::effects::asks;
use super::offers::{Bar, FleetOffers};
use super::reader::FactionReader;
use crate::entry::{CatalogueEntry, EntryLimit, Modifier};
use crate::notice::NoticeKind;

impl FactionReader<'_> {
    /// A group of which a number is chosen. None if nothing of it may be had.
    pub(super) fn choice(
        &mut self,
        offers: &mut FleetOffers,
        group: &CatalogueEntry,
        is_for_unit: bool,
    ) -> Option<Choice> {
        let name = self.spelling.tidy(&group_name(offers, group));
        let hardpoint = self.recipe.hardpoints.0.is_match(&name);
        let (mut min, mut max) = (least(offers, group), most(offers, group));
        let gives_way = min > 0 && self.gives_way(group);
        if gives_way {
            min = 0;
        }
        if hardpoint && group.is_without_limits() && self.recipe.linked.is_none() {
            let message = format!("{name} has no limits; it takes one");
            self.notices.add(NoticeKind::Inferred, group.link_line, &offers.unit.name, message);
            (min, max) = (1, Some(1));
        }
        let mut choice =
            Choice { id: slug(&name), name, min, max, hardpoint, entries: group.ids.clone(), ..Choice::default() };
        self.members(offers, group, &mut choice, is_for_unit);
        choice.hardpoint &= self.recipe.linked.is_none() || is_armed(&choice);
        if choice.options.is_empty() && choice.choices.is_empty() {
            return None;
        }
        let is_linked = self.recipe.linked.is_some();
        let is_generators = group.name == self.recipe.generators.group && !is_linked;
        for option in &mut choice.options {
            option.max = max.filter(|max| *max > 1 && is_generators).or(option.max.filter(|_| is_linked));
        }
        if choice.min > 0 || gives_way {
            choice.default = self.usual_option(group, &choice);
        }
        if choice.default.is_some() {
            stand_in(&mut choice.options);
        }
        self.barred_by_option(offers, group, &mut choice);
        Some(choice)
    }

    /// Reads the members of a group. What narrower groups without limits offer belongs to the group itself, and so do
    /// the generators that may stand in a hardpoint.
    fn members(&mut self, offers: &mut FleetOffers, group: &CatalogueEntry, choice: &mut Choice, is_for_unit: bool) {
        let mut read: Vec<&CatalogueEntry> = Vec::new();
        let generators = self.recipe.generators.group.clone();
        let is_linked = self.recipe.linked.is_some();
        for child in &group.children {
            if self.is_barred(offers, child) {
                continue;
            }
            if !child.is_group() {
                let mut option = self.option(offers, child, is_for_unit);
                let named = self.recipe.generators.option.as_ref().map(|pattern| pattern.0.is_match(&option.name));
                let is_generator = named.unwrap_or_else(|| self.takes_a_place(child));
                if group.name == generators || (is_linked || choice.hardpoint) && is_generator {
                    option.kind = Some(self.recipe.generators.kind.clone());
                }
                choice.options.push(option);
                read.push(child);
            } else if child.name == generators && !is_linked || child.is_without_limits() {
                self.members(offers, child, choice, is_for_unit);
            } else {
                let nested = self.choice(offers, child, is_for_unit);
                choice.choices.extend(nested);
            }
        }
        if is_linked && choice.options.len() == read.len() {
            bar_each_other(&read, &mut choice.options);
        }
    }

    /// The option that a list takes if it states none: the one that the files name, else the first if it is free. Where
    /// the files name members, it is the first that is free, else the cheapest.
    fn usual_option(&self, group: &CatalogueEntry, choice: &Choice) -> Option<String> {
        let options = &choice.options;
        let free = |option: &&UnitOption| option.points == Some(0);
        let usual = if self.recipe.linked.is_some() {
            let named =
                options.iter().find(|option| group.default.as_ref().is_some_and(|id| option.entries.contains(id)));
            let cheapest = || options.iter().min_by_key(|option| option.points);
            let usual = named.or_else(|| options.iter().find(free)).or_else(cheapest);
            // Where several different ones must be chosen, the player chooses them.
            usual.filter(|option| option.max.unwrap_or(1) >= choice.min)
        } else {
            let generator = &self.recipe.generators.kind;
            let is_weapon = |option: &&UnitOption| free(option) && option.kind.as_ref() != Some(generator);
            options.iter().find(is_weapon).or(options.first().filter(free))
        };
        usual.map(|option| option.id.clone())
    }

    /// Whether a group may be empty because something else of the group around it takes its place.
    pub(super) fn gives_way(&self, group: &CatalogueEntry) -> bool {
        let Some(linked) = &self.recipe.linked else { return false };
        // Some set the largest number to 0, and mean the same.
        let is_limit = |id: &str| group.limits.iter().any(|limit| limit.id == id);
        group.modifiers.iter().filter(|change| is_limit(&change.field) && change.value == "0").any(|change| {
            let tests = change.when.tests();
            !tests.is_empty() && tests.iter().all(|test| self.name_of(&test.child) == linked.instead)
        })
    }

    /// Notes that an option of the unit closes a group. A list that takes both a generator of the group and the option
    /// is wrong; the group's weapon goes away.
    fn barred_by_option(&self, offers: &mut FleetOffers, group: &CatalogueEntry, choice: &mut Choice) {
        let closes = |change: &&Modifier| {
            change.field == "hidden"
                && change.value == "true"
                && change.when.holds(&|test| offers.knows(test)).is_none()
        };
        let tests: Vec<_> = group.modifiers.iter().filter(closes).map(|change| change.when.tests()).collect();
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

/// Whether a group offers weapons, or what takes their place.
fn is_armed(choice: &Choice) -> bool {
    let is = |option: &UnitOption| option.kind.is_some() || !option.weapons.is_empty();
    choice.options.iter().any(is) || choice.choices.iter().any(is_armed)
}

/// Records in each option of a group which others forbid it. `read` has the entry of each option, in the same order.
pub(super) fn bar_each_other(read: &[&CatalogueEntry], options: &mut [UnitOption]) {
    for (place, item) in read.iter().enumerate() {
        for bar in read
            .iter()
            .enumerate()
            .filter(|(other, by)| *other != place && is_barred_by(item, by))
            .map(|(other, _)| other)
        {
            let by = options[bar].id.clone();
            options[place].max_with.insert(by, 0);
        }
    }
}

/// Whether an entry may not be taken beside another.
fn is_barred_by(item: &CatalogueEntry, by: &CatalogueEntry) -> bool {
    let max = item.limit(false).map(|limit| &limit.id);
    let mut closes = item.modifiers.iter().filter(|change| Some(&change.field) == max && change.value == "0");
    closes.any(|change| asks(change, by) && !asks(change, item))
}

/// The name of a group, which may depend on the configuration.
fn group_name(offers: &FleetOffers, group: &CatalogueEntry) -> String {
    let named = |name: &&Modifier| {
        name.field == "name" && name.action == "set" && name.when.holds(&|test| offers.knows(test)) == Some(true)
    };
    group.modifiers.iter().rfind(named).map_or_else(|| group.name.clone(), |change| change.value.clone())
}

/// The least number of a group that is chosen.
fn least(offers: &FleetOffers, group: &CatalogueEntry) -> u32 {
    let limits = group.limits.iter().filter(|limit| limit.is_min && limit.is_within_parent());
    limits.filter_map(|limit| changed(offers, group, limit)).max().unwrap_or(0)
}

/// The largest number of a group that is chosen; none if there is no limit.
fn most(offers: &FleetOffers, group: &CatalogueEntry) -> Option<u32> {
    let limits = group.limits.iter().filter(|limit| !limit.is_min && limit.is_within_parent());
    limits.filter_map(|limit| changed(offers, group, limit)).min()
}

/// In Battlefleets that never offer the first option, the first of those that they offer is always taken.
fn stand_in(options: &mut [UnitOption]) {
    let Some(first) = options.first() else { return };
    let fleets: Vec<String> =
        first.groups.iter().filter(|(_, what)| **what == GroupEffect::Never).map(|(fleet, _)| fleet.clone()).collect();
    for fleet in fleets {
        if let Some(other) = options.iter_mut().find(|option| !option.groups.contains_key(&fleet)) {
            other.groups.insert(fleet, GroupEffect::Always);
        }
    }
}

/// The number of a limit, which may depend on the unit and on its configuration. What depends on the number of models
/// is a number for each model, and what an option changes is not kept.
pub(super) fn changed(offers: &FleetOffers, group: &CatalogueEntry, limit: &EntryLimit) -> Option<u32> {
    let changes = group.modifiers.iter().filter(|change| change.field == limit.id && change.action == "set");
    let mut known = changes.filter(|change| change.when.holds(&|test| offers.knows(test)) == Some(true));
    known.next_back().map_or(limit.value, Modifier::count)
}
