//! The players, one row each, for programs that pair them.

use muster_engine::list::RulesetName;
use muster_engine::plain::plain;
use muster_engine::report::Verdict;
use muster_engine::words::verdict::verdict;
use muster_library::shelf::Shelf;

use crate::submission::Submission;

/// A player with what was handed in under the player's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The name.
    pub name: String,
    /// The club; empty if no list states one.
    pub club: String,
    /// The printed name of the nation; those of several lists are parted by `; `.
    pub nation: String,
    /// The name of the list, or its file; several are parted by `; `.
    pub list: String,
    /// The worst verdict on the lists.
    pub verdict: Verdict,
    /// The mail address; empty if none is known.
    pub email: String,
}

impl PlayerRow {
    /// The row of a list; none if nobody is known to have handed it in. The shelf has the names of nations.
    #[must_use]
    pub fn of(submission: &Submission, shelf: &Shelf) -> Option<Self> {
        let list = submission.list.as_deref();
        let said = |text: Option<&str>| text.map(|text| plain(text.trim()).into_owned()).unwrap_or_default();
        let name = said(submission.player());
        let report = &submission.report;
        let title = report.name.clone().unwrap_or_else(|| submission.place());
        let stated = || list.and_then(|list| list.nation.as_deref());
        (!name.is_empty()).then(|| Self {
            name,
            club: said(list.and_then(|list| list.club.as_deref())),
            nation: nation(submission, shelf).unwrap_or_else(|| said(stated())),
            list: said(Some(&title)),
            verdict: report.verdict,
            email: said(submission.address()),
        })
    }

    /// Whether another list is the same player's by what both state: one name, and no two addresses.
    #[must_use]
    pub fn is_same_player(&self, other: &Self) -> bool {
        let may_be_one = self.email.is_empty() || other.email.is_empty();
        self.name == other.name && (may_be_one || self.email.eq_ignore_ascii_case(&other.email))
    }

    /// Adds another list of the player.
    pub fn join(&mut self, other: Self) {
        let add = |all: &mut String, one: &str| {
            if all.is_empty() {
                one.clone_into(all);
            } else if !one.is_empty() && !all.split("; ").any(|known| known == one) {
                *all = format!("{all}; {one}");
            }
        };
        add(&mut self.nation, &other.nation);
        add(&mut self.list, &other.list);
        if self.club.is_empty() {
            self.club = other.club;
        }
        if self.email.is_empty() {
            self.email = other.email;
        }
        if other.verdict.rank() < self.verdict.rank() {
            self.verdict = other.verdict;
        }
    }

    /// The word for the verdict.
    #[must_use]
    pub fn verdict_word(&self) -> &'static str {
        verdict(self.verdict)
    }
}

/// The printed name of a list's nation; none if its ruleset does not know it.
fn nation(submission: &Submission, shelf: &Shelf) -> Option<String> {
    let (used, id) = (submission.report.ruleset.as_ref()?, submission.nation.as_deref()?);
    let name = RulesetName::Versioned { id: used.id.clone(), version: Some(format!("={}", used.version)) };
    let ruleset = shelf.ruleset(&name, &[id]).ok()?;
    Some(ruleset.declarations().nations.get(id)?.name.clone())
}
