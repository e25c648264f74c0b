//! The code on force lists, as a scanner reads it.

use muster_library::share;
use muster_print::{Fleet, Layout, PrintSubject, ShareForms, pdf};

use crate::document::{codes, holds, pages};
use crate::{JudgedCase, example, largest, options};

/// The force list of a list, with a code for this word.
fn with_code(judged: &JudgedCase, word: &str) -> Vec<u8> {
    let PrintSubject::List(fleet) = judged.subject(true) else { unreachable!() };
    let subject = PrintSubject::List(Fleet { share: Some(ShareForms { word, file: "" }), ..fleet });
    pdf(&[subject], &options(&[Layout::ForceList], true)).unwrap()
}

#[test]
fn the_largest_lists_are_read_from_a_scan_of_200_dots_per_inch() {
    for (name, judged) in largest() {
        let word = share::word(&judged.list);
        assert_eq!(codes(&with_code(&judged, &word), "200").trim_end(), word, "{name}");
    }
}

#[test]
fn the_largest_code_is_read_from_a_scan() {
    let longest: String =
        "MUSTER:1:".chars().chain("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".chars().cycle()).take(1_800).collect();
    assert_eq!(codes(&with_code(&example(|_| true), &longest), "200").trim_end(), longest);
}

#[test]
fn what_no_code_holds_is_said() {
    let print = |word: &str| pages(&with_code(&example(|_| true), word)).concat();
    assert!(holds(&print("MUSTER:1:A"), "Scan, then paste into Muster"));
    assert!(holds(&print(&"x".repeat(9_000)), "too large for a code"));
}
