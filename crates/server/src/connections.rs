//! Connections: how many, for how long, and how they end.

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
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::guard::Reached;

/// Connections at once: ten browsers, and some.
const CONNECTIONS: usize = 96;
/// How long a browser may take to say what it wants, and to stay without wanting anything.
const HEADERS: Duration = Duration::from_secs(15);
/// How long a whole request may take, its body and its answer included.
const REQUEST: Duration = Duration::from_mins(1);
/// How long running answers may take once the process is told to end.
const END: Duration = Duration::from_secs(5);

/// Serves connections until `end` comes.
pub(crate) async fn serve(listener: TcpListener, router: Router, end: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let mut end = std::pin::pin!(end);
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { break };
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        match stream {
            Ok((stream, _)) => {
                let (watcher, router) = (graceful.watcher(), router.clone());
                tokio::spawn(async move {
                    converse(stream, router, watcher).await;
                    drop(permit);
                });
            }
            // The other side was gone again, or this process has no room for sockets just now.
            Err(error) if is_passing(&error) => {}
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
    drop(listener);
    let _ = timeout(END, graceful.shutdown()).await;
}

/// Answers what comes over one connection.
async fn converse(stream: TcpStream, router: Router, watcher: Watcher) {
    let Ok(reached) = stream.local_addr() else { return };
    // Answers are written whole, so nothing is gained by waiting for more.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Reached(reached));
        let router = router.clone();
        async move {
            match timeout(REQUEST, router.oneshot(request)).await {
                Ok(answer) => answer,
                Err(_) => Ok(too_late()),
            }
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .serve_connection(TokioIo::new(stream), answer);
    // A connection that breaks off has nobody left to tell.
    let _ = watcher.watch(connection).await;
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

/// Waits for Ctrl-C, or for the word of whoever manages the process.
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
