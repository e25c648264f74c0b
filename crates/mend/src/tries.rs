//! The changes that may mend a finding.
//!
//! The finding says enough: its places, and whether an amount is below a limit or above it. A change that does not help
//! is found out by judging the list.

use std::collections::HashSet;

use muster_engine::amount::KeyedAmount;
use muster_engine::catalogue::Unit;
use muster_engine::declarations::Setting;
use muster_engine::list::{ArmyList, ModelCount, OptionPick, RolePick, SettingValue, Squadron};
use muster_engine::nearest::nearest_names;
use muster_engine::place::SquadronPlace;
use muster_engine::pointer::escape;
use muster_engine::ready::{ReadyUnit, Ruleset, SourcedRule};
use muster_engine::report::Finding;
use muster_engine::rule::Check;
use muster_engine::slots::kinds_for;

use crate::change::{ListChange, id_of};
use crate::likely::{LikelyTargets, counts};
use crate::numbers::NUMBER;
use crate::partners::partners;
use crate::smallest::pick;
use crate::units::units;
use crate::words::unit_of;

/// The most hosts, groups or other squadrons that are tried for one squadron.
const MOST_OTHERS: usize = 40;
/// The most numbers of models that are tried for one squadron.
const MOST_SIZES: u32 = 12;
/// The most options that are tried for one squadron.
const MOST_OPTIONS: usize = 40;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// What stands in the list already.
    Near,
    /// Other units in the place of squadrons, too.
    Far,
}

/// A change to try.
pub(crate) struct ChangeAttempt {
    pub change: ListChange,
    pub weight: u32,
    /// It may move what the broken rule counts, and far enough: a few such changes would mend it.
    pub is_likely: bool,
    /// How many of a hundred of what is too much or too little it moves, roughly; none if that is not known.
    pub share: Option<u64>,
}

/// A change is likely to mend a finding if it moves so many of a hundred of what is too much or too little.
const LEAST_SHARE: u64 = 15;

/// The changes to try for a finding. Those that are likely to mend it are first, then the small ones.
pub(crate) fn tries(ruleset: &Ruleset, list: &ArmyList, finding: &Finding, reach: Reach) -> Vec<ChangeAttempt> {
    let likely = LikelyTargets::new(ruleset, finding);
    let mut tries = Tries { ruleset, list, places: SquadronPlace::all(list), roles: likely.roles(), all: Vec::new() };
    tries.add(finding, reach);
    let weighed = |change: ListChange| {
        let share = likely.share(ruleset, list, &change);
        let is_likely = likely.has(&change) && share.is_none_or(|share| share >= LEAST_SHARE);
        let weight = change.weight(list) + if gives_up(finding, &change) { GIVEN_UP } else { 0 };
        ChangeAttempt { change, weight, is_likely, share }
    };
    // A partner that is missing is added before anything is given up.
    let groups = [None, tries.places.last().and_then(|place| place.group)];
    let added = |squadron: Squadron| {
        groups.map(|group| ListChange::Add(SquadronPlace::of_group(group), Box::new(squadron.clone())))
    };
    let partners = partners(ruleset, list, finding).into_iter().flat_map(added);
    let partners = partners.map(|change| ChangeAttempt { change, weight: 0, is_likely: true, share: None });
    let mut all: Vec<ChangeAttempt> = partners.chain(tries.all.into_iter().map(weighed)).collect();
    all.sort_by_key(|tried| (!tried.is_likely, tried.weight));
    all
}

/// How much more it counts to give up what lacks a partner than to add the partner.
const GIVEN_UP: u32 = 10;

/// Whether a finding says that something lacks a partner, such as an option that comes only with another, and the change takes
/// it away instead of adding the partner.
fn gives_up(finding: &Finding, change: &ListChange) -> bool {
    let lacks = finding.measured.zip(finding.min).is_some_and(|(measured, min)| measured < min);
    let (ListChange::Drop(place)
    | ListChange::Swap(place, _)
    | ListChange::Leave(place, _)
    | ListChange::Take(place, _, _)
    | ListChange::Unname(place, _)) = change
    else {
        return false;
    };
    let is_exchange = !matches!(change, ListChange::Take(_, _, instead) if instead.is_empty());
    let main = finding.at.first().and_then(|at| SquadronPlace::parse(at));
    lacks && is_exchange && main.as_ref() == Some(place)
}

/// Other numbers of models and more options for each squadron of a list.
pub(crate) fn growths(ruleset: &Ruleset, list: &ArmyList) -> Vec<ListChange> {
    let grows = |change: &ListChange| match change {
        ListChange::Resize(..) => true,
        ListChange::Take(_, _, instead) => instead.is_empty(),
        _ => false,
    };
    sizes_and_options(ruleset, list).into_iter().filter(grows).collect()
}

/// Each option for each squadron of a list, also in exchange for another.
pub(crate) fn option_changes(ruleset: &Ruleset, list: &ArmyList) -> Vec<ListChange> {
    let changes = sizes_and_options(ruleset, list).into_iter();
    changes.filter(|change| matches!(change, ListChange::Take(..))).collect()
}

fn sizes_and_options(ruleset: &Ruleset, list: &ArmyList) -> Vec<ListChange> {
    let places = SquadronPlace::all(list);
    let mut tries = Tries { ruleset, list, places: places.clone(), roles: Vec::new(), all: Vec::new() };
    for place in &places {
        let Some(squadron) = place.squadron(list) else { continue };
        let Some((catalogue, ready)) = unit_of(ruleset, list, squadron) else { continue };
        tries.sizes(place, squadron, ready, catalogue.unit(ready), false);
        tries.options(place, squadron, Some(ready));
    }
    tries.all
}

/// The option or Mark that a squadron states at a JSON pointer, given by its steps; and whether it is a Mark.
pub(crate) fn option_at<'l>(squadron: &'l Squadron, steps: &[&str]) -> Option<(&'l str, bool)> {
    let own = steps.iter().rposition(|step| matches!(*step, "squadrons" | "sections" | "units" | "attached"))?;
    let (options, mark, rest) = match steps.get(own + 2..)? {
        ["models", part, rest @ ..] => {
            let Some(ModelCount::Parts(parts)) = &squadron.models else { return None };
            let part = parts.get(part.parse::<usize>().ok()?)?;
            (&part.options, &part.mark, rest)
        }
        rest => (&squadron.options, &squadron.mark, rest),
    };
    match rest {
        ["mark"] => Some((mark.as_deref()?, true)),
        ["options", index, name @ ..] => match options.get(index.parse::<usize>().ok()?)? {
            OptionPick::Every(word) => Some((word, false)),
            OptionPick::Some(counts) => {
                let stated = counts.keys().find(|key| name.first().is_none_or(|name| escape(key) == *name))?;
                Some((stated, false))
            }
        },
        _ => None,
    }
}

struct Tries<'t> {
    ruleset: &'t Ruleset,
    list: &'t ArmyList,
    /// All its squadrons.
    places: Vec<SquadronPlace>,
    /// The roles that the broken rule names. Units are added with them, too.
    roles: Vec<String>,
    all: Vec<ListChange>,
}

impl Tries<'_> {
    fn add(&mut self, finding: &Finding, reach: Reach) {
        let below = finding.measured.zip(finding.min).is_some_and(|(measured, min)| measured < min);
        let above = finding.measured.zip(finding.max).is_some_and(|(measured, max)| measured > max);
        let main = finding.at.first().map_or("", String::as_str);
        self.elsewhere(finding, main, above);
        let places: Vec<SquadronPlace> =
            finding.at.iter().filter_map(|pointer| SquadronPlace::parse(pointer)).collect();
        let mut squadrons: Vec<SquadronPlace> = places.iter().filter(|place| place.is_squadron()).cloned().collect();
        let whole = places.first().is_none_or(|place| !place.is_squadron());
        if squadrons.is_empty() {
            let group = places.iter().find_map(|place| place.group);
            squadrons.clone_from(&self.places);
            squadrons.retain(|place| group.is_none() || place.group == group);
        }
        let mut seen = HashSet::new();
        squadrons.retain(|place| seen.insert(place.clone()));
        // What a squadron carries, brings or leads may be the fault of its host.
        let hosts: Vec<SquadronPlace> =
            squadrons.iter().filter(|place| place.is_attached()).map(SquadronPlace::outer).collect();
        for place in &squadrons {
            self.squadron(place, above && whole, reach);
        }
        if whole || below {
            self.roles();
        }
        for place in hosts.into_iter().filter(|place| seen.insert(place.clone())) {
            self.squadron(&place, false, Reach::Near);
        }
        if !above {
            self.additions(&places);
        }
        let groups: Vec<usize> =
            places.iter().filter(|place| !place.is_squadron()).filter_map(|place| place.group).collect();
        self.all.extend(groups.iter().copied().map(ListChange::Disband));
        if let Some(group) = groups.first().copied() {
            if !above {
                self.moves_into(group);
            }
            self.kinds(|kind| ListChange::Reform(group, kind));
        }
        if whole && !above {
            self.kinds(ListChange::Found);
        }
    }

    /// Changes of what is no squadron: settings, cards, wrong words.
    fn elsewhere(&mut self, finding: &Finding, main: &str, above: bool) {
        let steps: Vec<&str> = main.split('/').skip(1).collect();
        match steps.as_slice() {
            ["settings", id, ..] => self.setting(id),
            ["decks", deck, index] => {
                if let Ok(index) = index.parse() {
                    self.all.push(ListChange::Discard((*deck).to_owned(), index));
                }
            }
            ["decks", deck] if above => {
                let cards = self.list.decks.get(*deck).map_or(0, Vec::len);
                self.all.extend((0..cards).map(|index| ListChange::Discard((*deck).to_owned(), index)));
            }
            ["decks", deck] => self.cards(deck),
            // A rule of the whole list counts cards of all decks.
            _ if !above && counts(self.ruleset, finding, |amount| matches!(amount, KeyedAmount::Cards(_))) => {
                for deck in self.ruleset.declarations().decks.keys() {
                    self.cards(deck);
                }
            }
            _ => {}
        }
        if matches!(finding.rule.as_str(), "unknown-word" | "unknown-id" | "unknown-unit" | "unknown-nation")
            || self.names_no_option(main, &steps)
        {
            self.spellings(main, &steps);
        }
    }

    /// Cards of a deck.
    fn cards(&mut self, deck: &str) {
        let known = self.ruleset.cards().iter().filter(|cards| cards.deck == deck).flat_map(|cards| &cards.cards);
        self.all.extend(known.map(|card| ListChange::Draw(deck.to_owned(), card.id.clone())));
    }

    fn setting(&mut self, id: &str) {
        let Some(Setting { values, numbers, range, .. }) = self.ruleset.declarations().settings.get(id) else { return };
        let mut found: Vec<SettingValue> = values.keys().cloned().map(SettingValue::Word).collect();
        found.extend(range.iter().flat_map(|range| [Some(range.min), range.max]).flatten().map(SettingValue::Number));
        if values.is_empty() && numbers.is_empty() && range.is_none() {
            found.extend([SettingValue::Flag(true), SettingValue::Flag(false)]);
        }
        let now = self.list.settings.get(id);
        let other = found.into_iter().filter(|value| Some(value) != now);
        self.all.extend(other.map(|value| ListChange::State(id.to_owned(), value)));
    }

    /// Whether a pointer is that of an option or a Mark which its unit does not offer.
    fn names_no_option(&self, pointer: &str, steps: &[&str]) -> bool {
        let squadron = SquadronPlace::parse(pointer).and_then(|place| place.squadron(self.list));
        let named = squadron.and_then(|squadron| Some((squadron, option_at(squadron, steps)?)));
        named.is_some_and(|(squadron, (word, is_mark))| {
            unit_of(self.ruleset, self.list, squadron).is_some_and(|(_, ready)| {
                if is_mark { ready.find_mark(word).is_none() } else { ready.find(word).is_none() }
            })
        })
    }

    /// Known words that are near the word at a pointer.
    fn spellings(&mut self, pointer: &str, steps: &[&str]) {
        let declarations = self.ruleset.declarations();
        let place = SquadronPlace::parse(pointer).filter(SquadronPlace::is_squadron);
        let squadron = place.as_ref().and_then(|place| place.squadron(self.list));
        let named = squadron.and_then(|squadron| option_at(squadron, steps));
        let last = steps.iter().rposition(|step| step.parse::<usize>().is_err());
        let what = if named.is_some() { "options" } else { last.map_or("", |place| steps[place]) };
        let index = steps.last().and_then(|step| step.parse::<usize>().ok());
        let (word, known): (Option<&str>, Vec<&str>) = match (what, squadron) {
            ("nation", _) => {
                let stated = squadron.map_or(self.list.nation.as_deref(), |squadron| squadron.nation.as_deref());
                (stated, declarations.nations.values().map(|nation| nation.name.as_str()).collect())
            }
            ("kind", _) => {
                let group = steps.get(1).and_then(|group| self.list.groups.get(group.parse::<usize>().ok()?));
                (group.map(|group| group.kind.as_str()), declarations.group_kinds.keys().map(String::as_str).collect())
            }
            ("allocation", Some(squadron)) => {
                (squadron.allocation.as_deref(), declarations.allocations.keys().map(String::as_str).collect())
            }
            ("roles" | "role", Some(squadron)) => {
                let role = index.or(Some(0)).and_then(|index| squadron.roles.get(index));
                (role.map(RolePick::role), declarations.roles.keys().map(String::as_str).collect())
            }
            ("options", Some(squadron)) => {
                let known = unit_of(self.ruleset, self.list, squadron).map(|(_, ready)| ready);
                let is_mark = named.is_some_and(|(_, is_mark)| is_mark);
                let options =
                    known.into_iter().flat_map(|ready| ready.options.iter().enumerate().map(move |it| (ready, it)));
                let options = options.filter(|(ready, (place, _))| !is_mark || ready.is_mark(*place));
                // Where several options share a name, their ids tell them apart.
                let words = options.flat_map(|(_, (_, option))| {
                    [&option.name, &option.id].into_iter().chain(&option.aliases).map(String::as_str)
                });
                (named.map(|(word, _)| word), words.collect())
            }
            ("brought-by", Some(_)) => return self.all.extend(place.map(ListChange::Buy)),
            ("carries", Some(_)) => return self.all.extend(place.map(ListChange::Unload)),
            ("squadrons" | "sections" | "units" | "attached" | "unit", Some(squadron)) => {
                let nation = squadron.nation.as_deref().or(self.list.nation.as_deref());
                let nation = nation.and_then(|name| self.ruleset.nation(name));
                let catalogues = self.ruleset.catalogues().iter().map(|catalogue| catalogue.written());
                let units = catalogues.filter(|own| own.nation.is_none() || own.nation.as_deref() == nation);
                (Some(&squadron.unit), units.flat_map(|own| &own.units).map(|unit| unit.name.as_str()).collect())
            }
            _ => return,
        };
        let Some(word) = word else { return };
        let near = nearest_names(word, known.into_iter());
        self.all.extend(near.into_iter().map(|name| ListChange::Spell(pointer.to_owned(), name.to_owned())));
    }

    /// Changes of one squadron. `less`: only those that make it smaller or put it elsewhere.
    fn squadron(&mut self, place: &SquadronPlace, less: bool, reach: Reach) {
        let Some(squadron) = place.squadron(self.list) else { return };
        // What the search itself added stays as it is, or it would add it otherwise. A list without numbers is one that
        // no search changes.
        let is_added = !squadron.extra.contains_key(NUMBER) && self.has_numbers();
        if is_added {
            return;
        }
        self.all.push(ListChange::Drop(place.clone()));
        let known = unit_of(self.ruleset, self.list, squadron);
        if let Some((catalogue, ready)) = known {
            self.sizes(place, squadron, ready, catalogue.unit(ready), less);
        }
        self.options(place, squadron, known.map(|(_, ready)| ready).filter(|_| !less));
        for index in 0..squadron.roles.len() {
            self.all.push(ListChange::Unname(place.clone(), index));
            let others = self.places.iter().filter(|other| *other != place && !other.is_attached());
            let others = others.take(MOST_OTHERS);
            self.all.extend(others.map(|other| ListChange::Rename(place.clone(), index, other.clone())));
        }
        if squadron.slot.is_some() {
            self.all.push(ListChange::Slot(place.clone(), None));
        }
        if squadron.brought_by.is_some() {
            self.all.push(ListChange::Buy(place.clone()));
        }
        if !squadron.carries.is_empty() {
            self.all.push(ListChange::Unload(place.clone()));
        }
        if !place.is_attached() {
            let places = self.ruleset.declarations().allocations.keys().skip(1).map(|id| Some(id.clone()));
            let places = std::iter::once(None).chain(places).filter(|to| *to != squadron.allocation);
            self.all.extend(places.map(|to| ListChange::Allocate(place.clone(), to)));
        }
        self.moves(place, known.map(|(catalogue, ready)| catalogue.unit(ready)));
        if reach == Reach::Far {
            let others = units(self.ruleset, self.list).filter(|(unit, _)| unit.id != squadron.unit);
            let swap = |(unit, mut other): (&Unit, Squadron)| {
                // As many models as before, if it may have them.
                let range = unit.squadron;
                if let (Some(ModelCount::Count(new)), Some(ModelCount::Count(old))) =
                    (&mut other.models, &squadron.models)
                {
                    let fits = range.is_some_and(|range| *old >= range.min && range.max.is_none_or(|max| *old <= max));
                    if fits {
                        *new = *old;
                    }
                }
                other.allocation.clone_from(&squadron.allocation);
                other.roles.clone_from(&squadron.roles);
                other.id.clone_from(&squadron.id);
                ListChange::Swap(place.clone(), Box::new(other))
            };
            self.all.extend(others.map(swap));
        }
    }

    fn sizes(&mut self, place: &SquadronPlace, squadron: &Squadron, ready: &ReadyUnit, unit: &Unit, less: bool) {
        let Some(range) = unit.squadron.filter(|_| unit.members.is_empty()) else { return };
        let now = match &squadron.models {
            Some(ModelCount::Count(number)) => *number,
            None => ready.share_out(unit, None).iter().sum(),
            Some(ModelCount::Parts(_)) => return,
        };
        let judges_sizes = |sourced: &SourcedRule| matches!(sourced.rule.check, Some(Check::SquadronSize));
        let is_judged = self.ruleset.rules().iter().any(judges_sizes);
        // If no rule limits the size of squadrons, a squadron may have fewer or more models than its unit asks for.
        let (least, most) = if is_judged { (range.min.max(1), range.max) } else { (1, None) };
        let max = most.unwrap_or(now.saturating_add(3)).min(range.min.saturating_add(MOST_SIZES));
        let sizes = (least..=max).filter(|size| *size != now && (!less || *size < now));
        self.all.extend(sizes.map(|size| ListChange::Resize(place.clone(), size)));
        let low = range.min.max(1);
        if now >= low.saturating_mul(2) {
            let apart = range.max.map_or(low, |max| now.saturating_sub(max).max(low));
            self.all.push(ListChange::Split(place.clone(), now - apart, apart));
        }
    }

    fn options(&mut self, place: &SquadronPlace, squadron: &Squadron, ready: Option<&ReadyUnit>) {
        for (index, stated) in squadron.options.iter().enumerate() {
            self.all.push(ListChange::Leave(place.clone(), index));
            if let OptionPick::Some(numbers) = stated
                && let [number] = numbers.values().copied().collect::<Vec<_>>().as_slice()
            {
                let fewer = (1..*number).rev().take(6);
                self.all.extend(fewer.map(|number| ListChange::Number(place.clone(), index, number)));
            }
        }
        let Some(ready) = ready else { return };
        let stated = |pick: &OptionPick| id_of(pick).and_then(|id| ready.find(id));
        for (option, offered) in ready.options.iter().enumerate().take(MOST_OPTIONS) {
            if squadron.options.iter().any(|pick| stated(pick) == Some(option)) {
                continue;
            }
            let pick = pick(ready, offered);
            let alike = |pick: &OptionPick| {
                stated(pick).is_some_and(|other| offered.of.is_some() && ready.options[other].of == offered.of)
            };
            let instead: Vec<usize> =
                squadron.options.iter().enumerate().filter(|(_, pick)| alike(pick)).map(|(index, _)| index).collect();
            if !instead.is_empty() {
                self.all.push(ListChange::Take(place.clone(), pick.clone(), instead));
            }
            self.all.push(ListChange::Take(place.clone(), pick, Vec::new()));
        }
    }

    /// Whether squadrons have the numbers that a search gives them.
    fn has_numbers(&self) -> bool {
        let mut squadrons = self.places.iter().filter_map(|place| place.squadron(self.list));
        squadrons.any(|squadron| squadron.extra.contains_key(NUMBER))
    }

    /// Moves of a squadron: to other groups, by itself, attached to others that it may join.
    fn moves(&mut self, place: &SquadronPlace, unit: Option<&Unit>) {
        let groups = (0..self.list.groups.len()).map(Some);
        let outer = place.outer();
        let ways = std::iter::once(None).chain(groups).map(SquadronPlace::of_group);
        // Where a game has groups, nothing stands outside of them that stood in one.
        let ways = ways.filter(|to| *to != outer && (to.group.is_some() || self.list.groups.is_empty()));
        let is_host = |host: &&SquadronPlace| {
            !host.is_attached() && host.group == place.group && *host != place && **host != outer
        };
        let hosts = self.places.iter().filter(is_host).filter(|host| self.may_join(unit, host)).take(MOST_OTHERS);
        let ways: Vec<SquadronPlace> = ways.chain(hosts.cloned()).collect();
        self.all.extend(ways.into_iter().map(|to| ListChange::Move(place.clone(), to)));
    }

    /// Whether the data let a unit join a squadron at all. The engine judges whether it really may.
    fn may_join(&self, unit: Option<&Unit>, host: &SquadronPlace) -> bool {
        let has_hosts = |host: &Squadron| {
            unit_of(self.ruleset, self.list, host)
                .is_some_and(|(catalogue, ready)| !catalogue.unit(ready).hosts.is_empty())
        };
        unit.is_some_and(|unit| !unit.attaches.is_empty() || unit.only.is_some())
            || host.squadron(self.list).is_some_and(has_hosts)
    }

    fn moves_into(&mut self, group: usize) {
        let to = SquadronPlace::of_group(Some(group));
        let others = self.places.iter().filter(|place| place.group != Some(group) && !place.is_attached());
        self.all.extend(others.take(MOST_OTHERS).map(|place| ListChange::Move(place.clone(), to.clone())));
    }

    /// Each role for each squadron that does not have it.
    fn roles(&mut self) {
        for role in self.ruleset.declarations().roles.keys() {
            let without = |place: &&SquadronPlace| {
                let has = |squadron: &Squadron| squadron.roles.iter().any(|own| own.role() == role);
                !place.is_attached() && !place.squadron(self.list).is_some_and(has)
            };
            let places = self.places.iter().filter(without);
            self.all.extend(places.map(|place| ListChange::Name(place.clone(), role.clone())));
        }
    }

    /// Units that the list may add: to the groups of the finding, else to the last group or to the list. Those that
    /// only join others are attached to squadrons of the finding.
    fn additions(&mut self, places: &[SquadronPlace]) {
        let has_groups = !self.list.groups.is_empty();
        let group = places.iter().find_map(|place| place.group).or_else(|| self.list.groups.len().checked_sub(1));
        let outer = SquadronPlace::of_group(group.filter(|_| has_groups));
        for (unit, squadron) in units(self.ruleset, self.list) {
            if let Some(host) = places.iter().find(|place| place.is_squadron() && !place.is_attached())
                && (!unit.attaches.is_empty() || unit.only.is_some())
            {
                self.all.push(ListChange::Add(host.clone(), Box::new(squadron.clone())));
            }
            if let (Some(ModelCount::Count(number)), Some(max)) =
                (&squadron.models, unit.squadron.and_then(|range| range.max))
                && *number < max
            {
                let more = Squadron { models: Some(ModelCount::Count(max)), ..squadron.clone() };
                self.all.push(ListChange::Add(outer.clone(), Box::new(more)));
            }
            for role in &self.roles {
                let with_role = Squadron { roles: vec![RolePick::Role(role.clone())], ..squadron.clone() };
                self.all.push(ListChange::Add(outer.clone(), Box::new(with_role)));
            }
            self.all.push(ListChange::Add(outer.clone(), Box::new(squadron)));
        }
    }

    fn kinds(&mut self, change: impl Fn(String) -> ListChange) {
        let home = self.list.nation.as_deref().and_then(|name| self.ruleset.nation(name));
        self.all.extend(kinds_for(self.ruleset, home).into_iter().cloned().map(change));
    }
}
