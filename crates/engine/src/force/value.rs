//! Values: numbers of which perhaps only a range is known.

/// A number, or the range in which it lies. Both ends are kept in hundredths, so that percentages are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NumberRange {
    low: i64,
    /// None if no upper end is known.
    high: Option<i64>,
}

const SCALE: i64 = 100;

impl NumberRange {
    /// Exactly 0.
    pub(crate) const ZERO: Self = Self { low: 0, high: Some(0) };
    /// 0 or more.
    pub(crate) const UNKNOWN: Self = Self { low: 0, high: None };

    /// Exactly this whole number.
    #[must_use]
    pub(crate) fn whole(number: i64) -> Self {
        let scaled = number.saturating_mul(SCALE);
        Self { low: scaled, high: Some(scaled) }
    }

    /// Anything from 0 to this whole number.
    #[must_use]
    pub(crate) fn up_to(number: i64) -> Self {
        Self { low: 0, high: Some(number.saturating_mul(SCALE)) }
    }

    /// Whether it is known for certain.
    #[must_use]
    pub(crate) fn is_certain(self) -> bool {
        self.high == Some(self.low)
    }

    /// The lower end, rounded down to a whole number.
    #[must_use]
    pub(crate) fn floor(self) -> i64 {
        self.low.div_euclid(SCALE)
    }

    /// The lower end, rounded up to a whole number.
    #[must_use]
    pub(crate) fn ceiling(self) -> i64 {
        -(-self.low).div_euclid(SCALE)
    }

    /// The whole number itself, if it is known for certain.
    #[must_use]
    pub(crate) fn certain(self) -> Option<i64> {
        self.is_certain().then(|| self.floor())
    }

    /// The sum.
    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            low: self.low.saturating_add(other.low),
            high: self.high.zip(other.high).map(|(a, b)| a.saturating_add(b)),
        }
    }

    /// This value times a number.
    #[must_use]
    pub(crate) fn times(self, number: i64) -> Self {
        self.product(Self::whole(number))
    }

    /// The product of two values.
    #[must_use]
    pub(crate) fn product(self, other: Self) -> Self {
        // An end that is not known counts as the largest number, and a product as large as that is not known either.
        let ends = |value: Self| [value.low, value.high.unwrap_or(i64::MAX)].map(i128::from);
        let products = ends(self).map(|a| ends(other).map(|b| a * b / i128::from(SCALE))).concat();
        let (low, high) =
            products.iter().fold((i128::MAX, i128::MIN), |(low, high), &product| (low.min(product), high.max(product)));
        let largest = i128::from(i64::MAX) / i128::from(SCALE);
        Self {
            low: i64::try_from(low).unwrap_or(if low < 0 { i64::MIN } else { i64::MAX }),
            high: i64::try_from(high).ok().filter(|_| high < largest),
        }
    }

    /// A percentage of this value, exactly. This value must be a whole number.
    #[must_use]
    pub(crate) fn percent(self, percent: u32) -> Self {
        self.map(|n| (n / SCALE).saturating_mul(i64::from(percent)))
    }

    /// One for every full `step`.
    #[must_use]
    pub(crate) fn per(self, step: u32) -> Self {
        let step = i64::from(step.max(1)).saturating_mul(SCALE);
        self.map(|n| n.div_euclid(step).saturating_mul(SCALE))
    }

    /// The smaller of two.
    #[must_use]
    pub(crate) fn smaller(self, other: Self) -> Self {
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { low: self.low.min(other.low), high }
    }

    /// The larger of two.
    #[must_use]
    pub(crate) fn larger(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.zip(other.high).map(|(a, b)| a.max(b)) }
    }

    /// This value, or another if that counts and is smaller.
    #[must_use]
    pub(crate) fn or_less(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), ..self }
    }

    /// The range that has both 0 and this value, for something that may or may not count.
    #[must_use]
    pub(crate) fn perhaps(self) -> Self {
        Self { low: self.low.min(0), high: self.high.map(|h| h.max(0)) }
    }

    /// Both ends, rounded down to whole numbers. The upper one is none if it is unknown.
    #[must_use]
    pub(crate) fn ends(self) -> (i64, Option<i64>) {
        (self.floor(), self.high.map(|h| h.div_euclid(SCALE)))
    }

    /// Whether it is at most `max`; none if that cannot be told.
    #[must_use]
    pub(crate) fn at_most(self, max: Self) -> Option<bool> {
        if max.high.is_some_and(|max| self.low > max) {
            Some(false)
        } else if self.high.is_some_and(|high| high <= max.low) {
            Some(true)
        } else {
            None
        }
    }

    fn map(self, f: impl Fn(i64) -> i64) -> Self {
        Self { low: f(self.low), high: self.high.map(f) }
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberRange, SCALE};

    #[test]
    fn percentages_are_exact() {
        let max = NumberRange::whole(1001).percent(60);
        assert_eq!(NumberRange::whole(600).at_most(max), Some(true));
        assert_eq!(NumberRange::whole(601).at_most(max), Some(false));
        assert_eq!((max.floor(), max.ceiling()), (600, 601));
    }

    #[test]
    fn the_unknown_breaks_a_ceiling_only_where_the_known_does() {
        let known = NumberRange::whole(700).plus(NumberRange::UNKNOWN);
        assert_eq!(known.at_most(NumberRange::whole(600)), Some(false));
        assert_eq!(known.at_most(NumberRange::whole(800)), None);
        assert_eq!(NumberRange::whole(600).at_most(known), Some(true));
    }

    #[test]
    fn a_small_part_of_the_unknown_is_unknown() {
        assert_eq!(NumberRange::UNKNOWN.product(NumberRange::whole(1).percent(1)).ends(), (0, None));
    }

    #[test]
    fn one_for_every_full_step() {
        assert_eq!(NumberRange::whole(1249).per(250), NumberRange::whole(4));
        assert_eq!(NumberRange::whole(1250).per(250), NumberRange::whole(5));
    }

    /// All ranges with ends from -3 to 4, and those without an upper end, each with numbers in it. Without an upper end, some
    /// numbers are enough.
    fn ranges() -> Vec<(NumberRange, Vec<i64>)> {
        let mut ranges = Vec::new();
        for low in -3..=4 {
            for high in low..=4 {
                let value = NumberRange { low: low * SCALE, high: Some(high * SCALE) };
                ranges.push((value, (low..=high).collect()));
            }
            let value = NumberRange { low: low * SCALE, high: None };
            ranges.push((value, [low, low + 1, low + 2, 1_000_000].to_vec()));
        }
        ranges
    }

    fn holds(range: NumberRange, value: NumberRange) -> bool {
        range.low <= value.low && value.high.is_some_and(|high| range.high.is_none_or(|end| high <= end))
    }

    /// Whatever a range turns out to be, the answer about the range has the answer about that number.
    #[test]
    fn answers_about_ranges_hold_for_every_number_in_them() {
        for (one, numbers) in ranges() {
            for &number in &numbers {
                let whole = NumberRange::whole(number);
                for factor in -3..=3 {
                    assert!(holds(one.times(factor), whole.times(factor)), "{one:?} * {factor}");
                }
                for step in 1..=4 {
                    assert!(holds(one.per(step), whole.per(step)), "{one:?} / {step}");
                }
                for percent in [0, 1, 33, 60, 150] {
                    assert!(holds(one.percent(percent), whole.percent(percent)), "{percent}% of {one:?}");
                }
                assert!(holds(one.perhaps(), whole) && holds(one.perhaps(), NumberRange::ZERO), "{one:?}");
                let (least, most) = one.ends();
                assert!(least <= number && most.is_none_or(|most| number <= most), "{one:?}");
                assert_eq!(one.is_certain(), one.certain() == Some(number) && numbers.len() == 1);
                assert!(one.floor() <= number && one.ceiling() <= number);
            }
            for (other, others) in ranges() {
                for (&a, &b) in numbers.iter().flat_map(|a| others.iter().map(move |b| (a, b))) {
                    let (left, right) = (NumberRange::whole(a), NumberRange::whole(b));
                    assert!(holds(one.plus(other), NumberRange::whole(a + b)), "{one:?} + {other:?}");
                    assert!(holds(one.product(other), NumberRange::whole(a * b)), "{one:?} * {other:?}");
                    assert!(holds(one.product(other), left.product(right)), "{one:?} * {other:?}");
                    assert!(holds(one.smaller(other), NumberRange::whole(a.min(b))), "{one:?} or {other:?}");
                    assert!(one.at_most(other).is_none_or(|answer| answer == (a <= b)), "{one:?} <= {other:?}");
                }
                // What holds for all numbers is known.
                let answers = numbers.iter().flat_map(|a| others.iter().map(move |b| a <= b));
                let has_ends = one.high.is_some() && other.high.is_some();
                let (all, any) = answers.fold((true, false), |(all, any), answer| (all && answer, any || answer));
                assert!(!has_ends || (one.at_most(other) == Some(true)) == all, "{one:?} <= {other:?}");
                assert!(!has_ends || (one.at_most(other) == Some(false)) != any, "{one:?} <= {other:?}");
            }
        }
    }
}
