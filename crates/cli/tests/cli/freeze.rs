//! `muster freeze`, and what is made of its archives.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use muster_exchange::frozen::{ArchiveFiles, Roles, freeze, open};
use serde_json::{Value, json};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::{LEGAL, RunResult, folder, handed_in, muster_with, plainly};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// What must be the same in both reports of a list.
fn judged(ran: &RunResult) -> Vec<Value> {
    let value: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran}"));
    let of = |report: &Value| {
        let digest = &report["ruleset"]["digest"];
        json!([report["name"], report["verdict"], report["points"], report["findings"], report["fingerprint"], digest])
    };
    value["reports"].as_array().unwrap().iter().map(of).collect()
}

/// Freezes these paths and compares the reports. Returns those of the archive.
fn there_and_back(folder: &Path, options: &[&str], paths: &[&str]) -> Vec<Value> {
    let archive = folder.join("event.muster");
    let archive = archive.to_str().unwrap();
    let root = root();
    let frozen = plainly(&root, &[options, &["freeze", "--force", "-o", archive], paths].concat());
    assert_eq!(frozen.status, 0, "{frozen}");
    let before = plainly(&root, &[options, &["check", "--format", "json"], paths].concat());
    let after = plainly(folder, &["check", "event.muster", "--format", "json"]);
    let (one, other) = (judged(&before), judged(&after));
    assert_eq!(one.len(), other.len(), "{after}");
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one, other);
    }
    assert_eq!(before.status, after.status, "{after}");
    let digest = frozen.out.trim_end().rsplit(' ').next().unwrap();
    assert_eq!(digest.len(), 39, "{frozen}");
    assert!(after.err.contains(&format!("event.muster fits its own checksums; digest {digest}")), "{after}");
    assert!(after.err.contains("verdicts, points and findings are those that were frozen"), "{after}");
    other
}

const GAMES: [&str; 6] = ["dw-1.1", "dw-2.5", "dw-3", "dw-4", "fleet-action", "legions-2.0"];

/// Lists of all games in one archive, under an overlay and with units of a club.
#[test]
fn lists_of_all_games_are_judged_in_an_archive_as_outside() {
    let folder = folder(&[
        (
            "house.yaml",
            "muster: 1\nkind: overlay\nid: house\nname: House rules\nextends: [dw-2.5, dw-1.1, fleet-action]\n\
                        consents: [from-list]\nban: {nations: [prussian-empire]}\n",
        ),
        (
            "club.csv",
            "name,nation,size,type,points,min,max\nOur Old Monitor,Kingdom of Britannia,Medium,Naval,70,1,3\n",
        ),
    ]);
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (house, club) = (at("house.yaml"), at("club.csv"));
    let lists: Vec<String> = GAMES.iter().map(|game| format!("examples/{game}")).collect();
    let lists: Vec<&str> = lists.iter().map(String::as_str).collect();
    let plain = there_and_back(folder.path(), &[], &lists);
    assert!(plain.len() > 40 && plain.iter().any(|report| report[1] == "legal"), "{plain:?}");
    let under = there_and_back(folder.path(), &["--event", &house], &lists);
    let banned = under.iter().filter(|report| report[3].to_string().contains("event-ban")).count();
    assert!(banned > 0 && under.iter().zip(&plain).any(|(one, other)| one[4] != other[4]), "{under:?}");
    let all = there_and_back(folder.path(), &["--event", &house, "--units", &club], &["examples/dw-2.5"]);
    assert!(all.iter().zip(&under).any(|(one, other)| one[5] != other[5]), "units change digests: {all:?}");
    let club = ["--units", "examples/fleet-action/units.csv"];
    let fleet = there_and_back(folder.path(), &club, &["examples/fleet-action"]);
    assert!(fleet.iter().any(|report| report[1] == "legal"), "the units are known in the archive: {fleet:?}");
    there_and_back(folder.path(), &[], &["examples/submissions"]);
}

/// An archive of a list by one of the tests' rulesets.
fn pond() -> (TempDir, Vec<u8>) {
    let folder = folder(&[("pond.yaml", LEGAL)]);
    let frozen = muster_with(folder.path(), "", &["freeze", "pond.yaml", "-o", "event.muster"]);
    assert!(frozen.status == 0 && frozen.out.starts_with("frozen: 1 list, 1 ruleset; digest "), "{frozen}");
    let bytes = fs::read(folder.path().join("event.muster")).unwrap();
    (folder, bytes)
}

#[test]
fn the_same_lists_give_the_same_bytes_and_no_file_is_lost() {
    let (here, bytes) = pond();
    let (other, same) = pond();
    assert!(bytes == same, "the folder and the time do not matter");
    let again = muster_with(here.path(), "", &["freeze", "pond.yaml", "-o", "event.muster"]);
    assert!(again.status == 2 && again.err.contains("event.muster is there already"), "{again}");
    assert!(fs::read(here.path().join("event.muster")).unwrap() == bytes);
    fs::write(other.path().join("pond.yaml"), LEGAL.replace("models: 3", "models: 2")).unwrap();
    let forced = muster_with(other.path(), "", &["freeze", "pond.yaml", "-o", "event.muster", "--force"]);
    assert!(forced.status == 0 && fs::read(other.path().join("event.muster")).unwrap() != bytes, "{forced}");
    fs::create_dir(here.path().join("empty")).unwrap();
    for (args, why) in [
        (&["freeze", "gone.yaml", "-o", "new.muster"][..], "gone.yaml"),
        (&["freeze", ".", "-o", "gone/new.muster"], "cannot write"),
        (&["freeze", "empty", "-o", "new.muster"], "empty: the folder holds no lists"),
        (&["freeze", "-", "-o", "new.muster"], "standard input has no name"),
        (&["freeze", "pond.yaml"], "--output <FILE>"),
    ] {
        let ran = muster_with(here.path(), "", args);
        assert!(ran.status == 2 && ran.err.contains(why), "{ran}");
        assert!(!here.path().join("new.muster").exists());
    }
}

/// Lists of other forms, an illegal one, one that is no list, and one inside of a mail.
#[test]
fn lists_of_every_form_are_kept_with_their_names() {
    let files = handed_in();
    let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let frozen = muster_with(folder.path(), "", &["freeze", "in", "-o", "event.muster"]);
    assert!(frozen.status == 0 && frozen.err.contains("no list: in/photo.png"), "{frozen}");
    let ran = plainly(folder.path(), &["check", "event.muster", "--format", "jsonl", "-o", "reports.jsonl"]);
    assert_eq!(ran.status, 1, "{ran}");
    let reports = fs::read_to_string(folder.path().join("reports.jsonl")).unwrap();
    let names = ["lists/anna.yaml", "lists/bob.yaml", "lists/cleo.eml"];
    assert_eq!(reports.lines().count(), names.len(), "{reports}");
    for (report, name) in reports.lines().zip(names) {
        assert!(report.contains(&format!("{{\"file\":\"{name}")), "{report}");
    }
    let whole = fs::read(folder.path().join("event.muster")).unwrap();
    // A list that cannot be read is kept as it is, whatever the reason.
    fs::write(folder.path().join("broken.yaml"), "muster: 1\nruleset: {id: tiny, version: ^7}\n").unwrap();
    let broken = muster_with(folder.path(), "", &["freeze", "broken.yaml", "in", "-o", "broken.muster"]);
    assert!(broken.status == 0 && broken.out.starts_with("frozen: 4 lists, 1 ruleset"), "{broken}");
    let broken = plainly(folder.path(), &["check", "broken.muster"]);
    assert!(broken.status == 2 && broken.err.contains("are those that were frozen"), "{broken}");
    assert!(!whole.windows(4).any(|bytes| bytes == b"in/a"), "no path of this machine is kept");
    // Other commands do not take it for a bundle of lists.
    let shown = plainly(folder.path(), &["show", "event.muster"]);
    assert!(shown.status == 2 && shown.err.contains("a frozen archive"), "{shown}");
    let beside = plainly(folder.path(), &["check", "event.muster", "in"]);
    assert!(beside.status == 2 && beside.err.contains("judged alone"), "{beside}");
    let units = plainly(folder.path(), &["check", "event.muster", "--as-of", "2026-01-01"]);
    assert!(units.status == 2 && units.err.contains("by its own rules alone"), "{units}");
}

/// The archive's rulesets serve other lists: one that the program does not have, and a version that it has.
#[test]
fn its_rulesets_serve_other_lists() {
    let (folder, _) = pond();
    let here = folder.path();
    fs::write(here.join("pin.yaml"), LEGAL.replace("ruleset: tiny", "ruleset: {id: tiny, version: \"=1.2.0\"}"))
        .unwrap();
    let without = plainly(here, &["check", "pin.yaml"]);
    assert!(without.status == 2 && without.out.contains("unknown-ruleset"), "{without}");
    let checked = plainly(here, &["check", "pin.yaml", "--rulesets", "event.muster", "--format", "json"]);
    let report: Value = serde_json::from_str(&checked.out).unwrap();
    assert_eq!((checked.status, &report["reports"][0]["verdict"]), (0, &json!("legal")), "{checked}");
    let code = report["reports"][0]["fingerprint"].as_str().unwrap();
    let verified = plainly(here, &["verify", code, "pond.yaml", "--rulesets", "event.muster"]);
    assert!(verified.status == 0 && verified.out.contains("this is the list of the code"), "{verified}");
    let listed = plainly(here, &["rulesets", "--rulesets", "event.muster"]);
    assert!(listed.out.contains("event.muster") && listed.out.contains("in the program"), "{listed}");
    let none = plainly(here, &["rulesets", "--rulesets", "pond.yaml"]);
    assert!(none.status == 2 && none.err.contains("pond.yaml is not a folder and no frozen archive"), "{none}");
}

/// A list may point at a sheet, and may name an overlay beside it.
#[test]
fn what_lies_beside_a_list_is_kept_too() {
    let overlay = "muster: 1\nkind: overlay\nid: wessex\nname: Wessex\nextends: tiny\nprices: {barge: 90}\n";
    let folder = folder(&[
        ("club/lists/pond.yaml", &LEGAL.replace("mfv", "overlays: [wessex]\nmfv")),
        ("club/lists/wessex.yaml", overlay),
    ]);
    let before = muster_with(folder.path(), "", &["check", "club/lists/pond.yaml", "--format", "json"]);
    let frozen = muster_with(folder.path(), "", &["freeze", "club/lists/pond.yaml", "-o", "event.muster"]);
    assert_eq!(frozen.status, 0, "{frozen}");
    let after = plainly(folder.path(), &["check", "event.muster", "--format", "json"]);
    assert_eq!(judged(&before), judged(&after));
    assert!(before.out.contains("\"events\":[\"wessex\"]"), "{before}");

    let group = there_and_back(folder.path(), &[], &["examples/dw-2.5/flashpoint-group-9.yaml"]);
    assert!(group.len() == 1 && !group[0].to_string().contains("unknown-sheet"), "{group:?}");
}

/// The files of an archive in its order.
fn unzipped(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let read = |place: usize| {
        let mut file = archive.by_index(place).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (file.name().unwrap().into_owned(), bytes)
    };
    (0..4).map(read).collect()
}

fn zipped(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn what_was_changed_is_named_and_nothing_is_judged() {
    let (folder, bytes) = pond();
    let files = unzipped(&bytes);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let ruleset = names[3].to_owned();
    assert_eq!(names[..3], ["manifest.json", "lists/pond.yaml", "reports.json"]);
    assert!(ruleset.starts_with("rulesets/tiny/"));
    let check = |bytes: &[u8]| {
        fs::write(folder.path().join("event.muster"), bytes).unwrap();
        plainly(folder.path(), &["check", "event.muster"])
    };
    let refused = |bytes: &[u8], why: &str| {
        let ran = check(bytes);
        assert!(ran.status == 2 && ran.out.is_empty() && ran.err.contains(why), "{why}: {ran}");
        let ran = plainly(folder.path(), &["rulesets", "--rulesets", "event.muster"]);
        assert!(ran.status == 2 && ran.out.is_empty() && ran.err.contains(why), "{why}: {ran}");
    };
    // Packed by another program, it stays what it is.
    let repacked = check(&zipped(&files));
    assert!(repacked.status == 0 && repacked.err.contains("is packed in another way"), "{repacked}");

    for place in 1..4 {
        let mut changed = files.clone();
        changed[place].1.push(b' ');
        refused(&zipped(&changed), &format!("{} was changed after it was frozen", names[place]));
        let mut gone = files.clone();
        gone.remove(place);
        refused(&zipped(&gone), &format!("{} is missing", names[place]));
    }
    let with = |name: &str, text: &str| {
        let added = [(name.to_owned(), text.as_bytes().to_vec())];
        zipped(&[&files[..], &added].concat())
    };
    refused(&with("lists/more.yaml", LEGAL), "lists/more.yaml was added after it was frozen");
    for name in ["../out.yaml", "/tmp/out.yaml", "lists/../../out.yaml", "C:\\out.yaml", "lists//out.yaml"] {
        refused(&with(name, LEGAL), "is not allowed in a frozen archive");
    }
    refused(&zipped(&files[1..]), "it lacks manifest.json");
    let manifest = |from: &str, to: &str| {
        let mut forged = files.clone();
        forged[0].1 = String::from_utf8(files[0].1.clone()).unwrap().replace(from, to).into_bytes();
        zipped(&forged)
    };
    refused(&manifest("\"format\": 1", "\"format\": 2"), "it was made by a newer Muster, format 2");
    refused(&manifest("lists/pond.yaml", "lists/other.yaml"), "manifest.json was changed after it was frozen");
    refused(&manifest("{", "["), "manifest.json cannot be read");
    refused(b"", "it is no zip archive, or cut short");
    refused(b"no list", "it is no zip archive, or cut short");
    // Lists once had the ending too; the content decides.
    let list = check(LEGAL.as_bytes());
    assert!(list.out.contains("there is no ruleset `tiny`") && !list.err.contains("zip"), "{list}");
    for length in [10, bytes.len() / 2, bytes.len() - 1] {
        refused(&bytes[..length], "it is no zip archive, or cut short");
    }
    // Two files of one name: `aists` becomes `lists` in all places.
    let mut doubled = with("aists/pond.yaml", LEGAL);
    for place in 0..doubled.len() - 5 {
        if &doubled[place..place + 5] == b"aists" {
            doubled[place] = b'l';
        }
    }
    refused(&doubled, "two files of one name");
    let mut bomb = files.clone();
    bomb[1].1 = vec![b' '; 70 << 20];
    refused(&zipped(&bomb), "more than 64 MB when unpacked");
    refused(&with("lists/bomb.yaml", &" ".repeat(70 << 20)), "lists/bomb.yaml was added after it was frozen");

    // Whoever makes a new manifest changes the digest.
    let opened = open(&bytes).unwrap();
    let resealed = |files: ArchiveFiles, roles: &Roles| freeze(&opened.muster, roles, &files).unwrap();
    let mut forged = opened.files.clone();
    forged.insert("lists/pond.yaml".to_owned(), LEGAL.replace("models: 3", "models: 4").into_bytes());
    let (forged, digest) = resealed(forged, &opened.roles);
    let ran = check(&forged);
    assert!(digest != opened.digest && ran.err.contains(&digest) && !ran.err.contains(&opened.digest), "{ran}");
    assert!(ran.status == 2 && ran.err.contains("verdict was \"legal\", is \"illegal\""), "{ran}");
    let absent = Roles { lists: vec!["lists/gone.yaml".to_owned()], ..opened.roles.clone() };
    refused(&resealed(opened.files.clone(), &absent).0, "manifest.json names lists/gone.yaml, which is not there");
    let mut broken = opened.files.clone();
    let text = String::from_utf8(broken[&ruleset].clone()).unwrap();
    broken.insert(ruleset.clone(), text.replace("\"rules\":[", "\"rules\":[7,").into_bytes());
    let ran = check(&resealed(broken.clone(), &opened.roles).0);
    assert!(ran.status == 2 && ran.out.contains("is broken"), "{ran}");
    broken.insert(ruleset, b"{\"format\":2}".to_vec());
    refused(&resealed(broken, &opened.roles).0, "a newer Muster wrote it, in format 2");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing was written");
}

/// Each byte, changed in two ways: the archive is refused, or it holds the same files and says that it is not as it was.
#[test]
fn no_changed_byte_is_overlooked() {
    let (folder, bytes) = pond();
    let whole = open(&bytes).unwrap();
    assert!(!whole.is_repacked);
    let step = bytes.len() / 4000 + 1;
    // The names and sizes of all files stand at the end.
    let places = (0..bytes.len()).filter(|place| place % step == 0 || *place + 1500 > bytes.len() || *place < 1500);
    let mut survived = Vec::new();
    for place in places {
        for flip in [1, 0x80] {
            let mut damaged = bytes.clone();
            damaged[place] ^= flip;
            match open(&damaged) {
                Err(refused) => assert!(!refused.0.is_empty()),
                Ok(opened) => {
                    assert!(
                        opened.is_repacked && opened.files == whole.files && opened.digest == whole.digest,
                        "{place}"
                    );
                    survived.push(damaged);
                }
            }
        }
    }
    for length in (0..bytes.len()).step_by(100) {
        assert!(open(&bytes[..length]).is_err(), "cut short after {length} bytes");
    }
    for damaged in survived.iter().step_by(survived.len() / 5 + 1) {
        fs::write(folder.path().join("event.muster"), damaged).unwrap();
        let ran = plainly(folder.path(), &["check", "event.muster"]);
        assert!(ran.status == 0 && ran.err.contains("is packed in another way"), "{ran}");
    }
}
