//! Output on a terminal. Every command runs on a pseudo terminal, with data that contain control sequences.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tempfile::TempDir;

use crate::{LEGAL, folder, muster_with};

/// Control sequences as YAML and JSON escape them: foreign colours, a window title, C1 controls, a carriage return and
/// bidirectional controls.
const ORDERS: &str = r"\u001b[35;46m\u001b]0;own\u0007\u001b[2J\u009b31m\u0090x\u009c\u007f\u0008\r\u202e\u2066";

/// The control sequences themselves.
fn orders() -> String {
    serde_json::from_str(&format!("\"{ORDERS}\"")).unwrap()
}

/// A list with control sequences in every text.
fn hostile() -> String {
    let list = r#"
muster: 1
name: "Pond@"
player: "P@"
club: "C@"
email: "e@"
notes: "N@"
private-notes: "N@"
ruleset: tiny
nation: lakeland
mfv: 500
points: 7
consents: ["cap-large@"]
x-mine: {"key@": "value@"}
squadrons:
  - {unit: barge, id: "a@", name: "Barges@", models: 4, roles: ["captain@"], options: ["o@"]}
  - {unit: "dingy@", models: 3, notes: "N@", attached: [{unit: "x@", models: 1}]}
  - {unit: steamer, models: 2, name: "@", options: [{"stokers": 1}, {"p@": 2}]}
decks:
  flares: ["card@"]
"#;
    list.replace('@', ORDERS)
}

/// A placeholder for the name of the terminal.
const TERMINAL: &str = "the terminal";

/// Runs a command on a terminal. Returns what the terminal receives, and the exit status.
fn on_a_terminal(folder: &Path, rulesets: &Path, args: &[&str]) -> (String, i32) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let end = || OwnedFd::from(fs::File::options().read(true).write(true).open(&name).unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
        .current_dir(folder)
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .arg("--rulesets")
        .arg(rulesets)
        .args(args.iter().map(|arg| if *arg == TERMINAL { name.as_str() } else { arg }))
        .stdin(Stdio::null())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap();
    let reader = thread::spawn(move || {
        let mut got = Vec::new();
        // Linux reports an error when the other end of a pseudo terminal is closed.
        let _ = fs::File::from(master).read_to_end(&mut got);
        got
    });
    let status = child.wait().unwrap().code().unwrap();
    (String::from_utf8(reader.join().unwrap()).unwrap(), status)
}

/// The first control character in a text, ignoring our own colours, line ends and tabs.
fn drives(text: &str) -> Option<String> {
    // A pseudo terminal adds a carriage return before each line end, even if there is one already.
    let text = text.replace("\r\n", "\n").replace("\r\n", "\n");
    // A progress bar redraws its line.
    let text = text.replace("\r\u{1b}[2K", "");
    let mut rest = text.as_str();
    while let Some(at) = rest.find('\u{1b}') {
        let order = &rest[at + 1..];
        let length = order.find('m').unwrap_or(order.len());
        let is_ours = order.starts_with('[')
            && order[1..length].split(';').all(|number| number.parse::<u8>().is_ok())
            && !order[..length].contains("35;46");
        if !is_ours {
            return Some(rest[at.saturating_sub(40)..].chars().take(80).collect());
        }
        rest = &order[length..];
    }
    let drives = |letter: char| {
        let turns = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || letter.is_control() && !matches!(letter, '\n' | '\t' | '\u{1b}')
    };
    text.chars().find(|letter| drives(*letter)).map(|letter| format!("{letter:?} in {text}"))
}

/// The tests' ruleset with control sequences in its texts.
fn hostile_rulesets(to: &Path) {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            if from.is_dir() {
                copy(&from, &to);
                continue;
            }
            let mut text = fs::read_to_string(from).unwrap();
            for words in [
                "name: Barge",
                "name: Tiny Boats",
                "title: The Tiny Book",
                "summary: How much is in use.",
                "name: Dinghy",
                "name: Harpoon",
            ] {
                let (key, word) = words.split_once(": ").unwrap();
                text = text.replace(words, &format!("{key}: \"{word}{ORDERS}\""));
            }
            fs::write(to, text).unwrap();
        }
    }
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets"), to);
}

/// Files of every kind with control sequences in them.
fn hostile_files() -> TempDir {
    let hostile = hostile();
    let json = serde_json::to_string(&serde_json::json!({"muster": 1, "name": orders(), "ruleset": "tiny", "mfv": 500,
        "squadrons": [{"unit": format!("barge{}", orders()), "models": 3}]}))
    .unwrap()
    .replace('\u{7f}', r"\u007f");
    let json = json.replace('\u{9b}', r"\u009b").replace('\u{90}', r"\u0090").replace('\u{9c}', r"\u009c");
    let catalogue = format!(
        "kind: catalogue\nnation: lakeland\nsource: \"S{ORDERS}\"\nunits:\n- {{id: y, name: \"Yacht{ORDERS}\", points: 5, traits: {{size: \"small{ORDERS}\"}}, squadron: {{min: 1}}}}\n"
    );
    let sheet =
        format!("name,nation,points,size\n\"Yacht{0}\",lakeland,5,small\n\"Y{0}\",\"n{0}\",x,\"s{0}\"\n", orders());
    let good = format!("name,nation,points,size\n\"Yacht{}\",lakeland,5,small\n", orders());
    let files = [
        ("list.yaml", hostile.as_str()),
        ("list.json", &json),
        ("legal.yaml", &LEGAL.replace("Pond", &format!("\"Pond{ORDERS}\""))),
        ("words.yaml", &format!("{hostile}settings: {{\"level{ORDERS}\": low, level: \"low{ORDERS}\"}}\n")),
        ("unknown.yaml", &hostile.replace("ruleset: tiny", &format!("ruleset: \"tiny{ORDERS}\""))),
        ("key.yaml", &format!("muster: 1\n\"key{ORDERS}\": \"x{ORDERS}\"\n\"key{ORDERS}\": 1\nmfv: \"m{ORDERS}\"\n")),
        ("syntax.yaml", &format!("muster: [1, \"{ORDERS}\"\n{}: &x *y\n", orders())),
        ("raw.yaml", &format!("name: {}\n", orders())),
        ("catalogue.yaml", &catalogue),
        ("kind.yaml", &format!("kind: \"k{ORDERS}\"\n")),
        ("units.csv", &good),
        ("bad.csv", &sheet),
        ("text.txt", &format!("Pond{0}\n\n3x Barge [90 pts], o{0}\n4 Dingy{0}\n", orders())),
        ("bad.ros", &format!("<roster name=\"a{}\"><x></roster>", orders())),
        ("bad.cat", &format!("<catalogue name=\"a{}\"><x></catalogue>", orders())),
    ];
    folder(&files)
}

#[test]
fn no_command_lets_data_drive_a_terminal() {
    let folder = hostile_files();
    let strange = format!("strange{}.yaml", orders());
    fs::write(folder.path().join(&strange), "kind: overlay\n").unwrap();
    hostile_rulesets(&folder.path().join("hostile"));
    let lists = [
        "list.yaml",
        "list.json",
        "legal.yaml",
        "words.yaml",
        "unknown.yaml",
        "key.yaml",
        "syntax.yaml",
        "raw.yaml",
        "kind.yaml",
        "catalogue.yaml",
        &strange,
    ];
    let mut commands: Vec<Vec<&str>> = Vec::new();
    for list in lists {
        for format in ["human", "json", "jsonl", "csv"] {
            commands.push(vec!["check", list, "--format", format]);
        }
        for format in ["human", "json"] {
            commands.push(vec!["show", list, "--format", format]);
            commands.push(vec!["lint", list, "--format", format]);
        }
        for format in ["text", "markdown", "discord", "bbcode", "lines", "csv", "ros", "rosz", "word", "json"] {
            commands.push(vec!["export", list, "--to", format]);
        }
        commands.push(vec!["print", list, "-o", "/dev/null"]);
        commands.push(vec!["check", list, "-o", TERMINAL, "--format", "json"]);
    }
    commands.extend([
        vec!["check"],
        vec!["print", ".", "-o", "prints/"],
        vec!["import", "text.txt", "--ruleset", "tiny"],
        vec!["import", "bad.ros", "--ruleset", "tiny"],
        vec!["import", "bad.cat", "--ruleset", "dw-2.5"],
        vec!["import", "units.csv", "--ruleset", "tiny"],
        vec!["import", "bad.csv", "--ruleset", "tiny"],
        vec!["import", &strange],
        vec!["export", "catalogue.yaml", "--to", "csv", "--ruleset", "tiny"],
        vec!["check", "legal.yaml", "--units", "bad.csv"],
        vec!["check", "list.yaml", "--units", "units.csv"],
        vec!["rulesets"],
        vec!["rulesets", "--format", "json"],
        vec!["lint", "hostile/tiny/1"],
    ]);
    for format in ["human", "json"] {
        commands.extend([
            vec!["units", "tiny", "--format", format],
            vec!["rules", "tiny", "--format", format],
            vec!["explain", "tiny", "--format", format],
            vec!["explain", "tiny/barge", "--format", format],
            vec!["explain", "tiny/steamer", "--format", format],
            vec!["explain", "tiny/cap-large", "--format", format],
            vec!["explain", "tiny/lakeland", "--format", format],
        ]);
    }
    let unknown = format!("x{}", orders());
    commands.extend([
        vec!["explain", &unknown],
        vec!["units", "tiny", "--nation", &unknown],
        vec!["check", &unknown],
        vec!["check", "--format", &unknown],
        vec![&unknown],
    ]);
    let rulesets = folder.path().join("hostile");
    let driven: Vec<String> = commands
        .iter()
        .filter_map(|args| {
            let (got, _) = on_a_terminal(folder.path(), &rulesets, args);
            drives(&got).map(|how| format!("{args:?}: {how:?}"))
        })
        .collect();
    assert!(driven.is_empty(), "{} of {}:\n{}", driven.len(), commands.len(), driven.join("\n"));
    let (got, status) = on_a_terminal(folder.path(), &rulesets, &["check", "legal.yaml"]);
    assert!(status == 0 && got.contains("\u{1b}["), "colours are there: {got:?}");
    assert!(got.contains("Pond␛[35;46m"), "what a list says is shown: {got:?}");
}

/// On a terminal, many lists have a line each, unless the command line asks for more.
#[test]
fn many_lists_are_brief_on_a_terminal() {
    let illegal = LEGAL.replace("models: 3", "models: 4");
    let files: Vec<(String, &str)> = (0..21)
        .map(|number| (format!("{number:02}.yaml"), if number == 20 { illegal.as_str() } else { LEGAL }))
        .collect();
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets");
    let check = |number: usize, args: &[&str]| {
        let files: Vec<(&str, &str)> = files.iter().take(number).map(|(name, text)| (name.as_str(), *text)).collect();
        let folder = folder(&files);
        let (got, status) = on_a_terminal(folder.path(), &rulesets, &[&["check"], args].concat());
        (anstream::adapter::strip_str(&got).to_string().replace("\r\n", "\n"), status)
    };
    let (few, status) = check(20, &[]);
    assert!(status == 0 && few.contains("tiny 1.2.0, level high") && !few.contains("--full"), "{few}");
    let (many, status) = check(21, &[]);
    assert!(status == 1 && !many.contains("tiny 1.2.0, level high") && many.contains("--full"), "{many}");
    assert!(many.starts_with("illegal:      Pond") && many.contains("21 lists: 20 legal, 1 illegal"), "{many}");
    let (full, _) = check(21, &["--full"]);
    assert!(full.contains("tiny 1.2.0, level high") && full.contains("error[cap-large]"), "{full}");
    let (some, _) = check(21, &["--only", "illegal"]);
    assert!(some.contains("error[cap-large]") && some.contains("21 lists: 20 legal, 1 illegal"), "{some}");
}

/// Files and pipes receive the same bytes. What a terminal may not receive is shown or escaped there, too.
#[test]
fn what_goes_elsewhere_is_exact() {
    let folder = folder(&[("list.yaml", &hostile())]);
    for format in ["text", "markdown", "discord", "bbcode", "lines", "csv", "ros", "rosz", "word", "json"] {
        let piped = bytes_of(folder.path(), &["export", "list.yaml", "--to", format]);
        let ran = muster_with(folder.path(), "", &["export", "list.yaml", "--to", format, "-o", format]);
        assert_eq!(ran.status, 0, "{format}: {ran}");
        assert!(fs::read(folder.path().join(format)).unwrap() == piped, "{format}");
    }
    for format in ["human", "json", "jsonl", "csv"] {
        let piped = bytes_of(folder.path(), &["check", "list.yaml", "--format", format]);
        let file = format!("check.{format}");
        muster_with(folder.path(), "", &["check", "list.yaml", "--format", format, "-o", &file]);
        let written = fs::read(folder.path().join(file)).unwrap();
        assert!(written == piped, "{format}: {}", String::from_utf8_lossy(&piped));
        assert!(!String::from_utf8(written).unwrap().contains('\u{9b}'), "{format}");
    }
    let ran = muster_with(folder.path(), "", &["import", "rosz", "--ruleset", "tiny"]);
    assert_eq!(ran.status, 2, "an ending says what a file is: {ran}");
    fs::rename(folder.path().join("rosz"), folder.path().join("list.rosz")).unwrap();
    let ran = muster_with(folder.path(), "", &["import", "list.rosz", "--ruleset", "tiny"]);
    assert!(ran.out.contains("unit: barge"), "{ran}");
}

fn bytes_of(folder: &Path, args: &[&str]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets");
    command.current_dir(folder).arg("--rulesets").arg(rulesets).args(args).output().unwrap().stdout
}
