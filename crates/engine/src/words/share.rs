//! Shares in words: how far limits are used.

use super::number::known;
use crate::shapes::summary::Share;

/// What is counted, with the group that it is about: `Platoon 1: leads`.
#[must_use]
pub fn title(share: &Share) -> String {
    match &share.group {
        Some(group) => format!("{group}: {}", share.subject),
        None => share.subject.clone(),
    }
}

/// The measured amount: `470`, `at least 470`, `?`.
#[must_use]
pub fn measured(share: &Share) -> String {
    known(share.measured, share.measured_at_least)
}

/// The bounds: `at most 600 points`, `300 to 600 points`, `exactly 3`.
#[must_use]
pub fn bounds(share: &Share) -> String {
    let bounds = match (share.min, share.max) {
        (None, Some(max)) => format!("at most {max}"),
        _ => floor_first(share).unwrap_or_else(|| "?".to_owned()),
    };
    format!("{bounds}{}", if share.in_points { " points" } else { "" })
}

/// The measured amount and its bounds: `470 of 600`, `470 of 300 to 600`, `2 of exactly 3`, `1 of at least 2`.
#[must_use]
pub fn figure(share: &Share) -> String {
    let bounds = match (share.min, share.max) {
        (None, max) => max.map(|max| max.to_string()),
        _ => floor_first(share),
    };
    let measured = measured(share);
    bounds.map_or_else(|| measured.clone(), |bounds| format!("{measured} of {bounds}"))
}

/// The measured amount and its bounds in few letters: `2 of 1-3`, `1 of 1`, `0 of 2+`, `2 of up to 4`.
#[must_use]
pub fn short(share: &Share) -> String {
    let measured = measured(share);
    match (share.min.filter(|min| *min > 0), share.max) {
        (None, None) => measured,
        (Some(min), None) => format!("{measured} of {min}+"),
        (None, Some(max)) => format!("{measured} of up to {max}"),
        (Some(min), Some(max)) if min == max => format!("{measured} of {max}"),
        (Some(min), Some(max)) => format!("{measured} of {min}-{max}"),
    }
}

/// The bounds of a share that has a floor; none if it has no floor.
fn floor_first(share: &Share) -> Option<String> {
    let min = share.min?;
    Some(match share.max {
        Some(max) if max == min => format!("exactly {min}"),
        Some(max) => format!("{min} to {max}"),
        None => format!("at least {min}"),
    })
}

/// How far a limit is broken: `130 over`, `at least 100 over`, `150 short`. None unless it is certainly broken.
#[must_use]
pub fn state(share: &Share) -> Option<String> {
    let least = share.measured.or(share.measured_at_least)?;
    let over = share.max.map(|max| least.saturating_sub(max)).filter(|over| *over > 0);
    // An amount that is not fully known may still reach the floor.
    let short = share.min.zip(share.measured).map(|(min, measured)| min.saturating_sub(measured));
    let at_least = if share.measured.is_some() { "" } else { "at least " };
    over.map(|over| format!("{at_least}{over} over"))
        .or_else(|| short.filter(|short| *short > 0).map(|short| format!("{short} short")))
}

#[cfg(test)]
mod tests {
    use super::{bounds, figure, short, state, title};
    use crate::shapes::summary::Share;

    fn share(measured: Option<i64>, measured_at_least: Option<i64>, min: Option<i64>, max: Option<i64>) -> Share {
        Share {
            rule: "rule".to_owned(),
            group: None,
            group_at: None,
            slots: Vec::new(),
            subject: "models".to_owned(),
            in_points: true,
            measured,
            measured_at_least,
            min,
            max,
            formula: None,
        }
    }

    #[test]
    fn bounds_are_said_as_they_are() {
        for (min, max, may_have, of) in [
            (None, Some(600), "at most 600 points", "450 of 600"),
            (Some(300), Some(600), "300 to 600 points", "450 of 300 to 600"),
            (Some(450), Some(450), "exactly 450 points", "450 of exactly 450"),
            (Some(300), None, "at least 300 points", "450 of at least 300"),
            (None, None, "? points", "450"),
        ] {
            let share = share(Some(450), None, min, max);
            assert_eq!((bounds(&share).as_str(), figure(&share).as_str()), (may_have, of));
            assert_eq!(state(&share), None);
        }
        let models = Share { in_points: false, ..share(None, None, Some(3), Some(3)) };
        assert_eq!((bounds(&models).as_str(), figure(&models).as_str()), ("exactly 3", "? of exactly 3"));
    }

    #[test]
    fn slots_have_little_room() {
        for (min, max, said) in [
            (Some(1), Some(3), "2 of 1-3"),
            (Some(0), Some(3), "2 of up to 3"),
            (Some(1), Some(1), "2 of 1"),
            (Some(3), None, "2 of 3+"),
            (None, Some(4), "2 of up to 4"),
            (None, None, "2"),
        ] {
            assert_eq!(short(&share(Some(2), None, min, max)), said);
        }
    }

    #[test]
    fn a_limit_is_broken_only_where_that_is_certain() {
        let of = |share: Share| (figure(&share), state(&share));
        let said = |figure: &str, state: Option<&str>| (figure.to_owned(), state.map(str::to_owned));
        assert_eq!(of(share(Some(730), None, None, Some(600))), said("730 of 600", Some("130 over")));
        assert_eq!(of(share(Some(2), None, Some(3), Some(3))), said("2 of exactly 3", Some("1 short")));
        assert_eq!(
            of(share(None, Some(2100), None, Some(2000))),
            said("at least 2100 of 2000", Some("at least 100 over"))
        );
        // Unknown points may still reach the floor.
        assert_eq!(of(share(None, Some(400), Some(600), None)), said("at least 400 of at least 600", None));
        assert_eq!(of(share(None, None, None, Some(600))), said("? of 600", None));
    }

    #[test]
    fn a_share_of_a_group_names_the_group() {
        let of_group = Share { group: Some("Platoon 1".to_owned()), ..share(None, None, None, None) };
        assert_eq!(title(&of_group), "Platoon 1: models");
        assert_eq!(title(&share(None, None, None, None)), "models");
    }
}
