//! Reads which units may be attached to which others.

use indexmap::IndexMap;
use muster_engine::catalogue::{Attachment, FieldingWay, TraitValue, Unit, UnitOption};
use muster_engine::selector::{Selector, SelectorTest};
use muster_exchange::battlescribe::walk::all_options;

use super::effects::asks;
use super::reader::FactionReader;
use crate::condition::ConditionTest;
use crate::entry::{CatalogueEntry, EntryCategory, Modifier};
use crate::notice::NoticeKind;
use crate::recipe::Traits;

/// A unit with the item that it is made of.
pub(super) struct FleetDraft<'f> {
    pub item: &'f CatalogueEntry,
    pub unit: Unit,
}

/// A unit that others may join, and on what that depends.
struct AttachmentHost {
    unit: String,
    /// Traits of one of its options. Others may join it only without these, or only with them (`true`).
    only: Option<(bool, Traits)>,
}

/// Gives each unit of the shared group of attachments the units that it may join.
pub(super) fn attachments(reader: &mut FactionReader, drafts: &mut [FleetDraft]) {
    let recipe = reader.recipe;
    let is_group = |child: &&CatalogueEntry| child.is_group() && recipe.attachments.0.is_match(&child.name);
    let mut hosts: IndexMap<String, Vec<AttachmentHost>> = IndexMap::new();
    for draft in drafts.iter() {
        let others = with_options(draft);
        for link in draft.item.children.iter().filter(is_group).flat_map(|group| &group.children) {
            let joins = reader.may_join(link, draft.item);
            let unlike: Vec<bool> = others.iter().map(|(other, _)| reader.may_join(link, other) != joins).collect();
            let mut changing = others.iter().zip(&unlike).filter(|(_, unlike)| **unlike).map(|((_, traits), _)| traits);
            let only = changing.next().map(|traits| (!joins, traits.clone()));
            if changing.next().is_some() {
                let message = "several of its options change whether this may join";
                reader.notices.add(NoticeKind::Unknown, draft.item.link_line, &link.name, message);
            }
            if joins || only.is_some() {
                hosts
                    .entry(link.id().to_owned())
                    .or_default()
                    .push(AttachmentHost { unit: draft.unit.id.clone(), only });
            }
        }
    }
    for draft in drafts {
        let Some(to) = hosts.shift_remove(draft.item.id()) else { continue };
        let (some, all): (Vec<AttachmentHost>, Vec<AttachmentHost>) =
            to.into_iter().partition(|host| host.only.is_some());
        if !all.is_empty() {
            draft.unit.attaches.push(joins(all.into_iter().map(|host| host.unit).collect(), None));
        }
        let mut alike: Vec<((bool, Traits), Vec<String>)> = Vec::new();
        for host in some {
            let Some(only) = host.only else { continue };
            match alike.iter_mut().find(|(known, _)| *known == only) {
                Some((_, units)) => units.push(host.unit),
                None => alike.push((only, vec![host.unit])),
            }
        }
        for ((is_needed, traits), units) in alike {
            let mut attachment = joins(units, None);
            let tests = traits
                .iter()
                .map(|(name, value)| SelectorTest::values(name, value.words().map(str::to_owned).collect()));
            if is_needed {
                attachment.to.0.extend(tests);
            } else {
                attachment.to.0.push(SelectorTest::Not(vec![Selector(tests.collect())]));
            }
            draft.unit.attaches.push(attachment);
        }
        draft.unit.only = draft.unit.slots.is_empty().then_some(FieldingWay::Attached);
    }
    for (id, _) in hosts {
        let name = reader.name_of(&id).to_owned();
        reader.notices.add(NoticeKind::Unknown, 0, &name, "may be attached, but is no unit");
    }
}

/// The unit as it is with each of its options that change its categories, and the traits that the option gives.
fn with_options(draft: &FleetDraft) -> Vec<(CatalogueEntry, Traits)> {
    fn find<'i>(item: &'i CatalogueEntry, option: &UnitOption) -> Option<&'i CatalogueEntry> {
        let is_it = item.ids.iter().any(|id| option.entries.contains(id));
        if is_it { Some(item) } else { item.children.iter().find_map(|child| find(child, option)) }
    }
    // A selector asks for any of several values, so only those count that the unit does not have without the option.
    let new = |name: &str, value: &TraitValue| {
        let own = draft.unit.traits.get(name);
        let words = value.words().filter(|word| !own.is_some_and(|own| own.words().any(|known| known == *word)));
        let mut words: Vec<String> = words.map(str::to_owned).collect();
        match words.len() {
            0 => None,
            1 => words.pop().map(TraitValue::One),
            _ => Some(TraitValue::Many(words)),
        }
    };
    let changed = |option: &&UnitOption| {
        let item = find(draft.item, option)?;
        let of_unit = draft.item.modifiers.iter().filter(|change| asks(change, item));
        let changes = item.modifiers.iter().chain(of_unit).filter(|change| change.field == "category");
        let mut with = draft.item.without_children();
        for change in changes {
            match change.action.as_str() {
                "add" => with.categories.push(EntryCategory { id: change.value.clone(), is_primary: false }),
                "remove" => with.categories.retain(|category| category.id != change.value),
                _ => {}
            }
        }
        Some((with, option.traits.iter().filter_map(|(name, value)| Some((name.clone(), new(name, value)?))).collect()))
    };
    let all = all_options(&draft.unit);
    all.iter().filter(|option| !option.traits.is_empty()).filter_map(changed).collect()
}

/// The attachment to units of these ids, of at most `max` models.
pub(super) fn joins(mut to: Vec<String>, max: Option<u32>) -> Attachment {
    to.sort();
    to.dedup();
    Attachment { to: Selector(vec![SelectorTest::values("unit", to)]), models: None, nations: None, max }
}

impl FactionReader<'_> {
    /// Whether a link of the shared group is shown on a unit.
    fn may_join(&mut self, link: &CatalogueEntry, host: &CatalogueEntry) -> bool {
        let mut is_hidden = link.is_hidden;
        for change in link.modifiers.iter().filter(|change| change.field == "hidden" && change.action == "set") {
            let known = |test: &ConditionTest| if self.is_of_fleet(test) { None } else { host_test(host, test) };
            match change.when.holds(&known) {
                Some(true) => is_hidden = change.value == "true",
                Some(false) => {}
                // What it may join in one Battlefleet, it may join.
                None if self.asks_fleet(change) && change.value == "false" => {
                    is_hidden &= change.when.tests().iter().all(|test| self.is_of_fleet(test));
                }
                // Where the unit itself may stand is no matter of its hosts.
                None if self.asks_fleet(change) => {}
                None => {
                    let message = format!("{} joins under a condition that depends on the list", link.name);
                    self.notices.add(NoticeKind::Unknown, link.link_line, &host.name, message);
                }
            }
        }
        !is_hidden
    }

    /// Whether a change depends on the Battlefleet.
    pub(super) fn asks_fleet(&self, change: &Modifier) -> bool {
        change.when.tests().iter().any(|test| self.is_of_fleet(test))
    }
}

/// What is known of a test on what joins a unit.
fn host_test(host: &CatalogueEntry, test: &ConditionTest) -> Option<bool> {
    let is = || host.ids.contains(&test.child) || host.categories.iter().any(|category| category.id == test.child);
    match (test.scope.as_str(), test.kind.as_str()) {
        ("parent" | "ancestor" | "root-entry" | "unit", "instanceOf") => Some(is()),
        ("parent" | "ancestor" | "root-entry" | "unit", "notInstanceOf") => Some(!is()),
        _ => None,
    }
}
