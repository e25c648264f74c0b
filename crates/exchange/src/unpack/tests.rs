//! Tests with samples that are made here: mails, archives, documents, pages, and what is none of them.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use data_encoding::BASE64_MIME;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use muster_engine::list::RulesetName;
use muster_library::shelf::Shelf;

use crate::spreadsheet;

use super::{FilePart, PARTS, PartContent, Sender, unpack};

pub(super) const LIST: &str = "muster: 1\nname: Patrol\nruleset: none\nmfv: 500\nsquadrons:\n- {unit: a, models: 2}\n";
const ROSTER: &str = "<?xml version=\"1.0\"?>\n<!-- a -->\n<roster name=\"Patrol\"/>";

pub(super) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A document of a word processor with this body.
pub(super) fn docx(body: &str) -> Vec<u8> {
    let xml = format!("<?xml version='1.0'?><w:document xmlns:w='w'><w:body>{body}</w:body></w:document>");
    zip(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", xml.as_bytes())])
}

/// A mail with these files, each with the headers of its part.
pub(super) fn mail(text: &str, files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut mail = "From: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>\r\nTo: cup@example.org\r\nSubject: My list\r\n\
        Date: Sat, 21 Nov 2026 23:30:00 -0500\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/mixed; boundary=outer\r\n\r\nThis is a multi-part message in MIME format.\r\n"
        .to_owned();
    write!(mail, "--outer\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n").unwrap();
    for (headers, bytes) in files {
        let bytes = BASE64_MIME.encode(bytes);
        write!(mail, "--outer\r\n{headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n{bytes}\r\n").unwrap();
    }
    mail.push_str("--outer--\r\n");
    mail.into_bytes()
}

pub(super) fn attached(name: &str) -> String {
    format!("Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=\"{name}\"")
}

/// Each part in a line: its name, a star for the text of a mail, and its content.
fn told(parts: &[FilePart]) -> String {
    let line = |part: &FilePart| {
        let (kind, text) = match &part.content {
            PartContent::Yaml(bytes) => ("yaml", String::from_utf8_lossy(bytes).into_owned()),
            PartContent::Roster(bytes) => ("roster", String::from_utf8_lossy(bytes).into_owned()),
            PartContent::NewRecruit(bytes) => ("new recruit", String::from_utf8_lossy(bytes).into_owned()),
            PartContent::Table(text) => ("table", text.clone()),
            PartContent::Text(text) => ("text", text.clone()),
            PartContent::Sealed(fault) => ("sealed", fault.to_string()),
            PartContent::Nothing(what) => ("nothing", what.clone()),
        };
        format!("{}{}: {kind}: {text:?}", part.name, if part.text.is_some() { "*" } else { "" })
    };
    parts.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub(super) fn unpacked(name: &str, bytes: impl AsRef<[u8]>) -> String {
    told(&unpack(name, bytes.as_ref()))
}

#[test]
fn text_is_told_by_its_content() {
    let word = "MUSTER:1:X";
    let ours = "2 Frigates\n\nMuster text 1, not judged\n";
    for (name, text, kind) in [
        ("a.yaml", LIST, "yaml"),
        ("a.txt", LIST, "yaml"),
        ("a", "\u{feff}# of a club\nmuster: 1\n", "yaml"),
        ("a.yaml", "- no list", "yaml"),
        ("a.json", "{\"muster\": 1}", "yaml"),
        ("a.txt", "{muster: 1, mfv: 2}", "yaml"),
        ("a.txt", word, "yaml"),
        ("a.json", "{\"roster\": {\"name\": \"a\"}}", "new recruit"),
        ("a.txt", " {\n \"roster\": {}}", "new recruit"),
        ("a.txt", ROSTER, "roster"),
        ("a.md", "# Fleet\n\n* 3 frigates", "text"),
        ("a.txt", "{b}Fleet{/b}\n3 frigates", "text"),
        ("a.txt", "<b>Fleet</b>: 3 frigates", "text"),
        ("a.txt", ours, "text"),
        ("a.txt", "muster:\n2 Frigates\n\nMuster text 1, not judged\n", "text"),
        ("a.txt", "3 frigates, 90 points", "text"),
        ("a.csv", "Unit;Number;Points\r\nA;3;90", "table"),
        ("a.txt", "list,player,ruleset,mfv,group,name,unit,id\n,,,,,,A,a", "table"),
        ("a.csv", "3,A,90\n2,B,40", "table"),
        ("a.tsv", "3\tA\t90", "table"),
    ] {
        let parts = unpack(name, text.as_bytes());
        assert!(told(&parts).starts_with(&format!("{name}: {kind}: ")), "{}", told(&parts));
        assert_eq!(parts.len(), 1);
    }
}

#[test]
fn what_holds_no_list_says_what_it_is() {
    for (name, bytes, what) in [
        ("a.txt", &b""[..], "an empty file"),
        ("a.txt", b" \r\n", "an empty file"),
        ("a.txt", b"\xff\xd8\xff\xe0 JFIF", "a picture, which Muster cannot read"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "a picture, which Muster cannot read"),
        ("a", b"\0\0\0\x18ftypheic\0\0", "a picture, which Muster cannot read"),
        ("a", b"\0\0\0\x18ftypmp42\0\0", "a sound or a film"),
        ("a.pdf", b"%PDF-1.7\n", "a damaged PDF"),
        ("._a.yaml", b"\0\x05\x16\x07\0\x02", "what macOS keeps of another file"),
        (".DS_Store", b"\0\0\0\x01Bud1", "what macOS keeps of a folder"),
        ("Thumbs.db", b"\xd0\xcf\x11\xe0\xa1\xb1", "what Windows keeps of a folder"),
        ("a.rar", b"Rar!\x1a\x07", "an archive that Muster cannot open: only zip archives are read"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1", "a file of an old office program: save it as .docx or as text"),
        ("a.msg", b"\xd0\xcf\x11\xe0\xa1\xb1", "a mail of Outlook: save it as .eml or as text"),
        ("a.rtf", b"{\\rtf1 3 frigates}", "a rich text file: save it as .docx or as text"),
        ("a.bin", b"\x01\x02\x03\x04 abc", "a file without text"),
        ("a.cat", b"<catalogue/>", "a file of units for BattleScribe, not a list: name it itself to `muster import`"),
        (
            "a.cat",
            b"<catalogue>\n<a></b></catalogue>",
            "a file of XML that cannot be read: line 2, column 4: not well-formed XML: expected 'a' tag, not 'b' at 2:4",
        ),
        ("a.xml", b"<?xml version='1.0'?><other/>", "an XML file without a list"),
        ("a.html", b"<script>3 frigates</script>", "a web page without text"),
        ("a.asc", b"-----BEGIN PGP SIGNATURE-----", "the signature of a mail"),
        ("a.csv", b"# units\nName,Nation,Points\nA,b,3\n", "a spreadsheet of units, which --units reads"),
    ] {
        assert_eq!(unpacked(name, bytes), format!("{name}: nothing: {what:?}"));
    }
    let large = vec![b'a'; (8 << 20) + 1];
    assert_eq!(unpacked("a.txt", large), "a.txt: nothing: \"a file of more than 8 MB, which no list has\"");
}

#[test]
fn text_is_read_in_any_encoding() {
    let text = "1 Größe – 90";
    let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [text.as_bytes(), &[b"\xff\xfe", &*utf_16].concat(), &utf_16, b"1 Gr\xf6\xdfe \x96 90"] {
        assert_eq!(unpacked("a.txt", bytes), "a.txt: text: \"1 Größe – 90\"");
    }
    let both = [text.as_bytes(), b"\n2 Gr\xf6\xdfe"].concat();
    assert_eq!(unpacked("a.txt", both), "a.txt: text: \"1 Größe – 90\\n2 Größe\"");
    let page = b"<meta charset='windows-1251'><p>2 \xcf\xf0\xe8\xe2\xe5\xf2";
    assert_eq!(unpacked("a.html", page), "a.html: text: \"2 Привет\"");
}

/// Elsewhere a list file must be UTF-8, and a fault says where it is not.
#[test]
fn a_list_file_keeps_its_encoding() {
    for bytes in [b"muster: 1\nname: Gr\xf6\xdfe\n".to_vec(), LIST.encode_utf16().flat_map(u16::to_le_bytes).collect()]
    {
        let parts = unpack("a.yaml", &bytes);
        assert_eq!(parts[0].content, PartContent::Yaml(bytes));
    }
}

#[test]
fn spreadsheets_of_units_are_no_lists() {
    let shelf = Shelf::built_in();
    for edition in shelf.editions() {
        let ruleset = shelf.ruleset(&RulesetName::Id(edition.id.clone()), &[]).unwrap();
        let told = unpacked("a.csv", spreadsheet::template(ruleset.declarations()));
        assert_eq!(told, "a.csv: nothing: \"a spreadsheet of units, which --units reads\"", "{}", edition.id);
    }
}

#[test]
fn a_long_name_keeps_its_end() {
    let parts = unpack(&format!("{}.csv", "ä".repeat(1_000)), b"A,3\n");
    assert!(matches!(parts[0].content, PartContent::Table(_)));
    assert!(parts[0].name.chars().count() < 210 && parts[0].name.ends_with("ä.csv"));
}

#[test]
fn a_web_page_is_lines() {
    let page = "<!DOCTYPE html><html><head><title>No</title><style>p { x: 'y' }</style></head><body>
        <h1>My&nbsp;fleet</h1><p>Line one<br>line   two &amp; more</p><script>document.write('<p>3 frigates')</script>
        <table><tr><th>Unit</th><th>Points</th></tr><tr><td><p>Frigate</p><p>(3)</p><td>90</table>
        <ul><li>One<ul><li><p>Under one</p></li></ul></li><li>Two</ul>
        <div><div>Block</div></div>x<img src='http://example.org/a.png'>y
        <pre>  kept
    as it is</pre>
        <table><tr><td><div>Lines of a</div><div>layout</div></td></tr></table>
        <blockquote>Quoted<br>twice</blockquote></body></html>";
    assert_eq!(
        super::html::read(page).text,
        "My fleet\nLine one\nline two & more\nUnit\tPoints\nFrigate (3)\t90\n- One\n  - Under one\n- Two\nBlock\nxy\n  \
         kept\n    as it is\nLines of a\nlayout\n> Quoted\n> twice"
    );
    for (page, text) in [
        ("<p>a</td></tr></table></ul></blockquote>b", "a\nb"),
        ("<td>a<td>b<tr><td>c", "abc"),
        ("<table><td>a<td>b<tr><td>c", "a\tb\nc"),
        ("<script>alert(1)", ""),
        ("a <b>bold</b> word &nosuch; &#0; <", "a bold word &nosuch; \u{fffd} <"),
    ] {
        assert_eq!(super::html::read(page).text, text, "{page}");
    }
    // What is no mark-up in the page is none in its text.
    assert_eq!(unpacked("a.html", "<p>&lt;p&gt;a &amp;amp; b"), "a.html: text: \"<p>a &amp; b\"");
    let deep = format!("{}words{}", "<table><tr><td><ul><li><blockquote>".repeat(5_000), "</table>".repeat(5_000));
    assert!(super::html::read(&deep).text.contains("words"));
}

#[test]
fn a_document_is_lines() {
    let body = "<w:p><w:r><w:t>My </w:t></w:r><w:ins><w:r><w:t>fleet</w:t><w:tab/><w:t>900</w:t></w:r></w:ins>\
        <w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>\
        <w:p><w:pPr><w:numPr><w:ilvl w:val='1'/></w:numPr></w:pPr><w:r><w:t>Item</w:t><w:br/><w:t>more</w:t></w:r></w:p>\
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Frigate</w:t></w:r></w:p><w:p><w:r><w:t>x3</w:t></w:r></w:p></w:tc>\
        <w:tc><w:tbl><w:tr><w:tc><w:p><w:r><w:t>9</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/></w:tc></w:tr></w:tbl>";
    assert_eq!(
        unpacked("a.docx", docx(body)),
        "a.docx: text: \"My fleet\\t900\\n  - Item\\nmore\\nFrigate x3\\t9\\n\""
    );
    assert_eq!(unpacked("a.docx", docx("<w:p/>")), "a.docx: nothing: \"a document without text\"");
    let broken = unpacked("a.docx", docx("<w:p>"));
    assert!(broken.starts_with("a.docx: nothing: \"a document that cannot be read: "), "{broken}");
    assert!(unpacked("a.xlsx", zip(&[("xl/workbook.xml", b"<a/>")])).contains("a workbook of Excel"));
    assert!(unpacked("a.ods", zip(&[("META-INF/manifest.xml", b"<a/>")])).contains("a file of LibreOffice"));
}

#[test]
fn archives_are_opened_also_inside_of_archives() {
    let inner = zip(&[("list.txt", b"3 frigates"), ("photo.jpg", b"\xff\xd8\xff")]);
    let outer = zip(&[
        ("lists/", b""),
        ("lists/a.yaml", LIST.as_bytes()),
        ("__MACOSX/lists/._a.yaml", b"\0\x05\x16\x07"),
        ("lists/.DS_Store", b"\0\0"),
        ("Thumbs.db", b"\0"),
        ("inner.zip", &inner),
        ("../../etc/=cmd|\n\x1b[31m.txt", b"2 cruisers"),
        ("a.rosz", &zip(&[("a.ros", ROSTER.as_bytes())])),
    ]);
    let told =
        unpacked("all.zip", outer).replace(&format!("{LIST:?}"), "LIST").replace(&format!("{ROSTER:?}"), "ROSTER");
    assert_eq!(
        told,
        "all.zip/lists/a.yaml: yaml: LIST\n\
         all.zip/inner.zip/list.txt: text: \"3 frigates\"\n\
         all.zip/inner.zip/photo.jpg: nothing: \"a picture, which Muster cannot read\"\n\
         all.zip/../../etc/=cmd| \u{241b}[31m.txt: text: \"2 cruisers\"\n\
         all.zip/a.rosz: roster: ROSTER\n\
         all.zip/__MACOSX/lists/._a.yaml: nothing: \"what macOS keeps of another file\"\n\
         all.zip/lists/.DS_Store: nothing: \"a file without text\"\n\
         all.zip/Thumbs.db: nothing: \"a file without text\""
    );
    assert_eq!(unpacked("a.zip", zip(&[("a/", b"")])), "a.zip/a/: nothing: \"an empty folder\"");
    assert_eq!(unpacked("a.zip", zip(&[])), "a.zip: nothing: \"an empty archive\"");
    let told = unpacked("a.zip", b"PK\x03\x04 and no archive");
    assert!(told.starts_with("a.zip: nothing: \"an archive that cannot be opened: "), "{told}");
}

#[test]
fn archives_within_archives_have_an_end() {
    let mut bytes = zip(&[("list.txt", b"3 frigates")]);
    for _ in 0..7 {
        bytes = zip(&[("a.zip", &bytes)]);
    }
    assert!(unpacked("a.zip", &bytes).ends_with("list.txt: text: \"3 frigates\""));
    let told = unpacked("a.zip", zip(&[("a.zip", &bytes)]));
    assert!(told.ends_with("a.zip: nothing: \"more than 8 files inside each other\""), "{told}");
}

#[test]
fn bombs_do_not_burst() {
    let bomb = zip(&[("1.txt", &vec![b'a'; 20 << 20]), ("2.txt", b"x")]);
    let bomb_told = "nothing: \"a file that unpacks to more than 200 times its size, as no list does\"";
    assert_eq!(unpacked("b.zip", &bomb), format!("b.zip/1.txt: {bomb_told}\nb.zip/2.txt: text: \"x\""));
    // Numbered lines pack to a fortieth or so.
    let lines = (0..40_000).map(|number| format!("{number:08}{}\n", "a".repeat(512)));
    let file: Vec<u8> = lines.flat_map(String::into_bytes).collect();
    let bomb = zip(&[("1.txt", &file), ("2.txt", &file), ("3.txt", &file), ("4.txt", &file), ("5.txt", b"x")]);
    let no_list = "nothing: \"a file of more than 8 MB, which no list has\"";
    assert_eq!(
        unpacked("b.zip", &bomb),
        format!(
            "b.zip/1.txt: {no_list}\nb.zip/2.txt: {no_list}\nb.zip/3.txt: {no_list}\n\
             b.zip: nothing: \"more than 64 MB when unpacked: the rest is not read\""
        )
    );
    let many: Vec<(String, &[u8])> = (0..1_000).map(|number| (format!("{number}.txt"), &b"x"[..])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (&**name, *bytes)).collect();
    let parts = unpack("m.zip", &zip(&many));
    assert_eq!(parts.len(), PARTS + 1);
    assert_eq!(told(&parts[PARTS..]), "m.zip: nothing: \"more than 200 parts: the rest is not read\"");
    let words = format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "a".repeat(9 << 20));
    assert!(unpacked("a.docx", docx(&words)).contains("more than 200 times"));
}

#[test]
fn a_mail_has_a_sender_a_text_and_files() {
    let mail = mail(
        "Hi,\r\nmy list is attached.\r\n",
        &[
            (&attached("fleet.zip"), &zip(&[("list.yaml", LIST.as_bytes())])),
            (&attached("=?utf-8?q?Gr=C3=B6=C3=9Fe.txt?="), b"3 frigates"),
            ("Content-Type: text/plain; charset=windows-1251; name=a.txt", b"2 \xcf\xf0\xe8\xe2\xe5\xf2"),
            ("Content-Type: image/jpeg; name=IMG.jpg\r\nContent-ID: <photo>", b"\xff\xd8\xff"),
        ],
    );
    let parts = unpack("mail.eml", &mail);
    assert_eq!(
        told(&parts).replace(&format!("{LIST:?}"), "LIST"),
        "mail.eml*: text: \"Hi,\\r\\nmy list is attached.\\r\\n\"\n\
         mail.eml/fleet.zip/list.yaml: yaml: LIST\n\
         mail.eml/Größe.txt: text: \"3 frigates\"\n\
         mail.eml/a.txt: text: \"2 Привет\"\n\
         mail.eml/IMG.jpg: nothing: \"a picture, which Muster cannot read\""
    );
    let sender = Sender {
        name: Some("Jörg".to_owned()),
        address: Some("joerg@example.org".to_owned()),
        date: Some("2026-11-21".to_owned()),
        sent: Some("2026-11-21T23:30:00-05:00".to_owned()),
        subject: Some("My list".to_owned()),
        ..Sender::default()
    };
    assert!(parts.iter().all(|part| part.sender.as_ref() == Some(&sender)));
    // Its content tells a mail, whatever its name is.
    assert_eq!(told(&unpack("mail", &mail)).lines().count(), 5);
    assert_eq!(told(&unpack("mail.txt", &[b"From joerg Sat\r\n", &*mail].concat())).lines().count(), 5);
}

#[test]
fn a_mail_in_a_mail_came_from_the_sender_of_the_outer_one() {
    let inner = b"From: Ann <ann@example.org>\nDate: 2 Jan 26 10:00:00 +0000\nSubject: list\n\n3 frigates\n";
    let outer = mail("See below.", &[("Content-Type: message/rfc822", inner)]);
    let parts = unpack("m.eml", &outer);
    assert_eq!(told(&parts), "m.eml*: text: \"See below.\"\nm.eml/mail.eml*: text: \"3 frigates\\n\"");
    let of = |part: usize| parts[part].sender.clone().unwrap();
    let address = |sender: &Sender| sender.address.clone().unwrap();
    assert_eq!([address(&of(0)), address(&of(1))], ["joerg@example.org"; 2]);
    assert_eq!(of(0).forwards, None);
    assert_eq!(address(of(1).writer()), "ann@example.org");
    assert_eq!(of(1).writer().date.as_deref(), Some("2026-01-02"));
}

#[test]
fn the_best_form_of_a_mail_is_its_text() {
    let with = |plain: &str, page: &str| {
        format!(
            "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=r\n\n--r\n\
             Content-Type: multipart/alternative; boundary=a\n\n--a\nContent-Type: text/plain; charset=utf-8\n\n{plain}\n\
             --a\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n{page}\n--a--\n\
             --r\nContent-Type: image/gif\nContent-ID: <sign@example.org>\nContent-Disposition: inline; filename=s.gif\n\n\
             GIF89a\n--r--\n"
        )
    };
    let sign = "<img src=3D\"cid:sign@example.org\">";
    let text = |plain: &str, page: &str| unpacked("m.eml", with(plain, page));
    assert_eq!(text("3 frigates", &format!("<p>3 frigates{sign}")), "m.eml*: text: \"3 frigates\"");
    let page = format!("<script>x</script><p>3 fri=\ngates =C3=B6{sign}");
    assert_eq!(text("", &page), "m.eml*: text: \"3 frigates ö\"");
    let table = format!("<table><tr><td>Frigate<td>90</table>{sign}");
    assert_eq!(text("Frigate\n90", &table), "m.eml*: text: \"Frigate\\t90\"");
    // A picture that the page does not show was sent for itself.
    assert!(text("a", "<p>a").ends_with("m.eml/s.gif: nothing: \"a picture, which Muster cannot read\""));
}

#[test]
fn what_a_mail_answers_is_no_part_of_its_text() {
    let text = |body: &str| match &unpack("m.eml", &mail(body, &[]))[0].content {
        PartContent::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let quote = "> Send your lists.\n> \n> Bob\n\n";
    assert_eq!(
        text(&format!("3 frigates\n\nOn Fri, 20 Nov 2026 at 10:00, Bob <b@example.org>\nwrote:\n\n{quote}")).trim(),
        "3 frigates"
    );
    assert_eq!(text(&format!("3 frigates\nAm 20.11.26 um 10:00 schrieb Bob:\n{quote}")).trim(), "3 frigates");
    for kept in [
        format!("Begin forwarded message:\n\n{quote}"),
        format!("On Fri, Bob wrote:\n{quote}"),
        format!("On Fri, Bob wrote:\n{quote}\n3 frigates"),
        "3 frigates\nOn Fri, Bob wrote:\nnothing".to_owned(),
        "> 3 frigates".to_owned(),
    ] {
        assert_eq!(text(&kept).trim(), kept.trim());
    }
}

#[test]
fn what_outlook_quotes_of_the_mail_that_it_answers_is_no_part_of_its_text() {
    let of = "________________\nFrom: Bob <b@example.org>\nSent: Friday\nTo: Ann\nSubject: lists\n\nSend your lists.";
    let told =
        |subject: &str, text: &str| unpacked("m.eml", format!("From: a@example.org\nSubject: {subject}\n\n{text}"));
    assert_eq!(told("RE: lists", &format!("3 frigates\n{of}")), "m.eml*: text: \"3 frigates\\n\"");
    let passed_on = told("FW: lists", &format!("3 frigates\n{of}"));
    assert!(passed_on.ends_with("Send your lists.\""), "{passed_on}");
    assert!(told("RE: lists", of).ends_with("Send your lists.\""));
    assert!(told("RE: lists", "From: the north\n3 frigates").ends_with("3 frigates\""));
}

#[test]
fn lines_that_a_mail_program_broke_are_joined() {
    let mail = "From: a@example.org\nDate: x\nContent-Type: text/plain; format=flowed\n\n3 frigates with \nlong names\n  in\n-- \nAnn \n> a";
    assert_eq!(unpacked("m.eml", mail), "m.eml*: text: \"3 frigates with long names\\n in\\n-- \\nAnn \\n> a\\n\"");
}

#[test]
fn a_list_file_in_a_mail_is_read_apart_from_the_greeting() {
    let told = unpacked("m.eml", mail(&format!("Hello all,\n\n{LIST}\nCheers,\nAnn"), &[]));
    let file = format!("m.eml*: yaml: {:?}", format!("{LIST}\n"));
    let around = "m.eml/text around the list*: text: \"Hello all,\\n\\nCheers,\\nAnn\\n\"";
    assert_eq!(told, format!("{file}\n{around}"));
    let told = unpacked("m.eml", mail("{muster: 1, mfv: 2}", &[]));
    assert_eq!(told, "m.eml*: yaml: \"{muster: 1, mfv: 2}\"");
}

#[test]
fn a_mail_of_a_hundred_files_and_one_of_too_many_parts() {
    let name = attached("a.txt");
    let files: Vec<(&str, &[u8])> = std::iter::repeat_n((&*name, &b"3 frigates"[..]), 100).collect();
    assert_eq!(unpack("m.eml", &mail("Hi", &files)).len(), 101);
    let many = mail(&"--outer\r\n\r\nx\r\n".repeat(20_000), &[]);
    assert_eq!(unpacked("m.eml", many), "m.eml: nothing: \"a mail with too many parts\"");
    let headers = format!("From: a@example.org\nTo: b\n{}", "a:\n".repeat(2_000_000));
    assert_eq!(unpacked("m.eml", headers), "m.eml: nothing: \"a mail with too many parts\"");
    let deep: String = (0..500).fold(String::new(), |mut text, at| {
        write!(text, "Content-Type: multipart/mixed; boundary=b{at}x\n\n--b{at}x\n").unwrap();
        text
    });
    let told = unpacked("m.eml", format!("From: a@example.org\nDate: x\n{deep}"));
    assert!(told.starts_with("m.eml: nothing: \"a mail that cannot be read: "), "{told}");
    let nested = "Content-Type: message/rfc822\n\n".repeat(200_000);
    let told = unpacked("m.eml", format!("From: a@example.org\nDate: x\n{nested}"));
    assert!(told.contains("nothing"), "{told:.300}");
}

#[test]
fn a_mail_of_too_many_encoded_words() {
    let word = "=?utf-8?Q?Gr=C3=BC=C3=9Fe?= ";
    let many = format!("From: a@example.org\nTo: {}\nSubject: {}\n\n3 frigates", word.repeat(200), word.repeat(20));
    assert!(unpacked("m.eml", many).starts_with("m.eml*: text: \"3 frigates"));
    // The parser would look for the end of each word at every end behind it: for hours.
    let endless = " =?a?=x".repeat(20_000);
    let told = "m.eml: nothing: \"a mail with too many encoded words\"";
    assert_eq!(unpacked("m.eml", format!("From: a@example.org\nSubject:{endless}\n\n3 frigates")), told);
    // The parts of a name may stand in many lines.
    let lines: Vec<String> = (0..4_000).map(|at| format!(" filename*{at}=\" =?a?=x =?a?=x\"")).collect();
    let head = format!("Content-Disposition: attachment;\n{}", lines.join(";\n"));
    let named = format!("From: a@example.org\nMIME-Version: 1.0\n{head}\n\n3 frigates");
    assert!(unpacked("m.eml", named).contains("text: \"3 frigates"));
}

#[test]
fn a_mail_without_anything_says_so() {
    let mail = "From: a@example.org\nSubject: list\n\n \n";
    assert_eq!(unpacked("m.eml", mail), "m.eml: nothing: \"a mail without text\"");
    let broken = "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\
        Content-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64\n\n!!!\n--b--\n";
    let told = unpacked("m.eml", broken);
    assert!(told.starts_with("m.eml/a.zip: nothing: \"a damaged attachment: "), "{told}");
    assert!(unpacked("m.eml", "no mail at all").starts_with("m.eml: nothing: "));
    let broken = broken.replace("; name=a.zip", "").replace("application/zip", "text/plain");
    let told = unpacked("m.eml", broken);
    assert!(told.starts_with("m.eml/attachment: nothing: \"a damaged attachment: "), "{told}");
}

/// An archive with these files, of which several may have one name: each is written as a name of the same length, which
/// is then replaced.
fn zip_of_doubles(files: &[(&str, &[u8])]) -> Vec<u8> {
    let other = |at: usize, name: &str| format!("{at:0>width$}", width = name.len());
    let names: Vec<String> = files.iter().enumerate().map(|(at, (name, _))| other(at, name)).collect();
    let written: Vec<(&str, &[u8])> =
        names.iter().zip(files).map(|(name, (_, bytes))| (name.as_str(), *bytes)).collect();
    let mut bytes = zip(&written);
    for ((name, _), other) in files.iter().zip(&names) {
        for (sign, length) in [(&b"PK\x03\x04"[..], 30), (b"PK\x01\x02", 46)] {
            let is_it =
                |at: &usize| bytes[*at..].starts_with(sign) && bytes[at + length..].starts_with(other.as_bytes());
            let at = (0..bytes.len() - 46).find(is_it).unwrap() + length;
            bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
        }
    }
    bytes
}

#[test]
fn files_of_one_name_are_told_apart() {
    let files: [(&str, &[u8]); 5] = [
        ("lists/a.txt", b"3 frigates"),
        ("lists/a.txt", b"2 cruisers"),
        ("lists/a (2).txt", b"4 corvettes"),
        ("lists/a.txt", b"1 battleship"),
        ("photo.jpg", b"\xff\xd8\xff"),
    ];
    assert_eq!(
        unpacked("a.zip", zip_of_doubles(&files)),
        "a.zip/lists/a.txt: text: \"3 frigates\"\n\
         a.zip/lists/a (3).txt: text: \"2 cruisers\"\n\
         a.zip/lists/a (2).txt: text: \"4 corvettes\"\n\
         a.zip/lists/a (4).txt: text: \"1 battleship\"\n\
         a.zip/photo.jpg: nothing: \"a picture, which Muster cannot read\""
    );
    let document: &[u8] = b"<w:document xmlns:w='w'><w:p><w:r><w:t>3 frigates</w:t></w:r></w:p></w:document>";
    let told = unpacked("a.docx", zip_of_doubles(&[("word/document.xml", document), ("word/document.xml", document)]));
    assert!(told.starts_with("a.docx: nothing: \"a document with several files of one name"), "{told}");
}

/// An archive of anything: each member has a part, or lies in a folder that others have in their names.
#[test]
fn every_member_of_an_archive_is_accounted_for() {
    const NAMES: [&str; 12] = [
        "a.yaml",
        ".a.yaml",
        "__MACOSX/._a.yaml",
        "b/",
        "b/c.txt",
        "b/.d/e.txt",
        "desktop.ini",
        "Thumbs.db",
        "f/",
        "list",
        "b/../g.txt",
        "\\h.txt",
    ];
    const CONTENTS: [&[u8]; 5] = [LIST.as_bytes(), b"", b"3 frigates", b"\xff\xd8\xff", b"PK\x03\x04"];
    let members = vec((select(&NAMES[..]), select(&CONTENTS[..])), 1..30);
    proptest!(ProptestConfig::with_cases(60), |(members in members)| {
        let folder = |name: &str, bytes: &'static [u8]| if name.ends_with('/') { &b""[..] } else { bytes };
        let files: Vec<(&str, &[u8])> = members.iter().map(|(name, bytes)| (*name, folder(name, bytes))).collect();
        let parts = unpack("a.zip", &zip_of_doubles(&files));
        let mut count = 0;
        for name in NAMES {
            let times = files.iter().filter(|(other, _)| *other == name).count();
            let (own, folder) = name.strip_suffix('/').map_or((name, ""), |own| (own, "/"));
            let last = own.rfind('/').map_or(0, |at| at + 1);
            let point = own[last..].rfind('.').filter(|at| *at > 0).map_or(own.len(), |at| last + at);
            let (stem, ending) = (&own[..point], format!("{}{folder}", &own[point..]));
            let is_in = files.iter().any(|(other, _)| other.len() > name.len() && other.starts_with(name));
            let is_of = |part: &&FilePart| {
                let inside = part.name.strip_prefix("a.zip/").unwrap_or_default();
                let is_numbered = inside.strip_prefix(stem).is_some_and(|rest| rest.starts_with(" (") && rest.ends_with(&ending));
                inside == name || is_numbered
            };
            let told = parts.iter().filter(is_of).count();
            if !(name.ends_with('/') && is_in) {
                prop_assert_eq!(told, times, "{}: {:?}", name, parts);
            }
            count += told;
        }
        prop_assert_eq!(count, parts.len(), "{:?}", parts);
    });
}

#[test]
fn links_and_strange_files_of_documents_are_told() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.add_symlink("list.yaml", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let bytes = archive.finish().unwrap().into_inner();
    assert_eq!(unpacked("a.zip", bytes), "a.zip/list.yaml: nothing: \"a link to another file, which is not followed\"");
    let document = b"<w:document xmlns:w='w'><w:p><w:r><w:t>3 frigates</w:t></w:r></w:p></w:document>";
    let both = zip(&[("word/document.xml", document), ("word/styles.xml", b"<a/>"), ("list.yaml", LIST.as_bytes())]);
    assert_eq!(
        unpacked("a.docx", both).replace(&format!("{LIST:?}"), "LIST"),
        "a.docx: text: \"3 frigates\\n\"\na.docx/list.yaml: yaml: LIST"
    );
}

#[test]
fn an_archive_with_a_password_says_so() {
    let mut bytes = zip(&[("list.txt", b"3 frigates")]);
    // The flags of the file, as they stand before it and in the directory at the end.
    for (sign, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = bytes.windows(4).position(|window| window == sign).unwrap();
        bytes[at + flags] |= 1;
    }
    assert_eq!(unpacked("a.zip", bytes), "a.zip/list.txt: nothing: \"a file with a password\"");
}

/// Samples cut off anywhere, and with any byte changed, give parts and never a panic.
#[test]
fn broken_files_are_parts_too() {
    let page = b"<html><body><table><tr><td>3<td>frigates</table><ul><li>&amp;a</ul><!-- c --><script>x</script>";
    let samples = [
        ("m.eml", mail("3 frigates", &[(&attached("a.zip"), &zip(&[("list.txt", b"2 cruisers")]))])),
        ("a.docx", docx("<w:p><w:r><w:t>3 frigates</w:t></w:r></w:p>")),
        ("a.html", page.to_vec()),
        ("a.ros", ROSTER.as_bytes().to_vec()),
        ("a.csv", b"unit,models\n\"a\",3\n".to_vec()),
        ("a.json", b"{\"roster\": {\"name\": \"a\"}}".to_vec()),
        ("a.yaml", LIST.as_bytes().to_vec()),
    ];
    for (name, whole) in samples {
        for length in 0..whole.len() {
            assert!(!unpack(name, &whole[..length]).is_empty(), "{name}");
        }
        for at in 0..whole.len() {
            for flip in [1, 0x20, 0x80, 0xff] {
                let mut broken = whole.clone();
                broken[at] ^= flip;
                assert!(!unpack(name, &broken).is_empty(), "{name}");
            }
        }
    }
}
