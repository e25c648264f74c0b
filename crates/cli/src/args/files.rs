//! Arguments of the commands that read, write, print and serve lists.

use std::path::PathBuf;

use clap::ValueEnum;

use super::shared::{KeyFile, Target, day};
use crate::name_pattern::NamePattern;

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
