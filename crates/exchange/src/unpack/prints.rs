//! Tests with PDFs that are made here: prints with their lists, and what somebody could make of one.

use std::fmt::Write as _;

use miniz_oxide::deflate::compress_to_vec_zlib;

use super::tests::{LIST, attached, mail, unpacked};
use super::unpack;

const BOMB: &str = "a.pdf: nothing: \"a PDF in which a file unpacks to far more than any list\"";
const OTHER: &str = "muster: 1\nname: Other\nruleset: none\nsquadrons: []\n";
const FOREIGN: &str = "a.pdf: nothing: \"a PDF without a list in it: only prints of Muster have one\"";
const DAMAGED: &str = "a.pdf: nothing: \"a damaged PDF\"";
const HUGE: &str = "a.pdf: nothing: \"a PDF that takes too long to read\"";
const YAML: &str = "/Type/EmbeddedFile/Subtype/application#2Fyaml";

/// An object of a PDF.
type PrintObject = (usize, Vec<u8>);

fn value(number: usize, text: impl AsRef<[u8]>) -> PrintObject {
    (number, text.as_ref().to_vec())
}

fn stream(number: usize, words: &str, bytes: &[u8]) -> PrintObject {
    let head = format!("<</Length {}{words}>>\nstream\n", bytes.len());
    (number, [head.as_bytes(), bytes, b"\nendstream"].concat())
}

fn packed(number: usize, words: &str, bytes: &[u8]) -> PrintObject {
    stream(number, &format!("/Filter/FlateDecode{words}"), &compress_to_vec_zlib(bytes, 6))
}

/// The description of the file whose bytes are an object.
fn spec(number: usize, bytes: usize) -> PrintObject {
    value(number, format!("<</Type/Filespec/F(a.yaml)/UF(a.yaml)/EF<</F {bytes} 0 R/UF {bytes} 0 R>>>>"))
}

fn catalogue(words: &str) -> PrintObject {
    value(1, format!("<</Type/Catalog/Pages 2 0 R{words}>>"))
}

/// Appends objects to a PDF and a table of their places.
fn with(mut pdf: Vec<u8>, objects: &[PrintObject], trailer: &str) -> Vec<u8> {
    let mut table = "xref\n".to_owned();
    for (number, object) in objects {
        writeln!(table, "{number} 1\n{:010} 00000 n ", pdf.len()).unwrap();
        pdf.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
    }
    let at = pdf.len();
    pdf.extend(format!("{table}trailer\n<</Size 99/Root 1 0 R{trailer}>>\nstartxref\n{at}\n%%EOF\n").bytes());
    pdf
}

fn made(objects: &[PrintObject]) -> Vec<u8> {
    with(b"%PDF-1.7\n".to_vec(), objects, "")
}

/// A later version of a PDF.
fn changed(pdf: Vec<u8>, objects: &[PrintObject]) -> Vec<u8> {
    let text = String::from_utf8_lossy(&pdf).into_owned();
    let at: String = text.rsplit_once("startxref\n").unwrap().1.chars().take_while(char::is_ascii_digit).collect();
    with(pdf, objects, &format!("/Prev {at}"))
}

/// A PDF whose catalogue names these files.
fn pdf(files: &[&[u8]]) -> Vec<u8> {
    let mut objects = Vec::new();
    let mut names = String::new();
    for (number, bytes) in (10..).step_by(2).zip(files) {
        write!(names, "({number:03}.yaml){number} 0 R").unwrap();
        objects.extend([spec(number, number + 1), packed(number + 1, YAML, bytes)]);
    }
    objects.push(catalogue(&format!("/Names<</EmbeddedFiles<</Names[{names}]>>>>")));
    made(&objects)
}

/// The same with one file, as programs write it that pack objects into streams.
fn packed_pdf(file: &[u8]) -> Vec<u8> {
    packed_by(file, true)
}

fn packed_by(file: &[u8], is_predicted: bool) -> Vec<u8> {
    let mut pdf = b"%PDF-1.7\n".to_vec();
    let inner = [
        catalogue("/Names 5 0 R").1,
        b"<</EmbeddedFiles 6 0 R>>".to_vec(),
        b"<</Names[(a)7 0 R]>>".to_vec(),
        spec(7, 11).1,
    ];
    let (mut head, mut body) = (String::new(), Vec::new());
    for (number, object) in [1, 5, 6, 7].into_iter().zip(&inner) {
        write!(head, "{number} {} ", body.len()).unwrap();
        body.extend([object, &b" "[..]].concat());
    }
    let words = format!("/Type/ObjStm/N {}/First {}", inner.len(), head.len());
    let objects = [packed(11, YAML, file), packed(12, &words, &[head.as_bytes(), &body].concat())];
    // The kind, where it is, and the number in that stream; of the objects 0 to 13.
    let mut rows = vec![[0_u8; 4]; 14];
    for (at, number) in [1, 5, 6, 7].into_iter().enumerate() {
        rows[number] = [2, 0, 12, u8::try_from(at).unwrap()];
    }
    for (number, object) in &objects {
        let [high, low] = u16::try_from(pdf.len()).unwrap().to_be_bytes();
        rows[*number] = [1, high, low, 0];
        pdf.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
    }
    let at = pdf.len();
    let mut above = [0_u8; 4];
    let mut table = Vec::new();
    for row in rows {
        if is_predicted {
            table.push(2);
            table.extend(row.iter().zip(above).map(|(byte, above)| byte.wrapping_sub(above)));
            above = row;
        } else {
            table.extend(row);
        }
    }
    let predictor = if is_predicted { "/DecodeParms<</Predictor 12/Columns 4>>" } else { "" };
    let (_, table) = packed(13, &format!("/Type/XRef/Size 14/W[1 2 1]/Root 1 0 R{predictor}"), &table);
    pdf.extend([b"13 0 obj\n", &*table, format!("\nendobj\nstartxref\n{at}\n%%EOF").as_bytes()].concat());
    pdf
}

fn lists(lists: &[&str]) -> String {
    let place = |at: usize| if lists.len() == 1 { "a.pdf".to_owned() } else { format!("a.pdf/{}.yaml", at + 1) };
    let lines = lists.iter().enumerate().map(|(at, list)| format!("{}: yaml: {list:?}", place(at)));
    lines.collect::<Vec<_>>().join("\n")
}

fn read(pdf: impl AsRef<[u8]>) -> String {
    unpacked("a.pdf", pdf)
}

#[test]
fn a_print_gives_its_lists_back() {
    let one = pdf(&[LIST.as_bytes()]);
    assert_eq!(read(&one), lists(&[LIST]));
    assert_eq!(read(pdf(&[LIST.as_bytes(), OTHER.as_bytes()])), lists(&[LIST, OTHER]));
    assert_eq!(read(packed_by(LIST.as_bytes(), false)), lists(&[LIST]));
    assert_eq!(read(packed_pdf(LIST.as_bytes())), lists(&[LIST]));
    assert_eq!(read([b"\r\n junk", &*one].concat()), lists(&[LIST]));
    let told = unpacked("m.eml", mail("", &[(&attached("p.pdf"), &one)]));
    assert_eq!(told, format!("m.eml/p.pdf: yaml: {LIST:?}"));
    // As a file that belongs to the whole, alone or besides; with names in a tree; not packed; by its name alone.
    let file = [spec(10, 11), stream(11, YAML, LIST.as_bytes())];
    for words in [
        "/AF[10 0 R]",
        "/AF[10 0 R 10 0 R]/Names<</EmbeddedFiles<</Names[(a)10 0 R]>>>>",
        "/Names<</EmbeddedFiles<</Kids[<</Kids[<</Names[(a)10 0 R]>>]>>]>>>>",
        "/Names<</#45mbeddedFiles<</Names[<61>10 0 R]>>>>%comment\n/PageMode/UseOutlines/A[true -1 .5 null (a\\)(b))]",
    ] {
        assert_eq!(read(made(&[&[catalogue(words)], &file[..]].concat())), lists(&[LIST]), "{words}");
    }
    let named = [catalogue("/AF[10 0 R]"), spec(10, 11), stream(11, "/Subtype/text#2Fplain", LIST.as_bytes())];
    assert_eq!(read(made(&named)), lists(&[LIST]));
}

/// The files of a PDF are those that its catalogue names.
#[test]
fn what_the_catalogue_does_not_name_is_not_read() {
    let orphan = [spec(20, 21), packed(21, YAML, OTHER.as_bytes())];
    let none = [&[catalogue("")], &orphan[..]].concat();
    assert_eq!(read(made(&none)), FOREIGN);
    assert_eq!(read(made(&[catalogue("/Names<</EmbeddedFiles<</Names[]>>>>")])), FOREIGN);
    let mine = [catalogue("/AF[10 0 R]"), spec(10, 11), packed(11, YAML, LIST.as_bytes())];
    for all in [[&mine[..], &orphan[..]].concat(), [&orphan[..], &mine[..]].concat()] {
        assert_eq!(read(made(&all)), lists(&[LIST]));
    }
    // An object that is in no table of places, before and behind the others.
    let (number, bytes) = &orphan[1];
    let bytes = [format!("{number} 0 obj\n").as_bytes(), bytes, b"\nendobj\n"].concat();
    let loose = with([b"%PDF-1.7\n", &*bytes].concat(), &mine, "");
    assert_eq!(read(&loose), lists(&[LIST]));
    let (begin, end) = loose.split_at(loose.len() - 6);
    assert_eq!(read([begin, b"\n", &*bytes, end].concat()), lists(&[LIST]));
    // Pages may carry files of their own.
    let page = value(3, "<</Type/Page/Annots[<</Subtype/FileAttachment/FS 20 0 R>>]/AF[20 0 R]>>");
    assert_eq!(read(made(&[&mine[..], &orphan[..], &[page]].concat())), lists(&[LIST]));
    // Other files are no lists.
    let picture = [
        catalogue("/AF[10 0 R]"),
        value(10, "<</F(a.png)/EF<</F 11 0 R>>>>"),
        stream(11, "/Subtype/image#2Fpng", b"PNG"),
    ];
    let told = FOREIGN.replace("have one\"", "have one; Muster did not read what the PDF carries as well: “a.png”\"");
    assert_eq!(read(made(&picture)), told);
}

/// What is told of a PDF beside its lists.
fn told(objects: &[PrintObject]) -> Vec<String> {
    unpack("a.pdf", &made(objects)).into_iter().filter_map(|part| part.hidden).collect()
}

fn file(number: usize, name: &str) -> [PrintObject; 2] {
    let spec = value(number, format!("<</Type/Filespec/F({name})/EF<</F {} 0 R>>>>", number + 1));
    [spec, packed(number + 1, "/Type/EmbeddedFile", OTHER.as_bytes())]
}

/// Files that a PDF shows beside its list: they are not read, and told.
#[test]
fn other_files_of_a_print_are_told() {
    let mine = [spec(10, 11), packed(11, YAML, LIST.as_bytes())];
    let names = "/Names<</EmbeddedFiles<</Names[(a)10 0 R]>>>>";
    let pages = value(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>");
    let page = |words: &str| value(3, format!("<</Type/Page/Parent 2 0 R{words}>>"));
    let carries = "Muster did not read what the PDF carries as well: “b.txt”";
    let on_pages = "Muster did not read what the PDF has on its pages as well: “b.txt”";
    let other = file(20, "b.txt");
    for (words, of_page, sentence) in [
        ("/Names<</EmbeddedFiles<</Names[(a)10 0 R(b)20 0 R]>>>>", "", carries),
        ("/AF[10 0 R 20 0 R]", "", carries),
        (names, "/Annots[<</Type/Annot/Subtype/FileAttachment/FS 20 0 R>>]", on_pages),
        (names, "/Annots 5 0 R", on_pages),
        (names, "/AF[20 0 R]", on_pages),
        (names, "/Annots[<</Subtype/Text/AF[20 0 R]>>]", on_pages),
    ] {
        let annotations = value(5, "[6 0 R]");
        let annotation = value(6, "<</Subtype/FileAttachment/FS 20 0 R>>");
        let all = [&[catalogue(words), pages.clone(), page(of_page), annotations, annotation], &mine[..], &other[..]]
            .concat();
        assert_eq!(read(made(&all)), lists(&[LIST]), "{words} {of_page}");
        assert_eq!(told(&all), [sentence], "{words} {of_page}");
    }
    // The list itself may stand on a page, too. A description without bytes is of a file elsewhere.
    let own = page("/AF[10 0 R]/Annots[<</Subtype/FileAttachment/FS 10 0 R>><</Subtype/Link>>]");
    assert_eq!(told(&[&[catalogue(names), pages.clone(), own], &mine[..]].concat()), Vec::<String>::new());
    let elsewhere = value(20, "<</Type/Filespec/UF(\\376\\377\\000b.txt)>>");
    assert_eq!(told(&[&[catalogue("/AF[10 0 R 20 0 R]"), elsewhere], &mine[..]].concat()), [carries]);
    // Many files, and pages in a circle.
    let many: Vec<PrintObject> = (0..9).flat_map(|at| file(20 + 2 * at, &format!("{at}.txt"))).collect();
    let all: Vec<String> = (0..9).map(|at| format!("{} 0 R", 20 + 2 * at)).collect();
    let all = [&[catalogue(&format!("/AF[10 0 R {}]", all.join(" ")))], &mine[..], &many[..]].concat();
    assert_eq!(told(&all), ["Muster did not read what the PDF carries as well: “0.txt”, “1.txt”, “2.txt” and 6 more"]);
    let circle = value(2, "<</Type/Pages/Kids[2 0 R]/Count 1>>");
    let all = [&[catalogue(names), circle], &mine[..]].concat();
    assert_eq!(read(made(&all)), lists(&[LIST]));
    assert_eq!(told(&all), ["its pages could not be searched for more files"]);
}

/// A portfolio shows its files, not its page.
#[test]
fn a_portfolio_gives_all_its_lists() {
    let [mine, other] = [LIST, OTHER].map(str::as_bytes);
    let names = "/Collection<</Type/Collection/View/D>>/Names<</EmbeddedFiles<</Names[(a)10 0 R(b)20 0 R(c)30 0 R]>>>>";
    let all = [
        &[catalogue(names), spec(10, 11), packed(11, YAML, mine), spec(20, 21), packed(21, YAML, other)],
        &file(30, "c.txt")[..],
    ];
    assert_eq!(read(made(&all.concat())), lists(&[LIST, OTHER]));
    let carries = "Muster did not read what the PDF carries as well: “c.txt”";
    assert_eq!(told(&all.concat()), [carries, carries]);
}

/// What a later version of a PDF replaced is gone, as in every program that shows it.
#[test]
fn the_last_version_counts() {
    let first = pdf(&[LIST.as_bytes()]);
    let bytes = packed(11, YAML, OTHER.as_bytes());
    assert_eq!(read(changed(first.clone(), std::slice::from_ref(&bytes))), lists(&[OTHER]));
    let other = [spec(30, 31), packed(31, YAML, OTHER.as_bytes()), catalogue("/AF[30 0 R]")];
    let second = changed(first.clone(), &other);
    assert_eq!(read(&second), lists(&[OTHER]));
    assert_eq!(read(changed(second, &[spec(30, 11)])), lists(&[LIST]));
    assert_eq!(read(changed(first, &[catalogue("")])), FOREIGN);
}

#[test]
fn what_programs_read_in_two_ways_is_refused() {
    let file = [spec(10, 11), packed(11, YAML, LIST.as_bytes()), spec(20, 21), packed(21, YAML, OTHER.as_bytes())];
    let with = |catalogue: &str| read(made(&[&[value(1, catalogue)], &file[..]].concat()));
    assert_eq!(with("<</Type/Catalog/AF[10 0 R]/AF[20 0 R]>>"), DAMAGED);
    assert_eq!(with("<</Type/Catalog/AF[10 0 R]/A#46[20 0 R]>>"), DAMAGED);
    let (_, mut long) = stream(11, YAML, LIST.as_bytes());
    let at = long.windows(8).position(|word| word == b"/Length ").map_or(0, |at| at + 8);
    long[at..at + 2].copy_from_slice(b"40");
    assert_eq!(read(made(&[catalogue("/AF[10 0 R]"), spec(10, 11), (11, long)])), DAMAGED);
    // Two places for one object in one table.
    let twice = made(&[&[catalogue("/AF[10 0 R]")], &file[..2], &[packed(11, YAML, OTHER.as_bytes())]].concat());
    assert_eq!(read(twice), DAMAGED);
    // Two descriptions of the bytes of one file, for different programs: both are read.
    let both = value(10, "<</F(a.yaml)/EF<</F 11 0 R/UF 21 0 R>>>>");
    let all = [&[catalogue("/AF[10 0 R]"), both], &file[1..]].concat();
    let told = read(made(&all));
    assert!(told.contains("Patrol") && told.contains("Other"), "{told}");
}

#[test]
fn other_prints_say_what_they_are() {
    let locked = with(b"%PDF-1.7\n".to_vec(), &[catalogue("")], "/Encrypt 9 0 R");
    assert_eq!(read(locked), "a.pdf: nothing: \"an encrypted PDF\"");
    // The word alone makes no encrypted one.
    let spoken = [catalogue("/AF[10 0 R]/Note(/Encrypt)"), spec(10, 11), packed(11, YAML, LIST.as_bytes())];
    assert_eq!(read(made(&spoken)), lists(&[LIST]));
    let cut = [
        catalogue("/AF[10 0 R]"),
        spec(10, 11),
        stream(11, &format!("/Filter/FlateDecode{YAML}"), &compress_to_vec_zlib(LIST.as_bytes(), 6)[..40]),
    ];
    assert_eq!(read(made(&cut)), DAMAGED);
    let strange = [
        catalogue("/AF[10 0 R]"),
        spec(10, 11),
        stream(11, &format!("/Filter[/ASCIIHexDecode/FlateDecode]{YAML}"), b"00"),
    ];
    assert_eq!(read(made(&strange)), "a.pdf: nothing: \"a PDF that is packed in a way that Muster cannot read\"");
    let large = "a.pdf: nothing: \"a print with lists of more than 8 MB\"";
    assert_eq!(read(pdf(&[&numbered(9 << 20)])), large);
    assert_eq!(read(pdf(&[&numbered(7 << 20), &numbered(2 << 20)])), large);
    assert_eq!(read(pdf(&[&vec![b' '; 1 << 20]])), BOMB);
    assert_eq!(read(b"%PDF-1.7"), DAMAGED);
    assert_eq!(read(["%PDF-1.7", &"/EmbeddedFile".repeat(100_000)].concat()), DAMAGED);
}

/// So many bytes of numbered lines, which pack to a fortieth or so.
fn numbered(bytes: usize) -> Vec<u8> {
    let lines = (0..bytes / 500).map(|number| format!("{number:08}{}\n", " ".repeat(491)));
    lines.flat_map(String::into_bytes).collect()
}

/// Whatever is in a PDF, reading it ends.
#[test]
fn a_hostile_print_has_an_end() {
    let named = |names: &str, more: &[PrintObject]| {
        let names = format!("/Names<</EmbeddedFiles {names}>>");
        read(made(&[&[catalogue(&names)], more].concat()))
    };
    // Circles of names, of references, of lengths, of versions, and of streams with objects.
    assert_eq!(named("5 0 R", &[value(5, "<</Kids[5 0 R]>>")]), DAMAGED);
    assert_eq!(named("5 0 R", &[value(5, "<</Kids[5 0 R 5 0 R 5 0 R]>>")]), DAMAGED);
    assert_eq!(named("5 0 R", &[value(5, "<</Kids[6 0 R]>>"), value(6, "<</Kids[5 0 R]>>")]), DAMAGED);
    assert_eq!(named("5 0 R", &[value(5, "6 0 R"), value(6, "5 0 R")]), DAMAGED);
    let circle = value(11, format!("<</Length 11 0 R{YAML}>>\nstream\nx\nendstream"));
    assert_eq!(read(made(&[catalogue("/AF[10 0 R]"), spec(10, 11), circle])), DAMAGED);
    let at = made(&[catalogue("")]);
    let place =
        String::from_utf8_lossy(&at).rsplit_once("startxref\n").unwrap().1.split('\n').next().unwrap().to_owned();
    assert_eq!(read(with(b"%PDF-1.7\n".to_vec(), &[catalogue("")], &format!("/Prev {place}"))), DAMAGED);
    // Counts that are too large.
    for table in ["xref\n0 99999999999\n", "xref\n0 18446744073709551615\n", "xref\n4294967295 4294967295\n"] {
        assert_eq!(read(format!("%PDF-1.7\n{table}trailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF")), DAMAGED, "{table}");
    }
    for words in [
        "/Size 999999999999/W[1 2 1]",
        "/Index[0 999999999999]/W[8 8 8]/Size 1",
        "/Size 9/W[9 9 9]",
        "/Size 999999999999/W[0 0 0]",
    ] {
        let table = [b"%PDF-1.7\n13 0 obj\n".to_vec(), packed(13, &format!("{words}/Root 1 0 R"), b"").1].concat();
        let told = read([&*table, b"\nendobj\nstartxref\n9\n%%EOF"].concat());
        assert!(told == DAMAGED || told == FOREIGN, "{words}: {told}");
    }
    // Values that lie deep in each other, and many of them.
    for (open, close) in [("[", "]"), ("<</A", ">>"), ("(", ")")] {
        let deep = format!("/Deep {}{}", open.repeat(200_000), close.repeat(200_000));
        let told = read(made(&[catalogue(&deep)]));
        assert!(told == DAMAGED || told == FOREIGN, "{open}: {told}");
    }
    assert_eq!(read(made(&[catalogue(&format!("/Many[{}]", "0 ".repeat(2_000_000)))])), HUGE);
    // A stream that unpacks to very much, as a file, as the table of places, and as the holder of objects; many times.
    let zeros = compress_to_vec_zlib(&vec![0; 33 << 20], 1);
    let bomb = |number: usize, words: &str| stream(number, &format!("/Filter/FlateDecode{words}"), &zeros);
    let told = read(made(&[catalogue("/AF[10 0 R]"), spec(10, 11), bomb(11, YAML)]));
    assert!(told.contains("more than 8 MB"), "{told:.200}");
    let table = bomb(13, "/Size 9/W[1 2 1]/Root 1 0 R").1;
    assert_eq!(read([b"%PDF-1.7\n13 0 obj\n", &*table, b"\nendobj\nstartxref\n9\n%%EOF"].concat()), BOMB);
    let (_, blanks) = packed(0, YAML, &numbered(1 << 20));
    let many: Vec<PrintObject> = (100..3_000).map(|number| (number, blanks.clone())).collect();
    let specs: Vec<PrintObject> = (100..3_000).map(|number| spec(number + 3_000, number)).collect();
    let all: Vec<String> = specs.iter().map(|(number, _)| format!("{number} 0 R")).collect();
    let all = all.join(" ");
    let told = read(made(&[&[catalogue(&format!("/AF[{all}]"))], &many[..], &specs[..]].concat()));
    assert!(told.contains("more than 8 MB"), "{told:.200}");
    // Names that lead to the same large object again and again.
    let blanks = value(10, format!("<<{}/F(a)/EF 12 0 R>>", " ".repeat(1 << 20)));
    let again = format!("/AF[{}]", "10 0 R ".repeat(9_000));
    assert_eq!(read(made(&[catalogue(&again), blanks])), HUGE);
}

/// Prints cut off anywhere, and with any byte changed, are told and never a panic.
#[test]
fn broken_prints_are_told() {
    for whole in [pdf(&[LIST.as_bytes()]), packed_pdf(LIST.as_bytes())] {
        for length in 0..whole.len() {
            assert!(!read(&whole[..length]).is_empty());
        }
        for at in 0..whole.len() {
            for flip in [1, 0x20, 0x80, 0xff] {
                let mut broken = whole.clone();
                broken[at] ^= flip;
                assert!(!read(broken).is_empty());
            }
        }
    }
}
