//! Reads what may be taken: upgrades, additional models, transports, ranks, equipment.

use muster_engine::catalogue::{Card, Choice, NewKind, PurchaseScope, Stat, TraitValue, UnitOption, Weapon};
use muster_engine::slug::slug;

use super::amount::{cost, gives_way_to, most};
use super::model::ModelFigures;
use super::reader::SectionReader;
use crate::entry::CatalogueEntry;
use crate::notice::NoticeKind;
use crate::recipe::Traits;

/// The options, choices and fixed weapons of an entry and the entries inside it.
#[derive(Clone, Debug, Default)]
pub(super) struct SectionOffers {
    pub options: Vec<UnitOption>,
    pub choices: Vec<Choice>,
    /// Weapons that are always there.
    pub weapons: Vec<Weapon>,
}

/// The Section whose entries are being read.
#[derive(Clone, Copy)]
pub(super) struct SectionEntry<'i> {
    /// The entry of the Section.
    pub root: &'i CatalogueEntry,
    /// The entry of its core model.
    pub core: &'i CatalogueEntry,
    /// True if the entries are inside a model: an entry with a card is then another form of it.
    pub in_model: bool,
}

impl SectionReader<'_> {
    /// Reads everything inside an entry except its core model.
    pub(super) fn offers(&mut self, item: &CatalogueEntry, owner: SectionEntry) -> SectionOffers {
        let mut offers = SectionOffers::default();
        // A model that is not the core may be replaced by other models. All of them share one limit.
        let led: Vec<&CatalogueEntry> = item.children.iter().filter(|child| child.id() != owner.core.id()).collect();
        let shared =
            led.iter().find(|child| self.is_model(child) && led.iter().any(|other| gives_way_to(child, other) > 0));
        let shared = shared.map(|shared| (shared.id().to_owned(), shared.max(), shared.min(), shared.name.clone()));
        let mut sharing = Vec::new();
        for child in &led {
            let joins = shared.as_ref().is_some_and(|(id, ..)| {
                child.id() == *id || led.iter().any(|other| other.id() == *id && gives_way_to(other, child) > 0)
            });
            if joins && self.is_model(child) {
                let option = self.model_option(child, owner);
                sharing.push(option);
            } else {
                self.offer(child, owner, &mut offers);
            }
        }
        if let Some((_, max, min, name)) = shared.filter(|_| !sharing.is_empty()) {
            let name = format!("{} and upgrades", self.spelling.tidy(&name));
            offers.choices.push(Choice { id: slug(&name), name, min, max, options: sharing, ..Choice::default() });
        }
        offers
    }

    fn offer(&mut self, item: &CatalogueEntry, owner: SectionEntry, offers: &mut SectionOffers) {
        let name = self.name(item);
        if name == self.recipe.leader.by {
            return;
        }
        if item.is_group() {
            self.group(item, owner, offers);
        } else if owner.in_model && self.is_model(item) {
            let option = self.other_form(item, owner);
            offers.options.push(option);
        } else if self.is_model(item) {
            let option = self.model_option(item, owner);
            if item.min() == 0 {
                offers.options.push(option);
                return;
            }
            // A required model becomes a choice with a default, so that a list need not mention it.
            offers.choices.push(Choice {
                id: format!("{}-number", option.id),
                name: format!("number of {name}"),
                min: item.min(),
                max: item.max(),
                default: Some(option.id.clone()),
                options: vec![option],
                ..Choice::default()
            });
        } else if item.children.iter().any(|child| self.is_model(child)) {
            let option = self.command_section(item, owner);
            offers.options.push(option);
        } else if item.min() > 0 {
            // The entry is always there: weapons, or an entry that only contains others.
            let mut weapons = self.weapons(item);
            if weapons.is_empty() && item.children.is_empty() {
                let other = self.weapon_cards.iter().find(|card| card.name == item.name).cloned();
                weapons.extend(
                    other
                        .map(|card| CatalogueEntry { profiles: vec![card], ..CatalogueEntry::default() })
                        .map_or_else(Vec::new, |item| self.weapons(&item)),
                );
                if weapons.is_empty() {
                    self.notices.add(NoticeKind::Missing, item.line, &item.name, "a weapon without figures");
                    weapons.push(Weapon { name: name.clone(), ..Weapon::default() });
                }
            }
            let count = Some(item.min()).filter(|min| *min > 1);
            for weapon in &mut weapons {
                weapon.count = count;
            }
            offers.weapons.extend(weapons);
            let inside = self.offers(item, owner);
            offers.options.extend(inside.options);
            offers.choices.extend(inside.choices);
            offers.weapons.extend(inside.weapons);
        } else {
            let option = self.plain(item, owner, None);
            offers.options.push(option);
        }
    }

    fn group(&mut self, item: &CatalogueEntry, owner: SectionEntry, offers: &mut SectionOffers) {
        let name = self.name(item);
        let fixed = |child: &CatalogueEntry| {
            child.min() > 0 && cost(child) == 0 && child.max() == Some(child.min()) && item.min() > 0
        };
        // A group whose entries are all fixed is not a choice.
        if item.children.iter().all(|child| fixed(child) && !child.profiles.is_empty()) {
            for child in &item.children {
                self.offer(child, owner, offers);
            }
            return;
        }
        let mut options = Vec::new();
        for child in &item.children {
            let option = if self.is_model(child) {
                self.model_option(child, owner)
            } else {
                self.plain(child, owner, Some(item))
            };
            options.push(option);
        }
        if options.is_empty() {
            self.notices.add(NoticeKind::Unknown, item.line, &item.name, "an empty group");
            return;
        }
        let only = options.first().filter(|_| options.len() == 1 && item.min() > 0).map(|option| option.id.clone());
        // If some options are fixed and others free, the first fixed one is the default.
        let standing = item.children.iter().position(|child| child.min() > 0).filter(|_| item.min() > 0);
        let standing = standing.and_then(|place| options.get(place)).map(|option| option.id.clone());
        offers.choices.push(Choice {
            id: slug(&name),
            name,
            min: item.min(),
            max: item.max(),
            default: only.or(standing),
            options,
            entries: vec![item.id().to_owned()],
            ..Choice::default()
        });
    }

    /// Reads a model that may be bought: an upgrade of a core model, or an additional model.
    fn model_option(&mut self, item: &CatalogueEntry, owner: SectionEntry) -> UnitOption {
        let ModelFigures { mut card, mut traits } = self.figures(item);
        let inside = self.offers(item, SectionEntry { in_model: true, ..owner });
        card.weapons.extend(inside.weapons);
        if most(item) == Some(1) {
            self.only_one(&mut card);
        }
        let takes = gives_way_to(owner.core, item);
        traits.sort_unstable_keys();
        let kind = NewKind { takes: takes.max(1), traits, card };
        let limits = self.limits(item, None);
        let most = limits.max_with.values().copied().chain(limits.max).max().unwrap_or(3);
        let price = self.price(item, owner.root, most);
        let name = self.name(item);
        if item.max().is_none() {
            self.notices.add(NoticeKind::Missing, item.line, &item.name, "no largest number; one is taken");
        }
        let (becomes, adds) = if takes > 0 { (Some(kind), None) } else { (None, Some(kind)) };
        UnitOption {
            id: slug(&name),
            name,
            points: Some(price.points),
            points_with: price.with,
            together: price.together,
            becomes,
            adds,
            buys: PurchaseScope::Squadron,
            max: limits.max.filter(|max| *max != 1),
            max_with: limits.max_with,
            min_with: limits.min_with,
            options: inside.options,
            choices: inside.choices,
            entries: vec![item.id().to_owned()],
            ..UnitOption::default()
        }
    }

    /// Reads another form of a model that replaces its card, such as a promotion.
    fn other_form(&mut self, item: &CatalogueEntry, owner: SectionEntry) -> UnitOption {
        let ModelFigures { card: Card { stats, weapons, rules }, .. } = self.figures(item);
        UnitOption { sets: stats, weapons, rules, ..self.plain_of(item, owner, None) }
    }

    /// Reads models of another kind that come together with an officer.
    fn command_section(&mut self, item: &CatalogueEntry, owner: SectionEntry) -> UnitOption {
        let nobody = CatalogueEntry::default();
        let inside = self.offers(item, SectionEntry { core: &nobody, in_model: false, ..owner });
        UnitOption {
            options: inside.options,
            choices: inside.choices,
            buys: PurchaseScope::Squadron,
            ..self.plain_of(item, owner, None)
        }
    }

    /// Reads an option that is not a model.
    fn plain(&mut self, item: &CatalogueEntry, owner: SectionEntry, group: Option<&CatalogueEntry>) -> UnitOption {
        let mut option = self.plain_of(item, owner, group);
        let inside = self.offers(item, owner);
        option.weapons.extend(self.weapons(item));
        option.weapons.extend(inside.weapons);
        (option.options, option.choices) = (inside.options, inside.choices);
        if let Some(group) = group.filter(|group| self.name(group) == self.recipe.rank) {
            self.rank(item, group, &mut option);
        }
        option
    }

    fn plain_of(&mut self, item: &CatalogueEntry, owner: SectionEntry, group: Option<&CatalogueEntry>) -> UnitOption {
        let name = self.name(item);
        let limits = self.limits(item, group);
        let price = self.price(item, owner.root, 1);
        let traits = self.recipe.options.get(&name).cloned().unwrap_or_default();
        UnitOption {
            id: slug(&name),
            name,
            points: Some(price.points),
            points_with: price.with,
            buys: if owner.in_model { PurchaseScope::Model } else { PurchaseScope::Squadron },
            max: limits.max.filter(|max| *max > 1 || *max == 0),
            max_with: limits.max_with,
            min_with: limits.min_with,
            traits,
            entries: vec![item.id().to_owned()],
            ..UnitOption::default()
        }
    }

    /// Reads the numbers in the text of a rank.
    fn rank(&mut self, item: &CatalogueEntry, group: &CatalogueEntry, option: &mut UnitOption) {
        let pattern = &self.recipe.rank_text.0;
        let Some(found) = item.rules.iter().find_map(|rule| pattern.captures(&rule.text)) else {
            self.notices.add(NoticeKind::Missing, item.line, &group.name, format!("no figures of {}", item.name));
            return;
        };
        for (place, stat) in self.recipe.rank_stats.iter().enumerate() {
            let figure = found.get(place + 1).and_then(|figure| figure.as_str().parse().ok());
            option.sets.extend(figure.map(|figure| (stat.clone(), Stat::Number(figure))));
        }
        let word = found.get(self.recipe.rank_stats.len() + 1).map(|word| word.as_str());
        let traits: Option<&Traits> = word
            .and_then(|word| self.recipe.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)))
            .map(|(_, traits)| traits);
        option.traits.extend(
            traits.into_iter().flatten().map(|(name, value): (&String, &TraitValue)| (name.clone(), value.clone())),
        );
    }
}
