//! Tests of what people see of pages, documents and mails: only that is read, and the rest is told.

use super::tests::{docx, mail, unpacked};
use super::{Part, html, unpack};

/// The text of a page, and what is told of the rest.
fn page(page: &str) -> (String, Option<String>) {
    let page = html::read(page);
    (page.text, page.hidden.told())
}

#[test]
fn what_a_page_hides_is_not_read_but_told() {
    let told = Some("not read is text that nobody sees: \u{201c}2 cruisers\u{201d}".to_owned());
    for hidden in [
        "<div style='display:none'>2 cruisers</div>",
        "<div style='DISPLAY : NONE !important'><p>2 <b>cruisers</b></div>",
        "<p style=\"color:red;visibility: hidden\">2 cruisers",
        "<p hidden>2 cruisers</p>",
        "<div hidden=''><div>2</div>cruisers</div>",
        "<span style='font-size:0'>2 cruisers</span>",
        "<span style='font-size: 1px;line-height:0'>2 cruisers</span>",
        "<span style='font:0/0 a'>2 cruisers</span>",
        "<span style='opacity:0'>2 cruisers</span>",
        "<span style='color:#fff'>2 cruisers</span>",
        "<span style='color: white; background: #FFFFFF'>2 cruisers</span>",
        "<font color=#fefefe>2 cruisers</font>",
        "<div style='background:#123456'><span style='color:rgb(18, 52, 86)'>2 cruisers</span></div>",
        "<table bgcolor=black><tr><td>2 cruisers</table>",
        "<span style='color:transparent'>2 cruisers</span>",
        "<span style='color:rgba(0,0,0,0)'>2 cruisers</span>",
        "<div style='position:absolute;left:-9999px'>2 cruisers</div>",
        "<div style='text-indent:-5000px'>2 cruisers</div>",
        "<div style='height:0;overflow:hidden'>2 cruisers</div>",
        "<div style='mso-hide:all'>2 cruisers</div>",
        "<style>p.x, #y { color: red; display: none }</style><p class='a x'>2 cruisers</p>",
        "<style>/* a */ .b .x{font-size:0}</style><p class='X'>2 cruisers</p>",
        "<style>#y{visibility:hidden}</style><p id=y>2 cruisers</p>",
        "<template><p>2 cruisers</p></template>",
        "<dialog>2 cruisers</dialog>",
        "<noscript>2 cruisers</noscript>",
        "<textarea>2 cruisers</textarea>",
        "<!-- 2 cruisers -->",
        "<!--[if mso]><p>2 cruisers</p><![endif]-->",
        "<ul><li style='display:none'>2 cruisers</ul>",
        "<b style='display:none'>2 cruisers<br></b>",
    ] {
        for (text, shown) in [
            (format!("<p>3 frigates</p>{hidden}<p>4 corvettes</p>"), "3 frigates\n4 corvettes"),
            (format!("{hidden}<p>3 frigates</p>"), "3 frigates"),
        ] {
            assert_eq!(page(&text), (shown.to_owned(), told.clone()), "{text}");
        }
    }
    // A cell of a table, and the rest of the row.
    let row = "<table><tr><td>3</td><td hidden>2 cruisers</td><td>frigates</td></tr></table>";
    assert_eq!(page(row), ("3\tfrigates".to_owned(), told));
}

#[test]
fn what_a_page_shows_is_read() {
    for shown in [
        "<p style='display:block'>3 frigates</p>",
        "<p style='color:white;background:navy'>3 frigates</p>",
        "<body bgcolor='#000000' text='#ffffff'><p>3 frigates</p></body>",
        "<table bgcolor=white><tr><td style='color:#333'>3 frigates</table>",
        "<div style='color:#fff'><p style='color:black'>3 frigates</p></div>",
        "<p style='display:none'><p>3 frigates",
        "<p style='font-size:10px;line-height:1.5'>3 frigates</p>",
        "<p style='font:12px/1.5 Arial'>3 frigates</p>",
        "<p style='overflow:hidden;width:600px'>3 frigates</p>",
        "<p style='margin-left:-5px;position:relative'>3 frigates</p>",
        "<style>@media print { p { display: none } } .other { display: none }</style><p class=a>3 frigates</p>",
        "<title>2 cruisers</title><script>'2 cruisers'</script><p>3 frigates</p>",
        "<div style='display:none'>&nbsp;&zwnj;&#847; 96</div><p>3 frigates</p>",
        "<!--[if gte mso 9]><xml><o:PixelsPerInch>96</o:PixelsPerInch></xml><![endif]--><p>3 frigates</p>",
        "<br><img src=a><input hidden><p>3 frigates</p>",
    ] {
        assert_eq!(page(shown), ("3 frigates".to_owned(), None), "{shown}");
    }
    // Deep pages take no longer, and hide no less.
    let deep = |style: &str| format!("{}<div style='{style}'>2 cruisers</div>", "<b>".repeat(100_000));
    assert_eq!(page(&deep("")).0, "2 cruisers");
    assert_eq!(page(&deep("display:none")).0, "");
    let many = "<p style='display:none'>".repeat(100_000);
    assert_eq!(page(&format!("{many}2 cruisers")).0, "");
}

fn hidden(parts: &[Part]) -> Vec<Option<&str>> {
    parts.iter().map(|part| part.hidden.as_deref()).collect()
}

#[test]
fn what_a_document_hides_is_not_read_but_told() {
    let run = |format: &str| {
        format!(
            "<w:p><w:r><w:t>3 frigates</w:t></w:r></w:p><w:p><w:r><w:rPr>{format}</w:rPr><w:t>2 cruisers</w:t></w:r></w:p>"
        )
    };
    let told = Some("not read is text that nobody sees: \u{201c}2 cruisers\u{201d}");
    for format in
        ["<w:vanish/>", "<w:vanish w:val='1'/>", "<w:webHidden/>", "<w:color w:val='FFFFFF'/>", "<w:sz w:val='2'/>"]
    {
        let parts = unpack("a.docx", &docx(&run(format)));
        assert_eq!(hidden(&parts), [told], "{format}");
        assert_eq!(unpacked("a.docx", docx(&run(format))), "a.docx: text: \"3 frigates\\n\\n\"", "{format}");
    }
    for format in ["<w:vanish w:val='0'/>", "<w:color w:val='FFFFFF'/><w:shd w:fill='000000'/>", "<w:sz w:val='24'/>"] {
        let parts = unpack("a.docx", &docx(&run(format)));
        assert_eq!(hidden(&parts), [None], "{format}");
        assert!(unpacked("a.docx", docx(&run(format))).contains("2 cruisers"), "{format}");
    }
    let deleted = "<w:p><w:r><w:t>3 frigates</w:t></w:r><w:del><w:r><w:delText>2 </w:delText></w:r></w:del>\
        <w:moveFrom><w:r><w:t>cruisers</w:t></w:r></w:moveFrom></w:p>";
    assert_eq!(hidden(&unpack("a.docx", &docx(deleted))), [told]);
    assert_eq!(unpacked("a.docx", docx(deleted)), "a.docx: text: \"3 frigates\\n\"");
}

/// Old programs show another form of some parts of a document.
#[test]
fn both_forms_of_a_document_are_read_where_they_differ() {
    let both = |choice: &str, fallback: &str| {
        let box_of = |text: &str| format!("<w:txbxContent><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:txbxContent>");
        docx(&format!(
            "<w:p><w:r><mc:AlternateContent xmlns:mc='mc'><mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback>\
             </mc:AlternateContent></w:r></w:p>",
            box_of(choice),
            box_of(fallback)
        ))
    };
    assert_eq!(unpacked("a.docx", both("3 frigates", "3 frigates")), "a.docx: text: \"\\n3 frigates\\n\\n\"");
    let parts = unpack("a.docx", &both("3 frigates", "2 cruisers"));
    let names: Vec<(&str, bool, usize)> =
        parts.iter().map(|part| (part.name.as_str(), part.is_body, part.whole)).collect();
    assert_eq!(names, [("a.docx", false, 1), ("a.docx/text for old programs", true, 1)]);
}

/// A mail whose text has two forms.
fn forms(plain: &str, page: &str) -> Vec<u8> {
    format!(
        "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=a\n\n\
         --a\nContent-Type: text/plain; charset=utf-8\n\n{plain}\n\
         --a\nContent-Type: text/html; charset=utf-8\n\n{page}\n--a--\n"
    )
    .into_bytes()
}

#[test]
fn forms_of_a_mail_that_say_the_same_are_one() {
    for (plain, page) in [
        ("3 frigates", "<p>3 frigates"),
        ("* 3 frigates\n* 2 cruisers", "<ul><li>3 frigates<li>2 Cruisers</ul>"),
        (
            "See <https://example.org/a>: 3 frigates [cid:logo]",
            "<a href='https://example.org/a'>See</a>: 3 frigates<img src='cid:logo'>",
        ),
        ("", "<p>3 frigates"),
        ("3 frigates", " "),
        ("3 frigates\n\nOn Friday, Bob wrote:\n> Hi", "3 frigates<br>On Friday, Bob wrote:<blockquote>Hi</blockquote>"),
    ] {
        let parts = unpack("m.eml", &forms(plain, page));
        assert_eq!(parts.len(), 1, "{plain}: {parts:?}");
    }
    for (plain, page) in
        [("3 frigates", "<p>4 frigates"), ("3 frigates", "<p>3 frigates<p>2 cruisers"), ("Hi", "<p>3 frigates")]
    {
        let parts = unpack("m.eml", &forms(plain, page));
        let names: Vec<(&str, bool, usize)> =
            parts.iter().map(|part| (part.name.as_str(), part.is_body, part.whole)).collect();
        assert_eq!(names, [("m.eml", true, 1), ("m.eml/HTML text", true, 1)], "{plain}");
    }
    // A page with a table comes first, because the text without mark-up has lost the rows.
    let table = "<table><tr><td>Frigate<td>90</table>";
    assert_eq!(unpack("m.eml", &forms("Frigate\n90", table)).len(), 1);
    let both = unpacked("m.eml", forms("Frigate\n80", table));
    assert_eq!(both, "m.eml*: text: \"Frigate\\t90\"\nm.eml/plain text*: text: \"Frigate\\n80\"");
    let hides = forms("3 frigates", "<p>3 frigates<p hidden>2 cruisers");
    let told = "not read is text that nobody sees: \u{201c}2 cruisers\u{201d}";
    assert_eq!(hidden(&unpack("m.eml", &hides)), [Some(told)]);
}

#[test]
fn what_belongs_together_is_told() {
    let inner = b"From: Ann <ann@example.org>\nDate: 2 Jan 26 10:00:00 +0000\nSubject: list\n\n3 frigates\n";
    let outer = mail(
        "See below.",
        &[("Content-Type: message/rfc822", inner), ("Content-Type: text/csv; name=a.csv", b"unit,models\na,3\n")],
    );
    let parts = unpack("m.eml", &outer);
    let wholes: Vec<(&str, usize)> = parts.iter().map(|part| (part.name.as_str(), part.whole)).collect();
    assert_eq!(wholes, [("m.eml", 1), ("m.eml/mail.eml", 2), ("m.eml/a.csv", 1)]);
}
