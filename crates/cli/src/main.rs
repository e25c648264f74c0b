//! The `muster` program: army lists on the command line.

mod args;
mod changing;
mod collection;
mod commands;
mod events;
mod file;
mod frozen;
mod keys;
mod name_pattern;
mod outcome;
mod output;
mod own_units;
mod terminal;
mod text;

use std::borrow::Cow;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use clap::{CommandFactory, FromArgMatches};
use muster_doors::Drafts;
use muster_engine::plain::plain;
use muster_library::files::Files;
use muster_library::limits;
use muster_library::shelf::Shelf;

use args::{Command, CommandLine};
use outcome::{CommandComplaint, CommandFailure, ExitOutcome};

fn main() -> ExitCode {
    let args = match parsed() {
        Ok(args) => args,
        Err(error) => return asked_or_wrong(&error),
    };
    on_long_stack(move || ended(&args))
}

/// The command line. Notes what it names to be read, so that nothing is written there.
fn parsed() -> Result<CommandLine, clap::Error> {
    let mut command = CommandLine::command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    file::keep(args::inputs(&matches));
    CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Works on threads whose stacks are as large as the readers of nested files need, whatever the system gives to the first.
fn on_long_stack(work: impl FnOnce() -> ExitCode + Send + 'static) -> ExitCode {
    let threads = rayon::ThreadPoolBuilder::new().stack_size(limits::STACK).build_global();
    let worker =
        threads.map_err(io::Error::other).and_then(|()| thread::Builder::new().stack_size(limits::STACK).spawn(work));
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // It has told its panic.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            terminal::complain(&CommandComplaint::new(format!("the system gives no thread to work on: {error}")));
            ExitOutcome::Undecided.into()
        }
    }
}

fn ended(args: &CommandLine) -> ExitCode {
    match run(args) {
        Ok(outcome) => outcome.into(),
        // The reader of our output closed the pipe, which is no error.
        Err(failure) if failure.is_broken_pipe() => ExitOutcome::Fine.into(),
        Err(CommandFailure::Complaint(complaint)) => {
            terminal::complain(&complaint);
            ExitOutcome::Undecided.into()
        }
        Err(CommandFailure::Output(error)) => {
            terminal::complain(&CommandComplaint::new(format!("cannot write the output: {error}")));
            ExitOutcome::Undecided.into()
        }
    }
}

/// Prints the message of clap: the help that was asked for, or what is wrong with the command line. The latter ends
/// with status 2.
fn asked_or_wrong(error: &clap::Error) -> ExitCode {
    let said = error.render();
    // The message repeats words of the command line, such as file names. Colours in those words are not ours and are
    // taken out.
    let is_plain = std::env::args_os().all(|word| matches!(plain(&word.to_string_lossy()), Cow::Borrowed(_)));
    let said = if is_plain { said.ansi().to_string() } else { said.to_string().replace('\u{1b}', "\u{241b}") };
    // Errors are ignored: if the stream is closed, nothing can be reported.
    let _ =
        if error.use_stderr() { write!(terminal::stderr(), "{said}") } else { write!(terminal::stdout(), "{said}") };
    if error.use_stderr() { ExitOutcome::Undecided.into() } else { ExitOutcome::Fine.into() }
}

fn run(args: &CommandLine) -> Result<ExitOutcome, CommandFailure> {
    if let Command::Check(check) = &args.command
        && check.paths.iter().any(|path| frozen::is_archive(path))
    {
        return commands::thaw::run(check, args);
    }
    let drafts = Arc::new(Drafts::new(file::disk()));
    let as_typed: Arc<dyn Files> = Arc::clone(&drafts) as _;
    let is_editor = matches!(args.command, Command::Lsp);
    let empty = Shelf::empty(if is_editor { &as_typed } else { file::disk() });
    let shelf = args.rulesets.iter().try_fold(empty, |shelf, path| frozen::add(shelf, path))?.and_built_in();
    let shelf = match &args.as_of {
        Some(day) => shelf.as_of(day),
        None => shelf,
    };
    for fault in shelf.broken() {
        terminal::inform(&fault.message);
    }
    let shelf = match &args.command {
        // These use many games.
        Command::Serve(_) | Command::Lsp | Command::Rulesets(_) | Command::Lint(_) => {
            own_units::add_where_they_fit(shelf, &args.units)?
        }
        _ => own_units::add(shelf, &args.units)?,
    };
    if let Command::Check(check) = &args.command
        && check.everywhere
    {
        return commands::everywhere::run(check, &args.event, &shelf);
    }
    let (shelf, warned) = events::add(shelf, &args.event)?;
    match &args.command {
        Command::Check(args) => commands::check::run(args, &shelf, warned),
        Command::Explain(args) => commands::explain::run(args, &shelf),
        Command::Show(args) => commands::show::run(args, &shelf),
        Command::Fix(args) => commands::fix::run(args, commands::fix::Aim::Legal, None, &shelf),
        Command::Complete(args) => {
            commands::fix::run(&args.fix, commands::fix::Aim::Full, args.collection.as_deref(), &shelf)
        }
        Command::Collection(args) => commands::collection::run(args, &shelf),
        Command::Rulesets(args) => commands::rulesets::run(args, &shelf),
        Command::Units(args) => commands::units::run(args, &shelf),
        Command::Rules(args) => commands::rules::run(args, &shelf),
        Command::Lint(args) => commands::lint::run(args, &shelf),
        Command::Test(test) => commands::test::run(test, &args.event, &shelf),
        Command::Import(args) => commands::import::run(args, &shelf),
        Command::Export(args) => commands::export::run(args, &shelf),
        Command::Print(args) => commands::print::run(args, &shelf),
        Command::Reply(args) => commands::reply::run(args, &shelf),
        Command::Diff(diff) => commands::diff::run(diff, &args.event, &shelf),
        Command::Migrate(args) => commands::migrate::run(args, &shelf),
        Command::New(args) => commands::new::run(args, &shelf),
        Command::Verify(args) => commands::verify::run(args, &shelf),
        Command::Report(args) => commands::report::run(args, &shelf),
        Command::Seal(args) => commands::seal::run(args, &shelf),
        Command::Freeze(freeze) => commands::freeze::run(freeze, &args.units, &shelf),
        Command::Compare(args) => commands::compare::run(args, &shelf),
        Command::Serve(args) => commands::serve::run(args, shelf),
        Command::Lsp => commands::lsp::run(shelf, drafts),
        Command::Licences => commands::licences::run(),
    }
}
