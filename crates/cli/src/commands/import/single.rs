//! `muster import FILE...`: one catalogue from the files of another program.

use std::io::Write;
use std::path::{Path, PathBuf};

use muster_exchange::battlescribe::{Import as Imported, Kit, Nation, Source};
use muster_exchange::yaml;
use muster_library::shelf::Shelf;
use muster_library::{files, lists};

use super::{kit, needs_a_look, told};
use crate::args::Import;
use crate::file;
use crate::outcome::{Complaint, Failure, Outcome};
use crate::terminal::{self, remark};
use crate::text::counted;

/// Makes a catalogue and writes it, with remarks on standard error.
pub fn run(args: &Import, shelf: &Shelf) -> Result<Outcome, Failure> {
    for file in &args.files {
        known_kind(file)?;
    }
    let ruleset = args.ruleset.as_deref().ok_or_else(|| {
        Complaint::new("what the names in such files mean depends on the game").help("name it with --ruleset")
    })?;
    let kit = kit(shelf, ruleset)?;
    let nation = nation(&kit, args)?;
    let sources = sources(nation, &args.files)?;
    let imported = kit.import(nation, &sources).map_err(|error| Complaint::new(error.to_string()))?;
    tell(&imported);
    let text = yaml::to_string(&imported.catalogue).map_err(|error| Complaint::new(error.to_string()))?;
    if let Some(path) = &args.target.output {
        file::write(path, text.as_bytes(), args.target.force)?;
    } else {
        let mut out = terminal::stdout();
        out.write_all(text.as_bytes())?;
        out.flush()?;
    }
    Ok(Outcome::Fine)
}

/// Only files that can be imported: better than trouble with their contents.
fn known_kind(file: &Path) -> Result<(), Complaint> {
    let extension = file.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("cat" | "gst") => Ok(()),
        _ => {
            Err(Complaint::new(format!("{} cannot be imported", file.display()))
                .help("files that can: .cat, .gst, .csv"))
        }
    }
}

/// The catalogue that the command line means: the nation it names, or the one that a file is known to hold.
fn nation<'k>(kit: &'k Kit, args: &Import) -> Result<&'k Nation, Complaint> {
    let names = args.files.iter().filter_map(|file| file.file_name()?.to_str());
    let found = match &args.nation {
        Some(name) => kit.nation(name),
        None => names.into_iter().find_map(|name| kit.nation(name)),
    };
    found.ok_or_else(|| {
        let known: Vec<&str> = kit.recipe.nations.iter().map(Nation::stem).collect();
        Complaint::new("the recipe does not know which nation this is")
            .help(format!("name it with --nation: {}", known.join(", ")))
    })
}

/// The files that a catalogue is made from, each another one.
fn sources(nation: &Nation, given: &[PathBuf]) -> Result<Vec<Source>, Complaint> {
    let mut taken = Vec::new();
    nation.files().map(|name| source(name, given, &mut taken)).collect()
}

/// A file that a catalogue is made from: one of those named, or one that lies beside them.
fn source(name: &str, given: &[PathBuf], taken: &mut Vec<PathBuf>) -> Result<Source, Complaint> {
    let wanted = Path::new(name).file_name().unwrap_or_default();
    // A recipe's names say where files lie from the folder of all data, which is one of those above the file. Files of
    // two editions may bear the same name, so the folder counts first.
    let exact = given.iter().filter(|file| file.ends_with(name)).cloned();
    let above = given.iter().flat_map(|file| file.ancestors().skip(1).take(3)).map(|folder| folder.join(name));
    let named = given.iter().filter(|file| file.file_name() == Some(wanted)).cloned();
    let beside = given.iter().map(|file| file.with_file_name(wanted)).filter(|file| file.is_file());
    let mut found = exact.chain(above.filter(|file| file.is_file())).chain(named).chain(beside);
    let path = found.find(|file| !taken.contains(file)).ok_or_else(|| {
        let first = given.first().map_or_else(String::new, |file| file.display().to_string());
        let what = match name.rsplit_once('.') {
            Some((_, "gst")) => "the game system that it builds on",
            _ => "the catalogue that lends it models",
        };
        let help = if taken.iter().any(|file| file.file_name() == Some(wanted)) {
            // The same name for another edition: only its folder tells them apart.
            format!("name it too, in its folder: {name}")
        } else {
            format!("put {} beside it, or name it too", wanted.display())
        };
        Complaint::new(format!("{first} cannot be read without {name}, {what}")).help(help)
    })?;
    taken.push(path.clone());
    let told = |message: String| Complaint::new(format!("{}: {message}", path.display()));
    let bytes = files::read(&path).map_err(|fault| told(fault.message))?;
    let text = lists::text(&bytes).map_err(|fault| told(fault.message))?;
    Ok(Source { name: name.to_owned(), text: text.to_owned() })
}

/// What somebody should look at, and how much was meant so.
fn tell(imported: &Imported) {
    let (look, meant): (Vec<_>, Vec<_>) = imported.remarks.iter().partition(|remark| needs_a_look(remark));
    for found in look {
        remark(&told(found));
    }
    let units = counted(imported.catalogue.units.len(), "unit");
    remark(&format!("{units}; {} left out or inferred as the recipe says", counted(meant.len(), "thing")));
}
