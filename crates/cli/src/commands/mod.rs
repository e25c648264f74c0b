//! The subcommands, one per file. Each asks the library and passes the answer to an output.

pub(crate) mod check;
pub(crate) mod collection;
pub(crate) mod compare;
pub(crate) mod diff;
pub(crate) mod everywhere;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fix;
pub(crate) mod freeze;
mod handed_in;
pub(crate) mod import;
mod json_lines;
pub(crate) mod licences;
pub(crate) mod lint;
pub(crate) mod lsp;
pub(crate) mod migrate;
pub(crate) mod new;
pub(crate) mod playable;
pub(crate) mod print;
pub(crate) mod reply;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod rulesets;
pub(crate) mod seal;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod test;
pub(crate) mod thaw;
pub(crate) mod units;
pub(crate) mod verify;

use std::io::{self, Write};

use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::list::RulesetName;
use muster_engine::nearest::nearest;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::slug::slug;
use muster_library::fault::FileFault;
use muster_library::shelf::Shelf;
use muster_library::versions;
use serde::Serialize;

use crate::outcome::CommandComplaint;
use crate::output::{FileText, HumanPrinter, Printer, ReportPage};
use crate::terminal::{self, inform};

impl From<FileFault> for CommandComplaint {
    fn from(fault: FileFault) -> Self {
        Self { message: fault.message, help: fault.help }
    }
}

/// The ruleset that a word names, perhaps with a version, as in `club@1.0.0`. It has all its catalogues.
fn ruleset(shelf: &Shelf, name: &str) -> Result<Ruleset, CommandComplaint> {
    Ok(shelf.ruleset(&versions::name(name)?, &[])?)
}

/// Says on standard error why a document is no list, and shows the line.
pub(crate) fn complain(report: &Report, file: &FileText) {
    let mut printer = HumanPrinter::new(terminal::width(), terminal::stderr());
    // Errors are ignored: if standard error is closed, nothing can be reported.
    let _ = printer.print(&ReportPage { report, list: None, file }).and_then(|()| printer.finish());
}

/// Says on standard error that an opponent can find out what an open list hides.
fn warn_of_trying(file: &str) {
    inform(&format!(
        "{file}: a computer can try lists until one fits the fingerprint, and so find the hidden cards and roles; \
         a line such as `salt: any-secret-word` in the list prevents this"
    ));
}

/// Says on standard error that a file of a folder is no list.
fn passed_over(file: &str, why: &str) {
    inform(&format!("no list: {file}: {why}"));
}

/// Prints a value as JSON. These answers are short and people read them too, so they are indented.
fn json<T: Serialize>(writer: &mut impl Write, value: &T) -> io::Result<()> {
    writeln!(writer, "{}", muster_library::json::to_string_pretty(value)?)?;
    writer.flush()
}

/// Whether a name, an id or a summary has all of the wanted words. Case and accents do not matter.
fn has_words<'a>(texts: impl Iterator<Item = &'a str>, wanted: &[String]) -> bool {
    let text: String = texts.map(|text| slug(text) + " ").collect();
    wanted.iter().all(|words| slug(words).split('-').all(|word| text.contains(word)))
}

/// The catalogues that `--nation` selects: those of a nation, or one that belongs to no nation.
enum CatalogueSelection<'a> {
    Nation(&'a str),
    Common(Vec<String>),
}

/// Finds the catalogues of a nation by id, name or alias, or a catalogue without a nation by its own name.
fn origin<'a>(shelf: &Shelf, ruleset: &'a Ruleset, name: &str) -> Result<CatalogueSelection<'a>, CommandComplaint> {
    if let Some(nation) = ruleset.nation(name) {
        return Ok(CatalogueSelection::Nation(nation));
    }
    let id = &ruleset.declarations().id;
    let common = shelf.find(&RulesetName::Id(id.clone()))?.common_catalogues();
    let wanted = slug(name);
    if let Some((_, units)) = common.iter().find(|(catalogue, _)| slug(catalogue) == wanted) {
        return Ok(CatalogueSelection::Common(units.clone()));
    }
    let nations = || ruleset.declarations().nations.values().map(|nation| nation.name.as_str());
    let others = || common.iter().map(|(catalogue, _)| catalogue.as_str());
    let help = nearest(name, nations().chain(others())).unwrap_or_else(|| {
        let nations = format!("one of {}", nations().collect::<Vec<_>>().join(", "));
        if common.is_empty() {
            return nations;
        }
        format!("{nations}; or, of no nation: {}", others().collect::<Vec<_>>().join(", "))
    });
    Err(CommandComplaint::new(format!("--nation: `{id}` has no nation `{name}`")).help(help))
}

impl<'a> CatalogueSelection<'a> {
    /// The id of the nation, if it selects one.
    fn nation(&self) -> Option<&'a str> {
        match self {
            Self::Nation(nation) => Some(nation),
            Self::Common(_) => None,
        }
    }

    /// Whether this unit of this catalogue is selected.
    fn has(&self, catalogue: &Catalogue, unit: &Unit) -> bool {
        match self {
            Self::Nation(nation) => catalogue.nation.as_deref() == Some(*nation),
            Self::Common(units) => catalogue.nation.is_none() && units.contains(&unit.id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::has_words;

    #[test]
    fn words_are_found_whatever_their_case_and_accents() {
        let texts = || ["Wächter Class Escort", "wachter"].into_iter();
        let has = |words: &[&str]| has_words(texts(), &words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert!(has(&[]));
        assert!(has(&["escort WÄCHTER"]) && has(&["escort", "WÄCHTER"]));
        assert!(!has(&["escort cruiser"]) && !has(&["escort", "cruiser"]));
    }
}
