//! `muster print`: prints lists as PDF.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use muster_app::printable::Printable;
use muster_engine::report::{Report, Verdict};
use muster_engine::slug::slug;
use muster_engine::words::verdict::verdict;
use muster_exchange::sealed::EventKeys;
use muster_library::listed::ListStanding;
use muster_library::share;
use muster_library::shelf::Shelf;
use muster_print::{CardRules, Layout, Paper, PrintError, PrintOptions, PrintSubject, each, gaps, pdf};
use muster_submissions::{HandIn, Intake, NewestGames, Submission, natural};
use rayon::prelude::*;

use super::handed_in::{self, ListFile, refuse};
use super::{complain, passed_over, warn_of_trying};
use crate::args::{self, ListOrder, PrintCommand};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::FileText;
use crate::terminal::{self, inform};
use crate::text::counted;
use crate::{events, file};

/// A document that can be printed.
struct Work {
    /// The file that was named or found.
    came: String,
    /// The file that it is from, without extension, relative to the folder that was searched.
    file: PathBuf,
    player: Option<String>,
    printable: Printable,
}

/// Prints all lists to one file, or each to its own file in a folder. A file that is no list is reported and does not
/// stop the others.
pub(crate) fn run(args: &PrintCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let options = options(args);
    let keys = args.keys.open()?;
    let (mut read, mut outcome) = read_all(args, shelf, keys.as_ref());
    leave_out_prints(&mut read);
    let mut work = Vec::with_capacity(read.len());
    let all: Vec<_> = read.par_iter().map(|read| gaps(&read.printable.subject(), &options)).collect();
    for (read, gaps) in read.into_iter().zip(all) {
        match gaps {
            Ok(gaps) => {
                if !gaps.letters.is_empty() {
                    let file = &read.printable.report().file;
                    inform(&format!("{file}: no font here has {}: printed as boxes", gaps.letters));
                }
                work.push(read);
            }
            Err(error @ PrintError::LayoutTwice) => return Err(CommandComplaint::new(error.to_string()).into()),
            Err(error) => {
                terminal::complain(&CommandComplaint::new(format!("{}: {error}", read.printable.report().file)));
                outcome = ExitOutcome::Undecided;
            }
        }
    }
    if work.is_empty() {
        return Err(CommandComplaint::new("there are no lists to print").into());
    }
    match work.iter().filter(|work| work.printable.needs_salt()).collect::<Vec<_>>().as_slice() {
        [] => {}
        [only] => warn_of_trying(&only.printable.report().file),
        several => warn_of_trying(&counted(several.len(), "list")),
    }
    if args.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        return draw(&work, args).map(|()| outcome);
    }
    sort(&mut work, args.sort);
    let print = |work: &[Work], options: &PrintOptions| {
        let subjects: Vec<PrintSubject> = work.iter().map(|work| work.printable.subject()).collect();
        pdf(&subjects, options).map_err(|error| {
            let complaint = CommandComplaint::new(error.to_string());
            match error {
                PrintError::TooLargeFile { .. } => complaint.help("`-o FOLDER/` prints a file for each list"),
                _ => complaint,
            }
        })
    };
    let into_folder = args.output.is_dir() || args.output.to_string_lossy().ends_with(['/', '\\']);
    if !into_folder {
        let waiting = ProgressBar::new_spinner().with_message(format!("printing {}", counted(work.len(), "list")));
        waiting.enable_steady_tick(TICK);
        file::write(&args.output, &print(&work, &options)?, args.force)?;
        waiting.finish_and_clear();
        return Ok(outcome);
    }
    let (of_all, of_one) = options.layouts.iter().partition(|layout| **layout == Layout::Index);
    let index = PrintOptions { layouts: of_all, ..options.clone() };
    let options = PrintOptions { layouts: of_one, ..options };
    let targets = targets(&work, args, !index.layouts.is_empty())?;
    if !index.layouts.is_empty() {
        make_folder(&args.output)?;
        file::write(&args.output.join(INDEX), &print(&work, &index)?, args.force)?;
    }
    if options.layouts.is_empty() {
        return Ok(outcome);
    }
    // All folders are made before the first print. If one vanishes meanwhile, with its drive, it must not come back with
    // half of the prints.
    let folders: HashSet<&Path> = targets.iter().filter_map(|target| target.parent()).collect();
    folders.into_iter().try_for_each(make_folder)?;
    let bar = bar(work.len(), "printing");
    let with_targets: Vec<_> = work.iter().zip(&targets).collect();
    each(&with_targets, |(work, target)| {
        file::write(target, &print(std::slice::from_ref(work), &options)?, args.force)?;
        bar.inc(1);
        Ok::<(), CommandComplaint>(())
    })?;
    bar.finish_and_clear();
    Ok(outcome)
}

/// Draws the fleet of the only list as a picture to post.
fn draw(work: &[Work], args: &PrintCommand) -> Result<(), CommandFailure> {
    let [only] = work else {
        let complaint = CommandComplaint::new(format!("a picture shows one list, and there are {}", work.len()));
        return Err(complaint.help("name one list, or print a PDF").into());
    };
    if args.private {
        let complaint = CommandComplaint::new("a picture is to be posted, so it cannot be private");
        return Err(complaint.help("print a PDF for yourself").into());
    }
    let png = only.printable.picture().map_err(|error| CommandComplaint::new(error.to_string()))?;
    let Some(png) = png else { return Err(CommandComplaint::new("a sheet has no picture").into()) };
    Ok(file::write(&args.output, &png, args.force)?)
}

/// The file of the index in a folder of prints.
const INDEX: &str = "index.pdf";

fn make_folder(folder: &Path) -> Result<(), CommandComplaint> {
    fs::create_dir_all(folder)
        .map_err(|error| CommandComplaint::new(format!("cannot make {}: {error}", folder.display())))
}

/// How often the progress bar moves.
const TICK: Duration = Duration::from_millis(100);

fn options(args: &PrintCommand) -> PrintOptions {
    let layout = |layout: &args::LayoutName| match layout {
        args::LayoutName::ForceList => Layout::ForceList,
        args::LayoutName::Overview => Layout::Overview,
        args::LayoutName::StatCards => Layout::StatCards,
        args::LayoutName::Decks => Layout::Decks,
        args::LayoutName::Reference => Layout::Reference,
        args::LayoutName::Roster => Layout::Roster,
        args::LayoutName::Index => Layout::Index,
    };
    PrintOptions {
        layouts: args.layout.iter().map(layout).collect(),
        paper: match args.paper {
            args::PaperName::A4 => Paper::A4,
            args::PaperName::Letter => Paper::Letter,
        },
        private: args.private,
        date: args.date.clone(),
        card_rules: match args.card_rules {
            args::CardRulesName::None => CardRules::None,
            args::CardRulesName::Names => CardRules::Names,
            args::CardRulesName::Lines => CardRules::Lines,
        },
        most: None,
    }
}

/// The progress bar, shown on a terminal.
fn bar(length: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(length as u64).with_message(what);
    style.map_or(bar.clone(), |style| bar.with_style(style.progress_chars("=> ")))
}

/// Every list of every path, and whether everything could be read.
fn read_all(args: &PrintCommand, shelf: &Shelf, keys: Option<&EventKeys>) -> (Vec<Work>, ExitOutcome) {
    // Sheets, each with the number of lists before it.
    let (mut work, mut waiting) = (Vec::new(), Vec::new());
    let (mut is_whole, mut others, mut versions) = (true, 0, 0);
    let games = NewestGames::new(shelf);
    let rules = events::versions(shelf, args.all_versions);
    handed_in::counted(&Intake::new(&games).with_keys(keys), &rules, &args.paths, |handed, from| match handed {
        HandIn::Lists(lists) => {
            for list in lists {
                if list.came.counts != ListStanding::Counts && !args.all_versions {
                    versions += 1;
                    inform(&format!("left out {}: {}", list.place(), list.came.standing()));
                    continue;
                }
                // What cannot be printed is told with its lines, as long as its file is at hand.
                if list.list.is_some() && list.report.verdict != Verdict::Unreadable {
                    waiting.push(list);
                    continue;
                }
                match read(args, shelf, list, from) {
                    Some(read) => work.push((waiting.len(), read)),
                    None => is_whole = false,
                }
            }
        }
        HandIn::NoList { file, why, .. } => {
            passed_over(&file, &why);
            others += 1;
        }
    });
    if versions > 0 {
        inform(&format!("{} left out; --all-versions prints them", counted(versions, "version")));
    }
    let lists = prepared(args, shelf, waiting);
    is_whole &= lists.iter().all(Option::is_some);
    let mut sheets = work.into_iter().peekable();
    let mut work = Vec::with_capacity(lists.len());
    for (number, list) in (0..).zip(lists) {
        while let Some((_, sheet)) = sheets.next_if(|(before, _)| *before <= number) {
            work.push(sheet);
        }
        work.extend(list);
    }
    work.extend(sheets.map(|(_, sheet)| sheet));
    if others > 0 {
        let are = if others == 1 { "is" } else { "are" };
        inform(&format!("{} to print; {} {are} no list", counted(work.len(), "list"), counted(others, "file")));
    }
    (work, if is_whole { ExitOutcome::Fine } else { ExitOutcome::Undecided })
}

/// Prepares lists on all cores, and shows how many are left.
fn prepared(args: &PrintCommand, shelf: &Shelf, lists: Vec<Submission>) -> Vec<Option<Work>> {
    let bar = bar(lists.len(), "preparing");
    let prepare = |list: Submission| {
        let made = of_list(args, shelf, &list);
        bar.inc(1);
        made
    };
    let made: Vec<Result<Work, Box<Report>>> = lists.into_par_iter().map(prepare).collect();
    bar.finish_and_clear();
    let told = |made: Result<Work, Box<Report>>| made.map_err(|report| complain(&report, &FileText::default())).ok();
    made.into_iter().map(told).collect()
}

/// Prepares a list. A list whose ruleset is unknown has no pages.
fn of_list(args: &PrintCommand, shelf: &Shelf, submission: &Submission) -> Result<Work, Box<Report>> {
    let (file, player) = (name(args, submission), submission.player().map(str::to_owned));
    let came = submission.came.file.clone();
    let list = submission.list.clone().unwrap_or_default();
    let report = submission.report.clone();
    let printable = Printable::list(shelf, submission.beside(shelf), list, Some(report), args.private)?;
    Ok(Work { came, file, player, printable })
}

/// Leaves out lists from earlier prints if the list itself is printed too.
fn leave_out_prints(work: &mut Vec<Work>) {
    let is_print =
        |work: &Work| Path::new(&work.came).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"));
    let key = |work: &Work| {
        let report = work.printable.report();
        let whole = work.printable.army().and_then(|list| list.extra.get(share::WHOLE)?.as_str().map(str::to_owned));
        Some((work.player.clone(), report.name.clone(), whole.or_else(|| report.fingerprint.clone())?))
    };
    let others: HashSet<_> = work.iter().filter(|work| !is_print(work)).filter_map(key).collect();
    let mut told = HashSet::new();
    work.retain(|work| {
        let is_again = is_print(work) && key(work).is_some_and(|key| others.contains(&key));
        if is_again && told.insert(work.came.clone()) {
            inform(&format!("left out {}: a print of lists that are printed anyway", work.came));
        }
        !is_again
    });
}

/// Prepares a list or a sheet. None if it cannot be printed; standard error says why.
fn read(args: &PrintCommand, shelf: &Shelf, submission: Submission, from: &ListFile) -> Option<Work> {
    if submission.list.is_none() {
        let (file, player) = (name(args, &submission), submission.player().map(str::to_owned));
        let came = submission.came.file.clone();
        let sheet = handed_in::sheet(shelf, &submission, from);
        if sheet.is_none() {
            refuse(&submission, from);
        }
        let (ruleset, sheet) = sheet?;
        return Some(Work { came, file, player, printable: Printable::sheet(ruleset, sheet, submission.report) });
    }
    of_list(args, shelf, &submission).map_err(|report| complain(&report, from.text())).ok()
}

/// The file that a list came from, without extension: relative to the folder that was searched, else without folders.
/// If the file is a mail or an archive, the list's name inside is added.
fn name(args: &PrintCommand, submission: &Submission) -> PathBuf {
    let file = Path::new(&submission.came.file);
    if file == Path::new("-") {
        return "list".into();
    }
    let within = args.paths.iter().filter(|path| path.is_dir()).find_map(|folder| file.strip_prefix(folder).ok());
    let outside = within.or_else(|| file.file_name().map(Path::new)).unwrap_or(file).with_extension("");
    if submission.came.file == submission.report.file {
        return outside;
    }
    let inside = Path::new(&submission.report.file).file_stem().map(|stem| slug(&stem.to_string_lossy()));
    match inside.filter(|inside| !inside.is_empty()) {
        Some(inside) => PathBuf::from(format!("{}-{inside}", outside.to_string_lossy())),
        None => outside,
    }
}

fn sort(work: &mut [Work], by: ListOrder) {
    let player = |work: &Work| {
        let title = work.printable.report().name.as_deref().map(natural);
        let player = work.player.as_deref().map(natural);
        (player.is_none(), player, title)
    };
    match by {
        ListOrder::Given => {}
        ListOrder::Player => work.sort_by_cached_key(player),
        ListOrder::Verdict => {
            work.sort_by_cached_key(|work| (work.printable.report().verdict.rank(), player(work)));
        }
    }
}

/// The value of a word of the name pattern.
fn value(of: &Work, number: usize, digits: usize, word: &str) -> String {
    let report = of.printable.report();
    let points = |points: Option<u32>| points.map_or_else(|| "unknown".to_owned(), |points| points.to_string());
    match word {
        "file" => of.file.to_string_lossy().into_owned(),
        "player" => of.player.clone().unwrap_or_default(),
        "club" => of.printable.army().and_then(|list| list.club.clone()).unwrap_or_default(),
        "name" => report.name.clone().unwrap_or_default(),
        "nation" => of.printable.nation().unwrap_or_default().to_owned(),
        "mfv" => points(report.mfv),
        "points" => points(report.points),
        "verdict" => verdict(report.verdict).to_owned(),
        _ => format!("{number:0digits$}"),
    }
}

/// The target file for each list, named by the pattern. Without `--force`, none of them may exist already.
fn targets(lists: &[Work], args: &PrintCommand, has_index: bool) -> Result<Vec<PathBuf>, CommandComplaint> {
    let mut taken: HashSet<PathBuf> = has_index.then(|| args.output.join(INDEX)).into_iter().collect();
    let digits = lists.len().to_string().len();
    let mut targets = Vec::with_capacity(lists.len());
    for (number, one) in (1..).zip(lists) {
        let document = one.printable.report().document;
        let name = args.name.name(|word| match word {
            "file" if document > 0 => format!("{}-{document}", value(one, number, digits, word)),
            word => value(one, number, digits, word),
        });
        let plain = args.output.join(name).into_os_string();
        // Lists with the same name, from two folders or with two extensions, are numbered.
        let free = |number| {
            let mut file = plain.clone();
            file.push(if number == 1 { ".pdf".into() } else { format!("-{number}.pdf") });
            PathBuf::from(file)
        };
        let target = (1..=lists.len() + 1).map(free).find(|target| !taken.contains(target)).unwrap_or_default();
        taken.insert(target.clone());
        targets.push(target);
    }
    match taken.iter().filter(|target| target.exists() && !args.force).min() {
        Some(target) => {
            Err(CommandComplaint::new(format!("{} is there already", target.display())).help("--force writes over it"))
        }
        None => Ok(targets),
    }
}
