//! What taking something changes on a unit: special rules, weapons, traits, price.

use indexmap::IndexMap;
use muster_engine::catalogue::{PurchaseScope, Stat, UnitOption, Weapon};

use super::card::stat_value;
use super::offers::FleetOffers;
use super::reader::FactionReader;
use super::recipe::StatColumns;
use crate::entry::{CatalogueEntry, EntryProfile, Modifier};
use crate::notice::NoticeKind;
use crate::recipe::Traits;

/// What changes on the unit.
#[derive(Default)]
pub(super) struct Effects {
    pub rules: Vec<String>,
    /// Special rules and weapons that it loses.
    pub removes: Vec<String>,
    pub weapons: Vec<Weapon>,
    pub traits: Traits,
    /// Statistics with their new figures.
    pub sets: IndexMap<String, Stat>,
}

impl FactionReader<'_> {
    /// What taking an entry changes on the unit.
    pub(super) fn effects(&mut self, offers: &FleetOffers, item: &CatalogueEntry) -> Effects {
        let mut effects = Effects::default();
        for profile in &item.profiles {
            if self.recipe.rules.contains(&profile.kind) && !profile.is_hidden {
                effects.rules.extend(self.listed(profile.text(&profile.kind)));
            }
        }
        // Changes that stand on the entry itself, for the unit's profiles and categories.
        let mut traits: Vec<&Modifier> = Vec::new();
        for change in &item.modifiers {
            match change.action.as_str() {
                "add" | "remove" if change.field == "category" => traits.push(change),
                // It is for the entry's own profile, which was read above.
                "set" if change.affects.is_empty() => {}
                _ if self.is_rules(&change.field) => self.change_rules(offers.unit, change, &mut effects),
                "set" | "increment" | "set-primary" | "add" => {}
                action => {
                    let message = format!("{action} {:?}, which is not kept", change.value);
                    self.notices.add(NoticeKind::Unknown, item.link_line, &item.name, message);
                }
            }
        }
        // Changes of the unit that ask whether the entry is taken.
        for change in offers.unit.modifiers.iter().filter(|change| asks(change, item)) {
            match (change.action.as_str(), change.field.as_str()) {
                ("add" | "remove", "category") => traits.push(change),
                (_, field) if self.is_rules(field) => self.change_rules(offers.unit, change, &mut effects),
                ("set", "name") | ("set-primary", _) => {}
                (action, _) => {
                    let message = format!("{action} {:?} with {}, which is not kept", change.value, item.name);
                    self.notices.add(NoticeKind::Unknown, offers.unit.link_line, &offers.unit.name, message);
                }
            }
        }
        let linked = self.recipe.linked.is_some();
        let models = offers.unit.children.iter().filter(|child| linked && self.is_inner_unit(child));
        for profile in models.chain([offers.unit]).flat_map(|owner| &owner.profiles).collect::<Vec<_>>() {
            for change in profile.modifiers.iter().filter(|change| asks(change, item)) {
                self.profile_effect(offers, profile, change, &mut effects);
            }
        }
        if !traits.is_empty() {
            effects.traits = self.changed_traits(offers, &traits);
        }
        effects.rules.dedup();
        effects
    }

    /// A change of the special rules that a unit's profiles list.
    pub(super) fn change_rules(&self, unit: &CatalogueEntry, change: &Modifier, effects: &mut Effects) {
        match change.action.as_str() {
            "append" => effects.rules.extend(self.listed(&change.value)),
            "replace" => {
                effects.removes.extend(self.listed(&change.replaced));
                effects.rules.extend(self.listed(&change.value));
            }
            _ => {
                let kind = self.name_of(&change.field);
                let shown = unit.profiles(kind).filter(|profile| !profile.is_hidden);
                let before: Vec<String> = shown.flat_map(|profile| self.listed(profile.text(kind))).collect();
                let after = self.listed(&change.value);
                effects.removes.extend(before.iter().filter(|rule| !after.contains(rule)).cloned());
                effects.rules.extend(after.into_iter().filter(|rule| !before.contains(rule)));
            }
        }
    }

    /// What a profile of the unit gains or loses if an entry is taken.
    fn profile_effect(
        &mut self,
        offers: &FleetOffers,
        profile: &EntryProfile,
        change: &Modifier,
        effects: &mut Effects,
    ) {
        let is_list = self.recipe.rules.contains(&profile.kind);
        match (change.action.as_str(), change.field.as_str()) {
            ("set", "hidden") if is_list => {
                let rules = self.listed(profile.text(&profile.kind));
                if change.value == "false" { effects.rules.extend(rules) } else { effects.removes.extend(rules) }
            }
            ("set", "hidden") if profile.kind == self.recipe.weapons.profile => {
                let weapon = self.weapon(offers, profile);
                if change.value == "false" { effects.weapons.push(weapon) } else { effects.removes.push(weapon.name) }
            }
            (_, field) if self.is_rules(field) => self.change_rules(offers.unit, change, effects),
            ("append" | "set", "name") => {}
            ("set", column) if profile.kind == self.recipe.card && self.stat(column).is_some() => {
                effects.sets.extend(self.stat(column).map(|stat| (stat, stat_value(&change.value))));
            }
            _ if self.recipe.tokens.contains(&profile.kind) => {}
            (action, _) => {
                let message = format!("{action} {:?} on {}, which is not kept", change.value, profile.kind);
                self.notices.add(NoticeKind::Unknown, profile.line, &profile.name, message);
            }
        }
    }

    /// The statistic of a column with one figure.
    fn stat(&self, column: &str) -> Option<String> {
        match self.recipe.stats.get(self.name_of(column))? {
            StatColumns::One(id) => Some(id.clone()),
            StatColumns::Range(_) => None,
        }
    }

    /// A price for the whole unit that grows with the number of models is a price for each model.
    pub(super) fn priced(&mut self, item: &CatalogueEntry, change: &Modifier, option: &mut UnitOption) {
        let number = change.when.tests().first().map_or(0, |test| test.value);
        let whole = i64::from(change.number().unwrap_or(0));
        if number > 1 && Some(whole) == option.points.map(|points| i64::from(points) * number) {
            option.buys = PurchaseScope::AllModels;
        } else {
            let message = format!("costs {whole} under a condition that is not kept");
            self.notices.add(NoticeKind::Unknown, item.link_line, &item.name, message);
        }
    }
}

/// Whether a change asks for one thing alone: that an entry is taken.
pub(super) fn asks(change: &Modifier, item: &CatalogueEntry) -> bool {
    matches!(change.when.tests().as_slice(), [test] if item.ids.contains(&test.child) && test.asks_for() == Some(true))
}
