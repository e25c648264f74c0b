//! Whose turn it is on a connection: the client's, to send or to read, or the server's, to answer.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

/// The state of a connection.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    /// Whether a request has come yet.
    pub asked: bool,
    /// Whether a request was answered yet.
    pub served: bool,
    /// When the connection is closed, unless a request or an answer comes before.
    pub until: Instant,
    /// Since when the server waits for the client. None while the client waits for the server.
    pub waits: Option<Instant>,
}

/// Tells the state of a connection to those who watch over it.
#[derive(Clone)]
pub(crate) struct Turns {
    told: Arc<watch::Sender<Turn>>,
    /// Told when the server begins to wait for the client.
    freed: Arc<Notify>,
    /// How many bodies and answers of the client take bytes that others may want.
    held: Arc<AtomicUsize>,
}

impl Turns {
    /// The state of a new connection, which is closed if no request comes in time.
    pub(crate) fn new(time: Duration, freed: Arc<Notify>) -> Self {
        let now = Instant::now();
        let first = Turn { asked: false, served: false, until: now + time, waits: Some(now) };
        Self { told: Arc::new(watch::Sender::new(first)), freed, held: Arc::default() }
    }

    pub(crate) fn now(&self) -> Turn {
        *self.told.borrow()
    }

    pub(crate) fn changes(&self) -> watch::Receiver<Turn> {
        self.told.subscribe()
    }

    /// The headers of a request have come, and all of its body if it `is_whole`.
    pub(crate) fn asked(&self, time: Duration, is_whole: bool) {
        let now = Instant::now();
        let waits = (!is_whole).then_some(now);
        self.told.send_modify(|turn| *turn = Turn { asked: true, until: now + time, waits, ..*turn });
        self.freed.notify_one();
    }

    /// There is an answer, which the client has to read.
    pub(crate) fn answered(&self, time: Duration) {
        let now = Instant::now();
        self.told.send_replace(Turn { asked: true, served: true, until: now + time, waits: Some(now) });
        self.freed.notify_one();
    }

    /// A body or an answer takes bytes that others may want.
    pub(crate) fn holds(&self) {
        self.held.fetch_add(1, Ordering::Relaxed);
    }

    /// It gave them back.
    pub(crate) fn holds_no_more(&self) {
        self.held.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether anything takes such bytes.
    pub(crate) fn is_holding(&self) -> bool {
        self.held.load(Ordering::Relaxed) > 0
    }

    /// The body of the request has come, and the client waits for the answer.
    fn is_whole(&self) {
        self.told.send_modify(|turn| turn.waits = None);
    }
}

/// The body of a request. It tells when all of it has come.
pub(crate) struct RequestBody {
    body: Incoming,
    turns: Turns,
}

impl RequestBody {
    pub(crate) fn new(body: Incoming, turns: Turns) -> Self {
        Self { body, turns }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.turns.is_whole();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
