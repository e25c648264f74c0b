//! A list that was handed in, judged.

use std::path::Path;

use muster_engine::list::ArmyList;
use muster_engine::plural::short;
use muster_engine::report::{Finding, FindingId, Remark, Report, Severity, Verdict};
use muster_engine::theirs::quoted;
use muster_exchange::listing::{Doubt, Listing, TextChange};
use muster_exchange::unpack::Sender;
use muster_library::fault::FileFault;
use muster_library::files::FilesPath;
use muster_library::judge::{judge_entry, judge_list, unreadable};
use muster_library::listed::ListStanding;
use muster_library::lists::{FileDocument, is_never_judged};
use muster_library::sheets;
use muster_library::shelf::Shelf;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::found::ListRemark;
use crate::origin::{HandInOrigin, alike, kept_arrival};

/// A list that was handed in, with its report. If it could not be read, the report says why.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Submission {
    /// The report. What was doubtful in the text is among its findings.
    pub report: Report,
    /// The list; none if the document is not a list or is a faulty one.
    pub list: Option<Box<ArmyList>>,
    /// The id of its nation; none if the ruleset does not know it.
    pub nation: Option<String>,
    /// Whether the list was read from another form than a list file.
    pub is_read: bool,
    /// The text that the lines of findings count, if it is not the file itself.
    pub text: Option<String>,
    /// The mail address that a sheet states. A list has its own.
    #[serde(default)]
    pub email: Option<String>,
    /// How it came.
    pub came: Arrival,
}

/// How a list was handed in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "Came")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Arrival {
    /// The file: that of the report, or the mail or archive in which it was packed.
    pub file: String,
    /// Who sent the mail that it came in.
    pub sender: Option<Sender>,
    /// Whether the lines of findings are lines of that file.
    pub is_plain: bool,
    /// Whether a print carries it, so that its pages may say something else.
    #[serde(default)]
    pub is_carried: bool,
    /// The codes of which the pages of that print must show one if they show this list: its own.
    #[serde(default)]
    pub codes: Vec<String>,
    /// When its mail arrived, in RFC 3339; by the clocks of the deadline if the event states one.
    #[serde(default)]
    pub arrived: Option<String>,
    /// Whether it counts, or is a version in whose place another counts: `counts`, `earlier` or `late`.
    #[serde(default)]
    pub counts: ListStanding,
    /// The place of the list that counts in its place; none if it stands for itself.
    #[serde(default)]
    pub version_of: Option<String>,
    /// What was concluded about its versions, in sentences.
    #[serde(default)]
    pub concluded: Vec<String>,
}

impl Arrival {
    /// When its mail arrived, for people: `2026-11-28 23:50 +00:00`.
    #[must_use]
    pub fn hour(&self) -> Option<String> {
        let (day, clock) = self.arrived.as_deref()?.split_once('T')?;
        Some(format!("{day} {} {}", clock.get(..5)?, clock.get(8..)?))
    }

    /// Whether it is a version that stands below the list that counts in its place.
    #[must_use]
    pub fn is_folded(&self) -> bool {
        self.version_of.is_some()
    }

    /// What is told of a list that does not count, in words: `late, arrived 2026-11-29 00:20 +00:00: it arrived after the
    /// deadline`.
    #[must_use]
    pub fn standing(&self) -> String {
        let arrived = self.hour().map(|hour| format!(", arrived {hour}")).unwrap_or_default();
        let why = if self.concluded.is_empty() { String::new() } else { format!(": {}", self.concluded.join("; ")) };
        format!("{}{arrived}{why}", self.counts.word())
    }
}

impl Submission {
    /// A file that could not be read.
    #[must_use]
    pub fn unread(file: &str, fault: FileFault) -> Self {
        let report = unreadable(file, 0, vec![fault]);
        let came = Arrival { file: file.to_owned(), sender: None, is_plain: true, ..Arrival::default() };
        Self { report, list: None, nation: None, is_read: false, text: None, email: None, came }
    }

    /// The file of the report, and its document if it is not the first.
    #[must_use]
    pub fn place(&self) -> String {
        match self.report.document {
            0 => self.report.file.clone(),
            document => format!("{}, document {document}", self.report.file),
        }
    }

    /// The folder of its file, where the list's campaign sheet may be. None if the list came in something else.
    #[must_use]
    pub fn beside<'s>(&'s self, rulesets: &'s Shelf) -> Option<FilesPath<'s>> {
        Some(rulesets.place(Path::new(&self.came.file).parent().filter(|_| self.came.is_plain)?))
    }

    /// The mail address that it came from, else the one that it states. It may be no plain address.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.origin().address()
    }

    /// The name of its player: the stated one, which anybody may write, else that of the mail's sender.
    #[must_use]
    pub fn player(&self) -> Option<&str> {
        self.report.player.as_deref().or_else(|| self.origin().player())
    }

    /// When it arrived, in RFC 3339: when its mail did. A file keeps that of the mail from which it was imported.
    pub(crate) fn arrival(&self) -> Option<&str> {
        match &self.came.sender {
            Some(sender) => sender.arrived(),
            None => kept_arrival(self.list.as_deref()?),
        }
    }

    /// The name of who sent it, if that is not its player; the address of a sender without a name.
    #[must_use]
    pub fn other_sender(&self) -> Option<&str> {
        let sender = self.came.sender.as_ref()?;
        let name = sender.name.as_deref().or(sender.address.as_deref())?;
        let player = self.player().filter(|player| alike(player) != alike(name))?;
        (sender.address.as_deref() != Some(player)).then_some(name)
    }

    /// How the sender of the mail in which it came differs from what it states; none if it does not. Words that follow a
    /// subject: `states the name “Anna”, but came from “Eve” <eve@example.org>`.
    #[must_use]
    pub fn sent_by(&self) -> Option<String> {
        self.origin().difference()
    }

    /// Who it is from.
    pub(crate) fn origin(&self) -> HandInOrigin<'_> {
        let sender = self.came.sender.as_ref();
        match self.list.as_deref() {
            Some(list) => HandInOrigin::of_list(sender, list),
            None if self.report.verdict == Verdict::Unreadable && self.email.is_none() => {
                HandInOrigin::of_sender(sender)
            }
            None => HandInOrigin::of_sheet(sender, self.report.player.as_deref(), self.email.as_deref()),
        }
    }

    /// The first half of the fingerprint, which is about the list. The second half is about the rules.
    pub(crate) fn content(&self) -> Option<String> {
        Some(self.report.fingerprint.as_ref()?.split('-').next()?.to_owned())
    }

    /// Judges a document of a list file. `beside` is the folder where the list's campaign sheet may be.
    pub(crate) fn of_entry(
        shelf: &Shelf,
        file: &str,
        came: Arrival,
        beside: Option<FilesPath>,
        entry: FileDocument,
    ) -> Self {
        let report = judge_entry(shelf, file, beside, &entry);
        let (list, email) = match entry {
            FileDocument::List(list, _) => (Some(list), None),
            FileDocument::Other(kind, document) if !is_never_judged(&kind) => {
                (None, sheets::address(&document).map(str::to_owned))
            }
            FileDocument::Other(..) | FileDocument::Unreadable(_) => (None, None),
        };
        let nation = list.as_deref().and_then(|list| nation(shelf, list));
        Self { report, list, nation, is_read: false, text: None, email, came }.with_origin()
    }

    /// Judges a list that was read from another form. `document` counts the lists of one text from 0.
    pub(crate) fn of_listing(
        shelf: &Shelf,
        file: &str,
        came: Arrival,
        document: u32,
        listing: Listing,
        text: Option<String>,
    ) -> Self {
        let Listing { list, doubts, concluded, changed, .. } = listing;
        let mut report = judge_list(shelf, file, None, &list, None);
        report.document = document;
        let of_text = doubts.iter().map(doubtful).chain(concluded.into_iter().map(read_as));
        report.add(of_text.chain(changed.into_iter().map(other_text)));
        let nation = nation(shelf, &list);
        Self { report, list: Some(Box::new(list)), nation, is_read: true, text, email: None, came }.with_origin()
    }

    /// The same submission with what is told of it because of what it came with.
    #[must_use]
    pub(crate) fn told<'t>(mut self, told: impl Iterator<Item = &'t ListRemark>) -> Self {
        self.came.codes = self.codes().into_iter().map(str::to_owned).collect();
        let carried = self.carried();
        self.report.add(told.map(|told| finding(told.remark, told.message.clone())).chain(carried));
        self
    }

    /// The codes of which the pages of its print must show one; none if no print carries it, or if it could not be judged.
    fn codes(&self) -> Vec<&str> {
        self.report.fingerprint.as_deref().filter(|_| self.came.is_carried).into_iter().collect()
    }

    /// What must be known of the pages of the print that carries it; none if no print does.
    #[must_use]
    pub fn carrier(&self) -> Option<&str> {
        let is_carried = |finding: &&Finding| finding.rule == FindingId::Remark(Remark::CarriedList);
        Some(&self.report.findings.iter().find(is_carried)?.message)
    }

    /// What is told of a list that a print carries.
    fn carried(&self) -> Option<Finding> {
        let judged = "Muster judged the list file in this PDF and did not compare the pages with it";
        let verify = "the half of a code behind the hyphen is of the rules and differs under others; \
                      `muster verify CODE FILE` compares a code with the list";
        let ask = "ask for the full list, and compare the code of the pages with it by `muster verify CODE FILE`";
        // The pages of an open print show the code of the full list. But whoever made the file may have stated any code.
        let (message, help) = match (self.codes().as_slice(), self.report.terms.full_list.as_deref()) {
            ([own, ..], None) => (format!("{judged}; the pages must show the code {own}"), verify),
            ([own, ..], Some(stated)) => {
                let stated = quoted(&short(stated));
                let message = format!(
                    "{judged}; of what the file has, their code reads {own}; it states {stated} as the code of a full list, \
                     and pages with that code may show any list"
                );
                (message, ask)
            }
            ([], _) if self.came.is_carried && self.list.is_some() => (judged.to_owned(), verify),
            ([], _) => return None,
        };
        Some(Finding { help: Some(help.to_owned()), ..finding(Remark::CarriedList, message) })
    }

    /// The same submission with the list that a person made of it, judged again. Nothing in it is doubtful any more.
    #[must_use]
    pub fn corrected(self, rulesets: &Shelf, list: ArmyList) -> Self {
        let report = judge_list(rulesets, &self.report.file, None, &list, None);
        let report = Report { document: self.report.document, ..report };
        let corrected = Self { report, nation: nation(rulesets, &list), list: Some(Box::new(list)), ..self };
        corrected.with_origin().told(std::iter::empty())
    }

    /// The same with a finding if another sent it than it states.
    fn with_origin(mut self) -> Self {
        self.came.arrived = self.arrival().map(str::to_owned);
        if let Some(finding) = self.origin().finding() {
            self.report.add([finding]);
        }
        self
    }

    /// Whether something in its text was not understood. A person must look at such a list.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.doubts().next().is_some()
    }

    /// Its place where the worst stands first: by verdict, and of one verdict those that a person must look at.
    #[must_use]
    pub fn rank(&self) -> u8 {
        2 * self.report.verdict.rank() + u8::from(!self.is_doubtful())
    }

    /// The findings about where its text is not as Muster wrote it.
    pub fn changed(&self) -> impl Iterator<Item = &Finding> {
        self.report.findings.iter().filter(|finding| finding.rule == FindingId::Remark(Remark::ChangedText))
    }

    /// The findings about what was not understood in its text.
    pub fn doubts(&self) -> impl Iterator<Item = &Finding> {
        let is_doubt = |rule: &FindingId| {
            matches!(rule, FindingId::Remark(Remark::UnreadLine | Remark::UnreadNumber | Remark::TwoNames))
        };
        self.report.findings.iter().filter(move |finding| is_doubt(&finding.rule))
    }
}

/// The id of a list's nation; none if its ruleset does not know it.
fn nation(shelf: &Shelf, list: &ArmyList) -> Option<String> {
    let ruleset = shelf.ruleset_for(list).ok()?;
    ruleset.nation(list.nation.as_deref()?).map(str::to_owned)
}

fn doubtful(doubt: &Doubt) -> Finding {
    Finding {
        line: u32::try_from(doubt.line).ok(),
        help: doubt.help.clone(),
        ..finding(doubt.remark(), doubt.sentence())
    }
}

fn read_as(said: String) -> Finding {
    finding(Remark::ReadAs, said)
}

fn other_text(changed: TextChange) -> Finding {
    let finding = finding(Remark::ChangedText, changed.sentence);
    let severity = if changed.is_sure { finding.severity } else { Severity::Note };
    Finding { severity, line: changed.line.and_then(|line| u32::try_from(line).ok()), ..finding }
}

fn finding(remark: Remark, message: String) -> Finding {
    Finding { message, at: vec![String::new()], ..Finding::bare(FindingId::Remark(remark), remark.severity()) }
}
