//! The page of all lists.
#![allow(clippy::unwrap_used)] // A test that fails may panic.

use muster_library::shelf::Shelf;
use muster_submissions::{HandIn, Intake, NewestGames, judge_bytes};

const LEGAL: &str = include_str!("../../../../tests/benches/fleet.yaml");

fn no_list(file: &str, why: &str) -> HandIn {
    HandIn::NoList { file: file.to_owned(), packed_in: None, sender: None, why: why.to_owned() }
}

fn handed_in(files: &[(&str, &str)]) -> Vec<HandIn> {
    let shelf = Shelf::built_in();
    let games = NewestGames::new(&shelf);
    let intake = Intake::new(&games);
    files.iter().flat_map(|(name, text)| judge_bytes(&intake, name, text.as_bytes())).collect()
}

/// The places of these texts on the page, which must have them.
fn places(page: &str, texts: &[&str]) -> Vec<usize> {
    texts.iter().map(|text| page.find(text).unwrap_or_else(|| panic!("no {text}"))).collect()
}

#[test]
fn the_worst_list_stands_first_and_what_is_no_list_last() {
    let illegal = LEGAL.replace("mfv: 2500", "mfv: 500").replace("Home Fleet", "Big Fleet");
    let unknown = LEGAL.replace("magnate-class-battleship", "no-such-ship").replace("Home Fleet", "Odd Fleet");
    let mut all = vec![no_list("photo.png", "a picture")];
    all.extend(handed_in(&[
        ("legal.yaml", LEGAL),
        ("unknown.yaml", &unknown),
        ("illegal.yaml", &illegal),
        ("broken.yaml", "muster: 1\nmfv: many\n"),
        ("again.yaml", LEGAL),
    ]));
    let page = page(&all);
    assert!(page.contains("<title>5 lists: 2 legal, 1 illegal, 1 cannot tell, 1 unreadable</title>"));
    let rows =
        places(&page, &["broken.yaml”</a>", "“Big Fleet”</a>", "“Odd Fleet”</a>", "“Home Fleet”</a>", "photo.png"]);
    assert!(rows.is_sorted(), "{rows:?}");
    let found =
        places(&page, &["broken.yaml”</h3>", "Big Fleet” by “", "Odd Fleet” by", "Home Fleet” by", "photo.png"]);
    assert!(found.is_sorted(), "{found:?}");
    assert!(page.contains("<cite>Dystopian Wars rulebook 2.51, page"), "rules are cited");
    assert!(page.contains("cannot be decided until this is known"), "what waits is told in one line");
    assert!(page.contains("<a href=\"#list-1\">legal.yaml</a>"), "the same list is linked");
    assert_eq!(page, self::page(&all), "the same input gives the same page");
}

fn page(handed_in: &[HandIn]) -> String {
    muster_submissions::page(handed_in, &Shelf::built_in(), &[]).unwrap()
}

#[test]
fn lists_write_no_markup() {
    let name = "</title><script>alert(1)</script>&\\\"'\\u202e\\0";
    let list = LEGAL
        .replace("name: Home Fleet", &format!("name: \"{name}\""))
        .replace("player: A. Player", "player: \"<img src=x onerror=alert(2)>\"\nclub: \"<b>\"\nemail: \"<i>@x\"");
    let mut all = handed_in(&[("<u>.yaml", &list)]);
    all.push(no_list("<s>.png", "<em>why</em>"));
    let page = page(&all);
    for markup in ["<script>alert", "<img", "<b></", "<i>", "<u>", "<s>", "<em>", "\u{202e}", "\0"] {
        assert!(!page.contains(markup), "{markup}");
    }
    assert!(page.contains("&#60;script&#62;alert(1)&#60;/script&#62;"), "{page}");
}

#[test]
fn the_page_needs_nothing_else() {
    let page = page(&handed_in(&[("legal.yaml", LEGAL)]));
    for word in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn without_lists_there_is_a_page_too() {
    let page = page(&[no_list("photo.png", "a picture")]);
    assert!(page.contains("<h1>0 lists</h1>") && !page.contains("<table"), "{page}");
}
