//! The community files that the command line names, and what else belongs to them.

use std::path::{Path, PathBuf};

use muster_engine::ready::Ruleset;
use muster_engine::slug::slug;
use muster_exchange::battlescribe::{ImportError, SourceFile};
use muster_importer::{FileHead, HeadKind, Kit, NationRecipe};

use super::extension;
use crate::outcome::CommandComplaint;
use crate::terminal::inform;

/// A community file.
pub(super) struct CommunityFile {
    pub path: PathBuf,
    /// Its content, named by its path.
    pub source: SourceFile,
    pub head: FileHead,
}

/// A nation whose catalogue is imported.
pub(super) struct NationToImport<'g> {
    pub recipe: NationRecipe,
    /// The file with its units.
    pub own: &'g CommunityFile,
}

/// The files of a catalogue.
pub(super) struct CatalogueFiles {
    /// How to make it, with the paths of its files.
    pub recipe: NationRecipe,
    pub sources: Vec<SourceFile>,
    pub paths: Vec<PathBuf>,
}

impl CommunityFile {
    /// Reads a file, which must be a catalogue or a game system.
    pub(super) fn open(path: &Path) -> Result<Self, CommandComplaint> {
        let wrong = |error: ImportError| CommandComplaint::new(error.to_string());
        let source = SourceFile::open(&path.display().to_string(), path).map_err(wrong)?;
        let head = FileHead::of(&source).map_err(wrong)?;
        Ok(Self { path: path.to_owned(), source, head })
    }

    /// Names the file without its folders, and without the `z` of a compressed one.
    pub(super) fn file_name(&self) -> String {
        unpacked(&self.path).file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// The nations whose catalogues are imported: the one given with `--nation`, or those that the files hold by their file names or
/// by the names in them. Refuses catalogues that would be left out.
pub(super) fn nations<'g>(
    kit: &Kit,
    game: &Ruleset,
    wanted: Option<&str>,
    given: &'g [CommunityFile],
) -> Result<Vec<NationToImport<'g>>, CommandComplaint> {
    let catalogues: Vec<&CommunityFile> = given.iter().filter(|file| file.head.kind == HeadKind::Catalogue).collect();
    if let Some(name) = wanted {
        return Ok(vec![wanted_nation(kit, game, name, &catalogues, given)?]);
    }
    let (mut found, mut unknown): (Vec<NationToImport>, Vec<&CommunityFile>) = (Vec::new(), Vec::new());
    for file in &catalogues {
        match nation_of(kit, file) {
            Some(nation) if found.iter().any(|other| other.recipe.stem() == nation.stem()) => {}
            Some(nation) => {
                let own = own_file(kit, nation, &catalogues).unwrap_or(file);
                found.push(NationToImport { recipe: nation.clone(), own });
            }
            None if is_library(kit, file) => {}
            None => unknown.push(file),
        }
    }
    // Makers of data give nations of their own the name that stands in the file.
    if let ([], [file]) = (found.as_slice(), unknown.as_slice())
        && let Some(nation) = other_nation(kit, without_version(&file.head.name), file, given)
    {
        return Ok(vec![nation]);
    }
    match unknown.first() {
        None if !found.is_empty() => Ok(found),
        Some(file) if !found.is_empty() => {
            let name = &file.head.name;
            let message = format!("{} would be left out: no nation is called `{name}`", file.path.display());
            Err(CommandComplaint::new(message).help("import it by itself, as a nation of its own or with --nation"))
        }
        _ => {
            let message = "neither the file name nor the name in the file says which nation it is for";
            Err(CommandComplaint::new(message).help(known(kit)))
        }
    }
}

/// The nation that the command line states, by its id, name or catalogue.
fn wanted_nation<'g>(
    kit: &Kit,
    game: &Ruleset,
    name: &str,
    catalogues: &[&'g CommunityFile],
    given: &'g [CommunityFile],
) -> Result<NationToImport<'g>, CommandComplaint> {
    let by_id = kit.nation(name).or_else(|| kit.nation(&slug(name)));
    let nation = by_id.or_else(|| game.nation(name).and_then(|id| kit.nation(id)));
    let only = match catalogues {
        [only] => Some(*only),
        _ => None,
    };
    let Some(nation) = nation else {
        let wrong =
            || CommandComplaint::new(format!("--nation: nothing can be imported for `{name}`")).help(known(kit));
        return only.and_then(|file| other_nation(kit, name, file, given)).ok_or_else(wrong);
    };
    let own = only.or_else(|| own_file(kit, nation, catalogues)).ok_or_else(|| {
        let message = format!("--nation: none of the files is a catalogue of {}", nation.stem());
        CommandComplaint::new(message).help("name one catalogue, whatever its name")
    })?;
    if let Some(other) = nation_of(kit, own).filter(|other| other.stem() != nation.stem()) {
        let (path, other) = (own.path.display(), other.stem());
        inform(&format!("{path} is taken as units of {}, not of {other}, as --nation says", nation.stem()));
    }
    Ok(NationToImport { recipe: nation.clone(), own })
}

fn known(kit: &Kit) -> String {
    let stems: Vec<&str> = kit.nations().iter().map(NationRecipe::stem).collect();
    format!("name it with --nation: {}", stems.join(", "))
}

/// The nation of a catalogue that the recipe knows, by the file name or by the name in it.
fn nation_of<'k>(kit: &'k Kit, file: &CommunityFile) -> Option<&'k NationRecipe> {
    kit.nation(&file.file_name()).or_else(|| kit.nation_of(&file.source))
}

/// The file with the units of a nation. Files of two editions may have the same name, so a match with its folder comes first.
fn own_file<'g>(kit: &Kit, nation: &NationRecipe, catalogues: &[&'g CommunityFile]) -> Option<&'g CommunityFile> {
    let of_it = |file: &&&CommunityFile| nation_of(kit, file).is_some_and(|other| other.stem() == nation.stem());
    let exact = catalogues.iter().filter(of_it).find(|file| unpacked(&file.path).ends_with(&nation.file));
    exact.or_else(|| catalogues.iter().find(of_it)).copied()
}

/// Whether other catalogues build on a file of this name.
fn is_library(kit: &Kit, file: &CommunityFile) -> bool {
    let name = file.file_name();
    let is = |library: &String| Path::new(library).file_name().is_some_and(|library| *library == *name);
    kit.nations().iter().flat_map(|nation| &nation.libraries).any(is)
}

/// How to make the catalogue of a nation that the recipe does not know.
fn other_nation<'g>(
    kit: &Kit,
    nation: &str,
    own: &'g CommunityFile,
    given: &[CommunityFile],
) -> Option<NationToImport<'g>> {
    let id = slug(nation);
    let names: Vec<String> = given.iter().map(CommunityFile::file_name).collect();
    let recipe = kit.of_other_nation(&id, &own.file_name(), &names).filter(|_| !id.is_empty())?;
    let told = format!("{} is taken as units of the nation {id}, which Muster does not know", own.path.display());
    inform(&format!("{told}: a ruleset of your own can declare it (docs/clubs.md)"));
    Some(NationToImport { recipe, own })
}

/// A name without the version behind it: `Egypt` of `Egypt v1.2`.
fn without_version(name: &str) -> &str {
    let is_version =
        |word: &&str| word.trim_start_matches(['v', 'V']).starts_with(|letter: char| letter.is_ascii_digit());
    name.split(' ').find(is_version).and_then(|word| name.split(word).next()).map_or(name, str::trim_end)
}

/// Finds the files that a catalogue is made from. A file that the command line names comes before one that lies beside it.
/// Older data lack some libraries. The catalogue then lacks the units and weapons of such a library.
pub(super) fn files(nation: &NationToImport, given: &[CommunityFile]) -> Result<CatalogueFiles, CommandComplaint> {
    let NationToImport { recipe, own } = nation;
    let mut found = FoundFiles { own, given, sources: vec![own.source.clone()], paths: vec![own.path.clone()] };
    let mut made = NationRecipe { file: own.source.name.clone(), ..recipe.clone() };
    let system = found.system(&recipe.system)?;
    made.system = found.take(system);
    made.libraries.clear();
    for name in &recipe.libraries {
        if let Some(library) = found.other(name, recipe.stem())? {
            made.libraries.push(library);
        }
    }
    if let Some(stand_in) = &mut made.stand_in {
        let (file, system) = (stand_in.file.clone(), stand_in.system.clone());
        // What is not there keeps its name, and is not found.
        stand_in.file = found.other(&file, recipe.stem())?.unwrap_or(file);
        stand_in.system = found.other(&system, recipe.stem())?.unwrap_or(system);
    }
    Ok(CatalogueFiles { recipe: made, sources: found.sources, paths: found.paths })
}

/// The files of a catalogue that were found so far.
struct FoundFiles<'g> {
    own: &'g CommunityFile,
    given: &'g [CommunityFile],
    sources: Vec<SourceFile>,
    paths: Vec<PathBuf>,
}

impl FoundFiles<'_> {
    /// Takes a file. Returns its name in notices.
    fn take(&mut self, file: CommunityFile) -> String {
        let name = file.source.name.clone();
        self.sources.push(file.source);
        self.paths.push(file.path);
        name
    }

    /// Takes the file that a recipe names. None, with a note, if it is not there.
    fn other(&mut self, name: &str, stem: &str) -> Result<Option<String>, CommandComplaint> {
        let Some(path) = self.find(name) else {
            inform(&format!("{name} is not there: what the catalogue of {stem} takes from it is left out"));
            return Ok(None);
        };
        let file = CommunityFile::open(&path)?;
        Ok(Some(self.take(file)))
    }

    /// The file that a recipe names: one of those on the command line, or one in their folders or up to two above.
    fn find(&self, name: &str) -> Option<PathBuf> {
        let wanted = Path::new(name).file_name().unwrap_or_default();
        let paths = || self.given.iter().map(|file| &file.path);
        // Names in a recipe are relative to the root folder of the data, which is one of the file's parent folders. Files
        // of two editions may have the same name, so a match with its folder comes first.
        let exact = paths().filter(|file| unpacked(file).ends_with(name)).cloned();
        let named = paths().filter(|file| unpacked(file).file_name() == Some(wanted)).cloned();
        let folders = paths().flat_map(|file| file.ancestors().skip(1).take(3));
        let above = folders.flat_map(|folder| either(&folder.join(name))).filter(|file| file.is_file());
        let beside = paths().flat_map(|file| either(&file.with_file_name(wanted))).filter(|file| file.is_file());
        let mut found = exact.chain(named).chain(above).chain(beside);
        found.find(|file| !self.paths.iter().any(|taken| is_same(taken, file)))
    }

    /// Finds the game system. First comes the one on the command line with the id that the catalogue names, then the only one
    /// on the command line, then the one that the recipe names.
    fn system(&self, name: &str) -> Result<CommunityFile, CommandComplaint> {
        let wanted = &self.own.head.system;
        let systems: Vec<&CommunityFile> =
            self.given.iter().filter(|file| file.head.kind == HeadKind::System).collect();
        let by_id = systems.iter().find(|file| !wanted.is_empty() && file.head.id == *wanted);
        let by_name = || systems.iter().find(|file| wanted.is_empty() && file.file_name() == base_name(name));
        let path = match (by_id.or_else(by_name), systems.as_slice()) {
            (Some(file), _) | (None, [file]) => file.path.clone(),
            (None, []) => self.find(name).ok_or_else(|| self.without_system(name))?,
            (None, _) => {
                let message = format!("none of the game systems is that of {}", self.own.path.display());
                return Err(CommandComplaint::new(message).help(format!("its id is `{wanted}`")));
            }
        };
        let system = CommunityFile::open(&path)?;
        if !wanted.is_empty() && system.head.id != *wanted {
            let (own, system) = (self.own.path.display(), system.path.display());
            inform(&format!(
                "{own} is made for another game system than {system}: what it takes from its own is left out"
            ));
        }
        Ok(system)
    }

    fn without_system(&self, name: &str) -> CommandComplaint {
        let own = self.own.path.display();
        CommandComplaint::new(format!("{own} cannot be read without {name}, the game system that it builds on"))
            .help(format!("put {} beside it, or name it too", base_name(name)))
    }
}

/// A name in a recipe without its folder.
fn base_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
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
