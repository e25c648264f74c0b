//! Makes units of items.

use muster_engine::catalogue::Unit;
use muster_engine::slug::slug;

use super::alike::{count_alike, leave_out_ones};
use super::effects::asks;
use super::models::{FleetModels, ModelVariety};
use super::offers::FleetOffers;
use super::reader::FactionReader;
use crate::entry::{CatalogueEntry, Modifier};
use crate::notice::NoticeKind;

impl FactionReader<'_> {
    /// The unit that an entry is. None if it holds no model.
    pub(super) fn unit(&mut self, item: &CatalogueEntry) -> Option<Unit> {
        let name = self.spelling.tidy(&item.name);
        let mut unit = Unit { id: slug(&name), name, entries: vec![item.id().to_owned()], ..Unit::default() };
        if self.is_doctrine(item) {
            self.doctrines(item, &mut unit);
            return Some(unit);
        }
        unit.slots = self.slots(item);
        unit.copies = self.copies(item, &unit.slots);
        let settled;
        let mut item = item;
        if let Some(linked) = &self.recipe.linked {
            settled = self.settled(item, &unit.slots.keys().collect::<Vec<_>>(), linked);
            item = &settled;
        }
        let FleetModels { all: models, kind, size } = self.models(item);
        let Some(first) = models.first().copied() else {
            self.notices.add(NoticeKind::Ignored, item.link_line, &item.name, "an entry without a model");
            return None;
        };
        let class = self.class(item, &models);
        unit.traits = self.traits(item, &class);
        if self.is_unique(item, &models) {
            unit.traits.extend(self.recipe.unique.clone());
        }
        unit.squadron = Some(size.unwrap_or_else(|| self.size(item, &models)));
        unit.points = self.points(item, &models, kind);
        if self.recipe.linked.is_some() {
            self.left_over(item, item);
        } else {
            self.unread(item, &models);
        }
        // What is hidden on attached units is there on units of their own.
        let categories = item.categories.iter().map(|category| category.id.clone());
        let categories: Vec<String> = categories.filter(|id| self.name_of(id) != self.recipe.host).collect();
        let mut offers = FleetOffers::new(item, &categories);
        unit.card = self.card(&offers, item, if kind == ModelVariety::Variants { item } else { first });
        if kind == ModelVariety::Alike {
            self.offers(&mut offers, item, first, &models);
        } else {
            offers = self.configurations(offers, item, &models, kind);
        }
        unit.card.weapons.extend(offers.weapons);
        if self.recipe.linked.is_some() {
            count_alike(&mut unit.card.weapons);
        }
        for rule in offers.rules {
            if !unit.card.rules.contains(&rule) {
                unit.card.rules.push(rule);
            }
        }
        (unit.options, unit.choices) = (offers.options, offers.choices);
        let by_fleet = self.by_fleet(item, &unit.slots);
        unit.options.extend(by_fleet);
        if self.recipe.linked.is_some() {
            leave_out_ones(&mut unit.options, &mut unit.choices);
        }
        // Several models are configurations, each an option with its own id.
        for model in models.iter().filter(|_| models.len() == 1) {
            if !unit.entries.iter().any(|id| id == model.id()) {
                unit.entries.push(model.id().to_owned());
            }
        }
        if self.recipe.linked.is_some() {
            self.short.push((unit.id.clone(), class));
        } else if slug(&class) != unit.id {
            unit.aliases.push(class);
        }
        Some(unit)
    }

    /// The name of the class: that of the model, or of the card if there are several models or the card is linked.
    fn class(&self, item: &CatalogueEntry, models: &[&CatalogueEntry]) -> String {
        let card = |owner: &CatalogueEntry| owner.profiles(&self.recipe.card).next().map(|card| card.name.clone());
        if self.recipe.linked.is_some() {
            // The unit's own name decides, because models share cards and some have names of their own.
            let whole = slug(&self.spelling.tidy(&item.name));
            let begins = |name: &String| slug(name).split('-').zip(whole.split('-')).all(|(one, other)| one == other);
            let names = models.iter().flat_map(|model| [card(model), Some(model.name.clone())]).chain([card(item)]);
            let mut names = names.flatten().map(|name| self.spelling.tidy(&name));
            return names.find(|name| !slug(name).is_empty() && begins(name)).unwrap_or_else(|| item.name.clone());
        }
        let name = match models {
            [model] => model.name.clone(),
            _ => card(item).unwrap_or_else(|| item.name.clone()),
        };
        self.spelling.tidy(&name)
    }

    /// Points of a model: of the cheapest, or of the usual variant.
    fn points(&mut self, item: &CatalogueEntry, models: &[&CatalogueEntry], kind: ModelVariety) -> Option<u32> {
        let points = |model: &CatalogueEntry| model.cost(&self.recipe.points);
        let found = if kind == ModelVariety::Variants {
            points(usual(item, models)?)
        } else {
            models.iter().filter_map(|model| points(model)).min()
        };
        let own = self.price(item).unwrap_or(0);
        if self.recipe.linked.is_some() && own > 0 && !models.iter().any(|model| std::ptr::eq(*model, item)) {
            let message = format!("{own} points of its own beside those of its models, which are not counted");
            self.notices.add(NoticeKind::Inferred, item.link_line, &item.name, message);
        }
        found.and_then(|points| u32::try_from(points / 1000).ok())
    }

    /// Whether a list may have only one squadron of a unit, or a few.
    fn is_unique(&self, item: &CatalogueEntry, models: &[&CatalogueEntry]) -> bool {
        let linked = self.recipe.linked.is_some();
        let owners = models.iter().filter(|_| linked).copied().chain([item]);
        let mut limits = owners.flat_map(|owner| &owner.limits).filter(|limit| !limit.is_min);
        limits.any(|limit| limit.scope == "roster" && (limit.value == Some(1) || linked && limit.value.is_some()))
    }

    /// Notices on changes of a unit that nothing else reads.
    fn unread(&mut self, item: &CatalogueEntry, models: &[&CatalogueEntry]) {
        let owners = std::iter::once(item).chain(models.iter().copied());
        for (owner, change) in owners.flat_map(|owner| owner.modifiers.iter().map(move |change| (owner, change))) {
            let in_fleet = self.asks_fleet(change);
            if change.field == "category" && in_fleet && change.action != "set-primary" {
                let name = self.name_of(&change.value);
                if self.recipe.categories.contains_key(name) {
                    let verb = if change.action == "add" { "is also" } else { "is not" };
                    let message = format!("{verb} {name} in some Battlefleets, which is not kept");
                    self.notices.add(NoticeKind::Inferred, item.link_line, &item.name, message);
                }
            } else if !self.is_read(item, owner, change) && change.field != "category" {
                let (field, value) = (self.name_of(&change.field), &change.value);
                let (kind, message) = if field.is_empty() && !self.is_known(&change.field) {
                    (NoticeKind::Inferred, format!("{} {value:?} of something that no file defines", change.action))
                } else {
                    (NoticeKind::Unknown, format!("{} {field} {value:?}, which is not kept", change.action))
                };
                self.notices.add(kind, item.link_line, &item.name, message);
            }
        }
    }

    /// Whether another part of the importer reads a change of a unit or of its model.
    fn is_read(&self, item: &CatalogueEntry, owner: &CatalogueEntry, change: &Modifier) -> bool {
        let of_escorts = || {
            let escorts = item.children.iter().filter(|child| child.name == self.recipe.escorts.entry);
            let ids: Vec<&String> = escorts.flat_map(|escorts| &escorts.ids).collect();
            change.field == self.recipe.points && change.when.tests().iter().all(|test| ids.contains(&&test.child))
        };
        owner.limits.iter().any(|limit| limit.id == change.field)
            || matches!(change.field.as_str(), "hidden" | "name")
            || self.is_rules(&change.field) && (self.asks_fleet(change) || asks_inside(item, change))
            || of_escorts()
    }

    /// Whether a file defines what a change is made to.
    fn is_known(&self, id: &str) -> bool {
        self.faction.names.contains_key(id) || id == self.recipe.points || self.recipe.costs.contains_key(id)
    }
}

/// Whether a change asks only for something inside the unit.
fn asks_inside(item: &CatalogueEntry, change: &Modifier) -> bool {
    item.children.iter().any(|child| asks(change, child) || asks_inside(child, change))
}

/// The variant that a list takes if it states none: the one that the files name, else the first.
pub(super) fn usual<'i>(item: &'i CatalogueEntry, models: &[&'i CatalogueEntry]) -> Option<&'i CatalogueEntry> {
    let group = item.children.iter().find(|group| group.children.iter().any(|child| std::ptr::eq(child, models[0])));
    let named = group
        .and_then(|group| models.iter().find(|model| group.default.as_ref().is_some_and(|id| model.ids.contains(id))));
    named.or(models.first()).copied()
}
