//! Reads what may be bought: options, and choices between options.

use muster_engine::catalogue::{Choice, PurchaseScope, UnitOption};
use muster_engine::slug::slug;

use super::brings::wording;
use super::card::value;
use super::entry::CatalogueEntry;
use super::model::{EntryContext, EntryReader, Model};
use super::notice::NoticeKind;

impl EntryReader<'_> {
    /// Reads an entry that may be bought. Changes elsewhere on the model are added to `model`.
    pub(super) fn option(&mut self, entry: &CatalogueEntry, place: EntryContext<'_>, model: &mut Model) -> UnitOption {
        let mounts = &self.recipe.names.mounts;
        let rule = self.spelling.rule(&entry.name, mounts);
        let is_rule = self.spelling.is_rule(&rule, mounts);
        let name = if is_rule { rule.clone() } else { self.spelling.tidy(&entry.name) };
        let mut rest = entry.clone();
        let mut came = Model::default();
        // The group may have the name of the special rule, and the option only the name of what is brought.
        let in_group = || wording(&format!("{} ({rule})", place.group), self.nation, self.recipe);
        if let Some(wording) = wording(&rule, self.nation, self.recipe).or_else(in_group) {
            self.brought(&wording, &mut rest, &mut came);
        }
        let mut inner = self.model(&rest, place);
        inner.brings.extend(came.brings);
        inner.options.extend(came.options);
        inner.choices.extend(came.choices);
        let mut option = UnitOption {
            id: slug(&name),
            points: Some(entry.points().unwrap_or(0).saturating_add(inner.extra)),
            buys: if entry.is_collective && place.buys == PurchaseScope::Model {
                PurchaseScope::AllModels
            } else {
                place.buys
            },
            max: entry.max().filter(|max| *max > 1),
            sets: inner.figures.stats,
            traits: inner.figures.traits,
            weapons: inner.weapons,
            brings: inner.brings,
            options: inner.options,
            choices: inner.choices,
            entries: entry.own_first(),
            ..UnitOption::default()
        };
        if slug(&entry.name) != option.id {
            option.aliases.push(entry.name.trim().to_owned());
        }
        option.name = name;
        option.rules.extend(is_rule.then_some(rule));
        for rule in inner.rules {
            if !option.rules.contains(&rule) {
                option.rules.push(rule);
            }
        }
        self.set_by_name(&mut option, entry, place);
        if option.points.is_some_and(|points| points < 0) {
            self.notices.add(NoticeKind::Differs, entry.line, &entry.name, "a negative price");
        }
        model.permits.extend(inner.permits);
        model.effects.extend(inner.effects);
        model.attaches.extend(inner.attaches);
        option
    }

    /// Sets a statistic that is stated in the option's name but not set in the data.
    fn set_by_name(&mut self, option: &mut UnitOption, entry: &CatalogueEntry, place: EntryContext<'_>) {
        for by_name in &self.recipe.by_name {
            let Some(word) = by_name.pattern.find(&option.name) else { continue };
            let new = value(&by_name.stat, word, self.recipe);
            if option.sets.get(&by_name.stat) == Some(&new) {
                continue;
            }
            let known = place.base.and_then(|base| base.stats.get(&by_name.stat)) != Some(&new);
            if known {
                let said = entry.profiles.iter().any(|profile| self.recipe.profiles.card.contains(&profile.kind));
                if said {
                    self.notices.add(
                        NoticeKind::Differs,
                        entry.line,
                        &entry.name,
                        "its card does not show what its name says",
                    );
                }
                option.sets.insert(by_name.stat.clone(), new);
            } else {
                self.notices.add(NoticeKind::Differs, entry.line, &entry.name, "the model has this already");
            }
        }
    }

    /// Reads a group: only permissions to join, a single fixed entry, or a choice.
    pub(super) fn group(&mut self, group: &CatalogueEntry, place: EntryContext<'_>, model: &mut Model) {
        let mut offered = Vec::new();
        for child in &group.children {
            match self.permit(child) {
                Some(permit) => model.permits.push((permit, None)),
                None => offered.push(child),
            }
        }
        let had_permits = offered.len() < group.children.len();
        if let ([only], false) = (offered.as_slice(), had_permits)
            && group.min() > 0
            && only.points().unwrap_or(0) == 0
            && !only.is_group()
        {
            self.fixed(only, place, model);
            return;
        }
        let name = self.spelling.tidy(&group.name);
        let buys = if group.is_collective && place.buys == PurchaseScope::Model {
            PurchaseScope::AllModels
        } else {
            place.buys
        };
        let place = EntryContext { buys, group: &name.clone(), ..place };
        let mut choice = Choice {
            id: slug(&name),
            name,
            min: group.min(),
            max: group.max(),
            entries: group.own_first(),
            ..Choice::default()
        };
        for child in offered {
            if child.is_group() {
                let mut inner = Model::default();
                self.group(child, place, &mut inner);
                choice.choices.append(&mut inner.choices);
                self.join(model, inner, child);
            } else if self.has_attachment_rule(child) {
                self.joining(child, model);
            } else if !self.ignored(&child.name, child.line) {
                let option = self.option(child, place, model);
                if group.default.as_deref() == Some(child.id()) || (child.min() > 0 && choice.default.is_none()) {
                    choice.default = Some(option.id.clone());
                }
                choice.options.push(option);
            }
        }
        if choice.options.is_empty() && choice.choices.is_empty() {
            if !had_permits && model.permits.is_empty() {
                self.notices.add(NoticeKind::Unknown, group.line, &group.name, "a group that offers nothing");
            }
            return;
        }
        choice.marks = !choice.options.is_empty()
            && choice.options.iter().all(|option| self.recipe.marks.0.is_match(&option.name));
        if choice.max.is_none() {
            if choice.marks {
                (choice.min, choice.max) = (1, Some(1));
                self.notices.add(NoticeKind::Inferred, group.line, &group.name, "Marks without limits; exactly one");
            } else {
                self.notices.add(NoticeKind::Missing, group.line, &group.name, "a group without a largest number");
            }
        }
        if group.default.is_some() && choice.default.is_none() {
            self.notices.add(NoticeKind::Unknown, group.line, &group.name, "its default is none of its options");
        }
        model.choices.push(choice);
    }
}
