//! `muster seal`: encrypts a list to the key of its event.

use std::io::Write;
use std::path::Path;
use std::slice;

use muster_engine::words::verdict::verdict;
use muster_exchange::sealed::{self, PublicKey, SealedFile};
use muster_library::shelf::{EventHead, Shelf};
use muster_submissions::{Intake, NewestGames, Submission};

use super::handed_in;
use crate::args::SealCommand;
use crate::file;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal::{self, inform};
use crate::text::plain;

/// Judges the list, seals its file as it is, and says which fingerprint proves later that nothing was changed.
pub(crate) fn run(args: &SealCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let shown = args.list.display();
    let bytes = file::read_named(&args.list)
        .map_err(|fault| CommandComplaint { message: format!("{shown}: {}", fault.message), help: fault.help })?;
    if sealed::is_sealed(&bytes) {
        return Err(CommandComplaint::new(format!("{shown} is sealed already")).into());
    }
    let games = NewestGames::new(shelf);
    let intake = Intake::new(&games);
    let is_stdin = args.list == Path::new("-");
    let (lists, is_whole) = if is_stdin {
        handed_in::lists_in(&intake, &bytes)
    } else {
        handed_in::lists(&intake, slice::from_ref(&args.list))
    };
    if lists.is_empty() && is_whole {
        return Err(CommandComplaint::new(format!("{shown} holds no list")).into());
    }
    if !is_whole {
        return Ok(ExitOutcome::Undecided);
    }
    if !is_stdin && !file::read_named(&args.list).is_ok_and(|now| now == bytes) {
        return Err(CommandComplaint::new(format!("{shown} was changed while it was read"))
            .help("seal it again")
            .into());
    }
    let event = event(shelf, &lists)?;
    let key = event.key.as_deref().unwrap_or_default();
    let name = args.list.file_name().filter(|_| !is_stdin).map(|name| name.to_string_lossy().into_owned());
    let sealed = SealedFile { event: event.id, name: name.unwrap_or_else(|| "list".to_owned()), bytes };
    let cannot = |fault: sealed::SealFault| CommandComplaint::new(format!("{shown} cannot be sealed: {fault}"));
    let closed = PublicKey::read(key).and_then(|key| sealed::seal(&key, &sealed)).map_err(cannot)?;
    file::write(&args.output, &closed, args.force)?;
    let mut out = terminal::stdout();
    writeln!(out, "{} is sealed for {}: only its organiser can open it", args.output.display(), plain(&event.name))?;
    for list in &lists {
        tell(list, &mut out)?;
    }
    out.flush()?;
    Ok(ExitOutcome::Fine)
}

/// The event of all the lists.
fn event(shelf: &Shelf, lists: &[Submission]) -> Result<EventHead, CommandComplaint> {
    let mut events = lists.iter().map(|one| shelf.sealing_event(one.list.as_deref()?, one.beside(shelf)));
    let first = events.next().flatten();
    if events.any(|other| other.map(|other| other.id) != first.as_ref().map(|first| first.id.clone())) {
        let complaint = CommandComplaint::new("the lists in the file are for different events");
        return Err(complaint.help("seal each list in a file of its own, or name the event with --event"));
    }
    first.ok_or_else(|| match shelf.event_heads().last() {
        Some(head) => CommandComplaint::new(format!("{} states no `key`, so nothing can be sealed for it", head.name))
            .help("its organiser makes one with `muster new event-key`"),
        None => CommandComplaint::new("a list is sealed for an event, and none with a `key` is known")
            .help("name the event pack with --event"),
    })
}

/// Says how a list is judged, and by which fingerprint it is known again.
fn tell(list: &Submission, out: &mut impl Write) -> Result<(), CommandFailure> {
    let report = &list.report;
    let name = plain(report.name.as_deref().unwrap_or(&report.file));
    let points = report.points.map(|points| format!(", {points} points")).unwrap_or_default();
    let code = report.fingerprint.as_deref().map(|code| format!(", fingerprint {code}")).unwrap_or_default();
    writeln!(out, "{name}: {}{points}{code}", verdict(report.verdict))?;
    if list.player().is_none() {
        inform(&format!("{name} names no player, so the organiser cannot tell whose it is"));
    }
    Ok(())
}
