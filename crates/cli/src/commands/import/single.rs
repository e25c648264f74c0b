//! `muster import FILE...`: makes catalogues from another program's files.

use std::path::{Path, PathBuf};

use muster_app::own_units::whole_text;
use muster_engine::list::RulesetName;
use muster_exchange::battlescribe::{ImportError, KnownGames, SourceFile, roster};
use muster_importer::{GivenImport, HeadKind};
use muster_library::shelf::Shelf;

use super::given::{CatalogueFiles, CommunityFile, NationToImport, files, nations};
use super::{extension, kit};
use crate::args::ImportCommand;
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal::{complain, inform};
use crate::text::counted;

/// Makes the catalogues of all nations whose files are named, and writes them as one file, with notices on standard error. A
/// catalogue without units is told and not written.
pub(super) fn run(args: &ImportCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    for file in &args.files {
        known_kind(file)?;
    }
    let games = roster::games(shelf);
    let ruleset = ruleset(&games, args)?;
    let kit = kit(shelf, &ruleset)?;
    let game = shelf.ruleset(&RulesetName::Id(ruleset.clone()), &[]).map_err(CommandComplaint::from)?;
    let given = args.files.iter().map(|path| CommunityFile::open(path)).collect::<Result<Vec<_>, _>>()?;
    let nations = nations(&kit, &game, args.nation.as_deref(), &given)?;
    let parts = nations.iter().map(|nation| files(nation, &given)).collect::<Result<Vec<_>, _>>()?;
    tell_unread(&given, &nations, &parts)?;
    let mut outcome = ExitOutcome::Fine;
    let mut catalogues = Vec::new();
    for (nation, CatalogueFiles { recipe, sources, .. }) in nations.iter().zip(&parts) {
        refuse_other_game(&games, &ruleset, sources)?;
        let imported = kit.import_given(recipe, sources, &nation.own.file_name());
        let imported = imported.map_err(|error| CommandComplaint::new(error.to_string()))?;
        tell(&imported, nation, nations.len() > 1);
        if imported.made.catalogue.units.is_empty() {
            let message = format!("{}: it holds no units, so no catalogue is made of it", nation.own.path.display());
            complain(&CommandComplaint::new(message));
            outcome = ExitOutcome::Undecided;
        } else {
            catalogues.push(imported.made.catalogue);
        }
    }
    if !catalogues.is_empty() {
        let text = whole_text(&game, &catalogues).map_err(|error| CommandComplaint::new(error.to_string()))?;
        file::put_out(&args.target, text.as_bytes())?;
    }
    Ok(outcome)
}

/// Refuses catalogues that no catalogue is made from, because their units would be missed. Tells of other files.
fn tell_unread(
    given: &[CommunityFile],
    nations: &[NationToImport],
    parts: &[CatalogueFiles],
) -> Result<(), CommandComplaint> {
    let stems: Vec<&str> = nations.iter().map(|nation| nation.recipe.stem()).collect();
    let what = if stems.len() > 1 { "catalogues" } else { "catalogue" };
    let stems = stems.join(", ");
    let is_read = |file: &&CommunityFile| parts.iter().any(|part| part.paths.contains(&file.path));
    for file in given.iter().filter(|file| !is_read(file)) {
        let path = file.path.display();
        if file.head.kind == HeadKind::Catalogue {
            let message = format!("{path} would be left out: its units are no part of the {what} of {stems}");
            return Err(CommandComplaint::new(message).help("import it by itself: one file is read for each nation"));
        }
        inform(&format!("{path} was not needed for the {what} of {stems}"));
    }
    Ok(())
}

/// The ruleset of the files: the one that the command line states, or the one of the game whose files they are. Refuses
/// files of another game.
fn ruleset(games: &KnownGames, args: &ImportCommand) -> Result<String, CommandComplaint> {
    let mut ruleset = args.ruleset.clone();
    let open = |path: &PathBuf| {
        let file = SourceFile::open(&path.display().to_string(), path)?;
        file.parse().map(drop)?;
        Ok(file)
    };
    // What is wrong with a file is told when it is imported, unless it keeps the game from being known.
    let (files, broken): (Vec<_>, Vec<_>) = args.files.iter().map(open).partition(Result::is_ok);
    let files: Vec<SourceFile> = files.into_iter().flatten().collect();
    let broken: Option<ImportError> = broken.into_iter().find_map(Result::err);
    let of_files = games.of_files(&files).unwrap_or_default();
    for (SourceFile { name, .. }, game) in files.iter().zip(of_files) {
        let Some(game) = game else { continue };
        let asked = ruleset.get_or_insert_with(|| game.ruleset.clone());
        if !game.has_units {
            let message = format!("{name} is data of {}, which has no units here yet", game.name());
            return Err(CommandComplaint::new(message));
        }
        if *asked != game.ruleset {
            let message = format!("{name} is data of {}, not of {asked}", game.name());
            let help = format!("import it by itself, with --ruleset {}", game.ruleset);
            return Err(CommandComplaint::new(message).help(help));
        }
    }
    let unknown = || CommandComplaint::new("the names in such files depend on the game").help("name it with --ruleset");
    ruleset.ok_or_else(|| broken.map_or_else(unknown, |error| CommandComplaint::new(error.to_string())))
}

/// Refuses a game system that is known neither by its id nor by its name: the recipe says nothing of what its words mean.
fn refuse_other_game(games: &KnownGames, ruleset: &str, sources: &[SourceFile]) -> Result<(), CommandComplaint> {
    let strange = games.strange_system(ruleset, sources);
    match strange.map_err(|error| CommandComplaint::new(error.to_string()))? {
        Some((file, name)) => {
            let message = format!("{file} is the game system `{name}`, which the recipe of {ruleset} does not know");
            Err(CommandComplaint::new(message).help("units of another game cannot be read by this recipe"))
        }
        None => Ok(()),
    }
}

/// Checks that the file is of a kind that can be imported. This gives a clearer message than a parse error would.
fn known_kind(file: &Path) -> Result<(), CommandComplaint> {
    match extension(file).as_deref() {
        Some("cat" | "gst" | "catz" | "gstz") => Ok(()),
        _ => Err(CommandComplaint::new(format!("{} cannot be imported", file.display()))
            .help("name only .cat, .gst, .catz and .gstz together: import other files by themselves")),
    }
}

/// Prints the notices that need a look, and how many others there are.
fn tell(imported: &GivenImport, nation: &NationToImport, has_others: bool) {
    let GivenImport { made, is_ours } = imported;
    let stem = nation.recipe.stem();
    if !is_ours && nation.recipe.made_for.as_ref().is_some_and(|made_for| !made_for.id.is_empty()) {
        let (path, title) = (nation.own.path.display(), nation.own.head.title());
        inform(&format!(
            "{path} ({title}) is not the data that Muster's corrections of {stem} are for: it has none of them"
        ));
    }
    let (look, meant): (Vec<_>, Vec<_>) = made.notices.iter().partition(|notice| notice.needs_a_look());
    for found in look {
        inform(&found.to_string());
    }
    let of = if has_others { format!("{stem}: ") } else { String::new() };
    let units = counted(made.catalogue.units.len(), "unit");
    inform(&format!("{of}{units}; {} left out or inferred on purpose", counted(meant.len(), "thing")));
}
