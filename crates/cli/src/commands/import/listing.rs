//! `muster import FILE.txt`, `FILE.ros`: a list from text that was pasted, or from a roster.

use std::path::Path;

use muster_engine::compiled::Ruleset;
use muster_engine::list::RulesetName;
use muster_exchange::battlescribe::roster::{self, Roster};
use muster_exchange::listing::{self, Listing, Said, Unread};
use muster_exchange::yaml;
use muster_library::shelf::Shelf;
use muster_library::{files, lists, share};

use super::extension;
use crate::args::Import;
use crate::file;
use crate::outcome::{Complaint, Failure, Outcome};
use crate::terminal::{complain, remark};
use crate::text::counted;

/// The most lines without meaning that are told.
const TOLD: usize = 200;

/// Whether a file holds a list, by its name; `-` does.
pub fn is_list(path: &Path) -> bool {
    const ENDINGS: [&str; 4] = ["txt", "text", "md", "bbcode"];
    path == Path::new("-") || is_roster(path) || extension(path).is_some_and(|end| ENDINGS.contains(&end.as_str()))
}

fn is_roster(path: &Path) -> bool {
    matches!(extension(path).as_deref(), Some("ros" | "rosz"))
}

/// Makes a list of what a file names, and tells everything in it that names nothing: status 1 if there is any.
pub fn run(args: &Import, shelf: &Shelf) -> Result<Outcome, Failure> {
    let [path] = args.files.as_slice() else {
        return Err(Complaint::new("one list at a time can be imported").into());
    };
    let told = |message: &str| Complaint::new(format!("{}: {message}", path.display()));
    let bytes = files::read_named(path).map_err(|fault| told(&fault.message))?;
    let said = Said { nation: args.nation.as_deref(), mfv: args.mfv };
    let listing = if is_roster(path) {
        let roster = Roster::open(&path.display().to_string(), bytes);
        let roster = roster.map_err(|error| Complaint::new(error.to_string()))?;
        let ruleset = ruleset(args, shelf, || roster::ruleset(&roster))?;
        roster::read(&ruleset, &roster, said)
    } else {
        let text = lists::text(&bytes).map_err(|fault| told(&fault.message))?;
        if share::is_word(text) {
            let list = share::list(text).map_err(|fault| told(&fault.message))?;
            return put_out(args, path, &Listing { list, unread: Vec::new(), concluded: Vec::new() });
        }
        let ruleset = ruleset(args, shelf, || listing::ruleset(text))?;
        listing::read(&ruleset, text, said)
    };
    put_out(args, path, &listing)
}

/// The ruleset that the command line names, or that the file does, which only Muster's own do.
fn ruleset(args: &Import, shelf: &Shelf, named: impl FnOnce() -> Option<RulesetName>) -> Result<Ruleset, Complaint> {
    let name = args.ruleset.clone().map(RulesetName::Id).or_else(named).ok_or_else(|| {
        Complaint::new("which units the names in a list mean depends on the game").help("name it with --ruleset")
    })?;
    Ok(shelf.ruleset(&name, &[])?)
}

/// Writes a list that was read, unless nothing was; says what was not.
fn put_out(args: &Import, path: &Path, listing: &Listing) -> Result<Outcome, Failure> {
    let Listing { list, unread, concluded } = listing;
    for Unread { line, text, help } in unread.iter().take(TOLD) {
        let message = format!("{}:{line}: nothing here is called `{text}`", path.display());
        complain(&Complaint { message, help: help.clone() });
    }
    if unread.len() > TOLD {
        complain(&Complaint::new(format!("{}: {} more", path.display(), unread.len() - TOLD)));
    }
    if list.squadrons.is_empty() && list.groups.is_empty() && !unread.is_empty() {
        return Err(Complaint::new(format!("{}: no unit is named in it", path.display())).into());
    }
    for said in concluded {
        remark(said);
    }
    if !concluded.is_empty() {
        remark("what was concluded can be said with --nation and --mfv");
    }
    if !unread.is_empty() {
        remark(&format!("{} left to read; the list has the rest", counted(unread.len(), "line")));
    }
    let text = yaml::to_string(list).map_err(|error| Complaint::new(error.to_string()))?;
    file::put_out(&args.target, text.as_bytes())?;
    Ok(if unread.is_empty() { Outcome::Fine } else { Outcome::Broken })
}
