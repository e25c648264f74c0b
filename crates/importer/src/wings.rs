//! Reads squadrons of wings. The kind of wing is a choice.

use muster_engine::catalogue::{Choice, PurchaseScope, Range, UnitOption};
use muster_engine::slug::slug;

use super::card::{self, CardFigures, merge, sort};
use super::effect::presence;
use super::entry::CatalogueEntry;
use super::model::{EntryContext, EntryReader, Model, is_always_there, of_kind};
use super::notice::NoticeKind;
use super::unit::UnitDraft;

impl EntryReader<'_> {
    /// Reads a squadron of wings. The kind of wing is a choice.
    pub(super) fn wings(&mut self, root: &CatalogueEntry, draft: &mut UnitDraft) {
        let wings = &self.recipe.wings;
        let unit = &mut draft.unit;
        unit.name.clone_from(&wings.name);
        unit.id.clone_from(&wings.unit);
        unit.points = Some(0);
        merge(&mut unit.traits, &wings.traits);
        unit.squadron = Some(Range { min: wings.min, max: Some(wings.max) });
        unit.usual = Some(wings.usual);
        let mut choice =
            Choice { id: slug(&wings.choice), name: wings.choice.clone(), min: 1, max: Some(1), ..Choice::default() };
        for child in &root.children {
            let profiles = of_kind(child, &self.recipe.profiles.wing);
            let Some(profile) = profiles.first() else {
                let mut other = Model::default();
                self.wing_extra(child, &mut other);
                draft.unit.options.append(&mut other.options);
                continue;
            };
            let mut words = self.spelling.tidy(&child.name);
            for code in &self.nation.codes {
                words = words.strip_prefix(&format!("{code} ")).unwrap_or(&words).to_owned();
            }
            let kind = wings.kinds.iter().find(|(known, _)| known.eq_ignore_ascii_case(&words));
            if kind.is_none() {
                self.notices.add(NoticeKind::Unknown, child.line, &child.name, "an unknown kind of wing");
            }
            let name = kind.map_or(words.clone(), |(_, kind)| kind.name.clone());
            let figures = card::figures(profile, self.recipe, &mut self.notices);
            let empty = CardFigures::default();
            let inner = self.model(
                child,
                EntryContext { base: Some(&empty), bearers: &[], buys: PurchaseScope::Squadron, group: "" },
            );
            choice.options.push(UnitOption {
                id: slug(&name),
                name,
                points: Some(0),
                buys: PurchaseScope::Squadron,
                sets: figures.stats,
                traits: kind.map(|(_, kind)| kind.traits.clone()).unwrap_or_default(),
                rules: inner.rules,
                weapons: inner.weapons,
                options: inner.options,
                entries: child.own_first(),
                ..UnitOption::default()
            });
        }
        let first = wings.kinds.values().next();
        let default = choice.options.iter().find(|option| Some(&option.name) == first.map(|kind| &kind.name));
        if let Some(default) = default {
            choice.default = Some(default.id.clone());
            merge(&mut draft.unit.traits, &default.traits);
        }
        draft.unit.choices.push(choice);
        let order = self.recipe.traits.clone();
        sort(&mut draft.unit.traits, order.iter());
    }

    /// Reads an entry that is not a kind of wing.
    fn wing_extra(&mut self, child: &CatalogueEntry, model: &mut Model) {
        if self.ignored(&child.name, child.line) {
            return;
        }
        let empty = CardFigures::default();
        let place = EntryContext { base: Some(&empty), bearers: &[], buys: PurchaseScope::Squadron, group: "" };
        if child.is_group()
            || is_always_there(child)
            || !presence(child.is_hidden, &child.modifiers).turned_by.is_empty()
        {
            self.notices.add(NoticeKind::Unknown, child.line, &child.name, "neither a kind of wing nor an option");
        } else {
            let option = self.option(child, place, model);
            model.options.push(option);
        }
    }
}
