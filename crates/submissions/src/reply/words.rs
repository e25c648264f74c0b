//! The values that templates can use. docs/reports.md lists the names of the fields.

use indexmap::IndexSet;
use minijinja::Value;
use muster_engine::folding::{self, ShownFinding};
use muster_engine::plural::capital;
use muster_engine::report::{Finding, FindingId, Remark, Severity};
use muster_engine::theirs::quoted;
use muster_engine::words::number;
use muster_engine::words::verdict::{severity, verdict};
use muster_library::listed::ListStanding;
use muster_library::share;
use serde::Serialize;

use super::players::{ReplyPlayer, without_folder};
use super::several::several;
use crate::row::RowMaker;
use crate::submission::Submission;

/// How many letters of the list as one word go on one line.
const WORD: usize = 72;

/// The values of one mail. Texts of players stand in quotes.
#[derive(Serialize)]
pub(super) struct ReplyWords<'a> {
    /// The player, or all who share the address.
    player: Value,
    /// Where the mail goes. It stays as it is: nobody but its owner gets it.
    address: Option<Value>,
    deadline: Option<&'a str>,
    /// The verdicts that occur, each once.
    verdicts: Value,
    /// Whether something came after the deadline.
    late: bool,
    lists: Vec<ReplyList<'a>>,
    /// What came and does not count, because another list counts in its place.
    versions: Vec<ReplyVersion>,
    files: Vec<ListlessFile<'a>>,
}

/// A version in whose place another list counts.
#[derive(Serialize)]
struct ReplyVersion {
    /// Its name, or its file.
    title: String,
    file: String,
    /// Whether it came after the deadline; otherwise a newer list counts.
    late: bool,
    /// When it arrived.
    arrived: Option<String>,
}

#[derive(Serialize)]
struct ListlessFile<'a> {
    name: String,
    why: &'a str,
}

#[derive(Serialize)]
struct ReplyList<'a> {
    /// Its name, or its file.
    title: String,
    file: String,
    /// The player that the list states.
    player: Option<String>,
    /// Whose list it is, if several people share the address.
    of: Option<String>,
    /// Whose part of the mail it begins, if several people share the address.
    part: Option<String>,
    /// How its sender differs from what it states.
    sent_by: Option<String>,
    /// Who sent it, if that is not its player.
    sender: Option<String>,
    /// When it arrived.
    arrived: Option<String>,
    /// Whether it came after the deadline.
    late: bool,
    game: Option<&'a str>,
    events: Value,
    verdict: &'static str,
    terms: Option<&'a str>,
    /// `985 of 1000 points`
    points: Option<String>,
    fingerprint: Option<&'a str>,
    /// The player's earlier file with the same list.
    same_as: Option<String>,
    errors: Vec<Sentence>,
    /// What was not read or is not known.
    questions: Vec<Sentence>,
    undecided: Vec<Sentence>,
    concluded: Value,
    notes: Vec<Sentence>,
    /// The lines of the list in one word.
    word: Value,
}

#[derive(Serialize)]
struct Sentence {
    rule: String,
    severity: &'static str,
    message: String,
    /// The book and page.
    source: Option<String>,
    help: Option<String>,
    line: Option<u32>,
}

impl<'a> ReplyWords<'a> {
    pub(super) fn new(player: &ReplyPlayer<'a>, deadline: Option<&'a str>) -> Self {
        let mut rows = RowMaker::default();
        let same_as = |list: &&'a Submission| Some(quoted(without_folder(&rows.row(list).same_as?)));
        let same_as: Vec<Option<String>> = player.lists.iter().map(same_as).collect();
        let verdicts: IndexSet<&str> = player.lists.iter().map(|list| verdict(list.report.verdict)).collect();
        Self {
            player: several(player.names.iter().map(|name| quoted(name))),
            address: player.address.as_ref().ok().map(|address| Value::from_safe_string((*address).to_owned())),
            deadline,
            verdicts: several(verdicts),
            lists: player
                .lists
                .iter()
                .zip(same_as)
                .enumerate()
                .map(|(at, (list, same_as))| ReplyList {
                    part: player.part(at).map(|it| quoted(player.names[it])),
                    ..ReplyList::new(list, same_as, player)
                })
                .collect(),
            late: player.lists.iter().chain(&player.versions).any(|list| list.came.counts == ListStanding::Late),
            versions: player.versions.iter().map(|list| ReplyVersion::new(list)).collect(),
            files: player
                .files
                .iter()
                .map(|(file, why)| ListlessFile { name: quoted(without_folder(file)), why })
                .collect(),
        }
    }
}

impl ReplyVersion {
    fn new(list: &Submission) -> Self {
        let Submission { report, came, .. } = list;
        Self {
            title: quoted(report.name.as_deref().unwrap_or_else(|| without_folder(&report.file))),
            file: quoted(without_folder(&report.file)),
            late: came.counts == ListStanding::Late,
            arrived: came.hour(),
        }
    }
}

impl<'a> ReplyList<'a> {
    fn new(list: &'a Submission, same_as: Option<String>, player: &ReplyPlayer<'a>) -> Self {
        let report = &list.report;
        let is_concluded = |finding: &&Finding| finding.rule == FindingId::Remark(Remark::ReadAs);
        let concluded = report.findings.iter().filter(is_concluded);
        let points = || number::points_of(report.points.map(i64::from), None, report.mfv);
        let mut judged = Self {
            title: quoted(report.name.as_deref().unwrap_or_else(|| without_folder(&report.file))),
            file: quoted(without_folder(&report.file)),
            player: report.player.as_deref().map(quoted),
            of: list.origin().player().filter(|_| player.names.len() > 1).map(quoted),
            part: None,
            sent_by: list.sent_by(),
            sender: list.other_sender().map(quoted),
            arrived: list.came.hour(),
            late: list.came.counts == ListStanding::Late,
            game: report.ruleset.as_ref().map(|ruleset| ruleset.id.as_str()),
            events: several(&report.events),
            verdict: verdict(report.verdict),
            terms: report.terms.words.as_deref(),
            points: report.ruleset.as_ref().filter(|_| list.list.is_some()).map(|_| points()),
            fingerprint: report.fingerprint.as_deref(),
            same_as,
            errors: Vec::new(),
            questions: Vec::new(),
            undecided: Vec::new(),
            concluded: several(concluded.map(|finding| capital(&finding.message))),
            notes: Vec::new(),
            word: several(list.list.as_deref().map(|list| in_lines(&share::word(list))).unwrap_or_default()),
        };
        for told in folding::told(&report.findings) {
            judged.add(&told);
        }
        judged
    }

    fn add(&mut self, shown: &ShownFinding) {
        let finding = match shown {
            ShownFinding::Finding(finding) => *finding,
            ShownFinding::Waiting(findings) => {
                if let Some(first) = findings.first() {
                    let message = capital(&folding::waiting(findings));
                    self.undecided.push(Sentence { message, source: None, help: None, line: None, ..first.into() });
                }
                return;
            }
        };
        match finding.severity {
            Severity::Error => self.errors.push(finding.into()),
            Severity::Undetermined if finding.source.is_none() => self.questions.push(finding.into()),
            Severity::Undetermined => self.undecided.push(finding.into()),
            _ if finding.rule == FindingId::Remark(Remark::ReadAs) => {}
            Severity::Warning | Severity::Note | Severity::Waived => self.notes.push(finding.into()),
        }
    }
}

impl From<&&Finding> for Sentence {
    fn from(finding: &&Finding) -> Self {
        (*finding).into()
    }
}

impl From<&Finding> for Sentence {
    fn from(finding: &Finding) -> Self {
        Self {
            rule: finding.rule.to_string(),
            severity: severity(finding.severity),
            message: capital(&finding.message),
            source: finding.source.as_ref().map(ToString::to_string),
            help: finding.help.as_deref().map(capital),
            line: finding.line,
        }
    }
}

/// Breaks the list as one word into lines so short that mail programs do not break them. Muster reads the word with its
/// line breaks.
fn in_lines(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(WORD).map(|line| line.iter().collect()).collect()
}
