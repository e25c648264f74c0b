//! Reads one line of a text: the units that it names, and what it says of each.

mod mention;
mod option;
mod price;
mod role;
mod squadron;
mod unit;

use std::ops::Range;

pub(in super::super) use self::mention::{
    LineMentions, Mention, MentionReference, MentionStanding, UnclearName, UnknownWord,
};
use super::language::WordSort;
use super::names::NameMatch;
use super::numbers::{counted, is_group, number};
use super::talk;
use super::units::{UnitKey, UnitNameIndex};
use super::words::{Gap, Word, words};

/// The least number before a name that may be its price.
const LEAST_PRICE: u32 = 40;

/// Roman numerals in numbers of squadrons: `Squadron II`.
const ROMAN: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

/// Whether a word connects others, or says nothing.
pub(super) fn connects(word: &Word) -> bool {
    WordSort::Connecting.is(word) || WordSort::Articles.is(word)
}

/// Whether a word joins an unknown word to the word for a part: `Lampgenerator`.
fn is_unknown_part(word: &Word) -> bool {
    let is_end = |part: &str| part.len() > PART && word.folded.len() > part.len() && word.folded.ends_with(part);
    WordSort::Connecting.written().any(is_end)
}

/// A word for a part of a unit has more letters than this, where it ends another word.
const PART: usize = 7;

/// The most words in the brackets behind a rule.
const BRACKETED: usize = 12;

/// What stands around a line.
pub(in super::super) struct LineSurroundings<'a> {
    /// The nations whose units it may name, the likeliest first.
    pub nations: &'a [Option<&'a str>],
    /// The unit of the squadron above it and its models, if the line may be about that.
    pub above: Option<(UnitKey, Option<u32>)>,
    /// It is an item of a list.
    pub is_item: bool,
    /// It is marked as a heading.
    pub is_heading: bool,
    /// It is prose and no entry of a list.
    pub is_talk: bool,
}

/// Reads a line.
pub(in super::super) fn read(units: &UnitNameIndex, text: &str, around: &LineSurroundings) -> LineMentions {
    let words = words(text);
    let is_talk = around.is_talk;
    let mut line = LineReader {
        units,
        nations: around.nations,
        text,
        words: &words,
        is_item: around.is_item,
        is_heading: around.is_heading,
        has_above: around.above.is_some(),
        models_above: around.above.and_then(|(_, models)| models),
        start: 0,
        reading: LineMentions {
            is_talk,
            is_change: talk::is_change(&words),
            lead: text.len(),
            ..LineMentions::default()
        },
        bare: Vec::new(),
        pending: Vec::new(),
        current: around.above.map(|_| 0),
        last_end: None,
        some: None,
        last_option: None,
        lost: None,
        types: Vec::new(),
        dropped: Vec::new(),
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
    let own = &reading.mentions[usize::from(around.above.is_some())..];
    let is_known = |keys: &[UnitKey]| own.is_empty() || own.iter().any(|mention| keys.contains(&mention.key));
    let dropped = line.dropped.into_iter().filter(|(_, keys)| !is_known(keys));
    let left: Vec<UnknownWord> = dropped
        .map(|(range, _)| UnknownWord { start: range.start, end: range.end, is_number: false, is_unit: true })
        .collect();
    reading.left.extend(left);
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

struct LineReader<'l, 'r> {
    units: &'l UnitNameIndex<'r>,
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
    reading: LineMentions,
    /// Numbers beside the last unit whose meaning is not stated, each with the place of its word. The place is `None`
    /// if the number may be the number of the row.
    bare: Vec<(u32, Option<usize>)>,
    /// What stands before a unit and belongs to it.
    pending: Vec<PendingWords>,
    /// The place of the last unit among the mentions. Its wings stand behind it.
    current: Option<usize>,
    /// The place behind the words of the last unit.
    last_end: Option<usize>,
    /// How many models the next option is for.
    some: Option<u32>,
    /// The last option that was read, and the place behind it.
    last_option: Option<(usize, usize)>,
    /// An entry whose unit is not known. What follows belongs to that entry.
    lost: Option<UnitlessEntry>,
    /// The places of words for kinds of units, before the first unit.
    types: Vec<usize>,
    /// A sentence names these units, but does not put them into the list. Each has its place in the text.
    dropped: Vec<(Range<usize>, Vec<UnitKey>)>,
}

/// What stands before a unit.
enum PendingWords {
    Mark(&'static str),
    Role(String),
    Place(String),
}

/// An entry whose unit is not known.
#[derive(Clone, Copy)]
enum UnitlessEntry {
    /// The entry names nothing known. The number is the place of its first word.
    Unknown(usize),
    /// The name fits several units. The last `UnclearName` of the reading holds them.
    Unclear,
}

impl LineReader<'_, '_> {
    /// What stands before a word, behind the word before it.
    fn gap(&self, at: usize) -> &str {
        gap(self.text, self.words, at)
    }

    /// Whether a remark about the last unit begins at a word.
    fn is_remark(&self, at: usize) -> bool {
        let begins = talk::begins_remark(self.words, at);
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
        let begins = talk::begins_remark(self.words, at);
        let talk = self.words[at..].iter().filter(|word| talk::is_talk_word(word)).count();
        self.current.is_some() && begins && talk >= talk::SURE && !self.reading.is_talk && !self.reading.is_change
    }

    /// Reads what begins at a word. Returns the place behind it.
    fn step(&mut self, at: usize) -> usize {
        if self.is_remark(at) {
            self.reading.remark = Some(at);
            return self.words.len();
        }
        if self.is_long_remark(at) {
            (at..self.words.len()).for_each(|at| self.leave(at));
            return self.words.len();
        }
        if let Some(next) = self.sum(at).or_else(|| self.figures(at)) {
            return next;
        }
        if let Some(end) = self.every_hardpoint(at) {
            return end;
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
        if let Some(end) = self.drop_unit(at).filter(|_| unit.is_none()) {
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
            (None, _) => {
                let known = self.group_choice(at).or_else(|| self.role(at)).or_else(|| self.place(at));
                known.unwrap_or_else(|| self.other(at))
            }
        }
    }

    /// Notes a unit that a sentence names but does not put into the list. Returns the place behind its name.
    fn drop_unit(&mut self, at: usize) -> Option<usize> {
        if !self.reading.is_talk || !self.words[at].capital {
            return None;
        }
        let found = self.name_at(at).filter(|found| found.is_distinct && found.misspelt.is_none())?;
        if self.is_reference(at, &found, counted(self.words, at)) {
            return None;
        }
        let end = self.words[found.words.end - 1].end;
        self.dropped.push((self.words[at].start..end, found.things));
        Some(found.words.end)
    }

    fn current_mut(&mut self) -> Option<&mut Mention> {
        self.reading.mentions.get_mut(self.current?)
    }

    /// The unit that begins at a word, of the likeliest nation that has one.
    fn name_at(&self, at: usize) -> Option<NameMatch<UnitKey>> {
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
        let is_told = |found: &NameMatch<usize>| found.leads && self.gap(found.words.end).contains('(');
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
        let is_option = |found: NameMatch<usize>| found.is_whole() && found.things.len() == 1;
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
            standing: MentionStanding::Brought,
            bringer: Some(bringer),
            ..Mention::new(key)
        });
        Some(next)
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
            if !self.joins(&found) {
                self.give_elsewhere(&found);
            }
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
        let is_type = self.units.is_type(word) && !is_unknown_part(word);
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
        self.lost = Some(UnitlessEntry::Unknown(at));
        Some(counted.next + 1)
    }

    /// Ends an entry whose unit is not known.
    fn find_again(&mut self, end: usize) {
        let Some(end) = end.checked_sub(1).map(|last| self.words[last].end) else { return };
        match self.lost.take() {
            Some(UnitlessEntry::Unknown(start)) => {
                let start = self.words[start].start;
                self.reading.left.push(UnknownWord { start, end, is_number: false, is_unit: false });
            }
            Some(UnitlessEntry::Unclear) => {
                if let Some(unclear) = self.reading.unclear.last_mut() {
                    unclear.end = unclear.end.max(end);
                }
            }
            None => {}
        }
    }

    /// Notes a word that was not understood. Most words of prose say nothing of a list, but numbers that are not plain may.
    fn leave(&mut self, at: usize) {
        if !self.reading.is_talk || self.words[at].is_odd() {
            self.leave_anyway(at);
        }
    }

    /// Notes a word that says something of the list which was not understood.
    fn leave_anyway(&mut self, at: usize) {
        let word = &self.words[at];
        let is_number = word.number().is_some() || word.is_odd();
        self.reading.left.push(UnknownWord { start: word.start, end: word.end, is_number, is_unit: false });
    }

    /// Notes a number that counts nothing.
    fn leave_number(&mut self, at: usize) {
        self.leave(at);
    }
}
