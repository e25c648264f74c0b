//! `muster import`: makes catalogues and lists from other programs' files, and lists from what players hand in.

mod all;
mod explained;
mod folder;
mod given;
mod kept;
mod listing;
mod single;
mod spreadsheet;

use std::path::{Path, PathBuf};

use muster_app::own_units::is_spreadsheet;
use muster_engine::list::RulesetName;
use muster_importer::Kit;
use muster_library::shelf::Shelf;

use crate::args::ImportCommand;
use crate::file::disk;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};

/// Runs the kind of import that the command line asks for.
pub(crate) fn run(args: &ImportCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    if let (Some(ruleset), Some(data), Some(folder)) = (&args.ruleset, &args.data, &args.target.output) {
        return all::run(shelf, ruleset, data, folder, args.target.force);
    }
    let is_of_units = args.files.iter().any(|file| is_units(file) || is_catalogue(file));
    if args.explain && is_of_units {
        return Err(CommandComplaint::new("--explain tells of texts with lists, and this is a file of units").into());
    }
    if args.template || args.files.iter().any(|file| is_units(file)) {
        return spreadsheet::run(args, shelf);
    }
    if args.files.iter().any(|file| is_catalogue(file)) {
        return single::run(args, shelf);
    }
    if args.explain && (args.files.len() > 1 || args.files.iter().any(|file| file.is_dir())) {
        return Err(CommandComplaint::new("--explain tells of one file").into());
    }
    match (args.files.as_slice(), &args.target.output) {
        (files, Some(output)) if files.len() > 1 || files.iter().any(|file| file.is_dir()) || is_folder(output) => {
            folder::run(args, shelf, output)
        }
        ([file], _) if !file.is_dir() => listing::run(args, shelf, file),
        _ => Err(CommandComplaint::new("the lists of several files are written into a folder")
            .help("name it with -o")
            .into()),
    }
}

/// Whether a name says that it is a file of units for `BattleScribe`.
fn is_catalogue(file: &Path) -> bool {
    matches!(extension(file).as_deref(), Some("cat" | "gst" | "catz" | "gstz"))
}

/// Whether a file is a spreadsheet of units. A spreadsheet of a list has another header.
fn is_units(file: &Path) -> bool {
    is_spreadsheet(file) && disk().read(file).is_ok_and(|bytes| !listing::is_list(&bytes))
}

/// Whether an output is a folder, or will be one.
fn is_folder(output: &Path) -> bool {
    output.is_dir() || output.as_os_str().to_string_lossy().ends_with('/')
}

/// The folder with the recipe of a ruleset. If the ruleset has no folder, the recipe is in the folder that is written
/// to.
fn recipe(shelf: &Shelf, ruleset: &str, folder: &Path) -> Result<PathBuf, CommandComplaint> {
    let edition = shelf.find(&RulesetName::Id(ruleset.to_owned()))?;
    let recipe = edition.folder.as_deref().unwrap_or(folder).join("import");
    if recipe.join("recipe.yaml").is_file() { Ok(recipe) } else { Err(no_recipe(ruleset)) }
}

/// The recipe of a ruleset, from its folder or from inside the program.
fn kit(shelf: &Shelf, ruleset: &str) -> Result<Kit, CommandComplaint> {
    let edition = shelf.find(&RulesetName::Id(ruleset.to_owned()))?;
    if edition.import_file("recipe.yaml").is_err() {
        return Err(no_recipe(ruleset));
    }
    Kit::load(|name| edition.import_file(name)).map_err(|error| CommandComplaint::new(error.to_string()))
}

fn no_recipe(ruleset: &str) -> CommandComplaint {
    CommandComplaint::new(format!("the ruleset `{ruleset}` has no import recipe"))
        .help("the recipe is in the folder `import` of the ruleset: name the folder of rulesets with --rulesets")
}

/// The extension of a file, in lower case.
fn extension(file: &Path) -> Option<String> {
    file.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}
