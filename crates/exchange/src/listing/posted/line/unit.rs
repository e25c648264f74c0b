//! Finds the units that a line names, and decides whether it means squadrons of them.

use std::ops::Range;

use super::{LEAST_PRICE, LineReader, UnclearName, UnitlessEntry, connects};
use crate::listing::posted::language::{WordSort, number_of};
use crate::listing::posted::names::{NameMatch, name_words};
use crate::listing::posted::numbers::{SquadronCount, counted};
use crate::listing::posted::talk;
use crate::listing::posted::units::UnitKey;
use crate::listing::posted::words::{Gap, Word};

/// A word that has at most so many letters does not say that another unit is meant.
const CUT: usize = 2;

/// The most words between a number and the name that it counts: `eight veteran Gulls`.
const DESCRIBED: usize = 3;

/// The most words of a part of a line in which a unit's name counts without a number beside it.
const SHORT: usize = 9;

/// A unit that a line names.
pub(super) struct UnitHit {
    pub key: UnitKey,
    pub counted: SquadronCount,
    /// Words between the number and the name.
    pub between: Range<usize>,
    pub end: usize,
    /// All words of its name stand there.
    pub is_whole: bool,
    pub misspelt: Option<usize>,
}

impl LineReader<'_, '_> {
    /// A unit that begins at a word, perhaps with numbers before it.
    pub(super) fn unit(&self, at: usize) -> Option<UnitHit> {
        let counted = counted(self.words, at);
        let bare =
            SquadronCount { squadrons: 1, models: None, next: at, is_stated: false, is_full: false, is_times: false };
        // A name may begin with a number: `300kV PaK 69`.
        let is_name =
            self.words[at].number().is_some() && self.name_at(at).is_some_and(|found| self.begins_name(at, &found));
        let starts = if is_name { [bare, counted] } else { [counted, bare] };
        starts.into_iter().find_map(|counted| {
            let described = if counted.is_stated { DESCRIBED } else { 0 };
            (0..=described).find_map(|skipped| self.hit(counted, skipped))
        })
    }

    /// The unit whose name begins some words behind its number.
    fn hit(&self, counted: SquadronCount, skipped: usize) -> Option<UnitHit> {
        let from = counted.next + skipped;
        let between = counted.next..from;
        if self.words.get(from).is_none_or(|word| skipped > 0 && word.is_apart()) {
            return None;
        }
        self.nations.iter().find_map(|nation| {
            let found = self.units.at(*nation, self.words, from)?;
            let found = self.told(*nation, &found).unwrap_or(found);
            if self.words[from].number().is_some() && !self.begins_name(from, &found) {
                return None;
            }
            if self.is_qualified(from, &found)
                || !counted.is_stated && self.is_role(&found)
                || self.is_type_of_next(&found)
            {
                return None;
            }
            let key = self.only(&found, counted)?;
            let describes = between.is_empty() || found.is_distinct && self.describe(&between, key);
            let is_sure = describes && !self.is_reference(from, &found, counted) && self.is_sure(&found, counted);
            let is_whole = found.is_whole();
            let misspelt = found.misspelt.map(|(place, _)| place).or(found.slip);
            is_sure.then_some(UnitHit {
                key,
                counted,
                between: between.clone(),
                end: found.words.end,
                is_whole,
                misspelt,
            })
        })
    }

    /// Returns whether this name is only a type, because the name of the unit follows: `destroyers` in `3 destroyers Gull`.
    fn is_type_of_next(&self, found: &NameMatch<UnitKey>) -> bool {
        let is_type = |at: usize| self.units.is_type(&self.words[at]);
        if !found.words.clone().all(is_type) {
            return false;
        }
        let end = self.words.len().min(found.words.end + DESCRIBED);
        let next = (found.words.end..end).take_while(|at| self.words[*at].gap == Gap::Joined).find(|at| !is_type(*at));
        next.and_then(|at| self.name_at(at))
            .is_some_and(|name| name.is_distinct && self.words[name.words.start].capital)
    }

    /// Whether a number is the first word of a unit's name, and counts nothing: `300kV PaK 69`.
    fn begins_name(&self, at: usize, found: &NameMatch<UnitKey>) -> bool {
        let is_joined = || !self.gap(at + 1).contains(' ');
        found.is_distinct && found.matched > 1 && (found.leads || is_joined())
    }

    /// Whether all that stands of a unit's name is a rank or the title of a role: `Captain` is no Captain Gull.
    fn is_role(&self, found: &NameMatch<UnitKey>) -> bool {
        let is_rank = found.matched == 1 && WordSort::Leaders.is(&self.words[found.words.start]) && !self.costs(found);
        let role = self.units.roles.at(self.words, found.words.start);
        let is_title = role.is_some_and(|role| role.is_whole() && role.words.end >= found.words.end);
        !found.is_whole() && (is_rank || is_title)
    }

    /// Whether the word before a part of a unit's name says that another unit is meant: `Kraken Dread Colossus` is no Hydra
    /// Dread Colossus.
    fn is_qualified(&self, from: usize, found: &NameMatch<UnitKey>) -> bool {
        let Some(before) = from.checked_sub(1).map(|before| &self.words[before]) else { return false };
        // A shorter form of a word of the name says the same: `Doc Gull` for Doctor Gull.
        let is_short = found.things.iter().any(|key| {
            let (catalogue, ready) = self.units.get(*key);
            let words = name_words(&catalogue.unit(ready).name);
            words.iter().any(|word| word.starts_with(before.folded.as_str()))
        });
        let is_other = before.capital
            && !is_short
            && before.number().is_none()
            && before.folded.len() > CUT
            && !connects(before)
            && !talk::is_talk_word(before)
            && !self.units.says(before)
            && !WordSort::Flagship.has(&before.folded);
        !found.leads && self.words[from].gap == Gap::Joined && self.words[from].capital && is_other
    }

    /// The unit in brackets behind a type: `2 escorts (Gull)`.
    pub(super) fn told(&self, nation: Option<&str>, found: &NameMatch<UnitKey>) -> Option<NameMatch<UnitKey>> {
        let behind = found.words.end;
        let name = self
            .units
            .at(nation, self.words, behind)
            .filter(|_| !found.is_distinct && self.gap(behind).contains('('))?;
        let is_meant = name.is_distinct && name.things.iter().all(|key| found.things.contains(key));
        is_meant.then_some(NameMatch { words: found.words.start..name.words.end, ..name })
    }

    /// The only unit that a name may mean with this number of models.
    pub(super) fn only(&self, found: &NameMatch<UnitKey>, counted: SquadronCount) -> Option<UnitKey> {
        if let [key] = found.things.as_slice() {
            return Some(*key);
        }
        if let Some(key) = found.things.iter().find(|key| self.is_wing(**key)) {
            return Some(*key);
        }
        // Of several names with a word, the one that begins with it is meant.
        let leads = |key: &&UnitKey| {
            let (catalogue, ready) = self.units.get(**key);
            name_words(&catalogue.unit(ready).name).first()
                == self.words.get(found.words.start).map(|word| &word.folded)
        };
        let mut leading = found.things.iter().filter(leads);
        if let (true, Some(key), None) = (found.is_distinct, leading.next(), leading.next()) {
            return Some(*key);
        }
        let models = counted.models.filter(|models| *models > 1 && found.is_distinct)?;
        let allows = |key: &&UnitKey| {
            let (catalogue, ready) = self.units.get(**key);
            let size = catalogue.unit(ready).squadron;
            size.is_none_or(|size| size.min <= models && size.max.is_none_or(|max| models <= max))
        };
        let mut fits = found.things.iter().filter(allows);
        fits.next().filter(|_| fits.next().is_none()).copied()
    }

    /// Whether the last unit brings a unit.
    pub(super) fn is_wing(&self, key: UnitKey) -> bool {
        let bringer = self.current.and_then(|place| self.reading.mentions.get(place));
        bringer.is_some_and(|bringer| self.units.about(bringer.key).wings.contains(&key))
    }

    /// Whether words before a name say of what kind its models are.
    fn describe(&self, words: &Range<usize>, key: UnitKey) -> bool {
        let options = &self.units.about(key).options;
        let mut at = words.start;
        while at < words.end {
            match options.cut_at(self.words, at).filter(|found| found.is_distinct && found.words.end <= words.end) {
                Some(found) => at = found.words.end,
                None if self.units.is_type(&self.words[at]) || WordSort::Describing.has(&self.words[at].folded) => {
                    at += 1;
                }
                None => return false,
            }
        }
        true
    }

    /// Whether a name is meant as a squadron.
    fn is_sure(&self, found: &NameMatch<UnitKey>, counted: SquadronCount) -> bool {
        let from = found.words.start;
        let is_counted = counted.is_stated;
        let is_priced = self.words.get(found.words.end).is_some_and(|word| word.number().is_some());
        let is_long = found.misspelt.as_ref().is_none_or(|(_, right)| right.len() >= 8);
        let is_spelt = is_long || is_counted || found.matched > 1 || is_priced;
        let before = counted.next.min(from).checked_sub(1).map(|before| &self.words[before]);
        if self.reading.is_talk {
            let is_many = counted.models.is_some_and(|models| models > 1) || counted.squadrons > 1;
            let is_name = self.words[from].capital || is_many || !self.text.contains(char::is_uppercase);
            // "I had the Gull"
            let article = before.is_some_and(|word| WordSort::DefiniteArticles.is(word) || WordSort::Owning.is(word));
            let before =
                if article { counted.next.min(from).checked_sub(2).map(|before| &self.words[before]) } else { before };
            let is_taken = before.is_some_and(|word| WordSort::Taking.has(&word.folded));
            // A type alone is of the nation that the sentence speaks of.
            let is_ours =
                !self.reading.mentions.is_empty() || !self.units.nations.named(self.text, self.words).is_empty();
            return if found.is_distinct {
                (is_counted || is_taken) && is_name && is_spelt
            } else {
                is_many && is_ours
            };
        }
        if found.is_distinct && self.costs(found) {
            return true;
        }
        // A word of a language in a remark is no part of a name: `the new ones`.
        let is_common = WordSort::OfLists.is(&self.words[from]) || talk::is_talk_word(&self.words[from]);
        if found.matched == 1 && !found.is_whole() && !self.words[from].capital && is_common && !is_counted {
            return false;
        }
        let begins = from <= self.start || self.words[from].is_apart();
        let is_whole_line = from == 0 && (found.words.end == self.words.len() || is_priced);
        if !found.is_distinct {
            let is_kind = found.ends && !self.is_heading;
            return is_kind && (is_counted || found.matched > 1 && is_whole_line || begins && is_priced);
        }
        let is_alone = self.clause(from) <= SHORT || self.is_item;
        // A word within a name may be another word: `a landing` is no Forward Landing Field.
        let is_name = found.leads || found.matched > 1 || begins || is_priced || self.words[from].capital;
        let joins = |word: &Word| {
            let connects = connects(word) || self.units.is_type(word) || WordSort::Taking.is(word);
            connects || word.capital && self.words[from].capital
        };
        let follows = begins || before.is_none_or(joins) || !self.pending.is_empty();
        is_spelt && (is_counted || is_name && follows && (is_alone || found.matched > 1))
    }

    /// Whether the line ends with what the only unit of a name costs, or several of its models.
    pub(super) fn costs(&self, found: &NameMatch<UnitKey>) -> bool {
        let [key] = found.things.as_slice() else { return false };
        let (catalogue, ready) = self.units.get(*key);
        let unit = catalogue.unit(ready);
        let most = unit.squadron.map_or(1, |size| size.max.unwrap_or(1));
        let last = self.words[found.words.end..].iter().rev().find_map(Word::number);
        let is_paid = |base: u32, points: u32| points.is_multiple_of(base) && points / base <= most.max(1);
        unit.points.filter(|base| *base >= LEAST_PRICE).zip(last).is_some_and(|(base, points)| is_paid(base, points))
    }

    /// Whether the words speak of a unit named elsewhere (`on the Ruler`), repeat the type of the unit before them (`Stolz
    /// Zerstörer`), or stand behind `without`.
    pub(super) fn is_reference(&self, from: usize, found: &NameMatch<UnitKey>, counted: SquadronCount) -> bool {
        let before = |back: usize| from.checked_sub(back).map(|at| self.words[at].folded.as_str());
        let is_article = |word: &str| WordSort::Articles.has(word) && number_of(word).is_none();
        let article = (1..=2).find(|back| before(*back).is_some_and(is_article));
        let refers = article.is_some_and(|back| before(back + 1).is_some_and(|word| WordSort::Referring.has(word)));
        let is_type = self.last_end == Some(from) && self.words[from].gap == Gap::Joined && found.matched == 1;
        let is_without = before(1).is_some_and(|word| WordSort::Without.has(word));
        !counted.is_stated && (refers || is_type) || is_without
    }

    /// How many words the part of the line has in which a word stands.
    fn clause(&self, at: usize) -> usize {
        let before = (0..=at).rev().find(|at| *at == 0 || self.words[*at].is_apart()).unwrap_or(0);
        let after = (at + 1..self.words.len()).find(|at| self.words[*at].is_apart()).unwrap_or(self.words.len());
        after - before
    }

    /// Whether a word is short for one of the name that follows it.
    pub(super) fn names_part(&self, at: usize) -> bool {
        let Some(hit) = self.words.get(at + 1).filter(|word| !word.is_apart()).and_then(|_| self.unit(at + 1)) else {
            return false;
        };
        let (catalogue, ready) = self.units.get(hit.key);
        let said = &self.words[at].folded;
        said.len() > 2 && name_words(&catalogue.unit(ready).name).iter().any(|word| word.starts_with(said.as_str()))
    }

    /// A name that fits several units. The place behind it.
    pub(super) fn unclear(&mut self, at: usize) -> Option<usize> {
        let counted = counted(self.words, at);
        let is_many = counted.models.is_some_and(|models| models > 1 || !self.reading.is_talk);
        let found = self.nations.iter().find_map(|nation| {
            let found = self.units.at(*nation, self.words, counted.next)?;
            let is_meant = if self.reading.is_talk { is_many } else { found.is_distinct || counted.is_stated };
            let is_type = self.last_end == Some(at) && found.matched == 1;
            let is_meant = is_meant && (found.is_distinct || found.ends) && !self.is_qualified(counted.next, &found);
            (found.things.len() > 1 && found.misspelt.is_none() && is_meant && !is_type).then_some(found)
        })?;
        self.settle();
        self.find_again(at);
        let (start, end) = (self.words[at].start, self.words[found.words.end - 1].end);
        self.reading.lead = self.reading.lead.min(start);
        let name = self.words[counted.next].start..end;
        self.reading.unclear.push(UnclearName { start, end, name, keys: found.things });
        self.lost = Some(UnitlessEntry::Unclear).filter(|_| !self.reading.is_talk);
        self.current = None;
        Some(found.words.end)
    }

    /// A unit of a nation that is not expected here. Only one nation may have it, and the line must have its whole
    /// name.
    pub(super) fn foreign(&mut self, at: usize) -> Option<usize> {
        if self.reading.is_talk {
            return None;
        }
        let counted = counted(self.words, at);
        let mut nations = self.units.nations().filter(|nation| nation.is_some() && !self.nations.contains(nation));
        let found = |nation| {
            let found = self.units.at(nation, self.words, counted.next)?;
            let is_whole = found.is_whole() && found.is_distinct && found.matched > 1 && found.misspelt.is_none();
            let [key] = found.things.as_slice() else { return None };
            is_whole.then_some((*key, found.words.end))
        };
        let mut all = nations.by_ref().filter_map(found);
        let (key, end) = all.next()?;
        if all.next().is_some() {
            return None;
        }
        drop(all);
        let hit = UnitHit { key, counted, between: 0..0, end, is_whole: true, misspelt: None };
        Some(self.put(at, &hit))
    }
}
