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
