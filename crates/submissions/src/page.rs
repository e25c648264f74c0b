//! Everything that was handed in as one page for a browser: a table with a row for each list, and below it what was
//! found in each. The page needs no network and no other file, and works without its script.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use askama::Template;
use muster_engine::folding::{self, ShownFinding};
use muster_engine::plain::plain;
use muster_engine::plural::capital;
use muster_engine::report::{Finding, FindingId, Remark, Severity, Verdict};
use muster_engine::theirs::{quoted, unlinked};
use muster_engine::words::verdict::{severity, verdict};
use muster_engine::words::{number, stated};

use crate::batch::HandIn;
use crate::row::{RowMaker, SubmissionRow};
use crate::submission::Submission;
use crate::tally::SubmissionTally;

/// Writes the page. Lists are sorted by verdict, the worst first. Among lists of one verdict, those with doubts come
/// first. Files without a list are at the end.
/// `deadline` is the last day for lists, as YYYY-MM-DD. The same input gives the same bytes.
pub fn page(handed_in: &[HandIn], deadline: Option<&str>) -> Result<String, fmt::Error> {
    let mut rows = RowMaker::default();
    let mut ids = HashMap::new();
    let (mut lists, mut others) = (Vec::new(), Vec::new());
    for handed in handed_in {
        match handed {
            HandIn::Lists(of_file) => {
                for list in of_file {
                    let (id, row) = (lists.len() + 1, rows.row(list));
                    let same = row.same_as.as_ref().and_then(|place| ids.get(place).copied());
                    ids.entry(list.place()).or_insert(id);
                    lists.push(PageEntry { id, list, row, same });
                }
            }
            HandIn::NoList { file, why, .. } => others.push((file, why)),
        }
    }
    let others: Vec<(String, String)> = others
        .into_iter()
        .map(|(file, why)| [file, why].map(|text| unlinked(&plain(text)).into_owned()).into())
        .collect();
    // A stable sort: lists of one player and name stay in their order.
    lists.sort_by_cached_key(|list| {
        let words = [&list.row.player, &list.row.name].map(|word| text(word).to_lowercase());
        (list.rank(), words)
    });
    let page = SubmissionsPage { tally: SubmissionTally::of(handed_in), deadline, lists: &lists, others: &others };
    let page = page.render().map_err(|_| fmt::Error)?;
    // Unicode marks that change the direction of writing could make a row look as if it said something else.
    Ok(page.split('\n').map(plain).collect::<Vec<_>>().join("\n"))
}

#[derive(Template)]
#[template(path = "page.html")]
struct SubmissionsPage<'a> {
    tally: SubmissionTally,
    /// The last day for lists.
    deadline: Option<&'a str>,
    lists: &'a [PageEntry<'a>],
    /// Files without a list, each with why.
    others: &'a [(String, String)],
}

/// A list on the page.
struct PageEntry<'a> {
    /// Its number, from 1, in the order in which lists were handed in.
    id: usize,
    list: &'a Submission,
    row: SubmissionRow,
    /// The number of the first list that is the same.
    same: Option<usize>,
}

impl SubmissionsPage<'_> {
    /// The verdicts that occur, with their numbers, worst first.
    fn verdicts(&self) -> Vec<(u32, &'static str)> {
        let mut verdicts = self.tally.verdicts();
        verdicts.sort_by_key(|(_, verdict)| rank(*verdict));
        verdicts.into_iter().map(|(number, of)| (number, verdict(of))).collect()
    }
}

impl<'a> PageEntry<'a> {
    /// The order of lists: worst first, and doubtful ones before others.
    fn rank(&self) -> u8 {
        2 * rank(self.row.verdict) + u8::from(!self.list.is_doubtful())
    }

    /// What the list is called: its name, or its file.
    fn title(&self) -> String {
        theirs(&self.row.name.clone().unwrap_or_else(|| self.list.place()))
    }

    fn player(&self) -> String {
        self.row.player.as_deref().map(theirs).unwrap_or_default()
    }

    /// How its sender differs from what it states; empty if it does not.
    fn sent_by(&self) -> String {
        unlinked(&plain(text(&self.row.sent_by))).into_owned()
    }

    /// The id of its nation, else the list's own word.
    fn nation(&self) -> String {
        match (&self.list.nation, &self.row.nation) {
            (None, Some(word)) => theirs(word),
            (_, known) => text(known).to_owned(),
        }
    }

    fn place(&self) -> String {
        unlinked(&plain(&self.list.place())).into_owned()
    }

    fn same_as(&self) -> String {
        unlinked(&plain(text(&self.row.same_as))).into_owned()
    }

    fn verdict(&self) -> &'static str {
        verdict(self.row.verdict)
    }

    /// The verdict with the terms that the list sets for itself, as a sentence.
    fn sentence(&self) -> String {
        let terms = self.terms();
        format!("{}{}{terms}", capital(self.verdict()), if terms.is_empty() { "" } else { ", " })
    }

    fn terms(&self) -> Cow<'_, str> {
        plain(text(&self.list.report.terms.words))
    }

    /// `985 of 1000 points`; empty if the list could not be read.
    fn points(&self) -> String {
        let row = &self.row;
        if row.ruleset.is_none() {
            return String::new();
        }
        number::points_of(row.points.map(i64::from), None, row.mfv)
    }

    /// The findings in the order in which they are read, without what was concluded from the text.
    fn told(&self) -> Vec<ShownFinding<'a>> {
        let mut told = folding::told(&self.list.report.findings);
        told.retain(|told| !matches!(told, ShownFinding::Finding(finding) if is_conclusion(finding)));
        told
    }

    /// The ids of what could not be read or decided. Leaves out rules that are undetermined only because of these.
    fn doubts(&self) -> String {
        let told = folding::told(&self.list.report.findings);
        let found = told.iter().filter_map(|told| match told {
            ShownFinding::Finding(finding) if finding.severity == Severity::Undetermined => Some(finding.rule.as_str()),
            _ => None,
        });
        let mut ids: Vec<&str> = found.collect();
        ids.dedup();
        ids.join(", ")
    }

    fn concluded(&self) -> Vec<String> {
        let found = self.list.report.findings.iter().filter(|finding| is_conclusion(finding));
        found.map(|finding| self.message(finding)).collect()
    }

    #[expect(clippy::unused_self)] // Templates call methods.
    fn grade(&self, finding: &Finding) -> &'static str {
        severity(finding.severity)
    }

    #[expect(clippy::unused_self)]
    fn message(&self, finding: &Finding) -> String {
        unlinked(&capital(&plain(&finding.message))).into_owned()
    }

    #[expect(clippy::unused_self)]
    fn help(&self, help: &str) -> String {
        unlinked(&plain(help)).into_owned()
    }

    /// Where a finding is: `line 7`; empty if its line is not known.
    fn line(&self, finding: &Finding) -> String {
        let of = if self.list.is_read && !self.list.came.is_plain { " of the text" } else { "" };
        finding.line.map_or_else(String::new, |line| format!("line {line}{of}"))
    }

    /// What else is known of the list, each with its name. What is not known is left out.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let row = &self.row;
        let rules = [&row.ruleset, &row.version].into_iter().flatten().chain(&row.events);
        let facts = [
            ("Rules", rules.map(String::as_str).collect::<Vec<_>>().join(" ")),
            ("Settings", stated::settings(&row.settings)),
            ("Points claimed", shown(&row.claimed)),
            ("Rules waived", row.consents.join(", ")),
            ("Club", row.club.as_deref().map(theirs).unwrap_or_default()),
            ("Mail", text(&row.email).to_owned()),
            ("Sender", self.sent_by()),
            ("Date", text(&row.date).to_owned()),
            ("Same as", self.same_as()),
            ("Fingerprint", text(&row.fingerprint).to_owned()),
            ("File", self.place()),
        ];
        let facts = facts.into_iter().filter(|(_, fact)| !fact.is_empty());
        facts.map(|(name, fact)| (name, plain(&fact).into_owned())).collect()
    }
}

/// A text of a player, as theirs.
fn theirs(text: &str) -> String {
    quoted(&unlinked(text))
}

/// The order of verdicts, worst first.
fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Unreadable => 0,
        Verdict::Illegal => 1,
        Verdict::Undetermined => 2,
        Verdict::Legal => 3,
    }
}

fn is_conclusion(finding: &Finding) -> bool {
    finding.rule == FindingId::Remark(Remark::ReadAs)
}

#[expect(clippy::ref_option)] // Templates pass all arguments by reference.
fn text(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or_default()
}

#[expect(clippy::ref_option)]
fn shown(number: &Option<u32>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}
