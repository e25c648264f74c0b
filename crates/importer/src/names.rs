//! Finds units by any of their names while their forms are joined.

use std::cell::LazyCell;

use muster_engine::slug::slug;

use super::model::EntryReader;
use super::unit::UnitDraft;

/// Units by all their names.
pub(super) struct UnitNames(Vec<(String, Vec<String>)>);

impl UnitNames {
    pub(super) fn new(drafts: &[UnitDraft]) -> Self {
        // Only plain units: a named squadron may have the name of a ship in it.
        let plain = drafts.iter().filter(|draft| draft.unit.members.is_empty());
        Self(plain.map(|draft| (draft.unit.id.clone(), ids_of(draft))).collect())
    }

    /// The id of the unit with this name.
    pub(super) fn find(&self, name: &str, reader: &EntryReader<'_>) -> Option<String> {
        let mended = reader.spelling.tidy(name);
        let short = reader.recipe.names.model.find(&mended).map(slug);
        [Some(slug(&mended)), short].into_iter().flatten().find_map(|wanted| {
            let exact = self.0.iter().find(|(id, _)| *id == wanted);
            exact.or_else(|| self.0.iter().find(|(_, ids)| ids.contains(&wanted))).map(|(id, _)| id.clone())
        })
    }
}

fn ids_of(draft: &UnitDraft) -> Vec<String> {
    let unit = &draft.unit;
    [unit.name.clone()].iter().chain(&unit.aliases).chain(&draft.bearers).map(|name| slug(name)).collect()
}

/// The unit with this name or with one of these models.
pub(super) fn find<'d>(drafts: &'d mut [UnitDraft], name: &str, bearers: &[String]) -> Option<&'d mut UnitDraft> {
    let wanted: Vec<String> = std::iter::once(name).chain(bearers.iter().map(String::as_str)).map(slug).collect();
    // Slugs of all names of all units, computed only if no id matches exactly.
    let ids = LazyCell::new(|| {
        let plain = drafts.iter().enumerate().filter(|(_, draft)| draft.unit.members.is_empty());
        plain.map(|(at, draft)| (at, ids_of(draft))).collect::<Vec<_>>()
    });
    let at = wanted.iter().find_map(|wanted| {
        let exact = drafts.iter().position(|draft| draft.unit.id == *wanted);
        exact.or_else(|| ids.iter().find(|(_, ids)| ids.contains(wanted)).map(|(at, _)| *at))
    })?;
    drafts.get_mut(at)
}
