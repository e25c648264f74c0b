//! Tests with real requests over real sockets.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use muster_app::{App, NAMES};
use muster_server::{ConnectionLimits, Server, ServerOptions, StartFailure};
use serde_json::{Value, json};

/// One server for all tests, with an additional allowed host name.
fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        // Tests that run at once must not take places from each other, however slow the machine is.
        let limits = ConnectionLimits { patience: Duration::from_hours(1), ..ConnectionLimits::default() };
        let options = ServerOptions {
            port: 0,
            allow_hosts: vec!["Table.example".to_owned()],
            allow_origins: vec!["https://Club.example/".to_owned()],
            limits,
            ..ServerOptions::default()
        };
        let server = Server::bind(&options).unwrap();
        let address = server.address();
        thread::spawn(move || server.run(Arc::new(App::default())));
        address
    })
}

/// A response: status, headers and body.
struct HttpAnswer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl HttpAnswer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    fn header(&self, name: &str) -> Option<String> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    }
}

/// Sends bytes and reads until the server closes the connection.
fn send(bytes: &[u8]) -> HttpAnswer {
    let mut stream = TcpStream::connect(address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    // A server that refuses a request may close before it has read everything.
    let _ = stream.write_all(bytes);
    let mut read = Vec::new();
    let _ = stream.read_to_end(&mut read);
    let end = read.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(read.len());
    let head = String::from_utf8_lossy(&read[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    HttpAnswer { status, head, body: read.get(end + 4..).unwrap_or_default().to_vec() }
}

fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> HttpAnswer {
    let own = address().to_string();
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        let _ = write!(head, "Host: {own}\r\n");
    }
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    if !body.is_empty() || method == "POST" {
        let _ = write!(head, "Content-Length: {}\r\n", body.len());
    }
    send(&[head.as_bytes(), b"\r\n", body].concat())
}

fn call(name: &str, args: &Value) -> HttpAnswer {
    request("POST", &format!("/api/{name}"), &[("Content-Type", "application/json")], args.to_string().as_bytes())
}

fn fleet() -> Value {
    json!({
        "muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000,
        "squadrons": [{"unit": "ruler-class-battleship", "roles": ["commodore"]}],
    })
}

const CUP: &str = "muster: 1\nkind: overlay\nid: cup\nextends: dw-2.5\nfixes: {mfv: 1000}\n";
/// A public key.
const KEY: &str = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";

const OWN: &str = "kind: catalogue\nsource: Own units.\nunits:\n- {id: kraken, name: Kraken}";

#[test]
fn every_call_is_answered() {
    let files = json!([{"name": "a.json", "text": fleet().to_string(), "packed": false}]);
    let submission =
        call("submissions", &json!({ "files": files })).json()["files"][0][0]["handed-in"]["lists"][0].clone();
    let sheet = json!({"muster": 1, "kind": "campaign", "ruleset": "dw-2.5", "stockpile": 3});
    for name in NAMES {
        let args = match *name {
            "units" | "special-rules" | "units-sheet" | "starters" => json!({"ruleset": "fleet-action"}),
            "read-units" => {
                json!({"ruleset": "fleet-action", "files": [{"name": "own.csv", "text": "x", "packed": false}]})
            }
            "change-units" => json!({"ruleset": "fleet-action", "change": {"keep": {"name": "Kraken"}}}),
            "own-unit" => json!({"ruleset": "fleet-action", "text": OWN, "unit": "kraken"}),
            "read" => json!({"text": "muster: 1"}),
            "export" => json!({"list": fleet(), "to": "word", "open": true}),
            "import" => json!({"text": fleet().to_string()}),
            "print" | "preview" => json!({"list": fleet(), "layouts": ["roster"], "paper": "A4", "private": false}),
            "write" | "judge" | "candidates" | "mends" | "additions" | "overview" | "picture" | "play" | "migrate" => {
                json!({ "list": fleet() })
            }
            "case" => json!({"list": fleet(), "verdict": "legal", "why": "It lacks nothing."}),
            "sheet" | "write-sheet" => json!({ "sheet": sheet }),
            "print-sheet" => json!({"sheet": sheet, "paper": "A4", "private": false}),
            "attachables" => json!({"list": fleet(), "at": "/squadrons/0"}),
            "explain" | "example" => json!({"ruleset": "dw-2.5", "rule": "cap-large"}),
            "print-many" => json!({"lists": [submission], "layouts": ["roster"], "paper": "A4"}),
            "recognise" | "submissions" | "check" | "rows" => json!({ "files": files }),
            "verify" => json!({"submission": submission, "code": "aaaaaaaaaaaaaaaa"}),
            "seal" => json!({"list": fleet(), "event": {"name": "cup.yaml", "text": format!("{CUP}key: {KEY}")}}),
            "correct" => json!({"list": fleet(), "submission": submission}),
            "compare" => json!({"before": [submission], "after": []}),
            "everywhere" => json!({"list": fleet()}),
            "versions" => json!({"lists": [submission]}),
            "tally" => json!({"lists": [], "others": 1, "files": 1}),
            "changes" => json!({"event": {"name": "half-the-sky"}}),
            "write-collection" => {
                json!({"collection": {"muster": 1, "kind": "collection", "ruleset": "dw-2.5", "models": {}}})
            }
            "page" | "table" | "replies" => json!({"handed-in": [{"lists": [submission]}]}),
            _ => json!({}),
        };
        let answer = call(name, &args);
        assert_eq!(answer.status, 200, "{name}: {}", answer.head);
        assert_eq!(answer.header("content-type").as_deref(), Some("application/json"), "{name}");
        assert_eq!(answer.header("cache-control").as_deref(), Some("no-store"), "{name}");
        assert_ne!(answer.json(), Value::Null, "{name}");
    }
}

#[test]
fn faults_have_a_status_and_say_why() {
    for (name, args, status, code) in [
        ("no-such-call", json!({}), 404, "unknown-call"),
        ("judge", json!({}), 400, "wrong-args"),
        ("judge", json!([1]), 400, "wrong-args"),
        (
            "preview",
            json!({"list": fleet(), "layouts": vec!["force-list"; 200], "paper": "A4", "private": false}),
            400,
            "wrong-args",
        ),
        ("units", json!({"ruleset": "chess"}), 422, "unknown-ruleset"),
        ("candidates", json!({"list": {"muster": 1}}), 422, "unreadable-list"),
        ("explain", json!({"ruleset": "dw-2.5", "rule": "x"}), 422, "unknown-rule"),
    ] {
        let answer = call(name, &args);
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{name} {args}");
    }
    let json = [("Content-Type", "application/json")];
    let wrong = request("POST", "/api/judge", &json, b"{");
    assert_eq!((wrong.status, wrong.code().as_str()), (400, "wrong-args"));
    let get = request("GET", "/api/judge", &[], b"");
    assert_eq!((get.status, get.header("allow").as_deref()), (405, Some("POST")));
    assert_eq!(request("DELETE", "/", &[], b"").status, 405);
    assert_eq!(request("POST", "/api/judge", &[("Content-Type", "text/plain")], b"{}").status, 415);
    assert_eq!(request("POST", "/api/judge", &[], b"{}").status, 415);
    assert_eq!(request("GET", "/api/", &[], b"").status, 404);
    assert_eq!(request("GET", "/no-such-file.js", &[], b"").status, 404);
    for path in
        ["/../../../etc/passwd", "/..%2f..%2fCargo.toml", "//etc/passwd", "/%2e%2e/Cargo.toml", "/../Cargo.toml"]
    {
        let body = request("GET", path, &[], b"").body;
        let text = String::from_utf8_lossy(&body);
        assert!(!text.contains("root:") && !text.contains("[package]"), "{path}: {text}");
    }
}

#[test]
fn a_fault_is_a_problem() {
    let answer = call("1/units", &json!({"ruleset": "chess"}));
    assert_eq!(answer.header("content-type").as_deref(), Some("application/problem+json"));
    let problem = answer.json();
    assert_eq!(problem["type"], "urn:muster:fault:unknown-ruleset");
    assert_eq!((&problem["status"], &problem["code"]), (&json!(422), &json!("unknown-ruleset")));
    assert_eq!(problem["title"], "Unprocessable Entity");
    assert!(problem["detail"].as_str().unwrap().contains("chess"), "{problem}");
}

#[test]
fn calls_have_a_version_and_tell_their_limits() {
    let answer = call("1/version", &json!({}));
    assert_eq!((answer.status, answer.json()), (200, call("version", &json!({})).json()));
    assert_eq!(answer.header("muster-body-limit").as_deref(), Some("8388608"));
    assert_eq!(call("1/check", &json!({"files": []})).header("muster-body-limit").as_deref(), Some("67108864"));
    assert_eq!(answer.header("muster-seconds-limit").as_deref(), Some("30"));
    assert_eq!(call("2/version", &json!({})).status, 405);
    assert_eq!(request("GET", "/api/1/version", &[], b"").status, 405);
}

#[test]
fn the_description_has_every_call_and_nothing_that_it_lacks() {
    let answer = request("GET", "/openapi.json", &[], b"");
    assert_eq!(answer.header("content-type").as_deref(), Some("application/json"));
    let document = answer.json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    assert_eq!(paths, NAMES.iter().map(|name| format!("/api/1/{name}")).collect::<Vec<_>>().iter().collect::<Vec<_>>());
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let place = reference.split('"').next().unwrap();
        assert!(document.pointer(place).is_some_and(Value::is_object), "{place}");
    }
    // What has a default may be left out of a call, and every call may bring own units.
    let args = &document["paths"]["/api/1/check"]["post"]["requestBody"]["content"]["application/json"]["schema"];
    let args = document.pointer(args["$ref"].as_str().unwrap().trim_start_matches('#')).unwrap();
    assert!(args["properties"]["own"].is_object(), "{args}");
    assert_eq!(document["components"]["schemas"]["GivenFile"]["required"], json!(["name", "text"]));
    let page = request("GET", "/api/1/", &[], b"");
    assert_eq!((page.status, page.header("content-type").as_deref()), (200, Some("text/html; charset=utf-8")));
    let script = request("GET", "/api/1/try.js", &[], b"");
    assert_eq!(
        (script.status, script.header("content-type").as_deref()),
        (200, Some("text/javascript; charset=utf-8"))
    );
}

#[test]
fn pages_of_an_allowed_origin_may_send_calls_and_nothing_else() {
    let from = |method: &str, path: &str, origin: &str| {
        request(method, path, &[("Origin", origin), ("Content-Type", "application/json")], b"{}")
    };
    let club = "https://club.example";
    let answer = from("POST", "/api/1/version", club);
    assert_eq!((answer.status, answer.header("access-control-allow-origin").as_deref()), (200, Some(club)));
    let asked = request(
        "OPTIONS",
        "/api/1/judge",
        &[
            ("Origin", club),
            ("Access-Control-Request-Method", "POST"),
            ("Access-Control-Request-Headers", "content-type"),
        ],
        b"",
    );
    assert_eq!(asked.header("access-control-allow-origin").as_deref(), Some(club), "{}", asked.head);
    assert_eq!(asked.header("access-control-allow-headers").as_deref(), Some("content-type"));
    assert_eq!(from("GET", "/", club).status, 403);
    for origin in ["http://club.example", "https://club.example.evil.example", "https://a.club.example", "null"] {
        let answer = from("POST", "/api/1/version", origin);
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (403, None), "{origin}");
    }
    for word in ["*", "club.example", "https://", "https://club.example/page", "https://a@club.example", "null"] {
        let options = ServerOptions { port: 0, allow_origins: vec![word.to_owned()], ..ServerOptions::default() };
        assert!(matches!(Server::bind(&options), Err(StartFailure::NoOrigin(_))), "{word}");
    }
}

#[test]
fn what_players_hand_in_may_be_large() {
    let file = |size: usize| json!({"files": [{"name": "a.txt", "text": "x".repeat(size), "packed": false}]});
    let answer = call("submissions", &file(10 << 20));
    assert_eq!(answer.status, 200, "{}", answer.head);
    assert!(answer.json()["files"][0][0]["handed-in"]["no-list"]["why"].is_string());
    let answer = call("submissions", &file(65 << 20));
    assert!(answer.status == 413 || answer.head.is_empty(), "{}", answer.head);
}

#[test]
fn hostile_bodies_end_well() {
    let json = [("Content-Type", "application/json")];
    let deep = format!("{{\"list\": {}{}}}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    for (name, status) in [("judge", 200), ("candidates", 413), ("write", 422), ("units", 400)] {
        let answer = request("POST", &format!("/api/{name}"), &json, deep.as_bytes());
        assert_eq!(answer.status, status, "{name}: {}", answer.head);
    }
    // The deepest nesting that JSON may have, which is deeper than a list may be.
    let mut squadron = json!({"unit": "x"});
    for _ in 0..40 {
        squadron = json!({"unit": "x", "attached": [squadron]});
    }
    let mut nested = fleet();
    nested["squadrons"] = json!([squadron]);
    let answer = call("judge", &json!({ "list": nested }));
    assert_eq!((answer.status, answer.json()["report"]["verdict"].as_str()), (200, Some("unreadable")));
    let yaml = format!("a: &a [1]\n{}", "b: *a\n".repeat(10));
    assert_eq!(call("read", &json!({ "text": yaml })).status, 200);
    assert_eq!(call("read", &json!({ "text": "[".repeat(100_000) })).status, 200);
    assert_eq!(request("POST", "/api/read", &json, &[0xff; 1000]).status, 400);
    let huge = vec![b' '; 8 * 1024 * 1024 + 1];
    let answer = request("POST", "/api/read", &json, &huge);
    assert_eq!((answer.status, answer.code().as_str()), (413, "too-large"), "{}", answer.head);
    let chunked = format!("POST /api/read HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", address());
    let chunked = format!("{chunked}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n", huge.len());
    let answer = send(&[chunked.as_bytes(), &huge, b"\r\n0\r\n\r\n"].concat());
    assert_eq!(answer.status, 413, "{}", answer.head);
    // The headers promise a body that never comes.
    let own = address();
    let lying = format!(
        "POST /api/read HTTP/1.1\r\nHost: {own}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n"
    );
    assert_eq!(send(lying.as_bytes()).status, 413);
    for garbage in ["", "\r\n\r\n", "GET\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"] {
        let mut stream = TcpStream::connect(own).unwrap();
        let _ = stream.write_all(garbage.as_bytes());
        drop(stream);
    }
    assert_eq!(send(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status, 400);
    assert_eq!(call("version", &json!({})).status, 200);
}

#[test]
fn only_own_names_are_answered() {
    let port = address().port();
    let status = |host: &str| request("GET", "/x.js", &[("Host", host)], b"").status;
    for host in
        ["localhost", "LOCALHOST", "localhost.", "127.0.0.1", "127.1.2.3", "[::1]", "muster.localhost", "table.example"]
    {
        assert_eq!(status(host), 404, "{host}");
        assert_eq!(status(&format!("{host}:{port}")), 404, "{host} with port");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "evil-localhost",
        "0.0.0.0",
        "[::]",
        "192.168.0.1",
        "table.example.com",
        "2130706433",
        "127.0.0.1.evil.example",
    ] {
        let answer = request("POST", "/api/version", &[("Host", host), ("Content-Type", "application/json")], b"{}");
        assert_eq!((answer.status, answer.code().as_str()), (421, "wrong-host"), "{host}");
    }
    for host in ["", "a b", "user@localhost"] {
        assert!(matches!(status(host), 400 | 421), "{host}");
    }
    let twice = "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    assert_eq!(send(twice.as_bytes()).status, 400);
    let proxied = "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_eq!(send(proxied.as_bytes()).status, 400);
}

#[test]
fn only_own_pages_are_answered() {
    let own = address().to_string();
    let from = |origin: &str, host: &str| {
        let headers = [("Host", host), ("Origin", origin), ("Content-Type", "application/json")];
        request("POST", "/api/version", &headers, b"{}").status
    };
    assert_eq!(from(&format!("http://{own}"), &own), 200);
    assert_eq!(from("http://localhost:1", "localhost:1"), 200);
    for origin in ["null", "http://evil.example", "http://localhost:1", "http://127.0.0.1", "x", "file://"] {
        assert_eq!(from(origin, &own), 403, "{origin}");
    }
}

#[test]
fn pages_are_at_the_one_address_that_is_told() {
    let port = address().port();
    let asked = |path: &str, host: &str| request("GET", path, &[("Host", host)], b"");
    for host in ["localhost", "LOCALHOST", "localhost.", "muster.localhost", "127.1.2.3", "[::1]"] {
        for path in ["/", "/some/place?a=b&c", "/index.html", "/?keeper"] {
            let answer = asked(path, &format!("{host}:{port}"));
            let told = format!("http://127.0.0.1:{port}{path}");
            assert_eq!((answer.status, answer.header("location")), (307, Some(told)), "{host} {path}");
            assert_eq!(answer.header("cache-control").as_deref(), Some("no-store"));
        }
        // Lists that were kept under the other name can be brought over.
        for path in ["/?keep", "/?a&keep=1", "/x.js", "/assets/x.js"] {
            assert_ne!(asked(path, &format!("{host}:{port}")).status, 307, "{host} {path}");
        }
    }
    // A tunnel has its own port.
    assert_eq!(asked("/", "localhost:8080").header("location").as_deref(), Some("http://127.0.0.1:8080/"));
    for (path, host) in [("/", &*format!("127.0.0.1:{port}")), ("/", "table.example"), ("//evil.example", "localhost")]
    {
        assert_ne!(asked(path, host).status, 307, "{host} {path}");
    }
    let call = request("POST", "/api/version", &[("Host", "localhost"), ("Content-Type", "application/json")], b"{}");
    assert_eq!(call.status, 200);
}

#[test]
fn every_answer_is_hardened() {
    let foreign = request("GET", "/", &[("Host", "evil.example")], b"");
    for answer in [request("GET", "/", &[], b""), call("version", &json!({})), call("x", &json!({})), foreign] {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("script-src 'unsafe") && !policy.contains('*'), "{policy}");
        assert_eq!(answer.header("x-content-type-options").as_deref(), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy").as_deref(), Some("no-referrer"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn large_answers_are_compressed() {
    let headers = [("Content-Type", "application/json"), ("Accept-Encoding", "gzip, br")];
    let args = json!({"ruleset": "dw-2.5", "nation": "kingdom-of-britannia"}).to_string();
    let small = request("POST", "/api/units", &headers, args.as_bytes());
    let whole = request("POST", "/api/units", &headers[..1], args.as_bytes());
    assert!(small.header("content-encoding").is_some() && whole.header("content-encoding").is_none());
    assert!(small.body.len() * 4 < whole.body.len(), "{} of {}", small.body.len(), whole.body.len());
}

#[test]
fn the_page_is_there_or_says_how_to_build_it() {
    for path in ["/", "/some/place"] {
        let answer = request("GET", path, &[], b"");
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        match answer.status {
            200 => assert!(answer.header("content-type").unwrap().starts_with("text/html"), "{}", answer.head),
            503 => assert!(text.contains("npm run build"), "{text}"),
            _ => panic!("{}", answer.head),
        }
    }
}

#[test]
fn many_connections_at_once_are_all_answered() {
    let threads: Vec<_> =
        (0..150).map(|_| thread::spawn(|| call("judge", &json!({ "list": fleet() })).status)).collect();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap() == 200));
}

#[test]
fn a_port_in_use_is_told() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let options = ServerOptions { port: other.local_addr().unwrap().port(), ..ServerOptions::default() };
    assert!(matches!(Server::bind(&options), Err(StartFailure::PortInUse(..))));
    let nowhere = ServerOptions { host: "192.0.2.1".to_owned(), port: 0, ..ServerOptions::default() };
    assert!(matches!(Server::bind(&nowhere), Err(StartFailure::NoAddress(..))));
}
