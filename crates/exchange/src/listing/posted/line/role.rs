//! The roles of models in a line, and where squadrons are allocated.

use super::{LineReader, PendingWords, connects};
use crate::listing::posted::language::WordSort;
use crate::listing::posted::names::{NameMatch, name_words};
use crate::listing::posted::numbers::counted;
use crate::listing::posted::units::UnitKey;
use crate::listing::posted::words::{Gap, Word};

impl LineReader<'_, '_> {
    /// Reads a role, and gives it to the last unit, to the next, or to one that the line names behind it. Returns the place
    /// behind it.
    pub(super) fn role(&mut self, at: usize) -> Option<usize> {
        let (role, end) = self.role_at(at)?;
        if self.tells_apart(at) {
            (at..end).for_each(|at| self.leave_anyway(at));
            return Some(end);
        }
        let joined =
            (end..self.words.len()).take_while(|at| self.words[*at].gap == Gap::Joined && connects(&self.words[*at]));
        let from = joined.last().map_or(end, |last| last + 1);
        if (end..from).any(|at| WordSort::Referring.is(&self.words[at]))
            && let Some(found) = self.name_at(from).filter(|found| !self.goes_on(found))
            && let Some(key) = self.only(&found, counted(self.words, from))
        {
            self.reading.elsewhere.push((role, vec![key]));
            return Some(found.words.end);
        }
        // "Commodore: 230" is a price.
        let is_price = self.current.is_some()
            && self.words[end..].iter().all(|word| word.number().is_some() || WordSort::Points.has(&word.folded));
        let names_unit = || (end..self.words.len()).any(|at| self.name_at(at).is_some_and(|found| found.is_distinct));
        let is_label = self.gap(end).contains(':') && !is_price && (self.current.is_none() || names_unit())
            || at == 0 && self.gap(end).contains(['-', '\u{2013}']);
        let leads = end < self.words.len() && is_label;
        // "The Gull carried the Commodore"
        if let (None, Some((_, keys))) = (self.current, self.dropped.last()) {
            self.reading.elsewhere.push((role, keys.clone()));
            return Some(end);
        }
        match self.current_mut().filter(|_| !leads) {
            Some(mention) if mention.roles.contains(&role) => {}
            Some(mention) => mention.roles.push(role),
            None => self.pending.push(PendingWords::Role(role)),
        }
        Some(end)
    }

    /// Whether another word behind a part of a unit's name says that something else is meant: `Local Air Superiority` is no
    /// Local Air Support.
    fn goes_on(&self, found: &NameMatch<UnitKey>) -> bool {
        let is_other = |word: &Word| word.capital && !word.is_apart() && word.number().is_none() && !connects(word);
        !found.is_whole() && self.words.get(found.words.end).is_some_and(is_other)
    }

    pub(super) fn role_at(&self, at: usize) -> Option<(String, usize)> {
        let roles = &self.units.ruleset.declarations().roles;
        let word = &self.words[at].folded;
        if WordSort::Flagship.has(word) {
            return roles.keys().next().map(|role| (role.clone(), at + 1));
        }
        let found = self.units.roles.at(self.words, at).filter(|found| found.misspelt.is_none())?;
        let [role] = found.things.as_slice() else { return None };
        // The last word of a title names the role, as in `Fleet Commodore`, unless the title has a hyphen: `Subs` are no
        // Sub-commanders.
        let title = &roles.get(*role)?.title;
        let is_last =
            !title.contains('-') && name_words(title).last() == Some(word) && !self.units.is_type(&self.words[at]);
        (found.is_whole() || is_last).then(|| ((*role).to_owned(), found.words.end))
    }

    /// Where the last unit is allocated, or the next.
    pub(super) fn place(&mut self, at: usize) -> Option<usize> {
        let found = self.units.places.at(self.words, at).filter(|found| found.misspelt.is_none())?;
        let [place] = found.things.as_slice() else { return None };
        let stands_alone = self.words[at].is_apart() || at == 0 || self.gap(at).contains('<');
        let ends = self.words.get(found.words.end).is_none_or(Word::is_apart);
        if !(found.is_whole() || found.is_distinct && stands_alone && ends) || self.reading.is_talk {
            return None;
        }
        let place = (*place).to_owned();
        match self.current_mut() {
            Some(mention) => mention.allocation = Some(place),
            None => self.pending.push(PendingWords::Place(place)),
        }
        Some(found.words.end)
    }

    /// Gives the role that stands first in a line to the unit that the line refers to: `Commodore: Berg (on the Gull)`.
    pub(super) fn give_elsewhere(&mut self, found: &NameMatch<UnitKey>) {
        if let (true, Some(PendingWords::Role(_))) = (self.reading.mentions.is_empty(), self.pending.first())
            && let PendingWords::Role(role) = self.pending.remove(0)
        {
            self.reading.elsewhere.push((role, found.things.clone()));
        }
    }
}
