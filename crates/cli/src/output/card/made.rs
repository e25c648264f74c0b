//! A unit's card: the models that options make.

use muster_engine::catalogue::{NewKind, UnitOption};
use muster_engine::plural::count;

use super::{UnitCard, figures};

impl UnitCard<'_> {
    /// Describes the models that an option makes: what they replace, what they are and what is on their card.
    pub(super) fn made(&self, option: &UnitOption) -> Vec<String> {
        let (kind, instead) = match (&option.becomes, &option.adds) {
            (Some(kind), _) => (kind, format!("replaces {}, at this price", count(kind.takes, "model"))),
            (None, Some(kind)) => (kind, "is added to the number of models".to_owned()),
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
