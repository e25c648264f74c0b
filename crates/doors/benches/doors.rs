//! Measures what a door costs over the engine: one fleet of 25 squadrons, judged from its text to the JSON of its report.

// A benchmark that fails may panic.
#![allow(clippy::expect_used)]

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;

use divan::{Bencher, black_box};
use muster_app::{App, call};
use muster_doors::serve;
use muster_server::{Server, ServerOptions};
use serde_json::{Value, json};

fn main() {
    divan::main();
}

const FLEET: &str = include_str!("../../../tests/benches/fleet.yaml");

fn args() -> Value {
    json!({ "files": [{ "name": "fleet.yaml", "text": FLEET }] })
}

/// The crate `muster`, as a program in Rust uses it.
#[divan::bench]
fn rust(bencher: Bencher) {
    let muster = muster::Muster::new();
    bencher.bench_local(|| serde_json::to_vec(&muster.judge(black_box(FLEET))).expect("a report is JSON"));
}

/// The call without a door.
#[divan::bench]
fn the_call(bencher: Bencher) {
    let (app, args) = (App::default(), serde_json::to_vec(&args()).expect("arguments are JSON"));
    bencher.bench_local(|| call(black_box(&app), "check", black_box(&args)).expect("the call has an answer"));
}

#[divan::bench]
fn over_stdio(bencher: Bencher) {
    let (input, mut asks): (PipeReader, PipeWriter) = pipe().expect("a pipe");
    let (answers, output) = pipe().expect("a pipe");
    thread::spawn(move || serve(&Arc::new(App::default()), BufReader::new(input), output, 2));
    let mut answers = BufReader::new(answers);
    let line = format!("{}\n", json!({ "id": 1, "call": "check", "args": args() }));
    bencher.bench_local(|| {
        asks.write_all(black_box(line.as_bytes())).expect("the process reads");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("the process answers");
        assert!(answer.contains("\"answer\""), "{answer}");
        answer
    });
}

#[divan::bench]
fn over_http(bencher: Bencher) {
    let server = Server::bind(&ServerOptions { port: 0, ..ServerOptions::default() }).expect("a free port");
    let address = server.address();
    thread::spawn(move || server.run_until(Arc::new(App::default()), std::future::pending()));
    let mut connection = BufReader::new(TcpStream::connect(address).expect("the server listens"));
    connection.get_ref().set_nodelay(true).expect("a socket");
    let body = args().to_string();
    let head = "Content-Type: application/json";
    let request = format!(
        "POST /api/1/check HTTP/1.1\r\nHost: {address}\r\n{head}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    bencher.bench_local(|| {
        connection.get_mut().write_all(black_box(request.as_bytes())).expect("the server reads");
        answer(&mut connection)
    });
}

/// Reads an answer from a connection that stays open.
fn answer(connection: &mut BufReader<TcpStream>) -> Vec<u8> {
    let (mut length, mut line) = (0, String::new());
    loop {
        line.clear();
        connection.read_line(&mut line).expect("the server answers");
        let Some((name, value)) = line.split_once(':') else {
            assert!(line.starts_with("HTTP/1.1 200") || line == "\r\n", "{line}");
            if line == "\r\n" {
                break;
            }
            continue;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body).expect("a whole answer");
    body
}
