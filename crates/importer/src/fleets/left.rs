//! Tells which changes of a unit with linked parts are not kept, because they depend on what else is taken.

use super::effects::asks;
use super::reader::FactionReader;
use crate::entry::{CatalogueEntry, Modifier};
use crate::notice::NoticeKind;

impl FactionReader<'_> {
    /// Notices on the changes inside a unit that nothing reads.
    pub(super) fn left_over(&mut self, unit: &CatalogueEntry, item: &CatalogueEntry) {
        let lost: Vec<&Modifier> = item.modifiers.iter().filter(|change| !self.is_kept(unit, item, change)).collect();
        for change in lost {
            let (action, value, field) = (&change.action, &change.value, self.name_of(&change.field));
            let field = if field.is_empty() { limit_name(item, change) } else { field };
            let asked: Vec<&str> = change.when.tests().iter().map(|test| self.name_of(&test.child)).collect();
            let asked = asked.join(", ");
            let message = format!("on {}: {action} {field} {value:?} with {asked}, which is not kept", unit.name);
            self.notices.add(NoticeKind::Unknown, item.link_line, &item.name, message);
        }
        for child in &item.children {
            let is_attached = child.is_group() && self.recipe.attachments.0.is_match(&child.name);
            if !is_attached {
                self.left_over(unit, child);
            }
        }
    }

    /// Whether another part of the importer reads a change, or the change says nothing about a list.
    fn is_kept(&self, unit: &CatalogueEntry, item: &CatalogueEntry, change: &Modifier) -> bool {
        // The unit's own changes are about Battlefleets.
        let is_unit = std::ptr::eq(unit, item);
        let is_price = change.field == self.recipe.points;
        let has_limit = item.limits.iter().any(|limit| limit.id == change.field);
        // Options bar each other, come with others, or are always there in a Battlefleet.
        let is_read = || {
            change.value == "0" && !is_price
                || self.comes_with(item).is_some()
                || change.when.tests().iter().all(|test| self.is_of_fleet(test))
        };
        is_unit
            || matches!(change.field.as_str(), "category" | "hidden" | "name")
            || change.repeat.is_some()
            || asks(change, item)
            || has_limit && is_read()
    }
}

fn limit_name(item: &CatalogueEntry, change: &Modifier) -> &'static str {
    match item.limits.iter().find(|limit| limit.id == change.field) {
        Some(limit) if limit.is_min => "the least number",
        Some(_) => "the largest number",
        None => "something",
    }
}
