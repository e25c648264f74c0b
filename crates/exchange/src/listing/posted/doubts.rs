//! What is doubtful in the lines of a text, and what a person may choose.

use muster_engine::list::{ModelCount, Squadron};
use muster_engine::nearest::nearest;

use super::language::WordSort;
use super::line::UnknownWord;
use super::lines::BareLine;
use super::numbers::counted;
use super::squadrons::{MAX_NAME, Squadrons};
use super::talk;
use super::unknown_entry::UnknownEntry;
use super::words::{Word, words};
use crate::listing::found::{Doubt, DoubtKind, MAX_NUMBER, PossibleReading, shortened};
use crate::listing::line_kind::{LineKind, LineReading};

/// The most doubts for which the nearest names are given.
const HELPED: usize = 200;
/// If two readings of a line differ by less than this, the line is doubtful.
const NARROW: i32 = 15;

impl Squadrons<'_, '_> {
    /// Reports a line of which another reading is nearly as likely.
    pub(super) fn weigh(&mut self, at: usize, line: &BareLine, candidates: &[LineReading]) {
        let [taken, other, ..] = candidates else { return };
        if (taken.weight() - other.weight()).abs() >= NARROW || self.decisions.settled.contains(&at) {
            return;
        }
        self.narrow.push((at, other.kind));
        let [first, second] = [taken, other].map(|one| format!("{} ({})", one.words(), one.evidence_in_words()));
        self.doubt(line, DoubtKind::TwoReadings, &line.bare, Some(format!("it may be {first}, or {second}")));
        self.offer([taken, other].into_iter().filter_map(|one| self.possible_reading(at, line, one)).collect());
    }

    /// A reading that somebody may choose, with the line as it is written for it. None if no line says it plainly.
    fn possible_reading(&self, at: usize, line: &BareLine, candidate: &LineReading) -> Option<PossibleReading> {
        let is_first = line.number == self.survey.lines[0].number;
        let written = match candidate.kind {
            LineKind::Squadrons => candidate.names.first()?.clone(),
            LineKind::Title | LineKind::Name if is_first && at == 0 => format!("List: {}", line.bare),
            LineKind::Title | LineKind::Name | LineKind::Talk | LineKind::Other | LineKind::Heading => String::new(),
            LineKind::Above | LineKind::Unknown | LineKind::Nation | LineKind::OfList => return None,
        };
        Some(PossibleReading { words: candidate.words(), line: written })
    }

    /// Adds the readings that people may choose to the last doubt.
    pub(super) fn offer(&mut self, readings: Vec<PossibleReading>) {
        if let Some(doubt) = self.listing.doubts.last_mut() {
            doubt.readings = readings;
        }
    }

    /// Reports a line that is not understood. If `stays` and it counts something, or begins like a name and has a type, an
    /// unknown unit of its name stays in the list, and the check reports that.
    pub(super) fn doubt_line(&mut self, line: &BareLine, stays: bool) {
        let words = words(&line.bare);
        let entry = UnknownEntry::read(&line.bare);
        let is_named =
            words.first().is_some_and(|word| word.capital) && words.iter().any(|word| self.units.is_type(word));
        let is_said = !entry.name.is_empty()
            && entry.name.len() <= MAX_NAME
            && !line.bare.starts_with(['[', '(', '"', '\u{201c}']);
        if stays && (entry.is_counted || is_named) && is_said {
            self.put_unknown(line, &entry);
        }
        let help = self.help(entry.name, self.own_units());
        self.doubt(line, DoubtKind::Unread, &line.bare, help);
    }

    /// Adds a squadron of an unknown unit for words that fit several units. Without it, the list would seem to cost
    /// less.
    pub(super) fn keep(&mut self, line: &BareLine, text: &str) {
        let entry = UnknownEntry::read(text);
        if !entry.name.is_empty() && entry.name.len() <= MAX_NAME && counted(&words(text), 0).is_stated {
            self.put_unknown(line, &entry);
        }
    }

    fn put_unknown(&mut self, line: &BareLine, entry: &UnknownEntry) {
        let models = entry.models.filter(|models| (1..=MAX_NUMBER).contains(models)).map(ModelCount::Count);
        let squadron = Squadron { unit: entry.name.to_owned(), models, points: entry.points, ..Squadron::default() };
        self.put(squadron, line.depth, line.item);
    }

    /// Reports the words of a line that were not understood. Neighbouring words become one doubt.
    pub(super) fn leave(&mut self, line: &BareLine, mut left: Vec<UnknownWord>) {
        left.sort_by_key(|left| left.start);
        for place in 0..left.len() {
            let UnknownWord { start, end, is_number, .. } = left[place];
            // Some lie inside each other.
            let between = |next: &&UnknownWord| line.bare.get(end..next.start).unwrap_or_default();
            let next = left.get(place + 1).filter(|next| between(next).chars().all(|c| !c.is_alphanumeric()));
            if let Some(end) = next.map(|next| next.end.max(end)) {
                left[place + 1] =
                    UnknownWord { start, end, is_number: is_number && left[place + 1].is_number, ..left[place + 1] };
                continue;
            }
            let kind = if is_number { DoubtKind::Number } else { DoubtKind::Unread };
            self.doubt(line, kind, &line.bare[start..end], None);
        }
    }

    /// Adds a doubt. Those of one line become one, except those about two names.
    pub(super) fn doubt(&mut self, line: &BareLine, kind: DoubtKind, text: &str, help: Option<String>) {
        let text = shortened(text);
        let is_of_line = |doubt: &&mut Doubt| {
            doubt.line == line.number && kind != DoubtKind::TwoNames && doubt.kind != DoubtKind::TwoNames
        };
        if let Some(doubt) = self.listing.doubts.last_mut().filter(is_of_line) {
            if doubt.text != text {
                doubt.text = shortened(&format!("{} \u{2026} {text}", doubt.text));
            }
            doubt.help = doubt.help.take().or(help);
            if matches!(kind, DoubtKind::Unread | DoubtKind::Change) {
                doubt.kind = kind;
            }
            return;
        }
        self.listing.doubts.push(Doubt { kind, help, ..Doubt::unread(line.number, text, None) });
    }

    /// Reports what a line adds behind a sum and that is not known: `Total 385, plus 5 lamps`.
    pub(super) fn doubt_addition(&mut self, line: &BareLine, words: &[Word]) {
        let adds = |at: &usize| {
            let counted = counted(words, at + 1);
            let name = words.get(counted.next).filter(|_| WordSort::Adding.is(&words[*at]) && counted.is_stated);
            name.is_some_and(|name| name.number().is_none() && !WordSort::Points.is(name) && !talk::is_counted(name))
        };
        if let Some(at) = (1..words.len()).find(adds) {
            self.doubt(line, DoubtKind::Unread, &line.bare[words[at].start..], None);
        }
    }

    /// The nearest names; none after `HELPED` doubts.
    pub(super) fn help<'n>(&self, word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        if self.listing.doubts.len() < HELPED && word.len() <= MAX_NAME { nearest(word, names) } else { None }
    }
}
