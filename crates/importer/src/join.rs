//! Joins the forms of a unit: alone, attached to another unit, brought by another unit, or part of a named squadron.

use std::collections::BTreeSet;

use muster_engine::catalogue::{BroughtModels, Card, FieldingWay, Host, Range, Unit};
use muster_exchange::battlescribe::walk::{all_options, each_option};

use super::compare::{compare, differences, price};
use super::merge::merge_options;
use super::model::EntryReader;
use super::names::{UnitNames, find};
use super::notice::{NoticeKind, Notices};
use super::recipe::{Recipe, Traits};
use super::unit::UnitDraft;

/// The forms found so far.
#[derive(Debug, Default)]
pub(super) struct FoundForms {
    /// Units as they are bought.
    own: Vec<UnitDraft>,
    /// Attached forms.
    attached: Vec<UnitDraft>,
    /// Models that are brought by others.
    brought: Vec<UnitDraft>,
    /// Units of another file, used for units that this file only names.
    reserve: Vec<UnitDraft>,
}

impl FoundForms {
    /// Adds a unit from the first level of the file.
    pub(super) fn root(&mut self, draft: UnitDraft) {
        if draft.attached { self.attached.push(draft) } else { self.own.push(draft) }
    }

    /// Adds a model found inside another unit.
    pub(super) fn inside(&mut self, draft: UnitDraft, joins: bool, recipe: &Recipe, notices: &mut Notices) {
        if joins {
            self.attached.push(draft);
            return;
        }
        if let Some(own) = find(&mut self.own, &draft.unit.name, &draft.bearers) {
            compare(own, &draft, "comes along", recipe, notices);
            if draft.unit.points.is_some() && draft.unit.points != own.unit.points {
                let message =
                    format!("is worth {} if it is brought, {} alone", price(draft.unit.points), price(own.unit.points));
                notices.add(NoticeKind::Differs, draft.line, &draft.entry, message);
            }
            own.unit.entries.extend(draft.unit.entries);
        } else if let Some(same) = self.brought.iter_mut().find(|same| same.unit.id == draft.unit.id) {
            compare(same, &draft, "comes along elsewhere", recipe, notices);
            let size = |unit: &Unit| {
                unit.options.len() + unit.choices.iter().map(|choice| choice.options.len()).sum::<usize>()
            };
            let (mut entries, mut more) = (std::mem::take(&mut same.unit.entries), draft.unit.entries.clone());
            let points = same.unit.points.or(draft.unit.points);
            let mut other = draft.unit;
            if size(&other) > size(&same.unit) {
                std::mem::swap(&mut same.unit, &mut other);
            }
            merge_options((&mut same.unit.options, &mut same.unit.choices), (&other.options, &other.choices));
            entries.append(&mut more);
            entries.dedup();
            (same.unit.entries, same.unit.points) = (entries, points);
        } else {
            self.brought.push(draft);
        }
    }

    /// Adds the units of another file, for units that this file only names.
    pub(super) fn stand_in(&mut self, other: Self) {
        self.reserve.extend(other.own.into_iter().chain(other.brought));
    }

    /// Takes from the other file the units that are brought but only named in this file.
    fn take_from_reserve(&mut self, reader: &EntryReader<'_>) {
        let (names, reserve) = (UnitNames::new(&self.own), UnitNames::new(&self.reserve));
        let missing = self.own.iter().flat_map(|draft| all_brings(&draft.unit));
        let missing = missing.filter(|brings| brings.unit.is_none() && names.find(&brings.name, reader).is_none());
        let ids: BTreeSet<String> = missing.filter_map(|brings| reserve.find(&brings.name, reader)).collect();
        for mut draft in std::mem::take(&mut self.reserve) {
            if ids.contains(&draft.unit.id) {
                draft.unit.only = Some(FieldingWay::Brought);
                draft.permits.clear();
                self.own.push(draft);
            }
        }
    }

    /// All joined units, and the short names of units with one kind of model.
    pub(super) fn finish(mut self, reader: &mut EntryReader<'_>) -> (Vec<Unit>, Vec<(String, String)>) {
        for attached in std::mem::take(&mut self.attached) {
            self.attach(attached, reader);
        }
        self.own.append(&mut self.brought);
        self.hosts(&mut reader.notices);
        self.take_from_reserve(reader);
        let names = UnitNames::new(&self.own);
        let plain: Vec<Unit> = self.own.iter().map(|draft| draft.unit.clone()).collect();
        for draft in &mut self.own {
            resolve(draft, &names, reader);
            share_cards(draft, &plain, &names, reader);
        }
        let plain = self.own.iter().filter(|draft| draft.unit.members.is_empty());
        let short = plain.flat_map(|draft| draft.short.iter().map(|name| (draft.unit.id.clone(), name.clone())));
        let short = short.collect();
        let mut units: Vec<Unit> = Vec::new();
        for draft in self.own {
            if units.iter().any(|unit| unit.id == draft.unit.id) {
                let message = "a second unit of this name; the first counts";
                reader.notices.add(NoticeKind::Differs, draft.line, &draft.entry, message);
            } else {
                units.push(draft.unit);
            }
        }
        (units, short)
    }

    /// Joins an attached form with its unit. If there is none, makes it a separate unit.
    fn attach(&mut self, mut attached: UnitDraft, reader: &mut EntryReader<'_>) {
        let allowed = attached.unit.attaches.first().and_then(|attachment| attachment.max);
        let stated = attached.unit.squadron.and_then(|squadron| squadron.max);
        if let (Some(allowed), Some(stated)) = (allowed, stated)
            && allowed != stated
        {
            let message = format!("the rule lets {allowed} join, the entry {stated}; the rule counts");
            reader.notices.add(NoticeKind::Differs, attached.line, &attached.entry, message);
        }
        let Some(own) = find(&mut self.own, &attached.unit.name, &attached.bearers) else {
            attached.unit.only = Some(FieldingWay::Attached);
            let min = attached.unit.squadron.map_or(1, |squadron| squadron.min);
            attached.unit.squadron = Some(Range { min, max: allowed.or(stated) });
            self.own.push(attached);
            return;
        };
        compare(own, &attached, "is attached", reader.recipe, &mut reader.notices);
        if own.unit.points != attached.unit.points {
            let message = format!("costs {} attached, {} alone", price(attached.unit.points), price(own.unit.points));
            reader.notices.add(NoticeKind::Differs, attached.line, &attached.entry, message);
        }
        own.bearers.push(attached.unit.name);
        let unit = &mut own.unit;
        for attachment in attached.unit.attaches {
            if !unit.attaches.contains(&attachment) {
                unit.attaches.push(attachment);
            }
        }
        unit.entries.extend(attached.unit.entries);
        unit.aliases.extend(attached.unit.aliases);
        let left =
            merge_options((&mut unit.options, &mut unit.choices), (&attached.unit.options, &attached.unit.choices));
        if left > 0 {
            let message = format!("{left} options differ in the attached form; those of the plain unit count");
            reader.notices.add(NoticeKind::Differs, attached.line, &attached.entry, message);
        }
    }

    /// Adds the units that parents allow to join. Units with their own attachment rule are skipped.
    fn hosts(&mut self, notices: &mut Notices) {
        for at in 0..self.own.len() {
            let Some(draft) = self.own.get(at) else { continue };
            let (line, entry, permits) = (draft.line, draft.entry.clone(), draft.permits.clone());
            for (name, max) in permits {
                match find(&mut self.own, &name, &[]) {
                    None => {
                        notices.add(
                            NoticeKind::Unknown,
                            line,
                            &entry,
                            format!("{name:?} may join it, but is not a unit"),
                        );
                    }
                    Some(guest) if guest.unit.attaches.is_empty() => {
                        let host = Host {
                            unit: guest.unit.id.clone(),
                            max: max.or(guest.unit.squadron.and_then(|size| size.max)),
                        };
                        let hosts = self.own.get_mut(at).map(|draft| &mut draft.unit.hosts);
                        hosts
                            .into_iter()
                            .filter(|hosts| !hosts.contains(&host))
                            .for_each(|hosts| hosts.push(host.clone()));
                    }
                    Some(_) => {}
                }
            }
        }
    }
}

/// Finds the units that a unit attaches to, and the units brought by it, its members and its options.
fn resolve(draft: &mut UnitDraft, names: &UnitNames, reader: &mut EntryReader<'_>) {
    let UnitDraft { unit, line, entry, .. } = draft;
    for attachment in &mut unit.attaches {
        for name in attachment.to.0.iter_mut().filter_map(|test| test.values_of_mut("unit")).flatten() {
            if let Some(id) = names.find(name, reader) {
                *name = id;
            } else {
                let message = format!("attaches to {name:?}, which is not a unit here");
                reader.notices.add(NoticeKind::Unknown, *line, entry, message);
            }
        }
    }
    let mut bring = |brings: &mut Vec<BroughtModels>| {
        for bring in brings.iter_mut().filter(|bring| bring.unit.is_none()) {
            bring.unit = names.find(&bring.name, reader);
            if bring.unit.is_none() {
                let message = format!("brings {:?}, which is not a unit here", bring.name);
                reader.notices.add(NoticeKind::Missing, *line, entry, message);
            }
        }
    };
    bring(&mut unit.brings);
    each_option(&mut unit.options, &mut unit.choices, &mut |option| bring(&mut option.brings));
    for member in &mut unit.members {
        bring(&mut member.brings);
        each_option(&mut member.options, &mut member.choices, &mut |option| bring(&mut option.brings));
    }
}

/// A member that is also a unit uses that unit's card. A model that is only in this mix keeps its own card.
fn share_cards(draft: &mut UnitDraft, plain: &[Unit], names: &UnitNames, reader: &mut EntryReader<'_>) {
    let UnitDraft { unit, line, entry, .. } = draft;
    for member in &mut unit.members {
        let Some(id) = names.find(&member.name, reader) else { continue };
        let Some(unit) = plain.iter().find(|unit| unit.id == id) else { continue };
        if member.points != unit.points {
            let message = format!("{} cost {} here, {} alone", member.name, price(member.points), price(unit.points));
            reader.notices.add(NoticeKind::Differs, *line, entry, message);
        }
        let differences = differences(&unit.card, &member.card, reader.recipe);
        if differences.is_empty() {
            member.unit = Some(id);
            (member.card, member.traits) = (Card::default(), Traits::new());
        } else {
            let message = format!("{} here and alone: {}", member.name, differences.join("; "));
            reader.notices.add(NoticeKind::Differs, *line, entry, message);
        }
    }
}

/// Everything that is brought by a unit, its members and its options.
fn all_brings(unit: &Unit) -> impl Iterator<Item = &BroughtModels> {
    let members = unit.members.iter().flat_map(|member| &member.brings);
    unit.brings.iter().chain(members).chain(all_options(unit).into_iter().flat_map(|option| &option.brings))
}
