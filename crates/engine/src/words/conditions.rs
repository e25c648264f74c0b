//! Prices and numbers of options in words, as far as they depend on other options. Options are named by their ids, as
//! in lists.

use crate::shapes::catalogue::{ConditionalPoints, UnitOption};
use crate::text::plural::joined;

/// Each difference in price, with the options that cause it: `+10 with regular`, `+3 with mines without assault`.
pub fn differences(points: &[ConditionalPoints]) -> impl Iterator<Item = String> {
    points.iter().map(|more| {
        let with = if more.with.is_empty() { String::new() } else { format!(" with {}", joined(&more.with, "and")) };
        let without =
            if more.without.is_empty() { String::new() } else { format!(" without {}", joined(&more.without, "or")) };
        format!("{:+}{with}{without}", more.points)
    })
}

/// The prices of several together: `one costs 40, 2 together 85, 3 together 130`. None if each costs the same.
#[must_use]
pub fn together(option: &UnitOption) -> Option<String> {
    let sums = option.together.iter().zip(1..).map(|(points, number)| match number {
        1 => format!("one costs {points}"),
        _ => format!("{number} together {points}"),
    });
    (!option.together.is_empty()).then(|| sums.collect::<Vec<_>>().join(", "))
}

/// How often an option may or must be taken: `up to 2 times`, `up to 3 times with assault`, `none with hmg`.
pub fn numbers(option: &UnitOption) -> impl Iterator<Item = String> {
    option.max.filter(|max| *max > 1).map(up_to).into_iter().chain(numbers_with_others(option))
}

/// How often an option may or must be taken along with other options.
pub fn numbers_with_others(option: &UnitOption) -> impl Iterator<Item = String> {
    let most = option.max_with.iter().map(move |(id, max)| format!("{} with {id}", up_to(*max)));
    let least = option.min_with.iter().map(|(id, min)| match min {
        1 => format!("must be taken with {id}"),
        min => format!("must be taken {min} times with {id}"),
    });
    most.chain(least)
}

fn up_to(max: u32) -> String {
    match max {
        0 => "none".to_owned(),
        1 => "once at most".to_owned(),
        max => format!("up to {max} times"),
    }
}
