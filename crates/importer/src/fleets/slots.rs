//! What depends on the Battlefleet in which a unit stands: its slot, how many of it there may be, and what it is there.

use indexmap::IndexMap;
use muster_engine::catalogue::{GroupEffect, PurchaseScope, UnitOption};
use muster_engine::slug::slug;

use super::effects::Effects;
use super::reader::FactionReader;
use crate::condition::ConditionTest;
use crate::entry::{CatalogueEntry, ForceType, Modifier};
use crate::notice::NoticeKind;

/// The name of a Battlefleet without what stands in parentheses.
fn fleet_name(force: &ForceType) -> &str {
    force.name.split('(').next().unwrap_or_default().trim()
}

/// The id of a Battlefleet.
pub(super) fn fleet_id(force: &ForceType) -> String {
    slug(fleet_name(force))
}

impl FactionReader<'_> {
    /// The slot that a category is.
    pub(super) fn slot(&self, name: &str) -> Option<&String> {
        let ends = |end: &str| name == end || name.ends_with(end) && name[..name.len() - end.len()].ends_with(' ');
        self.recipe.slots.iter().find(|(end, _)| ends(end)).map(|(_, slot)| slot)
    }

    /// Whether a test asks which Battlefleet it is.
    pub(super) fn is_of_fleet(&self, test: &ConditionTest) -> bool {
        self.faction.forces.iter().any(|force| force.id == test.child || force.id == test.scope)
    }

    /// What is known of a test on a unit in a Battlefleet, if nothing else is in the list.
    pub(super) fn in_force(&self, force: &ForceType, item: &CatalogueEntry, test: &ConditionTest) -> Option<bool> {
        let forces = &self.faction.forces;
        let is_not = test.kind == "notInstanceOf";
        // The files write the same test in two ways: "the force is X", and "within X there is a force". Some ask
        // whether the whole list has such a force, but mean the one in which the unit stands.
        let asked = [&test.child, &test.scope].into_iter().find_map(|id| forces.iter().find(|force| force.id == **id));
        if let Some(asked) = asked {
            let is_instance = test.kind.ends_with("nstanceOf");
            let counts = self.recipe.linked.is_some() && test.scope != "roster";
            return test.asks_for().filter(|_| is_instance || counts).map(|asks| (asked.id == force.id) == asks);
        }
        match test.scope.as_str() {
            // A unit of its own has nothing above it.
            "ancestor" | "parent" if test.kind.ends_with("nstanceOf") => Some(is_not),
            "self" | "unit" | "parent" | "root-entry" => {
                let has = item.categories.iter().any(|category| category.id == test.child);
                match test.kind.as_str() {
                    "instanceOf" | "notInstanceOf" => Some(has != is_not),
                    // Options are not taken.
                    _ => test.asks_for().map(|asks| !asks),
                }
            }
            _ => None,
        }
    }

    /// The slots that a unit has in each Battlefleet.
    pub(super) fn slots(&mut self, item: &CatalogueEntry) -> IndexMap<String, String> {
        let mut found: IndexMap<String, String> = IndexMap::new();
        for force in &self.faction.forces {
            let Some(id) = self.primary(item, force) else { continue };
            if !force.categories.contains(&id) {
                continue;
            }
            if let Some(slot) = self.slot(self.name_of(&id)) {
                found.insert(fleet_id(force), slot.clone());
            } else {
                let message = format!("{} is no slot", self.name_of(&id));
                self.notices.add(NoticeKind::Unknown, item.link_line, &item.name, message);
            }
        }
        if found.is_empty() && item.categories.iter().any(|category| category.is_primary) {
            self.notices.add(NoticeKind::Missing, item.link_line, &item.name, "no Battlefleet has a slot for it");
        }
        found.sort_keys();
        found
    }

    /// The primary category of a unit in a Battlefleet. None if it is hidden there.
    fn primary(&mut self, item: &CatalogueEntry, force: &ForceType) -> Option<String> {
        let known = |change: &Modifier| change.when.holds(&|test: &ConditionTest| self.in_force(force, item, test));
        let known: Vec<Option<bool>> = item.modifiers.iter().map(known).collect();
        let primaries = || item.categories.iter().rev().filter(|category| category.is_primary);
        // Some have their faction as a second one.
        let slot = primaries().find(|category| self.slot(self.name_of(&category.id)).is_some());
        let mut primary = slot.or_else(|| primaries().next()).map(|category| category.id.clone());
        let mut company = None;
        let mut is_hidden = item.is_hidden;
        for (change, holds) in item.modifiers.iter().zip(known) {
            match (change.action.as_str(), change.field.as_str(), holds) {
                ("set-primary", "category", Some(true)) => primary = Some(change.value.clone()),
                ("set-primary", "category", None) => company = Some(change.value.clone()),
                ("set", "hidden", Some(true)) => is_hidden = change.value == "true",
                ("set", "hidden", None) if change.value == "false" => {
                    is_hidden = false;
                    let message = format!("may be in {} only beside others", force.name);
                    self.notices.add(NoticeKind::Inferred, item.link_line, &item.name, message);
                }
                ("set", "hidden", None) => {
                    let message = format!("hidden in {} under a condition that depends on the list", force.name);
                    self.notices.add(NoticeKind::Unknown, item.link_line, &item.name, message);
                }
                _ => {}
            }
        }
        if is_hidden {
            return None;
        }
        // A rule says what it needs beside it.
        if let Some(company) = company.filter(|company| force.categories.contains(company)) {
            let message = format!("is {} in {} only beside others", self.name_of(&company), force.name);
            self.notices.add(NoticeKind::Inferred, item.link_line, &item.name, message);
            return Some(company);
        }
        primary
    }

    /// The kinds of Battlefleets in which an option of a unit is always taken, or never offered.
    pub(super) fn groups(&self, unit: &CatalogueEntry, option: &CatalogueEntry) -> IndexMap<String, GroupEffect> {
        let mut groups = IndexMap::new();
        for force in &self.faction.forces {
            // What something in the list shows is offered. A rule says beside what.
            if self.recipe.linked.is_some() && self.is_shown_in(force, option, unit) == Some(false) {
                groups.insert(fleet_id(force), GroupEffect::Never);
                continue;
            }
            let holds = |change: &&Modifier| {
                self.asks_fleet(change)
                    && change.when.holds(&|test| self.in_force(force, unit, test)) == Some(true)
                    && change.action == "set"
            };
            for change in option.modifiers.iter().filter(holds) {
                let is_min = option.limit(true).is_some_and(|limit| limit.id == change.field);
                if change.field == "hidden" && change.value == "true" {
                    groups.insert(fleet_id(force), GroupEffect::Never);
                } else if is_min && change.value != "0" {
                    groups.insert(fleet_id(force), GroupEffect::Always);
                }
            }
        }
        groups.sort_keys();
        groups
    }

    /// What a unit gains or loses in some of its Battlefleets, as options that are always taken there and never
    /// elsewhere.
    pub(super) fn by_fleet(&mut self, item: &CatalogueEntry, slots: &IndexMap<String, String>) -> Vec<UnitOption> {
        let mut options = Vec::new();
        for force in self.faction.forces.iter().filter(|force| slots.contains_key(&fleet_id(force))) {
            let mut effects = Effects::default();
            let holds = |change: &&Modifier| {
                self.asks_fleet(change)
                    && change.when.holds(&|test| self.in_force(force, item, test)) == Some(true)
                    && self.is_rules(&change.field)
            };
            let changes: Vec<&Modifier> = item.modifiers.iter().filter(holds).collect();
            let of_profiles = item.profiles.iter().filter(|profile| !profile.is_hidden);
            let of_profiles: Vec<&Modifier> =
                of_profiles.flat_map(|profile| &profile.modifiers).filter(holds).collect();
            for change in changes.into_iter().chain(of_profiles) {
                self.change_rules(item, change, &mut effects);
            }
            if effects.rules.is_empty() && effects.removes.is_empty() {
                continue;
            }
            let groups = slots.keys().map(|fleet| {
                (fleet.clone(), if *fleet == fleet_id(force) { GroupEffect::Always } else { GroupEffect::Never })
            });
            options.push(UnitOption {
                id: format!("in-{}", fleet_id(force)),
                name: format!("In the {}", fleet_name(force)),
                points: Some(0),
                buys: PurchaseScope::Squadron,
                groups: groups.collect(),
                rules: effects.rules,
                removes: effects.removes,
                ..UnitOption::default()
            });
        }
        options
    }
}
