//! What a line says of a unit with an unknown name: the name, the models and the price.

use std::ops::Range;

use super::language::WordSort;
use super::line::numbering;
use super::numbers::{SquadronCount, counted};
use super::words::{Word, words};

/// An entry of an unknown unit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnknownEntry<'t> {
    /// Its name, without the count before it and all that follows it. Empty if the line has no word for it.
    pub name: &'t str,
    /// How many models it has.
    pub models: Option<u32>,
    /// What all of them cost, if the line says that the number is a price.
    pub points: Option<u32>,
    /// Whether the line counts its models, says what they cost, or ends with a number.
    pub is_counted: bool,
}

impl<'t> UnknownEntry<'t> {
    pub(super) fn read(text: &'t str) -> Self {
        let words = words(text);
        let SquadronCount { models, next, .. } = counted(&words, numbering(text, &words));
        let line = EntryText { text, words: &words };
        let name = line.name(next);
        let mut entry = Self { name: line.said(&name), models, points: None, is_counted: false };
        line.numbers(name.end, &mut entry);
        let ends_in_number = words.last().is_some_and(|last| last.number().is_some());
        entry.is_counted = entry.models.is_some() || entry.points.is_some() || ends_in_number;
        entry
    }
}

/// The words of an entry, and the text in which they stand.
struct EntryText<'t, 'w> {
    text: &'t str,
    words: &'w [Word],
}

impl<'t> EntryText<'t, '_> {
    fn gap(&self, at: usize) -> &'t str {
        let start = at.checked_sub(1).and_then(|before| self.words.get(before)).map_or(0, |before| before.end);
        &self.text[start..self.words.get(at).map_or(self.text.len(), |word| word.start)]
    }

    fn number(&self, at: usize) -> Option<u32> {
        self.words.get(at).and_then(Word::number)
    }

    fn is_x(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| word.folded == "x")
    }

    fn is(&self, at: usize, sort: WordSort) -> bool {
        self.words.get(at).is_some_and(|word| sort.is(word))
    }

    fn said(&self, words: &Range<usize>) -> &'t str {
        self.words
            .get(words.clone())
            .and_then(|words| Some(&self.text[words.first()?.start..words.last()?.end]))
            .unwrap_or("")
    }

    /// The words of the name. A key may stand before it: `Elite: Gull`.
    fn name(&self, next: usize) -> Range<usize> {
        let has_key = self.gap(next + 1).starts_with(": ") && self.words.len() > next + 1;
        let from = next + usize::from(has_key);
        // Marks and dashes part the name from what follows, and so do numbers with nothing but numbers behind them.
        let is_mark = |at: usize| {
            let gap = self.gap(at);
            gap.contains(|letter| "[(:,\t|;\"\u{201c}\u{201d}@=+".contains(letter))
                || gap.len() > 1 && gap.contains(['-', '\u{2013}', '\u{2014}', '.'])
        };
        let is_figure = |at: usize| {
            self.number(at).is_some() || self.is_x(at) || self.is(at, WordSort::Points) || self.is(at, WordSort::Each)
        };
        let ends = |at: &usize| {
            is_mark(*at) || (*at..self.words.len()).take_while(|next| next == at || !is_mark(*next)).all(is_figure)
        };
        from..(from + 1..self.words.len()).find(ends).unwrap_or(self.words.len())
    }

    /// Takes the numbers behind the name: `x3`, `3x75=225`, `[90]`, `@ 30 each`.
    fn numbers(&self, from: usize, entry: &mut UnknownEntry) {
        for at in from..self.words.len() {
            let Some(number) = self.number(at) else { continue };
            let each = self.number(at + 2).filter(|_| self.is_x(at + 1));
            let all = each.and_then(|each| each.checked_mul(number));
            if all.is_some() && self.number(at + 3) == all && self.gap(at + 3).contains('=') {
                (entry.models, entry.points) = (Some(number), all);
                return;
            }
            let is_times = self.is_x(at + 1) || at > from && self.is_x(at - 1);
            if is_times {
                entry.models = entry.models.or(Some(number));
                continue;
            }
            let is_price = self.is(at + 1, WordSort::Points) || self.gap(at).contains(['@', '=', '[', '(']);
            let is_each = (at + 1..at + 3).any(|at| self.is(at, WordSort::Each));
            let models = if is_each { entry.models } else { Some(1) };
            if is_price && entry.points.is_none() {
                entry.points = models.and_then(|models| number.checked_mul(models));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::UnknownEntry;

    #[test]
    fn the_name_ends_before_marks_and_numbers() {
        for (text, name, models, points) in [
            ("1x Gull War Rotor - 145pts", "Gull War Rotor", Some(1), Some(145)),
            ("2 Gulls - these are still unpainted", "Gulls", Some(2), None),
            ("Gull War Rotor 3x75=225", "Gull War Rotor", Some(3), Some(225)),
            ("- 1 x Gull @ 145", "Gull", Some(1), Some(145)),
            ("3 Blue Gulls @ 25 each", "Blue Gulls", Some(3), Some(75)),
            ("Type 7 Gull x4 [90]: Lamp", "Type 7 Gull", Some(4), Some(90)),
            ("Gull & Tern (200 pts)", "Gull & Tern", None, Some(200)),
            ("Elite: A6-V Gull 90", "A6-V Gull", None, None),
            ("", "", None, None),
        ] {
            let entry = UnknownEntry::read(text);
            assert_eq!((entry.name, entry.models, entry.points), (name, models, points), "{text}");
        }
    }
}
