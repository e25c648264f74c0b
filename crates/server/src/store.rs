//! The bytes that all requests and answers may take together, so that no number of clients fills the memory.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;

use crate::turns::Turns;

/// The most bytes of all bodies and answers together. The largest body has room beside many small ones.
const BYTES: usize = 72 * 1024 * 1024;
/// What has no more bytes is not counted: so much from each connection is little.
pub(crate) const FREE: usize = 64 * 1024;
/// What is counted, because the semaphore counts no further than 32 bits on small machines.
const UNIT: usize = 1024;
/// How long one waits for bytes. Meanwhile clients lose theirs that neither send nor read.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many bytes of an answer are given out at once.
const PIECE: usize = 64 * 1024;

/// The bytes that are left.
#[derive(Clone)]
pub(crate) struct Store {
    left: Arc<Semaphore>,
    /// How many wait for bytes.
    wanted: Arc<watch::Sender<usize>>,
}

/// Bytes that a request or an answer has. They are given back when it is dropped.
pub(crate) struct HeldBytes {
    permit: Option<OwnedSemaphorePermit>,
    turns: Option<Turns>,
}

/// There are no bytes left, and nobody gave any back in time.
pub(crate) struct StoreShortage;

impl Default for Store {
    fn default() -> Self {
        Self { left: Arc::new(Semaphore::new(BYTES / UNIT)), wanted: Arc::new(watch::Sender::new(0)) }
    }
}

impl Store {
    /// Adds bytes to those that a client has.
    pub(crate) async fn add(&self, held: &mut HeldBytes, bytes: usize) -> Result<(), StoreShortage> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).map_err(|_| StoreShortage)?;
        let more = if let Ok(more) = Arc::clone(&self.left).try_acquire_many_owned(units) {
            more
        } else {
            let _waiting = ByteWaiter::new(&self.wanted);
            let more = timeout(PATIENCE, Arc::clone(&self.left).acquire_many_owned(units)).await;
            more.map_err(|_| StoreShortage)?.map_err(|_| StoreShortage)?
        };
        if let Some(permit) = &mut held.permit {
            permit.merge(more);
        } else {
            held.permit = Some(more);
            held.turns.iter().for_each(Turns::holds);
        }
        Ok(())
    }

    /// Tells when somebody begins or ceases to wait for bytes.
    pub(crate) fn wanted(&self) -> watch::Receiver<usize> {
        self.wanted.subscribe()
    }
}

impl HeldBytes {
    /// Nothing yet, for a client with these turns.
    pub(crate) fn nothing(turns: Option<Turns>) -> Self {
        Self { permit: None, turns }
    }
}

impl Drop for HeldBytes {
    fn drop(&mut self) {
        if self.permit.take().is_some() {
            self.turns.iter().for_each(Turns::holds_no_more);
        }
    }
}

/// Somebody who waits for bytes.
struct ByteWaiter<'s>(&'s watch::Sender<usize>);

impl<'s> ByteWaiter<'s> {
    fn new(wanted: &'s watch::Sender<usize>) -> Self {
        wanted.send_modify(|wanted| *wanted += 1);
        Self(wanted)
    }
}

impl Drop for ByteWaiter<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|wanted| *wanted -= 1);
    }
}

/// An answer that gives its bytes back once the client has read it, or is gone.
pub(crate) struct HeldAnswer {
    left: Bytes,
    _held: HeldBytes,
}

impl HeldAnswer {
    pub(crate) fn new(bytes: Vec<u8>, held: HeldBytes) -> Self {
        Self { left: bytes.into(), _held: held }
    }
}

impl Body for HeldAnswer {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::convert::Infallible>>> {
        let most = self.left.len().min(PIECE);
        let piece = self.left.split_to(most);
        Poll::Ready((!piece.is_empty()).then(|| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left.len() as u64)
    }
}
