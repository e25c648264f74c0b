//! Reads which units may be attached to which others, where that depends on the Battlefleet.

use muster_engine::catalogue::FieldingWay;
use muster_engine::slug::slug;

use super::attachments::{FleetDraft, joins};
use super::reader::FactionReader;
use super::slots::fleet_id;
use crate::condition::ConditionTest;
use crate::entry::{CatalogueEntry, ForceType};
use crate::notice::NoticeKind;

/// Gives each unit the units that it may join. Groups and their members are shown in some Battlefleets only. A unit may join what it may join in any
/// Battlefleet; rules say in which. A member of a group is the unit itself, or a copy of it with its name.
pub(super) fn joins_in_fleets(reader: &mut FactionReader, drafts: &mut [FleetDraft]) {
    let mut found: Vec<(usize, String)> = Vec::new();
    for host in drafts.iter() {
        let mut groups = Vec::new();
        groups_in(reader, host.item, &mut groups);
        let fleets: Vec<&ForceType> =
            reader.faction.forces.iter().filter(|force| host.unit.slots.contains_key(&fleet_id(force))).collect();
        for (group, member) in groups.iter().flat_map(|group| group.children.iter().map(move |member| (group, member)))
        {
            let is_shown = |force: &&ForceType| {
                ![group, &member].into_iter().any(|item| reader.is_hidden_in(force, item, host.item))
            };
            if !fleets.iter().any(is_shown) {
                continue;
            }
            let is_it = |draft: &FleetDraft| draft.item.id() == member.id();
            let first = |name: &str| slug(name).split('-').next().unwrap_or_default().to_owned();
            let is_copy = |draft: &FleetDraft| first(&draft.item.name) == first(&member.name);
            match drafts.iter().position(is_it).or_else(|| drafts.iter().position(is_copy)) {
                Some(place) => found.push((place, host.unit.id.clone())),
                None => reader.notices.add(
                    NoticeKind::Unknown,
                    member.link_line,
                    &member.name,
                    "may be attached, but is no unit",
                ),
            }
        }
    }
    for (place, draft) in drafts.iter_mut().enumerate() {
        let to: Vec<String> = found.iter().filter(|(of, _)| *of == place).map(|(_, host)| host.clone()).collect();
        if !to.is_empty() {
            draft.unit.attaches.push(joins(to, None));
            draft.unit.only = draft.unit.slots.is_empty().then_some(FieldingWay::Attached);
        }
    }
}

/// The groups of what may be attached in a unit, however deep.
fn groups_in<'i>(reader: &FactionReader, item: &'i CatalogueEntry, groups: &mut Vec<&'i CatalogueEntry>) {
    for child in &item.children {
        if child.is_group() && reader.recipe.attachments.0.is_match(&child.name) {
            groups.push(child);
        } else {
            groups_in(reader, child, groups);
        }
    }
}

impl FactionReader<'_> {
    /// Whether an item inside a unit is hidden in a Battlefleet. What depends on the list is left as it is.
    pub(super) fn is_hidden_in(&self, force: &ForceType, item: &CatalogueEntry, unit: &CatalogueEntry) -> bool {
        self.is_shown_in(force, item, unit) != Some(true)
    }

    /// Whether an item inside a unit is shown in a Battlefleet. None if it is hidden unless something in the list shows it.
    pub(super) fn is_shown_in(&self, force: &ForceType, item: &CatalogueEntry, unit: &CatalogueEntry) -> Option<bool> {
        let known = |test: &ConditionTest| {
            if self.is_of_fleet(test) {
                return self.in_force(force, item, test);
            }
            if !matches!(test.scope.as_str(), "parent" | "ancestor" | "root-entry" | "unit") {
                return None;
            }
            let is = unit.ids.contains(&test.child) || self.has_in(force, unit, &test.child);
            test.asks_for().map(|asks| asks == is)
        };
        let mut is_shown = Some(!item.is_hidden);
        for change in item.modifiers.iter().filter(|change| change.field == "hidden" && change.action == "set") {
            match change.when.holds(&known) {
                Some(true) => is_shown = Some(change.value != "true"),
                None if change.value == "false" && is_shown == Some(false) => is_shown = None,
                _ => {}
            }
        }
        is_shown
    }

    /// Whether a unit has a category in a Battlefleet.
    fn has_in(&self, force: &ForceType, unit: &CatalogueEntry, category: &str) -> bool {
        let mut has = unit.categories.iter().any(|own| own.id == category);
        for change in unit.modifiers.iter().filter(|change| change.field == "category" && change.value == category) {
            if change.when.holds(&|test| self.in_force(force, unit, test)) == Some(true) {
                has = change.action != "remove";
            }
        }
        has
    }
}
