//! Undoes what programs for mails and forums make of a text that Muster wrote: broken lines, lost blanks and lost markup.

use muster_engine::plain::is_unseen;
use muster_engine::ready::Ruleset;
use muster_engine::words::phrases;

use crate::listing::fact::{self, AS_JSON};
use crate::listing::markup::{Markup, MarkupLine, is_blank};

/// Marks that are left alone where a long word behind them is broken off.
const BULLETS: [&str; 4] = ["-", "*", "\u{2013}", "\u{2022}"];

/// The lines of a text of this style as Muster wrote them, each with its number. A line is joined to the one before only if
/// that is so long that a program must have broken it there.
pub(super) fn whole(ruleset: &Ruleset, style: Markup, lines: &[(usize, String)]) -> Vec<(usize, String)> {
    let clean: Vec<(usize, String)> = lines.iter().map(|(number, line)| (*number, clean(line))).collect();
    let width = width(&clean);
    let mut whole: Vec<(usize, String)> = Vec::new();
    let (mut last, mut is_in_deck) = (0, false);
    for (number, line) in clean {
        if let MarkupLine::Heading(words) = bare(ruleset, style, &line) {
            is_in_deck = ruleset.declarations().decks.values().any(|deck| deck.title == words);
        }
        let begins = || begins(ruleset, style, &line) || is_in_deck && is_card(ruleset, &style.unmarked(&line));
        let is_mark = whole.last().is_some_and(|(_, before)| BULLETS.contains(&before.trim()));
        let is_broken = is_mark || last > 0 && last + 1 + first(&line) > width && !begins();
        let is_broken = is_broken && !is_blank(&line);
        last = if is_blank(&line) { 0 } else { length(&line) };
        match whole.last_mut() {
            Some((_, before)) if is_broken => {
                before.truncate(before.trim_end().len());
                before.push(' ');
                before.push_str(line.trim());
            }
            _ => whole.push((number, line)),
        }
    }
    whole
}

/// Whether a program may have broken these lines before the line at this place: its first word does not fit into the line
/// before, which is as long as the others.
pub(super) fn is_broken(lines: &[(usize, String)], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &lines[before].1).filter(|before| !is_blank(before));
    before.is_some_and(|before| length(before) + 1 + first(&lines[at].1) > width(lines))
}

/// The length of the longest line that could be broken. A single word cannot, however long.
fn width(lines: &[(usize, String)]) -> usize {
    let is_breakable = |line: &&(usize, String)| line.1.split_whitespace().nth(1).is_some();
    lines.iter().filter(is_breakable).map(|(_, line)| length(line)).max().unwrap_or_default()
}

fn length(line: &str) -> usize {
    line.trim_end().chars().count()
}

/// The length of the first word.
fn first(line: &str) -> usize {
    line.split_whitespace().next().map_or(0, |word| word.chars().count())
}

/// The kind and words of a line, whatever is left of its marks.
pub(super) fn bare(ruleset: &Ruleset, style: Markup, line: &str) -> MarkupLine {
    let bare = style.bare(line);
    if !matches!(bare, MarkupLine::Entry(_)) {
        return bare;
    }
    let words = style.unmarked(line);
    if fact::is_said(&words) {
        MarkupLine::Fact(words)
    } else if is_heading(ruleset, &words) {
        MarkupLine::Heading(words)
    } else if style.marks_entry(line) {
        bare
    } else {
        MarkupLine::Entry(words)
    }
}

/// A line with plain blanks, and without characters that nobody sees. Values that are written as JSON get its quotes.
fn clean(line: &str) -> String {
    let line: String = line
        .chars()
        .filter(|letter| !is_unseen(*letter))
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .collect();
    let line = line.trim_end();
    let is_json = line.contains(['{', '[']) || line.contains(AS_JSON);
    if is_json { line.replace(['\u{201c}', '\u{201d}', '\u{201e}'], "\"") } else { line.to_owned() }
}

/// Whether a line begins something: a fact, a heading or a squadron.
fn begins(ruleset: &Ruleset, style: Markup, line: &str) -> bool {
    let words = style.unmarked(line);
    let is_entry = words.ends_with(" points)") || words.ends_with(" point)") || words.ends_with("(points not known)");
    let is_second = words.strip_prefix(ruleset.declarations().name.as_str()).is_some_and(|rest| rest.starts_with(','));
    is_entry || is_second || !matches!(bare(ruleset, style, line), MarkupLine::Entry(_))
}

/// Whether words are a card of a deck.
fn is_card(ruleset: &Ruleset, words: &str) -> bool {
    let name = words.strip_suffix(')').and_then(|words| words.rsplit_once(" (")).map_or(words, |(name, _)| name);
    let mut decks = ruleset.declarations().decks.keys();
    words.starts_with('{') || decks.any(|deck| ruleset.card(deck, name).is_some())
}

/// Whether words are the heading above squadrons, a group or a deck.
fn is_heading(ruleset: &Ruleset, words: &str) -> bool {
    let declarations = ruleset.declarations();
    let is_of_group = |title: &str| {
        let rest = words.rsplit_once(" (").and_then(|(group, _)| group.strip_prefix(title));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
    };
    words.eq_ignore_ascii_case(phrases::squadrons(declarations, 2))
        || declarations.decks.values().any(|deck| deck.title == words)
        || declarations.group_kinds.values().any(|kind| is_of_group(&kind.title))
}
