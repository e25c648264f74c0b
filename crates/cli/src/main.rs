//! The `muster` program: army lists on the command line.

mod args;
mod commands;
mod file;
mod outcome;
mod output;
mod own_units;
mod terminal;
mod text;

use std::process::ExitCode;

use clap::Parser;
use muster_library::shelf::Shelf;

use args::{Args, Command};
use outcome::{Complaint, Failure, Outcome};

fn main() -> ExitCode {
    // On a wrong command line clap says what is wrong and ends with 2, as the contract has it.
    let args = Args::parse();
    match run(&args) {
        Ok(outcome) => outcome.into(),
        // Whoever reads our output has had enough: no reason to complain.
        Err(failure) if failure.is_broken_pipe() => Outcome::Fine.into(),
        Err(Failure::Complaint(complaint)) => {
            terminal::complain(&complaint);
            Outcome::Undecided.into()
        }
        Err(Failure::Output(error)) => {
            terminal::complain(&Complaint::new(format!("cannot write the output: {error}")));
            Outcome::Undecided.into()
        }
    }
}

fn run(args: &Args) -> Result<Outcome, Failure> {
    if let Some(folder) = args.rulesets.iter().find(|folder| !folder.is_dir()) {
        return Err(Complaint::new(format!("--rulesets: {} is no folder", folder.display())).into());
    }
    let shelf = Shelf::with_folders(&args.rulesets);
    let shelf = match &args.command {
        Command::Check(check) => own_units::add(shelf, &check.units)?,
        Command::Show(show) => own_units::add(shelf, &show.units)?,
        Command::Print(print) => own_units::add(shelf, &print.units)?,
        Command::Import(import) => own_units::add(shelf, &import.units)?,
        Command::Export(export) => own_units::add(shelf, &export.units)?,
        Command::Serve(serve) => own_units::add_where_they_fit(shelf, &serve.units)?,
        _ => shelf,
    };
    match &args.command {
        Command::Check(args) => commands::check::run(args, &shelf),
        Command::Explain(args) => commands::explain::run(args, &shelf),
        Command::Show(args) => commands::show::run(args, &shelf),
        Command::Rulesets(args) => commands::rulesets::run(args, &shelf),
        Command::Units(args) => commands::units::run(args, &shelf),
        Command::Rules(args) => commands::rules::run(args, &shelf),
        Command::Lint(args) => commands::lint::run(args, &shelf),
        Command::Import(args) => commands::import::run(args, &shelf),
        Command::Export(args) => commands::export::run(args, &shelf),
        Command::Print(args) => commands::print::run(args, &shelf),
        Command::Serve(args) => commands::serve::run(args, shelf),
    }
}
