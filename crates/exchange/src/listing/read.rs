//! Reads back the text that Muster wrote.

use muster_engine::list::{ArmyList, Group, ModelCount, Squadron};
use muster_engine::ready::ReadyUnit;
use muster_engine::ready::Ruleset;
use muster_engine::words::phrases;

use super::fact::{self, allocation};
use super::found::{Doubt, Listing};
use super::known::current;
use super::markup::{Markup, MarkupLine};
use super::outline::NAMELESS;
use super::phrase;

/// Reads the list of a text.
pub(super) fn list(ruleset: &Ruleset, style: Markup, text: &str) -> Listing {
    let mut lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    // Drop the foot. It exists, because the style was found by it.
    while lines.pop().is_some_and(|(_, line)| line.trim().is_empty()) {}
    list_of(ruleset, &lines, |line| style.title(line), |line| style.bare(line))
}

/// Reads the list of the lines of a text with their numbers, without its foot. `title` reads its title, `bare` all lines below.
pub(super) fn list_of<S: AsRef<str>>(
    ruleset: &Ruleset,
    lines: &[(usize, S)],
    title: impl Fn(&str) -> String,
    bare: impl Fn(&str) -> MarkupLine,
) -> Listing {
    let lines = lines.iter().map(|(number, line)| (number, line.as_ref()));
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let mut reader =
        OwnTextReader { ruleset, list: ArmyList::default(), doubts: Vec::new(), open: OpenPart::List, is_named: false };
    reader.list.name = lines.next().map(|(_, line)| title(line)).filter(|title| title != NAMELESS);
    let mut is_second = true;
    for (number, line) in lines {
        let read = match bare(line) {
            MarkupLine::Empty => Some(()),
            MarkupLine::Heading(words) => {
                reader.heading(&words);
                Some(())
            }
            MarkupLine::Fact(words) => reader.fact(&words),
            // The second line repeats the facts for people.
            MarkupLine::Entry(_) if is_second => Some(()),
            MarkupLine::Entry(words) => reader.entry(&words),
        };
        is_second = false;
        if read.is_none() {
            reader.doubts.push(Doubt::unread(*number, line.trim().to_owned(), None));
        }
    }
    let OwnTextReader { mut list, doubts, .. } = reader;
    if list.ruleset.id().is_empty() {
        list.ruleset = current(ruleset).ruleset;
    }
    name_units(ruleset, &mut list);
    Listing::new(list, doubts, Vec::new())
}

/// What the following lines belong to.
enum OpenPart {
    List,
    /// Squadrons without a group.
    Squadrons,
    Group,
    Deck(String),
}

struct OwnTextReader<'a> {
    ruleset: &'a Ruleset,
    list: ArmyList,
    doubts: Vec<Doubt>,
    open: OpenPart,
    /// Whether a fact stated the name of the list or group.
    is_named: bool,
}

impl OwnTextReader<'_> {
    fn heading(&mut self, words: &str) {
        self.is_named = false;
        let declarations = self.ruleset.declarations();
        if words.eq_ignore_ascii_case(phrases::squadrons(declarations, 2)) {
            self.open = OpenPart::Squadrons;
            return;
        }
        if let Some((deck, "")) = phrase::read_title(words) {
            self.list.decks.insert(deck.clone(), Vec::new());
            self.open = OpenPart::Deck(deck);
            return;
        }
        if let Some((deck, _)) = declarations.decks.iter().find(|(_, deck)| deck.title == words) {
            self.list.decks.insert(deck.clone(), Vec::new());
            self.open = OpenPart::Deck(deck.clone());
            return;
        }
        let without_points = words.rsplit_once(" (").map(|(group, _)| group);
        if let Some(group) = without_points {
            let (kind, name) = self.kind(group);
            self.list.groups.push(Group { kind, name, ..Group::default() });
            self.open = OpenPart::Group;
            return;
        }
        // A deck that the ruleset does not know.
        self.list.decks.insert(words.to_owned(), Vec::new());
        self.open = OpenPart::Deck(words.to_owned());
    }

    /// The kind and name of a group such as `Battle Group: Vanguard`. If several kinds fit, the longest is taken.
    fn kind(&self, words: &str) -> (String, Option<String>) {
        if let Some((kind, rest)) = phrase::read_title(words) {
            return (kind, rest.strip_prefix(": ").map(str::to_owned));
        }
        let kinds = &self.ruleset.declarations().group_kinds;
        let known = kinds.iter().map(|(id, kind)| (id.as_str(), kind.title.as_str()));
        let fits = |(id, title): (&str, &str)| {
            let rest = words.strip_prefix(title)?;
            let name = if rest.is_empty() { None } else { Some(rest.strip_prefix(": ")?.to_owned()) };
            Some((title.len(), id.to_owned(), name))
        };
        match known.filter_map(fits).max() {
            Some((_, id, name)) => (id, name),
            None => match words.split_once(": ") {
                Some((kind, name)) => (kind.to_owned(), Some(name.to_owned())),
                None => (words.to_owned(), None),
            },
        }
    }

    fn entry(&mut self, words: &str) -> Option<()> {
        if let OpenPart::Deck(deck) = &self.open {
            let card = phrase::read_card(self.ruleset, deck, words);
            self.list.decks.entry(deck.clone()).or_default().push(card);
            return Some(());
        }
        let (words, _) = words.rsplit_once(" (")?;
        let bare = words.trim_start_matches("+ ");
        let depth = (words.len() - bare.len()) / 2;
        let (models, unit) = match phrase::counted(bare) {
            Some((count, unit)) => (Some(ModelCount::Count(count)), unit),
            None => (None, bare),
        };
        let mut siblings = match self.open {
            OpenPart::Squadrons => &mut self.list.squadrons,
            OpenPart::Group => &mut self.list.groups.last_mut()?.squadrons,
            OpenPart::List | OpenPart::Deck(_) => return None,
        };
        for _ in 0..depth {
            siblings = &mut siblings.last_mut()?.attached;
        }
        siblings.push(Squadron { unit: phrase::read_unit(unit), models, ..Squadron::default() });
        Some(())
    }

    /// The squadron that was read last.
    fn squadron(&mut self) -> Option<&mut Squadron> {
        let siblings = match self.open {
            OpenPart::Squadrons => &mut self.list.squadrons,
            OpenPart::Group => &mut self.list.groups.last_mut()?.squadrons,
            OpenPart::List | OpenPart::Deck(_) => return None,
        };
        let mut squadron = siblings.last_mut()?;
        while !squadron.attached.is_empty() {
            squadron = squadron.attached.last_mut()?;
        }
        Some(squadron)
    }

    fn fact(&mut self, words: &str) -> Option<()> {
        let (key, value) = fact::said(words)?;
        let value = value.as_ref();
        // `Name:` holds a name that a title or heading cannot hold, or not as it is.
        let named = match self.open {
            OpenPart::List => Some(&mut self.list.name),
            OpenPart::Group => {
                self.list.groups.last_mut().filter(|group| group.squadrons.is_empty()).map(|it| &mut it.name)
            }
            OpenPart::Squadrons | OpenPart::Deck(_) => None,
        };
        if let (Some(name), "Name") = (named, key) {
            if !std::mem::replace(&mut self.is_named, true) {
                *name = None;
            }
            fact::put(name, value);
            return Some(());
        }
        match self.open {
            OpenPart::List => fact::set_of_list(self.ruleset, &mut self.list, key, value),
            OpenPart::Group if self.list.groups.last()?.squadrons.is_empty() => {
                fact::set_of_group(self.list.groups.last_mut()?, key, value)
            }
            OpenPart::Squadrons | OpenPart::Group => {
                let ruleset = self.ruleset;
                let kind = self.list.groups.last().map(|group| group.kind.clone());
                fact::set_of_squadron(ruleset, self.squadron()?, kind.as_deref(), key, value)
            }
            OpenPart::Deck(_) => None,
        }
    }
}

/// Replaces names by ids throughout a list.
pub(crate) fn name_units(ruleset: &Ruleset, list: &mut ArmyList) {
    let id = |name: &String| ruleset.nation(name).unwrap_or(name).to_owned();
    list.nation = list.nation.as_ref().map(id);
    let nation = list.nation.clone();
    let groups = list.groups.iter_mut().flat_map(|group| &mut group.squadrons);
    list.squadrons.iter_mut().chain(groups).for_each(|squadron| name_unit(ruleset, nation.as_deref(), squadron));
    for (deck, cards) in &mut list.decks {
        for card in cards {
            *card = phrase::card_by_id(ruleset, deck, card);
        }
    }
}

fn name_unit(ruleset: &Ruleset, nation: Option<&str>, squadron: &mut Squadron) {
    let own = squadron.nation.as_ref().map(|name| ruleset.nation(name).unwrap_or(name).to_owned());
    squadron.nation.clone_from(&own);
    let nation = own.as_deref().or(nation);
    let found = ruleset.find_unit(nation, &squadron.unit);
    let ready: Option<&ReadyUnit> = found.map(|(_, ready)| ready);
    if let Some((catalogue, ready)) = found {
        squadron.unit.clone_from(&catalogue.unit(ready).id);
    }
    squadron.options = phrase::named(ready, &squadron.options);
    if let Some(ModelCount::Parts(parts)) = &mut squadron.models {
        for part in parts {
            part.options = phrase::named(ready, &part.options);
        }
    }
    squadron.roles = squadron.roles.iter().map(|role| phrase::role_by_id(ruleset, role)).collect();
    squadron.allocation = squadron.allocation.as_deref().map(|name| allocation(ruleset, name));
    squadron.attached.iter_mut().for_each(|attached| name_unit(ruleset, nation, attached));
}
