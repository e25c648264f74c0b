//! Finds the lines of a text that say that Muster wrote them, also in a quote or among other words.

use std::ops::Range;

use muster_engine::effort;

use crate::listing::fact;
use crate::listing::foot::Foot;
use crate::listing::markup::is_blank;

/// The most texts that are taken out of one text.
const TEXTS: usize = 20;

/// Lines that end with the foot of a text that Muster wrote, and begin where its title must be.
pub(super) struct OwnBlock {
    pub foot: Foot,
    /// The places of its lines, with those of the foot.
    pub lines: Range<usize>,
    /// Over how many lines the foot goes.
    pub of_foot: usize,
    /// How many quoting marks stand before each of its lines.
    pub depth: usize,
}

/// The texts of Muster among these lines, in their order.
pub(super) fn blocks(lines: &[&str]) -> Vec<OwnBlock> {
    let mut blocks: Vec<OwnBlock> = Vec::new();
    let mut at = 0;
    while at < lines.len() && blocks.len() < TEXTS {
        let depth = depth(lines[at]);
        let rest = lines[at..].iter().map(|line| unquoted(line, depth));
        let above = blocks.last().map_or(0, |block| block.lines.end);
        match Foot::at_start(rest) {
            Some((foot, length)) if lines[above..at].iter().any(|line| !is_blank(line)) => {
                let start = start(lines, above, at, depth);
                blocks.push(OwnBlock { foot, lines: start..at + length, of_foot: length, depth });
                at += length;
            }
            _ => at += 1,
        }
    }
    blocks
}

/// A line without this many quoting marks.
pub(super) fn unquoted(line: &str, depth: usize) -> &str {
    let mut rest = line;
    for _ in 0..depth {
        let Some(inner) = rest.trim_start().strip_prefix('>') else { return rest };
        rest = inner;
    }
    if depth > 0 { rest.strip_prefix(' ').unwrap_or(rest) } else { rest }
}

/// How many quoting marks begin a line.
fn depth(line: &str) -> usize {
    line.chars().take_while(|letter| *letter == '>' || *letter == ' ').filter(|letter| *letter == '>').count()
}

/// Where the text begins whose foot is at this place, behind the text before it: with its title, which stands above the line
/// for people and the facts of the list. If it names no ruleset, everything before the foot belongs to it.
fn start(lines: &[&str], above: usize, foot: usize, of_foot: usize) -> usize {
    effort::spend(foot - above);
    let is_outside = |line: &&str| !is_blank(line) && depth(line) < of_foot;
    let outside = lines[above..foot].iter().rposition(is_outside);
    let above = outside.map_or(above, |at| above + at + 1);
    let bare: Vec<&str> = lines[above..foot].iter().map(|line| bare(line)).collect();
    let Some(mut at) = bare.iter().position(|line| line.starts_with("Ruleset: ")) else { return above };
    let is_fact = |at: Option<usize>| at.is_some_and(|at| fact::is_said(bare[at]));
    let is_empty = |at: usize| is_blank(lines[above + at]);
    let is_gap = |at: usize| at.checked_sub(1).is_some_and(is_empty);
    while is_fact(at.checked_sub(1)) || is_gap(at) && is_fact(at.checked_sub(2)) {
        at -= 1;
    }
    while is_gap(at) {
        at -= 1;
    }
    // The title and the line for people stand together.
    let end = at;
    while at > 0 && !is_empty(at - 1) {
        at -= 1;
    }
    if end - at == 1 {
        // Where blank lines part all lines, the title is the one before.
        at = (0..at).rfind(|at| !is_empty(*at)).unwrap_or(at);
    }
    above + at
}

/// A line without anything that marks it.
fn bare(line: &str) -> &str {
    let is_mark = |letter: char| letter.is_whitespace() || ">*-\u{2022}\u{2013}\u{25e6}#_".contains(letter);
    line.trim_start_matches(is_mark).trim_end()
}
