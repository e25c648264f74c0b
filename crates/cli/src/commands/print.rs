//! `muster print`: lists on paper.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use muster_engine::compiled::Ruleset;
use muster_engine::list::ArmyList;
use muster_engine::report::Report;
use muster_engine::sheet::Sheet;
use muster_library::files;
use muster_library::judge::{judge_entry, unreadable};
use muster_library::lists::{self, Entry};
use muster_library::share;
use muster_library::sheets;
use muster_library::shelf::Shelf;
use muster_print::{Fleet, Kept, Layout, Options, Paper, Subject, pdf};
use rayon::prelude::*;

use super::complain;
use crate::args::{self, Print};
use crate::file;
use crate::outcome::{Complaint, Failure, Outcome};
use crate::terminal::remark;

/// A document that can be printed.
struct Work {
    ruleset: Ruleset,
    content: Content,
    report: Report,
}

enum Content {
    /// A list, and the word that opens it again.
    List(Box<ArmyList>, String),
    Sheet(Box<Sheet>),
}

/// Prints all lists to one file, or each to a file of a folder. What is no list is told and does not stop the others.
pub fn run(args: &Print, shelf: &Shelf) -> Result<Outcome, Failure> {
    let (work, outcome) = read_all(args, shelf);
    if work.is_empty() {
        return Err(Complaint::new("there are no lists to print").into());
    }
    let options = options(args);
    let print = |work: &[Work]| {
        let subjects: Vec<Subject> = work.iter().map(Work::subject).collect();
        pdf(&subjects, &options).map_err(|error| Complaint::new(error.to_string()))
    };
    let is_folder = args.output.is_dir() || args.output.as_os_str().to_string_lossy().ends_with('/');
    if !is_folder {
        file::write(&args.output, &print(&work)?, args.force)?;
        return Ok(outcome);
    }
    let targets = targets(&work, &args.output, args.force)?;
    fs::create_dir_all(&args.output)
        .map_err(|error| Complaint::new(format!("cannot make {}: {error}", args.output.display())))?;
    let each = work.par_iter().zip(&targets).progress_with(bar(work.len()));
    each.try_for_each(|(work, target)| file::write(target, &print(std::slice::from_ref(work))?, args.force))?;
    Ok(outcome)
}

fn options(args: &Print) -> Options {
    let layout = |layout: &args::Layout| match layout {
        args::Layout::ForceList => Layout::ForceList,
        args::Layout::StatCards => Layout::StatCards,
        args::Layout::Decks => Layout::Decks,
        args::Layout::Reference => Layout::Reference,
        args::Layout::Roster => Layout::Roster,
    };
    Options {
        layouts: args.layout.iter().map(layout).collect(),
        paper: match args.paper {
            args::Paper::A4 => Paper::A4,
            args::Paper::Letter => Paper::Letter,
        },
        private: args.private,
        date: args.date.clone(),
    }
}

/// Where somebody looks, how far it is.
fn bar(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(length as u64).with_message("printing");
    style.map_or(bar.clone(), |style| bar.with_style(style.progress_chars("=> ")))
}

impl Work {
    fn subject(&self) -> Subject<'_> {
        let Self { ruleset, content, report } = self;
        match content {
            Content::List(list, share) => Subject::List(Fleet { ruleset, list, report, share: Some(share) }),
            Content::Sheet(sheet) => Subject::Sheet(Kept { ruleset, sheet, report }),
        }
    }
}

/// Every list of every path, and whether that is all there was to read.
fn read_all(args: &Print, shelf: &Shelf) -> (Vec<Work>, Outcome) {
    let mut work = Vec::new();
    let mut is_whole = true;
    for (path, is_named) in paths(&args.paths) {
        match path {
            Ok(path) => is_whole &= read(shelf, &path, is_named, args.private, &mut work),
            Err(report) => {
                complain(&report, None);
                is_whole = false;
            }
        }
    }
    (work, if is_whole { Outcome::Fine } else { Outcome::Undecided })
}

/// All files that paths stand for, each with whether it was named itself.
fn paths(paths: &[PathBuf]) -> Vec<(Result<PathBuf, Box<Report>>, bool)> {
    let found = |path: &PathBuf| -> Vec<_> {
        if !path.is_dir() {
            return vec![(Ok(path.clone()), true)];
        }
        let told = |(path, fault): (PathBuf, _)| Box::new(unreadable(&path.to_string_lossy(), 0, vec![fault]));
        files::search(path).into_iter().map(|found| (found.map_err(told), false)).collect()
    };
    paths.iter().flat_map(found).collect()
}

/// Reads the lists of one file, and tells what is none; whether all of it could be read.
fn read(shelf: &Shelf, path: &Path, is_named: bool, is_private: bool, work: &mut Vec<Work>) -> bool {
    let file = path.to_string_lossy();
    let bytes = match files::read_named(path) {
        Ok(bytes) => bytes,
        Err(fault) => {
            complain(&unreadable(&file, 0, vec![fault]), None);
            return false;
        }
    };
    let mut is_whole = true;
    for entry in lists::lists(&bytes) {
        if let (false, Entry::Other(kind, _)) = (is_named, &entry)
            && lists::is_of_rulesets(kind)
        {
            remark(&format!("passed over {file}: of the kind {kind}, no list"));
            continue;
        }
        let report = judge_entry(shelf, &file, path.parent(), &entry);
        let ready = match entry {
            Entry::List(list, _) => shelf.ruleset_for(&list).ok().map(|ruleset| {
                let share = share(&ruleset, &list, &report, is_private);
                (ruleset, Content::List(list, share))
            }),
            Entry::Other(kind, document) => sheets::sheet(shelf, &document, &kind)
                .ok()
                .map(|(sheet, ruleset)| (ruleset, Content::Sheet(Box::new(sheet)))),
            Entry::Unreadable(_) => None,
        };
        if let Some((ruleset, content)) = ready {
            work.push(Work { ruleset, content, report });
        } else {
            complain(&report, lists::text(&bytes).ok());
            is_whole = false;
        }
    }
    is_whole
}

/// What opens a list again: all of it for the player, for the opponent what they may see.
fn share(ruleset: &Ruleset, list: &ArmyList, report: &Report, is_private: bool) -> String {
    if is_private {
        return share::word(list);
    }
    share::word(&share::open(ruleset.declarations(), list, report.fingerprint.as_deref()))
}

/// The file for each list, named as the list's own; all of them free to be written.
fn targets(work: &[Work], folder: &Path, force: bool) -> Result<Vec<PathBuf>, Complaint> {
    let mut taken = HashSet::new();
    let mut targets = Vec::with_capacity(work.len());
    for Work { report, .. } in work {
        let stem = match report.file.as_str() {
            "-" => "list".into(),
            file => Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        };
        let name = if report.document == 0 { stem } else { format!("{stem}-{}", report.document) };
        let target = folder.join(format!("{name}.pdf"));
        if !taken.insert(target.clone()) {
            let message = format!("two lists would both become {}", target.display());
            return Err(Complaint::new(message).help("print them to folders of their own, or all to one file"));
        }
        if target.exists() && !force {
            let message = format!("{} is there already", target.display());
            return Err(Complaint::new(message).help("--force writes over it"));
        }
        targets.push(target);
    }
    Ok(targets)
}
