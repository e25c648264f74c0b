//! `muster diff`: tells what differs between two rulesets, or an overlay and what it extends, and which lists it
//! concerns.

use std::path::{Path, PathBuf};

use anstream::StripStream;
use muster_changes::{
    Changes, Comparison, ComparisonAnswer, ListJudgement, Lists, Side, TwiceJudgedList, changes, differ, lists,
    relation,
};
use muster_engine::list::{ArmyList, RulesetName};
use muster_engine::ready::Ruleset;
use muster_library::judge::judge_in_full;
use muster_library::shelf::{EventHead, Shelf};
use muster_library::versions;
use muster_submissions::{Intake, NewestGames, Submission};
use rayon::prelude::*;

use super::{handed_in, json};
use crate::args::{DiffCommand, DiffFormat};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::difference::{markdown, people};
use crate::{events, file, terminal};

/// What A or B names.
enum DiffSubject {
    /// An overlay's file or folder.
    Overlay(PathBuf),
    /// A ruleset, and the shelf that has it.
    Ruleset(Box<Shelf>, RulesetName),
}

/// One side of a comparison.
struct Half<'s> {
    shelf: &'s Shelf,
    /// The ruleset with its exact version.
    name: RulesetName,
    /// The overlay that is compared.
    overlay: Option<EventHead>,
}

/// Compares both sides, judges the lists under both, and writes what differs. `given` are the overlays of `--event`.
pub(crate) fn run(args: &DiffCommand, given: &[PathBuf], shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let before = named(shelf, &args.before)?;
    let after = args.after.as_deref().map(|after| named(shelf, after)).transpose()?;
    let (one, other, ids) = shelves(shelf, given, before, after)?;
    let mut comparisons = Vec::new();
    let mut outcome = ExitOutcome::Fine;
    let submissions = if args.lists.is_empty() {
        None
    } else {
        let games = NewestGames::new(&one.0);
        let (submissions, is_whole) = handed_in::lists(&Intake::new(&games), &args.lists);
        if !is_whole {
            outcome = ExitOutcome::Undecided;
        }
        Some(submissions)
    };
    for (before, after) in &ids {
        let halves = (half(&one, before)?, half(&other, after)?);
        let comparison = compare(&halves.0, &halves.1, submissions.as_deref())?;
        if args.check_version && comparison.changes.fit.fits == Some(false) {
            outcome = outcome.max(ExitOutcome::Broken);
        }
        comparisons.push(comparison);
    }
    let elsewhere = submissions.iter().flatten().filter(|list| !is_of(list, &ids)).count();
    write(args, &ComparisonAnswer { format: 1, comparisons, lists_of_other_games: submissions.map(|_| elsewhere) })?;
    Ok(outcome)
}

fn write(args: &DiffCommand, answer: &ComparisonAnswer) -> Result<(), CommandFailure> {
    let mut bytes = Vec::new();
    match (&args.target.output, args.format) {
        (None, DiffFormat::Human) => return Ok(people(&mut terminal::stdout(), answer)?),
        (Some(_), DiffFormat::Human) => people(&mut StripStream::new(&mut bytes), answer)?,
        (_, DiffFormat::Markdown) => markdown(&mut bytes, answer)?,
        (_, DiffFormat::Json) => json(&mut bytes, answer)?,
    }
    file::put_out(&args.target, &bytes)
}

/// Finds out what a word of the command line names.
fn named(shelf: &Shelf, path: &Path) -> Result<DiffSubject, CommandComplaint> {
    if path.is_dir() {
        if is_file(&path.join("ruleset.yaml")) {
            return folder(shelf, path);
        }
        if is_file(&path.join("overlay.yaml")) {
            return Ok(DiffSubject::Overlay(path.to_owned()));
        }
    } else if path.exists() {
        return match path.parent() {
            Some(parent) if path.file_name().is_some_and(|name| name == "ruleset.yaml") => folder(shelf, parent),
            _ => Ok(DiffSubject::Overlay(path.to_owned())),
        };
    }
    let text = path.to_string_lossy();
    let is_file_name = ["yaml", "yml", "json"].iter().any(|known| path.extension().is_some_and(|end| end == *known));
    if text.contains(['/', '\\']) || is_file_name {
        let missing = || CommandComplaint::new(format!("{}: there is no such file or folder", path.display()));
        return Err(if path.is_dir() { empty(path) } else { missing() });
    }
    let name = versions::name(&text)?;
    if path.is_dir() && shelf.editions().iter().all(|edition| edition.id != name.id()) {
        return Err(empty(path));
    }
    let shelf = shelf.without_events();
    let exact = shelf.exactly(&name)?;
    Ok(DiffSubject::Ruleset(Box::new(shelf), exact))
}

/// The complaint about a folder that is neither a ruleset nor an overlay.
fn empty(folder: &Path) -> CommandComplaint {
    CommandComplaint::new(format!("{} holds no ruleset and no overlay", folder.display()))
        .help("a ruleset is a folder with a ruleset.yaml, an overlay a file or a folder with an overlay.yaml")
}

/// Whether something stands there that may be a file, even if it cannot be read.
fn is_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok() && !path.is_dir()
}

fn folder(shelf: &Shelf, folder: &Path) -> Result<DiffSubject, CommandComplaint> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (shelf, name) = shelf.with_ruleset(folder)?;
    Ok(DiffSubject::Ruleset(Box::new(shelf), name))
}

/// A shelf, and the overlay on it that is compared.
type ShelfAndOverlay = (Shelf, Option<EventHead>);
/// The names of the rulesets to compare, of both sides.
type RulesetPairs = Vec<(RulesetName, RulesetName)>;

/// The shelves of both sides, and which rulesets of them are compared.
fn shelves(
    shelf: &Shelf,
    given: &[PathBuf],
    before: DiffSubject,
    after: Option<DiffSubject>,
) -> Result<(ShelfAndOverlay, ShelfAndOverlay, RulesetPairs), CommandComplaint> {
    let ids = |head: &EventHead| head.rulesets.iter().cloned().map(RulesetName::Id).collect::<Vec<_>>();
    let twice = |names: Vec<RulesetName>| names.into_iter().map(|name| (name.clone(), name)).collect();
    match (before, after) {
        (DiffSubject::Ruleset(_, name), None) => {
            Err(CommandComplaint::new("a ruleset alone has nothing to be compared with")
                .help(format!("name a second ruleset, another version ({}@1.0.0), or an overlay", name.id())))
        }
        (DiffSubject::Overlay(path), None) => {
            let (after, head, below) = stacked(shelf, given, &path)?;
            let before = plain(shelf, &below)?;
            let names = twice(ids(&head));
            Ok(((before, None), (after, Some(head)), names))
        }
        (DiffSubject::Ruleset(shelf, name), Some(DiffSubject::Overlay(path))) => {
            let (after, head, _) = stacked(&shelf, given, &path)?;
            about(&head, &name)?;
            Ok(((plain(&shelf, given)?, None), (after, Some(head)), twice(vec![name])))
        }
        (DiffSubject::Overlay(path), Some(DiffSubject::Ruleset(shelf, name))) => {
            let (before, head, _) = stacked(&shelf, given, &path)?;
            about(&head, &name)?;
            Ok(((before, Some(head)), (plain(&shelf, given)?, None), twice(vec![name])))
        }
        (DiffSubject::Overlay(one), Some(DiffSubject::Overlay(other))) => {
            let (before, earlier, _) = stacked(shelf, given, &one)?;
            let (after, later, _) = stacked(shelf, given, &other)?;
            if !earlier.rulesets.iter().any(|id| later.rulesets.contains(id)) {
                return Err(other_games(&earlier.rulesets.join(", "), &later.rulesets.join(", ")));
            }
            let mut names = ids(&earlier);
            names.extend(ids(&later).into_iter().filter(|name| !earlier.rulesets.iter().any(|id| id == name.id())));
            Ok(((before, Some(earlier)), (after, Some(later)), twice(names)))
        }
        (DiffSubject::Ruleset(one, earlier), Some(DiffSubject::Ruleset(other, later))) => {
            if !extends(&other, &later, earlier.id())? && !extends(&one, &earlier, later.id())? {
                return Err(other_games(earlier.id(), later.id()));
            }
            let (one, other) = (plain(&one, given)?, plain(&other, given)?);
            Ok(((one, None), (other, None), vec![(earlier, later)]))
        }
    }
}

fn other_games(one: &str, other: &str) -> CommandComplaint {
    CommandComplaint::new(format!("these are different games: {one} and {other}"))
        .help("two rulesets can be compared if both are versions of one, or if one extends the other")
}

/// Whether a ruleset has this id, or extends one that has it.
fn extends(shelf: &Shelf, name: &RulesetName, wanted: &str) -> Result<bool, CommandComplaint> {
    let mut name = name.clone();
    // A ruleset that extends itself cannot be loaded, so this ends.
    while name.id() != wanted {
        let ruleset = shelf.ruleset(&name, &[""])?;
        let Some(extends) = ruleset.declarations().extends.clone() else { return Ok(false) };
        name = RulesetName::Versioned { id: extends.id, version: Some(extends.version) };
    }
    Ok(true)
}

/// The overlay must be about the ruleset that it is compared with.
fn about(head: &EventHead, name: &RulesetName) -> Result<(), CommandComplaint> {
    if head.rulesets.iter().any(|id| id == name.id()) {
        return Ok(());
    }
    let message = format!("{} is about {}, and not about {}", head.name, head.rulesets.join(", "), name.id());
    Err(CommandComplaint::new(message))
}

/// The shelf under the overlays of the command line.
fn plain(shelf: &Shelf, given: &[PathBuf]) -> Result<Shelf, CommandComplaint> {
    Ok(events::over(shelf.without_events(), given, "--event")?.0)
}

/// The shelf under an overlay and those of the command line; what the overlay says of itself; and the overlays below it.
fn stacked(
    shelf: &Shelf,
    given: &[PathBuf],
    path: &Path,
) -> Result<(Shelf, EventHead, Vec<PathBuf>), CommandComplaint> {
    let paths: Vec<PathBuf> = given.iter().cloned().chain([path.to_owned()]).collect();
    let (under, _) = events::over(shelf.without_events(), &paths, &path.display().to_string())?;
    let mut heads = under.event_heads();
    let Some(head) = heads.pop() else {
        return Err(CommandComplaint::new(format!("{} is no overlay", path.display())));
    };
    Ok((under, head, heads.into_iter().map(|head| head.path).collect()))
}

fn half<'s>((shelf, overlay): &'s ShelfAndOverlay, name: &RulesetName) -> Result<Half<'s>, CommandComplaint> {
    Ok(Half { shelf, name: shelf.exactly(name)?, overlay: overlay.clone() })
}

/// Compares the rulesets of both sides, and judges lists under both.
fn compare(before: &Half, after: &Half, submissions: Option<&[Submission]>) -> Result<Comparison, CommandComplaint> {
    let ruleset = |half: &Half| half.shelf.ruleset(&half.name, &[]);
    let (one, other) = rayon::join(|| ruleset(before), || ruleset(after));
    let (one, other) = (one?, other?);
    let mut more = [under(before), under(after)];
    if more[0] == more[1] && before.name == after.name {
        more = [folder_of(before)? + &more[0], folder_of(after)? + &more[1]];
    }
    let changes = changes(side(before, &one, &more[0]), side(after, &other, &more[1]));
    let relation = relation(&one, &other, &changes.things);
    let mut changes = changes.with_relation(&relation);
    let lists = submissions.map(|submissions| concerned(before, after, &other, &changes, submissions));
    if let Some(lists) = &lists {
        changes.fit = changes.fit.with_lists(lists.judged, lists.become_illegal, lists.become_legal);
    }
    Ok(Comparison { changes, relation, lists })
}

/// Where the ruleset of a side is, which tells apart two of one version: ` in FOLDER`, or nothing if it is built in.
fn folder_of(half: &Half) -> Result<String, CommandComplaint> {
    let folder = &half.shelf.find(&half.name)?.folder;
    Ok(folder.as_ref().map_or_else(String::new, |folder| format!(" in {}", folder.display())))
}

/// The overlays over the ruleset of a side, with their versions: ` under Pond Cup 1.0.0`.
fn under(half: &Half) -> String {
    let heads = half.shelf.event_heads();
    let about = heads.iter().filter(|head| head.rulesets.iter().any(|id| id == half.name.id()));
    let named = about.map(|head| match &head.version {
        Some(version) => format!("{} {version}", head.name),
        None => head.name.clone(),
    });
    let named: Vec<String> = named.collect();
    if named.is_empty() { String::new() } else { format!(" under {}", named.join(", ")) }
}

fn side<'a>(half: &'a Half, ruleset: &'a Ruleset, more: &'a str) -> Side<'a> {
    let declared = ruleset.declarations();
    let (version, of) = match &half.overlay {
        Some(head) => (head.version.as_deref(), head.id.as_str()),
        None => (Some(declared.version.as_str()), declared.id.as_str()),
    };
    Side {
        ruleset,
        deadline: half.shelf.deadline(),
        lists: half.shelf.lists_each(),
        key: half.shelf.event_key(),
        version,
        of,
        more,
    }
}

/// Judges the lists of this game under both sides.
fn concerned(before: &Half, after: &Half, ruleset: &Ruleset, changes: &Changes, submissions: &[Submission]) -> Lists {
    let ids = [before.name.id(), after.name.id()];
    let of_game = submissions.par_iter().filter_map(|one| {
        let list = one.list.as_deref().filter(|list| ids.contains(&list.ruleset.id()))?;
        Some((one, under_name(list, before), under_name(list, after)))
    });
    let lists_of_both: Vec<(&Submission, ArmyList, ArmyList)> = of_game.collect();
    let met = lists_of_both.par_iter().map(|(one, earlier, later)| {
        let (mut was, mut is) = (judged(before, one, earlier), judged(after, one, later));
        // Only lists that differ are shown.
        if !differ(&was.report, &is.report) {
            (was.summary, is.summary) = (None, None);
        }
        TwiceJudgedList { list: later, before: was, after: is, ruleset }
    });
    lists(&changes.things, &met.collect::<Vec<_>>())
}

/// The list for the ruleset of this side. Overlays that it names itself do not count: the sides decide.
fn under_name(list: &ArmyList, half: &Half) -> ArmyList {
    ArmyList { ruleset: half.name.clone(), overlays: Vec::new(), ..list.clone() }
}

fn judged(half: &Half, one: &Submission, list: &ArmyList) -> ListJudgement {
    let (mut report, summary) = match judge_in_full(half.shelf, &one.report.file, one.beside(half.shelf), list, None) {
        Ok(judged) => (judged.report, Some(judged.summary)),
        Err(report) => (*report, None),
    };
    report.document = one.report.document;
    // What was not understood in a text is doubtful under any ruleset.
    report.add(one.doubts().cloned());
    ListJudgement { report, summary }
}

/// Whether a list is of one of these games.
fn is_of(list: &Submission, names: &RulesetPairs) -> bool {
    let id = list.list.as_deref().map(|list| list.ruleset.id());
    names.iter().any(|(one, other)| id == Some(one.id()) || id == Some(other.id()))
}
