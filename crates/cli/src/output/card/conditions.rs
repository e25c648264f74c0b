//! Prices and numbers that depend on other options of the unit, and the models that options make.

use muster_engine::catalogue::{NewKind, PointsWith, UnitOption};
use muster_engine::wording::count;

use super::{UnitCard, figures};
use crate::text::joined;

/// `+10 with regular`, `+3 with mines without assault`: options by their ids, as the card lists them.
pub(super) fn differences(points: &[PointsWith]) -> impl Iterator<Item = String> {
    points.iter().map(|more| {
        let with = if more.with.is_empty() { String::new() } else { format!(" with {}", joined(&more.with, "and")) };
        let without =
            if more.without.is_empty() { String::new() } else { format!(" without {}", joined(&more.without, "or")) };
        format!("{:+}{with}{without}", more.points)
    })
}

/// `one costs 40, 2 together 85, 3 together 130`.
pub(super) fn together(option: &UnitOption) -> Option<String> {
    let sums = option.together.iter().zip(1..).map(|(points, number)| match number {
        1 => format!("one costs {points}"),
        _ => format!("{number} together {points}"),
    });
    (!option.together.is_empty()).then(|| sums.collect::<Vec<_>>().join(", "))
}

/// How often it may or must be taken: `up to 2 times`, `up to 3 times with assault`, `none with hmg`.
pub(super) fn numbers(option: &UnitOption) -> impl Iterator<Item = String> {
    let up_to = |max: u32| match max {
        0 => "none".to_owned(),
        1 => "once at most".to_owned(),
        max => format!("up to {max} times"),
    };
    let usual = option.max.filter(|max| *max > 1).map(up_to);
    let most = option.max_with.iter().map(move |(id, max)| format!("{} with {id}", up_to(*max)));
    let least = option.min_with.iter().map(|(id, min)| match min {
        1 => format!("must be taken with {id}"),
        min => format!("must be taken {min} times with {id}"),
    });
    usual.into_iter().chain(most).chain(least)
}

impl UnitCard<'_> {
    /// The models that an option makes: what they take the place of, what they are and what stands on their card.
    pub(super) fn made(&self, option: &UnitOption) -> Vec<String> {
        let (kind, instead) = match (&option.becomes, &option.adds) {
            (Some(kind), _) => (kind, format!("takes the place of {}, at this price", count(kind.takes, "model"))),
            (None, Some(kind)) => (kind, "comes on top of the number of models".to_owned()),
            (None, None) => return Vec::new(),
        };
        let NewKind { traits, card, .. } = kind;
        let traits = Some(self.traits(traits)).filter(|traits| !traits.is_empty());
        let stats = card.stats.iter().map(|(id, stat)| format!("{} {}", self.stat_title(id), figures::stat(stat)));
        let weapons = card.weapons.iter().map(|weapon| self.weapon_words(weapon));
        [instead].into_iter().chain(traits).chain(stats).chain(weapons).chain(card.rules.iter().cloned()).collect()
    }

    /// The heading of a statistic.
    pub(super) fn stat_title<'s>(&'s self, id: &'s str) -> &'s str {
        self.ruleset.declarations().stats.get(id).map_or(id, |stat| &stat.title)
    }
}
