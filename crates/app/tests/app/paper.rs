//! Tests of printed lists, of lists as text, and of lists read from text.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use data_encoding::BASE64;
use muster_app::{App, call};
use serde_json::{Value, json};

const TEXTS: [&str; 6] = ["text", "markdown", "discord", "bbcode", "ros", "word"];

fn ask(name: &str, args: &Value) -> Result<Value, Value> {
    let answer = call(&App::default(), name, args.to_string().as_bytes());
    answer.map(|answer| serde_json::from_slice(&answer).unwrap()).map_err(|fault| serde_json::to_value(fault).unwrap())
}

/// A list with a private note.
fn list() -> Value {
    json!({
        "muster": 1, "name": "Patrol", "ruleset": {"id": "dw-2.5", "version": "^1.0.0"}, "nation": "kingdom-of-britannia",
        "mfv": 1000, "settings": {"core": "naval", "theatre": "water"}, "private-notes": "feign to the left",
        "squadrons": [
            {"unit": "ruler-class-battleship", "models": 1, "roles": ["commodore"]},
            {"unit": "tribal-class-cruiser", "models": 3, "options": ["stoic-crew"]},
        ],
    })
}

fn exported(to: &str, open: bool) -> String {
    ask("export", &json!({"list": list(), "to": to, "open": open})).unwrap()["text"].as_str().unwrap().to_owned()
}

/// The only list of an answer.
fn only(answer: Result<Value, Value>) -> Result<Value, Value> {
    let answer = answer?;
    assert_eq!(answer["lists"].as_array().map(Vec::len), Some(1), "{answer}");
    Ok(answer["lists"][0].clone())
}

fn imported(text: &str) -> Result<Value, Value> {
    only(ask("import", &json!({ "text": text })))
}

#[test]
fn what_is_exported_is_imported() {
    for to in TEXTS {
        let text = exported(to, false);
        let answer = imported(&text).unwrap();
        assert_eq!((&answer["doubts"], &answer["concluded"]), (&json!([]), &json!([])), "{to}: {text}");
        assert_eq!(answer["list"], list(), "{to}: {text}");
    }
    // `import` also reads the text of a list file.
    let file = ask("write", &json!({"list": list()})).unwrap()["text"].as_str().unwrap().to_owned();
    assert_eq!(imported(&file).unwrap()["list"], list());
}

#[test]
fn the_opponent_sees_no_private_notes() {
    for to in TEXTS {
        let list = imported(&exported(to, true)).unwrap()["list"].clone();
        assert_eq!((list.get("private-notes"), &list["squadrons"]), (None, &self::list()["squadrons"]), "{to}");
    }
    let print = |private| {
        let args = json!({"list": list(), "layouts": ["force-list"], "paper": "A4", "private": private});
        ask("print", &args).unwrap()["pdf"].as_str().unwrap().to_owned()
    };
    assert_ne!(print(false), print(true));
}

#[test]
fn pages_are_seen_as_they_print() {
    let all = ["force-list", "stat-cards", "decks", "reference", "roster"];
    let args =
        |layouts: &[&str], paper: &str| json!({"list": list(), "layouts": layouts, "paper": paper, "private": false});
    let pages = |layouts: &[&str], paper: &str| {
        ask("preview", &args(layouts, paper)).unwrap()["pages"].as_array().unwrap().clone()
    };
    let print = ask("print", &args(&all, "A4")).unwrap();
    let pdf = BASE64.decode(print["pdf"].as_str().unwrap().as_bytes()).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    let seen = pages(&all, "A4");
    assert!(seen.len() > pages(&["force-list"], "A4").len());
    assert!(seen.iter().all(|page| page.as_str().unwrap().starts_with("<svg")));
    assert_ne!(pages(&["roster"], "A4"), pages(&["roster"], "Letter"));
    assert_eq!(ask("preview", &args(&["posters"], "A4")).unwrap_err()["code"], "wrong-args");
    assert_eq!(ask("preview", &args(&["roster"], "A9")).unwrap_err()["code"], "wrong-args");
}

#[test]
fn text_of_others_says_what_it_does_not_mean() {
    let text = "3x Tribal Class Cruiser [225 pts]\n2x Trible Clas Cruisr\n";
    assert_eq!(imported("Of ships and seas").unwrap_err()["code"], "which-ruleset");
    let answer = only(ask("import", &json!({"text": text, "ruleset": "dw-2.5", "mfv": 1500}))).unwrap();
    assert_eq!(answer["list"]["squadrons"][0], json!({"unit": "tribal-class-cruiser", "models": 3, "points": 225}));
    assert_eq!((&answer["list"]["mfv"], &answer["doubts"][0]["line"]), (&json!(1500), &json!(2)));
    assert!(answer["doubts"][0]["help"].as_str().unwrap().contains("Tribal Class Cruiser"), "{answer}");
    assert_eq!(ask("import", &json!({"text": "Hello", "ruleset": "dw-2.5"})).unwrap_err()["code"], "no-units");
}

#[test]
fn what_is_meant_for_a_list_says_what_is_wrong_with_it() {
    let word = exported("word", false);
    let file = ask("write", &json!({"list": list()})).unwrap()["text"].as_str().unwrap().to_owned();
    for (text, part) in [
        (&word[..100], "cut off"),
        ("MUSTER:2:AAAA", "version 2"),
        (&file.replace("mfv:", "mvf:"), "line "),
        ("muster: 1\nkind: catalogue\n", "catalogue"),
    ] {
        let message = imported(text).unwrap_err()["message"].as_str().unwrap().to_owned();
        assert!(message.contains(part), "{message}");
    }
    let two = ask("import", &json!({"text": format!("{file}---\n{file}---\nmuster: 2\n")})).unwrap();
    assert_eq!((two["lists"].as_array().unwrap().len(), two["others"].as_array().unwrap().len()), (2, 1), "{two}");
    // Text from other tools may begin like XML.
    let flagged = json!({"text": "<:flag:12> Patrol\n3x Tribal Class Cruiser", "ruleset": "dw-2.5", "mfv": 500});
    assert_eq!(only(ask("import", &flagged)).unwrap()["list"]["squadrons"][0]["models"], 3);
}

#[test]
fn a_force_value_that_no_list_may_have_is_refused() {
    for mfv in [0, 1_000_001] {
        let refused = ask("import", &json!({"text": "a list", "mfv": mfv})).unwrap_err();
        assert_eq!(refused["code"], "wrong-args", "{mfv}");
        assert!(refused["message"].as_str().unwrap().contains("from 1 to 1000000"), "{mfv}: {refused}");
    }
}

#[test]
fn a_packed_roster_comes_in_base_64() {
    let packed = muster_exchange::battlescribe::roster::pack(&exported("ros", false));
    let file = |name: &str, bytes: &[u8]| {
        only(ask("import", &json!({"text": BASE64.encode(bytes), "file": name, "packed": true})))
    };
    assert_eq!(file("fleet.rosz", &packed).unwrap()["list"], list());
    // The cases: half an archive, something that is not an archive, and a web page.
    let no_lists: [(&str, &[u8]); 3] = [
        ("a.rosz", &packed[..packed.len() / 2]),
        ("b.rosz", b"PK\x03\x04"),
        ("c.xml", b"<?xml version=\"1.0\"?><html/>"),
    ];
    for (name, bytes) in no_lists {
        assert_eq!(file(name, bytes).unwrap_err()["code"], "no-list", "{name}");
    }
    // XML that would expand, and half a roster.
    for text in ["<!DOCTYPE r [<!ENTITY a \"b\">]><roster name=\"&a;\"/>", "<roster"] {
        assert_eq!(imported(text).unwrap_err()["code"], "faulty-list", "{text}");
    }
    assert_eq!(
        ask("import", &json!({"text": "%", "file": "a.pdf", "packed": true})).unwrap_err()["code"],
        "faulty-data"
    );
}
