//! `muster check event.muster`: judges the lists in a frozen archive by the rules in it.

use std::path::PathBuf;

use muster_engine::report::Report;
use muster_exchange::frozen::REPORTS;
use serde_json::Value;

use super::check;
use crate::args::{CheckCommand, CommandLine};
use crate::frozen::{read, within};
use crate::outcome::{CommandComplaint, CommandFailure, ExitOutcome};
use crate::terminal::{complain, inform};

/// Judges the lists in the archive, and compares the reports with those in it.
pub(crate) fn run(check: &CheckCommand, args: &CommandLine) -> Result<ExitOutcome, CommandFailure> {
    let [path] = check.paths.as_slice() else {
        let message = "a frozen archive brings its own rules, so it is judged alone";
        return Err(CommandComplaint::new(message).help("name no other file beside it").into());
    };
    if check.everywhere {
        let message = "a frozen archive is judged by its own rules alone, so it is judged nowhere else";
        return Err(CommandComplaint::new(message).help("unpack it, and judge its lists").into());
    }
    let is_alone = args.rulesets.is_empty() && args.event.is_empty() && args.units.is_empty() && args.as_of.is_none();
    if !is_alone {
        let message = "a frozen archive is judged by its own rules alone";
        let help = "leave out --rulesets, --event, --units and --as-of, or unpack it and judge its lists";
        return Err(CommandComplaint::new(message).help(help).into());
    }
    let opened = read(path)?;
    let mut inside = check.clone();
    inside.paths = opened.roles.lists.iter().map(PathBuf::from).collect();
    let mut now = Vec::new();
    let outcome = within(path, &opened.roles, &opened.files, true, |shelf, warned| {
        check::run_and(&inside, shelf, warned, &mut |report| now.push(report.clone()))
    })?;
    let frozen = opened.files.get(REPORTS).map(Vec::as_slice).unwrap_or_default();
    let others = others(frozen, &now);
    if others.is_empty() {
        inform("verdicts, points and findings are those that were frozen");
        return Ok(outcome);
    }
    for other in others {
        complain(&CommandComplaint::new(other));
    }
    let version = env!("CARGO_PKG_VERSION");
    let message = format!("Muster {version} judges the archive in another way than Muster {} did", opened.muster);
    complain(&CommandComplaint::new(message).help("reports.json in the archive has the reports as they were frozen"));
    Ok(outcome.max(ExitOutcome::Undecided))
}

/// What differs between frozen reports and those of today. Words of findings may differ: a newer Muster may say the
/// same in better words.
fn others(frozen: &[u8], now: &[Report]) -> Vec<String> {
    let Ok(Value::Object(frozen)) = serde_json::from_slice(frozen) else {
        return vec![format!("{REPORTS} cannot be read")];
    };
    let frozen = frozen.get("reports").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let now: Vec<Value> = now.iter().map(|report| serde_json::to_value(report).unwrap_or_default()).collect();
    let mut told = Vec::new();
    if frozen.len() != now.len() {
        told.push(format!("{} lists were frozen, {} are found now", frozen.len(), now.len()));
    }
    for (frozen, now) in frozen.iter().zip(&now) {
        let of = |report: &Value, key: &str| match report.get(key) {
            // The first half is about the list, whose file is checked by its digest. Versions before 0.3 made it in
            // another form.
            Some(Value::String(fingerprint)) if key == "fingerprint" => {
                fingerprint.split_once('-').map_or_else(String::new, |(_, rules)| rules.to_owned())
            }
            value => value.map(Value::to_string).unwrap_or_default(),
        };
        let parts = ["file", "document", "verdict", "points", "mfv", "fingerprint"];
        if let Some(key) = parts.into_iter().find(|key| of(frozen, key) != of(now, key)) {
            told.push(format!("{}: {key} was {}, is {}", file(frozen), of(frozen, key), of(now, key)));
        } else if findings(frozen) != findings(now) {
            told.push(format!("{}: other findings than those that were frozen", file(frozen)));
        }
    }
    told
}

fn file(report: &Value) -> &str {
    report.get("file").and_then(Value::as_str).unwrap_or_default()
}

/// The rules, severities and places of findings, sorted.
fn findings(report: &Value) -> Vec<String> {
    let findings = report.get("findings").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let keys = |finding: &Value| {
        ["rule", "severity", "at"]
            .map(|key| finding.get(key).map(Value::to_string))
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut all: Vec<String> = findings.iter().map(keys).collect();
    all.sort();
    all
}
