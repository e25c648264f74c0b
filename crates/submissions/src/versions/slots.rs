//! Parts the lists of a player into those that an event takes of each, such as two, and the versions of each of them.

use muster_engine::theirs::quoted;

use super::order::{VersionTime, is_equal};
use super::people::Person;
use super::words::{bare_name, is_sent_again, list_number};
use crate::submission::Submission;

/// The lists of a player, parted into as many as the event asks for.
#[derive(Default)]
pub(super) struct ListSlots {
    /// The versions of each list.
    pub all: Vec<Vec<usize>>,
    /// What was concluded of a list.
    pub told: Vec<(usize, String)>,
    /// Why nothing tells of a list whether it is a version of another.
    pub doubts: Vec<(usize, String)>,
}

/// One of the lists that a player hands in, with its versions.
#[derive(Default)]
struct ListSlot {
    number: Option<u32>,
    names: Vec<String>,
    lists: Vec<usize>,
}

/// Parts the lists of a player, of whom the event takes at most so many.
pub(super) fn slots(all: &[&Submission], times: &[VersionTime], person: &Person, most: usize) -> ListSlots {
    if most < 2 {
        return ListSlots { all: vec![person.lists.clone()], ..ListSlots::default() };
    }
    let mut found = ListSlots::default();
    let mut slots: Vec<ListSlot> = Vec::new();
    let mut order = person.lists.clone();
    // Lists with a number or a name get their slot first, the oldest list before the others.
    order.sort_by_key(|one| {
        let list = all[*one];
        (list_number(list).is_none(), bare_name(list).is_none(), times[*one].at, *one)
    });
    for one in order {
        let list = all[one];
        let (number, name) = (list_number(list), bare_name(list));
        let (place, why) = match place(all, &slots, list, number, name.as_ref(), most) {
            SlotPlace::Of(place, why) => (place, Some(why)),
            SlotPlace::New(why) => (slots.len(), Some(why)),
            SlotPlace::Unclear => {
                if let Some(other) = slots.first().and_then(|slot| slot.lists.first()) {
                    let doubt = |of: usize| {
                        format!("nothing tells whether {} is a version of this list or another list", all[of].place())
                    };
                    found.doubts.extend([(one, doubt(*other)), (*other, doubt(one))]);
                }
                (slots.len(), None)
            }
        };
        if place == slots.len() {
            slots.push(ListSlot::default());
        }
        let slot = &mut slots[place];
        slot.number = slot.number.or(number);
        slot.names.extend(name);
        slot.lists.push(one);
        found.told.extend(why.map(|why| (one, why)));
    }
    if slots.len() < 2 {
        found.told.clear();
    }
    if slots.len() > most {
        let player = slots[0].lists.first().and_then(|one| all[*one].player()).map_or("the player".to_owned(), quoted);
        let handed = slots.len();
        let doubt = format!("{player} handed in {handed} lists, and the event takes {most}: nothing tells which count");
        found.doubts.extend(slots.iter().flat_map(|slot| &slot.lists).map(|one| (*one, doubt.clone())));
    }
    for slot in &mut slots {
        slot.lists.sort_unstable();
    }
    found.all = slots.into_iter().map(|slot| slot.lists).collect();
    found
}

/// Where a list belongs.
enum SlotPlace {
    /// To the versions of this list, by that.
    Of(usize, String),
    /// It is another list, by that.
    New(String),
    Unclear,
}

fn place(
    all: &[&Submission],
    slots: &[ListSlot],
    list: &Submission,
    number: Option<u32>,
    name: Option<&String>,
    most: usize,
) -> SlotPlace {
    if let Some(stated) = number {
        let why = format!("list {stated} of the player, by its name, its file or its mail");
        return match slots.iter().position(|slot| slot.number == number) {
            Some(place) => SlotPlace::Of(place, why),
            None => SlotPlace::New(why),
        };
    }
    if let Some(place) = name.and_then(|name| slots.iter().position(|slot| slot.names.contains(name))) {
        return SlotPlace::Of(place, "a version of one of the player's lists, by its name".to_owned());
    }
    let has = |slot: &ListSlot, is: &dyn Fn(&Submission) -> bool| slot.lists.iter().any(|other| is(all[*other]));
    if let Some(place) = slots.iter().position(|slot| has(slot, &|other| is_equal(list, other))) {
        return SlotPlace::Of(place, "a version of one of the player's lists: it is the same".to_owned());
    }
    let came_with = |slot: &ListSlot| has(slot, &|other| list.came.file == other.came.file);
    let apart: Vec<usize> = (0..slots.len()).filter(|place| !came_with(&slots[*place])).collect();
    if is_sent_again(list) {
        return match apart.as_slice() {
            [place] => {
                SlotPlace::Of(*place, "a version of one of the player's lists, by the words of its mail".to_owned())
            }
            [] => SlotPlace::New("another list, for both came together".to_owned()),
            _ => SlotPlace::Unclear,
        };
    }
    if slots.is_empty() {
        return SlotPlace::New("the player's first list".to_owned());
    }
    if slots.len() >= most {
        return SlotPlace::Unclear;
    }
    if apart.is_empty() {
        return SlotPlace::New("another list, for both came together".to_owned());
    }
    let nation = |list: &Submission| list.nation.clone().or_else(|| list.list.as_ref()?.nation.clone());
    if name.is_some() && slots.iter().all(|slot| !slot.names.is_empty()) {
        return SlotPlace::New("another list, by its name".to_owned());
    }
    if slots.iter().all(|slot| !has(slot, &|other| nation(other) == nation(list))) {
        return SlotPlace::New("another list, by its nation".to_owned());
    }
    SlotPlace::Unclear
}
