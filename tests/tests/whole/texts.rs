//! Texts of lists as people write them (`tests/texts`): how much of what they say is read.
//!
//! `TEXTS=name cargo test --test whole texts -- --nocapture` shows what is read of the texts whose names contain a word.

// A broken test may panic.
#![allow(clippy::expect_used)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use muster_engine::list::{ArmyList, ModelCount, OptionPick, RulesetName, Squadron};
use muster_engine::ready::Ruleset;
use muster_exchange::listing::{Listing, TextContext, TextReader};
use muster_library::shelf::Shelf;
use serde_json::Value;

/// A squadron by its unit and its number of models, as far as the text says it.
type NamedSquadron = (String, Option<u32>);

/// What was read of all texts.
#[derive(Default)]
pub(crate) struct TextScore {
    /// How often each thing was counted, by what was counted.
    counted: BTreeMap<&'static str, usize>,
    /// What went wrong, by text.
    told: String,
}

impl TextScore {
    pub(crate) fn of(&self, what: &str) -> usize {
        self.counted.get(what).copied().unwrap_or(0)
    }

    fn add(&mut self, what: &'static str, number: usize) {
        *self.counted.entry(what).or_default() += number;
    }

    /// Counts what was stated and what of it was read, and tells the rest.
    fn check(&mut self, stated: &'static str, read: &'static str, is_right: bool, told: &str) {
        self.add(stated, 1);
        if is_right {
            self.add(read, 1);
        } else {
            self.tell(told);
        }
    }

    fn tell(&mut self, told: &str) {
        let _ = writeln!(self.told, "  {told}");
    }
}

#[test]
fn most_is_read_and_nothing_wrong() {
    let rulesets = rulesets();
    let readers: Vec<TextReader> = rulesets.iter().map(TextReader::new).collect();
    let wanted = std::env::var("TEXTS").unwrap_or_default();
    let score = score(&readers, &wanted);
    println!("{}\n{:#?}", score.told, score.counted);
    if wanted.is_empty() {
        let share = |what: &str, of: &str, least: usize| {
            assert!(score.of(what) * 100 >= score.of(of) * least, "{what}: {} of {}", score.of(what), score.of(of));
        };
        share("units read", "units", 98);
        share("units read with their numbers", "units", 97);
        share("games found", "texts", 95);
        share("heads read", "heads", 98);
        share("claims read", "claims", 96);
        share("options read", "options", 95);
        share("doubts told", "doubts", 95);
        share("chatter passed", "chatter", 95);
        share("players read", "players", 90);
        for what in ["wrong", "options wrong", "players wrong"] {
            assert_eq!(score.of(what), 0, "{what}: {}", score.told);
        }
        assert!(score.of("doubts needless") * 100 <= score.of("units") * 7, "{}", score.told);
    }
}

/// The rulesets that the program ships.
pub(crate) fn rulesets() -> Vec<Ruleset> {
    let shelf = Shelf::built_in();
    let named = |edition: &muster_library::shelf::Edition| RulesetName::Id(edition.id.clone());
    shelf.editions().into_iter().map(|edition| shelf.ruleset(&named(edition), &[]).expect("it is shipped")).collect()
}

/// What is read of the texts whose names contain a word.
pub(crate) fn score(readers: &[TextReader], wanted: &str) -> TextScore {
    let mut score = TextScore::default();
    for path in texts().into_iter().filter(|path| name(path).contains(wanted)) {
        let _ = writeln!(score.told, "{}", name(&path));
        read(readers, &path, &mut score);
    }
    score
}

fn read(readers: &[TextReader], path: &Path, score: &mut TextScore) {
    let text = std::fs::read_to_string(path).expect("a text");
    let expected = std::fs::read_to_string(path.with_extension("yaml")).expect("a list beside the text");
    let expected: Vec<Value> = serde_yaml::from_multiple(&expected).expect("YAML");
    let id = expected[0]["ruleset"].as_str().expect("a ruleset");
    let place = readers.iter().position(|reader| reader.ruleset().declarations().id == id).expect("a shipped ruleset");
    let likeliest = TextReader::likeliest(readers, &text);
    let is_found = likeliest.as_ref().is_ok_and(|likeliest| likeliest.place == place);
    score.check("texts", "games found", is_found, &format!("another game: {likeliest:?}"));
    let listings = readers[place].read_all(&text, TextContext::default());
    if listings.len() != expected.len() {
        score.add("wrong", 1);
        score.tell(&format!("{} lists, {} read", expected.len(), listings.len()));
    }
    for (at, expected) in expected.iter().enumerate() {
        match listings.get(at) {
            Some(listing) => compare(readers[place].ruleset(), expected, listing, score),
            None => score.add("units", named(expected).len()),
        }
    }
    doubts(&text, &expected, &listings, score);
    if std::env::var_os("TEXTS").is_some() {
        for Listing { list, doubts, concluded, .. } in listings {
            let list = serde_yaml::to_string(&list).expect("YAML");
            let _ = writeln!(score.told, "{list}\n{doubts:#?}\n{concluded:#?}");
        }
    }
}

/// Compares a list with the one expected.
fn compare(ruleset: &Ruleset, expected: &Value, listing: &Listing, score: &mut TextScore) {
    let ArmyList { nation, mfv, points, player, .. } = &listing.list;
    let stated = |key: &str| expected.get(key).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    let heads = [("MFV", stated("mfv"), *mfv), ("total", stated("points"), *points)];
    for (what, stated, read) in heads {
        score.check("heads", "heads read", stated == read, &format!("{what}: {stated:?} stated, {read:?} read"));
    }
    let stated = expected.get("nation").and_then(Value::as_str);
    score.check("heads", "heads read", stated == nation.as_deref(), &format!("{stated:?} stated, {nation:?} read"));
    let stated = expected.get("player").and_then(Value::as_str);
    if player.is_some() && stated != player.as_deref() {
        score.add("players wrong", 1);
        score.tell(&format!("WRONG player {player:?}, {stated:?} stated"));
    } else if stated.is_some() {
        score.check("players", "players read", player.is_some(), &format!("the player {stated:?} is not read"));
    }

    let known =
        |squadron: &Squadron| ruleset.catalogues().iter().any(|catalogue| catalogue.find(&squadron.unit).is_some());
    let mut got = squadrons(&listing.list);
    let mut roles = stated_of(expected, &|squadron| ids(squadron.get("roles")));
    for role in got.iter().flat_map(|squadron| &squadron.roles) {
        if let Some(place) = roles.iter().position(|other| other == role.role()) {
            roles.remove(place);
        } else {
            score.add("wrong", 1);
            score.tell(&format!("WRONG role {}", role.role()));
        }
    }
    got.retain(|squadron| known(squadron));
    options(expected, &got, score);
    let mut claims: Vec<u32> = got.iter().filter_map(|squadron| squadron.points).collect();
    for stated in stated_of(expected, &|squadron| squadron.get("points").and_then(Value::as_u64).into_iter().collect())
    {
        let found = claims.iter().position(|claim| u64::from(*claim) == stated);
        let found = found.map(|place| claims.remove(place)).is_some();
        score.check("claims", "claims read", found, &format!("the price {stated} is not read"));
    }
    score.add("claims needless", claims.len());
    if !claims.is_empty() {
        score.tell(&format!("prices {claims:?} are not stated"));
    }
    let mut got: Vec<NamedSquadron> =
        got.into_iter().map(|squadron| (squadron.unit.clone(), models(squadron))).collect();
    let named = named(expected);
    score.add("units", named.len());
    let mut missing = Vec::new();
    for named in named {
        if let Some(place) = got.iter().position(|other| same(other, &named)) {
            got.remove(place);
            score.add("units read", 1);
            score.add("units read with their numbers", 1);
        } else {
            missing.push(named);
        }
    }
    for (unit, models) in missing {
        if let Some(place) = got.iter().position(|(other, _)| *other == unit) {
            let (_, read) = got.remove(place);
            score.add("units read", 1);
            score.tell(&format!("{unit}: {models:?} stated, {read:?} read"));
        } else {
            score.tell(&format!("missing {unit} {models:?}"));
        }
    }
    score.add("wrong", got.len());
    for (unit, models) in got {
        score.tell(&format!("WRONG {unit} {models:?}"));
    }
}

/// Compares the options of all squadrons.
fn options(expected: &Value, got: &[&Squadron], score: &mut TextScore) {
    let picked = |pick: &OptionPick| match pick {
        OptionPick::Every(id) => vec![id.clone()],
        OptionPick::Some(counts) => counts.keys().cloned().collect(),
    };
    let mut read: Vec<String> = got.iter().flat_map(|squadron| &squadron.options).flat_map(picked).collect();
    for stated in stated_of(expected, &|squadron| ids(squadron.get("options"))) {
        let found = read.iter().position(|id| *id == stated).map(|place| read.remove(place)).is_some();
        score.check("options", "options read", found, &format!("missing option {stated}"));
    }
    score.add("options wrong", read.len());
    if !read.is_empty() {
        score.tell(&format!("WRONG options {read:?}"));
    }
}

/// Compares the doubts of all lists of a text with those expected.
fn doubts(text: &str, expected: &[Value], listings: &[Listing], score: &mut TextScore) {
    let stated = |key: &str| expected.iter().flat_map(|list| ids(list.get(key))).collect::<Vec<_>>();
    let overlap = |one: &str, other: &str| {
        let (one, other) = (one.to_lowercase(), other.to_lowercase());
        one.contains(&other) || other.contains(&one)
    };
    let mut told: Vec<_> = listings.iter().flat_map(|listing| &listing.doubts).collect();
    let mut pieces = Vec::new();
    for piece in stated("x-doubts") {
        let found = told.iter().any(|doubt| overlap(&doubt.text, &piece));
        pieces.push(piece.clone());
        score.check("doubts", "doubts told", found, &format!("`{piece}` is no doubt"));
    }
    told.retain(|doubt| !pieces.iter().any(|piece| overlap(&doubt.text, piece)));
    for piece in stated("x-chatter") {
        let line = text.lines().position(|line| line.contains(&piece)).expect("the text has its chatter") + 1;
        let is_passed = !told.iter().any(|doubt| doubt.line == line && overlap(&doubt.text, &piece));
        score.check("chatter", "chatter passed", is_passed, &format!("chatter `{piece}` is a doubt"));
    }
    score.add("doubts needless", told.len());
    for doubt in told {
        score.tell(&format!("needless: line {}, `{}`", doubt.line, doubt.text));
    }
}

/// One model and none stated mean the same.
fn same(one: &NamedSquadron, other: &NamedSquadron) -> bool {
    one.0 == other.0 && one.1.unwrap_or(1) == other.1.unwrap_or(1)
}

/// What all squadrons of a list file state.
fn stated_of<T>(list: &Value, of: &dyn Fn(&Value) -> Vec<T>) -> Vec<T> {
    let keys = ["squadrons", "units", "sections", "groups", "attached"];
    let below = |value: &Value| -> Vec<Value> {
        keys.iter().filter_map(|key| value.get(key)?.as_array().cloned()).flatten().collect()
    };
    let mut open = below(list);
    let mut stated = Vec::new();
    while let Some(value) = open.pop() {
        stated.extend(of(&value));
        open.extend(below(&value));
    }
    stated
}

/// The ids in a list of ids, or of ids with numbers, or of objects with a role.
fn ids(value: Option<&Value>) -> Vec<String> {
    let id = |value: &Value| match value {
        Value::Object(fields) => match fields.get("role") {
            Some(role) => role.as_str().map(str::to_owned).into_iter().collect(),
            None => fields.keys().cloned().collect(),
        },
        value => value.as_str().map(str::to_owned).into_iter().collect::<Vec<_>>(),
    };
    value.and_then(Value::as_array).into_iter().flatten().flat_map(id).collect()
}

/// The squadrons of a list file, attached ones too.
fn named(list: &Value) -> Vec<NamedSquadron> {
    stated_of(list, &|squadron| {
        let number = |number: u64| u32::try_from(number).ok();
        let models = match squadron.get("models") {
            Some(Value::Array(parts)) => number(parts.iter().filter_map(|part| part.get("count")?.as_u64()).sum()),
            models => models.and_then(Value::as_u64).and_then(number),
        };
        let unit = squadron.get("unit").and_then(Value::as_str);
        unit.map(|unit| (unit.to_owned(), models)).into_iter().collect()
    })
}

fn squadrons(list: &ArmyList) -> Vec<&Squadron> {
    fn add<'l>(squadrons: &'l [Squadron], all: &mut Vec<&'l Squadron>) {
        for squadron in squadrons {
            all.push(squadron);
            add(&squadron.attached, all);
        }
    }
    let mut all = Vec::new();
    add(&list.squadrons, &mut all);
    list.groups.iter().for_each(|group| add(&group.squadrons, &mut all));
    all
}

fn models(squadron: &Squadron) -> Option<u32> {
    match squadron.models.as_ref()? {
        ModelCount::Count(count) => Some(*count),
        ModelCount::Parts(parts) => Some(parts.iter().map(|part| part.count).sum()),
    }
}

/// All texts, sorted.
fn texts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("texts");
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in std::fs::read_dir(root).expect("the texts").flatten() {
        let Ok(files) = std::fs::read_dir(folder.path()) else { continue };
        let files = files.flatten().map(|file| file.path());
        found.extend(files.filter(|path| path.extension().is_some_and(|ending| ending == "txt")));
    }
    found.sort();
    found
}

/// The folder and name of a text.
fn name(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy());
    format!("{}/{}", folder.unwrap_or_default(), path.file_stem().unwrap_or_default().to_string_lossy())
}
