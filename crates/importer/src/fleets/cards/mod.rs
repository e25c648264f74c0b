//! Gives units the figures of printed cards. The community's files keep what no card states: prices, Battlefleets, what
//! attaches to what, and which upgrades there are. Where both state something, the card counts.

mod hardpoints;
pub(crate) mod printed;
mod unpriced;

use std::collections::BTreeSet;

use muster_engine::catalogue::{Choice, Range, Stat, TraitValue, Unit, UnitOption};
use muster_engine::slug::slug;

use self::printed::PrintedCard;
use super::attachments::joins;
use super::card::insert_figure;
use super::reader::FactionReader;
use super::recipe::{CardWords, StatColumns};
use crate::notice::NoticeKind;
use crate::spelling::base;
use crate::unique::unique_ids;

/// The printed cards of a faction.
#[derive(Clone, Copy)]
pub(crate) struct CardsAtHand<'c> {
    pub cards: &'c [PrintedCard],
    /// Whether a card of no unit makes a unit. Otherwise the catalogue has the units of the files alone.
    pub make_units: bool,
}

impl FactionReader<'_> {
    /// Gives each unit the figures of its card. A card of no unit may make a unit without a price. `vintage` is the edition
    /// of the cards.
    pub(super) fn apply_cards(
        &mut self,
        units: &mut Vec<Unit>,
        CardsAtHand { cards, make_units }: CardsAtHand,
        words: &CardWords,
        vintage: &str,
    ) {
        let of_data = units.clone();
        let offered: BTreeSet<(String, String)> = units.iter().flat_map(|unit| unit.slots.clone()).collect();
        let mut joining = Vec::new();
        for card in cards {
            let name = self.spelling.tidy(&card.name);
            let named = words.units.get(&card.key);
            let ids = named.map_or_else(|| vec![slug(&name)], |pair| pair.units.clone());
            let places: Vec<usize> = ids.iter().filter_map(|id| units.iter().position(|unit| unit.id == *id)).collect();
            if places.is_empty() && !make_units {
                self.notices.add(NoticeKind::Ignored, 0, &name, "a printed card of a unit that is not in the file");
                continue;
            }
            let is_missing = |id: &&String| make_units && named.is_some() && units.iter().all(|unit| unit.id != **id);
            for id in ids.iter().filter(is_missing) {
                self.notices.add(NoticeKind::Unknown, 0, &card.key, format!("no unit {id}"));
            }
            let is_new = places.is_empty();
            if is_new {
                let unit = self.unpriced(&of_data, card, &name, words);
                joining.push((units.len(), card));
                units.push(unit);
            }
            let is_shared = places.len() > 1;
            for place in if is_new { vec![units.len() - 1] } else { places } {
                let unit = &mut units[place];
                if !is_shared {
                    self.rename(unit, &name);
                    self.apply_role(unit, card, &offered);
                }
                self.apply_card(unit, card, words);
                unit.vintage = Some(vintage.to_owned());
                unique_ids(unit);
            }
        }
        // The cards say which units are hosts, so all cards come first.
        for (place, card) in joining {
            let rules = units[place].card.rules.clone();
            for rule in rules.iter().filter(|rule| base(rule, &[]) == words.attaches_by) {
                let to = self.hosts(units, rule);
                if to.is_empty() {
                    self.notices.add(NoticeKind::Unknown, 0, &card.key, format!("no unit is meant by {rule}"));
                } else {
                    units[place].attaches.push(joins(to, None));
                }
            }
        }
    }

    /// Gives a unit its printed name. The old one stays as another name.
    fn rename(&self, unit: &mut Unit, name: &str) {
        if unit.name == name {
            return;
        }
        let old = std::mem::replace(&mut unit.name, name.to_owned());
        unit.aliases.push(old);
        let trait_id = &self.recipe.class;
        let class = unit.traits.get(trait_id).and_then(|value| value.words().next()).map(str::to_owned);
        let whole = slug(name);
        let form = class.as_ref().and_then(|class| whole.strip_prefix(class.as_str())?.strip_prefix('-'));
        if let (Some(class), Some(form)) = (class.clone(), form) {
            unit.traits.insert(trait_id.clone(), TraitValue::Many(vec![class, form.to_owned()]));
        }
    }

    /// The slots of the roles on a card. A trait may have the name of a slot, but is no role.
    fn roles(&self, card: &PrintedCard) -> Vec<&String> {
        let words = card.traits.iter().filter(|word| !self.recipe.categories.contains_key(*word));
        words.filter_map(|word| self.recipe.slots.get(word)).collect()
    }

    /// If no slot of a unit is that of its printed role, the role becomes its slot everywhere. Battlefleets without such a slot
    /// drop out.
    fn apply_role(&self, unit: &mut Unit, card: &PrintedCard, offered: &BTreeSet<(String, String)>) {
        let [role] = self.roles(card)[..] else { return };
        if unit.slots.values().any(|slot| slot == role) {
            return;
        }
        unit.slots.retain(|fleet, slot| {
            slot.clone_from(role);
            offered.contains(&(fleet.clone(), slot.clone()))
        });
    }

    fn apply_card(&mut self, unit: &mut Unit, card: &PrintedCard, words: &CardWords) {
        for (name, ids) in &words.stats {
            let text = match card.figures.get(name) {
                Some(Stat::Number(number)) => number.to_string(),
                Some(Stat::Text(text)) => text.clone(),
                None => continue,
            };
            let ids_of_box = match ids {
                StatColumns::One(id) => std::slice::from_ref(id),
                StatColumns::Range(both) => both,
            };
            // A card prints a dash where the data may have a number.
            unit.card.stats.retain(|id, _| !ids_of_box.contains(id));
            insert_figure(&mut unit.card.stats, ids, &text);
        }
        self.apply_traits(unit, card, words);
        match range(&card.models) {
            Some(size) => unit.squadron = Some(size),
            None => self.notices.add(NoticeKind::Unknown, 0, &card.key, format!("models {:?}", card.models)),
        }
        unit.card.rules = self.listed(&[card.properties.join(", "), card.systems.join(", ")].join(", "));
        take_printed_rules_away(unit);
        for (rule, stat) in &words.sums {
            let figures = unit.card.rules.iter().filter(|printed| base(printed, &[]) == rule).filter_map(|printed| {
                let (_, figure) = printed.split_once('(')?;
                figure.trim_end_matches(')').parse::<i32>().ok()
            });
            let sum: i32 = figures.sum();
            unit.card.stats.shift_remove(stat);
            if sum > 0 {
                unit.card.stats.insert(stat.clone(), Stat::Number(sum));
            }
        }
        self.apply_escorts(unit, card);
        self.arm(unit, card, words);
        take_printed_upgrades(unit);
    }

    /// What the card states of a trait replaces what the data do. A card without a positional trait leaves that of the
    /// data.
    fn apply_traits(&mut self, unit: &mut Unit, card: &PrintedCard, words: &CardWords) {
        let printed = self.printed_traits(&card.traits, &card.key);
        let recipe = self.recipe;
        for id in recipe.traits.iter().filter(|id| **id != recipe.class && !recipe.unique.contains_key(*id)) {
            match printed.get(id) {
                // The order of the data stays, so that nothing seems to have changed.
                Some(value) if unit.traits.get(id).is_some_and(|own| has_same_words(own, value)) => {}
                Some(value) => {
                    unit.traits.insert(id.clone(), value.clone());
                }
                None if *id == words.positional => {}
                None => {
                    unit.traits.shift_remove(id);
                }
            }
        }
        self.sort_traits(&mut unit.traits);
    }

    /// The largest number of escort tokens. A card that prints no range leaves that of the data.
    fn apply_escorts(&self, unit: &mut Unit, card: &PrintedCard) {
        let escorts = &self.recipe.escorts;
        let max = match card.escorts.split_once('-') {
            Some((_, most)) => most.parse().ok(),
            None if card.escorts == "0" => Some(0),
            None => None,
        };
        let Some(max) = max else { return };
        let place = unit.options.iter().position(|option| option.id == escorts.option);
        match (place, max) {
            (Some(place), 0) => {
                unit.options.remove(place);
            }
            (Some(place), max) => {
                let option = &mut unit.options[place];
                option.max = Some(max);
                let each = u32::try_from(option.points.unwrap_or(0)).unwrap_or(0);
                let last = option.together.last().copied();
                let number = usize::try_from(max).unwrap_or(0);
                let more = number.saturating_sub(option.together.len());
                option.together.truncate(number);
                if let Some(last) = last {
                    option.together.extend((1..).map(|step| last + each * step).take(more));
                }
            }
            (None, 0) => {}
            (None, max) => unit.options.push(UnitOption { max: Some(max), ..self.escort_option() }),
        }
    }
}

/// Where the data offer what the card prints as one of several upgrades, that one is taken if nothing is stated. Its special
/// rules are its own then, so that another upgrade takes their place.
fn take_printed_upgrades(unit: &mut Unit) {
    let printed = &mut unit.card.rules;
    for choice in unit.choices.iter_mut().filter(|choice| !choice.hardpoint && choice.min > 0) {
        let is_printed =
            |option: &&UnitOption| !option.rules.is_empty() && option.rules.iter().all(|rule| printed.contains(rule));
        if let Some(option) = choice.options.iter().find(is_printed) {
            choice.default = Some(option.id.clone());
            printed.retain(|rule| !option.rules.contains(rule));
        }
    }
}

fn has_same_words(one: &TraitValue, other: &TraitValue) -> bool {
    one.words().collect::<BTreeSet<_>>() == other.words().collect::<BTreeSet<_>>()
}

/// A printed range: `1-3`, or `1` for exactly one.
fn range(text: &str) -> Option<Range> {
    let (min, max) = text.split_once('-').unwrap_or((text, text));
    Some(Range { min: min.trim().parse().ok()?, max: Some(max.trim().parse().ok()?) })
}

/// Corrects the names of the rules that an option takes away. The data may write `Attachment (British Flagship)` where the card
/// prints `Attachment (British/Canadian Flagship)`. The option then takes away the rule that the card prints.
fn take_printed_rules_away(unit: &mut Unit) {
    let printed = unit.card.rules.clone();
    let mut offered = BTreeSet::new();
    each_option(&mut unit.options, &mut unit.choices, &mut |option| offered.extend(option.rules.clone()));
    let instead = |name: &String| {
        let mut forms = printed.iter().filter(|rule| base(rule, &[]) == base(name, &[]));
        match (forms.next(), forms.next()) {
            (Some(only), None) if !offered.contains(name) => Some(only.clone()),
            _ => None,
        }
    };
    each_option(&mut unit.options, &mut unit.choices, &mut |option| {
        for name in &mut option.removes {
            if let Some(printed) = instead(name) {
                *name = printed;
            }
        }
    });
}

fn each_option(options: &mut [UnitOption], choices: &mut [Choice], act: &mut impl FnMut(&mut UnitOption)) {
    options.iter_mut().for_each(&mut *act);
    for choice in choices {
        each_option(&mut choice.options, &mut choice.choices, act);
    }
}
