//! What files are that a person brings.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use std::io::{Cursor, Write};

use data_encoding::BASE64;
use muster_app::{App, BroughtKind, GivenFile, RecogniseArgs, recognise};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const LIST: &str = "muster: 1\nruleset: dw-2.5\nmfv: 500\nsquadrons: []\n";
const CATALOGUE: &str = "# Ours.\nkind: catalogue\nsource: us\nunits: []\n";

fn file(name: &str, text: &str) -> GivenFile {
    GivenFile { name: name.to_owned(), text: text.to_owned(), packed: false }
}

fn packed(name: &str, bytes: &[u8]) -> GivenFile {
    GivenFile { name: name.to_owned(), text: BASE64.encode(bytes), packed: true }
}

fn archive(name: &str, members: &[(&str, &str)]) -> GivenFile {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (member, text) in members {
        writer.start_file(*member, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    packed(name, &writer.finish().unwrap().into_inner())
}

fn expect(wanted: BroughtKind, files: Vec<GivenFile>) {
    for file in files {
        let answer = recognise(&App::default(), &RecogniseArgs { files: vec![file.clone()] }).unwrap();
        assert_eq!(answer.files, [wanted], "{}: {}", file.name, file.text);
    }
}

#[test]
fn documents_of_muster_are_known_by_their_contents() {
    let sheet = "muster: 1\nkind: campaign\nruleset: dw-2.5\n";
    let collection = r#"{"muster": 1, "kind": "collection", "ruleset": "dw-2.5", "models": {}}"#;
    expect(
        BroughtKind::Documents,
        vec![
            file("a.yaml", LIST),
            file("a.txt", LIST),
            file("a.muster", &format!("\u{feff}{LIST}")),
            file("two.yml", &format!("{LIST}---\n{sheet}")),
            file("war.yaml", sheet),
            file("mine.json", collection),
            // `read` says what is wrong with these.
            file("faulty.yaml", "muster: 1\nsquadrons: ["),
            file("mixed.yaml", &format!("{LIST}---\n{CATALOGUE}")),
            file("other.json", "{\"a\": 1}"),
            file("empty.yaml", " \n"),
        ],
    );
}

#[test]
fn units_are_catalogues_spreadsheets_and_community_data() {
    expect(
        BroughtKind::Units,
        vec![
            file("ours.yaml", CATALOGUE),
            file("ours.json", r#"{"kind": "catalogue", "source": "us", "units": []}"#),
            file("several.yaml", &format!("{CATALOGUE}---\n{CATALOGUE}")),
            file("units.csv", "name,nation,size,points\nKraken,Kingdom of Britannia,Medium,70\n"),
            file("Crown.cat", "<catalogue id=\"1\"/>"),
            archive("Crown.catz", &[("Crown.cat", "<catalogue id=\"1\"/>")]),
        ],
    );
}

#[test]
fn events_are_overlays() {
    expect(
        BroughtKind::Event,
        vec![file("cup.yaml", "id: cup\nkind: overlay\n"), file("cup.txt", "muster: 1\nkind: overlay\nid: cup\n")],
    );
}

#[test]
fn archives_have_list_files_in_them() {
    expect(
        BroughtKind::Archive,
        vec![
            archive("lists.zip", &[("a.yaml", LIST), ("sheets/war.yaml", "kind: campaign\n")]),
            archive("a.dat", &[("a.json", "{\"muster\": 1}")]),
            archive("settings.zip", &[(".muster-settings.json", "{\"own\": []}")]),
        ],
    );
}

#[test]
fn everything_else_is_foreign() {
    expect(
        BroughtKind::Foreign,
        vec![
            file("roster.json", r#"{"roster": {"forces": []}}"#),
            file("a.ros", "<roster/>"),
            archive("a.rosz", &[("a.ros", "<roster/>")]),
            file("a.txt", "3x Tribal Class Cruiser\n1x Ruler Class Battleship\n"),
            file("list.csv", "unit,models\nTribal Class Cruiser,3\n"),
            file("a.eml", &format!("From: a@example.org\nSubject: list\nMIME-Version: 1.0\n\n{LIST}")),
            file("talk.txt", &format!("Here is my list:\n\n{LIST}\nSee you there!\n")),
            archive("rosters.zip", &[("a.ros", "<roster/>")]),
            packed("photo.png", b"\x89PNG\r\n\x1a\n\xff"),
            packed("latin.yaml", b"muster: 1\nname: Caf\xe9\nruleset: dw-2.5\nsquadrons: []\n"),
        ],
    );
}

#[test]
fn a_file_that_only_says_that_it_is_packed_is_refused() {
    let wrong = GivenFile { packed: true, ..file("a.zip", "*") };
    assert_eq!(recognise(&App::default(), &RecogniseArgs { files: vec![wrong] }).unwrap_err().code, "faulty-data");
}
