//! Lists in every form: what is found in a file, and how it is judged.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_engine::report::Verdict;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, Submission, judge_bytes};

const POSTED: &str =
    "My fleet\nMFV 1000\nKingdom of Britannia\n\n1 Ruler Class Battleship\n3 Tribal Cruisers\n2 Gorgons\n";

fn handed_in(name: &str, bytes: &[u8]) -> Vec<HandIn> {
    judge_bytes(&Intake::new(&NewestGames::new(&Shelf::built_in())), name, bytes)
}

/// The only list in a file.
fn only(name: &str, bytes: &[u8]) -> Submission {
    let mut lists: Vec<Submission> = handed_in(name, bytes)
        .into_iter()
        .flat_map(|handed| if let HandIn::Lists(lists) = handed { lists } else { Vec::new() })
        .collect();
    assert_eq!(lists.len(), 1, "{lists:#?}");
    lists.remove(0)
}

/// The player of the only list in a file, and whether the report says how that was concluded.
fn player(name: &str, text: &str) -> (Option<String>, bool) {
    let list = only(name, text.as_bytes());
    let is_told = list.report.findings.iter().any(|finding| finding.message.contains("is taken as the player"));
    (list.report.player, is_told)
}

#[test]
fn the_player_is_read_where_something_says_that_a_name_is_one() {
    let said = |name: &str, text: &str| player(name, text).0.unwrap_or_default();
    let units = "Ruler Class Battleship 180\n3 Tribal Cruisers 225\n4 Attackers 120\n";
    let list = format!("Kingdom of Britannia, 1000 points\n\n{units}");
    let tests = [
        ("Anna Berg - Kingdom of Britannia - 1000", "", "Anna Berg"),
        ("Anna Berg, KoB, 1000 pts naval", "", "Anna Berg"),
        ("Berg, Anna: Second Fleet\nKingdom of Britannia", "", "Anna Berg"),
        ("Player: anna", "", "anna"),
        ("Spieler: Anna Berg", "", "Anna Berg"),
        ("Channel Cup - Anna Berg - Kingdom of Britannia - 1000", "", "Anna Berg"),
        ("Solent Squadron by Anna Berg", "", "Anna Berg"),
        ("Kingdom of Britannia", "Total 525\n\nSee you on Saturday!\nAnna", "Anna"),
        ("Kingdom of Britannia", "Cheers, Anna", "Anna"),
        ("Kingdom of Britannia", "\n-- \nDr. Anna van den Berg", "Anna van den Berg"),
        // Names of lists, greetings, opponents and places are no players.
        ("Iron Duke\nKingdom of Britannia", "", ""),
        ("Kingdom of Britannia - Solent Squadron - [525 pts]", "", ""),
        ("Hi Anna,\n\nKingdom of Britannia", "", ""),
        ("Kingdom of Britannia against Anna", "", ""),
        ("Anna Berg and Ole Berg - Kingdom of Britannia", "", ""),
        ("Kingdom of Britannia, Portsmouth", "", ""),
    ];
    for (above, below, wanted) in tests {
        let text = format!("{above}\n\n{units}{below}\n");
        assert_eq!(said("list.txt", &text), wanted, "{text}");
    }
    assert_eq!(said("berg liste.txt", &list), "Berg");
    assert_eq!(said("anna-berg.txt", &list), "Anna Berg");
    for name in ["new list.txt", "Kingdom of Britannia 1000.txt", "untitled.txt", "pond.txt", "cup final v2.txt"] {
        assert_eq!(said(name, &list), "", "{name}");
    }
    // A name that may be that of a fleet counts if the file is called so too.
    assert_eq!(said("berg.txt", &format!("Victoria Berg\n{list}")), "Victoria Berg");
    assert_eq!(player("berg.txt", &format!("Anna Berg\n{list}")), (Some("Anna Berg".to_owned()), true));
}

#[test]
fn the_sender_of_a_mail_is_the_player_unless_its_text_names_another() {
    let mail = |from: &str, text: &str| {
        let text = format!("From: {from}\nTo: cup@example.org\nSubject: list\n\n{text}");
        only("list.eml", text.as_bytes()).report.player.unwrap_or_default()
    };
    let list = "Kingdom of Britannia, 1000 points\n\nRuler 180\n3 Tribal Cruisers 225\n4 Attackers 120\n";
    assert_eq!(mail("Anna Berg <anna@example.org>", &format!("{list}\nCheers,\nAnna\n")), "Anna Berg");
    assert_eq!(mail("\"Berg, Anna\" <anna@example.org>", list), "Anna Berg");
    assert_eq!(mail("Anna Berg <anna@example.org>", &format!("Player: Ole Lund\n{list}")), "Ole Lund");
    assert_eq!(mail("Anna Berg <anna@example.org>", &format!("Ole Lund, {list}")), "Ole Lund");
}

#[test]
fn a_mail_that_is_passed_on_is_one_list() {
    let inner = "From: Anna Berg <anna@example.org>\nTo: ole@example.org\nSubject: list\n\n\
                 Kingdom of Britannia, 1000 points\n\nRuler 180\n3 Tribal Cruisers 225\n4 Attackers 120\n";
    let outer = format!(
        "From: Ole Lund <ole@example.org>\nTo: cup@example.org\nSubject: Fwd: list\nMIME-Version: 1.0\n\
         Content-Type: multipart/mixed; boundary=B\n\n--B\n\nHi, this is Anna's.\n--B\n\
         Content-Type: message/rfc822\n\n{inner}\n--B--\n"
    );
    let found = handed_in("fwd.eml", outer.as_bytes());
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(only("fwd.eml", outer.as_bytes()).report.player.as_deref(), Some("Anna Berg"));
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
    assert_eq!(list.report.verdict, Verdict::Undetermined, "it does not say which model is the flagship");
    let list = only("post.txt", POSTED.replace("1 Ruler", "4 Ruler").as_bytes());
    assert!(list.is_doubtful(), "{list:#?}");
    assert_eq!(list.report.verdict, Verdict::Illegal, "doubts do not hide errors");
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

#[test]
fn a_link_and_a_text_of_several_games_say_what_they_are() {
    let why = |text: &str| {
        let list = only("post.txt", text.as_bytes());
        list.report.findings.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>().join("\n")
    };
    let link = why("https://www.newrecruit.eu/app/list/wwUj9\n");
    assert!(link.contains("it is only a link, and Muster opens no links"), "{link}");
    let several = why("Empire 1500 points\nHeilong Battleship\n");
    assert!(several.contains("names no game, and its units are in Dystopian Wars"), "{several}");
}

#[test]
fn a_list_file_of_another_encoding_is_read_and_told() {
    let text = "muster: 1\nruleset: dw-2.5\nname: Gr\u{f6}\u{df}te Flotte\nnation: prussian-empire\nmfv: 1000\nsquadrons: []\n";
    let utf_16: Vec<u8> = std::iter::once('\u{feff}')
        .chain(text.chars())
        .collect::<String>()
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let windows: Vec<u8> = text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    for (bytes, encoding) in [(utf_16, "UTF-16"), (windows, "Windows-1252")] {
        let list = only("flotte.yaml", &bytes);
        assert_eq!(list.report.name.as_deref(), Some("Gr\u{f6}\u{df}te Flotte"), "{encoding}");
        let is_told = |message: &str| message == format!("the file is not UTF-8; its letters are read as {encoding}");
        assert!(list.report.findings.iter().any(|finding| is_told(&finding.message)), "{:#?}", list.report.findings);
    }
    // What is no list then either is faulty where it is not UTF-8.
    let broken = only("flotte.yaml", b"muster: 1\nruleset: dw-2.5\nunknown: \xff\n");
    assert_eq!(broken.report.verdict, Verdict::Unreadable);
    assert!(broken.report.findings.iter().any(|finding| finding.rule.as_str() == "not-utf8"));
}
