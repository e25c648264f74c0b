//! Lists in every form: what is found in a file, and how it is judged.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_engine::report::Verdict;
use muster_library::shelf::Shelf;
use muster_submissions::{Games, HandedIn, Intake, Submission, judge_bytes};

const POSTED: &str =
    "My fleet\nMFV 1000\nKingdom of Britannia\n\n1 Ruler Class Battleship\n3 Tribal Cruisers\n2 Gorgons\n";

fn handed_in(name: &str, bytes: &[u8]) -> Vec<HandedIn> {
    judge_bytes(&Intake::new(&Games::new(&Shelf::built_in())), name, bytes)
}

/// The only list in a file.
fn only(name: &str, bytes: &[u8]) -> Submission {
    let mut lists: Vec<Submission> = handed_in(name, bytes)
        .into_iter()
        .flat_map(|handed| if let HandedIn::Lists(lists) = handed { lists } else { Vec::new() })
        .collect();
    assert_eq!(lists.len(), 1, "{lists:#?}");
    lists.remove(0)
}

/// Rule, severity and line of the findings that reading the text made.
fn of_reading(submission: &Submission) -> Vec<(String, Option<u32>)> {
    let found = submission.report.findings.iter().filter(|finding| finding.source.is_none());
    found.map(|finding| (finding.rule.to_string(), finding.line)).collect()
}

#[test]
fn a_posted_list_is_judged_with_what_was_concluded_and_not_understood() {
    let list = only("post.txt", POSTED.as_bytes());
    assert!(list.is_read && list.is_doubtful(), "{list:#?}");
    assert_eq!(list.report.ruleset.as_ref().unwrap().id, "dw-2.5");
    assert_eq!((list.report.mfv, list.nation.as_deref()), (Some(1000), Some("kingdom-of-britannia")));
    assert!(of_reading(&list).contains(&("unread-line".to_owned(), Some(7))), "{:?}", of_reading(&list));
    assert_eq!(list.report.verdict, Verdict::Illegal, "it has no flagship: doubts do not hide errors");
}

#[test]
fn a_text_without_units_is_no_list() {
    let list = only("diary.txt", b"Dear diary, today I painted nothing.\n");
    assert_eq!(list.report.verdict, Verdict::Unreadable);
    assert!(list.list.is_none());
}

#[test]
fn a_mail_gives_its_sender_to_the_list() {
    let mail = format!(
        "From: Ann Player <ann@example.org>\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nSubject: list\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{}",
        POSTED.replace('\n', "\r\n")
    );
    let list = only("mail.eml", mail.as_bytes());
    let read = list.list.unwrap();
    assert_eq!(
        (read.player.as_deref(), read.email.as_deref(), read.date.as_deref()),
        (Some("Ann Player"), Some("ann@example.org"), Some("2026-11-21"))
    );
    assert_eq!(list.report.player.as_deref(), Some("Ann Player"));
}
