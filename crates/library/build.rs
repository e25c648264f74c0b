//! Builds the shipped rulesets into the program, converted from YAML to JSON. Each catalogue is a text of its own, so
//! that a list loads only the nations it names. The rest of a ruleset is one text. Of an older version, the program has
//! only what differs from the newer one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use history::{HEAD, HISTORY, INDEX, PublishedVersion, RulesetTexts};
use semver::Version;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Value, json};

#[path = "src/entries.rs"]
#[allow(unreachable_pub)]
mod entries;
#[path = "src/history.rs"]
#[allow(dead_code)]
mod history;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    // A published crate has a copy of the rulesets (scripts/packages.sh).
    let own = here.join("rulesets");
    let rulesets = if own.is_dir() { own } else { here.join("../../rulesets") };
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/entries.rs");
    println!("cargo::rerun-if-changed=src/history.rs");
    println!("cargo::rerun-if-changed={}", rulesets.display());
    let mut written = GeneratedSource { out: PathBuf::from(env::var("OUT_DIR")?), statics: String::new(), count: 0 };
    let mut table = String::from("pub(crate) static BUILT_IN: &[BuiltInVersion] = &[\n");
    let is_wanted = env::var_os("CARGO_FEATURE_BUILTIN_RULESETS").is_some();
    for ruleset in if is_wanted { folders(&rulesets)? } else { Vec::new() } {
        for major in folders(&ruleset)? {
            if major.join(HEAD).is_file() {
                table.push_str(&embed(&major, &mut written)?);
            }
        }
    }
    table.push_str("];\n");
    fs::write(written.out.join("built_in.rs"), written.statics + &table)?;
    Ok(())
}

/// Writes all versions in a ruleset's folder and returns their entries in the table, the newest first.
fn embed(folder: &Path, written: &mut GeneratedSource) -> Result<String> {
    let mut texts = texts(folder)?;
    let newest = yaml(texts.get(HEAD).map_or("", String::as_str))?;
    let newest = Version::parse(newest.get("version").and_then(Value::as_str).unwrap_or_default())?;
    let history = folder.join(HISTORY);
    let published = index(&history.join(INDEX))?;
    let last = published.iter().find(|published| published.version == newest);
    let mut of = VersionEntry {
        import: import(folder, written)?,
        looks: looks(folder)?,
        released: last.and_then(released),
        is_unpublished: last.is_none() && !published.is_empty(),
        is_past: false,
        pieces: BTreeMap::new(),
    };
    let mut table = entry(&texts, &mut of, written)?;
    (of.is_unpublished, of.is_past) = (false, true);
    for older in published.iter().filter(|published| published.version < newest) {
        let file = history.join(format!("{}.patch", older.version));
        let here = |why: String| format!("{}: {why}", file.display());
        let patch = fs::read_to_string(&file).map_err(|error| here(error.to_string()))?;
        history::step_back(&mut texts, &patch, older).map_err(here)?;
        of.released = released(older);
        table.push_str(&entry(&texts, &mut of, written)?);
    }
    Ok(table)
}

fn released(published: &PublishedVersion) -> Option<String> {
    published.released.clone()
}

/// What the entry of a version needs besides its files.
struct VersionEntry {
    /// The name of the static with the files for importing.
    import: String,
    /// The game's looks as JSON.
    looks: String,
    released: Option<String>,
    is_unpublished: bool,
    is_past: bool,
    /// The texts of the newer version by their names in it, each with the name of its static.
    pieces: BTreeMap<String, (String, String)>,
}

/// Writes the texts of one version and returns its entry in the table.
fn entry(texts: &RulesetTexts, of: &mut VersionEntry, written: &mut GeneratedSource) -> Result<String> {
    let (mut rules, mut special_rules, mut cards, mut catalogues) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut declarations = Value::Null;
    let mut all = Vec::new();
    for (name, text) in history::in_order(texts) {
        let value = yaml(text).map_err(|error| format!("{name}: {error}"))?;
        all.push(value.clone());
        match name.split_once('/') {
            Some(("rules", _)) => rules.push(value),
            Some(("special-rules", _)) => special_rules.push(value),
            Some(("decks", _)) => cards.push(value),
            Some((_, file)) => catalogues.push((file.trim_end_matches(".yaml").to_owned(), value)),
            None => declarations = value,
        }
    }
    let (digest, fingerprint) = (history::digest(texts), muster_digest::rules_fingerprint(all.iter()));
    let text = |key: &str| declarations.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (id, name, edition, version) = (text("id"), text("name"), text("edition"), text("version"));
    let parent = |key: &str| declarations.get("extends")?.get(key)?.as_str();
    let extends = parent("id").zip(parent("version"));
    let VersionEntry { import, looks, released, is_unpublished, is_past, pieces } = of;
    let items: Vec<&Value> = special_rules.iter().filter_map(Value::as_array).flatten().collect();
    let core = json!({"declarations": declarations, "rules": rules, "special-rules": items, "cards": cards});
    let core = written.piece(pieces, "core", &core)?;
    let mut entry = format!(
        "BuiltInVersion {{ id: {id:?}, name: {name:?}, edition: {edition:?}, version: {version:?}, released: {released:?}, \
         is_unpublished: {is_unpublished}, is_past: {is_past}, extends: {extends:?}, digest: {digest:?}, fingerprint: {fingerprint:?}, \
         core: &{core}, import: {import}, looks: {looks:?}, catalogues: &[\n"
    );
    for (name, mut catalogue) in catalogues {
        // A small build imports nothing, so it needs no ids of other programs: they are a quarter of what is sent of units.
        if env::var_os("CARGO_FEATURE_FULL").is_none() {
            entries::drop_entries(&mut catalogue);
        }
        let nation = catalogue.get("nation").and_then(Value::as_str);
        let json = written.piece(pieces, &format!("{CATALOGUES}{name}"), &catalogue)?;
        writeln!(entry, "    BuiltInCatalogue {{ name: {name:?}, nation: {nation:?}, json: &{json} }},")?;
    }
    entry.push_str("] },\n");
    Ok(entry)
}

/// A small build leaves out larger catalogues of older versions: where all figures are new, the difference is as large as the newer
/// catalogue. Few lists need them, and the full program judges those that do.
const LARGE: usize = 16 * 1024;
/// The beginning of the names of catalogues.
const CATALOGUES: &str = "catalogue/";

/// What is written so far.
struct GeneratedSource {
    out: PathBuf,
    /// The statics of texts and files.
    statics: String,
    /// How many statics there are. It makes their names and those of files.
    count: usize,
}

impl GeneratedSource {
    fn next(&mut self, what: &str) -> String {
        self.count += 1;
        format!("{what}_{}", self.count)
    }

    /// Writes a text of a version and returns the name of its static: the whole text, or what differs from the text of
    /// the newer version. If nothing differs, nothing is written.
    fn piece(&mut self, newer: &mut BTreeMap<String, (String, String)>, name: &str, value: &Value) -> Result<String> {
        let json = lines(value)?;
        let (begin, text) = match newer.get(name) {
            Some((same, known)) if *same == json => return Ok(known.clone()),
            Some((other, known)) => {
                let patch = diffy::create_patch(other, &json);
                if diffy::apply(other, &patch)? != json {
                    return Err(format!("{name}: the difference to the newer version does not give it back").into());
                }
                (format!("Changed(&{known}, "), patch.to_string())
            }
            None => ("Whole(".to_owned(), json.clone()),
        };
        let is_left_out = env::var_os("CARGO_FEATURE_FULL").is_none() && newer.contains_key(name) && text.len() > LARGE;
        let is_left_out = is_left_out && name.starts_with(CATALOGUES);
        let known = self.next("TEXT");
        let shipped = if is_left_out {
            "LeftOut".to_owned()
        } else {
            fs::write(self.out.join(format!("{known}.txt")), text)?;
            format!("{begin}include_str!(concat!(env!(\"OUT_DIR\"), \"/{known}.txt\")))")
        };
        writeln!(self.statics, "static {known}: ShippedText = ShippedText::{shipped};")?;
        newer.insert(name.to_owned(), (json, known.clone()));
        Ok(known)
    }
}

/// Writes each mapping on a line of its own, so that a difference between two texts names few lines.
struct LineFormatter;

impl Formatter for LineFormatter {
    fn begin_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n{")
    }
}

fn lines(value: &Value) -> Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, LineFormatter))?;
    bytes.push(b'\n');
    Ok(String::from_utf8(bytes)?)
}

/// The texts of the files in a ruleset's folder.
fn texts(folder: &Path) -> Result<RulesetTexts> {
    let mut texts = RulesetTexts::from([(HEAD.to_owned(), fs::read_to_string(folder.join(HEAD))?)]);
    for inner in history::FOLDERS {
        for path in files(&folder.join(inner))? {
            let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
            texts.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(texts)
}

/// The published versions in an index; none if there is no index.
fn index(path: &Path) -> Result<Vec<PublishedVersion>> {
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let wrong = |(at, why): history::IndexProblem| format!("{}{at}: {why}", path.display());
    Ok(history::index(&yaml(&fs::read_to_string(path)?)?).map_err(wrong)?)
}

/// Copies the files that importing needs, unchanged: the recipe, and the special rules and cards that it names. Their names are
/// relative to the recipe's folder. The copies do not change the fingerprint, because no list is judged by them. Returns
/// the name of the static that lists them.
fn import(folder: &Path, written: &mut GeneratedSource) -> Result<String> {
    let mut entries = String::new();
    let import = folder.join("import");
    let name = |path: PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut names: Vec<String> = files(&import)?.into_iter().map(name).collect();
    // A small build imports nothing.
    if env::var_os("CARGO_FEATURE_FULL").is_none() {
        names.clear();
    }
    if names.iter().any(|name| name == "recipe.yaml") {
        let recipe = yaml(&fs::read_to_string(import.join("recipe.yaml"))?)?;
        let special_rules = recipe.get("special-rules").and_then(Value::as_array);
        names.extend(special_rules.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
        let cards = recipe.pointer("/cards/files").and_then(Value::as_object);
        let cards = cards.into_iter().flatten().filter_map(|(_, cards)| cards.get("file")?.as_str());
        names.extend(cards.map(str::to_owned));
    }
    for name in names {
        let file = format!("{}.txt", written.next("FILE"));
        fs::copy(import.join(&name), written.out.join(&file))?;
        writeln!(entries, "    ({name:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))),")?;
    }
    let known = written.next("IMPORT");
    writeln!(written.statics, "static {known}: &[(&str, &str)] = &[\n{entries}];")?;
    Ok(known)
}

/// Reads how the game of a folder looks, as JSON. Empty if no file says it.
fn looks(folder: &Path) -> Result<String> {
    let path = folder.join("looks.yaml");
    if !path.is_file() {
        return Ok(String::new());
    }
    let looks = yaml(&fs::read_to_string(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(looks.to_string())
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
