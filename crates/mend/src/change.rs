//! One change of a list.

use muster_engine::list::{
    ArmyList, CardPick, Group, ModelCount, OpenKind, OptionPick, RolePick, SettingValue, Squadron,
};
use muster_engine::place::SquadronPlace;
use muster_engine::pointer::escape;

use crate::numbers::{number_of, stated_models};

/// A change of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum ListChange {
    /// Leaves a squadron out, with what is attached to it.
    Drop(SquadronPlace),
    /// Adds a squadron to a group, to the list, or attached to a squadron.
    Add(SquadronPlace, Box<Squadron>),
    /// Takes another squadron in the place of one.
    Swap(SquadronPlace, Box<Squadron>),
    /// Gives a squadron another number of models.
    Resize(SquadronPlace, u32),
    /// Makes two squadrons of one: so many models stay, and so many stand apart.
    Split(SquadronPlace, u32, u32),
    /// Moves a squadron to another place: to a group, to the list, or attached to a squadron.
    Move(SquadronPlace, SquadronPlace),
    /// Allocates a squadron; none for where squadrons are without an allocation.
    Allocate(SquadronPlace, Option<String>),
    /// States the slot of a squadron; none to let Muster find it.
    Slot(SquadronPlace, Option<String>),
    /// Takes an option, in exchange for some that are stated: their places among the options.
    Take(SquadronPlace, OptionPick, Vec<usize>),
    /// Leaves out a stated option, by its place among the options.
    Leave(SquadronPlace, usize),
    /// States an option for another number of models.
    Number(SquadronPlace, usize, u32),
    /// Gives a squadron a role.
    Name(SquadronPlace, String),
    /// Takes a role away, by its place among the roles.
    Unname(SquadronPlace, usize),
    /// Gives a role to another squadron.
    Rename(SquadronPlace, usize, SquadronPlace),
    /// Lets a squadron be bought instead of brought by another.
    Buy(SquadronPlace),
    /// Carries nothing.
    Unload(SquadronPlace),
    /// States a setting.
    State(String, SettingValue),
    /// Adds a group.
    Found(String),
    /// Leaves a group out, with its squadrons.
    Disband(usize),
    /// Makes a group one of another kind.
    Reform(usize, String),
    /// Adds a card to a deck.
    Draw(String, String),
    /// Leaves a card of a deck out.
    Discard(String, usize),
    /// Takes a known word for one that refers to nothing: the JSON pointer, and the word.
    Spell(String, String),
    /// Gives the consent that waives a rule. Only `mends_of` offers it.
    Waive(String),
}

impl ListChange {
    /// Whether the list keeps all that it has.
    pub(crate) fn takes_nothing(&self) -> bool {
        match self {
            Self::Add(..) | Self::State(..) | Self::Name(..) | Self::Found(_) | Self::Draw(..) => true,
            Self::Take(_, _, instead) => instead.is_empty(),
            _ => false,
        }
    }

    /// How much it changes: 1 for a word, more for squadrons. The points count apart.
    pub(crate) fn weight(&self, list: &ArmyList) -> u32 {
        match self {
            Self::Resize(place, models) => {
                let before = place.squadron(list).and_then(stated_models);
                2 + before.map_or(1, |before| before.abs_diff(*models)).min(4)
            }
            Self::State(..) | Self::Name(..) | Self::Allocate(..) | Self::Slot(..) | Self::Spell(..) => 1,
            // Of what may stand by itself or be attached, most players field it by itself.
            Self::Move(place, outer) if outer.is_squadron() => {
                let unit = |place: &SquadronPlace| place.squadron(list).map(|squadron| squadron.unit.as_str());
                if unit(place) == unit(outer) { 7 } else { 3 }
            }
            Self::Rename(..)
            | Self::Unname(..)
            | Self::Leave(..)
            | Self::Number(..)
            | Self::Take(..)
            | Self::Move(..)
            | Self::Draw(..)
            | Self::Discard(..)
            | Self::Buy(..)
            | Self::Unload(..) => 2,
            Self::Split(..) => 3,
            // Others must agree to it.
            Self::Waive(_) => 4,
            Self::Swap(..) | Self::Add(..) => 5,
            Self::Reform(..) => 6,
            Self::Found(..) => 8,
            Self::Drop(place) => 5 * place.squadron(list).map_or(1, squadrons_of),
            Self::Disband(group) => {
                let squadrons =
                    list.groups.get(*group).map_or(0, |group| group.squadrons.iter().map(squadrons_of).sum());
                3 + 5 * squadrons
            }
        }
    }

    /// What it is done to, whatever is done to it: the same for two sizes of one squadron, or for two units to add.
    pub(crate) fn subject(&self, list: &ArmyList) -> String {
        let of = |place: &SquadronPlace| number_of(list, place);
        match self {
            Self::Drop(place) => format!("drop {}", of(place)),
            Self::Add(place, _) => format!("add {place}"),
            Self::Swap(place, _) => format!("swap {}", of(place)),
            Self::Resize(place, _) | Self::Split(place, ..) => format!("size {}", of(place)),
            Self::Move(place, _) => format!("move {}", of(place)),
            Self::Allocate(place, _) | Self::Slot(place, _) => format!("stand {}", of(place)),
            Self::Take(place, ..) | Self::Leave(place, _) | Self::Number(place, ..) => format!("option {}", of(place)),
            Self::Name(..) | Self::Unname(..) | Self::Rename(..) => "role".to_owned(),
            Self::Buy(place) | Self::Unload(place) => format!("load {}", of(place)),
            Self::State(setting, _) => format!("setting {setting}"),
            Self::Found(_) => "found".to_owned(),
            Self::Disband(group) | Self::Reform(group, _) => format!("group {group}"),
            Self::Draw(deck, _) => format!("draw {deck}"),
            Self::Discard(deck, _) => format!("discard {deck}"),
            Self::Spell(pointer, _) => format!("spell {pointer}"),
            Self::Waive(rule) => format!("waive {rule}"),
        }
    }

    /// The list with this change. None if the list has no such place.
    pub(crate) fn apply(&self, list: &ArmyList) -> Option<ArmyList> {
        let mut list = list.clone();
        self.change(&mut list)?;
        Some(list)
    }

    fn change(&self, list: &mut ArmyList) -> Option<()> {
        match self {
            Self::Drop(place) => {
                let squadron = take(list, place)?;
                forget(list, &squadron);
            }
            Self::Add(outer, squadron) => outer.squadrons_mut(list)?.push((**squadron).clone()),
            Self::Swap(place, squadron) => {
                let old = place.squadron_mut(list)?;
                let new = Squadron { extra: old.extra.clone(), ..(**squadron).clone() };
                *old = new;
            }
            Self::Resize(place, models) => {
                place.squadron_mut(list)?.models = Some(ModelCount::Count(*models));
            }
            Self::Split(place, stay, apart) => {
                let squadron = place.squadron_mut(list)?;
                squadron.models = Some(ModelCount::Count(*stay));
                let mut other = squadron.clone();
                other.models = Some(ModelCount::Count(*apart));
                (other.id, other.name, other.points) = (None, None, None);
                other.roles.clear();
                other.attached.clear();
                other.extra.clear();
                place.outer().squadrons_mut(list)?.push(other);
            }
            Self::Move(place, outer) => {
                let mut squadron = take(list, place)?;
                squadron.slot = None;
                let mut outer = outer.clone();
                shift(&mut outer, place);
                outer.squadrons_mut(list)?.push(squadron);
            }
            Self::Allocate(place, allocation) => place.squadron_mut(list)?.allocation.clone_from(allocation),
            Self::Slot(place, slot) => place.squadron_mut(list)?.slot.clone_from(slot),
            Self::Take(place, pick, instead) => {
                let options = &mut place.squadron_mut(list)?.options;
                let mut index = 0;
                options.retain(|_| {
                    index += 1;
                    !instead.contains(&(index - 1))
                });
                options.push(pick.clone());
            }
            Self::Leave(place, index) => {
                let options = &mut place.squadron_mut(list)?.options;
                (*index < options.len()).then(|| options.remove(*index))?;
            }
            Self::Number(place, index, number) => {
                let pick = place.squadron_mut(list)?.options.get_mut(*index)?;
                let id = id_of(pick)?.to_owned();
                *pick = OptionPick::Some([(id, *number)].into_iter().collect());
            }
            Self::Name(place, role) => {
                place.squadron_mut(list)?.roles.push(RolePick::Role(role.clone()));
                list.open.retain(|kind| *kind != OpenKind::Roles);
            }
            Self::Unname(place, index) => drop(take_role(list, place, *index)?),
            Self::Rename(place, index, to) => {
                let role = take_role(list, place, *index)?;
                to.squadron_mut(list)?.roles.push(RolePick::Role(role.role().to_owned()));
            }
            Self::Buy(place) => drop(place.squadron_mut(list)?.brought_by.take()?),
            Self::Unload(place) => place.squadron_mut(list)?.carries.clear(),
            Self::State(setting, value) => {
                list.settings.insert(setting.clone(), value.clone());
                list.open.retain(|kind| kind.word() != setting);
            }
            Self::Found(kind) => list.groups.push(Group { kind: kind.clone(), ..Group::default() }),
            Self::Disband(group) => {
                let group = (*group < list.groups.len()).then(|| list.groups.remove(*group))?;
                group.squadrons.iter().for_each(|squadron| forget(list, squadron));
            }
            Self::Reform(group, kind) => list.groups.get_mut(*group)?.kind.clone_from(kind),
            Self::Draw(deck, card) => list.decks.entry(deck.clone()).or_default().push(CardPick::Known(card.clone())),
            Self::Discard(deck, index) => {
                let cards = list.decks.get_mut(deck)?;
                (*index < cards.len()).then(|| cards.remove(*index))?;
            }
            Self::Spell(pointer, word) => spell(list, pointer, word)?,
            Self::Waive(rule) => list.consents.push(rule.clone()),
        }
        Some(())
    }
}

/// How many squadrons a squadron is, with those attached to it.
fn squadrons_of(squadron: &Squadron) -> u32 {
    1 + squadron.attached.iter().map(squadrons_of).sum::<u32>()
}

/// The option of a pick that states one option.
pub(crate) fn id_of(pick: &OptionPick) -> Option<&str> {
    match pick {
        OptionPick::Every(id) => Some(id),
        OptionPick::Some(numbers) if numbers.len() == 1 => numbers.keys().next().map(String::as_str),
        OptionPick::Some(_) => None,
    }
}

/// Leaves out what a squadron brought, and unloads it.
fn forget(list: &mut ArmyList, gone: &Squadron) {
    gone.attached.iter().for_each(|squadron| forget(list, squadron));
    let Some(id) = &gone.id else { return };
    let groups = list.groups.iter_mut().map(|group| &mut group.squadrons);
    for squadrons in std::iter::once(&mut list.squadrons).chain(groups) {
        squadrons.retain(|squadron| squadron.brought_by.as_ref() != Some(id));
        for squadron in squadrons {
            squadron.carries.retain(|carried| carried != id);
        }
    }
}

/// Takes a squadron out of a list.
fn take(list: &mut ArmyList, place: &SquadronPlace) -> Option<Squadron> {
    let (index, _) = place.path.split_last()?;
    let squadrons = place.outer().squadrons_mut(list)?;
    (*index < squadrons.len()).then(|| squadrons.remove(*index))
}

fn take_role(list: &mut ArmyList, place: &SquadronPlace, index: usize) -> Option<RolePick> {
    let roles = &mut place.squadron_mut(list)?.roles;
    (index < roles.len()).then(|| roles.remove(index))
}

/// Corrects a place after another squadron was taken out.
fn shift(place: &mut SquadronPlace, gone: &SquadronPlace) {
    let Some((last, outer)) = gone.path.split_last() else { return };
    if place.group == gone.group && place.path.len() > outer.len() && place.path.starts_with(outer) {
        let index = &mut place.path[outer.len()];
        if *index > *last {
            *index -= 1;
        }
    }
}

/// Writes a word at a pointer of `unknown-word` or `unknown-unit`.
fn spell(list: &mut ArmyList, pointer: &str, word: &str) -> Option<()> {
    let word = || word.to_owned();
    if pointer == "/nation" {
        list.nation = Some(word());
        return Some(());
    }
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    if let ["groups", group, "kind"] = steps.as_slice() {
        list.groups.get_mut(group.parse::<usize>().ok()?)?.kind = word();
        return Some(());
    }
    if let ["decks", deck, index] = steps.as_slice() {
        let card = list.decks.get_mut(*deck)?.get_mut(index.parse::<usize>().ok()?)?;
        match card {
            CardPick::Known(card) => *card = word(),
            CardPick::Detailed(detail) => detail.card = word(),
        }
        return Some(());
    }
    let place = SquadronPlace::parse(pointer).filter(SquadronPlace::is_squadron)?;
    let squadron = place.squadron_mut(list)?;
    let place = steps.iter().rposition(|step| matches!(*step, "squadrons" | "sections" | "units" | "attached"))?;
    match steps.get(place + 2..)? {
        [] | ["unit"] => squadron.unit = word(),
        ["nation"] => squadron.nation = Some(word()),
        ["mark"] => squadron.mark = Some(word()),
        ["models", part, rest @ ..] => {
            let Some(ModelCount::Parts(parts)) = &mut squadron.models else { return None };
            let part = parts.get_mut(part.parse::<usize>().ok()?)?;
            match rest {
                ["mark"] => part.mark = Some(word()),
                ["options", index, name @ ..] => {
                    spell_option(part.options.get_mut(index.parse::<usize>().ok()?)?, name.first().copied(), word());
                }
                _ => return None,
            }
        }
        ["allocation"] => squadron.allocation = Some(word()),
        ["slot"] => squadron.slot = Some(word()),
        ["roles", index, ..] => match squadron.roles.get_mut(index.parse::<usize>().ok()?)? {
            RolePick::Role(role) => *role = word(),
            RolePick::Detailed(detail) => detail.role = word(),
        },
        ["options", index, name @ ..] => {
            spell_option(squadron.options.get_mut(index.parse::<usize>().ok()?)?, name.first().copied(), word());
        }
        _ => return None,
    }
    Some(())
}

/// Writes a word for an option; of several in one pick, for that whose name a step of a pointer gives.
fn spell_option(pick: &mut OptionPick, name: Option<&str>, word: String) {
    match pick {
        OptionPick::Every(own) => *own = word,
        OptionPick::Some(numbers) => {
            let place = numbers.keys().position(|key| name.is_none_or(|name| escape(key) == name)).unwrap_or(0);
            if let Some((_, number)) = numbers.shift_remove_index(place) {
                numbers.shift_insert(place.min(numbers.len()), word, number);
            }
        }
    }
}
