//! Finds where a text with several lists begins each of them.
//!
//! A list is parted only where the text plainly begins another: allies stand in the list of their commander.

use std::ops::Range;

use super::line::POINTS;
use super::survey::Survey;

/// Words before the sum of a list.
const TOTALS: [&str; 6] = ["total", "sum", "gesamt", "summe", "grand", "all"];
/// Words of a heading above allies.
const ALLIES: [&str; 5] = ["ally", "allied", "alliance", "support", "friend"];
/// Words that name a list in a heading.
const LISTS: [&str; 6] = ["list", "fleet", "army", "force", "liste", "flotte"];
/// Words before the name of a player or a list.
const KEYS: [&str; 6] = ["player", "nation", "faction", "fleet", "army", "list"];
/// The most words of a heading.
const MOST_WORDS: usize = 14;

/// A line that may begin a list.
struct Head<'r> {
    nation: Option<&'r str>,
    /// `Player: Name`, `List 2`: the word before the name or number.
    key: Option<String>,
    /// It states points or the word for a list.
    is_titled: bool,
    /// `++ Roster ++`
    is_roster: bool,
}

/// What was seen of the list that is being read.
#[derive(Default)]
struct Seen<'r> {
    units: bool,
    /// A sum stands below the last unit.
    ended: bool,
    nation: Option<&'r str>,
    keys: Vec<String>,
}

impl<'r> Seen<'r> {
    fn take(&mut self, head: Head<'r>) {
        self.nation = self.nation.or(head.nation);
        self.keys.extend(head.key);
    }
}

/// The lines of each list of a text. One range for all lines if there is one list or none.
pub(in super::super) fn parts(survey: &Survey) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    let mut seen = Seen::default();
    for at in 0..survey.len() {
        if survey.names_unit(at) {
            (seen.units, seen.ended) = (true, false);
        } else if is_sum(survey, at) {
            seen.ended = seen.units;
        } else if let Some(head) = head(survey, at) {
            let more = || (at + 1..survey.len()).any(|line| survey.names_unit(line));
            if seen.units && begins(&seen, &head) && more() {
                starts.push(first_of_block(survey, at));
                seen = Seen::default();
            }
            seen.take(head);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([survey.lines.len()]);
    starts.iter().zip(ends).map(|(start, end)| *start..end).collect()
}

/// Whether a heading begins another list.
fn begins(seen: &Seen, head: &Head) -> bool {
    let is_other = head.nation.is_some() && seen.nation.is_some() && head.nation != seen.nation;
    let again = head.key.as_ref().is_some_and(|key| seen.keys.contains(key));
    let ended = seen.ended && (head.nation.is_some() || head.key.is_some() || head.is_roster);
    again || ended || is_other && head.is_titled
}

/// Whether a line has the sum of a list: `Total: 985`, or a number and nothing else.
fn is_sum(survey: &Survey, line: usize) -> bool {
    let words = survey.words(line);
    let has_number = words.iter().any(|word| word.number().is_some());
    let is_total = words.first().is_some_and(|word| TOTALS.contains(&word.folded.as_str()));
    let is_bare = words.iter().all(|word| word.number().is_some() || POINTS.contains(&word.folded.as_str()));
    has_number && (is_total || is_bare)
}

fn head<'r>(survey: &Survey<'_, 'r>, line: usize) -> Option<Head<'r>> {
    let words = survey.words(line);
    if words.is_empty() || words.len() > MOST_WORDS || words.iter().any(|word| ALLIES.contains(&word.folded.as_str())) {
        return None;
    }
    let bare = &survey.lines[line].bare;
    let is_keyed = words.get(1).is_some_and(|second| bare[words[0].end..second.start].contains(':'))
        || words.get(1).is_some_and(|second| second.number().is_some());
    let key = Some(&words[0].folded).filter(|word| is_keyed && KEYS.contains(&word.as_str())).cloned();
    let has_points = words.iter().any(|word| POINTS.contains(&word.folded.as_str()));
    let is_titled = has_points || words.iter().any(|word| LISTS.contains(&word.folded.as_str()));
    let is_roster = survey.lines[line].text.starts_with("++");
    let nation = survey.nation_of(line);
    (nation.is_some() || key.is_some() || is_roster).then_some(Head { nation, key, is_titled, is_roster })
}

/// The first line of the lines without a gap in which a heading stands, as long as they name no unit and no sum.
fn first_of_block(survey: &Survey, heading: usize) -> usize {
    let belongs = |line: &usize| {
        let is_empty = survey.lines[*line].text.is_empty();
        !is_empty && !survey.names_unit(*line) && !is_sum(survey, *line)
    };
    (0..heading).rev().take_while(belongs).last().unwrap_or(heading)
}
