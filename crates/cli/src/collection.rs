//! `--collection`: what lists need, compared with the models that a player owns.

use std::path::Path;

use muster_engine::list::ArmyList;
use muster_engine::needs::Need;
use muster_engine::ready::Ruleset;
use muster_library::collection::{self, Collection};
use muster_library::judge::unreadable;
use muster_library::shelf::Shelf;

use crate::commands::complain;
use crate::file::disk;
use crate::outcome::CommandComplaint;
use crate::output::FileText;
use crate::terminal::inform;

/// Reads the collection of the command line, if there is one. What is wrong with it is told on standard error.
pub(crate) fn open(shelf: &Shelf, path: Option<&Path>) -> Result<Option<Collection>, CommandComplaint> {
    let Some(path) = path else { return Ok(None) };
    let read = disk().read(path);
    let bytes = read.as_deref().map_err(|fault| vec![fault.clone()]);
    bytes.and_then(|bytes| collection::collection(shelf, bytes)).map(Some).map_err(|faults| {
        let file = path.display().to_string();
        complain(&unreadable(&file, 0, faults), &FileText::new(read.as_deref().unwrap_or_default()));
        CommandComplaint::new(format!("--collection: {file} cannot be used")).help("correct the errors above")
    })
}

/// Whether a list is of the game of the collection. Tells on standard error if it is not.
pub(crate) fn concerns(collection: &Collection, ruleset: &Ruleset, file: &str) -> bool {
    let (of, id) = (&collection.ruleset, &ruleset.declarations().id);
    if of != id {
        inform(&format!("{file} is of {id}, the collection of {of}, so they are not compared"));
    }
    of == id
}

/// Whether a changed list needs no more models than the collection has. What `before` is short of may stay so.
pub(crate) fn suffices<'c>(
    collection: &'c Collection,
    ruleset: &'c Ruleset,
    before: &'c [Need],
) -> impl Fn(&ArmyList) -> bool + Sync + 'c {
    move |after| collection.suffices(before, &muster_engine::needs::needs(ruleset, after))
}

/// What several lists need together more than the collection has, as a sentence.
pub(crate) fn together(collection: &Collection, lists: &[Vec<Need>]) -> String {
    let needs = collection::sum(lists);
    let short = needs.iter().filter_map(|need| match collection.short(need) {
        0 => None,
        more => Some(format!("{more} × {}", need.miniature.name)),
    });
    let short: Vec<String> = short.collect();
    if short.is_empty() {
        return "all lists together need no more than the collection has".to_owned();
    }
    format!("all lists together need more than the collection has: {}", short.join(", "))
}
