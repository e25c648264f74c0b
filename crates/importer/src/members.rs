//! Reads named squadrons with a fixed mix of models.

use muster_engine::catalogue::{Card, Member, PurchaseScope, Range, TraitValue};
use muster_engine::slug::slug;

use super::card::{CardFigures, inferred, merge, sort};
use super::effect::apply;
use super::entry::CatalogueEntry;
use super::model::{EntryContext, EntryReader, Model, of_kind};
use super::notice::NoticeKind;
use super::recipe::Traits;
use super::unit::UnitDraft;

impl EntryReader<'_> {
    /// Reads a squadron of several kinds of models.
    pub(super) fn group_of(&mut self, container: &CatalogueEntry, models: &[CatalogueEntry], draft: &mut UnitDraft) {
        let mut kinds: Vec<Member> = Vec::new();
        for entry in models {
            let mut inner = self.inside_names(entry);
            let buys = if entry.is_collective { PurchaseScope::AllModels } else { PurchaseScope::Model };
            let bearers = std::mem::take(&mut inner);
            let model = self.model(entry, EntryContext { base: None, bearers: &bearers, buys, group: "" });
            let member = self.member(entry, model, draft);
            kinds.push(member);
        }
        let outer = self.model(
            container,
            EntryContext {
                base: Some(&CardFigures::default()),
                bearers: &[],
                buys: PurchaseScope::Squadron,
                group: "",
            },
        );
        let unit = &mut draft.unit;
        unit.points = Some(u32::try_from(container.points().unwrap_or(0)).unwrap_or(0));
        let mut traits = self.traits_of(&kinds, container);
        merge(&mut traits, &draft.unit.traits);
        let order = self.recipe.traits.clone();
        sort(&mut traits, order.iter());
        draft.unit.traits = traits;
        draft.unit.members = kinds;
        let mut model = Model::default();
        self.join(&mut model, outer, container);
        apply(&model.effects, &mut model.options, &mut model.choices, &mut self.notices);
        draft.unit.card.rules = model.rules;
        draft.unit.card.weapons = model.weapons;
        draft.unit.options = model.options;
        draft.unit.choices = model.choices;
        draft.unit.brings = model.brings;
        draft.unit.attaches.extend(model.attaches);
        draft.permits.extend(model.permits);
    }

    fn inside_names(&self, entry: &CatalogueEntry) -> Vec<String> {
        let printed = of_kind(entry, &self.recipe.profiles.card).into_iter().map(|card| card.name);
        let mut names = Vec::new();
        for name in printed.chain([entry.name.clone()]) {
            let name = self.spelling.tidy(&name);
            names.extend(self.recipe.names.model.find(&name).map(ToOwned::to_owned));
            names.push(name);
        }
        names
    }

    fn member(&mut self, entry: &CatalogueEntry, model: Model, draft: &mut UnitDraft) -> Member {
        let name = self.spelling.tidy(&entry.name);
        let Model {
            figures, weapons, rules, mut options, mut choices, brings, attaches, permits, effects, extra, ..
        } = model;
        apply(&effects, &mut options, &mut choices, &mut self.notices);
        // An attachment rule of one model does not allow the whole squadron to attach.
        if draft.attached {
            draft.unit.attaches.extend(attaches);
        }
        draft.permits.extend(permits);
        let points =
            entry.points().map(|points| points.saturating_add(extra)).and_then(|points| u32::try_from(points).ok());
        if points.is_none_or(|points| points == 0) {
            self.notices.add(NoticeKind::Missing, entry.line, &draft.unit.name, format!("no price of {name}"));
        }
        if entry.max().is_none() || entry.max() != Some(entry.min()) {
            let message = format!(
                "{} to {} {name} in a fixed mix",
                entry.min(),
                entry.max().map_or("any".to_owned(), |max| max.to_string())
            );
            self.notices.add(NoticeKind::Differs, entry.line, &draft.unit.name, message);
        }
        let mut traits = figures.traits.clone();
        let more = inferred(&traits, &self.recipe.class.infer);
        merge(&mut traits, &more);
        let order = self.recipe.traits.clone();
        sort(&mut traits, order.iter());
        Member {
            id: slug(&name),
            name,
            unit: None,
            models: Range { min: entry.min(), max: entry.max() },
            points: points.filter(|points| *points > 0),
            traits,
            card: Card { stats: figures.stats, weapons, rules },
            options,
            choices,
            brings,
            entries: entry.own_first(),
        }
    }

    /// The traits of the squadron: from its categories, otherwise from its largest model.
    fn traits_of(&mut self, members: &[Member], container: &CatalogueEntry) -> Traits {
        let mix = &self.recipe.mix;
        let rank = |member: &&Member| {
            let value = member.traits.get(&mix.by).and_then(|value| value.words().next());
            mix.order.iter().position(|known| Some(known.as_str()) == value).unwrap_or(usize::MAX)
        };
        let largest = members.iter().min_by_key(rank);
        let mut traits = Traits::new();
        for category in self.categories(container) {
            if let Some(more) = self.recipe.categories.get(&category) {
                merge(&mut traits, more);
            } else {
                let message = format!("category {category:?}");
                self.notices.add(NoticeKind::Unknown, container.line, &container.name, message);
            }
        }
        // If several categories disagree, the largest model decides.
        traits.retain(|_, value| !matches!(value, TraitValue::Many(_)));
        for name in &mix.inherit {
            if let Some(value) = largest.and_then(|member| member.traits.get(name)) {
                traits.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
        let largest_size = largest.and_then(|member| member.traits.get(&mix.by));
        if let (Some(filed), Some(own)) = (traits.get(&mix.by), largest_size)
            && !filed.words().any(|word| own.words().any(|own| own == word))
        {
            let words = |value: &TraitValue| value.words().collect::<Vec<_>>().join(", ");
            let message = format!("filed as {}, its largest model is {}", words(filed), words(own));
            self.notices.add(NoticeKind::Differs, container.line, &container.name, message);
        }
        traits
    }
}
