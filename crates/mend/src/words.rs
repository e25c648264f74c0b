//! Changes in words.

use muster_engine::list::{ArmyList, Group, ModelCount, OptionPick, SettingValue, Squadron};
use muster_engine::place::SquadronPlace;
use muster_engine::plural::times;
use muster_engine::ready::{ReadyCatalogue, ReadyUnit, Ruleset};

use crate::change::{ListChange, id_of};
use crate::numbers::{NUMBER, number, stated_models};

impl ListChange {
    /// What the change does, in a sentence without a full stop. `list` is the list before the change.
    #[must_use]
    pub fn says(&self, ruleset: &Ruleset, list: &ArmyList) -> String {
        ChangeWords { ruleset, list }.change(self)
    }

    /// What the change does, in the few words of a button beside the squadron at `about`, which they do not name.
    #[must_use]
    pub fn label(&self, ruleset: &Ruleset, list: &ArmyList, about: Option<&SquadronPlace>) -> String {
        let mut list = list.clone();
        number(&mut list);
        let words = ChangeWords { ruleset, list: &list };
        words.own(self, about).unwrap_or_else(|| words.change(self))
    }
}

/// The unit of a squadron, if it is known.
pub(crate) fn unit_of<'r>(
    ruleset: &'r Ruleset,
    list: &ArmyList,
    squadron: &Squadron,
) -> Option<(&'r ReadyCatalogue, &'r ReadyUnit)> {
    let nation = squadron.nation.as_deref().or(list.nation.as_deref()).and_then(|name| ruleset.nation(name));
    ruleset.find_unit(nation, &squadron.unit)
}

struct ChangeWords<'w> {
    ruleset: &'w Ruleset,
    list: &'w ArmyList,
}

impl ChangeWords<'_> {
    fn change(&self, change: &ListChange) -> String {
        let declarations = self.ruleset.declarations();
        match change {
            ListChange::Drop(place) => format!("leave out {}", self.squadron(place)),
            ListChange::Add(outer, squadron) if outer.is_squadron() => {
                format!("attach {} to {}", self.with_number(squadron), self.squadron(outer))
            }
            ListChange::Add(outer, squadron) => format!("add {}{}", self.added(squadron), self.to(outer)),
            ListChange::Swap(place, squadron) => {
                format!("take {} instead of {}", self.with_number(squadron), self.squadron(place))
            }
            ListChange::Resize(place, models) => {
                let before = place.squadron(self.list).and_then(stated_models);
                let before = before.map_or_else(String::new, |before| format!(" instead of {before}"));
                format!("set {} to {}{before}", self.squadron(place), of_models(*models))
            }
            ListChange::Split(place, stay, apart) => {
                format!("split {} into squadrons of {stay} and {apart}", self.squadron(place))
            }
            ListChange::Move(place, outer) if outer.is_squadron() => {
                format!("attach {} to {}", self.squadron(place), self.squadron(outer))
            }
            ListChange::Move(place, outer) if place.is_attached() => {
                format!("field {} by itself{}", self.squadron(place), self.to(outer))
            }
            ListChange::Move(place, outer) => match outer.group {
                Some(_) => format!("move {}{}", self.squadron(place), self.to(outer)),
                None => format!("move {} out of its group", self.squadron(place)),
            },
            ListChange::Allocate(place, allocation) => {
                format!("move {} to {}", self.squadron(place), self.allocation(allocation.as_ref()))
            }
            ListChange::Slot(place, None) => format!("let {} fill any slot", self.squadron(place)),
            ListChange::Slot(place, Some(slot)) => format!("let {} fill the slot {slot}", self.squadron(place)),
            ListChange::Take(place, pick, instead) => {
                format!("take {} on {}", self.taken(place, pick, instead), self.squadron(place))
            }
            ListChange::Leave(place, index) => {
                format!("leave out {} on {}", self.left(place, *index), self.squadron(place))
            }
            ListChange::Number(place, index, number) => {
                let pick =
                    place.squadron(self.list).and_then(|own| Some(self.option(own, id_of(own.options.get(*index)?)?)));
                let name = pick.unwrap_or_default();
                format!("take {name} only {} on {}", times(i64::from(*number)), self.squadron(place))
            }
            ListChange::Name(place, role) => format!("make {} the {}", self.squadron(place), self.role(role)),
            ListChange::Unname(place, index) => {
                format!("take the role {} from {}", self.role_at(place, *index), self.squadron(place))
            }
            ListChange::Rename(place, index, to) => {
                let role = self.role_at(place, *index);
                format!("make {} the {role} instead of {}", self.squadron(to), self.squadron(place))
            }
            ListChange::Buy(place) => format!("buy {} instead of having it brought", self.squadron(place)),
            ListChange::Unload(place) => format!("let {} carry nothing", self.squadron(place)),
            ListChange::State(id, value) => {
                let setting = declarations.settings.get(id);
                let title = setting.map_or(id.as_str(), |setting| &setting.title);
                let word = match value {
                    SettingValue::Flag(true) => "yes".to_owned(),
                    SettingValue::Flag(false) => "no".to_owned(),
                    SettingValue::Number(number) => number.to_string(),
                    SettingValue::Word(word) => {
                        setting.and_then(|setting| setting.values.get(word)).map_or(word, |value| &value.title).clone()
                    }
                    SettingValue::Numbers(numbers) => muster_engine::plural::runs(numbers),
                };
                format!("set {title} to {word}")
            }
            ListChange::Found(kind) => format!("add the group {}", self.kind(kind)),
            ListChange::Disband(group) => format!("leave out {}", self.group(*group)),
            ListChange::Reform(group, kind) => {
                format!("change the kind of {} to {}", self.group(*group), self.kind(kind))
            }
            ListChange::Draw(deck, card) => {
                let name = self.ruleset.card(deck, card).map_or(card, |card| &card.name);
                format!("add the card {name}")
            }
            ListChange::Discard(deck, index) => {
                let card = self.list.decks.get(deck).and_then(|cards| cards.get(*index));
                let name = card.map(|card| self.ruleset.card(deck, card.card()).map_or(card.card(), |card| &card.name));
                format!("leave out the card {}", name.unwrap_or_default())
            }
            ListChange::Spell(pointer, word) => {
                let what =
                    SquadronPlace::parse(pointer).filter(SquadronPlace::is_squadron).map(|place| self.squadron(&place));
                let of = what.map_or_else(String::new, |what| format!(" for {what}"));
                format!("write `{word}`{of}")
            }
            ListChange::Waive(rule) => {
                let title = self.ruleset.rule(rule).map_or(rule.as_str(), |sourced| &sourced.rule.title);
                format!("waive the rule {title}, if the others agree")
            }
        }
    }

    /// A change of the squadron at `about` without its name; none for changes of other things, or if they name none.
    fn own(&self, change: &ListChange, about: Option<&SquadronPlace>) -> Option<String> {
        let is_own = |place: &SquadronPlace| about == Some(place);
        Some(match change {
            ListChange::Drop(place) if is_own(place) => "leave it out".to_owned(),
            ListChange::Add(outer, squadron) if is_own(outer) => format!("attach {}", self.with_number(squadron)),
            ListChange::Swap(place, squadron) if is_own(place) => {
                format!("take {} instead", self.with_number(squadron))
            }
            ListChange::Resize(place, models) if is_own(place) => format!("set to {models}"),
            ListChange::Resize(place, models) => format!("set {} to {models}", self.squadron(place)),
            ListChange::Split(place, 1, 1) if is_own(place) => "split in two".to_owned(),
            ListChange::Split(place, stay, apart) if is_own(place) => format!("split into {stay} and {apart}"),
            ListChange::Move(place, outer) if is_own(place) && outer.is_squadron() => {
                format!("attach to {}", self.squadron(outer))
            }
            ListChange::Move(place, outer) if is_own(place) && place.is_attached() => {
                format!("field it by itself{}", self.to(outer))
            }
            ListChange::Move(place, outer) if is_own(place) && outer.group.is_some() => {
                format!("move{}", self.to(outer))
            }
            ListChange::Allocate(place, allocation) if is_own(place) => {
                format!("move to {}", self.allocation(allocation.as_ref()))
            }
            ListChange::Slot(place, None) if is_own(place) => "let it fill any slot".to_owned(),
            ListChange::Slot(place, Some(slot)) if is_own(place) => format!("let it fill the slot {slot}"),
            ListChange::Take(place, pick, instead) if is_own(place) => {
                format!("take {}", self.taken(place, pick, instead))
            }
            ListChange::Leave(place, index) if is_own(place) => format!("leave out {}", self.left(place, *index)),
            ListChange::Name(place, role) if is_own(place) => format!("make {}", self.role(role)),
            ListChange::Unname(place, index) if is_own(place) => {
                format!("take the role {} away", self.role_at(place, *index))
            }
            ListChange::Spell(pointer, word) if about.is_some() && SquadronPlace::parse(pointer).as_ref() == about => {
                format!("write `{word}`")
            }
            ListChange::Waive(_) => "waive".to_owned(),
            _ => return None,
        })
    }

    /// The title of an allocation; without one, of the first.
    fn allocation(&self, id: Option<&String>) -> &str {
        let declarations = self.ruleset.declarations();
        let id = id.or_else(|| declarations.allocations.keys().next());
        id.and_then(|id| declarations.allocations.get(id)).map_or("", |named| &named.title)
    }

    /// `Shield instead of Cloud Generator`
    fn taken(&self, place: &SquadronPlace, pick: &OptionPick, instead: &[usize]) -> String {
        let Some(own) = place.squadron(self.list) else { return String::new() };
        let old = |index: &usize| Some(self.picked(own, own.options.get(*index)?));
        let old: Vec<String> = instead.iter().filter_map(old).collect();
        let instead = if old.is_empty() { String::new() } else { format!(" instead of {}", old.join(", ")) };
        format!("{}{instead}", self.picked(own, pick))
    }

    /// The option of a squadron at an index of its options.
    fn left(&self, place: &SquadronPlace, index: usize) -> String {
        let own = place.squadron(self.list);
        own.and_then(|own| Some(self.picked(own, own.options.get(index)?))).unwrap_or_default()
    }

    fn role(&self, id: &str) -> String {
        self.ruleset.declarations().roles.get(id).map_or(id, |role| &role.title).to_owned()
    }

    /// The title of a role that a squadron has.
    fn role_at(&self, place: &SquadronPlace, index: usize) -> String {
        let own = place.squadron(self.list).and_then(|squadron| squadron.roles.get(index));
        let id = own.map(|role| self.ruleset.declarations().role(role.role()).unwrap_or(role.role()));
        id.map(|id| self.role(id)).unwrap_or_default()
    }

    /// `Tribal Class Cruiser (no. 3)`. Without the number if it is the only one of this name.
    fn squadron(&self, place: &SquadronPlace) -> String {
        let Some(squadron) = place.squadron(self.list) else { return String::new() };
        let name_of = |squadron: &Squadron| squadron.name.clone().unwrap_or_else(|| self.unit(squadron));
        let name = name_of(squadron);
        let is_alike = |other: &&SquadronPlace| other.squadron(self.list).is_some_and(|other| name_of(other) == name);
        let is_one_of_many = SquadronPlace::all(self.list).iter().filter(is_alike).count() > 1;
        match squadron.extra.get(NUMBER).filter(|_| is_one_of_many) {
            Some(number) => format!("{name} (no. {number})"),
            None => name,
        }
    }

    fn unit(&self, squadron: &Squadron) -> String {
        let found = unit_of(self.ruleset, self.list, squadron);
        found.map_or_else(|| squadron.unit.clone(), |(catalogue, ready)| catalogue.unit(ready).name.clone())
    }

    /// `3 × Tribal Class Cruiser`
    fn with_number(&self, squadron: &Squadron) -> String {
        match squadron.models {
            Some(ModelCount::Count(number)) if number > 1 => format!("{number} \u{d7} {}", self.unit(squadron)),
            _ => self.unit(squadron),
        }
    }

    /// `3 × Tribal Class Cruiser`, `Ruler Class Battleship as the Commodore`
    fn added(&self, squadron: &Squadron) -> String {
        let name = self.with_number(squadron);
        match squadron.roles.as_slice() {
            [] => name,
            [role, ..] => format!("{name} as the {}", self.role(role.role())),
        }
    }

    fn picked(&self, squadron: &Squadron, pick: &OptionPick) -> String {
        match pick {
            OptionPick::Every(id) => self.option(squadron, id),
            OptionPick::Some(numbers) => {
                let named = |(id, number): (&String, &u32)| format!("{number} \u{d7} {}", self.option(squadron, id));
                numbers.iter().map(named).collect::<Vec<_>>().join(", ")
            }
        }
    }

    fn option(&self, squadron: &Squadron, id: &str) -> String {
        let known = unit_of(self.ruleset, self.list, squadron)
            .and_then(|(_, ready)| Some(ready.options[ready.find(id)?].name.clone()));
        known.unwrap_or_else(|| format!("`{id}`"))
    }

    /// ` to Platoon`, or nothing if the list has only this group, or no groups.
    fn to(&self, outer: &SquadronPlace) -> String {
        match outer.group {
            Some(group) if self.list.groups.len() > 1 => format!(" to {}", self.group(group)),
            _ => String::new(),
        }
    }

    /// `Platoon 2`. Without the number if it is the only group of this name.
    fn group(&self, group: usize) -> String {
        let names: Vec<String> = self.list.groups.iter().map(|stated| self.name_of(stated)).collect();
        let Some(name) = names.get(group) else { return String::new() };
        let alike = |names: &[String]| names.iter().filter(|other| *other == name).count();
        if alike(&names) > 1 { format!("{name} {}", alike(&names[..=group])) } else { name.clone() }
    }

    fn name_of(&self, group: &Group) -> String {
        group.name.clone().unwrap_or_else(|| self.kind(&group.kind))
    }

    fn kind(&self, kind: &str) -> String {
        self.ruleset.declarations().group_kinds.get(kind).map_or(kind, |kind| &kind.title).to_owned()
    }
}

fn of_models(number: u32) -> String {
    muster_engine::plural::count(number, "model")
}
