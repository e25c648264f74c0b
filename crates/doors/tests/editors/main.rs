//! An editor talks to the server: whole conversations over its input and output.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;
use std::io::{self, BufReader, Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use muster_app::App;
use muster_doors::{Drafts, serve_editor};
use muster_library::files::{DISK, DiskFiles, Files};
use muster_library::shelf::Shelf;
use serde_json::{Value, json};

/// What the server writes.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(more)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn framed(message: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{message}", message.len()).into_bytes()
}

/// The messages of the server to an editor that sends these bytes.
fn answers(input: Vec<u8>) -> Vec<Value> {
    let _ = &*DISK;
    let disk: Arc<dyn Files> = Arc::new(DiskFiles::default());
    let drafts = Arc::new(Drafts::new(&disk));
    let files: Arc<dyn Files> = Arc::clone(&drafts) as _;
    let app = App::new(Shelf::empty(&files).and_built_in());
    let written = Written::default();
    serve_editor(app, drafts, BufReader::new(Cursor::new(input)), written.clone()).unwrap();
    let bytes = written.0.lock().unwrap().clone();
    let mut messages = Vec::new();
    let mut left = bytes.as_slice();
    while let Some(head) = left.windows(4).position(|part| part == b"\r\n\r\n") {
        let header = std::str::from_utf8(&left[..head]).unwrap();
        let length: usize = header.trim_start_matches("Content-Length: ").parse().unwrap();
        messages.push(serde_json::from_slice(&left[head + 4..head + 4 + length]).unwrap());
        left = &left[head + 4 + length..];
    }
    messages
}

/// A conversation about one file. Questions have ids from 1.
fn conversation(uri: &str, text: &str, questions: &[(&str, Value)]) -> Vec<Value> {
    let mut messages = vec![
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}}),
        json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen",
               "params": {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}}),
    ];
    for (id, (method, params)) in (1..).zip(questions) {
        let mut params = params.clone();
        params["textDocument"] = json!({ "uri": uri });
        messages.push(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }
    answers(messages.iter().flat_map(|message| framed(&message.to_string())).collect())
}

fn result(messages: &[Value], id: u32) -> &Value {
    &messages.iter().find(|message| message["id"] == id).unwrap()["result"]
}

fn diagnostics(messages: &[Value]) -> &Vec<Value> {
    let told = messages.iter().rfind(|message| message["method"] == "textDocument/publishDiagnostics").unwrap();
    told["params"]["diagnostics"].as_array().unwrap()
}

/// Where `|` stands in a text, and the text without it.
fn marked(text: &str) -> (String, Value) {
    let (before, _) = text.split_once('|').unwrap();
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    (text.replacen('|', "", 1), json!({"position": {"line": line, "character": character}}))
}

/// The ids that are offered at `|`.
fn offered(uri: &str, text: &str) -> Vec<String> {
    let (text, params) = marked(text);
    let messages = conversation(uri, &text, &[("textDocument/completion", params)]);
    let items = result(&messages, 1).as_array().cloned().unwrap_or_default();
    items.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
}

const HEAD: &str = "muster: 1\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\n\
                    settings: {core: naval, theatre: water}\nsquadrons:\n";
const LIST: &str = "untitled:list";

#[test]
fn findings_stand_at_their_words() {
    let text =
        format!("{HEAD}  - {{unit: ruler-class-battleship, roles: [commodore]}}\n  - {{unit: tribal-class-cruser}}\n");
    let messages = conversation(LIST, &text, &[]);
    let unknown = diagnostics(&messages).iter().find(|one| one["code"] == "unknown-unit").unwrap();
    assert_eq!(unknown["range"]["start"], json!({"line": 7, "character": 11}), "{unknown}");
    assert_eq!(unknown["range"]["end"], json!({"line": 7, "character": 30}));
    assert!(unknown["message"].as_str().unwrap().contains("Tribal Class Cruiser"), "{unknown}");
    let broken = conversation(LIST, "muster: 1\nruleset: [", &[]);
    assert_eq!(diagnostics(&broken)[0]["severity"], 1);
}

#[test]
fn words_of_the_ruleset_are_offered() {
    assert!(offered(LIST, "ruleset: |").contains(&"dw-2.5".to_owned()));
    assert!(offered(LIST, "ruleset: dw-2.5\nnation: k|").contains(&"kingdom-of-britannia".to_owned()));
    for place in ["  - {unit: tri|", "  - unit: |", "  - {models: 2, unit: t|}\n"] {
        let units = offered(LIST, &format!("{HEAD}{place}"));
        assert!(units.contains(&"tribal-class-cruiser".to_owned()), "{place}: {units:?}");
        assert!(!units.iter().any(|unit| unit == "arminius-class-frigate"), "{units:?}");
    }
    let roles = offered(LIST, &format!("{HEAD}  - {{unit: ruler-class-battleship, roles: [|"));
    assert!(roles.contains(&"commodore".to_owned()), "{roles:?}");
    for place in
        ["  - {unit: tribal-class-cruiser, options: [|", "  - unit: tribal-class-cruiser\n    options:\n    - s|"]
    {
        let options = offered(LIST, &format!("{HEAD}{place}"));
        assert!(options.contains(&"stoic-crew".to_owned()), "{place}: {options:?}");
    }
    let consents = offered(LIST, &format!("consents: [|\n{HEAD}"));
    assert!(consents.contains(&"allies-one-block".to_owned()), "{consents:?}");
    let dropped = offered("untitled:overlay", "kind: overlay\nextends: {id: dw-2.5, version: ^1.0}\ndrop: [|");
    assert!(dropped.contains(&"cap-large".to_owned()), "{dropped:?}");
    assert!(offered(LIST, "name: |").is_empty());
}

#[test]
fn a_word_shows_its_card_or_its_page() {
    let hover = |text: &str| {
        let (text, params) = marked(text);
        let messages = conversation(LIST, &text, &[("textDocument/hover", params)]);
        result(&messages, 1)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let unit = hover(&format!("{HEAD}  - {{unit: tribal-class-|cruiser}}\n"));
    assert!(unit.starts_with("**Tribal Class Cruiser**") && unit.contains("stoic-crew"), "{unit}");
    let rule = hover(&format!("consents: [allies-|one-block]\n{HEAD}"));
    assert!(rule.contains("`allies-one-block`") && rule.contains("page"), "{rule}");
    assert_eq!(hover(&format!("name: not|hing\n{HEAD}")), "");
}

#[test]
fn errors_have_changes_that_mend_them() {
    let text = format!(
        "{HEAD}  - {{unit: ruler-class-battleship, roles: [commodore]}}\n  - {{unit: tribal-class-cruiser, models: 9}} # all\n"
    );
    let found = conversation(LIST, &text, &[]);
    let context = json!({"range": {"start": {"line": 7, "character": 0}, "end": {"line": 7, "character": 0}},
                         "context": {"diagnostics": diagnostics(&found)}});
    let messages = conversation(LIST, &text, &[("textDocument/codeAction", context)]);
    let actions = result(&messages, 1).as_array().unwrap();
    assert!(!actions.is_empty());
    let first = &actions[0];
    assert!(first["title"].as_str().unwrap().ends_with("(removes comments)"), "{first}");
    let edit = &first["edit"]["documentChanges"][0]["edits"][0];
    let mended = conversation(LIST, edit["newText"].as_str().unwrap(), &[]);
    assert!(diagnostics(&mended).iter().all(|one| one["severity"] != 1), "{first}");
}

#[test]
fn rules_are_judged_as_they_are_typed() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().canonicalize().unwrap().join("overlay.yaml");
    let good = "muster: 1\nkind: overlay\nid: wessex\nname: Wessex\nextends: {id: dw-2.5, version: ^1.0}\nbook: {title: W}\n\
                ban: {units: [attacker-class-frigate]}\n";
    fs::write(&path, good).unwrap();
    let uri = format!("file://{}", path.display());
    assert!(diagnostics(&conversation(&uri, good, &[])).is_empty());
    // The file on the disk is still the good one.
    let messages = conversation(&uri, &good.replace("frigate", "frigat"), &[]);
    let found = diagnostics(&messages);
    assert_eq!((&found[0]["severity"], &found[0]["range"]["start"]["line"]), (&json!(1), &json!(6)), "{found:?}");
    assert!(Path::new(&path).exists());
}

#[test]
fn whatever_an_editor_sends_is_survived() {
    let request = |id: u32, method: &str, params: Value| {
        framed(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string())
    };
    let open = framed(&json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "x", "text": 3}}}).to_string());
    let huge = format!("Content-Length: {}\r\n\r\n{}", 65 << 20, " ".repeat(65 << 20));
    let input = [
        request(1, "textDocument/hover", json!({})),
        b"garbage\r\n\r\nContent-Length: 7\r\n\r\ngarbage".to_vec(),
        huge.into_bytes(),
        request(2, "initialize", json!({"capabilities": {}})),
        open,
        request(
            3,
            "textDocument/hover",
            json!({"textDocument": {"uri": "y"}, "position": {"line": 9, "character": 9}}),
        ),
        request(4, "textDocument/rename", json!([])),
        request(5, "shutdown", json!(null)),
        request(6, "textDocument/hover", json!({})),
        b"Content-Length: 100\r\n\r\n{\"cut".to_vec(),
    ]
    .concat();
    let messages = answers(input);
    let code = |id: u32| messages.iter().find(|message| message["id"] == id).unwrap()["error"]["code"].clone();
    assert_eq!([code(1), code(4), code(6)], [json!(-32002), json!(-32601), json!(-32600)]);
    assert_eq!((result(&messages, 3), result(&messages, 5)), (&Value::Null, &Value::Null));
    assert!(result(&messages, 2)["capabilities"]["hoverProvider"].as_bool().unwrap());
    assert_eq!(messages.iter().filter(|message| message["error"]["code"] == -32700).count(), 2, "{messages:?}");
}
