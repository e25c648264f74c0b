//! Reads what may be taken for a unit: weapons of hardpoints, generators, options, escorts.

use muster_engine::catalogue::{Choice, PurchaseScope, UnitOption, Weapon};
use muster_engine::slug::slug;

use super::alike::{count_alike, join_alike};
use super::offers::FleetOffers;
use super::reader::FactionReader;
use crate::condition::ConditionTest;
use crate::entry::{CatalogueEntry, EntryKind, Modifier};
use crate::notice::NoticeKind;

impl FactionReader<'_> {
    /// Reads what may be taken for a unit with one of its models.
    pub(super) fn offers(
        &mut self,
        offers: &mut FleetOffers,
        item: &CatalogueEntry,
        model: &CatalogueEntry,
        models: &[&CatalogueEntry],
    ) {
        self.inside(offers, model, false);
        let is_whole = std::ptr::eq(model, item);
        let is_model = |child: &CatalogueEntry| models.iter().any(|model| std::ptr::eq(*model, child));
        for child in &item.children {
            let has_models = child.is_group() && child.children.iter().any(is_model);
            if !is_model(child) && !has_models && !is_whole && !self.is_inner_unit(child) {
                self.child(offers, child, true);
            }
        }
        join_alike(&mut offers.choices);
        self.give_withheld(offers);
        for bar in std::mem::take(&mut offers.bars) {
            for option in offers.options.iter_mut().filter(|option| option.id == bar.by) {
                option.removes.extend(
                    bar.removes.iter().filter(|name| !option.removes.contains(name)).cloned().collect::<Vec<_>>(),
                );
            }
        }
    }

    /// Reads everything inside an entry.
    pub(super) fn inside(&mut self, offers: &mut FleetOffers, item: &CatalogueEntry, is_for_unit: bool) {
        for child in &item.children {
            self.child(offers, child, is_for_unit);
        }
    }

    fn child(&mut self, offers: &mut FleetOffers, child: &CatalogueEntry, is_for_unit: bool) {
        let is_group = child.is_group();
        let is_read = self.is_inner_unit(child) || is_group && self.recipe.attachments.0.is_match(&child.name);
        if is_read {
            return;
        }
        if let Some(with) = self.comes_with(child) {
            if let Some(mut choice) = self.choice(offers, child, is_for_unit) {
                choice.min = choice.max.unwrap_or(1);
                offers.withheld.push((choice, with));
            }
            return;
        }
        if self.is_barred(offers, child) {
            return;
        }
        let is_hardpoint = self.recipe.hardpoints.0.is_match(&child.name) && self.recipe.linked.is_none();
        if self.is_escort(child) {
            let escorts = self.escorts(offers, child);
            offers.options.push(escorts);
        } else if self.is_escorts(child) {
            self.escort_group(offers, child);
        } else if child.is_group() && child.is_without_limits() && !is_hardpoint {
            self.inside(offers, child, is_for_unit);
        } else if child.is_group() {
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
    pub(super) fn is_barred(&mut self, offers: &FleetOffers, child: &CatalogueEntry) -> bool {
        if self.recipe.ignore.iter().any(|ignore| ignore.pattern.0.is_match(&child.name)) {
            return true;
        }
        let is_linked = self.recipe.linked.is_some();
        let mut is_hidden = child.is_hidden;
        for change in child.modifiers.iter().filter(|change| change.field == "hidden" && change.action == "set") {
            match change.when.holds(&|test| offers.knows(test)) {
                Some(true) => is_hidden = change.value == "true",
                // A table says in which Battlefleets it is offered.
                None if change.value == "false" && is_hidden && is_linked && self.asks_fleet(change) => {
                    is_hidden = false;
                }
                None if change.value == "false" && is_hidden => {
                    is_hidden = false;
                    let unit = &offers.unit.name;
                    let message = format!("on {unit} under a condition that depends on the list; offered always");
                    let kind = if is_linked { NoticeKind::Inferred } else { NoticeKind::Unknown };
                    self.notices.add(kind, child.link_line, &child.name, message);
                }
                Some(false) | None => {}
            }
        }
        is_hidden
    }

    /// Whether a unit may not have something while it is attached: the files hide it beside a host.
    pub(super) fn is_barred_by_host(&self, item: &CatalogueEntry) -> bool {
        let asks = |test: &ConditionTest| {
            let is_host = self.name_of(&test.child) == self.recipe.host && test.kind == "instanceOf";
            is_host.then_some(true)
        };
        item.modifiers
            .iter()
            .any(|change| change.field == "hidden" && change.value == "true" && change.when.holds(&asks) == Some(true))
    }

    /// Whether an entry is a weapon without limits and price: it is always there.
    fn is_fixed_weapon(&mut self, item: &CatalogueEntry) -> bool {
        let is = item.kind == EntryKind::Upgrade
            && item.is_without_limits()
            && item.limits.is_empty()
            && self.price(item) == Some(0)
            && item.profiles(&self.recipe.weapons.profile).next().is_some();
        if is {
            self.notices.add(
                NoticeKind::Inferred,
                item.link_line,
                &item.name,
                "a weapon without limits and price is always there",
            );
        }
        is
    }

    /// An entry that is always there: a weapon, or a container of other things.
    fn fixed(&mut self, offers: &mut FleetOffers, item: &CatalogueEntry, is_for_unit: bool) {
        let mut weapons = self.own_weapons(offers, item);
        if item.min() > 1 {
            for weapon in &mut weapons {
                weapon.count = Some(item.min());
            }
        }
        let has_weapons = !weapons.is_empty();
        offers.weapons.extend(weapons);
        let mut rules = self.linked_rules(item);
        rules.extend(self.effects(offers, item).rules);
        offers.rules.extend(rules.into_iter().filter(|rule| !offers.rules.contains(rule)).collect::<Vec<_>>());
        self.inside(offers, item, is_for_unit);
        if self.recipe.linked.is_some() && item.is_bare() {
            // All that is known of it is its name.
            let rule = self.spelling.rule(&item.name, &[]);
            if !offers.rules.contains(&rule) {
                offers.rules.push(rule);
            }
            return;
        }
        if !has_weapons && item.is_bare() && item.modifiers.is_empty() {
            self.notices.add(NoticeKind::Unknown, item.link_line, &item.name, "a fixed entry without content");
        }
    }

    /// An entry that is always there and has a price: a choice of one thing, which is taken without being stated.
    fn included(&mut self, offers: &FleetOffers, item: &CatalogueEntry, is_for_unit: bool) -> Choice {
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

    /// Something that may be taken.
    pub(super) fn option(&mut self, offers: &FleetOffers, item: &CatalogueEntry, is_for_unit: bool) -> UnitOption {
        let name = self.spelling.tidy(&item.name);
        let mut inner = offers.empty();
        self.inside(&mut inner, item, is_for_unit);
        join_alike(&mut inner.choices);
        self.give_withheld(&mut inner);
        let mut option = UnitOption {
            id: slug(&name),
            name,
            points: self.price(item),
            buys: if is_for_unit { PurchaseScope::Squadron } else { PurchaseScope::Model },
            max: item.max().filter(|max| *max > 1 || self.recipe.linked.is_some()),
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
        option.rules.extend(self.linked_rules(item));
        let effects = self.effects(offers, item);
        option.rules.extend(effects.rules.into_iter().filter(|rule| !option.rules.contains(rule)).collect::<Vec<_>>());
        option.removes.extend(effects.removes);
        option.weapons.extend(effects.weapons);
        option.sets.extend(effects.sets);
        option.traits = effects.traits;
        if self.recipe.linked.is_some() {
            let own: Vec<&str> = item.categories.iter().map(|category| category.id.as_str()).collect();
            option.traits.extend(self.stated(&own));
            count_alike(&mut option.weapons);
        }
        if self.is_doctrine(offers.unit) {
            self.costs(item, &mut option.sets);
        }
        self.for_each_model(item, &mut option);
        let priced = |change: &&Modifier| change.field == self.recipe.points && change.action == "set";
        if let Some(change) = item.modifiers.iter().find(priced) {
            self.priced(item, change, &mut option);
        }
        option
    }

    /// A price that grows once for each of the unit's models is a price for each.
    fn for_each_model(&self, item: &CatalogueEntry, option: &mut UnitOption) {
        let is = |change: &&Modifier| {
            change.repeat.is_some() && change.action == "increment" && change.field == self.recipe.points
        };
        for change in item.modifiers.iter().filter(is) {
            let more = change.number().unwrap_or(0);
            option.points = option.points.map(|points| points.saturating_add(more));
            option.buys = PurchaseScope::AllModels;
        }
    }

    /// The weapons of an entry that shows none of them: they are meant to be seen where the entry is.
    fn hidden_weapons(&mut self, offers: &FleetOffers, item: &CatalogueEntry) -> Vec<Weapon> {
        let profiles: Vec<_> = item.profiles(&self.recipe.weapons.profile).collect();
        if !profiles.is_empty() {
            self.notices.add(
                NoticeKind::Inferred,
                item.link_line,
                &item.name,
                "its weapon is hidden, but nothing shows it",
            );
        }
        profiles.into_iter().map(|profile| self.weapon(offers, profile)).collect()
    }
}
