//! Finds where a text with several lists begins each of them.
//!
//! A list is parted only where the text plainly begins another: allies stand in the list of their commander.

use std::ops::Range;

use super::language::WordSort;
use super::survey::Survey;

/// The most words of a heading.
const MOST_WORDS: usize = 14;
/// How many words have to name units of a nation before another list may begin.
const LEAST: usize = 4;
/// How many words have to name units of another nation, where the text names that.
const PLAIN: usize = 6;

/// A line that may begin a list.
struct ListHead<'r> {
    nation: Option<&'r str>,
    /// `Player: Name`, `List 2`: the word before the name or number.
    key: Option<String>,
    /// It states points, the word for a list, or a name beside the nation.
    is_titled: bool,
    /// `++ Roster ++`
    is_roster: bool,
}

/// What was seen of the list that is being read.
struct ListProgress<'r> {
    /// How many lines count units by their types alone.
    typed: usize,
    /// How many words name units of each nation.
    fits: Vec<usize>,
    /// A sum stands below the last unit.
    ended: bool,
    nation: Option<&'r str>,
    keys: Vec<String>,
}

/// The lines of each list of a text. One range for all lines if there is one list or none. What stands above the first
/// of several lists is in no range.
pub(super) fn parts(survey: &Survey) -> Vec<Range<usize>> {
    let new =
        || ListProgress { typed: 0, fits: vec![0; survey.nations()], ended: false, nation: None, keys: Vec::new() };
    let (mut starts, mut seen) = (vec![0], new());
    for at in 0..survey.len() {
        // One word of a story may be the name of a unit by chance.
        let has_units = seen.fits.iter().any(|fits| *fits >= LEAST) || seen.typed > 1;
        if survey.names_unit(at) {
            // Units of another nation below a sum, with a sum of their own, are another list.
            let sums = || (at..survey.len()).any(|line| is_sum(survey, line));
            let is_below = seen.ended && survey.is_entry(at) && changes(survey, &seen, at, sums());
            let is_other = is_below || turns(survey, &seen, at);
            if has_units && is_other {
                let typed = (0..at).rev().take_while(|line| survey.counts_types(*line)).last();
                starts.push(typed.unwrap_or(at));
                seen = new();
            }
            seen.ended = false;
            seen.nation = seen.nation.or_else(|| survey.nation_of(at));
            survey.add_fits(at, &mut seen.fits);
        } else if survey.counts_types(at) {
            seen.typed += 1;
        } else if is_sum(survey, at) {
            seen.ended = has_units;
        } else if let Some(head) = head(survey, at) {
            let more = || (at + 1..survey.len()).any(|line| survey.names_unit(line) || survey.counts_types(line));
            if has_units && more() && begins(survey, &seen, &head, at) {
                starts.push(first_of_block(survey, at));
                seen = new();
            }
            seen.nation = seen.nation.or(head.nation);
            seen.keys.extend(head.key);
        }
    }
    if starts.len() > 1 {
        // A name in the story above may be that of a unit by chance.
        let is_entry = |line: &usize| survey.names_unit(*line) || survey.counts_types(*line);
        let second = (0..starts[1]).filter(is_entry).nth(1).unwrap_or(starts[1]);
        let title = (0..second).find(|line| survey.is_title_of_muster(*line));
        let head = title.or_else(|| (0..second).rev().find(|line| head(survey, *line).is_some()));
        starts[0] = head.map_or(0, |head| first_of_block(survey, head));
        // "800 points a side" above the first list holds for all.
        if let Some(line) = (starts[0]..second.saturating_sub(1)).rfind(|line| is_of_each_side(survey, *line)) {
            starts[0] = line + 1;
        }
    }
    let ends = starts.iter().skip(1).copied().chain([survey.lines.len()]);
    starts.iter().zip(ends).map(|(start, end)| *start..end).collect()
}

/// Whether a heading begins another list.
fn begins(survey: &Survey, progress: &ListProgress, head: &ListHead, at: usize) -> bool {
    let own = progress.nation.or_else(|| survey.best(&progress.fits));
    let is_other = head.nation.is_some() && own.is_some() && head.nation != own;
    let again = head.key.as_ref().is_some_and(|key| progress.keys.contains(key));
    let ended = progress.ended && (head.nation.is_some() || head.key.is_some() || head.is_roster);
    // Units of a friendly nation below a heading are allies.
    let is_enemy = || !own.zip(head.nation).is_some_and(|(own, other)| survey.are_friends(own, other));
    again
        || ended
        || is_other && (head.is_titled || is_enemy())
        || head.is_titled && changes(survey, progress, at, false)
}

/// Whether the units from here on are of another nation, and of no friend of the one before unless friends will do.
fn changes(survey: &Survey, progress: &ListProgress, at: usize, or_friend: bool) -> bool {
    let mut fits = vec![0; progress.fits.len()];
    let is_end = |line: &usize| !is_sum(survey, *line) && (*line == at || head(survey, *line).is_none());
    (at..survey.len()).take_while(is_end).for_each(|line| survey.add_fits(line, &mut fits));
    let own = survey.best(&progress.fits).or(progress.nation);
    own.zip(survey.best(&fits))
        .is_some_and(|(own, other)| own != other && (or_friend || !survey.are_friends(own, other)))
}

/// Whether a line with units turns to those of the other side: it names their nation.
fn turns(survey: &Survey, progress: &ListProgress, at: usize) -> bool {
    let mut fits = vec![0; progress.fits.len()];
    survey.add_fits(at, &mut fits);
    let own = survey.best(&progress.fits).or(progress.nation);
    let is_plain = fits.iter().max().is_some_and(|most| *most >= PLAIN);
    let other = survey.nation_of(at).filter(|other| is_plain && survey.best(&fits) == Some(*other));
    own.zip(other).is_some_and(|(own, other)| own != other && !survey.are_friends(own, other))
}

/// Whether a line states the points of each side: `800 points a side`, `800 points each`.
fn is_of_each_side(survey: &Survey, line: usize) -> bool {
    let words = survey.words(line);
    let is_side = |at: usize| words.get(at).is_some_and(|word| WordSort::Games.is(word));
    let says = |at: usize| {
        WordSort::Points.is(&words[at])
            && words.get(at + 1).is_some_and(|word| WordSort::Each.is(word) || WordSort::Articles.is(word))
            && (is_side(at + 2) || words.len() == at + 2 && WordSort::Each.is(&words[at + 1]))
    };
    (0..words.len()).any(says) && survey.nation_of(line).is_none()
}

/// Whether a line has the sum of a list: `Total: 985`, or a number and nothing else.
fn is_sum(survey: &Survey, line: usize) -> bool {
    let words = survey.words(line);
    if survey.lines[line].heading && !words.first().is_some_and(|word| WordSort::Totals.has(&word.folded)) {
        return false;
    }
    let has_number = words.iter().any(|word| word.number().is_some_and(|number| number >= 100));
    let is_total = words.first().is_some_and(|word| WordSort::Totals.has(&word.folded));
    let is_bare = words.iter().all(|word| word.number().is_some() || WordSort::Points.has(&word.folded));
    has_number && (is_total || is_bare)
}

fn head<'r>(survey: &Survey<'_, 'r>, line: usize) -> Option<ListHead<'r>> {
    let words = survey.words(line);
    let is_allied = survey.beside_nations(line).any(|word| WordSort::Allies.has(&word.folded));
    if words.is_empty() || words.len() > MOST_WORDS || is_allied || survey.names_unit(line) {
        return None;
    }
    // `Nation: Gulls` directly below an entry is that of its squadron.
    let is_below = |before: usize| survey.names_unit(before) && !survey.lines[line].opens;
    if survey.lines[line].bare.contains(':') && line.checked_sub(1).is_some_and(is_below) {
        return None;
    }
    let bare = survey.lines[line].bare.as_str();
    let is_keyed = words.get(1).is_some_and(|second| bare[words[0].end..second.start].contains(':'))
        || words.get(1).is_some_and(|second| second.number().is_some() || second.end - second.start == 1);
    let key = Some(&words[0].folded).filter(|word| is_keyed && WordSort::HeadKeys.has(word)).cloned();
    let nation = survey.nation_of(line);
    let has_points = words.iter().any(|word| WordSort::Points.has(&word.folded));
    let is_list = words.iter().any(|word| WordSort::Lists.has(&word.folded));
    let is_player = nation.is_some() && bare.contains('(') && bare.ends_with(')') && words.len() <= MOST_WORDS / 2;
    // "Anna's list" is not another list of the one before.
    let is_owned = is_list && words.len() <= MOST_WORDS / 3 && (bare.contains("'s ") || bare.contains("\u{2019}s "));
    let key = key.or_else(|| is_owned.then(|| "list".to_owned()));
    let is_titled = is_owned
        || nation.is_some() && bare.ends_with([':', ';'])
        || is_list && (nation.is_some() || bare.ends_with([':', ';']))
        || nation.is_some() && has_points
        || is_player;
    let is_roster = survey.lines[line].text.starts_with("++");
    (nation.is_some() || key.is_some() || is_roster || is_titled).then_some(ListHead {
        nation,
        key,
        is_titled,
        is_roster,
    })
}

/// The first line of the lines without a gap in which a heading stands, as long as they name no unit and no sum.
fn first_of_block(survey: &Survey, heading: usize) -> usize {
    let mut first = heading;
    while first > 0 && !survey.lines[first].opens && !survey.names_unit(first - 1) && !is_sum(survey, first - 1) {
        first -= 1;
    }
    first
}
