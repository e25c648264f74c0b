//! Paths: what is found in them, the messages about what is no list, and that the others are still judged.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fs;
use std::path::{Path, PathBuf};

use muster_engine::report::{Report, Verdict};
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, judge_paths};

const LIST: &str = "muster: 1\nruleset: no-such-game\nmfv: 100\n";

fn judge(paths: &[&Path]) -> Vec<HandIn> {
    let paths: Vec<PathBuf> = paths.iter().map(|path| path.to_path_buf()).collect();
    let mut judged = Vec::new();
    judge_paths(&Intake::new(&NewestGames::new(&Shelf::built_in())), &paths, |outcome| judged.push(outcome));
    judged
}

fn reports(paths: &[&Path]) -> Vec<Report> {
    let lists = |handed| if let HandIn::Lists(lists) = handed { lists } else { Vec::new() };
    judge(paths).into_iter().flat_map(lists).map(|list| list.report).collect()
}

/// The rule and message of the only finding in the only report.
fn only(paths: &[&Path]) -> (String, String) {
    let reports = reports(paths);
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert_eq!(reports[0].verdict, Verdict::Unreadable);
    assert_eq!(reports[0].findings.len(), 1, "{reports:?}");
    let finding = &reports[0].findings[0];
    assert!(finding.source.is_none() && finding.origin.is_none());
    (finding.rule.to_string(), finding.message.clone())
}

#[test]
fn a_file_of_200_mb_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.yaml");
    // A sparse file: it takes no space on the disk, but reading it would take 200 MB of memory.
    fs::File::create(&path).unwrap().set_len(200 << 20).unwrap();
    assert_eq!(only(&[&path]), ("too-large".into(), "the file is larger than 8 MB".into()));
}

#[test]
fn a_missing_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nowhere.yaml");
    assert_eq!(only(&[&path]), ("no-access".into(), "there is no such file or folder".into()));
}

#[test]
fn a_folder_without_lists() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("README.md"), "hello").unwrap();
    fs::write(folder.path().join(".hidden.yaml"), "hello").unwrap();
    assert_eq!(only(&[folder.path()]), ("no-lists".into(), "the folder holds no lists".into()));
}

#[cfg(unix)]
#[test]
fn broken_links_are_told_and_loops_end() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("a.yaml")).unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
    std::os::unix::fs::symlink("self.yaml", folder.path().join("self.yaml")).unwrap();
    fs::write(folder.path().join("b.yaml"), LIST).unwrap();
    let rules: Vec<String> =
        reports(&[folder.path()]).into_iter().map(|report| report.findings[0].rule.to_string()).collect();
    assert_eq!(rules, ["no-access", "unknown-ruleset", "no-access"]);
    assert_eq!(only(&[&folder.path().join("a.yaml")]).0, "no-access");
}

/// Whoever made a folder chose where its links lead, and must not choose what of ours is read.
#[cfg(unix)]
#[test]
fn links_lead_no_further_than_the_folder() {
    use std::os::unix::fs::symlink;
    let whole = tempfile::tempdir().unwrap();
    let (outside, folder) = (whole.path().join("outside"), whole.path().join("folder"));
    fs::create_dir_all(outside.join("deep")).unwrap();
    fs::create_dir_all(folder.join("below")).unwrap();
    for path in [outside.join("secret.yaml"), outside.join("deep/other.yaml"), folder.join("below/own.yaml")] {
        fs::write(path, LIST).unwrap();
    }
    symlink("../outside/secret.yaml", folder.join("a.yaml")).unwrap();
    symlink(outside.join("secret.yaml"), folder.join("b.txt")).unwrap();
    symlink("../../outside/deep", folder.join("below/c")).unwrap();
    symlink("../outside", folder.join("d.zip")).unwrap();
    symlink("..", folder.join("e")).unwrap();
    symlink("below/own.yaml", folder.join("f.yaml")).unwrap();
    let told = |one: &HandIn| match one {
        HandIn::Lists(lists) => (lists[0].report.file.clone(), lists[0].report.findings[0].message.clone()),
        HandIn::NoList { file, why, .. } => (file.clone(), why.clone()),
    };
    let judged = judge(&[&folder]);
    let out = "a link that leads out of the folder, so it is not followed";
    for name in ["a.yaml", "b.txt", "below/c", "d.zip", "e"] {
        let path = folder.join(name).to_string_lossy().into_owned();
        assert!(judged.iter().map(told).any(|(file, why)| file == path && why == out), "{name}: {judged:#?}");
    }
    assert_eq!(judged.len(), 7, "{judged:#?}");
    // Who names a link, or a folder by a link, means what it leads to.
    let named = whole.path().join("named");
    symlink("folder", &named).unwrap();
    assert_eq!(judge(&[&named]).len(), 7);
    assert_ne!(only(&[&folder.join("a.yaml")]).0, "no-access");
}

#[test]
fn other_kinds_are_passed_over_in_folders_and_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let overlay = folder.path().join("a-overlay.yaml");
    fs::write(&overlay, "kind: overlay\nid: x\n").unwrap();
    fs::write(folder.path().join("b.yml"), LIST).unwrap();
    let judged = judge(&[folder.path()]);
    assert_eq!(
        judged[0],
        HandIn::NoList {
            file: overlay.to_string_lossy().into(),
            packed_in: None,
            sender: None,
            why: "it is of the kind overlay".into()
        }
    );
    assert!(matches!(&judged[1], HandIn::Lists(lists) if lists[0].report.file.ends_with("b.yml")));
    let (rule, message) = only(&[&overlay]);
    assert_eq!((rule.as_str(), message.as_str()), ("wrong-kind", "this is not a list but is of the kind `overlay`"));
    // A folder with only such files has no lists.
    fs::remove_file(folder.path().join("b.yml")).unwrap();
    assert_eq!(only(&[folder.path()]).0, "no-lists");
}

#[test]
fn a_folder_is_judged_in_the_order_of_names_in_chunks() {
    let folder = tempfile::tempdir().unwrap();
    let mut names = Vec::new();
    for number in 0..1200 {
        let path = folder.path().join(format!("{number:05}.json"));
        fs::write(&path, LIST).unwrap();
        names.push(path.to_string_lossy().into_owned());
    }
    let files: Vec<String> = reports(&[folder.path()]).into_iter().map(|report| report.file).collect();
    assert_eq!(files, names);
}
