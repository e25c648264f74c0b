//! Numbers and points in words, as far as they are known. `at_least` is the least that an unknown number may be.

/// A number in a cell or beside a bar: `985`, `at least 985`, `?`.
#[must_use]
pub fn known(number: Option<i64>, at_least: Option<i64>) -> String {
    match (number, at_least) {
        (Some(number), _) => number.to_string(),
        (None, Some(least)) => format!("at least {least}"),
        (None, None) => "?".to_owned(),
    }
}

/// Points in a sentence: `90 points`, `at least 90 points`, `points not known`.
#[must_use]
pub fn points(points: Option<i64>, at_least: Option<i64>) -> String {
    match (points, at_least) {
        (Some(1), _) => "1 point".to_owned(),
        (None, None) => "points not known".to_owned(),
        _ => format!("{} points", known(points, at_least)),
    }
}

/// The points of a list and its maximum: `985 of 1000 points`, `points not known, of 1000`, `985 points, MFV not known`.
#[must_use]
pub fn points_of(known_points: Option<i64>, at_least: Option<i64>, mfv: Option<u32>) -> String {
    let Some(mfv) = mfv else { return format!("{}, MFV not known", points(known_points, at_least)) };
    match (known_points, at_least) {
        (None, None) => format!("points not known, of {mfv}"),
        _ => format!("{} of {mfv} points", known(known_points, at_least)),
    }
}

/// The difference between a list and its maximum: `15 left`, `at most 15 left`, `40 over`, `at least 40 over`. None if
/// nothing is known of its points, or its maximum is not known.
#[must_use]
pub fn left(points: Option<i64>, at_least: Option<i64>, mfv: Option<u32>) -> Option<String> {
    let left = i64::from(mfv?).saturating_sub(points.or(at_least)?);
    let (bound, word) = if left >= 0 { ("at most ", "left") } else { ("at least ", "over") };
    let bound = if points.is_some() { "" } else { bound };
    Some(format!("{bound}{} {word}", left.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::{known, left, points, points_of};

    #[test]
    fn numbers_are_said_as_far_as_they_are_known() {
        let said = |number, least| (known(number, least), points(number, least), points_of(number, least, Some(500)));
        let words = |one: &str, two: &str, three: &str| (one.to_owned(), two.to_owned(), three.to_owned());
        assert_eq!(said(Some(90), None), words("90", "90 points", "90 of 500 points"));
        assert_eq!(said(Some(1), None), words("1", "1 point", "1 of 500 points"));
        assert_eq!(said(None, Some(90)), words("at least 90", "at least 90 points", "at least 90 of 500 points"));
        assert_eq!(said(None, None), words("?", "points not known", "points not known, of 500"));
        assert_eq!(points_of(Some(90), None, None), "90 points, MFV not known");
    }

    #[test]
    fn what_is_left_is_only_as_certain_as_the_points() {
        assert_eq!(left(Some(485), None, Some(500)).as_deref(), Some("15 left"));
        assert_eq!(left(Some(500), None, Some(500)).as_deref(), Some("0 left"));
        assert_eq!(left(Some(540), None, Some(500)).as_deref(), Some("40 over"));
        assert_eq!(left(None, Some(485), Some(500)).as_deref(), Some("at most 15 left"));
        assert_eq!(left(None, Some(540), Some(500)).as_deref(), Some("at least 40 over"));
        assert_eq!(left(None, None, Some(500)), None);
        assert_eq!(left(Some(485), None, None), None);
    }
}
