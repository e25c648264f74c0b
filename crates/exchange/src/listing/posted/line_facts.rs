//! What each line of a text has: its words, the units that they may name, and the nations.

use std::ops::Range;

use muster_engine::effort;

use super::language::WordSort;
use super::lines::{BareLine, MAX_LINE};
use super::units::UnitNameIndex;
use super::words::{Word, words};

/// The most lines that are looked at. A list has fewer.
pub(super) const MOST_LINES: usize = 2000;
/// How many words are compared with the names of one nation in a step.
const WORDS_A_STEP: usize = 4;
/// The longest line that may name a nation, in bytes.
pub(super) const MAX_NAME: usize = 200;

/// The lines of a text, with what their words name.
pub(super) struct LineFacts<'s, 'r> {
    pub units: &'s UnitNameIndex<'r>,
    pub lines: &'s [BareLine<'s>],
    /// How many words of each line name units of each nation, in the order of the catalogues.
    pub fits: Vec<Vec<usize>>,
    /// How many words of all lines name units of each nation.
    all_fits: Vec<usize>,
    /// The nations that each line names.
    pub nations: Vec<Vec<(&'r str, Range<usize>)>>,
    words: Vec<Vec<Word>>,
}

/// Whether words state the id of a game: `Gull 4` and `Gull4` for `gull-4`.
pub(super) fn says_id(id: &str, words: &[Word]) -> bool {
    let id: Vec<&str> = id.split('-').collect();
    let ends = |at: usize| words.get(at).is_none_or(|next| next.is_apart() || WordSort::Editions.is(next));
    let is_id = |at: usize| {
        let end = at + id.len();
        let said = words.get(at..end);
        let is_parted = said.is_some_and(|said| said.iter().zip(&id).all(|(word, part)| word.folded == *part));
        words[at].folded == id.concat() && ends(at + 1) || is_parted && ends(end)
    };
    id.len() > 1 && (0..words.len()).any(is_id)
}

/// The words of a line; none of a line that is too long to be read.
pub(super) fn words_of(line: &BareLine) -> Vec<Word> {
    if line.bare.len() > MAX_LINE { Vec::new() } else { words(&line.bare) }
}

impl<'s, 'r> LineFacts<'s, 'r> {
    pub(super) fn new(units: &'s UnitNameIndex<'r>, lines: &'s [BareLine<'s>]) -> Self {
        let words: Vec<Vec<Word>> = lines.iter().take(MOST_LINES).map(words_of).collect();
        let ids: Vec<Option<&str>> = units.nations().collect();
        let named = words.iter().zip(lines).map(|(words, line)| match line.bare.len() {
            0..=MAX_NAME => units.nations.named(&line.bare, words),
            _ => Vec::new(),
        });
        let nations: Vec<Vec<(&str, Range<usize>)>> = named.collect();
        let fit = |(line, nations): (&Vec<Word>, &Vec<(&str, Range<usize>)>)| {
            effort::spend(line.len() * ids.len() / WORDS_A_STEP);
            ids.iter().map(|nation| units.words_of(*nation, line, nations)).collect()
        };
        let fits: Vec<Vec<usize>> = words.iter().zip(&nations).map(fit).collect();
        let all_fits = (0..ids.len()).map(|place| fits.iter().map(|fits| fits[place]).sum()).collect();
        Self { units, lines, fits, all_fits, nations, words }
    }

    /// How many nations have units, and units that every nation fields.
    pub(super) fn nations(&self) -> usize {
        self.units.nations().count()
    }

    /// How many lines were looked at.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn words(&self, line: usize) -> &[Word] {
        self.words.get(line).map_or(&[], Vec::as_slice)
    }

    /// Whether a line has a word by which a unit is known.
    pub(super) fn has_word_of_unit(&self, line: usize) -> bool {
        self.fits.get(line).is_some_and(|fits| fits.iter().any(|fit| *fit > 0))
    }

    /// Of the nations of which a line names a unit, the one of which the text names most.
    pub(super) fn nation_of_hits(&self, line: usize) -> Option<&'r str> {
        let own = |place: &usize| self.fits.get(line).is_some_and(|fits| fits[*place] > 0);
        let place = (0..self.nations()).filter(own).max_by_key(|place| self.all_fits[*place])?;
        self.units.nations().nth(place).flatten()
    }

    /// Whether a line has two neighbouring words of the game's name. Words for an edition do not count.
    pub(super) fn names_game(&self, line: usize) -> bool {
        let own: Vec<&String> = self
            .units
            .game
            .iter()
            .filter(|word| word.parse::<u32>().is_err() && !WordSort::Editions.has(word))
            .collect();
        let words = self.words(line);
        words.windows(2).any(|pair| own.windows(2).any(|own| pair[0].folded == *own[0] && pair[1].folded == *own[1]))
    }

    /// Whether a line is the name of the game and nothing else.
    pub(super) fn is_game(&self, line: usize) -> bool {
        let own = &self.units.game;
        let is_own = |word: &Word| {
            own.contains(&word.folded)
                || [WordSort::Editions, WordSort::BeforeEditions, WordSort::Ordinals].iter().any(|sort| sort.is(word))
                || word.number().is_some()
        };
        let words = self.words(line);
        words.iter().any(|word| own.contains(&word.folded) && word.number().is_none()) && words.iter().all(is_own)
    }

    /// Whether a word of a line belongs to the name of a nation.
    pub(super) fn is_of_nation(&self, line: usize, at: usize) -> bool {
        self.nations.get(line).into_iter().flatten().any(|(_, range)| range.contains(&at))
    }
}
