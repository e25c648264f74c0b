//! Reads what may be taken for a unit: weapons of hardpoints, generators, options, escorts.

use muster_engine::catalogue::{Buys, Choice, UnitOption, Weapon};
use muster_engine::slug::slug;

use super::alike::join_alike;
use super::condition::Test;
use super::item::{Change, Item, ItemKind};
use super::offers::Offers;
use super::reader::Reader;
use crate::battlescribe::notice::Kind;

impl Reader<'_> {
    /// Reads what may be taken for a unit with one of its models.
    pub(super) fn offers(&mut self, offers: &mut Offers, item: &Item, model: &Item, models: &[&Item]) {
        self.inside(offers, model, false);
        let is_model = |child: &Item| models.iter().any(|model| std::ptr::eq(*model, child));
        for child in &item.children {
            let has_models = child.kind == ItemKind::Group && child.children.iter().any(is_model);
            if !is_model(child) && !has_models {
                self.child(offers, child, true);
            }
        }
        join_alike(&mut offers.choices);
        for bar in std::mem::take(&mut offers.bars) {
            for option in offers.options.iter_mut().filter(|option| option.id == bar.by) {
                option.removes.extend(
                    bar.removes.iter().filter(|name| !option.removes.contains(name)).cloned().collect::<Vec<_>>(),
                );
            }
        }
    }

    /// Reads everything inside an entry.
    pub(super) fn inside(&mut self, offers: &mut Offers, item: &Item, is_for_unit: bool) {
        for child in &item.children {
            self.child(offers, child, is_for_unit);
        }
    }

    fn child(&mut self, offers: &mut Offers, child: &Item, is_for_unit: bool) {
        // A unit inside a unit is read as a unit.
        let is_read =
            child.kind == ItemKind::Unit || child.kind == ItemKind::Group && child.name == self.recipe.attachments;
        if is_read || self.is_barred(offers, child) {
            return;
        }
        let is_hardpoint = self.recipe.hardpoints.0.is_match(&child.name);
        if child.name == self.recipe.escorts.entry {
            let escorts = self.escorts(offers, child);
            offers.options.push(escorts);
        } else if child.kind == ItemKind::Group && child.is_without_limits() && !is_hardpoint {
            self.inside(offers, child, is_for_unit);
        } else if child.kind == ItemKind::Group {
            let choice = self.choice(offers, child, is_for_unit);
            offers.choices.extend(choice);
        } else if self.is_fixed_weapon(child) || child.is_fixed() && self.price(child) == Some(0) {
            self.fixed(offers, child, is_for_unit);
        } else if child.is_fixed() {
            let included = self.included(offers, child, is_for_unit);
            offers.choices.push(included);
        } else {
            let option = self.option(offers, child, is_for_unit);
            offers.options.push(option);
        }
    }

    /// Whether a unit may never have something, by its categories and its configuration.
    pub(super) fn is_barred(&mut self, offers: &Offers, child: &Item) -> bool {
        let mut is_hidden = child.is_hidden;
        for change in child.changes.iter().filter(|change| change.field == "hidden" && change.action == "set") {
            match change.when.holds(&|test| offers.knows(test)) {
                Some(true) => is_hidden = change.value == "true",
                None if change.value == "false" && is_hidden => {
                    is_hidden = false;
                    let unit = &offers.unit.name;
                    let message = format!("on {unit} under a condition that depends on the list; offered always");
                    self.notices.add(Kind::Unknown, child.line, &child.name, message);
                }
                Some(false) | None => {}
            }
        }
        is_hidden
    }

    /// Whether a unit may not have something while it is attached: the files hide it beside a host.
    fn is_barred_by_host(&self, item: &Item) -> bool {
        let asks = |test: &Test| {
            let is_host = self.name_of(&test.child) == self.recipe.host && test.kind == "instanceOf";
            is_host.then_some(true)
        };
        item.changes
            .iter()
            .any(|change| change.field == "hidden" && change.value == "true" && change.when.holds(&asks) == Some(true))
    }

    /// Whether an entry is a weapon without limits and price: it is always there.
    fn is_fixed_weapon(&mut self, item: &Item) -> bool {
        let is = item.kind == ItemKind::Upgrade
            && item.is_without_limits()
            && item.limits.is_empty()
            && self.price(item) == Some(0)
            && item.profiles(&self.recipe.weapons.profile).next().is_some();
        if is {
            self.notices.add(
                Kind::Inferred,
                item.line,
                &item.name,
                "a weapon without limits and price is always there",
            );
        }
        is
    }

    /// An entry that is always there: a weapon, or a container of other things.
    fn fixed(&mut self, offers: &mut Offers, item: &Item, is_for_unit: bool) {
        let mut weapons = self.own_weapons(offers, item);
        if item.min() > 1 {
            for weapon in &mut weapons {
                weapon.count = Some(item.min());
            }
        }
        let has_weapons = !weapons.is_empty();
        offers.weapons.extend(weapons);
        let rules = self.effects(offers, item).rules;
        offers.rules.extend(rules.into_iter().filter(|rule| !offers.rules.contains(rule)).collect::<Vec<_>>());
        self.inside(offers, item, is_for_unit);
        if !has_weapons && item.children.is_empty() && item.profiles.is_empty() && item.changes.is_empty() {
            self.notices.add(Kind::Unknown, item.line, &item.name, "a fixed entry without content");
        }
    }

    /// An entry that is always there and has a price: a choice of one thing, which is taken without being stated.
    fn included(&mut self, offers: &Offers, item: &Item, is_for_unit: bool) -> Choice {
        let option = self.option(offers, item, is_for_unit);
        Choice {
            id: format!("{}-included", option.id),
            name: option.name.clone(),
            min: item.min(),
            max: item.max(),
            default: Some(option.id.clone()),
            options: vec![option],
            entries: item.ids.clone(),
            ..Choice::default()
        }
    }

    /// Escort tokens, bought for the unit.
    fn escorts(&mut self, offers: &Offers, link: &Item) -> UnitOption {
        let own = link.changes.iter().rfind(|change| change.field == self.recipe.points && change.when.is_empty());
        let own = own.and_then(|change| change.value.parse().ok()).or_else(|| self.price(link));
        let max = link.limits.iter().filter(|limit| !limit.is_min).filter_map(|limit| limit.value).min();
        if link.min() > 0 {
            let message = format!("{} come with {} at no cost", link.min(), offers.unit.name);
            self.notices.add(Kind::Inferred, link.line, &link.name, message);
        }
        UnitOption {
            id: self.recipe.escorts.option.clone(),
            name: self.spelling.tidy(&link.name),
            kind: Some(self.recipe.escorts.kind.clone()),
            points: own,
            not_attached: self.is_barred_by_host(link),
            together: self.together(offers, link, own.unwrap_or(0), max.unwrap_or(0)),
            buys: Buys::Squadron,
            max,
            entries: link.ids.clone(),
            ..UnitOption::default()
        }
    }

    /// The prices of one, of two together and so on, if the price of the model depends on their number.
    fn together(&self, offers: &Offers, link: &Item, each: i32, max: u32) -> Vec<u32> {
        let models = offers.unit.children.iter().filter(|child| child.kind == ItemKind::Model);
        let with_number = |change: &&Change, number: u32| {
            let is = |test: &Test| test.value == i64::from(number) && test.kind == "equalTo";
            matches!(change.when.tests().as_slice(), [test] if is(test) && link.ids.contains(&test.child))
        };
        for model in models {
            let changes = || model.changes.iter().filter(|change| change.field == self.recipe.points);
            if !(1..=max.min(20)).any(|number| changes().any(|change| with_number(&change, number))) {
                continue;
            }
            let base = self.price(model).unwrap_or(0);
            let price = |number: u32| {
                let whole = changes().find(|change| with_number(change, number));
                let more = whole.and_then(|change| change.value.parse::<i32>().ok()).map_or(0, |whole| whole - base);
                u32::try_from(i64::from(each) * i64::from(number) + i64::from(more)).unwrap_or(0)
            };
            return (1..=max.min(20)).map(price).collect();
        }
        Vec::new()
    }

    /// Something that may be taken.
    pub(super) fn option(&mut self, offers: &Offers, item: &Item, is_for_unit: bool) -> UnitOption {
        let name = self.spelling.tidy(&item.name);
        let mut inner = offers.empty();
        self.inside(&mut inner, item, is_for_unit);
        join_alike(&mut inner.choices);
        let mut option = UnitOption {
            id: slug(&name),
            name,
            points: self.price(item),
            buys: if is_for_unit { Buys::Squadron } else { Buys::Model },
            max: item.max().filter(|max| *max > 1),
            not_attached: self.is_barred_by_host(item),
            groups: self.groups(offers.unit, item),
            options: inner.options,
            choices: inner.choices,
            weapons: self.own_weapons(offers, item),
            rules: inner.rules,
            entries: item.ids.clone(),
            ..UnitOption::default()
        };
        option.weapons.extend(inner.weapons);
        if option.weapons.is_empty() {
            option.weapons = self.hidden_weapons(offers, item);
        }
        let effects = self.effects(offers, item);
        option.rules.extend(effects.rules.into_iter().filter(|rule| !option.rules.contains(rule)).collect::<Vec<_>>());
        option.removes.extend(effects.removes);
        option.weapons.extend(effects.weapons);
        option.traits = effects.traits;
        let priced = |change: &&Change| change.field == self.recipe.points && change.action == "set";
        if let Some(change) = item.changes.iter().find(priced) {
            self.priced(item, change, &mut option);
        }
        option
    }

    /// The weapons of an entry that shows none of them: they are meant to be seen where the entry is.
    fn hidden_weapons(&mut self, offers: &Offers, item: &Item) -> Vec<Weapon> {
        let profiles: Vec<_> = item.profiles(&self.recipe.weapons.profile).collect();
        if !profiles.is_empty() {
            self.notices.add(Kind::Inferred, item.line, &item.name, "its weapon is hidden, but nothing shows it");
        }
        profiles.into_iter().map(|profile| self.weapon(offers, profile)).collect()
    }
}
