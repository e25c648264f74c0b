//! Writes a list as text for forums, chats and mails, and reads such texts.
//!
//! [`read`] turns the text of [`write`] into the same list again; if it cannot, [`ListText::lost`] says so. From text of
//! other tools or typed by hand, `read` takes the names that it knows.

pub mod evidence;
pub(crate) mod fact;
mod foot;
mod found;
mod known;
mod left_open;
mod line_kind;
mod marked;
mod markup;
mod named;
mod outline;
mod own;
pub(crate) mod phrase;
mod plain;
mod posted;
mod read;
mod reader;
mod table;
#[cfg(test)]
pub(crate) mod tests;

use muster_engine::list::{ArmyList, FormatVersion};
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::summary::Summary;

use self::foot::Foot;
pub(crate) use self::found::MAX_NUMBER;
pub use self::found::{Doubt, DoubtKind, ListText, Listing, PossibleReading, TextChange, TextContext};
pub(crate) use self::known::{current, each_squadron, unit_names};
pub(crate) use self::left_open::leave_open;
pub use self::line_kind::{LineKind, LineReading, ReadLine};
use self::marked::{MarkedLine, marked};
pub use self::markup::Markup;
pub(crate) use self::named::named;
pub(crate) use self::outline::NAMELESS;
pub use self::own::{LineDifference, OwnText};
pub(crate) use self::own::{cut, is_own};
pub use self::plain::{lines, rows};
pub use self::posted::MAX_TEXT;
pub(crate) use self::posted::{no_part, player_in};
pub(crate) use self::read::name_units as by_ids;
pub use self::reader::{LikeliestGame, TextReader, ruleset};
pub use self::table::is_table;

/// Writes a list with the points of its summary and the verdict of the report. The report may be that of the whole list
/// where the list is only what an opponent may see.
#[must_use]
pub fn write(ruleset: &Ruleset, list: &ArmyList, summary: &Summary, report: &Report, style: Markup) -> ListText {
    let lines = marked(ruleset, list, summary, report, style);
    let text = lines.iter().map(MarkedLine::to_string).collect::<Vec<_>>().join("\n") + "\n";
    let mut same = list.clone();
    read::name_units(ruleset, &mut same);
    // A text has no format version: it is always read as the current format.
    same.kind = None;
    same.muster = FormatVersion::default();
    let back = read::list(ruleset, style, &text);
    let losses = if back.doubts.is_empty() && back.list == same {
        Vec::new()
    } else {
        vec!["Muster reads the text back as another list, perhaps because a name or a note looks like markup".into()]
    };
    ListText { text, lost: losses }
}

/// Whether [`write`] made a text. The last line and its marks decide. A file of YAML or JSON may hold such a line too, but
/// indents it, and an indented line does not count.
#[must_use]
pub fn is_ours(text: &str) -> bool {
    Foot::at_end(text).is_some()
}

/// Reads a text under a ruleset with all its catalogues. A text made by [`write`] is read exactly; from any other,
/// known names are taken. A [`TextReader`] is faster for many texts.
#[must_use]
pub fn read(ruleset: &Ruleset, text: &str, context: TextContext) -> Listing {
    TextReader::new(ruleset).read(text, context)
}

/// Reads all lists of a text, in its order: those of both sides of a game, or of the players of an event. There is
/// always one list, which may be empty.
#[must_use]
pub fn read_all(ruleset: &Ruleset, text: &str, context: TextContext) -> Vec<Listing> {
    TextReader::new(ruleset).read_all(text, context)
}

/// Reads the list of a spreadsheet: rows that [`rows`] wrote, or a player's own, with its columns in any order. None if
/// the text is no such table. Of several lists, the first is read.
#[must_use]
pub fn table(ruleset: &Ruleset, text: &str, context: TextContext) -> Option<Listing> {
    is_table(text).then(|| TextReader::new(ruleset).read(text, context))
}

/// The ruleset that a text seems to be written for, of several with all their catalogues: by words that name the game,
/// and by the units that it names. None if several would do, or none.
#[must_use]
pub fn likeliest(rulesets: &[&Ruleset], text: &str) -> Option<LikeliestGame> {
    let readers: Vec<TextReader> = rulesets.iter().copied().map(TextReader::new).collect();
    TextReader::likeliest(&readers, text).ok()
}
