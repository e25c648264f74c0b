//! `muster import FILE`: makes list files of the lists in a file of any form.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::path::Path;

use muster_engine::report::{Finding, Report, Severity, Verdict};
use muster_exchange::listing::{Doubt, DoubtKind, Listing, ReadLine, TextChange, TextContext};
use muster_exchange::unpack::{self, PartContent, Sender};
use muster_library::judge::{judge_list, unreadable};
use muster_library::lists::FileDocument;
use muster_library::shelf::Shelf;
use muster_submissions::{FoundLists, Intake, NewestGames, NoListKind, NoListReason, ReadPart};

use super::{explained, kept};
use crate::args::ImportCommand;
use crate::commands::complain as show;
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::FileText;
use crate::terminal::{complain, inform};
use crate::text::counted;

/// At most this many doubts are printed of one list.
const TOLD: usize = 200;

/// Reads the lists in a file and writes them, each as a document. Prints everything in the file that is not understood
/// or no list, and everything that leaves a list undecided. The status is then 2, as for `check`. It is 0 for lists that
/// were read completely and are known to be legal or illegal.
pub(super) fn run(args: &ImportCommand, shelf: &Shelf, path: &Path) -> Result<ExitOutcome, CommandFailure> {
    let bytes = file::read_named(path)
        .map_err(|fault| CommandComplaint::new(format!("{}: {}", path.display(), fault.message)))?;
    let games = NewestGames::new(shelf);
    let keys = args.keys.open()?;
    let intake = Intake::new(&games).with_keys(keys.as_ref()).with(args.ruleset.as_deref(), said(args));
    let name = path.display().to_string();
    let mut read =
        ReadLists { shelf, file: &name, documents: Vec::new(), explained: Vec::new(), outcome: ExitOutcome::Fine };
    // Made once for all documents, when the first of them is faulty.
    let text = LazyCell::new(|| FileText::new(&bytes));
    for ReadPart { name: inside, sender, form, told, .. } in intake.open(&name, &bytes) {
        for told in &told {
            inform(&told.message);
        }
        let sender = sender.as_ref();
        match form {
            FoundLists::File(entries) => {
                for entry in entries {
                    read.entry(&inside, sender, entry, &text);
                }
            }
            FoundLists::Other(listings, _) => {
                for listing in listings {
                    read.listing(&inside, sender, listing);
                }
            }
            FoundLists::Nothing(nothing) => read.nothing(&inside, nothing),
        }
    }
    if read.documents.is_empty() {
        return Ok(ExitOutcome::Undecided);
    }
    if args.explain {
        explained::print(&read.explained)?;
        if args.target.output.is_none() {
            return Ok(read.outcome);
        }
    }
    file::put_out(&args.target, read.documents.join("---\n").as_bytes())?;
    Ok(read.outcome)
}

/// Whether a spreadsheet is one of a list, not of units.
pub(super) fn is_list(bytes: &[u8]) -> bool {
    unpack::unpack("sheet.csv", bytes).iter().any(|part| matches!(part.content, PartContent::Table(_)))
}

/// What the command line states of the lists.
pub(super) fn said(args: &ImportCommand) -> TextContext<'_> {
    TextContext { nation: args.nation.as_deref(), mfv: args.mfv, ..TextContext::default() }
}

/// The lists that were read from a file.
struct ReadLists<'s> {
    shelf: &'s Shelf,
    /// The name of the file.
    file: &'s str,
    documents: Vec<String>,
    /// How the lines of each list were read.
    explained: Vec<Vec<ReadLine>>,
    outcome: ExitOutcome,
}

impl ReadLists<'_> {
    /// Takes a document of a list file.
    fn entry(&mut self, name: &str, sender: Option<&Sender>, entry: FileDocument, text: &dyn Deref<Target = FileText>) {
        let faults = match entry {
            FileDocument::List(list, _) => {
                return self.listing(name, sender, Listing::new(*list, Vec::new(), Vec::new()));
            }
            FileDocument::Unreadable(unparsed) => unparsed.faults,
            FileDocument::Other(kind, _) => {
                complain(&CommandComplaint::new(format!("{name}: this is not a list but is of the kind `{kind}`")));
                self.outcome = ExitOutcome::Undecided;
                return;
            }
        };
        // The lines of a list that came in something else are not those of the file.
        let none = FileText::default();
        show(&unreadable(name, 0, faults), if name == self.file && sender.is_none() { text } else { &none });
        self.outcome = ExitOutcome::Undecided;
    }

    fn nothing(&mut self, name: &str, nothing: NoListReason) {
        let NoListReason { kind, why, help, line } = nothing;
        let help = if kind == NoListKind::NoGame { Some("name it with --ruleset".to_owned()) } else { help };
        let place = line.map(|line| format!(":{line}")).unwrap_or_default();
        // The faults of rosters name the file already.
        let message = if why.starts_with(name) { why } else { format!("{name}{place}: {why}") };
        complain(&CommandComplaint { message, help });
        self.outcome = ExitOutcome::Undecided;
    }

    fn listing(&mut self, name: &str, sender: Option<&Sender>, listing: Listing) {
        let Listing { list, doubts, concluded, changed, lines, .. } = listing;
        self.explained.push(lines);
        tell(name, &doubts, &concluded);
        if sender.is_some() && !doubts.is_empty() {
            inform("lines are counted from the beginning of the mail's text");
        }
        for TextChange { line, sentence, .. } in &changed {
            let place = line.map(|line| format!(":{line}")).unwrap_or_default();
            inform(&format!("{name}{place}: {sentence}"));
        }
        kept::tell(name, &list, sender);
        match kept::text(&list, sender, std::iter::empty()) {
            Ok(text) => self.documents.push(text),
            Err(error) => {
                complain(&CommandComplaint::new(format!("{name}: {error}")));
                self.outcome = ExitOutcome::Undecided;
                return;
            }
        }
        // What came in something else has no sheet beside it: whoever sent it chose no place on this machine.
        let beside = Path::new(name).parent().filter(|_| name == self.file && sender.is_none());
        let beside = beside.map(|folder| self.shelf.place(folder));
        let report = judge_list(self.shelf, name, beside, &list, None);
        match report.verdict {
            Verdict::Unreadable => show(&report, &FileText::default()),
            Verdict::Undetermined => tell_unknown(name, &report, doubts.is_empty()),
            Verdict::Legal | Verdict::Illegal if doubts.is_empty() => return,
            Verdict::Legal | Verdict::Illegal => {}
        }
        self.outcome = ExitOutcome::Undecided;
    }
}

/// Prints what was not understood of a list, and what was concluded.
fn tell(name: &str, doubts: &[Doubt], concluded: &[String]) {
    for doubt in doubts.iter().take(TOLD) {
        let message = format!("{name}:{}: {}", doubt.line, doubt.sentence());
        complain(&CommandComplaint { message, help: doubt.help.clone() });
    }
    if doubts.len() > TOLD {
        complain(&CommandComplaint::new(format!("{name}: {} more", doubts.len() - TOLD)));
    }
    for said in concluded {
        inform(said);
    }
    if !concluded.is_empty() {
        inform("if the nation or the MFV is wrong, state it with --nation or --mfv");
    }
    if !doubts.is_empty() {
        // A sum that does not fit was read.
        let unread = doubts.iter().filter(|doubt| doubt.kind != DoubtKind::Sum).map(|doubt| doubt.line);
        let unread: BTreeSet<usize> = unread.collect();
        if !unread.is_empty() {
            inform(&format!("{} could not be read whole; the list has the rest", counted(unread.len(), "line")));
        }
    }
}

/// Says that a list cannot be decided. Also prints what is unknown in it, unless its doubts were printed (`is_news` is
/// false).
fn tell_unknown(name: &str, report: &Report, is_news: bool) {
    let open = |finding: &&Finding| finding.severity == Severity::Undetermined && finding.source.is_none();
    for finding in report.findings.iter().filter(open).filter(|_| is_news).take(TOLD) {
        let message = format!("{name}: {}", finding.message);
        complain(&CommandComplaint { message, help: finding.help.clone() });
    }
    inform("the list is undetermined: `muster check` says what cannot be decided");
}
