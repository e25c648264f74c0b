//! Clients that hold the server: those that never read, never ask, never end.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use muster_app::App;
use muster_server::{Limits, Options, Server};
use tokio::sync::oneshot;

/// So long that whoever waits for it fails the test.
const NEVER: Duration = Duration::from_hours(1);
const PATIENT: Limits = Limits { connections: 4, headers: NEVER, request: NEVER, answer: NEVER, end: NEVER };

/// A server with these limits: its address, and how to end it.
fn serve(limits: Limits) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let server = Server::bind(&Options { port: 0, limits, ..Options::default() }).unwrap();
    let address = server.address();
    let (end, ended) = oneshot::channel();
    let running = thread::spawn(move || {
        server.run_until(Arc::new(App::default()), async { drop(ended.await) });
    });
    (address, end, running)
}

fn call(address: SocketAddr, name: &str, args: &str) -> String {
    let head = format!("POST /api/{name} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
    format!("{head}Content-Length: {}\r\n\r\n{args}", args.len())
}

/// Asks more and more without reading any answer, until the server takes no more.
fn ask_and_never_read(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_nonblocking(true).unwrap();
    let calls = call(address, "units", r#"{"ruleset": "dw-2.5", "nation": "kingdom-of-britannia"}"#).repeat(1_000);
    let mut left = calls.as_bytes();
    // What does not fit now is not asked: the answers to the rest are more than all buffers between the two hold.
    while let Ok(sent) = stream.write(left) {
        left = &left[sent..];
        if left.is_empty() {
            left = calls.as_bytes();
        }
    }
    stream
}

/// Asks what is answered at once, and waits for the answer.
fn is_answered(address: SocketAddr) -> bool {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(call(address, "version", "{}").as_bytes()).unwrap();
    let mut begin = [0; 15];
    stream.read_exact(&mut begin).is_ok() && &begin == b"HTTP/1.1 200 OK"
}

/// Whether the other side ended a connection; waits until it does.
fn is_ended(mut stream: TcpStream) -> bool {
    stream.set_nonblocking(false).unwrap();
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

#[test]
fn clients_that_never_read_lose_their_places() {
    let (address, end, running) = serve(Limits { answer: Duration::from_millis(200), ..PATIENT });
    let holding: Vec<TcpStream> = (0..8).map(|_| ask_and_never_read(address)).collect();
    assert!(is_answered(address));
    end.send(()).unwrap();
    running.join().unwrap();
    assert!(holding.into_iter().all(is_ended));
}

#[test]
fn clients_that_never_read_do_not_keep_it_from_ending() {
    let (address, end, running) = serve(Limits { end: Duration::from_millis(200), ..PATIENT });
    // As many as there is room for, and some that wait for a place.
    let holding: Vec<TcpStream> = (0..8).map(|_| ask_and_never_read(address)).collect();
    end.send(()).unwrap();
    running.join().unwrap();
    assert!(holding.into_iter().all(is_ended));
}

#[test]
fn whoever_asks_nothing_does_not_keep_it_from_ending() {
    let (address, end, running) = serve(PATIENT);
    let mut asked = TcpStream::connect(address).unwrap();
    asked.write_all(call(address, "version", "{}").as_bytes()).unwrap();
    assert_eq!(asked.read(&mut [0]).unwrap(), 1);
    let idle: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(address).unwrap()).collect();
    let mut begun = TcpStream::connect(address).unwrap();
    begun.write_all(b"POST /api/ver").unwrap();
    end.send(()).unwrap();
    running.join().unwrap();
    assert!(idle.into_iter().chain([asked, begun]).all(is_ended));
}
