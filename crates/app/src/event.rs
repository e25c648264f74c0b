//! The event in the arguments of a call, and the events at hand.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use muster_engine::nearest::nearest;
use muster_engine::report::{Report, Severity};
use muster_library::files::{Files, FilesPath, MemoryFiles};
use muster_library::lints::under_event;
use muster_library::shelf::{EventHead, Shelf};
use rust_embed::RustEmbed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::CallFault;

#[derive(RustEmbed)]
#[folder = "../../examples/events"]
#[include = "*.yaml"]
struct EventFiles;

/// An event pack or house rules in the arguments of a call. Everything in the call is judged under it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GivenEvent {
    /// The id of an event at hand; or the name of a file, if there is a text.
    pub name: String,
    /// The content of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The events that come with the program.
static SHIPPED: LazyLock<Arc<dyn Files>> = LazyLock::new(|| {
    let files = EventFiles::iter().filter_map(|name| EventFiles::get(&name).map(|file| (name.into_owned(), file.data)));
    Arc::new(files.collect::<MemoryFiles>())
});

/// The events at hand, each with the files in which it is. If a shipped event has the same id as an event in a folder,
/// the one in the folder counts.
pub(crate) fn at_hand(shelf: &Shelf) -> Vec<(EventHead, &Arc<dyn Files>)> {
    let in_folders = shelf.events_at_hand().into_iter().map(|path| (shelf.files(), path));
    let shipped = SHIPPED.list(Path::new("")).into_iter().map(|path| (&*SHIPPED, path));
    let mut found: Vec<(EventHead, &Arc<dyn Files>)> = Vec::new();
    for (files, path) in in_folders.chain(shipped) {
        let Some(head) = shelf.event_head(FilesPath { files, path: &path }) else { continue };
        if found.iter().all(|(other, _)| other.id != head.id) {
            found.push((head, files));
        }
    }
    found
}

/// Puts an event over the rulesets of a shelf. Fails if there is no such event, or if it is faulty.
pub(crate) fn shelf_under(shelf: &Shelf, event: &GivenEvent) -> Result<Shelf, CallFault> {
    let made = if let Some(text) = &event.text {
        // The text comes from no file on this machine, so a folder in its name means nothing.
        let path = Path::new(Path::new(&event.name).file_name().unwrap_or_default());
        let files: Arc<dyn Files> = Arc::new(MemoryFiles::one(path, text.clone().into_bytes()));
        under_event(shelf, FilesPath { files: &files, path })
    } else {
        let all = at_hand(shelf);
        let Some((head, files)) = all.iter().find(|(head, _)| head.id == event.name) else {
            let fault = CallFault::new("unknown-event", format!("there is no event `{}`", event.name));
            let help = nearest(&event.name, all.iter().map(|(head, _)| head.id.as_str()));
            return Err(CallFault { help, ..fault });
        };
        under_event(shelf, FilesPath { files, path: &head.path })
    };
    made.map(|(under, _)| under).map_err(|reports| unusable(&reports))
}

/// The first thing that is wrong with an event, with its file and line.
fn unusable(reports: &[Report]) -> CallFault {
    let wrong = reports.iter().find_map(|report| {
        let finding = report.findings.iter().find(|finding| finding.severity == Severity::Error)?;
        let line = finding.line.map(|line| format!(", line {line}")).unwrap_or_default();
        let message = format!("{}{line}: {}", report.file, finding.message);
        Some(CallFault { help: finding.help.clone(), ..CallFault::new("faulty-event", message) })
    });
    wrong.unwrap_or_else(|| CallFault::new("faulty-event", "this is no event"))
}
