//! Answers `POST /api/<name>`: the body is a call as JSON. The answer is JSON, or a fault with a matching status.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Path, Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use muster_app::{App, Fault};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The largest body that is read: as large as a list file may be.
pub(crate) const BODY_BYTES: usize = 8 * 1024 * 1024;

/// The largest body of a call about everything that players handed in: thousands of lists, or a large mail in base 64.
const WHOLE_BYTES: usize = 64 * 1024 * 1024;

/// The calls about everything that players handed in. Only one of them at a time may be larger than other calls, which
/// bounds memory.
const WHOLE: &[&str] = &["submissions", "tally", "page", "table", "replies", "compare", "print-many"];

/// How long a call may take, including the time it waits for other calls. The slowest of the largest lists takes some
/// seconds.
const TIME: Duration = Duration::from_secs(30);

/// The largest answer that is sent. It bounds memory, because each of many slow clients holds one answer.
const ANSWER_BYTES: usize = 32 * 1024 * 1024;

/// The largest call that is too short to hold a real list, such as `version` or `units`.
const BRIEF: usize = 1024;

/// The largest call that is answered in a moment: several times the size of a list of sixty squadrons.
const SMALL: usize = 64 * 1024;

/// The app, with a limit for each kind of call on how many run at once. Short calls never wait for long ones.
#[derive(Clone)]
pub(crate) struct Calls {
    app: Arc<App>,
    brief: Arc<Semaphore>,
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
    prints: Arc<Semaphore>,
    whole: Arc<Semaphore>,
}

impl Calls {
    pub(crate) fn new(app: Arc<App>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let room = || Arc::new(Semaphore::new(cores));
        Self { app, brief: room(), small: room(), large: room(), prints: room(), whole: Arc::new(Semaphore::new(1)) }
    }

    /// The semaphore at which a call waits for its turn.
    fn room(&self, name: &str, bytes: usize) -> &Arc<Semaphore> {
        match name {
            "print" | "print-many" | "preview" => &self.prints,
            _ if bytes <= BRIEF => &self.brief,
            _ if bytes <= SMALL => &self.small,
            _ => &self.large,
        }
    }
}

/// Answers a call.
pub(crate) async fn answer(State(calls): State<Calls>, Path(name): Path<String>, request: Request) -> Response {
    // A page of another origin can send other content types without a preflight request.
    if !is_json(request.headers()) {
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, &Fault::new("wrong-type", "send application/json"));
    }
    let body = request.into_body();
    let most = if WHOLE.contains(&name.as_str()) { WHOLE_BYTES } else { BODY_BYTES };
    if body.size_hint().lower() > most as u64 {
        return too_large(most, body).await;
    }
    let (body, _alone) = match read(body, most, &calls.whole).await {
        Ok(read) => read,
        Err(refused) => return refused,
    };
    match timeout(TIME, run(calls, name, body)).await {
        Ok(Ok(answer)) => json(StatusCode::OK, answer),
        Ok(Err(fault)) => refuse(status(&fault), &fault),
        Err(_) => {
            let fault = Fault::new("too-slow", format!("the answer took longer than {} seconds", TIME.as_secs()));
            refuse(StatusCode::SERVICE_UNAVAILABLE, &fault)
        }
    }
}

/// Reads a body of at most `most` bytes. The first [`BODY_BYTES`] are read without waiting, so that whoever only says that
/// it will send more keeps nobody waiting who sends it. The second part of the answer lasts as long as no other body may be
/// larger.
async fn read(
    mut body: Body,
    most: usize,
    whole: &Arc<Semaphore>,
) -> Result<(Bytes, Option<OwnedSemaphorePermit>), Response> {
    let (mut read, mut alone) = (Vec::new(), None);
    while let Some(frame) = body.frame().await {
        let broken = || Fault::new("unreadable-body", "the call breaks off");
        let frame = frame.map_err(|_| refuse(StatusCode::BAD_REQUEST, &broken()))?;
        // Anything but data is a header at the end.
        let Ok(data) = frame.into_data() else { continue };
        let length = read.len() + data.len();
        if length > most {
            drop((read, alone));
            return Err(too_large(most, body).await);
        }
        if length > BODY_BYTES && alone.is_none() {
            alone = whole.clone().acquire_owned().await.ok();
        }
        read.extend_from_slice(&data);
    }
    Ok((read.into(), alone))
}

async fn run(calls: Calls, name: String, body: Bytes) -> Result<Vec<u8>, Fault> {
    let broken = || Fault::new("broken", "this is a bug in the program; please report it");
    // Nothing can stop the work once it runs. So the work itself holds the permit until it ends, and no more calls than
    // are permitted ever run at once.
    let permit = Arc::clone(calls.room(&name, body.len())).acquire_owned().await.map_err(|_| broken())?;
    let work = tokio::task::spawn_blocking(move || {
        let answer = muster_app::call(&calls.app, &name, &body);
        drop(permit);
        answer
    });
    let answer = work.await.unwrap_or_else(|_| Err(broken()))?;
    if answer.len() > ANSWER_BYTES {
        let message = format!("the answer has more than {} MB", ANSWER_BYTES / 1024 / 1024);
        return Err(Fault::new("too-large", message));
    }
    Ok(answer)
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
    refuse(StatusCode::PAYLOAD_TOO_LARGE, &Fault::new("too-large", message))
}

/// Refuses any method other than POST.
pub(crate) async fn only_post() -> Response {
    let mut response = refuse(StatusCode::METHOD_NOT_ALLOWED, &Fault::new("wrong-method", "calls are made by POST"));
    response.headers_mut().insert(ALLOW, axum::http::HeaderValue::from_static("POST"));
    response
}

fn is_json(headers: &HeaderMap) -> bool {
    let sent = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    sent.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

/// The HTTP status for a fault.
fn status(fault: &Fault) -> StatusCode {
    match fault.code.as_str() {
        "unknown-call" => StatusCode::NOT_FOUND,
        "wrong-args" => StatusCode::BAD_REQUEST,
        "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
        "broken" | "unwritable" => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// An answer with a fault as JSON.
pub(crate) fn refuse(status: StatusCode, fault: &Fault) -> Response {
    json(status, serde_json::to_vec(fault).unwrap_or_default())
}

fn json(status: StatusCode, bytes: Vec<u8>) -> Response {
    (status, [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], bytes).into_response()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::task::{Context, Waker};

    use axum::body::Bytes;
    use muster_app::App;

    use super::{Calls, SMALL, run};

    #[tokio::test]
    async fn a_short_call_waits_for_no_long_ones() {
        let calls = Calls::new(Arc::new(App::default()));
        // As many long calls as are permitted are running.
        let all = u32::try_from(calls.large.available_permits()).unwrap();
        let running = calls.large.acquire_many(all).await.unwrap();
        let _prints = calls.prints.acquire_many(all).await.unwrap();
        let _lists = calls.small.acquire_many(all).await.unwrap();
        let large = Bytes::from(format!("{{{}}}", " ".repeat(SMALL)));
        let mut waiting = std::pin::pin!(run(calls.clone(), "version".to_owned(), large));
        assert!(waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        assert!(run(calls.clone(), "version".to_owned(), Bytes::new()).await.is_ok());
        drop(running);
        assert!(waiting.await.is_ok());
    }
}
