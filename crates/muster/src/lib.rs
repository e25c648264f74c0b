//! The engine of Muster for other programs in Rust.
//!
#![doc = include_str!("../README.md")]
#![deny(clippy::indexing_slicing, clippy::string_slice, clippy::panic, clippy::unwrap_used)]

use std::fmt;
use std::path::{Path, PathBuf};

pub use muster_engine::list::{ArmyList, RulesetName};
pub use muster_engine::report::{Finding, FindingId, Report, Severity, Verdict};
#[cfg(feature = "import")]
#[doc(inline)]
pub use muster_importer as import;
use muster_library::fault::FileFault;
use muster_library::judge::judge_list;
use muster_library::lints::under_event;
use muster_library::share::WHOLE;
use muster_library::shelf::Shelf;
pub use muster_mend::{Bounds, Mend, MendStep, Mends};
#[cfg(feature = "print")]
#[doc(inline)]
pub use muster_print as print;
use muster_submissions::{HandIn, Intake, NewestGames, judge_bytes, judge_paths};

/// Rulesets, and judging by them. It may be shared by threads, and is best made once: it keeps what it has loaded.
#[derive(Debug)]
pub struct Muster {
    shelf: Shelf,
}

/// A list of a file, and the report on it.
#[derive(Clone, Debug)]
pub struct ListOfFile {
    /// The report.
    pub report: Report,
    /// The list; none if it could not be read.
    pub list: Option<ArmyList>,
}

/// Why a mend cannot be looked for: the ruleset of the list is not at hand, or is faulty.
#[derive(Clone, Debug)]
pub struct MendFault(FileFault);

/// Why an event cannot be used.
#[derive(Clone, Debug)]
pub struct UnusableEvent {
    /// What is wrong with its files.
    pub reports: Vec<Report>,
}

impl Default for Muster {
    fn default() -> Self {
        Self::new()
    }
}

impl Muster {
    /// The rulesets that come with Muster; none without the feature `builtin-rulesets`.
    #[must_use]
    pub fn new() -> Self {
        Self { shelf: Shelf::built_in() }
    }

    /// The rulesets in `FOLDER/<id>/<major>/`, in the order of the folders, before those that come with Muster.
    #[must_use]
    pub fn with_rulesets(folders: &[PathBuf]) -> Self {
        Self { shelf: Shelf::with_folders(folders) }
    }

    /// Judges under an event pack or house rules from now on. Fails if the file cannot be used.
    pub fn under(self, event: &Path) -> Result<Self, UnusableEvent> {
        let made = under_event(&self.shelf, self.shelf.place(event));
        made.map(|(shelf, _)| Self { shelf }).map_err(|reports| UnusableEvent { reports })
    }

    /// Judges the first list in a text of any form. A text without a list has an unreadable report.
    #[must_use]
    pub fn judge(&self, text: &str) -> Report {
        self.judge_bytes("text", text.as_bytes()).swap_remove(0).report
    }

    /// Judges all lists in the bytes of a file of any form; `name` stands for the file in the reports. Never empty.
    #[must_use]
    pub fn judge_bytes(&self, name: &str, bytes: &[u8]) -> Vec<ListOfFile> {
        let games = NewestGames::new(&self.shelf);
        judge_bytes(&Intake::new(&games), name, bytes).into_iter().flat_map(lists).collect()
    }

    /// Judges all lists in files and folders, in their order, on all cores; `-` is standard input. Passes each on as soon as it is
    /// judged. A file that cannot be read counts as one unreadable list. So does a file that is named and holds no list. Each list is
    /// judged by itself, also if a player handed in several.
    pub fn judge_files(&self, paths: &[PathBuf], mut judged: impl FnMut(ListOfFile)) {
        let games = NewestGames::new(&self.shelf);
        judge_paths(&Intake::new(&games), paths, |handed| lists(handed).into_iter().for_each(&mut judged));
    }

    /// Judges a list.
    ///
    /// ```
    /// use muster::{ArmyList, Muster, RulesetName, Verdict};
    ///
    /// let muster = Muster::new();
    /// let list = ArmyList { ruleset: RulesetName::Id("dw-2.5".to_owned()), ..ArmyList::default() };
    /// assert_ne!(muster.judge_list(&list).verdict, Verdict::Legal);
    /// ```
    #[must_use]
    pub fn judge_list(&self, list: &ArmyList) -> Report {
        judge_list(&self.shelf, "list", None, list, None)
    }

    /// Looks for the smallest changes that make a list legal. The time grows with the size of the list and with `bounds`. Fails if the
    /// ruleset of the list is not at hand, or is faulty.
    pub fn mends(&self, list: &ArmyList, bounds: Bounds) -> Result<Mends, MendFault> {
        let ruleset = self.shelf.ruleset_for(list).map_err(MendFault)?;
        // A changed list is no part of the full list whose code it states.
        let mut list = list.clone();
        list.extra.shift_remove(WHOLE);
        Ok(muster_mend::fix(&ruleset, &list, bounds))
    }

    /// The rulesets, for functions of `muster-library`.
    #[must_use]
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }
}

fn lists(handed: HandIn) -> Vec<ListOfFile> {
    match handed {
        HandIn::Lists(lists) => {
            lists.into_iter().map(|one| ListOfFile { report: one.report, list: one.list.map(|list| *list) }).collect()
        }
        HandIn::NoList { .. } => Vec::new(),
    }
}

impl fmt::Display for MendFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.message)
    }
}

impl std::error::Error for MendFault {}

impl fmt::Display for UnusableEvent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut findings = self.reports.iter().flat_map(|report| &report.findings);
        formatter.write_str(findings.next().map_or("this is no event", |finding| &finding.message))
    }
}

impl std::error::Error for UnusableEvent {}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{ArmyList, Bounds, Muster, RulesetName, Verdict};

    const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

    #[test]
    fn files_are_judged_as_their_texts() {
        let muster = Muster::new();
        let folder = Path::new(EXAMPLES).join("dw-2.5");
        let mut judged = Vec::new();
        muster.judge_files(std::slice::from_ref(&folder), |one| judged.push(one));
        assert!(judged.len() > 5);
        // What lies beside a file is not known from its bytes.
        let stands_alone = |list: &ArmyList| list.sheet.is_none() && list.overlays.is_empty();
        for one in judged.iter().filter(|one| one.list.as_ref().is_some_and(stands_alone)) {
            let text = std::fs::read(&one.report.file).unwrap();
            assert_eq!(muster.judge_bytes(&one.report.file, &text)[0].report, one.report);
        }
        let legal = judged.iter().find(|one| one.report.verdict == Verdict::Legal).unwrap();
        assert_eq!(muster.judge_list(legal.list.as_ref().unwrap()).fingerprint, legal.report.fingerprint);
    }

    /// `make docs` runs the README itself, which takes long to compile.
    #[test]
    fn the_readme_has_the_example() {
        let (_, body) = include_str!("../examples/judge.rs").split_once("fn main() {\n").unwrap();
        let body: Vec<&str> =
            body.lines().map_while(|line| (line != "}").then(|| line.trim_start_matches("    "))).collect();
        let readme = include_str!("../README.md").replace("    println", "println");
        assert!(body.len() > 3 && readme.contains(&body.join("\n")), "{body:#?}");
    }

    #[test]
    fn an_event_counts_and_a_faulty_one_is_an_error() {
        let cup = Path::new(EXAMPLES).join("events/channel-cup-2026.yaml");
        let text = std::fs::read_to_string(Path::new(EXAMPLES).join("dw-2.5/channel-patrol.yaml")).unwrap();
        let report = Muster::new().under(&cup).unwrap().judge(&text);
        assert_eq!(report.events, ["channel-cup-2026"]);
        let refused: Box<dyn std::error::Error> = Muster::new().under(Path::new("no/such.yaml")).unwrap_err().into();
        assert!(!refused.to_string().is_empty());
    }

    #[test]
    fn what_cannot_be_judged_says_why() {
        let muster = Muster::with_rulesets(&[PathBuf::from("no/such/folder")]);
        assert_eq!(muster.judge("").verdict, Verdict::Unreadable);
        let list = ArmyList { ruleset: RulesetName::Id("chess".to_owned()), ..ArmyList::default() };
        let refused = muster.mends(&list, Bounds::default()).unwrap_err();
        assert!(refused.to_string().contains("chess"), "{refused}");
    }
}
