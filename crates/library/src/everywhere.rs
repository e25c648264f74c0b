//! Judges a list by each version of its ruleset, and under each event at hand: where may it be played?

use std::path::{Path, PathBuf};

use muster_engine::effort;
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::report::Report;
use rayon::prelude::*;
use semver::Version;

use crate::document::Document;
use crate::fault::{FaultKind, FileFault};
use crate::files::FilesPath;
use crate::judge::{GivenList, GivenRules, judge_by};
use crate::overlay::stack::OverlayAtHand;
use crate::shelf::Shelf;

/// Something by which a list may be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A version of its ruleset, with the house rules that the list names.
    Version(Version),
    /// An event.
    Event {
        /// Its id; none if it cannot be read.
        id: Option<String>,
        /// Its name, or its file if it cannot be read.
        name: String,
        /// Its file or folder.
        path: PathBuf,
        /// Whether it can be used.
        is_usable: bool,
    },
}

/// A list as it is judged on an occasion.
#[derive(Clone, Debug)]
pub struct JudgedOccasion {
    /// The occasion.
    pub occasion: Occasion,
    /// The report.
    pub report: Report,
}

/// The events and versions by which lists are judged one after the other.
#[derive(Debug)]
pub struct Occasions<'s> {
    /// For the versions: lists may name overlays.
    plain: &'s Shelf,
    /// For the events.
    events: Shelf,
}

impl<'s> Occasions<'s> {
    /// The versions on a shelf; and these events and those in its folders of rulesets.
    #[must_use]
    pub fn new(shelf: &'s Shelf, events: &[PathBuf]) -> Self {
        Self { plain: shelf, events: shelf.for_each_event(events) }
    }

    /// Judges a list by each version of its ruleset, the newest first, and under each event of its game. With `document`,
    /// findings get lines. `beside` is the folder of the list, in which events may be.
    #[must_use]
    pub fn judge(
        &self,
        file: &str,
        beside: Option<FilesPath>,
        list: &ArmyList,
        document: Option<&Document>,
    ) -> Vec<JudgedOccasion> {
        let given = GivenList { file, beside, list, document };
        let id = list.ruleset.id();
        let versions = by_each_version(self.plain, &given).into_iter();
        let mut judged: Vec<JudgedOccasion> =
            versions.map(|(version, report)| JudgedOccasion { occasion: Occasion::Version(version), report }).collect();
        let here = effort::here();
        let of_game = self.events.at_hand(beside).into_par_iter().filter(|at_hand| {
            let stack = at_hand.stack.as_ref();
            stack.map_or(true, |stack| stack.last().is_some_and(|stacked| stacked.is_about(id)))
        });
        let under = |at_hand: OverlayAtHand| here.go_on(|| self.under(&given, at_hand));
        judged.extend(of_game.map(under).collect::<Vec<_>>());
        judged
    }

    /// Judges a list under an event, as if it were the event of the run.
    fn under(&self, given: &GivenList, OverlayAtHand { overlay: read, stack }: OverlayAtHand) -> JudgedOccasion {
        let path = read.head_file().path.clone();
        let overlay = read.overlay.as_ref();
        let occasion = Occasion::Event {
            id: overlay.map(|overlay| overlay.id().to_owned()),
            name: overlay.map_or_else(|| shown(&path), |overlay| overlay.name().to_owned()),
            path,
            is_usable: stack.is_ok(),
        };
        let report = match stack {
            Ok(stack) => {
                let name = &given.list.ruleset;
                report(&GivenRules { shelf: &self.events, name, stack: &stack, unusable: &[] }, given)
            }
            Err(why) => given.unjudged(FileFault::new(FaultKind::BrokenRuleset, why)),
        };
        JudgedOccasion { occasion, report }
    }
}

/// Judges a list by each version of its ruleset, the newest first.
#[must_use]
pub fn by_versions(shelf: &Shelf, list: &ArmyList) -> Vec<(Version, Report)> {
    by_each_version(shelf, &GivenList { file: "", beside: None, list, document: None })
}

fn by_each_version(shelf: &Shelf, given: &GivenList) -> Vec<(Version, Report)> {
    let of_game = shelf.versions().iter().filter(|edition| edition.id == given.list.ruleset.id());
    let mut versions: Vec<&Version> = of_game.map(|edition| &edition.version).collect();
    versions.sort_by(|one, other| other.cmp(one));
    versions.dedup();
    versions.into_iter().map(|version| (version.clone(), by_version(shelf, given, version))).collect()
}

/// Judges a list by a version, as if it asked for this one.
fn by_version(shelf: &Shelf, given: &GivenList, version: &Version) -> Report {
    let list = given.list;
    let exact = RulesetName::Versioned { id: list.ruleset.id().to_owned(), version: Some(format!("={version}")) };
    let is_own = shelf.exactly(&list.ruleset).is_ok_and(|own| own == exact);
    let (stack, unusable) = shelf.stack_for(list, given.beside);
    let name = if is_own { &list.ruleset } else { &exact };
    report(&GivenRules { shelf, name, stack: &stack, unusable: &unusable }, given)
}

fn report(by: &GivenRules, given: &GivenList) -> Report {
    judge_by(by, given, |_| ()).map_or_else(|report| *report, |(_, report, ())| report)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
