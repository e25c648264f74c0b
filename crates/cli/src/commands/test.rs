//! `muster test`: judges lists that say which findings they must have, and tells what they do not test.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use muster_engine::ready::Ruleset;
use muster_golden::{
    Difference, GoldenContent, GoldenList, Mutant, Reasons, RuleLists, is_judged, mutants, read, rule_lists, unnoticed,
};
use muster_library::encoding;
use muster_library::files::{FolderItem, is_list_name};
use muster_library::lints::overlaid;
use muster_library::shelf::Shelf;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::json;
use crate::args::{OutputStyle, TestCommand};
use crate::events;
use crate::file::disk;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal::{self, BAD, DOUBT, FAINT, GOOD, STRONG};
use crate::text::{counted, plain};

/// What the lists show, as it is written as JSON.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct TestAnswer {
    /// The version of this format: 1.
    format: u32,
    /// How many lists were judged.
    lists: usize,
    /// The lists that are judged otherwise than their comments expect, and files that cannot be read.
    wrong: Vec<WrongList>,
    /// For each rule, by its id: the number of lists that break it and that keep it. Under overlays, only their rules are here.
    rules: BTreeMap<String, RuleLists>,
    /// The number of changes of these rules that were tried.
    changes: usize,
    /// How many of them no list can notice, by `unnoticed.txt`.
    explained: usize,
    /// The others that no list notices, such as `cap-large: /clauses/0/limit/max 3 -> 4`.
    unnoticed: Vec<String>,
    /// Lines of `unnoticed.txt` that fit no change that goes unnoticed.
    idle: Vec<String>,
}

/// A list that differs from what its comments expect.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
struct WrongList {
    file: String,
    /// The list's name; none if the file cannot be read.
    name: Option<String>,
    differences: Vec<Difference>,
}

/// Judges the lists of a folder, and tries changes of the rules.
pub(crate) fn run(args: &TestCommand, event: &[PathBuf], shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    // The overlays of the command line are over the shelf already.
    let overlays = if event.is_empty() { overlay_of(&args.folder) } else { event.to_vec() };
    let with_own;
    let under = if event.is_empty() {
        with_own = events::over(shelf.without_events(), &overlays, "the overlay of the folder")?.0;
        &with_own
    } else {
        shelf
    };
    let (lists, faults) = golden(under, &args.folder)?;
    let mut answer = TestAnswer { format: 1, lists: lists.len(), wrong: faults, ..TestAnswer::default() };
    let is_unreadable = !answer.wrong.is_empty();
    let reasons = disk().read(&args.folder.join(Reasons::FILE)).unwrap_or_default();
    let reasons = Reasons::read(&String::from_utf8_lossy(&reasons));
    let mut noticed = BTreeMap::new();
    for of_ruleset in by_ruleset(&lists) {
        test(&mut answer, &mut noticed, shelf, under, &overlays, &of_ruleset)?;
    }
    answer.changes = noticed.len();
    let unnoticed: Vec<String> =
        noticed.into_iter().filter(|(_, is_noticed)| !is_noticed).map(|(change, _)| change).collect();
    let changes: Vec<&str> = unnoticed.iter().map(String::as_str).collect();
    answer.idle = reasons.idle(&changes).into_iter().map(str::to_owned).collect();
    let (with_reason, without): (Vec<String>, Vec<String>) =
        unnoticed.into_iter().partition(|change| reasons.has(change));
    (answer.explained, answer.unnoticed) = (with_reason.len(), without);
    match args.format {
        OutputStyle::Human => human(&mut terminal::styled(args.format), &answer)?,
        OutputStyle::Json => json(&mut terminal::styled(args.format), &answer)?,
    }
    let is_untested = answer.rules.values().any(|sides| sides.broken == 0 || sides.kept == 0);
    let is_warned = is_untested || !answer.unnoticed.is_empty() || !answer.idle.is_empty();
    Ok(if is_unreadable {
        ExitOutcome::Undecided
    } else if !answer.wrong.is_empty() || args.deny_warnings && is_warned {
        ExitOutcome::Broken
    } else {
        ExitOutcome::Fine
    })
}

/// The overlay in this folder, or in the folder around it.
fn overlay_of(folder: &Path) -> Vec<PathBuf> {
    let around = folder.canonicalize().ok().and_then(|folder| folder.parent().map(Path::to_owned));
    let folders = [Some(folder.to_owned()), around];
    folders.into_iter().flatten().find(|folder| folder.join("overlay.yaml").is_file()).into_iter().collect()
}

/// The golden lists of a folder and its subfolders, and the files that cannot be read.
fn golden(shelf: &Shelf, folder: &Path) -> Result<(Vec<GoldenList>, Vec<WrongList>), CommandComplaint> {
    if !disk().is_folder(folder) {
        return Err(CommandComplaint::new(format!("{} is no folder", folder.display())));
    }
    let (mut lists, mut faults) = (Vec::new(), Vec::new());
    for item in disk().search(folder) {
        let FolderItem::File(path) = item else { continue };
        if !is_list_name(&path) {
            continue;
        }
        let text = disk().read_in(folder, &path).and_then(|bytes| encoding::utf8(&bytes).map(str::to_owned));
        let read = text
            .map_err(|fault| Difference { line: None, says: fault.message })
            .and_then(|text| read(shelf, &path, &text));
        match read {
            Ok(read) => lists.extend(read),
            Err(fault) => {
                faults.push(WrongList { file: path.display().to_string(), name: None, differences: vec![fault] });
            }
        }
    }
    if lists.is_empty() && faults.is_empty() {
        let complaint = CommandComplaint::new(format!("{} holds no lists", folder.display()));
        return Err(complaint.help("`muster new test` writes one to start from"));
    }
    Ok((lists, faults))
}

/// The lists of each ruleset under each choice of overlays.
fn by_ruleset(lists: &[GoldenList]) -> Vec<Vec<&GoldenList>> {
    let mut all: BTreeMap<String, Vec<&GoldenList>> = BTreeMap::new();
    for list in lists {
        let overlays = match &list.judged {
            GoldenContent::List(list, _) => list.overlays.join(" "),
            GoldenContent::Sheet(_) => String::new(),
        };
        all.entry(format!("{:?} {overlays}", list.ruleset_name())).or_default().push(list);
    }
    all.into_values().collect()
}

/// Judges lists of one ruleset, and tries each change of the rules that are theirs to test. `noticed` has all changes that were
/// tried, and whether any list noticed them: the same rules may stand under several overlays.
fn test(
    answer: &mut TestAnswer,
    noticed: &mut BTreeMap<String, bool>,
    plain: &Shelf,
    under: &Shelf,
    overlays: &[PathBuf],
    lists: &[&GoldenList],
) -> Result<(), CommandComplaint> {
    let Some(first) = lists.first() else { return Ok(()) };
    let ruleset = first.whole_ruleset(under)?;
    let id = &ruleset.declarations().id;
    let own: Option<Vec<String>> = (!overlays.is_empty()).then(|| {
        let games = overlays.iter().flat_map(|path| overlaid(plain, path));
        games.filter(|game| game.after.declarations().id == *id).flat_map(|game| game.rules).collect()
    });
    let is_own = |rule: &str| own.as_ref().is_none_or(|own| own.iter().any(|one| one == rule));
    let wrong: Vec<Option<WrongList>> = lists.par_iter().map(|list| wrong(list, &ruleset)).collect();
    answer.wrong.extend(wrong.into_iter().flatten());
    let rules = ruleset.rules().iter().map(|sourced| &sourced.rule).filter(|rule| is_judged(rule) && is_own(&rule.id));
    let rules: Vec<&str> = rules.map(|rule| rule.id.as_str()).collect();
    for (rule, sides) in rule_lists(&ruleset, &rules, lists) {
        let known = answer.rules.entry(rule).or_default();
        known.broken += sides.broken;
        known.kept += sides.kept;
    }
    // A club need not test that players cannot waive its rule.
    let is_tried =
        |mutant: &Mutant| is_own(&mutant.item) && (own.is_none() || !mutant.change.ends_with(": waivable: true"));
    let mutants: Vec<Mutant> = mutants(ruleset.parts()).into_iter().filter(is_tried).collect();
    let unnoticed: BTreeSet<&str> =
        unnoticed(&ruleset, &mutants, lists).into_iter().map(|mutant| mutant.change.as_str()).collect();
    for mutant in &mutants {
        *noticed.entry(mutant.change.clone()).or_default() |= !unnoticed.contains(mutant.change.as_str());
    }
    Ok(())
}

fn wrong(list: &GoldenList, ruleset: &Ruleset) -> Option<WrongList> {
    let differences = list.differences(ruleset);
    let file = list.file.display().to_string();
    (!differences.is_empty()).then(|| WrongList { file, name: Some(list.name.clone()), differences })
}

fn human(writer: &mut impl Write, answer: &TestAnswer) -> io::Result<()> {
    for WrongList { file, name, differences } in &answer.wrong {
        let name = name.as_deref().filter(|name| !name.is_empty()).map(|name| format!(" {name}")).unwrap_or_default();
        writeln!(writer, "{BAD}wrong{BAD:#}{STRONG}{}{STRONG:#} {FAINT}{}{FAINT:#}", plain(&name), plain(file))?;
        for difference in differences {
            writeln!(writer, "  {}", plain(&difference.to_string()))?;
        }
    }
    let untested = |says: &str, is_untested: fn(&RuleLists) -> bool| {
        let rules: Vec<&str> =
            answer.rules.iter().filter(|(_, sides)| is_untested(sides)).map(|(rule, _)| rule.as_str()).collect();
        (!rules.is_empty()).then(|| format!("{DOUBT}{says}{DOUBT:#}: {}", rules.join(", ")))
    };
    for line in
        [untested("no list breaks", |sides| sides.broken == 0), untested("no list keeps", |sides| sides.kept == 0)]
    {
        line.map_or(Ok(()), |line| writeln!(writer, "{line}"))?;
    }
    for (says, lines) in [
        ("no list notices these changes", &answer.unnoticed),
        ("these lines of unnoticed.txt fit no change", &answer.idle),
    ] {
        if !lines.is_empty() {
            writeln!(writer, "{DOUBT}{says}{DOUBT:#}:")?;
        }
        for line in lines {
            writeln!(writer, "  {}", plain(line))?;
        }
    }
    let unread = answer.wrong.iter().filter(|wrong| wrong.name.is_none()).count();
    let right = (answer.lists + unread).saturating_sub(answer.wrong.len());
    let tested = answer.rules.values().filter(|sides| sides.broken > 0 && sides.kept > 0).count();
    let style = if answer.wrong.is_empty() { GOOD } else { BAD };
    writeln!(
        writer,
        "{style}{right} of {}{style:#} judged as expected; {tested} of {} with a list on each side; {} of {} noticed{}",
        counted(answer.lists, "list"),
        counted(answer.rules.len(), "rule"),
        answer.changes.saturating_sub(answer.unnoticed.len() + answer.explained),
        counted(answer.changes, "change"),
        if answer.explained > 0 { format!(", {} explained", answer.explained) } else { String::new() },
    )?;
    writer.flush()
}
