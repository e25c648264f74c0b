//! `muster import`: makes catalogues and lists from other programs' files.

mod all;
mod listing;
mod sheet;
mod single;

use std::path::{Path, PathBuf};

use muster_app::own_units::is_sheet;
use muster_engine::list::RulesetName;
use muster_exchange::battlescribe::{Kind, Kit, Notice};
use muster_library::shelf::Shelf;

use crate::args::Import;
use crate::outcome::{Complaint, Failure, Outcome};

/// Runs the kind of import that the command line asks for.
pub(crate) fn run(args: &Import, shelf: &Shelf) -> Result<Outcome, Failure> {
    match (&args.ruleset, &args.data, &args.target.output) {
        (Some(ruleset), Some(data), Some(folder)) => all::run(shelf, ruleset, data, folder, args.target.force),
        _ if args.files.iter().any(|file| listing::is_list(file)) => listing::run(args, shelf),
        _ if args.template || args.files.iter().any(|file| is_sheet(file)) => sheet::run(args, shelf),
        _ => single::run(args, shelf),
    }
}

/// The folder with the recipe of a ruleset. If the ruleset has no folder, the recipe is in the folder that is written
/// to.
fn recipe(shelf: &Shelf, ruleset: &str, folder: &Path) -> Result<PathBuf, Complaint> {
    let edition = shelf.find(&RulesetName::Id(ruleset.to_owned()))?;
    let recipe = edition.folder.as_deref().unwrap_or(folder).join("import");
    if recipe.join("recipe.yaml").is_file() { Ok(recipe) } else { Err(no_recipe(ruleset)) }
}

/// The recipe of a ruleset, from its folder or from inside the program.
fn kit(shelf: &Shelf, ruleset: &str) -> Result<Kit, Complaint> {
    let edition = shelf.find(&RulesetName::Id(ruleset.to_owned()))?;
    if edition.import_file("recipe.yaml").is_err() {
        return Err(no_recipe(ruleset));
    }
    Kit::load(|name| edition.import_file(name)).map_err(|error| Complaint::new(error.to_string()))
}

fn no_recipe(ruleset: &str) -> Complaint {
    Complaint::new(format!("the ruleset `{ruleset}` has no import recipe"))
        .help("the recipe is in the folder `import` of the ruleset: name the folder of rulesets with --rulesets")
}

/// The extension of a file, in lower case.
fn extension(file: &Path) -> Option<String> {
    file.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}

/// Whether somebody should look at a notice. What the recipe leaves out or concludes is intended; the rest may be a
/// mistake in the data or in the recipe.
fn needs_a_look(notice: &Notice) -> bool {
    !matches!(notice.kind, Kind::Ignored | Kind::Inferred)
}

/// A notice in one line, with its place if it has one.
fn told(notice: &Notice) -> String {
    let line = if notice.line == 0 { String::new() } else { format!(":{}", notice.line) };
    format!("{}{line}: {}: {}", notice.file, notice.entry, notice.message)
}
