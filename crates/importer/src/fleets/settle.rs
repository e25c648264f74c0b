//! Makes the changes that hold for a unit wherever it stands, so that only those remain that depend on the list.

use super::reader::FactionReader;
use super::recipe::LinkWords;
use crate::condition::{ChangeCondition, ConditionTest};
use crate::entry::{
    CatalogueEntry, EntryCategory, EntryLimit, EntryProfile, EntryRule, ForceType, Modifier, thousandths,
};

/// What is known of an item when something inside it asks.
struct Level {
    ids: Vec<String>,
    categories: Vec<String>,
    is_group: bool,
}

/// The items around something, outermost first, and the Battlefleets in which the unit may stand.
struct ItemSurroundings<'a> {
    levels: Vec<Level>,
    forces: Vec<&'a ForceType>,
    linked: &'a LinkWords,
}

impl FactionReader<'_> {
    /// A unit after all changes that hold in each of its Battlefleets. `fleets` are the ids of these Battlefleets.
    pub(super) fn settled(&self, item: &CatalogueEntry, fleets: &[&String], linked: &LinkWords) -> CatalogueEntry {
        let is_there = |force: &&ForceType| fleets.contains(&&super::slots::fleet_id(force));
        let forces = self.faction.forces.iter().filter(is_there).collect();
        self.settle(item, &mut ItemSurroundings { levels: Vec::new(), forces, linked })
    }

    fn settle(&self, item: &CatalogueEntry, around: &mut ItemSurroundings) -> CatalogueEntry {
        let mut settled = item.without_children();
        let ids = settled.ids.clone();
        around.levels.push(Level { ids, categories: Vec::new(), is_group: settled.is_group() });
        let above = around.levels.len() - 1;
        // What it is comes first, because other changes ask for it.
        let (what, others): (Vec<Modifier>, Vec<Modifier>) =
            std::mem::take(&mut settled.modifiers).into_iter().partition(|change| change.field == "category");
        for change in what.into_iter().chain(others) {
            let own = &mut around.levels[above].categories;
            own.clear();
            own.extend(settled.categories.iter().map(|category| category.id.clone()));
            let holds = self.holds(around, above, &change.when);
            let is_made = holds == Some(true) && change.repeat.is_none() && self.make(&mut settled, &change);
            if !is_made && holds != Some(false) {
                settled.modifiers.push(change);
            }
        }
        let own = settled.categories.iter().map(|category| category.id.clone());
        around.levels[above].categories = own.collect();
        strictest(&mut settled);
        for profile in &mut settled.profiles {
            self.settle_profile(profile, around);
        }
        self.settle_arcs(&mut settled, around.linked);
        for rule in &mut settled.rules {
            self.settle_rule(rule, around);
        }
        settled.children = item.children.iter().map(|child| self.settle(child, around)).collect();
        around.levels.pop();
        settled
    }

    /// Makes a change. False if nothing is known of what it changes.
    fn make(&self, item: &mut CatalogueEntry, change: &Modifier) -> bool {
        let (action, field) = (change.action.as_str(), change.field.as_str());
        match (action, field) {
            ("set", "hidden") => item.is_hidden = change.value == "true",
            ("set", "name") => item.name.clone_from(&change.value),
            ("append", "name") => item.name = format!("{} {}", item.name, change.value),
            ("add", "category") => item.categories.push(EntryCategory { id: change.value.clone(), is_primary: false }),
            ("remove", "category") => item.categories.retain(|category| category.id != change.value),
            ("set" | "increment" | "decrement", _) if self.is_cost(field) => {
                let Some(value) = thousandths(&change.value) else { return false };
                let before = item.cost(field).unwrap_or(0);
                item.costs.retain(|(id, _)| id != field);
                item.costs.push((field.to_owned(), counted(action, before, value)));
            }
            ("set" | "increment" | "decrement", _) if item.limits.iter().any(|limit| limit.id == field) => {
                let Some(value) = change.number().map(i64::from) else { return false };
                for limit in item.limits.iter_mut().filter(|limit| limit.id == field) {
                    let before = limit.value.map_or(0, i64::from);
                    limit.value = u32::try_from(counted(action, before, value)).ok();
                }
            }
            _ => return false,
        }
        true
    }

    fn is_cost(&self, field: &str) -> bool {
        field == self.recipe.points || self.recipe.costs.contains_key(field)
    }

    fn settle_profile(&self, profile: &mut EntryProfile, around: &ItemSurroundings) {
        for change in std::mem::take(&mut profile.modifiers) {
            if change.action == "append" && around.linked.places.0.is_match(&change.value) {
                continue;
            }
            let column = self.name_of(&change.field);
            match self.holds(around, around.levels.len(), &change.when) {
                Some(false) => {}
                Some(true) => match (change.action.as_str(), change.field.as_str()) {
                    ("set", "name") => profile.name.clone_from(&change.value),
                    ("set", "hidden") => profile.is_hidden = change.value == "true",
                    ("set", _) if profile.values.contains_key(column) => {
                        profile.values[column].clone_from(&change.value);
                    }
                    _ => profile.modifiers.push(change),
                },
                None => profile.modifiers.push(change),
            }
        }
    }

    /// A weapon without an arc has that of a category of its entry.
    fn settle_arcs(&self, item: &mut CatalogueEntry, linked: &LinkWords) {
        let names = item.categories.iter().rev().map(|category| self.name_of(&category.id));
        let Some(arc) = names.into_iter().find(|name| linked.arcs.0.is_match(name)) else { return };
        let weapons = &self.recipe.weapons;
        for profile in item.profiles.iter_mut().filter(|profile| profile.kind == weapons.profile) {
            if let Some(value) = profile.values.get_mut(&weapons.arc).filter(|value| matches!(value.as_str(), "" | "-"))
            {
                arc.clone_into(value);
            }
        }
    }

    /// What depends on the list is left as it is at first.
    fn settle_rule(&self, rule: &mut EntryRule, around: &ItemSurroundings) {
        for change in std::mem::take(&mut rule.modifiers) {
            if self.holds(around, around.levels.len(), &change.when) != Some(true) {
                continue;
            }
            match (change.action.as_str(), change.field.as_str()) {
                ("set", "hidden") => rule.is_hidden = change.value == "true",
                ("set", "name") => rule.name.clone_from(&change.value),
                ("append", "name") => {
                    let name = plain_name(&rule.name, around.linked);
                    // Some append the figure, others the whole name with it.
                    let is_whole = change.value.starts_with(&name);
                    rule.name = if is_whole { change.value } else { format!("{name} {}", change.value) };
                }
                _ => {}
            }
        }
        let edition = around.linked.edition.0.replace(&rule.name, "");
        rule.name = edition.trim().to_owned();
    }

    /// What is known of a condition of something that has `above` levels above it, if it is the same in all Battlefleets
    /// of the unit.
    fn holds(&self, around: &ItemSurroundings, above: usize, when: &ChangeCondition) -> Option<bool> {
        let mut known =
            around.forces.iter().map(|force| when.holds(&|test| self.there(around, above, Some(force), test)));
        match known.next() {
            Some(first) => first.filter(|_| known.all(|other| other == first)),
            None => when.holds(&|test| self.there(around, above, None, test)),
        }
    }

    /// What is known of a test in a Battlefleet.
    fn there(
        &self,
        around: &ItemSurroundings,
        above: usize,
        force: Option<&ForceType>,
        test: &ConditionTest,
    ) -> Option<bool> {
        if self.faction.forces.iter().any(|force| force.id == test.child) {
            let is_instance = test.kind.ends_with("nstanceOf");
            let asks = test.asks_for().filter(|_| is_instance || test.scope != "roster")?;
            return force.map(|force| (force.id == test.child) == asks);
        }
        let levels = &around.levels[..above];
        let levels = match test.scope.as_str() {
            "ancestor" => levels,
            // Groups are no parents of their own: what a group is in is the parent too.
            "parent" => &levels[levels.iter().rposition(|level| !level.is_group).unwrap_or(0)..],
            "self" => around.levels.get(around.levels.len().checked_sub(1)?..)?,
            "unit" | "root-entry" => around.levels.get(..1)?,
            id => {
                let place = around.levels.iter().position(|level| level.ids.iter().any(|known| known == id))?;
                &around.levels[place..=place]
            }
        };
        let is = levels.iter().any(|level| level.ids.contains(&test.child) || level.categories.contains(&test.child));
        match test.kind.as_str() {
            "instanceOf" => Some(is),
            "notInstanceOf" => Some(!is),
            _ => None,
        }
    }
}

/// The name of a shared special rule without what stands for its edition and its figure.
fn plain_name(name: &str, linked: &LinkWords) -> String {
    linked.edition.0.replace(name, "").replace(&linked.figure, "").trim().to_owned()
}

fn counted(action: &str, before: i64, value: i64) -> i64 {
    match action {
        "increment" => before.saturating_add(value),
        "decrement" => before.saturating_sub(value),
        _ => value,
    }
}

/// Of the limits of an entry and of the links to it, the strictest ones count.
fn strictest(item: &mut CatalogueEntry) {
    for is_min in [true, false] {
        let (limits, others): (Vec<EntryLimit>, Vec<EntryLimit>) = std::mem::take(&mut item.limits)
            .into_iter()
            .partition(|limit| limit.is_min == is_min && limit.is_within_parent());
        item.limits = others;
        let value = limits.iter().filter_map(|limit| limit.value);
        let value = if is_min { value.max() } else { value.min() };
        let is_changed = |limit: &&EntryLimit| item.modifiers.iter().any(|change| change.field == limit.id);
        let kept = limits.iter().find(is_changed).or(limits.first());
        item.limits.extend(kept.map(|limit| EntryLimit { value, ..limit.clone() }));
    }
}
