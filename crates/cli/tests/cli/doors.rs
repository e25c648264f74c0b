//! The doors for other programs: `serve --stdio`, `serve --mcp` and `check --from jsonl`.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::{Value, json};

use crate::{LEGAL, RunResult, folder, muster_with};

fn rulesets() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets")
}

/// Starts the program with its input and output open.
fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    command.arg("--rulesets").arg(rulesets()).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the program, which answers while it reads.
fn ran(input: &str, args: &[&str]) -> RunResult {
    let mut child = start(args);
    let mut given = child.stdin.take().unwrap();
    let input = input.as_bytes().to_vec();
    let writer = thread::spawn(move || {
        // If the program refuses its arguments, it ends before it reads, and writing to it fails.
        let _ = given.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    RunResult { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// The answers to lines, by their ids.
fn told(lines: &[String]) -> BTreeMap<String, Value> {
    let ran = ran(&lines.join("\n"), &["serve", "--stdio"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran}");
    let answers = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    answers.map(|answer| (answer["id"].to_string(), answer)).collect()
}

/// The list as JSON on one line.
fn legal() -> Value {
    json!({
        "muster": 1, "name": "Pond", "ruleset": "tiny", "nation": "lakeland", "mfv": 500,
        "squadrons": [{"unit": "barge", "models": 3}, {"unit": "dinghy", "models": 4}],
    })
}

#[test]
fn a_call_gives_the_report_of_the_command() {
    let illegal = LEGAL.replace("models: 3", "models: 4");
    let files = [("a.yaml", LEGAL), ("b.yaml", &illegal), ("c.txt", "nothing")];
    let folder = folder(&files);
    let checked = muster_with(folder.path(), "", &["check", "a.yaml", "b.yaml", "c.txt", "--format", "json"]);
    let given: Vec<Value> = files.iter().map(|(name, text)| json!({"name": name, "text": text})).collect();
    let line = json!({"id": 7, "call": "check", "args": {"files": given}});
    let answer = &told(&[line.to_string()])["7"]["answer"];
    assert_eq!(*answer, serde_json::from_str::<Value>(&checked.out).unwrap());
    assert_eq!(answer["reports"].as_array().unwrap().len(), 3);
}

#[test]
fn whatever_line_comes_is_answered() {
    let fault = |line: &str| {
        let answers = told(&[line.to_owned(), r#"{"id":"after","call":"version"}"#.to_owned()]);
        assert!(answers["\"after\""]["answer"]["program"].is_string(), "{line}: {answers:?}");
        let (id, answer) = answers.iter().find(|(id, _)| *id != "\"after\"").unwrap();
        (id.clone(), answer["fault"]["code"].as_str().unwrap().to_owned())
    };
    let deep = format!("{{\"id\":1,\"call\":\"judge\",\"args\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    for (line, id, code) in [
        ("garbage", "null", "wrong-call"),
        (r#"{"id":1,"call":"vers"#, "null", "wrong-call"),
        ("[]", "null", "wrong-call"),
        ("{}", "null", "wrong-call"),
        (r#"{"id":1}"#, "1", "wrong-call"),
        (r#"{"id":1,"call":2}"#, "1", "wrong-call"),
        (r#"{"id":{},"call":"version"}"#, "null", "wrong-call"),
        (r#"{"id":1,"call":"version","arguments":{}}"#, "1", "wrong-call"),
        (r#"{"id":1,"api":2,"call":"version"}"#, "1", "wrong-version"),
        (r#"{"id":1,"jsonrpc":"2.0","method":"version"}"#, "1", "wrong-call"),
        (r#"{"id":1,"call":"explode"}"#, "1", "unknown-call"),
        (r#"{"id":1,"call":"version","args":[]}"#, "1", "wrong-args"),
        (r#"{"id":1,"call":"units","args":{"ruleset":"chess"}}"#, "1", "unknown-ruleset"),
        (&deep, "1", "wrong-args"),
        (&"x".repeat(65 << 20), "null", "too-large"),
    ] {
        let line_shown: String = line.chars().take(80).collect();
        assert_eq!(fault(line), (id.to_owned(), code.to_owned()), "{line_shown}");
    }
    assert_eq!(told(&["\u{feff}{\"id\": 1, \"call\": \"version\", \"api\": 1}\r".into(), "  ".into()]).len(), 1);
    assert!(told(&[]).is_empty());
}

#[test]
fn many_calls_at_once_have_their_own_answers() {
    let call = |number: u32| {
        let list = legal().to_string().replace("Pond", &format!("Pond {number}"));
        format!(r#"{{"id":{number},"call":"judge","args":{{"list":{list}}}}}"#)
    };
    let answers = told(&(0..200).map(call).collect::<Vec<_>>());
    assert_eq!(answers.len(), 200);
    for (number, answer) in answers {
        assert_eq!(answer["answer"]["report"]["name"], format!("Pond {number}"));
    }
}

#[test]
fn a_caller_that_goes_away_is_no_error() {
    for args in [&["serve", "--stdio"][..], &["check", "--from", "jsonl", "-", "--format", "jsonl"]] {
        let mut child = start(args);
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        let line = if args[0] == "serve" { r#"{"call":"version"}"#.to_owned() } else { legal().to_string() };
        // The input stays open, so the program ends because nobody reads.
        let _ = input.write_all((line.clone() + "\n").as_bytes());
        while child.try_wait().unwrap().is_none() {
            let _ = input.write_all((line.clone() + "\n").as_bytes());
        }
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[test]
fn reports_come_while_lists_are_still_to_come() {
    let mut child = start(&["check", "--from", "jsonl", "-", "--format", "jsonl"]);
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for number in 0..3 {
        writeln!(input, "{}", legal()).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let report: Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&report["document"], &report["verdict"]), (&json!(number), &json!("legal")));
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn lines_are_judged_in_their_order() {
    let mut illegal = legal();
    illegal["squadrons"][0]["models"] = json!(4);
    let lines: String = (0..3000)
        .map(|number| match number % 4 {
            0 => format!("{}\n", legal()),
            1 => format!("{illegal}\n"),
            2 => format!("{}\n", json!(LEGAL)),
            _ => "{\"muster\": 1, \"ruleset\": \n".to_owned(),
        })
        .collect();
    let ran = ran(&lines, &["check", "--from", "jsonl", "-", "--format", "jsonl"]);
    assert_eq!((ran.status, ran.err.as_str()), (2, ""));
    let reports: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), 3000);
    for (number, report) in reports.iter().enumerate() {
        let verdict = ["legal", "illegal", "legal", "unreadable"][number % 4];
        assert_eq!((&report["document"], &report["verdict"]), (&json!(number), &json!(verdict)));
        if verdict != "legal" {
            assert_eq!(report["findings"][0]["line"], number + 1, "{report}");
        }
    }
}

#[test]
fn a_wrong_line_stops_no_other() {
    let long = format!("{{\"name\": \"{}\"}}", "x".repeat(9 << 20));
    let input = ["\u{feff}1", "", "[]", "\"nothing\"", &long, "\u{0}", &legal().to_string()].join("\r\n");
    let ran = ran(&input, &["check", "--from", "jsonl", "-", "--format", "jsonl"]);
    let reports: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = reports
        .iter()
        .map(|report| {
            let rule = report["findings"][0]["rule"].as_str().unwrap_or_default();
            (report["document"].as_u64().unwrap(), report["verdict"].as_str().unwrap(), rule)
        })
        .collect();
    assert_eq!(
        told,
        [
            (0, "unreadable", "syntax"),
            (2, "unreadable", "syntax"),
            (3, "unreadable", "wrong-kind"),
            (4, "unreadable", "too-large"),
            (5, "unreadable", "syntax"),
            (6, "legal", ""),
        ]
    );
}

#[test]
fn lines_need_a_file() {
    assert_eq!(ran("", &["check", "--from", "jsonl"]).status, 2);
    let ran =
        muster_with(folder(&[("a/b", "")]).path(), "", &["check", "--from", "jsonl", "a", "c", "--format", "jsonl"]);
    assert_eq!((ran.status, ran.out.lines().count()), (2, 2), "{ran}");
}

/// Sends requests to the assistants' door after the greeting of the protocol, and returns the answers by their ids.
fn assisted(requests: &[(&str, Value)]) -> BTreeMap<i64, Value> {
    let greeting = json!({
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
    });
    let mut lines = vec![
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": greeting}).to_string(),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string(),
    ];
    for (id, (method, params)) in (1..).zip(requests) {
        lines.push(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
    }
    let mut child = start(&["serve", "--mcp"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut answers = BTreeMap::new();
    let mut read = |answers: &mut BTreeMap<i64, Value>| {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        answers.insert(answer["id"].as_i64().unwrap(), answer);
    };
    // As an assistant does: the greeting is answered before anything is asked.
    writeln!(input, "{}", lines.remove(0)).unwrap();
    read(&mut answers);
    for line in lines {
        writeln!(input, "{line}").unwrap();
    }
    for _ in requests {
        read(&mut answers);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    answers
}

#[test]
fn assistants_get_the_answers_of_the_calls() {
    let tool = |name: &str, arguments: Value| ("tools/call", json!({"name": name, "arguments": arguments}));
    let illegal = LEGAL.replace("models: 3", "models: 4");
    let answers = assisted(&[
        ("tools/list", json!({})),
        tool("judge_list", json!({"list": illegal})),
        tool("fix", json!({"list": illegal})),
        tool("compare", json!({"before": LEGAL, "after": illegal})),
        tool("units", json!({"ruleset": "tiny", "text": "barge"})),
        tool("explain", json!({"ruleset": "tiny", "rule": "no-such-rule"})),
        tool("judge_list", json!({"text": LEGAL})),
        tool("judge_list", json!({"list": "x".repeat(2 << 20)})),
        tool("explode", json!({})),
        tool("judge_list", json!({"list": 3})),
        tool("compare", json!({"before": LEGAL, "after": "muster: 1\nmfv: x\n"})),
    ]);
    assert_eq!(answers[&0]["result"]["serverInfo"]["name"], "muster");
    let tools = answers[&1]["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["judge_list", "explain", "units", "fix", "compare"]);
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
    }
    let content = |id: i64| &answers[&id]["result"]["structuredContent"];
    let folder = folder(&[("list", &illegal)]);
    let checked = muster_with(folder.path(), "", &["check", "list", "--format", "json"]);
    assert_eq!(*content(2), serde_json::from_str::<Value>(&checked.out).unwrap());
    // Clients without structured content read the same as text.
    let text = answers[&2]["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), *content(2));
    assert_eq!(content(3)["lists"][0]["mends"][0]["verdict"], "legal");
    assert_eq!(content(4)["lists"][0]["outcome"], "changed");
    assert_eq!(content(5)["units"][0]["id"], "barge");
    for (id, code) in [(6, "unknown-rule"), (7, "wrong-args"), (8, "wrong-args"), (10, "wrong-args"), (11, "no-list")] {
        assert_eq!((content(id)["code"].as_str(), &answers[&id]["result"]["isError"]), (Some(code), &true.into()));
    }
    assert!(answers[&9]["error"]["message"].as_str().unwrap().contains("explode"), "{}", answers[&9]);
}

#[test]
fn an_assistant_that_says_nothing_or_garbage_ends_the_program() {
    assert_eq!(ran("", &["serve", "--mcp"]).status, 0);
    for garbage in ["garbage\n", "[1,2]\n", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"par"] {
        let ran = ran(garbage, &["serve", "--mcp"]);
        assert!(!ran.err.contains("panicked"), "{garbage}: {ran}");
    }
}
