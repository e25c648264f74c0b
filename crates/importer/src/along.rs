//! Reads models that are brought by other models.

use muster_engine::catalogue::{BroughtModels, Choice, UnitOption};
use muster_engine::slug::slug;

use super::brings::{BroughtWording, wording};
use super::entry::CatalogueEntry;
use super::model::{EntryReader, InnerModel, Model};
use super::notice::NoticeKind;

impl EntryReader<'_> {
    /// Reads what a special rule brings: the models inside its entry, which are removed from it, or the models that it
    /// names.
    pub(super) fn brought(&mut self, wording: &BroughtWording, entry: &mut CatalogueEntry, model: &mut Model) {
        let (models, rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut entry.children).into_iter().partition(|child| self.has_card(child));
        // The wings may be repeated inside as a separate entry without a card.
        let is_wing = |child: &CatalogueEntry| {
            wording.wings && child.profiles.is_empty() && self.names_wings(&child.name, wording)
        };
        let (wings, rest): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_wing);
        let stated = wording.models.or(wings.first().map(CatalogueEntry::min).filter(|count| *count > 0));
        entry.children = rest;
        let brings = BroughtModels {
            rule: wording.rule.clone(),
            unit: wording.wings.then(|| self.recipe.wings.unit.clone()),
            name: if wording.name.is_empty() { self.recipe.wings.name.clone() } else { wording.name.clone() },
            models: stated.unwrap_or(0),
            squadrons: wording.squadrons,
            divided: wording.divided,
        };
        if models.is_empty() && stated.is_some() {
            model.brings.push(BroughtModels { name: self.spelling.tidy(&brings.name), ..brings.clone() });
        } else if models.is_empty() && !wording.wings {
            self.notices.add(NoticeKind::Unknown, entry.line, &entry.name, "how many models it brings");
        }
        for inside in models {
            self.comes_along(inside, &brings, model);
        }
    }

    /// Reads a model inside another that is next to the special rule that brings it.
    pub(super) fn loose(&mut self, entry: CatalogueEntry, model: &mut Model) {
        if let Some(at) = model.brings.iter().position(|brings| brings.unit.is_none()) {
            let brings = model.brings.remove(at);
            self.comes_along(entry, &brings, model);
        } else {
            self.notices.add(
                NoticeKind::Unknown,
                entry.line,
                &entry.name,
                "a model inside another that no rule brings",
            );
        }
    }

    /// Adds a brought model: always there, bought as an option, or a choice between several kinds.
    fn comes_along(&mut self, mut entry: CatalogueEntry, brings: &BroughtModels, model: &mut Model) {
        let name = self.spelling.tidy(&entry.name);
        let brings = BroughtModels { name: name.clone(), models: entry.min().max(1), ..brings.clone() };
        if entry.min() == 0 {
            // The models may be bought one by one.
            model.options.push(UnitOption {
                id: slug(&name),
                name,
                points: Some(entry.points().unwrap_or(0)),
                max: entry.max().filter(|max| *max > 1),
                brings: vec![brings],
                entries: entry.own_first(),
                ..UnitOption::default()
            });
        } else if let Some(kinds) = self.kinds(&mut entry, &brings) {
            model.choices.push(kinds);
        } else {
            model.brings.push(brings);
        }
        self.inside.push(InnerModel { entry, joins: false });
    }

    /// The choice between the kinds of a brought model. The unit that brings it pays, so the choice belongs to that
    /// unit.
    fn kinds(&mut self, entry: &mut CatalogueEntry, brings: &BroughtModels) -> Option<Choice> {
        let of_kinds = |group: &CatalogueEntry| {
            group.is_group() && group.max() == Some(1) && group.children.iter().all(|kind| self.has_card(kind))
        };
        let at = entry.children.iter().position(|child| of_kinds(child) && !child.children.is_empty())?;
        let group = entry.children.remove(at);
        let name = self.spelling.tidy(&group.name);
        let plain = UnitOption {
            id: slug(&brings.name),
            name: brings.name.clone(),
            points: Some(0),
            brings: vec![brings.clone()],
            entries: entry.own_first(),
            ..UnitOption::default()
        };
        let mut choice = Choice {
            id: slug(&name),
            name,
            min: 1,
            max: Some(1),
            default: Some(plain.id.clone()),
            options: vec![plain],
            entries: group.own_first(),
            ..Choice::default()
        };
        for kind in group.children {
            let name = self.spelling.tidy(&kind.name);
            // The stated price is per model.
            let points = kind.points().unwrap_or(0).saturating_mul(i32::try_from(entry.min()).unwrap_or(1));
            choice.options.push(UnitOption {
                id: slug(&name),
                name: name.clone(),
                points: Some(points),
                brings: vec![BroughtModels { name, ..brings.clone() }],
                entries: kind.own_first(),
                ..UnitOption::default()
            });
            // Everything else is the same as for the plain kind.
            let mut whole =
                CatalogueEntry { ids: kind.ids.clone(), name: kind.name.clone(), line: kind.line, ..entry.clone() };
            whole.profiles = kind.profiles;
            whole.rules.extend(kind.rules);
            whole.children.extend(kind.children);
            self.inside.push(InnerModel { entry: whole, joins: false });
        }
        Some(choice)
    }

    /// Whether a name consists of words for the nation's wings.
    fn names_wings(&self, name: &str, said: &BroughtWording) -> bool {
        let of_rule = self.recipe.brings.rules.iter().find(|(_, id)| **id == said.rule);
        let again = of_rule.and_then(|(rule, _)| wording(&format!("{rule} ({name})"), self.nation, self.recipe));
        again.is_some_and(|again| again.wings && !again.name.is_empty())
    }
}
