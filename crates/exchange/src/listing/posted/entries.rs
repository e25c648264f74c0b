//! Adds the squadrons that lines name to the list.

use muster_engine::catalogue::{FieldingWay, PurchaseScope};
use muster_engine::list::{ArmyList, Group, ModelCount, OptionPick, RolePick, Squadron};
use muster_engine::plain;
use muster_engine::ready::ReadyUnit;
use muster_engine::words::phrases::{count_squadrons, squadrons};

use super::language::WordSort;
use super::line::{LineMentions, Mention, MentionReference, MentionStanding, UnknownWord};
use super::lines::BareLine;
use super::placed_line::PlacedLine;
use super::squadrons::{MAX_NAME, Squadrons, quoted};
use super::units::UnitKey;
use super::words::{Word, words};
use super::{exact, heads, hosts, talk};
use crate::listing::found::{DoubtKind, MAX_NUMBER, PossibleReading};
use crate::listing::phrase;

/// How deep squadrons may be attached to each other.
const MAX_DEPTH: usize = 8;
/// The most squadrons that one line may name.
const MOST_SQUADRONS: u32 = 50;
/// The options of one squadron, where models were divided into several squadrons with `models` each. The first squadrons get
/// an option that only some models have.
fn share(options: &[(String, Option<u32>)], place: u32, models: u32) -> Vec<(String, Option<u32>)> {
    let of = |(id, count): &(String, Option<u32>)| {
        let Some(count) = count else { return Some((id.clone(), None)) };
        let own = count.saturating_sub(place.saturating_mul(models)).min(models);
        (own > 0).then(|| (id.clone(), Some(own).filter(|own| *own < models)))
    };
    options.iter().filter_map(of).collect()
}

/// The most words of a heading.
const HEADING: usize = 6;

impl<'r> Squadrons<'_, 'r> {
    /// Adds the squadron of a line that Muster wrote. False if the line is none.
    pub(super) fn exact(&mut self, line: &BareLine) -> bool {
        let home = self.listing.list.nation.as_deref();
        let Some(exact) = exact::read(self.units, &[self.nation.as_deref(), home], &line.bare) else { return false };
        let exact::ExactSquadron { key, models, points, roles, options } = exact;
        self.mention(&Mention { models, points, is_exact: true, ..Mention::new(key) }, line);
        if let Some(squadron) = self.last_mut() {
            (squadron.roles, squadron.options) = (roles, options);
        }
        true
    }

    /// The price of the last squadron, if a line has nothing else: `225 pts`. It is about what the unit costs.
    pub(super) fn price_of_last(&self, words: &[Word]) -> Option<u32> {
        let points = words.first().and_then(Word::number)?;
        let is_price = words.len() == 1 || words.len() == 2 && WordSort::Points.has(&words[1].folded);
        let last = self.last().filter(|last| is_price && last.points.is_none())?;
        let nation = last.nation.as_deref().or(self.listing.list.nation.as_deref());
        let (catalogue, ready) = self.ruleset.find_unit(nation, &last.unit)?;
        let models = self.inner.or(phrase::count(last.models.as_ref())).unwrap_or(1);
        let base = catalogue.unit(ready).points.map(|base| base.saturating_mul(models))?;
        (base > 0 && (base..=base.saturating_mul(2)).contains(&points)).then_some(points)
    }

    /// A line that names units.
    pub(super) fn entry(&mut self, placed: PlacedLine) {
        let PlacedLine { at, line, reading, inside, .. } = placed;
        self.sentences.extend((reading.is_talk && self.has_entries).then_some(line.number));
        self.remarks.extend(reading.remark.map(|_| line.number));
        let lead = &line.bare[..reading.lead];
        let is_head = self.take_lead(at, line, lead) || self.take_name(lead, &reading);
        // If the whole list is in sentences, their other words are no part of it.
        let is_sentence = !self.has_entries && line.bare.ends_with(['.', '!', '?', '"']) && line.bare.contains(' ');
        for unclear in &reading.unclear {
            let names = unclear.keys.iter().map(|key| self.name_of(*key)).collect::<Vec<_>>();
            let help = Some(format!("it may be {}", names.join(" or ")));
            let text = &line.bare[unclear.start..unclear.end];
            self.doubt(line, DoubtKind::TwoNames, text, help);
            let (before, behind) = (&line.bare[..unclear.name.start], &line.bare[unclear.name.end..]);
            let written = |unit: &String| format!("{before}{unit}{behind}");
            let readings = names.iter().map(|unit| PossibleReading { words: unit.clone(), line: written(unit) });
            self.offer(readings.collect());
            self.keep(line, text);
        }
        for (text, key) in &reading.misspelt {
            let said = format!("line {}: `{text}` is taken for {}", line.number, self.name_of(*key));
            self.listing.concluded.push(said);
        }
        if let Some((sum, limit)) = reading.sum {
            self.heads.sum(sum, limit, line.number);
        }
        if let Some(limit) = reading.limit {
            self.heads.limit(limit, line.number);
        }
        if let Some(above) = &reading.above {
            self.add(above, None);
        }
        if self.is_of_others(at, &reading) {
            let help = "it names another nation, so its units may be in another list".to_owned();
            self.doubt(line, DoubtKind::TwoReadings, &line.bare, Some(help));
        }
        for mention in &reading.mentions {
            let (catalogue, ready) = self.units.get(mention.key);
            let id = &catalogue.unit(ready).id;
            if !reading.is_talk {
                self.take_over(id);
            }
            let is_own = mention.standing == MentionStanding::Own && self.last().is_some_and(|last| last.unit == *id);
            if inside && (is_own && mention.models.is_some() || self.is_member(id)) {
                // The line counts models of the squadron above it.
                let count = mention.models.unwrap_or(1);
                if is_own {
                    self.inner = Some(self.inner.unwrap_or(0).saturating_add(count));
                }
                self.add(mention, Some(count).filter(|_| is_own));
            } else if self.has(id)
                && mention.models.is_none()
                && mention.points.is_none()
                && (mention.refers == MentionReference::AsSubject || tells(line))
            {
                // "The Gull has the flag" says something of a squadron that is listed.
                if !mention.options.is_empty() {
                    let help = Some("the list has this unit already, so no second one is added".to_owned());
                    self.doubt(line, DoubtKind::Unread, &line.bare, help);
                }
                self.roles.extend(mention.roles.iter().map(|role| (role.clone(), vec![mention.key], line.number)));
            } else if self.has(id) && mention.refers != MentionReference::No {
                // "2 Terns with the Gull, 90" names the squadron that they are attached to. The price is that of the Terns.
                if let Some(last) = self.last_mut().filter(|last| last.points.is_none()) {
                    last.points = mention.points;
                }
                let is_host = mention.refers == MentionReference::AsHost;
                if !is_host && !reading.is_talk && !is_sentence {
                    let help = Some("the list has this unit already, so no second one is added".to_owned());
                    self.doubt(line, DoubtKind::Unread, &line.bare, help);
                }
            } else {
                self.mention(mention, line);
                if mention.refers == MentionReference::Perhaps && mention.is_bare() {
                    self.spoken.push(id.clone());
                }
            }
        }
        self.settle_host(line, &reading.mentions, inside);
        for mention in &reading.mentions {
            let ready = self.units.get(mention.key).1;
            // The card offers an option of the squadron less often. Programs count its models: `6x Gull: 6x Regular`.
            let is_more = |(id, count): &(String, Option<u32>)| {
                let option =
                    ready.options.iter().find(|option| option.id == *id && option.buys == PurchaseScope::Squadron);
                count.zip(option).is_some_and(|(count, option)| count > option.max && Some(count) != mention.models)
            };
            if mention.options.iter().any(is_more) {
                self.doubt(line, DoubtKind::Number, &line.bare, None);
            }
        }
        // "4 2 Gulls" may be 2 of them, 4 times 2 or 42.
        if let Some(number) = numbers_before(lead)
            && let Some(first) = reading.mentions.first().filter(|first| number < first.end)
        {
            self.doubt(line, DoubtKind::Number, &line.bare[number..first.end], None);
        }
        let is_left = |left: &UnknownWord| {
            let says =
                line.bare[left.start..left.end].contains(|letter: char| letter.is_uppercase() || letter.is_numeric());
            left.is_unit || !(is_head && left.end <= reading.lead) && (says || !is_sentence)
        };
        let left = reading.left.into_iter().filter(is_left).collect();
        self.leave(line, left);
    }

    /// Whether a sentence brings units of another nation that it names: "He answered with the Blazing Sun: two Gulls".
    fn is_of_others(&self, at: usize, reading: &LineMentions) -> bool {
        let home = self.listing.list.nation.as_deref();
        let own = |mention: &Mention| self.units.get(mention.key).0.written().nation.as_deref();
        let named = self.survey.nation_of(at).filter(|named| Some(*named) != home);
        let words = self.survey.words(at);
        let is_told = words.iter().any(talk::is_talk_word) && !words.iter().any(|word| WordSort::Allies.is(word));
        named.is_some() && is_told && reading.mentions.iter().all(|mention| own(mention) == named)
    }

    /// Takes out a squadron that only a sentence named, because an entry now states it. The entry gets the roles of the squadron.
    fn take_over(&mut self, id: &str) {
        let Some(place) = self.spoken.iter().position(|spoken| spoken == id) else { return };
        self.spoken.remove(place);
        let ArmyList { squadrons, groups, .. } = &mut self.listing.list;
        let all = std::iter::once(squadrons).chain(groups.iter_mut().map(|group| &mut group.squadrons));
        for squadrons in all {
            let is_spoken =
                |squadron: &Squadron| squadron.unit == id && squadron.models.is_none() && squadron.points.is_none();
            let Some(place) = squadrons.iter().position(is_spoken) else { continue };
            let Squadron { roles, .. } = squadrons.remove(place);
            let keys: Vec<_> = self.units.find(self.listing.list.nation.as_deref(), id).into_iter().collect();
            let roles = roles.into_iter().map(|pick| (pick.role().to_owned(), keys.clone(), 0));
            self.roles.extend(roles);
            self.below.clear();
            return;
        }
    }

    /// Attaches an escort that stands on a line of its own to its host.
    fn settle_host(&mut self, line: &BareLine, mentions: &[Mention], inside: bool) {
        let Some((escort, others)) = mentions.split_first().filter(|_| !inside) else { return };
        let id_of = |mention: &Mention| {
            let (catalogue, ready) = self.units.get(mention.key);
            catalogue.unit(ready).id.clone()
        };
        let named = others.iter().find(|mention| mention.refers == MentionReference::AsHost).map(id_of);
        let ArmyList { nation, squadrons, groups, .. } = &mut self.listing.list;
        let siblings = groups.last_mut().map_or(squadrons, |group| &mut group.squadrons);
        if let Some(host) = hosts::attach(self.ruleset, nation.as_deref(), siblings, &id_of(escort), named.as_deref()) {
            let said = format!("line {}: {} is taken as attached to `{host}`", line.number, self.name_of(escort.key));
            self.listing.concluded.extend(named.is_none().then_some(said));
        }
    }

    /// Takes what stands before the first unit of a line: the limit, a name of a squadron. False if that says nothing.
    fn take_lead(&mut self, at: usize, line: &BareLine, lead: &str) -> bool {
        let words = words(lead);
        if words.is_empty() {
            return false;
        }
        if let Some(name) = quoted(lead) {
            self.named = Some(name.to_owned());
            return true;
        }
        let names_nation = self.survey.nations_of(at).next().is_some();
        heads::set(self.ruleset, &mut self.listing.list, &words);
        self.heads.numbers(lead, &words, self.place(line, names_nation)) || names_nation && words.len() <= HEADING
    }

    /// Takes the name of a squadron that stands before its unit: `Thunderbolt (Gull)`. False if there is none.
    fn take_name(&mut self, lead: &str, reading: &LineMentions) -> bool {
        let is_left = reading.left.iter().any(|left| left.end <= reading.lead);
        let Some(name) = lead.trim_end().strip_suffix('(').map(str::trim).filter(|_| is_left) else { return false };
        let is_name =
            !name.is_empty() && name.len() <= MAX_NAME && !name.contains(|letter: char| letter.is_ascii_digit());
        if is_name {
            self.named = Some(name.to_owned());
        }
        is_name
    }

    /// Adds the squadrons that a line names by one mention.
    fn mention(&mut self, mention: &Mention, line: &BareLine) {
        self.used.insert(line.number);
        let (catalogue, ready) = self.units.get(mention.key);
        let unit = catalogue.unit(ready);
        let home = self.listing.list.nation.as_ref();
        let nation = catalogue.written().nation.clone().filter(|nation| Some(nation) != home);
        if mention.squadrons > MOST_SQUADRONS {
            let noun = squadrons(self.ruleset.declarations(), 2);
            let text = format!("{} {noun} of {}", mention.squadrons, unit.name);
            let help = Some(format!("a line may name at most {MOST_SQUADRONS}"));
            self.doubt(line, DoubtKind::Number, &text, help);
            return;
        }
        if mention.squadrons == 0 || mention.models == Some(0) {
            // `0 Gulls` may stand in a form that nobody filled in. That is not certain, so it is a doubt.
            let help = Some("leave out what the list does not have".to_owned());
            self.doubt(line, DoubtKind::Number, &line.bare[mention.start..mention.end], help);
            return;
        }
        // A mix that never changes is counted by squadrons.
        let whole: u32 = unit.members.iter().map(|member| member.models.min).sum();
        let is_fixed = unit.members.iter().all(|member| member.models.max == Some(member.models.min));
        let counted = mention.models.filter(|models| is_fixed && *models < whole && mention.squadrons == 1);
        let mixes = counted.map(|squadrons| Mention { squadrons, models: None, ..mention.clone() });
        let mention = mixes.as_ref().unwrap_or(mention);
        if let (true, Some(models)) = (mention.is_divided, mention.models) {
            let squadrons = count_squadrons(self.ruleset.declarations(), mention.squadrons);
            let said = format!("line {}: {} is taken as {squadrons} of {models}", line.number, unit.name);
            self.listing.concluded.push(said);
        }
        let is_said = |id: &&String| {
            let words = words(&line.bare);
            let named = self.units.nations.named(&line.bare, &words);
            self.nation.as_ref() == Some(*id) || named.iter().any(|(named, _)| named == id)
        };
        if let Some(id) = nation.as_ref().filter(|id| !is_said(id)) {
            let name = self.ruleset.declarations().nations.get(id).map_or(id, |nation| &nation.name);
            self.listing.concluded.push(format!("line {}: {} is taken as that of {name}", line.number, unit.name));
        }
        let most = unit.squadron.map_or(unit.usual, |size| size.max);
        if mention
            .models
            .zip(most)
            .is_some_and(|(models, most)| models > most && mention.squadrons == 1 && !mention.is_exact)
        {
            // No squadron has so many, and they may be divided in several ways.
            self.doubt(line, DoubtKind::Number, &line.bare[mention.start..mention.end], None);
        }
        let is_brought = mention.standing == MentionStanding::Brought;
        let brought_by = if is_brought { self.bringer(mention.bringer) } else { None };
        let is_attached = mention.standing == MentionStanding::Attached || unit.only == Some(FieldingWay::Attached);
        let depth = match (mention.standing, self.below.first()) {
            (MentionStanding::Brought, Some(first)) => *first,
            (_, Some(first)) if is_attached => line.depth.max(first + 1),
            _ => line.depth,
        };
        for place in 0..mention.squadrons {
            let points = mention.points.map(|points| {
                // The first squadron has what is left when the price is divided.
                let (each, left) = (points / mention.squadrons, points % mention.squadrons);
                each + if place == 0 { left } else { 0 }
            });
            let squadron = Squadron {
                unit: unit.id.clone(),
                nation: nation.clone(),
                name: self.named.take(),
                models: mention.models.map(|models| ModelCount::Count(models.min(MAX_NUMBER))),
                allocation: mention.allocation.clone().or_else(|| self.allocation.clone()),
                points,
                brought_by: brought_by.clone(),
                ..Squadron::default()
            };
            self.put(squadron, depth, line.item);
            let mut taken = Mention { points: None, extras: 0, allocation: None, ..mention.clone() };
            if mention.is_divided {
                taken.roles.truncate(if place == 0 { taken.roles.len() } else { 0 });
                taken.options = share(&mention.options, place, mention.models.unwrap_or(1));
            }
            self.add(&taken, None);
        }
    }

    /// Gives options, roles and points to the squadron that was read last, or options to `named` of its models.
    pub(super) fn add(&mut self, mention: &Mention, named: Option<u32>) {
        let key = mention.key;
        let (catalogue, ready) = self.units.get(key);
        let base = catalogue.unit(ready).points;
        let (mut extras, mut added) = (self.extras, self.added);
        let Some(squadron) = self.last_mut() else { return };
        let models = phrase::count(squadron.models.as_ref());
        let mut replaced = 0_u32;
        for (id, count) in &mention.options {
            let count = count.or(named);
            let takes = ready.options.iter().find(|option| option.id == *id).and_then(|option| option.makes);
            replaced = replaced.saturating_add(takes.map_or(0, |makes| makes.takes.min(1)) * count.unwrap_or(1));
            let before = squadron.options.iter_mut().find_map(|pick| match pick {
                OptionPick::Some(counts) => counts.get_mut(id),
                OptionPick::Every(_) => None,
            });
            match (before, count) {
                (Some(number), Some(count)) => *number = number.saturating_add(count),
                (None, Some(count)) if named.is_some() || Some(count) != models => {
                    squadron.options.push(OptionPick::Some([(id.clone(), count)].into_iter().collect()));
                }
                _ => squadron.options.push(OptionPick::Every(id.clone())),
            }
        }
        squadron.roles.extend(mention.roles.iter().cloned().map(RolePick::Role));
        let more = mention.points.unwrap_or(0).saturating_add(mention.extras);
        let base = base.map(|points| points.saturating_mul(models.unwrap_or(1)));
        // An earlier price below what the models cost was that of options, if the new one covers both.
        if squadron.points.zip(base).is_some_and(|(stated, base)| stated < base && more >= base.saturating_add(stated))
        {
            squadron.points = None;
        }
        // What stands below may be a part of the price.
        let below = extras.saturating_add(more);
        let stated = squadron.points.map(|points| points.saturating_sub(added));
        let is_part = stated.zip(base).is_some_and(|(stated, base)| stated >= base.saturating_add(below));
        if more > 0 && named.is_none() && !is_part {
            squadron.points = Some(squadron.points.unwrap_or(0).saturating_add(more));
            added = added.saturating_add(if stated.is_some() { more } else { 0 });
        }
        extras = if stated.is_some() { below } else { 0 };
        if let Some(allocation) = &mention.allocation {
            squadron.allocation = Some(allocation.clone());
        }
        if named.is_none() && mention.models.is_some() && squadron.models.is_none() {
            squadron.models = mention.models.map(ModelCount::Count);
        }
        self.replaced = self.replaced.saturating_add(replaced);
        (self.extras, self.added) = (extras, added);
    }

    /// Whether the list has a squadron of a unit, or one attached to a squadron.
    pub(super) fn has(&self, unit: &str) -> bool {
        self.listing.list.each_squadron().any(|squadron| squadron.unit == unit)
    }

    /// Whether a unit is one of the kinds of the mixed unit that was read last.
    fn is_member(&self, unit: &str) -> bool {
        let kinds = self.last_ready().map(|ready| ready.kinds.as_slice()).unwrap_or_default();
        kinds.len() > 1 && kinds.iter().any(|kind| kind.unit == unit)
    }

    /// The id of the last squadron of the unit that brings another; if there is none, of the last that is not brought itself.
    /// Gives it one if it has none.
    fn bringer(&mut self, unit: Option<UnitKey>) -> Option<String> {
        let unit = unit.map(|key| self.id_of(key));
        let ArmyList { squadrons, groups, .. } = &mut self.listing.list;
        let squadrons = groups.last_mut().map_or(squadrons, |group| &mut group.squadrons);
        let ids: Vec<String> = squadrons.iter().filter_map(|squadron| squadron.id.clone()).collect();
        let is_own = |squadron: &Squadron| squadron.brought_by.is_none();
        let is_of_unit = |squadron: &Squadron| is_own(squadron) && Some(&squadron.unit) == unit.as_ref();
        let place = squadrons.iter().rposition(is_of_unit).or_else(|| squadrons.iter().rposition(is_own))?;
        let bringer = squadrons.get_mut(place)?;
        if bringer.id.is_none() {
            let first = bringer.unit.split('-').next().unwrap_or_default().to_owned();
            let numbered = (2..).map(|number| format!("{first}-{number}"));
            bringer.id = std::iter::once(first.clone()).chain(numbered).find(|id| !ids.contains(id));
        }
        bringer.id.clone()
    }

    /// Completes the last squadron: sets its number of models from the lines below it.
    pub(super) fn finish(&mut self) {
        // A model that takes the place of another is one of the squadron.
        let replaced = std::mem::take(&mut self.replaced);
        let Some(inner) = self.inner.take().map(|inner| inner.saturating_add(replaced)) else { return };
        let Some(last) = self.last_mut() else { return };
        let (unit, stated) = (last.unit.clone(), phrase::count(last.models.as_ref()));
        last.models = Some(ModelCount::Count(inner.min(MAX_NUMBER)));
        for pick in &mut last.options {
            if let OptionPick::Some(counts) = pick
                && let Some((id, count)) = counts.first()
                && (counts.len(), *count) == (1, inner)
            {
                *pick = OptionPick::Every(id.clone());
            }
        }
        if let Some(stated) = stated.filter(|stated| *stated != inner) {
            let said =
                format!("{stated} models of `{unit}` are stated, but {inner} are named below it: {inner} are taken");
            self.listing.concluded.push(said);
        }
    }

    /// Adds a squadron, attached to the last one with less indentation.
    pub(super) fn put(&mut self, squadron: Squadron, depth: usize, is_item: bool) {
        self.finish();
        (self.item, self.extras, self.added) = (is_item, 0, 0);
        while self.below.last().is_some_and(|above| *above >= depth) {
            self.below.pop();
        }
        self.below.truncate(MAX_DEPTH);
        let groups = &mut self.listing.list.groups;
        if let Some(kind) = self.ruleset.declarations().usual_group().filter(|_| groups.is_empty()) {
            groups.push(Group { kind: kind.to_owned(), ..Group::default() });
        }
        let mut siblings = match groups.last_mut() {
            Some(group) => &mut group.squadrons,
            None => &mut self.listing.list.squadrons,
        };
        for _ in &self.below {
            let Some(last) = siblings.len().checked_sub(1) else { break };
            siblings = &mut siblings[last].attached;
        }
        siblings.push(squadron);
        self.below.push(depth);
    }

    /// The squadron that was read last.
    pub(super) fn last_mut(&mut self) -> Option<&mut Squadron> {
        let ArmyList { squadrons, groups, .. } = &mut self.listing.list;
        let mut squadron = groups.last_mut().map_or(squadrons, |group| &mut group.squadrons).last_mut()?;
        while !squadron.attached.is_empty() {
            squadron = squadron.attached.last_mut()?;
        }
        Some(squadron)
    }

    pub(super) fn last(&self) -> Option<&Squadron> {
        let ArmyList { squadrons, groups, .. } = &self.listing.list;
        let mut squadron = groups.last().map_or(squadrons, |group| &group.squadrons).last()?;
        while let Some(inner) = squadron.attached.last() {
            squadron = inner;
        }
        Some(squadron)
    }

    /// Returns the last squadron, or the squadron that brings it.
    pub(super) fn last_own(&self) -> Option<&Squadron> {
        let last = self.last()?;
        let ArmyList { squadrons, groups, .. } = &self.listing.list;
        let siblings = groups.last().map_or(squadrons, |group| &group.squadrons);
        let bringer = || siblings.iter().rfind(|squadron| squadron.id.is_some() && squadron.id == last.brought_by);
        if last.brought_by.is_some() { bringer() } else { Some(last) }
    }

    /// The unit of the last squadron that may bring wings.
    pub(super) fn last_carrier(&self) -> Option<UnitKey> {
        let ArmyList { nation: home, squadrons, groups, .. } = &self.listing.list;
        let siblings = groups.last().map_or(squadrons, |group| &group.squadrons);
        siblings.iter().rev().take(MOST_SQUADRONS as usize).find_map(|squadron| {
            let key = self.units.find(squadron.nation.as_deref().or(home.as_deref()), &squadron.unit)?;
            (!self.units.about(key).wings.is_empty()).then_some(key)
        })
    }

    /// Returns the unit of the last squadron, if it is known.
    fn last_ready(&self) -> Option<&'r ReadyUnit> {
        let ruleset = self.ruleset;
        let last = self.last()?;
        let nation = last.nation.as_deref().or(self.listing.list.nation.as_deref());
        ruleset.find_unit(nation, &last.unit).map(|(_, ready)| ready)
    }
}

/// Where the numbers begin with which a text ends. None if something parts them from what follows.
fn numbers_before(lead: &str) -> Option<usize> {
    let words = words(lead);
    let last = words.last()?;
    let joins = |letter: char| letter.is_whitespace() || plain::is_unseen(letter) || "+*/\u{2044}".contains(letter);
    let is_joined = !lead[last.end..].contains('\t') && lead[last.end..].chars().all(joins);
    let count = words.iter().rev().take_while(|word| word.number().is_some_and(|number| number <= MOST_SQUADRONS));
    // Lines may be numbered: `01 Gulls`.
    let numbering = words.first().is_some_and(|word| word.end > word.start + 1 && lead[word.start..].starts_with('0'));
    let first = usize::max(words.len() - count.count(), numbering.into());
    words.get(first).filter(|_| is_joined).map(|word| word.start)
}

/// Whether a line says something of a squadron rather than naming one.
fn tells(line: &BareLine) -> bool {
    let words = words(&line.bare);
    words.iter().any(talk::is_verb) && words.iter().all(|word| word.number().is_none())
}
