//! `muster serve`: prints its address, answers, and stops on request.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

/// Starts a server. Returns it with its address, such as `127.0.0.1:4250`.
fn start() -> (std::process::Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    (child, address.to_owned())
}

#[cfg(unix)]
#[test]
fn it_answers_until_it_is_told_to_end() {
    for signal in ["-INT", "-TERM"] {
        let (mut child, address) = start();
        let mut stream = TcpStream::connect(&address).unwrap();
        let head = format!("POST /api/version HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
        write!(stream, "{head}Content-Length: 2\r\nConnection: close\r\n\r\n{{}}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.ends_with("\"format\":\"1.0\"}"), "{answer}");
        // An idle connection must not keep it from stopping.
        let _waiting = TcpStream::connect(&address).unwrap();
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "");
    }
}

#[test]
fn a_port_in_use_is_a_clear_complaint() {
    let (mut child, address) = start();
    let port = address.rsplit(':').next().unwrap();
    let ran = super::muster(&["serve", "--port", port]);
    assert_eq!(ran.status, 2);
    assert_eq!(
        ran.err,
        format!(
            "error: port {port} of 127.0.0.1 is in use by another program\n  help: `--port 0` takes any port that is free\n"
        )
    );
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn units_that_fit_no_game_are_told_before_anything_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let units = folder.path().join("units.csv");
    std::fs::write(&units, "name,colour\nOur Monitor,grey\n").unwrap();
    let ran = super::muster(&["serve", "--port", "0", "--units", units.to_str().unwrap()]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("column `colour`") && ran.err.contains("fit no game"), "{ran}");
}

/// The status and the body of an answer.
fn asked(address: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
    write!(stream, "{head}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
    (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
}

#[test]
fn judges_see_the_lists_of_one_folder_if_they_have_the_pin() {
    let illegal = crate::LEGAL.replace("models: 3", "models: 4");
    let folder = crate::folder(&[("in/anna.yaml", crate::LEGAL), ("in/sub/bob.yaml", &illegal), ("other.yaml", "no")]);
    let here = folder.path();
    #[cfg(unix)]
    std::os::unix::fs::symlink(here.join("other.yaml"), here.join("in/link.yaml")).unwrap();
    let rulesets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulesets");
    let serve = |more: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
            .current_dir(here)
            .arg("--rulesets")
            .arg(&rulesets)
            .args([&["serve", "--port", "0", "--submissions", "in"], more].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
        assert!(lines.next().unwrap().unwrap().ends_with("/#/judge"));
        let pin = more.contains(&"--host").then(|| lines.next().unwrap().unwrap().replace("the PIN is ", ""));
        (child, address, pin)
    };
    let (mut child, address, pin) = serve(&["--host", "127.0.0.1"]);
    let pin = pin.unwrap();
    for (path, body, status, code) in [
        ("/desk/handed-in", "{}", 401, "locked"),
        ("/desk/handed-in", "{\"pass\": \"00000000000000000000000000000000\"}", 401, "locked"),
        ("/desk/unlock", "{\"pin\": \"1\"}", 401, "wrong-pin"),
        ("/desk/unlock", "{}", 401, "wrong-pin"),
        ("/desk/unlock", "[", 400, "wrong-args"),
    ] {
        let (got, answer) = asked(&address, path, body);
        assert!(got == status && answer.contains(code), "{path} {body}: {got} {answer}");
    }
    let (status, answer) = asked(&address, "/desk/unlock", &format!("{{\"pin\": \"{pin}\"}}"));
    assert_eq!(status, 200, "{answer}");
    let names = |answer: &str| {
        let answer: serde_json::Value = serde_json::from_str(answer).unwrap();
        let files = answer["files"].as_array().unwrap().iter().map(|file| &file[0]["handed-in"]);
        files
            .map(|one| format!("{} {}", one["lists"][0]["report"]["file"], one["lists"][0]["report"]["verdict"]))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let seen = names(&asked(&address, "/desk/handed-in", &answer).1);
    assert!(seen.contains("\"in/anna.yaml\" \"legal\"") && seen.contains("\"in/sub/bob.yaml\" \"illegal\""), "{seen}");
    #[cfg(unix)]
    assert!(seen.contains("\"in/link.yaml\" \"unreadable\""), "{seen}");
    // What comes later is seen the next time.
    std::fs::write(here.join("in/cleo.yaml"), crate::LEGAL).unwrap();
    assert!(names(&asked(&address, "/desk/handed-in", &answer).1).contains("cleo.yaml"));
    child.kill().unwrap();
    child.wait().unwrap();
    // For this machine alone, nobody types a PIN.
    let (mut child, address, _) = serve(&[]);
    assert_eq!(asked(&address, "/desk/handed-in", "{}").0, 200);
    child.kill().unwrap();
    child.wait().unwrap();
    let (mut child, address) = start();
    assert_eq!(asked(&address, "/desk/handed-in", "{}").0, 404);
    child.kill().unwrap();
    child.wait().unwrap();
    let ran = super::muster(&["serve", "--port", "0", "--submissions", "no-such-folder"]);
    assert!(ran.status == 2 && ran.err.contains("is not a folder"), "{ran}");
}
