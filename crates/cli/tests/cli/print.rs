//! `muster print`.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::{LEGAL, folder, muster_with};

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

#[test]
fn a_list_becomes_a_file_that_is_not_written_over() {
    let folder = folder(&[("pond.yaml", LEGAL)]);
    let print = |args: &[&str]| {
        let ran = muster_with(folder.path(), "", &[&["print", "pond.yaml", "-o", "pond.pdf"], args].concat());
        (ran, fs::read(folder.path().join("pond.pdf")).unwrap())
    };
    let (ran, open) = print(&[]);
    assert_snapshot!(ran, @"---- 0");
    assert!(open.starts_with(b"%PDF-"));
    let (ran, kept) = print(&["--private"]);
    assert_snapshot!(ran, @r"
    ---- 2
    error: pond.pdf is there already
      help: --force writes over it
    ");
    assert!(kept == open);
    assert!(print(&["--force"]).1 == open, "the same list gives the same bytes");
    let all = ["--force", "--private", "--layout", "force-list,stat-cards,decks,reference,roster", "--paper", "letter"];
    let (ran, private) = print(&all);
    assert_eq!((ran.status, private != open), (0, true), "{ran}");
}

#[test]
fn many_lists_become_one_file_or_one_each() {
    let two = format!("{LEGAL}---\n{}", LEGAL.replace("Pond", "Puddle"));
    let folder = folder(&[("pond.yaml", LEGAL), ("two.yaml", &two)]);
    let print = |output: &str| muster_with(folder.path(), "", &["print", ".", "-o", output]);
    assert_snapshot!(print("all.pdf"), @"---- 0");
    assert_snapshot!(print("each/"), @"
    ---- 0
    note: left out ./all.pdf: a print of lists that are printed anyway
    ");
    fs::remove_file(folder.path().join("all.pdf")).unwrap();
    assert_eq!(names(&folder.path().join("each")), ["pond.pdf", "two-1.pdf", "two.pdf"]);
    fs::remove_file(folder.path().join("each/two.pdf")).unwrap();
    assert_snapshot!(print("each"), @r"
    ---- 2
    note: left out ./each/pond.pdf: a print of lists that are printed anyway
    note: left out ./each/two-1.pdf: a print of lists that are printed anyway
    error: each/pond.pdf is there already
      help: --force writes over it
    ");
    assert_eq!(names(&folder.path().join("each")).len(), 2, "nothing is written where something would be lost");
}

#[test]
fn lists_of_one_name_become_files_of_their_own() {
    let folder = folder(&[("a/pond.yaml", LEGAL), ("b/pond.yaml", LEGAL), ("pond.yaml", LEGAL), ("pond.yml", LEGAL)]);
    let print = |args: &[&str]| muster_with(folder.path(), "", &[&["print"], args].concat());
    assert_snapshot!(print(&[".", "-o", "out/"]), @"---- 0");
    assert_eq!(names(&folder.path().join("out")), ["a", "b", "pond-2.pdf", "pond.pdf"], "folders stay folders");
    assert_eq!(names(&folder.path().join("out/a")), ["pond.pdf"]);
    assert_snapshot!(print(&["a/pond.yaml", "b/pond.yaml", "-o", "flat/"]), @"---- 0");
    assert_eq!(names(&folder.path().join("flat")), ["pond-2.pdf", "pond.pdf"]);
}

#[test]
fn a_bad_list_is_told_and_does_not_stop_the_others() {
    let folder = folder(&[("bad.yaml", "muster: 1\nname: [\n"), ("pond.yaml", LEGAL)]);
    let ran = muster_with(folder.path(), "", &["print", "bad.yaml", "pond.yaml", "no.yaml", "-o", "out/"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("bad.yaml:") && ran.err.contains("no.yaml"), "{ran}");
    assert_eq!(names(&folder.path().join("out")), ["pond.pdf"]);
    let ran = muster_with(folder.path(), "", &["print", "bad.yaml", "-o", "bad.pdf"]);
    assert!(ran.status == 2 && ran.err.contains("there are no lists to print"), "{ran}");
    assert_eq!(names(folder.path()), ["bad.yaml", "out", "pond.yaml"]);
}

#[test]
fn dates_are_days_of_the_calendar() {
    let ran = muster_with(folder(&[]).path(), "", &["print", "-", "-o", "x.pdf", "--date", "2026-02-30"]);
    assert!(ran.status == 2 && ran.err.contains("there is no such day"), "{ran}");
}

#[test]
fn a_list_that_nobody_prints_is_told_and_does_not_stop_the_others() {
    let many = format!("{LEGAL}{}", "  - {unit: barge, models: 3}\n".repeat(9_998));
    let folder = folder(&[("many.yaml", &many), ("pond.yaml", LEGAL)]);
    let ran = muster_with(folder.path(), "", &["print", "many.yaml", "pond.yaml", "-o", "out/"]);
    assert_snapshot!(ran, @r"
    ---- 2
    error: many.yaml: Pond has 10000 squadrons, but a print has room for 500
    ");
    assert_eq!(names(&folder.path().join("out")), ["pond.pdf"]);
    let twice = ["print", "pond.yaml", "-o", "twice.pdf", "--layout", "roster,roster"];
    assert_snapshot!(muster_with(folder.path(), "", &twice), @r"
    ---- 2
    error: a layout is named twice, but a print has each layout once
    ");
}

#[test]
fn organisers_print_any_form_by_player_with_an_index() {
    let of = |player: &str, barges: u32| {
        LEGAL
            .replace("mfv", &format!("player: {player}\nmfv"))
            .replace("barge, models: 3", &format!("barge, models: {barges}"))
    };
    let mail = format!("From: Zoë <zoe@example.org>\nContent-Type: text/plain; charset=utf-8\n\n{LEGAL}");
    let (bo, anna) = (of("Bo", 3), of("Anna", 9));
    let folder =
        folder(&[("in/1.yaml", &bo), ("in/2.yaml", &anna), ("in/3.eml", &mail), ("in/photo.png", "\u{89}PNG")]);
    let print = |args: &[&str]| muster_with(folder.path(), "", &[&["print", "in"], args].concat());
    let by_player = ["--sort", "player", "--layout", "index,force-list", "--name", "{number} {player} {verdict}"];
    assert_snapshot!(print(&[&by_player[..], &["-o", "out/"]].concat()), @"
    ---- 0
    note: no list: in/photo.png: a file without text
    note: 3 lists to print; 1 file is no list
    ");
    let prints = ["1 Anna illegal.pdf", "2 Bo legal.pdf", "3 Zoë legal.pdf", "index.pdf"];
    assert_eq!(names(&folder.path().join("out")), prints);
    let nothing_new = print(&[&by_player[..], &["-o", "out/"]].concat());
    assert!(nothing_new.status == 2 && nothing_new.err.contains("is there already"), "{nothing_new}");
    assert_eq!(print(&["--sort", "verdict", "--name", "{number}", "-o", "worst/"]).status, 0);
    assert_eq!(names(&folder.path().join("worst")), ["1.pdf", "2.pdf", "3.pdf"]);
    assert_eq!(print(&["--layout", "index,roster", "-o", "index.pdf"]).status, 0);
    assert_snapshot!(print(&["--name", "{plyer}", "-o", "x/"]), @"
    ---- 2
    error: invalid value '{plyer}' for '--name <PATTERN>': there is no word `plyer`; the words are file, player, club, name, nation, mfv, points, verdict, number

    For more information, try '--help'.
    ");
}
