//! `muster serve --stdio`: a call a line in, an answer a line out.
//!
//! A call is `{"id": 1, "call": "check", "args": {...}}`. Its answer is `{"id": 1, "answer": {...}}` or
//! `{"id": 1, "fault": {...}}`. Several calls are answered at once, so a caller that does not wait for each answer tells
//! them apart by their ids.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use muster_app::{App, CallFault, call_within, effort_of};
use muster_library::json::escaped;
use muster_library::limits;
use serde_json::value::RawValue;

use crate::lines::{InputLine, InputLines};

/// The longest line that is read: as long as the largest call that the server takes.
pub const LINE_BYTES: usize = 64 * 1024 * 1024;
/// The largest answer.
const ANSWER_BYTES: usize = 32 * 1024 * 1024;
/// The longest id.
const ID_BYTES: usize = 200;
/// The version of the calls.
const API: u64 = 1;

/// Answers calls until the input ends, `at_once` of them at once. Fails if the input cannot be read or an answer cannot be
/// written; threads may then still wait for input.
pub fn serve(
    app: &Arc<App>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    at_once: usize,
) -> io::Result<()> {
    let (pass, next) = mpsc::sync_channel(0);
    let (next, output) = (Arc::new(Mutex::new(next)), Arc::new(Mutex::new(output)));
    let (tell, told) = mpsc::channel();
    for _ in 0..at_once {
        let (app, next, output, tell) = (Arc::clone(app), Arc::clone(&next), Arc::clone(&output), tell.clone());
        on_thread(move || {
            if let Err(error) = answer_all(&app, &next, &output) {
                let _ = tell.send(error);
            }
        })?;
    }
    on_thread(move || {
        let mut lines = InputLines::new(input, LINE_BYTES);
        loop {
            match lines.read() {
                Ok(Some(line)) => {
                    if pass.send(line).is_err() {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    let _ = tell.send(error);
                    break;
                }
            }
        }
    })?;
    // No thread can tell anything any more when all have ended.
    told.recv().map_or(Ok(()), Err)
}

fn on_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().stack_size(limits::STACK).spawn(work).map(drop)
}

fn answer_all(app: &App, next: &Mutex<mpsc::Receiver<InputLine>>, output: &Mutex<impl Write>) -> io::Result<()> {
    loop {
        let line = next.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(line) = line else { return Ok(()) };
        let Some(answer) = answer(app, &line) else { continue };
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(answer.as_bytes())?;
        output.flush()?;
    }
}

/// The answer to a line, with the end of its own line. None to a blank line.
fn answer(app: &App, line: &InputLine) -> Option<String> {
    let InputLine::Whole(line) = line else {
        let message = format!("a call has at most {} MB", LINE_BYTES / 1024 / 1024);
        return Some(written("null", "fault", &as_json(&CallFault::new("too-large", message))));
    };
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return None;
    }
    let (id, called) = match StdioCall::of(line) {
        Ok(call) => (call.id.clone(), answered(app, &call.name, &call.args)),
        Err((id, fault)) => (id, Err(fault)),
    };
    Some(match called {
        Ok(answer) => written(&id, "answer", &answer),
        Err(fault) => written(&id, "fault", &as_json(&fault)),
    })
}

/// The answer to a call as JSON, within a bounded effort.
pub(crate) fn answered(app: &App, name: &str, args: &str) -> Result<String, CallFault> {
    let effort = effort_of(args.as_bytes());
    let work = || call_within(&effort, ANSWER_BYTES, app, name, args.as_bytes());
    // A bug in one call must not end the answers to others.
    let answer = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(CallFault::bug()))?;
    String::from_utf8(answer).map_err(|_| CallFault::bug())
}

/// A call in a line.
struct StdioCall {
    /// Its id as JSON.
    id: String,
    name: String,
    /// Its arguments as JSON.
    args: String,
}

impl StdioCall {
    /// Reads a line. Returns also the id, if it has one, with what is wrong.
    fn of(line: &[u8]) -> Result<Self, (String, CallFault)> {
        let wrong = |message: String| CallFault::new("wrong-call", message).help(FORM);
        let mut parts: BTreeMap<String, Box<RawValue>> = serde_json::from_slice(line)
            .map_err(|error| ("null".to_owned(), wrong(format!("the line is no call: {error}"))))?;
        let id = parts.remove("id").map_or_else(|| "null".to_owned(), |id| id.get().to_owned());
        if id.len() > ID_BYTES || id.starts_with(['{', '[', 't', 'f']) {
            let message = format!("an `id` is a number or a text of at most {ID_BYTES} bytes");
            return Err(("null".to_owned(), wrong(message)));
        }
        let told = |fault: CallFault| (id.clone(), fault);
        if let Some(api) = parts.remove("api").filter(|api| api.get() != API.to_string()) {
            let asked: String = api.get().chars().take(20).collect();
            let fault = CallFault::new("wrong-version", format!("the calls have version {API}, not {asked}"));
            return Err(told(fault));
        }
        let name = parts.remove("call").and_then(|name| serde_json::from_str::<String>(name.get()).ok());
        let Some(name) = name else { return Err(told(wrong("the line names no `call`".to_owned()))) };
        let args = parts.remove("args").map_or_else(|| "{}".to_owned(), |args| args.get().to_owned());
        if let Some(key) = parts.keys().next() {
            let key: String = key.chars().take(60).collect();
            return Err(told(wrong(format!("a call has no key `{key}`"))));
        }
        Ok(Self { id, name, args })
    }
}

/// How a call looks.
const FORM: &str = r#"a call is one line such as {"id": 1, "call": "version", "args": {}}"#;

/// A line. Characters at which some readers end a line are escaped.
fn written(id: &str, key: &str, value: &str) -> String {
    escaped(format!("{{\"id\":{id},\"{key}\":{value}}}")) + "\n"
}

fn as_json(fault: &CallFault) -> String {
    serde_json::to_string(fault).unwrap_or_default()
}
