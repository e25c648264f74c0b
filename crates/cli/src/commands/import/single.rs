//! `muster import FILE...`: makes catalogues from another program's files.

use std::path::{Path, PathBuf};

use muster_exchange::battlescribe::{ImportError, SourceFile, roster};
use muster_exchange::yaml;
use muster_importer::{ImportedCatalogue, Kit, NationRecipe};
use muster_library::shelf::Shelf;

use super::{extension, kit};
use crate::args::ImportCommand;
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal::inform;
use crate::text::counted;

/// Makes the catalogues of all nations whose files are named, and writes them as one file, with notices on standard error.
pub(super) fn run(args: &ImportCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    for file in &args.files {
        known_kind(file)?;
    }
    let ruleset = ruleset(shelf, args)?;
    let kit = kit(shelf, &ruleset)?;
    let nations = nations(&kit, args)?;
    let mut read = Vec::new();
    let mut texts = Vec::new();
    for (nation, file) in &nations {
        let (paths, sources) = sources(nation, file.as_deref(), &args.files)?;
        let imported = kit.import(nation, &sources).map_err(|error| {
            // The error names the file as the command line does, not as the recipe does.
            let at = sources.iter().position(|source| source.name == error.file).and_then(|at| paths.get(at));
            let file = at.map_or_else(|| error.file.clone(), |path| path.display().to_string());
            CommandComplaint::new(ImportError { file, ..error }.to_string())
        })?;
        let of = if nations.len() > 1 { format!("{}: ", nation.stem()) } else { String::new() };
        tell(&imported, &of);
        texts.push(yaml::to_string(&imported.catalogue).map_err(|error| CommandComplaint::new(error.to_string()))?);
        read.extend(paths);
    }
    let stems: Vec<&str> = nations.iter().map(|(nation, _)| nation.stem()).collect();
    for file in args.files.iter().filter(|file| !read.contains(file)) {
        let what = if stems.len() > 1 { "catalogues" } else { "catalogue" };
        inform(&format!("{} was not needed for the {what} of {}", file.display(), stems.join(", ")));
    }
    file::put_out(&args.target, texts.join("---\n").as_bytes())?;
    Ok(ExitOutcome::Fine)
}

/// The ruleset of the files: the one that the command line states, or the one of the game whose files they are. Refuses
/// files of another game.
fn ruleset(shelf: &Shelf, args: &ImportCommand) -> Result<String, CommandComplaint> {
    let games = roster::games(shelf);
    let mut ruleset = args.ruleset.clone();
    for path in &args.files {
        let name = path.display().to_string();
        // What is wrong with a file is told when it is imported.
        let Ok(file) = SourceFile::open(&name, path) else { continue };
        let Ok(Some(game)) = games.of_file(&file) else { continue };
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
    ruleset.ok_or_else(unknown)
}

/// Checks that the file is of a kind that can be imported. This gives a clearer message than a parse error would.
fn known_kind(file: &Path) -> Result<(), CommandComplaint> {
    match extension(file).as_deref() {
        Some("cat" | "gst" | "catz" | "gstz") => Ok(()),
        _ => Err(CommandComplaint::new(format!("{} cannot be imported", file.display()))
            .help("beside a catalogue only .cat, .gst, .catz and .gstz can: import others by themselves")),
    }
}

/// The nations whose catalogues are imported, with their files: the one given with `--nation`, or those that the files hold
/// by their file names or by the names in them.
fn nations<'k>(
    kit: &'k Kit,
    args: &ImportCommand,
) -> Result<Vec<(&'k NationRecipe, Option<PathBuf>)>, CommandComplaint> {
    let known = || {
        let stems: Vec<&str> = kit.nations().iter().map(NationRecipe::stem).collect();
        format!("name it with --nation: {}", stems.join(", "))
    };
    if let Some(name) = &args.nation {
        let wrong = || CommandComplaint::new(format!("--nation: nothing can be imported for `{name}`")).help(known());
        return Ok(vec![(kit.nation(name).ok_or_else(wrong)?, None)]);
    }
    let mut found: Vec<(&NationRecipe, Option<PathBuf>)> = Vec::new();
    for file in &args.files {
        let plain = unpacked(file);
        let named = plain.file_name().and_then(|name| kit.nation(name.to_str()?));
        let inside = || {
            let source = SourceFile::open(&file.display().to_string(), file).ok()?;
            Some((kit.nation_of(&source)?, Some(file.clone())))
        };
        let nation = named.map(|nation| (nation, None)).or_else(inside);
        found.extend(nation.filter(|(nation, _)| found.iter().all(|(other, _)| other.stem() != nation.stem())));
    }
    if found.is_empty() {
        let message = "neither the file name nor the name in the file says which nation it is for";
        return Err(CommandComplaint::new(message).help(known()));
    }
    Ok(found)
}

/// The files that a catalogue is made from, without duplicates: their paths and their contents. `file` is the nation's own, if
/// its file name does not say so. Without a library, its units and weapons are left out: older data has no such library.
fn sources(
    nation: &NationRecipe,
    file: Option<&Path>,
    given: &[PathBuf],
) -> Result<(Vec<PathBuf>, Vec<SourceFile>), CommandComplaint> {
    let mut paths = Vec::new();
    let mut sources = Vec::new();
    for name in nation.files() {
        let own = file.filter(|_| name == nation.file).map(Path::to_owned);
        let path = match own.map_or_else(|| source(name, given, &paths), Ok) {
            Ok(path) => path,
            Err(_) if nation.libraries.iter().any(|library| library == name) => {
                inform(&format!(
                    "{name} is not there: what the catalogue of {} takes from it is left out",
                    nation.stem()
                ));
                continue;
            }
            Err(missing) => return Err(missing),
        };
        sources.push(SourceFile::open(name, &path).map_err(|error| CommandComplaint::new(error.to_string()))?);
        paths.push(path);
    }
    Ok((paths, sources))
}

/// A file that a catalogue is made from: one of those on the command line, or one in their folders or up to three above.
fn source(name: &str, given: &[PathBuf], taken: &[PathBuf]) -> Result<PathBuf, CommandComplaint> {
    let wanted = Path::new(name).file_name().unwrap_or_default();
    // Names in a recipe are relative to the root folder of the data, which is one of the file's parent folders. Files
    // of two editions may have the same name, so a match with its folder comes first.
    let exact = given.iter().filter(|file| unpacked(file).ends_with(name)).cloned();
    let folders = given.iter().flat_map(|file| file.ancestors().skip(1).take(3));
    let above = folders.flat_map(|folder| either(&folder.join(name))).filter(|file| file.is_file());
    let named = given.iter().filter(|file| unpacked(file).file_name() == Some(wanted)).cloned();
    let beside = given.iter().flat_map(|file| either(&file.with_file_name(wanted))).filter(|file| file.is_file());
    let mut found = exact.chain(above).chain(named).chain(beside);
    found.find(|file| !taken.contains(file)).ok_or_else(|| {
        let first = given.first().map_or_else(String::new, |file| file.display().to_string());
        let what = match name.rsplit_once('.') {
            Some((_, "gst")) => "the game system that it builds on",
            _ => "the catalogue that lends it models",
        };
        let help = if taken.iter().any(|file| unpacked(file).file_name() == Some(wanted)) {
            // A file of the same name belongs to another edition. Only the folder tells the two apart.
            format!("name it too, in its folder: {name}")
        } else {
            format!("put {} beside it, or name it too", wanted.display())
        };
        CommandComplaint::new(format!("{first} cannot be read without {name}, {what}")).help(help)
    })
}

/// The name of a file without compression: `.catz` and `.gstz` are compressed `.cat` and `.gst`.
fn unpacked(file: &Path) -> PathBuf {
    match extension(file).as_deref() {
        Some("catz") => file.with_extension("cat"),
        Some("gstz") => file.with_extension("gst"),
        _ => file.to_owned(),
    }
}

/// A file under its own name, and under the name of its compressed form.
fn either(file: &Path) -> [PathBuf; 2] {
    let mut packed = file.as_os_str().to_owned();
    packed.push("z");
    [file.to_owned(), packed.into()]
}

/// Prints the notices that need a look, and how many others there are. `of` says of which nation.
fn tell(imported: &ImportedCatalogue, of: &str) {
    let (look, meant): (Vec<_>, Vec<_>) = imported.notices.iter().partition(|notice| notice.needs_a_look());
    for found in look {
        inform(&found.to_string());
    }
    let units = counted(imported.catalogue.units.len(), "unit");
    inform(&format!("{of}{units}; {} left out or inferred on purpose", counted(meant.len(), "thing")));
}
