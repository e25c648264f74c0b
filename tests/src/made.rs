//! Makes golden lists from templates. A table states the limits of the rules.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior, path_loader};
use serde_json::{Map, Value as Json};
use thiserror::Error;

/// Why lists cannot be made.
#[derive(Debug, Error)]
pub enum Error {
    /// A file or the folder cannot be read.
    #[error("{file}: {error}", file = .0.display(), error = .1)]
    Read(PathBuf, #[source] io::Error),
    /// The tables are no YAML.
    #[error("{file}: {error}", file = .0.display(), error = .1)]
    Tables(PathBuf, #[source] Box<serde_yaml::Error>),
    /// A template is wrong, or names something that no table has.
    #[error("{file}: {error}", file = .0.display(), error = .1)]
    Template(PathBuf, #[source] minijinja::Error),
}

/// The templates of a folder in the order of their names, each with the text that it makes.
///
/// `tables.yaml` holds what the templates expect, and `macros.jinja` what they share; it makes no text.
///
/// # Errors
/// Fails if a file cannot be read, if it has a fault, or if a template names something that no table has.
pub fn made(folder: &Path) -> Result<Vec<(PathBuf, String)>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    environment.set_syntax(syntax.build().map_err(|error| Error::Template(folder.to_owned(), error))?);
    environment.set_loader(path_loader(folder));
    for (name, table) in tables(&folder.join("tables.yaml"))? {
        environment.add_global(name, Value::from(Serde(table)));
    }
    let mut made = Vec::new();
    for path in templates(folder)? {
        let template = |error| Error::Template(path.clone(), error);
        let Some(file) = path.file_name().and_then(OsStr::to_str) else { continue };
        let text = environment.get_template(file).and_then(|made| made.render(())).map_err(template)?;
        // Empty lines only part the paragraphs of a template.
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        // Each list begins with the line that parts it from the one before.
        let lines: Vec<&str> = lines.skip_while(|line| *line == "---").collect();
        let text = lines.join("\n") + "\n";
        made.push((path, text));
    }
    Ok(made)
}

fn tables(path: &Path) -> Result<Map<String, Json>, Error> {
    let text = fs::read_to_string(path).map_err(|error| Error::Read(path.to_owned(), error))?;
    serde_yaml::from_str(&text).map_err(|error| Error::Tables(path.to_owned(), Box::new(error)))
}

/// The templates of a folder that make a file, in the order of their names.
fn templates(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let read = |error| Error::Read(folder.to_owned(), error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if path.extension().is_some_and(|extension| extension == "jinja") && !path.ends_with("macros.jinja") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
