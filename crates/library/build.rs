//! Builds the shipped rulesets into the program, converted from YAML to JSON. Each catalogue is a piece of its own, so
//! that a list loads only the nations it names. The rest of a ruleset is one piece.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

// Includes the engine's source file, because building the engine for it would take longer than all the rest of this.
#[path = "../engine/src/ready/digest.rs"]
#[allow(dead_code, unreachable_pub)]
mod digest;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let rulesets = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../rulesets");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../engine/src/ready/digest.rs");
    println!("cargo::rerun-if-changed={}", rulesets.display());
    let mut table = String::from("pub(crate) static BUILT_IN: &[BuiltIn] = &[\n");
    for ruleset in folders(&rulesets)? {
        for major in folders(&ruleset)? {
            if major.join("ruleset.yaml").is_file() {
                table.push_str(&embed(&major, &out)?);
            }
        }
    }
    table.push_str("];\n");
    fs::write(out.join("built_in.rs"), table)?;
    Ok(())
}

/// Writes the pieces of one ruleset and returns its entry in the table.
fn embed(folder: &Path, out: &Path) -> Result<String> {
    let mut digest = Sha256::new();
    let mut read = |path: &Path| -> Result<Value> {
        let text = fs::read_to_string(path)?;
        // The same computation as in `ruleset_files::file`.
        let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
        digest.update(format!("{name}\n{}\n", text.len()));
        digest.update(&text);
        yaml(&text).map_err(|error| format!("{}: {error}", path.display()).into())
    };
    let declarations = read(&folder.join("ruleset.yaml"))?;
    let mut rules = Vec::new();
    for path in files(&folder.join("rules"))? {
        rules.push(read(&path)?);
    }
    let mut special_rules = Vec::new();
    for path in files(&folder.join("special-rules"))? {
        special_rules.push(read(&path)?);
    }
    let mut cards = Vec::new();
    for path in files(&folder.join("decks"))? {
        cards.push(read(&path)?);
    }
    let mut catalogues = Vec::new();
    for path in files(&folder.join("catalogue"))? {
        catalogues.push((path.clone(), read(&path)?));
    }
    let digest: String = digest.finalize().iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    let files = [&declarations].into_iter().chain(&rules).chain(&special_rules).chain(&cards);
    let fingerprint = digest::rules_fingerprint(files.chain(catalogues.iter().map(|(_, catalogue)| catalogue)));
    let text = |key: &str| declarations.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (id, name, edition, version) = (text("id"), text("name"), text("edition"), text("version"));
    let parent = |key: &str| declarations.get("extends")?.get(key)?.as_str();
    let extends = parent("id").zip(parent("version"));
    let stem = format!("{id}-{}", folder.file_name().unwrap_or_default().to_string_lossy());
    let core = format!("{stem}.json");
    let items: Vec<&Value> = special_rules.iter().filter_map(Value::as_array).flatten().collect();
    let pieces = json!({"declarations": declarations, "rules": rules, "special-rules": items, "cards": cards});
    fs::write(out.join(&core), pieces.to_string())?;
    let mut entry = format!(
        "BuiltIn {{ id: {id:?}, name: {name:?}, edition: {edition:?}, version: {version:?}, \
         extends: {extends:?}, digest: \"sha256:{digest}\", \
         fingerprint: {fingerprint:?}, \
         core: include_str!(concat!(env!(\"OUT_DIR\"), \"/{core}\")), catalogues: &[\n"
    );
    for (path, catalogue) in catalogues {
        let file = format!("{stem}-{}.json", path.file_stem().unwrap_or_default().to_string_lossy());
        fs::write(out.join(&file), catalogue.to_string())?;
        let nation = catalogue.get("nation").and_then(Value::as_str);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(
            entry,
            "    BuiltInCatalogue {{ name: {name:?}, nation: {nation:?}, \
             json: include_str!(concat!(env!(\"OUT_DIR\"), \"/{file}\")) }},"
        )?;
    }
    entry.push_str("], import: &[\n");
    entry.push_str(&import(folder, &stem, out)?);
    entry.push_str("] },\n");
    Ok(entry)
}

/// Copies the files that importing needs, unchanged: the recipe, and the special rules that it names. Their names are
/// relative to the recipe's folder. The copies do not change the fingerprint, because no list is judged by them.
fn import(folder: &Path, stem: &str, out: &Path) -> Result<String> {
    let mut entries = String::new();
    let import = folder.join("import");
    let name = |path: PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut names: Vec<String> = files(&import)?.into_iter().map(name).collect();
    if names.iter().any(|name| name == "recipe.yaml") {
        let recipe = yaml(&fs::read_to_string(import.join("recipe.yaml"))?)?;
        let special_rules = recipe.get("special-rules").and_then(Value::as_array);
        names.extend(special_rules.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
    }
    for name in names {
        let file = format!("{stem}-import-{}", name.trim_start_matches("../").replace('/', "-"));
        fs::copy(import.join(&name), out.join(&file))?;
        writeln!(entries, "    ({name:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))),")?;
    }
    Ok(entries)
}

fn yaml(text: &str) -> std::result::Result<Value, serde_yaml::Error> {
    let options = serde_yaml::options! {
        strict_booleans: true,
        budget: serde_yaml::budget! { max_nodes: 1_000_000, max_events: 5_000_000, max_depth: 64 },
    };
    serde_yaml::from_str_with_options(text, options)
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    sorted(folder, Path::is_dir)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    sorted(folder, |path| path.extension().is_some_and(|extension| extension == "yaml"))
}

fn sorted(folder: &Path, wanted: fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| wanted(path));
    paths.sort();
    Ok(paths)
}
