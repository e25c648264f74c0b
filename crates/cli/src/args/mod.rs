//! The command line: commands, arguments and options.

mod files;
mod judging;
mod rules;
mod shared;

use std::path::PathBuf;

use clap::{ArgMatches, Id, Parser, Subcommand};

pub(crate) use self::files::*;
pub(crate) use self::judging::*;
pub(crate) use self::rules::*;
pub(crate) use self::shared::*;

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
