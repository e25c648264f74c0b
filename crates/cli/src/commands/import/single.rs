//! `muster import FILE...`: one catalogue from the files of another program.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use muster_exchange::battlescribe::{Import as Imported, Kit, Nation, Source};
use muster_library::shelf::Shelf;
use muster_library::{files, lists};

use super::{needs_a_look, recipe, told};
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
    let recipe = recipe(shelf, ruleset, None)?;
    let kit =
        Kit::load(|name| fs::read_to_string(recipe.join(name))).map_err(|error| Complaint::new(error.to_string()))?;
    let nation = nation(&kit, args)?;
    let sources = nation.files().map(|name| source(name, &args.files)).collect::<Result<Vec<_>, _>>()?;
    let imported = kit.import(nation, &sources).map_err(|error| Complaint::new(error.to_string()))?;
    tell(&imported);
    let text = serde_yaml::to_string(&imported.catalogue).map_err(|error| Complaint::new(error.to_string()))?;
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
        _ => Err(Complaint::new(format!("{} cannot be imported", file.display())).help("files that can: .cat, .gst")),
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

/// A file that a catalogue is made from: one of those named, or one that lies beside them.
fn source(name: &str, given: &[PathBuf]) -> Result<Source, Complaint> {
    let wanted = Path::new(name).file_name().unwrap_or_default();
    let named = given.iter().find(|file| file.file_name() == Some(wanted)).cloned();
    // A recipe's names say where files lie from the folder of all data, which is one of those above the file.
    let above = || given.iter().flat_map(|file| file.ancestors().skip(1).take(3)).map(|folder| folder.join(name));
    let beside = || given.iter().map(|file| file.with_file_name(wanted)).chain(above()).find(|file| file.is_file());
    let path = named.or_else(beside).ok_or_else(|| {
        Complaint::new(format!("{} is needed too", wanted.display())).help("name it, or put it beside the others")
    })?;
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
