//! `muster freeze`: lists, rules, overlays, units and reports in one archive.

use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::path::{Component, Path, PathBuf, absolute};

use muster_engine::list::SheetPick;
use muster_engine::report::{Report, Verdict};
use muster_engine::slug::slug;
use muster_exchange::frozen::{ArchiveFiles, REPORTS, Roles, freeze};
use muster_exchange::unpack;
use muster_library::files::{FilesPath, PathKind};
use muster_library::lists::{self, FileDocument};
use muster_library::sheets;
use muster_library::shelf::{EventHead, Shelf, UsedOverlays};
use muster_submissions::{HandIn, Intake, NewestGames, Submission};
use semver::Version;

use super::{handed_in, passed_over};
use crate::args::FreezeCommand;
use crate::file::disk;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::{FileText, JsonPrinter, Printer, ReportPage};
use crate::text::counted;
use crate::{events, file, frozen, own_units, terminal};

/// What is put into the archive.
#[derive(Default)]
struct ArchiveContent {
    roles: Roles,
    files: ArchiveFiles,
    /// The ids and versions of rulesets.
    rulesets: BTreeSet<(String, Version)>,
}

/// Judges the lists, puts them into an archive with all that judged them, and proves that they are judged there as here.
pub(crate) fn run(args: &FreezeCommand, units: &[PathBuf], shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    if !args.force && args.output.exists() {
        let message = format!("{} is there already", args.output.display());
        return Err(CommandComplaint::new(message).help("--force writes over it").into());
    }
    if args.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(CommandComplaint::new("standard input has no name in an archive: name files or folders").into());
    }
    let output = absolute(&args.output)?;
    let found = lists_in(&args.paths, shelf, passed_over);
    if found.is_empty() {
        return Err(CommandComplaint::new("there are no lists to freeze").into());
    }
    let mut kept = ArchiveContent::default();
    kept.add_lists(shelf, &found)?;
    kept.add_used(shelf.used(None), true)?;
    kept.add_units(units)?;
    let rulesets = shelf.frozen(&kept.rulesets).map_err(CommandComplaint::from)?;
    let (lists, versions) = (found.len(), rulesets.len());
    kept.files.extend(rulesets);

    let again = frozen::within(&args.output, &kept.roles, &kept.files, false, |shelf, _| {
        let paths: Vec<PathBuf> = kept.roles.lists.iter().map(PathBuf::from).collect();
        Ok(lists_in(&paths, shelf, |_, _| ()))
    })?;
    let here = found.iter().map(|list| &list.report);
    let there = again.iter().map(|list| &list.report);
    let other = here.zip(there).find(|(here, there)| !is_same(here, there)).map(|(here, _)| here.file.as_str());
    if let Some(file) = other.or((again.len() != lists).then_some("a file that holds several lists")) {
        let message = format!("{file} is judged in another way by what the archive holds");
        return Err(CommandComplaint::new(message).help("this is a fault of Muster; please report it").into());
    }
    kept.files.insert(REPORTS.to_owned(), printed(&again)?);
    let (bytes, digest) = freeze(env!("CARGO_PKG_VERSION"), &kept.roles, &kept.files)
        .map_err(|refused| CommandComplaint::new(refused.0.join("; ")))?;
    file::write(&output, &bytes, args.force)?;
    let mut out = terminal::stdout();
    writeln!(out, "frozen: {}, {}; digest {digest}", counted(lists, "list"), counted(versions, "ruleset"))?;
    out.flush()?;
    Ok(ExitOutcome::Fine)
}

/// Judges all lists in paths. Passes each file without a list to `without`, with why.
fn lists_in(paths: &[PathBuf], shelf: &Shelf, without: fn(&str, &str)) -> Vec<Submission> {
    let games = NewestGames::new(shelf);
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    // As `check` judges them, so that both say the same.
    handed_in::counted(&Intake::new(&games), &events::versions(shelf, false), paths, |handed, _| match handed {
        // A file that is named twice, or inside of a folder that is named too, is one file.
        HandIn::Lists(lists) => {
            found.extend(
                lists.into_iter().filter(|list| known.insert((list.report.file.clone(), list.report.document))),
            );
        }
        HandIn::NoList { file, why, .. } => without(&file, &why),
    });
    found
}

/// Whether two reports say the same. Help may name what is at hand, which is less in an archive, and so may all words
/// about a list that could not be read. That an archive brings the rules is told there alone.
fn is_same(one: &Report, other: &Report) -> bool {
    if one.verdict == Verdict::Unreadable {
        return other.verdict == Verdict::Unreadable;
    }
    let plain = |report: &Report| {
        let mut report = Report { file: String::new(), ..report.clone() };
        report.findings.iter_mut().for_each(|finding| finding.help = None);
        report.terms.own_rules = None;
        report.terms.tell();
        report
    };
    plain(one) == plain(other)
}

/// The reports, as `check --format json` prints them.
fn printed(lists: &[Submission]) -> Result<Vec<u8>, CommandFailure> {
    let mut bytes = Vec::new();
    let mut printer = JsonPrinter::new(&mut bytes);
    for list in lists {
        printer.print(&ReportPage { report: &list.report, list: Some(list), file: &FileText::default() })?;
    }
    printer.finish()?;
    Ok(bytes)
}

impl ArchiveContent {
    /// Adds the files of lists, the sheets that they point at, and what judged them.
    fn add_lists(&mut self, games: &Shelf, found: &[Submission]) -> Result<(), CommandFailure> {
        let mut paths: Vec<PathBuf> = Vec::new();
        let mut sheets: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for list in found {
            let path = clean(Path::new(&list.came.file))?;
            // A folder without lists, for example: the report says why.
            if let Some(finding) = list.report.findings.first().filter(|_| disk().kind(&path) != Some(PathKind::File)) {
                return Err(CommandComplaint::new(format!("{}: {}", list.came.file, finding.message)).into());
            }
            if !paths.contains(&path) {
                paths.push(path);
            }
            self.add_ruleset(&list.report);
            let Some(written) = list.list.as_deref() else { continue };
            // Lists of other forms have no place beside which something may be.
            let beside = list.beside(games).filter(|_| !list.is_read);
            self.add_used(games.used(Some((written, beside))), false)?;
            if let (Some(beside), Some(pick)) = (beside, &written.sheet) {
                sheets.extend(self.sheet(games, &list.came.file, pick, beside)?);
            }
        }
        let sheets: Vec<_> = sheets.into_iter().filter(|(path, _)| !paths.contains(path)).collect();
        let base = common(paths.iter().chain(sheets.iter().map(|(path, _)| path)).filter_map(|path| path.parent()));
        for path in &paths {
            let name = within(&base, path)?;
            self.files.insert(name.clone(), bytes_of(path)?);
            self.roles.lists.push(name);
        }
        for (path, bytes) in sheets {
            self.files.insert(within(&base, &path)?, bytes);
        }
        Ok(())
    }

    /// The sheet that a list points at, if it is there. A list may name any file beside it, so one that is no sheet is refused.
    fn sheet(
        &mut self,
        games: &Shelf,
        list: &str,
        pick: &SheetPick,
        beside: FilesPath,
    ) -> Result<Option<(PathBuf, Vec<u8>)>, CommandFailure> {
        let Ok(place) = sheets::place(pick, beside) else { return Ok(None) };
        if beside.files.kind(&place) != Some(PathKind::File) {
            return Ok(None);
        }
        let bytes = beside.files.read_in(beside.path, &place).map_err(|fault| CommandComplaint::new(fault.message))?;
        let sheet = match lists::lists(&bytes).as_slice() {
            [FileDocument::Other(kind, document)] => sheets::sheet(games, document, kind).ok(),
            _ => None,
        };
        let Some((_, ruleset)) = sheet else {
            let message =
                format!("{list}: it points at {}, which is no campaign sheet, so it is not frozen", pick.file);
            return Err(CommandComplaint::new(message).into());
        };
        let declared = ruleset.declarations();
        self.rulesets.extend(versioned(&declared.id, &declared.version));
        Ok(Some((clean(&place)?, bytes)))
    }

    fn add_ruleset(&mut self, report: &Report) {
        let used = report.ruleset.as_ref();
        self.rulesets.extend(used.and_then(|ruleset| versioned(&ruleset.id, &ruleset.version)));
    }

    /// Adds overlays and the rulesets that they are about. `of_run` says that they are those of the run.
    fn add_used(&mut self, used: UsedOverlays, of_run: bool) -> Result<(), CommandFailure> {
        self.rulesets.extend(used.rulesets);
        for overlay in used.overlays {
            let name = self.add_overlay(&overlay)?;
            if of_run {
                self.roles.events.push(name);
            }
        }
        Ok(())
    }

    /// Adds the files of an overlay. Returns its name in the archive.
    fn add_overlay(&mut self, overlay: &EventHead) -> Result<String, CommandFailure> {
        let is_folder = disk().is_folder(&overlay.path);
        let ending = overlay.path.extension().map(|ending| ending.to_string_lossy().into_owned());
        let name = format!("overlays/{}", slug(&overlay.id));
        let name = if is_folder { name } else { format!("{name}.{}", ending.unwrap_or_else(|| "yaml".to_owned())) };
        for path in &overlay.files {
            let inner = path.strip_prefix(&overlay.path).ok().filter(|_| is_folder);
            let file = match inner {
                Some(inner) => format!("{name}/{}", slashed(inner)?),
                None => name.clone(),
            };
            let bytes = bytes_of(path)?;
            let known = self.files.insert(file, bytes.clone());
            if known.is_some_and(|known| known != bytes) {
                let message = format!("lists use two overlays of the id `{}`: freeze them apart", overlay.id);
                return Err(CommandComplaint::new(message).into());
            }
        }
        Ok(name)
    }

    /// Adds the files of `--units`.
    fn add_units(&mut self, paths: &[PathBuf]) -> Result<(), CommandFailure> {
        for (number, path) in (1..).zip(paths) {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("units/{file}");
            let name = if self.files.contains_key(&name) { format!("units/{number}-{file}") } else { name };
            self.files.insert(name.clone(), own_units::open(path)?.bytes);
            self.roles.units.push(name);
        }
        Ok(())
    }
}

fn versioned(id: &str, version: &str) -> Option<(String, Version)> {
    Version::parse(version).ok().map(|version| (id.to_owned(), version))
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, CommandComplaint> {
    disk().read_up_to(path, unpack::BYTES).map_err(|fault| CommandComplaint {
        message: format!("{}: {}", path.display(), fault.message),
        help: fault.help,
    })
}

/// A whole path without `.` and `..`.
fn clean(path: &Path) -> std::io::Result<PathBuf> {
    let mut clean = PathBuf::new();
    for step in absolute(path)?.components() {
        match step {
            Component::ParentDir => {
                clean.pop();
            }
            Component::CurDir => {}
            step => clean.push(step),
        }
    }
    Ok(clean)
}

/// The folder in which all of these folders are.
fn common<'p>(mut folders: impl Iterator<Item = &'p Path>) -> PathBuf {
    let first = folders.next().unwrap_or(Path::new("")).to_owned();
    folders.fold(first, |common, folder| {
        let same = common.components().zip(folder.components()).take_while(|(one, other)| one == other);
        same.map(|(step, _)| step).collect()
    })
}

/// The name of a list's file in the archive.
fn within(base: &Path, path: &Path) -> Result<String, CommandComplaint> {
    let unnamed = |_| CommandComplaint::new(format!("{} is on another drive: freeze it alone", path.display()));
    Ok(format!("lists/{}", slashed(path.strip_prefix(base).map_err(unnamed)?)?))
}

/// A path with `/` between its steps.
fn slashed(path: &Path) -> Result<String, CommandComplaint> {
    let steps: Option<Vec<&str>> = path.iter().map(|step| step.to_str()).collect();
    let unnamed = || CommandComplaint::new(format!("{}: rename it: the name is no Unicode", path.display()));
    steps.map(|steps| steps.join("/")).ok_or_else(unnamed)
}
