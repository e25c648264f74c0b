//! Judges paths or bytes and makes reports. The command line and the app share this.

use std::path::{Path, PathBuf};

use muster_engine::Judged;
use muster_engine::list::{ArmyList, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::report::{FindingId, Remark, Report, Terms, Verdict};
use muster_engine::sheet::Sheet;
use muster_engine::summary::Summary;
use rayon::prelude::*;

use crate::document::Document;
use crate::fault::{Fault, FaultKind};
use crate::files::{self, Found};
use crate::lists::{self, Entry};
use crate::sheets;
use crate::shelf::Shelf;

/// How many files are judged before their reports are handed on: enough to keep all cores busy, few enough that memory
/// stays bounded however many lists there are.
const CHUNK: usize = 512;
/// Fewer files than this are judged without starting threads.
const WORTH_THREADS: usize = 8;

/// The outcome of one file.
#[derive(Clone, Debug, PartialEq)]
pub enum FileJudged {
    /// A report for each document.
    Reports(Vec<Report>),
    /// A file in a folder that is not a list.
    PassedOver {
        /// The path.
        file: String,
        /// Why it is not a list.
        why: String,
    },
}

/// A file to judge.
enum Task {
    Named(PathBuf),
    /// A file that was found in the folder with this number.
    Found(PathBuf, usize),
    Fault(PathBuf, Fault),
    /// Something in a folder that is not a list, and why.
    Other(PathBuf, String),
    /// The end of the folder with this number.
    FolderEnd(PathBuf, usize),
}

/// Judges every document of a file that is already read; `file` is its name in reports.
///
/// Documents that are not lists are reported as faults. In a folder, [`judge_paths`] skips them instead.
///
/// No other file is read, so a list that points at a sheet is undetermined.
#[must_use]
pub fn judge_bytes(shelf: &Shelf, file: &str, bytes: &[u8]) -> Vec<Report> {
    lists::lists(bytes).iter().map(|entry| judge_entry(shelf, file, None, entry)).collect()
}

/// Judges a list. With `document`, findings get lines and columns. With `beside`, the sheet that the list points at is
/// read, relative to that folder.
#[must_use]
pub fn judge_list(
    shelf: &Shelf,
    file: &str,
    beside: Option<&Path>,
    list: &ArmyList,
    document: Option<&Document>,
) -> Report {
    let judged = judge_and(shelf, file, beside, list, document, |_| ());
    judged.map_or_else(|report| *report, |(_, report, ())| report)
}

/// A list that was judged by its ruleset.
#[derive(Clone, Debug)]
pub struct JudgedList {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The report.
    pub report: Report,
    /// The list at a glance.
    pub summary: Summary,
}

/// Like [`judge_list`], but also returns the list at a glance. If the ruleset is not available, returns only the report
/// that says so.
pub fn judge_in_full(
    shelf: &Shelf,
    file: &str,
    beside: Option<&Path>,
    list: &ArmyList,
    document: Option<&Document>,
) -> Result<JudgedList, Box<Report>> {
    // The closure is needed: the method itself takes a judgement of one lifetime only.
    #[expect(clippy::redundant_closure_for_method_calls)]
    let (ruleset, report, summary) = judge_and(shelf, file, beside, list, document, |judged| judged.summary())?;
    Ok(JudgedList { ruleset, report, summary })
}

/// Judges what the opponent may see of a list. None if the opponent may see all of it.
pub fn judge_open(
    shelf: &Shelf,
    file: &str,
    beside: Option<&Path>,
    ruleset: &Ruleset,
    list: &ArmyList,
) -> Result<Option<(ArmyList, JudgedList)>, Box<Report>> {
    let open = muster_engine::open(ruleset.declarations(), list);
    if open == *list {
        return Ok(None);
    }
    let judged = judge_in_full(shelf, file, beside, &open, None)?;
    Ok(Some((open, judged)))
}

/// Judges a list; `take` returns what is wanted besides the report.
fn judge_and<T>(
    shelf: &Shelf,
    file: &str,
    beside: Option<&Path>,
    list: &ArmyList,
    document: Option<&Document>,
    take: impl FnOnce(&Judged) -> T,
) -> Result<(Ruleset, Report, T), Box<Report>> {
    let finish = |mut report: Report| {
        file.clone_into(&mut report.file);
        if let Some(document) = document {
            report.document = document.index;
            place(&mut report, document);
        }
        report
    };
    let ruleset = shelf.ruleset_for(list).map_err(|fault| {
        let report = unreadable(file, 0, vec![fault]);
        Box::new(finish(Report { name: list.name.clone(), player: list.player.clone(), mfv: list.mfv, ..report }))
    })?;
    let ruleset = with_help(shelf, ruleset, list);
    let (sheet, why) = sheet_of(shelf, &ruleset, list, beside);
    let judged = muster_engine::judge(&ruleset, list, sheet.as_ref());
    let taken = take(&judged);
    let mut report = judged.into_report();
    if let Some(why) = why {
        for finding in
            report.findings.iter_mut().filter(|finding| finding.rule == FindingId::Remark(Remark::UnknownSheet))
        {
            finding.help = Some(why.clone());
        }
    }
    Ok((ruleset, finish(report), taken))
}

/// If a unit of the list is unknown, loads all nations, so that the help can say which one has it. Otherwise returns
/// the same ruleset. Nothing else in the report depends on nations that the list does not name, and most lists need
/// only the nations that they name.
fn with_help(shelf: &Shelf, ruleset: Ruleset, list: &ArmyList) -> Ruleset {
    let home = list.nation.as_deref().and_then(|name| ruleset.nation(name));
    let in_groups = || list.groups.iter().any(|group| any_unknown(&ruleset, &group.squadrons, home, home));
    if any_unknown(&ruleset, &list.squadrons, home, home) || in_groups() {
        return shelf.ruleset(&list.ruleset, &[]).unwrap_or(ruleset);
    }
    ruleset
}

/// The sheet that a list points at, or why it is not available.
fn sheet_of(
    shelf: &Shelf,
    ruleset: &Ruleset,
    list: &ArmyList,
    beside: Option<&Path>,
) -> (Option<Sheet>, Option<String>) {
    let Some(pick) = &list.sheet else { return (None, None) };
    match beside.map(|folder| sheets::pointed_at(shelf, pick, ruleset, folder)) {
        Some(Ok(sheet)) => (Some(sheet), None),
        Some(Err(fault)) => (None, Some(fault.message)),
        None => (None, Some("only a list in a file can point at one".to_owned())),
    }
}

/// Whether any of these squadrons, or of those attached to them, has a unit that its nation lacks. A squadron that
/// states no nation has the nation `handed_down`.
fn any_unknown(ruleset: &Ruleset, squadrons: &[Squadron], home: Option<&str>, handed_down: Option<&str>) -> bool {
    squadrons.iter().any(|squadron| {
        let stated = squadron.nation.as_deref().map(|name| ruleset.nation(name));
        let nation = stated.unwrap_or(handed_down);
        let Some((catalogue, _)) = ruleset.find_unit(nation, &squadron.unit) else { return true };
        // Squadrons attached to a unit without a nation take the list's nation.
        let nation = if catalogue.written().nation.is_some() { nation } else { home };
        any_unknown(ruleset, &squadron.attached, home, nation)
    })
}

/// Judges a document of a kind that its ruleset declares.
fn judge_sheet(shelf: &Shelf, file: &str, kind: &str, document: &Document) -> Report {
    match sheets::sheet(shelf, document, kind) {
        Ok((sheet, ruleset)) => {
            let mut report = muster_engine::check_sheet(&ruleset, &sheet);
            file.clone_into(&mut report.file);
            report.document = document.index;
            place(&mut report, document);
            report
        }
        Err(faults) => unreadable(file, document.index, faults),
    }
}

/// Judges a document of a file: a list or a sheet; any other is unreadable. For `beside`, see [`judge_list`].
#[must_use]
pub fn judge_entry(shelf: &Shelf, file: &str, beside: Option<&Path>, entry: &Entry) -> Report {
    match entry {
        Entry::List(list, document) => judge_list(shelf, file, beside, list, Some(document)),
        Entry::Unreadable(unparsed) => unreadable(file, unparsed.index, unparsed.faults.clone()),
        Entry::Other(kind, document) if !lists::is_of_rulesets(kind) => judge_sheet(shelf, file, kind, document),
        Entry::Other(kind, document) => {
            let help = match kind.as_str() {
                "overlay" => format!("no overlay can be used yet; `muster lint {file}` says what to do instead"),
                _ => format!("`muster lint {file}` judges it"),
            };
            let fault = Fault::new(FaultKind::WrongKind, format!("this is not a list but is of the kind `{kind}`"))
                .at("/kind")
                .place(document.place("/kind"))
                .help(help);
            unreadable(file, document.index, vec![fault])
        }
    }
}

/// Judges paths in their order: files, folders (searched, sorted by name) and `-` for standard input. Each outcome is
/// passed to `emit` as soon as those before it are. One bad file stops nothing, and every file of a folder has an
/// outcome.
pub fn judge_paths(shelf: &Shelf, paths: &[PathBuf], mut emit: impl FnMut(FileJudged)) {
    let tasks = tasks(paths);
    let mut lists_in = vec![0_usize; paths.len()];
    for chunk in tasks.chunks(CHUNK) {
        let judge = |task: &Task| perform(shelf, task);
        let outcomes: Vec<Option<FileJudged>> = if chunk.len() < WORTH_THREADS {
            chunk.iter().map(judge).collect()
        } else {
            chunk.par_iter().map(judge).collect()
        };
        for (task, outcome) in chunk.iter().zip(outcomes) {
            match task {
                Task::Found(_, folder) if matches!(outcome, Some(FileJudged::Reports(_))) => lists_in[*folder] += 1,
                Task::FolderEnd(path, folder) if lists_in[*folder] == 0 => {
                    let fault = Fault::new(FaultKind::NoLists, "the folder holds no lists")
                        .help("lists are files that end in .yaml, .yml or .json");
                    emit(FileJudged::Reports(vec![unreadable(&shown(path), 0, vec![fault])]));
                }
                _ => {}
            }
            outcome.into_iter().for_each(&mut emit);
        }
    }
}

/// The report on something that is not a list.
#[must_use]
pub fn unreadable(file: &str, document: u32, faults: Vec<Fault>) -> Report {
    Report {
        file: file.to_owned(),
        document,
        name: None,
        player: None,
        ruleset: None,
        events: Vec::new(),
        settings: indexmap::IndexMap::new(),
        consents: Vec::new(),
        terms: Terms::default(),
        verdict: Verdict::Unreadable,
        points: None,
        mfv: None,
        fingerprint: None,
        findings: faults.into_iter().map(Into::into).collect(),
    }
}

fn tasks(paths: &[PathBuf]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        if !path.is_dir() {
            tasks.push(Task::Named(path.clone()));
            continue;
        }
        let found = files::search(path);
        // If something cannot be read, its fault says why there are no lists.
        let faulty = found.iter().any(|found| matches!(found, Found::Faulty(..)));
        tasks.extend(found.into_iter().map(|found| match found {
            Found::List(path) => Task::Found(path, number),
            Found::Faulty(path, fault) => Task::Fault(path, fault),
            Found::Other(path, why) => Task::Other(path, why),
        }));
        if !faulty {
            tasks.push(Task::FolderEnd(path.clone(), number));
        }
    }
    tasks
}

fn perform(shelf: &Shelf, task: &Task) -> Option<FileJudged> {
    let (path, named) = match task {
        Task::Named(path) => (path, true),
        Task::Found(path, _) => (path, false),
        Task::Fault(path, fault) => {
            return Some(FileJudged::Reports(vec![unreadable(&shown(path), 0, vec![fault.clone()])]));
        }
        Task::Other(path, why) => return Some(FileJudged::PassedOver { file: shown(path), why: why.clone() }),
        Task::FolderEnd(..) => return None,
    };
    let file = shown(path);
    let bytes = match files::read_named(path) {
        Ok(bytes) => bytes,
        Err(fault) => return Some(FileJudged::Reports(vec![unreadable(&file, 0, vec![fault])])),
    };
    let entries = lists::lists(&bytes);
    if let (false, [Entry::Other(kind, _), ..]) = (named, entries.as_slice())
        && lists::is_of_rulesets(kind)
    {
        let why = format!("it is of the kind {kind}");
        return Some(FileJudged::PassedOver { file, why });
    }
    let beside = path.parent();
    Some(FileJudged::Reports(entries.iter().map(|entry| judge_entry(shelf, &file, beside, entry)).collect()))
}

/// Fills in lines and columns from pointers, and spells the pointers as the file does.
pub fn place(report: &mut Report, document: &Document) {
    for finding in &mut report.findings {
        for pointer in &mut finding.at {
            *pointer = as_spelt(pointer, document);
        }
        let place = finding.at.first().and_then(|pointer| document.place(pointer));
        finding.line = place.map(|place| place.line);
        finding.column = place.map(|place| place.column);
    }
}

/// A pointer as the file spells it: `squadrons` may be called `sections` or `units` there.
fn as_spelt(pointer: &str, document: &Document) -> String {
    const WORD: &str = "/squadrons";
    let Some(start) = pointer.find(WORD).filter(|start| *start == 0 || pointer.starts_with("/groups/")) else {
        return pointer.to_owned();
    };
    let (before, rest) = (&pointer[..start], &pointer[start + WORD.len()..]);
    let holder = document.find(before);
    let spelt = ["squadrons", "sections", "units"]
        .into_iter()
        .find(|key| holder.is_some_and(|holder| holder.get(key).is_some()));
    format!("{before}/{}{rest}", spelt.unwrap_or("squadrons"))
}

/// A path as reports show it.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
