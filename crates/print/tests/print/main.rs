//! Tests of the printed pages, as read back from the PDF.
#![allow(clippy::unwrap_used)]

mod attached;
mod bounds;
mod cards;
mod codes;
mod document;
mod examples;
mod index;
mod looks;
mod names;
mod pages;
mod secrets;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use muster_engine::list::{ArmyList, Group, Squadron};
use muster_engine::ready::Ruleset;
use muster_engine::report::Report;
use muster_engine::summary::Summary;
use muster_library::judge::{JudgedList, judge_in_full};
use muster_library::lists::{FileDocument, lists};
use muster_library::shelf::Shelf;
use muster_print::{Fleet, Layout, PrintOptions, PrintSubject, ReportedList, pdf};

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);

const ALL: [Layout; 7] = [
    Layout::ForceList,
    Layout::Overview,
    Layout::StatCards,
    Layout::Decks,
    Layout::Reference,
    Layout::Roster,
    Layout::Index,
];

/// A list with its report and summary.
struct ListResult {
    list: ArmyList,
    report: Report,
    summary: Summary,
}

/// A judged list.
struct JudgedCase {
    ruleset: Ruleset,
    list: ArmyList,
    report: Report,
    summary: Summary,
    /// What the opponent may see of the list.
    open: ListResult,
}

impl JudgedCase {
    /// Reads the first document of a file, if it is a list.
    fn read(path: &Path) -> Option<Self> {
        let entry = lists(&fs::read(path).unwrap()).remove(0);
        let FileDocument::List(list, document) = entry else { return None };
        let beside = path.parent().map(|folder| SHELF.place(folder));
        let judge = |list: &ArmyList| judge_in_full(&SHELF, "list.yaml", beside, list, Some(&document)).unwrap();
        let JudgedList { ruleset, report, summary, .. } = judge(&list);
        let open = muster_engine::open(ruleset.declarations(), &list);
        let judged = judge(&open);
        let open = ListResult { list: open, report: judged.report, summary: judged.summary };
        Some(Self { ruleset, list: *list, report, summary, open })
    }

    /// Changes the list and judges it again.
    fn with(&self, change: impl FnOnce(&mut ArmyList)) -> Self {
        let mut list = self.list.clone();
        change(&mut list);
        let judge = |list: &ArmyList| {
            let judged = muster_engine::judge(&self.ruleset, list, None);
            (judged.summary(), judged.into_report())
        };
        let (summary, report) = judge(&list);
        let open = muster_engine::open(self.ruleset.declarations(), &list);
        let (seen, found) = judge(&open);
        let open = ListResult { list: open, report: found, summary: seen };
        Self { ruleset: self.ruleset.clone(), list, report, summary, open }
    }

    fn subject(&self, is_private: bool) -> PrintSubject<'_> {
        let whole = ReportedList { list: &self.list, report: &self.report, summary: &self.summary };
        let open = ReportedList { list: &self.open.list, report: &self.open.report, summary: &self.open.summary };
        let shown = if is_private { whole } else { open };
        PrintSubject::List(Fleet { ruleset: &self.ruleset, whole, shown, share: None, look: None })
    }

    fn print(&self, options: &PrintOptions) -> Vec<u8> {
        pdf(&[self.subject(options.private)], options).unwrap()
    }

    fn pages(&self, options: &PrintOptions) -> Vec<String> {
        document::pages(&self.print(options))
    }
}

/// The examples that are lists, with their file names.
fn examples() -> Vec<(String, JudgedCase)> {
    let judged = |path: PathBuf| Some((path.display().to_string(), JudgedCase::read(&path)?));
    files().into_iter().filter_map(judged).collect()
}

/// The largest example of each game.
fn largest() -> Vec<(String, JudgedCase)> {
    let mut largest: BTreeMap<String, (String, JudgedCase)> = BTreeMap::new();
    for (name, judged) in examples() {
        let game = judged.report.ruleset.as_ref().unwrap().id.clone();
        let size = squadrons(&judged.list).len();
        if largest.get(&game).is_none_or(|(_, other)| size > squadrons(&other.list).len()) {
            largest.insert(game, (name, judged));
        }
    }
    largest.into_values().collect()
}

/// The largest example that fulfils a condition.
fn example(has: impl Fn(&JudgedCase) -> bool) -> JudgedCase {
    let fitting = examples().into_iter().map(|(_, judged)| judged).filter(has);
    fitting.max_by_key(|judged| squadrons(&judged.list).len()).unwrap()
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folders = SHELF.editions().into_iter().filter_map(|game| fs::read_dir(root.join(&game.id)).ok());
    let files = folders.flatten().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "yaml")).collect();
    files.sort();
    files
}

/// All squadrons of a list, in groups or not, without attached squadrons.
fn squadrons(list: &ArmyList) -> Vec<&Squadron> {
    list.squadrons.iter().chain(list.groups.iter().flat_map(|group: &Group| &group.squadrons)).collect()
}

fn squadrons_mut(list: &mut ArmyList) -> Vec<&mut Squadron> {
    list.squadrons.iter_mut().chain(list.groups.iter_mut().flat_map(|group| &mut group.squadrons)).collect()
}

fn options(layouts: &[Layout], private: bool) -> PrintOptions {
    PrintOptions { layouts: layouts.to_vec(), private, ..PrintOptions::default() }
}
