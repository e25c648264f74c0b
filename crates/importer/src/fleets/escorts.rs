//! Reads escort tokens, which are bought for the unit.

use indexmap::IndexMap;
use muster_engine::catalogue::{Choice, PurchaseScope, UnitOption};
use muster_engine::slug::slug;

use super::choice::{bar_each_other, changed};
use super::offers::FleetOffers;
use super::reader::FactionReader;
use crate::condition::ConditionTest;
use crate::entry::{CatalogueEntry, EntryKind, Modifier};
use crate::notice::NoticeKind;

impl FactionReader<'_> {
    /// Whether a group has nothing but escort tokens.
    pub(super) fn is_escorts(&self, group: &CatalogueEntry) -> bool {
        let all = &group.children;
        let is = |child: &CatalogueEntry| self.is_escort(child) || self.is_escorts(child);
        group.is_group() && !all.is_empty() && all.iter().all(is)
    }

    /// The tokens of a group and of the groups inside it that are shown.
    fn escort_tokens<'i>(&mut self, offers: &FleetOffers, group: &'i CatalogueEntry) -> Vec<&'i CatalogueEntry> {
        let mut tokens = Vec::new();
        for child in &group.children {
            if self.is_barred(offers, child) {
                continue;
            }
            if self.is_escort(child) {
                tokens.push(child);
            } else {
                tokens.extend(self.escort_tokens(offers, child));
            }
        }
        tokens
    }

    /// The tokens of a group. If it offers several kinds, the group says how many there may be together.
    pub(super) fn escort_group(&mut self, offers: &mut FleetOffers, group: &CatalogueEntry) {
        let shown = self.escort_tokens(offers, group);
        let mut options: Vec<UnitOption> = shown.iter().map(|child| self.escorts(offers, child)).collect();
        if let Some(max) = group.max() {
            for option in &mut options {
                option.max = Some(option.max.map_or(max, |own| own.min(max)));
            }
        }
        bar_each_other(&shown, &mut options);
        options.retain(|option| option.max != Some(0));
        let word = &self.recipe.escorts.option;
        if let [only] = options.as_mut_slice()
            && only.id != *word
        {
            only.aliases.push(word.clone());
        }
        if options.len() < 2 || group.max().is_none() {
            offers.options.extend(options);
            return;
        }
        let name = self.spelling.tidy(&group.name);
        offers.choices.push(Choice {
            id: slug(&name),
            name,
            max: group.max(),
            options,
            entries: group.ids.clone(),
            ..Choice::default()
        });
    }

    /// Escort tokens of one kind.
    pub(super) fn escorts(&mut self, offers: &FleetOffers, link: &CatalogueEntry) -> UnitOption {
        let own = link.modifiers.iter().rfind(|change| change.field == self.recipe.points && change.when.is_empty());
        let own = own.and_then(Modifier::number).or_else(|| self.price(link));
        let limits = link.limits.iter().filter(|limit| !limit.is_min);
        let max = limits.filter_map(|limit| changed(offers, link, limit)).min();
        if link.min() > 0 {
            let message = format!("{} come with {} at no cost", link.min(), offers.unit.name);
            self.notices.add(NoticeKind::Inferred, link.link_line, &link.name, message);
        }
        let escorts = &self.recipe.escorts;
        UnitOption {
            id: escorts.others.get(&link.name).unwrap_or(&escorts.option).clone(),
            name: self.spelling.tidy(&link.name),
            kind: Some(escorts.kind.clone()),
            points: own,
            not_attached: self.is_barred_by_host(link),
            together: self.together(offers, link, own.unwrap_or(0), max.unwrap_or(0)),
            buys: PurchaseScope::Squadron,
            max,
            groups: if self.recipe.linked.is_some() { self.groups(offers.unit, link) } else { IndexMap::new() },
            entries: link.ids.clone(),
            ..UnitOption::default()
        }
    }

    /// The prices of one, of two together and so on, if the price of the model depends on their number.
    fn together(&self, offers: &FleetOffers, link: &CatalogueEntry, each: i32, max: u32) -> Vec<u32> {
        let models = offers.unit.children.iter().filter(|child| child.kind == EntryKind::Model);
        let with_number = |change: &&Modifier, number: u32| {
            let is = |test: &ConditionTest| test.value == i64::from(number) && test.kind == "equalTo";
            matches!(change.when.tests().as_slice(), [test] if is(test) && link.ids.contains(&test.child))
        };
        for model in models {
            let changes = || model.modifiers.iter().filter(|change| change.field == self.recipe.points);
            if !(1..=max.min(20)).any(|number| changes().any(|change| with_number(&change, number))) {
                continue;
            }
            let base = self.price(model).unwrap_or(0);
            let price = |number: u32| {
                let whole = changes().find(|change| with_number(change, number));
                let more = whole.and_then(Modifier::number).map_or(0, |whole| whole - base);
                u32::try_from(i64::from(each) * i64::from(number) + i64::from(more)).unwrap_or(0)
            };
            return (1..=max.min(20)).map(price).collect();
        }
        Vec::new()
    }
}
