//! Makes the seeds of every door from the lists, texts and rulesets of the repository, and the words that the fuzzer
//! inserts. It is built like a door, so that one build makes all; it ends before anything is fuzzed.
//!
//! `SEEDS=FOLDER seeds` writes `FOLDER/DOOR/NUMBER` and `FOLDER/words.dict`.
#![no_main]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::{compress_to_vec, compress_to_vec_zlib};
use muster_app::NAMES;
use muster_engine::catalogue::{Catalogue, Unit};
use muster_engine::list::ArmyList;
use muster_engine::report::Verdict;
use muster_exchange::battlescribe::roster;
use muster_exchange::frozen::{ArchiveFiles, REPORTS, Roles, freeze};
use muster_exchange::listing::{Markup, rows, write};
use muster_exchange::sealed::{EventKeys, PublicKey, SealedFile, seal};
use muster_exchange::{collection, spreadsheet, yaml};
use muster_fuzz::{PRINTS, SMALL, SMALL_LIST, built_in, game, games, with_small};
use muster_library::case::{Complaint, make};
use muster_library::collection::file_of;
use muster_library::expectation::Expectation;
use muster_library::judge::{JudgedList, judge_in_full, judge_list};
use muster_library::lists::{FileDocument, lists};
use muster_library::share;
use muster_submissions::{Arrival, Submission};
use serde_json::{Value, json};

fuzz_target!(init: save(), |_bytes: &[u8]| {});

fn save() {
    let folder = PathBuf::from(std::env::var_os("SEEDS").expect("SEEDS names a folder"));
    seeds().save(&folder).expect("the seeds are written");
    std::process::exit(0);
}

/// The seeds of all doors.
pub fn seeds() -> Seeds {
    let mut seeds = Seeds::default();
    seeds.add_files();
    seeds.add_cases();
    seeds.add_rulesets();
    seeds.add_units();
    seeds.add_lists();
    seeds.add_calls();
    seeds.add_prints();
    seeds
}

/// Calls with their arguments.
const CALLS: &str = include_str!("../seeds/calls.json");
/// Words that are hard for readers.
const HARD: &[&str] = &[
    "\\x00",
    "\\xff",
    "\\xef\\xbb\\xbf",
    "\\xff\\xfe",
    "\\x1b[31m",
    "\\xc2\\x85",
    "\\xe2\\x80\\xa8",
    "\\xe2\\x80\\xae",
    "\\x0d\\x0a",
    "\\x0a---\\x0a",
    "\\x0a...\\x0a",
    "\\x09",
    ": ",
    "- ",
    "? ",
    "&a ",
    "*a",
    "!x ",
    "<<: ",
    "|\\x0a",
    "99999999999999999999",
    "4294967295",
    "-2147483648",
    "18446744073709551615",
    "-1",
    "1e309",
    "0x7fffffffffffffff",
    "null",
    "~",
    "<a>",
    "</",
    "<!--",
    "-->",
    "<![CDATA[",
    "<!DOCTYPE",
    "&#0;",
    "&amp;",
    ";,;",
    "PK\\x03\\x04",
    "PK\\x05\\x06",
    "PK\\x01\\x02",
    "MUSTER:1:",
    "<script>alert(1)</script>",
    "Content-Type: ",
    "multipart/mixed; boundary=",
    "message/rfc822",
    "From a Sat Nov 21 23:30:00 2026\\x0a",
    "Reply-To: ",
    "begin 644 a\\x0a",
    "base64",
    "=?utf-8?Q?",
    "x-",
    "/EmbeddedFile",
    "endstream",
    "endobj",
    "/Filter",
    "points",
    "models",
    "2x ",
    "3 x ",
    "Total",
    "MFV",
];

/// The seeds of each door.
#[derive(Default)]
pub struct Seeds(pub BTreeMap<&'static str, BTreeSet<Vec<u8>>>);

impl Seeds {
    fn add(&mut self, door: &'static str, bytes: impl Into<Vec<u8>>) {
        self.0.entry(door).or_default().insert(bytes.into());
    }

    /// An input whose first byte chooses.
    fn add_chosen(&mut self, door: &'static str, choice: usize, bytes: &[u8]) {
        let choice = u8::try_from(choice).expect("few choices");
        self.add(door, [&[choice], bytes].concat());
    }

    /// Files as they are.
    fn add_files(&mut self) {
        for path in files(&root().join("examples")).iter().chain(&files(&root().join("tests/texts"))) {
            let bytes = fs::read(path).expect("a file");
            let door = match path.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
                "eml" => "mail",
                "zip" | "xlsx" => "archive",
                "docx" => {
                    self.add_document(&bytes);
                    "archive"
                }
                "pdf" => "print",
                "ros" | "rosz" => "roster",
                "csv" => "table",
                "txt" | "html" | "md" => "text",
                "json" => "roster",
                "yaml" if path.to_string_lossy().contains("tests/texts") => continue,
                "yaml" => match kind(&bytes).as_deref() {
                    Some("overlay") => "overlay",
                    Some("collection") => "collection",
                    Some("campaign" | "company" | "list") | None => "list",
                    Some(_) => "campaign",
                },
                _ => continue,
            };
            if door == "list" && kind(&bytes).is_some_and(|kind| kind != "list") {
                self.add("campaign", bytes.clone());
            }
            if door == "mail" {
                let boxed = [b"From a@example.org Sat Nov 21 23:30:00 2026\n", &*bytes, b"\n"].concat();
                self.add("mail", boxed.repeat(2));
            }
            self.add(door, bytes);
        }
        for path in files(&root().join("tests/lists")).iter().step_by(2) {
            let text = fs::read_to_string(path).expect("a file");
            let first = text.split("\n---\n").next().unwrap_or_default();
            self.add("list", first);
            if kind(first.as_bytes()).is_some_and(|kind| kind != "list") {
                self.add("campaign", first);
            }
        }
        for path in files(&root().join("fuzz/seeds/overlay")) {
            self.add("overlay", fs::read(path).expect("a file"));
        }
        // The files of other programs in the tests of those who import them.
        let folders = ["crates/exchange/src/battlescribe", "crates/importer/src"];
        for path in folders.into_iter().flat_map(|folder| files(&root().join(folder))) {
            let text = fs::read_to_string(path).expect("a file");
            for raw in text.split("r#\"").skip(1).filter_map(|rest| rest.split("\"#").next()) {
                if raw.contains("<catalogue") || raw.contains("<gameSystem") {
                    (0..4).for_each(|kit| self.add_chosen("import", kit, raw.as_bytes()));
                } else if raw.contains("<roster") || raw.contains("\"roster\"") {
                    self.add("roster", raw);
                }
            }
        }
    }

    /// The lists of the examples, each with a verdict that nobody would give.
    fn add_cases(&mut self) {
        for path in files(&root().join("examples")) {
            for entry in lists(&fs::read(path).expect("a file")) {
                let FileDocument::List(list, _) = entry else { continue };
                let expected = vec![Expectation::Verdict(Verdict::Unreadable)];
                let complaint = Complaint { expected, why: Some("it is not so".to_owned()), ..Complaint::default() };
                if let Ok(case) = make(built_in(), None, &list, complaint, "1.0.0") {
                    self.add("case", yaml::to_string(&case).expect("a case is written"));
                }
            }
        }
    }

    fn add_document(&mut self, bytes: &[u8]) {
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
        let mut text = Vec::new();
        let mut file = archive.by_name("word/document.xml").expect("a document");
        std::io::copy(&mut file, &mut text).expect("its text");
        self.add("document", text);
    }

    fn add_rulesets(&mut self) {
        let small = files(Path::new(SMALL));
        for (place, path) in small.iter().enumerate() {
            self.add_chosen("ruleset", place, &fs::read(path).expect("a file"));
        }
        for (name, every) in [("rules", 6), ("special-rules", 1), ("decks", 3)] {
            let place = small.iter().position(|path| path.to_string_lossy().contains(&format!("/{name}/")));
            let all = files(&root().join("rulesets"));
            let of = all.iter().filter(|path| path.parent().is_some_and(|folder| folder.ends_with(name)));
            for path in of.step_by(every) {
                self.add_chosen("ruleset", place.expect("the small ruleset has all"), &fs::read(path).expect("a file"));
            }
        }
        let shelf = with_small();
        let version = semver::Version::new(1, 2, 0);
        let versions = BTreeSet::from([("tiny".to_owned(), version)]);
        let rulesets = shelf.frozen(&versions).unwrap_or_else(|fault| panic!("{}", fault.message));
        rulesets.values().for_each(|bytes| self.add_chosen("frozen", 1, bytes));
        let mut files: ArchiveFiles = rulesets;
        files.insert("lists/a.yaml".to_owned(), SMALL_LIST.into());
        files.insert(REPORTS.to_owned(), b"[]\n".to_vec());
        let roles = Roles { lists: vec!["lists/a.yaml".to_owned()], ..Roles::default() };
        let (bytes, _) = freeze("0.1.0", &roles, &files).expect("it is small");
        self.add_chosen("frozen", 0, &bytes);
        let keys = EventKeys::random();
        let public = keys.public().next().expect("there is one");
        let file = SealedFile { event: "cup".to_owned(), name: "a.yaml".to_owned(), bytes: SMALL_LIST.into() };
        let sealed = PublicKey::read(&public).and_then(|key| seal(&key, &file)).expect("it is small");
        self.add_chosen("sealed", 0, &sealed);
        self.add_chosen("sealed", 1, SMALL_LIST.as_bytes());
        self.add_chosen("sealed", 2, keys.text().as_bytes());
        self.add_chosen("sealed", 2, public.as_bytes());
    }

    /// A few units of each catalogue, as YAML and as spreadsheets.
    fn add_units(&mut self) {
        for (place, id) in games().iter().enumerate() {
            let ruleset = game(id);
            self.add_chosen("spreadsheet", place, spreadsheet::template(ruleset.declarations()).as_bytes());
            for catalogue in ruleset.catalogues() {
                let written = catalogue.written();
                for units in written.units.chunks(2).step_by(12) {
                    let renamed = |unit: &Arc<Unit>| {
                        let (id, name) = (format!("own-{}", unit.id), format!("Own {}", unit.name));
                        Arc::new(Unit { id, name, ..Unit::clone(unit) })
                    };
                    let few = Catalogue { units: units.iter().map(renamed).collect(), ..written.clone() };
                    let text = yaml::to_string(&few).expect("a catalogue is written");
                    self.add_chosen("catalogue", place, text.as_bytes());
                    self.add_chosen("spreadsheet", place, spreadsheet::write(&ruleset, &[few]).0.as_bytes());
                }
            }
        }
    }

    /// The example lists in other forms.
    fn add_lists(&mut self) {
        for (number, list) in examples().into_iter().enumerate() {
            let json = serde_json::to_vec(&list).expect("a list is JSON");
            self.add_chosen("word", 0, share::word(&list).as_bytes());
            self.add_chosen("word", 1, &compress_to_vec(&json, 6));
            self.add_chosen("word", 2, &json);
            let Ok(JudgedList { ruleset, report, summary, needs }) = judge_in_full(built_in(), "", None, &list, None)
            else {
                continue;
            };
            let style = [Markup::Text, Markup::Markdown, Markup::Discord, Markup::Bbcode][number % 4];
            self.add("text", write(&ruleset, &list, &summary, &report, style).text);
            self.add("table", rows(&ruleset, &list, &summary, &report));
            self.add("roster", roster::write(&ruleset, &list, &summary).text);
            let owned = file_of(list.ruleset.clone(), None, &needs);
            self.add("collection", collection::text(owned).expect("a collection is written"));
            let text = yaml::to_string(&list).expect("a list is written").into_bytes();
            let packed = compress_to_vec_zlib(&text, 6);
            for (filter, content) in [("", text), ("/Filter/FlateDecode", packed)] {
                self.add("print", carrier(filter, &content));
            }
            self.add("list", json);
        }
    }

    fn add_calls(&mut self) {
        let calls: Vec<(String, Value)> = serde_json::from_str(CALLS).expect("JSON");
        let place = |name: &str| NAMES.iter().position(|known| *known == name);
        for (name, args) in &calls {
            self.add_chosen("call", place(name).expect("a call"), args.to_string().as_bytes());
        }
        for (number, list) in examples().into_iter().enumerate() {
            let mut add = |name: &str, args: Value| {
                self.add_chosen("call", place(name).expect("a call"), args.to_string().as_bytes());
            };
            let names = [
                "judge",
                "play",
                "overview",
                "picture",
                "candidates",
                "mends",
                "additions",
                "migrate",
                "write",
                "everywhere",
            ];
            add(names[number % names.len()], json!({"list": list}));
            let formats = ["text", "markdown", "discord", "bbcode", "lines", "csv", "ros", "word"];
            add("export", json!({"list": list, "to": formats[number % formats.len()], "open": number % 2 == 0}));
            if number % 8 == 0 {
                let submission = submission(&list);
                add("correct", json!({"list": list, "submission": submission}));
                add("versions", json!({"lists": [submission]}));
                add("verify", json!({"submission": submission, "code": "aaaaaaaaaaaaaaaa"}));
                add("compare", json!({"before": [submission], "after": [submission]}));
                for name in ["page", "table", "replies"] {
                    add(name, json!({"handed-in": [{"lists": [submission]}]}));
                }
            }
        }
    }

    fn add_prints(&mut self) {
        let place = |name: &str| PRINTS.iter().position(|known| *known == name).expect("a call that prints");
        let layouts = ["force-list", "stat-cards", "decks", "reference", "roster", "index"];
        for (number, list) in examples().into_iter().enumerate() {
            let (layout, paper) = (layouts[number % layouts.len()], ["A4", "Letter"][number % 2]);
            let print = json!({"list": list, "layouts": [layout], "paper": paper, "private": number % 4 < 2});
            self.add_chosen("paper", place(["print", "preview"][number / 6 % 2]), print.to_string().as_bytes());
            let many = json!({"lists": [submission(&list)], "layouts": [layout], "paper": paper});
            self.add_chosen("paper", place("print-many"), many.to_string().as_bytes());
        }
        let sheet = json!({
            "muster": 1, "kind": "campaign", "ruleset": "dw-2.5", "nation": "prussian-empire", "moment": "start",
            "stockpile": 3, "battle-groups": [{"name": "BG1", "force": "naval", "mfv": 800, "logistics": 1}],
        });
        let print = json!({"sheet": sheet, "paper": "A4", "private": true});
        self.add_chosen("paper", place("print-sheet"), print.to_string().as_bytes());
    }

    fn save(&self, folder: &Path) -> std::io::Result<()> {
        for (door, seeds) in &self.0 {
            let folder = folder.join(door);
            fs::create_dir_all(&folder)?;
            for (number, seed) in seeds.iter().enumerate() {
                fs::write(folder.join(number.to_string()), seed)?;
            }
        }
        let mut words = BTreeSet::new();
        for path in files(&root().join("schemas")) {
            collect(&serde_json::from_slice(&fs::read(path)?)?, &mut words);
        }
        let mut text = String::new();
        for word in HARD.iter().copied().chain(words.iter().map(String::as_str)) {
            writeln!(text, "\"{}\"", word.replace('"', "\\x22")).expect("memory has room");
        }
        fs::write(folder.join("words.dict"), text)
    }
}

/// The keys and words of a schema.
fn collect(value: &Value, words: &mut BTreeSet<String>) {
    let mut add = |word: &str| {
        if word.len() < 40 && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            words.insert(word.to_owned());
        }
    };
    match value {
        Value::Object(entries) => {
            for (key, inner) in entries {
                match (key.as_str(), inner) {
                    ("properties", Value::Object(properties)) => properties.keys().for_each(|name| add(name)),
                    ("enum", Value::Array(items)) => items.iter().filter_map(Value::as_str).for_each(&mut add),
                    ("const", Value::String(word)) => add(word),
                    _ => {}
                }
            }
            entries.values().for_each(|inner| collect(inner, words));
        }
        Value::Array(items) => items.iter().for_each(|inner| collect(inner, words)),
        _ => {}
    }
}

/// What a YAML file says that it is.
fn kind(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    text.lines().find_map(|line| line.strip_prefix("kind: ")).map(|kind| kind.trim().to_owned())
}

/// The lists among the examples.
fn examples() -> Vec<ArmyList> {
    let paths =
        files(&root().join("examples")).into_iter().filter(|path| path.extension().is_some_and(|it| it == "yaml"));
    let entries = paths.flat_map(|path| lists(&fs::read(path).expect("a file")));
    entries.filter_map(|entry| if let FileDocument::List(list, _) = entry { Some(*list) } else { None }).collect()
}

/// A list as it was handed in.
fn submission(list: &ArmyList) -> Submission {
    let report = judge_list(built_in(), "a.json", None, list, None);
    let came = Arrival { file: "a.json".to_owned(), is_plain: true, ..Arrival::default() };
    Submission {
        report,
        list: Some(Box::new(list.clone())),
        nation: list.nation.clone(),
        is_read: false,
        text: None,
        email: list.email.clone(),
        came,
    }
}

/// The folder of the repository. The folder of the package is just below it.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// A PDF whose catalogue names a list file, packed by this filter.
fn carrier(filter: &str, list: &[u8]) -> Vec<u8> {
    let length = list.len();
    let head = format!("<</Type/EmbeddedFile/Subtype/application#2Fyaml{filter}/Length {length}>>\nstream\n");
    let objects = [
        b"<</Type/Catalog/Names<</EmbeddedFiles<</Names[(a.yaml)2 0 R]>>>>>>".to_vec(),
        b"<</Type/Filespec/F(a.yaml)/EF<</F 3 0 R>>>>".to_vec(),
        [head.as_bytes(), list, b"\nendstream"].concat(),
    ];
    let (mut pdf, mut table) = (b"%PDF-1.7\n".to_vec(), "xref\n1 3\n".to_owned());
    for (number, object) in (1..).zip(objects) {
        table.push_str(&format!("{:010} 00000 n \n", pdf.len()));
        pdf.extend([format!("{number} 0 obj\n").as_bytes(), &object, b"\nendobj\n"].concat());
    }
    let end = format!("{table}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n{}\n%%EOF\n", pdf.len());
    [pdf, end.into_bytes()].concat()
}
