//! Says which group has too many squadrons of one unit.

use crate::force::whole::Force;
use crate::words::phrases::squadrons;

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
    #[expect(
        clippy::indexing_slicing,
        reason = "a fault has the place of a squadron of the force in which it was found"
    )]
    pub(super) fn sentence(&self, force: &Force) -> String {
        let Self { squadron, group, number, max } = *self;
        let unit = force.entries[squadron].found.map_or("", |found| &found.unit.name);
        let group = force.told_group(group);
        let squadrons = squadrons(force.ruleset.declarations(), number);
        format!("{group} has {number} {squadrons} of {unit}, of at most {max}: {} too many", number - max)
    }
}
