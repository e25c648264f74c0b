//! Reads the card of a unit: figures, special rules and weapons.

use indexmap::IndexMap;
use muster_engine::catalogue::{Card, Range, Stat, Weapon};

use super::offers::FleetOffers;
use super::reader::FactionReader;
use super::recipe::StatColumns;
use crate::entry::{CatalogueEntry, EntryProfile};
use crate::notice::NoticeKind;
use crate::spelling::base;

impl FactionReader<'_> {
    /// The smallest and the largest number of models.
    pub(super) fn size(&mut self, item: &CatalogueEntry, models: &[&CatalogueEntry]) -> Range {
        let min = models.iter().map(|model| model.min()).min().unwrap_or(1).max(1);
        let max = models.iter().map(|model| model.max()).max().flatten();
        let max = if models.len() > 1 { Some(1) } else { max };
        if max.is_none() {
            self.notices.add(NoticeKind::Missing, item.link_line, &item.name, "no largest number of models");
        }
        let printed = item.profiles(&self.recipe.card).next().map(|card| card.text(&self.recipe.size).to_owned());
        let ours = if max == Some(min) { min.to_string() } else { format!("{min}-{}", max.unwrap_or(0)) };
        if let Some(printed) = printed.filter(|printed| *printed != ours && !printed.is_empty()) {
            let message = format!("the card has {printed} models, the limits {ours}; the limits count");
            self.notices.add(NoticeKind::Inferred, item.link_line, &item.name, message);
        }
        Range { min, max }
    }

    /// The card of a unit.
    pub(super) fn card(&mut self, offers: &FleetOffers, item: &CatalogueEntry, model: &CatalogueEntry) -> Card {
        let mut card = Card::default();
        let owners: &[&CatalogueEntry] = if std::ptr::eq(item, model) { &[item] } else { &[item, model] };
        for profile in owners.iter().flat_map(|owner| &owner.profiles).filter(|profile| !profile.is_hidden) {
            if profile.kind == self.recipe.card {
                for change in profile
                    .modifiers
                    .iter()
                    .filter(|change| change.when.tests().iter().any(|test| test.scope == "roster"))
                {
                    let message = format!(
                        "{} becomes {:?} beside others, which is not kept",
                        self.name_of(&change.field),
                        change.value
                    );
                    self.notices.add(NoticeKind::Inferred, item.link_line, &item.name, message);
                }
                self.figures(profile, &mut card.stats);
            } else if self.recipe.rules.contains(&profile.kind) {
                for rule in self.listed(profile.text(&profile.kind)) {
                    if !card.rules.contains(&rule) {
                        card.rules.push(rule);
                    }
                }
            } else if profile.kind == self.recipe.weapons.profile {
                let weapon = self.weapon(offers, profile);
                card.weapons.push(weapon);
            } else if !self.recipe.tokens.contains(&profile.kind) {
                let message = format!("profile of type {:?}", profile.kind);
                self.notices.add(NoticeKind::Unknown, profile.line, &profile.name, message);
            }
        }
        for rule in owners.iter().flat_map(|owner| self.linked_rules(owner)) {
            if !card.rules.contains(&rule) {
                card.rules.push(rule);
            }
        }
        if card.stats.is_empty() {
            self.notices.add(NoticeKind::Missing, item.link_line, &item.name, "no card");
        }
        self.costs(model, &mut card.stats);
        card
    }

    /// The statistics that other costs of an entry are.
    pub(super) fn costs(&self, item: &CatalogueEntry, stats: &mut IndexMap<String, Stat>) {
        for (cost, stat) in &self.recipe.costs {
            if let Some(value) = item.cost(cost).filter(|value| *value != 0) {
                stats.insert(stat.clone(), Stat::Number(i32::try_from(value / 1000).unwrap_or(i32::MAX)));
            }
        }
    }

    fn figures(&mut self, profile: &EntryProfile, stats: &mut IndexMap<String, Stat>) {
        let recipe = self.recipe;
        for (column, ids) in &recipe.stats {
            let text = profile.text(column);
            insert_figure(stats, ids, text);
        }
        self.notices.add_unread(profile, |column| recipe.stats.contains_key(column) || *column == recipe.size);
    }

    /// The special rules in a list of words.
    pub(super) fn listed(&self, text: &str) -> Vec<String> {
        // A corrected phrase may be two special rules.
        let text = self.spelling.tidy(text);
        let mut rules = Vec::new();
        let (mut depth, mut begin) = (0_u32, 0);
        for (at, letter) in text.char_indices().chain([(text.len(), ',')]) {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ',' if depth == 0 || at == text.len() => {
                    let word = without_stop(text[begin..at].trim());
                    begin = (at + 1).min(text.len());
                    if !word.is_empty() && word != "-" {
                        // Some lists end before the parenthesis does.
                        let end = if depth > 0 { ")" } else { "" };
                        let rule = self.spelling.rule(&format!("{word}{end}"), &[]);
                        let tokens = self.tokens(&rule);
                        rules.push(rule);
                        rules.extend(tokens);
                    }
                }
                _ => {}
            }
        }
        rules
    }

    /// The tokens that a special rule names: each is a special rule of its own.
    fn tokens(&self, rule: &str) -> Vec<String> {
        if base(rule, &[]) != self.recipe.tokens_by {
            return Vec::new();
        }
        let (_, names) = rule.split_once('(').unwrap_or_default();
        names.trim_end_matches(')').split('/').map(|name| self.spelling.rule(name.trim(), &[])).collect()
    }

    /// The weapons on an entry that are shown.
    pub(super) fn own_weapons(&mut self, offers: &FleetOffers, item: &CatalogueEntry) -> Vec<Weapon> {
        let all: Vec<&EntryProfile> = item.profiles(&self.recipe.weapons.profile).collect();
        all.into_iter().filter(|profile| !profile.is_hidden).map(|profile| self.weapon(offers, profile)).collect()
    }

    /// A weapon, as it is with the configuration of the unit.
    pub(super) fn weapon(&mut self, offers: &FleetOffers, profile: &EntryProfile) -> Weapon {
        let mut profile = profile.clone();
        for change in std::mem::take(&mut profile.modifiers) {
            let column = self.name_of(&change.field);
            match change.when.holds(&|test| offers.knows(test)) {
                Some(true) if change.action == "set" => {
                    if let Some(value) = profile.values.get_mut(column) {
                        value.clone_from(&change.value);
                    }
                }
                Some(false) => {}
                _ if matches!(change.field.as_str(), "hidden" | "name") => {}
                _ => {
                    let message = format!(
                        "{column} becomes {:?} with something else that is taken, which is not kept",
                        change.value
                    );
                    self.notices.add(NoticeKind::Unknown, profile.line, &profile.name, message);
                }
            }
        }
        let columns = &self.recipe.weapons;
        let is_known =
            |column: &String| [&columns.arc, &columns.rules].contains(&column) || columns.bands.contains(column);
        self.notices.add_unread(&profile, is_known);
        let figure = |column: &String| match profile.text(column) {
            "" => Stat::Text("-".to_owned()),
            text => stat_value(&joined(text)),
        };
        let weapon = Weapon {
            name: self.spelling.tidy(&profile.name),
            class: None,
            count: None,
            bands: columns.bands.iter().map(figure).collect(),
            arc: Some(profile.text(&columns.arc).replace(" & ", "&")).filter(|arc| !arc.is_empty() && arc != "-"),
            rules: self.listed(profile.text(&columns.rules)),
        };
        let has_dice = weapon.bands.iter().any(|band| *band != Stat::Text("-".to_owned()));
        if !has_dice && (self.recipe.linked.is_none() || weapon.rules.is_empty()) {
            self.notices.add(NoticeKind::Missing, profile.line, &profile.name, "a weapon without dice");
        }
        weapon
    }
}

/// A name without the full stop behind it. That of an abbreviation belongs to it: `T.E.D.`
fn without_stop(word: &str) -> &str {
    let name = word.trim_end_matches('.');
    if name.contains('.') { word } else { name }
}

/// Adds the figure or the range of a column. A blank and a dash are none.
pub(super) fn insert_figure(stats: &mut IndexMap<String, Stat>, ids: &StatColumns, text: &str) {
    if matches!(text, "" | "-") {
        return;
    }
    match ids {
        StatColumns::One(id) => {
            stats.insert(id.clone(), stat_value(text));
        }
        StatColumns::Range([least, most]) => {
            let (from, to) = text.split_once('-').unwrap_or(("0", text));
            stats.insert(least.clone(), stat_value(from.trim().trim_end_matches('"')));
            stats.insert(most.clone(), stat_value(to.trim().trim_end_matches('"')));
        }
    }
}

/// A figure: a number, else the text.
pub(super) fn stat_value(text: &str) -> Stat {
    let text = text.trim();
    text.parse().map_or_else(|_| Stat::Text(text.to_owned()), Stat::Number)
}

/// Dice of a whole and of a crippled model with the same blanks everywhere: `8(4) / 5(2)`.
fn joined(text: &str) -> String {
    if !text.contains('/') {
        return text.replace(" (", "(");
    }
    text.replace(" (", "(").split('/').map(str::trim).collect::<Vec<_>>().join(" / ")
}
