//! A text that says that Muster wrote it, as it was read.

use muster_engine::list::ArmyList;
use muster_engine::ready::Ruleset;
use muster_engine::report::{Report, Verdict};
use muster_engine::summary::Summary;
use muster_engine::words::verdict::verdict;
use muster_library::share::WHOLE;

use super::compare::{self, LineDifference};
use super::repair;
use crate::listing::foot::{Foot, VERSION};
use crate::listing::marked::marked;
use crate::listing::markup::is_blank;
use crate::listing::outline;

/// A text that says that Muster wrote it, as it was read.
#[derive(Clone, Debug)]
pub struct OwnText {
    foot: Foot,
    /// The list as it was read.
    list: ArmyList,
    /// Its lines from the title to the foot, with their numbers.
    lines: Vec<(usize, String)>,
    prints: [Option<String>; 2],
    differences: Vec<LineDifference>,
}

impl OwnText {
    /// A text that was read as a list under a ruleset.
    pub(super) fn new(ruleset: &Ruleset, foot: Foot, list: &ArmyList, lines: Vec<(usize, String)>) -> Self {
        let judged = muster_engine::judge(ruleset, list, None);
        let prints = [judged.report().fingerprint.clone(), judged.old_fingerprint()];
        let summary = judged.summary();
        let own = Self { foot, list: list.clone(), lines, prints, differences: Vec::new() };
        let differences = own.differences_from(ruleset, &summary, judged.report());
        Self { differences, ..own }
    }

    /// The list as it was read, before anybody stated anything else of it.
    #[must_use]
    pub fn list(&self) -> &ArmyList {
        &self.list
    }

    /// The fingerprint that the text states: that of the list, or of the full list if the text shows an open one.
    #[must_use]
    pub fn fingerprint(&self) -> Option<&str> {
        self.foot.fingerprint.as_deref()
    }

    /// The first half of the fingerprint of an open list that the text states.
    #[must_use]
    pub fn open(&self) -> Option<&str> {
        self.foot.open.as_deref()
    }

    /// The fingerprint of the list as it was read, and that of the form before 0.3.
    #[must_use]
    pub fn prints(&self) -> [Option<&str>; 2] {
        self.prints.each_ref().map(|print| print.as_deref())
    }

    /// The version of Muster that wrote the text, as the text states it. None for 0.3.0 and before.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.foot.version.as_deref()
    }

    /// Whether this version of Muster wrote the text, as the text states it.
    #[must_use]
    pub fn is_of_this_version(&self) -> bool {
        self.version() == Some(VERSION)
    }

    /// The lines that are not as Muster writes them of the list, judged by all units of the ruleset that it was read under.
    #[must_use]
    pub fn differences(&self) -> &[LineDifference] {
        &self.differences
    }

    /// The lines that are not as Muster writes them of the list with this summary and report.
    #[must_use]
    pub fn differences_from(&self, ruleset: &Ruleset, summary: &Summary, report: &Report) -> Vec<LineDifference> {
        let Foot { style, .. } = self.foot;
        let open =
            self.is_open().then(|| self.verdict(ruleset, &outline::what(ruleset, &self.list, summary))).flatten();
        let report = match open {
            // An open list tells the verdict on the full list, which is not at hand.
            Some(verdict) => &Report { verdict, ..report.clone() },
            None => report,
        };
        let mut all = marked(ruleset, &self.list, summary, report, style);
        // The fingerprints are compared by their halves, and the version is no difference.
        if self.foot.is_known
            && let Some(last) = all.last_mut()
        {
            last.words = self.foot.words();
        }
        compare::differences(&all, &self.lines)
    }
}

impl OwnText {
    /// Whether the text shows what an opponent may see of a list.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.list.extra.contains_key(WHOLE)
    }

    /// The verdict that the second line of the text states behind what it says before. The line may be broken into several.
    fn verdict(&self, ruleset: &Ruleset, what: &str) -> Option<Verdict> {
        const VERDICTS: [Verdict; 3] = [Verdict::Legal, Verdict::Illegal, Verdict::Undetermined];
        let whole = repair::whole(ruleset, self.foot.style, &self.lines);
        let (_, second) = whole.into_iter().skip(1).find(|(_, line)| !is_blank(line))?;
        let bare = self.foot.style.unmarked(&second);
        let stated = bare.strip_prefix(what)?.strip_prefix(", ")?;
        let is_stated = |rest: &str| rest.is_empty() || rest.starts_with(", ");
        VERDICTS.into_iter().find(|it| stated.strip_prefix(verdict(*it)).is_some_and(is_stated))
    }
}
