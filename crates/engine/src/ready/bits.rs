//! Small sets of trait values. With them, testing a selector takes only a few machine instructions.

/// The largest number of trait values that the selectors of one ruleset can tell apart.
pub(crate) const CAPACITY: usize = 256;

/// A set of trait values, by their numbers in the ruleset's [`Vocabulary`](crate::ready::vocabulary::Vocabulary).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bits([u64; CAPACITY / 64]);

impl Bits {
    /// The empty set.
    pub const NONE: Self = Self([0; CAPACITY / 64]);

    /// The set of one number.
    pub fn one(bit: usize) -> Self {
        let mut bits = Self::default();
        bits.insert(bit);
        bits
    }

    /// The set of all numbers from 0 up to, but without, `count`.
    pub fn first(count: usize) -> Self {
        (0..count).fold(Self::NONE, |bits, bit| bits.union(&Self::one(bit)))
    }

    /// Adds a number. Ignores numbers from [`CAPACITY`] up, because building a ruleset refuses them.
    pub fn insert(&mut self, bit: usize) {
        if let Some(word) = self.0.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
    }

    /// Whether the number is in the set.
    pub fn contains(&self, bit: usize) -> bool {
        self.0.get(bit / 64).is_some_and(|word| word & (1 << (bit % 64)) != 0)
    }

    /// The numbers in the set, in rising order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(word, bits)| ones(*bits).map(move |bit| word * 64 + bit))
    }

    /// Whether the sets share a number.
    pub fn meets(&self, other: &Self) -> bool {
        // Without a branch per word. This is the innermost step of judging.
        self.0.iter().zip(&other.0).fold(0, |shared, (a, b)| shared | a & b) != 0
    }

    /// All numbers that are in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a | b)
    }

    /// The numbers of this set that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a & !b)
    }

    /// The numbers that are in both sets.
    #[must_use]
    pub fn within(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a & b)
    }

    fn combine(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (a, b) in words.iter_mut().zip(&other.0) {
            *a = f(*a, *b);
        }
        Self(words)
    }
}

/// The places of the ones in a word, from the lowest.
pub(crate) fn ones(word: u64) -> impl Iterator<Item = usize> {
    let rest = |word: &u64| Some(word & (word - 1)).filter(|rest| *rest != 0);
    std::iter::successors(Some(word).filter(|word| *word != 0), rest).map(|word| word.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::Bits;

    fn set(numbers: &[usize]) -> Bits {
        numbers.iter().fold(Bits::NONE, |set, number| set.union(&Bits::one(*number)))
    }

    #[test]
    fn sets_meet_if_they_share_any_number() {
        // The same bit of two words.
        assert!(set(&[3, 67]).meets(&set(&[3, 67])));
        assert!(set(&[3, 255]).meets(&set(&[255])));
        assert!(!set(&[3, 67]).meets(&set(&[4, 131])));
    }

    #[test]
    fn numbers_rise() {
        assert_eq!(set(&[200, 0, 64, 63]).numbers().collect::<Vec<_>>(), [0, 63, 64, 200]);
    }
}
