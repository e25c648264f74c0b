//! `muster import FILE...`: makes catalogues from another program's files.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use muster_engine::slug::slug;
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

/// A nation whose catalogue is imported.
struct NationToImport<'k> {
    recipe: Cow<'k, NationRecipe>,
    /// The file with its units. None if the file has the name that the recipe gives.
    file: Option<PathBuf>,
}

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
    for NationToImport { recipe: nation, file } in &nations {
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
    let stems: Vec<&str> = nations.iter().map(|nation| nation.recipe.stem()).collect();
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
    // What is wrong with a file is told when it is imported.
    let open = |path: &PathBuf| SourceFile::open(&path.display().to_string(), path).ok();
    let files: Vec<SourceFile> = args.files.iter().filter_map(open).filter(|file| file.parse().is_ok()).collect();
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
    ruleset.ok_or_else(unknown)
}

/// Checks that the file is of a kind that can be imported. This gives a clearer message than a parse error would.
fn known_kind(file: &Path) -> Result<(), CommandComplaint> {
    match extension(file).as_deref() {
        Some("cat" | "gst" | "catz" | "gstz") => Ok(()),
        _ => Err(CommandComplaint::new(format!("{} cannot be imported", file.display()))
            .help("name only .cat, .gst, .catz and .gstz together: import other files by themselves")),
    }
}

/// The nations whose catalogues are imported: the one given with `--nation`, or those that the files hold by their file names or
/// by the names in them.
fn nations<'k>(kit: &'k Kit, args: &ImportCommand) -> Result<Vec<NationToImport<'k>>, CommandComplaint> {
    let known = || {
        let stems: Vec<&str> = kit.nations().iter().map(NationRecipe::stem).collect();
        format!("name it with --nation: {}", stems.join(", "))
    };
    if let Some(name) = &args.nation {
        if let Some(nation) = kit.nation(name) {
            let is_named = |file: &PathBuf| unpacked(file).file_name() == Path::new(&nation.file).file_name();
            let file = only_catalogue(&args.files).filter(|file| !is_named(file) && nation_of(kit, file).is_none());
            return Ok(vec![NationToImport { recipe: Cow::Borrowed(nation), file }]);
        }
        let wrong = || CommandComplaint::new(format!("--nation: nothing can be imported for `{name}`")).help(known());
        return Ok(vec![other_nation(kit, name, &args.files).ok_or_else(wrong)?]);
    }
    let mut found: Vec<NationToImport> = Vec::new();
    for file in &args.files {
        let nation = nation_of(kit, file);
        let is_new = |recipe: &NationRecipe| found.iter().all(|other| other.recipe.stem() != recipe.stem());
        if let Some((recipe, file)) = nation.filter(|(recipe, _)| is_new(recipe)) {
            found.push(NationToImport { recipe: Cow::Borrowed(recipe), file });
        }
    }
    if found.is_empty() {
        // Makers of data give nations of their own the name that stands in the file.
        let inside = only_catalogue(&args.files).and_then(|file| catalogue_name(&file));
        found.extend(inside.and_then(|name| other_nation(kit, without_version(&name), &args.files)));
    }
    if found.is_empty() {
        let message = "neither the file name nor the name in the file says which nation it is for";
        return Err(CommandComplaint::new(message).help(known()));
    }
    Ok(found)
}

/// The nation of a file that the recipe knows, by the file name or by the name in it. If the file name does not say it, the file
/// comes along.
fn nation_of<'k>(kit: &'k Kit, file: &Path) -> Option<(&'k NationRecipe, Option<PathBuf>)> {
    if let Some(nation) = unpacked(file).file_name().and_then(|name| kit.nation(name.to_str()?)) {
        return Some((nation, None));
    }
    let source = SourceFile::open(&file.display().to_string(), file).ok()?;
    Some((kit.nation_of(&source)?, Some(file.to_owned())))
}

/// How to make the catalogue of a nation that the recipe does not know. The command line must name one catalogue.
fn other_nation<'k>(kit: &Kit, nation: &str, files: &[PathBuf]) -> Option<NationToImport<'k>> {
    let id = slug(nation);
    let file = only_catalogue(files)?;
    let name = |file: &PathBuf| unpacked(file).file_name().map(|name| name.to_string_lossy().into_owned());
    let names: Vec<String> = files.iter().filter_map(name).collect();
    let recipe = kit.of_other_nation(&id, &name(&file)?, &names)?;
    let told = format!("{} is taken as units of the nation {id}, which Muster does not know", file.display());
    inform(&format!("{told}: a ruleset of your own can declare it (docs/clubs.md)"));
    Some(NationToImport { recipe: Cow::Owned(recipe), file: Some(file) })
}

/// The catalogue among these files. None if there is not exactly one.
fn only_catalogue(files: &[PathBuf]) -> Option<PathBuf> {
    let mut catalogues = files.iter().filter(|file| catalogue_name(file).is_some());
    catalogues.next().filter(|_| catalogues.next().is_none()).cloned()
}

/// A name without the version behind it: `Egypt` of `Egypt v1.2`.
fn without_version(name: &str) -> &str {
    let is_version =
        |word: &&str| word.trim_start_matches(['v', 'V']).starts_with(|letter: char| letter.is_ascii_digit());
    name.split(' ').find(is_version).and_then(|word| name.split(word).next()).map_or(name, str::trim_end)
}

/// The name inside a catalogue. None for a library and a game system.
fn catalogue_name(file: &Path) -> Option<String> {
    let source = SourceFile::open(&file.display().to_string(), file).ok()?;
    let document = source.parse().ok()?;
    let root = document.root_element();
    let is_one = root.tag_name().name() == "catalogue" && root.attribute("library") != Some("true");
    root.attribute("name").filter(|_| is_one).map(str::to_owned)
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
            Err(_) if !nation.needs(name) => {
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

/// A file that a catalogue is made from: one of those on the command line, or one in their folders or up to two above.
fn source(name: &str, given: &[PathBuf], taken: &[PathBuf]) -> Result<PathBuf, CommandComplaint> {
    let wanted = Path::new(name).file_name().unwrap_or_default();
    // Names in a recipe are relative to the root folder of the data, which is one of the file's parent folders. Files
    // of two editions may have the same name, so a match with its folder comes first.
    let exact = given.iter().filter(|file| unpacked(file).ends_with(name)).cloned();
    let folders = given.iter().flat_map(|file| file.ancestors().skip(1).take(3));
    let above = folders.flat_map(|folder| either(&folder.join(name))).filter(|file| file.is_file());
    let named = given.iter().filter(|file| unpacked(file).file_name() == Some(wanted)).cloned();
    let beside = given.iter().flat_map(|file| either(&file.with_file_name(wanted))).filter(|file| file.is_file());
    // Makers of data name their copy of a game system as they like.
    let is_system = |file: &&PathBuf| extension(&unpacked(file)).as_deref() == Some("gst");
    let systems: Vec<&PathBuf> = given.iter().filter(is_system).collect();
    let only = systems
        .first()
        .filter(|_| systems.len() == 1 && extension(Path::new(name)).as_deref() == Some("gst"))
        .map(|file| (*file).clone());
    let mut found = exact.chain(above).chain(named).chain(beside).chain(only);
    found.find(|file| !taken.contains(file)).ok_or_else(|| {
        let first = given.first().map_or_else(String::new, |file| file.display().to_string());
        let what = match name.rsplit_once('.') {
            Some((_, "gst")) => "the game system that it builds on",
            _ => "the file with its units",
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
