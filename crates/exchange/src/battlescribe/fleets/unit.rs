//! Makes units of items.

use muster_engine::catalogue::Unit;
use muster_engine::slug::slug;

use super::effects::asks;
use super::item::{Change, Item, ItemKind};
use super::offers::Offers;
use super::reader::Reader;
use crate::battlescribe::notice::Kind;

impl Reader<'_> {
    /// The unit that an entry is. None if it holds no model.
    pub(super) fn unit(&mut self, item: &Item) -> Option<Unit> {
        let name = self.spelling.tidy(&item.name);
        let mut unit = Unit { id: slug(&name), name, entries: vec![item.id().to_owned()], ..Unit::default() };
        if self.is_doctrine(item) {
            self.doctrines(item, &mut unit);
            return Some(unit);
        }
        let models: Vec<&Item> = self.models(item);
        let Some(first) = models.first().copied() else {
            self.notices.add(Kind::Ignored, item.line, &item.name, "an entry without a model");
            return None;
        };
        let class = self.class(item, &models);
        unit.traits = self.traits(item, &class);
        unit.slots = self.slots(item);
        unit.copies = self.copies(item, &mut unit.traits);
        unit.squadron = Some(self.size(item, &models));
        let prices = models.iter().filter_map(|model| model.cost(&self.recipe.points)).min();
        unit.points = prices.and_then(|points| u32::try_from(points / 1000).ok());
        self.unread(item, &models);
        // What is hidden on attached units is there on units of their own.
        let categories = item.categories.iter().map(|category| category.id.clone());
        let categories: Vec<String> = categories.filter(|id| self.name_of(id) != self.recipe.host).collect();
        let mut offers = Offers::new(item, &categories);
        unit.card = self.card(&offers, item, first);
        if models.len() > 1 {
            offers = self.configurations(offers, item, &models);
        } else {
            self.offers(&mut offers, item, first, &models);
        }
        unit.card.weapons.extend(offers.weapons);
        for rule in offers.rules {
            if !unit.card.rules.contains(&rule) {
                unit.card.rules.push(rule);
            }
        }
        (unit.options, unit.choices) = (offers.options, offers.choices);
        let by_fleet = self.by_fleet(item, &unit.slots);
        unit.options.extend(by_fleet);
        // Several models are configurations, each an option with its own id.
        unit.entries.extend(models.iter().filter(|_| models.len() == 1).map(|model| model.id().to_owned()));
        if slug(&class) != unit.id {
            unit.aliases.push(class);
        }
        Some(unit)
    }

    /// The models in a unit: one, or several kinds of which one is chosen.
    fn models<'i>(&self, item: &'i Item) -> Vec<&'i Item> {
        let is_model = |child: &&Item| child.kind == ItemKind::Model || self.has_model_cost(child);
        let own = item.children.iter().filter(|child| !matches!(child.kind, ItemKind::Group | ItemKind::Unit));
        if let Some(model) = own.clone().find(is_model) {
            return vec![model];
        }
        let groups = item.children.iter().filter(|child| child.kind == ItemKind::Group);
        groups
            .map(|group| group.children.iter().filter(is_model).collect::<Vec<_>>())
            .find(|models| !models.is_empty())
            .unwrap_or_default()
    }

    /// Whether an entry has a cost that only models have, such as victory points.
    fn has_model_cost(&self, item: &Item) -> bool {
        self.recipe.costs.keys().any(|cost| item.cost(cost).is_some_and(|value| value > 0))
    }

    /// The name of the class: that of the model, or of the card if there are several models.
    fn class(&self, item: &Item, models: &[&Item]) -> String {
        let card = item.profiles(&self.recipe.card).next().map(|card| card.name.as_str());
        let name = match models {
            [model] => model.name.as_str(),
            _ => card.unwrap_or(&item.name),
        };
        self.spelling.tidy(name)
    }

    /// Notices on changes of a unit that nothing else reads.
    fn unread(&mut self, item: &Item, models: &[&Item]) {
        let owners = std::iter::once(item).chain(models.iter().copied());
        for (owner, change) in owners.flat_map(|owner| owner.changes.iter().map(move |change| (owner, change))) {
            let in_fleet = self.asks_fleet(change);
            if change.field == "category" && in_fleet && change.action != "set-primary" {
                let name = self.name_of(&change.value);
                if self.recipe.categories.contains_key(name) {
                    let verb = if change.action == "add" { "is also" } else { "is not" };
                    let message = format!("{verb} {name} in some Battlefleets, which is not kept");
                    self.notices.add(Kind::Inferred, item.line, &item.name, message);
                }
            } else if !self.is_read(item, owner, change) && change.field != "category" {
                let (field, value) = (self.name_of(&change.field), &change.value);
                let (kind, message) = if field.is_empty() && !self.is_known(&change.field) {
                    (Kind::Inferred, format!("{} {value:?} of something that no file defines", change.action))
                } else {
                    (Kind::Unknown, format!("{} {field} {value:?}, which is not kept", change.action))
                };
                self.notices.add(kind, item.line, &item.name, message);
            }
        }
    }

    /// Whether something else reads a change of a unit or of its model.
    fn is_read(&self, item: &Item, owner: &Item, change: &Change) -> bool {
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
fn asks_inside(item: &Item, change: &Change) -> bool {
    item.children.iter().any(|child| asks(change, child) || asks_inside(child, change))
}
