//! Tests of the pages: paper size, margins, page numbers, and blocks that must not be split.

use std::collections::BTreeSet;

use muster_print::{Layout, Paper, PrintOptions, pdf};

use crate::document::{dense, first_page, fonts, holds, info, pages};
use crate::{ALL, JudgedCase, example, options, squadrons};

/// The example with the most squadrons.
fn fleet() -> JudgedCase {
    example(|judged| judged.list.groups.is_empty())
}

#[test]
fn the_same_list_gives_the_same_bytes() {
    let judged = fleet();
    let one = judged.print(&options(&ALL, true));
    assert!(one == judged.print(&options(&ALL, true)));
    assert!(one != judged.print(&options(&ALL, false)));
    let told = info(&one);
    assert!(!told.contains("Date"), "no clock is asked: {told}");
    let dated = PrintOptions { date: Some("2026-11-21".to_owned()), ..options(&[Layout::ForceList], false) };
    assert!(judged.pages(&dated).iter().all(|page| holds(page, "2026-11-21")));
}

#[test]
fn documents_are_tagged_and_bring_their_fonts() {
    let bytes = fleet().print(&options(&ALL, true));
    let told = info(&bytes);
    assert!(told.lines().any(|line| dense(line) == "Tagged:yes"), "{told}");
    let fonts = fonts(&bytes);
    assert!(fonts.len() > 2 && fonts.iter().all(|font| font.contains("yes yes yes")), "{fonts:#?}");
}

#[test]
fn pages_are_numbered_and_of_the_paper_asked_for() {
    let judged = fleet();
    for (paper, size) in [(Paper::A4, "(A4)"), (Paper::Letter, "612 x 792 pts (letter)")] {
        let bytes = judged.print(&PrintOptions { paper, ..options(&[Layout::ForceList, Layout::StatCards], false) });
        assert!(info(&bytes).contains(size), "{paper:?}");
        let pages = pages(&bytes);
        assert!(pages.len() > 2);
        for (index, page) in pages.iter().enumerate() {
            assert!(holds(page, &format!("{}/{}", index + 1, pages.len())), "{paper:?}: page {}", index + 1);
        }
    }
}

#[test]
fn nothing_stands_in_the_margin_that_printers_may_lose() {
    const MARGIN: usize = 8;
    let judged = fleet();
    for layout in ALL {
        for paper in [Paper::A4, Paper::Letter] {
            let (width, grey) = first_page(&judged.print(&PrintOptions { paper, ..options(&[layout], true) }));
            let height = grey.len() / width;
            for (at, shade) in grey.iter().enumerate() {
                let (x, y) = (at % width, at / width);
                let is_inside = (MARGIN..width - MARGIN).contains(&x) && (MARGIN..height - MARGIN).contains(&y);
                assert!(is_inside || *shade == 255, "{layout:?} {paper:?}: {x} mm, {y} mm");
            }
        }
    }
}

#[test]
fn no_squadron_is_split_over_pages() {
    let parent = |judged: &JudgedCase| squadrons(&judged.list).into_iter().find(|s| !s.attached.is_empty()).cloned();
    let judged = example(|judged| judged.list.groups.is_empty() && parent(judged).is_some());
    let parent = parent(&judged).unwrap();
    let long = judged.with(|list| {
        list.squadrons = vec![parent; 120];
        for (number, squadron) in list.squadrons.iter_mut().enumerate() {
            squadron.name = Some(format!("Parent {number:03}."));
            squadron.roles.clear();
            squadron.attached.truncate(1);
            squadron.attached[0].name = Some(format!("Child {number:03}."));
        }
    });
    let pages = long.pages(&options(&[Layout::ForceList], false));
    // Only looks at the squadrons: the limits and findings after them name squadrons too.
    let with = |name: &str, number: usize| pages.iter().position(|page| holds(page, &format!("{name} {number:03}.")));
    let mut used = BTreeSet::new();
    for number in 0..120 {
        assert!(with("Parent", number).is_some() && with("Parent", number) == with("Child", number), "{number}");
        used.extend(with("Parent", number));
    }
    assert!(used.len() >= 5, "{used:?}");
    assert!(used.iter().all(|page| holds(&pages[*page], "Models Points")), "heads repeat");
}

#[test]
fn no_card_is_split_over_pages() {
    let judged = fleet();
    let pages = judged.pages(&options(&[Layout::StatCards], false));
    assert!(pages.len() > 1);
    let all = judged.ruleset.catalogues().iter().flat_map(|catalogue| &catalogue.written().units);
    let titles: Vec<String> = all
        .flat_map(|unit| std::iter::once(&unit.name).chain(unit.members.iter().map(|member| &member.name)))
        .map(|name| dense(name))
        .collect();
    let running = dense(&format!("{} \u{b7} {}", judged.list.name.unwrap(), judged.list.player.unwrap()));
    for page in &pages {
        let begins = page.strip_prefix(&running).unwrap_or(page);
        assert!(titles.iter().any(|title| begins.starts_with(title)), "a page begins inside of a card: {page}");
    }
}

#[test]
fn many_lists_are_one_document_with_numbers_of_their_own() {
    let one = fleet();
    let two = one.with(|list| list.name = Some("Day Watch".to_owned()));
    let name = one.list.name.as_deref().unwrap();
    let bytes =
        pdf(&[one.subject(false), two.subject(false)], &options(&[Layout::ForceList, Layout::Roster], false)).unwrap();
    let pages = pages(&bytes);
    let first = pages.iter().position(|page| holds(page, "Day Watch")).unwrap();
    assert!(holds(&pages[first], "1/") && pages[..first].iter().all(|page| holds(page, name)));
    let roster = pages.iter().position(|page| holds(page, "Roster of 2 lists")).unwrap_or(pages.len() - 1);
    assert!(pages[first..roster].iter().all(|page| holds(page, "Day Watch")));
    let roster = pages[roster..].concat();
    assert!(holds(&roster, name) && holds(&roster, "Day Watch"));
}
