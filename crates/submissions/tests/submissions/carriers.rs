//! What lists come in: prints whose pages may say something else, mails and documents with several lists.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::sync::LazyLock;

use muster_engine::report::{Finding, FindingId, Remark, Severity, Verdict};
use muster_library::share;
use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, RowMaker, Submission, judge_bytes, judge_paths, page};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const LIST: &str = "muster: 1\nname: Fleet\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 1000\n\
    settings: {core: naval, theatre: water}\nsquadrons:\n\
    - {unit: ruler-class-battleship, models: 1, roles: [commodore]}\n- {unit: tribal-class-cruiser, models: 3}\n";
/// The same list, as a person writes it.
const TEXT: &str = "Kingdom of Britannia\nMFV 1000\n\n1 Ruler Class Battleship\n3 Tribal Class Cruisers\n";
const PAGE: &str = "<p>Kingdom of Britannia<br>MFV 1000<p>1 Ruler Class Battleship<br>3 Tribal Class Cruisers";

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::built_in);

fn judged(name: &str, bytes: &[u8]) -> Vec<HandIn> {
    static GAMES: LazyLock<NewestGames<'static>> = LazyLock::new(|| NewestGames::new(&SHELF));
    static INTAKE: LazyLock<Intake<'static>> = LazyLock::new(|| Intake::new(&GAMES));
    judge_bytes(&INTAKE, name, bytes)
}

fn lists(name: &str, bytes: &[u8]) -> Vec<Submission> {
    let lists = |handed| if let HandIn::Lists(lists) = handed { lists } else { Vec::new() };
    judged(name, bytes).into_iter().flat_map(lists).collect()
}

fn remarks(submission: &Submission, remark: Remark) -> Vec<&Finding> {
    submission.report.findings.iter().filter(|finding| finding.rule == FindingId::Remark(remark)).collect()
}

/// A mail whose text has a plain form and an HTML form, with a file; each of them may be missing.
fn mail(plain: Option<&str>, html: Option<&str>, file: Option<&str>) -> Vec<u8> {
    let mut mail = "From: Ann <ann@example.org>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=m\n\n--m\n\
        Content-Type: multipart/alternative; boundary=a\n"
        .to_owned();
    for (kind, text) in [("plain", plain), ("html", html)] {
        if let Some(text) = text {
            write!(mail, "\n--a\nContent-Type: text/{kind}; charset=utf-8\n\n{text}").unwrap();
        }
    }
    mail.push_str("\n--a--\n");
    if let Some(file) = file {
        write!(mail, "--m\nContent-Type: application/yaml; name=list.yaml\n\n{file}\n").unwrap();
    }
    mail.push_str("--m--\n");
    mail.into_bytes()
}

/// Each list of a mail: its file, and whether it is told of another list.
fn told(mail: &[u8]) -> Vec<(String, bool)> {
    let lists = lists("m.eml", mail);
    lists.iter().map(|list| (list.report.file.clone(), !remarks(list, Remark::AnotherList).is_empty())).collect()
}

/// Every combination of a plain text, a page and a file, of which each has no list, the list, or another.
#[test]
fn lists_of_one_mail_that_differ_are_told_of_each_other() {
    let other = |text: &str| text.replace("3 Tribal", "2 Tribal").replace("cruiser, models: 3", "cruiser, models: 2");
    let forms =
        |text: &str| [None, Some("Hello, see you on Saturday".to_owned()), Some(text.to_owned()), Some(other(text))];
    let is_list = |number: usize| number > 1;
    for (plain_is, plain) in forms(TEXT).into_iter().enumerate() {
        for (page_is, page) in forms(PAGE).into_iter().enumerate() {
            for (file_is, file) in [None, Some(LIST.to_owned()), Some(other(LIST))].into_iter().enumerate() {
                let file_is = if file_is == 0 { 0 } else { file_is + 1 };
                let all: Vec<usize> = [plain_is, page_is, file_is].into_iter().filter(|one| is_list(*one)).collect();
                let differ = all.contains(&2) && all.contains(&3);
                let found = told(&mail(plain.as_deref(), page.as_deref(), file.as_deref()));
                let case = format!("plain {plain_is}, page {page_is}, file {file_is}: {found:?}");
                if all.is_empty() {
                    assert_eq!(found.len(), 1, "{case}");
                    continue;
                }
                assert_eq!(found.len(), if differ { 2 } else { 1 }, "{case}");
                assert!(found.iter().all(|(_, is_told)| *is_told == differ), "{case}");
                assert_eq!(found.iter().any(|(file, _)| file == "m.eml/list.yaml"), is_list(file_is), "{case}");
            }
        }
    }
}

#[test]
fn what_is_told_of_another_list_says_where_it_is_and_what_differs() {
    let both = lists("m.eml", &mail(Some(&TEXT.replace("3 Tribal", "2 Tribal")), None, Some(LIST)));
    let messages: Vec<&str> =
        both.iter().flat_map(|list| remarks(list, Remark::AnotherList)).map(|it| it.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "m.eml/list.yaml holds another list than this: 405 points, and not 330, with 3 \u{d7} Tribal Class Cruiser, \
             without 2 \u{d7} Tribal Class Cruiser",
            "the text of m.eml holds another list than this: 330 points, and not 405, with 2 \u{d7} Tribal Class Cruiser, \
             without 3 \u{d7} Tribal Class Cruiser"
        ]
    );
    for list in &both {
        assert!(remarks(list, Remark::AnotherList).iter().all(|finding| finding.severity == Severity::Undetermined));
        assert!(matches!(list.report.verdict, Verdict::Undetermined | Verdict::Illegal));
    }
}

/// A text may say less than the list file that came with it. What it says must be so.
#[test]
fn a_text_that_says_less_is_the_same_list() {
    let file = LIST.replace("cruiser, models: 3", "cruiser, models: 3, options: [stoic-crew]");
    assert_eq!(told(&mail(Some(TEXT), None, Some(&file))), [("m.eml/list.yaml".to_owned(), false)]);
    let more = TEXT.replace("3 Tribal Class Cruisers", "3 Tribal Class Cruisers, Stoic Crew");
    assert_eq!(told(&mail(Some(&more), None, Some(&file))), [("m.eml/list.yaml".to_owned(), false)]);
    assert_eq!(told(&mail(Some(&more), None, Some(LIST))).len(), 2);
    // Several lists in files are several lists.
    let two =
        format!("{LIST}---\n{}", LIST.replace("Fleet", "Other").replace("cruiser, models: 3", "cruiser, models: 2"));
    assert!(told(&mail(None, None, Some(&two))).iter().all(|(_, is_told)| !is_told));
    let found = told(&mail(Some(TEXT), None, Some(&two)));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(_, is_told)| !is_told), "{found:?}");
}

#[test]
fn each_mail_in_a_mail_has_lists_of_its_own() {
    let inner = |text: &str| format!("From: Ole <ole@example.org>\nTo: a\nSubject: list\n\n{text}");
    let outer = format!(
        "From: Ann <ann@example.org>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=o\n\n--o\n\
         Content-Type: text/plain\n\nBoth lists.\n--o\nContent-Type: message/rfc822\n\n{}\n--o\n\
         Content-Type: application/yaml; name=mine.yaml\n\n{LIST}\n--o--\n",
        inner(&TEXT.replace("3 Tribal", "2 Tribal"))
    );
    let found = told(outer.as_bytes());
    assert_eq!(found, [("m.eml/mine.yaml".to_owned(), false), ("m.eml/mail.eml".to_owned(), false)]);
}

#[test]
fn hidden_text_is_told_with_the_list() {
    let page = format!("{PAGE}<p style='display:none'>4 Attacker Class Frigates");
    let list = lists("list.html", page.as_bytes()).remove(0);
    let told = remarks(&list, Remark::ReadAs);
    assert!(
        told.iter().any(|finding| finding.message.contains("text that nobody sees: \u{201c}4 Attacker")),
        "{told:?}"
    );
    assert!(list.list.unwrap().squadrons.len() == 2);
    let nothing = judged("list.html", b"<html><p hidden>3 Tribal Class Cruisers</p></html>");
    assert!(format!("{nothing:?}").contains("text that nobody sees"), "{nothing:?}");
}

/// Every verdict on the list of a print says so, with the code that its pages show.
#[test]
fn a_print_is_judged_by_the_list_that_it_carries() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/submissions");
    for (file, code) in [("moreau-force-list.pdf", "g7jx6ohm4sgbtt2d"), ("fitzgerald.pdf", "xvsaistyghaudrjv")] {
        let bytes = fs::read(folder.join(file)).unwrap();
        let handed = judged(file, &bytes);
        let HandIn::Lists(lists) = &handed[0] else { panic!("{handed:?}") };
        let [list] = lists.as_slice() else { panic!("{lists:?}") };
        let [note] = remarks(list, Remark::CarriedList)[..] else { panic!("{:?}", list.report.findings) };
        assert_eq!(note.severity, Severity::Note);
        assert!(
            note.message.starts_with("Muster judged the list file in this PDF and did not compare the pages with it")
        );
        // It is what the foot of the page shows, as pdftotext tells it.
        assert!(note.message.contains(&format!("must show the code {code}-")), "{}", note.message);
        assert!(list.came.codes.iter().any(|shown| shown.starts_with(code)));
        let row = RowMaker::default().row(list);
        assert_eq!(row.carried.as_ref(), Some(&note.message));
        assert_eq!(row.cells().last(), row.carried.as_ref());
        // Whoever made the file may have stated the code of another list, which the pages show.
        let mut stating = (**list.list.as_ref().unwrap()).clone();
        stating.extra.insert("x-whole-fingerprint".to_owned(), "ktftuxt2ewumiakr-7udufvgosjdugp6t".into());
        let stating = list.clone().corrected(&Shelf::built_in(), stating);
        assert_eq!(stating.came.codes, [stating.report.fingerprint.clone().unwrap()]);
        let told = &remarks(&stating, Remark::CarriedList)[0].message;
        assert!(told.contains("“ktftuxt2ewumiakr-7udufvgosjdugp6t” as the code of a full list"), "{told}");
        assert!(
            told.contains("pages with that code may show any list") && !told.contains("must show the code"),
            "{told}"
        );
        assert!(page(&handed, &Shelf::built_in(), &[]).unwrap().contains("did not compare the pages with it"));
        let corrected = list.clone().corrected(&Shelf::built_in(), *list.list.clone().unwrap());
        assert_eq!(remarks(&corrected, Remark::CarriedList).len(), 1);
        assert!(!list.came.is_plain && list.came.is_carried);
    }
    let plain = lists("list.yaml", LIST.as_bytes()).remove(0);
    assert!(remarks(&plain, Remark::CarriedList).is_empty() && plain.came.codes.is_empty());
}

/// What can stand in a text beside a list of a program, and whether it says something else than that list.
fn around() -> Vec<(String, bool)> {
    let other = |text: &str| text.replace("3 Tribal", "2 Tribal").replace("cruiser, models: 3", "cruiser, models: 2");
    let long = format!("1 Majesty Class Dreadnought\n{}", "3 Flying Saucers\n".repeat(30));
    vec![
        (String::new(), false),
        ("Hello, here is mine. See you on Saturday!".to_owned(), false),
        (TEXT.to_owned(), false),
        (other(TEXT), true),
        ("PS: also add 1 Majesty Class Dreadnought".to_owned(), true),
        (long, true),
    ]
}

/// A list as one word, or as a list file, says all of a list. It does not say that nothing else stands beside it.
#[test]
fn a_list_in_a_text_does_not_hide_the_text() {
    let entry = lists("list.yaml", LIST.as_bytes()).remove(0);
    let word = share::word(&entry.list.unwrap());
    for list in [&word, LIST] {
        for (text, is_other) in around() {
            for both in [format!("{text}\n\n{list}"), format!("{list}\n\n{text}")] {
                let page = format!("<p>{}", both.replace('\n', "<br>"));
                let mails = [mail(Some(&both), None, None), mail(None, Some(&page), None)];
                let files = [("m.txt", both.clone().into_bytes()), ("m.html", page.into_bytes())];
                for (name, bytes) in mails.into_iter().map(|mail| ("m.eml", mail)).chain(files) {
                    let is_told = |list: &Submission| {
                        list.report.findings.iter().any(|finding| {
                            matches!(finding.rule, FindingId::Remark(Remark::AnotherList | Remark::ReadAs))
                        })
                    };
                    let found = lists(name, &bytes);
                    let case = format!(
                        "{name}: {both}\n{:?}",
                        found.iter().map(|list| &list.report.findings).collect::<Vec<_>>()
                    );
                    assert!(!found.is_empty(), "{case}");
                    // Lines that follow a list file can also make it no list file.
                    let is_refused = found.iter().any(|list| {
                        list.report.findings.iter().any(|finding| matches!(finding.rule, FindingId::File(_)))
                    });
                    assert!(is_refused || found.iter().any(is_told) == is_other, "{case}");
                }
            }
        }
    }
}

/// A list that came in a mail, an archive or a text reads no file of the machine on which it is judged.
#[test]
fn what_came_in_something_else_has_no_sheet_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = "muster: 1\nkind: campaign\nruleset: dw-2.5\nstockpile: much\n";
    fs::write(folder.path().join("sheet.yaml"), sheet).unwrap();
    let list = format!("{LIST}sheet: {{file: sheet.yaml, rows: [BG1]}}\n");
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("list.yaml", SimpleFileOptions::default()).unwrap();
    archive.write_all(list.as_bytes()).unwrap();
    let files = [
        ("list.yaml", list.clone().into_bytes()),
        ("text.eml", mail(Some(&list), None, None)),
        ("file.eml", mail(Some("Hello"), None, Some(&list))),
        ("list.zip", archive.finish().unwrap().into_inner()),
        ("list.txt", format!("Hello, here is mine\n\n{list}\nSee you").into_bytes()),
    ];
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let games = NewestGames::new(&SHELF);
        let mut help = Vec::new();
        judge_paths(&Intake::new(&games), std::slice::from_ref(&path), |handed| {
            let HandIn::Lists(lists) = handed else { return };
            let findings = lists.iter().flat_map(|list| &list.report.findings);
            help.extend(findings.filter(|it| it.rule.as_str() == "unknown-sheet").filter_map(|it| it.help.clone()));
            assert_eq!(lists[0].beside(&SHELF).is_some(), name == "list.yaml");
        });
        assert_eq!(help.len(), 1, "{name}");
        assert_eq!(help[0].contains("much"), name == "list.yaml", "{name}: {help:?}");
    }
}
