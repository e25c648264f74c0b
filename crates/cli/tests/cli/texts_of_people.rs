//! Every command shows the names and notes of people on one line, and hides no letter of them, in every format. The tests ask
//! the program for its commands and formats, so they try a new one too.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use muster_engine::plain::is_plain;
use muster_exchange::sealed::{EventKeys, is_sealed};
use muster_exchange::unpack::{PartContent, unpack};
use serde_json::Value;

use crate::{RunResult, folder, plainly};

/// Characters that end a line, control a terminal, turn the direction of writing, or are seen by nobody.
const ODD: [char; 25] = [
    '\n',
    '\r',
    '\0',
    '\u{8}',
    '\u{b}',
    '\u{c}',
    '\u{1b}',
    '\u{1c}',
    '\u{7f}',
    '\u{85}',
    '\u{9b}',
    '\u{ad}',
    '\u{200b}',
    '\u{200d}',
    '\u{200f}',
    '\u{2028}',
    '\u{2029}',
    '\u{202e}',
    '\u{2060}',
    '\u{2066}',
    '\u{3164}',
    '\u{feff}',
    '\u{fe0f}',
    '\u{fffc}',
    '\u{e0041}',
];

/// Stands behind each odd character. A line that begins with it is one that a person began.
const MARK: &str = "!3";

/// A name that holds all odd characters except those in `without`.
fn odd(without: &[char]) -> String {
    let letters = ODD.iter().filter(|letter| !without.contains(letter));
    letters.fold("Anna".to_owned(), |name, letter| format!("{name}{letter}{MARK}"))
}

/// A text as JSON in ASCII.
fn quoted(text: &str) -> String {
    let letters = text.encode_utf16().map(|unit| match u8::try_from(unit) {
        Ok(letter @ (b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b' ' | b'!')) => char::from(letter).to_string(),
        _ => format!("\\u{unit:04x}"),
    });
    format!("\"{}\"", letters.collect::<Vec<_>>().concat())
}

/// Files in which people wrote such texts wherever they may write anything.
fn files() -> Vec<(String, String)> {
    let name = quoted(&odd(&[]));
    let list = format!(
        r#"{{"muster": 1, "name": {name}, "player": {name}, "club": {name}, "email": {name}, "notes": {name},
"private-notes": {name}, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000, "consents": [{name}],
"overlays": [{name}], "settings": {{"core": "naval", "theatre": "water", "tac-format": "tactical"}},
"squadrons": [
  {{"unit": "ruler-class-battleship", "name": {name}, "roles": ["commodore"], "id": {name}, "notes": {name}}},
  {{"unit": "tribal-class-cruiser", "models": 3, "carries": [{name}], "private-notes": {name}, "x-{MARK}": {name}}},
  {{"unit": "attacker-class-frigate", "models": 4, "brought-by": {name}, "name": {name}, "options": [{name}]}},
  {{"unit": {name}, "models": 2}}],
"decks": {{"tacs": [{name}, {{"card": {name}, "type": "generic", "cost": 1}}]}}, "x-{MARK}": {name}}}"#
    );
    // A list that cannot be read.
    let of_wrong = format!(r#""models": 2, "mark": {name}, "nation": {name}, "slot": {name}, "allocation": {name}}}"#);
    let wrong = list.replacen(r#""models": 2}"#, &of_wrong, 1).replacen("\"generic\"", &name, 1);
    let groups = format!(
        r#"{{"muster": 1, "name": {name}, "player": {name}, "ruleset": "fleet-action", "nation": "prussian-empire",
"mfv": 500, "groups": [{{"kind": "core", "name": {name}, "notes": {name},
  "squadrons": [{{"unit": "havel-light-carrier", "name": {name}, "roles": ["lead"]}}]}}]}}"#
    );
    let key = EventKeys::random().public().next().unwrap();
    let event = format!(
        r#"{{"muster": 1, "kind": "overlay", "id": "cup", "name": {name}, "extends": {{"id": "dw-2.5"}},
"book": {{"title": {name}}}, "key": "{key}", "consents": ["mfv-cap", "from-list"], "prices": {{"attacker-class-frigate": 1}},
"ban": {{"cards": [{name}]}}, "rules": [{{"id": "cap-large", "title": {name}}}]}}"#
    );
    let units = format!(
        r#"{{"kind": "catalogue", "source": {name}, "nation": "kingdom-of-britannia", "units": [
{{"id": "monitor", "name": {name}, "points": 70, "traits": {{"size": "small", "type": "naval"}},
 "squadron": {{"min": 1, "max": 4}}}}]}}"#
    );
    let words: String = odd(&['\n', '\0']);
    let posted =
        format!("{words}\nPlayer: {words}\nKingdom of Britannia, 1000 points\n\n3 Tribal Cruisers {words}\n{words}\n");
    let encoded = words.bytes().map(|byte| format!("={byte:02X}")).collect::<Vec<_>>().concat();
    let mail = format!(
        "From: =?utf-8?Q?{encoded}?= <anna@example.org>\nSubject: =?utf-8?Q?{encoded}?=\nMIME-Version: 1.0\n\
         Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain; charset=utf-8\n\n{posted}\n--B\n\
         Content-Type: application/json\nContent-Disposition: attachment; filename*=utf-8''{}.json\n\n{list}\n--B--\n",
        encoded.replace('=', "%")
    );
    let later = list.replacen("\"models\": 3", "\"models\": 2", 1);
    let file = |text: String| format!("{text}\n");
    let mut files: Vec<(String, String)> = [
        ("in/list.json", list.clone()),
        ("in/wrong.json", wrong),
        ("in/groups.json", groups),
        ("in/mail.eml", mail),
        ("in/posted.txt", posted),
        ("later/list.json", later),
        ("cup.yaml", event),
        ("units.yaml", units),
    ]
    .into_iter()
    .map(|(name, text)| (name.to_owned(), file(text)))
    .collect();
    if cfg!(unix) {
        files.push((format!("in/{}.json", odd(&['\0'])), file(list)));
    }
    files
}

/// What each command is tried with, except for the formats that it names itself. Those without any show nothing that a person
/// wrote.
fn commands() -> BTreeMap<&'static str, Vec<Vec<&'static str>>> {
    BTreeMap::from([
        ("check", vec![vec!["in"], vec!["in", "--event", "cup.yaml", "--units", "units.yaml"], vec!["in/own.txt"]]),
        (
            "explain",
            vec![vec!["dw-2.5/monitor", "--units", "units.yaml"], vec!["dw-2.5/cap-large", "--event", "cup.yaml"]],
        ),
        (
            "show",
            vec![
                vec!["in/list.json"],
                vec!["in/wrong.json"],
                vec!["in/groups.json"],
                vec!["in/posted.txt", "--event", "cup.yaml"],
            ],
        ),
        ("fix", vec![vec!["in/list.json"], vec!["in/list.json", "-o", "fixed.yaml"]]),
        ("complete", vec![vec!["in/groups.json"]]),
        ("collection", vec![vec!["in"]]),
        ("rulesets", vec![vec!["--event", "cup.yaml"]]),
        ("units", vec![vec!["dw-2.5", "monitor", "--units", "units.yaml"]]),
        ("rules", vec![vec!["dw-2.5", "fire", "--event", "cup.yaml"]]),
        ("lint", vec![vec!["cup.yaml"], vec!["units.yaml"]]),
        (
            "import",
            vec![
                vec!["in/mail.eml"],
                vec!["in/posted.txt"],
                vec!["in/posted.txt", "--explain"],
                vec!["in/own.txt"],
                vec!["in", "-o", "imported"],
            ],
        ),
        ("export", vec![vec!["in/list.json"], vec!["in/groups.json"], vec!["in/list.json", "--open"]]),
        ("print", vec![vec!["in/list.json", "in/groups.json", "--private", "-o", "all.pdf"]]),
        ("reply", vec![vec!["in", "-o", "mails"]]),
        ("compare", vec![vec!["in", "later"]]),
        ("diff", vec![vec!["cup.yaml", "--lists", "in/list.json"]]),
        ("test", vec![vec!["in"], vec!["in", "--event", "cup.yaml"]]),
        ("migrate", vec![vec!["in/list.json"], vec!["in/list.json", "-o", "moved.json"]]),
        ("seal", vec![vec!["in/list.json", "--event", "cup.yaml", "-o", "sealed.muster"]]),
        ("verify", vec![vec!["abcdefghijklmnop-abcdefghijklmnop", "in/list.json"]]),
        (
            "report",
            vec![
                vec!["in/list.json", "--expect", "legal", "--why", "\u{202e}!3\n!3"],
                vec!["in/groups.json", "--expect", "illegal", "--golden"],
                vec!["in/own.txt", "--expect", "legal", "-o", "case.yaml"],
                vec!["told.yaml"],
                vec!["told.yaml", "--golden"],
            ],
        ),
        ("freeze", vec![vec!["in/list.json", "in/groups.json", "-o", "event.muster"]]),
        ("new", vec![]),
        ("serve", vec![]),
        ("lsp", vec![]),
        ("licences", vec![]),
    ])
}

/// The commands that the program has.
fn named(help: &str) -> Vec<&str> {
    let (_, commands) = help.split_once("\nCommands:\n").unwrap();
    // A line that goes on with a description is indented further.
    let begins = |line: &'_ str| line.strip_prefix("  ").is_some_and(|rest| !rest.starts_with(' '));
    let lines = commands.lines().take_while(|line| !line.is_empty()).filter(|line| begins(line));
    lines.filter_map(|line| line.split_whitespace().next()).collect()
}

/// The options of a command that take one of several words, with these words.
fn choices(help: &str) -> Vec<(&str, Vec<&str>)> {
    let words: Vec<&str> = help.split_whitespace().collect();
    let is_option = |word: &&&str| word.starts_with("--") && word.len() > 2;
    let begins = |pair: &[&str]| pair == ["[possible", "values:"];
    let mut choices = Vec::new();
    for at in (0..words.len().saturating_sub(1)).filter(|at| begins(&words[*at..*at + 2])) {
        let Some(option) = words[..at].iter().rev().find(is_option) else { continue };
        let end = words[at..].iter().position(|word| word.ends_with(']')).map_or(words.len(), |end| at + end + 1);
        choices.push((*option, words[at + 2..end].iter().map(|word| word.trim_end_matches([',', ']'])).collect()));
    }
    choices
}

/// Fails if a person's text is not on its line, or not seen. `from` says what shows the text.
fn is_shown_well(text: &str, from: &str) {
    is_seen(text, from);
    for line in text.lines() {
        let begin = line.trim_start_matches([' ', '\t', '*', '-', '>', '|', '#', ':', '"', '\u{2022}', '\u{2502}']);
        assert!(!begin.starts_with(MARK), "{from}: {line:?} of\n{text}");
    }
}

/// Fails if not all of a text is seen.
fn is_seen(text: &str, from: &str) {
    // Where a forum could take a name for an address, Muster itself breaks the name.
    let broken = ["@", "#", ".", ":", "/", "\\", "["].map(|mark| format!("{mark}\u{200b}"));
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line).replace('\t', " ");
        let line = broken.iter().fold(line, |line, broken| line.replace(broken, ""));
        assert!(is_plain(&line), "{from}: {line:?} of\n{text}");
    }
}

/// Checks a file that a command wrote.
fn is_written_well(path: &Path, from: &str) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let from = format!("{from}, {name}");
    assert!(is_plain(&name), "{from}: {name:?}");
    let bytes = fs::read(path).unwrap();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("pdf") => {
            let out = std::process::Command::new("pdftotext").args(["-layout"]).arg(path).arg("-").output().unwrap();
            // Pages end with a form feed. Muster itself lets long words break, wherever the column ends.
            is_seen(&String::from_utf8(out.stdout).unwrap().replace(['\u{c}', '\u{200b}'], "\n"), &from);
        }
        Some("eml") => {
            for part in unpack("mail.eml", &bytes) {
                let sender = part.sender.unwrap_or_default();
                is_shown_well(&sender.subject.unwrap_or_default(), &from);
                if let PartContent::Text(text) = part.content {
                    is_shown_well(&text, &from);
                }
            }
            // Encoded lines break anywhere.
            is_seen(&String::from_utf8(bytes).unwrap(), &from);
        }
        Some("muster") if is_sealed(&bytes) => {}
        Some("rosz" | "muster") => {
            let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
            for place in 0..archive.len() {
                let mut file = archive.by_index(place).unwrap();
                let inside = file.name().unwrap().into_owned();
                let mut text = String::new();
                std::io::Read::read_to_string(&mut file, &mut text).unwrap();
                // Lists are kept as they came.
                if !["list.json", "groups.json"].contains(&inside.as_str()) {
                    is_shown_well(&text, &format!("{from}/{inside}"));
                }
            }
        }
        _ => is_shown_well(&String::from_utf8(bytes).unwrap(), &from),
    }
}

/// All files below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
}

#[test]
fn what_people_write_stays_on_its_line_and_is_seen() {
    let files = files();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = folder(&files);
    let here = folder.path();
    let run = |args: &[&str]| -> RunResult {
        let ran = plainly(here, args);
        let from = args.join(" ");
        assert!((0..3).contains(&ran.status), "{from}: {ran}");
        is_shown_well(&ran.out, &from);
        is_shown_well(&ran.err, &from);
        ran
    };
    // A text of Muster that a person changed.
    let own =
        run(&["export", "in/list.json", "--to", "text"]).out.replace(" points)", &format!(" points{})", odd(&['\n'])));
    fs::write(here.join("in/own.txt"), own).unwrap();
    // A case with texts of a person wherever it may hold some.
    let why = odd(&['\0']);
    run(&[
        "report",
        "in/list.json",
        "--expect",
        "legal",
        "--page",
        &why,
        "--why",
        &why,
        "--event",
        "cup.yaml",
        "-o",
        "told.yaml",
    ]);
    let given = below(here);
    let commands = commands();
    let help = plainly(here, &["-h"]);
    let mut tried = 0;
    for command in named(&help.out) {
        let ways =
            commands.get(command).unwrap_or_else(|| panic!("say with which texts of people `{command}` is tried"));
        let help = plainly(here, &[command, "-h"]);
        for way in ways {
            let mut all = vec![Vec::new()];
            for (option, values) in choices(&help.out) {
                all.extend(values.iter().map(|value| vec![option, *value]));
            }
            for choice in all {
                let is_written = way.contains(&"-o");
                let mut args = [&[command], way.as_slice(), choice.as_slice()].concat();
                if command == "export" && choice.is_empty() {
                    continue;
                }
                if is_written && command != "import" {
                    args.push("--force");
                }
                if choice == ["--to", "rosz"] {
                    args.extend(["-o", "packed.rosz"]);
                }
                let ran = run(&args);
                assert!(
                    ran.status == 2 || is_written || !ran.out.is_empty() || args.contains(&"-o"),
                    "{args:?}: {ran}"
                );
                for path in below(here).into_iter().filter(|path| !given.contains(path)) {
                    is_written_well(&path, &args.join(" "));
                    fs::remove_file(path).unwrap();
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 80, "{tried}");
}

/// Whatever people call things comes back from every format that keeps names, or can be read in its place.
#[test]
fn names_come_back() {
    let name = odd(&[]);
    let list = format!(
        r#"{{"muster": 1, "name": {0}, "player": {0}, "club": {0}, "notes": {0}, "ruleset": "dw-2.5", "mfv": 1000,
"nation": "kingdom-of-britannia", "settings": {{"core": "naval", "theatre": "water"}},
"squadrons": [{{"unit": "ruler-class-battleship", "name": {0}, "roles": ["commodore"]}}]}}"#,
        quoted(&name)
    );
    let folder = folder(&[("list.json", &list)]);
    let help = plainly(folder.path(), &["export", "-h"]);
    let formats = choices(&help.out).into_iter().find(|(option, _)| *option == "--to").unwrap().1;
    assert!(formats.len() > 9, "{formats:?}");
    for format in formats {
        let file = format!("out.{format}");
        let ran = plainly(folder.path(), &["export", "list.json", "--to", format, "-o", &file]);
        assert_eq!(ran.status, 0, "{format}: {ran}");
        let ran = plainly(folder.path(), &["import", &file]);
        let read = muster_library::yaml::documents(&ran.out).remove(0).unwrap();
        let read: &Value = read.value();
        let squadron = &read["squadrons"][0];
        assert_eq!(squadron["unit"], "ruler-class-battleship", "{format}: {ran}");
        // Lines have no names. A table has them as they are shown. XML forbids some characters.
        let wanted = match format {
            "lines" => continue,
            "csv" => muster_engine::plain::plain(&name).into_owned(),
            "ros" | "rosz" => name
                .chars()
                .map(|letter| if "\n\r\t".contains(letter) || letter >= ' ' { letter } else { '\u{fffd}' })
                .collect(),
            _ => name.clone(),
        };
        assert_eq!(
            (&read["name"], &squadron["name"]),
            (&Value::from(wanted.as_str()), &Value::from(wanted)),
            "{format}"
        );
        if !matches!(format, "csv") {
            assert_eq!(
                (&read["player"], &read["notes"]),
                (&Value::from(name.as_str()), &Value::from(name.as_str())),
                "{format}"
            );
        }
    }
}
