//! Units, from the entries of the first level.

use std::collections::HashSet;

use muster_engine::catalogue::{Buys, Card, Choice, Only, Range, TraitValue, Unit, UnitOption};
use muster_engine::slug::slug;

use super::card::{Figures, has, inferred, merge, sort};
use super::effect::{apply, presence};
use super::entry::Entry;
use super::model::{Model, Place, Reader, of_kind};
use super::recipe::Traits;
use super::remark::Kind;
use super::spelling::base;

/// A unit that is not yet joined with the other forms in which it occurs.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// The unit itself.
    pub unit: Unit,
    /// Names of its model.
    pub bearers: Vec<String>,
    /// Short names of the model, by which lists call it.
    pub short: Vec<String>,
    /// Names of what may join it, with the largest number.
    pub permits: Vec<(String, Option<u32>)>,
    /// The file has it as the attached form of something.
    pub attached: bool,
    /// The line of its entry.
    pub line: u32,
    /// The name of its entry.
    pub entry: String,
}

/// The remark on a unit that nobody can buy, which does not matter for what nobody buys.
const NO_PRICE: &str = "no price";

impl Reader<'_> {
    /// A unit, from an entry of the first level.
    pub(super) fn unit(&mut self, root: &Entry) -> Draft {
        let mut draft = self.named(root);
        if root.children.iter().any(|child| !of_kind(child, &self.recipe.profiles.wing).is_empty()) {
            self.wings(root, &mut draft);
            return draft;
        }
        let is_single = self.has_card(root);
        let (models, rest): (Vec<_>, Vec<_>) =
            root.children.iter().cloned().partition(|child| !is_single && self.is_model(child));
        match models.as_slice() {
            [] => self.single(root, &mut draft),
            [model] => {
                let container = Entry { children: rest, ..root.clone() };
                self.squadron(&container, model, &mut draft);
            }
            _ => {
                let container = Entry { children: rest, ..root.clone() };
                self.group_of(&container, &models, &mut draft);
            }
        }
        draft
    }

    /// The names of a unit, and the traits that its name and its nation state.
    fn named(&mut self, root: &Entry) -> Draft {
        let mut draft = Draft { line: root.line, entry: root.name.clone(), ..Draft::default() };
        let mut name = self.spelling.tidy(&root.name);
        draft.unit.aliases.push(root.name.split_whitespace().collect::<Vec<_>>().join(" "));
        draft.attached = self.recipe.names.attached.0.is_match(&name);
        if let (true, Some(inner)) = (draft.attached, self.recipe.names.attached.find(&name)) {
            name = self.spelling.tidy(inner);
        }
        for status in &self.recipe.names.statuses {
            if status.pattern.0.is_match(&name) {
                let rest = status.pattern.0.replace(&name, "").trim().to_owned();
                name = rest;
                merge(&mut draft.unit.traits, &status.traits);
            }
        }
        merge(&mut draft.unit.traits, &self.nation.traits);
        draft.bearers = self.bearers(&name, root);
        draft.short = self.short_names(&name, root);
        draft.unit.id = slug(&name);
        draft.unit.name = name;
        draft.unit.vintage = Some(self.nation.vintage.clone());
        draft.unit.entries.clone_from(&root.ids);
        draft
    }

    /// The names that a model's weapons may repeat.
    fn bearers(&self, name: &str, entry: &Entry) -> Vec<String> {
        // Cards of variants count, cards of models that come along do not.
        let groups = entry.children.iter().filter(|child| child.group).flat_map(|group| &group.children);
        let variants = groups.filter(|option| !self.has_attachment_rule(option)).flat_map(|option| &option.profiles);
        let cards = entry.profiles.iter().chain(variants);
        let cards = cards.filter(|profile| self.recipe.profiles.card.contains(&profile.kind));
        let printed =
            cards.map(|card| self.spelling.tidy(&card.name)).chain([name.to_owned(), self.spelling.tidy(&entry.name)]);
        let mut names: Vec<String> = Vec::new();
        for printed in printed {
            let short = self.recipe.names.model.find(&printed).map(ToOwned::to_owned);
            for name in [Some(printed), short].into_iter().flatten() {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// The names that its own cards and the first words of its name give it.
    fn short_names(&self, name: &str, entry: &Entry) -> Vec<String> {
        // A card beside the first one shows what an option changes, and its name says so.
        let cards = of_kind(entry, &self.recipe.profiles.card).into_iter().take(1);
        let cards = cards.map(|card| self.spelling.tidy(&card.name));
        let first = |name: &String| self.recipe.names.model.find(name).map(ToOwned::to_owned);
        let all = cards.chain([name.to_owned()]).map(|name| first(&name).unwrap_or(name));
        let mut names: Vec<String> = Vec::new();
        for name in all.filter(|name| !name.is_empty()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Whether it is a model: it has a card, or each of its variants has one.
    fn is_model(&self, entry: &Entry) -> bool {
        let varies = || {
            let groups = entry.children.iter().filter(|child| child.group);
            groups
                .flat_map(|group| &group.children)
                .any(|option| self.has_card(option) && !self.has_attachment_rule(option))
        };
        let brings = self.recipe.brings.rules.keys().any(|rule| {
            let name = self.spelling.rule(&entry.name, &[]);
            base(&name, &[]).eq_ignore_ascii_case(rule)
        });
        !entry.group && !brings && (self.has_card(entry) || varies())
    }

    /// A single model.
    fn single(&mut self, root: &Entry, draft: &mut Draft) {
        let bearers = draft.bearers.clone();
        let model = self.model(root, Place { base: None, bearers: &bearers, buys: Buys::Model, group: "" });
        if model.figures.stats.is_empty() {
            self.remarks.add(Kind::Missing, root.line, &root.name, "no card");
        }
        // An attached form may say how many models may be attached; anything else is one big ship.
        let limits = (root.min.max(1), if draft.attached { root.max } else { Some(1) });
        draft.unit.squadron = Some(Range { min: limits.0, max: limits.1 });
        self.finish(root, root.points, model, draft);
    }

    /// Several models of one kind.
    fn squadron(&mut self, container: &Entry, entry: &Entry, draft: &mut Draft) {
        let mut bearers = draft.bearers.clone();
        for name in self.bearers(&self.spelling.tidy(&entry.name), entry) {
            if !bearers.contains(&name) {
                bearers.push(name);
            }
        }
        draft.bearers.clone_from(&bearers);
        draft.short.extend(self.short_names(&self.spelling.tidy(&entry.name), entry));
        let buys = if entry.collective { Buys::AllModels } else { Buys::Model };
        let mut model = self.model(entry, Place { base: None, bearers: &bearers, buys, group: "" });
        let figures = model.figures.clone();
        let outer =
            self.model(container, Place { base: Some(&figures), bearers: &bearers, buys: Buys::Squadron, group: "" });
        self.join(&mut model, outer, container);
        if container.points.unwrap_or(0) != 0 {
            self.remarks.add(
                Kind::Differs,
                container.line,
                &container.name,
                "both the squadron and its models have a price; the models' counts",
            );
        }
        draft.unit.entries.extend(entry.ids.iter().cloned());
        draft.unit.squadron = match (entry.min, entry.max) {
            (0, None) => {
                self.remarks.add(Kind::Missing, entry.line, &container.name, "no squadron size");
                None
            }
            (min, max) => Some(Range { min: min.max(1), max }),
        };
        self.finish(container, entry.points, model, draft);
    }

    /// Puts what was read into the unit and completes its traits.
    pub(super) fn finish(&mut self, root: &Entry, points: Option<i32>, model: Model, draft: &mut Draft) {
        let Model {
            figures,
            weapons,
            mut rules,
            mut options,
            mut choices,
            brings,
            attaches,
            permits,
            effects,
            extra,
            own_points,
            ..
        } = model;
        for left in apply(effects, &mut options, &mut choices) {
            self.remarks.add(Kind::Unknown, left.line, &left.owner, "a condition on something that is no option here");
        }
        let unit = &mut draft.unit;
        let price = own_points.or_else(|| points.map(|points| points.saturating_add(extra)));
        unit.points = price.and_then(|points| u32::try_from(points).ok());
        // A mandatory choice may carry the whole price.
        let priced =
            choices.iter().any(|choice| choice.min > 0 && choice.options.iter().any(|option| option.points > Some(0)));
        if unit.points.is_none_or(|points| points == 0) && !priced {
            self.remarks.add(Kind::Missing, root.line, &root.name, NO_PRICE);
            unit.points = None;
        }
        let fact = self.recipe.facts.iter().find(|fact| fact.name == unit.name);
        rules.extend(fact.into_iter().flat_map(|fact| fact.rules.clone()));
        unit.card = Card { stats: figures.stats.clone(), weapons, rules };
        (unit.options, unit.choices, unit.brings, unit.attaches) = (options, choices, brings, attaches);
        draft.permits = permits;
        let categories = root.categories.clone();
        let mut traits = figures.traits.clone();
        merge(&mut traits, &draft.unit.traits);
        if let Some(fact) = fact {
            merge(&mut traits, &fact.traits);
        }
        draft.unit.traits = self.completed(traits, &categories, root);
    }

    /// Adds the traits that follow from others and those that the categories state, and sorts them.
    pub(super) fn completed(&mut self, mut traits: Traits, categories: &[String], root: &Entry) -> Traits {
        let more = inferred(&traits, &self.recipe.class.infer);
        for (name, value) in &more {
            let words = value.words().collect::<Vec<_>>().join(", ");
            self.remarks.add(Kind::Inferred, root.line, &root.name, format!("{name} {words}"));
        }
        merge(&mut traits, &more);
        let mut said = Traits::new();
        for category in categories {
            match self.recipe.categories.get(category) {
                Some(more) => more.iter().for_each(|(name, value)| {
                    merge(&mut said, &Traits::from_iter([(name.clone(), value.clone())]));
                }),
                None => self.remarks.add(Kind::Unknown, root.line, &root.name, format!("category {category:?}")),
            }
        }
        for (name, value) in &said {
            let words: Vec<&str> = value.words().collect();
            match traits.get(name) {
                Some(have) if !have.words().any(|have| words.contains(&have)) => {
                    let (have, words) = (have.words().collect::<Vec<_>>().join(", "), words.join(", "));
                    self.remarks.add(
                        Kind::Differs,
                        root.line,
                        &root.name,
                        format!("{name} {have} on the card, but filed as {words}"),
                    );
                }
                Some(_) => {}
                None if words.len() == 1 => {
                    self.remarks.add(
                        Kind::Inferred,
                        root.line,
                        &root.name,
                        format!("{name} {}, as it is filed", words.join(", ")),
                    );
                    traits.insert(name.clone(), TraitValue::One(words.join("")));
                }
                None => self.remarks.add(
                    Kind::Missing,
                    root.line,
                    &root.name,
                    format!("no {name} on the card; filed as {}", words.join(" or ")),
                ),
            }
        }
        let order = self.recipe.traits.clone();
        sort(&mut traits, order.iter());
        traits
    }

    /// A squadron of wings, whose kinds are a choice.
    fn wings(&mut self, root: &Entry, draft: &mut Draft) {
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
                self.remarks.add(Kind::Unknown, child.line, &child.name, "a kind of wing the recipe does not name");
            }
            let name = kind.map_or(words.clone(), |(_, kind)| kind.name.clone());
            let figures = super::card::figures(profile, self.recipe, &mut self.remarks);
            let empty = Figures::default();
            let inner = self.model(child, Place { base: Some(&empty), bearers: &[], buys: Buys::Squadron, group: "" });
            choice.options.push(UnitOption {
                id: slug(&name),
                name,
                points: Some(0),
                buys: Buys::Squadron,
                sets: figures.stats,
                traits: kind.map(|(_, kind)| kind.traits.clone()).unwrap_or_default(),
                rules: inner.rules,
                weapons: inner.weapons,
                options: inner.options,
                entries: child.ids.clone(),
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

    /// Something beside the kinds of wings.
    fn wing_extra(&mut self, child: &Entry, model: &mut Model) {
        if self.ignored(&child.name, child.line) {
            return;
        }
        let empty = Figures::default();
        let place = Place { base: Some(&empty), bearers: &[], buys: Buys::Squadron, group: "" };
        if child.group || child.is_fixed() || !presence(child.hidden, &child.modifiers).turned_by.is_empty() {
            self.remarks.add(Kind::Unknown, child.line, &child.name, "neither a kind of wing nor an option");
        } else {
            let option = self.option(child, place, model);
            model.options.push(option);
        }
    }

    /// A model that comes with others or joins them, written out inside their entry.
    pub(super) fn inside_unit(&mut self, entry: &Entry, joins: bool) -> Draft {
        let mut draft = self.named(entry);
        let bearers = draft.bearers.clone();
        draft.attached = joins;
        if !joins {
            draft.unit.only = Some(Only::Brought);
        }
        let buys = if entry.collective { Buys::AllModels } else { Buys::Model };
        let model = self.model(entry, Place { base: None, bearers: &bearers, buys, group: "" });
        if joins {
            draft.unit.squadron = Some(Range { min: entry.min.max(1), max: entry.max });
        }
        let before = self.remarks.all.len();
        self.finish(entry, entry.points, model, &mut draft);
        if !joins {
            // What comes along has no price, and need not have one.
            let mut added = self.remarks.all.split_off(before);
            added.retain(|remark| remark.message != NO_PRICE);
            self.remarks.all.append(&mut added);
            let size = self.recipe.brings.sizes.iter().find(|size| has(&draft.unit.traits, &size.has));
            draft.unit.squadron = size.map(|size| Range { min: size.min, max: size.max });
        }
        draft
    }
}

/// Gives options, choices and members ids of their own where two share one: the one that stands deeper is named after
/// what it stands in.
pub(super) fn unique_ids(unit: &mut Unit) {
    let mut taken = HashSet::new();
    unique_among("", &mut unit.options, &mut unit.choices, &mut taken);
    for member in &mut unit.members {
        let id = free(&member.id, "", &mut taken);
        member.id = id;
    }
    for member in &mut unit.members {
        let prefix = member.id.clone();
        unique_among(&prefix, &mut member.options, &mut member.choices, &mut taken);
    }
}

fn unique_among(prefix: &str, options: &mut [UnitOption], choices: &mut [Choice], taken: &mut HashSet<String>) {
    for option in options.iter_mut() {
        option.id = free(&option.id, prefix, taken);
    }
    for choice in choices.iter_mut() {
        choice.id = free(&choice.id, prefix, taken);
        for option in &mut choice.options {
            let id = free(&option.id, &choice.id, taken);
            if choice.default.as_ref() == Some(&option.id) {
                choice.default = Some(id.clone());
            }
            option.id = id;
        }
    }
    for option in options.iter_mut().chain(choices.iter_mut().flat_map(|choice| &mut choice.options)) {
        let prefix = option.id.clone();
        unique_among(&prefix, &mut option.options, &mut option.choices, taken);
    }
    for choice in choices {
        let prefix = choice.id.clone();
        unique_among(&prefix, &mut [], &mut choice.choices, taken);
    }
}

/// A free id: the wished one, or that with a prefix, or with a number.
fn free(id: &str, prefix: &str, taken: &mut HashSet<String>) -> String {
    let mut wished = id.to_owned();
    let mut number = 1;
    while !taken.insert(wished.clone()) {
        let base = if prefix.is_empty() { id.to_owned() } else { format!("{prefix}-{id}") };
        wished = if number == 1 && !prefix.is_empty() { base } else { format!("{base}-{}", number.max(2)) };
        number += 1;
    }
    wished
}
