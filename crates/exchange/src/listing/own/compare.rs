//! Compares the words of a text with those that Muster writes.

use std::collections::BTreeMap;
use std::ops::Range;

use muster_engine::effort;

use super::words::{LetterWord, fits, has_digit, stated, wanted};
use crate::listing::marked::MarkedLine;

/// More words than these that differ are not told apart: everything from the first to the last of them differs.
const MOST: usize = 200;

/// A line of a text that is not as Muster writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineDifference {
    /// The number of the line, from 1; of the line before it, if the text lacks the line.
    pub line: usize,
    /// What the line says; none if the text lacks it.
    pub says: Option<String>,
    /// What Muster writes in its place; none if Muster writes no such line.
    pub writes: Option<String>,
    /// Whether the line states a number that Muster does not.
    pub has_other_number: bool,
}

/// A word with the place of its line.
struct PlacedWord {
    word: LetterWord,
    line: usize,
}

fn placed(lines: impl Iterator<Item = Vec<LetterWord>>) -> Vec<PlacedWord> {
    lines.enumerate().flat_map(|(line, words)| words.into_iter().map(move |word| PlacedWord { word, line })).collect()
}

/// The lines of a text that differ from those that Muster writes, in their order. Where its lines are broken, and what blanks
/// and markup it has, makes no difference.
pub(super) fn differences(all: &[MarkedLine], lines: &[(usize, String)]) -> Vec<LineDifference> {
    let wanted = placed(all.iter().map(wanted));
    let stated = placed(lines.iter().map(|(_, line)| stated(line)));
    effort::spend(wanted.len() + stated.len());
    let is_same = |one: &PlacedWord, other: &PlacedWord| fits(&one.word, &other.word);
    let mut found = BTreeMap::new();
    for hunk in hunks(&wanted, &stated, is_same) {
        tell(&hunk, (&wanted, all), (&stated, lines), &mut found);
    }
    found.into_values().collect()
}

/// A stretch in which the words differ. Each range gives the places of the words on its side.
struct Hunk {
    wanted: Range<usize>,
    stated: Range<usize>,
}

/// The place of a line of the text; of those that it lacks, the places of the wanted ones behind it.
type LineSpot = (usize, usize);

/// The lines of the words directly before and behind a hunk.
type HunkNeighbours = (Option<usize>, Option<usize>);

/// Adds the lines of a hunk to those that differ.
fn tell(
    hunk: &Hunk,
    (wanted, all): (&[PlacedWord], &[MarkedLine]),
    (stated, lines): (&[PlacedWord], &[(usize, String)]),
    found: &mut BTreeMap<LineSpot, LineDifference>,
) {
    let places = |words: &[PlacedWord], range: &Range<usize>| {
        let mut places: Vec<usize> = words[range.clone()].iter().map(|word| word.line).collect();
        places.dedup();
        places
    };
    let (mut of_wanted, mut of_stated) = (places(wanted, &hunk.wanted), places(stated, &hunk.stated));
    // A hunk may begin or end in the middle of a line. Then the finding tells the whole line.
    let around = |words: &[PlacedWord], range: &Range<usize>| -> HunkNeighbours {
        let before = range.start.checked_sub(1).map(|at| words[at].line);
        (before, words.get(range.end).map(|word| word.line))
    };
    let (around_wanted, around_stated) = (around(wanted, &hunk.wanted), around(stated, &hunk.stated));
    // Where one side lacks the words, this finds its line that stands for the lines of the other side.
    let beside = |others: &[usize], (before, behind): HunkNeighbours, (own_before, own_behind): HunkNeighbours| {
        if before.is_some() && others.first().copied() == before {
            own_before
        } else if behind.is_some() && others.last().copied() == behind {
            own_behind
        } else {
            own_before.filter(|_| own_before == own_behind)
        }
    };
    if of_wanted.is_empty() {
        of_wanted.extend(beside(&of_stated, around_stated, around_wanted));
    }
    if of_stated.is_empty() {
        of_stated.extend(beside(&of_wanted, around_wanted, around_stated));
    }
    let numbers = |words: &[PlacedWord], range: &Range<usize>| -> Vec<LetterWord> {
        let bare = |word: &PlacedWord| word.word.iter().map(|(letter, _)| (*letter, false)).collect::<LetterWord>();
        words[range.clone()].iter().map(bare).filter(|word| has_digit(word)).collect()
    };
    let known = numbers(wanted, &hunk.wanted);
    let has_other_number = numbers(stated, &hunk.stated).iter().any(|number| !known.contains(number));
    for at in 0..of_wanted.len().max(of_stated.len()) {
        let line = of_stated.get(at).copied();
        let above = line.or(of_stated.last().copied()).or(around_stated.0).unwrap_or_default();
        let place = (above, if line.is_some() { 0 } else { at + 1 });
        let writes = of_wanted.get(at).map(|line| all[*line].to_string().trim().to_owned());
        let says = line.map(|line| lines[line].1.trim().to_owned());
        let number = lines.get(above).map_or(1, |(number, _)| *number);
        let difference = LineDifference { line: number, says, writes, has_other_number };
        let known = found.entry(place).or_insert(difference);
        known.has_other_number |= has_other_number;
    }
}

/// Finds the fewest words that must be left out or added to make one text of the other (Myers, *An O(ND) Difference
/// Algorithm*, 1986). The libraries for this bound their work by a clock alone, but the same text must always have the same
/// answer.
fn hunks<T>(wanted: &[T], stated: &[T], is_same: impl Fn(&T, &T) -> bool) -> Vec<Hunk> {
    let begin = wanted.iter().zip(stated).take_while(|(one, other)| is_same(one, other)).count();
    let (a, b) = (&wanted[begin..], &stated[begin..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(one, other)| is_same(one, other)).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    if a.is_empty() && b.is_empty() {
        return Vec::new();
    }
    let whole = || vec![Hunk { wanted: begin..begin + a.len(), stated: begin..begin + b.len() }];
    let Some(changed) = changed(a, b, is_same) else { return whole() };
    let mut hunks: Vec<Hunk> = Vec::new();
    for (x, y, is_wanted) in changed {
        let (x, y) = (begin + x, begin + y);
        let (to_x, to_y) = (x + usize::from(is_wanted), y + usize::from(!is_wanted));
        match hunks.last_mut() {
            Some(last) if last.wanted.end == x && last.stated.end == y => {
                (last.wanted.end, last.stated.end) = (to_x, to_y);
            }
            _ => hunks.push(Hunk { wanted: x..to_x, stated: y..to_y }),
        }
    }
    hunks
}

/// The places at which a word is left out (`true`) or added, in their order. None if there are more than [`MOST`].
fn changed<T>(a: &[T], b: &[T], is_same: impl Fn(&T, &T) -> bool) -> Option<Vec<(usize, usize, bool)>> {
    // Each row belongs to a number of changes. It says how far each diagonal reaches; diagonal `k` has the place `k + changes`.
    let mut reached: Vec<Vec<usize>> = Vec::new();
    for changes in 0..=MOST {
        effort::spend(1 + changes);
        let mut row = vec![0; 2 * changes + 1];
        for place in (0..=2 * changes).step_by(2) {
            // A step that leaves out a word comes from `place - 2` of the row before, one that adds a word from `place`.
            let before = reached.last();
            let left = before.and_then(|row: &Vec<usize>| row.get(place.checked_sub(2)?)).map(|x| x + 1);
            let above = before.and_then(|row| row.get(place)).copied();
            let mut x = left.max(above).unwrap_or_default();
            let y = |x: usize| (x + changes).checked_sub(place);
            while let Some(at) = y(x)
                && x < a.len()
                && at < b.len()
                && is_same(&a[x], &b[at])
            {
                x += 1;
            }
            row[place] = x;
            if x >= a.len() && y(x).is_some_and(|y| y >= b.len()) {
                reached.push(row);
                return Some(walked(&reached, place));
            }
        }
        reached.push(row);
    }
    None
}

/// The changes on the way to the last place that was reached.
fn walked(reached: &[Vec<usize>], mut place: usize) -> Vec<(usize, usize, bool)> {
    let mut changed = Vec::new();
    for changes in (1..reached.len()).rev() {
        let before = &reached[changes - 1];
        let left = place.checked_sub(2).and_then(|place| before.get(place)).map(|x| x + 1);
        let above = before.get(place).copied();
        let is_wanted = left >= above;
        place = if is_wanted { place - 2 } else { place };
        let x = before[place];
        // The place in the row before is that of `k + changes - 1`.
        let y = (x + changes - 1).saturating_sub(place);
        changed.push((x, y, is_wanted));
    }
    changed.reverse();
    changed
}
