//! The formats of `check` for organisers.

use std::fs;

use crate::{LEGAL, folder, muster_with};

fn files() -> [(&'static str, String); 5] {
    let illegal = LEGAL.replace("models: 3", "models: 4");
    [
        ("in/anna.yaml", LEGAL.replace("mfv", "player: Anna\nemail: anna@example.org\nmfv")),
        ("in/bob.yaml", illegal.replace("mfv", "player: Bob\nmfv")),
        ("in/cleo.eml", format!("From: Cleo <cleo@example.org>\nContent-Type: text/plain\n\n{illegal}")),
        ("in/emil.eml", "From: Emil <emil@example.org>\nContent-Type: text/plain\n\nIt comes tomorrow.\n".to_owned()),
        ("in/photo.png", "\u{89}PNG".to_owned()),
    ]
}

#[test]
fn a_page_of_all_lists() {
    let files = files();
    let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let ran = muster_with(folder.path(), "", &["check", "in", "--format", "html", "-o", "page.html"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{ran}");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("3 lists: 1 legal, 2 illegal"), "{page}");
    assert!(page.contains("in/photo.png"), "{page}");
}
