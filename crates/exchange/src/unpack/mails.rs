//! Tests of mails as hostile senders write them: mailboxes, parts that programs tell apart in different ways, and senders.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::tests::{LIST, attached, mail, unpacked};
use super::{FilePart, PARTS, PartContent, Sender, unpack};

/// What is told beside each part.
fn hidden(parts: &[FilePart]) -> Vec<String> {
    parts.iter().filter_map(|part| part.hidden.clone()).collect()
}

/// Everything that is told of a mail: its texts, and what is not read.
fn all(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let parts = unpack(name, bytes.as_ref());
    format!("{}\n{}", unpacked(name, bytes), hidden(&parts).join("\n"))
}

fn sender(from: &str) -> Sender {
    headed(&format!("From: {from}"))
}

fn headed(headers: &str) -> Sender {
    let parts = unpack("m.eml", format!("{headers}\nSubject: list\nMIME-Version: 1.0\n\n3 frigates\n").as_bytes());
    parts[0].sender.clone().unwrap()
}

/// A mail for a mailbox, from a person of this name.
fn of(name: &str, text: &str) -> String {
    format!("From: {name} <{name}@example.org>\nSubject: list\n\n{text}\n")
}

/// A mailbox of these mails, as programs write them: those that put `>` before `From ` alone, and those that put it before
/// `>From ` too.
fn mailbox(mails: &[String], quotes_quotes: bool, end: &str) -> String {
    let mut all = String::new();
    for mail in mails {
        all.push_str("From someone@example.org Sat Nov 21 23:30:00 2026\n");
        for line in mail.lines() {
            let bare = if quotes_quotes { line.trim_start_matches('>') } else { line };
            all.extend([if bare.starts_with("From ") { ">" } else { "" }, line, "\n"]);
        }
        all.push('\n');
    }
    all.replace('\n', end)
}

fn text(part: &FilePart) -> String {
    match &part.content {
        PartContent::Text(text) => text.replace('\r', "").trim().to_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_mail_of_a_mailbox_is_a_mail() {
    const LINES: [&str; 8] = [
        "3 frigates",
        "From here on, 2 cruisers",
        ">From the north",
        "",
        "From: nobody",
        "From a@example.org Sat Nov 21 23:30:00 2026",
        "> 2 cruisers:",
        "--",
    ];
    let texts = vec(vec(select(&LINES[..]), 1..6), 1..6);
    proptest!(ProptestConfig::with_cases(200), |(texts in texts, is_windows in any::<bool>(), quotes_quotes in any::<bool>())| {
        let texts: Vec<String> = texts.iter().map(|lines| format!("1 battleship\n{}", lines.join("\n"))).collect();
        let mails: Vec<String> = texts.iter().zip('a'..).map(|(text, name)| of(&name.to_string(), text)).collect();
        let end = if is_windows { "\r\n" } else { "\n" };
        let parts = unpack("box.mbox", mailbox(&mails, quotes_quotes, end).as_bytes());
        prop_assert_eq!(parts.len(), mails.len());
        for ((part, wanted), (number, name)) in parts.iter().zip(&texts).zip((1..).zip('a'..)) {
            // Who does not put it before `>From ` cannot tell it from `From ` afterwards.
            let wanted = if quotes_quotes { wanted.clone() } else { wanted.replace("\n>From ", "\nFrom ") };
            let is_alone = mails.len() == 1;
            let place = if is_alone { "box.mbox".to_owned() } else { format!("box.mbox/{number}") };
            prop_assert_eq!(&part.name, &place);
            prop_assert_eq!(part.mail, number);
            prop_assert_eq!(text(part), wanted.trim());
            let address = part.sender.as_ref().unwrap().address.clone();
            prop_assert_eq!(address, Some(format!("{name}@example.org")));
        }
    });
}

#[test]
fn a_mailbox_is_known_by_its_first_line() {
    let two = mailbox(&[of("ann", "3 frigates"), of("bob", "2 cruisers")], true, "\n");
    for name in ["box", "box.txt", "Inbox.mbox", "INBOX.MBX", "mails.zip"] {
        assert_eq!(unpack(name, two.as_bytes()).len(), 2, "{name}");
    }
    // The line may have no time, if what follows are the headers of a mail.
    let bare = two.replace(" Sat Nov 21 23:30:00 2026", "");
    assert_eq!(unpack("box", bare.as_bytes()).len(), 2);
    // Some programs write no line above the first mail.
    let (_, first) = two.split_once('\n').unwrap();
    assert_eq!(unpack("box.mbox", first.as_bytes()).len(), 2);
    assert_eq!(unpack("box.mbox", format!("\u{feff}\n\n{two}").as_bytes()).len(), 2);
    // A mail that somebody saved is one mail, whatever its text says. Then nothing of it is lost.
    for eml in [&two, first] {
        let parts = unpack("m.eml", eml.as_bytes());
        assert_eq!(parts.len(), 1, "{parts:?}");
        assert!(text(&parts[0]).contains("2 cruisers"));
    }
    let one = mailbox(&[of("ann", "3 frigates")], true, "\n");
    assert_eq!(unpacked("box.mbox", one), "box.mbox*: text: \"3 frigates\\n\\n\"");
    // A text that begins so is no mailbox.
    let poem = "From the north, at 10:30\n\n3 frigates\n\nFrom the south\n\n2 cruisers";
    assert_eq!(unpack("poem.txt", poem.as_bytes()).len(), 1);
    assert!(unpacked("poem.txt", poem).starts_with("poem.txt: text"));
}

#[test]
fn files_of_mailboxes_belong_to_their_mails() {
    let with = |name: &str, list: &str| {
        String::from_utf8(mail("Hello", &[(&attached(name), list.as_bytes()), (&attached(name), b"2 cruisers")]))
            .unwrap()
            .replace("\r\n", "\n")
    };
    let two = mailbox(&[with("a.yaml", LIST), with("b.txt", "3 frigates")], true, "\n");
    let told = unpacked("box.mbox", &two).replace(&format!("{LIST:?}"), "LIST");
    assert_eq!(
        told,
        "box.mbox/1*: text: \"Hello\"\nbox.mbox/1/a.yaml: yaml: LIST\nbox.mbox/1/a (2).yaml: yaml: \"2 cruisers\"\n\
         box.mbox/2*: text: \"Hello\"\nbox.mbox/2/b.txt: text: \"3 frigates\"\nbox.mbox/2/b (2).txt: text: \"2 cruisers\""
    );
    let inner = unpack("m.eml", &mail("See below", &[(&attached("box.mbox"), two.as_bytes())]));
    assert!(inner.iter().all(|part| part.mail == 1 && part.sender.as_ref().unwrap().address.as_deref() == Some("joerg@example.org")));
    assert!(inner.iter().any(|part| part.name == "m.eml/box.mbox/2/b.txt"));
    // A broken mail says so, and the next is read.
    let broken =
        of("eve", "x").replace("\n\n", "\nContent-Type: multipart/mixed; boundary=a\nContent-Type: text/html\n\n");
    let told = unpacked("box.mbox", mailbox(&[broken, of("ann", "3 frigates")], true, "\n"));
    assert!(told.starts_with("box.mbox/1: nothing: \"a mail that programs read in different ways"), "{told}");
    assert!(told.contains("box.mbox/2*: text: \"3 frigates"), "{told}");
}

#[test]
fn a_mailbox_has_an_end() {
    let many: Vec<String> = (0..1_000).map(|_| of("ann", "3 frigates")).collect();
    let parts = unpack("box.mbox", mailbox(&many, true, "\n").as_bytes());
    assert_eq!(parts.len(), PARTS + 1);
    assert_eq!(parts[PARTS].content, PartContent::Nothing("more than 200 parts: the rest is not read".to_owned()));
    let lines = "\n\nFrom a 10:30\n".repeat(500_000);
    assert!(!unpack("box.mbox", format!("{}{lines}", mailbox(&many[..2], true, "\n")).as_bytes()).is_empty());
}

/// Where programs go by stated lengths, a mail may hold a line that begins the next.
#[test]
fn a_mail_within_the_length_of_another_is_told() {
    let forged = format!("Hi\n\nFrom ann@example.org Sat Nov 21 23:30:00 2026\n{}", of("ann", "2 cruisers"));
    let mut eve = of("eve", &forged);
    let told = |eve: &str| {
        let mailbox = format!(
            "From eve@example.org Sat Nov 21 23:30:00 2026\n{eve}\n{}",
            mailbox(&[of("bob", "3 frigates")], true, "\n")
        );
        let parts = unpack("box.mbox", mailbox.as_bytes());
        parts.iter().map(|part| part.sender.as_ref().unwrap().doubts.join("; ")).collect::<Vec<_>>()
    };
    assert_eq!(told(&eve), ["", "", ""]);
    let length = forged.len();
    eve = eve.replace("Subject: list\n\nHi", &format!("Subject: list\nContent-Length: {length}\n\nHi"));
    let doubt =
        "lies within the length that mail 1 of the mailbox states of itself, so that its sender may have written it";
    assert_eq!(told(&eve), ["", doubt, ""]);
    // A length never makes a mail swallow others.
    eve = eve.replace(&format!("Length: {length}"), "Length: 99999999999999999999");
    assert_eq!(told(&eve).len(), 3);
    eve = eve.replace("Length: 99999999999999999999", "Length: 99999");
    assert_eq!(told(&eve), ["", doubt, doubt]);
}

/// Every way in which a text is put among the parts of a mail: it is read, told, or the mail is refused.
#[test]
fn nothing_among_the_parts_of_a_mail_is_lost() {
    let whole = |parts: &str| {
        format!("From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{parts}")
    };
    let part = |headers: &str, text: &str| whole(&format!("--b\n\nHello\n--b\n{headers}\n\n{text}\n--b--\n"));
    for mail in [
        whole("2 cruisers\n--b\n\nHello\n--b--\n"),
        whole("--b\n\nHello\n--b--\n2 cruisers"),
        whole("--b\n\nHello\n--b--\n--b\n\n2 cruisers\n--b--\n"),
        whole("--b\n\nHello\n--b--  \n2 cruisers"),
        whole("--b\n\nHello\n--bb\n\n2 cruisers\n--b--\n"),
        whole("--b\n\nHello\n--b--x\n2 cruisers\n--b--\n"),
        whole("--b\n\nHello\n--b x\n2 cruisers\n\n--b--\n"),
        whole("--b\n\nHello\n--b \n2 cruisers: x\n\n--b--\n"),
        whole("--b\n2 cruisers\n\nHello\n--b--\n"),
        whole("--b\nX: y\n2 cruisers\n\nHello\n--b--\n"),
        whole("--b\n\nHello\n\n2 cruisers"),
        whole("Hello, 2 cruisers"),
        whole("-- b\n2 cruisers\n"),
        part("X: y", "2 cruisers"),
        part("Content-Type: text/plain", "2 cruisers"),
        part("Content-Type: text", "2 cruisers"),
        part("Content-Type: image/png", "2 cruisers"),
        part("Content-Type: application/x-nonsense", "2 cruisers"),
        part("Content-Type: text/enriched", "2 cruisers"),
        part("Content-Type: text/calendar", "2 cruisers"),
        part("Content-Type: message/rfc822", "2 cruisers"),
        part("Content-Type: message/rfc822", "From: b@example.org\nSubject: x\n\n2 cruisers"),
        part("Content-Type: multipart/mixed", "2 cruisers"),
        part("Content-Type: multipart/mixed; boundary=c", "2 cruisers"),
        part("Content-Type: multipart/mixed; boundary=c", "--c\n\n2 cruisers"),
        part("Content-Type: multipart/digest; boundary=c", "--c\n\nFrom: b@example.org\nTo: c\n\n2 cruisers\n--c--"),
        part(
            "Content-Type: multipart/alternative; boundary=c",
            "--c\n\nHi\n--c\nContent-Type: text/html\n\n<p>2 cruisers\n--c--",
        ),
        part(
            "Content-Type: multipart/related; boundary=c",
            "--c\n\nHi\n--c\nContent-Type: text/html\n\n<p>2 cruisers\n--c--",
        ),
        part("Content-Disposition: attachment", "2 cruisers"),
        part("Content-Disposition: inline; filename=a.txt", "2 cruisers"),
        part("Content-Disposition: nonsense", "2 cruisers"),
        part("Content-Type: text/plain; charset=no-such", "2 cruisers"),
        part("Content-Type: text/html", "<p hidden>2 cruisers"),
        part("Content-Type : text/plain\nContent-Transfer-Encoding : 8bit", "2 cruisers"),
    ] {
        let told = all("m.eml", &mail);
        let is_refused = told.starts_with("m.eml: nothing: \"a mail that programs read in different ways");
        assert!(is_refused || told.contains("2 cruisers"), "{mail}\n---\n{told}");
    }
}

/// Texts one after another are one text for some mail programs. Others show the second as a file.
#[test]
fn several_texts_of_a_mail_are_told() {
    let mixed = |one: &str, other: &str| {
        format!(
            "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
             --b\n\n{one}\n--b\n\n{other}\n--b--\n"
        )
    };
    let parts = unpack("m.eml", mixed("3 frigates", "2 cruisers").as_bytes());
    assert_eq!(text_of(&parts), "3 frigates\n\n2 cruisers");
    assert_eq!(hidden(&parts), ["several texts of the mail are read as one"]);
    assert_eq!(hidden(&unpack("m.eml", mixed("3 frigates", " ").as_bytes())), Vec::<String>::new());
    let parts = unpack("m.eml", mixed(LIST, &LIST.replace("Patrol", "Other")).as_bytes());
    let lists = parts.iter().filter(|part| matches!(part.content, PartContent::Yaml(_)));
    assert_eq!(lists.count(), 2, "{parts:?}");
}

#[test]
fn mails_that_programs_read_in_different_ways_are_refused() {
    let whole = |head: &str, parts: &str| format!("From: a@example.org\nMIME-Version: 1.0\n{head}\n\n{parts}");
    let mixed = "Content-Type: multipart/mixed; boundary=b";
    for (head, parts) in [
        (mixed, "--b\n\n3 frigates\n--bb\n\n2 cruisers\n--b--"),
        (mixed, "--b\n\n3 frigates\n--b--b\n\n2 cruisers\n--b--"),
        ("Content-Type: multipart/mixed; boundary=b\nContent-Type: text/plain", "--b\n\n3 frigates\n--b--"),
        ("Content-Type: multipart/mixed; boundary=b; boundary=c", "--b\n\n3 frigates\n--b--"),
        (mixed, "--b\nContent-Transfer-Encoding: 7bit\nContent-Transfer-Encoding: base64\n\nMyBmcmlnYXRlcw==\n--b--"),
        (
            mixed,
            "--b\nContent-Disposition: inline\ncontent-disposition: attachment; filename=x.bin\n\n3 frigates\n--b--",
        ),
        ("Content-Type: text/plain; charset=utf-8; Charset = utf-7", "3 frigates"),
    ] {
        let told = unpacked("m.eml", whole(head, parts));
        assert!(told.starts_with("m.eml: nothing: \"a mail that programs read in different ways: it "), "{told}");
    }
    // Lines between inner parts may begin like those between outer ones, and headers may say one thing twice.
    let inner = "--b\nContent-Type: multipart/mixed; boundary=b1\n\n--b1\n\n3 frigates\n--b1--\n--b--";
    assert_eq!(unpacked("m.eml", whole(mixed, inner)), "m.eml*: text: \"3 frigates\"");
    let twice = format!("{mixed}\n{mixed}");
    assert_eq!(unpacked("m.eml", whole(&twice, "--b\n\n3 frigates\n--b--")), "m.eml*: text: \"3 frigates\"");
    let deep: String = (0..100)
        .fold(String::new(), |text, at| format!("{text}Content-Type: multipart/mixed; boundary=b{at}x\n\n--b{at}x\n"));
    assert!(unpacked("m.eml", format!("From: a@example.org\nDate: x\n{deep}")).contains("parts inside each other"));
}

#[test]
fn what_is_packed_or_sealed_is_told() {
    let with = |head: &str, text: &str| format!("From: a@example.org\nMIME-Version: 1.0\n{head}\n\n{text}");
    let plain = |text: &str| all("m.eml", with("Content-Type: text/plain", text));
    let packed = "begin 644 list.yaml\n#0V%T\n`\nend";
    for (block, told) in [
        (packed, "a file that is packed into its text: “list.yaml”"),
        ("begin-base64 644 a.txt\nMyBmcmlnYXRlcyBhbmQgMiBjcnVpc2Vycw==\n====", "packed into its text: “a.txt”"),
        (
            "=ybegin line=128 size=5 name=a.txt\nabcdefghijklmnopqrstuvwxyz\n=yend size=5",
            "packed into its text: “a.txt”",
        ),
        (
            "(This file must be converted with BinHex 4.0)\n\n:abcdefghijklmnopqrstuvwxyzabcdefgh:",
            "packed into its text: “BinHex”",
        ),
        (
            "-----BEGIN PGP MESSAGE-----\nVersion: x\n\nhQEMA+abc=\n=abcd\n-----END PGP MESSAGE-----",
            "encrypted or packed in its text (PGP MESSAGE)",
        ),
        ("-----BEGIN PKCS7-----\nMIIabc\n-----END PKCS7-----", "encrypted or packed in its text (PKCS7)"),
    ] {
        for text in [format!("3 frigates\n{block}\n2 cruisers"), format!("{block}\n3 frigates\n2 cruisers")] {
            let found = plain(&text);
            assert!(found.contains(told) && found.contains("3 frigates\\n2 cruisers\\n\""), "{text}\n---\n{found}");
        }
    }
    // A signed text is read without its signature. What only looks like a block stays.
    let signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n3 frigates\n- -- \n-----BEGIN PGP SIGNATURE-----\n\nabc=\n-----END PGP SIGNATURE-----\n";
    assert_eq!(plain(signed).trim(), "m.eml*: text: \"\\n3 frigates\\n-- \\n\"");
    for text in ["begin 644 cruisers\nand 3 frigates", "-----BEGIN HERE-----\n3 frigates and more", "begin here\nend"] {
        assert!(plain(text).contains(text.lines().last().unwrap()), "{}", plain(text));
    }
    let file = |kind: &str, text: &str| {
        all(
            "m.eml",
            with(
                "Content-Type: multipart/mixed; boundary=b",
                &format!("--b\n\nHello\n--b\nContent-Type: {kind}\n\n{text}\n--b--"),
            ),
        )
    };
    for (kind, told) in [
        ("application/pkcs7-mime; name=smime.p7m", "smime.p7m: nothing: \"an encrypted or signed mail (S/MIME)"),
        ("application/octet-stream; name=smime.p7m", "smime.p7m: nothing: \"an encrypted or signed mail (S/MIME)"),
        ("application/pkcs7-signature; name=smime.p7s", "smime.p7s: nothing: \"the signature of a mail"),
        ("application/pgp-encrypted", "attachment: nothing: \"what says that the mail is encrypted (PGP)"),
        ("application/ms-tnef; name=winmail.dat", "winmail.dat: nothing: \"files that Outlook packed for itself"),
        ("message/external-body; access-type=URL", "mail.eml: nothing: \"a file that is not in the mail"),
        ("message/partial; id=x", "mail.eml: nothing: \"a piece of a mail that was sent in several"),
    ] {
        assert!(file(kind, "Version: 1").contains(told), "{kind}: {}", file(kind, "Version: 1"));
    }
    assert!(
        file("text/calendar", "BEGIN:VCALENDAR\nSUMMARY:3 frigates")
            .contains("attachment: nothing: \"an entry of a calendar")
    );
    assert!(file("application/octet-stream", "-----BEGIN PGP MESSAGE-----").contains("an encrypted text (PGP)"));
}

#[test]
fn encodings_that_do_not_fit_are_told() {
    let with = |head: &str, text: &str| {
        let mail = format!("From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/plain\n{head}\n\n{text}");
        all("m.eml", mail)
    };
    let base64 = |text: &str| with("Content-Transfer-Encoding: base64", text);
    assert!(base64("MyBmcmlnYXRlcw==").contains("3 frigates"));
    assert!(base64("MyBm cmln\nYXRl cw= =").contains("3 frigates"));
    assert!(base64("MyBmcmlnYXRlcw==\nMiBjcnVpc2Vycw==").contains("its base64 goes on behind its end"));
    for rubbish in ["MyBmcml?nYXRlcw==", "MyBmcmlnYXRlcw", "MyBmcmlnYXRlcw==\n-- \nfooter"] {
        assert!(base64(rubbish).contains("nothing: \"a damaged attachment"), "{rubbish}");
    }
    for unknown in ["x-uuencode", "base64; x=y", "7 bit"] {
        let told = with(&format!("Content-Transfer-Encoding: {unknown}"), "3 frigates");
        assert!(told.contains("in an encoding that Muster cannot read"), "{told}");
    }
    for known in ["BASE64", " base64 ", "Base64"] {
        assert!(
            with(&format!("Content-Transfer-Encoding: {known}"), "MyBmcmlnYXRlcw==").contains("3 frigates"),
            "{known}"
        );
    }
    let charset = |name: &str| {
        let mail =
            format!("From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/plain; charset={name}\n\n3 frigates");
        all("m.eml", mail)
    };
    assert!(charset("utf-7").contains("its letters are in “utf-7”, which Muster does not know"));
    let file = "Content-Type: text/plain; charset=utf-7; name=a.txt";
    assert_eq!(hidden(&unpack("m.eml", &mail("Hi", &[(file, b"3 frigates")]))).len(), 1);
    assert!(!charset("us-ascii").contains("does not know") && !charset("\"UTF-8\"").contains("does not know"));
}

#[test]
fn pictures_are_told() {
    let told = |page: &str| hidden(&unpack("a.html", page.as_bytes())).join("; ");
    for shown in [
        "<img src=a.png>",
        "<img srcset='a.png 2x'>",
        "<td background='a.png'>",
        "<div style='background: URL(a.png)'>",
        "<style>p { background: url(a.png) }</style>",
        "<object data=a></object>",
        "<video poster=a></video>",
        "<iframe src='https://example.org'></iframe>",
    ] {
        assert_eq!(told(&format!("<p>3 frigates{shown}")), "Muster did not read what its pictures show", "{shown}");
    }
    for none in ["<img>", "<img src=a width=1 height=1>", "<img src=a height='0'>", "<div hidden><img src=a></div>"] {
        assert_eq!(told(&format!("<p>3 frigates{none}")), "", "{none}");
    }
    // A part that says it is a picture, and is none, is read.
    let page = b"<p>Hello<img src='cid:x'>".as_slice();
    let parts = |picture: &'static [u8]| {
        mail("", &[("Content-Type: text/html", page), ("Content-Type: image/png\r\nContent-ID: <x>", picture)])
    };
    assert_eq!(unpack("m.eml", &parts(b"\x89PNG")).len(), 1);
    assert_eq!(hidden(&unpack("m.eml", &parts(b"\x89PNG"))), ["Muster did not read what its pictures show"]);
    assert!(unpacked("m.eml", parts(b"2 cruisers")).contains("m.eml/attachment: text: \"2 cruisers\""));
}

#[test]
fn what_a_mail_quotes_is_told() {
    let quote = "3 frigates\n\nOn Fri, 20 Nov 2026 at 10:00, Bob <b@example.org> wrote:\n> 2 cruisers\n";
    let below = "3 frigates\n\nFrom: Bob\nSent: Friday\nSubject: lists\n\n2 cruisers\n";
    for text in [quote, below] {
        let parts = unpack("m.eml", format!("From: a@example.org\nSubject: Re: lists\n\n{text}").as_bytes());
        assert_eq!(parts.len(), 1);
        let told = hidden(&parts).join("");
        assert!(
            told.starts_with("Muster did not read the mail that it answers: “")
                && !text_of(&parts).contains("cruisers"),
            "{told}"
        );
    }
}

fn text_of(parts: &[FilePart]) -> String {
    parts.iter().map(text).collect()
}

/// The forms of a text beyond those that are read.
#[test]
fn a_mail_of_many_forms_says_so() {
    let forms: Vec<String> = (0..12).map(|at| format!("--b\n\n{at} frigates\n")).collect();
    let forms = forms.concat();
    let mail = format!(
        "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n{forms}--b--"
    );
    let parts = unpack("m.eml", mail.as_bytes());
    assert_eq!(parts.len(), 8);
    assert_eq!(hidden(&parts), ["its text has more than 8 forms, and the rest is not read"]);
    let standard = "This is a multi-part message in MIME format.\n";
    let mail = format!(
        "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{standard}--b\n\n3 frigates\n--b--\n"
    );
    assert_eq!(hidden(&unpack("m.eml", mail.as_bytes())), Vec::<String>::new());
    let cut = mail.replace("--b--\n", "");
    assert_eq!(
        hidden(&unpack("m.eml", cut.as_bytes())),
        ["the last part of the mail has no end, so something may be missing"]
    );
}

#[test]
fn a_plain_sender_is_clear() {
    for (from, name, address) in [
        ("anna@example.org", None, "anna@example.org"),
        ("<anna@example.org>", None, "anna@example.org"),
        ("Anna Berg <anna@example.org>", Some("Anna Berg"), "anna@example.org"),
        ("\"Berg, Anna\" <anna@example.org>", Some("Anna Berg"), "anna@example.org"),
        ("=?utf-8?q?J=C3=B6rg?= <joerg@example.org>", Some("Jörg"), "joerg@example.org"),
        ("\"anna@example.org\" <Anna@Example.org>", Some("anna@example.org"), "Anna@Example.org"),
        ("Anna O'Neill <o'neill@example.org>", Some("Anna O'Neill"), "o'neill@example.org"),
        ("anna@example.org (Anna)", None, "anna@example.org"),
        ("Jörg <jörg@exämple.org>", Some("Jörg"), "jörg@exämple.org"),
        ("Anna\n <anna@example.org>", Some("Anna"), "anna@example.org"),
    ] {
        let sender = sender(from);
        assert_eq!((sender.name.as_deref(), sender.address.as_deref()), (name, Some(address)), "{from}");
        assert_eq!((sender.unclear, sender.doubts), (None, vec![]), "{from}");
    }
    for more in [
        "Reply-To: Anna <ANNA@example.org>",
        "Sender: anna@example.org",
        "from: anna@example.org",
        "FROM : Anna <anna@example.org>",
    ] {
        let sender = headed(&format!("From: anna@example.org\n{more}"));
        assert_eq!(
            (sender.address.as_deref(), sender.unclear, sender.doubts),
            (Some("anna@example.org"), None, vec![]),
            "{more}"
        );
    }
}

/// Senders of which programs show different ones have no address.
#[test]
fn a_mail_of_several_senders_has_none() {
    for from in [
        "From: anna@example.org, eve@example.org",
        "From: Anna <anna@example.org>, Eve <eve@example.org>",
        "From: Team: anna@example.org, eve@example.org;",
        "From: anna@example.org\nFrom: eve@example.org",
        "From: anna@example.org\nfrom : eve@example.org",
        "From: <anna@example.org> <eve@example.org>",
        "From: anna@example.org <eve@example.org",
        "From: Berg, Anna <anna@example.org>",
        "From: =?utf-8?q?anna=40example.org?=",
        "From: =?utf-8?q?anna=40example.org=2C?= eve@example.org",
        "From: <=?utf-8?q?anna=40example.org?=>",
        "From: Anna <anna@exam\u{200b}ple.org>",
        "From: <gro.elpmaxe@\u{202e}anna>",
        "From: anna@example.org\u{2066}",
    ] {
        let sender = headed(from);
        assert_eq!(sender.address, None, "{from}: {sender:?}");
        assert_eq!(sender.name, None, "{from}: {sender:?}");
        assert!(sender.unclear.is_some(), "{from}: {sender:?}");
        assert!(sender.unclear.is_some_and(|why| !why.contains(['\u{202e}', '\u{2066}'])));
    }
    let long = format!("From: {}", "a@example.org, ".repeat(200_000));
    assert!(headed(&long).unclear.is_some());
}

/// Whatever a mail shows as its sender beside the address is told.
#[test]
fn what_hides_the_sender_is_told() {
    for (headers, told) in [
        ("From: \"anna@example.org\" <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: anna@example.org <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: =?utf-8?q?anna=40example.org?= <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: =?utf-8?b?YW5uYUBleGFtcGxlLm9yZw==?= <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: \"Anna <anna@example.org>\" <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: \"'anna@example.org' via Cup\" <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: Anna (anna@example.org) <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: eve@example.com (Anna <anna@example.org>)", "shows as its sender “anna@example.org”"),
        ("From: \"anna\u{ff20}example.org\" <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: \"an\u{200b}na@example.org\" <eve@example.com>", "shows as its sender “anna@example.org”"),
        ("From: An\u{200b}na <eve@example.com>", "has characters in the name of its sender that nobody sees"),
        ("From: \u{202e}annA <eve@example.com>", "has characters in the name of its sender that nobody sees"),
        ("From: eve@example.com\nReply-To: anna@example.org", "asks for replies to “anna@example.org”"),
        (
            "From: eve@example.com\nReply-To: eve@example.com, anna@example.org",
            "asks for replies to “anna@example.org”",
        ),
        ("From: eve@example.com\nSender: Anna <anna@example.org>", "was sent for its author by “anna@example.org”"),
        ("From: eve@example.com\nResent-From: anna@example.org", "was passed on by “anna@example.org”"),
        ("From: Anna\nReply-To: anna@example.org", "asks for replies to “anna@example.org”"),
    ] {
        let sender = headed(headers);
        assert!(sender.doubts.iter().any(|doubt| doubt == told), "{headers}: {sender:?}");
        assert!(sender.address.is_none_or(|address| address == "eve@example.com"), "{headers}");
        assert!(sender.name.is_none_or(|name| !name.contains(['\u{200b}', '\u{202e}'])), "{headers}");
    }
    let many: Vec<String> = (0..9).map(|at| format!("a{at}@example.org")).collect();
    let sender = headed(&format!("From: eve@example.com\nReply-To: {}", many.join(", ")));
    assert_eq!(sender.doubts, ["asks for replies to “a0@example.org”, “a1@example.org”, “a2@example.org” and 6 more"]);
}

/// Whatever stands in the headers, a sender that is told is one address that stands there.
#[test]
fn no_headers_make_up_a_sender() {
    const PIECES: [&str; 18] = [
        "anna@example.org",
        "eve@example.com",
        "<",
        ">",
        "\"",
        ",",
        ";",
        ":",
        "(",
        ")",
        " ",
        "\n ",
        "Anna",
        "=?utf-8?q?anna=40example.org?=",
        "\\",
        "\u{200b}",
        "\u{202e}",
        "@",
    ];
    let hidden = headed("From: anna@example.org(@eve@example.com)");
    assert!(hidden.doubts.iter().any(|doubt| doubt.contains("eve@example.com")), "{hidden:?}");
    let pieces = vec(select(&PIECES[..]), 0..9);
    proptest!(ProptestConfig::with_cases(3_000), |(from in pieces.clone(), reply in pieces)| {
        let (from, reply) = (from.concat(), reply.concat());
        let sender = headed(&format!("From: {from}\nReply-To: {reply}"));
        let shown: BTreeSet<&str> = ["anna@example.org", "eve@example.com"].into_iter().filter(|it| from.contains(it)).collect();
        if let Some(address) = &sender.address {
            prop_assert!(sender.unclear.is_none());
            prop_assert!(from.contains(address.as_str()), "{:?}", sender);
            // The other address that stands there is told.
            for other in shown.iter().filter(|other| !address.contains(**other)) {
                prop_assert!(sender.doubts.iter().any(|doubt| doubt.contains(other)), "{:?}", sender);
            }
        } else if shown.len() == 2 {
            prop_assert!(sender.unclear.is_some() || !sender.doubts.is_empty(), "{:?}", sender);
        }
    });
}
