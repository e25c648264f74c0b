//! Reads models: their cards, weapons and special rules.

use muster_engine::catalogue::{Card, Stat, Weapon};

use super::reader::SectionReader;
use crate::card::merge;
use crate::entry::{CatalogueEntry, EntryProfile};
use crate::notice::NoticeKind;
use crate::recipe::Traits;
use crate::spelling::base;

/// The card and traits of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelFigures {
    pub card: Card,
    pub traits: Traits,
}

impl SectionReader<'_> {
    /// Reads the statistics, special rules, type and weapons of a model, without weapons in entries inside it.
    pub(super) fn figures(&mut self, item: &CatalogueEntry) -> ModelFigures {
        let mut figures = ModelFigures::default();
        let Some(card) = self.card_of(item) else {
            self.notices.add(NoticeKind::Missing, item.line, &item.name, "no card");
            return figures;
        };
        let columns = &self.recipe.cards[&card.kind];
        for (column, text) in &card.values {
            let text = self.spelling.tidy(text);
            match columns.get(column).map(String::as_str) {
                Some("type") => match self.recipe.types.iter().find(|(word, _)| word.eq_ignore_ascii_case(&text)) {
                    Some((_, traits)) => merge(&mut figures.traits, traits),
                    None => {
                        self.notices.add(NoticeKind::Unknown, card.line, &card.name, format!("type {text:?}"));
                    }
                },
                Some("rules") => figures.card.rules = self.rules(&text),
                Some(stat) if !matches!(text.as_str(), "" | "-") => {
                    let number = text.parse().map_or_else(|_| Stat::Text(text.clone()), Stat::Number);
                    figures.card.stats.insert(stat.to_owned(), number);
                }
                Some(_) => {}
                None => self.notices.add(NoticeKind::Unknown, card.line, &card.name, format!("column {column}")),
            }
        }
        let carries = figures.card.rules.iter().find(|rule| base(rule, &[]) == self.recipe.transport.by);
        let room = carries.and_then(|rule| rule.split_once('(')?.1.trim_end_matches(')').trim().parse().ok());
        if let Some(room) = room {
            figures.card.stats.insert(self.recipe.capacity.clone(), Stat::Number(room));
            merge(&mut figures.traits, &self.recipe.transport.traits.clone());
        }
        figures.card.weapons = self.weapons(item);
        figures
    }

    /// The special rules in a text, separated by commas outside brackets.
    pub(super) fn rules(&self, text: &str) -> Vec<String> {
        let mut rules = Vec::new();
        let (mut depth, mut word) = (0_u32, String::new());
        for letter in text.chars().chain([',']) {
            match letter {
                ',' if depth == 0 => {
                    let name = word.trim();
                    if !matches!(name, "" | "-") {
                        let rule = self.spelling.rule(name, &[]).replace("+ ", "+");
                        if !rules.contains(&rule) {
                            rules.push(rule);
                        }
                    }
                    word.clear();
                    continue;
                }
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            word.push(letter);
        }
        rules
    }

    /// The weapons of an entry's own profiles.
    pub(super) fn weapons(&mut self, item: &CatalogueEntry) -> Vec<Weapon> {
        let cards: Vec<EntryProfile> =
            item.profiles.iter().filter(|card| card.kind == self.recipe.weapon).cloned().collect();
        cards.iter().map(|card| self.weapon(card)).collect()
    }

    fn weapon(&mut self, card: &EntryProfile) -> Weapon {
        let name = self.spelling.tidy(&card.name);
        let is_empty = |card: &EntryProfile| card.values.values().all(String::is_empty);
        let mut filled = card;
        if is_empty(card) {
            // Some weapons are empty in one place and filled in elsewhere.
            let other = self.weapon_cards.iter().find(|other| !is_empty(other) && other.name == card.name);
            match other {
                Some(other) => filled = other,
                None => self.notices.add(NoticeKind::Missing, card.line, &card.name, "a weapon without figures"),
            }
        }
        let band = |text: &str| match text {
            "" => Stat::Text("-".to_owned()),
            text => Stat::Text(self.spelling.tidy(text)),
        };
        let bands = filled.values.values().take(self.recipe.bands).map(|text| band(text)).collect();
        let rules = filled.values.values().nth(self.recipe.bands).map(|text| self.rules(&self.spelling.tidy(text)));
        Weapon { name, bands, rules: rules.unwrap_or_default(), ..Weapon::default() }
    }
}
