//! Exact fractions, and numbers of which only bounds are known.

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fraction(pub i128, pub i128);

impl Fraction {
    pub(super) fn whole(number: i64) -> Self {
        Self(number.into(), 1)
    }

    pub(super) fn at_most(self, other: Self) -> bool {
        self.0 * other.1 <= other.0 * self.1
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    pub(super) fn times(self, other: Self) -> Self {
        Self(self.0 * other.0, self.1 * other.1)
    }

    pub(super) fn floor(self) -> i64 {
        i64::try_from(self.0.div_euclid(self.1)).unwrap_or(i64::MAX)
    }

    pub(super) fn ceiling(self) -> i64 {
        -Self(-self.0, self.1).floor()
    }
}

/// A number, or its known bounds: at least `least`, and at most `most` if there is a maximum.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundedNumber {
    pub least: Fraction,
    pub most: Option<Fraction>,
}

impl BoundedNumber {
    pub(super) fn sure(number: i64) -> Self {
        Self { least: Fraction::whole(number), most: Some(Fraction::whole(number)) }
    }

    pub(super) fn unknown() -> Self {
        Self { least: Fraction::whole(0), most: None }
    }

    /// At least `sure`, and at most `perhaps` more.
    pub(super) fn between(sure: usize, perhaps: usize) -> Self {
        let whole = |number: usize| Fraction::whole(i64::try_from(number).unwrap_or(i64::MAX));
        Self { least: whole(sure), most: Some(whole(sure + perhaps)) }
    }

    /// The bounds of a number that may or may not count: from zero to this.
    pub(super) fn perhaps(self) -> Self {
        let nothing = Fraction::whole(0);
        Self {
            least: if self.least.at_most(nothing) { self.least } else { nothing },
            most: self.most.map(|most| if most.at_most(nothing) { nothing } else { most }),
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            least: self.least.plus(other.least),
            most: self.most.zip(other.most).map(|(one, other)| one.plus(other)),
        }
    }

    /// The product of two numbers of at least zero. Zero times a number without a known maximum is zero.
    pub(super) fn product(self, other: Self) -> Self {
        let is_zero = |number: Self| number.most.is_some_and(|most| most.0 == 0);
        let most = match self.most.zip(other.most) {
            Some((one, other)) => Some(one.times(other)),
            None => (is_zero(self) || is_zero(other)).then(|| Fraction::whole(0)),
        };
        Self { least: self.least.times(other.least), most }
    }

    pub(super) fn map(self, change: impl Fn(Fraction) -> Fraction) -> Self {
        Self { least: change(self.least), most: self.most.map(&change) }
    }

    pub(super) fn is_sure(self) -> bool {
        self.most.is_some_and(|most| most.at_most(self.least))
    }
}
