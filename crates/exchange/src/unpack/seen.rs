//! Tests of what people see of pages, documents and mails: only that is read, and the rest is told.

use super::tests::{docx, mail, unpacked, zip};
use super::{FilePart, html, unpack};

/// The text of a page, and what is told of the rest.
fn page(page: &str) -> (String, Option<String>) {
    let page = html::read(page);
    (page.text, page.hidden.told())
}

#[test]
fn what_a_page_hides_is_not_read_but_told() {
    let told = Some("Muster did not read text that nobody sees: \u{201c}2 cruisers\u{201d}".to_owned());
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
        "<style>q[a=b]{display:none}</style><q a=b>2 cruisers</q>",
        "<style>.x:first-child, q{display:none}</style><p class=x>2 cruisers</p>",
        "<style>@media screen{.x{display:none}}</style><p class=x>2 cruisers</p>",
        "<style>@import 'a';@supports (a:b){.y{}.x{opacity:0}}</style><p class=x>2 cruisers</p>",
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

/// Every family of styles that hides text, in each of its ways.
const HIDING: &str = "display:none | display:var(--c) | display:/**/none | d\\69splay:none | visibility:collapse | \
    content-visibility:hidden | opacity:.01 | opacity:1% | opacity:calc(0) | filter:opacity(0) | -webkit-filter:blur(9px) | \
    transform:translateX(-9999px) | transform:translate(0, -9999px) | transform:translate3d(-100em,0,0) | \
    transform:scale(.01) | transform:scaleX(0) | transform:rotate(0deg) scale(0,1) | transform:matrix(0,0,0,0,0,0) | \
    transform:rotateY(90deg) | transform:var(--a) | translate:-9999px | scale:0 | scale:1 0 | zoom:0.001 | zoom:1% | \
    color:transparent | color:#ffffff | color:#fefefe00 | color:hsl(0 0% 100%) | color:rgb(100% 100% 100%) | \
    color:hwb(0 99% 0%) | color:oklch(1 0 0) | color:var(--a) | color:ivory | color:rgb(1 1 1 / 1%) | \
    -webkit-text-fill-color:transparent | -webkit-text-fill-color:white | mask:linear-gradient(transparent,transparent) | \
    -webkit-mask-image:url(a) | clip:rect(1px,1px,1px,1px) | clip-path:circle(0) | clip-path:polygon(0 0,0 0) | \
    line-height:0;overflow:hidden | height:0;overflow:clip | max-height:1px;overflow:auto | height:calc(0px);overflow:hidden | \
    width:0;overflow:hidden | font-size:0 | font-size:.1em | font-size:1% | font-size:calc(0px) | font:0 a | \
    text-indent:-9999px | text-indent:99999px | text-indent:var(--a) | position:absolute;left:-9999px | \
    position:fixed;top:-99em | position:absolute;right:-9999px | position:absolute;left:99999px | \
    position:relative;inset:0 0 0 -9999px | position:absolute;left:calc(0px - 9999px) | margin-left:-9999px | \
    margin:0 0 0 -999em | margin-top:-9999px";

#[test]
fn every_family_of_styles_that_hides_is_known() {
    let told = Some("Muster did not read text that nobody sees: \u{201c}2 cruisers\u{201d}".to_owned());
    for style in HIDING.split(" | ") {
        for hidden in [
            format!("<p style='{style}'>2 cruisers</p>"),
            format!("<div style=\"{style}\"><b>2</b> <i>cruisers</i></div>"),
            format!("<style>i{{{style}}}</style><i>2 cruisers</i>"),
            format!("<style>a, div > .x {{ {style} }}</style><p class='y x'>2 cruisers</p>"),
            format!("<style>#x {{{style}}}</style><p id=x>2 cruisers</p>"),
        ] {
            let text = format!("<p>3 frigates</p>{hidden}");
            assert_eq!(page(&text), ("3 frigates".to_owned(), told.clone()), "{text}");
        }
    }
}

/// What is seen of a page but stands in no text of it.
#[test]
fn what_a_page_shows_in_another_way_is_told() {
    for shown in [
        "<style>p::before{content:'2 cruisers'}</style>",
        "<style>.x:after { color: red; content: \"2 cruisers\" }</style>",
        "<input value='2 cruisers'>",
        "<input type=button value='2 cruisers'>",
        "<textarea placeholder='2 cruisers'></textarea>",
        "<iframe srcdoc='<p>2 cruisers'></iframe>",
    ] {
        let (text, told) = page(&format!("{shown}<p>3 frigates</p>"));
        let sentence =
            "Muster did not read what a style, a script or a field of the page shows: \u{201c}2 cruisers\u{201d}";
        assert_eq!((text.as_str(), told.as_deref()), ("3 frigates", Some(sentence)), "{shown}");
    }
    for script in ["document.write('2 cruisers')", "document.body.innerHTML = '2 cruisers'", "eval(atob('a'))"] {
        let (_, told) = page(&format!("<p>3 frigates</p><script>{script}</script>"));
        assert!(told.is_some_and(|told| told.contains("what its script writes")), "{script}");
    }
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
        "<br><img><img src=a width=1><input hidden><input type=hidden value=cruisers><p>3 frigates</p>",
        "<p style='opacity:.9;transform:rotate(5deg) translate(3px, 10%);zoom:normal;scale:1.2'>3 frigates</p>",
        "<p style='color:tomato;background:hsl(0 0% 90%);-webkit-text-fill-color:currentcolor'>3 frigates</p>",
        "<p style='color:windowtext;mask:none;clip:auto;filter:none;text-indent:2em'>3 frigates</p>",
        "<p style='margin:0 auto;margin-left:calc(1px);width:calc(100% - 2px);overflow:hidden'>3 frigates</p>",
        "<p style='display:inline-block;visibility:inherit;display:-webkit-box;line-height:1'>3 frigates</p>",
        "<style>a:hover{opacity:0}.i:before{content:'\\e900'}.i::after{content:''}</style><p class=i>3 frigates</p>",
        "<style>@media only screen and (max-width:600px){p{display:none}}@font-face{a:b}</style><p>3 frigates</p>",
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

fn hidden(parts: &[FilePart]) -> Vec<Option<&str>> {
    parts.iter().map(|part| part.hidden.as_deref()).collect()
}

#[test]
fn what_a_document_hides_is_not_read_but_told() {
    let run = |format: &str| {
        format!(
            "<w:p><w:r><w:t>3 frigates</w:t></w:r></w:p><w:p><w:r><w:rPr>{format}</w:rPr><w:t>2 cruisers</w:t></w:r></w:p>"
        )
    };
    let told = Some("Muster did not read text that nobody sees: \u{201c}2 cruisers\u{201d}");
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

/// A format hides words in the run, and in each style that it or its paragraph stands on.
#[test]
fn a_format_hides_words_wherever_it_stands() {
    const WORDS: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'";
    let told = Some("Muster did not read text that nobody sees: \u{201c}2 cruisers\u{201d}");
    for (format, is_hidden) in [
        ("<w:vanish/>", true),
        ("<w:webHidden/>", true),
        ("<w:color w:val='FEFEFE'/>", true),
        ("<w:color w:val='f0f0f0'/>", true),
        ("<w:sz w:val='1'/>", true),
        ("<w:color w:val='000080'/><w:shd w:fill='000080'/>", true),
        ("<w:color w:val='FFFF00'/><w:highlight w:val='yellow'/>", true),
        ("<w:color w:val='auto'/>", false),
        ("<w:color w:val='FFFFFF'/><w:highlight w:val='darkBlue'/>", false),
        ("<w:vanish w:val='false'/><w:b/>", false),
    ] {
        let style = |kind: &str, id: &str, more: &str, format: &str| {
            format!("<w:style w:type='{kind}' w:styleId='{id}'>{more}<w:rPr>{format}</w:rPr></w:style>")
        };
        let run = |paragraph: &str, run: &str| {
            format!(
                "<w:p><w:r><w:t>3 frigates</w:t></w:r></w:p><w:p><w:pPr>{paragraph}</w:pPr>\
                 <w:r><w:rPr>{run}</w:rPr><w:t>2 cruisers</w:t></w:r></w:p>"
            )
        };
        let base = style("paragraph", "b", "", format);
        for (styles, body) in [
            (String::new(), run("", format)),
            (style("paragraph", "a", "", format), run("<w:pStyle w:val='a'/>", "")),
            (style("character", "a", "", format), run("", "<w:rStyle w:val='a'/>")),
            (base + &style("paragraph", "a", "<w:basedOn w:val='b'/>", ""), run("<w:pStyle w:val='a'/>", "")),
        ] {
            let document = format!("<w:document {WORDS}><w:body>{body}</w:body></w:document>");
            let styles = format!("<w:styles {WORDS}>{styles}</w:styles>");
            let file = zip(&[("word/document.xml", document.as_bytes()), ("word/styles.xml", styles.as_bytes())]);
            let parts = unpack("a.docx", &file);
            assert_eq!(hidden(&parts), [told.filter(|_| is_hidden)], "{format}: {styles}");
        }
    }
    // White words on the dark ground of a cell are seen; a style that stands on itself ends.
    let cell = "<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill='000000'/></w:tcPr><w:p><w:r><w:rPr><w:color w:val='FFFFFF'/>\
        </w:rPr><w:t>2 cruisers</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    assert_eq!(hidden(&unpack("a.docx", &docx(cell))), [None]);
    let circle = format!("<w:styles {WORDS}><w:style w:styleId='a'><w:basedOn w:val='a'/></w:style></w:styles>");
    let body = format!(
        "<w:document {WORDS}><w:body><w:p><w:pPr><w:pStyle w:val='a'/></w:pPr><w:r><w:t>2 cruisers</w:t></w:r></w:p></w:body></w:document>"
    );
    let file = zip(&[("word/document.xml", body.as_bytes()), ("word/styles.xml", circle.as_bytes())]);
    assert_eq!(hidden(&unpack("a.docx", &file)), [None]);
}

/// What a document shows beside its text is not read, and told.
#[test]
fn what_a_document_shows_in_another_way_is_told() {
    const WORDS: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'";
    let body = |more: &str| format!("<w:x {WORDS}><w:p><w:r><w:t>3 frigates</w:t></w:r></w:p>{more}</w:x>");
    let told = |name: &str, more: &str| {
        let file = zip(&[("word/document.xml", body(more).as_bytes()), (name, b"x")]);
        unpack("a.docx", &file).remove(0).hidden
    };
    for (name, what) in [
        ("word/media/image1.png", "its pictures show"),
        ("word/embeddings/a.xlsx", "its embedded files show"),
        ("word/charts/chart1.xml", "its charts show"),
        ("word/diagrams/data1.xml", "its diagrams show"),
    ] {
        assert_eq!(told(name, ""), Some(format!("Muster did not read what {what}")));
    }
    assert_eq!(
        told("word/afchunk.mht", "<w:altChunk/>").as_deref(),
        Some("Muster did not read what it takes in from other files")
    );
    assert_eq!(told("word/settings.xml", ""), None);
}

/// Headers and footers, notes and comments of a document are seen too.
#[test]
fn what_stands_at_the_edges_of_a_document_is_read() {
    const WORDS: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'";
    let file = |name: &str, text: &str| {
        let body = |text: &str| format!("<w:x {WORDS}><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:x>");
        let (document, edge) = (body("3 frigates"), body(text));
        zip(&[
            ("word/document.xml", document.as_bytes()),
            (name, edge.as_bytes()),
            ("word/header9.xml", edge.as_bytes()),
        ])
    };
    for name in ["header1", "header", "footer2", "footnotes", "endnotes", "comments"] {
        let told = unpacked("a.docx", file(&format!("word/{name}.xml"), "2 cruisers"));
        assert_eq!(
            told, "a.docx: text: \"3 frigates\\n\"\na.docx/headers and notes*: text: \"2 cruisers\\n\"",
            "{name}"
        );
        assert_eq!(unpack("a.docx", &file(&format!("word/{name}.xml"), " ")).len(), 1);
    }
}

/// What an archive holds beside the files of its table.
#[test]
fn everything_in_an_archive_is_told() {
    let (one, other) = (zip(&[("a.txt", b"3 frigates")]), zip(&[("b.txt", b"2 cruisers")]));
    let first = "a.txt: text: \"3 frigates\"";
    let told = |bytes: &[u8]| unpacked("z.zip", bytes);
    assert_eq!(told(&one), format!("z.zip/{first}"));
    let before = "z.zip/bytes before the archive: nothing: \"not read: no table of files names them\"";
    assert_eq!(told(&[other.as_slice(), &one].concat()), format!("{before}\nz.zip/{first}"));
    // The entry of a file that the table does not name, between the files and the table.
    let (two, table) = (zip(&[("a.txt", b"3 frigates"), ("b.txt", b"2 cruisers")]), b"PK\x01\x02");
    let at = two.windows(4).position(|bytes| bytes == table).unwrap();
    let second = at + two[at + 4..].windows(4).position(|bytes| bytes == table).unwrap() + 4;
    let end = two.windows(4).position(|bytes| bytes == b"PK\x05\x06").unwrap();
    let mut gap = [&two[..second], &two[end..]].concat();
    let size = u32::try_from(second - at).unwrap();
    let foot = gap.len() - 22;
    gap[foot + 8..foot + 12].copy_from_slice(&[1, 0, 1, 0]);
    gap[foot + 12..foot + 16].copy_from_slice(&size.to_le_bytes());
    let nameless = "z.zip/a file without a name: nothing: \"not read: the table of files does not name it\"";
    assert_eq!(told(&gap), format!("{nameless}\nz.zip/{first}"));
    let mut comment = one.clone();
    let foot = comment.len() - 2;
    comment[foot..].copy_from_slice(&10_u16.to_le_bytes());
    comment.extend(b"2 cruisers");
    let aside = "z.zip/its comment: nothing: \"not read: \u{201c}2 cruisers\u{201d}\"";
    assert_eq!(told(&comment), format!("{aside}\nz.zip/{first}"));
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
        parts.iter().map(|part| (part.name.as_str(), part.text.is_some(), part.whole)).collect();
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
            parts.iter().map(|part| (part.name.as_str(), part.text.is_some(), part.whole)).collect();
        assert_eq!(names, [("m.eml", true, 1), ("m.eml/HTML text", true, 1)], "{plain}");
    }
    // A page with a table comes first, because the text without mark-up has lost the rows.
    let table = "<table><tr><td>Frigate<td>90</table>";
    assert_eq!(unpack("m.eml", &forms("Frigate\n90", table)).len(), 1);
    let both = unpacked("m.eml", forms("Frigate\n80", table));
    assert_eq!(both, "m.eml*: text: \"Frigate\\t90\"\nm.eml/plain text*: text: \"Frigate\\n80\"");
    let hides = forms("3 frigates", "<p>3 frigates<p hidden>2 cruisers");
    let told = "Muster did not read text that nobody sees: \u{201c}2 cruisers\u{201d}";
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
