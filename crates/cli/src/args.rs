//! The command line: commands, arguments and options.

use std::path::PathBuf;

use clap::{ArgMatches, Id, Parser, Subcommand, ValueEnum};

use muster_engine::report::Verdict;
use muster_engine::words;
use muster_library::expectation::Expectation;

use crate::name_pattern::NamePattern;

/// Judges army lists of tabletop games
#[derive(Debug, Parser)]
#[command(name = "muster", version, disable_help_subcommand = true, propagate_version = false)]
pub(crate) struct CommandLine {
    /// Search this folder of rulesets, or this frozen archive, before the built-in rulesets
    #[arg(long, global = true, value_name = "DIR")]
    pub rulesets: Vec<PathBuf>,
    /// Use the rulesets as they were on this day: the newest versions that were in force
    #[arg(long, global = true, value_name = "YYYY-MM-DD", value_parser = day)]
    pub as_of: Option<String>,
    /// Use this event pack or these house rules over the rulesets, for all lists
    #[arg(long, global = true, value_name = "PATH")]
    pub event: Vec<PathBuf>,
    /// Add a club's units from a catalogue or spreadsheet, for this run
    #[arg(long, global = true, value_name = "FILE")]
    pub units: Vec<PathBuf>,
    /// The subcommand
    #[command(subcommand)]
    pub command: Command,
}

/// What a command line names to be read.
pub(crate) struct Inputs {
    /// Files and folders, under any option.
    pub named: Vec<PathBuf>,
    /// Folders of lists.
    pub folders: Vec<PathBuf>,
}

/// Everything that a command line names and that is there, besides the output.
pub(crate) fn inputs(matches: &ArgMatches) -> Inputs {
    let mut inputs = Inputs { named: Vec::new(), folders: Vec::new() };
    let of_command = matches.subcommand().map(|(_, matches)| matches);
    for matches in [matches].into_iter().chain(of_command) {
        for id in matches.ids().map(Id::as_str).filter(|id| *id != "output") {
            let values = matches.try_get_raw(id).ok().flatten().into_iter().flatten();
            for path in values.map(PathBuf::from).filter(|path| path.exists()) {
                if path.is_dir() && LISTS.contains(&id) {
                    inputs.folders.push(path.clone());
                }
                inputs.named.push(path);
            }
        }
    }
    inputs
}

/// The arguments that name lists or folders of lists.
const LISTS: [&str; 6] = ["paths", "lists", "list", "files", "before", "after"];

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge lists
    Check(CheckCommand),
    /// Explain a rule, a unit, a card or anything else in a ruleset
    Explain(ExplainCommand),
    /// Show a list with its points, limits, slots and allowances
    Show(ShowCommand),
    /// Find the smallest changes that make a list legal
    Fix(FixCommand),
    /// Find squadrons that may be added to a list
    Complete(CompleteCommand),
    /// Write a collection: a file of the models that a player owns, from lists
    Collection(CollectCommand),
    /// List the rulesets with their versions and folders
    Rulesets(RulesetsCommand),
    /// List the units of a ruleset
    Units(UnitsCommand),
    /// List the special rules of a ruleset, with summaries
    Rules(RulesCommand),
    /// Check a ruleset, an overlay or a catalogue, for people who write them
    Lint(LintCommand),
    /// Judge lists that say in comments which findings they must have, and tell which rules they do not test
    Test(TestCommand),
    /// Import a catalogue or a list from other programs' files, from a spreadsheet or from text
    Import(ImportCommand),
    /// Export a list as text or for other programs, or a catalogue as a spreadsheet
    Export(ExportCommand),
    /// Print lists as PDF
    Print(PrintCommand),
    /// Write a mail to each player, with the verdicts on the player's lists and what to do
    Reply(ReplyCommand),
    /// Compare lists with later versions of them: the same, changed, new, gone
    Compare(CompareCommand),
    /// Tell what differs between two rulesets, or house rules and what they change, and which lists it concerns
    Diff(DiffCommand),
    /// Move a list to the newest version of its ruleset, with a preview of what changes
    Migrate(MigrateCommand),
    /// Write a file to start from: a list, a test, a unit, a rule, house rules, a ruleset
    New(NewCommand),
    /// Say whether a printed fingerprint is that of a list
    Verify(VerifyCommand),
    /// Keep a wrong verdict as one file, and say what has become of it
    Report(ReportCommand),
    /// Seal a list, so that only the organiser of the event can open it
    Seal(SealCommand),
    /// Keep lists in one archive, with the rules that judge them and the reports
    Freeze(FreezeCommand),
    /// Serve the builder to a browser, until Ctrl-C
    Serve(ServeCommand),
    /// Give an editor findings, words and cards while you type a list or a rule, over standard input and output
    Lsp,
    /// Print what Muster is built of, and the licences of all of that
    Licences,
}

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

/// Forms of input that hold many lists, and are judged while they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputForm {
    /// A list in JSON on each line, or a JSON string with a text that holds lists
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

/// Formats for all other output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputStyle {
    /// Text for people
    #[default]
    Human,
    /// JSON for programs
    Json,
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
    /// Print one line a list, the worst first, and the counts below them. This is the default on a terminal for more than
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

/// The destination of the output.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Target {
    /// Write to this file (into this folder, for several lists or `import --all`) instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace a file that already exists
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// `muster explain`
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainCommand {
    /// The rule, unit, card, nation or other thing, such as dw-2.5/cap-large. RULESET alone lists everything that can
    /// be explained
    #[arg(value_name = "RULESET[/NAME]")]
    pub name: String,
    /// Explain only the unit of this nation
    #[arg(long)]
    pub nation: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
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

/// `muster rulesets`
#[derive(Debug, clap::Args)]
pub(crate) struct RulesetsCommand {
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
}

/// `muster units`
#[derive(Debug, clap::Args)]
pub(crate) struct UnitsCommand {
    /// The id of the ruleset
    pub ruleset: String,
    /// Words that the name or id must contain
    pub text: Vec<String>,
    /// Only units of this nation, or of this catalogue without a nation
    #[arg(long)]
    pub nation: Option<String>,
    /// Only units of this size
    #[arg(long)]
    pub size: Option<String>,
    /// Only units of this type
    #[arg(long, value_name = "TYPE")]
    pub r#type: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
}

/// `muster rules`
#[derive(Debug, clap::Args)]
pub(crate) struct RulesCommand {
    /// The id of the ruleset
    pub ruleset: String,
    /// Words that the name, id or summary must contain
    pub text: Vec<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
}

/// `muster lint`
#[derive(Debug, clap::Args)]
pub(crate) struct LintCommand {
    /// The folder of a ruleset, an overlay, or a catalogue
    pub path: PathBuf,
    /// Show that the overlay can be played: find a legal list of each nation, or name the rules that forbid all
    #[arg(long)]
    pub witness: bool,
    /// The force value of these lists, where the overlay fixes none; 1000 if left out
    #[arg(long, requires = "witness", value_name = "POINTS")]
    pub mfv: Option<u32>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
}

/// `muster test`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A comment in a list says what must be found: `# verdict: illegal`, or `# error: cap-large 601 > 600` at the line of the finding \
(also warning, undetermined, waived, note), several after one another with `;`. `# no: RULE` says that a rule finds nothing. \
Findings that no comment expects are wrong, but for notes.

An overlay.yaml in the folder, or in the folder around it, is in use, and only its rules are to be tested. Each number, test and \
severity of these rules is changed by turns. A change that no list notices shows that a list is missing; `unnoticed.txt` beside \
the lists gives reasons for those that none can notice, in lines of `CHANGE  # REASON`.

Exit status: 0 if every list is judged as it says; 1 if any is not, or with --deny-warnings if a rule is not tested; 2 if a file \
could not be read, or the command line is wrong.")]
pub(crate) struct TestCommand {
    /// The folder with the lists
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// End with status 1 if a rule has no list on each side, or a change of a rule goes unnoticed
    #[arg(long)]
    pub deny_warnings: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
}

/// `muster import`
#[derive(Debug, clap::Args)]
pub(crate) struct ImportCommand {
    /// For units: .cat and .gst files, also packed as .catz and .gstz, or a .csv file. For lists: text, a .ros, .rosz,
    /// .csv, .eml, .mbox, .zip, .docx or .html file, a PDF from `print`, a folder of such files (with -o FOLDER), or - for
    /// pasted text
    #[arg(value_name = "FILE", required_unless_present_any = ["all", "template"], conflicts_with_all = ["all", "template"])]
    pub files: Vec<PathBuf>,
    /// Import all catalogues of the ruleset again, from the folder that --data names
    #[arg(long, requires_all = ["ruleset", "data", "output"])]
    pub all: bool,
    /// Print an empty spreadsheet for units of the ruleset
    #[arg(long, requires = "ruleset", conflicts_with = "all")]
    pub template: bool,
    /// The folder with the community data, for --all
    #[arg(long, value_name = "DIR", requires = "all")]
    pub data: Option<PathBuf>,
    /// The ruleset of the catalogue, or of a list that does not name its ruleset
    #[arg(long)]
    pub ruleset: Option<String>,
    /// The nation. For units: used if the file does not name one. For a list: replaces the nation in the file
    #[arg(long)]
    pub nation: Option<String>,
    /// The maximum force value of the list; replaces the value in the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub mfv: Option<u32>,
    /// Tell line by line what a text was read as, by which evidence, and the next best reading; write the list only with -o
    #[arg(long, conflicts_with_all = ["all", "template"])]
    pub explain: bool,
    #[command(flatten)]
    pub keys: KeyFile,
    #[command(flatten)]
    pub target: Target,
}

/// `muster export`
#[derive(Debug, clap::Args)]
pub(crate) struct ExportCommand {
    /// The list, in any form that `check` reads (- for standard input), or a catalogue
    #[arg(value_name = "LIST|CATALOGUE")]
    pub file: PathBuf,
    /// The format to write
    #[arg(long, value_enum)]
    pub to: ExportTarget,
    /// Leave out what the opponent may not see: secret decks, secret roles and private notes
    #[arg(long)]
    pub open: bool,
    /// The ruleset of a catalogue, or of a text that does not name its game
    #[arg(long)]
    pub ruleset: Option<String>,
    #[command(flatten)]
    pub keys: KeyFile,
    #[command(flatten)]
    pub target: Target,
}

/// `muster print`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every list can be printed; an illegal one is marked on every page. Without --private, the print is for the opponent and \
leaves out what the ruleset declares secret and the player's private notes.")]
pub(crate) struct PrintCommand {
    /// Lists: files of any form that `check` reads, folders of such files, or - for standard input
    #[arg(value_name = "LIST", required = true)]
    pub paths: Vec<PathBuf>,
    /// The file to write. For a folder (`-o DIR/`), write one file per list; for `FILE.png`, a picture of the fleet to
    /// post
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Print earlier and late versions too, which the event leaves out
    #[arg(long)]
    pub all_versions: bool,
    /// The order of the lists
    #[arg(long, value_enum, default_value_t)]
    pub sort: ListOrder,
    /// The names of the files in the folder, such as "{player} - {name}". The words are: file (the file that the list is
    /// from), player, club, name, nation, mfv, points, verdict, number (of the list, in the order of --sort)
    #[arg(long, value_name = "PATTERN", default_value = "{file}", value_parser = NamePattern::parse)]
    pub name: NamePattern,
    /// Replace files that already exist
    #[arg(long)]
    pub force: bool,
    /// The layouts to print, in this order
    #[arg(long, value_enum, value_delimiter = ',', default_value = "force-list")]
    pub layout: Vec<LayoutName>,
    /// The paper size
    #[arg(long, value_enum, default_value_t)]
    pub paper: PaperName,
    /// Include decks, secret roles and private notes, for the player's own use
    #[arg(long)]
    pub private: bool,
    /// How stat cards show special rules
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub card_rules: CardRulesName,
    /// The date in the footer, instead of the list's date
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub date: Option<String>,
    #[command(flatten)]
    pub keys: KeyFile,
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

/// `muster diff`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A and B are each the name of a ruleset (ID, ID@1.0.0, ID@^1), the folder of a ruleset, or an overlay: house rules or an \
event pack. An overlay alone is compared with what it extends.

Rulesets are compared as they are in effect: after what they extend, and under overlays. The last line says which part \
of the version number the differences raise.

Exit status: 0, whatever differs; 1 with --check-version if the version number is too low; 2 if something could not be \
read, or the command line is wrong.")]
pub(crate) struct DiffCommand {
    /// The earlier ruleset or overlay
    #[arg(value_name = "A")]
    pub before: PathBuf,
    /// The later ruleset or overlay
    #[arg(value_name = "B")]
    pub after: Option<PathBuf>,
    /// Judge these lists under both, and tell which change verdict or points: files of any form that `check` reads,
    /// folders of such files, or - for standard input
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub lists: Vec<PathBuf>,
    /// End with status 1 if the version number of B does not fit what differs
    #[arg(long)]
    pub check_version: bool,
    /// The format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: DiffFormat,
    #[command(flatten)]
    pub target: Target,
}

/// `muster migrate`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without -o, nothing is written. The list that -o writes keeps its comments; only the version changes, and names of units that \
are not known any more. A list of another form than a list file is written as `import` writes it.

Exit status: 0 if the list was moved; 1 if it is illegal afterwards; 2 if it could not be read, or the command line is wrong.")]
pub(crate) struct MigrateCommand {
    /// The list, in any form that `check` reads, or - for standard input
    pub list: PathBuf,
    /// Move it to this version (1.1.0), or to the newest of this range (^1.1), instead of the newest of all
    #[arg(long, value_name = "VERSION")]
    pub to: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: OutputStyle,
    #[command(flatten)]
    pub target: Target,
}

/// Formats for what differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// Text for people
    #[default]
    Human,
    /// Headings and tables, for the comment of a change
    Markdown,
    /// JSON for programs
    Json,
}

/// `muster new`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file has comments that say how to go on. Its examples are units, rules and words of the game. `muster lint` finds \
nothing wrong with it.")]
pub(crate) struct NewCommand {
    /// What to begin
    #[arg(value_enum)]
    pub kind: NewFile,
    /// The id of the game's ruleset; `muster rulesets` lists them. For `ruleset`: the id or the name of the new game
    pub ruleset: Option<String>,
    /// The nation of the examples; without it, the first of the game
    #[arg(long)]
    pub nation: Option<String>,
    #[command(flatten)]
    pub target: Target,
}

/// What `muster new` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NewFile {
    /// A list
    List,
    /// Lists with the findings that they must have, for `muster test`
    Test,
    /// A catalogue with a unit
    Unit,
    /// House rules with one rule
    Rule,
    /// House rules
    Overlay,
    /// The first file of a game of its own
    Ruleset,
    /// The schemas of all files and of all answers in JSON, into a folder: editors complete words with them, programs check answers
    Schemas,
    /// The secret key of an event, with which sealed lists are opened; the public key is printed
    EventKey,
    /// Checks of house rules under git, into their folder: one before each commit, one for each proposed change
    Hooks,
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

/// `muster seal`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The event states a public key, as `muster new event-key` makes it. It is the event of --event, else the one that the list names. \
You cannot open the sealed file yourself: keep the list, and a print of it. Its fingerprint shows later that nothing was changed.

`muster check --key FILE` opens sealed lists, as do import, show, export, print, verify, reply and compare.

Exit status: 0 if the list was sealed, whatever its verdict; 2 if it could not be read, or the command line is wrong.")]
pub(crate) struct SealCommand {
    /// The list, in any form that `check` reads, or - for standard input
    pub list: PathBuf,
    /// The file to write, such as anna.muster
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Replace a file that already exists
    #[arg(long)]
    pub force: bool,
}

/// The keys that open sealed lists.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct KeyFile {
    /// Open sealed lists with the event's secret key, the file that `muster new event-key` wrote
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
}

/// `muster freeze`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
`muster check event.muster` judges the lists in the archive by the rules in it and by no others. It says whether anything \
in it was changed, and whether the verdicts are the same. `--rulesets event.muster` uses its rulesets for other lists.

Note the digest that is printed: `check` prints it too, and nobody can change the archive without changing it.

Exit status: 0 if the archive was written, whatever the verdicts; 2 if a file could not be read, or the command line is \
wrong.")]
pub(crate) struct FreezeCommand {
    /// Lists: files of any form that `check` reads, or folders of such files
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The archive to write, such as event.muster
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Replace a file that already exists
    #[arg(long)]
    pub force: bool,
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

/// The layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutName {
    /// The squadrons, the limits and the verdict
    ForceList,
    /// The fleet in figures: points, dice by range and direction, statistics
    Overview,
    /// A card for each kind of model, with boxes to tick
    StatCards,
    /// The decks of the list
    Decks,
    /// The effect of each special rule in the list
    Reference,
    /// For organisers: one line per squadron, for all lists in turn
    Roster,
    /// For organisers: one line per list, before everything else. For a folder, a file `index.pdf`
    Index,
}

/// Orders of lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListOrder {
    /// As they are given
    #[default]
    Given,
    /// By player, then by name
    Player,
    /// By verdict, the worst first, then by player
    Verdict,
}

/// Paper sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperName {
    /// 210 mm by 297 mm
    #[default]
    A4,
    /// 8.5 by 11 inches
    Letter,
}

/// How stat cards show special rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CardRulesName {
    /// Not at all, except beside weapons
    None,
    /// By their names
    #[default]
    Names,
    /// A line for each, with its effect
    Lines,
}

/// Checks that a text is a date as lists write it.
fn day(text: &str) -> Result<String, String> {
    if muster_library::day::is_day(text) { Ok(text.to_owned()) } else { Err("there is no such day".to_owned()) }
}

/// `muster serve`
#[derive(Debug, clap::Args)]
pub(crate) struct ServeCommand {
    /// Serve another program instead: read a call on each line of standard input, and write its answer as a line
    #[arg(long, conflicts_with_all = ["port", "host", "allow_host", "allow_origin", "submissions"])]
    pub stdio: bool,
    /// Serve an assistant instead: the Model Context Protocol on standard input and output, with tools that only read
    #[arg(long, conflicts_with_all = ["stdio", "port", "host", "allow_host", "allow_origin", "submissions"])]
    pub mcp: bool,
    /// The port; 0 means any free port
    #[arg(long, value_name = "N", default_value_t = muster_server::PORT)]
    pub port: u16,
    /// The address of this machine to serve at. By default, only this machine can connect, at 127.0.0.1
    #[arg(long, value_name = "A")]
    pub host: Option<String>,
    /// Another host name that browsers may use, such as this machine's name in its network
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// The origin of another site whose pages may send calls: its scheme and host
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,
    /// Show judges what players handed in: a page to search, for a phone, with the lists of this folder and their verdicts. With
    /// --host, it asks for a PIN, which is printed
    #[arg(long, value_name = "DIR")]
    pub submissions: Option<PathBuf>,
    /// The table of pairings that says at which table each player sits: CSV with a column *Table* or *Board*. Judges find players by it
    #[arg(long, value_name = "FILE", requires = "submissions")]
    pub tables: Option<PathBuf>,
    #[command(flatten)]
    pub keys: KeyFile,
}

/// Export formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportTarget {
    /// Plain text that `muster import` reads back
    Text,
    /// Markdown for forums and wikis; `muster import` reads it back
    Markdown,
    /// Markdown for Discord; `muster import` reads it back
    Discord,
    /// Forum tags for older forums; `muster import` reads it back
    Bbcode,
    /// One line per squadron
    Lines,
    /// The list file as JSON
    Json,
    /// A spreadsheet with one row per squadron, or per unit of a catalogue
    Csv,
    /// A roster for other list builders (.ros)
    Ros,
    /// The same roster, packed (.rosz)
    Rosz,
    /// The list as one word, for links and codes. Every command that reads lists reads it
    Word,
}
