//! `muster reply`: a mail to each player.

use std::fs;
use std::io::Write;
use std::path::Path;

use muster_engine::report::Verdict;
use muster_exchange::sealed::EventKeys;
use muster_library::deadline::Deadline;
use muster_library::fault::FaultKind;
use muster_library::files::{self, DISK, Files};
use muster_library::judge::unreadable;
use muster_library::shelf::Shelf;
use muster_submissions::{
    BadTemplate, HandIn, Intake, NewestGames, Reply, ReplyOptions, SUBJECT, Submission, TEMPLATE, VersionRules,
    fold_versions, judge_paths, replies,
};

use super::{complain as show_lines, passed_over};
use crate::args::ReplyCommand;
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::output::FileText;
use crate::terminal::{self, complain, inform};
use crate::text::{counted, plain};
use crate::{events, file};

/// Judges everything that was handed in, and writes a mail to each player.
pub(crate) fn run(args: &ReplyCommand, shelf: &Shelf) -> Result<ExitOutcome, CommandFailure> {
    let Some(folder) = args.output.as_deref().filter(|_| !args.print_template) else {
        let mut out = terminal::data();
        out.write_all(TEMPLATE.as_bytes())?;
        out.flush()?;
        return Ok(ExitOutcome::Fine);
    };
    let template = match &args.template {
        Some(path) => files::read_text(path)
            .map_err(|error| CommandComplaint::new(format!("--template {}: {error}", path.display())))?,
        None => TEMPLATE.to_owned(),
    };
    let rules = events::versions(shelf, args.all_versions);
    let deadline = rules.deadline().map(Deadline::words);
    let options = ReplyOptions {
        template: &template,
        subject: args.subject.as_deref().unwrap_or(SUBJECT),
        from: args.from.as_deref(),
        deadline: deadline.as_deref(),
    };
    let keys = args.keys.open()?;
    let (handed_in, outcome) = handed_in(args, shelf, &rules, keys.as_ref());
    match replies(&handed_in, &options) {
        Ok(written) => {
            write(folder, &written, args.force)?;
            Ok(outcome)
        }
        Err(BadTemplate { is_subject: true, fault }) => {
            Err(CommandComplaint::new(format!("--subject: {}", fault.message)).into())
        }
        Err(BadTemplate { is_subject: false, fault }) => {
            let file = args.template.as_deref().unwrap_or(Path::new("template")).to_string_lossy();
            show_lines(&unreadable(&file, 0, vec![fault]), &FileText::new(template.as_bytes()));
            Ok(ExitOutcome::Undecided)
        }
    }
}

/// Judges everything that was handed in. Says on standard error what needs no answer.
fn handed_in(
    args: &ReplyCommand,
    shelf: &Shelf,
    rules: &VersionRules<'_>,
    keys: Option<&EventKeys>,
) -> (Vec<HandIn>, ExitOutcome) {
    let games = NewestGames::new(shelf);
    let (mut kept, mut outcome) = (Vec::new(), ExitOutcome::Fine);
    judge_paths(&Intake::new(&games).with_keys(keys), &args.paths, |handed| {
        match &handed {
            HandIn::Lists(lists) => {
                if lists.iter().any(|list| list.report.verdict == Verdict::Unreadable) {
                    outcome = ExitOutcome::Undecided;
                }
                if let Some(complaint) = lists.first().and_then(nobody) {
                    return complain(&complaint);
                }
            }
            HandIn::NoList { sender: None, file, why, .. } => return passed_over(file, why),
            HandIn::NoList { .. } => {}
        }
        kept.push(handed);
    });
    (fold_versions(kept, rules), outcome)
}

/// What is wrong with a path that nothing could be read from. Nobody handed it in.
fn nobody(list: &Submission) -> Option<CommandComplaint> {
    let kinds = [FaultKind::NoAccess, FaultKind::NoLists];
    let finding =
        list.report.findings.iter().find(|found| kinds.iter().any(|kind| kind.id() == found.rule.as_str()))?;
    Some(CommandComplaint { message: format!("{}: {}", list.report.file, finding.message), help: finding.help.clone() })
}

/// Writes the mails. Those that are there already are kept, unless they would change and `force` is set.
fn write(folder: &Path, mails: &[Reply], force: bool) -> Result<(), CommandFailure> {
    fs::create_dir_all(folder)
        .map_err(|error| CommandComplaint::new(format!("cannot make {}: {error}", folder.display())))?;
    let mut out = terminal::stdout();
    let (mut new, mut changed, mut same) = (0, 0, 0);
    for Reply { name, to, mail } in mails {
        let path = folder.join(name);
        let there = DISK.read(&path).ok();
        if there.as_ref() == Some(mail) {
            same += 1;
            continue;
        }
        if path.exists() {
            changed += 1;
            if !force {
                inform(&format!("{} is there already and would change; --force writes over it", path.display()));
                continue;
            }
        } else {
            new += 1;
        }
        file::write(&path, mail, force)?;
        writeln!(out, "{}", plain(&path.to_string_lossy()))?;
        if let Err(none) = to {
            inform(&format!("{} has no address: {}", path.display(), none.why()));
        }
    }
    let parts = [(new, "new"), (changed, if force { "replaced" } else { "kept as it was" }), (same, "there already")];
    let parts: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")).collect();
    writeln!(out, "{}: {}", counted(mails.len(), "mail"), parts.join(", "))?;
    out.flush()?;
    Ok(())
}
