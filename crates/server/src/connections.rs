//! Serves connections: bounds their number and duration, and ends them.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::{AbortHandle, Id, JoinSet};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tower::ServiceExt;

use crate::guard::LocalAddress;
use crate::store::Store;
use crate::turns::{RequestBody, Turn, Turns};

/// Bounds on connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Connections at once.
    pub connections: usize,
    /// How long a client may keep the server waiting while others find no place. Then it may lose its own. One that had an
    /// answer may take eight times as long.
    pub patience: Duration,
    /// How long a browser may take to send its headers, and how long a connection may stay idle.
    pub headers: Duration,
    /// How long a whole request may take, its body included, until there is an answer.
    pub request: Duration,
    /// How long a browser may take to read an answer.
    pub answer: Duration,
    /// How long a client may take to send or to read what takes many bytes, while others wait for bytes.
    pub grip: Duration,
    /// How long running answers may take once the process is told to end.
    pub end: Duration,
}

impl Default for ConnectionLimits {
    /// Enough for ten browsers and some more.
    fn default() -> Self {
        Self {
            connections: 96,
            patience: Duration::from_millis(250),
            headers: Duration::from_secs(15),
            request: Duration::from_mins(1),
            answer: Duration::from_mins(1),
            grip: Duration::from_secs(3),
            end: Duration::from_secs(5),
        }
    }
}

/// How much longer than others a client may be silent that had an answer.
const KEPT: u32 = 8;

/// Serves connections until `end` completes.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    store: Store,
    end: impl Future<Output = ()>,
) {
    let (ends, ending) = watch::channel(());
    let mut conversations = JoinSet::new();
    let mut places = ConnectionPlaces { limits, taken: HashMap::new(), leaving: None, freed: Arc::default() };
    // A connection that is accepted and has no place yet.
    let mut next = None;
    let mut end = std::pin::pin!(end);
    loop {
        tokio::select! {
            Some(ended) = conversations.join_next_with_id() => {
                places.left(ended.map_or_else(|error| error.id(), |(id, ())| id));
            }
            accepted = listener.accept(), if next.is_none() => match accepted {
                Ok((stream, _)) => next = Some(stream),
                // The client is already gone. For any other error, wait: the process may have no free sockets just now.
                Err(error) if is_passing(&error) => {}
                Err(_) => sleep(Duration::from_millis(100)).await,
            },
            () = places.room(), if next.is_some() => {
                if !places.is_free() {
                    places.send_one_away();
                } else if let Some(stream) = next.take() {
                    let turns = Turns::new(limits.headers + limits.request, Arc::clone(&places.freed));
                    let watched = (turns.clone(), store.wanted(), ending.clone());
                    let conversation = converse(stream, router.clone(), limits, watched);
                    let handle = conversations.spawn(conversation);
                    places.taken.insert(handle.id(), TakenPlace { turns, handle });
                }
            }
            () = &mut end => break,
        }
    }
    drop((listener, next));
    ends.send_replace(());
    let _ = timeout(limits.end, async { while conversations.join_next().await.is_some() {} }).await;
}

/// The places for connections. Whoever asks nothing, sends slowly or reads slowly loses its place to the next client, so
/// that no number of such clients keeps others out.
struct ConnectionPlaces {
    limits: ConnectionLimits,
    taken: HashMap<Id, TakenPlace>,
    /// The one that was sent away and is not gone yet.
    leaving: Option<Id>,
    /// Told when a connection begins to wait for its client.
    freed: Arc<Notify>,
}

/// A place that is taken.
struct TakenPlace {
    turns: Turns,
    handle: AbortHandle,
}

impl ConnectionPlaces {
    fn is_free(&self) -> bool {
        self.taken.len() < self.limits.connections
    }

    fn left(&mut self, id: Id) {
        self.taken.remove(&id);
        self.leaving = self.leaving.filter(|leaving| *leaving != id);
    }

    /// Waits until a place is free, or a client has kept the server waiting for long enough.
    async fn room(&self) {
        if self.is_free() {
            return;
        }
        if self.leaving.is_some() {
            return std::future::pending().await;
        }
        match self.taken.values().filter_map(|place| self.late(place.turns.now())).min() {
            Some(late) => sleep_until(late).await,
            None => self.freed.notified().await,
        }
    }

    /// When a client has kept the server waiting for long enough. None while it waits for the server.
    fn late(&self, Turn { served, waits, .. }: Turn) -> Option<Instant> {
        // A browser that had an answer keeps its connection for the next question, which comes with the next edit.
        let patience = if served { self.limits.patience * KEPT } else { self.limits.patience };
        waits.map(|since| since + patience)
    }

    /// Ends the connection of a client that has kept the server waiting for long enough, if there is one.
    fn send_one_away(&mut self) {
        let now = Instant::now();
        let waiting = self.taken.iter().filter_map(|(id, place)| {
            let turn = place.turns.now();
            self.late(turn).filter(|late| *late <= now).map(|late| ((turn.served, late), id, place))
        });
        if let Some((_, id, place)) = waiting.min_by_key(|(rank, ..)| *rank) {
            place.handle.abort();
            self.leaving = Some(*id);
        }
    }
}

/// Answers the requests of one connection, until the connection or the process ends, or the client takes too long.
///
/// While others wait for bytes, it also ends if the client has some and takes long to send or to read.
async fn converse(
    stream: TcpStream,
    router: Router,
    limits: ConnectionLimits,
    (turns, mut wanted, mut ending): (Turns, watch::Receiver<usize>, watch::Receiver<()>),
) {
    let Ok(reached) = stream.local_addr() else { return };
    // Answers are written in one piece, so nothing is gained by waiting for more data before sending.
    let _ = stream.set_nodelay(true);
    let mut turn = turns.changes();
    let answer = service_fn(|request: Request<Incoming>| {
        turns.asked(limits.request + limits.answer, request.body().is_end_stream());
        let mut request = request.map(|body| RequestBody::new(body, turns.clone()));
        request.extensions_mut().insert(LocalAddress(reached));
        request.extensions_mut().insert(turns.clone());
        let (router, turns) = (router.clone(), &turns);
        async move {
            let answer = match timeout(limits.request, router.oneshot(request)).await {
                Ok(answer) => answer,
                Err(_) => Ok(too_late()),
            };
            turns.answered(limits.answer);
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
        let Turn { asked, until, waits, .. } = *turn.borrow_and_update();
        let is_wanted = *wanted.borrow_and_update() > 0 && turns.is_holding();
        let late = waits.filter(|_| is_wanted).map(|since| since + limits.grip);
        let until = late.map_or(until, |late| late.min(until));
        tokio::select! {
            // If a connection breaks off, nobody is left to be told.
            _ = connection.as_mut() => return,
            _ = turn.changed() => {}
            _ = wanted.changed() => {}
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
                let Turn { until, waits, .. } = *turn.borrow();
                let is_late = waits.is_some_and(|since| since + limits.grip <= Instant::now());
                if until <= Instant::now() || is_late && turns.is_holding() && *wanted.borrow() > 0 {
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
