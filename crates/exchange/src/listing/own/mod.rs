//! Texts that say that Muster wrote them. What people see of such a text may be something else than what Muster reads of it:
//! another sum, other options that a squadron has by default, a line that counts for nothing. So Muster writes anew what it
//! read, and compares.
//!
//! `block` finds these texts among other words, `repair` undoes what mails and forums made of them, and `compare` compares
//! their lines by their `words`. `text` is such a text as it was read.

mod block;
mod compare;
mod repair;
pub(super) mod text;
mod words;

use std::collections::BTreeSet;

use muster_engine::list::RulesetName;
use muster_engine::ready::Ruleset;

use self::block::{OwnBlock, blocks, unquoted};
pub use self::compare::LineDifference;
pub use self::text::OwnText;
use super::fact;
use super::foot::Foot;
use super::found::Listing;
use super::markup::{MarkupLine, is_blank};
use super::posted::no_part;
use super::read::list_of;

/// The texts of Muster among other words, and these without them. None if there is no such text, or nothing else.
pub(crate) fn cut(text: &str) -> Option<(Vec<String>, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let blocks = blocks(&lines);
    let is_inside = |at: usize| blocks.iter().any(|block| block.lines.contains(&at));
    let around: Vec<&str> = lines.iter().enumerate().filter(|(at, _)| !is_inside(*at)).map(|(_, line)| *line).collect();
    if blocks.len() < 2 && (blocks.is_empty() || around.iter().all(|line| is_blank(line))) {
        return None;
    }
    let joined = |lines: &[&str]| lines.iter().flat_map(|line| [*line, "\n"]).collect::<String>();
    Some((blocks.iter().map(|block| joined(&lines[block.lines.clone()])).collect(), joined(&around)))
}

/// Whether a text is one that says that Muster wrote it, whatever became of its markup.
pub(crate) fn is_own(text: &str) -> bool {
    OwnTextClaim::of(text).is_some()
}

/// The ruleset that a text names which says that Muster wrote it. None if it names none, or is no such text.
pub(super) fn ruleset(text: &str) -> Option<RulesetName> {
    let OwnTextClaim { foot, lines, .. } = OwnTextClaim::of(text)?;
    let named = |(_, line): &(usize, String)| match foot.style.bare(line) {
        MarkupLine::Fact(words) => words.strip_prefix("Ruleset: ").map(str::to_owned),
        _ => foot.style.unmarked(line).strip_prefix("Ruleset: ").map(str::to_owned),
    };
    lines.iter().find_map(named).map(|named| fact::ruleset_named(named.trim()))
}

/// The text of Muster at the end of these lines.
fn last(lines: &[&str]) -> Option<OwnBlock> {
    let block = blocks(lines).pop()?;
    lines[block.lines.end..].iter().all(|line| is_blank(line)).then_some(block)
}

/// What a text says that Muster wrote.
struct OwnTextClaim {
    foot: Foot,
    /// Its lines from the title to the foot, with their numbers.
    lines: Vec<(usize, String)>,
    /// How many of them are the foot.
    of_foot: usize,
}

impl OwnTextClaim {
    fn of(text: &str) -> Option<Self> {
        let all: Vec<&str> = text.lines().collect();
        let (at_end, block) = (Foot::at_end(text), last(&all));
        let (foot, block) = match (at_end, block) {
            (Some(foot), Some(block)) if block.depth == 0 => (foot, block),
            (None, Some(block)) => (block.foot.clone(), block),
            // Somebody changed the foot.
            (Some(foot), _) => {
                let end = all.iter().rposition(|line| !is_blank(line))? + 1;
                (foot.clone(), OwnBlock { foot, lines: 0..end, of_foot: 1, depth: 0 })
            }
            (None, None) => return None,
        };
        let lines = block.lines.clone().map(|at| (at + 1, unquoted(all[at], block.depth).to_owned()));
        let lines = lines.skip_while(|(_, line)| is_blank(line)).collect();
        Some(Self { foot, lines, of_foot: block.of_foot })
    }

    /// Leaves out what stands above the title without an empty line between them, and returns the numbers of these lines. The
    /// title stands above the line for people, which begins with the name of the game.
    fn cut_above(&mut self, ruleset: &Ruleset) -> BTreeSet<usize> {
        /// Among how many lines the title is looked for.
        const LINES: usize = 10;
        let game = &ruleset.declarations().name;
        let is_for_people = |line: &str| {
            let words = self.foot.style.unmarked(line);
            words.strip_prefix(game.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
        };
        let begin: Vec<usize> = (0..self.lines.len().min(LINES)).filter(|at| !is_blank(&self.lines[*at].1)).collect();
        let second = begin.iter().skip(1).position(|at| is_for_people(&self.lines[*at].1));
        let mut title = second.map_or(0, |place| begin[place]);
        // A long title may be broken into several lines.
        while title > 0 && repair::is_broken(&self.lines, title) {
            title -= 1;
        }
        self.lines.drain(..title).filter(|(_, line)| !is_blank(line)).map(|(number, _)| number).collect()
    }
}

/// Reads a text whose last line says that Muster wrote it. It reads the text in several ways, writes the list of each, and
/// takes the list whose text differs least. A line that it does not understand counts as a difference. `posted` reads the text as one of people.
/// None if the text does not say so.
pub(super) fn read(ruleset: &Ruleset, text: &str, posted: impl Fn() -> Listing) -> Option<Listing> {
    let mut claim = OwnTextClaim::of(text)?;
    let above = claim.cut_above(ruleset);
    let style = claim.foot.style;
    let lines = &claim.lines[..claim.lines.len().saturating_sub(claim.of_foot)];
    let as_written = || list_of(ruleset, lines, |line| style.title(line), |line| style.bare(line));
    let repaired = || {
        let whole = repair::whole(ruleset, style, lines);
        list_of(ruleset, &whole, |line| style.unmarked(line), |line| repair::bare(ruleset, style, line))
    };
    let ways: [&dyn Fn() -> Listing; 3] = [&as_written, &repaired, &posted];
    let mut best: Option<(usize, Listing, OwnText)> = None;
    for way in ways {
        let listing = way();
        let own = OwnText::new(ruleset, claim.foot.clone(), &listing.list, claim.lines.clone());
        // Lines are compared by their words, so a line that was broken may be no difference, and yet not be read.
        let wrong = own.differences().len() + listing.doubts.len();
        if best.as_ref().is_none_or(|(least, ..)| wrong < *least) {
            best = Some((wrong, listing, own));
        }
        if wrong == 0 {
            break;
        }
    }
    let (_, mut listing, own) = best?;
    if !above.is_empty() {
        listing.concluded.push(no_part(above));
    }
    listing.own = Some(Box::new(own));
    Some(listing)
}
