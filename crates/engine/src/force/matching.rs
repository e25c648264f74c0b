//! Tests a selector on many squadrons or model sets of a force.

use std::ops::Range;

use crate::force::columns::{BLOCK, TraitColumns};
use crate::force::whole::Force;
use crate::ready::bits::{Bits, ones};
use crate::ready::matcher::{Match, Matcher, Matches, SubjectBlock};

/// A block of things of a force.
struct ForceBlock<'s, 'a, F> {
    force: &'s Force<'a>,
    columns: &'s TraitColumns,
    block: usize,
    /// Gives the squadron to which the thing at a place in the force belongs.
    entry: F,
}

impl<F: Fn(usize) -> usize> SubjectBlock for ForceBlock<'_, '_, F> {
    fn have(&self, bits: &Bits) -> u64 {
        self.columns.have(self.block, bits)
    }

    fn may_have(&self, bits: &Bits) -> u64 {
        self.columns.may_have(self.block, bits)
    }

    fn parent(&self, thing: usize, matcher: &Matcher) -> Match {
        self.force.test_parent((self.entry)(self.block * BLOCK + thing), matcher)
    }

    fn carrier(&self, thing: usize, matcher: &Matcher) -> Match {
        self.force.test_carriers((self.entry)(self.block * BLOCK + thing), matcher)
    }
}

impl<'a> Force<'a> {
    /// Those of these squadrons that match or may match, by their places in `entries`, in rising order.
    pub(crate) fn matching_entries<'s>(
        &'s self,
        entries: Range<usize>,
        matcher: &'s Matcher,
    ) -> impl Iterator<Item = (usize, Match)> + use<'s, 'a> {
        self.matching(&self.entry_columns, entries, matcher, |entry| entry)
    }

    /// Those of these model sets that match or may match, by their places in `sets`, in rising order.
    #[expect(clippy::indexing_slicing, reason = "the places are those of model sets of the force")]
    pub(crate) fn matching_sets<'s>(
        &'s self,
        sets: Range<usize>,
        matcher: &'s Matcher,
    ) -> impl Iterator<Item = (usize, Match)> + use<'s, 'a> {
        self.matching(&self.set_columns, sets, matcher, |set| self.sets[set].entry)
    }

    fn matching<'s, F: Fn(usize) -> usize + Copy + 's>(
        &'s self,
        columns: &'s TraitColumns,
        range: Range<usize>,
        matcher: &'s Matcher,
        entry: F,
    ) -> impl Iterator<Item = (usize, Match)> + use<'s, 'a, F> {
        blocks(range).flat_map(move |(block, within)| {
            let found: Matches = matcher.test_block(&ForceBlock { force: self, columns, block, entry }, within);
            ones(found.possible).map(move |thing| (block * BLOCK + thing, found.of(thing)))
        })
    }
}

/// The blocks in which these places lie, each with the bits of the places.
fn blocks(range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let blocks = if range.is_empty() { 0..0 } else { range.start / BLOCK..range.end.div_ceil(BLOCK) };
    blocks.map(move |block| {
        let first = block * BLOCK;
        let (from, to) = (range.start.saturating_sub(first), (range.end - first).min(BLOCK));
        (block, (u64::MAX << from) & (u64::MAX >> (BLOCK - to)))
    })
}
