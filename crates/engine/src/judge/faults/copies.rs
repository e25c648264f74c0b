//! Groups with too many squadrons of one unit.

use crate::force::whole::Force;
use crate::text::plural::count;

/// A group with too many squadrons of a unit.
#[derive(Clone, Debug)]
pub(crate) struct CopiesFault {
    /// One of them.
    pub squadron: usize,
    /// The place of the group in the list.
    pub group: usize,
    pub number: u32,
    pub max: u32,
}

impl CopiesFault {
    pub(super) fn sentence(&self, force: &Force) -> String {
        let Self { squadron, group, number, max } = *self;
        let unit = force.entries[squadron].found.map_or("", |found| &found.unit.name);
        let stated = &force.list.groups[group];
        let title = force.ruleset.declarations().group_kinds.get(&stated.kind).map_or(&stated.kind, |kind| &kind.title);
        let group = stated.name.as_ref().unwrap_or(title);
        format!(
            "{group} has {number} squadrons of {unit}, of at most {max}: {} too many",
            count(number - max, "squadron")
        )
    }
}
