//! What stands on printed pages, read back from the PDF.
#![allow(clippy::unwrap_used)]

mod bounds;
mod document;
mod examples;
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
use muster_library::judge::judge_entry;
use muster_library::lists::{Entry, lists};
use muster_library::shelf::Shelf;
use muster_print::{Fleet, Layout, Options, Subject, pdf};

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);

const ALL: [Layout; 5] = [Layout::ForceList, Layout::StatCards, Layout::Decks, Layout::Reference, Layout::Roster];

/// A judged list.
struct Judged {
    ruleset: Ruleset,
    list: ArmyList,
    report: Report,
}

impl Judged {
    /// The first document of a file, where it is a list.
    fn read(path: &Path) -> Option<Self> {
        let entry = lists(&fs::read(path).unwrap()).remove(0);
        let report = judge_entry(&SHELF, "list.yaml", path.parent(), &entry);
        let Entry::List(list, _) = entry else { return None };
        Some(Self { ruleset: SHELF.ruleset_for(&list).unwrap(), list: *list, report })
    }

    /// The same with another list, judged afresh.
    fn with(&self, change: impl FnOnce(&mut ArmyList)) -> Self {
        let mut list = self.list.clone();
        change(&mut list);
        let report = muster_engine::check(&self.ruleset, &list);
        Self { ruleset: self.ruleset.clone(), list, report }
    }

    fn subject(&self) -> Subject<'_> {
        Subject::List(Fleet { ruleset: &self.ruleset, list: &self.list, report: &self.report, open: None, share: None })
    }

    fn print(&self, options: &Options) -> Vec<u8> {
        pdf(&[self.subject()], options).unwrap()
    }

    fn pages(&self, options: &Options) -> Vec<String> {
        document::pages(&self.print(options))
    }
}

/// The examples that are lists, each with its file's name.
fn examples() -> Vec<(String, Judged)> {
    let judged = |path: PathBuf| Some((path.display().to_string(), Judged::read(&path)?));
    files().into_iter().filter_map(judged).collect()
}

/// The largest example of each game.
fn largest() -> Vec<(String, Judged)> {
    let mut largest: BTreeMap<String, (String, Judged)> = BTreeMap::new();
    for (name, judged) in examples() {
        let game = judged.report.ruleset.as_ref().unwrap().id.clone();
        let size = squadrons(&judged.list).len();
        if largest.get(&game).is_none_or(|(_, other)| size > squadrons(&other.list).len()) {
            largest.insert(game, (name, judged));
        }
    }
    largest.into_values().collect()
}

/// The largest of the examples that have something.
fn example(has: impl Fn(&Judged) -> bool) -> Judged {
    let fitting = examples().into_iter().map(|(_, judged)| judged).filter(has);
    fitting.max_by_key(|judged| squadrons(&judged.list).len()).unwrap()
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "yaml")).collect();
    files.sort();
    files
}

/// All squadrons of a list, wherever they stand, without what is attached to them.
fn squadrons(list: &ArmyList) -> Vec<&Squadron> {
    list.squadrons.iter().chain(list.groups.iter().flat_map(|group: &Group| &group.squadrons)).collect()
}

fn squadrons_mut(list: &mut ArmyList) -> Vec<&mut Squadron> {
    list.squadrons.iter_mut().chain(list.groups.iter_mut().flat_map(|group| &mut group.squadrons)).collect()
}

fn options(layouts: &[Layout], private: bool) -> Options {
    Options { layouts: layouts.to_vec(), private, ..Options::default() }
}
