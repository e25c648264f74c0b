//! How much work calls take, counted in steps: the nastiest arguments stay within their budget, and what people really
//! send is far from it.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fmt::Write as _;
use std::path::Path;

use data_encoding::BASE64;
use muster_app::{App, call_within, effort_of};
use muster_engine::effort::Effort;
use muster_library::limits;
use serde_json::{Value, json};

/// The steps of a call, and its answer or fault.
fn steps(app: &App, name: &str, args: &Value) -> (u64, Value) {
    let args = args.to_string();
    // A call may be stopped only by its own steps, and the last spending of them may be large.
    let effort = effort_of(args.as_bytes());
    let answer = call_within(&effort, usize::MAX, app, name, args.as_bytes());
    let told = answer.map_or_else(|fault| json!(fault), |bytes| serde_json::from_slice(&bytes).unwrap());
    (effort.spent(), told)
}

/// The same without a bound.
fn all_steps(app: &App, name: &str, args: &Value) -> u64 {
    let effort = Effort::of(u64::MAX);
    let _ = call_within(&effort, usize::MAX, app, name, args.to_string().as_bytes());
    effort.spent()
}

fn listed(squadrons: &[Value]) -> Value {
    json!({"muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000, "squadrons": squadrons})
}

/// A text that grows with a number.
type Bomb = Box<dyn Fn(usize) -> String + Send>;

/// Texts that take much work for their length. Each grows with the number.
fn bombs() -> Vec<(&'static str, Bomb)> {
    let units = ["Ruler Class Battleship", "Tribal Class Cruiser", "Attacker Class Frigate", "Scout"];
    let entry = move |at: usize| format!("{} {} {} pts", at % 7 + 1, units[at % units.len()], at % 300);
    let lines = move |number: usize, line: &dyn Fn(usize) -> String| {
        (0..number).fold(String::new(), |mut text, at| {
            let _ = writeln!(text, "{}", line(at));
            text
        })
    };
    vec![
        ("a.txt", Box::new(move |number| lines(number * 20, &|_| String::new()))),
        ("a.txt", Box::new(move |number| lines(number, &entry))),
        ("a.txt", Box::new(move |number| lines(number, &|at| format!("Rulre Clas Batleship of the {at}th")))),
        ("a.txt", Box::new(move |number| lines(number, &|at| format!("so that was game {at}, and he was lucky.")))),
        ("a.txt", Box::new(move |number| vec![units.join(" "); number].join(" and "))),
        ("a.txt", Box::new(move |number| vec!["Kingdom of Britannia list"; number].join("\n\nTotal: 1000\n"))),
        (
            "a.csv",
            Box::new(move |number| {
                format!("Unit,Models,Points\n{}", lines(number, &|at| format!("{},3,50", units[at % 4])))
            }),
        ),
        ("a.csv", Box::new(move |number| format!("Unit,Models\n{}", ",".repeat(number * 20)))),
        ("a.yaml", Box::new(move |number| "muster: 1\nruleset: dw-2.5\nmfv: 100\n---\n".repeat(number))),
        ("a.yaml", Box::new(move |number| format!("a: &a [{}]\n{}", "1,".repeat(number), "b: *a\n".repeat(number)))),
        ("a.html", Box::new(move |number| format!("<html>{}", "<table><tr><td>".repeat(number)))),
        (
            "a.eml",
            Box::new(move |number| format!("From: {}\nTo: a@b.c\nSubject: x\n\nx", "=?utf-8?Q?a?=".repeat(number))),
        ),
    ]
}

#[test]
fn whatever_is_handed_in_stays_within_its_steps() {
    let app = App::default();
    // The bombs take the longest of all tests of this crate, so each has a thread.
    std::thread::scope(|threads| {
        for (place, (name, bomb)) in bombs().into_iter().enumerate() {
            let app = &app;
            threads.spawn(move || {
                for number in [100, 1_000, 10_000] {
                    stays_within_its_steps(app, &format!("bomb {place} with {number}"), name, &bomb(number));
                }
            });
        }
    });
}

fn stays_within_its_steps(app: &App, bomb: &str, name: &str, text: &str) {
    if text.len() as u64 > limits::FILE_BYTES {
        return;
    }
    let file = json!({"name": name, "text": text, "packed": false});
    for (call, args) in [
        ("submissions", json!({ "files": [file] })),
        ("import", json!({"text": BASE64.encode(text.as_bytes()), "packed": true, "file": name})),
    ] {
        let (spent, told) = steps(app, call, &args);
        // Once to find the lists and once to judge them. What is spent last may be more than what is left.
        let most = 2 * limits::HAND_IN_STEPS + limits::HAND_IN_STEPS / 2;
        assert!(spent <= most, "{call} of {bomb}: {spent} steps");
        assert!(told["code"] != "too-much", "{call} of {bomb}: {told}");
    }
}

#[test]
fn what_takes_too_much_work_becomes_a_row_that_says_so() {
    let app = App::default();
    let lines =
        |number: usize| json!({"files": [{"name": "a.txt", "text": "\n".repeat(number) + "x", "packed": false}]});
    let (_, told) = steps(&app, "submissions", &lines(limits::TEXT_LINES + 1));
    let why = &told["files"][0][0]["handed-in"]["no-list"]["why"];
    assert_eq!(why, "a text of more than 20000 lines: keep the part with the list");
    let mail = format!("From: {}\nTo: a@b.c\nSubject: x\n\nx", "=?utf-8?Q?a?=".repeat(300));
    let (_, told) = steps(&app, "submissions", &json!({"files": [{"name": "a.eml", "text": mail, "packed": false}]}));
    assert!(told["files"][0][0]["handed-in"]["no-list"]["why"].is_string(), "{told}");
}

#[test]
fn searches_stay_within_the_steps_of_a_call() {
    let app = App::default();
    let units = ["ruler-class-battleship", "tribal-class-cruiser", "attacker-class-frigate", "x"];
    for number in [25, 500, 2_000] {
        let squadrons: Vec<Value> =
            (0..number).map(|at| json!({"unit": units[at % 4], "models": at % 5 + 1})).collect();
        let list = listed(&squadrons);
        for (call, args) in [
            ("judge", json!({ "list": list })),
            ("play", json!({ "list": list })),
            ("candidates", json!({ "list": list })),
            ("attachables", json!({"list": list, "at": "/squadrons/0"})),
            ("mends", json!({"list": list, "most": 20})),
            ("additions", json!({ "list": list })),
            ("migrate", json!({ "list": list })),
        ] {
            let most = limits::CALL_STEPS + limits::CALL_STEPS_A_BYTE * args.to_string().len() as u64;
            let (spent, told) = steps(&app, call, &args);
            assert!(spent < most + most / 4, "{call} of {number} squadrons: {spent} steps");
            assert!(told["code"] != "too-much" || number > 500, "{call} of {number} squadrons: {spent} steps");
        }
    }
}

/// The examples of all forms and games take a small part of what they may.
#[test]
fn what_people_send_is_far_from_the_bounds() {
    let app = App::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/submissions");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let file =
            json!({"name": path.file_name().unwrap().to_string_lossy(), "text": BASE64.encode(&bytes), "packed": true});
        let spent = all_steps(&app, "submissions", &json!({ "files": [file] }));
        assert!(spent * 10 < limits::HAND_IN_STEPS, "{}: {spent} steps", path.display());
    }
}

#[test]
fn an_answer_that_is_too_large_is_not_written() {
    let app = App::default();
    let whole = call_within(&effort_of(b"{}"), usize::MAX, &app, "version", b"{}").unwrap();
    let within = |most: usize| call_within(&effort_of(b"{}"), most, &app, "version", b"{}");
    assert_eq!(within(whole.len()), Ok(whole.clone()));
    assert_eq!(within(whole.len() - 1).unwrap_err().code, "too-large");
}
