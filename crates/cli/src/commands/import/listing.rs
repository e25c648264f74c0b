//! `muster import FILE.txt`, `FILE.ros`: makes a list from pasted text or from a roster.

use std::path::Path;

use muster_app::{Fault, import};
use muster_engine::report::{Finding, Report, Severity, Verdict};
use muster_exchange::listing::{Listing, Said};
use muster_exchange::yaml;
use muster_library::judge::judge_list;
use muster_library::shelf::Shelf;
use muster_library::{files, limits};

use super::extension;
use crate::args::Import;
use crate::file;
use crate::outcome::{Complaint, Failure, Outcome};
use crate::terminal::{complain, inform};
use crate::text::counted;

/// At most this many lines that were not understood are printed.
const TOLD: usize = 200;

/// Whether a file holds a list, judged by its name. `-` (standard input) does.
pub(super) fn is_list(path: &Path) -> bool {
    const ENDINGS: [&str; 6] = ["txt", "text", "md", "bbcode", "ros", "rosz"];
    path == Path::new("-") || extension(path).is_some_and(|end| ENDINGS.contains(&end.as_str()))
}

/// Reads a list from a file and writes it. Prints everything in the file that it does not understand, and everything
/// that leaves the list undecided. The status is then 2, as for `check`. It is 0 for a list that was read completely
/// and is known to be legal or illegal.
pub(super) fn run(args: &Import, shelf: &Shelf) -> Result<Outcome, Failure> {
    let [path] = args.files.as_slice() else {
        return Err(Complaint::new("only one list can be imported at a time").into());
    };
    let bytes = files::read_named(path, limits::FILE_BYTES)
        .map_err(|fault| Complaint::new(format!("{}: {}", path.display(), fault.message)))?;
    let said = Said { nation: args.nation.as_deref(), mfv: args.mfv };
    let file = path.display().to_string();
    let read =
        import::listing(shelf, &file, &bytes, args.ruleset.as_deref(), said).map_err(|fault| complaint(&file, fault));
    put_out(args, shelf, path, &read?)
}

/// Says why there is no list, naming the command line option that helps.
fn complaint(file: &str, fault: Fault) -> Complaint {
    match fault.code.as_str() {
        "which-ruleset" => Complaint::new(fault.message).help("name it with --ruleset"),
        // These messages already name the file and the place in it.
        "unreadable-roster" => Complaint { message: fault.message, help: fault.help },
        _ => Complaint { message: format!("{file}: {}", fault.message), help: fault.help },
    }
}

/// Writes the list that was read, unless it names no unit. Prints which lines were not understood, and why the list
/// cannot be judged if that is so.
fn put_out(args: &Import, shelf: &Shelf, path: &Path, listing: &Listing) -> Result<Outcome, Failure> {
    let Listing { list, doubts, concluded } = listing;
    for doubt in doubts.iter().take(TOLD) {
        let message = format!("{}:{}: {}", path.display(), doubt.line, doubt.sentence());
        complain(&Complaint { message, help: doubt.help.clone() });
    }
    if doubts.len() > TOLD {
        complain(&Complaint::new(format!("{}: {} more", path.display(), doubts.len() - TOLD)));
    }
    if import::names_no_unit(list) && !(doubts.is_empty() && concluded.is_empty()) {
        return Err(Complaint::new(format!("{}: no unit is named in it", path.display())).into());
    }
    for said in concluded {
        inform(said);
    }
    if !concluded.is_empty() {
        inform("--nation and --mfv state the nation and the MFV");
    }
    if !doubts.is_empty() {
        inform(&format!("{} could not be read; the list has the rest", counted(doubts.len(), "line")));
    }
    let text = yaml::to_string(list).map_err(|error| Complaint::new(error.to_string()))?;
    file::put_out(&args.target, text.as_bytes())?;
    let report = judge_list(shelf, &path.display().to_string(), path.parent(), list, None);
    match report.verdict {
        Verdict::Unreadable => super::super::complain(&report, &[]),
        Verdict::Undetermined => tell_unknown(path, &report, doubts.is_empty()),
        Verdict::Legal | Verdict::Illegal if doubts.is_empty() => return Ok(Outcome::Fine),
        Verdict::Legal | Verdict::Illegal => {}
    }
    Ok(Outcome::Undecided)
}

/// Says that a list cannot be decided. Also prints what is unknown in it, unless its doubts lines were printed
/// (`is_news` is false).
fn tell_unknown(path: &Path, report: &Report, is_news: bool) {
    let open = |finding: &&Finding| finding.severity == Severity::Undetermined && finding.source.is_none();
    for finding in report.findings.iter().filter(open).filter(|_| is_news).take(TOLD) {
        let message = format!("{}: {}", path.display(), finding.message);
        complain(&Complaint { message, help: finding.help.clone() });
    }
    inform("the list is undetermined: `muster check` says what cannot be decided");
}
