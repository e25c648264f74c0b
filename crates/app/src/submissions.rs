//! `submissions`, `correct`, `versions` and `tally`: judge what players handed in, for the screen *Submissions*.

use data_encoding::BASE64;
use muster_engine::folding::{self, ShownFinding};
use muster_engine::plural::count;
use muster_engine::report::{Finding, FindingId, Remark, Verdict};
use muster_library::listed::ListStanding;
use muster_submissions::{
    HandIn, Intake, NewestGames, RepeatFinder, Submission, SubmissionTally, VersionRules, judge_files, mark_versions,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::event::GivenEvent;
use crate::fault::CallFault;
use crate::given::GivenList;
use crate::names::nation_name;
use crate::words::points;

/// Every overlay has this word, or writes a part of it by an escape, which begins with a backslash.
const OVERLAY: &[u8] = b"overlay";

/// The arguments of `submissions`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SubmissionsArgs {
    /// The files, in the order in which they count.
    pub files: Vec<GivenFile>,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A file of any form.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GivenFile {
    /// Its name, with the folders in which it was dropped.
    pub name: String,
    /// Its content.
    pub text: String,
    /// The content is in base 64, because the file is not text.
    #[serde(default)]
    pub packed: bool,
}

/// What was found in the files.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SubmissionsAnswer {
    /// The outcomes of each file, in the order of the files. Each file has at least one.
    pub files: Vec<Vec<HandInInfo>>,
}

/// The outcome of a file, or of a file inside a mail or an archive.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "HandedInInfo")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HandInInfo {
    /// The lists, or why there are none. Other calls take it back as it is.
    pub handed_in: HandIn,
    /// Words for each of the lists.
    pub words: Vec<ListWords>,
}

/// What a screen says of a list that was handed in.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ListWords {
    /// The printed name of its nation; the list's own word if there is no such nation.
    pub nation: Option<String>,
    /// Its points: `985 of 1000 points`; empty if it could not be judged.
    pub points: String,
    /// The index of the finding that decides the verdict and is told first; absent if there is none.
    pub first: Option<usize>,
    /// How many other findings decide the verdict.
    pub more: usize,
    /// The indexes of the findings that are doubts about its text.
    pub doubts: Vec<usize>,
    /// The indexes of the findings that say what was concluded from its text.
    pub concluded: Vec<usize>,
    /// The indexes of the findings that only wait for something unknown that others name.
    pub waiting: Vec<usize>,
    /// Why another list counts in its place, or that it is late: `earlier, arrived ...: its mail is older`. Absent if it counts.
    #[serde(default)]
    pub standing: Option<String>,
    /// How its sender differs from what it states; absent if it does not. Words that follow a subject.
    #[serde(default)]
    pub sent_by: Option<String>,
    /// The book and page of each finding.
    pub cited: Vec<Option<String>>,
}

/// The arguments of `correct`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CorrectArgs {
    /// The list as it was handed in.
    pub submission: Submission,
    /// The list that a person made of it.
    pub list: GivenList,
    /// The event under which to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// A list that was handed in, with the words that a screen says of it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ShownSubmission {
    /// The submission.
    pub submission: Submission,
    /// Words for it.
    pub words: ListWords,
}

/// The arguments of `versions`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VersionsArgs {
    /// All lists, in the order in which they were handed in.
    pub lists: Vec<Submission>,
    /// The lists are later versions, so the deadline leaves none of them out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// The event, which says until when lists count and how many each player hands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GivenEvent>,
}

/// Which lists count.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VersionsAnswer {
    /// The same lists in the same order. Each says in `came` whether it counts, and its report also has what the lists of its player
    /// break together.
    pub lists: Vec<ShownSubmission>,
}

/// The arguments of `tally`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TallyArgs {
    /// All lists, in the order in which they were handed in.
    pub lists: Vec<CountedList>,
    /// How many things hold no list: files, and what is packed in them.
    pub others: u32,
    /// How many files were handed in.
    pub files: u32,
}

/// A list to be counted.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CountedList {
    /// Its file.
    pub place: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// Something in its text was not understood.
    pub doubtful: bool,
    /// The id of its ruleset.
    pub ruleset: Option<String>,
    /// Its fingerprint.
    pub fingerprint: Option<String>,
    /// Whether another list counts in its place: `earlier` or `late`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<ListStanding>,
}

/// How many lists and files there are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TallyAnswer {
    /// `43 lists: 30 legal, 13 illegal`.
    pub lists: String,
    /// How many versions do not count: `2 earlier, 1 late`. Absent if all lists count.
    pub versions: Option<String>,
    /// `60 files: 43 lists, 9 read with doubts, 8 need a person`.
    pub files: String,
    /// For each list, the place of the first list that is the same.
    pub same_as: Vec<Option<String>>,
}

/// Finds and judges the lists in files, as `muster check` does with a folder. Fails if the event is faulty, or if the
/// content of a file is not valid base 64 (`faulty-data`).
pub fn submissions(app: &App, args: &SubmissionsArgs) -> Result<SubmissionsAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let found = with_intake(&app, &args.files, judge_files)?;
    Ok(told(&app, found))
}

/// Judges files by `judge`. Fails if the content of a file is not valid base 64.
pub(crate) fn with_intake(
    app: &App,
    files: &[GivenFile],
    judge: impl FnOnce(&Intake, &[(String, Vec<u8>)]) -> Vec<Vec<HandIn>>,
) -> Result<Vec<Vec<HandIn>>, CallFault> {
    let files: Vec<(String, Vec<u8>)> =
        files.iter().map(|file| Ok((file.name.clone(), file.bytes()?))).collect::<Result<_, CallFault>>()?;
    // A shelf keeps each overlay that it reads. A call with overlays gets a shelf of its own, so that calls do not fill the
    // memory of the program.
    let may_be_overlay = |(_, bytes): &(String, Vec<u8>)| {
        bytes.contains(&b'\\') || bytes.windows(OVERLAY.len()).any(|part| part == OVERLAY)
    };
    let apart = app.shelf().event_heads().is_empty() && files.iter().any(may_be_overlay);
    let apart = apart.then(|| app.shelf().without_events());
    let games = NewestGames::new(apart.as_ref().unwrap_or(app.shelf()));
    Ok(judge(&Intake::new(&games), &files))
}

/// What the screens say of everything that was handed in and judged.
#[must_use]
pub fn told(app: &App, files: Vec<Vec<HandIn>>) -> SubmissionsAnswer {
    let of_file = |handed_in: HandIn| {
        let words = match &handed_in {
            HandIn::Lists(lists) => lists.iter().map(|list| words(app, list)).collect(),
            HandIn::NoList { .. } => Vec::new(),
        };
        HandInInfo { handed_in, words }
    };
    SubmissionsAnswer { files: files.into_iter().map(|file| file.into_iter().map(of_file).collect()).collect() }
}

/// Judges a corrected list. Fails if the list cannot be read, or if the event is faulty.
pub fn correct(app: &App, args: &CorrectArgs) -> Result<ShownSubmission, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let submission = args.submission.clone().corrected(app.shelf(), args.list.list()?);
    Ok(ShownSubmission { words: words(&app, &submission), submission })
}

/// Finds which of several lists of one player counts, as `muster check` does. Fails if the event is faulty.
pub fn versions(app: &App, args: &VersionsArgs) -> Result<VersionsAnswer, CallFault> {
    let app = app.under(args.event.as_ref())?;
    let mut handed_in = [HandIn::Lists(args.lists.clone())];
    let rules = VersionRules::of(app.shelf());
    mark_versions(&mut handed_in, &if args.late { rules.without_deadline() } else { rules });
    let [HandIn::Lists(lists)] = handed_in else { return Ok(VersionsAnswer { lists: Vec::new() }) };
    let shown = |submission: Submission| ShownSubmission { words: words(&app, &submission), submission };
    Ok(VersionsAnswer { lists: lists.into_iter().map(shown).collect() })
}

/// Counts what was handed in, and finds lists that are the same. Never fails.
pub fn tally(_: &App, args: &TallyArgs) -> Result<TallyAnswer, CallFault> {
    let (mut tally, mut seen) = (SubmissionTally::default(), RepeatFinder::default());
    let mut same_as = Vec::with_capacity(args.lists.len());
    for list in &args.lists {
        match list.version {
            Some(standing) => tally.count_version(standing),
            None => tally.count(list.verdict, list.doubtful),
        }
        let known = list.ruleset.as_ref().zip(list.fingerprint.as_ref());
        same_as.push(known.and_then(|(ruleset, print)| seen.first(ruleset, print, list.place.clone())));
    }
    tally.add_others(args.others);
    let outcome = tally.outcome().unwrap_or_else(|| count(tally.lists(), "list"));
    let files = format!("{}: {outcome}", count(args.files, "file"));
    Ok(TallyAnswer { lists: tally.sentence(), versions: tally.versions(), files, same_as })
}

impl GivenFile {
    /// Its content. Fails if it is not in base 64 though it says so.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, CallFault> {
        if !self.packed {
            return Ok(self.text.as_bytes().to_vec());
        }
        let wrong = |error| CallFault::new("faulty-data", format!("{} is not in base 64: {error}", self.name));
        BASE64.decode(self.text.as_bytes()).map_err(wrong)
    }
}

fn words(app: &App, submission: &Submission) -> ListWords {
    let report = &submission.report;
    let findings = &report.findings;
    let place = |finding: &Finding| findings.iter().position(|other| std::ptr::eq(other, finding));
    let places = |of: &[&Finding]| of.iter().filter_map(|finding| place(finding)).collect();
    let told = folding::told(findings);
    let deciding = folding::deciding(report.verdict, findings);
    let waiting = told.iter().find_map(|told| match told {
        ShownFinding::Waiting(findings) => Some(places(findings)),
        ShownFinding::Finding(_) => None,
    });
    let is_conclusion = |finding: &&Finding| finding.rule == FindingId::Remark(Remark::ReadAs);
    let list = submission.list.as_deref();
    let nation = list.and_then(|list| Some(nation_name(app, &list.ruleset, list.nation.as_deref()?)));
    ListWords {
        nation,
        points: points(report),
        first: deciding.first().and_then(|finding| place(finding)),
        more: deciding.len().saturating_sub(1),
        doubts: places(&submission.doubts().collect::<Vec<_>>()),
        concluded: places(&findings.iter().filter(is_conclusion).collect::<Vec<_>>()),
        waiting: waiting.unwrap_or_default(),
        standing: (submission.came.counts != ListStanding::Counts).then(|| submission.came.standing()),
        sent_by: submission.sent_by(),
        cited: findings.iter().map(|finding| finding.source.as_ref().map(ToString::to_string)).collect(),
    }
}
