//! About how high a stat card is. It decides what is nicer, and nothing that must be right: the typesetter breaks the
//! pages. To measure cards there would take twice as long as to typeset them.

use crate::card_words::{StatCard, Ticks};
use crate::subject::Paper;

/// The letters of small text on a line of a card.
const LINE: usize = 62;

/// The height of a column of cards on a page, in tenths of a millimetre.
pub(crate) fn column(paper: Paper) -> usize {
    match paper {
        Paper::A4 => 2_610,
        Paper::Letter => 2_430,
    }
}

/// How many pages cards of these heights take, one below the other in two columns a page, as thousandths of a page.
pub(crate) fn pages(heights: &[usize], column: usize) -> usize {
    let (mut full, mut here) = (0, 0);
    for height in heights {
        if here + height > column && here > 0 {
            (full, here) = (full + 1, 0);
        }
        here += height;
    }
    500 * full + 500 * here / column
}

/// Before which card the second column begins, if all fit on one page with room to spare.
pub(crate) fn half(heights: &[usize], column: usize) -> Option<usize> {
    let total: usize = heights.iter().sum();
    let sides = (1..heights.len()).map(|at| {
        let left: usize = heights[..at].iter().sum();
        (left.max(total - left), at)
    });
    sides.min().filter(|(higher, _)| 10 * higher < 9 * column).map(|(_, at)| at)
}

/// The height of a card with the gap below, in tenths of a millimetre. A tight one is set at 88%, so that its lines break less often.
pub(crate) fn height(card: &StatCard, is_tight: bool) -> usize {
    let text = |words: &[String]| words.iter().map(|words| words.len() + 3).sum::<usize>();
    let (head, notes) = (46 * lines(card.name.len(), 36), 33 * lines(text(&card.kind) + text(&card.notes), LINE));
    let titles: usize = card.stats.iter().map(|(title, _)| title.len().max(3)).sum();
    let rows = if card.stats.len() > 12 || titles > 48 { 2 } else { 1 };
    let mut height = 74 + head + notes + if card.stats.is_empty() { 0 } else { 80 * rows };
    if !card.bands.is_empty() {
        height += if card.reach.is_empty() { 40 } else { 62 };
    }
    for weapon in &card.weapons {
        let letters = weapon.name.len() + weapon.name.len() / 5 + text(&weapon.note);
        height += 8 + if card.bands.len() > 4 { 29 + 29 * lines(letters, LINE) } else { 29 * lines(letters, 46) };
    }
    if card.blank.is_some() {
        height += 350;
    }
    let names: Vec<String> = card.rules.iter().map(|rule| rule.name.clone()).collect();
    let told =
        card.rules.iter().filter_map(|rule| Some(29 * lines(rule.name.len() + rule.effect.as_ref()?.len(), LINE)));
    height += match told.sum() {
        0 => 29 * lines(text(&names), LINE),
        told => told,
    };
    height += 29 * lines(text(&card.options), LINE);
    height += card.ticks.iter().map(ticks).sum::<usize>();
    if is_tight { 86 * height / 100 } else { height }
}

fn ticks(ticks: &Ticks) -> usize {
    let below = if ticks.beside { 0 } else { ticks.models.div_ceil(ticks.columns) };
    48 + 37 * usize::try_from(below).unwrap_or(usize::MAX / 100)
}

fn lines(letters: usize, line: usize) -> usize {
    letters.div_ceil(line)
}

#[cfg(test)]
mod tests {
    use super::{half, pages};

    #[test]
    fn a_column_is_full_before_the_next_begins() {
        assert_eq!(pages(&[], 2_500), 0);
        assert_eq!(pages(&[1_000; 4], 2_500), 500 + 400);
        // The fifth begins a second page.
        assert_eq!(pages(&[1_000; 5], 2_500), 1_000 + 200);
        assert_eq!(pages(&[9_000], 2_500), 1_800);
    }

    #[test]
    fn columns_are_of_about_one_height_where_a_page_has_room() {
        assert_eq!(half(&[500, 400, 300], 2_500), Some(1));
        assert_eq!(half(&[300, 400, 500], 2_500), Some(2));
        assert_eq!(half(&[2_000, 2_000, 500], 2_500), None);
        assert_eq!(half(&[500], 2_500), None);
    }
}
