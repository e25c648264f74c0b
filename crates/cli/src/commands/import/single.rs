//! `muster import FILE...`: makes one catalogue from another program's files.

use std::path::{Path, PathBuf};

use muster_exchange::battlescribe::{Import as Imported, ImportError, Kit, Nation, Source, roster};
use muster_exchange::yaml;
use muster_library::shelf::Shelf;

use super::{extension, kit};
use crate::args::Import;
use crate::file;
use crate::outcome::{Complaint, Failure, Outcome};
use crate::terminal::inform;
use crate::text::counted;

/// Makes a catalogue and writes it, with notices on standard error.
pub(super) fn run(args: &Import, shelf: &Shelf) -> Result<Outcome, Failure> {
    for file in &args.files {
        known_kind(file)?;
    }
    let ruleset = ruleset(shelf, args)?;
    let kit = kit(shelf, &ruleset)?;
    let nation = nation(&kit, args)?;
    let (paths, sources) = sources(nation, &args.files)?;
    for file in args.files.iter().filter(|file| !paths.contains(file)) {
        inform(&format!("{} was not needed for the catalogue of {}", file.display(), nation.stem()));
    }
    let imported = kit.import(nation, &sources).map_err(|error| {
        // The error names the file as the command line does, not as the recipe does.
        let at = sources.iter().position(|source| source.name == error.file).and_then(|at| paths.get(at));
        let file = at.map_or_else(|| error.file.clone(), |path| path.display().to_string());
        Complaint::new(ImportError { file, ..error }.to_string())
    })?;
    tell(&imported);
    let text = yaml::to_string(&imported.catalogue).map_err(|error| Complaint::new(error.to_string()))?;
    file::put_out(&args.target, text.as_bytes())?;
    Ok(Outcome::Fine)
}

/// The ruleset of the files: the one that the command line states, or the one of the game whose files they are. Refuses
/// files of another game.
fn ruleset(shelf: &Shelf, args: &Import) -> Result<String, Complaint> {
    let games = roster::games(shelf);
    let mut ruleset = args.ruleset.clone();
    for path in &args.files {
        let name = path.display().to_string();
        // What is wrong with a file is told when it is imported.
        let Ok(file) = Source::open(&name, path) else { continue };
        let Ok(Some(game)) = games.of_file(&file) else { continue };
        let asked = ruleset.get_or_insert_with(|| game.ruleset.clone());
        if !game.has_units {
            let message = format!("{name} is data of {}, which has no units here yet", game.name());
            return Err(Complaint::new(message));
        }
        if *asked != game.ruleset {
            let message = format!("{name} is data of {}, not of {asked}", game.name());
            let help = format!("import it by itself, with --ruleset {}", game.ruleset);
            return Err(Complaint::new(message).help(help));
        }
    }
    let unknown = || Complaint::new("the names in such files depend on the game").help("name it with --ruleset");
    ruleset.ok_or_else(unknown)
}

/// Checks that the file is of a kind that can be imported. This gives a clearer message than a parse error would.
fn known_kind(file: &Path) -> Result<(), Complaint> {
    match extension(file).as_deref() {
        Some("cat" | "gst" | "catz" | "gstz") => Ok(()),
        _ => Err(Complaint::new(format!("{} cannot be imported", file.display()))
            .help("files that can: .cat, .gst, .catz, .gstz, .csv, .ros, .rosz, .txt, .md")),
    }
}

/// The nation whose catalogue is imported: the one given with `--nation`, or the one that the file is known to hold.
fn nation<'k>(kit: &'k Kit, args: &Import) -> Result<&'k Nation, Complaint> {
    let found = match &args.nation {
        Some(name) => kit.nation(name),
        None => args.files.iter().find_map(|file| kit.nation(unpacked(file).file_name()?.to_str()?)),
    };
    found.ok_or_else(|| {
        let known: Vec<&str> = kit.nations().iter().map(Nation::stem).collect();
        let message = match &args.nation {
            Some(name) => format!("--nation: nothing can be imported for `{name}`"),
            None => "the file name does not say which nation it is for".to_owned(),
        };
        Complaint::new(message).help(format!("name it with --nation: {}", known.join(", ")))
    })
}

/// The files that a catalogue is made from, without duplicates: their paths and their contents.
fn sources(nation: &Nation, given: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<Source>), Complaint> {
    let mut taken = Vec::new();
    let sources = nation.files().map(|name| source(name, given, &mut taken)).collect::<Result<_, _>>()?;
    Ok((taken, sources))
}

/// A file that a catalogue is made from: one of those on the command line, or one in the same folder.
fn source(name: &str, given: &[PathBuf], taken: &mut Vec<PathBuf>) -> Result<Source, Complaint> {
    let wanted = Path::new(name).file_name().unwrap_or_default();
    // Names in a recipe are relative to the root folder of the data, which is one of the file's parent folders. Files
    // of two editions may have the same name, so a match with its folder comes first.
    let exact = given.iter().filter(|file| unpacked(file).ends_with(name)).cloned();
    let folders = given.iter().flat_map(|file| file.ancestors().skip(1).take(3));
    let above = folders.flat_map(|folder| either(&folder.join(name))).filter(|file| file.is_file());
    let named = given.iter().filter(|file| unpacked(file).file_name() == Some(wanted)).cloned();
    let beside = given.iter().flat_map(|file| either(&file.with_file_name(wanted))).filter(|file| file.is_file());
    let mut found = exact.chain(above).chain(named).chain(beside);
    let path = found.find(|file| !taken.contains(file)).ok_or_else(|| {
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
        Complaint::new(format!("{first} cannot be read without {name}, {what}")).help(help)
    })?;
    taken.push(path.clone());
    Source::open(name, &path).map_err(|error| Complaint::new(error.to_string()))
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

/// Prints the notices that need a look, and how many others there are.
fn tell(imported: &Imported) {
    let (look, meant): (Vec<_>, Vec<_>) = imported.notices.iter().partition(|notice| notice.needs_a_look());
    for found in look {
        inform(&found.to_string());
    }
    let units = counted(imported.catalogue.units.len(), "unit");
    inform(&format!("{units}; {} left out or inferred on purpose", counted(meant.len(), "thing")));
}
