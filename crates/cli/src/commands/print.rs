//! `muster print`: prints lists as PDF.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::sheet::Sheet;
use muster_engine::summary::Summary;
use muster_exchange::yaml;
use muster_library::document::Document;
use muster_library::files::{self, Found};
use muster_library::judge::{JudgedList, judge_entry, judge_in_full, judge_open, unreadable};
use muster_library::limits;
use muster_library::lists::{self, Entry};
use muster_library::shelf::Shelf;
use muster_library::{share, sheets};
use muster_print::{Fleet, Kept, Layout, Options, Paper, PrintError, Seen, Shared, Subject, fits, pdf};
use rayon::prelude::*;

use super::{complain, passed_over};
use crate::args::{self, Print};
use crate::file;
use crate::outcome::{Complaint, Failure, Outcome};
use crate::terminal::{self, inform};
use crate::text::counted;

/// A document that can be printed.
struct Work {
    /// Its file without extension, relative to the folder that was searched.
    name: PathBuf,
    ruleset: Ruleset,
    content: Content,
    report: Report,
}

enum Content {
    /// A list, its open part if the opponent may not see everything, and what opens it again: a word and a list file.
    List {
        list: Box<ArmyList>,
        summary: Box<Summary>,
        open: Option<Box<(ArmyList, JudgedList)>>,
        word: String,
        yaml: String,
    },
    Sheet(Box<Sheet>),
}

/// Prints all lists to one file, or each to its own file in a folder. A file that is no list is reported and does not
/// stop the others.
pub(crate) fn run(args: &Print, shelf: &Shelf) -> Result<Outcome, Failure> {
    let options = options(args);
    let (read, mut outcome) = read_all(args, shelf);
    let mut work = Vec::with_capacity(read.len());
    for read in read {
        match fits(&read.subject(), &options) {
            Ok(()) => work.push(read),
            Err(error @ PrintError::LayoutTwice) => return Err(Complaint::new(error.to_string()).into()),
            Err(error) => {
                terminal::complain(&Complaint::new(format!("{}: {error}", read.report.file)));
                outcome = Outcome::Undecided;
            }
        }
    }
    if work.is_empty() {
        return Err(Complaint::new("there are no lists to print").into());
    }
    let print = |work: &[Work]| {
        let subjects: Vec<Subject> = work.iter().map(Work::subject).collect();
        pdf(&subjects, &options).map_err(|error| {
            let complaint = Complaint::new(error.to_string());
            match error {
                PrintError::TooLargeFile { .. } => complaint.help("`-o FOLDER/` prints a file for each list"),
                _ => complaint,
            }
        })
    };
    let is_folder = args.output.is_dir() || args.output.as_os_str().to_string_lossy().ends_with('/');
    if !is_folder {
        let waiting = ProgressBar::new_spinner().with_message(format!("printing {}", counted(work.len(), "list")));
        waiting.enable_steady_tick(TICK);
        file::write(&args.output, &print(&work)?, args.force)?;
        waiting.finish_and_clear();
        return Ok(outcome);
    }
    let targets = targets(&work, &args.output, args.force)?;
    let each = work.par_iter().zip(&targets).progress_with(bar(work.len()));
    each.try_for_each(|(work, target)| {
        let folder = target.parent().unwrap_or(&args.output);
        fs::create_dir_all(folder)
            .map_err(|error| Complaint::new(format!("cannot make {}: {error}", folder.display())))?;
        file::write(target, &print(std::slice::from_ref(work))?, args.force)
    })?;
    Ok(outcome)
}

/// How often the progress bar moves.
const TICK: Duration = Duration::from_millis(100);

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

/// The progress bar, shown on a terminal.
fn bar(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(length as u64).with_message("printing");
    style.map_or(bar.clone(), |style| bar.with_style(style.progress_chars("=> ")))
}

impl Work {
    fn subject(&self) -> Subject<'_> {
        let Self { ruleset, content, report, .. } = self;
        match content {
            Content::List { list, summary, open, word, yaml } => {
                let whole = Seen { list, report, summary };
                let shown = open.as_deref().map_or(whole, |(list, judged)| Seen {
                    list,
                    report: &judged.report,
                    summary: &judged.summary,
                });
                Subject::List(Fleet { ruleset, whole, shown, share: Some(Shared { word, file: yaml }) })
            }
            Content::Sheet(sheet) => Subject::Sheet(Kept { ruleset, sheet, report }),
        }
    }
}

/// Every list of every path, and whether everything could be read.
fn read_all(args: &Print, shelf: &Shelf) -> (Vec<Work>, Outcome) {
    let mut work = Vec::new();
    let (mut is_whole, mut others) = (true, 0);
    for path in &args.paths {
        if !path.is_dir() {
            is_whole &= read(shelf, path, None, args.private, &mut work).unwrap_or_default();
            continue;
        }
        for found in files::search(path) {
            match found {
                Found::File(found) if !files::is_list_name(&found) => {
                    passed_over(&found.to_string_lossy(), "its name does not end in .yaml, .yml or .json");
                    others += 1;
                }
                Found::File(found) => match read(shelf, &found, Some(path), args.private, &mut work) {
                    Some(whole) => is_whole &= whole,
                    None => others += 1,
                },
                Found::Faulty(path, fault) => {
                    complain(&unreadable(&path.to_string_lossy(), 0, vec![fault]), &[]);
                    is_whole = false;
                }
                Found::Other(path, why) => {
                    passed_over(&path.to_string_lossy(), &why);
                    others += 1;
                }
            }
        }
    }
    if others > 0 {
        let are = if others == 1 { "is" } else { "are" };
        inform(&format!("{} to print; {} {are} no list", counted(work.len(), "list"), counted(others, "file")));
    }
    (work, if is_whole { Outcome::Fine } else { Outcome::Undecided })
}

/// Reads the lists of one file and reports the documents that are none. `folder` is the folder in which the file was
/// found; none if the file itself was named. Returns whether everything in the file could be read, or none if a file of
/// a folder is no list.
fn read(shelf: &Shelf, path: &Path, folder: Option<&Path>, is_private: bool, work: &mut Vec<Work>) -> Option<bool> {
    let file = path.to_string_lossy();
    let bytes = match files::read_named(path, limits::FILE_BYTES) {
        Ok(bytes) => bytes,
        Err(fault) => {
            complain(&unreadable(&file, 0, vec![fault]), &[]);
            return Some(false);
        }
    };
    let mut is_whole = true;
    let entries = lists::lists(&bytes);
    if let (Some(_), [Entry::Other(kind, _), ..]) = (folder, entries.as_slice())
        && lists::is_of_rulesets(kind)
    {
        passed_over(&file, &format!("it is of the kind {kind}"));
        return None;
    }
    for entry in entries {
        let ready = match entry {
            Entry::List(list, document) => listed(shelf, &file, path.parent(), list, &document, is_private),
            entry => {
                let report = judge_entry(shelf, &file, path.parent(), &entry);
                let sheet = match &entry {
                    Entry::Other(kind, document) => sheets::sheet(shelf, document, kind).ok(),
                    _ => None,
                };
                match sheet {
                    Some((sheet, ruleset)) => Ok((ruleset, Content::Sheet(Box::new(sheet)), report)),
                    None => Err(Box::new(report)),
                }
            }
        };
        match ready {
            Ok((ruleset, content, report)) => {
                work.push(Work { name: name(path, folder), ruleset, content, report });
            }
            Err(report) => {
                complain(&report, &bytes);
                is_whole = false;
            }
        }
    }
    Some(is_whole)
}

/// A list with its judgement. Without its ruleset there is only the report that says so. If the opponent may see only a
/// part of the list, that part is judged separately.
fn listed(
    shelf: &Shelf,
    file: &str,
    beside: Option<&Path>,
    list: Box<ArmyList>,
    document: &Document,
    is_private: bool,
) -> Result<(Ruleset, Content, Report), Box<Report>> {
    let JudgedList { ruleset, report, summary } = judge_in_full(shelf, file, beside, &list, Some(document))?;
    let shared = share::shared(ruleset.declarations(), &list, report.fingerprint.as_deref(), is_private);
    // A list is plain data: writing it cannot fail.
    let (word, yaml) = (share::word(&shared), yaml::to_string(&shared).unwrap_or_default());
    let open = if is_private { None } else { judge_open(shelf, file, beside, &ruleset, &list)?.map(Box::new) };
    Ok((ruleset, Content::List { list, summary: Box::new(summary), open, word, yaml }, report))
}

fn name(path: &Path, folder: Option<&Path>) -> PathBuf {
    if path == Path::new("-") {
        return "list".into();
    }
    let within = folder.and_then(|folder| path.strip_prefix(folder).ok());
    within.or_else(|| path.file_name().map(Path::new)).unwrap_or(path).with_extension("")
}

/// The target file for each list, named after the file of the list. Without `force`, none of them may exist already.
fn targets(work: &[Work], folder: &Path, force: bool) -> Result<Vec<PathBuf>, Complaint> {
    let mut taken = HashSet::new();
    let mut targets = Vec::with_capacity(work.len());
    for Work { name, report, .. } in work {
        let mut plain = folder.join(name).into_os_string();
        if report.document > 0 {
            plain.push(format!("-{}", report.document));
        }
        // Lists with the same name, from two folders or with two extensions, are numbered.
        let free = |number| {
            let mut file = plain.clone();
            file.push(if number == 1 { ".pdf".into() } else { format!("-{number}.pdf") });
            PathBuf::from(file)
        };
        let target = (1..=work.len()).map(free).find(|target| !taken.contains(target)).unwrap_or_default();
        taken.insert(target.clone());
        if target.exists() && !force {
            let message = format!("{} is there already", target.display());
            return Err(Complaint::new(message).help("--force writes over it"));
        }
        targets.push(target);
    }
    Ok(targets)
}
