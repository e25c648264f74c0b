//! Pseudo-random numbers that are the same in each run.

use std::ops::Range;

/// A die with any number of sides (`SplitMix64`). The seed decides all its numbers.
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// A number from 0 to `below` - 1; 0 if `below` is 0.
    pub fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % below.max(1) as u64).unwrap_or_default()
    }

    /// One of these; none if there are none.
    pub fn one<'v, T>(&mut self, of: &'v [T]) -> Option<&'v T> {
        of.get(self.roll(of.len()))
    }

    /// A random range within this many bytes.
    pub fn part(&mut self, length: usize) -> Range<usize> {
        let start = self.roll(length);
        let most = if self.roll(4) == 0 { length } else { 20 };
        start..(start + 1 + self.roll(most)).min(length)
    }
}
