//! What the lines of a text name, before the text is read: units by nation, and the nations themselves.

use std::ops::Range;

use muster_engine::slug::slug;

use super::units::Units;
use super::words::{Word, words};
use crate::listing::line::Line;

/// The most lines that are looked at for nations. A list has fewer.
const MOST_LINES: usize = 2000;
/// The longest line that may name a nation, in bytes.
const MAX_NAME: usize = 200;
/// Words before the name of a nation that is the enemy's.
const AGAINST: [&str; 5] = ["against", "vs", "versus", "v", "beat"];

/// A text of which each line was looked at.
pub(in super::super) struct Survey<'s, 'r> {
    units: &'s Units<'r>,
    pub(in super::super) lines: &'s [Line<'s>],
    /// How many words of each line name units of each nation, in the order of the catalogues.
    fits: Vec<Vec<usize>>,
    /// The nations that each line names.
    nations: Vec<Vec<(&'r str, Range<usize>)>>,
    words: Vec<Vec<Word>>,
}

impl<'s, 'r> Survey<'s, 'r> {
    pub(in super::super) fn new(units: &'s Units<'r>, lines: &'s [Line<'s>]) -> Self {
        let words: Vec<Vec<Word>> = lines.iter().take(MOST_LINES).map(|line| words(&line.bare)).collect();
        let ids: Vec<Option<&str>> = units.nations().collect();
        let fit = |line: &Vec<Word>| ids.iter().map(|nation| units.words_of(*nation, line)).collect();
        let fits = words.iter().map(fit).collect();
        let named = words.iter().zip(lines).map(|(words, line)| match line.bare.len() {
            0..=MAX_NAME => units.nations.named(&line.bare, words),
            _ => Vec::new(),
        });
        Self { units, lines, fits, nations: named.collect(), words }
    }

    /// How many lines were looked at.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn words(&self, line: usize) -> &[Word] {
        &self.words[line]
    }

    /// Whether a line names a unit.
    pub(super) fn names_unit(&self, line: usize) -> bool {
        self.fits[line].iter().any(|fit| *fit > 1)
    }

    /// The only nation that a line names, if it is not the enemy's.
    pub(super) fn nation_of(&self, line: usize) -> Option<&'r str> {
        let words = &self.words[line];
        let own = |(id, range): &(&'r str, Range<usize>)| {
            let before = range.start.checked_sub(1).map(|at| words[at].folded.as_str());
            (!before.is_some_and(|word| AGAINST.contains(&word))).then_some(*id)
        };
        let mut own = self.nations[line].iter().filter_map(own);
        own.next().filter(|first| own.all(|other| other == *first))
    }

    /// How many words of all lines name units of the nation that they fit best.
    pub(super) fn most(&self) -> usize {
        let of = |place: usize| self.fits.iter().map(|fits| fits[place]).sum::<usize>();
        (0..self.units.nations().count()).map(of).max().unwrap_or(0)
    }

    /// The nation of the lines of one list, and how it was concluded. It is the one that has a line of its own, else
    /// the one with most of the units, else one that is spoken of.
    pub(in super::super) fn nation(&self, lines: Range<usize>) -> Option<(&'r str, Option<&'static str>)> {
        let ruleset = self.units.ruleset;
        let lines = lines.start..lines.end.min(self.len());
        let short = || lines.clone().filter(|line| self.lines[*line].bare.len() <= MAX_NAME);
        let bare = |line: usize| self.lines[line].bare.as_str();
        let stated = |line: usize| ruleset.nation(bare(line).strip_prefix("Nation: ")?.trim());
        let own_line = |line: usize| ruleset.nation(bare(line).rsplit(':').next()?.trim());
        if let Some(id) = short().find_map(stated).or_else(|| short().find_map(own_line)) {
            return Some((id, None));
        }
        let spoken = |id: &str| {
            let says = |line: &usize| self.nations[*line].iter().any(|(named, _)| *named == id);
            lines.clone().filter(says).count().min(2) * 2
        };
        let fits = |place: usize| lines.clone().map(|line| self.fits[line][place]).sum::<usize>();
        let all = self.units.nations().enumerate().filter_map(|(place, id)| Some((fits(place) + spoken(id?), id?)));
        let most = all.max_by_key(|(number, _)| *number).filter(|(number, _)| *number > 0);
        if let Some((_, id)) = most {
            return Some((id, Some("which has most of the units")));
        }
        let nations = &ruleset.declarations().nations;
        let spoken_of = |line: usize| {
            let words = format!("-{}-", slug(bare(line)));
            let fits = nations.keys().filter(|id| words.contains(&format!("-{id}-")));
            fits.max_by_key(|id| id.len()).map(String::as_str)
        };
        Some((short().find_map(spoken_of)?, Some("which the text speaks of")))
    }
}
