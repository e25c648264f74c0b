//! Answers `POST /api/1/<name>`: the body is a call as JSON. The answer is JSON, or a problem with a matching status. The
//! screens, which come with the program, ask without the version.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Path, Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use muster_app::{App, CallFault};
use muster_engine::effort::Effort;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::rooms::Rooms;
use crate::store::{FREE, HeldAnswer, HeldBytes, Store};
use crate::turns::Turns;

/// The largest body that is read: as large as a list file may be.
pub(crate) const BODY_BYTES: usize = 8 * 1024 * 1024;

/// The largest body of a call about everything that players handed in: thousands of lists, or a large mail in base 64.
const WHOLE_BYTES: usize = 64 * 1024 * 1024;

/// The calls about everything that players handed in. Only one of them at a time may be larger than other calls, which
/// bounds memory.
const WHOLE: &[&str] =
    &["check", "rows", "submissions", "versions", "tally", "page", "table", "replies", "compare", "print-many"];

/// How long a call may take, including the time it waits for other calls. The slowest of the largest lists takes some
/// seconds.
const TIME: Duration = Duration::from_secs(30);

/// The largest answer that is sent.
const ANSWER_BYTES: usize = 32 * 1024 * 1024;

/// When a client may ask again that was told to come later.
const AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The headers that tell limits: of the body and of the answer in bytes, and of the time in seconds.
pub(crate) const LIMITS: [&str; 3] = ["muster-body-limit", "muster-answer-limit", "muster-seconds-limit"];

/// The app, where calls wait for their turn, and the bytes of all of them.
#[derive(Clone)]
pub(crate) struct Calls {
    app: Arc<App>,
    rooms: Rooms,
    whole: Arc<Semaphore>,
    store: Store,
}

impl Calls {
    pub(crate) fn new(app: Arc<App>, store: Store) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { app, rooms: Rooms::new(cores), whole: Arc::new(Semaphore::new(1)), store }
    }
}

/// Answers a call.
pub(crate) async fn answer(State(calls): State<Calls>, Path(name): Path<String>, request: Request) -> Response {
    let most = if WHOLE.contains(&name.as_str()) { WHOLE_BYTES } else { BODY_BYTES };
    tell_limits(most, answer_within(most, calls, name, request).await)
}

async fn answer_within(most: usize, calls: Calls, name: String, request: Request) -> Response {
    // A page of another origin can send other content types without a preflight request.
    if !is_json(request.headers()) {
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, &CallFault::new("wrong-type", "send application/json"));
    }
    let turns = request.extensions().get::<Turns>().cloned();
    let body = request.into_body();
    if body.size_hint().lower() > most as u64 {
        return too_large(most, body).await;
    }
    let args = match read(body, most, &calls, turns.clone()).await {
        Ok(args) => args,
        Err(refused) => return refused,
    };
    match timeout(TIME, run(calls, name, args, turns)).await {
        Ok(Ok(answer)) => answered(StatusCode::OK, "application/json", Body::new(answer)),
        Ok(Err(fault)) => refuse(status(&fault), &fault),
        Err(_) => {
            let fault = CallFault::new("too-slow", format!("the answer took longer than {} seconds", TIME.as_secs()));
            refuse(StatusCode::SERVICE_UNAVAILABLE, &fault)
        }
    }
}

/// The body of a call.
struct CallBody {
    bytes: Vec<u8>,
    _held: HeldBytes,
    /// Lasts as long as no other body may be larger than [`BODY_BYTES`].
    _alone: Option<OwnedSemaphorePermit>,
}

/// Reads a body of at most `most` bytes. The first [`BODY_BYTES`] are read without waiting for another body, so that
/// whoever only says that it will send more keeps nobody waiting who sends it.
async fn read(mut body: Body, most: usize, calls: &Calls, turns: Option<Turns>) -> Result<CallBody, Response> {
    let (mut bytes, mut alone, mut held) = (Vec::with_capacity(FREE), None, HeldBytes::nothing(turns));
    while let Some(frame) = body.frame().await {
        let broken = || CallFault::new("unreadable-body", "the call breaks off");
        let frame = frame.map_err(|_| refuse(StatusCode::BAD_REQUEST, &broken()))?;
        // Anything but data is a header at the end.
        let Ok(data) = frame.into_data() else { continue };
        let length = bytes.len() + data.len();
        if length > most {
            drop((bytes, held, alone));
            return Err(too_large(most, body).await);
        }
        if length > BODY_BYTES && alone.is_none() {
            alone = Arc::clone(&calls.whole).acquire_owned().await.ok();
        }
        if length > bytes.capacity() {
            // A vector that grows by itself takes up to twice the bytes that are in it.
            let more = (length - bytes.len()).max(bytes.len() / 4).max(FREE);
            calls
                .store
                .add(&mut held, bytes.len() + more - bytes.capacity())
                .await
                .map_err(|_| refuse(status(&busy()), &busy()))?;
            bytes.reserve_exact(more);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(CallBody { bytes, _held: held, _alone: alone })
}

/// Work that ends when nobody waits for it any more.
struct AwaitedWork(Effort);

impl Drop for AwaitedWork {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Does the work of a call. If this is dropped, because the client is gone or the time is over, the work ends too.
async fn run(calls: Calls, name: String, args: CallBody, turns: Option<Turns>) -> Result<HeldAnswer, CallFault> {
    let permit = calls.rooms.of(&name, args.bytes.len()).enter().await.ok_or_else(busy)?;
    let awaited = AwaitedWork(muster_app::effort_of(&args.bytes));
    let (effort, app) = (awaited.0.clone(), Arc::clone(&calls.app));
    // Work that was cancelled takes a moment to end. So the work itself holds the permit and the bytes until it does.
    let work = tokio::task::spawn_blocking(move || {
        let answer = muster_app::call_within(&effort, ANSWER_BYTES, &app, &name, &args.bytes);
        drop(args);
        (answer, permit)
    });
    let (answer, permit) = work.await.map_err(|_| CallFault::bug())?;
    let mut answer = answer?;
    drop(awaited);
    // It was written into up to twice its bytes.
    answer.shrink_to_fit();
    let mut held = HeldBytes::nothing(turns);
    if answer.len() > FREE {
        calls.store.add(&mut held, answer.len()).await.map_err(|_| busy())?;
    }
    drop(permit);
    Ok(HeldAnswer::new(answer, held))
}

/// The fault of a call for which there is no room now.
fn busy() -> CallFault {
    CallFault::new("busy", "too much is asked of this server just now").help("try again in some seconds")
}

/// Refuses a body. What is left of it is read, unless it is far too large: a browser that is still sending when the
/// connection ends does not read the answer.
async fn too_large(most: usize, mut body: Body) -> Response {
    let mut left = if body.size_hint().lower() > WHOLE_BYTES as u64 { 0 } else { WHOLE_BYTES };
    while left > 0
        && let Some(Ok(frame)) = body.frame().await
    {
        left = left.saturating_sub(frame.data_ref().map_or(1, Bytes::len));
    }
    let message = format!("this call has at most {} MB", most / 1024 / 1024);
    refuse(StatusCode::PAYLOAD_TOO_LARGE, &CallFault::new("too-large", message))
}

/// Refuses any method other than POST.
pub(crate) async fn only_post() -> Response {
    let mut response =
        refuse(StatusCode::METHOD_NOT_ALLOWED, &CallFault::new("wrong-method", "calls are made by POST"));
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    response
}

fn is_json(headers: &HeaderMap) -> bool {
    let sent = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    sent.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

/// The HTTP status for a fault.
fn status(fault: &CallFault) -> StatusCode {
    match fault.code.as_str() {
        "unknown-call" => StatusCode::NOT_FOUND,
        "wrong-args" => StatusCode::BAD_REQUEST,
        "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
        "busy" => StatusCode::SERVICE_UNAVAILABLE,
        "broken" | "unwritable" => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// An answer with a fault as a problem (RFC 9457).
pub(crate) fn refuse(status: StatusCode, fault: &CallFault) -> Response {
    let problem = json!({
        "type": format!("urn:muster:fault:{}", fault.code),
        "title": status.canonical_reason(),
        "status": status.as_u16(),
        "detail": fault.message,
        "code": fault.code,
        "help": fault.help,
    });
    let mut response = answered(status, "application/problem+json", Body::from(problem.to_string()));
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(AGAIN_AFTER.as_secs()));
    }
    response
}

/// An answer that nobody keeps.
pub(crate) fn answered(status: StatusCode, kind: &'static str, body: Body) -> Response {
    (status, [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], body).into_response()
}

/// Tells the limits of a call in headers of its answer.
fn tell_limits(most: usize, mut response: Response) -> Response {
    let seconds = usize::try_from(TIME.as_secs()).unwrap_or(usize::MAX);
    for (name, limit) in LIMITS.into_iter().zip([most, ANSWER_BYTES, seconds]) {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from(limit));
    }
    response
}
