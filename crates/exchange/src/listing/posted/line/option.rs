//! The options and Marks that a line gives the last unit.

use muster_engine::catalogue::PurchaseScope;

use super::{LineReader, Mention, MentionStanding, PendingWords, connects};
use crate::listing::posted::language::WordSort;
use crate::listing::posted::names::name_words;
use crate::listing::posted::numbers::{is_group, number};
use crate::listing::posted::talk;
use crate::listing::posted::units::UnitKey;
use crate::listing::posted::words::{Gap, Word};

/// So many words behind `without` it still negates.
const NEGATED: usize = 3;

impl LineReader<'_, '_> {
    /// Reads a Mark, such as `MkII` or `Mk 2`, and gives it to the unit beside it. Returns the place behind it.
    pub(super) fn mark(&mut self, at: usize) -> Option<usize> {
        let word = &self.words[at].folded;
        let rest = word.strip_prefix("mark").or_else(|| word.strip_prefix("mk"))?;
        let (numeral, next) =
            if rest.is_empty() { (self.words.get(at + 1)?.folded.as_str(), at + 2) } else { (rest, at + 1) };
        let roman = match numeral {
            "1" | "i" => "i",
            "2" | "ii" => "ii",
            "3" | "iii" => "iii",
            "4" | "iv" => "iv",
            _ => return None,
        };
        let begins = at == 0 || self.words[at].is_apart() || self.current.is_none();
        let names = begins && !self.words.get(next).is_none_or(Word::is_apart) && self.name_at(next).is_some();
        if names {
            self.pending.push(PendingWords::Mark(roman));
            return Some(next);
        }
        let key = self.current_mut()?.key;
        let id = self.mark_of(key, roman)?;
        self.current_mut()?.options.push((id, None));
        Some(next)
    }

    /// The id of a Mark of a unit.
    pub(super) fn mark_of(&self, key: UnitKey, roman: &str) -> Option<String> {
        let (_, ready) = self.units.get(key);
        let number = ["i", "ii", "iii", "iv"].iter().position(|known| *known == roman)? + 1;
        let found = [format!("Mk {roman}"), format!("Mk {number}")];
        let found = found.iter().find_map(|name| ready.find_mark(name).or_else(|| ready.find(name)))?;
        Some(ready.options[found].id.clone())
    }

    /// An option of the last unit that begins at a word: its number, its place and the place behind it.
    pub(super) fn option(&self, at: usize) -> Option<(Option<u32>, usize, usize)> {
        let key = self.reading.mentions.get(self.current?)?.key;
        let options = &self.units.about(key).options;
        let stated = number(&self.words[at]);
        let behind = at + 1 + usize::from(self.words.get(at + 1).is_some_and(|word| word.folded == "x"));
        // A number may be a part of the name: `2nd Lieutenant`.
        let starts = [Some((None, at)), stated.map(|_| (stated, behind))];
        starts.into_iter().flatten().find_map(|(stated, from)| {
            let word = self.words.get(from).filter(|word| from == at || word.gap == Gap::Joined)?;
            let is_plain = connects(word) || talk::is_talk_word(word);
            let found = if is_plain { options.at(self.words, from) } else { options.cut_at(self.words, from) }?;
            let option = self.of_one_name(key, &found.things)?;
            let is_told = found.is_distinct && (found.is_whole() || found.matched > 1 || !is_group(word));
            is_told.then(|| (stated, option, self.closed(option, key, from, found.words.end)))
        })
    }

    /// The option that is meant by the name of several: one that the last unit does not have yet, if all have one name and
    /// price, such as the same weapon in two turrets; the first if it has all. None if they differ.
    fn of_one_name(&self, key: UnitKey, options: &[usize]) -> Option<usize> {
        let (_, ready) = self.units.get(key);
        let (first, others) = options.split_first()?;
        let one = &ready.options[*first];
        let is_alike = |other: &usize| {
            let other = &ready.options[*other];
            (&other.name, other.points) == (&one.name, one.points)
        };
        let mention = self.reading.mentions.get(self.current?)?;
        let is_free = |option: &&usize| !mention.options.iter().any(|(id, _)| *id == ready.options[**option].id);
        others.iter().all(is_alike).then(|| *options.iter().find(is_free).unwrap_or(first))
    }

    /// Finds a whole name that several options of the last unit have, where it does not say which of them is meant. Returns
    /// the place behind it.
    pub(super) fn unclear_option(&self, at: usize) -> Option<usize> {
        let key = self.reading.mentions.get(self.current?)?.key;
        let found = self.units.about(key).options.at(self.words, at)?;
        let is_unclear = found.is_whole() && found.misspelt.is_none() && self.of_one_name(key, &found.things).is_none();
        is_unclear.then_some(found.words.end)
    }

    /// Reads `all guns`: each hardpoint of the last unit takes its weapon of that kind. A hardpoint without one keeps its usual
    /// weapon. If a hardpoint offers several, the words become a doubt. Returns the place behind the words; none if no
    /// hardpoint has such a weapon.
    pub(super) fn every_hardpoint(&mut self, at: usize) -> Option<usize> {
        let kind = self.words.get(at + 1).filter(|kind| kind.gap == Gap::Joined)?;
        if !WordSort::EveryHardpoint.is(&self.words[at]) || self.words.get(at + 2).is_some_and(|word| !word.is_apart())
        {
            return None;
        }
        let (_, ready) = self.units.get(self.reading.mentions.get(self.current?)?.key);
        let mut options = Vec::new();
        let mut is_clear = true;
        for choice in (0..ready.choices.len()).filter(|choice| ready.choices[*choice].hardpoint) {
            let fits = ready.options.iter().filter(|option| option.of == Some(choice));
            let fits: Vec<_> = fits.filter(|option| name_words(&option.name).contains(&kind.folded)).collect();
            is_clear &= fits.len() < 2;
            options.extend(fits.first().map(|option| (option.id.clone(), None)));
        }
        if options.is_empty() {
            return None;
        }
        let end = at + 2;
        if is_clear {
            self.current_mut()?.options.extend(options);
        } else {
            (at..end).for_each(|at| self.leave_anyway(at));
        }
        Some(end)
    }

    /// Reads a choice of the whole group behind one of its units: the doctrine in `Gull (lamp, Rolling Broadside)`. Returns the
    /// place behind the choice.
    pub(super) fn group_choice(&mut self, at: usize) -> Option<usize> {
        self.current?;
        let (key, option, end) = self.units.group_choice(self.nations, self.words, at)?;
        let id = self.units.get(key).1.options[option].id.clone();
        // What follows is still about the unit before it.
        self.reading.mentions.push(Mention { options: vec![(id, None)], ..Mention::new(key) });
        Some(end)
    }

    /// The place behind what stands in brackets behind the name of an option, if that is part of its name too.
    fn closed(&self, option: usize, key: UnitKey, from: usize, end: usize) -> usize {
        let printed = name_words(&self.units.get(key).1.options[option].name);
        let is_open = |end: usize| {
            let text =
                &self.text[self.words[from].start..self.words.get(end).map_or(self.text.len(), |word| word.start)];
            text.matches('(').count() > text.matches(')').count()
        };
        let is_number = |word: &Word| word.gap == Gap::Joined && word.number().is_some();
        let mut end = end;
        while self
            .words
            .get(end)
            .is_some_and(|word| (is_open(end) || is_number(word)) && printed.contains(&word.folded))
        {
            end += 1;
        }
        end
    }

    pub(super) fn take_option(&mut self, at: usize) -> usize {
        let Some((stated, option, next)) = self.option(at) else { return at + 1 };
        self.last_option = Some((option, next));
        let is_without = |at: usize| self.words.get(at).is_some_and(|word| WordSort::Without.has(&word.folded));
        // "No shields", "instead of the shields"
        let said = (0..at).rev().take_while(|before| self.words[before + 1].gap == Gap::Joined).take(NEGATED);
        if said.into_iter().any(is_without) {
            // "No shields" takes none.
            return next;
        }
        let is = |at: usize, sort: WordSort| self.words.get(at).is_some_and(|word| sort.is(word));
        // "Shield swapped for a lamp", "swapped the shield for a lamp": the unit gives up the shield.
        let before = (0..at).rev().find(|before| !WordSort::DefiniteArticles.is(&self.words[*before]));
        let swaps = before.is_some_and(|before| is(before, WordSort::Swapping)) || is(next, WordSort::Swapping);
        if swaps && (next + 1..self.words.len()).any(|at| self.option(at).is_some()) {
            return next;
        }
        let begin = next + usize::from(self.words.get(next).is_some_and(connects));
        let replaces = is(begin, WordSort::Replacing) && self.words.get(begin + 1).is_some_and(|word| !word.is_apart());
        let waits = is(next, WordSort::Changes) && !replaces;
        if waits || is_without(next) && !replaces {
            (at..next).for_each(|at| self.leave(at));
            return next;
        }
        // "A lamp instead of the shield": the words behind "instead" name what the unit gives up, and add nothing.
        let given_up = (begin + 1..self.words.len()).find(|at| self.words[*at].is_apart()).unwrap_or(self.words.len());
        let next = if replaces { given_up } else { next };
        // "A lamp on both turrets" does not say which two options are meant, so the words become a doubt.
        let counts = is(next, WordSort::Referring)
            && self.words.get(next + 1).and_then(number).is_some_and(|number| number > 1)
            && self.words.get(next + 2).is_some_and(|word| !word.is_apart());
        if counts {
            (next + 1..(next + 3).min(self.words.len())).for_each(|at| self.leave_anyway(at));
        }
        let (units, some) = (self.units, self.some.take());
        if self.tells_apart(at) {
            (at..next).for_each(|at| self.leave_anyway(at));
            return next;
        }
        // "Each with two lamps", "2 lamps each", "lamp (2 each)": every model has so many.
        let is_each = |each: usize, next: usize| self.is(each, WordSort::Each) && self.words[next].gap == Gap::Joined;
        let (stated, next) = match self.number_each(next) {
            Some((each, next)) if stated.is_none() => (self.of_all_models(each), next),
            _ => {
                let each = stated.filter(|_| is_each(next, next) || at > 0 && is_each(at - 1, at));
                let behind = next + usize::from(each.is_some() && is_each(next, next));
                (each.map_or(stated, |each| self.of_all_models(each)), behind)
            }
        };
        let models_above = self.models_above.filter(|_| self.has_above && self.current == Some(0));
        let Some(mention) = self.current_mut() else { return at + 1 };
        let id = units.get(mention.key).1.options[option].id.clone();
        let stated = stated.or(some);
        // `Wing: 4x Diver` has four models, all with the option. `Air support: 5 Divers, 5 Dartsmen` are two squadrons.
        let (catalogue, ready) = units.get(mention.key);
        let is_kind =
            catalogue.unit(ready).squadron.is_none() && ready.options[option].of.is_some() && ready.kinds.len() == 1;
        if is_kind && stated.is_some() && mention.models.is_some() && !mention.options.is_empty() {
            let next_at = next;
            let next = Mention { models: stated, options: vec![(id, None)], points: None, ..mention.clone() };
            self.reading.mentions.push(next);
            self.current = Some(self.reading.mentions.len() - 1);
            return next_at;
        }
        let is_all = (mention.standing == MentionStanding::Brought || is_kind) && mention.models.is_none();
        let stated = if is_all {
            mention.models = stated;
            None
        } else {
            stated
        };
        if !mention.options.iter().any(|(known, _)| *known == id) {
            // In `3 Gulls: 1 x Lamp`, one of the models has it.
            let is_of_some = ready.options[option].buys == PurchaseScope::Model
                && mention.models.or(models_above).is_some_and(|models| models > 1);
            mention.options.push((id, stated.filter(|stated| *stated > 1 || some.is_some() || is_of_some)));
        }
        next
    }

    /// How often each model has the option before a word, as in `lamp (2 each)`, and the place behind that.
    fn number_each(&self, at: usize) -> Option<(u32, usize)> {
        let each = self.words.get(at)?.number().filter(|each| !self.is_of_option(at, *each))?;
        (self.gap(at).contains('(') && self.is(at + 1, WordSort::Each)).then_some((each, at + 2))
    }

    /// How often a squadron has an option, if each model has it `each` times. None if all models have it once, or if nothing
    /// says how many models there are and each has it once.
    fn of_all_models(&self, each: u32) -> Option<u32> {
        let is_above = self.has_above && self.current == Some(0);
        let models = self.reading.mentions.get(self.current?)?.models.or(self.models_above.filter(|_| is_above));
        (each != 1).then(|| each.saturating_mul(models.unwrap_or(1)))
    }

    /// Whether one of several squadrons is meant: `two Gulls, the first with a lamp`.
    pub(super) fn tells_apart(&self, at: usize) -> bool {
        let mention = self.current.map(|place| &self.reading.mentions[place]);
        let is_several = mention.is_some_and(|mention| mention.squadrons > 1 || mention.models > Some(1));
        let begin = (0..=at).rev().find(|at| *at == 0 || self.words[*at].is_apart()).unwrap_or(0);
        let tells = |word: &Word| WordSort::TellingApart.is(word);
        is_several && self.words[begin..at].iter().any(tells)
    }
}
