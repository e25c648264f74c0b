//! Reads one line of a text: the units that it names, and what it says of each.

mod mention;
mod price;

use std::ops::Range;

use muster_engine::catalogue::{Buys, Only};
use muster_engine::relations;

pub(in super::super) use self::mention::{Left, Mention, Reading, Refers, Standing, Unclear};
use super::language::{WordSort, number_of};
use super::names::{Found, name_words};
use super::numbers::{Counted, counted, is_group, number};
use super::talk;
use super::units::{Key, Units};
use super::words::{Gap, Word, words};

/// The least number before a name that may be its price.
const LEAST_PRICE: u32 = 40;

/// Roman numerals in numbers of squadrons: `Squadron II`.
const ROMAN: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

/// The most words of a part of a line in which a unit's name counts without a number beside it.
const SHORT: usize = 9;

/// The most words between a number and the name that it counts: `eight veteran Gulls`.
const DESCRIBED: usize = 3;

/// So many words behind `without` may be negated.
const NEGATED: usize = 3;

/// The most letters of a word that is no name.
const CUT: usize = 2;

/// Whether a word may stand between a unit and what a list says of its models: `Gull [90 pts]: 3 Gulls`.
fn is_beside_name(word: &Word) -> bool {
    is_group(word) || word.number().is_some() || WordSort::Points.has(&word.folded)
}

/// Whether a word connects others, or says nothing.
pub(super) fn connects(word: &Word) -> bool {
    WordSort::Connecting.is(word) || WordSort::Articles.is(word)
}

/// The most words in the brackets behind a rule.
const BRACKETED: usize = 12;

/// What stands around a line.
pub(in super::super) struct Around<'a> {
    /// The nations whose units it may name, the likeliest first.
    pub nations: &'a [Option<&'a str>],
    /// The unit of the squadron above it and its models, if the line may be about that.
    pub above: Option<(Key, Option<u32>)>,
    /// It is an item of a list.
    pub is_item: bool,
    /// It is marked as a heading.
    pub is_heading: bool,
    /// It is prose and no entry of a list.
    pub is_talk: bool,
}

/// Reads a line.
pub(in super::super) fn read(units: &Units, text: &str, around: &Around) -> Reading {
    let words = words(text);
    let is_talk = around.is_talk;
    let mut line = Line {
        units,
        nations: around.nations,
        text,
        words: &words,
        is_item: around.is_item,
        is_heading: around.is_heading,
        has_above: around.above.is_some(),
        models_above: around.above.and_then(|(_, models)| models),
        start: 0,
        reading: Reading { is_talk, is_change: talk::is_change(&words), lead: text.len(), ..Reading::default() },
        bare: Vec::new(),
        pending: Vec::new(),
        current: around.above.map(|_| 0),
        last_end: None,
        some: None,
        last_option: None,
        lost: None,
        types: Vec::new(),
    };
    line.reading.mentions.extend(around.above.map(|(key, _)| Mention::new(key)));
    line.start = numbering(text, &words);
    let mut at = line.start;
    while at < words.len() {
        at = line.step(at);
    }
    line.settle();
    line.find_again(words.len());
    if line.reading.mentions.len() == usize::from(line.has_above) {
        // A kind of unit says nothing more where a unit is named.
        for at in std::mem::take(&mut line.types) {
            line.leave(at);
        }
    }
    let mut reading = line.reading;
    if around.above.is_some() {
        let is_about = |above: &Mention| !above.is_empty() || reading.has_unclear_option;
        reading.above = Some(reading.mentions.remove(0)).filter(is_about);
    }
    reading
}

/// The place of the first word behind a number before a line, as in `1.` and `Squadron 2:`.
pub(in super::super) fn numbering(text: &str, words: &[Word]) -> usize {
    let behind = |at: usize| gap(text, words, at + 1);
    let opens = gap(text, words, 0).contains(['(', '[']);
    match words {
        [first, second, ..] if first.number().is_some() && text.starts_with('0') && second.folded != "x" => 1,
        // `1.5` and `1:3` are numbers, `1. 5` is a numbered line.
        [first, second, ..]
            if first.number().is_some() && second.number().is_some() && matches!(behind(0), "." | ":") =>
        {
            0
        }
        [first, ..] if !opens && first.number().is_some() && behind(0).starts_with([')', '.', ':']) => 1,
        // `Char1: 1x Gull`
        [first, second, ..]
            if first.folded.ends_with(|letter: char| letter.is_ascii_digit())
                && behind(0).starts_with(':')
                && second.number().is_some() =>
        {
            1
        }
        [first, second, ..]
            if is_group(first)
                && (second.number().is_some() || ROMAN.contains(&second.folded.as_str()))
                && behind(1).trim().starts_with([':', '-', '–', '.']) =>
        {
            2
        }
        _ => 0,
    }
}

/// What stands before a word, behind the word before it.
fn gap<'t>(text: &'t str, words: &[Word], at: usize) -> &'t str {
    let start = at.checked_sub(1).map_or(0, |before| words[before].end);
    let end = words.get(at).map_or(text.len(), |word| word.start);
    &text[start..end]
}

struct Line<'l, 'r> {
    units: &'l Units<'r>,
    nations: &'l [Option<&'l str>],
    text: &'l str,
    words: &'l [Word],
    is_item: bool,
    is_heading: bool,
    /// The place of the first word behind the number of the line.
    start: usize,
    /// The first mention stands for the squadron above the line.
    has_above: bool,
    /// How many models that squadron has.
    models_above: Option<u32>,
    reading: Reading,
    /// Numbers beside the last unit whose meaning is not stated, each with the place of its word. The place is `None`
    /// if the number may be the number of the row.
    bare: Vec<(u32, Option<usize>)>,
    /// What stands before a unit and belongs to it.
    pending: Vec<Pending>,
    /// The place of the last unit among the mentions. Its wings stand behind it.
    current: Option<usize>,
    /// The place behind the words of the last unit.
    last_end: Option<usize>,
    /// How many models the next option is for.
    some: Option<u32>,
    /// The last option that was read, and the place behind it.
    last_option: Option<(usize, usize)>,
    /// An entry whose unit is not known. What follows belongs to that entry.
    lost: Option<Lost>,
    /// The places of words for kinds of units, before the first unit.
    types: Vec<usize>,
}

/// What stands before a unit.
enum Pending {
    Mark(&'static str),
    Role(String),
    Place(String),
}

/// An entry whose unit is not known.
#[derive(Clone, Copy)]
enum Lost {
    /// It names nothing known. The place of its first word.
    Unknown(usize),
    /// Its name fits several units: those of the last `Unclear` of the reading.
    Unclear,
}

/// A unit that a line names.
struct Hit {
    key: Key,
    counted: Counted,
    /// Words between the number and the name.
    between: Range<usize>,
    end: usize,
    /// All words of its name stand there.
    is_whole: bool,
    misspelt: Option<usize>,
}

impl Line<'_, '_> {
    /// What stands before a word, behind the word before it.
    fn gap(&self, at: usize) -> &str {
        gap(self.text, self.words, at)
    }

    /// Whether a remark about the last unit begins at a word.
    fn is_remark(&self, at: usize) -> bool {
        let begins = talk::remark(self.words, at).is_some_and(|begin| begin == at);
        let says = |at: usize| {
            self.name_at(at).is_some_and(|found| found.is_distinct)
                || self.option(at).is_some()
                || self.role_at(at).is_some()
        };
        let is_remark = self.current.is_some() && begins && !self.reading.is_talk && !self.reading.is_change;
        is_remark && !(at..self.words.len()).any(says)
    }

    /// Whether such a remark names units, but says so much else that it adds none.
    fn is_long_remark(&self, at: usize) -> bool {
        let begins = talk::remark(self.words, at).is_some_and(|begin| begin == at);
        let talk = self.words[at..].iter().filter(|word| talk::is_talk_word(word)).count();
        self.current.is_some() && begins && talk >= talk::SURE && !self.reading.is_talk && !self.reading.is_change
    }

    /// Reads what begins at a word. Returns the place behind it.
    fn step(&mut self, at: usize) -> usize {
        if self.is_remark(at) {
            return self.words.len();
        }
        if self.is_long_remark(at) {
            (at..self.words.len()).for_each(|at| self.leave(at));
            return self.words.len();
        }
        if let Some(next) = self.sum(at).or_else(|| self.figures(at)) {
            return next;
        }
        if let Some(end) = self.unclear_option(at) {
            (at..end).for_each(|at| self.leave(at));
            self.reading.has_unclear_option = true;
            return end;
        }
        let unit = self.unit(at);
        // `Squadron Support (Terns, 3)` is an option, and no squadron of anything.
        let names_option = |end: usize| self.option(at + 1).is_some_and(|(.., behind)| behind > end);
        if is_group(&self.words[at]) && unit.as_ref().is_none_or(|hit| names_option(hit.end)) {
            return at + 1;
        }
        if let Some(end) =
            self.card(at).filter(|end| unit.as_ref().is_none_or(|hit| hit.end + usize::from(hit.is_whole) <= *end))
        {
            return end;
        }
        if let Some((_, end)) = self.units.nations.at(self.text, self.words, at)
            && unit
                .as_ref()
                .is_none_or(|hit| hit.end < end || hit.end == end && !hit.is_whole && !hit.counted.is_stated)
        {
            return end;
        }
        if let Some(next) = self.wing(at) {
            return next;
        }
        let counts_option =
            unit.is_none() && self.lost.is_none() && self.option(at).is_some_and(|(stated, ..)| stated.is_some());
        if counts_option {
            return self.take_option(at);
        }
        let is_free = unit.is_none() && self.lost.is_none();
        if let Some(next) = is_free.then(|| self.price(at).or_else(|| self.mark(at))).flatten() {
            return next;
        }
        let option = self.option(at);
        match (unit, option) {
            // A name of several words is rather a unit than an option.
            (Some(hit), Some((.., next))) if self.lost.is_none() && next >= hit.end => self.take_option(at),
            (Some(hit), _) => self.put(at, &hit),
            (None, Some(_)) if self.lost.is_none() => self.take_option(at),
            (None, _) => self.role(at).or_else(|| self.place(at)).unwrap_or_else(|| self.other(at)),
        }
    }

    fn current_mut(&mut self) -> Option<&mut Mention> {
        self.reading.mentions.get_mut(self.current?)
    }

    /// The unit that begins at a word, of the likeliest nation that has one.
    fn name_at(&self, at: usize) -> Option<Found<Key>> {
        self.nations.iter().find_map(|nation| self.units.at(*nation, self.words, at))
    }

    /// A rule or weapon on the card of the last unit, perhaps with a number before it: the place behind it.
    fn card(&self, at: usize) -> Option<usize> {
        let key = self.reading.mentions.get(self.current?)?.key;
        let about = self.units.about(key);
        let is_times = |at: usize| self.words.get(at).is_some_and(|word| word.folded == "x");
        let from = if number(&self.words[at]).is_some() { at + 1 + usize::from(is_times(at + 1)) } else { at };
        let word = self.words.get(from).filter(|word| from == at || word.gap == Gap::Joined)?;
        // Brackets make a shortened name certain: `Attachment (Gulls, 3)` for `Attachment Group (Gulls, 3)`.
        let is_told = |found: &Found<usize>| found.leads && self.gap(found.words.end).contains('(');
        let found = about.card.at(self.words, from).filter(|found| found.misspelt.is_none())?;
        if !found.is_whole() && !is_told(&found) {
            return None;
        }
        // An option may be called like a rule that it gives.
        let is_option = about.options.at(self.words, from).is_some_and(|option| option.words.end >= found.words.end);
        if is_option || connects(word) && found.matched == 1 {
            return None;
        }
        let begin = word.start;
        let mut end = found.words.end;
        let is_open = |end: usize| {
            let text = &self.text[begin..self.words.get(end).map_or(self.text.len(), |word| word.start)];
            text.matches('(').count() > text.matches(')').count()
        };
        let most = self.words.len().min(end + BRACKETED);
        while end < most && is_open(end) {
            end += 1;
        }
        Some(end)
    }

    /// Wings that the last unit brings, by their kind: `5 Dive Bomber SAS`. The place behind them.
    fn wing(&mut self, at: usize) -> Option<usize> {
        let counted = counted(self.words, at);
        let bringer = self.reading.mentions.get(self.current?)?.key;
        // `1 x Fighter Wing, 3` may be an option of the bringer.
        let is_option = |found: Found<usize>| found.is_whole() && found.things.len() == 1;
        if self.units.about(bringer).options.at(self.words, counted.next).is_some_and(is_option) {
            return None;
        }
        let found = self.units.about(bringer).wings.iter().find_map(|key| {
            let found = self.units.about(*key).options.cut_at(self.words, counted.next)?;
            let [option] = found.things.as_slice() else { return None };
            Some((*key, *option, found.words.end))
        });
        let (key, option, mut next) = found.filter(|_| counted.is_stated)?;
        if let Some(found) = self.name_at(next).filter(|found| found.things.contains(&key)) {
            next = found.words.end;
        }
        let is_each = self.words.get(next).is_some_and(|word| word.folded == "each");
        let bringers = self.reading.mentions[self.current?].squadrons;
        let (_, ready) = self.units.get(key);
        self.reading.mentions.push(Mention {
            start: self.words[at].start,
            end: self.words[next - 1].end,
            squadrons: if is_each { counted.squadrons.saturating_mul(bringers) } else { counted.squadrons },
            models: counted.models,
            options: vec![(ready.options[option].id.clone(), None)],
            standing: Standing::Brought,
            ..Mention::new(key)
        });
        Some(next)
    }

    /// A unit that begins at a word, perhaps with numbers before it.
    fn unit(&self, at: usize) -> Option<Hit> {
        let counted = counted(self.words, at);
        let bare = Counted { squadrons: 1, models: None, next: at, is_stated: false, is_full: false, is_times: false };
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
    fn hit(&self, counted: Counted, skipped: usize) -> Option<Hit> {
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
            if self.is_qualified(from, &found) {
                return None;
            }
            let key = self.only(&found, counted)?;
            let describes = between.is_empty() || found.is_distinct && self.describe(&between, key);
            let is_sure = describes && !self.is_reference(from, &found, counted) && self.is_sure(&found, counted);
            let is_whole = found.is_whole();
            let misspelt = found.misspelt.map(|(place, _)| place).or(found.slip);
            is_sure.then_some(Hit { key, counted, between: between.clone(), end: found.words.end, is_whole, misspelt })
        })
    }

    /// Whether a number is the first word of a unit's name, and counts nothing: `300kV PaK 69`.
    fn begins_name(&self, at: usize, found: &Found<Key>) -> bool {
        let is_joined = || !self.gap(at + 1).contains(' ');
        found.is_distinct && found.matched > 1 && (found.leads || is_joined())
    }

    /// Whether the word before a part of a unit's name says that another unit is meant: `Kraken Dread Colossus` is no Hydra
    /// Dread Colossus.
    fn is_qualified(&self, from: usize, found: &Found<Key>) -> bool {
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
    fn told(&self, nation: Option<&str>, found: &Found<Key>) -> Option<Found<Key>> {
        let behind = found.words.end;
        let name = self
            .units
            .at(nation, self.words, behind)
            .filter(|_| !found.is_distinct && self.gap(behind).contains('('))?;
        let is_meant = name.is_distinct && name.things.iter().all(|key| found.things.contains(key));
        is_meant.then_some(Found { words: found.words.start..name.words.end, ..name })
    }

    /// The only unit that a name may mean with this number of models.
    fn only(&self, found: &Found<Key>, counted: Counted) -> Option<Key> {
        if let [key] = found.things.as_slice() {
            return Some(*key);
        }
        if let Some(key) = found.things.iter().find(|key| self.is_wing(**key)) {
            return Some(*key);
        }
        // Of several names with a word, the one that begins with it is meant.
        let leads = |key: &&Key| {
            let (catalogue, ready) = self.units.get(**key);
            name_words(&catalogue.unit(ready).name).first()
                == self.words.get(found.words.start).map(|word| &word.folded)
        };
        let mut leading = found.things.iter().filter(leads);
        if let (true, Some(key), None) = (found.is_distinct, leading.next(), leading.next()) {
            return Some(*key);
        }
        let models = counted.models.filter(|models| *models > 1 && found.is_distinct)?;
        let allows = |key: &&Key| {
            let (catalogue, ready) = self.units.get(**key);
            let size = catalogue.unit(ready).squadron;
            size.is_none_or(|size| size.min <= models && size.max.is_none_or(|max| models <= max))
        };
        let mut fits = found.things.iter().filter(allows);
        fits.next().filter(|_| fits.next().is_none()).copied()
    }

    /// Whether the last unit brings a unit.
    fn is_wing(&self, key: Key) -> bool {
        let bringer = self.current.and_then(|place| self.reading.mentions.get(place));
        bringer.is_some_and(|bringer| self.units.about(bringer.key).wings.contains(&key))
    }

    /// Whether words before a name say of what kind its models are.
    fn describe(&self, words: &Range<usize>, key: Key) -> bool {
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
    fn is_sure(&self, found: &Found<Key>, counted: Counted) -> bool {
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
            let article = before.is_some_and(|word| word.folded == "the" || WordSort::Owning.is(word));
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
        let joins =
            |word: &Word| connects(word) || self.units.is_type(word) || word.capital && self.words[from].capital;
        let follows = begins || before.is_none_or(joins) || !self.pending.is_empty();
        is_spelt && (is_counted || is_name && follows && (is_alone || found.matched > 1))
    }

    /// Whether the line ends with what the only unit of a name costs, or several of its models.
    fn costs(&self, found: &Found<Key>) -> bool {
        let [key] = found.things.as_slice() else { return false };
        let (catalogue, ready) = self.units.get(*key);
        let unit = catalogue.unit(ready);
        let most = unit.squadron.map_or(1, |size| size.max.unwrap_or(1));
        let last = self.words[found.words.end..].iter().rev().find_map(Word::number);
        let is_paid = |base: u32, points: u32| points.is_multiple_of(base) && points / base <= most.max(1);
        unit.points.filter(|base| *base >= LEAST_PRICE).zip(last).is_some_and(|(base, points)| is_paid(base, points))
    }

    /// Whether the words speak of a unit named elsewhere (`on the Ruler`), say the type of the unit before them in
    /// another language (`Stolz Zerstörer`), or name the units of another nation.
    fn is_reference(&self, from: usize, found: &Found<Key>, counted: Counted) -> bool {
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

    fn put(&mut self, at: usize, hit: &Hit) -> usize {
        // "A wing of 3 wings" is one, and so is a name in brackets behind a shorter name of the same unit.
        let is_again = self.last_end.is_some_and(|end| {
            let is_apart = end < at || self.gap(at).contains('(');
            is_apart && self.words[end..at].iter().all(|word| word.folded == "of")
        });
        // "Gull section: 5 Gulls" is one too.
        let is_told = hit.counted.is_stated
            && self
                .last_end
                .and_then(|end| self.words.get(end..at))
                .is_some_and(|words| words.iter().all(is_beside_name))
            && self.gap(at).contains([':', '-', '\u{2013}']);
        let is_same =
            |mention: &&mut Mention| mention.key == hit.key && (is_again || is_told && mention.models.is_none());
        if let Some(mention) = self.current_mut().filter(is_same) {
            mention.models = mention.models.or(hit.counted.models);
            return hit.end;
        }
        if self.completes(at, hit) {
            return hit.end;
        }
        self.settle();
        self.find_again(at);
        let (catalogue, ready) = self.units.get(hit.key);
        if let Some(place) = hit.misspelt {
            let word = &self.words[place];
            self.reading.misspelt.push((self.text[word.start..word.end].to_owned(), hit.key));
        }
        let mut mention = Mention::new(hit.key);
        (mention.start, mention.end) = (self.words[at].start, self.words[hit.end - 1].end);
        mention.squadrons = hit.counted.squadrons;
        mention.models = hit.counted.models;
        mention.is_exact = hit.counted.is_times;
        mention.is_whole = hit.is_whole;
        if hit.counted.is_full && mention.models.is_none() {
            mention.models = catalogue.unit(ready).squadron.and_then(|size| size.max);
        }
        // "210 Gulls x3": no squadron has so many models, and all together cost about that.
        let is_price = |models: &u32| {
            let base = catalogue.unit(ready).points.unwrap_or(u32::MAX);
            hit.counted.squadrons == 1 && !hit.counted.is_times && *models >= base.max(LEAST_PRICE)
        };
        if let Some(points) = mention.models.filter(|models| *models > mention.most(self.units) && is_price(models)) {
            mention.points = Some(points);
            mention.models = None;
        }
        if let Some(models) = mention.models
            && self.gap(at + 1).contains(['\t', '|'])
        {
            // The first column may number the rows.
            mention.models = None;
            self.bare.push((models, None));
        }
        mention.refers = self.refers(at, hit);
        if mention.refers == Refers::AsHost
            && let Some(escort) = self.current_mut().filter(|escort| escort.standing == Standing::Own)
        {
            escort.standing = Standing::Attached;
        }
        let named = self.reading.mentions.len() - usize::from(self.has_above);
        mention.standing = self.standing(at, hit, named > 0);
        let about = self.units.about(hit.key);
        let mut place = hit.between.start;
        while let Some(found) = about.options.cut_at(self.words, place).filter(|_| place < hit.between.end) {
            mention.options.extend(found.things.first().map(|option| (ready.options[*option].id.clone(), None)));
            place = found.words.end;
        }
        for pending in std::mem::take(&mut self.pending) {
            match pending {
                Pending::Role(role) => mention.roles.push(role),
                Pending::Place(place) => mention.allocation = Some(place),
                Pending::Mark(numeral) => mention.options.extend(self.mark_of(hit.key, numeral).map(|id| (id, None))),
            }
        }
        if named == 0 {
            self.reading.lead = self.words[at].start;
        }
        if mention.standing == Standing::Brought && self.words.get(hit.end).is_some_and(|word| word.folded == "each") {
            mention.squadrons = self.current.map_or(1, |place| self.reading.mentions[place].squadrons);
        }
        let end = self.divide(hit, &mut mention);
        // In `2 Gulls (escort to Tern) 90`, the price is that of the Gulls.
        let is_host = mention.refers == Refers::AsHost && self.gap(hit.end).contains([')', ']']);
        self.reading.mentions.push(mention);
        if !is_host {
            self.current = Some(self.reading.mentions.len() - 1);
            self.last_end = Some(end);
        }
        self.last_option = None;
        end
    }

    /// How a squadron belongs to the one that is named before it.
    fn standing(&self, at: usize, hit: &Hit, is_behind: bool) -> Standing {
        let (catalogue, ready) = self.units.get(hit.key);
        let is_joined = |word: &Word| word.folded == "attached";
        // `Gull with 2 Terns`, if those may join it.
        let is_with = is_behind && at > 0 && WordSort::Joining.is(&self.words[at - 1]);
        let host = self.current.filter(|_| is_with).map(|place| self.reading.mentions[place].key);
        if catalogue.unit(ready).only == Some(Only::Attached) && is_behind
            || host.is_some_and(|host| self.may_join(hit.key, host))
            || self.words[..at].last().is_some_and(is_joined)
            || self.words.get(hit.end).is_some_and(is_joined)
        {
            Standing::Attached
        } else if self.is_wing(hit.key) {
            Standing::Brought
        } else if host.is_some() && catalogue.unit(ready).attaches.iter().any(|attachment| attachment.to.is_empty()) {
            // It may join any squadron.
            Standing::Attached
        } else {
            Standing::Own
        }
    }

    /// Counts squadrons instead of models where a word for squadrons stands behind the name: `two Gull squadrons of three`. The
    /// place behind it.
    fn divide(&self, hit: &Hit, mention: &mut Mention) -> usize {
        let Some(group) = self.words.get(hit.end).filter(|word| is_group(word)) else { return hit.end };
        let is_of = self.words.get(hit.end + 1).is_some_and(|word| word.folded == "of");
        let each = self.words.get(hit.end + 2).filter(|_| is_of).and_then(number);
        let is_plural = self.text[..group.end].ends_with('s') && !mention.is_exact && mention.squadrons == 1;
        if each.is_some() || is_plural && mention.models.is_some_and(|models| models > 1) {
            mention.squadrons = mention.models.unwrap_or(1);
            mention.models = each;
        }
        if each.is_some() { hit.end + 3 } else { hit.end }
    }

    /// Whether squadrons of a unit may be attached to one of another.
    fn may_join(&self, key: Key, host: Key) -> bool {
        let ((catalogue, ready), (own, unit)) = (self.units.get(host), self.units.get(key));
        let joining = relations::joined_by(self.units.ruleset, catalogue.written(), catalogue.unit(ready));
        joining.iter().any(|joining| joining.id == own.unit(unit).id)
    }

    /// Takes the rest of the last unit's name, which stands in brackets: "Gull [Night]" is the unit Gull Night. False if the
    /// brackets hold something else.
    fn completes(&mut self, at: usize, hit: &Hit) -> bool {
        let is_behind = self.last_end == Some(at) && self.gap(at).contains(['(', '[']) && !hit.counted.is_stated;
        let Some(mention) = self.current.filter(|_| is_behind).map(|place| &self.reading.mentions[place]) else {
            return false;
        };
        let words = |key: Key| name_words(&self.units.get(key).0.unit(self.units.get(key).1).name);
        let all = words(hit.key);
        if mention.key == hit.key || !words(mention.key).iter().all(|word| all.contains(word)) {
            return false;
        }
        if let Some(mention) = self.current_mut() {
            (mention.key, mention.is_whole) = (hit.key, true);
        }
        self.last_end = Some(hit.end);
        true
    }

    /// Whether a name speaks of a squadron named elsewhere.
    fn refers(&self, at: usize, hit: &Hit) -> Refers {
        let has_article = self.words[at.saturating_sub(1)..hit.end].iter().any(|word| word.folded == "the");
        let is_one = ["a", "an"].contains(&self.words[at].folded.as_str()) && hit.counted.models == Some(1);
        let is_escort = |place: usize| {
            let (catalogue, ready) = self.units.get(self.reading.mentions[place].key);
            catalogue.unit(ready).only == Some(Only::Attached)
        };
        // `2 Gulls (escort to Tern)`
        let before = &self.text[..self.words[at].start];
        let is_open = before.rfind(['(', '[']) > before.rfind([')', ']']);
        let is_told = is_open && at > 0 && WordSort::Referring.is(&self.words[at - 1]) && self.current.is_some();
        if !hit.counted.is_stated && (is_told || self.current.is_some_and(is_escort)) {
            Refers::AsHost
        } else if !hit.counted.is_stated && has_article || is_one && self.reading.is_talk {
            Refers::Perhaps
        } else {
            Refers::No
        }
    }

    /// A Mark of the unit beside it: `MkII`, `Mk 2`.
    fn mark(&mut self, at: usize) -> Option<usize> {
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
            self.pending.push(Pending::Mark(roman));
            return Some(next);
        }
        let key = self.current_mut()?.key;
        let id = self.mark_of(key, roman)?;
        self.current_mut()?.options.push((id, None));
        Some(next)
    }

    /// The id of a Mark of a unit.
    fn mark_of(&self, key: Key, roman: &str) -> Option<String> {
        let (_, ready) = self.units.get(key);
        let number = ["i", "ii", "iii", "iv"].iter().position(|known| *known == roman)? + 1;
        let found = [format!("Mk {roman}"), format!("Mk {number}")];
        let found = found.iter().find_map(|name| ready.find_mark(name).or_else(|| ready.find(name)))?;
        Some(ready.options[found].id.clone())
    }

    /// An option of the last unit that begins at a word: its number, its place and the place behind it.
    fn option(&self, at: usize) -> Option<(Option<u32>, usize, usize)> {
        let key = self.reading.mentions.get(self.current?)?.key;
        let options = &self.units.about(key).options;
        let stated = number(&self.words[at]);
        let behind = at + 1 + usize::from(self.words.get(at + 1).is_some_and(|word| word.folded == "x"));
        // A number may be a part of the name: `2nd Lieutenant`.
        let starts = [Some((None, at)), stated.map(|_| (stated, behind))];
        starts.into_iter().flatten().find_map(|(stated, from)| {
            let word = self.words.get(from).filter(|word| from == at || word.gap == Gap::Joined)?;
            let is_known = connects(word) || talk::is_talk_word(word);
            let found = if is_known { options.at(self.words, from) } else { options.cut_at(self.words, from) }?;
            let option = self.of_one_name(key, &found.things)?;
            let is_told = found.is_distinct && (found.is_whole() || found.matched > 1 || !is_group(word));
            is_told.then(|| (stated, option, self.closed(option, key, from, found.words.end)))
        })
    }

    /// The option that is meant by the name of several: one that the last unit does not have yet, if all are called and cost the
    /// same, such as the same weapon in two turrets. None if they differ.
    fn of_one_name(&self, key: Key, options: &[usize]) -> Option<usize> {
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

    /// The place behind a whole name that several options of the last unit have, of which it does not say which is meant.
    fn unclear_option(&self, at: usize) -> Option<usize> {
        let key = self.reading.mentions.get(self.current?)?.key;
        let found = self.units.about(key).options.at(self.words, at)?;
        let is_unclear = found.is_whole() && found.misspelt.is_none() && self.of_one_name(key, &found.things).is_none();
        is_unclear.then_some(found.words.end)
    }

    /// The place behind what stands in brackets behind the name of an option, if that is part of its name too.
    fn closed(&self, option: usize, key: Key, from: usize, end: usize) -> usize {
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

    fn take_option(&mut self, at: usize) -> usize {
        let Some((stated, option, next)) = self.option(at) else { return at + 1 };
        self.last_option = Some((option, next));
        let is_back = |at: usize| self.words.get(at).is_some_and(|word| WordSort::Without.has(&word.folded));
        // "No shields", "instead of the shields"
        let said = (0..at).rev().take_while(|before| self.words[before + 1].gap == Gap::Joined).take(NEGATED);
        if said.into_iter().any(is_back) {
            // "No shields" takes none.
            return next;
        }
        let waits = self.words.get(next).is_some_and(|word| word.folded == "wait");
        if waits || is_back(next) {
            (at..next).for_each(|at| self.leave(at));
            return next;
        }
        let (units, some) = (self.units, self.some.take());
        if self.tells_apart(at) {
            (at..next).for_each(|at| self.leave(at));
            return next;
        }
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
        let is_all = (mention.standing == Standing::Brought || is_kind) && mention.models.is_none();
        let stated = if is_all {
            mention.models = stated;
            None
        } else {
            stated
        };
        if !mention.options.iter().any(|(known, _)| *known == id) {
            // In `3 Gulls: 1 x Lamp`, one of the models has it.
            let is_of_some = ready.options[option].buys == Buys::Model
                && mention.models.or(models_above).is_some_and(|models| models > 1);
            mention.options.push((id, stated.filter(|stated| *stated > 1 || some.is_some() || is_of_some)));
        }
        next
    }

    /// Whether one of several squadrons is meant: `two Gulls, the first with a lamp`.
    fn tells_apart(&self, at: usize) -> bool {
        let mention = self.current.map(|place| &self.reading.mentions[place]);
        let is_several = mention.is_some_and(|mention| mention.squadrons > 1 || mention.models > Some(1));
        let begin = (0..=at).rev().find(|at| *at == 0 || self.words[*at].is_apart()).unwrap_or(0);
        let tells = |word: &Word| WordSort::TellingApart.is(word);
        is_several && self.words[begin..at].iter().any(tells)
    }

    /// The role of a model of the last unit, of the next, or of one that is named behind it.
    fn role(&mut self, at: usize) -> Option<usize> {
        let (role, end) = self.role_at(at)?;
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
        let is_label = self.gap(end).contains(':') && !is_price || at == 0 && self.gap(end).contains(['-', '\u{2013}']);
        let leads = end < self.words.len() && is_label;
        match self.current_mut().filter(|_| !leads) {
            Some(mention) if mention.roles.contains(&role) => {}
            Some(mention) => mention.roles.push(role),
            None => self.pending.push(Pending::Role(role)),
        }
        Some(end)
    }

    /// Whether another word behind a part of a unit's name says that something else is meant: `Local Air Superiority` is no
    /// Local Air Support.
    fn goes_on(&self, found: &Found<Key>) -> bool {
        let is_other = |word: &Word| word.capital && !word.is_apart() && word.number().is_none() && !connects(word);
        !found.is_whole() && self.words.get(found.words.end).is_some_and(is_other)
    }

    fn role_at(&self, at: usize) -> Option<(String, usize)> {
        let roles = &self.units.ruleset.declarations().roles;
        let word = &self.words[at].folded;
        if WordSort::Flagship.has(word) {
            return roles.keys().next().map(|role| (role.clone(), at + 1));
        }
        let found = self.units.roles.at(self.words, at).filter(|found| found.misspelt.is_none())?;
        let [role] = found.things.as_slice() else { return None };
        // A part of a title may be another word: `Subs` are no Sub-commanders. The last word of `Fleet Commodore` is
        // not.
        let title = &roles.get(*role)?.title;
        let is_last =
            !title.contains('-') && name_words(title).last() == Some(word) && !self.units.is_type(&self.words[at]);
        (found.is_whole() || is_last).then(|| ((*role).to_owned(), found.words.end))
    }

    /// Where the last unit is allocated, or the next.
    fn place(&mut self, at: usize) -> Option<usize> {
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
            None => self.pending.push(Pending::Place(place)),
        }
        Some(found.words.end)
    }

    /// Handles a word that begins nothing else: it makes a doubt, says nothing, or was not understood.
    fn other(&mut self, at: usize) -> usize {
        if self.words[at].is_odd() {
            self.leave_number(at);
            return at + 1;
        }
        if let Some(next) = self.unclear(at).or_else(|| self.foreign(at)) {
            return next;
        }
        if let Some(found) = self.name_at(at).filter(|found| found.is_distinct)
            && self.is_reference(at, &found, counted(self.words, at))
        {
            self.is_aboard(&found);
            return found.words.end;
        }
        let word = &self.words[at];
        // "2 Gulls... no, 1 Tern" takes something back.
        let is_alone = self.words.get(at + 1).is_some_and(Word::is_apart) && (at == 0 || word.is_apart());
        if WordSort::Without.is(word) && is_alone && !self.reading.is_talk {
            self.leave(at);
            return at + 1;
        }
        let is_about = self.current.and_then(|place| self.reading.mentions.get(place)).is_some_and(|mention| {
            let about = self.units.about(mention.key);
            about.card.has(&word.folded) || about.options.has(&word.folded)
        });
        let known = connects(word)
            || word.folded.len() == 1 && word.number().is_none()
            || is_group(word)
            || WordSort::Points.has(&word.folded)
            || talk::is_talk_word(word)
            || WordSort::Without.has(&word.folded)
            || WordSort::Flagship.has(&word.folded)
            || self.reading.mentions.is_empty() && self.units.headings.contains(&word.folded);
        let is_type = self.units.is_type(word);
        if self.lost.is_some() {
            return at + 1;
        }
        // `Doc` before the name of a Doctor.
        if self.names_part(at) {
            return at + 1;
        }
        if let Some(next) = self.lose(at) {
            return next;
        }
        // "2 turrets and 2 shields" are on its card, "Orion torpedo boats" says what an Orion is.
        let counts = word.number().is_some_and(|number| number <= 12 && self.current.is_some())
            && self.words.get(at + 1).is_some_and(|next| self.is_said_of_current(next));
        if is_type && self.current.is_none() && !known {
            self.types.push(at);
        } else if !(known || is_about || counts || is_type) {
            self.leave(at);
        }
        at + 1
    }

    /// Gives a role to the unit that the line refers to: `Commodore: Berg (on the Gull)`.
    fn is_aboard(&mut self, found: &Found<Key>) {
        if let (true, Some(Pending::Role(_))) = (self.reading.mentions.is_empty(), self.pending.first())
            && let Pending::Role(role) = self.pending.remove(0)
        {
            self.reading.elsewhere.push((role, found.things.clone()));
        }
    }

    /// Whether a word is cut from the name that follows it.
    fn names_part(&self, at: usize) -> bool {
        let Some(hit) = self.words.get(at + 1).filter(|word| !word.is_apart()).and_then(|_| self.unit(at + 1)) else {
            return false;
        };
        let (catalogue, ready) = self.units.get(hit.key);
        let said = &self.words[at].folded;
        said.len() > 2 && name_words(&catalogue.unit(ready).name).iter().any(|word| word.starts_with(said.as_str()))
    }

    fn is_said_of_current(&self, word: &Word) -> bool {
        self.current.and_then(|place| self.reading.mentions.get(place)).is_some_and(|mention| {
            let about = self.units.about(mention.key);
            about.card.has(&word.folded) || connects(word) && word.folded.len() > 4
        })
    }

    /// Begins an entry whose unit is not known: a number and a name. What follows belongs to that entry.
    fn lose(&mut self, at: usize) -> Option<usize> {
        let joins = |at: usize| WordSort::Adding.is(&self.words[at]);
        let begins = at == 0 || self.words[at].is_apart() || self.reading.is_talk || joins(at - 1);
        let counted = counted(self.words, at);
        let name = self.words.get(counted.next).filter(|_| counted.is_stated && begins)?;
        let is_word = name.number().is_none() && !talk::is_counted(name) && !talk::is_talk_word(name);
        let is_name = name.capital || !self.reading.is_talk && (self.units.is_type(name) || name.folded.len() > 3);
        let is_known = connects(name) || WordSort::Points.has(&name.folded) || self.is_said_of_current(name);
        let is_nation = self.units.nations.at(self.text, self.words, counted.next).is_some();
        let is_numbered = counted.models.is_some() || counted.squadrons > 1 || is_group(&self.words[counted.next - 1]);
        if !is_word || !is_name || is_known || is_nation || !is_numbered {
            return None;
        }
        self.settle();
        self.lost = Some(Lost::Unknown(at));
        Some(counted.next + 1)
    }

    /// Ends an entry whose unit is not known.
    fn find_again(&mut self, end: usize) {
        let Some(end) = end.checked_sub(1).map(|last| self.words[last].end) else { return };
        match self.lost.take() {
            Some(Lost::Unknown(start)) => {
                let start = self.words[start].start;
                self.reading.left.push(Left { start, end, is_number: false });
            }
            Some(Lost::Unclear) => {
                if let Some(unclear) = self.reading.unclear.last_mut() {
                    unclear.end = unclear.end.max(end);
                }
            }
            None => {}
        }
    }

    /// A name that fits several units. The place behind it.
    fn unclear(&mut self, at: usize) -> Option<usize> {
        let counted = counted(self.words, at);
        let is_many = counted.models.is_some_and(|models| models > 1 || !self.reading.is_talk);
        let found = self.nations.iter().find_map(|nation| {
            let found = self.units.at(*nation, self.words, counted.next)?;
            let is_meant = if self.reading.is_talk { is_many } else { found.is_distinct || counted.is_stated };
            let is_type = self.last_end == Some(at) && found.matched == 1;
            let is_meant = is_meant && (found.is_distinct || found.ends);
            (found.things.len() > 1 && found.misspelt.is_none() && is_meant && !is_type).then_some(found)
        })?;
        self.settle();
        self.find_again(at);
        let (start, end) = (self.words[at].start, self.words[found.words.end - 1].end);
        self.reading.lead = self.reading.lead.min(start);
        let name = self.words[counted.next].start..end;
        self.reading.unclear.push(Unclear { start, end, name, keys: found.things });
        self.lost = Some(Lost::Unclear).filter(|_| !self.reading.is_talk);
        self.current = None;
        Some(found.words.end)
    }

    /// A unit of a nation that is not expected here. Only one nation may have it, and the line must have its whole
    /// name.
    fn foreign(&mut self, at: usize) -> Option<usize> {
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
        let hit = Hit { key, counted, between: 0..0, end, is_whole: true, misspelt: None };
        Some(self.put(at, &hit))
    }

    /// Notes a word that was not understood. Most words of prose say nothing of a list, but numbers that are not plain may.
    fn leave(&mut self, at: usize) {
        let word = &self.words[at];
        if !self.reading.is_talk || word.is_odd() {
            let is_number = word.number().is_some() || word.is_odd();
            self.reading.left.push(Left { start: word.start, end: word.end, is_number });
        }
    }

    /// Notes a number that counts nothing.
    fn leave_number(&mut self, at: usize) {
        self.leave(at);
    }
}
