//! The judge's desk: what players handed in, read from one folder, for a judge who walks among the tables with a phone.
//!
//! Nothing is written. Only this folder and the file of the tables are read. If other machines may ask, they must have the PIN.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use muster_app::{App, CallFault, SubmissionsAnswer};
use muster_exchange::sealed::EventKeys;
use muster_library::files::FolderItem;
use muster_submissions::{HandIn, Intake, NewestGames, VersionRules, fold_versions, judge_paths, tables};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, Semaphore};
use tokio::time::{Instant, sleep_until};

use crate::api::{answered, refuse};

/// The longest body of a question, in bytes.
pub(crate) const BODY: usize = 4096;
/// The longest file of tables, in bytes.
const TABLES: u64 = 1024 * 1024;
/// How long after a wrong PIN the next one is looked at. Trying half of all PINs takes a year and a half then.
const WRONG: Duration = Duration::from_secs(1);
/// How many PINs may wait to be looked at.
const WAITING: usize = 16;

/// What judges may see.
#[derive(Clone, Debug)]
pub struct JudgeFolder {
    /// The folder of what players handed in.
    pub folder: PathBuf,
    /// The keys that open sealed lists.
    pub keys: Option<EventKeys>,
    /// The file of a pairing program that says at which table each player sits.
    pub tables: Option<PathBuf>,
    /// The PIN that is asked for; none if only this machine can ask.
    pub pin: Option<Pin>,
}

/// Eight digits that a judge types once.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(String);

impl fmt::Debug for Pin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Pin(..)")
    }
}

impl Pin {
    /// A new one, by chance. None if the system has no random numbers.
    #[must_use]
    pub fn random() -> Option<Self> {
        Some(Self(format!("{:08}", random()? % 100_000_000)))
    }

    /// As it is shown: `1234 5678`.
    #[must_use]
    pub fn shown(&self) -> String {
        let (first, second) = self.0.split_at(self.0.len() / 2);
        format!("{first} {second}")
    }

    /// Whether a person typed it.
    fn is(&self, typed: &str) -> bool {
        let digits = typed.chars().filter(char::is_ascii_digit).take(self.0.len() + 1);
        digits.eq(self.0.chars())
    }
}

fn random() -> Option<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).ok()?;
    Some(u64::from_le_bytes(bytes))
}

/// The desk of a server.
#[derive(Clone)]
pub(crate) struct Desk(Arc<DeskState>);

struct DeskState {
    app: Arc<App>,
    folder: JudgeFolder,
    /// A browser that knows the PIN sends this with each question.
    pass: String,
    /// When the next PIN may be looked at. They are looked at one after another.
    gate: Mutex<Instant>,
    waiting: Semaphore,
    /// The last answer, and the state of the folder for which it is good.
    judged: Mutex<Option<(Vec<FileState>, Bytes)>>,
}

/// A file as it was when it was judged.
type FileState = (PathBuf, u64, Option<SystemTime>);

/// The body of a question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeskQuestion {
    /// What `unlock` answered.
    #[serde(default)]
    pass: String,
    /// The PIN, for `unlock`.
    #[serde(default)]
    pin: String,
}

/// What judges see.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct DeskAnswer {
    #[serde(flatten)]
    submissions: SubmissionsAnswer,
    /// The table of each player, by the name in lower case.
    tables: BTreeMap<String, String>,
    /// What is wrong with the file of the tables.
    no_tables: Option<String>,
}

/// The answer to the right PIN.
#[derive(Serialize)]
struct UnlockAnswer<'a> {
    pass: &'a str,
}

impl Desk {
    /// A desk. None if the system has no random numbers.
    pub(crate) fn new(app: Arc<App>, folder: JudgeFolder) -> Option<Self> {
        let pass = format!("{:016x}{:016x}", random()?, random()?);
        let waiting = Semaphore::new(WAITING);
        Some(Self(Arc::new(DeskState {
            app,
            folder,
            pass,
            gate: Mutex::new(Instant::now()),
            waiting,
            judged: Mutex::default(),
        })))
    }
}

/// Answers with everything that was handed in, as the call `submissions` does.
pub(crate) async fn handed_in(State(desk): State<Desk>, body: Bytes) -> Response {
    let desk = desk.0;
    let question = match question(&body) {
        Ok(question) => question,
        Err(fault) => return refuse(StatusCode::BAD_REQUEST, &fault),
    };
    if desk.folder.pin.is_some() && question.pass != desk.pass {
        let fault = CallFault::new("locked", "the lists are shown to who has the PIN");
        return refuse(StatusCode::UNAUTHORIZED, &fault.help("`muster serve` printed it when it started"));
    }
    // A browser that goes away must not begin the work anew, so the work goes on without it.
    let made = tokio::spawn(async move {
        let mut judged = desk.judged.lock().await;
        let (last, work) = (judged.clone(), Arc::clone(&desk));
        let made = tokio::task::spawn_blocking(move || answer(&work.app, &work.folder, last)).await.ok()??;
        *judged = Some(made.clone());
        Some(made.1)
    });
    let Ok(Some(bytes)) = made.await else {
        return refuse(StatusCode::INTERNAL_SERVER_ERROR, &CallFault::bug());
    };
    answered(StatusCode::OK, "application/json", Body::from(bytes))
}

/// Gives a pass to who has the PIN.
pub(crate) async fn unlock(State(desk): State<Desk>, body: Bytes) -> Response {
    let desk = desk.0;
    let question = match question(&body) {
        Ok(question) => question,
        Err(fault) => return refuse(StatusCode::BAD_REQUEST, &fault),
    };
    let Ok(_waiting) = desk.waiting.try_acquire() else {
        let fault = CallFault::new("busy", "too many PINs are tried just now").help("try again in some seconds");
        return refuse(StatusCode::SERVICE_UNAVAILABLE, &fault);
    };
    let mut next = desk.gate.lock().await;
    // A browser that does not wait for this leaves the time as it is.
    sleep_until(*next).await;
    if desk.folder.pin.as_ref().is_some_and(|pin| !pin.is(&question.pin)) {
        *next = Instant::now() + WRONG;
        let fault = CallFault::new("wrong-pin", "this is not the PIN");
        return refuse(StatusCode::UNAUTHORIZED, &fault.help("`muster serve` printed it when it started"));
    }
    let bytes = serde_json::to_vec(&UnlockAnswer { pass: &desk.pass }).unwrap_or_default();
    answered(StatusCode::OK, "application/json", Body::from(bytes))
}

/// Says that there is no desk.
pub(crate) async fn none() -> Response {
    let fault = CallFault::new("no-desk", "this Muster shows no lists of an event");
    refuse(StatusCode::NOT_FOUND, &fault.help("start it with `muster serve --submissions DIR`"))
}

fn question(body: &Bytes) -> Result<DeskQuestion, CallFault> {
    let body: &[u8] = if body.trim_ascii().is_empty() { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|error| CallFault::new("wrong-args", format!("this cannot be taken: {error}")))
}

/// Judges the folder, unless nothing in it has changed since.
fn answer(app: &App, folder: &JudgeFolder, last: Option<(Vec<FileState>, Bytes)>) -> Option<(Vec<FileState>, Bytes)> {
    let now = state(app, folder);
    if let Some((state, bytes)) = last
        && state == now
    {
        return Some((state, bytes));
    }
    let games = NewestGames::new(app.shelf());
    let intake = Intake::new(&games).with_keys(folder.keys.as_ref());
    let mut found: Vec<HandIn> = Vec::new();
    judge_paths(&intake, std::slice::from_ref(&folder.folder), |mut handed| {
        if let HandIn::Lists(lists) = &mut handed {
            // The page shows the list and not the text that it was read from.
            for list in lists {
                list.text = None;
            }
        }
        found.push(handed);
    });
    // The file of the tables may hold more than names.
    let players: HashSet<String> = found.iter().flat_map(players).collect();
    let files = fold_versions(found, &VersionRules::of(app.shelf()).at(SystemTime::now()))
        .into_iter()
        .map(|handed| vec![handed])
        .collect();
    let (tables, no_tables) = match tables_of(app, folder) {
        Ok(tables) => (tables.into_iter().filter(|(name, _)| players.contains(name)).collect(), None),
        Err(why) => (BTreeMap::new(), Some(why)),
    };
    let answer = DeskAnswer { submissions: muster_app::told(app, files), tables, no_tables };
    let bytes = serde_json::to_vec(&answer).ok()?;
    Some((now, bytes.into()))
}

/// The names of the players of lists, in lower case.
fn players(handed: &HandIn) -> Vec<String> {
    match handed {
        HandIn::Lists(lists) => lists.iter().filter_map(|list| Some(list.player()?.trim().to_lowercase())).collect(),
        HandIn::NoList { .. } => Vec::new(),
    }
}

/// The table of each player. Fails with what is wrong with the file.
fn tables_of(app: &App, folder: &JudgeFolder) -> Result<BTreeMap<String, String>, String> {
    let Some(path) = &folder.tables else { return Ok(BTreeMap::new()) };
    let bytes = app
        .shelf()
        .files()
        .read_up_to(path, TABLES)
        .map_err(|fault| format!("{}: {}", path.display(), fault.message))?;
    tables(&bytes).ok_or_else(|| format!("{}: no column is called Table, Board or Tisch", path.display()))
}

/// The files in the folder and that of the tables, with their sizes and times.
fn state(app: &App, folder: &JudgeFolder) -> Vec<FileState> {
    let files = app.shelf().files().search(&folder.folder).into_iter().filter_map(|item| match item {
        FolderItem::File(path) => Some(path),
        FolderItem::Faulty(..) | FolderItem::Other(..) => None,
    });
    let files = files.chain(folder.tables.clone());
    let state = |path: PathBuf| {
        let there = path.metadata().ok();
        let size = there.as_ref().map_or(0, std::fs::Metadata::len);
        (path, size, there.and_then(|there| there.modified().ok()))
    };
    files.map(state).collect()
}
