//! Mailboxes, and archives of mails: each mail is its sender's, in every output.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::io::{Cursor, Write as _};
use std::sync::LazyLock;

use muster_engine::report::{FindingId, Remark, Severity, Verdict};
use muster_library::shelf::Shelf;
use muster_submissions::{
    HandIn, Intake, NewestGames, NoAddressReason, ReplyOptions, SUBJECT, Submission, TEMPLATE, judge_bytes,
    judge_files, replies,
};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::mails::parts;

const LIST: &str = "muster: 1\nname: Fleet\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\n\
    settings: {core: naval, theatre: water}\nsquadrons:\n\
    - {unit: ruler-class-battleship, models: 1, roles: [commodore]}\n- {unit: tribal-class-cruiser, models: 3}\n";

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);
static GAMES: LazyLock<NewestGames<'static>> = LazyLock::new(|| NewestGames::new(&SHELF));

/// The outcomes of a file that is named, or that lies in a folder.
fn judged(name: &str, bytes: &[u8], is_named: bool) -> Vec<HandIn> {
    let intake = Intake::new(&GAMES);
    if is_named {
        judge_bytes(&intake, name, bytes)
    } else {
        judge_files(&intake, &[(name.to_owned(), bytes.to_vec())]).concat()
    }
}

fn mail(name: &str, body: &str) -> String {
    format!("From: {name} <{name}@example.org>\nSubject: list\n\n{body}\n")
}

fn mailbox(mails: &[String]) -> Vec<u8> {
    let mails = mails.iter().map(|mail| format!("From a@example.org Sat Nov 21 23:30:00 2026\n{mail}\n"));
    mails.collect::<String>().into_bytes()
}

fn archive(mails: &[String]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (number, mail) in (1..).zip(mails) {
        archive.start_file(format!("{number}.eml"), SimpleFileOptions::default()).unwrap();
        archive.write_all(mail.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Who sent an outcome, its file, and whether it has a list.
fn told(handed: &HandIn) -> Vec<(String, String, bool)> {
    let address = |sender: Option<&muster_exchange::unpack::Sender>| {
        sender.and_then(|sender| sender.address.clone()).unwrap_or_default()
    };
    match handed {
        HandIn::Lists(lists) => lists
            .iter()
            .map(|list| (address(list.came.sender.as_ref()), list.report.file.clone(), list.list.is_some()))
            .collect(),
        HandIn::NoList { file, sender, .. } => vec![(address(sender.as_deref()), file.clone(), false)],
    }
}

/// Every mail of a mailbox or an archive, with a list or without, has its own outcome, sender and answer.
#[test]
fn each_mail_is_its_senders() {
    let names = ["ann", "bob", "cleo"];
    for with_list in 0..8_usize {
        let has_list = |number: usize| with_list & (1 << number) != 0;
        let of = |number: usize| {
            let (list, name) = (LIST.replace("Fleet", &format!("Fleet of {}", names[number])), names[number]);
            mail(name, &if has_list(number) { list } else { format!("Sorry, {name} secret.") })
        };
        let mails: Vec<String> = (0..3).map(of).collect();
        for (file, bytes, ending) in [("box.mbox", mailbox(&mails), ""), ("all.zip", archive(&mails), ".eml")] {
            for is_named in [true, false] {
                let handed = judged(file, &bytes, is_named);
                let case = format!("{file} {with_list} {is_named}: {handed:#?}");
                let told: Vec<_> = handed.iter().flat_map(told).collect();
                let wanted: Vec<_> = (0..3)
                    .map(|number| {
                        let address = format!("{}@example.org", names[number]);
                        (address, format!("{file}/{}{ending}", number + 1), has_list(number))
                    })
                    .collect();
                assert_eq!(told, wanted, "{case}");
                let options = ReplyOptions { template: TEMPLATE, subject: SUBJECT, from: None, deadline: None };
                let mails = replies(&handed, &options).unwrap();
                assert_eq!(mails.len(), 3, "{case}");
                for (number, mail) in mails.iter().enumerate() {
                    assert_eq!(mail.to, Ok(format!("{}@example.org", names[number])));
                    let (_, text) = parts(&mail.mail);
                    assert_eq!(text.contains(&format!("Fleet of {}", names[number])), has_list(number), "{text}");
                    let of_others = names.iter().filter(|name| **name != names[number]);
                    assert!(of_others.clone().all(|name| !text.contains(name)), "{text}");
                }
            }
        }
    }
}

fn only(mail: &str) -> Submission {
    let mut handed = judged("m.eml", mail.as_bytes(), true);
    assert_eq!(handed.len(), 1, "{handed:#?}");
    let HandIn::Lists(mut lists) = handed.remove(0) else { panic!("{handed:#?}") };
    lists.remove(0)
}

#[test]
fn a_mail_of_two_senders_is_nobodys() {
    let list = LIST.replace("mfv", "player: Anna\nemail: anna@example.org\nmfv");
    for from in ["Anna <anna@example.org>, eve@example.org", "Anna <anna@example.org>\nFrom: eve@example.org"] {
        let submission = only(&format!("From: {from}\nSubject: list\n\n{list}"));
        assert_eq!(submission.address(), None);
        let told = submission.sent_by().unwrap();
        let wanted =
            "states the address “anna@example.org”, but came in a mail that names several senders: “anna@example.org”";
        assert!(told.starts_with(wanted), "{told}");
        let remark = FindingId::Remark(Remark::SentByAnother);
        let finding = submission.report.findings.iter().find(|finding| finding.rule == remark).unwrap();
        assert_eq!(finding.severity, Severity::Warning);
        let options = ReplyOptions { template: TEMPLATE, subject: SUBJECT, from: None, deadline: None };
        let reply = replies(&[HandIn::Lists(vec![submission])], &options).unwrap().remove(0);
        let Err(NoAddressReason::Unclear(why)) = &reply.to else { panic!("{:?}", reply.to) };
        assert!(why.starts_with("names several senders"), "{why}");
        assert!(!String::from_utf8(reply.mail).unwrap().contains("To:"));
    }
}

#[test]
fn what_a_mail_hides_of_its_sender_is_told_with_the_list() {
    for (headers, told) in [
        ("From: \"anna@example.org\" <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: eve@example.com\nReply-To: anna@example.org", "asks for replies to “anna@example.org”"),
    ] {
        let submission = only(&format!("{headers}\nSubject: list\n\n{LIST}"));
        assert_eq!(submission.address(), Some("eve@example.com"));
        assert_eq!(submission.sent_by(), Some(format!("came in a mail that {told}")));
        assert_eq!(submission.report.verdict, only(&mail("eve", LIST)).report.verdict, "the verdict stays");
    }
    let inner = format!("From: anna@example.org, bo@example.org\nSubject: x\n\n{LIST}");
    let outer = format!(
        "From: eve@example.com\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
         --b\nContent-Type: message/rfc822\n\n{inner}\n--b--\n"
    );
    let told = only(&outer).sent_by().unwrap();
    assert!(told.starts_with("came in a mail with a mail that names several senders"), "{told}");
}

/// What is not read of a mail is told with its list, wherever the list is.
#[test]
fn what_is_not_read_is_told_with_the_list() {
    let whole = |parts: &[(&str, &str)], behind: &str| {
        let parts = parts.iter().map(|(head, text)| format!("--b\n{head}\n\n{text}\n"));
        let head = "From: ann@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n";
        format!("{head}{}--b--\n{behind}", parts.collect::<String>())
    };
    let file = ("Content-Type: application/yaml; name=list.yaml", LIST);
    let text = ("Content-Type: text/plain", LIST);
    let png = ("Content-Type: image/png; name=list.png\nContent-Transfer-Encoding: base64", "iVBORw0KGgo=");
    let inner = format!("Content-Type: message/rfc822\n\nFrom: bo@example.org\nSubject: x\n\n{LIST}");
    for (mail, told) in [
        (whole(&[text], "2 Tribal Class Cruisers"), "text that nobody sees: “2 Tribal Class Cruisers”"),
        (whole(&[file], "2 Tribal Class Cruisers"), "text that nobody sees: “2 Tribal Class Cruisers”"),
        (
            whole(&[("Content-Type: text/html", "<p>Hi<p hidden>2 Tribal"), file], ""),
            "text that nobody sees: “2 Tribal”",
        ),
        (whole(&[("X: y", "Hi\nbegin 644 a.txt\n#0V%T\n`\nend"), file], ""), "packed into its text: “a.txt”"),
        (whole(&[("Content-Type: text/html", "<p>Hi<img src='cid:a'>"), text], ""), "what its pictures show"),
        (whole(&[text, png], ""), "the picture “list.png” that came with it is not read"),
        (whole(&[("X: y", "Hi"), png, (&inner, "")], ""), "the picture “list.png” that came with it is not read"),
        (whole(&[("X: y", "Hi"), (&inner, "")], "2 Tribal"), "text that nobody sees: “2 Tribal”"),
    ] {
        let handed = judged("m.eml", mail.as_bytes(), true);
        let lists =
            handed.iter().flat_map(|one| if let HandIn::Lists(lists) = one { lists.clone() } else { Vec::new() });
        let lists: Vec<Submission> = lists.filter(|list| list.list.is_some()).collect();
        assert_eq!(lists.len(), 1, "{mail}: {handed:#?}");
        let found = &lists[0].report.findings;
        assert!(found.iter().any(|finding| finding.message.contains(told)), "{told}: {found:#?}");
    }
    // A mail without a list says so, too; and a mail with nothing but a picture has an outcome.
    let HandIn::Lists(lists) = &judged("m.eml", whole(&[("X: y", "Hi")], "2 Tribal").as_bytes(), true)[0] else {
        panic!()
    };
    assert_eq!(lists[0].report.verdict, Verdict::Unreadable);
    assert!(lists[0].report.findings[0].message.contains("2 Tribal"), "{:?}", lists[0].report.findings);
    for is_named in [true, false] {
        assert_eq!(judged("m.eml", whole(&[png], "").as_bytes(), is_named).len(), 1);
    }
}
