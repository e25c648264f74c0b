//! The golden lists of our games: those that people write (`tests/lists`), and those that templates make (`tests/made`).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use muster_engine::catalogue::Catalogue;
use muster_engine::ready::Ruleset;
pub use muster_golden::{GoldenContent, GoldenList};
pub use muster_library::expectation::Expectation;
use muster_library::shelf::Shelf;

use crate::made::made;

/// A file of golden lists.
pub struct GoldenFile {
    /// Its path. No such file stands on the disk if a template makes its text.
    pub path: PathBuf,
    /// The template that makes its text; none if people write it.
    pub template: Option<PathBuf>,
    /// Its text.
    pub text: String,
}

impl GoldenFile {
    /// Its lists.
    ///
    /// # Panics
    /// If a comment or a list cannot be understood: a broken test.
    #[must_use]
    pub fn lists(&self) -> Vec<GoldenList> {
        let read = muster_golden::read(&Shelf::built_in(), &self.path, &self.text);
        read.unwrap_or_else(|fault| panic!("{}: {fault}", self.path.display()))
    }
}

/// The golden lists of a game's folder, in the order of the names of their files.
///
/// # Panics
/// If a file cannot be read, or a comment or a list cannot be understood: a broken test.
#[must_use]
pub fn golden_lists(folder: &Path) -> Vec<GoldenList> {
    golden_files(folder).iter().flat_map(GoldenFile::lists).collect()
}

/// The files of a game's folder in the order of their names: those that people write, and those that the templates of the
/// game make (`tests/made`).
///
/// # Panics
/// If the folder or a file cannot be read, a template is wrong, or a file is written and made: a broken test.
#[must_use]
pub fn golden_files(folder: &Path) -> Vec<GoldenFile> {
    assert!(folder.is_dir(), "{}: there is no such folder", folder.display());
    let broken = |file: &Path, error: &dyn std::fmt::Display| -> ! { panic!("{}: {error}", file.display()) };
    let written = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| broken(&path, &error));
        GoldenFile { path, template: None, text }
    };
    let mut files: Vec<GoldenFile> = yaml_files(folder).into_iter().map(written).collect();
    let tests = folder.parent().and_then(Path::parent).unwrap_or(folder);
    let templates = tests.join("made").join(folder.file_name().unwrap_or_default());
    if templates.is_dir() {
        let made = made(&templates).unwrap_or_else(|error| broken(&templates, &error));
        files.extend(made.into_iter().map(|(template, text)| {
            let name = template.with_extension("yaml");
            GoldenFile { path: folder.join(name.file_name().unwrap_or_default()), template: Some(template), text }
        }));
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let twice = files.windows(2).find(|pair| matches!(pair, [one, other] if one.path == other.path));
    if let Some([file, _]) = twice {
        broken(&file.path, &"it is written, and a template makes it");
    }
    files
}

/// The YAML files of a folder in the order of their names. Empty if the folder does not exist.
fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .collect();
    files.sort();
    files
}

/// The ruleset with the units in the lists' folder, for units that no shipped catalogue has.
///
/// # Panics
/// If one of those catalogues cannot be understood: a broken test.
#[must_use]
pub fn with_club_units(ruleset: &Ruleset, folder: &Path) -> Ruleset {
    let mut catalogues = ruleset.catalogues().to_vec();
    for file in yaml_files(&folder.join("units")) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let catalogue: Catalogue =
            serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        catalogues.push(Arc::new(ruleset.catalogue(catalogue)));
    }
    ruleset.with_catalogues(catalogues)
}
