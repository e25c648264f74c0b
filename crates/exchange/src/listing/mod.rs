//! Writes a list as text for forums, chats and mails, and reads such texts.
//!
//! [`read`] turns the text of [`write`] into the same list again; if it cannot, [`Written::lost`] says so. From text of
//! other tools or typed by hand, `read` takes the names that it knows.

pub(crate) mod fact;
mod foreign;
mod found;
mod line;
mod markup;
mod outline;
pub(crate) mod phrase;
mod plain;
mod posted;
mod read;
#[cfg(test)]
pub(crate) mod tests;

use muster_engine::catalogue::Catalogue;
use muster_engine::list::{ArmyList, RulesetName, Version};
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::summary::Summary;

pub use self::found::{Doubt, DoubtKind, Listing, Said, Written};
pub(crate) use self::found::{MAX_MFV, MAX_NUMBER};
pub use self::markup::Style;
pub(crate) use self::outline::NAMELESS;
use self::outline::Outline;
pub use self::plain::{lines, rows};
pub(crate) use self::read::name_units as by_ids;

/// Writes a list with the points of its summary and the verdict of the report. The report may be that of the whole list
/// where the list is only what an opponent may see.
#[must_use]
pub fn write(ruleset: &Ruleset, list: &ArmyList, summary: &Summary, report: &Report, style: Style) -> Written {
    let outline = Outline::new(ruleset, list, summary, report);
    let text = style.mark_up(&outline, report.fingerprint.as_deref().unwrap_or("not judged"));
    let mut same = list.clone();
    read::name_units(ruleset, &mut same);
    // A text has no format version: it is always read as the current format.
    same.kind = None;
    same.muster = Version::default();
    let back = read::list(ruleset, style, &text);
    let losses = if back.doubts.is_empty() && back.list == same {
        Vec::new()
    } else {
        vec!["one of its names or notes looks like markup, so the text reads back differently".into()]
    };
    Written { text, lost: losses }
}

/// The ruleset that a text names, in the way that [`write`] writes it.
#[must_use]
pub fn ruleset(text: &str) -> Option<RulesetName> {
    match Style::of(text) {
        Some((style, _)) => read::ruleset(style, text),
        None => foreign::ruleset(text),
    }
}

/// Whether a text was made by [`write`], judged by its last line alone. No YAML or JSON has such a last line unless it
/// is indented.
#[must_use]
pub fn is_ours(text: &str) -> bool {
    let last = text.lines().rfind(|line| !line.trim().is_empty());
    last.is_some_and(|line| !line.starts_with(char::is_whitespace)) && Style::of(text).is_some()
}

/// The fingerprint in a text made by [`write`]. None if the list was not judged or the text is from elsewhere.
#[must_use]
pub fn fingerprint(text: &str) -> Option<&str> {
    Style::of(text).map(|(_, fingerprint)| fingerprint).filter(|fingerprint| fingerprint.contains('-'))
}

/// Reads a text under a ruleset with all its catalogues. A text made by [`write`] is read exactly; from any other,
/// known names are taken.
#[must_use]
pub fn read(ruleset: &Ruleset, text: &str, said: Said) -> Listing {
    let Some((style, _)) = Style::of(text) else { return foreign::read(ruleset, text, said) };
    let mut listing = read::list(ruleset, style, text);
    listing.list.mfv = said.mfv.or(listing.list.mfv);
    if let Some(nation) = said.nation {
        listing.list.nation = Some(ruleset.nation(nation).unwrap_or(nation).to_owned());
    }
    listing
}

/// An empty list for the current version of the ruleset.
pub(crate) fn current(ruleset: &Ruleset) -> ArmyList {
    let declarations = ruleset.declarations();
    let version = Some(format!("^{}", declarations.version));
    let ruleset = RulesetName::Versioned { id: declarations.id.clone(), version };
    ArmyList { ruleset, ..ArmyList::default() }
}

/// The names of the units of a nation and of the units without a nation.
pub(crate) fn unit_names<'r>(ruleset: &'r Ruleset, nation: Option<&str>) -> impl Iterator<Item = &'r str> {
    let own = |of: &Option<String>| of.is_none() || of.as_deref() == nation;
    let catalogues: Vec<&Catalogue> = ruleset
        .catalogues()
        .iter()
        .map(|catalogue| catalogue.written())
        .filter(|catalogue| own(&catalogue.nation))
        .collect();
    catalogues.into_iter().flat_map(|catalogue| catalogue.units.iter().map(|unit| unit.name.as_str()))
}
