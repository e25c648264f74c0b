//! One line of a text: the units that it names, and what it says of each.

use std::collections::BTreeSet;

use muster_engine::catalogue::{Only, Unit};
use muster_engine::ready::{ReadyCatalogue, ReadyUnit};

use super::names::{Names, name_words};
use super::numbers::{Counted, counted, is_group, number};
use super::units::Units;
use super::words::{Word, words};
use crate::listing::found::MAX_NUMBER;

/// What a line says.
#[derive(Default)]
pub(in super::super) struct Reading<'r> {
    pub mentions: Vec<Mention<'r>>,
    /// Words that may name several things, with the names of these.
    pub doubts: Vec<(String, Vec<&'r str>)>,
    /// Words and numbers that mean nothing here, by where they begin and end in the line.
    pub left: Vec<(usize, usize)>,
    /// Misspelt words, with the names that they were taken for.
    pub misspelt: Vec<(String, &'r str)>,
}

/// A unit that a line names.
pub(in super::super) struct Mention<'r> {
    pub catalogue: &'r ReadyCatalogue,
    pub ready: &'r ReadyUnit,
    /// How many squadrons of it.
    pub squadrons: u32,
    pub models: Option<u32>,
    /// The stated points of all these squadrons.
    pub points: Option<u32>,
    /// Ids of options, with their number if it is stated.
    pub options: Vec<(String, Option<u32>)>,
    pub roles: Vec<String>,
    pub standing: Standing,
    /// It has `the` and no number before it, so it may speak of a squadron named before.
    pub may_refer: bool,
    /// The text names all models together. No squadron may have so many.
    pub is_divided: bool,
}

/// How a squadron belongs to the one that the line names before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Standing {
    Own,
    Attached,
    Brought,
}

/// Words that connect what a line names, or say nothing.
const CONNECTING: [&str; 38] = [
    "with",
    "w",
    "and",
    "plus",
    "incl",
    "including",
    "has",
    "have",
    "carrying",
    "in",
    "on",
    "for",
    "as",
    "it",
    "my",
    "the",
    "a",
    "an",
    "of",
    "x",
    "escorted",
    "by",
    "attached",
    "backed",
    "are",
    "is",
    "at",
    "to",
    "all",
    "class",
    "there",
    "were",
    "was",
    "them",
    "their",
    "its",
    "i",
    "upgrade",
];

/// Words behind a number of points.
pub(super) const POINTS: [&str; 9] = ["pt", "pts", "point", "p", "ptz", "pkt", "punkte", "pv", "points"];

/// Words that say that a price is for one model.
const EACH: [&str; 6] = ["each", "ea", "per", "apiece", "je", "every"];

/// Words before `the` and the name of a unit that is not listed there.
const REFERRING: [&str; 9] = ["in", "on", "to", "with", "of", "from", "for", "at", "aboard"];

/// The most words of a part of a line in which a single name counts without a number or a type beside it.
const SHORT: usize = 9;

/// Reads a line. `nations` are those whose units it may name, the likeliest first.
pub(in super::super) fn read<'r>(
    units: &Units<'r>,
    nations: &[Option<&str>],
    text: &str,
    is_item: bool,
) -> Reading<'r> {
    let words = words(text);
    let mut line = Line {
        units,
        text,
        words: &words,
        is_item,
        reading: Reading::default(),
        bare: Vec::new(),
        options: None,
        current: 0,
        wings: Vec::new(),
        last_end: None,
    };
    let mut at = line.numbering();
    while at < words.len() {
        at = line.step(nations, at);
    }
    line.settle();
    line.reading
}

struct Line<'l, 'r> {
    units: &'l Units<'r>,
    text: &'l str,
    words: &'l [Word],
    is_item: bool,
    reading: Reading<'r>,
    /// Numbers beside the last unit of which nothing says what they count, each with its word. None for a number that may
    /// be that of the row.
    bare: Vec<(u32, Option<usize>)>,
    /// The names of the options of the last unit.
    options: Option<Names<usize>>,
    /// The place of the last unit among the mentions. Its wings stand behind it.
    current: usize,
    /// What the last unit brings, with the names of the options of that.
    wings: Vec<(super::units::Key, Names<usize>)>,
    /// The place behind the words of the last unit.
    last_end: Option<usize>,
}

impl<'r> Line<'_, 'r> {
    /// Skips a number before the line, as in `1.` and `Squadron 2:`.
    fn numbering(&self) -> usize {
        let behind = |at: usize| self.gap(at + 1);
        match self.words {
            [first, ..] if first.number().is_some() && behind(0).starts_with([')', '.', ':']) => 1,
            [first, second, ..]
                if is_group(first) && second.number().is_some() && behind(1).trim().starts_with([':', '-', '–']) =>
            {
                2
            }
            _ => 0,
        }
    }

    /// What stands before a word, behind the word before it.
    fn gap(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.words[before].end);
        let end = self.words.get(at).map_or(self.text.len(), |word| word.start);
        &self.text[start..end]
    }

    /// Reads what begins at a word. Returns the place behind it.
    fn step(&mut self, nations: &[Option<&str>], at: usize) -> usize {
        let price = self.price(at);
        let steps = [price, price.is_none().then(|| self.mark(at)).flatten()];
        if let Some(next) = steps.into_iter().flatten().next() {
            return next;
        }
        if let Some(next) = self.wing(nations, at) {
            return next;
        }
        let unit = self.unit(nations, at);
        let option = self.option(at);
        match (unit, option) {
            // A name of several words is rather a unit than an option.
            (Some((found, ..)), Some((.., next))) if next >= found => self.take_option(at),
            (Some((next, counted, key)), _) => {
                self.put(nations, at, next, counted, key);
                next
            }
            (None, Some(_)) => self.take_option(at),
            (None, None) => self.role(at).unwrap_or_else(|| self.other(nations, at)),
        }
    }

    fn current_mut(&mut self) -> Option<&mut Mention<'r>> {
        self.reading.mentions.get_mut(self.current)
    }

    /// Wings that the last unit brings, by their kind: `5 Dive Bomber SAS`. The place behind them.
    fn wing(&mut self, nations: &[Option<&str>], at: usize) -> Option<usize> {
        let counted = counted(self.words, at);
        if !counted.is_stated {
            return None;
        }
        let found = self.wings.iter().find_map(|(key, names)| {
            let found = names.at(self.words, counted.next)?;
            let [option] = found.things.as_slice() else { return None };
            Some((*key, *option, found.words.end))
        });
        let (key, option, mut next) = found?;
        let names_it = |next: usize| {
            nations.iter().find_map(|nation| {
                self.units
                    .at(*nation, self.words, next)
                    .filter(|found| found.things.contains(&key))
                    .map(|found| found.words.end)
            })
        };
        if let Some(end) = names_it(next) {
            next = end;
        }
        let (catalogue, ready) = self.units.get(key);
        let options = vec![(ready.options[option].id.clone(), None)];
        self.reading.mentions.push(Mention {
            catalogue,
            ready,
            squadrons: counted.squadrons,
            models: counted.models,
            points: None,
            options,
            roles: Vec::new(),
            standing: Standing::Brought,
            may_refer: false,
            is_divided: false,
        });
        Some(next)
    }

    /// A unit that begins at a word, perhaps with numbers before it: the place behind it.
    fn unit(&self, nations: &[Option<&str>], at: usize) -> Option<(usize, Counted, super::units::Key)> {
        let counted = counted(self.words, at);
        let bare = Counted { squadrons: 1, models: None, next: at, is_stated: false };
        // A name may begin with a number: `300kV PaK 69`.
        let is_name = |nation: Option<&str>| {
            self.words[at].number().is_some()
                && self.units.at(nation, self.words, at).is_some_and(|found| found.is_distinct && found.matched > 1)
        };
        let starts = if nations.iter().any(|nation| is_name(*nation)) {
            [(at, bare), (counted.next, counted)]
        } else {
            [(counted.next, counted), (at, bare)]
        };
        for (from, counted) in starts {
            for nation in nations {
                let Some(found) = self.units.at(*nation, self.words, from) else { continue };
                let [key] = found.things.as_slice() else { continue };
                if self.is_reference(from, &found, counted) {
                    continue;
                }
                let alone = self.clause(found.words.start) <= SHORT || self.is_item;
                let is_only = alone || found.matched > 1 || counted.is_stated;
                let is_whole = found.matched > 1 && self.is_whole_line(&found.words);
                let sure = if found.is_distinct { is_only } else { counted.is_stated || is_whole };
                let is_long = found.misspelt.as_ref().is_none_or(|(_, right)| right.len() >= 8);
                let spelt = is_long || counted.is_stated || found.matched > 1 || self.is_priced(found.words.end);
                let sure = sure && spelt;
                if sure {
                    return Some((found.words.end, counted, *key));
                }
            }
        }
        None
    }

    /// Whether the words speak of a unit named elsewhere (`on the Ruler`), or say the type of the unit before them in
    /// another language (`Stolz Zerstörer`).
    fn is_reference(&self, from: usize, found: &super::names::Found<super::units::Key>, counted: Counted) -> bool {
        let before = |back: usize| from.checked_sub(back).map(|at| self.words[at].folded.as_str());
        let article = (1..=2).find(|back| before(*back) == Some("the"));
        let refers = article.is_some_and(|back| before(back + 1).is_some_and(|word| REFERRING.contains(&word)));
        let is_type = self.last_end == Some(from) && self.gap(from).trim().is_empty() && found.matched == 1;
        !counted.is_stated && (refers || is_type)
    }

    /// How many words the part of the line has in which a word stands.
    fn clause(&self, at: usize) -> usize {
        let marks = [',', ';', ':', '|', '\t', '(', ')', '/', '+', '&', '\u{2013}', '\u{2014}'];
        let begins = |at: usize| self.gap(at).contains(marks);
        let before = (0..=at).rev().find(|at| *at == 0 || begins(*at)).unwrap_or(0);
        let after = (at + 1..self.words.len()).find(|at| begins(*at)).unwrap_or(self.words.len());
        after - before
    }

    fn has_article(&self, at: usize, next: usize) -> bool {
        self.words[at.saturating_sub(1)..next.max(at)].iter().any(|word| word.folded == "the")
    }

    fn is_whole_line(&self, words: &std::ops::Range<usize>) -> bool {
        words.start == 0 && (words.end == self.words.len() || self.is_priced(words.end))
    }

    fn is_priced(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| word.number().is_some())
    }

    fn put(&mut self, nations: &[Option<&str>], at: usize, next: usize, counted: Counted, key: super::units::Key) {
        self.settle();
        let (catalogue, ready) = self.units.get(key);
        let unit = catalogue.unit(ready);
        if let Some(found) = nations.iter().find_map(|nation| self.units.at(*nation, self.words, counted.next.max(at)))
            && let Some((place, _)) = found.misspelt
        {
            let word = &self.words[place];
            self.reading.misspelt.push((self.text[word.start..word.end].to_owned(), &unit.name));
        }
        let mut counted = counted;
        if let Some(models) = counted.models
            && self.gap(at + 1).contains(['\t', '|'])
        {
            // The first column may number the rows.
            counted.models = None;
            self.bare.push((models, None));
        }
        let options = ready.options.iter().enumerate().map(|(place, option)| (place, option.name.as_str()));
        self.options = Some(Names::new(options, &BTreeSet::new()));
        let is_attached = unit.only == Some(Only::Attached) && !self.reading.mentions.is_empty();
        self.reading.mentions.push(Mention {
            catalogue,
            ready,
            squadrons: counted.squadrons,
            models: counted.models,
            points: None,
            options: Vec::new(),
            roles: Vec::new(),
            standing: if is_attached { Standing::Attached } else { Standing::Own },
            may_refer: !counted.is_stated && self.has_article(at, counted.next),
            is_divided: false,
        });
        self.current = self.reading.mentions.len() - 1;
        let brings = ready.options.iter().flat_map(|option| &option.brings);
        let brings = unit.brings.iter().chain(unit.members.iter().flat_map(|member| &member.brings)).chain(brings);
        let ids: BTreeSet<&str> = brings.filter_map(|brings| brings.unit.as_deref()).collect();
        let of = catalogue.written().nation.as_deref();
        self.wings = ids.into_iter().filter_map(|id| self.units.wing(of, id)).collect();
        self.last_end = Some(next);
    }

    /// A price, a number behind a name, or a sum in brackets: the place behind it.
    fn price(&mut self, at: usize) -> Option<usize> {
        let words = self.words;
        let number = words[at].number()?;
        let (before, after) = (self.gap(at).to_owned(), self.gap(at + 1).to_owned());
        let is =
            |place: usize, known: &[&str]| words.get(place).is_some_and(|word| known.contains(&word.folded.as_str()));
        let is_points = is(at + 1, &POINTS);
        // `2nd Lieutenant` has no number of its own.
        let is_word = after.is_empty() && at + 1 < words.len() && !is_points && !is(at + 1, &["x"]);
        if is_word {
            return None;
        }
        let mut next = at + 1 + usize::from(is_points);
        let is_each = is(next, &EACH) || is(next, &["for"]) && is(next + 1, &EACH);
        if is_each {
            next += 1;
        }
        let marked = before.contains(['@', '=', '[']) || is_points || is_each;
        let most = self.current_mut().map(|mention| most_models(mention))?;
        let mention = self.current_mut()?;
        // "(2 x 4)"
        if before.contains('(')
            && is(at + 1, &["x"])
            && let Some(models) = words.get(at + 2).and_then(Word::number).filter(|models| *models <= MAX_NUMBER)
        {
            mention.squadrons = number;
            mention.models = Some(models);
            return Some(at + 3);
        }
        if marked {
            let models = mention.models.unwrap_or(1).saturating_mul(mention.squadrons);
            let points = if is_each { number.saturating_mul(models) } else { number };
            if *mention.points.get_or_insert(points) != points {
                self.leave(at);
            }
            return Some(next);
        }
        let times = at > 0 && words[at - 1].folded == "x" || before.contains(['x', '\u{d7}', '*']);
        if times {
            // A second number, or one that no list may have, is told.
            if mention.models.is_none() && number <= MAX_NUMBER {
                mention.models = Some(number);
            } else {
                self.leave(at);
            }
            return Some(next);
        }
        if before.contains('(') && after.contains(')') {
            if mention.models.is_none() && number <= most {
                mention.models = Some(number);
            } else if *mention.points.get_or_insert(number) != number {
                self.leave(at);
            }
            return Some(next);
        }
        // A number before a name belongs to that.
        let ends = next >= words.len() || after.contains(['\t', '|', ';', ',', ')', '/', '-']) || is_column(&before);
        ends.then(|| self.bare.push((number, Some(at))))?;
        Some(next)
    }

    /// A Mark of the last unit: `MkII`, `Mk 2`.
    fn mark(&mut self, at: usize) -> Option<usize> {
        let word = &self.words[at].folded;
        let rest = word.strip_prefix("mark").or_else(|| word.strip_prefix("mk"))?;
        let (numeral, next) =
            if rest.is_empty() { (self.words.get(at + 1)?.folded.as_str(), at + 2) } else { (rest, at + 1) };
        let roman = match numeral {
            "1" | "i" => "I",
            "2" | "ii" => "II",
            "3" | "iii" => "III",
            "4" | "iv" => "IV",
            _ => return None,
        };
        let of = |mention: &Mention| {
            let found = mention
                .ready
                .find_mark(&format!("Mk {roman}"))
                .or_else(|| mention.ready.find(&format!("mk-{}", roman.to_lowercase())));
            found.map(|option| mention.ready.options[option].id.clone())
        };
        let mention = self.current_mut()?;
        let id = of(mention)?;
        mention.options.push((id, None));
        Some(next)
    }

    /// An option of the last unit that begins at a word: its number, its place and the place behind it.
    fn option(&self, at: usize) -> Option<(Option<u32>, usize, usize)> {
        let names = self.options.as_ref()?;
        let stated = number(&self.words[at]);
        let behind = at + 1 + usize::from(self.words.get(at + 1).is_some_and(|word| word.folded == "x"));
        // A number may be a part of the name: `2nd Lieutenant`.
        let starts = [Some((None, at)), stated.map(|_| (stated, behind))];
        starts.into_iter().flatten().find_map(|(stated, from)| {
            let found = names.at(self.words, from).filter(|found| found.is_distinct)?;
            let [option] = found.things.as_slice() else { return None };
            Some((stated, *option, found.words.end))
        })
    }

    fn take_option(&mut self, at: usize) -> usize {
        let Some((stated, option, next)) = self.option(at) else { return at + 1 };
        let Some(mention) = self.current_mut() else { return at + 1 };
        mention.options.push((mention.ready.options[option].id.clone(), stated.filter(|stated| *stated > 1)));
        next
    }

    fn role(&mut self, at: usize) -> Option<usize> {
        let found = self.units.roles.at(self.words, at)?;
        let ([role], None) = (found.things.as_slice(), &found.misspelt) else { return None };
        // A part of a title may be another word: `Subs` are no Sub-commanders.
        let title = self.units.ruleset.declarations().roles.get(*role).map(|role| name_words(&role.title))?;
        if found.matched < title.len() {
            return None;
        }
        let role = (*role).to_owned();
        self.current_mut()?.roles.push(role);
        Some(found.words.end)
    }

    /// A doubt, a word that says nothing, or one that means nothing here.
    fn other(&mut self, nations: &[Option<&str>], at: usize) -> usize {
        let counted = counted(self.words, at);
        for nation in nations {
            let Some(found) = self.units.at(*nation, self.words, counted.next) else { continue };
            if found.misspelt.is_none() && (found.is_distinct || counted.is_stated) {
                let names = found.things.iter().map(|key| {
                    let (catalogue, ready) = self.units.get(*key);
                    catalogue.unit(ready).name.as_str()
                });
                let text = &self.text[self.words[at].start..self.words[found.words.end - 1].end];
                self.reading.doubts.push((text.to_owned(), names.collect()));
                return found.words.end;
            }
        }
        let word = &self.words[at];
        let says_nothing =
            CONNECTING.contains(&word.folded.as_str()) || is_group(word) || POINTS.contains(&word.folded.as_str());
        if !says_nothing {
            self.leave(at);
        }
        at + 1
    }

    /// Notes a word that means nothing here, together with the one before it.
    fn leave(&mut self, at: usize) {
        let (start, end) = (self.words[at].start, self.words[at].end);
        match self.reading.left.last_mut() {
            Some((_, last)) if at > 0 && *last == self.words[at - 1].end => *last = end,
            _ => self.reading.left.push((start, end)),
        }
    }

    /// Gives the numbers of which nothing says what they count to the last unit.
    fn settle(&mut self) {
        let bare = std::mem::take(&mut self.bare);
        let Some(mention) = self.current_mut() else { return };
        let most = most_models(mention);
        let mut used = vec![false; bare.len()];
        if mention.models.is_none() {
            // In a row with a number, a price and their product, the product tells which is which.
            let is_product =
                |row: &[(u32, Option<usize>)]| row[0].0 <= most && row[0].0.saturating_mul(row[1].0) == row[2].0;
            let product = bare.windows(3).position(is_product);
            let place = product.or_else(|| bare.iter().position(|(number, _)| *number <= most));
            if let Some(place) = place {
                mention.models = Some(bare[place].0);
                used[place] = true;
            }
            if let Some(place) = product {
                used[place + 1] = true;
            }
        }
        // The last number of a row is what all models cost.
        if let (Some((points, _)), Some(used @ false)) = (bare.last(), used.last_mut()) {
            *used = *mention.points.get_or_insert(*points) == *points;
        }
        divide(mention);
        for ((_, at), _) in bare.iter().zip(used).filter(|(_, used)| !used) {
            if let Some(at) = at {
                self.leave(*at);
            }
        }
    }
}

/// Parts a number of models that no squadron may have into squadrons of the largest size, where that goes evenly.
fn divide(mention: &mut Mention) {
    let (Some(models), 1) = (mention.models, mention.squadrons) else { return };
    let unit = mention.catalogue.unit(mention.ready);
    let Some(most) = unit.squadron.and_then(|size| size.max).filter(|most| *most > 0) else { return };
    if models > most && models.is_multiple_of(most) && models / most <= 10 && mention.standing == Standing::Own {
        mention.is_divided = true;
        mention.squadrons = models / most;
        mention.models = Some(most);
    }
}

/// The most models that a squadron of the unit has.
fn most_models(mention: &Mention) -> u32 {
    let unit: &Unit = mention.catalogue.unit(mention.ready);
    unit.squadron.map_or(30, |size| size.max.unwrap_or(30)).max(1)
}

/// Whether the number stands in a column of its own.
fn is_column(before: &str) -> bool {
    before.contains(['\t', '|', ';', ':', '-', '\u{2013}', '\u{2014}', '.'])
        || before.len() > 1 && before.trim().is_empty()
}
