//! `check --from jsonl`: each line of the input is a list. They are judged as they come, so that an input may be of any
//! length.

use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use muster_doors::{InputLine, InputLines};
use muster_library::fault::{FaultKind, FileFault, TextPlace};
use muster_library::files;
use muster_library::limits;
use muster_submissions::{HandIn, Intake, Submission, judge_bytes};
use rayon::prelude::*;
use serde::de::IgnoredAny;

/// How many bytes are read before the lines in them are judged, on all cores at once.
const ROOM: usize = 1024 * 1024;

/// Judges the lines of the paths in their order; `-` is standard input. Passes on the outcomes, as soon as they are there,
/// in the order of the lines, until `outcome` says that nobody wants more.
pub(super) fn each(intake: &Intake, paths: &[PathBuf], mut outcome: impl FnMut(HandIn) -> ControlFlow<()>) {
    for path in paths {
        let name = path.to_string_lossy();
        let ended = match opened(path) {
            Ok(stream) => of_stream(intake, &name, stream, &mut outcome),
            Err(fault) => outcome(HandIn::Lists(vec![Submission::unread(&name, fault)])),
        };
        if ended.is_break() {
            return;
        }
    }
}

fn opened(path: &Path) -> Result<Box<dyn Read>, FileFault> {
    if path == Path::new("-") { Ok(Box::new(io::stdin().lock())) } else { Ok(Box::new(files::open(path)?)) }
}

fn of_stream(
    intake: &Intake,
    name: &str,
    stream: impl Read,
    outcome: &mut impl FnMut(HandIn) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let most = usize::try_from(limits::FILE_BYTES).unwrap_or(usize::MAX);
    let mut lines = InputLines::new(BufReader::with_capacity(ROOM, stream), most);
    let mut number = 0;
    loop {
        // What has come already is judged at once. Nothing waits for a line that may come later.
        let (mut come, mut broken) = (Vec::new(), None);
        while come.is_empty() || lines.has_next() {
            match lines.read() {
                Ok(Some(line)) => come.push((number, line)),
                Ok(None) => break,
                Err(error) => {
                    let fault = FileFault::new(FaultKind::NoAccess, format!("it cannot be read: {error}"));
                    broken = Some(numbered(number, Submission::unread(name, fault)));
                    break;
                }
            }
            number = number.saturating_add(1);
        }
        if come.is_empty() && broken.is_none() {
            return ControlFlow::Continue(());
        }
        let judged: Vec<Vec<HandIn>> =
            come.into_par_iter().map(|(number, line)| of_line(intake, name, number, line)).collect();
        for handed in judged.into_iter().flatten() {
            outcome(handed)?;
        }
        if let Some(broken) = broken {
            return outcome(HandIn::Lists(vec![broken]));
        }
    }
}

/// The outcomes of the line with this number, from 0. A blank line has none.
fn of_line(intake: &Intake, name: &str, number: u32, line: InputLine) -> Vec<HandIn> {
    let unread = |fault| vec![HandIn::Lists(vec![numbered(number, Submission::unread(name, fault))])];
    let InputLine::Whole(line) = line else { return unread(FileFault::too_large()) };
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line).trim_ascii();
    let text = match line.first() {
        None => return Vec::new(),
        Some(b'{') => serde_json::from_slice(line).map(|IgnoredAny| None),
        Some(_) => serde_json::from_slice::<String>(line).map(Some),
    };
    let handed = match text {
        Ok(Some(text)) => judge_bytes(intake, name, text.as_bytes()),
        Ok(None) => judge_bytes(intake, name, line),
        Err(error) => {
            let column = u32::try_from(error.column()).unwrap_or(u32::MAX).max(1);
            let fault = FileFault::new(FaultKind::Syntax, format!("this line is no list in JSON: {error}"));
            let fault = fault.help("each line is a list as a JSON object, or a text with lists as a JSON string");
            return unread(fault.place(Some(TextPlace { line: 1, column })));
        }
    };
    let of_line = |handed| match handed {
        HandIn::Lists(lists) => HandIn::Lists(lists.into_iter().map(|list| numbered(number, list)).collect()),
        other @ HandIn::NoList { .. } => other,
    };
    handed.into_iter().map(of_line).collect()
}

/// A list of a line. The line counts as a document of the file. The list's own first line is that line.
fn numbered(number: u32, mut list: Submission) -> Submission {
    list.report.document = number;
    for line in list.report.findings.iter_mut().filter_map(|finding| finding.line.as_mut()) {
        *line = line.saturating_add(number);
    }
    list
}
