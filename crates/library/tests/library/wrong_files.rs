//! Paths without lists: the messages about them, and that the other paths are still judged.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::path::{Path, PathBuf};
use std::{fs, io};

use muster_engine::report::{Report, Verdict};
use muster_library::fault::FaultKind;
use muster_library::files;
use muster_library::judge::{FileJudged, judge_bytes, judge_paths};
use muster_library::shelf::Shelf;

const LIST: &str = "muster: 1\nruleset: no-such-game\nmfv: 100\n";

fn judge(paths: &[&Path]) -> Vec<FileJudged> {
    let paths: Vec<PathBuf> = paths.iter().map(|path| path.to_path_buf()).collect();
    let mut judged = Vec::new();
    judge_paths(&Shelf::built_in(), &paths, |outcome| judged.push(outcome));
    judged
}

fn reports(paths: &[&Path]) -> Vec<Report> {
    let reports = |judged| if let FileJudged::Reports(reports) = judged { reports } else { Vec::new() };
    judge(paths).into_iter().flat_map(reports).collect()
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

/// Tests the message itself, because root may read every file. `crates/cli/tests` tests it with a real file.
#[test]
fn what_the_system_refuses_to_read() {
    struct Refused;
    impl io::Read for Refused {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
    let fault = files::read_from(Refused, 0).unwrap_err();
    assert_eq!((fault.kind, fault.message.as_str()), (FaultKind::NoAccess, "no permission to read it"));
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

#[test]
fn other_kinds_are_passed_over_in_folders_and_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let overlay = folder.path().join("a-overlay.yaml");
    fs::write(&overlay, "kind: overlay\nid: x\n").unwrap();
    fs::write(folder.path().join("b.yml"), LIST).unwrap();
    let judged = judge(&[folder.path()]);
    assert_eq!(
        judged[0],
        FileJudged::PassedOver { file: overlay.to_string_lossy().into(), why: "it is of the kind overlay".into() }
    );
    assert!(matches!(&judged[1], FileJudged::Reports(reports) if reports[0].file.ends_with("b.yml")));
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

#[test]
fn one_bad_document_stops_no_other() {
    let text = format!("{LIST}---\nname: [\n---\n{LIST}---\n3\n");
    let reports = judge_bytes(&Shelf::built_in(), "lists.yaml", text.as_bytes());
    let seen: Vec<_> = reports.iter().map(|r| (r.document, r.findings[0].rule.as_str(), r.findings[0].line)).collect();
    let wanted = [
        (0, "unknown-ruleset", Some(2)),
        (1, "syntax", Some(5)),
        (2, "unknown-ruleset", Some(8)),
        (3, "wrong-type", Some(11)),
    ];
    assert_eq!(seen, wanted);
}

#[test]
fn faults_without_end_end() {
    let many = 20_000;
    let documents = |text: &str| text.repeat(100);
    let faulty = [
        ("a key again and again", "a: 1\n".repeat(many)),
        ("keys that are none", "1: a\n".repeat(many)),
        ("tags", "- !x a\n".repeat(many / 2)),
        (
            "keys of other formats",
            (0..many / 2).fold("muster: 1\n".to_owned(), |text, key| format!("{text}k{key}: 1\n")),
        ),
        ("documents of syntax faults", documents(&format!("---\n{}", "a: 1\n".repeat(150)))),
        ("broken documents without end", "---\n]\n".repeat(3 * many / 2)),
        ("documents of other faults", documents("---\nmuster: 1\na1: 1\na2: 1\na3: 1\nmfv: x\nname: 1\n").repeat(5)),
    ];
    for (name, text) in faulty {
        let reports = judge_bytes(&Shelf::built_in(), "list.yaml", text.as_bytes());
        let findings: Vec<_> = reports.iter().flat_map(|report| &report.findings).collect();
        assert!(reports.len() <= 10_001, "{name}: {} reports", reports.len());
        let most = 1_200 + 2 * reports.len();
        assert!(!findings.is_empty() && findings.len() <= most, "{name}: {} findings", findings.len());
        assert!(reports.iter().all(|report| report.findings.len() <= 101), "{name}");
        assert!(
            reports[0].findings.len() < 100 || reports[0].findings[100].message.starts_with("more than 100"),
            "{name}"
        );
    }
}
