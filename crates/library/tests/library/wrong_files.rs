//! Files with faults: their messages, and that what is read of them is bounded.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::io;

use muster_library::fault::FaultKind;
use muster_library::files;
use muster_library::judge::judge_bytes;
use muster_library::shelf::Shelf;

const LIST: &str = "muster: 1\nruleset: no-such-game\nmfv: 100\n";

/// Tests the message itself, because root may read every file. `crates/cli/tests` tests it with a real file.
#[test]
fn what_the_system_refuses_to_read() {
    struct RefusedValue;
    impl io::Read for RefusedValue {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
    let fault = files::read_from(RefusedValue, 0, 10).unwrap_err();
    assert_eq!((fault.kind, fault.message.as_str()), (FaultKind::NoAccess, "no permission to read it"));
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
