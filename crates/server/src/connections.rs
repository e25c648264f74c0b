//! Serves connections: bounds their number and duration, and ends them.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tower::ServiceExt;

use crate::guard::Reached;

/// Bounds on connections.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// How long a browser may take to send its headers, and how long a connection may stay idle.
    pub headers: Duration,
    /// How long a whole request may take, its body included, until there is an answer.
    pub request: Duration,
    /// How long a browser may take to read an answer.
    pub answer: Duration,
    /// How long running answers may take once the process is told to end.
    pub end: Duration,
}

impl Default for Limits {
    /// Enough for ten browsers and some more.
    fn default() -> Self {
        Self {
            connections: 96,
            headers: Duration::from_secs(15),
            request: Duration::from_mins(1),
            answer: Duration::from_mins(1),
            end: Duration::from_secs(5),
        }
    }
}

/// Serves connections until `end` completes.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: Limits, end: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(limits.connections));
    let (ends, ending) = watch::channel(());
    let mut conversations = JoinSet::new();
    let mut end = std::pin::pin!(end);
    loop {
        tokio::select! {
            Some(_) = conversations.join_next() => {}
            accepted = accept(&listener, &room) => match accepted {
                Ok((stream, permit)) => {
                    let conversation = converse(stream, router.clone(), limits, ending.clone());
                    conversations.spawn(async move {
                        conversation.await;
                        drop(permit);
                    });
                }
                // The client is already gone. For any other error, wait: the process may have no free sockets just now.
                Err(error) if is_passing(&error) => {}
                Err(_) => sleep(Duration::from_millis(100)).await,
            },
            () = &mut end => break,
        }
    }
    drop(listener);
    ends.send_replace(());
    let _ = timeout(limits.end, async { while conversations.join_next().await.is_some() {} }).await;
}

/// Accepts the next connection, once there is room for one.
async fn accept(listener: &TcpListener, room: &Arc<Semaphore>) -> io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let permit = Arc::clone(room).acquire_owned().await.map_err(io::Error::other)?;
    Ok((listener.accept().await?.0, permit))
}

/// The state of a connection.
#[derive(Clone, Copy)]
struct Turn {
    /// Whether a request has come yet.
    asked: bool,
    /// When the connection is closed, unless a request or an answer comes before.
    until: Instant,
}

/// Answers the requests of one connection, until the connection or the process ends, or the client takes too long.
async fn converse(stream: TcpStream, router: Router, limits: Limits, mut ending: watch::Receiver<()>) {
    let Ok(reached) = stream.local_addr() else { return };
    // Answers are written in one piece, so nothing is gained by waiting for more data before sending.
    let _ = stream.set_nodelay(true);
    let first = Turn { asked: false, until: Instant::now() + limits.headers + limits.request };
    let (turns, mut turn) = watch::channel(first);
    let answer = service_fn(|mut request: Request<Incoming>| {
        turns.send_replace(Turn { asked: true, until: Instant::now() + limits.request + limits.answer });
        request.extensions_mut().insert(Reached(reached));
        let (router, turns) = (router.clone(), &turns);
        async move {
            let answer = match timeout(limits.request, router.oneshot(request)).await {
                Ok(answer) => answer,
                Err(_) => Ok(too_late()),
            };
            turns.send_replace(Turn { asked: true, until: Instant::now() + limits.answer });
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.headers)
        .serve_connection(TokioIo::new(stream), answer);
    let mut connection = std::pin::pin!(connection);
    let mut is_ending = false;
    loop {
        let Turn { asked, until } = *turn.borrow_and_update();
        tokio::select! {
            // If a connection breaks off, nobody is left to be told.
            _ = connection.as_mut() => return,
            _ = turn.changed() => {}
            _ = ending.changed(), if !is_ending => {
                is_ending = true;
                // A client that has sent no request waits for no answer.
                if !asked {
                    return;
                }
                connection.as_mut().graceful_shutdown();
            }
            () = sleep_until(until) => {
                // The time is over. Check again, because an answer may have come at this very moment.
                if turn.borrow().until <= Instant::now() {
                    return;
                }
            }
        }
    }
}

fn too_late() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::REQUEST_TIMEOUT;
    response
}

fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Waits for Ctrl-C, or for SIGTERM from the process manager.
pub(crate) async fn told_to_end() {
    let ctrl_c = tokio::signal::ctrl_c();
    #[cfg(unix)]
    if let Ok(mut end) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = ctrl_c => {}
            _ = end.recv() => {}
        }
        return;
    }
    let _ = ctrl_c.await;
}
