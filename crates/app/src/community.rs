//! Units from community data that a person brings.

use std::path::Path;

use muster_engine::catalogue::Catalogue;
use muster_engine::list::RulesetName;
use muster_exchange::battlescribe::{ImportError, SourceFile, roster};
use muster_importer::Kit;

use crate::app::App;
use crate::fault::CallFault;
use crate::own_units::OwnUnits;

/// Units of community data.
pub(crate) struct CommunityUnits {
    pub catalogue: Catalogue,
    /// What was not understood, with file and line.
    pub notes: Vec<String>,
}

/// Whether a name says that it is a file of community data.
pub(crate) fn is_catalogue(path: &Path) -> bool {
    matches!(extension(path).as_str(), "cat" | "gst" | "catz" | "gstz")
}

/// Reads the units of one nation. Fails if the data are of another game, or if a file is missing or broken.
pub(crate) fn read(app: &App, ruleset: &str, files: Vec<OwnUnits>) -> Result<CommunityUnits, CallFault> {
    let wrong = |error: ImportError| CallFault::new("faulty-data", error.to_string());
    let edition = app.shelf().find(&RulesetName::Id(ruleset.to_owned()))?;
    let games = roster::games(app.shelf());
    let mut given = Vec::new();
    for file in files {
        let name = unpacked(&file.path);
        let source = SourceFile::of(&name, &file.path.to_string_lossy(), file.bytes).map_err(wrong)?;
        given.push(source);
    }
    for (SourceFile { name, .. }, game) in given.iter().zip(games.of_files(&given).map_err(wrong)?) {
        if let Some(game) = game.filter(|game| game.ruleset != ruleset || !game.has_units) {
            return Err(CallFault::new("other-game", format!("{name} is data of {}", game.name())));
        }
    }
    if let Some((file, name)) = games.strange_system(ruleset, &given).map_err(wrong)? {
        return Err(CallFault::new(
            "other-game",
            format!("{file} is the game system `{name}`, which is of another game"),
        ));
    }
    if edition.import_file("recipe.yaml").is_err() {
        let fault = CallFault::new("no-recipe", "Muster cannot read community data of this game");
        return Err(fault.help("the spreadsheet for units can be filled in instead"));
    }
    let kit = Kit::load(|name| edition.import_file(name)).map_err(wrong)?;
    let Some(nation) = given.iter().find_map(|file| kit.nation(&file.name)) else {
        let names: Vec<&str> = given.iter().map(|file| file.name.as_str()).collect();
        let fault =
            CallFault::new("unknown-file", format!("{} is no file of this game that is known", names.join(", ")));
        return Err(fault.help("keep the name that the file has in the community data"));
    };
    let mut sources = Vec::new();
    for wanted in nation.files() {
        let name = wanted.rsplit('/').next().unwrap_or(wanted);
        let Some(place) = given.iter().position(|file| file.name == name) else {
            if !nation.needs(wanted) {
                continue;
            }
            let fault = CallFault::new("missing-file", format!("{} cannot be read without {name}", nation.stem()));
            return Err(fault.help(format!("drop {name} together with it")));
        };
        sources.push(SourceFile { name: wanted.to_owned(), ..given.remove(place) });
    }
    let shown = nation.file.rsplit('/').next().unwrap_or(&nation.file);
    let imported = kit.import_given(nation, &sources, shown).map_err(wrong)?.made;
    if imported.catalogue.units.is_empty() {
        return Err(CallFault::new("faulty-data", format!("{shown}: it holds no units")));
    }
    let notes = imported.notices.iter().filter(|notice| notice.needs_a_look()).map(ToString::to_string);
    Ok(CommunityUnits { catalogue: imported.catalogue, notes: notes.collect() })
}

/// The name of a file without its folders and without compression: `.catz` and `.gstz` are packed `.cat` and `.gst`.
fn unpacked(path: &Path) -> String {
    let path = match extension(path).as_str() {
        "catz" => path.with_extension("cat"),
        "gstz" => path.with_extension("gst"),
        _ => path.to_owned(),
    };
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The extension of a file in lower case; empty if it has none.
fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}
