//! Which lists are of one player: by the name, then the club, then the address. What these leave open is a doubt.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::order::is_equal;
use super::words::bare_name;
use crate::origin::alike;
use crate::submission::Submission;

/// A player, with all lists of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Person {
    /// The lists, in the order in which they were handed in.
    pub lists: Vec<usize>,
    names: BTreeSet<String>,
    clubs: BTreeSet<String>,
    homes: BTreeSet<String>,
    /// Whether a mail of the player brought one of them, as far as the name of its sender tells.
    is_own: bool,
    /// By what each list is this player's.
    by: BTreeMap<usize, String>,
}

impl Person {
    /// By what two lists are of one player.
    pub(super) fn why(&self, one: usize, other: usize) -> String {
        let by = self.by.get(&one).or_else(|| self.by.get(&other));
        format!("taken for a list of the same player {}", by.map_or("by the name", String::as_str))
    }

    fn add(&mut self, number: usize, list: &ListPerson, by: Option<String>) {
        self.lists.push(number);
        self.names.extend(list.name.clone());
        self.clubs.extend(list.club.clone());
        self.homes.extend(list.home.clone());
        self.is_own |= list.is_own;
        self.by.extend(by.map(|by| (number, by)));
    }
}

/// What a list tells of who it is from.
struct ListPerson {
    ruleset: String,
    name: Option<String>,
    club: Option<String>,
    home: Option<String>,
    /// Whether the sender of its mail has the name of the player.
    is_own: bool,
}

impl ListPerson {
    /// None of what is no list.
    fn of(list: &Submission) -> Option<Self> {
        let stated = list.list.as_deref()?;
        let origin = list.origin();
        let known = |text: &str| Some(alike(text)).filter(|text| !text.is_empty());
        let name = origin.player().and_then(known);
        let sender = list.came.sender.as_ref().and_then(|sender| sender.writer().name.as_deref()).and_then(known);
        Some(Self {
            ruleset: stated.ruleset.id().to_owned(),
            is_own: sender.is_some() && sender == name,
            name,
            club: stated.club.as_deref().and_then(known),
            home: origin.address().map(str::to_ascii_lowercase),
        })
    }
}

/// Whether a list is a player's.
enum Belonging {
    /// It is, by this.
    Theirs(String),
    /// It may be, and this speaks against it.
    Unclear(String),
    OfAnother,
}

fn belonging(person: &Person, list: &ListPerson, is_renamed: impl FnOnce() -> bool) -> Belonging {
    let is_named = list.name.as_ref().is_some_and(|name| person.names.contains(name));
    let is_home = list.home.as_ref().is_some_and(|home| person.homes.contains(home));
    let is_elsewhere = list.home.is_some() && !person.homes.is_empty() && !is_home;
    let is_club = list.club.as_ref().is_some_and(|club| person.clubs.contains(club));
    let is_other_club = list.club.is_some() && !person.clubs.is_empty() && !is_club;
    let theirs = |by: &str| Belonging::Theirs(by.to_owned());
    if is_named {
        return match (is_home, is_elsewhere, is_club, is_other_club) {
            (true, _, _, true) => theirs("by the name and the address, though they state two clubs"),
            (_, _, _, true) => Belonging::OfAnother,
            (true, _, true, _) => theirs("by the name, the club and the address"),
            (true, ..) => theirs("by the name and the address"),
            (_, true, true, _) => theirs("by the name and the club, though it has another address"),
            (_, false, true, _) => theirs("by the name and the club"),
            (_, true, ..) if list.is_own && person.is_own => {
                theirs("by the name that they and their mails have, though it has another address")
            }
            (_, true, ..) => Belonging::Unclear("has the same name, but another address and no club".to_owned()),
            (_, false, ..) => theirs("by the name alone"),
        };
    }
    if !is_home {
        return Belonging::OfAnother;
    }
    let Some(name) = &list.name else { return theirs("by the address") };
    let parts = |name: &str| name.split('-').map(str::to_owned).collect::<BTreeSet<_>>();
    let own = parts(name);
    let is_part = |other: &String| parts(other).is_subset(&own) || own.is_subset(&parts(other));
    if person.names.is_empty() || person.names.iter().any(is_part) && !is_other_club {
        return theirs("by the address; one states only a part of the name");
    }
    // Two people may share an address. One of them may also call himself otherwise.
    if is_renamed() {
        Belonging::Unclear("has the same address and is like it, but states another player".to_owned())
    } else {
        Belonging::OfAnother
    }
}

/// All players with their lists, and for lists of which it is unclear whose they are, why.
pub(super) fn people(all: &[&Submission]) -> (Vec<Person>, Vec<(usize, String)>) {
    let known: Vec<Option<ListPerson>> = all.iter().map(|list| ListPerson::of(list)).collect();
    let mut order: Vec<usize> = (0..all.len()).filter(|one| known[*one].is_some()).collect();
    // Lists that say most of their player come first. So a list that says less finds its player among them.
    order.sort_by_key(|one| {
        let list = known[*one].as_ref();
        let tells = |of: fn(&ListPerson) -> &Option<String>| list.is_some_and(|list| of(list).is_some());
        (!tells(|list| &list.name), !tells(|list| &list.home), !tells(|list| &list.club))
    });
    let mut people: Vec<Person> = Vec::new();
    let mut places: HashMap<(String, bool, String), Vec<usize>> = HashMap::new();
    let mut doubts = Vec::new();
    for number in order {
        let Some(list) = &known[number] else { continue };
        let keys: Vec<(String, bool, String)> = [(true, &list.name), (false, &list.home)]
            .into_iter()
            .filter_map(|(is_name, text)| Some((list.ruleset.clone(), is_name, text.clone()?)))
            .collect();
        let near: BTreeSet<usize> = keys.iter().filter_map(|key| places.get(key)).flatten().copied().collect();
        let (mut theirs, mut unclear) = (Vec::new(), Vec::new());
        for place in near {
            let person = &people[place];
            let is_renamed = || person.lists.iter().any(|other| is_like(all[number], all[*other]));
            match belonging(person, list, is_renamed) {
                Belonging::Theirs(by) => theirs.push((place, by)),
                Belonging::Unclear(why) => unclear.push((place, why)),
                Belonging::OfAnother => {}
            }
        }
        let place = match theirs.as_slice() {
            [(place, by)] => {
                people[*place].add(number, list, Some(by.clone()));
                *place
            }
            several => {
                let many = several.iter().map(|(place, _)| (*place, "may be of the same player".to_owned()));
                for (place, why) in many.chain(unclear) {
                    let other = people[place].lists[0];
                    doubts.push((
                        number,
                        format!("{} {why}: nothing tells whether it is a version of this list", all[other].place()),
                    ));
                    doubts.push((
                        other,
                        format!("{} {why}: nothing tells whether it is a version of this list", all[number].place()),
                    ));
                }
                let mut person = Person::default();
                person.add(number, list, None);
                people.push(person);
                people.len() - 1
            }
        };
        for key in keys {
            let known = places.entry(key).or_default();
            if !known.contains(&place) {
                known.push(place);
            }
        }
    }
    for person in &mut people {
        person.lists.sort_unstable();
    }
    people.sort_by_key(|person| person.lists.first().copied());
    (people, doubts)
}

/// Whether two lists of two names from one address look like one list: they have the same content, or one name and nation.
fn is_like(one: &Submission, other: &Submission) -> bool {
    let is_named = bare_name(one).is_some() && bare_name(one) == bare_name(other);
    is_equal(one, other) || is_named && one.nation == other.nation
}
