//! Clients that hold connections: they never read, never send a request, or never finish one.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use muster_app::App;
use muster_server::{ConnectionLimits, Server, ServerOptions};
use tokio::sync::oneshot;

/// Longer than any test may run.
const NEVER: Duration = Duration::from_hours(1);
const PATIENT: ConnectionLimits = ConnectionLimits {
    connections: 4,
    patience: NEVER,
    headers: NEVER,
    request: NEVER,
    answer: NEVER,
    grip: NEVER,
    end: NEVER,
};

/// Starts a server with these limits. Returns its address and the means to stop it.
fn serve(limits: ConnectionLimits) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let server = Server::bind(&ServerOptions { port: 0, limits, ..ServerOptions::default() }).unwrap();
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

/// Sends requests without reading any response, until the server accepts no more.
fn ask_and_never_read(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_nonblocking(true).unwrap();
    let calls = call(address, "units", r#"{"ruleset": "dw-2.5", "nation": "kingdom-of-britannia"}"#).repeat(1_000);
    let mut left = calls.as_bytes();
    // The answers to the requests so far exceed all buffers on the way, so the rest need not be sent.
    while let Ok(sent) = stream.write(left) {
        left = &left[sent..];
        if left.is_empty() {
            left = calls.as_bytes();
        }
    }
    stream
}

/// Whether the server answers a simple request.
fn is_answered(address: SocketAddr) -> bool {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(call(address, "version", "{}").as_bytes()).unwrap();
    let mut begin = [0; 15];
    stream.read_exact(&mut begin).is_ok() && &begin == b"HTTP/1.1 200 OK"
}

/// Waits until the other side closes a connection. False if it does not.
fn is_ended(mut stream: TcpStream) -> bool {
    stream.set_nonblocking(false).unwrap();
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

/// This server accepts no connection yet. Linux connects clients to it as long as its queue has room.
#[cfg(target_os = "linux")]
#[test]
fn hundreds_of_connections_wait_to_be_accepted() {
    let server = Server::bind(&ServerOptions { port: 0, ..ServerOptions::default() }).unwrap();
    let connect = |_| TcpStream::connect_timeout(&server.address(), Duration::from_mins(1)).unwrap();
    let _waiting: Vec<TcpStream> = (0..400).map(connect).collect();
}

#[test]
fn clients_that_never_read_lose_their_places() {
    let (address, end, running) = serve(ConnectionLimits { answer: Duration::from_millis(200), ..PATIENT });
    let holding: Vec<TcpStream> = (0..8).map(|_| ask_and_never_read(address)).collect();
    assert!(is_answered(address));
    end.send(()).unwrap();
    running.join().unwrap();
    assert!(holding.into_iter().all(is_ended));
}

/// More clients of each kind than there are places, and no limit ends them.
#[test]
fn whoever_takes_time_loses_its_place_to_others() {
    let (address, end, running) =
        serve(ConnectionLimits { patience: Duration::ZERO, end: Duration::from_millis(200), ..PATIENT });
    let begun = |sent: String| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(sent.as_bytes()).unwrap();
        stream
    };
    let head = call(address, "judge", "{}").replace("Content-Length: 2", "Content-Length: 5000");
    let mut holding = Vec::new();
    for _ in 0..3 {
        holding.push(begun(String::new()));
        holding.push(begun("POST /api/ver".to_owned()));
        holding.push(begun(head.clone()));
        holding.push(ask_and_never_read(address));
        // Each waits for its place, and gets it.
        assert!(is_answered(address));
    }
    end.send(()).unwrap();
    running.join().unwrap();
    assert!(holding.into_iter().all(is_ended));
}

#[test]
fn who_had_an_answer_keeps_its_place_longest() {
    let (address, end, running) = serve(ConnectionLimits { patience: Duration::ZERO, ..PATIENT });
    let mut kept = TcpStream::connect(address).unwrap();
    for _ in 0..8 {
        kept.write_all(call(address, "version", "{}").as_bytes()).unwrap();
        let mut read = [0; 4096];
        let length = kept.read(&mut read).unwrap();
        assert!(read[..length].starts_with(b"HTTP/1.1 200 OK"));
        // As many as there are places, none of which was ever answered.
        let idle: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(address).unwrap()).collect();
        // The last of them has its place once one of the others has lost it.
        assert!(idle.into_iter().take(4).all(is_ended));
    }
    end.send(()).unwrap();
    running.join().unwrap();
}

/// Only one large call is read at a time. Who announces one and does not send it is not that one.
#[test]
fn a_large_call_that_does_not_come_keeps_no_other_waiting() {
    let (address, end, running) = serve(PATIENT);
    let large = call(address, "submissions", &format!("{{\"files\": [{}]}}", " ".repeat(9 << 20)));
    let mut slow = TcpStream::connect(address).unwrap();
    slow.write_all(&large.as_bytes()[..1000]).unwrap();
    let mut other = TcpStream::connect(address).unwrap();
    other.write_all(large.as_bytes()).unwrap();
    let mut begin = [0; 9];
    other.read_exact(&mut begin).unwrap();
    assert_eq!(&begin, b"HTTP/1.1 ");
    drop((slow, other));
    end.send(()).unwrap();
    running.join().unwrap();
}

/// A list for which it takes long to find mends.
fn long_search() -> String {
    let squadrons = [r#"{"unit": "ruler-class-battleship", "models": 9}"#; 400].join(",");
    format!(
        r#"{{"list": {{"muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000,
        "squadrons": [{squadrons}]}}, "most": 20}}"#
    )
}

/// A server works for nobody who is gone. Otherwise, twenty such searches one after the other would take minutes, and the
/// last call would be told that it takes too long.
#[test]
fn work_ends_when_its_client_goes() {
    let (address, end, running) = serve(ConnectionLimits { connections: 100, ..PATIENT });
    for _ in 0..20 {
        let mut gone = TcpStream::connect(address).unwrap();
        gone.write_all(call(address, "mends", &long_search()).as_bytes()).unwrap();
    }
    let mut stays = TcpStream::connect(address).unwrap();
    let small = r#"{"list": {"muster": 1, "ruleset": "dw-2.5", "nation": "kingdom-of-britannia", "mfv": 1000}}"#;
    stays.write_all(call(address, "mends", small).as_bytes()).unwrap();
    let mut begin = [0; 15];
    stays.read_exact(&mut begin).unwrap();
    assert_eq!(std::str::from_utf8(&begin), Ok("HTTP/1.1 200 OK"));
    end.send(()).unwrap();
    running.join().unwrap();
}

/// Together they would hold several times what all answers may take.
#[test]
fn whoever_reads_nothing_gives_its_bytes_to_others() {
    let grip = Duration::from_millis(100);
    let (address, end, running) =
        serve(ConnectionLimits { connections: 100, grip, end: Duration::from_millis(200), ..PATIENT });
    let note = "x".repeat(7 << 20);
    let large =
        call(address, "read", &format!(r#"{{"text": "muster: 1\nruleset: dw-2.5\nmfv: 100\nnotes: {note}\n"}}"#));
    let ask = || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(large.as_bytes()).unwrap();
        stream
    };
    let mut holding = Vec::new();
    for _ in 0..40 {
        let mut stream = ask();
        // The answer begins: the server holds the rest of it.
        let mut begin = [0; 15];
        stream.read_exact(&mut begin).unwrap();
        assert_eq!(std::str::from_utf8(&begin), Ok("HTTP/1.1 200 OK"));
        holding.push(stream);
    }
    end.send(()).unwrap();
    running.join().unwrap();
}

#[test]
fn clients_that_never_read_do_not_keep_it_from_ending() {
    let (address, end, running) = serve(ConnectionLimits { end: Duration::from_millis(200), ..PATIENT });
    // Some clients that hold all the connections, and others that wait for one.
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
