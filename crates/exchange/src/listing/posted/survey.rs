//! Finds what each line of a text names, which lines are entries, and the nation, before the text is read.

use std::collections::BTreeMap;
use std::ops::{Deref, Range};

use muster_engine::report::Verdict;
use muster_engine::slug::slug;
use muster_engine::words::verdict::verdict;

use super::language::WordSort;
use super::line::connects;
use super::line_facts::{LineFacts, MAX_NAME};
use super::lines::BareLine;
use super::numbers::counted;
use super::person::{is_address, is_closing, is_club};
use super::senses::{self, Sense};
use super::talk::{self, is_change};
use super::units::UnitNameIndex;
use super::unknown_entry::UnknownEntry;
use super::words::Word;

/// The most words of an entry of a list, and the fewest entries of a text that is more than a story.
const ENTRY: usize = 16;
const NAME: usize = 5;
/// The most lines at the end of a text where people sign.
const FOOT: usize = 6;
/// The fewest words of a sentence that may be a story.
const STORY: usize = 25;
/// The verdicts that Muster writes above a list.
const VERDICTS: [Verdict; 3] = [Verdict::Legal, Verdict::Illegal, Verdict::Undetermined];
const ENTRIES: usize = 3;
/// A text with so many entries that have numbers and no prose does not tell its list in sentences.
const PLAIN: usize = 2;

/// What each line of a text names, and what it is.
pub(super) struct Survey<'s, 'r> {
    facts: LineFacts<'s, 'r>,
    /// Which lines are sentences that tell something.
    talks: Vec<bool>,
    /// For each line, whether it stands for a squadron or is only a name. None if it has no word of a unit's name.
    senses: Vec<Option<Sense>>,
    /// Which lines tell a story beside the entries of a list.
    stories: Vec<bool>,
}

impl<'s, 'r> Deref for Survey<'s, 'r> {
    type Target = LineFacts<'s, 'r>;

    fn deref(&self) -> &Self::Target {
        &self.facts
    }
}

/// The nation of a list.
pub(super) struct ListNation<'r> {
    pub id: &'r str,
    /// How it was concluded. None if the text states it.
    pub concluded: Option<&'static str>,
    /// Another nation that would do as well, and the line that speaks of it.
    pub other: Option<(&'r str, usize)>,
}

impl<'s, 'r> Survey<'s, 'r> {
    pub(super) fn new(units: &'s UnitNameIndex<'r>, lines: &'s [BareLine<'s>]) -> Self {
        let facts = LineFacts::new(units, lines);
        let (senses, stories) = (senses::senses(&facts), vec![false; facts.len()]);
        let mut survey = Self { talks: Vec::new(), senses, stories, facts };
        survey.talks = (0..survey.len()).map(|line| survey.talk(line)).collect();
        if survey.has_entries() {
            survey.stories = survey.stories();
        }
        survey
    }

    /// Which lines tell a story: several sentences, or a long one, of which one speaks as people do.
    fn stories(&self) -> Vec<bool> {
        let mut stories = Vec::with_capacity(self.len());
        let speaker = self.speaker();
        for line in self.lines[..self.len()].chunk_by(|one, other| one.number == other.number) {
            let begin = stories.len();
            let words: usize = (begin..begin + line.len()).map(|at| self.words(at).len()).sum();
            let is_talk = |at: usize| self.is_talk(at);
            let is_long = words >= STORY || line.len() > 1 && words > ENTRY;
            // In a chat, the list is that of the one who names most of its units.
            let is_other = line[0].speaker.is_some() && line[0].speaker != speaker;
            // "A third Gull turned up in the attic. Is it too late?"
            let is_question =
                |(at, sentence): (usize, &BareLine)| sentence.bare.ends_with('?') && self.words(begin + at).len() > 2;
            let asks = line.len() > 1 && line.iter().enumerate().any(is_question);
            let is_story = is_other || (is_long || asks) && (begin..begin + line.len()).any(is_talk);
            // "2 Gulls - 80... is that 180?" begins with an entry.
            let is_priced = self.words(begin).last().is_some_and(|last| last.number().is_some());
            let is_entry = line.len() > 1 && is_priced && !is_talk(begin) && self.names_unit(begin) && !is_other;
            stories.extend((0..line.len()).map(|at| is_story && !(at == 0 && is_entry)));
        }
        stories
    }

    /// The one who names most of the units in a chat.
    fn speaker(&self) -> Option<&'s str> {
        let mut said: BTreeMap<&str, usize> = BTreeMap::new();
        for (line, fits) in self.lines.iter().zip(&self.fits) {
            let most = fits.iter().max().copied().unwrap_or(0);
            line.speaker.iter().for_each(|speaker| *said.entry(speaker).or_default() += most);
        }
        said.into_iter().max_by_key(|(_, fits)| *fits).map(|(speaker, _)| speaker)
    }

    /// Whether a line tells a story beside the entries of a list.
    pub(super) fn is_story(&self, line: usize) -> bool {
        self.stories.get(line).is_some_and(|is_story| *is_story)
    }

    /// What a line is that has a word of a unit's name; none if it has none.
    pub(super) fn sense(&self, line: usize) -> Option<&Sense> {
        self.senses.get(line)?.as_ref()
    }

    /// Whether a line is only a name, though a word of it is one of a unit's name.
    fn is_name(&self, line: usize) -> bool {
        self.sense(line).is_some_and(|sense| sense.is_name)
    }

    /// Whether a line is a sentence that tells something. The words of a unit's whole name tell nothing, though one of
    /// them may be a word that people talk with.
    pub(super) fn is_talk(&self, line: usize) -> bool {
        self.talks.get(line).is_some_and(|is_talk| *is_talk)
    }

    fn talk(&self, line: usize) -> bool {
        let (text, words) = (self.lines[line].bare.as_str(), self.words(line));
        if !talk::is_talk(text, words) {
            return false;
        }
        let nations = self.units.nations().zip(&self.fits[line]).filter(|(_, fits)| **fits > 0);
        let name =
            nations.flat_map(|(nation, _)| (0..words.len()).filter_map(move |at| self.units.at(nation, words, at)));
        let whole = name.filter(|found| found.is_distinct && (found.is_whole() || found.words.start == 0));
        // Of several names, the first counts: what stands behind it may be a remark.
        let Some(name) = whole.min_by_key(|found| (found.words.start, std::cmp::Reverse(found.matched))) else {
            // An entry of an unknown unit with its price may have a remark, too.
            let end = talk::remark(words, 1).map(|end| words[end - 1].end);
            let entry = end.map(|end| &text[..end]).filter(|entry| !talk::is_talk(entry, &super::words::words(entry)));
            return entry.is_none_or(|entry| UnknownEntry::read(entry).points.is_none());
        };
        // What stands between an entry and a remark says something of the entry.
        let is_known =
            |word: &Word| word.number().is_some() || word.folded == "x" || self.units.says(word) || connects(word);
        let is_name = |word: &Word| word.capital || is_known(word);
        let is_entry = |end: &usize| {
            !is_change(words)
                && words[..name.words.start].iter().all(is_known)
                && words[name.words.end..*end].iter().all(is_name)
        };
        let end = talk::remark(words, name.words.end).filter(is_entry).unwrap_or(words.len());
        let rest: Vec<Word> = (0..end).filter(|at| !name.words.contains(at)).map(|at| words[at].clone()).collect();
        talk::is_talk(text, &rest)
    }

    /// Adds how many words of a line name units of each nation.
    pub(super) fn add_fits(&self, line: usize, to: &mut [usize]) {
        if self.names_unit(line) {
            to.iter_mut().zip(&self.fits[line]).for_each(|(to, fits)| *to += fits);
        }
    }

    /// The nation that fits best, if only one does.
    pub(super) fn best(&self, fits: &[usize]) -> Option<&'r str> {
        let own = || self.units.nations().zip(fits).filter_map(|(id, fits)| Some((id?, *fits)));
        let most = own().map(|(_, fits)| fits).max().filter(|most| *most > 0)?;
        let mut best = own().filter(|(_, fits)| *fits == most);
        best.next().filter(|_| best.next().is_none()).map(|(id, _)| id)
    }

    /// Whether two nations have a trait in common, such as their bloc.
    pub(super) fn are_friends(&self, one: &str, other: &str) -> bool {
        let nations = &self.units.ruleset.declarations().nations;
        let traits = nations.get(one).zip(nations.get(other));
        traits.is_some_and(|(one, other)| one.traits.iter().any(|(id, value)| other.traits.get(id) == Some(value)))
    }

    /// Whether a line names a unit.
    pub(super) fn names_unit(&self, line: usize) -> bool {
        let names = || self.fits.get(line).is_some_and(|fits| fits.iter().any(|fit| *fit > 1));
        let is_other =
            || self.is_story(line) || self.is_foot(line) || self.is_name(line) || self.is_title_of_muster(line);
        names() && !is_other()
    }

    /// Whether a line is the title of a text that Muster wrote and that lost its marks.
    pub(super) fn is_title_of_muster(&self, line: usize) -> bool {
        let number = self.lines[line].number;
        let next = self.lines[line + 1..].iter().find(|next| next.number > number);
        next.is_some_and(|next| self.is_head_of_muster(next))
    }

    /// Whether a line begins with the name of the game and has a verdict, as the second line of a text that Muster wrote.
    pub(super) fn is_head_of_muster(&self, line: &BareLine) -> bool {
        let game = self.units.ruleset.declarations().name.as_str();
        let bare = line.bare.trim_matches(['*', '_']);
        let rest = bare.strip_prefix(game).and_then(|rest| rest.strip_prefix(", "));
        rest.is_some_and(|rest| rest.split(", ").any(|part| VERDICTS.iter().any(|one| verdict(*one) == part)))
    }

    /// Whether a line stands below the end of a letter, or below dashes, where people sign; or is an address or a club.
    pub(super) fn is_foot(&self, line: usize) -> bool {
        let end = self.lines.len();
        let is_end = |line: usize| {
            is_closing(&self.lines[line].bare) && self.words(line).iter().all(|word| word.number().is_none())
        };
        let is_signed = |line: usize| {
            end - line <= FOOT && (self.lines[line].signed || (end.saturating_sub(FOOT)..line).any(is_end))
        };
        line < end && (is_signed(line) || self.is_sender(line))
    }

    /// Whether a line is an address, the name of a club, or the end of a letter.
    pub(super) fn is_sender(&self, line: usize) -> bool {
        let Some(BareLine { bare, .. }) = self.lines.get(line) else { return false };
        let ends_letter =
            || bare.ends_with([',', '!']) && is_closing(bare) && !bare.contains(|c: char| c.is_ascii_digit());
        is_address(self.words(line)) || is_club(bare) || ends_letter()
    }

    /// Whether a line counts units by their types: `3 Frigates`.
    pub(super) fn counts_types(&self, line: usize) -> bool {
        let words = self.words(line);
        let counted = counted(words, 0);
        let is_type = words.get(counted.next).is_some_and(|word| self.units.is_type(word));
        counted.is_stated && is_type && words.len() <= ENTRY && !self.is_talk(line)
    }

    /// Whether the lines are the entries of a list, rather than a story.
    pub(super) fn has_entries(&self) -> bool {
        (0..self.len()).filter(|line| self.is_entry(*line)).count() >= ENTRIES
    }

    /// Whether the paragraph of a line stands below the last entry that has a number and no prose, and at least [`PLAIN`] such
    /// entries stand above it.
    pub(super) fn is_below_entries(&self, line: usize) -> bool {
        let is_plain = |line: &usize| {
            let words = self.words(*line);
            let has_number = words.iter().any(|word| word.number().is_some());
            self.is_entry(*line)
                && has_number
                && !words.iter().any(|word| talk::is_talk_word(word) || talk::is_verb(word))
        };
        let begin = (0..=line).rev().find(|at| self.lines[*at].opens).unwrap_or(0);
        (0..begin).filter(is_plain).count() >= PLAIN && !(begin..self.len()).any(|line| is_plain(&line))
    }

    /// Whether a line names units as an entry of a list does.
    pub(super) fn is_entry(&self, line: usize) -> bool {
        let words = self.words(line);
        let has_number = words.iter().any(|word| word.number().is_some());
        let is_short = words.len() <= if has_number { ENTRY } else { NAME };
        let names = || self.names_unit(line) || self.counts_types(line);
        is_short && names() && !self.is_talk(line)
    }

    /// Whether a line would be an entry if it did not ask something.
    pub(super) fn is_entry_but_asks(&self, line: usize) -> bool {
        let words = self.words(line);
        let is_talk = talk::is_talk(self.lines[line].bare.trim_end_matches(['?', '!', ' ']), words);
        words.len() <= ENTRY && self.names_unit(line) && !is_talk
    }

    /// The only nation that a line names, if it is not the enemy's.
    pub(super) fn nation_of(&self, line: usize) -> Option<&'r str> {
        let words = self.words(line);
        let own = |(id, range): &(&'r str, Range<usize>)| {
            let before = range.start.checked_sub(1).map(|at| words[at].folded.as_str());
            (!before.is_some_and(|word| WordSort::Against.has(word))).then_some(*id)
        };
        let mut own = self.nations.get(line)?.iter().filter_map(own);
        own.next().filter(|first| own.all(|other| other == *first))
    }

    /// The nations that a line names.
    pub(super) fn nations_of(&self, line: usize) -> impl Iterator<Item = &'r str> {
        self.nations.get(line).into_iter().flatten().map(|(id, _)| *id)
    }

    /// The words of a line that name no nation.
    pub(super) fn beside_nations(&self, line: usize) -> impl Iterator<Item = &Word> {
        let is_beside = move |at: &usize| !self.is_of_nation(line, *at);
        (0..self.words(line).len()).filter(is_beside).map(move |at| &self.words(line)[at])
    }

    /// How many words of all lines name units of the nation that they fit best.
    pub(super) fn most(&self) -> usize {
        let lines = || (0..self.len()).filter(|line| !self.is_name(*line));
        let of = |place: usize| lines().map(|line| self.fits[line][place]).sum::<usize>();
        (0..self.nations()).map(of).max().unwrap_or(0)
    }

    /// The nation of the lines of one list. It is the one that has a line of its own, else the one with most of the
    /// units, else one that is spoken of.
    pub(super) fn nation(&self, lines: Range<usize>) -> Option<ListNation<'r>> {
        let ruleset = self.units.ruleset;
        let lines = lines.start..lines.end.min(self.len());
        let short = || lines.clone().filter(|line| self.lines[*line].bare.len() <= MAX_NAME);
        let bare = |line: usize| self.lines[line].bare.as_str();
        let stated = |line: usize| ruleset.nation(bare(line).strip_prefix("Nation: ")?.trim());
        let own_line = |line: usize| ruleset.nation(bare(line).rsplit(':').next()?.trim());
        if let Some(id) = short().find_map(stated).or_else(|| short().find_map(own_line)) {
            return Some(ListNation { id, concluded: None, other: None });
        }
        let first = short().find(|line| self.names_unit(*line)).unwrap_or(lines.end);
        // A line with a nation and a size states the nation, too: "Kingdom of the Gulls, 1000 points".
        let is_size = |word: &Word| {
            word.number().is_some()
                || word.folded == "k"
                || [WordSort::Points, WordSort::Thousands, WordSort::Limits].iter().any(|sort| sort.is(word))
        };
        let with_size = |line: usize| self.nation_of(line).filter(|_| self.beside_nations(line).all(is_size));
        if let Some(id) = short().take_while(|line| *line < first).find_map(with_size) {
            return Some(ListNation { id, concluded: None, other: None });
        }
        let spoken = |id: &str| {
            // A nation above the units is rather meant than one in a story below them.
            let says = |line: &usize| self.nation_of(*line) == Some(id) && (*line <= first || !self.names_unit(*line));
            let above = lines.clone().filter(|line| *line <= first).filter(says).count().min(1) * 4;
            above + lines.clone().filter(says).count().min(2) * 2
        };
        let fits = |id: &str| {
            let places = self.units.nations().enumerate().filter(|(_, nation)| *nation == Some(id));
            let own = |place: usize| {
                let counts = |line: &usize| !self.is_story(*line) && !self.is_name(*line);
                lines.clone().filter(counts).map(move |line| self.fits[line][place])
            };
            places.map(|(place, _)| own(place).sum::<usize>()).sum::<usize>()
        };
        let declared = ruleset.declarations().nations.keys().map(String::as_str);
        let all: Vec<(usize, usize, &str)> = declared.map(|id| (fits(id), spoken(id), id)).collect();
        let most = all.iter().map(|(fits, spoken, _)| fits + spoken).max().filter(|most| *most > 0);
        let mut best: Vec<_> = all.iter().filter(|(fits, spoken, _)| Some(fits + spoken) == most).collect();
        // A word that is nearly one of a nation's name decides between nations with the same units.
        let is_nearly_said =
            |id: &str| lines.clone().take_while(|line| *line <= first).any(|line| self.nearly_names(line, id));
        best.sort_by_key(|(.., id)| (!is_nearly_said(id), self.first_of(id, lines.clone())));
        let mut best = best.into_iter();
        if let Some((_, spoken, id)) = best.next() {
            let other = best.next().and_then(|(_, _, other)| Some((*other, self.between(id, other, lines.clone())?)));
            let is_named = *spoken > 0;
            let concluded = if is_named { "which the text names" } else { "which has most of the units" };
            return Some(ListNation { id, concluded: Some(concluded), other });
        }
        let nations = &ruleset.declarations().nations;
        let spoken_of = |line: usize| {
            let named = self.nation_of(line);
            named.or_else(|| {
                let words = format!("-{}-", slug(bare(line)));
                let fits = nations.keys().filter(|id| words.contains(&format!("-{id}-")));
                fits.max_by_key(|id| id.len()).map(String::as_str)
            })
        };
        let id = short().find_map(spoken_of)?;
        Some(ListNation { id, concluded: Some("which the text speaks of"), other: None })
    }

    /// Whether a line has a word that is nearly one of a nation's name: `Separatistes` for `Separatists`.
    fn nearly_names(&self, line: usize, nation: &str) -> bool {
        let Some(nation) = self.units.ruleset.declarations().nations.get(nation) else { return false };
        let others = self.units.ruleset.declarations().nations.values().filter(|other| other.name != nation.name);
        let others: Vec<String> = others.flat_map(|other| super::names::name_words(&other.name)).collect();
        let own = super::names::name_words(&nation.name);
        let own: Vec<&String> = own.iter().filter(|word| !others.contains(word)).collect();
        let is_near = |word: &Word| own.iter().any(|own| super::names::is_nearly(&word.folded, own));
        self.words(line).iter().any(is_near)
    }

    /// The first line that names a unit of a nation.
    fn first_of(&self, nation: &str, mut lines: Range<usize>) -> Option<usize> {
        let place = self.units.nations().position(|id| id == Some(nation))?;
        lines.find(|line| self.fits[*line][place] > 1)
    }

    /// The line that names what two nations have in common in their names: `Empire of the Gulls` for its two halves.
    fn between(&self, one: &str, other: &str, mut lines: Range<usize>) -> Option<usize> {
        let nations = &self.units.ruleset.declarations().nations;
        let name = |id: &str| nations.get(id).map(|nation| super::names::name_words(&nation.name)).unwrap_or_default();
        let (one, other) = (name(one), name(other));
        let common: Vec<&String> = one.iter().take_while(|word| other.contains(word)).collect();
        let says = |line: &usize| {
            let words = self.words(*line);
            words.windows(common.len()).any(|words| words.iter().zip(&common).all(|(word, own)| word.folded == **own))
        };
        lines.find(|line| !common.is_empty() && says(line))
    }
}
