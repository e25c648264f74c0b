//! Reads units from the entries of the first level.

use muster_engine::catalogue::{Card, FieldingWay, PurchaseScope, Range, Unit};

use super::card::{has, merge};
use super::effect::apply;
use super::entry::CatalogueEntry;
use super::model::{EntryContext, EntryReader, Model, of_kind};
use super::notice::NoticeKind;
use super::spelling::base;

/// A unit that is not yet joined with its other forms.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitDraft {
    /// The unit itself.
    pub unit: Unit,
    /// Names of its model.
    pub bearers: Vec<String>,
    /// Short names of the model, which lists may use.
    pub short: Vec<String>,
    /// Names of what may join it, with the largest number.
    pub permits: Vec<(String, Option<u32>)>,
    /// True if it is the attached form of a unit.
    pub attached: bool,
    /// The line of its entry.
    pub line: u32,
    /// The name of its entry.
    pub entry: String,
}

/// The notice on a unit without a price. It is dropped for units that are only brought.
const NO_PRICE: &str = "no price";

impl EntryReader<'_> {
    /// Reads a unit from an entry of the first level.
    pub(super) fn unit(&mut self, root: &CatalogueEntry) -> UnitDraft {
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
                let container = CatalogueEntry { children: rest, ..root.clone() };
                self.squadron(&container, model, &mut draft);
            }
            _ => {
                let container = CatalogueEntry { children: rest, ..root.clone() };
                self.group_of(&container, &models, &mut draft);
            }
        }
        draft
    }

    /// Whether it is a model: it has a card, or each of its variants has one.
    fn is_model(&self, entry: &CatalogueEntry) -> bool {
        let varies = || {
            let groups = entry.children.iter().filter(|child| child.is_group());
            groups
                .flat_map(|group| &group.children)
                .any(|option| self.has_card(option) && !self.has_attachment_rule(option))
        };
        let brings = self.recipe.brings.rules.keys().any(|rule| {
            let name = self.spelling.rule(&entry.name, &[]);
            base(&name, &[]).eq_ignore_ascii_case(rule)
        });
        !entry.is_group() && !brings && (self.has_card(entry) || varies())
    }

    /// Reads a unit with a single model.
    fn single(&mut self, root: &CatalogueEntry, draft: &mut UnitDraft) {
        let bearers = draft.bearers.clone();
        let model =
            self.model(root, EntryContext { base: None, bearers: &bearers, buys: PurchaseScope::Model, group: "" });
        if model.figures.stats.is_empty() {
            self.notices.add(NoticeKind::Missing, root.line, &root.name, "no card");
        }
        // An attached form may state how many models may be attached. Anything else is one big ship.
        let limits = (root.min().max(1), if draft.attached { root.max() } else { Some(1) });
        draft.unit.squadron = Some(Range { min: limits.0, max: limits.1 });
        self.finish(root, root.points(), model, draft);
    }

    /// Reads a squadron of several models of one kind.
    fn squadron(&mut self, container: &CatalogueEntry, entry: &CatalogueEntry, draft: &mut UnitDraft) {
        let mut bearers = draft.bearers.clone();
        for name in self.bearers(&self.spelling.tidy(&entry.name), entry) {
            if !bearers.contains(&name) {
                bearers.push(name);
            }
        }
        draft.bearers.clone_from(&bearers);
        draft.short.extend(self.short_names(&self.spelling.tidy(&entry.name), entry));
        let buys = if entry.is_collective { PurchaseScope::AllModels } else { PurchaseScope::Model };
        let mut model = self.model(entry, EntryContext { base: None, bearers: &bearers, buys, group: "" });
        let figures = model.figures.clone();
        let outer = self.model(
            container,
            EntryContext { base: Some(&figures), bearers: &bearers, buys: PurchaseScope::Squadron, group: "" },
        );
        self.join(&mut model, outer, container);
        if container.points().unwrap_or(0) != 0 {
            self.notices.add(
                NoticeKind::Differs,
                container.line,
                &container.name,
                "both the squadron and its models have a price; the models' counts",
            );
        }
        draft.unit.entries.extend(entry.own_first());
        draft.unit.squadron = match (entry.min(), entry.max()) {
            (0, None) => {
                self.notices.add(NoticeKind::Missing, entry.line, &container.name, "no squadron size");
                None
            }
            (min, max) => Some(Range { min: min.max(1), max }),
        };
        self.finish(container, entry.points(), model, draft);
    }

    /// Fills in the unit from the model and completes its traits.
    pub(super) fn finish(&mut self, root: &CatalogueEntry, points: Option<i32>, model: Model, draft: &mut UnitDraft) {
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
        apply(&effects, &mut options, &mut choices, &mut self.notices);
        let unit = &mut draft.unit;
        let price = own_points.or_else(|| points.map(|points| points.saturating_add(extra)));
        unit.points = price.and_then(|points| u32::try_from(points).ok());
        // A mandatory choice may carry the whole price.
        let priced =
            choices.iter().any(|choice| choice.min > 0 && choice.options.iter().any(|option| option.points > Some(0)));
        if unit.points.is_none_or(|points| points == 0) && !priced {
            self.notices.add(NoticeKind::Missing, root.line, &root.name, NO_PRICE);
            unit.points = None;
        }
        let fact = self.recipe.facts.iter().find(|fact| fact.name == unit.name);
        rules.extend(fact.into_iter().flat_map(|fact| fact.rules.clone()));
        unit.card = Card { stats: figures.stats.clone(), weapons, rules };
        (unit.options, unit.choices, unit.brings, unit.attaches) = (options, choices, brings, attaches);
        draft.permits = permits;
        let mut traits = figures.traits.clone();
        merge(&mut traits, &draft.unit.traits);
        if let Some(fact) = fact {
            merge(&mut traits, &fact.traits);
        }
        draft.unit.traits = self.completed(traits, root);
    }

    /// Reads a model defined inside another unit's entry, which that unit brings or which joins it.
    pub(super) fn inside_unit(&mut self, entry: &CatalogueEntry, joins: bool) -> UnitDraft {
        let mut draft = self.named(entry);
        let bearers = draft.bearers.clone();
        draft.attached = joins;
        if !joins {
            draft.unit.only = Some(FieldingWay::Brought);
        }
        let buys = if entry.is_collective { PurchaseScope::AllModels } else { PurchaseScope::Model };
        let model = self.model(entry, EntryContext { base: None, bearers: &bearers, buys, group: "" });
        if joins {
            draft.unit.squadron = Some(Range { min: entry.min().max(1), max: entry.max() });
        }
        let before = self.notices.all.len();
        self.finish(entry, entry.points(), model, &mut draft);
        if !joins {
            // A brought unit needs no price.
            let mut added = self.notices.all.split_off(before);
            added.retain(|notice| notice.message != NO_PRICE);
            self.notices.all.append(&mut added);
            let size = self.recipe.brings.sizes.iter().find(|size| has(&draft.unit.traits, &size.has));
            draft.unit.squadron = size.map(|size| Range { min: size.min, max: size.max });
        }
        draft
    }
}
