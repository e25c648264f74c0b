//! Arguments of the commands that judge lists, and tell of them.

use std::path::PathBuf;

use clap::ValueEnum;
use muster_engine::report::Verdict;
use muster_engine::words;
use muster_library::expectation::Expectation;

use super::shared::{KeyFile, OutputStyle, Target};

/// Formats for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    #[default]
    Human,
    /// One object with all reports
    Json,
    /// One report per line
    Jsonl,
    /// A table for spreadsheets, with a row for each finding or (--rows lists) for each list
    Csv,
    /// A page for browsers with all lists, worst first, and what was found in each
    Html,
    /// A table of the players for programs that pair them: name, club, nation, list, verdict
    Players,
    /// SARIF 2.1.0, for services that show findings beside files
    Sarif,
    /// Workflow commands of GitHub, which show findings at the lines of a change
    Github,
}

/// A form of input that holds many lists. They are judged while they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputForm {
    /// Each line holds a list in JSON, or a JSON string with a text that holds lists
    Jsonl,
}

/// What a row of a CSV report stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportRows {
    /// A finding; a list without findings has one row
    #[default]
    Findings,
    /// A list
    Lists,
}

/// Programs that pair players, and the tables that they read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PairingProgram {
    /// A table with a head, for programs that ask which column is which
    #[default]
    Any,
    /// Tornelo: a table with its own head
    Tornelo,
    /// Challonge: a name a line, to be pasted
    Challonge,
}

/// `muster check`
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 if every list is legal; 1 if any is illegal; 2 if any could not be read or decided, or the command line \
is wrong. A frozen archive that was altered, or whose verdicts are others now, ends with 2.

With --everywhere: 0 if every list is legal somewhere; 1 if any is legal nowhere; 2 if any could not be read, or is legal \
nowhere and could not be decided somewhere, or an event of --event cannot be used.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct CheckCommand {
    /// Files of any form that `import` reads, folders of such files, or - for standard input; or one frozen archive
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Read many lists from files or standard input of this form, and judge each as soon as it comes
    #[arg(long, value_enum, value_name = "FORM", requires = "paths")]
    pub from: Option<InputForm>,
    /// The format of the reports
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// What a row of a CSV report stands for
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub rows: ReportRows,
    /// The program that reads a table of players (--format players)
    #[arg(long, value_enum, default_value_t)]
    pub program: PairingProgram,
    /// Begin a CSV report with a byte-order mark, for spreadsheets that need it to read UTF-8
    #[arg(long)]
    pub bom: bool,
    #[command(flatten)]
    pub extent: ReportExtent,
    /// Judge each list by each version of its ruleset, and under each event at hand: those of --event, in the folders of
    /// --rulesets and beside the list, one row each
    #[arg(long, conflicts_with_all = ["deny_warnings", "collection"])]
    pub everywhere: bool,
    /// Treat every file in a folder as a list, and report files that are not lists as unreadable
    #[arg(long)]
    pub every_file: bool,
    /// End with status 1 if there is any warning
    #[arg(long)]
    pub deny_warnings: bool,
    /// Judge every version of a list as a list of its own. Otherwise the newest of each player counts that arrived before
    /// the deadline of the event
    #[arg(long)]
    pub all_versions: bool,
    /// Note in each list what it needs more than this collection has, and below them what all lists together need
    #[arg(long, value_name = "FILE")]
    pub collection: Option<PathBuf>,
    #[command(flatten)]
    pub keys: KeyFile,
    #[command(flatten)]
    pub target: Target,
}

/// How much of the reports is printed.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct ReportExtent {
    /// Print one line for each list, the worst first, and the counts below them. This is the default on a terminal for more than
    /// 20 lists
    #[arg(long, conflicts_with = "full")]
    pub brief: bool,
    /// Print each list with all its findings, however many there are
    #[arg(long)]
    pub full: bool,
    /// Print only lists with these verdicts: legal, illegal, undetermined, unreadable. The exit status and the counts are
    /// of all lists
    #[arg(long, value_name = "VERDICT", value_delimiter = ',', value_parser = verdict)]
    pub only: Vec<Verdict>,
}

impl ReportExtent {
    /// Whether lists with this verdict are printed.
    pub(crate) fn shows(&self, verdict: Verdict) -> bool {
        self.only.is_empty() || self.only.contains(&verdict)
    }
}

/// Reads a verdict.
fn verdict(text: &str) -> Result<Verdict, String> {
    let all = [Verdict::Legal, Verdict::Illegal, Verdict::Undetermined, Verdict::Unreadable];
    let words = all.map(words::verdict::verdict).join(", ");
    let named = all.into_iter().find(|verdict| words::verdict::verdict(*verdict) == text);
    named.ok_or_else(|| format!("this is no verdict; the verdicts are {words}"))
}

/// `muster show`
#[derive(Debug, clap::Args)]
pub(crate) struct ShowCommand {
    /// The list, in any form that `check` reads, or - for standard input
    pub list: PathBuf,
    /// Show the models that the list needs, and how many of them are in this collection
    #[arg(long, value_name = "FILE")]
    pub collection: Option<PathBuf>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
    #[command(flatten)]
    pub keys: KeyFile,
}

/// `muster complete`
#[derive(Debug, clap::Args)]
pub(crate) struct CompleteCommand {
    #[command(flatten)]
    pub fix: FixCommand,
    /// Add only models that are in this collection and that the list does not use
    #[arg(long, value_name = "FILE")]
    pub collection: Option<PathBuf>,
}

/// `muster collection`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Of each model the file has the largest number that any single list needs, so that each of the lists can be fielded. \
Correct the numbers by hand.")]
pub(crate) struct CollectCommand {
    /// Lists: files of any form that `check` reads, folders of such files, or - for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub target: Target,
}

/// `muster fix`, `muster complete`
#[derive(Debug, clap::Args)]
pub(crate) struct FixCommand {
    /// The list, in any form that `check` reads, or - for standard input
    pub list: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
    #[command(flatten)]
    pub target: Target,
}

/// `muster reply`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each player gets one mail with all lists that came from the player's address, as a file that a mail program opens as a \
draft. Nothing is sent. Mails that are there already are kept, so a second run writes only what is new.

Exit status: 0; 2 if a list could not be read, or the command line is wrong.")]
pub(crate) struct ReplyCommand {
    /// Lists: files of any form that `check` reads, folders of such files, or - for standard input
    #[arg(value_name = "PATH", required_unless_present = "print_template")]
    pub paths: Vec<PathBuf>,
    /// The folder to write to; it is made if it is not there
    #[arg(short, long, value_name = "FOLDER", required_unless_present = "print_template")]
    pub output: Option<PathBuf>,
    /// Replace mails that would change
    #[arg(long)]
    pub force: bool,
    /// Answer earlier and late versions as lists of their own
    #[arg(long)]
    pub all_versions: bool,
    /// The text of the mails, as a Jinja template; --print-template prints one to begin with
    #[arg(long, value_name = "FILE")]
    pub template: Option<PathBuf>,
    /// Print the template that is used without --template
    #[arg(long, exclusive = true)]
    pub print_template: bool,
    /// The subject of the mails; it may use what a template may use
    #[arg(long, value_name = "TEXT")]
    pub subject: Option<String>,
    /// The address that the mails are from; without it, the mail program fills it in
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub from: Option<String>,
    #[command(flatten)]
    pub keys: KeyFile,
}

/// Checks that a text is a mail address.
fn address(text: &str) -> Result<String, String> {
    if muster_submissions::is_address(text) {
        Ok(text.to_owned())
    } else {
        Err("this is not one mail address, as in anna@example.org".to_owned())
    }
}

/// `muster compare`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Lists are paired by player, then by what is in them, by name, MFV and likeness; never by the names of files. They are the \
same if all that is judged is equal.

Exit status: 0, whatever differs; 2 if something could not be read, or the command line is wrong.")]
pub(crate) struct CompareCommand {
    /// The earlier lists: a folder, or a file of any form that `check` reads
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// The later lists
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    /// The later lists are late versions of some of the earlier ones: who sent nothing new is unchanged, and not gone
    #[arg(long)]
    pub late: bool,
    /// The format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: CompareFormat,
    #[command(flatten)]
    pub keys: KeyFile,
    #[command(flatten)]
    pub target: Target,
}

/// `muster verify`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The first half of a fingerprint is about the list, the second about the rules and points. Fingerprints stand in the foot of \
prints and texts, and in reports.

Exit status: 0 if the code is that of a list in the file; 1 if it is that of none; 2 if the file could not be read, or \
the command line is wrong.")]
pub(crate) struct VerifyCommand {
    /// The fingerprint, as printed
    #[arg(value_name = "CODE")]
    pub code: String,
    /// A file with a list, of any form that `check` reads
    #[arg(value_name = "LIST")]
    pub list: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
    #[command(flatten)]
    pub keys: KeyFile,
}

/// `muster report`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Of a list, it writes a case: one file with the list, the overlays and units that judged it, what was told and what you \
expected. Names, clubs, addresses, notes and dates of the list stay out of it. You can send it as it is.

Of a case, it says what has become of it: as told, no longer so, or not repeatable, and why.

Exit status: 0 if the case was written, or if what was expected of it holds now; 1 if it does not hold; 2 if it is not \
repeatable, a file could not be read, or the command line is wrong.")]
pub(crate) struct ReportCommand {
    /// The list, in any form that `check` reads, or a case; - for standard input
    #[arg(value_name = "LIST|CASE")]
    pub file: PathBuf,
    /// What you expected of the list: legal, illegal, undetermined, "no: RULE" or "error: RULE"; several between
    /// semicolons
    #[arg(long, value_name = "WHAT", value_delimiter = ';')]
    pub expect: Vec<Expectation>,
    /// The page that shows it, such as 19
    #[arg(long, value_name = "PAGE")]
    pub page: Option<String>,
    /// Why you expected it, in your words
    #[arg(long, value_name = "TEXT")]
    pub why: Option<String>,
    /// Print the case as a golden list: with comments that say what must be found
    #[arg(long)]
    pub golden: bool,
    /// The format of the answer about a case: as told, no longer so, or not repeatable
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
    #[command(flatten)]
    pub target: Target,
}

/// Formats of `muster compare`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    /// Text for people
    #[default]
    Human,
    /// JSON for programs
    Json,
    /// A table for spreadsheets, with a row for each list
    Csv,
}
