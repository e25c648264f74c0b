//! Everything that was handed in as one page for a browser: a table with a row for each list, and below it what was
//! found in each. The page needs no network and no other file, and works without its script.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use askama::Template;
use muster_engine::folding::{self, ShownFinding};
use muster_engine::plain::plain;
use muster_engine::plural::capital;
use muster_engine::report::{Finding, FindingId, Remark, Report, Severity, Verdict};
use muster_engine::slug::slug;
use muster_engine::theirs::{quoted, unlinked};
use muster_engine::words::number;
use muster_engine::words::verdict::{severity, shown, shown_severity, verdict};
use muster_library::deadline::Deadline;
use muster_library::listed::ListStanding;
use muster_library::shelf::Shelf;

use crate::batch::HandIn;
use crate::common_ground::CommonGround;
use crate::natural::natural;
use crate::row::{RowMaker, SubmissionRow};
use crate::submission::Submission;
use crate::tally::SubmissionTally;
use crate::versions::VersionRules;

/// Writes the page. Lists are sorted by verdict, the worst first. Among lists of one verdict, those with doubts come
/// first. Files without a list are at the end. The page shows only lists with the verdicts `only`, or all if it is empty;
/// all are counted. The event of the shelf may state until when lists count. The same input gives the same bytes.
pub fn page(handed_in: &[HandIn], shelf: &Shelf, only: &[Verdict]) -> Result<String, fmt::Error> {
    let mut rows = RowMaker::default();
    let mut ids = HashMap::new();
    let (mut lists, mut others): (Vec<PageEntry>, Vec<(&String, &String)>) = (Vec::new(), Vec::new());
    let mut versions: HashMap<&str, Vec<&Submission>> = HashMap::new();
    for handed in handed_in {
        match handed {
            HandIn::Lists(of_file) => {
                for list in of_file {
                    if let Some(under) = &list.came.version_of {
                        versions.entry(under.as_str()).or_default().push(list);
                        continue;
                    }
                    let (id, row) = (lists.len() + 1, rows.row(list));
                    let same = row.same_as.as_ref().and_then(|place| ids.get(place).copied());
                    ids.entry(list.place()).or_insert(id);
                    lists.push(PageEntry { id, list, row, same, versions: Vec::new(), folder: "" });
                }
            }
            HandIn::NoList { file, why, .. } => others.push((file, why)),
        }
    }
    let files = lists.iter().map(|list| list.list.report.file.as_str());
    let folder = folder(files.chain(others.iter().map(|other| other.0.as_str())));
    let others: Vec<(String, String)> = others
        .into_iter()
        .map(|(file, why)| (file.strip_prefix(folder).unwrap_or(file), why.as_str()))
        .map(|(file, why)| (unlinked(&plain(file)).into_owned(), unlinked(&plain(why)).into_owned()))
        .collect();
    lists.retain(|list| only.is_empty() || only.contains(&list.row.verdict));
    let shown: HashSet<usize> = lists.iter().map(|list| list.id).collect();
    for list in &mut lists {
        list.same = list.same.filter(|same| shown.contains(same));
        list.folder = folder;
        list.versions = versions.remove(list.list.place().as_str()).unwrap_or_default();
    }
    // A stable sort: lists of one player and name stay in their order.
    lists.sort_by_cached_key(|list| {
        let words = [&list.row.player, &list.row.name].map(|word| natural(text(word)));
        (list.list.rank(), words)
    });
    let submissions: Vec<&Submission> = lists.iter().map(|list| list.list).collect();
    let ground = CommonGround::of(&submissions, shelf);
    let title = shelf.event_heads().last().map(|event| unlinked(&plain(&event.name)).into_owned());
    let page = SubmissionsPage {
        tally: SubmissionTally::of(handed_in),
        title,
        folder: unlinked(&plain(folder)).into_owned(),
        deadline: VersionRules::of(shelf).deadline().map(Deadline::words),
        only,
        has: PageColumns::of(&lists, &ground),
        ground: &ground,
        lists: &lists,
        others: &others,
    };
    let page = page.render().map_err(|_| fmt::Error)?;
    // Unicode marks that change the direction of writing could make a row look as if it said something else.
    Ok(page.split('\n').map(plain).collect::<Vec<_>>().join("\n"))
}

#[derive(Template)]
#[template(path = "page.html")]
struct SubmissionsPage<'a> {
    tally: SubmissionTally,
    /// The name of the event.
    title: Option<String>,
    /// The folder in which all files are, with the separator at its end; empty if they are in several.
    folder: String,
    /// Until when lists count.
    deadline: Option<String>,
    /// The verdicts of the lists that are shown; none for all.
    only: &'a [Verdict],
    has: PageColumns,
    ground: &'a CommonGround,
    lists: &'a [PageEntry<'a>],
    /// Files without a list, each with why.
    others: &'a [(String, String)],
}

/// Which columns have something to say.
struct PageColumns {
    game: bool,
    terms: bool,
    arrived: bool,
}

/// A list on the page.
struct PageEntry<'a> {
    /// Its number, from 1, in the order in which lists were handed in.
    id: usize,
    list: &'a Submission,
    row: SubmissionRow,
    /// The number of the first list that is the same, if it is on the page.
    same: Option<usize>,
    /// The versions in whose place it counts.
    versions: Vec<&'a Submission>,
    /// The folder in which all files are.
    folder: &'a str,
}

impl PageColumns {
    fn of(lists: &[PageEntry], ground: &CommonGround) -> Self {
        Self {
            game: ground.groups.len() > 1,
            terms: lists.iter().any(|list| !list.terms().is_empty()),
            arrived: lists.iter().any(|list| !list.arrived().is_empty()),
        }
    }

    /// How many columns the table has.
    fn number(&self) -> usize {
        7 + usize::from(self.game) + usize::from(self.terms) + usize::from(self.arrived)
    }
}

impl SubmissionsPage<'_> {
    /// The verdicts that occur on the page, with their numbers and words, worst first.
    fn verdicts(&self) -> Vec<(u32, &'static str, &'static str)> {
        let mut verdicts = self.tally.verdicts();
        verdicts.retain(|(_, verdict)| self.lists.iter().any(|list| list.row.verdict == *verdict));
        verdicts.sort_by_key(|(_, verdict)| verdict.rank());
        verdicts.into_iter().map(|(number, of)| (number, verdict(of), shown(of))).collect()
    }

    /// What the page is about: the counts, and the event.
    fn heading(&self) -> String {
        let event = self.title.as_ref().map(|title| format!("{title}: ")).unwrap_or_default();
        format!("{event}{}", self.tally.sentence())
    }

    /// Which lists the page shows; empty if it shows all.
    fn shown(&self) -> String {
        if self.only.is_empty() {
            return String::new();
        }
        let verdicts: Vec<&str> = self.only.iter().copied().map(shown).collect();
        format!("The page shows {} of them: {}.", self.lists.len(), verdicts.join(", "))
    }
}

impl<'a> PageEntry<'a> {
    /// What the list is called: its name, or its file.
    fn title(&self) -> String {
        theirs(self.row.name.as_deref().unwrap_or(&self.within(&self.list.place())))
    }

    /// A place without the folder in which all are.
    fn within(&self, place: &str) -> String {
        place.strip_prefix(self.folder).unwrap_or(place).to_owned()
    }

    fn player(&self) -> String {
        self.row.player.as_deref().map(theirs).unwrap_or_default()
    }

    /// How its sender differs from what it states; empty if it does not.
    fn sent_by(&self) -> String {
        unlinked(&plain(text(&self.row.sent_by))).into_owned()
    }

    /// When its mail arrived, and that it is late if it is; empty if that is not known.
    fn arrived(&self) -> String {
        let came = &self.list.came;
        let late = if came.counts == ListStanding::Counts { "" } else { ", after the deadline" };
        came.hour().map(|hour| format!("{hour}{late}")).unwrap_or_default()
    }

    /// The versions in whose place it counts, each with its word and in words.
    fn older(&self) -> Vec<(&'static str, String)> {
        let told = |list: &&Submission| {
            let standing = list.came.standing();
            let standing = standing.strip_prefix(list.came.counts.word()).unwrap_or(&standing).to_owned();
            let text = format!("{}, {}{standing}", list.place(), shown(list.report.verdict));
            (list.came.counts.word(), unlinked(&plain(&text)).into_owned())
        };
        self.versions.iter().map(told).collect()
    }

    /// The printed name of its nation, else the list's own word.
    fn nation(&self, ground: &CommonGround) -> String {
        match (&self.list.nation, &self.row.nation) {
            (None, Some(word)) => theirs(word),
            (Some(id), _) => {
                ground.group(&self.list.report).and_then(|group| group.nation(id)).unwrap_or(id).to_owned()
            }
            (None, None) => String::new(),
        }
    }

    /// By what it is judged; empty if it could not be judged.
    fn rules(&self, ground: &CommonGround) -> String {
        ground.group(&self.list.report).map(|group| group.words.clone()).unwrap_or_default()
    }

    /// The name of its game; empty if it could not be judged.
    fn game(&self, ground: &CommonGround) -> String {
        ground.group(&self.list.report).map(|group| group.game.clone()).unwrap_or_default()
    }

    fn place(&self) -> String {
        unlinked(&plain(&self.within(&self.list.place()))).into_owned()
    }

    fn same_as(&self) -> String {
        unlinked(&plain(&self.within(text(&self.row.same_as)))).into_owned()
    }

    /// The word of programs for its verdict.
    fn kind(&self) -> &'static str {
        verdict(self.row.verdict)
    }

    fn verdict(&self) -> &'static str {
        shown(self.row.verdict)
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

    /// The same for a column of points: `985 of 1000`.
    fn number(&self) -> String {
        let points = self.points();
        points.strip_suffix(" points").unwrap_or(&points).to_owned()
    }

    /// The first reason for its verdict, and how many more there are; empty if it is legal without a warning.
    fn why(&self) -> String {
        let reasons = reasons(&self.list.report);
        let Some((first, rest)) = reasons.split_first() else { return String::new() };
        let doubts = if self.list.is_doubtful() && self.row.verdict == Verdict::Illegal {
            " Not all of its text was understood."
        } else {
            ""
        };
        let more = if rest.is_empty() { String::new() } else { format!(" And {} more.", rest.len()) };
        let message = self.message(first);
        let stop = if more.is_empty() && doubts.is_empty() || message.ends_with('.') { "" } else { "." };
        format!("{message}{stop}{more}{doubts}")
    }

    /// Whether there is nothing to do about it: only notes are told.
    fn is_quiet(&self) -> bool {
        let is_quiet = |finding: &Finding| matches!(finding.severity, Severity::Note | Severity::Waived);
        self.row.verdict == Verdict::Legal && self.list.report.findings.iter().all(is_quiet)
    }

    /// The findings in the order in which they are read, without what was concluded from the text.
    fn told(&self) -> Vec<ShownFinding<'a>> {
        let mut told = folding::told(&self.list.report.findings);
        told.retain(|told| !matches!(told, ShownFinding::Finding(finding) if is_conclusion(finding)));
        told
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
    fn grade_word(&self, finding: &Finding) -> String {
        capital(shown_severity(finding.severity))
    }

    #[expect(clippy::unused_self)]
    fn message(&self, finding: &Finding) -> String {
        capital(&said(&finding.message))
    }

    #[expect(clippy::unused_self)]
    fn help(&self, help: &str) -> String {
        capital(&said(help))
    }

    /// Where a finding is: `line 7`; empty if its line is not known.
    fn line(&self, finding: &Finding) -> String {
        let of = if self.list.is_read && !self.list.came.is_plain { " of the text" } else { "" };
        finding.line.map_or_else(String::new, |line| format!("line {line}{of}"))
    }

    /// What else is known of the list, each with a class and its name. What is not known, or the same for all lists, is left out.
    fn facts(&self, ground: &CommonGround) -> Vec<(String, &'static str, String)> {
        let row = &self.row;
        let group = ground.group(&self.list.report);
        let rules = if ground.groups.len() > 1 { self.rules(ground) } else { String::new() };
        let waived = row.consents.iter().map(|id| group.map_or(id.as_str(), |group| group.rule(id)));
        let facts = [
            ("Judged by", rules),
            ("Other settings", group.map(|group| group.differs(&self.list.report)).unwrap_or_default()),
            ("Points claimed", shown_number(&row.claimed)),
            ("Rules waived", waived.collect::<Vec<_>>().join("; ")),
            ("Club", row.club.as_deref().map(theirs).unwrap_or_default()),
            ("Mail", text(&row.email).to_owned()),
            ("Sender", self.sent_by()),
            ("Date", text(&row.date).to_owned()),
            ("Arrived", self.arrived()),
            ("Same as", self.same_as()),
            ("Fingerprint", text(&row.fingerprint).to_owned()),
            ("File", self.place()),
        ];
        let facts = facts.into_iter().filter(|(_, fact)| !fact.is_empty());
        facts.map(|(name, fact)| (slug(name), name, plain(&fact).into_owned())).collect()
    }
}

/// The findings by which a list has its verdict; of a legal list, its warnings.
#[must_use]
pub fn reasons(report: &Report) -> Vec<&Finding> {
    if report.verdict == Verdict::Legal {
        return report.findings.iter().filter(|finding| finding.severity == Severity::Warning).collect();
    }
    folding::deciding(report.verdict, &report.findings)
}

/// A text of ours on the page, with words from files in typographic quotes, as on the screens.
fn said(text: &str) -> String {
    let text = unlinked(&plain(text)).into_owned();
    if text.matches('`').count() % 2 == 1 {
        return text;
    }
    let parts = text.split('`').enumerate().map(|(place, part)| match place {
        0 => part.to_owned(),
        _ if place % 2 == 1 => format!("“{part}"),
        _ => format!("”{part}"),
    });
    parts.collect()
}

/// The folder in which all of these files are, with the separator at its end; empty if there is none.
fn folder<'f>(mut files: impl Iterator<Item = &'f str>) -> &'f str {
    let within = |path: &'f str| path.rfind(['/', '\\']).map_or("", |end| &path[..=end]);
    let first = within(files.next().unwrap_or_default());
    files.fold(first, |mut common, file| {
        while !file.starts_with(common) {
            common = within(&common[..common.len() - 1]);
        }
        common
    })
}

/// A text of a player, as theirs.
fn theirs(text: &str) -> String {
    quoted(&unlinked(text))
}

fn is_conclusion(finding: &Finding) -> bool {
    finding.rule == FindingId::Remark(Remark::ReadAs)
}

#[expect(clippy::ref_option)] // Templates pass all arguments by reference.
fn text(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or_default()
}

#[expect(clippy::ref_option)]
fn shown_number(number: &Option<u32>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}
