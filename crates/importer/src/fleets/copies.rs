//! How many units of an entry a Battlefleet may have.

use indexmap::IndexMap;

use super::reader::FactionReader;
use super::slots::fleet_id;
use crate::entry::{CatalogueEntry, EntryLimit, ForceType};
use crate::notice::NoticeKind;

impl FactionReader<'_> {
    /// How often a unit may be in some Battlefleets, if not once. `slots` are those in which it may be.
    pub(super) fn copies(&mut self, item: &CatalogueEntry, slots: &IndexMap<String, String>) -> IndexMap<String, u32> {
        let recipe = self.recipe;
        if let Some(linked) = &recipe.linked {
            return self.copies_by_limits(item, slots, linked.unlimited);
        }
        let mut copies = IndexMap::new();
        for limit in item.limits.iter().filter(|limit| !limit.is_min && limit.scope != "roster") {
            for change in item.modifiers.iter().filter(|change| change.field == limit.id && change.action == "set") {
                let number = change.count().unwrap_or(0);
                for force in &self.faction.forces {
                    let holds = change.when.holds(&|test| self.in_force(force, item, test));
                    let is_asked = || change.when.tests().iter().any(|test| test.child == force.id);
                    match holds {
                        Some(true) if number > 1 => {
                            copies.insert(fleet_id(force), number);
                        }
                        // A rule says how many there may be together with others.
                        None if number > 1 && is_asked() => {
                            copies.insert(fleet_id(force), number);
                            let message = format!("{number} in {} only with few of others", force.name);
                            self.notices.add(NoticeKind::Inferred, item.link_line, &item.name, message);
                        }
                        Some(true) => {
                            let message = format!("at most {number} in {}, which is not kept", force.name);
                            self.notices.add(NoticeKind::Unknown, item.link_line, &item.name, message);
                        }
                        Some(false) | None => {}
                    }
                }
            }
        }
        copies.sort_keys();
        copies
    }

    /// The smallest of the unit's limits in each Battlefleet, and of the limits that the Battlefleet sets to a class.
    fn copies_by_limits(
        &mut self,
        item: &CatalogueEntry,
        slots: &IndexMap<String, String>,
        unlimited: u32,
    ) -> IndexMap<String, u32> {
        let mut copies = IndexMap::new();
        for force in self.faction.forces.iter().filter(|force| slots.contains_key(&fleet_id(force))) {
            let limits = item.limits.iter().filter(|limit| !limit.is_min && limit.scope != "roster");
            let own: Vec<u32> = limits.filter_map(|limit| self.most_in(force, item, limit)).collect();
            let of_item = |id: &String| item.categories.iter().any(|category| category.id == *id);
            let of_class = |id: &String| !self.recipe.categories.contains_key(self.name_of(id));
            let classes = force.most.iter().filter(|(id, _)| of_item(id) && of_class(id)).map(|(_, most)| *most);
            let most = own.into_iter().chain(classes).min().unwrap_or(unlimited);
            if most != 1 {
                copies.insert(fleet_id(force), most);
            }
        }
        copies.sort_keys();
        copies
    }

    /// The number of a limit in a Battlefleet; none for no limit. Where it grows with others in the list, a rule says
    /// beside what.
    fn most_in(&mut self, force: &ForceType, item: &CatalogueEntry, limit: &EntryLimit) -> Option<u32> {
        let mut most = limit.value;
        for change in item.modifiers.iter().filter(|change| change.field == limit.id) {
            let value = change.count();
            let changed = match change.action.as_str() {
                "set" => value,
                "increment" => most.zip(value).map(|(most, more)| most.saturating_add(more)),
                "decrement" => most.zip(value).map(|(most, less)| most.saturating_sub(less)),
                _ => continue,
            };
            match change.when.holds(&|test| self.in_force(force, item, test)) {
                Some(true) => most = changed,
                Some(false) => {}
                None => {
                    let message = format!("{} in {} only beside others", changed.unwrap_or(0), force.name);
                    self.notices.add(NoticeKind::Inferred, item.link_line, &item.name, message);
                    most = most.zip(changed).map(|(most, changed)| most.max(changed));
                }
            }
        }
        most
    }
}
