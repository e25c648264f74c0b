//! Judges files and folders. A bad file does not stop the others. Every file has an outcome.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_engine::effort::{self, Effort};
use muster_engine::report::Report;
use muster_exchange::unpack::{self, Sender};
use muster_library::fault::{FaultKind, FileFault};
use muster_library::files::{Files, FilesPath, FolderItem, MemoryFiles, is_list_name, read_named};
use muster_library::lists::{self, FileDocument};
use muster_library::{encoding, limits};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::found::{FoundLists, NoListReason, ReadPart, reasons};
use crate::intake::Intake;
use crate::submission::{Arrival, Submission};

/// How many files are judged at once, while the outcomes of as many before them are passed on. So many keep all cores busy. Their
/// outcomes fit in memory, even if a folder has very many files.
const CHUNK: usize = 512;
/// Fewer files than this are judged without threads, because starting threads would take longer.
const WORTH_THREADS: usize = 8;

/// The outcome of one file, or of one file inside a mail or an archive.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "HandedIn")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum HandIn {
    /// The lists in it, in their order.
    Lists(Vec<Submission>),
    /// A file in a folder, mail or archive that holds no list.
    NoList {
        /// Its name, as in reports.
        file: String,
        /// The mail or archive in which it was packed; none if it is a file by itself.
        #[serde(default, rename = "packed-in")]
        packed_in: Option<String>,
        /// Who sent the mail that it came in.
        sender: Option<Box<Sender>>,
        /// Why it holds no list, in words that follow a colon.
        why: String,
    },
}

impl HandIn {
    /// A file that was not sent by mail and holds no list.
    fn no_list(file: String, why: impl Into<String>) -> Self {
        Self::NoList { file, packed_in: None, sender: None, why: why.into() }
    }
}

/// Judges everything in a file that is already read; `name` is its name in reports. A file that holds no list counts as
/// one unreadable list.
///
/// No other file is read, so a list that points at a sheet is undetermined.
#[must_use]
pub fn judge_bytes(intake: &Intake, name: &str, bytes: &[u8]) -> Vec<HandIn> {
    judge(intake, name, None, bytes, true)
}

/// Judges files of a folder that are already read, each with its name in reports. Returns the outcomes of each file, in
/// the order of the files. Sheets and overlays that lie beside a list are looked for among them.
#[must_use]
pub fn judge_files(intake: &Intake, files: &[(String, Vec<u8>)]) -> Vec<Vec<HandIn>> {
    judge_among(intake, files, false)
}

/// The same for files that somebody names: each counts as one unreadable list if it holds no list.
#[must_use]
pub fn judge_named(intake: &Intake, files: &[(String, Vec<u8>)]) -> Vec<Vec<HandIn>> {
    judge_among(intake, files, true)
}

fn judge_among(intake: &Intake, files: &[(String, Vec<u8>)], is_named: bool) -> Vec<Vec<HandIn>> {
    // If several files have one name, nobody can tell which of them a list names. So none is found.
    let mut count: HashMap<&str, usize> = HashMap::new();
    for (name, _) in files {
        *count.entry(name).or_default() += 1;
    }
    let among = files.iter().filter(|(name, _)| is_list_name(Path::new(name)) && count.get(name.as_str()) == Some(&1));
    let among: Arc<dyn Files> = Arc::new(among.map(|(name, bytes)| (name, bytes.clone())).collect::<MemoryFiles>());
    let judge = |(name, bytes): &(String, Vec<u8>)| {
        let path = Path::new(name);
        if !is_named && is_about_folder(path) {
            return vec![HandIn::no_list(name.clone(), "it is about the folder")];
        }
        if is_list_name(path) && bytes.len() as u64 > limits::FILE_BYTES {
            return vec![broken(name, FileFault::too_large())];
        }
        let beside = path.parent().map(|path| FilesPath { files: &among, path });
        judge(intake, name, beside, bytes, is_named)
    };
    let here = effort::here();
    files.par_iter().map(|file| here.go_on(|| judge(file))).collect()
}

/// Judges paths in their order: files, folders (searched, sorted by name) and `-` for standard input. Passes the
/// outcomes to `emit` in that order. If a path names a file that holds no list, the file counts as one unreadable list.
/// If the file is in a folder, it counts as [`HandIn::NoList`]. A folder without any list counts as one unreadable
/// list.
pub fn judge_paths(intake: &Intake, paths: &[PathBuf], mut emit: impl FnMut(HandIn)) {
    let tasks = tasks(&**intake.shelf().files(), paths);
    let mut lists_in = vec![0_usize; paths.len()];
    let mut pass_on = |task: &Task, outcomes: Vec<HandIn>| {
        match task {
            Task::InFolder(_, folder) => {
                lists_in[*folder] += outcomes.iter().filter(|one| matches!(one, HandIn::Lists(_))).count();
            }
            Task::FolderEnd(path, folder) if lists_in[*folder] == 0 => {
                let fault = FileFault::new(FaultKind::NoLists, "the folder holds no lists");
                emit(broken(&shown(path), fault));
            }
            _ => {}
        }
        outcomes.into_iter().for_each(&mut emit);
    };
    if tasks.len() < WORTH_THREADS {
        for task in &tasks {
            pass_on(task, perform(intake, task));
        }
        return;
    }
    let here = effort::here();
    let judged = |chunk: &[Task]| -> Vec<Vec<HandIn>> {
        chunk.par_iter().map(|task| here.go_on(|| perform(intake, task))).collect()
    };
    let mut chunks = tasks.chunks(CHUNK);
    let mut next = chunks.next().map(|chunk| (chunk, judged(chunk)));
    while let Some((chunk, outcomes)) = next.take() {
        let following = chunks.next();
        // The next files are judged while these outcomes are passed on.
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| next = following.map(|chunk| (chunk, judged(chunk))));
            for (task, outcomes) in chunk.iter().zip(outcomes) {
                pass_on(task, outcomes);
            }
        });
    }
}

/// A step of judging paths.
enum Task {
    Named(PathBuf),
    /// A file in the folder with this number.
    InFolder(PathBuf, usize),
    Fault(PathBuf, FileFault),
    /// Something in a folder that is not a file, and why.
    Other(PathBuf, String),
    /// The end of the folder with this number.
    FolderEnd(PathBuf, usize),
}

fn tasks(files: &dyn Files, paths: &[PathBuf]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        if !files.is_folder(path) {
            tasks.push(Task::Named(path.clone()));
            continue;
        }
        let found = files.search(path);
        // A fault in the folder already says why there may be no lists.
        let is_faulty = found.iter().any(|found| matches!(found, FolderItem::Faulty(..)));
        tasks.extend(found.into_iter().map(|found| match found {
            FolderItem::File(path) => Task::InFolder(path, number),
            FolderItem::Faulty(path, fault) => Task::Fault(path, fault),
            FolderItem::Other(path, why) => Task::Other(path, why),
        }));
        if !is_faulty {
            tasks.push(Task::FolderEnd(path.clone(), number));
        }
    }
    tasks
}

fn perform(intake: &Intake, task: &Task) -> Vec<HandIn> {
    let (path, is_named) = match task {
        Task::Named(path) => (path, true),
        Task::InFolder(path, _) => (path, false),
        Task::Fault(path, fault) => return vec![broken(&shown(path), fault.clone())],
        Task::Other(path, why) => return vec![HandIn::no_list(shown(path), why)],
        Task::FolderEnd(..) => return Vec::new(),
    };
    let file = shown(path);
    if !is_named && is_about_folder(path) {
        return vec![HandIn::no_list(file, "it is about the folder")];
    }
    let most = if is_list_name(path) { limits::FILE_BYTES } else { unpack::BYTES };
    match read_named(&**intake.shelf().files(), path, most) {
        Ok(bytes) => {
            let beside = path.parent().map(|folder| intake.shelf().place(folder));
            judge(intake, &file, beside, &bytes, is_named)
        }
        Err(fault) if fault.kind == FaultKind::TooLarge && !is_named && !is_list_name(path) => {
            vec![HandIn::no_list(file, fault.message)]
        }
        Err(fault) => vec![broken(&file, fault)],
    }
}

fn judge(intake: &Intake, file: &str, beside: Option<FilesPath>, bytes: &[u8], is_named: bool) -> Vec<HandIn> {
    let found = intake.open(file, bytes);
    let is_alone = found.len() == 1;
    let effort = Effort::of(limits::HAND_IN_STEPS);
    let outcome = |found: ReadPart| {
        let is_file = found.name == file && found.text.is_none() && found.sender.is_none() && !found.is_carried;
        let is_plain = is_file && found.has_lines_of(bytes);
        // What came in something else has no sheet beside it: whoever sent it chose no place on this machine.
        let beside = beside.filter(|_| is_file);
        let came = Arrival {
            file: file.to_owned(),
            sender: found.sender.clone(),
            is_plain,
            is_carried: found.is_carried,
            arrived: found.sender.as_ref().and_then(Sender::arrived).map(str::to_owned),
            ..Arrival::default()
        };
        outcome(intake, &effort, found, came, beside, is_named && is_alone)
    };
    let outcomes: Vec<HandIn> = found.into_iter().map(outcome).collect();
    let has_list = outcomes.iter().any(|outcome| matches!(outcome, HandIn::Lists(_)));
    if !is_named || has_list {
        return outcomes;
    }
    // A named mail or archive without a list counts as one unreadable list, so that the exit status is not 0.
    let mut without: Vec<ListlessFiles> = Vec::new();
    for outcome in outcomes {
        let HandIn::NoList { file: name, sender, why, .. } = outcome else { continue };
        let sender = sender.map(|sender| *sender);
        match without.iter_mut().find(|other| other.sender == sender) {
            Some(other) => other.whys.push((name, why)),
            None => without.push(ListlessFiles { sender, whys: vec![(name, why)] }),
        }
    }
    let is_one = without.len() == 1;
    without.into_iter().map(|one| HandIn::Lists(vec![one.unread(file, is_one)])).collect()
}

/// What one sender handed in without a list. Of a mailbox, each sender has one: nobody is told what another sent.
struct ListlessFiles {
    sender: Option<Sender>,
    /// The files, each with the reason.
    whys: Vec<(String, String)>,
}

impl ListlessFiles {
    /// All of it as one unreadable list, under the name of the file, or of its own first part if it is not all of the file.
    fn unread(self, file: &str, is_all: bool) -> Submission {
        let whole = self.whys.first().filter(|_| !is_all).map_or(file, |(name, _)| name);
        let told = |(name, why): &(String, String)| match name.strip_prefix(whole).unwrap_or(name) {
            "" => why.clone(),
            inside => format!("{} is {why}", inside.trim_start_matches('/')),
        };
        let told = reasons(self.whys.iter().map(told).collect());
        let fault = FileFault::new(FaultKind::WrongKind, format!("there is no list in it: {told}"));
        let unread = Submission::unread(whole, fault);
        let arrived = self.sender.as_ref().and_then(Sender::arrived).map(str::to_owned);
        let came = Arrival { file: file.to_owned(), sender: self.sender, arrived, ..Arrival::default() };
        Submission { came, ..unread }
    }
}

impl ReadPart {
    /// Whether the line numbers of findings are line numbers of the file itself, which has these bytes.
    fn has_lines_of(&self, bytes: &[u8]) -> bool {
        match &self.form {
            FoundLists::File(_) => true,
            FoundLists::Other(_, Some(text)) => encoding::utf8(bytes).is_ok_and(|file| file.lines().eq(text.lines())),
            FoundLists::Other(_, None) | FoundLists::Nothing(_) => false,
        }
    }
}

/// The outcome of something that was found, judged within the steps of `effort`.
fn outcome(
    intake: &Intake,
    effort: &Effort,
    found: ReadPart,
    came: Arrival,
    beside: Option<FilesPath>,
    is_named: bool,
) -> HandIn {
    let ReadPart { name, sender, told, own_text, form, .. } = found;
    let packed_in = Some(&came.file).filter(|file| **file != name).cloned();
    // What is told of the list with this number among those that could be read.
    let told = |number: usize| told.iter().filter(move |told| told.list.is_none_or(|list| list == number));
    match form {
        FoundLists::File(entries) => match entries.as_slice() {
            [FileDocument::Other(kind, _), ..] if !is_named && lists::is_never_judged(kind) => {
                let why = format!("it is of the kind {kind}");
                HandIn::NoList { file: name, packed_in, sender: sender.map(Box::new), why }
            }
            _ => {
                let mut numbers = 0..;
                let judge = |(entry, document): (FileDocument, u32)| {
                    let number = if matches!(entry, FileDocument::List(..)) { numbers.next() } else { None };
                    let judge = || Submission::of_entry(intake.shelf(), &name, came.clone(), beside, entry);
                    let submission = effort.run(judge).unwrap_or_else(|_| unjudged(&name, &came, document));
                    let submission = Submission { text: own_text.clone(), ..submission };
                    submission.told(number.into_iter().flat_map(&told))
                };
                HandIn::Lists(entries.into_iter().zip(0..).map(judge).collect())
            }
        },
        FoundLists::Other(listings, text) => {
            let judge = |(listing, document)| {
                let judge =
                    || Submission::of_listing(intake.shelf(), &name, came.clone(), document, listing, text.clone());
                let submission = effort.run(judge).unwrap_or_else(|_| unjudged(&name, &came, document));
                submission.told(told(usize::try_from(document).unwrap_or_default()))
            };
            HandIn::Lists(listings.into_iter().zip(0..).map(judge).collect())
        }
        FoundLists::Nothing(NoListReason { why, help, line, .. }) if is_named => {
            let place = line.map(|line| muster_library::fault::TextPlace { line, column: 1 });
            let fault =
                FileFault { help, ..FileFault::new(FaultKind::WrongKind, format!("this is not a list: {why}")) };
            HandIn::Lists(vec![Submission { came, ..Submission::unread(&name, fault.place(place)) }])
        }
        FoundLists::Nothing(NoListReason { why, .. }) => {
            HandIn::NoList { file: name, packed_in, sender: sender.map(Box::new), why }
        }
    }
}

/// A list that takes more work to judge than is left for its file.
fn unjudged(name: &str, came: &Arrival, document: u32) -> Submission {
    let fault = FileFault::new(FaultKind::TooLarge, "the lists of this file take more work to judge than any lists do");
    let fault = fault.help("send the lists alone, each in a file");
    let unread = Submission::unread(name, fault);
    Submission { came: came.clone(), report: Report { document, ..unread.report }, ..unread }
}

/// Whether a file describes the folder: a readme, a licence, a changelog. Its name decides, because its text may name
/// units.
fn is_about_folder(path: &Path) -> bool {
    const NAMES: [&str; 4] = ["readme", "license", "licence", "changelog"];
    let name = path.file_stem().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    NAMES.contains(&name.as_str()) && !is_list_name(path)
}

/// A file that cannot be read, as an unreadable list.
fn broken(file: &str, fault: FileFault) -> HandIn {
    HandIn::Lists(vec![Submission::unread(file, fault)])
}

/// A path as reports show it.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
