//! Values: numbers of which perhaps only a range is known.

/// A number, or the range in which it lies. Both ends are kept in hundredths, so that percentages are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    low: i64,
    /// None if no upper end is known.
    high: Option<i64>,
}

const SCALE: i64 = 100;

impl Value {
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

    /// This value times a number that is not negative.
    #[must_use]
    pub(crate) fn times(self, number: i64) -> Self {
        self.map(|n| n.saturating_mul(number))
    }

    /// The product of two values that are not negative.
    #[must_use]
    pub(crate) fn product(self, other: Self) -> Self {
        let product = |a: i64, b: i64| a.saturating_mul(b) / SCALE;
        Self { low: product(self.low, other.low), high: self.high.zip(other.high).map(|(a, b)| product(a, b)) }
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
    use super::Value;

    #[test]
    fn percentages_are_exact() {
        let max = Value::whole(1001).percent(60);
        assert_eq!(Value::whole(600).at_most(max), Some(true));
        assert_eq!(Value::whole(601).at_most(max), Some(false));
        assert_eq!((max.floor(), max.ceiling()), (600, 601));
    }

    #[test]
    fn the_unknown_breaks_a_ceiling_only_where_the_known_does() {
        let known = Value::whole(700).plus(Value::UNKNOWN);
        assert_eq!(known.at_most(Value::whole(600)), Some(false));
        assert_eq!(known.at_most(Value::whole(800)), None);
        assert_eq!(Value::whole(600).at_most(known), Some(true));
    }

    #[test]
    fn one_for_every_full_step() {
        assert_eq!(Value::whole(1249).per(250), Value::whole(4));
        assert_eq!(Value::whole(1250).per(250), Value::whole(5));
    }
}
