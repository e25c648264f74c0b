//! The verbs, one per file: each asks the library and hands what it says to an output.

pub mod check;
pub mod explain;
pub mod import;
pub mod lint;
pub mod rules;
pub mod rulesets;
pub mod show;
pub mod units;

use std::io::{self, Write};

use muster_engine::compiled::Ruleset;
use muster_engine::list::RulesetName;
use muster_engine::slug::slug;
use muster_library::fault::Fault;
use muster_library::shelf::Shelf;
use serde::Serialize;

use crate::outcome::Complaint;

impl From<Fault> for Complaint {
    fn from(fault: Fault) -> Self {
        Self { message: fault.message, help: fault.help }
    }
}

/// The newest version of a ruleset, with all its catalogues.
fn ruleset(shelf: &Shelf, id: &str) -> Result<Ruleset, Complaint> {
    Ok(shelf.ruleset(&RulesetName::Id(id.to_owned()), &[])?)
}

/// Prints a value as JSON for people and programs alike: these answers are short, so they are indented.
fn json<T: Serialize>(writer: &mut impl Write, value: &T) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *writer, value)?;
    writeln!(writer)?;
    writer.flush()
}

/// Whether a name, an id or a summary has all words that were asked for, whatever their case and accents.
fn has_words<'a>(texts: impl Iterator<Item = &'a str>, wanted: Option<&str>) -> bool {
    let Some(wanted) = wanted else { return true };
    let text: String = texts.map(|text| slug(text) + " ").collect();
    slug(wanted).split('-').all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::has_words;

    #[test]
    fn words_are_found_whatever_their_case_and_accents() {
        let texts = || ["Wächter Class Escort", "wachter"].into_iter();
        assert!(has_words(texts(), None));
        assert!(has_words(texts(), Some("escort WÄCHTER")));
        assert!(!has_words(texts(), Some("escort cruiser")));
    }
}
