//! Reads a model from its entry: card, weapons, special rules and options.

use std::collections::HashMap;

use muster_engine::catalogue::{Attachment, BroughtModels, Choice, PurchaseScope, UnitOption, Weapon};

use super::attach::attachment;
use super::brings::wording;
use super::card::{self, CardFigures};
use super::effect::{OptionChange, OptionEffect, presence, shifted};
use super::entry::{CatalogueEntry, EntryProfile, Modifier};
use super::notice::{NoticeKind, Notices};
use super::recipe::{NationRecipe, Recipe};
use super::spelling::{Spelling, base};
use super::weapon::weapon;

/// Reads the entries of one catalogue.
pub(super) struct EntryReader<'r> {
    pub recipe: &'r Recipe,
    pub spelling: &'r Spelling,
    pub nation: &'r NationRecipe,
    pub notices: Notices,
    /// The names of everything that has an id.
    pub names: HashMap<String, String>,
    /// Ids of entries that attached forms require, each with the name of the attached form.
    pub asked: HashMap<String, String>,
    /// Entries of models found inside others: models that are brought by them or may join them.
    pub inside: Vec<InnerModel>,
}

/// A model inside another unit's entry.
#[derive(Clone, Debug)]
pub(super) struct InnerModel {
    /// The entry.
    pub entry: CatalogueEntry,
    /// True if it may join that unit, false if that unit brings it.
    pub joins: bool,
}

/// The content of an entry and of the fixed entries inside it.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    /// Its card; for an option, only the differences from the model's card.
    pub figures: CardFigures,
    pub weapons: Vec<Weapon>,
    pub rules: Vec<String>,
    pub options: Vec<UnitOption>,
    pub choices: Vec<Choice>,
    pub brings: Vec<BroughtModels>,
    pub attaches: Vec<Attachment>,
    /// What the entry allows to join: a name and the largest number.
    pub permits: Vec<(String, Option<u32>)>,
    /// Changes by options elsewhere on the model.
    pub effects: Vec<OptionEffect>,
    /// Points of fixed entries inside it.
    pub extra: i32,
    /// Its value in points where it is not bought.
    pub own_points: Option<i32>,
    /// Models inside it for which no special rule that brings them was found yet.
    pub loose: Vec<CatalogueEntry>,
}

/// Where an entry is.
#[derive(Clone, Copy)]
pub(super) struct EntryContext<'p> {
    /// The card that options change; none for a model itself.
    pub base: Option<&'p CardFigures>,
    /// The model's names, which may be repeated in the names of its weapons.
    pub bearers: &'p [String],
    /// What one purchase of an option covers.
    pub buys: PurchaseScope,
    /// The name of the group it is in.
    pub group: &'p str,
}

impl EntryReader<'_> {
    /// Reads an entry with everything inside it.
    pub(super) fn model(&mut self, entry: &CatalogueEntry, place: EntryContext<'_>) -> Model {
        let mut model = Model::default();
        self.unread_modifiers(entry);
        let own = self.card(entry, place, &mut model);
        let base = place.base.cloned().unwrap_or_else(|| own.clone());
        model.figures = if place.base.is_some() { own.changes(&base) } else { own };
        let place = EntryContext { base: Some(&base), ..place };
        for profile in of_kind(entry, &self.recipe.profiles.weapon) {
            self.weapon(&profile, place, &mut model);
        }
        for rule in &entry.rules {
            self.named_rule(&rule.name, entry, &mut model);
        }
        for child in &entry.children {
            self.child(child, place, &mut model);
        }
        for loose in std::mem::take(&mut model.loose) {
            self.loose(loose, &mut model);
        }
        model
    }

    /// Notices on modifiers that change more than whether an entry is shown.
    fn unread_modifiers(&mut self, entry: &CatalogueEntry) {
        // Limits on the whole roster or a force do not concern a unit.
        let of_roster = ["minInRoster", "maxInRoster", "minInForce", "maxInForce", "hidden"];
        for modifier in &entry.modifiers {
            let shows = matches!(modifier.action.as_str(), "show" | "hide");
            let field = self.field(modifier);
            if !shows && !of_roster.contains(&field) {
                let message = format!("{} {field} {:?}, which is not kept", modifier.action, modifier.value);
                self.notices.add(NoticeKind::Unknown, entry.line, &entry.name, message);
            }
        }
    }

    /// The name of the column that a modifier changes, or the attribute.
    fn field<'m>(&'m self, modifier: &'m Modifier) -> &'m str {
        self.names.get(&modifier.field).unwrap_or(&modifier.field)
    }

    /// The names of the categories of an entry.
    pub(super) fn categories(&self, entry: &CatalogueEntry) -> Vec<String> {
        entry.categories.iter().filter_map(|category| self.names.get(&category.id).cloned()).collect()
    }

    /// The card shown from the start. If the entry has no card of its own, the card of the default choice.
    fn card(&mut self, entry: &CatalogueEntry, place: EntryContext<'_>, model: &mut Model) -> CardFigures {
        let cards = of_kind(entry, &self.recipe.profiles.card);
        let (shown, others): (Vec<_>, Vec<_>) =
            cards.iter().partition(|card| presence(card.is_hidden, &card.modifiers).normally);
        if let Some(second) = shown.get(1) {
            self.notices.add(
                NoticeKind::Differs,
                second.line,
                &second.name,
                "a second card that is always shown; the first counts",
            );
        }
        let profile = shown.first().map(|profile| (*profile).clone());
        let profile = profile.or_else(|| if place.base.is_none() { self.card_of_default(entry) } else { None });
        let Some(profile) = profile else { return CardFigures::default() };
        let figures = card::figures(&profile, self.recipe, &mut self.notices);
        for other in others {
            let changes = card::figures(other, self.recipe, &mut self.notices).changes(&figures);
            turned(
                other.line,
                &other.name,
                presence(other.is_hidden, &other.modifiers).turned_by,
                &OptionChange::Figures(changes),
                model,
            );
        }
        self.column_modifiers(&profile, &figures, model);
        figures
    }

    /// The card of the option that a group selects at first, or of its first option.
    fn card_of_default(&self, entry: &CatalogueEntry) -> Option<EntryProfile> {
        entry.children.iter().filter(|child| child.is_group()).find_map(|group| {
            let default = group.children.iter().find(|option| Some(option.id()) == group.default.as_deref());
            let mut options = default.into_iter().chain(&group.children);
            options.find_map(|option| of_kind(option, &self.recipe.profiles.card).into_iter().next())
        })
    }

    /// Notes options that change single columns of the card.
    fn column_modifiers(&mut self, profile: &EntryProfile, figures: &CardFigures, model: &mut Model) {
        for modifier in &profile.modifiers {
            let mut changed = CardFigures::default();
            let column = self.field(modifier).to_owned();
            match modifier.action.as_str() {
                "set" if column != "hidden" => {
                    card::column_into(&mut changed, &column, &modifier.value, profile, self.recipe, &mut self.notices);
                }
                action @ ("increment" | "decrement") => {
                    let stat = self.recipe.stats.get(&column);
                    let value = stat.and_then(|stat| shifted(figures.stats.get(stat), action, &modifier.value));
                    changed.stats.extend(stat.cloned().zip(value));
                }
                // A card is hidden when an option's card is shown; that was handled above.
                _ => continue,
            }
            let tests = modifier.when.tests();
            let [test] = tests.as_slice() else {
                let message = format!("{column} is {} {:?} under no single condition", modifier.action, modifier.value);
                self.notices.add(NoticeKind::Unknown, profile.line, &profile.name, message);
                continue;
            };
            let change = OptionChange::Figures(changed.changes(figures));
            turned(profile.line, &profile.name, vec![test.child.clone()], &change, model);
        }
    }

    fn weapon(&mut self, profile: &EntryProfile, place: EntryContext<'_>, model: &mut Model) {
        let weapon = weapon(profile, place.bearers, self.recipe, self.spelling, &mut self.notices);
        let presence = presence(profile.is_hidden, &profile.modifiers);
        let name = weapon.name.clone();
        let change = if presence.normally { OptionChange::Loses(name) } else { OptionChange::Weapon(weapon.clone()) };
        turned(profile.line, &profile.name, presence.turned_by, &change, model);
        if presence.normally && !model.weapons.contains(&weapon) {
            model.weapons.push(weapon);
        }
    }

    /// A rule that is only named next to the entry.
    fn named_rule(&mut self, rule: &str, owner: &CatalogueEntry, model: &mut Model) {
        if self.ignored(rule, owner.line) {
            return;
        }
        let tidy = self.spelling.rule(rule, &self.recipe.names.mounts);
        let short = base(&tidy, &self.recipe.names.mounts).to_lowercase();
        let explained = self.spelling.rule(&owner.name, &self.recipe.names.mounts).to_lowercase();
        // A rule with the same name as the entry only explains the entry.
        if !explained.contains(short.trim_end_matches(" generator")) && !model.rules.contains(&tidy) {
            let entry = CatalogueEntry { name: rule.to_owned(), line: owner.line, ..CatalogueEntry::default() };
            self.fixed(&entry, EntryContext { base: None, bearers: &[], buys: PurchaseScope::Model, group: "" }, model);
        }
    }

    fn child(&mut self, child: &CatalogueEntry, place: EntryContext<'_>, model: &mut Model) {
        if self.ignored(&child.name, child.line) {
            return;
        }
        if let Some(permit) = self.permit(child) {
            model.permits.push((permit, None));
        } else if child.is_group() {
            self.group(child, place, model);
        } else if self.has_attachment_rule(child) {
            self.joining(child, model);
        } else if child.min() > 0 && self.has_card(child) {
            model.loose.push(child.clone());
        } else if is_always_there(child) {
            self.fixed(child, place, model);
        } else {
            let presence = presence(child.is_hidden, &child.modifiers);
            if presence.unclear || !presence.turned_by.is_empty() {
                let other = if presence.normally { "hidden" } else { "shown only" };
                self.notices.add(
                    NoticeKind::Unknown,
                    child.line,
                    &child.name,
                    format!("{other} with another option, which is not kept"),
                );
            }
            let option = self.option(child, place, model);
            model.options.push(option);
        }
    }

    /// A model that may join its parent, defined inside the parent's entry.
    pub(super) fn joining(&mut self, entry: &CatalogueEntry, model: &mut Model) {
        self.inside.push(InnerModel { entry: entry.clone(), joins: true });
        model.permits.push((self.spelling.tidy(&entry.name), entry.max()));
    }

    /// Reads a fixed entry: a special rule, models that the unit brings, or the unit's value in points.
    pub(super) fn fixed(&mut self, entry: &CatalogueEntry, place: EntryContext<'_>, model: &mut Model) {
        if let Some(points) = self.recipe.own_points.find(&entry.name) {
            model.own_points = points.parse().ok();
            return;
        }
        let rule = self.spelling.rule(&entry.name, &self.recipe.names.mounts);
        let short = base(&rule, &[]).to_owned();
        if self.recipe.attachment.rules.iter().any(|known| known.eq_ignore_ascii_case(&short)) {
            match attachment(&rule, self.nation, self.recipe) {
                Ok(attachment) => model.attaches.push(attachment),
                Err(message) => self.notices.add(NoticeKind::Unknown, entry.line, &entry.name, message),
            }
        }
        let presence = presence(entry.is_hidden, &entry.modifiers);
        let change =
            if presence.normally { OptionChange::Loses(rule.clone()) } else { OptionChange::Rule(rule.clone()) };
        turned(entry.line, &entry.name, presence.turned_by, &change, model);
        if presence.normally && !model.rules.contains(&rule) {
            model.rules.push(rule.clone());
        }
        model.extra = model.extra.saturating_add(entry.points().unwrap_or(0));
        if entry.points().unwrap_or(0) != 0 {
            self.notices.add(
                NoticeKind::Inferred,
                entry.line,
                &entry.name,
                "a fixed entry with a price, added to its model's",
            );
        }
        let mut rest = entry.clone();
        if let Some(wording) = wording(&rule, self.nation, self.recipe) {
            self.brought(&wording, &mut rest, model);
        }
        // The rule itself was read above.
        rest.rules.clear();
        let inner = self.model(&rest, place);
        self.join(model, inner, entry);
    }

    /// Adds the content of a fixed entry to its model.
    pub(super) fn join(&mut self, model: &mut Model, inner: Model, owner: &CatalogueEntry) {
        if !inner.figures.stats.is_empty() {
            let message = "a card inside a fixed entry, which is not kept";
            self.notices.add(NoticeKind::Unknown, owner.line, &owner.name, message);
        }
        model.weapons.extend(inner.weapons);
        let new: Vec<_> = inner.rules.into_iter().filter(|rule| !model.rules.contains(rule)).collect();
        model.rules.extend(new);
        model.options.extend(inner.options);
        model.choices.extend(inner.choices);
        model.brings.extend(inner.brings);
        model.attaches.extend(inner.attaches);
        model.permits.extend(inner.permits);
        model.effects.extend(inner.effects);
        model.extra = model.extra.saturating_add(inner.extra);
        model.own_points = model.own_points.or(inner.own_points);
    }

    /// Whether the recipe leaves it out; if so, adds a notice.
    pub(super) fn ignored(&mut self, name: &str, line: u32) -> bool {
        let found = self.recipe.ignore.iter().find(|ignore| ignore.pattern.0.is_match(name));
        if let Some(ignore) = found {
            self.notices.add(NoticeKind::Ignored, line, name, ignore.reason.clone());
        }
        found.is_some()
    }

    /// The name of the unit that an entry allows to join, if the entry does nothing else.
    pub(super) fn permit(&self, entry: &CatalogueEntry) -> Option<String> {
        if let Some(name) = self.asked.get(entry.id()) {
            return Some(name.clone());
        }
        if entry.is_group()
            || entry.points().unwrap_or(0) != 0
            || !entry.profiles.is_empty()
            || !entry.children.is_empty()
        {
            return None;
        }
        let found = self.recipe.permits.iter().find_map(|pattern| pattern.find(&entry.name))?;
        Some(self.spelling.tidy(found))
    }

    /// Whether it has a card of its own.
    pub(super) fn has_card(&self, entry: &CatalogueEntry) -> bool {
        entry.profiles.iter().any(|profile| self.recipe.profiles.card.contains(&profile.kind))
    }

    /// Whether it is a model with a rule for what it may be attached to.
    pub(super) fn has_attachment_rule(&self, entry: &CatalogueEntry) -> bool {
        let rules = &self.recipe.attachment.rules;
        let is_rule = |name: &str| {
            let rule = self.spelling.rule(name, &[]);
            rules.iter().any(|known| known.eq_ignore_ascii_case(base(&rule, &[])))
        };
        self.has_card(entry) && entry.children.iter().any(|child| is_rule(&child.name))
    }
}

/// Whether a model always has an entry: at least one is required, or it is free and has no limit. Authors write fixed
/// entries in both ways.
pub(super) fn is_always_there(entry: &CatalogueEntry) -> bool {
    !entry.is_group() && (entry.min() > 0 || (entry.max().is_none() && entry.points().unwrap_or(0) == 0))
}

/// The profiles of certain types.
pub(super) fn of_kind(entry: &CatalogueEntry, kinds: &[String]) -> Vec<EntryProfile> {
    entry.profiles.iter().filter(|profile| kinds.contains(&profile.kind)).cloned().collect()
}

/// Notes a change by options, to be applied once the options have been read.
fn turned(line: u32, owner: &str, by: Vec<String>, change: &OptionChange, model: &mut Model) {
    let effects =
        by.into_iter().map(|option| OptionEffect { option, change: change.clone(), line, owner: owner.to_owned() });
    model.effects.extend(effects);
}
