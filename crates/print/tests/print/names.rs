//! Malicious names, and very long names.

use muster_print::{Layout, PrintSubject, gaps, pdf};

use crate::document::{dense, holds};
use crate::{ALL, JudgedCase, example, options, squadrons, squadrons_mut};

/// A list with this text in every field that a player may fill in.
fn named(name: &str) -> JudgedCase {
    example(|judged| squadrons(&judged.list).len() < 5).with(|list| {
        let text = || Some(name.to_owned());
        (list.name, list.player, list.club, list.notes) = (text(), text(), text(), text());
        let mut squadrons = squadrons_mut(list);
        name.clone_into(&mut squadrons[0].unit);
        for squadron in squadrons {
            squadron.name = text();
        }
    })
}

#[test]
fn whatever_a_name_holds_prints_as_it_is() {
    for name in [
        "<script>alert('x')</script> &amp; <b>bold</b>",
        r"\textbf{$x_1^2$} \input{/etc/passwd} %",
        "#import \"data.json\": * #panic() *bold* _it_ `raw` $x$ @ref <label> // no comment /* none */",
        "= Heading - list + enum / term: ~ -- --- \\ \\u{41} https://example.org",
        "Ναυμαχία Чёрное море",
    ] {
        let text = named(name).pages(&options(&ALL, true)).concat();
        assert!(text.matches(&dense(name)).count() >= 4, "{name}: {text}");
    }
}

#[test]
fn letters_of_other_scripts_print() {
    for name in ["אוניית דגל", "أسطول", "艦隊", "\u{1f6a2} \u{1f3f4}\u{200d}\u{2620}\u{fe0f}", "e\u{301}\u{301}\u{301}"]
    {
        assert!(!named(name).pages(&options(&ALL, true)).is_empty(), "{name}");
    }
}

#[test]
fn letters_that_print_as_boxes_are_told() {
    let told = |name: &str| gaps(&named(name).subject(true), &options(&[Layout::ForceList], true)).unwrap().letters;
    for name in ["Ülkü Łódź Ελλάς Слава אוניית أسطول", "Tea\u{200d}\u{fe0f} \u{2693} 3 × 2\u{bd}"]
    {
        assert_eq!(told(name), "", "{name}");
    }
    assert_eq!(told("艦隊 Fleet 艦"), "艦隊");
    assert_eq!(told("กองเรือ").chars().count(), 6);
}

#[test]
fn layouts_that_print_nothing_are_told() {
    let told =
        |layout| gaps(&named("Fleet").subject(true), &options(&[Layout::ForceList, layout], true)).unwrap().empty;
    // Without a look there is no overview.
    assert_eq!(told(Layout::Overview), [Layout::Overview]);
    assert_eq!(told(Layout::Roster), []);
}

#[test]
fn long_names_take_pages_and_end() {
    for name in ["Long ship ".repeat(1000), "W".repeat(10_000)] {
        let pages = named(&name).pages(&options(&ALL, true));
        // Page headers and footers interrupt such a name.
        assert!(holds(&pages.concat(), &name[..400]));
        assert!(pages.len() < 60, "{} pages", pages.len());
    }
}

#[test]
fn letters_that_turn_others_or_drive_machines_are_shown_and_do_nothing() {
    let text = named("safe\u{202e}evil\u{7}\0bell").pages(&options(&ALL, true)).concat();
    assert!(!text.contains(['\u{202e}', '\u{7}', '\0']), "{text}");
    assert!(text.contains("safe") && text.contains("evil") && text.contains("bell"), "{text}");
}

#[test]
fn a_list_of_nothing_prints() {
    let empty = example(|_| true).with(|list| {
        (list.squadrons, list.groups) = (Vec::new(), Vec::new());
        (list.name, list.player, list.nation) = (None, None, None);
    });
    assert!(holds(&empty.pages(&options(&[Layout::ForceList], false))[0], "Unnamed list"));
    let nothing: [PrintSubject; 0] = [];
    assert!(!pdf(&nothing, &options(&ALL, false)).unwrap().is_empty());
}

#[test]
fn groups_of_nothing_print() {
    // Their kind has no slots, so nothing stands between their names.
    let bare = |judged: &JudgedCase| judged.summary.groups.iter().any(|group| group.slots.is_empty());
    let print = example(bare).with(|list| {
        list.groups.iter_mut().for_each(|group| group.squadrons.clear());
        let first = list.groups[0].clone();
        list.groups.push(first);
    });
    assert!(print.pages(&options(&[Layout::ForceList], false)).len() == 1);
}
