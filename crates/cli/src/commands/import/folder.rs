//! `muster import PATH... -o FOLDER`: makes a list file of every list, keeps what is there, and tells what is new.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use muster_engine::list::ArmyList;
use muster_engine::report::Finding;
use muster_engine::short_digest;
use muster_engine::slug::slug;
use muster_library::files::{self, DISK, Files};
use muster_library::json;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, Submission, judge_paths};
use serde::{Deserialize, Serialize};

use super::kept;
use super::listing::said;
use crate::args::ImportCommand;
use crate::commands::{complain as show, passed_over};
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::FileText;
use crate::terminal::{complain, inform};
use crate::text::counted;

/// The file in the folder that says which list file was made from which file. Hidden files are never taken for lists.
const RECORD: &str = ".muster-import.json";

/// What was made in a folder by earlier runs.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Record {
    format: u32,
    /// By the name of the file that was read, relative to the folder that was named.
    made: BTreeMap<String, MadeFile>,
}

/// A list file that was made.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct MadeFile {
    /// Its name.
    file: String,
    /// A digest of its text when it was made.
    digest: String,
}

/// Writes a list file for every list in these files and folders. What is there already is kept; with `--force`, files
/// whose list has changed since they were made are written anew.
pub(super) fn run(args: &ImportCommand, shelf: &Shelf, folder: &Path) -> Result<ExitOutcome, CommandFailure> {
    let mut record = record(folder)?;
    let games = NewestGames::new(shelf);
    let keys = args.keys.open()?;
    let intake = Intake::new(&games).with_keys(keys.as_ref()).with(args.ruleset.as_deref(), said(args));
    let mut handed = Vec::new();
    judge_paths(&intake, &args.files, |one| handed.push(one));
    // A run makes no folder if it found no list.
    let is_list = |one: &HandIn| matches!(one, HandIn::Lists(all) if all.iter().any(|one| one.list.is_some()));
    let has_lists = handed.iter().any(is_list);
    if has_lists {
        fs::create_dir_all(folder)
            .map_err(|error| CommandComplaint::new(format!("cannot make {}: {error}", folder.display())))?;
    }
    let mut run =
        FolderRun { args, folder, record: &mut record, tally: FolderTally::default(), outcome: ExitOutcome::Fine };
    for one in handed {
        match one {
            HandIn::Lists(lists) => lists.iter().try_for_each(|list| run.list(list, lists.len() == 1))?,
            HandIn::NoList { file, why, .. } => {
                passed_over(&file, &why);
                run.tally.person += 1;
            }
        }
    }
    let (tally, outcome) = (run.tally, run.outcome);
    if !record.made.is_empty() {
        let text = json::to_string_pretty(&record).map_err(|error| CommandComplaint::new(error.to_string()))?;
        file::write(&folder.join(RECORD), text.as_bytes(), true)?;
    }
    tally.tell();
    Ok(if has_lists { outcome } else { ExitOutcome::Undecided })
}

/// What earlier runs made in a folder; nothing if the folder is new.
fn record(folder: &Path) -> Result<Record, CommandComplaint> {
    let path = folder.join(RECORD);
    if !path.exists() {
        return Ok(Record { format: 1, made: BTreeMap::new() });
    }
    let broken = |error: String| {
        CommandComplaint::new(format!("{}: {error}", path.display()))
            .help("it says which list file was made from which file; take it away to import everything anew")
    };
    let text = files::read_text(&path).map_err(|error| broken(error.to_string()))?;
    let record: Record = serde_json::from_str(&text).map_err(|error| broken(error.to_string()))?;
    match record.format {
        1 => Ok(record),
        other => Err(broken(format!("it has format {other}; this program knows format 1"))),
    }
}

struct FolderRun<'a> {
    args: &'a ImportCommand,
    folder: &'a Path,
    record: &'a mut Record,
    tally: FolderTally,
    outcome: ExitOutcome,
}

impl FolderRun<'_> {
    fn list(&mut self, submission: &Submission, is_alone: bool) -> Result<(), CommandComplaint> {
        let Submission { report, list, .. } = submission;
        self.outcome = self.outcome.max(match report.verdict.into() {
            ExitOutcome::Broken => ExitOutcome::Fine,
            other => other,
        });
        let Some(list) = list else {
            show(report, &FileText::default());
            self.tally.person += 1;
            return Ok(());
        };
        if submission.is_doubtful() {
            self.tally.doubtful += 1;
            self.outcome = ExitOutcome::Undecided;
        } else {
            self.tally.lists += 1;
        }
        let text = text(submission, list, is_alone)?;
        let source = self.source(submission);
        let digest = short_digest(text.as_bytes());
        let made = self.record.made.get(&source).filter(|made| self.folder.join(&made.file).exists());
        let file = match made {
            Some(made) if made.digest == digest => {
                self.tally.same += 1;
                return Ok(());
            }
            // An earlier run made the file anew and was killed before it wrote the record.
            Some(made) if self.holds(&made.file, &text) => {
                self.tally.same += 1;
                let file = made.file.clone();
                self.record.made.insert(source, MadeFile { file, digest });
                return Ok(());
            }
            Some(made) if !self.args.target.force => {
                let message = format!("changed: {} is not what {} was made from", report.file, made.file);
                complain(&CommandComplaint::new(message).help("--force writes the file anew"));
                self.tally.changed += 1;
                return Ok(());
            }
            Some(made) => {
                inform(&format!("changed: {} is made anew from {}", made.file, report.file));
                self.tally.changed += 1;
                made.file.clone()
            }
            None => {
                let file = self.place(&source, &text, Path::new(&report.file));
                if self.holds(&file, &text) {
                    self.tally.same += 1;
                    self.record.made.insert(source, MadeFile { file, digest });
                    return Ok(());
                }
                inform(&format!("new: {file} from {}", report.file));
                self.tally.new += 1;
                file
            }
        };
        tell_doubts(submission);
        file::write(&self.folder.join(&file), text.as_bytes(), true)?;
        self.record.made.insert(source, MadeFile { file, digest });
        Ok(())
    }

    /// The name of what a list was read from: relative to the folder that was named, and the same in every run.
    fn source(&self, submission: &Submission) -> String {
        let file = Path::new(&submission.report.file);
        let within = self.args.files.iter().filter(|path| path.is_dir()).find_map(|path| file.strip_prefix(path).ok());
        let name = within.or_else(|| file.file_name().map(Path::new).filter(|_| file.is_file())).unwrap_or(file);
        match submission.report.document {
            0 => name.to_string_lossy().into_owned(),
            document => format!("{}, document {document}", name.to_string_lossy()),
        }
    }

    /// Whether a file in the folder has this text.
    fn holds(&self, file: &str, text: &str) -> bool {
        DISK.read(&self.folder.join(file)).is_ok_and(|there| there == text.as_bytes())
    }

    /// A name made from the name of the source, for a file of this text. No file in the folder has it, and no other source;
    /// or an earlier run made just that file, and was killed before it wrote the record.
    fn place(&self, source: &str, text: &str, from: &Path) -> String {
        let parts = source.split('/').map(|part| slug(part.rsplit_once('.').map_or(part, |(name, _)| name)));
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        let name = if parts.is_empty() { "list".to_owned() } else { parts.join("-") };
        let is_from =
            |path: &Path| path.canonicalize().is_ok_and(|path| from.canonicalize().is_ok_and(|from| path == from));
        let taken = |file: &String| {
            let path = self.folder.join(file);
            let is_other = path.exists() && (is_from(&path) || !self.holds(file, text));
            is_other || self.record.made.iter().any(|(of, made)| of.as_str() != source && made.file == *file)
        };
        let numbered = (2..).map(|number| format!("{name}-{number}.yaml"));
        let mut names = std::iter::once(format!("{name}.yaml")).chain(numbered);
        names.find(|file| !taken(file)).unwrap_or_default()
    }
}

/// The text of the list file: a list file as it is, any other list as YAML below what was not understood of it, with the
/// address that it came from.
fn text(submission: &Submission, list: &ArmyList, is_alone: bool) -> Result<String, CommandComplaint> {
    let file = PathBuf::from(&submission.report.file);
    let is_yaml = file.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    if !submission.is_read
        && is_alone
        && is_yaml
        && let Ok(text) = files::read_text(&file)
    {
        return Ok(text);
    }
    let sender = submission.came.sender.as_ref();
    let doubts = submission.doubts().map(|doubt| ("Not understood", doubt));
    let told = doubts.chain(submission.changed().map(|changed| ("Changed", changed))).map(|(what, finding)| {
        let line = finding.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        format!("{what}: {line}{}", finding.message)
    });
    let text = kept::text(list, sender, told);
    text.map_err(|error| CommandComplaint::new(format!("{}: {error}", submission.report.file)))
}

/// Says what a person has to look at: what the list file does not keep of the mail, and what was changed or not understood.
fn tell_doubts(submission: &Submission) {
    if let Some(list) = &submission.list {
        kept::tell(&submission.report.file, list, submission.came.sender.as_ref());
    }
    let place = |finding: &Finding| finding.line.map(|line| format!(":{line}")).unwrap_or_default();
    for changed in submission.changed() {
        inform(&format!("{}{}: {}", submission.report.file, place(changed), changed.message));
    }
    for doubt in submission.doubts() {
        let message = format!("{}{}: {}", submission.report.file, place(doubt), doubt.message);
        complain(&CommandComplaint { message, help: doubt.help.clone() });
    }
}

/// What became of the files.
#[derive(Debug, Default)]
struct FolderTally {
    lists: usize,
    doubtful: usize,
    person: usize,
    new: usize,
    changed: usize,
    same: usize,
}

impl FolderTally {
    fn tell(&self) {
        let Self { lists, doubtful, person, new, changed, same } = self;
        let parts =
            [(*doubtful, "read with doubts"), (*person, if *person == 1 { "needs a person" } else { "need a person" })];
        let parts = parts.iter().filter(|(number, _)| *number > 0).map(|(number, words)| format!(", {number} {words}"));
        let files = counted(lists + doubtful + person, "file");
        inform(&format!("{files}: {}{}", counted(*lists, "list"), parts.collect::<String>()));
        inform(&format!("{new} new, {changed} changed, {same} as before"));
    }
}
