//! Arguments of the commands about rulesets, units and rules.

use std::path::PathBuf;

use clap::ValueEnum;

use super::shared::{OutputStyle, Target};

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
