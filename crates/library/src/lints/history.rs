//! The folder `history/` of a ruleset: every published version must be restored as it was.

use std::path::{Path, PathBuf};

use muster_engine::ready::RulesetProblem;
use muster_engine::report::{Finding, FindingId};
use semver::Version;
use serde_json::Value;

use crate::fault::{FaultKind, FileFault};
use crate::history::{HISTORY, PublishedVersion};
use crate::past::{self, History};
use crate::ruleset_files::RulesetFiles;
use crate::schemas::FileKind;
use crate::shelf::Shelf;

/// The id of the lint.
pub(super) const HISTORIES: &str = "history";

/// What is wrong with the history of a ruleset, each with its file.
pub(super) fn lint(shelf: &Shelf, files: &RulesetFiles) -> Vec<(PathBuf, Finding)> {
    let folder = &files.folder;
    let index = History::index(folder);
    let patches = shelf.files().list(&folder.join(HISTORY)).into_iter();
    let patches = patches.filter(|path| path.extension().is_some_and(|end| end == "patch"));
    let history = match History::read(shelf.files(), folder) {
        Ok(Some(history)) => history,
        Ok(None) => return patches.map(|patch| unlisted(patch, "there is no index.yaml")).collect(),
        Err(fault) => return vec![finding(index, fault)],
    };
    let head = files.of(FileKind::Ruleset).next();
    let version = head.and_then(|head| head.document.value().get("version").and_then(Value::as_str));
    let Some(newest) = version.and_then(|version| Version::parse(version).ok()) else { return Vec::new() };
    let is_changed = history.find(&newest).is_some_and(|published| published.digest != files.digest);
    let mut found: Vec<(PathBuf, Finding)> = of_index(&history, files, &newest)
        .into_iter()
        .map(|(at, message)| {
            let place = history.document.place(&at);
            finding(index.clone(), FileFault::new(FaultKind::BrokenRuleset, message).at(at).place(place))
        })
        .collect();
    let is_listed = |patch: &Path| history.past(&newest).any(|one| history.patch(&one.version) == patch);
    let strays = patches.filter(|patch| !is_listed(patch));
    found.extend(strays.map(|patch| unlisted(patch, "index.yaml has no such older version")));
    if is_changed {
        // No patch leads back from files that were changed.
        return found;
    }
    let restored = history.restore(&newest, |version, texts| {
        let folder = folder.join(HISTORY).join(version.version.to_string());
        let files = past::restored(&folder, texts);
        if let Some(why) = unusable(shelf, &files) {
            let message = format!("{} cannot be used any more: {why}", version.version);
            found.push(finding(history.patch(&version.version), FileFault::new(FaultKind::BrokenRuleset, message)));
        }
        true
    });
    if let Err((path, fault)) = restored {
        // A patch that is not there is told at its entry.
        if shelf.files().kind(&path).is_some() {
            found.push(finding(path, fault));
        }
    }
    found
}

/// What is wrong with the entries of an index, each with its pointer.
fn of_index(history: &History, files: &RulesetFiles, newest: &Version) -> Vec<(String, String)> {
    let mut wrong = Vec::new();
    let mut newer: Option<&PublishedVersion> = None;
    for (place, published) in history.published.iter().enumerate() {
        let PublishedVersion { version, released, digest } = published;
        if version > newest {
            let message = format!("{version} is newer than the version of ruleset.yaml, which is {newest}");
            wrong.push((format!("/{place}/version"), message));
        } else if version == newest && *digest != files.digest {
            let message =
                format!("the files are not those that were published as {version}; their digest is {}", files.digest);
            wrong.push((format!("/{place}/digest"), message));
        } else if version < newest && history.files.kind(&history.patch(version)).is_none() {
            let message = format!("there is no {version}.patch beside this file, which restores {version}");
            wrong.push((format!("/{place}/version"), message));
        }
        if let Some(newer) = newer
            && let (Some(after), Some(before)) = (&newer.released, released)
            && after < before
        {
            let message = format!("{version} has a later day than {}, which is newer", newer.version);
            wrong.push((format!("/{place}/released"), message));
        }
        newer = Some(published);
    }
    wrong
}

/// Why a restored version cannot be used.
fn unusable(shelf: &Shelf, files: &RulesetFiles) -> Option<String> {
    let mut faults = files.files.iter().flat_map(|file| file.faults.iter().map(move |fault| (file, fault)));
    if let Some((file, fault)) = faults.next() {
        let name = file.path.strip_prefix(&files.folder).unwrap_or(&file.path);
        return Some(format!("{}: {}", name.display(), fault.message));
    }
    match shelf.build(files) {
        Err(fault) => Some(fault.message),
        Ok(built) => built.ruleset.err()?.first().map(RulesetProblem::to_string),
    }
}

fn unlisted(patch: PathBuf, why: &str) -> (PathBuf, Finding) {
    finding(patch, FileFault::new(FaultKind::BrokenRuleset, format!("this patch restores no published version: {why}")))
}

fn finding(path: PathBuf, fault: FileFault) -> (PathBuf, Finding) {
    (path, Finding { rule: FindingId::File(HISTORIES.to_owned()), ..fault.into() })
}
