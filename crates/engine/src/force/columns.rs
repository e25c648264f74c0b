//! The traits of many squadrons or model sets as a table with a column for each trait value. With it, a selector is
//! tested on 64 of them in one step.

#![expect(
    clippy::indexing_slicing,
    reason = "each thing lies in one of the blocks, and no trait value is beyond the capacity"
)]

use crate::ready::bits::{Bits, CAPACITY};

/// The number of things in a block: a column has one bit for each, in one machine word.
pub(crate) const BLOCK: usize = u64::BITS as usize;

/// For each block of 64 things and each trait value, which of them have it, one bit for each.
#[derive(Clone, Default)]
pub(crate) struct TraitColumns {
    has: Vec<[u64; CAPACITY]>,
    /// The same for traits that a thing may have. It is empty if every trait is known, as in nearly every list.
    may_have: Vec<[u64; CAPACITY]>,
}

impl TraitColumns {
    /// The columns of things with these traits: those that each has, and those that it may have.
    pub(crate) fn new<'t>(traits: impl ExactSizeIterator<Item = (&'t Bits, &'t Bits)>) -> Self {
        let none = || vec![[0; CAPACITY]; traits.len().div_ceil(BLOCK)];
        let mut columns = Self { has: none(), may_have: Vec::new() };
        let blocks = columns.has.len();
        for (place, (has, may_have)) in traits.enumerate() {
            for bit in has.numbers() {
                columns.has[place / BLOCK][bit] |= 1 << (place % BLOCK);
            }
            if *may_have != Bits::NONE {
                columns.may_have.resize(blocks, [0; CAPACITY]);
                for bit in may_have.numbers() {
                    columns.may_have[place / BLOCK][bit] |= 1 << (place % BLOCK);
                }
            }
        }
        columns
    }

    /// Those of a block that have one of these trait values, one bit for each.
    pub(crate) fn have(&self, block: usize, bits: &Bits) -> u64 {
        any(&self.has[block], bits)
    }

    /// Those of a block that may have one of these trait values.
    pub(crate) fn may_have(&self, block: usize, bits: &Bits) -> u64 {
        self.may_have.get(block).map_or(0, |columns| any(columns, bits))
    }
}

fn any(columns: &[u64; CAPACITY], bits: &Bits) -> u64 {
    bits.numbers().fold(0, |all, bit| all | columns[bit])
}
