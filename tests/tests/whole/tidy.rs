//! The house rules for files: names, places, and no game's words in Rust.

// A failing setup fails the test.
#![allow(clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use muster_engine::catalogue::Catalogue;
use muster_engine::declarations::Declarations;
use muster_engine::list::RulesetName;
use muster_library::shelf::Shelf;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder with this extension, in the order of their names.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn yaml(path: &Path) -> Value {
    serde_yaml::from_str(&read(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folders `rulesets/<id>/<major>/`.
fn rulesets() -> Vec<PathBuf> {
    let heads = files(&root().join("rulesets"), "yaml");
    heads
        .iter()
        .filter(|path| path.ends_with("ruleset.yaml"))
        .filter_map(|path| path.parent().map(Path::to_owned))
        .collect()
}

#[test]
fn files_are_named_after_what_they_hold() {
    let mut wrong = Vec::new();
    let mut expect = |path: &Path, name: &Value| {
        let stem = if path.is_dir() { path.file_name() } else { path.file_stem() };
        if stem.map(|stem| stem.to_string_lossy().into_owned()).as_deref() != name.as_str() {
            wrong.push(format!("{} holds {name}", path.display()));
        }
    };
    let all = rulesets();
    assert!(!all.is_empty(), "there are no rulesets");
    for folder in &all {
        for path in files(&folder.join("rules"), "yaml") {
            expect(&path, &yaml(&path)["id"]);
        }
        for path in files(&folder.join("decks"), "yaml") {
            expect(&path, &yaml(&path)["deck"]);
        }
        for path in files(&folder.join("catalogue"), "yaml") {
            let nation = &yaml(&path)["nation"];
            if nation.is_string() {
                expect(&path, nation);
            }
        }
        // The folder is rulesets/<id>/<major>, and the version begins with that major.
        let head = yaml(&folder.join("ruleset.yaml"));
        let major =
            head["version"].as_str().and_then(|version| version.split('.').next()).unwrap_or_default().to_owned();
        expect(folder, &Value::from(major));
        expect(folder.parent().unwrap_or(folder), &head["id"]);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_ruleset_has_a_changelog_that_names_its_version() {
    for folder in rulesets() {
        let version = yaml(&folder.join("ruleset.yaml"))["version"].as_str().unwrap_or_default().to_owned();
        assert!(read(&folder.join("CHANGELOG.md")).contains(&version), "{}: no word of {version}", folder.display());
    }
}

/// A golden list is in a file named after a rule, a table or a structural finding.
#[test]
fn golden_lists_belong_to_shipped_rulesets() {
    let ids: BTreeSet<String> = Shelf::built_in().editions().into_iter().map(|edition| edition.id.clone()).collect();
    for folder in fs::read_dir(root().join("tests/lists")).into_iter().flatten().flatten() {
        assert!(ids.contains(&*folder.file_name().to_string_lossy()), "{}", folder.path().display());
    }
}

#[test]
fn no_game_is_named_in_the_code() {
    let forbidden = names();
    let mut found = Vec::new();
    // Tests of a module may contain examples, and so may comments and messages for people (`as in ...`).
    let (mut files, tests) = (sources(), test_modules());
    files.extend(screens());
    for path in files.iter().filter(|path| !tests.contains(*path)) {
        for (number, line) in (1..).zip(code(&read(path)).lines()) {
            let comment = ["//", "/*", "* "].iter().any(|start| line.trim_start().starts_with(start));
            if comment || line.contains("as in `") {
                continue;
            }
            let words: BTreeSet<String> = words(line);
            let phrase = format!(" {} ", split(line).join(" "));
            for (name, what) in &forbidden {
                let is_named =
                    if name.contains(' ') { phrase.contains(&format!(" {name} ")) } else { words.contains(name) };
                if is_named {
                    found.push(format!("{}:{number}: `{name}` ({what}): {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The text of a file without the tests at its end.
fn code(text: &str) -> &str {
    let tests = text.match_indices("#[cfg(test)]").find(|(at, _)| {
        let declared = text[*at..].lines().find(|line| !line.starts_with("#["));
        declared.is_some_and(|line| line.starts_with("mod ") && line.ends_with('{'))
    });
    tests.map_or(text, |(at, _)| &text[..at])
}

/// The files of modules that contain only tests.
fn test_modules() -> BTreeSet<PathBuf> {
    let mut modules = BTreeSet::new();
    for path in sources() {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = path.parent().unwrap_or(Path::new(""));
        let folder = if matches!(&*stem, "lib" | "main" | "mod") { folder.to_owned() } else { folder.join(stem) };
        let text = read(&path);
        for (at, _) in text.match_indices("#[cfg(test)]") {
            let declared = text[at..].lines().find(|line| !line.starts_with("#["));
            let name = declared.and_then(|line| line.split_once("mod ")?.1.strip_suffix(';'));
            modules.extend(name.map(|name| folder.join(format!("{name}.rs"))));
            modules.extend(name.into_iter().flat_map(|name| files(&folder.join(name), "rs")));
        }
    }
    modules
}

/// The Rust files of the program.
fn sources() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    let folders = crates.map(|folder| folder.path()).chain([root().join("src-tauri")]);
    folders.flat_map(|folder| files(&folder.join("src"), "rs")).collect()
}

/// The source files of the user interface, without tests.
fn screens() -> Vec<PathBuf> {
    let folder = root().join("ui/src");
    let written = files(&folder, "ts").into_iter().chain(files(&folder, "svelte"));
    written.filter(|path| !path.to_string_lossy().ends_with(".test.ts")).collect()
}

/// Nations whose names Rust's own library uses for something else.
const OF_RUST: [&str; 1] = ["union"];

/// The names of games, nations and units in lower case, each with what it names. Games and nations have their whole
/// names, units only distinctive first words.
fn names() -> BTreeMap<String, String> {
    let shelf = Shelf::built_in();
    let mut names = BTreeMap::new();
    let mut english: BTreeSet<String> = BTreeSet::new();
    // Words that our documents or schemas use are not distinctive.
    for path in [
        files(&root().join("docs"), "md"),
        files(&root().join("schemas"), "json"),
        vec![root().join("ARCHITECTURE.md")],
    ]
    .concat()
    {
        let of_games = ["docs/rulesets", "docs/differences.md"];
        if !of_games.iter().any(|of| path.to_string_lossy().contains(of)) {
            english.extend(words(&read(&path)));
        }
    }
    for edition in shelf.editions() {
        let ruleset = shelf.ruleset(&RulesetName::Id(edition.id.clone()), &[]).expect("a shipped ruleset is whole");
        let Declarations { id, name, nations, .. } = ruleset.declarations();
        names.insert(split(id).join(" "), format!("the game {id}"));
        names.insert(split(name).join(" "), format!("the game {id}"));
        for (nation, declared) in nations {
            for name in [nation, &declared.name].map(|name| split(name).join(" ")) {
                if !OF_RUST.contains(&name.as_str()) {
                    names.insert(name, format!("a nation of {id}"));
                }
            }
        }
        for catalogue in ruleset.catalogues().iter().map(|catalogue| catalogue.written()) {
            ships(catalogue, &english, &mut names);
        }
    }
    names
}

/// Adds the words before `Class` in names like `Ruler Class Battleship`.
fn ships(catalogue: &Catalogue, english: &BTreeSet<String>, names: &mut BTreeMap<String, String>) {
    for unit in &catalogue.units {
        let parts = split(&unit.name);
        let Some(class) = parts.iter().position(|part| part == "class") else { continue };
        let name = parts[..class].join(" ");
        let distinctive = parts[..class].iter().all(|part| part.chars().count() > 3 && !english.contains(part));
        if distinctive && !name.is_empty() {
            names.insert(name, format!("a unit of {}", catalogue.nation.as_deref().unwrap_or("no nation")));
        }
    }
}

fn split(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    split(text).into_iter().collect()
}

/// Every word of the rule language must be in its documentation: amounts, checks, kinds and scopes.
#[test]
fn the_rule_language_is_documented() {
    let norm = read(&root().join("docs/rule-language.md"));
    let source = |name: &str| read(&root().join(format!("crates/engine/src/shapes/{name}.rs")));
    let mut missing = Vec::new();
    for (file, name) in [
        ("amount", "KeyedAmount"),
        ("amount", "Quantity"),
        ("selector", "SelectorTest"),
        ("selector", "Reference"),
        ("rule", "Check"),
        ("rule", "RuleKind"),
        ("rule", "ClauseTarget"),
    ] {
        let variants = variants(&source(file), name);
        assert!(variants.len() > usize::from(name == "KeyedAmount") * 10, "{name} has no variants in {file}.rs");
        missing.extend(
            variants.into_iter().filter(|word| !is_documented(&norm, word)).map(|word| format!("{name}: {word}")),
        );
    }
    for word in variants(&source("rule"), "Grade") {
        assert!(words(&norm).contains(&word), "severity: {word}");
    }
    for file in ["Rule", "Clause", "Limit"] {
        let fields = fields(&source("rule"), file);
        missing.extend(
            fields.into_iter().filter(|word| !is_documented(&norm, word)).map(|word| format!("{file}: {word}")),
        );
    }
    assert!(missing.is_empty(), "docs/rule-language.md says nothing of:\n{}", missing.join("\n"));
}

/// Whether a word is documented as code: in backquotes with only punctuation beside it, or as a key of an example.
fn is_documented(norm: &str, word: &str) -> bool {
    let is_end = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '-');
    norm.match_indices(word).any(|(at, _)| {
        let (before, after) = (norm[..at].chars().next_back(), norm[at + word.len()..].chars().next());
        is_end(before) && is_end(after) && (matches!(before, Some('`' | '{')) || matches!(after, Some('`' | ':')))
    })
}

/// The variants of an enum in kebab case, read from its source.
fn variants(source: &str, name: &str) -> Vec<String> {
    let body = body(source, &format!("pub enum {name} {{"));
    let starts = body
        .lines()
        .filter(|line| line.starts_with("    ") && line.trim_start().starts_with(|l: char| l.is_ascii_uppercase()));
    starts.map(|line| kebab(line.trim().split(|l: char| !l.is_alphanumeric()).next().unwrap_or_default())).collect()
}

/// The fields of a struct in kebab case, read from its source.
fn fields(source: &str, name: &str) -> Vec<String> {
    let body = body(source, &format!("pub struct {name} {{"));
    let fields = body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split(':').next());
    fields.map(|field| field.trim_start_matches("r#").replace('_', "-")).collect()
}

fn body<'s>(source: &'s str, start: &str) -> &'s str {
    let after = source.split_once(start).map_or("", |(_, after)| after);
    after.split_once("\n}").map_or("", |(body, _)| body)
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for (position, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && position > 0 {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}

#[test]
fn the_repository_has_what_people_look_for() {
    for name in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "NOTICE",
        "Makefile",
    ] {
        assert!(!read(&root().join(name)).trim().is_empty(), "{name} is empty");
    }
    assert!(read(&root().join("ARCHITECTURE.md")).lines().count() < 150, "ARCHITECTURE.md is a bird's view");
}

/// A newcomer needs only the first two commands in the README.
#[test]
fn the_readme_begins_with_the_two_commands() {
    let readme = read(&root().join("README.md"));
    let commands: Vec<&str> = readme.lines().map(str::trim).filter(|line| line.starts_with("make ")).collect();
    let bare = |command: &str| command.split('#').next().unwrap_or_default().trim().to_owned();
    let first: Vec<String> = commands.iter().take(2).map(|command| bare(command)).collect();
    assert_eq!(first, ["make run", "make test"]);
}

/// Every source file of the program begins by saying what it holds. These must be our own sentences, not the books'.
#[test]
fn every_source_says_what_it_is() {
    let silent: Vec<PathBuf> = sources().into_iter().filter(|path| !read(path).starts_with("//!")).collect();
    assert!(silent.is_empty(), "{silent:#?}");
}

/// Type names that look like participles and are none, each with the reason.
const NOUNS: [(&str, &str); 1] = [("Need", "what a list needs is a need")];

/// Participles that do not end with `ed`, and words that leave open what a value is.
const NO_NOUNS: [&str; 46] = [
    "Bought",
    "Broken",
    "Brought",
    "Built",
    "Chosen",
    "Drawn",
    "Found",
    "Frozen",
    "Given",
    "Gone",
    "Held",
    "Hidden",
    "How",
    "Kept",
    "Known",
    "Left",
    "Lost",
    "Made",
    "Meant",
    "Met",
    "Of",
    "Only",
    "Over",
    "Own",
    "Read",
    "Said",
    "Seen",
    "Sent",
    "Shown",
    "Sold",
    "Spent",
    "Taken",
    "To",
    "Told",
    "Understood",
    "Unfit",
    "Unread",
    "What",
    "When",
    "Where",
    "Which",
    "Who",
    "Why",
    "With",
    "Won",
    "Written",
];

/// A type is named by a noun that says what a value is: `FoundUnit`, not `Found`.
#[test]
fn types_are_named_by_nouns() {
    let types = types();
    assert!(types.len() > 500, "only {} types were found", types.len());
    let is_noun = |name: &str| {
        // The last word of a name says what the value is.
        let start = name.rfind(|letter: char| letter.is_ascii_uppercase()).unwrap_or(0);
        let last = &name[start..];
        let listed = NOUNS.iter().any(|(noun, _)| *noun == name);
        listed || !(last.ends_with("ed") || NO_NOUNS.contains(&last))
    };
    let wrong: Vec<String> = types
        .iter()
        .filter(|(_, name, _)| !is_noun(name))
        .map(|(path, name, _)| format!("{}: {name}", path.display()))
        .collect();
    assert!(wrong.is_empty(), "these types are not named by a noun:\n{}", wrong.join("\n"));
    for (noun, reason) in NOUNS {
        assert!(types.iter().any(|(_, name, _)| name == noun), "no type is named {noun} any more ({reason})");
    }
}

/// No two public types have one name, so that a name means the same wherever it is read.
#[test]
fn public_types_do_not_share_names() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, name, is_public) in types() {
        if is_public {
            places.entry(name).or_default().push(path.display().to_string());
        }
    }
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "these names stand for several public types:\n{places:#?}");
}

/// The types that the program declares: the file, the name, and whether it is public. Associated types are none of them.
fn types() -> Vec<(PathBuf, String, bool)> {
    let mut types = Vec::new();
    for path in sources() {
        for line in read(&path).lines() {
            let mut words = line.split_whitespace();
            let first = words.next().unwrap_or_default();
            let is_public = first == "pub";
            let keyword = if first.starts_with("pub") {
                words.find(|word| ["struct", "enum", "trait", "type", "fn", "mod", "use", "const"].contains(word))
            } else {
                Some(first)
            };
            // A type in a trait or an implementation is indented, and never public.
            let is_associated = keyword == Some("type") && line.starts_with(' ');
            if !matches!(keyword, Some("struct" | "enum" | "trait" | "type")) || is_associated {
                continue;
            }
            let name = words.next().unwrap_or_default();
            let name: String = name.chars().take_while(char::is_ascii_alphanumeric).collect();
            if name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
                types.push((path.clone(), name, is_public));
            }
        }
    }
    types
}

/// Within a crate, files do not import each other in a circle, directly or through others.
#[test]
fn files_import_each_other_in_no_circle() {
    let mut circles = Vec::new();
    for folder in fs::read_dir(root().join("crates")).into_iter().flatten().flatten() {
        let source = folder.path().join("src");
        let imports = imports(&source);
        // A crate of two files may have one that nothing imports, such as random numbers for a library.
        let is_read = imports.len() <= 2 || imports.values().any(|imported| !imported.is_empty());
        assert!(is_read, "nothing is imported in {}", source.display());
        circles.extend(in_circles(imports).into_iter().map(|module| format!("{}: {module}", source.display())));
    }
    assert!(circles.is_empty(), "these files import each other in circles:\n{}", circles.join("\n"));
}

/// The modules of a crate, each with the modules that its `use` lines name. Test modules inside a file are ignored.
fn imports(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let module = |path: &Path| {
        let path = path.strip_prefix(source).unwrap_or(path).with_extension("");
        let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
        let parts: Vec<String> = parts.filter(|part| part != "mod" && part != "lib" && part != "main").collect();
        format!("crate::{}", parts.join("::")).trim_end_matches(':').to_owned()
    };
    let files = files(source, "rs");
    let modules: BTreeSet<String> = files.iter().map(|path| module(path)).collect();
    let of = |path: &PathBuf| {
        let own = module(path);
        let text = read(path);
        let text = text.split("\nmod tests {").next().unwrap_or_default();
        let uses = text.split('\n').map(str::trim_start).filter(|line| !line.starts_with("//")).collect::<Vec<_>>();
        let uses = uses.join(" ");
        let trees = uses.split("use ").skip(1).filter_map(|rest| Some(rest.split_once(';')?.0));
        let named = trees.flat_map(|tree| paths(tree.trim(), "")).filter_map(|path| {
            let path = absolute(&path, &own)?;
            // The longest prefix that is a module.
            let ends = path.match_indices("::").map(|(at, _)| at).chain([path.len()]);
            ends.map(|end| &path[..end]).filter(|start| modules.contains(*start)).last().map(str::to_owned)
        });
        (own.clone(), named.filter(|module| *module != own).collect())
    };
    files.iter().map(of).collect()
}

/// The paths of a `use` tree: `a::{b, c::{d}}` is `a::b` and `a::c::d`.
fn paths(tree: &str, before: &str) -> Vec<String> {
    let Some((head, inner)) = tree.split_once('{') else {
        return vec![format!("{before}{}", tree.split(" as ").next().unwrap_or_default().trim())];
    };
    let inner = inner.trim_end().trim_end_matches('}');
    let mut depth = 0_usize;
    let parts = inner.split(|letter| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    });
    let before = format!("{before}{}", head.trim());
    parts.filter(|part| !part.trim().is_empty()).flat_map(|part| paths(part.trim(), &before)).collect()
}

/// A path of this crate from its root; none for paths of other crates.
fn absolute(path: &str, module: &str) -> Option<String> {
    let mut here = module;
    let mut rest = path;
    while let Some(above) = rest.strip_prefix("super::") {
        here = here.rsplit_once("::")?.0;
        rest = above;
    }
    if let Some(inner) = rest.strip_prefix("self::") {
        return Some(format!("{here}::{inner}"));
    }
    if rest.len() < path.len() {
        return Some(format!("{here}::{rest}"));
    }
    path.starts_with("crate::").then(|| path.to_owned())
}

/// The modules that are in import circles, and those between circles.
fn in_circles(mut imports: BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    loop {
        let imported: BTreeSet<String> = imports.values().flatten().cloned().collect();
        let ends: Vec<String> = imports
            .iter()
            .filter(|(module, to)| to.is_empty() || !imported.contains(*module))
            .map(|(module, _)| module.clone())
            .collect();
        if ends.is_empty() {
            return imports.into_keys().collect();
        }
        imports.retain(|module, _| !ends.contains(module));
        for to in imports.values_mut() {
            to.retain(|module| !ends.contains(module));
        }
    }
}
