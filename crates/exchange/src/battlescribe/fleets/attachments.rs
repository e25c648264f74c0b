//! Reads which units may be attached to which others.

use indexmap::IndexMap;
use muster_engine::catalogue::{Attachment, Only, Unit};
use muster_engine::selector::{Selector, Test as Wanted};

use super::condition::Test;
use super::item::{Change, Item, ItemKind};
use super::reader::Reader;
use crate::battlescribe::notice::Kind;

/// A unit with the item that it is made of.
pub(super) struct Draft<'f> {
    pub item: &'f Item,
    pub unit: Unit,
}

/// Gives each unit of the shared group of attachments the units that it may join.
pub(super) fn attachments(reader: &mut Reader, drafts: &mut [Draft]) {
    let recipe = reader.recipe;
    let is_group = |child: &&Item| child.kind == ItemKind::Group && recipe.attachments.0.is_match(&child.name);
    let mut hosts: IndexMap<String, Vec<String>> = IndexMap::new();
    for draft in drafts.iter() {
        for link in draft.item.children.iter().filter(is_group).flat_map(|group| &group.children) {
            if reader.may_join(link, draft.item) {
                hosts.entry(link.id().to_owned()).or_default().push(draft.unit.id.clone());
            }
        }
    }
    for draft in drafts {
        let Some(to) = hosts.shift_remove(draft.item.id()) else { continue };
        draft.unit.attaches.push(joins(to, None));
        draft.unit.only = draft.unit.slots.is_empty().then_some(Only::Attached);
    }
    for (id, _) in hosts {
        let name = reader.name_of(&id).to_owned();
        reader.notices.add(Kind::Unknown, 0, &name, "may be attached, but is no unit");
    }
}

/// The attachment to units of these ids, of at most `max` models.
pub(super) fn joins(mut to: Vec<String>, max: Option<u32>) -> Attachment {
    to.sort();
    to.dedup();
    Attachment { to: Selector(vec![Wanted::values("unit", to)]), models: None, nations: None, max }
}

impl Reader<'_> {
    /// Whether a link of the shared group is shown on a unit.
    fn may_join(&mut self, link: &Item, host: &Item) -> bool {
        let mut is_hidden = link.is_hidden;
        for change in link.changes.iter().filter(|change| change.field == "hidden" && change.action == "set") {
            let known = |test: &Test| if self.is_of_fleet(test) { None } else { host_test(host, test) };
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
                    self.notices.add(Kind::Unknown, link.line, &host.name, message);
                }
            }
        }
        !is_hidden
    }

    /// Whether a change depends on the Battlefleet.
    pub(super) fn asks_fleet(&self, change: &Change) -> bool {
        change.when.tests().iter().any(|test| self.is_of_fleet(test))
    }
}

/// What is known of a test on what joins a unit.
fn host_test(host: &Item, test: &Test) -> Option<bool> {
    let is = || host.ids.contains(&test.child) || host.categories.iter().any(|category| category.id == test.child);
    match (test.scope.as_str(), test.kind.as_str()) {
        ("parent" | "ancestor" | "root-entry" | "unit", "instanceOf") => Some(is()),
        ("parent" | "ancestor" | "root-entry" | "unit", "notInstanceOf") => Some(!is()),
        _ => None,
    }
}
