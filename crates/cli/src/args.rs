//! The command line (contract, section 2).

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Judges army lists by rulesets that are data.
#[derive(Debug, Parser)]
#[command(name = "muster", version, disable_help_subcommand = true, propagate_version = false)]
pub(crate) struct Args {
    /// A folder of rulesets that goes before those in the program
    #[arg(long, global = true, value_name = "DIR")]
    pub rulesets: Vec<PathBuf>,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge lists
    Check(Check),
    /// What a rule, unit, card or anything else of a ruleset says
    Explain(Explain),
    /// A list with its points, the shares of every cap, slots and allowances
    Show(Show),
    /// The rulesets at hand, with version, and where each comes from
    Rulesets(Rulesets),
    /// The units of a ruleset
    Units(Units),
    /// The special rules of a ruleset, with summaries
    Rules(Rules),
    /// Judge a ruleset or a catalogue, for the people who write them
    Lint(Lint),
    /// Make a catalogue from other programs' data or a spreadsheet
    Import(Import),
    /// A list as text or for other programs, or a catalogue as a spreadsheet
    Export(Export),
    /// Lists on paper, as PDF
    Print(Print),
    /// The screens in a browser, until Ctrl-C
    Serve(Serve),
}

/// How reports are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Human,
    /// One object with all reports
    Json,
    /// One report per line
    Jsonl,
    /// One row a finding, for spreadsheets
    Csv,
}

/// How everything else is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// For people
    #[default]
    Human,
    /// For programs
    Json,
}

/// `muster check`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 if every list is legal; 1 if any is illegal; 2 if any could not be read or decided, or the command line \
is wrong.")]
pub(crate) struct Check {
    /// Files, folders (searched for *.yaml, *.yml and *.json), or - for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// How reports are printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// In folders, take every file for a list: what is none is told as a list that cannot be read
    #[arg(long)]
    pub every_file: bool,
    /// End with status 1 if there is any warning
    #[arg(long)]
    pub deny_warnings: bool,
    /// A club's units, as catalogue or spreadsheet, added for this run
    #[arg(long, value_name = "FILE")]
    pub units: Vec<PathBuf>,
    #[command(flatten)]
    pub target: Target,
}

/// Where output goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Target {
    /// Write to this file (for `import --all`, into this folder) instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write over a file that is there already
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// `muster explain`
#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// A rule, unit, card, nation or the like, as dw-2.5/cap-large; RULESET alone lists what can be explained
    #[arg(value_name = "RULESET[/NAME]")]
    pub name: String,
    /// Only the unit of this nation
    #[arg(long)]
    pub nation: Option<String>,
    /// How it is printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Style,
}

/// `muster show`
#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// A list, or - for standard input
    pub list: PathBuf,
    /// A club's units, as catalogue or spreadsheet, added for this run
    #[arg(long, value_name = "FILE")]
    pub units: Vec<PathBuf>,
    /// How it is printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Style,
}

/// `muster rulesets`
#[derive(Debug, clap::Args)]
pub(crate) struct Rulesets {
    /// How they are printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Style,
}

/// `muster units`
#[derive(Debug, clap::Args)]
pub(crate) struct Units {
    /// The ruleset
    pub ruleset: String,
    /// Words that the name or id must contain
    pub text: Vec<String>,
    /// Only units of this nation, or of this catalogue that belongs to no nation
    #[arg(long)]
    pub nation: Option<String>,
    /// Only units of this size
    #[arg(long)]
    pub size: Option<String>,
    /// Only units of this type
    #[arg(long, value_name = "TYPE")]
    pub r#type: Option<String>,
    /// How they are printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Style,
}

/// `muster rules`
#[derive(Debug, clap::Args)]
pub(crate) struct Rules {
    /// The ruleset
    pub ruleset: String,
    /// Words that the name, id or summary must contain
    pub text: Vec<String>,
    /// How they are printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Style,
}

/// `muster lint`
#[derive(Debug, clap::Args)]
pub(crate) struct Lint {
    /// A ruleset's folder or a catalogue
    pub path: PathBuf,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Style,
}

/// `muster import`
#[derive(Debug, clap::Args)]
pub(crate) struct Import {
    /// Of units: .cat and .gst, also packed as .catz and .gstz, or a .csv; of a list: .ros, .rosz, .txt, .md, or - for pasted
    /// text
    #[arg(value_name = "FILE", required_unless_present_any = ["all", "template"], conflicts_with_all = ["all", "template"])]
    pub files: Vec<PathBuf>,
    /// Make every catalogue of the ruleset anew from the folder that --data names
    #[arg(long, requires_all = ["ruleset", "data", "output"])]
    pub all: bool,
    /// Print an empty spreadsheet for units of the ruleset
    #[arg(long, requires = "ruleset", conflicts_with = "all")]
    pub template: bool,
    /// A folder with the data of several systems, for --all
    #[arg(long, value_name = "DIR", requires = "all")]
    pub data: Option<PathBuf>,
    /// The ruleset that the catalogue is for, or the list where it does not say
    #[arg(long)]
    pub ruleset: Option<String>,
    /// The nation: of units, where the file does not say; of a list, instead of what the file says
    #[arg(long)]
    pub nation: Option<String>,
    /// The maximum force value of the list, instead of what the file says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub mfv: Option<u32>,
    /// A club's units, as catalogue or spreadsheet, added for this run
    #[arg(long, value_name = "FILE")]
    pub units: Vec<PathBuf>,
    #[command(flatten)]
    pub target: Target,
}

/// `muster export`
#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    /// A list (- for standard input), or a catalogue
    #[arg(value_name = "LIST|CATALOGUE")]
    pub file: PathBuf,
    /// What it becomes
    #[arg(long, value_enum)]
    pub to: To,
    /// Only what the opponent may see: no secret decks and roles, no private notes
    #[arg(long)]
    pub open: bool,
    /// The ruleset that a catalogue is for
    #[arg(long)]
    pub ruleset: Option<String>,
    /// A club's units, as catalogue or spreadsheet, added for this run
    #[arg(long, value_name = "FILE")]
    pub units: Vec<PathBuf>,
    #[command(flatten)]
    pub target: Target,
}

/// `muster print`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every list prints, illegal ones with a mark on every page. Without --private a print is for the opponent: it leaves out \
what the ruleset declares secret and the player's private notes.")]
pub(crate) struct Print {
    /// Lists: files, folders (searched for *.yaml, *.yml and *.json), or - for standard input
    #[arg(value_name = "LIST", required = true)]
    pub paths: Vec<PathBuf>,
    /// The file to write; a folder (`-o DIR/`) gets a file for each list
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Write over files that are there already
    #[arg(long)]
    pub force: bool,
    /// What to print, in this order
    #[arg(long, value_enum, value_delimiter = ',', default_value = "force-list")]
    pub layout: Vec<Layout>,
    /// The size of the pages
    #[arg(long, value_enum, default_value_t)]
    pub paper: Paper,
    /// The player's own print, with decks, secret roles and private notes
    #[arg(long)]
    pub private: bool,
    /// The date in the foot, where it is not the list's own
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub date: Option<String>,
    /// A club's units, as catalogue or spreadsheet, added for this run
    #[arg(long, value_name = "FILE")]
    pub units: Vec<PathBuf>,
}

/// A kind of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// Squadrons, limits, verdict
    ForceList,
    /// A card for each kind of models, with boxes to tick
    StatCards,
    /// The decks of the list
    Decks,
    /// What each special rule of the list does
    Reference,
    /// For organisers: a line for each squadron, list after list
    Roster,
}

/// The size of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Paper {
    /// 210 mm by 297 mm
    #[default]
    A4,
    /// 8.5 by 11 inches
    Letter,
}

/// A day of the calendar, as lists write it.
fn day(text: &str) -> Result<String, String> {
    if muster_library::lists::is_day(text) { Ok(text.to_owned()) } else { Err("there is no such day".to_owned()) }
}

/// `muster serve`
#[derive(Debug, clap::Args)]
pub(crate) struct Serve {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = muster_server::PORT)]
    pub port: u16,
    /// The address of this machine to serve at; the default is reached from this machine only
    #[arg(long, value_name = "A", default_value = "127.0.0.1")]
    pub host: String,
    /// A further name by which browsers may ask, such as that of this machine in its network
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// A club's units, as catalogue or spreadsheet, added for this run to the games that understand them
    #[arg(long, value_name = "FILE")]
    pub units: Vec<PathBuf>,
}

/// What something is exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// Plain text that `muster import` reads back
    Text,
    /// The same for forums and wikis
    Markdown,
    /// The same for Discord
    Discord,
    /// The same for older forums
    Bbcode,
    /// One line a squadron
    Lines,
    /// The list file as JSON
    Json,
    /// A spreadsheet: one row a squadron, or a unit of a catalogue
    Csv,
    /// A roster for other list builders (.ros)
    Ros,
    /// The same, packed
    Rosz,
    /// One word that holds the list, to mail or to scan; every command that takes lists takes it
    Word,
}
